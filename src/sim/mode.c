/* Modes: each choice of what is in force has its own equations and program, made when first entered and kept. */
#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "sim/sensitivity.h"
#include "sim/survey.h"
#include "sim/watch.h"

size_t state_size(const sim *s, const mode *m) {
    return 2 * (size_t)m->n + s->quadratures;
}

static bool *copy_flags(arena *a, const bool *flags, size_t count) {
    bool *copy = ARENA_ARRAY(a, bool, count + 1);
    memcpy(copy, flags, count * sizeof *flags);
    return copy;
}

/* Flags that are those of the present mode are kept as they are: most modes differ in contacts only. */
static bool *kept_flags(const sim *s, bool *present, const bool *flags, size_t count) {
    return flags == present ? present : copy_flags(s->a, flags, count);
}

/* Nodes that stand for something else while this mode is in force. */
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

/* While a contact slides its friction -slip mu N is known: the multiplier in the sign of all others. */
static expr_id sliding_multiplier(sim *s, const mode *m, int contact) {
    graph *g = s->m->g;
    if (!m->slip[contact])
        return expr_int(g, 0);
    expr_id size = expr_mul(g, m->choice.system->rows[contact].mu, expr_var(g, s->m->rows[contact].lambda));
    return m->slip[contact] > 0 ? expr_neg(g, size) : size;
}

