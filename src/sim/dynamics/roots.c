/* The contents of a mode's programs, as expressions: rates, event functions, results, pictures, matrices. */
#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/rules.h"
#include "sim/dynamics/scales.h"

/* Nodes that stand for something else while this mode is active. */
typedef struct replacement {
    VEC(expr_id) from;
    VEC(expr_id) to;
} replacement;

static void replace(sim *s, replacement *r, expr_id from, expr_id to) {
    vec_push(s->a, &r->from, from);
    vec_push(s->a, &r->to, to);
}

static void replace_var(sim *s, replacement *r, uint32_t var, expr_id to) {
    replace(s, r, expr_var(s->m->g, var), to);
}

/* Multipliers out of force are 0, contact states are known, the energies are those in force. */
static replacement common_replacements(sim *s, const mode *m) {
    replacement r = {0};
    graph *g = s->m->g;
    for (size_t i = 0; i < s->m->row_count; i++) {
        const model_row *row = &s->m->rows[i];
        if (!m->rows[i])
            replace_var(s, &r, row->lambda,
                        row->friction ? mech_friction_multiplier(s->m, &m->choice, (int)i) : expr_int(g, 0));
        if (row->closed)
            replace_var(s, &r, row->closed, expr_int(g, m->rows[i]));
    }
    for (size_t i = 0; i < s->m->switch_count; i++) {
        if (s->m->switches[i].held)
            replace_var(s, &r, s->m->switches[i].held, expr_int(g, !m->switched_off[i]));
        const rubbing *rub = dynamics_pieces_rubbing(m, i);
        const expr_id none = expr_int(g, 0), whether = rub ? expr_var(g, rub->sticks) : none;
        if (s->m->switches[i].sticks)
            replace_var(s, &r, s->m->switches[i].sticks, whether);
        if (s->m->switches[i].rests)
            replace_var(s, &r, s->m->switches[i].rests, whether);
        if (s->m->switches[i].drags)
            replace_var(s, &r, s->m->switches[i].drags, rub ? expr_var(g, rub->drags) : none);
    }
    for (uint32_t v = 0; v < s->m->var_count; v++) {
        if (s->m->vars[v].kind != VAR_ENERGY)
            continue;
        const expr_id energies[] = {m->eq.kinetic, m->eq.potential, m->eq.energy};
        replace_var(s, &r, v, energies[s->m->vars[v].index]);
    }
    return r;
}

/* The gap of a closed contact is exactly 0 in conditions, however it is written there. */
static void replace_gaps(sim *s, const mode *m, replacement *r) {
    graph *g = s->m->g;
    for (int k = 0; k < m->m; k++) {
        int row = m->eq.rows[k];
        if (!s->m->rows[row].contact)
            continue;
        expr_id f = m->choice.system->rows[row].f;
        expr_node n = *expr_node_at(g, f);
        replace(s, r, f, expr_int(g, 0));
        replace(s, r, expr_neg(g, f), expr_int(g, 0));
        if (n.op == EXPR_SUB)
            replace(s, r, expr_sub(g, n.arg[1], n.arg[0]), expr_int(g, 0));
    }
}

static void apply(sim *s, const replacement *r, expr_id *roots, size_t count) {
    if (r->from.len)
        expr_substitute(s->m->g, roots, count, r->from.at, r->to.at, r->from.len, roots);
}

/* Which comparisons stand in a condition: those that hold at equality, those that do not. */
typedef struct comparisons {
    bool inclusive, strict;
} comparisons;

/* A node of a condition, as it is [0] and negated [1]. Definitions are shared: each is looked at once. */
typedef struct clause {
    expr_id id;
    expr_node n;
    uint32_t arg[3]; /* places of the arguments that are conditions too */
    bool met[2];
    expr_id value[2];
} clause;

typedef struct clauses {
    clause *at; /* by their places, from 1 on */
    uint32_t root;
    comparisons found;
    bool mixed; /* both kinds of comparisons are there */
} clauses;

