/* A point: equations of a mode with loads as inputs, compiled. */
#include <math.h>
#include <string.h>

#include "analysis/probe/response.h"
#include "expr/graph.h"
#include "mech/solution.h"
#include "point/parts.h"

static void list_inputs(point *p) {
    const model *m = p->m;
    const size_t n = (size_t)p->n, rows = (size_t)p->rows;
    p->vars = ARENA_ARRAY(p->a, uint32_t, m->param_count + 1 + 4 * n + rows);
    size_t at = 0;
    for (size_t i = 0; i < m->param_count; i++)
        p->vars[at++] = m->params[i].var;
    p->t_at = at;
    p->vars[at++] = m->t;
    p->q_at = at;
    p->v_at = at + n;
    p->load_at = at + 2 * n;
    p->a_at = at + 3 * n;
    p->lambda_at = at + 4 * n;
    for (size_t i = 0; i < n; i++) {
        const model_coord *c = &m->coords[p->e.coords[i]];
        p->vars[p->q_at + i] = c->q;
        p->vars[p->v_at + i] = c->v;
        p->vars[p->load_at + i] = p->load_vars[p->e.coords[i]];
        p->vars[p->a_at + i] = c->a;
    }
    for (size_t k = 0; k < rows; k++)
        p->vars[p->lambda_at + k] = m->rows[p->e.rows[k]].lambda;
    p->input_count = p->lambda_at + rows;
}

static void compile_matrices(point *p) {
    size_t count;
    const expr_id *roots = point_matrix_roots(p, &count);
    p->matrices = point_compile(p, &(tape_group){.roots = roots, .count = count}, 1, NULL, 0, 1);
}

static void compile_results(point *p) {
    size_t count;
    const expr_id *roots = point_result_roots(p, &count);
    p->results = point_compile(p, &(tape_group){.roots = roots, .count = count}, 1, NULL, 0, 1);
}

/* What a solution by matrices takes: beyond that the explicit one does not pay. */
static size_t dense_products(size_t n, size_t m) {
    return (n * n * n + m * m * m) / 6 + (n * n * m + n * m * m) / 2 + 2 * (n + m) * (n + m) + 8 * (n + m) + 30;
}

static void compile_motion(point *p) {
    const size_t n = (size_t)p->n, rows = (size_t)p->rows;
    int *all = ARENA_ARRAY(p->a, int, rows + 1);
    for (size_t k = 0; k < rows; k++)
        all[k] = (int)k;
    mech_solution x;
    const bool found = n && mech_solve(p->m, &p->choice, &p->e, all, p->rows, dense_products(n, rows), true, p->a, &x);
    if (!found)
        return;
    expr_id *roots = ARENA_ARRAY(p->a, expr_id, n + rows + 1);
    memcpy(roots, x.a, n * sizeof *roots);
    if (rows)
        memcpy(roots + n, x.lambda, rows * sizeof *roots);
    roots[n + rows] = x.trust;
    p->motion = point_compile(p, &(tape_group){.roots = roots, .count = n + rows + 1}, 1, NULL, 0, 1);
}

static void lay_out(point *p) {
    for (int k = 0; k < POINT_QUANTITY_COUNT; k++)
        p->at[k + 1] = p->at[k] + point_size(p, (point_quantity)k);
    const size_t n = (size_t)p->n, rows = (size_t)p->rows, coords = p->m->coord_count;
    p->values = ARENA_ARRAY(p->a, double, p->at[POINT_QUANTITY_COUNT] + 1);
    p->C = p->e.unsymmetric ? ARENA_ARRAY(p->a, double, n *rows + 1) : p->values + p->at[POINT_A];
    p->h = ARENA_ARRAY(p->a, double, n + 1);
    p->gamma = ARENA_ARRAY(p->a, double, rows + 1);
    p->spare = ARENA_ARRAY(p->a, double, rows + 1);
    p->q = ARENA_ARRAY(p->a, double, n + 1);
    p->v = ARENA_ARRAY(p->a, double, n + 1);
    double **of_model[] = {&p->place, &p->speed, &p->load};
    for (size_t k = 0; k < sizeof of_model / sizeof *of_model; k++)
        *of_model[k] = ARENA_ARRAY(p->a, double, coords + 1);
    for (size_t i = 0; i < coords; i++)
        p->place[i] = p->speed[i] = NAN;
}

point *point_create(model *m, const mech_choice *choice, arena *a) {
    point *p = ARENA_NEW(a, point);
    *p = (point){.a = a, .m = m, .choice = *choice};
    p->load_vars = mech_load_vars(m, a);
    p->choice.system = mech_with_loads(m, choice, p->load_vars, a);
    p->e = mech_derive(m, &p->choice, a);
    p->n = p->e.n;
    p->rows = p->e.m;
    analysis_setting setting = {.m = m, .choice = p->choice, .e = p->e, .a = a};
    p->outputs = analysis_outputs(&setting, a);
    list_inputs(p);
    lay_out(p);
    compile_matrices(p);
    compile_motion(p);
    compile_results(p);
    p->solver = num_saddle_create(a, p->n > 0 ? p->n : 1, p->rows);
    if (p->e.unsymmetric)
        p->skew = num_unsymmetric_create(a, p->n, p->rows);
    return p;
}

void point_dispose(point *p) {
    point_program *const all[] = {&p->matrices, &p->motion, &p->lanes, &p->results, &p->pictures};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k]->t)
            tape_unload(all[k]->code);
    if (p->slopes)
        point_slopes_dispose(p->slopes);
}

const mech_equations *point_equations(const point *p) {
    return &p->e;
}

void point_add_load(point *p, mech_load load) {
    vec_push(p->a, &p->loads, load);
    p->evaluated = p->has_results = false;
}
