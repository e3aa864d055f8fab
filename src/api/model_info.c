/* What a model contains, kind by kind: names, units, labels, bounds, places in the text. */
#include <math.h>
#include <string.h>

#include "api/handles.h"
#include "base/utf8.h"
#include "out/values/quantity.h"

/* One kind of thing in a model. */
typedef struct kind_row {
    size_t (*count)(const model *m);
    /* Fills in what it has; `dim` for those with a unit. */
    void (*describe)(const model *m, size_t i, lgr_info *info, span *at, const dimension **dim);
} kind_row;

#define COUNT(name, field)                                                                                             \
    static size_t name(const model *m) {                                                                               \
        return m->field;                                                                                               \
    }
COUNT(coordinates, coord_count)
COUNT(parameters, param_count)
COUNT(rows, row_count)
COUNT(events, event_count)
COUNT(outputs, output_count)
COUNT(reports, report_count)

static void describe_coordinate(const model *m, size_t i, lgr_info *info, span *at, const dimension **dim) {
    const model_coord *c = &m->coords[i];
    info->name = c->name;
    info->label = c->label;
    info->role = c->hidden                 ? "internal"
                 : c->role == COORD_STATE  ? "state"
                 : c->role == COORD_MEMORY ? "memory"
                 : i < m->declared_coords  ? "declared"
                                           : "freed";
    *at = c->at;
    *dim = &c->dim;
}

static void describe_parameter(const model *m, size_t i, lgr_info *info, span *at, const dimension **dim) {
    const model_param *p = &m->params[i];
    info->name = p->name;
    info->label = p->label;
    info->role = p->input ? "input" : p->structural ? "structural" : "continuous";
    *at = p->at;
    *dim = &p->dim;
}

static void describe_row(const model *m, size_t i, lgr_info *info, span *at, const dimension **dim) {
    const model_row *r = &m->rows[i];
    info->name = r->name;
    info->role = r->contact ? "contact" : model_is_hidden(r) ? "friction" : "constraint";
    *at = r->at;
    *dim = &r->dim;
}

static size_t contacts(const model *m) {
    size_t count = 0;
    for (size_t i = 0; i < m->row_count; i++)
        count += m->rows[i].contact;
    return count;
}

static void describe_contact(const model *m, size_t i, lgr_info *info, span *at, const dimension **dim) {
    size_t row = 0;
    for (size_t seen = 0; !m->rows[row].contact || seen++ < i;)
        row++;
    describe_row(m, row, info, at, dim);
}

static void describe_event(const model *m, size_t i, lgr_info *info, span *at, const dimension **dim) {
    (void)dim;
    info->name = m->events[i].name;
    info->role = m->events[i].hidden ? "internal" : m->events[i].stops ? "stop" : "event";
    *at = m->events[i].at;
}

static void describe_output(const model *m, size_t i, lgr_info *info, span *at, const dimension **dim) {
    info->name = m->outputs[i].name;
    info->label = m->outputs[i].label;
    *at = m->outputs[i].at;
    *dim = &m->outputs[i].dim;
}

static void describe_report(const model *m, size_t i, lgr_info *info, span *at, const dimension **dim) {
    info->name = m->reports[i].name;
    info->label = m->reports[i].label;
    *at = m->reports[i].at;
    *dim = &m->reports[i].dim;
}

static const kind_row kinds[API_KIND_COUNT] = {
    [LGR_KIND_COORDINATE] = {coordinates, describe_coordinate},
    [LGR_KIND_PARAMETER] = {parameters, describe_parameter},
    [LGR_KIND_ROW] = {rows, describe_row},
    [LGR_KIND_CONTACT] = {contacts, describe_contact},
    [LGR_KIND_EVENT] = {events, describe_event},
    [LGR_KIND_OUTPUT] = {outputs, describe_output},
    [LGR_KIND_REPORT] = {reports, describe_report},
};

lgr_place api_place(const diag *d, span at) {
    lgr_place place = {0};
    if (!at.end)
        return place;
    size_t number = diag_source_of(d, at.begin);
    const diag_source *source = diag_source_at(d, number);
    size_t base = diag_source_base(d, number);
    diag_position(d, at.begin, &place.line, &place.column);
    for (size_t k = at.begin - base; k < at.end - base && k < source->length; place.length++)
        k += base_utf8_decode(source->text + k, source->length - k).bytes;
    return place;
}

static const char *or_empty(const char *text) {
    return text ? text : "";
}