static clauses list_clauses(const graph *g, expr_id condition, arena *a) {
    const uint32_t *order;
    const size_t count = expr_nodes_below(g, &condition, 1, &order);
    clauses x = {.at = ARENA_ARRAY(a, clause, count + 1), .root = (uint32_t)count};
    for (size_t i = 0; i < count; i++) {
        clause *c = &x.at[i + 1];
        c->id = (expr_id){order[i]};
        c->n = *expr_node_at(g, c->id);
        const bool chooses = c->n.op == EXPR_SELECT, joins = c->n.op == EXPR_AND || c->n.op == EXPR_OR;
        for (int k = chooses; k < (chooses ? 3 : joins ? 2 : c->n.op == EXPR_NOT); k++)
            c->arg[k] = expr_place_below(g, c->n.arg[k]);
    }
    return x;
}

/* `negated`: the other way. */
static void find_comparisons(clauses *x, uint32_t place, bool negated) {
    clause *c = &x->at[place];
    if (c->met[negated])
        return;
    c->met[negated] = true;
    if (c->n.op == EXPR_LT || c->n.op == EXPR_LE)
        *((c->n.op == EXPR_LE) != negated ? &x->found.inclusive : &x->found.strict) = true;
    for (int k = 0; k < 3; k++)
        if (c->arg[k])
            find_comparisons(x, c->arg[k], negated != (c->n.op == EXPR_NOT));
}

/* b - a of a comparison; where others beside it hold at equality, and the whole margin at zero, a strict one is moved
   beyond rounding. */
static expr_id difference(sim *s, const expr_node *n, bool negated, bool mixed) {
    graph *g = s->m->g;
    expr_id e = expr_sub(g, n->arg[1], n->arg[0]);
    bool strict = (n->op == EXPR_LT) != negated;
    if (!mixed || !strict)
        return e;
    expr_id share = expr_real(g, 8 * threshold_of(1)), rounding = expr_mul(g, share, dynamics_scales_rounding(s, e));
    return negated ? expr_add(g, e, rounding) : expr_sub(g, e, rounding);
}

static expr_id margin_of(sim *s, clauses *x, uint32_t place, bool negated);

static expr_id make_margin(sim *s, clauses *x, uint32_t place, bool negated) {
    graph *g = s->m->g;
    const clause *c = &x->at[place];
    expr_id one;
    switch (c->n.op) {
    case EXPR_LT:
    case EXPR_LE:
        return difference(s, &c->n, negated, x->mixed);
    case EXPR_AND:
    case EXPR_OR:
        one = margin_of(s, x, c->arg[0], negated);
        return expr_binary(g, c->n.op == EXPR_AND ? EXPR_MIN : EXPR_MAX, one, margin_of(s, x, c->arg[1], negated));
    case EXPR_NOT:
        return expr_neg(g, margin_of(s, x, c->arg[0], !negated));
    case EXPR_SELECT:
        one = margin_of(s, x, c->arg[1], negated);
        return expr_select(g, c->n.arg[0], one, margin_of(s, x, c->arg[2], negated));
    default: /* 0 or 1: a contact's state or a constant */
        one = expr_real(g, 1e300);
        return expr_mul(g, one, expr_sub(g, expr_mul(g, expr_int(g, 2), c->id), expr_int(g, 1)));
    }
}

/* A condition as a number that is positive where it holds: a < b is b - a, 'and' the least, 'or' the greatest. */
static expr_id margin_of(sim *s, clauses *x, uint32_t place, bool negated) {
    expr_id *value = &x->at[place].value[negated];
    if (!value->i)
        *value = make_margin(s, x, place, negated);
    return *value;
}

expr_id dynamics_condition(sim *s, expr_id condition, bool *inclusive) {
    arena *scratch = base_arena_create();
    clauses x = list_clauses(s->m->g, condition, scratch);
    find_comparisons(&x, x.root, false);
    x.mixed = x.found.inclusive && x.found.strict;
    *inclusive = x.found.inclusive;
    const expr_id whole = margin_of(s, &x, x.root, false);
    base_arena_destroy(scratch);
    return whole;
}

typedef VEC(expr_id) root_list;

static void push(sim *s, root_list *list, expr_id e) {
    vec_push(s->a, list, e.i ? e : expr_int(s->m->g, 0));
}

