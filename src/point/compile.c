/* What the programs of a point compute, as expressions, and how they are made ready to run. */
#include <math.h>
#include <string.h>

#include "point/parts.h"

point_program point_compile(point *p, const tape_group *groups, size_t count, const uint32_t *more, size_t more_count,
                            int lanes) {
    uint32_t *vars = ARENA_ARRAY(p->a, uint32_t, p->input_count + more_count);
    memcpy(vars, p->vars, p->input_count * sizeof *vars);
    if (more_count)
        memcpy(vars + p->input_count, more, more_count * sizeof *vars);
    point_program x = {.lanes = lanes, .version = p->m->block.version - 1};
    x.t = tape_build(p->a, p->m->g, vars, p->input_count + more_count, p->m->param_count, groups, count);
    x.code = tape_load(p->a, x.t, tape_fastest(lanes));
    x.slots = ARENA_ARRAY(p->a, double, x.t->slot_count *(size_t)lanes + 1);
    tape_backend_of(x.code)->init(x.t, x.slots);
    return x;
}

void point_put(const point_program *x, size_t at, const double *values, size_t count) {
    double *to = x->slots + at * (size_t)x->lanes;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < x->lanes; k++)
            *to++ = values[i];
}

void point_run(const point *p, point_program *x) {
    if (x->version != p->m->block.version) {
        x->version = p->m->block.version;
        for (size_t i = 0; i < p->m->param_count; i++) {
            const double value = model_value_of(p->m, &p->m->params[i]);
            point_put(x, i, &value, 1);
        }
        tape_run(x->code, 0, x->slots);
    }
    tape_run(x->code, 1, x->slots);
}

typedef VEC(expr_id) root_list;

static void push(const point *p, root_list *list, const expr_id *roots, size_t count) {
    for (size_t i = 0; i < count; i++)
        vec_push(p->a, list, roots[i].i ? roots[i] : expr_int(p->m->g, 0));
}

expr_id *point_matrix_roots(const point *p, size_t *count) {
    const mech_equations *e = &p->e;
    const size_t n = (size_t)p->n, rows = (size_t)p->rows;
    root_list r = {0};
    for (size_t i = 0; i < n; i++)
        push(p, &r, e->M + i * n, i + 1);
    push(p, &r, e->h, n);
    push(p, &r, e->A, rows * n);
    push(p, &r, e->gamma, rows);
    push(p, &r, e->f, rows);
    push(p, &r, e->f_dot, rows);
    if (e->unsymmetric)
        push(p, &r, e->C, rows * n);
    *count = r.len;
    return r.at;
}

expr_id *point_result_roots(const point *p, size_t *count) {
    graph *g = p->m->g;
    const mech_equations *e = &p->e;
    root_list r = {0};
    for (int i = 0; i < p->n; i++) {
        expr_id sum = expr_int(g, 0);
        for (int k = 0; k < p->rows; k++) {
            expr_id lambda = expr_var(g, p->m->rows[e->rows[k]].lambda);
            sum = expr_sub(g, sum, expr_mul(g, e->C[k * p->n + i], lambda));
        }
        push(p, &r, &sum, 1);
    }
    const expr_id none = expr_real(g, NAN);
    for (size_t i = 0; i < p->m->output_count; i++)
        push(p, &r, p->outputs[i].i ? &p->outputs[i] : &none, 1);
    const expr_id energies[] = {e->kinetic, e->potential, e->energy, e->power};
    push(p, &r, energies, sizeof energies / sizeof *energies);
    *count = r.len;
    return r.at;
}

bool point_is_state(const point *p, int i) {
    return !model_is_place(&p->m->coords[p->e.coords[i]]);
}

size_t point_size(const point *p, point_quantity what) {
    const size_t n = (size_t)p->n, m = (size_t)p->rows;
    const size_t sizes[POINT_QUANTITY_COUNT] = {[POINT_M] = n * n,
                                                [POINT_H] = n,
                                                [POINT_A] = m * n,
                                                [POINT_GAMMA] = m,
                                                [POINT_F] = m,
                                                [POINT_F_DOT] = m,
                                                [POINT_ACCELERATION] = n,
                                                [POINT_MULTIPLIER] = m,
                                                [POINT_FORCE] = n,
                                                [POINT_OUTPUT] = p->m->output_count,
                                                [POINT_ENERGY] = 4};
    return sizes[what];
}

size_t point_width(const point *p, point_variable by) {
    return by == POINT_BY_T ? 1 : by == POINT_BY_PARAM ? p->m->param_count : (size_t)p->n;
}