static lgr_info make_info(const lgr_model *handle, const kind_row *kind, size_t i, arena *a) {
    const model *m = handle->m;
    const dimension *dim = NULL;
    span at = {0, 0};
    lgr_info info = {.size = sizeof info, .value = NAN, .low = -INFINITY, .high = INFINITY};
    kind->describe(m, i, &info, &at, &dim);
    info.label = or_empty(info.label);
    info.role = or_empty(info.role);
    bool moves = kind->describe == describe_coordinate;
    dimension of_state;
    if (moves && !model_is_place(&m->coords[i])) {
        of_state = model_rate_dim(&m->coords[i]);
        dim = &of_state;
        moves = false;
    }
    bool angle = dim && (moves ? out_quantity_coord_is_angle(m, i) : out_quantity_is_angle(m, *dim));
    info.unit = angle ? "rad" : dim ? out_quantity_unit(m, *dim, a) : "";
    info.rate_unit = moves ? out_quantity_rate_unit(m, i, a) : "";
    info.at = api_place(m->findings, at);
    info.file = at.end ? diag_source_at(m->findings, diag_source_of(m->findings, at.begin))->name : "";
    return info;
}

/* Made once for a kind and the model as it is read at present; the handle is locked. */
static const lgr_info *table_of(lgr_model *handle, lgr_kind kind) {
    if (handle->infos_of != handle->m)
        memset(handle->infos, 0, sizeof handle->infos);
    handle->infos_of = handle->m;
    size_t count = kinds[kind].count(handle->m);
    if (handle->infos[kind] || !count)
        return handle->infos[kind];
    lgr_info *table = ARENA_ARRAY(handle->memory, lgr_info, count);
    for (size_t i = 0; i < count; i++)
        table[i] = make_info(handle, &kinds[kind], i, handle->memory);
    return handle->infos[kind] = table;
}

static bool is_kind(const lgr_model *handle, lgr_kind kind) {
    return handle && handle->status != LGR_STATUS_MODEL && (int)kind >= 0 && (int)kind < API_KIND_COUNT;
}

size_t lgr_model_count(const lgr_model *handle, lgr_kind kind) {
    return is_kind(handle, kind) ? kinds[kind].count(handle->m) : 0;
}

/* What a parameter has at present. */
static void add_values(const model *m, const model_param *p, lgr_info *info) {
    info->value = model_lacks_number(p) ? NAN : model_value_of(m, p);
    if (p->has_bounds) {
        info->low = p->low;
        info->high = p->high;
    }
}

static lgr_status find_info(const lgr_model *handle, lgr_kind kind, size_t i, lgr_info *info) {
    if (!is_kind(handle, kind) || i >= kinds[kind].count(handle->m) || !info || info->size != sizeof *info)
        return LGR_STATUS_USAGE;
    base_taken held;
    *info = table_of(api_lock(handle, &held), kind)[i];
    base_give_back(&held);
    if (kind == LGR_KIND_PARAMETER)
        add_values(handle->m, &handle->m->params[i], info);
    return LGR_STATUS_OK;
}

lgr_status lgr_model_info(const lgr_model *handle, lgr_kind kind, size_t i, lgr_info *info) {
    API_RETURN_STATUS(find_info(handle, kind, i, info));
}

static lgr_status refuse_name(lgr_model *handle, const char **known, size_t count, const char *name, arena *a) {
    const char *near = api_suggest(a, name, known, count);
    api_refuse(handle, base_arena_printf(a, "the model has no '%s' of this kind%s%s", name, *near ? ": " : "", near));
    return LGR_STATUS_USAGE;
}

static lgr_status find(lgr_model *handle, lgr_kind kind, const char *name, size_t *i) {
    if (!is_kind(handle, kind) || !name || !i)
        return LGR_STATUS_USAGE;
    arena *a = base_arena_create();
    size_t count = kinds[kind].count(handle->m), at = 0;
    const char **known = ARENA_ARRAY(a, const char *, count + 1);
    for (; at < count; at++) {
        lgr_info info = {0};
        span place;
        const dimension *dim;
        kinds[kind].describe(handle->m, at, &info, &place, &dim);
        known[at] = info.name;
        if (strcmp(info.name, name) == 0)
            break;
    }
    lgr_status status = at < count ? LGR_STATUS_OK : refuse_name(handle, known, count, name, a);
    if (status == LGR_STATUS_OK)
        *i = at;
    base_arena_destroy(a);
    return status;
}

lgr_status lgr_model_find(lgr_model *handle, lgr_kind kind, const char *name, size_t *i) {
    API_RETURN_STATUS(find(handle, kind, name, i));
}