tape_group dynamics_matrix_roots(sim *s, const mode *m) {
    root_list r = {0};
    LGR_ASSERT(m->eq.M || !m->n);
    const mech_equations *e = &m->eq;
    const size_t n = (size_t)m->n, rows = (size_t)m->m;
    r.cap = n * (n + 1) / 2 + n + n * rows * (e->unsymmetric ? 2 : 1) + 3 * rows + 1;
    r.at = ARENA_RAW(s->a, expr_id, r.cap);
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j <= i; j++)
            push(s, &r, e->M[i * m->n + j]);
    for (int i = 0; i < m->n; i++)
        push(s, &r, e->h[i]);
    for (int i = 0; i < m->n * m->m; i++)
        push(s, &r, e->A[i]);
    for (int k = 0; k < m->m; k++)
        push(s, &r, e->gamma[k]);
    for (int k = 0; k < m->m; k++)
        push(s, &r, e->f[k]);
    for (int k = 0; k < m->m; k++)
        push(s, &r, e->f_dot[k]);
    for (int i = 0; e->unsymmetric && i < m->n * m->m; i++)
        push(s, &r, e->C[i]);
    return (tape_group){.roots = r.at, .count = r.len};
}

static root_list rate_roots(sim *s, const mode *m) {
    root_list r = {0};
    push(s, &r, m->eq.power);
    for (size_t k = 1; k < s->quadratures; k++) {
        int reducer = s->integral_of[k];
        push(s, &r, m->reducer_null[reducer] ? expr_real(s->m->g, NAN) : m->choice.system->reducers[reducer]);
    }
    replacement c = common_replacements(s, m);
    apply(s, &c, r.at, r.len);
    return r;
}

static bool has_solved(sim *s, expr_id e) {
    return (expr_kinds(s->m->g, e) & MODEL_SOLVED) != 0;
}

/* What is watched: event functions with the sizes of their terms; then values, rates, and the rates of those for gaps,
   which may leave zero very slowly. */
typedef struct watch_list {
    root_list sizes, values, rates, seconds;
} watch_list;

static void push_margin(sim *s, mode *m, watch_list *list, margin x, expr_id e, expr_id size) {
    x.smooth = !has_solved(s, e);
    expr_id rate = x.smooth ? mech_acceleration(s->m, &m->eq, e) : EXPR_NONE;
    x.curved = x.smooth && !has_solved(s, rate);
    m->margins[m->margin_count++] = x;
    push(s, &list->sizes, e);
    push(s, &list->sizes, size);
    push(s, &list->values, e);
    push(s, &list->rates, rate);
    push(s, &list->seconds, x.curved ? mech_acceleration(s->m, &m->eq, rate) : EXPR_NONE);
}

/* The terms of the equation of motion of coordinate k, but for one row: what that row's multiplier balances there. */
static expr_id loads_at(sim *s, const mode *m, int k, int but, const expr_id *forces) {
    graph *g = s->m->g;
    expr_id sum = forces[k];
    for (int j = 0; j < m->m; j++) {
        expr_id A = m->eq.A[j * m->n + k];
        if (j != but && A.i && !expr_is_zero(g, A))
            sum = expr_add(g, sum,
                           expr_unary(g, EXPR_ABS, expr_mul(g, A, expr_var(g, s->m->rows[m->eq.rows[j]].lambda))));
    }
    return sum;
}

/* What the terms of a contact force amount to, also where it carries nothing: the loads around it through the machine's
   inertia, |A| M^-1 |h| / (A M^-1 A^T) with the diagonal of M. */
static expr_id force_size(sim *s, const mode *m, int active, const expr_id *forces) {
    graph *g = s->m->g;
    const uint32_t *scales = dynamics_scales_vars(s->m);
    expr_id load = expr_int(g, 0), answer = load, lambda = expr_var(g, s->m->rows[m->eq.rows[active]].lambda);
    for (int k = 0; k < m->n; k++) {
        expr_id A = m->eq.A[active * m->n + k];
        if (!A.i || expr_is_zero(g, A))
            continue;
        expr_id moves = expr_mul(g, A, expr_var(g, scales[SCALE_KINDS * m->eq.coords[k] + SCALE_MOBILITY]));
        expr_id moved = expr_unary(g, EXPR_ABS, moves);
        load = expr_add(g, load, expr_mul(g, moved, loads_at(s, m, k, active, forces)));
        answer = expr_add(g, answer, expr_mul(g, moves, A));
    }
    expr_id acts = expr_binary(g, EXPR_LT, expr_int(g, 0), answer);
    expr_id size = expr_select(g, acts, expr_div(g, load, answer), expr_int(g, 0));
    size = expr_add(g, size, expr_unary(g, EXPR_ABS, lambda));
    return expr_mul(g, expr_int(g, 100), size);
}

