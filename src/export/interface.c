/* What a model shows to other programs by the standard FMI: its variables, its state, its event indicators. */
#include "export/interface.h"

#include <string.h>

#include "expr/walk.h"
#include "sim/initial/conditions.h"
#include "sim/initial/initial.h"
#include "sim/initial/unknowns.h"

typedef struct list {
    const export_machine *x;
    export_interface *f;
    int next;    /* the next reference */
    bool *fixed; /* per variable of the graph: of a parameter that cannot change after the start */
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

/* People see it in the unit that it asks for, or in that of the model's kind. */
static void give_unit(const list *l, interface_variable *v, dimension dim, model_shown asked) {
    v->has_unit = true;
    v->dim = dim;
    v->shown = asked.unit ? asked : model_usual_unit(l->x->m, dim);
}

/* --- Parameters --- */

static bool follows(const export_machine *x, size_t param) {
    for (int i = 0; i < x->follow_count; i++)
        if (x->follows[i] == (int)param)
            return true;
    return false;
}

static void mark(const export_machine *x, expr_id e, bool *used) {
    if (e.i)
        expr_mark_vars(x->m->g, &e, 1, used);
}

static void mark_all(const export_machine *x, const expr_id *e, size_t count, bool *used) {
    for (size_t i = 0; i < count; i++)
        mark(x, e[i], used);
}

/* And what they follow from; definitions name those before them. */
static void mark_definitions(const export_machine *x, bool *used) {
    for (int k = x->follow_count; k-- > 0;)
        if (used[x->m->params[x->follows[k]].var])
            mark(x, x->m->params[x->follows[k]].definition, used);
}

/* What constraints and contacts are made of, on which the motion would no longer be, and instants that are planned. */
static void mark_held(const export_machine *x, bool *used) {
    const model *m = x->m;
    for (size_t s = 0; s < x->shapes.len; s++)
        for (size_t r = 0; r < m->row_count; r++)
            mark(x, x->shapes.at[s].of->choice.system->rows[r].f, used);
    for (size_t i = 0; i < m->event_count; i++)
        if (m->events[i].every.i) {
            mark(x, m->events[i].from, used);
            mark(x, m->events[i].every, used);
        }
    for (size_t i = 0; i < m->coord_count; i++)
        mark(x, m->coords[i].nominal, used);
}

static void mark_moving(const export_machine *x, bool *used) {
    const model *m = x->m;
    for (size_t s = 0; s < x->shapes.len; s++) {
        const mode *o = x->shapes.at[s].of;
        const tape_group matrices = dynamics_matrix_roots(x->s, o);
        mark_all(x, matrices.roots, matrices.count, used);
        mark_all(x, o->choice.system->conditions, m->event_count, used);
        mark_all(x, o->choice.system->outputs, m->output_count, used);
        mark_all(x, o->choice.system->reducers, m->reducer_count, used);
    }
}

/* Parameters that cannot change after the start, or would change nothing. */
static bool *find_fixed(const export_machine *x, arena *a) {
    const size_t count = expr_var_count(x->m->g) + 1;
    bool *fixed = ARENA_ARRAY(a, bool, count), *moving = ARENA_ARRAY(a, bool, count);
    mark_held(x, fixed);
    mark_definitions(x, fixed);
    mark_moving(x, moving);
    mark_definitions(x, moving);
    for (size_t i = 0; i < count; i++)
        fixed[i] = fixed[i] || !moving[i];
    return fixed;
}

/* Whether others may change it after the start: it is tunable itself, or follows one that is. */
static bool is_tunable(const export_machine *x, size_t i, const bool *fixed) {
    const model *m = x->m;
    if (fixed[m->params[i].var] || !follows(x, i))
        return !fixed[m->params[i].var];
    bool *used = ARENA_ARRAY(x->a, bool, expr_var_count(m->g) + 1);
    mark(x, m->params[i].definition, used);
    for (size_t k = 0; k < i; k++)
        if (used[m->params[k].var] && is_tunable(x, k, fixed))
            return true;
    return false;
}

/* A start that finds parameters is found for those of the text alone. */
static interface_way way_of(const export_machine *x, size_t i, const bool *fixed) {
    const model_param *p = &x->m->params[i];
    if (p->input)
        return p->file ? INTERFACE_CONSTANT : INTERFACE_INPUT;
    if (p->structural || initial_has_unknowns(x->m))
        return INTERFACE_CONSTANT;
    if (is_tunable(x, i, fixed))
        return follows(x, i) ? INTERFACE_FOLLOWS_TUNABLE : INTERFACE_TUNABLE;
    return follows(x, i) ? INTERFACE_FOLLOWS : INTERFACE_PARAMETER;
}

static void add_params(list *l) {
    const model *m = l->x->m;
    for (size_t i = 0; i < m->param_count; i++) {
        const model_param *p = &m->params[i];
        interface_variable *v = add(l, PART_PARAM, way_of(l->x, i, l->fixed), "param", p->name);
        v->label = p->label;
        v->from_file = p->file != NULL;
        give_unit(l, v, p->dim, p->shown);
        v->start = model_value_of(m, p);
        v->has_bounds = p->has_bounds;
        v->low = p->low;
        v->high = p->high;
    }
}

const char *export_interface_ways(const export_machine *x, arena *a) {
    strbuf ways = base_strbuf_make(a);
    const bool *fixed = find_fixed(x, a);
    for (size_t i = 0; i < x->m->param_count; i++) {
        const interface_way way = way_of(x, i, fixed);
        base_strbuf_add(&ways, way == INTERFACE_INPUT       ? "i"
                               : way == INTERFACE_PARAMETER ? "p"
                               : way == INTERFACE_TUNABLE   ? "t"
                                                            : "-");
    }
    return base_strbuf_text(&ways);
}

/* --- The state --- */

static bool is_rate_given(const model *m, const condition_system *e, size_t coord) {
    for (int k = 0; k < e->m; k++)
        if (initial_condition_gives(m, &e->at[k]) == (int)coord)
            return true;
    return false;
}

static bool is_unknown(const condition_system *e, uint32_t var) {
    for (int i = 0; i < e->n; i++)
        if (e->vars[e->known + (size_t)i] == var)
            return true;
    return false;
}

/* Of a coordinate that the start has: whether it stays where it is set. Where parameters are found at the start, all is
   found for those of the text alone. */
static interface_start start_of(const export_machine *x, size_t coord, bool rate) {
    const model_coord *c = &x->m->coords[coord];
    const condition_system *e = initial_conditions_at_start(x->s, rate);
    if (initial_has_unknowns(x->m) || coord >= x->m->declared_coords || x->s->mode->choice.dropped[coord])
        return STARTS_BY_KIND;
    const bool free = e->m > 0 && is_unknown(e, rate ? c->v : c->q);
    return free && !(rate && is_rate_given(x->m, e, coord)) ? STARTS_NEAR : STARTS_AT;
}

/* Where it is at the start. */
static double value_at_start(const sim *s, size_t coord, bool rate) {
    size_t at = rate ? (size_t)s->mode->n : 0;
    for (size_t i = 0; i < coord; i++)
        at += !s->mode->choice.dropped[i];
    return s->y[at];
}

static void add_state(list *l, size_t coord, bool rate) {
    const model_coord *c = &l->x->m->coords[coord];
    const char *name = rate && model_is_place(c) ? base_arena_printf(l->a, "%s'", c->name) : c->name;
    interface_variable *v = add(l, PART_STATE, c->hidden ? INTERFACE_LOCAL : INTERFACE_OUTPUT, "coord", name);
    v->label = rate && model_is_place(c) ? NULL : c->label;
    give_unit(l, v, rate ? model_rate_dim(c) : c->dim, (model_shown){0});
    if (!rate && c->nominal.i)
        v->nominal = expr_eval(l->x->m->g, c->nominal, model_values(l->x->m));
    v->begins = start_of(l->x, coord, rate);
    if (v->begins != STARTS_BY_KIND)
        v->start = value_at_start(l->x->s, coord, rate);
}

/* Places, then rates, then the integrals of reports. */
static void add_states(list *l) {
    const model *m = l->x->m;
    export_interface *f = l->f;
    f->places = ARENA_ARRAY(l->a, short, 2 * m->coord_count + 1);
    f->first_state = l->next;
    for (int rate = 0; rate < 2; rate++)
        for (size_t i = 0; i < m->coord_count; i++) {
            f->places[2 * i + (size_t)rate] = -1;
            if (!rate && !model_is_place(&m->coords[i]))
                continue;
            f->places[2 * i + (size_t)rate] = (short)f->state_count++;
            add_state(l, i, rate);
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
        if (of.has_unit)
            give_unit(l, v, dim_div(of.dim, DIM_TIME), (model_shown){0});
    }
    for (size_t i = 0; i < l->x->m->coord_count; i++) {
        const short *at = l->f->places + 2 * i;
        for (size_t k = 0; k < l->f->all.len && at[0] >= 0; k++)
            if (l->f->all.at[k].state == first + at[0])
                l->f->all.at[k].follow = first + at[1];
    }
}

const char *export_interface_starts(const export_interface *f, arena *a) {
    strbuf starts = base_strbuf_make(a);
    for (size_t i = 0; i < f->all.len; i++)
        if (f->all.at[i].part == PART_STATE)
            base_strbuf_add(&starts, f->all.at[i].begins != STARTS_BY_KIND ? "s" : "-");
    return base_strbuf_text(&starts);
}

/* --- Results --- */

static void add_results(list *l) {
    const model *m = l->x->m;
    for (size_t i = 0; i < m->output_count; i++) {
        interface_variable *v = add(l, PART_OUTPUT, INTERFACE_OUTPUT, "output", m->outputs[i].name);
        v->label = m->outputs[i].label;
        give_unit(l, v, m->outputs[i].dim, m->outputs[i].shown);
    }
    for (size_t i = 0; i < m->report_count; i++) {
        interface_variable *v = add(l, PART_REPORT, INTERFACE_OUTPUT, "report", m->reports[i].name);
        v->label = m->reports[i].label;
        give_unit(l, v, m->reports[i].dim, m->reports[i].shown);
    }
}

/* --- What outputs depend on --- */

static bool follows_input(const export_machine *x, size_t param) {
    const model *m = x->m;
    bool *used = ARENA_ARRAY(x->a, bool, expr_var_count(m->g) + 1);
    mark(x, m->params[param].definition, used);
    for (size_t k = 0; k < m->param_count; k++)
        if (used[m->params[k].var] && (m->params[k].input || (k < param && follows(x, k) && follows_input(x, k))))
            return true;
    return false;
}

/* The reference of an input, a state or the time; -1: of what is constant between events; -2: not known. */
static int reference_of(const list *l, uint32_t var) {
    const model_var *v = &l->x->m->vars[var];
    const int first = l->f->first_state;
    switch (v->kind) {
    case VAR_TIME:
        return 0;
    case VAR_PARAM:
        if (l->x->m->params[v->index].input)
            return v->index + 1;
        return follows(l->x, (size_t)v->index) && follows_input(l->x, (size_t)v->index) ? -2 : -1;
    case VAR_COORD:
        return l->f->places[2 * v->index] < 0 ? -2 : first + l->f->places[2 * v->index];
    case VAR_VELOCITY:
    case VAR_STATE:
        return first + l->f->places[2 * v->index + 1];
    case VAR_CLOSED:
    case VAR_RESTS:
    case VAR_DRAGS:
        return -1;
    default:
        return -2;
    }
}

/* In all modes; NULL where it is not known. */
static const bool *dependencies_of(const list *l, size_t output) {
    const model *m = l->x->m;
    bool *used = ARENA_ARRAY(l->a, bool, expr_var_count(m->g) + 1), *depends = ARENA_ARRAY(l->a, bool, l->next + 1);
    for (size_t k = 0; k < l->x->shapes.len; k++)
        mark(l->x, l->x->shapes.at[k].of->choice.system->outputs[output], used);
    for (uint32_t v = 0; v < m->var_count; v++) {
        const int at = used[v] ? reference_of(l, v) : -1;
        if (at < -1)
            return NULL;
        if (at >= 0)
            depends[at] = true;
    }
    return depends;
}

static void add_dependencies(list *l) {
    size_t output = 0;
    for (size_t i = 0; i < l->f->all.len; i++)
        if (l->f->all.at[i].part == PART_OUTPUT)
            l->f->all.at[i].depends = dependencies_of(l, output++);
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
    list l = {.x = x, .f = &f, .a = a, .fixed = find_fixed(x, a)};
    interface_variable *t = add(&l, PART_TIME, INTERFACE_TIME, "time", "time");
    t->has_unit = true;
    t->dim = DIM_TIME;
    add_params(&l);
    add_states(&l);
    add_rates(&l);
    add_results(&l);
    add_indicators(&l);
    add_dependencies(&l);
    return f;
}
