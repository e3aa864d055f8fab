/* How what an exported model computes changes as its point moves in one direction: exact derivatives as programs. */
#include "export/trend.h"

#include "export/roots.h"
#include "expr/diff.h"
#include "expr/walk.h"

typedef VEC(expr_id) root_list;
typedef VEC(uint32_t) var_list;

/* The variables of a program, and which of them are rates of which. */
typedef struct seeds {
    export_machine *x;
    var_list vars;
    VEC(uint32_t) of, rate;
} seeds;

static uint32_t add_seed(seeds *d, uint32_t of) {
    const uint32_t rate = model_add_var(d->x->m, "rate");
    vec_push(d->x->a, &d->vars, rate);
    vec_push(d->x->a, &d->of, of);
    vec_push(d->x->a, &d->rate, rate);
    return rate;
}

static void add_inputs(seeds *d) {
    const model *m = d->x->m;
    for (size_t i = 0; i < m->param_count; i++)
        if (m->params[i].input)
            add_seed(d, m->params[i].var);
}

/* Parameters that follow inputs move with them. */
static void forward(const seeds *d, const expr_id *roots, size_t count, expr_id *out) {
    const model *m = d->x->m;
    expr_id *dot = ARENA_ARRAY(d->x->a, expr_id, expr_var_count(m->g) + 1);
    for (size_t i = 0; i < d->of.len; i++)
        dot[d->of.at[i]] = expr_var(m->g, d->rate.at[i]);
    for (int i = 0; i < d->x->follow_count; i++) {
        const model_param *p = &m->params[d->x->follows[i]];
        expr_forward(m->g, &p->definition, 1, dot, &dot[p->var]);
    }
    expr_forward(m->g, roots, count, dot, out);
}

/* Derivatives of |v| v exist at rest. */
static void push_rates(const seeds *d, root_list *list, const expr_id *roots, size_t count) {
    const model *m = d->x->m;
    expr_id *soft = ARENA_ARRAY(d->x->a, expr_id, count + 1);
    for (size_t i = 0; i < count; i++)
        soft[i] = roots[i].i ? roots[i] : expr_int(m->g, 0);
    if (!count)
        return;
    expr_soften(m->g, soft, count, 1u << VAR_VELOCITY, d->x->a, soft);
    forward(d, soft, count, soft);
    for (size_t i = 0; i < count; i++)
        vec_push(d->x->a, list, soft[i]);
}

static root_list residuals(const export_machine *x, const mode *o) {
    const model *m = x->m;
    const mech_equations *e = &o->eq;
    graph *g = m->g;
    root_list list = {0};
    for (int i = 0; i < o->n; i++) {
        expr_id sum = e->h[i].i ? expr_neg(g, e->h[i]) : expr_int(g, 0);
        for (int j = 0; j < o->n; j++)
            sum = expr_add(
                g, sum,
                expr_mul(g, i >= j ? e->M[i * o->n + j] : e->M[j * o->n + i], expr_var(g, m->coords[e->coords[j]].a)));
        for (int k = 0; k < o->m; k++)
            sum = expr_add(g, sum, expr_mul(g, e->A[k * o->n + i], expr_var(g, m->rows[e->rows[k]].lambda)));
        vec_push(x->a, &list, sum);
    }
    for (int k = 0; k < o->m; k++) {
        expr_id sum = expr_neg(g, e->gamma[k]);
        for (int i = 0; i < o->n; i++)
            sum = expr_add(g, sum, expr_mul(g, e->A[k * o->n + i], expr_var(g, m->coords[e->coords[i]].a)));
        vec_push(x->a, &list, sum);
    }
    return list;
}

static root_list coefficients(const export_machine *x, const export_shape *p) {
    root_list list = {0};
    for (int held = 0; held < 2; held++)
        for (int i = 0; i < p->survey->contact_count; i++)
            vec_push(x->a, &list, export_roots_coefficient(x, p, p->survey->contact[i], held));
    return list;
}

static void add_point(seeds *d, const mode *o) {
    const model *m = d->x->m;
    add_seed(d, m->t);
    for (int i = 0; i < o->n; i++)
        add_seed(d, m->coords[o->eq.coords[i]].q);
    for (int i = 0; i < o->n; i++)
        add_seed(d, m->coords[o->eq.coords[i]].v);
    add_inputs(d);
}

static void add_solved(seeds *d, const mode *o) {
    const model *m = d->x->m;
    for (int i = 0; i < o->n; i++)
        add_seed(d, m->coords[o->eq.coords[i]].a);
    for (int k = 0; k < o->m; k++)
        add_seed(d, m->rows[o->eq.rows[k]].lambda);
    for (int i = 0; o->pieces && i < o->pieces->rubbing_count; i++)
        add_seed(d, o->pieces->rubbing[i].drags);
}

export_trend export_trend_create(export_machine *x, export_shape *p) {
    const mode *o = p->of;
    seeds d = {.x = x};
    root_list motion = {0}, shown = {0};
    const export_shown all = export_roots_shown(x, p);
    const root_list held = residuals(x, o), mu = coefficients(x, p);
    for (size_t i = 0; i < p->var_count; i++)
        vec_push(x->a, &d.vars, p->vars[i]);
    export_trend f = {.seed_at = d.vars.len};
    add_point(&d, o);
    push_rates(&d, &motion, held.at, held.len);
    push_rates(&d, &motion, o->eq.f_dot, (size_t)o->m);
    push_rates(&d, &motion, mu.at, mu.len);
    f.solved_at = d.vars.len;
    add_solved(&d, o);
    f.input_count = d.vars.len;
    push_rates(&d, &shown, all.quadratures.roots, all.quadratures.count);
    push_rates(&d, &shown, all.results.roots, all.results.count);
    push_rates(&d, &shown, all.conditions.roots, all.conditions.count);
    f.pieces_at = shown.len;
    size_t count = 0;
    const expr_id *switching = o->piece_program ? dynamics_piece_roots(x->s, o, &count) : NULL;
    push_rates(&d, &shown, switching, count);
    const tape_group groups[] = {{.roots = motion.at, .count = motion.len},
                                 {.roots = shown.at,
                                  .count = shown.len,
                                  .inputs_new = d.vars.at + f.solved_at,
                                  .inputs_new_count = f.input_count - f.solved_at}};
    f.t = tape_build(x->a, x->m->g, d.vars.at, d.vars.len, o->piece_slot, groups, TREND_SEGMENTS - 1);
    return f;
}

const tape *export_trend_reports(export_machine *x) {
    const model *m = x->m;
    seeds d = {.x = x};
    root_list values = {0}, rates = {0};
    for (size_t i = 0; i < m->param_count; i++)
        vec_push(x->a, &d.vars, m->params[i].var);
    for (size_t i = 0; i < m->reducer_count; i++)
        vec_push(x->a, &d.vars, m->reducers[i].var);
    for (size_t i = 0; i < m->reducer_count; i++)
        add_seed(&d, m->reducers[i].var);
    add_inputs(&d);
    for (size_t i = 0; i < m->report_count; i++)
        vec_push(x->a, &values, m->reports[i].value);
    push_rates(&d, &rates, values.at, values.len);
    const tape_group group = {.roots = rates.at, .count = rates.len};
    return tape_build(x->a, m->g, d.vars.at, d.vars.len, 0, &group, 1);
}