static const expr_id *force_roundings(sim *s, const mode *m) {
    expr_id *size = ARENA_ARRAY(s->a, expr_id, m->n + 1);
    for (int k = 0; k < m->n; k++)
        size[k] = m->eq.h[k].i ? m->eq.h[k] : expr_int(s->m->g, 0);
    dynamics_scales_roundings(s, size, (size_t)m->n, size);
    return size;
}

expr_id dynamics_force_size(sim *s, const mode *m, int active) {
    return force_size(s, m, active, force_roundings(s, m));
}

static expr_id size_of_row(sim *s, const mode *m, int row, const expr_id *forces) {
    for (int k = 0; k < m->m; k++)
        if (m->eq.rows[k] == row)
            return force_size(s, m, k, forces);
    return expr_int(s->m->g, 0);
}

/* What slides may come to rest, what sticks may be overcome: |friction| > mu |F|. */
static void push_friction_margin(sim *s, mode *m, watch_list *list, int contact, const expr_id *forces) {
    graph *g = s->m->g;
    const system_row *sys = &m->choice.system->rows[contact];
    int partner = s->m->rows[contact].partner;
    if (m->slip[contact]) {
        expr_id rate = m->choice.system->rows[partner].f, back = m->slip[contact] > 0 ? expr_neg(g, rate) : rate;
        if (s->m->rows[contact].tangents > 1) { /* how far it goes on in the direction that it had */
            rate = expr_mul(g, rate, expr_var(g, sys->heading[0]));
            rate = expr_add(g, rate, expr_mul(g, m->choice.system->rows[partner + 1].f, expr_var(g, sys->heading[1])));
            back = expr_neg(g, rate);
        }
        push_margin(s, m, list, (margin){.part = EVENT_STICK, .index = contact}, back,
                    dynamics_scales_rounding(s, rate));
        return;
    }
    expr_id held = expr_unary(g, EXPR_ABS, expr_var(g, s->m->rows[partner].lambda));
    if (s->m->rows[contact].tangents > 1)
        held = expr_binary(g, EXPR_HYPOT, held, expr_var(g, s->m->rows[partner + 1].lambda));
    expr_id load = expr_var(g, s->m->rows[contact].lambda);
    load = s->m->rows[contact].contact ? expr_neg(g, load) : expr_unary(g, EXPR_ABS, load);
    if (s->m->rows[contact].known)
        load = expr_int(g, 1);
    for (int k = 1; k < s->m->rows[contact].presses; k++)
        load = expr_binary(g, EXPR_HYPOT, load, expr_var(g, s->m->rows[contact + k].lambda));
    expr_id limit = expr_mul(g, sys->hold.i ? sys->hold : sys->mu, load);
    expr_id size = expr_add(g, held, expr_unary(g, EXPR_ABS, limit));
    size = expr_mul(g, expr_int(g, 100), size);
    for (int t = 0; t < s->m->rows[contact].tangents; t++) /* that what it holds is nothing does not make it exact */
        size = expr_add(g, size, size_of_row(s, m, partner + t, forces));
    push_margin(s, m, list, (margin){.part = EVENT_SLIP, .index = contact}, expr_sub(g, held, limit), size);
}

/* A ladder is left upwards or downwards: see pieces.h. */
static void push_piece_margins(sim *s, mode *m, watch_list *list, const replacement *c) {
    graph *g = s->m->g;
    for (int i = 0; m->pieces && i < m->pieces->count; i++) {
        const ladder *l = &m->pieces->ladder[i];
        expr_id base = l->base, high = expr_var(g, l->high), low = expr_var(g, l->low);
        apply(s, c, &base, 1);
        expr_id size = dynamics_scales_rounding(s, base);
        expr_id size_above = expr_add(g, size, expr_unary(g, EXPR_ABS, high));
        expr_id size_below = expr_add(g, size, expr_unary(g, EXPR_ABS, low));
        push_margin(s, m, list, (margin){.part = EVENT_PIECE, .index = dynamics_pieces_event(i, false)},
                    expr_sub(g, base, high), size_above);
        push_margin(s, m, list, (margin){.part = EVENT_PIECE, .index = dynamics_pieces_event(i, true)},
                    expr_sub(g, low, base), size_below);
    }
}