/* Multipliers out of force are 0, contact states are known, the energies are those in force. */
static replacement common_replacements(sim *s, const mode *m) {
    replacement r = {0};
    graph *g = s->m->g;
    for (size_t i = 0; i < s->m->row_count; i++) {
        const model_row *row = &s->m->rows[i];
        if (!m->rows[i])
            replace_var(s, &r, row->lambda, row->friction ? sliding_multiplier(s, m, row->partner) : expr_int(g, 0));
        if (row->contact)
            replace_var(s, &r, row->closed, expr_int(g, m->rows[i]));
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
        expr_node n = *graph_node(g, f);
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

/* A condition as a number that is positive where it holds: a < b is b - a, 'and' the least, 'or' the greatest. */
static expr_id margin_of(graph *g, expr_id condition) {
    expr_node n = *graph_node(g, condition);
    switch (n.op) {
    case EXPR_LT:
    case EXPR_LE:
        return expr_sub(g, n.arg[1], n.arg[0]);
    case EXPR_AND:
        return expr_binary(g, EXPR_MIN, margin_of(g, n.arg[0]), margin_of(g, n.arg[1]));
    case EXPR_OR:
        return expr_binary(g, EXPR_MAX, margin_of(g, n.arg[0]), margin_of(g, n.arg[1]));
    case EXPR_NOT:
        return expr_neg(g, margin_of(g, n.arg[0]));
    case EXPR_SELECT:
        return expr_select(g, n.arg[0], margin_of(g, n.arg[1]), margin_of(g, n.arg[2]));
    default: /* 0 or 1: a contact's state or a constant */
        return expr_mul(g, expr_real(g, 1e300), expr_sub(g, expr_mul(g, expr_int(g, 2), condition), expr_int(g, 1)));
    }
}

typedef VEC(expr_id) root_list;

static void push(sim *s, root_list *list, expr_id e) {
    vec_push(s->a, list, e.i ? e : expr_int(s->m->g, 0));
}

static root_list motion_roots(sim *s, const mode *m) {
    root_list r = {0};
    const mech_equations *e = &m->eq;
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
    return r;
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

static bool is_any_dropped(const sim *s, const mode *m) {
    for (size_t i = 0; i < s->m->coord_count; i++)
        if (m->dropped[i])
            return true;
    return false;
}

bool mode_names_dropped(sim *s, const mode *m, expr_id e) {
    if (!e.i || !is_any_dropped(s, m))
        return false;
    bool *gone = ARENA_ARRAY(s->a, bool, graph_var_count(s->m->g) + 1);
    for (size_t i = 0; i < s->m->coord_count; i++)
        if (m->dropped[i])
            gone[s->m->coords[i].q] = gone[s->m->coords[i].v] = gone[s->m->coords[i].a] = true;
    return expr_depends(s->m->g, e, gone);
}

static bool has_solved(sim *s, expr_id e) {
    return (expr_kinds(s->m->g, e) & (1u << VAR_ACCELERATION | 1u << VAR_LAMBDA)) != 0;
}

/* What is watched: margins with the sizes of their terms; then values, rates, and the rates of those for gaps, which
   may leave zero very slowly. */
typedef struct watch_list {
    root_list sizes, values, rates, seconds;
} watch_list;

static void push_margin(sim *s, mode *m, watch_list *list, margin x, expr_id e, expr_id size) {
    x.smooth = !has_solved(s, e);
    expr_id rate = x.smooth ? mech_acceleration(s->m, &m->eq, e, s->a) : EXPR_NONE;
    x.curved = x.smooth && !has_solved(s, rate);
    m->margins[m->margin_count++] = x;
    push(s, &list->sizes, e);
    push(s, &list->sizes, size);
    push(s, &list->values, e);
    push(s, &list->rates, rate);
    push(s, &list->seconds, x.curved ? mech_acceleration(s->m, &m->eq, rate, s->a) : EXPR_NONE);
}

/* Near zero nothing is known of the machine's size: 1 in SI units. */
static expr_id unit_at_least(graph *g, expr_id size) {
    return expr_binary(g, EXPR_MAX, size, expr_int(g, 1));
}

/* A contact that slides may come to rest, one that sticks may be overcome: |friction| > mu N. */
static void push_friction_margin(sim *s, mode *m, watch_list *list, int contact) {
    graph *g = s->m->g;
    const system_row *sys = &m->choice.system->rows[contact];
    int partner = s->m->rows[contact].partner;
    if (!m->slip[contact] && !m->rows[partner])
        return; /* not decided yet: the start */
    if (m->slip[contact]) {
        expr_id rate = m->choice.system->rows[partner].f, back = m->slip[contact] > 0 ? expr_neg(g, rate) : rate;
        push_margin(s, m, list, (margin){EVENT_STICK, contact, true, false}, back,
                    unit_at_least(g, expr_majorant(g, rate)));
        return;
    }
    expr_id held = expr_unary(g, EXPR_ABS, expr_var(g, s->m->rows[partner].lambda));
    expr_id limit = expr_mul(g, sys->mu, expr_neg(g, expr_var(g, s->m->rows[contact].lambda)));
    expr_id size = expr_mul(g, expr_int(g, 100), expr_add(g, held, expr_unary(g, EXPR_ABS, limit)));
    push_margin(s, m, list, (margin){EVENT_SLIP, contact, true, false}, expr_sub(g, held, limit), size);
}

/* The sizes of a row's gradient times those of the forces: what its multiplier is measured by. */
static expr_id size_of_work(sim *s, const mode *m, int row) {
    graph *g = s->m->g;
    expr_id *size = ARENA_ARRAY(s->a, expr_id, 2 * m->n), sum = expr_int(g, 0);
    size_t count = 0;
    for (int k = 0; k < m->n; k++) {
        expr_id slope = m->eq.A[row * m->n + k];
        if (expr_is_zero(g, slope))
            continue;
        size[count++] = slope;
        size[count++] = m->eq.h[k];
    }
    expr_majorants(g, size, count, size);
    for (size_t k = 0; k < count; k += 2)
        sum = expr_add(g, sum, expr_mul(g, size[k], size[k + 1]));
    return sum;
}

/* What the terms of a contact force amount to: the sizes of A and h to that of a multiplier. */
static expr_id force_size(sim *s, const mode *m, int active) {
    graph *g = s->m->g;
    expr_id square = expr_int(g, 0), lambda = expr_var(g, s->m->rows[m->eq.rows[active]].lambda);
    for (int k = 0; k < m->n; k++) {
        expr_id A = m->eq.A[active * m->n + k];
        if (A.i)
            square = expr_add(g, square, expr_mul(g, A, A));
    }
    expr_id acts = expr_binary(g, EXPR_LT, expr_int(g, 0), square);
    expr_id size = expr_select(g, acts, expr_div(g, size_of_work(s, m, active), square), expr_int(g, 0));
    return expr_mul(g, expr_int(g, 100), expr_add(g, size, expr_unary(g, EXPR_ABS, lambda)));
}

/* Margins of user events, of closed contacts (their multiplier) and open ones (their gap). */
static watch_list watch_roots(sim *s, mode *m) {
    graph *g = s->m->g;
    watch_list r = {0};
    replacement c = common_replacements(s, m);
    replace_gaps(s, m, &c);
    m->margins = ARENA_ARRAY(s->a, margin, s->m->event_count + 2 * s->m->row_count + 1);
    for (size_t i = 0; i < s->m->event_count; i++) {
        expr_id condition = m->choice.system->conditions[i];
        if (!condition.i || mode_names_dropped(s, m, condition))
            continue;
        expr_id e = margin_of(g, condition);
        apply(s, &c, &e, 1);
        push_margin(s, m, &r, (margin){EVENT_USER, (int)i, true, false}, e, unit_at_least(g, expr_majorant(g, e)));
    }
    for (size_t i = 0; i < s->m->row_count; i++) {
        const model_row *row = &s->m->rows[i];
        const system_row *sys = &m->choice.system->rows[i];
        if (!row->contact || m->switched_off[row->element] || mode_names_dropped(s, m, sys->f))
            continue;
        int active = 0;
        while (active < m->m && m->eq.rows[active] != (int)i)
            active++;
        bool closed = active < m->m;
        expr_id scale = closed ? force_size(s, m, active) : unit_at_least(g, expr_majorant(g, sys->f));
        expr_id e = closed ? expr_var(g, row->lambda) : expr_neg(g, sys->f);
        push_margin(s, m, &r, (margin){closed ? EVENT_OPEN : EVENT_CLOSE, (int)i, true, false}, e, scale);
        bool rubs = closed && row->partner >= 0 && (m->slip[i] || m->rows[row->partner]); /* not yet at the start */
        if (rubs)
            push_friction_margin(s, m, &r, (int)i);
    }
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

static void find_nulls(sim *s, mode *m) {
    m->drawn_null = ARENA_ARRAY(s->a, bool, s->m->drawn_count + 1);
    for (size_t i = 0; i < s->m->drawn_count; i++) {
        expr_id e = m->choice.system->drawn[i];
        m->drawn_null[i] = !e.i || mode_names_dropped(s, m, e);
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
        m->output_null[i] = mode_names_dropped(s, m, m->choice.system->outputs[i]);
    for (size_t i = 0; i < s->m->reducer_count; i++) {
        expr_id e = m->choice.system->reducers[i];
        m->reducer_null[i] = e.i && mode_names_dropped(s, m, e);
    }
}

/* Inputs of the program: parameters, t, q, v, then a and lambda, which become known after the first segment. */
static uint32_t *input_vars(sim *s, mode *m, size_t *count) {
    size_t params = s->m->param_count, n = (size_t)m->n, k = params;
    uint32_t *vars = ARENA_ARRAY(s->a, uint32_t, params + 1 + 3 * n + (size_t)m->m);
    for (size_t i = 0; i < params; i++)
        vars[i] = s->m->params[i].var;
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
    *count = k;
    return vars;
}

static watch *make_watch(sim *s, const mode *m, const watch_list *w, const uint32_t *vars, size_t count) {
    const root_list *lists[WATCH_ROOTS] = {&w->values, &w->rates, &w->seconds};
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, WATCH_ROOTS * m->margin_count);
    for (size_t i = 0; i < WATCH_ROOTS; i++)
        memcpy(roots + i * m->margin_count, lists[i]->at, m->margin_count * sizeof *roots);
    return watch_create(s, m, roots, vars, count);
}

/* Machine code is written when a program has cost about as much as that will: 50 ns for each instruction and 8 us to
   begin with, where an interpreted instruction takes 1 ns. */
static long runs_before_code(const sim *s, const tape *t) {
    enum { PER_INSTRUCTION = 50, AT_ALL = 8000 };
    return s->options.backend ? 0 : PER_INSTRUCTION + AT_ALL / (long)(t->code_count + 1);
}

loaded_tape *mode_load(sim *s, const tape *t) {
    loaded_tape *p = ARENA_NEW(s->a, loaded_tape);
    *p = (loaded_tape){.t = t, .slots = ARENA_ARRAY(s->a, double, t->slot_count + 1), .waits = runs_before_code(s, t)};
    tape_scalar.init(t, p->slots);
    p->code = tape_load(s->a, t, s->options.backend ? s->options.backend : &tape_scalar);
    mode_load_params(s, p);
    vec_push(s->a, &s->kit->tapes, p);
    return p;
}

void mode_load_params(const sim *s, loaded_tape *p) {
    for (size_t i = 0; i < s->m->param_count; i++)
        p->slots[i] = s->m->params[i].value;
    tape_run(p->code, 0, p->slots);
    p->stale = false;
}

void mode_copy_inputs(const mode *m, loaded_tape *p) {
    memcpy(p->slots + m->t_slot, m->slots + m->t_slot, (m->input_count - m->t_slot) * sizeof *p->slots);
}

expr_id mode_reducer(const sim *s, const mode *m, size_t reducer) {
    return m->groups[SEG_RESULTS - 1].roots[3 + s->m->output_count + reducer];
}

bool mode_has_inputs(const mode *m, const loaded_tape *p) {
    return !memcmp(p->slots + m->t_slot, m->slots + m->t_slot, (m->input_count - m->t_slot) * sizeof *p->slots);
}

arena *kit_enter(sim *s) {
    arena *run = s->a;
    s->a = s->kit->a;
    return run;
}

void kit_leave(sim *s, arena *run) {
    s->a = run;
}

void mode_run(sim *s, loaded_tape *p) {
    if (p->stale)
        mode_load_params(s, p);
    if (p->waits && --p->waits == 0)
        p->code = tape_load(s->kit->a, p->t, tape_fastest(1));
    tape_run(p->code, SEG_MOTION, p->slots);
}

void mode_evaluate_by(mode *m, loaded_tape *p) {
    if (m->evaluation)
        mode_copy_inputs(m, p);
    m->evaluated = false;
    m->segments_run = 0;
    m->evaluation = p;
    m->program = p->t;
    m->slots = p->slots;
}

loaded_tape *mode_matrices(sim *s, mode *m) {
    if (m->matrices)
        return m->matrices;
    arena *run = kit_enter(s);
    mech_inertia(s->m, &m->eq, s->a);
    root_list motion = motion_roots(s, m);
    m->groups[0] = (tape_group){.roots = motion.at, .count = motion.len};
    const tape *t =
        tape_build(s->a, s->m->g, m->input_vars, m->input_count, s->m->param_count, m->groups, SEG_COUNT - 1);
    m->matrices = mode_load(s, t);
    m->M = ARENA_ARRAY(s->a, double, m->n * m->n + 1);
    m->solver = saddle_create(s->a, m->n > 0 ? m->n : 1, m->m);
    kit_leave(s, run);
    return m->matrices;
}

static void make_program(sim *s, mode *m) {
    find_nulls(s, m);
    watch_list watched = watch_roots(s, m);
    root_list roots[] = {{0}, rate_roots(s, m), watched.sizes, result_roots(s, m), picture_roots(s, m)};
    size_t count;
    uint32_t *vars = m->input_vars = input_vars(s, m, &count);
    m->input_count = count;
    for (int k = 0; k < SEG_COUNT - 1; k++)
        m->groups[k] = (tape_group){.roots = roots[k].at, .count = roots[k].len};
    m->groups[1].inputs_new = vars + m->a_slot;
    m->groups[1].inputs_new_count = count - m->a_slot;
    if (!direct_begin(s, m))
        mode_evaluate_by(m, mode_matrices(s, m));
    if (m->margin_count)
        m->watch = make_watch(s, m, &watched, vars, count);
    m->jumps = jumps_create(s, m, vars, count);
    if (m->eq.unsymmetric)
        m->skew = m->skew_full = unsymmetric_create(s->a, m->n, m->m);
    m->C = ARENA_ARRAY(s->a, double, m->n * m->m + 1);
    m->A = ARENA_ARRAY(s->a, double, m->n * m->m + 1);
    m->rhs = ARENA_ARRAY(s->a, double, m->n + m->m + 1);
    m->delta = ARENA_ARRAY(s->a, double, m->n + m->m + 1);
    m->independent = ARENA_ARRAY(s->a, bool, m->m + 1);
    m->used = ARENA_ARRAY(s->a, int, m->m + 1);
    solver_restart(s, m);
}

static mode *make_mode(sim *s, const bool *freed, const bool *switched_off, const bool *dropped, const bool *rows,
                       const signed char *slip) {
    arena *run = kit_enter(s);
    mode *m = ARENA_NEW(s->a, mode);
    m->run = s->kit->present;
    m->watches = true;
    m->nth = s->kit->modes.len;
    mode none = {0}, *now = s->mode ? s->mode : &none;
    m->freed = kept_flags(s, now->freed, freed, s->m->body_count);
    m->switched_off = kept_flags(s, now->switched_off, switched_off, s->m->switch_count);
    m->dropped = kept_flags(s, now->dropped, dropped, s->m->coord_count);
    m->rows = copy_flags(s->a, rows, s->m->row_count);
    m->slip = ARENA_ARRAY(s->a, signed char, s->m->row_count + 1);
    memcpy(m->slip, slip, s->m->row_count);
    const model_system *system = model_variant(s->m, m->freed);
    m->choice = (mech_choice){system, m->switched_off, m->dropped, m->rows, m->slip};
    m->eq = mech_derive_lean(s->m, &m->choice, s->a);
    m->n = m->eq.n;
    m->m = m->eq.m;
    m->choice.system = reactions_resolve(s, m);
    make_program(s, m);
    vec_push(s->a, &s->kit->modes, m);
    kit_leave(s, run);
    return m;
}

/* As if it had just been made, for the present values of the parameters. */
static void restart(sim *s, mode *m) {
    m->run = s->kit->present;
    m->direct = NULL;
    m->decided = m->at_hand = m->evaluated = false;
    m->inconsistency = 0;
    m->info = (saddle_info){.regular = false};
    m->skew = m->skew_full;
    solver_restart(s, m);
    if (m->matrices)
        m->matrices->stale = true;
    direct_restart(s, m);
    m->watches = false;
    if (m->survey)
        survey_restart(m->survey);
}

void mode_prepare_steps(sim *s) {
    mode *m = s->mode;
    if (m->watches)
        return;
    m->watches = true;
    if (m->watch)
        watch_load_params(s, m->watch);
    if (m->jumps)
        jumps_restart(s, m->jumps);
}

void mode_prepare(sim *s, mode *m) {
    if (m->run != s->kit->present)
        restart(s, m);
}

const char *mode_dropped_name(sim *s, const bool *freed, const bool *switched_off, const bool *dropped,
                              const bool *rows) {
    mode trial = {.dropped = copy_flags(s->a, dropped, s->m->coord_count)};
    const model_system *system = model_variant(s->m, freed);
    for (size_t i = 0; i < system->element_count; i++) {
        const system_element *e = &system->elements[i];
        bool named = mode_names_dropped(s, &trial, e->energy);
        for (int k = 0; k < e->size; k++)
            named =
                named || mode_names_dropped(s, &trial, e->force[k]) || mode_names_dropped(s, &trial, e->velocity[k]);
        if (named && (e->switch_index < 0 || !switched_off[e->switch_index]))
            return e->name;
    }
    for (size_t i = 0; i < s->m->row_count; i++)
        if (rows[i] &&
            (mode_names_dropped(s, &trial, system->rows[i].f) || mode_names_dropped(s, &trial, system->rows[i].along)))
            return s->m->rows[i].name;
    return NULL;
}

static bool same_flags(const bool *x, const bool *y, size_t count) {
    return x == y || !memcmp(x, y, count);
}

mode *mode_get(sim *s, const bool *freed, const bool *switched_off, const bool *dropped, const bool *rows,
               const signed char *slip) {
    const model *m = s->m;
    for (size_t i = 0; i < s->kit->modes.len; i++) {
        mode *x = s->kit->modes.at[i];
        if (memcmp(x->rows, rows, m->row_count) || memcmp(x->slip, slip, m->row_count) ||
            !same_flags(x->freed, freed, m->body_count) ||
            !same_flags(x->switched_off, switched_off, m->switch_count) ||
            !same_flags(x->dropped, dropped, m->coord_count))
            continue;
        mode_prepare(s, x);
        return x;
    }
    return make_mode(s, freed, switched_off, dropped, rows, slip);
}

/* The state vector is rearranged: coordinates in force in both modes keep their values. */
void mode_enter(sim *s, mode *next) {
    mode *old = s->mode;
    if (old == next)
        return;
    size_t coords = s->m->coord_count;
    double *q = s->work_y, *v = s->work_y + coords, *w = s->work_y + 2 * coords;
    memset(s->work_y, 0, 2 * coords * sizeof *q);
    for (int i = 0; old && i < old->n; i++) {
        q[old->eq.coords[i]] = s->y[i];
        v[old->eq.coords[i]] = s->y[old->n + i];
    }
    if (old)
        memcpy(w, s->y + 2 * old->n, s->quadratures * sizeof *w);
    for (int i = 0; i < next->n; i++) {
        s->y[i] = q[next->eq.coords[i]];
        s->y[next->n + i] = v[next->eq.coords[i]];
    }
    if (old)
        memcpy(s->y + 2 * next->n, w, s->quadratures * sizeof *w);
    s->mode = next;
    if (old)
        sensitivity_enter(s, old, next);
}
