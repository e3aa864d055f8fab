/* The units in which people see numbers: those of the declaration of a parameter, and those that a result asks for. */
#include <string.h>

#include "model/eval/eval.h"
#include "model/names/names.h"

static bool is_unit_of(const syn_expr *e, dimension dim) {
    return e->op == SYN_NUMBER && e->has_unit && dim_equal(e->unit.dim, dim) &&
           dim_is_angle(e->unit.dim) == dim_is_angle(dim);
}

/* The first unit of this dimension in what is added up: in 'prop - 90 deg' the degree. */
static const syn_expr *find_unit(const syn_expr *e, dimension dim) {
    if (!e || is_unit_of(e, dim))
        return e;
    if (e->op != SYN_NEG && e->op != SYN_ADD && e->op != SYN_SUB)
        return NULL;
    const syn_expr *found = NULL;
    for (size_t i = 0; i < e->arg_count && !found; i++)
        found = find_unit(e->args[i], dim);
    return found;
}

static expr_id unit_value(graph *g, const unit *u) {
    return eval_in_unit(g, expr_int(g, 1), u);
}

static model_shown shown_in(builder *b, const syn_expr *e) {
    return (model_shown){names_source_text(b, e->unit_at), eval_number_now(b, unit_value(b->m->g, &e->unit))};
}

void eval_read_param_unit(builder *b, const syn_stmt *s, model_param *p) {
    const syn_expr *const places[] = {s->value, s->low, s->high};
    const syn_expr *found = NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++)
        found = find_unit(places[i], p->dim);
    if (!found)
        return;
    const model_shown shown = shown_in(b, found);
    const bool own = shown.size == 1 && !strcmp(shown.unit, model_unit_text(b->m, p->dim, b->a));
    p->shown = own ? (model_shown){0} : shown;
    p->unit = own ? EXPR_NONE : unit_value(b->m->g, &found->unit);
}

model_shown eval_result_unit(builder *b, const syn_stmt *s, dimension dim) {
    const syn_expr *e = s->shown;
    if (!e || !e->has_unit)
        return (model_shown){0};
    if (dim_equal(e->unit.dim, dim))
        return shown_in(b, e);
    const char *is = model_unit_text(b->m, dim, b->a), *name = names_source_text(b, e->unit_at);
    finding *f = diag_add(b->m->findings, DIAG_E0305, e->unit_at, "'%s' cannot be shown in %s: it is %s%s", s->name,
                          name, *is ? "in " : "a number without a unit", is);
    if (!b->m->has_units)
        diag_help(b->m->findings, f,
                  "the declarations of this model have no units: give them theirs, or leave 'in %s' out", name);
    return (model_shown){0};
}