const expr_id *dynamics_piece_roots(sim *s, const mode *m, size_t *count) {
    LGR_ASSERT(m->pieces);
    const int n = m->pieces->count;
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, PIECE_NUMBERS * n + 2 * m->pieces->heading_count + 1);
    replacement c = common_replacements(s, m);
    *count = (size_t)(PIECE_NUMBERS * n);
    for (int i = 0; i < n; i++) {
        expr_id base = m->pieces->ladder[i].base;
        apply(s, &c, &base, 1);
        roots[PIECE_BASE * n + i] = base;
        roots[PIECE_SIZE * n + i] = dynamics_scales_rounding(s, base);
        expr_id rate = mech_acceleration(s->m, &m->eq, base);
        roots[PIECE_RATE * n + i] = rate.i ? rate : expr_int(s->m->g, 0);
    }
    m->pieces->slip_root = *count;
    for (int i = 0; i < 2 * m->pieces->heading_count; i++) {
        const int row = s->m->rows[m->pieces->heading[i / 2].row].partner + i % 2;
        expr_id slip = m->choice.system->rows[row].f;
        roots[(*count)++] = dynamics_names_dropped(s, m->dropped, slip) ? expr_int(s->m->g, 0) : slip;
    }
    return roots;
}

/* Contacts: the multiplier of closed ones, the gap of open ones. Constraints with friction: whether their force changes
   its sign while they slide. And the friction of both, unless nothing is decided yet, at the start. */
static void push_row_margins(sim *s, mode *m, watch_list *r) {
    graph *g = s->m->g;
    const expr_id *forces = NULL; /* the sizes of their terms */
    for (size_t i = 0; i < s->m->row_count; i++) {
        const model_row *row = &s->m->rows[i];
        const system_row *sys = &m->choice.system->rows[i];
        const bool rubs = row->partner >= 0 && !row->friction && (m->slip[i] || m->rows[row->partner]);
        if (!(row->contact || rubs) || m->switched_off[row->element] || dynamics_names_dropped(s, m->dropped, sys->f))
            continue;
        int active = 0;
        while (active < m->m && m->eq.rows[active] != (int)i)
            active++;
        const bool closed = active < m->m;
        if ((closed || rubs) && !forces)
            forces = force_roundings(s, m);
        expr_id scale = closed ? force_size(s, m, active, forces) : dynamics_scales_rounding(s, sys->f);
        expr_id e = closed ? expr_var(g, row->lambda) : expr_neg(g, sys->f);
        if (row->contact)
            push_margin(s, m, r, (margin){.part = closed ? EVENT_OPEN : EVENT_CLOSE, .index = (int)i}, e, scale);
        else if (m->slip[i] && row->presses < 2 && !row->known)
            push_margin(s, m, r, (margin){.part = EVENT_TURN, .index = (int)i},
                        mech_slip_side(m->slip[i]) > 0 ? e : expr_neg(g, e), scale);
        if ((closed || row->known) && rubs)
            push_friction_margin(s, m, r, (int)i, forces);
    }
}

/* Gaps of contacts, and the few events of the model that ask for one. */
static void mark_gaps(mode *m, const root_list *values) {
    for (size_t i = 0; i < m->margin_count; i++) {
        const bool asks = m->margins[i].part == EVENT_USER;
        m->margins[i].gap = m->margins[i].part == EVENT_CLOSE;
        for (size_t k = 0; asks && k < m->margin_count; k++)
            m->margins[i].gap |= m->margins[k].part == EVENT_CLOSE && values->at[k].i == values->at[i].i;
    }
}

