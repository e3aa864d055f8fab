/* Other values for the parameters of a model that has been read, and further handles of it. */
#include <string.h>

#include "api/handles.h"
#include "mech/events.h"

const model *api_model_as_now(const model *m, arena *a) {
    model *now = ARENA_NEW(a, model);
    model_param *params = ARENA_ARRAY(a, model_param, m->param_count + 1);
    *now = *m;
    if (m->param_count)
        memcpy(params, m->params, m->param_count * sizeof *params);
    now->params = params;
    now->block.value.at = ARENA_ARRAY(a, double, m->block.value.len + 1);
    memcpy(now->block.value.at, m->block.value.at, m->block.value.len * sizeof *now->block.value.at);
    return now;
}

model *api_model_of_run(const lgr_run *run, arena *a) {
    model *m = model_copy(run->read, a);
    api_assign_like(m, run->m);
    return m;
}

lgr_model *api_model_read_longer(const lgr_model *of, const char *more, arena *a) {
    const diag_source *source = diag_get_source(of->m->findings);
    strbuf text = base_strbuf_make(a);
    base_strbuf_add_bytes(&text, source->text, source->length);
    base_strbuf_add(&text, more);
    lgr_override *overrides = ARENA_ARRAY(a, lgr_override, of->override_count + 1);
    for (size_t i = 0; i < of->override_count; i++)
        overrides[i] = (lgr_override){of->overrides[i].name, of->overrides[i].value};
    diag_source longer = *source;
    longer.text = base_strbuf_text(&text);
    longer.length = text.len;
    return api_model_read(&longer, overrides, of->override_count);
}

static void count_study(lgr_model *handle, bool begins) {
    pthread_mutex_lock(&handle->lock);
    handle->studies += begins ? 1 : (size_t)-1;
    pthread_mutex_unlock(&handle->lock);
}

void api_end_study(lgr_model *handle) {
    count_study(handle, false);
}

static void uncount(void *of) {
    count_study(of, false);
}

void api_begin_study(lgr_model *handle, base_taken *counted) {
    count_study(handle, true);
    base_take(counted, uncount, handle);
}

bool api_has_numbers(lgr_model *handle, const int *given, size_t count) {
    arena *a = base_arena_create();
    diag *own = diag_create_like(a, handle->m->findings);
    const bool all = model_need_numbers(handle->m, own, given, count);
    api_tell(handle, own);
    base_arena_destroy(a);
    return all;
}

static lgr_status refuse(lgr_model *handle, const char *why) {
    api_refuse(handle, why);
    return LGR_STATUS_USAGE;
}

static const char *first_error(const diag *d) {
    for (size_t i = 0; i < diag_count(d); i++)
        if (!diag_is_warning(diag_at(d, i)->code))
            return diag_at(d, i)->message;
    return "the model has an error with this value";
}

typedef struct override_list {
    model_override *at;
    size_t count;
    arena *memory;
} override_list;

static void add_override(override_list *list, const char *name, const char *value) {
    list->at[list->count++] = (model_override){.name = base_arena_copy(list->memory, name, strlen(name)),
                                               .value = base_arena_copy(list->memory, value, strlen(value))};
}

/* The values that were set so far, with another for one parameter. */
static override_list with_override(const lgr_model *handle, const char *name, const char *value, arena *a) {
    override_list list = {ARENA_ARRAY(a, model_override, handle->override_count + 1), 0, a};
    for (size_t i = 0; i < handle->override_count; i++)
        if (!name || strcmp(handle->overrides[i].name, name) != 0)
            add_override(&list, handle->overrides[i].name, handle->overrides[i].value);
    if (name)
        add_override(&list, name, value);
    return list;
}

static void take_overrides(lgr_model *handle, override_list list) {
    if (handle->set_memory)
        base_arena_destroy(handle->set_memory);
    base_arena_keep(list.memory);
    handle->set_memory = list.memory;
    handle->overrides = list.at;
    handle->override_count = list.count;
}

/* The text with these values, or an error. */
static const char *read_again(lgr_model *handle, const char *name, const char *value) {
    arena *a = base_arena_create();
    override_list all = with_override(handle, name, value, a);
    model *m = model_build_again(handle->m, all.at, all.count, a);
    bool sound = !diag_has_errors(m->findings) && mech_check_events(m);
    const char *why = !sound ? first_error(m->findings) : m->bad_override;
    if (why) {
        why = base_arena_copy(handle->memory, why, strlen(why));
        model_dispose(m);
        base_arena_destroy(a);
        return why;
    }
    api_reading *r = ARENA_NEW(a, api_reading);
    *r = (api_reading){m, a, handle->readings};
    handle->readings = r;
    handle->m = m;
    base_arena_keep(a);
    api_tell(handle, m->findings);
    return NULL;
}

