/* What editors ask about the text of a model. */
#include <string.h>

#include "api/handles.h"
#include "language/language.h"
#include "out/values/quantity.h"
#include "sim/sim.h"

static const char *of_parameter(const model *m, const model_param *p, arena *a) {
    const char *symbol = model_shown_unit(m, p->shown, p->dim, a);
    const char *value = !model_lacks_number(p) ? model_shown_text(m, p->shown, model_value_of(m, p), p->dim, a)
                        : *symbol              ? base_arena_printf(a, "a symbol, in %s", symbol)
                                               : "a symbol";
    if (!p->has_bounds)
        return value;
    return base_arena_printf(a, "%s in [%s, %s]", value, model_shown_text(m, p->shown, p->low, p->dim, a),
                             model_shown_text(m, p->shown, p->high, p->dim, a));
}

static const char *in_unit(const char *name, arena *a) {
    return *name ? base_arena_printf(a, "in %s", name) : "a number";
}

/* Members of a family have the unit of the first one. */
static bool is_called(const char *name, const char *asked) {
    size_t length = strlen(asked);
    return strncmp(name, asked, length) == 0 && (!name[length] || name[length] == '[');
}

static const char *quantity(void *user, const char *name, arena *a) {
    const model *m = user;
    for (size_t i = 0; i < m->param_count; i++)
        if (!strcmp(m->params[i].name, name))
            return of_parameter(m, &m->params[i], a);
    for (size_t i = 0; i < m->coord_count; i++)
        if (is_called(m->coords[i].name, name))
            return in_unit(out_quantity_coord_is_angle(m, i) ? "rad" : out_quantity_unit(m, m->coords[i].dim, a), a);
    for (size_t i = 0; i < m->output_count; i++)
        if (is_called(m->outputs[i].name, name))
            return in_unit(out_quantity_shown_unit(m, m->outputs[i].shown, m->outputs[i].dim, a), a);
    for (size_t i = 0; i < m->report_count; i++)
        if (is_called(m->reports[i].name, name))
            return in_unit(out_quantity_shown_unit(m, m->reports[i].shown, m->reports[i].dim, a), a);
    return NULL;
}

static const char *const *method_names(arena *a) {
    const char **names = ARENA_ARRAY(a, const char *, sim_method_count + 1);
    for (size_t i = 0; i < sim_method_count; i++)
        names[i] = sim_methods[i]->name;
    return names;
}

static bool answer(lgr_model *handle, const language_question *question, arena *a, strbuf *out) {
    base_taken held;
    const lgr_model *own = api_lock(handle, &held);
    const language_text text = {.findings = own->findings,
                                .tree = *own->tree,
                                .quantity = own->status == LGR_STATUS_OK ? quantity : NULL,
                                .user = (void *)(uintptr_t)own->m,
                                .methods = method_names(a)};
    bool known = language_answer(&text, question, a, out);
    base_give_back(&held);
    return known;
}

static lgr_status ask(lgr_model *handle, const language_question *question, lgr_sink sink, void *user, bool too_large) {
    if (!handle || !handle->m || !question->what || !sink || handle->status == LGR_STATUS_USAGE)
        return LGR_STATUS_USAGE;
    if (too_large)
        return LGR_STATUS_MEMORY;
    arena *a = base_arena_create();
    strbuf out = base_strbuf_make(a);
    lgr_status status = LGR_STATUS_USAGE;
    if (answer(handle, question, a, &out))
        status = sink(user, base_strbuf_text(&out), out.len) ? LGR_STATUS_OK : LGR_STATUS_RUN;
    base_arena_destroy(a);
    return status;
}

lgr_status lgr_model_ask(lgr_model *handle, const char *what, int line, int character, const char *argument,
                         lgr_sink sink, void *user) {
    const language_question question = {what, line, character, argument};
    API_RETURN_LIMITED(ask(handle, &question, sink, user, too_large));
}

const char *lgr_model_question(size_t i) {
    return language_request(i);
}