/* Event functions of user events, of contacts and of friction, and of the pieces. */
static watch_list watch_roots(sim *s, mode *m) {
    watch_list r = {0};
    replacement c = common_replacements(s, m);
    replace_gaps(s, m, &c);
    size_t ladders = m->pieces ? (size_t)m->pieces->count : 0;
    m->margins = ARENA_ARRAY(s->a, margin, s->m->event_count + 2 * (s->m->row_count + ladders) + 1);
    for (size_t i = 0; i < s->m->event_count; i++) {
        expr_id condition = m->choice.system->conditions[i];
        if (!condition.i || dynamics_names_dropped(s, m->dropped, condition))
            continue;
        margin x = {.part = EVENT_USER, .index = (int)i};
        expr_id e = dynamics_condition(s, condition, &x.inclusive);
        apply(s, &c, &e, 1);
        push_margin(s, m, &r, x, e, dynamics_scales_rounding(s, e));
    }
    push_row_margins(s, m, &r);
    mark_gaps(m, &r.values);
    push_piece_margins(s, m, &r, &c);
    LGR_ASSERT(m->margin_count <= s->m->event_count + 2 * (s->m->row_count + ladders));
    return r;
}

static root_list result_roots(sim *s, mode *m) {
    root_list r = {0};
    push(s, &r, m->eq.kinetic);
    push(s, &r, m->eq.potential);
    push(s, &r, m->eq.energy);
    expr_id none = expr_int(s->m->g, 0);
    for (size_t i = 0; i < s->m->output_count; i++)
        push(s, &r, m->output_null[i] ? none : m->choice.system->outputs[i]);
    for (size_t i = 0; i < s->m->reducer_count; i++)
        push(s, &r, m->reducer_null[i] ? none : m->choice.system->reducers[i]);
    replacement c = common_replacements(s, m);
    apply(s, &c, r.at, r.len);
    return r;
}

/* The numbers of drawings, where pictures are wanted. */
static root_list picture_roots(sim *s, mode *m) {
    root_list r = {0};
    for (size_t i = 0; i < s->m->drawn_count && s->options.keep_frames; i++)
        push(s, &r, m->drawn_null[i] ? expr_int(s->m->g, 0) : m->choice.system->drawn[i]);
    replacement c = common_replacements(s, m);
    apply(s, &c, r.at, r.len);
    return r;
}

tape_group dynamics_set_roots(sim *s, const mode *m, int event) {
    const model_event *e = &s->m->events[event];
    replacement c = common_replacements(s, m);
    root_list r = {0};
    LGR_ASSERT(e->quiet);
    for (size_t k = 0; k < e->action_count; k++) {
        expr_id value = m->choice.system->set_values[event][k];
        push(s, &r, dynamics_names_dropped(s, m->dropped, value) ? expr_real(s->m->g, NAN) : value);
    }
    apply(s, &c, r.at, r.len);
    return (tape_group){.roots = r.at, .count = r.len};
}

static void find_nulls(sim *s, mode *m) {
    m->drawn_null = ARENA_ARRAY(s->a, bool, s->m->drawn_count + 1);
    for (size_t i = 0; i < s->m->drawn_count; i++) {
        expr_id e = m->choice.system->drawn[i];
        m->drawn_null[i] = !e.i || dynamics_names_dropped(s, m->dropped, e);
    }
    for (size_t i = 0; i < s->m->drawing_count; i++) {
        const model_drawing *d = &s->m->drawings[i];
        bool gone = d->switch_index >= 0 && m->switched_off[d->switch_index];
        for (int k = 0; k < DRAWN_NUMBERS && gone; k++)
            if (d->slot[k] >= 0)
                m->drawn_null[d->slot[k]] = true;
    }
    m->output_null = ARENA_ARRAY(s->a, bool, s->m->output_count + 1);
    m->reducer_null = ARENA_ARRAY(s->a, bool, s->m->reducer_count + 1);
    for (size_t i = 0; i < s->m->output_count; i++)
        m->output_null[i] = dynamics_names_dropped(s, m->dropped, m->choice.system->outputs[i]);
    for (size_t i = 0; i < s->m->reducer_count; i++) {
        expr_id e = m->choice.system->reducers[i];
        m->reducer_null[i] = e.i && dynamics_names_dropped(s, m->dropped, e);
    }
}

