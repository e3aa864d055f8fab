/* What a model shows to other programs by the standard FMI: its variables, its state, its event indicators. */
#include "export/interface.h"

#include <string.h>

#include "sim/initial/unknowns.h"

typedef struct list {
    const export_machine *x;
    export_interface *f;
    int next; /* the next reference */
    arena *a;
} list;

static bool is_taken(const list *l, const char *name) {
    for (size_t i = 0; i < l->f->all.len; i++)
        if (strcmp(l->f->all.at[i].name, name) == 0)
            return true;
    return false;
}

/* `kind` is for names that something else has already. */
static interface_variable *add(list *l, interface_part part, interface_way way, const char *kind, const char *name) {
    if (is_taken(l, name))
        name = base_arena_printf(l->a, "%s(%s)", kind, name);
    while (is_taken(l, name))
        name = base_arena_printf(l->a, "%s_", name);
    const interface_variable v = {
        .name = name, .way = way, .part = part, .reference = l->next++, .state = -1, .follow = -1};
    vec_push(l->a, &l->f->all, v);
    return &l->f->all.at[l->f->all.len - 1];
}

/* --- Parameters --- */

static bool follows(const export_machine *x, size_t param) {
    for (int i = 0; i < x->follow_count; i++)
        if (x->follows[i] == (int)param)
            return true;
    return false;
}

/* A start that finds parameters is found for those of the text alone. */
static interface_way way_of(const export_machine *x, size_t i) {
    const model_param *p = &x->m->params[i];
    if (p->input)
        return p->file ? INTERFACE_CONSTANT : INTERFACE_INPUT;
    if (p->structural || initial_has_unknowns(x->m))
        return INTERFACE_CONSTANT;
    return follows(x, i) ? INTERFACE_FOLLOWS : INTERFACE_PARAMETER;
}

static void add_params(list *l) {
    const model *m = l->x->m;
    for (size_t i = 0; i < m->param_count; i++) {
        const model_param *p = &m->params[i];
        interface_variable *v = add(l, PART_PARAM, way_of(l->x, i), "param", p->name);
        v->label = p->label;
        v->has_unit = true;
        v->dim = p->dim;
        v->shown = p->shown;
        v->start = model_value_of(m, p);
        v->has_bounds = p->has_bounds;
        v->low = p->low;
        v->high = p->high;
    }
}

const char *export_interface_ways(const export_machine *x, arena *a) {
    strbuf ways = base_strbuf_make(a);
    for (size_t i = 0; i < x->m->param_count; i++) {
        const interface_way way = way_of(x, i);
        base_strbuf_add(&ways, way == INTERFACE_INPUT ? "i" : way == INTERFACE_PARAMETER ? "p" : "-");
    }
    return base_strbuf_text(&ways);
}

/* --- The state --- */

static void add_state(list *l, const model_coord *c, bool rate) {
    const char *name = rate && model_is_place(c) ? base_arena_printf(l->a, "%s'", c->name) : c->name;
    interface_variable *v = add(l, PART_STATE, c->hidden ? INTERFACE_LOCAL : INTERFACE_OUTPUT, "coord", name);
    v->label = rate && model_is_place(c) ? NULL : c->label;
    v->has_unit = true;
    v->dim = rate ? model_rate_dim(c) : c->dim;
}

/* Places, then rates, then the integrals of reports. */
static void add_states(list *l) {
    const model *m = l->x->m;
    export_interface *f = l->f;
    f->places = ARENA_ARRAY(l->a, short, 2 * m->coord_count + 1);
    for (int rate = 0; rate < 2; rate++)
        for (size_t i = 0; i < m->coord_count; i++) {
            f->places[2 * i + (size_t)rate] = -1;
            if (!rate && !model_is_place(&m->coords[i]))
                continue;
            f->places[2 * i + (size_t)rate] = (short)f->state_count++;
            add_state(l, &m->coords[i], rate);
        }
    for (size_t i = 1; i < l->x->s->quadratures; i++) {
        add(l, PART_STATE, INTERFACE_LOCAL, "state", base_arena_printf(l->a, "integral(%zu)", i))->label =
            "for reports";
        f->state_count++;
    }
}