/* In place if possible; else the values are put back and the text is read again. */
static const char *assign(lgr_model *handle, int param, double value, const char *text) {
    model *m = (model *)handle->m; /* constant for all but this */
    arena *a = base_arena_create();
    const model *before = api_model_as_now(m, a);
    const char *why = NULL;
    if (m->params[param].structural || !model_assign(m, &param, &value, 1)) {
        api_assign_like(m, before);
        why = read_again(handle, m->params[param].name, text);
    }
    base_arena_destroy(a);
    return why;
}

static void warn_of_bounds(lgr_model *handle, const model_param *p) {
    const double value = model_value_of(handle->m, p);
    if (!p->has_bounds || (value >= p->low && value <= p->high))
        return;
    arena *a = base_arena_create();
    const model *m = handle->m;
    diag *own = diag_create_like(a, handle->findings);
    diag_add(own, DIAG_W0421, p->at, "'%s' = %s lies outside its bounds [%s, %s]", p->name,
             model_amount_text(m, value, p->dim, a), model_amount_text(m, p->low, p->dim, a),
             model_amount_text(m, p->high, p->dim, a));
    api_tell(handle, own);
    base_arena_destroy(a);
}

static lgr_status set(lgr_model *handle, const char *name, const char *text, arena *a) {
    const int param = model_find_param(handle->m, name);
    const char *why = NULL;
    double value;
    if (param < 0)
        return refuse(handle, api_unknown_param(a, handle->m, name));
    if (!model_read_value(handle->m, param, text, &value, &why, a))
        return refuse(handle, why);
    why = assign(handle, param, value, text);
    if (why)
        return refuse(handle, why);
    take_overrides(handle, with_override(handle, name, text, base_arena_create()));
    warn_of_bounds(handle, &handle->m->params[param]);
    api_forget_analysis(handle);
    api_forget_found(handle);
    return LGR_STATUS_OK;
}

static lgr_status set_value(lgr_model *handle, const char *parameter, const char *value) {
    if (!handle || handle->status != LGR_STATUS_OK)
        return lgr_model_status(handle);
    if (!parameter || !value)
        return refuse(handle, "lgr_model_set needs the name of a parameter and a value");
    if (handle->studies)
        return refuse(handle, "a sweep or an optimum of this model has not been destroyed");
    arena *a = base_arena_create();
    lgr_status status = set(handle, parameter, value, a);
    base_arena_destroy(a);
    return status;
}

lgr_status lgr_model_set(lgr_model *handle, const char *parameter, const char *value) {
    API_RETURN(lgr_status, set_value(handle, parameter, value), handle->status = API_WHY);
}

static lgr_model *parse_again(const lgr_model *of) {
    const diag_source *source = diag_get_source(of->findings);
    arena *a = base_arena_create();
    lgr_override *overrides = ARENA_ARRAY(a, lgr_override, of->override_count + 1);
    for (size_t i = 0; i < of->override_count; i++)
        overrides[i] = (lgr_override){of->overrides[i].name, of->overrides[i].value};
    lgr_model *again = api_model_read(source, overrides, of->override_count);
    base_arena_destroy(a);
    return again;
}

static lgr_model *copy_sound(const lgr_model *of) {
    arena *a = base_arena_create();
    lgr_model *handle = api_handle_create(a, *diag_get_source(of->findings));
    handle->m = handle->first = model_copy(of->m, a);
    handle->tree = of->tree;
    handle->findings = diag_create_like(a, of->findings);
    base_taken held;
    const lgr_model *own = api_lock(of, &held);
    diag_merge(handle->findings, own->findings);
    base_give_back(&held);
    take_overrides(handle, with_override(of, NULL, NULL, base_arena_create()));
    return handle;
}

/* The copy refers to the text, the tree and the files of the original. */
static lgr_model *copy(const lgr_model *of) {
    if (!of || !of->m)
        return lgr_model_parse(NULL, NULL, 0, NULL, 0);
    lgr_model *handle = of->status == LGR_STATUS_OK ? copy_sound(of) : parse_again(of);
    base_taken held;
    handle->copied = api_lock(of, &held);
    handle->copied->owners++;
    base_give_back(&held);
    return handle;
}

lgr_model *lgr_model_copy(const lgr_model *of) {
    API_RETURN(lgr_model *, copy(of), NULL);
}