/* Inputs of the program: parameters, choices of pieces, t, q, v, then a and lambda, which become known after the first
 * segment. */
void dynamics_describe_inputs(sim *s, mode *m) {
    size_t params = s->m->param_count, n = (size_t)m->n, k = params;
    const uint32_t *scales = dynamics_scales_vars(s->m);
    size_t choices = m->pieces ? m->pieces->input_count : 0;
    uint32_t *vars = m->input_vars =
        ARENA_ARRAY(s->a, uint32_t, params + choices + 1 + (4 + SCALE_KINDS) * n + (size_t)m->m);
    for (size_t i = 0; i < params; i++)
        vars[i] = s->m->params[i].var;
    m->piece_slot = k;
    for (size_t i = 0; i < choices; i++)
        vars[k++] = m->pieces->vars[i];
    m->t_slot = k;
    vars[k++] = s->m->t;
    m->q_slot = k;
    m->v_slot = k + n;
    m->a_slot = k + 2 * n;
    for (size_t i = 0; i < n; i++) {
        const model_coord *c = &s->m->coords[m->eq.coords[i]];
        vars[k + i] = c->q;
        vars[k + n + i] = c->v;
        vars[k + 2 * n + i] = c->a;
    }
    m->lambda_slot = k += 3 * n;
    for (int i = 0; i < m->m; i++)
        vars[k++] = s->m->rows[m->eq.rows[i]].lambda;
    m->scale_slot = k;
    for (int kind = 0; kind < SCALE_KINDS; kind++)
        for (int i = 0; i < m->n; i++)
            vars[k++] = scales[SCALE_KINDS * m->eq.coords[i] + kind];
    LGR_ASSERT(k == m->scale_slot + SCALE_KINDS * n);
    m->load_slot = k;
    m->loaded = s->kit->load_vars != NULL;
    for (int i = 0; i < m->n && m->loaded; i++)
        vars[k++] = s->kit->load_vars[m->eq.coords[i]];
    m->input_count = k;
}

const uint32_t *dynamics_solved_inputs(sim *s, const mode *m, size_t *count) {
    const int rubs = m->pieces ? m->pieces->rubbing_count : 0;
    const size_t solved = m->scale_slot - m->a_slot;
    uint32_t *vars = ARENA_ARRAY(s->a, uint32_t, solved + (size_t)rubs + 1);
    memcpy(vars, m->input_vars + m->a_slot, solved * sizeof *vars);
    for (int i = 0; i < rubs; i++)
        vars[solved + (size_t)i] = m->pieces->rubbing[i].drags;
    *count = solved + (size_t)rubs;
    return vars;
}

/* Values, rates and seconds of all event functions, one list after the other. */
static const expr_id *all_watched(sim *s, const mode *m, const watch_list *w) {
    const root_list *lists[WATCH_ROOTS] = {&w->values, &w->rates, &w->seconds};
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, WATCH_ROOTS * m->margin_count + 1);
    for (size_t i = 0; i < WATCH_ROOTS && m->margin_count; i++)
        memcpy(roots + i * m->margin_count, lists[i]->at, m->margin_count * sizeof *roots);
    return roots;
}

const expr_id *dynamics_describe_mode(sim *s, mode *m) {
    find_nulls(s, m);
    dynamics_describe_inputs(s, m);
    watch_list watched = watch_roots(s, m);
    LGR_ASSERT(watched.values.len == m->margin_count && watched.sizes.len == 2 * m->margin_count);
    root_list rates = rate_roots(s, m), results = result_roots(s, m);
    root_list roots[] = {{0}, rates, watched.sizes, results, picture_roots(s, m)};
    for (int k = 0; k < SEG_COUNT - 1; k++)
        m->groups[k] = (tape_group){.roots = roots[k].at, .count = roots[k].len};
    m->groups[1].inputs_new = dynamics_solved_inputs(s, m, &m->groups[1].inputs_new_count);
    return all_watched(s, m, &watched);
}

expr_id dynamics_reducer(const sim *s, const mode *m, size_t reducer) {
    LGR_ASSERT(reducer < s->m->reducer_count);
    return m->groups[SEG_RESULTS - 1].roots[3 + s->m->output_count + reducer];
}