/* Each state's own rate; that of a place is what the state of the rate is. */
static void add_rates(list *l) {
    const int first = l->next - l->f->state_count;
    for (int i = 0; i < l->f->state_count; i++) {
        size_t at = 0;
        while (l->f->all.at[at].part != PART_STATE || l->f->all.at[at].reference != first + i)
            at++;
        const interface_variable of = l->f->all.at[at];
        interface_variable *v = add(l, PART_RATE, INTERFACE_LOCAL, "rate", base_arena_printf(l->a, "der(%s)", of.name));
        v->state = of.reference;
        v->has_unit = of.has_unit;
        v->dim = dim_div(of.dim, DIM_TIME);
    }
    for (size_t i = 0; i < l->x->m->coord_count; i++) {
        const short *at = l->f->places + 2 * i;
        for (size_t k = 0; k < l->f->all.len && at[0] >= 0; k++)
            if (l->f->all.at[k].state == first + at[0])
                l->f->all.at[k].follow = first + at[1];
    }
}

/* --- Results --- */

static void add_results(list *l) {
    const model *m = l->x->m;
    for (size_t i = 0; i < m->output_count; i++) {
        interface_variable *v = add(l, PART_OUTPUT, INTERFACE_OUTPUT, "output", m->outputs[i].name);
        v->label = m->outputs[i].label;
        v->has_unit = true;
        v->dim = m->outputs[i].dim;
        v->shown = m->outputs[i].shown;
    }
    for (size_t i = 0; i < m->report_count; i++) {
        interface_variable *v = add(l, PART_REPORT, INTERFACE_OUTPUT, "report", m->reports[i].name);
        v->label = m->reports[i].label;
        v->has_unit = true;
        v->dim = m->reports[i].dim;
        v->shown = m->reports[i].shown;
    }
}

/* --- Event indicators, in the order in which the program gives them --- */

static void add_indicator(list *l, const char *what, const char *name) {
    interface_variable *v = add(l, PART_INDICATOR, INTERFACE_LOCAL, "local",
                                base_arena_printf(l->a, "indicator(%d)", l->f->indicator_count));
    v->label = base_arena_printf(l->a, "%s%s%s", what, *name ? " of " : "", name);
    l->f->indicator_count++;
}

static void add_indicators_of_rows(list *l) {
    const model *m = l->x->m;
    l->f->slots = ARENA_ARRAY(l->a, int, m->row_count + 1);
    for (size_t i = 0; i < m->row_count; i++) {
        const model_row *r = &m->rows[i];
        const bool rubs = !r->friction && r->partner >= 0;
        l->f->slots[i] = r->contact || rubs ? l->f->indicator_count : -1;
        if (r->contact || rubs)
            add_indicator(l, r->contact ? "closing and opening" : "change of sign of the force", r->name);
        if (rubs)
            add_indicator(l, "sticking and slipping", r->name);
    }
}

static void add_indicators(list *l) {
    const model *m = l->x->m;
    int ladders = 0;
    for (size_t i = 0; i < l->x->shapes.len; i++) {
        const pieces *p = l->x->shapes.at[i].of->pieces;
        ladders = p && p->count > ladders ? p->count : ladders;
    }
    for (size_t i = 0; i < m->event_count; i++)
        add_indicator(l, "condition", m->events[i].hidden ? "" : m->events[i].name);
    add_indicators_of_rows(l);
    for (int i = 0; i < 2 * ladders; i++)
        add_indicator(l, "change of the equations", "");
    if (ladders)
        add_indicator(l, "end of a motion along a discontinuity", "");
}

export_interface export_interface_create(const export_machine *x, arena *a) {
    export_interface f = {0};
    list l = {.x = x, .f = &f, .a = a};
    interface_variable *t = add(&l, PART_TIME, INTERFACE_TIME, "time", "time");
    t->has_unit = true;
    t->dim = DIM_TIME;
    add_params(&l);
    add_states(&l);
    add_rates(&l);
    add_results(&l);
    add_indicators(&l);
    return f;
}
