/* Derivatives of all quantities at a state: the differentiated equations, solved with the factors there, eight
   directions at a time. */
#include <math.h>
#include <string.h>

#include "expr/diff.h"
#include "expr/walk.h"
#include "num/vector.h"
#include "point/parts.h"

enum { LANES = 8 };
/* Segments: the matrices; how they and the residual change in a direction; how the results change with the solution. */
enum { SEG_STATE = 1, SEG_ALONG, SEG_RESULTS };

/* The change of one parameter with another by its definition. */
typedef struct follower {
    size_t param, by;
    expr_id slope;
} follower;

struct point_slopes {
    point_program program;
    size_t seed_at, solution_at; /* inputs: of t, q, v, loads, parameters; of accelerations and multipliers */
    size_t seeds;                /* of the former */
    VEC(follower) followers;     /* in the order of parameters that they depend on */
    double *follow;              /* [changed][parameter] */
    double *seed;                /* [direction][seed] */
    size_t at[POINT_QUANTITY_COUNT + 1]; /* of quantities without M and A: all slopes of these would be cubes */
    double *out;                 /* [direction][number of at]; NULL until they are asked for */
    double *Q, *Q_q, *Q_v;       /* of the loads */
    bool fresh;                  /* out belongs to the evaluation: */
    long of;
    long version; /* of the parameters that `follow` belongs to */
};

/* --- The program --- */

/* M a + C^T lambda - h, then A a - gamma, with a and lambda as they stand. */
static void push_residuals(const point *p, expr_id *out) {
    graph *g = p->m->g;
    const mech_equations *e = &p->e;
    for (int i = 0; i < p->n; i++) {
        expr_id sum = e->h[i].i ? expr_neg(g, e->h[i]) : expr_int(g, 0);
        for (int j = 0; j < p->n; j++) {
            expr_id a = expr_var(g, p->m->coords[e->coords[j]].a);
            sum = expr_add(g, sum, expr_mul(g, i >= j ? e->M[i * p->n + j] : e->M[j * p->n + i], a));
        }
        for (int k = 0; k < p->rows; k++) {
            expr_id lambda = expr_var(g, p->m->rows[e->rows[k]].lambda);
            sum = expr_add(g, sum, expr_mul(g, e->C[k * p->n + i], lambda));
        }
        *out++ = sum;
    }
    for (int k = 0; k < p->rows; k++) {
        expr_id sum = expr_neg(g, e->gamma[k]);
        for (int i = 0; i < p->n; i++) {
            expr_id a = expr_var(g, p->m->coords[e->coords[i]].a);
            sum = expr_add(g, sum, expr_mul(g, e->A[k * p->n + i], a));
        }
        *out++ = sum;
    }
}

static expr_id *seeds_of(const point *p, const uint32_t *of, const uint32_t *seeds, size_t count) {
    expr_id *dot = ARENA_ARRAY(p->a, expr_id, expr_var_count(p->m->g) + 1);
    for (size_t i = 0; i < count; i++)
        dot[of[i]] = expr_var(p->m->g, seeds[i]);
    return dot;
}

static void compile(point *p, point_slopes *s) {
    const size_t n = (size_t)p->n, rows = (size_t)p->rows, params = p->m->param_count;
    const size_t all = s->seeds + n + rows;
    uint32_t *of = ARENA_ARRAY(p->a, uint32_t, all), *seeds = ARENA_ARRAY(p->a, uint32_t, all);
    memcpy(of, p->vars + p->t_at, (1 + 3 * n) * sizeof *of); /* t, q, v, loads */
    memcpy(of + 1 + 3 * n, p->vars, params * sizeof *of);
    memcpy(of + s->seeds, p->vars + p->a_at, (n + rows) * sizeof *of);
    for (size_t i = 0; i < all; i++)
        seeds[i] = model_add_var(p->m, "d");
    size_t state_count, result_count;
    const expr_id *state = point_matrix_roots(p, &state_count), *results = point_result_roots(p, &result_count);
    expr_id *along = ARENA_ARRAY(p->a, expr_id, state_count + n + rows + 1);
    memcpy(along, state, state_count * sizeof *along);
    push_residuals(p, along + state_count);
    expr_soften(p->m->g, along, state_count + n + rows, 1u << VAR_VELOCITY, p->a, along);
    expr_forward(p->m->g, along, state_count + n + rows, seeds_of(p, of, seeds, s->seeds), along);
    expr_id *last = ARENA_ARRAY(p->a, expr_id, result_count + 1);
    expr_forward(p->m->g, results, result_count, seeds_of(p, of, seeds, all), last);
    const tape_group groups[] = {
        {.roots = state, .count = state_count},
        {.roots = along, .count = state_count + n + rows, .inputs_new = seeds, .inputs_new_count = s->seeds},
        {.roots = last, .count = result_count, .inputs_new = seeds + s->seeds, .inputs_new_count = n + rows}};
    s->seed_at = p->input_count;
    s->solution_at = s->seed_at + s->seeds;
    s->program = point_compile(p, groups, sizeof groups / sizeof *groups, seeds, all, LANES);
}

/* --- Parameters that are defined by others --- */

static void find_followers(point *p, point_slopes *s) {
    const model *m = p->m;
    for (size_t i = 0; i < m->param_count; i++)
        for (size_t k = 0; k < m->param_count; k++) {
            if (!m->params[i].definition.i)
                continue;
            expr_id slope = expr_derivative(m->g, m->params[i].definition, m->params[k].var);
            if (!expr_is_zero(m->g, slope))
                vec_push(p->a, &s->followers, (follower){i, k, slope});
        }
}

/* By how much a parameter moves with each that its definition depends on, of which all is known. */
static void follow_one(const point_slopes *s, size_t count, const double *slope, size_t param) {
    s->follow[param * count + param] = 1;
    for (size_t k = 0; k < s->followers.len; k++) {
        const follower *f = &s->followers.at[k];
        if (f->param != param || slope[k] == 0)
            continue;
        for (size_t c = 0; c < count; c++)
            if (c != param)
                s->follow[c * count + param] += slope[k] * s->follow[c * count + f->by];
    }
}

/* Definitions in whatever order: each as soon as those that it depends on are known. */
static void follow(const point *p, point_slopes *s) {
    const model *m = p->m;
    const size_t count = m->param_count;
    arena *a = base_arena_create();
    double *slope = ARENA_ARRAY(a, double, s->followers.len + 1);
    for (size_t k = 0; k < s->followers.len; k++)
        slope[k] =
            m->params[s->followers.at[k].param].given ? 0 : expr_eval(m->g, s->followers.at[k].slope, model_values(m));
    memset(s->follow, 0, count * count * sizeof *s->follow);
    bool *known = ARENA_ARRAY(a, bool, count + 1), *waits = ARENA_ARRAY(a, bool, count + 1);
    for (bool any = true; any;) {
        any = false;
        memset(waits, 0, count * sizeof *waits);
        for (size_t k = 0; k < s->followers.len; k++)
            waits[s->followers.at[k].param] |= !known[s->followers.at[k].by];
        for (size_t i = 0; i < count; i++)
            if (!known[i] && !waits[i]) {
                follow_one(s, count, slope, i);
                known[i] = any = true;
            }
    }
    base_arena_destroy(a);
    s->version = m->block.version;
}

static bool is_matrix(point_quantity what) {
    return what == POINT_M || what == POINT_A;
}

static void create(point *p) {
    const size_t n = (size_t)p->n, params = p->m->param_count;
    point_slopes *s = ARENA_NEW(p->a, point_slopes);
    s->seeds = 1 + 3 * n + params;
    for (int k = 0; k < POINT_QUANTITY_COUNT; k++)
        s->at[k + 1] = s->at[k] + (is_matrix((point_quantity)k) ? 0 : point_size(p, (point_quantity)k));
    compile(p, s);
    find_followers(p, s);
    s->follow = ARENA_ARRAY(p->a, double, params *params + 1);
    s->seed = ARENA_ARRAY(p->a, double, s->seeds * s->seeds + 1);
    s->Q = ARENA_ARRAY(p->a, double, n + 1);
    s->Q_q = ARENA_ARRAY(p->a, double, n *n + 1);
    s->Q_v = ARENA_ARRAY(p->a, double, n *n + 1);
    s->version = p->m->block.version - 1;
    p->slopes = s;
}

static bool is_followed(const point *p) {
    return p->slopes->version == p->m->block.version;
}

void point_slopes_dispose(point_slopes *s) {
    tape_unload(s->program.code);
}

/* --- Directions --- */

/* By how much loads change with time alone. */
static void add_time(point *p, double *change) {
    const double step = 1e-5 * fmax(1, fabs(p->t));
    arena *a = base_arena_create();
    double *before = ARENA_ARRAY(a, double, p->n + 1), *after = ARENA_ARRAY(a, double, p->n + 1);
    point_find_loads(p, p->t - step, p->q, p->v, before, NULL, NULL);
    point_find_loads(p, p->t + step, p->q, p->v, after, NULL, NULL);
    for (int i = 0; i < p->n; i++)
        change[i] = (after[i] - before[i]) / (2 * step);
    base_arena_destroy(a);
}

/* Direction 0: t; then each of q, v, loads, parameters. Loads follow the state. */
static void set_directions(point *p, point_slopes *s) {
    const size_t n = (size_t)p->n, params = p->m->param_count;
    memset(s->seed, 0, s->seeds * s->seeds * sizeof *s->seed);
    for (size_t d = 0; d < 1 + 3 * n; d++)
        s->seed[d * s->seeds + d] = 1;
    for (size_t k = 0; k < params; k++)
        memcpy(s->seed + (1 + 3 * n + k) * s->seeds + 1 + 3 * n, s->follow + k * params, params * sizeof *s->seed);
    if (!p->loads.len)
        return;
    point_find_loads(p, p->t, p->q, p->v, s->Q, s->Q_q, s->Q_v);
    add_time(p, s->seed + 1 + 2 * n);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            s->seed[(1 + j) * s->seeds + 1 + 2 * n + i] = s->Q_q[i * n + j];
            s->seed[(1 + n + j) * s->seeds + 1 + 2 * n + i] = s->Q_v[i * n + j];
        }
}

static void put_point(point *p, point_slopes *s, const double *a, const double *lambda) {
    point_program *x = &s->program;
    const size_t n = (size_t)p->n;
    point_put(x, p->t_at, &p->t, 1);
    point_put(x, p->q_at, p->q, n);
    point_put(x, p->v_at, p->v, n);
    if (p->loads.len)
        point_put(x, p->load_at, s->Q, n);
    point_put(x, p->a_at, a, n);
    point_put(x, p->lambda_at, lambda, (size_t)p->rows);
    point_run(p, x);
}

/* What one lane of a segment says, from its root `from` on. */
static void take(const point_slopes *s, int segment, int lane, size_t from, size_t count, double *to) {
    const point_program *x = &s->program;
    const uint32_t *out = x->t->segments[segment].out_slots + from;
    for (size_t i = 0; i < count; i++)
        to[i] = x->slots[out[i] * LANES + (size_t)lane];
}

static void put_lane(const point_slopes *s, int lane, size_t at, const double *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        s->program.slots[(at + i) * LANES + (size_t)lane] = from[i];
}

/* Where the residuals stand among the roots of SEG_ALONG. */
static size_t first_residual(const point *p) {
    const size_t n = (size_t)p->n, triangle = n * (n + 1) / 2;
    return triangle + p->at[POINT_ACCELERATION] - p->at[POINT_H] + (p->skew ? n * (size_t)p->rows : 0);
}

/* Where a quantity from H to F_DOT stands among them: behind the triangle of M. */
static size_t root_of(const point *p, point_quantity what) {
    const size_t n = (size_t)p->n;
    return n * (n + 1) / 2 + p->at[what] - p->at[POINT_H];
}

/* The change of M or A. */
static void take_matrix(const point *p, const point_slopes *s, point_quantity what, int lane, double *out) {
    const size_t n = (size_t)p->n;
    if (what == POINT_A) {
        take(s, SEG_ALONG, lane, root_of(p, POINT_A), point_size(p, POINT_A), out);
        return;
    }
    for (size_t i = 0, k = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++, k++) {
            take(s, SEG_ALONG, lane, k, 1, &out[i * n + j]);
            out[j * n + i] = out[i * n + j];
        }
}

/* The change of h, gamma, f and f_dot as the values lie, and of the solution. */
static void solve_lane(point *p, point_slopes *s, int lane, double *out) {
    const size_t n = (size_t)p->n, rows = (size_t)p->rows;
    double *a = out + s->at[POINT_ACCELERATION], *lambda = out + s->at[POINT_MULTIPLIER];
    for (int what = POINT_H; what < POINT_ACCELERATION; what++)
        if (!is_matrix((point_quantity)what))
            take(s, SEG_ALONG, lane, root_of(p, (point_quantity)what), point_size(p, (point_quantity)what),
                 out + s->at[what]);
    take(s, SEG_ALONG, lane, first_residual(p), n, p->h);
    take(s, SEG_ALONG, lane, first_residual(p) + n, rows, p->gamma);
    for (size_t i = 0; i < n; i++)
        p->h[i] = -p->h[i];
    for (size_t k = 0; k < rows; k++)
        p->gamma[k] = -p->gamma[k];
    point_solve_linear(p, p->h, p->gamma, a, lambda);
    put_lane(s, lane, s->solution_at, a, n);
    put_lane(s, lane, s->solution_at + n, lambda, rows);
}

static void differentiate(point *p, point_slopes *s) {
    const size_t total = s->at[POINT_QUANTITY_COUNT], first_result = s->at[POINT_FORCE];
    put_point(p, s, p->values + p->at[POINT_ACCELERATION], p->values + p->at[POINT_MULTIPLIER]);
    for (size_t first = 0; first < s->seeds; first += LANES) {
        const size_t count = s->seeds - first < LANES ? s->seeds - first : LANES;
        for (size_t k = 0; k < count; k++)
            put_lane(s, (int)k, s->seed_at, s->seed + (first + k) * s->seeds, s->seeds);
        tape_run(s->program.code, SEG_ALONG, s->program.slots);
        for (size_t k = 0; k < count; k++)
            solve_lane(p, s, (int)k, s->out + (first + k) * total);
        tape_run(s->program.code, SEG_RESULTS, s->program.slots);
        for (size_t k = 0; k < count; k++)
            take(s, SEG_RESULTS, (int)k, 0, total - first_result, s->out + (first + k) * total + first_result);
    }
}

static void hide_outputs_without_value(const point *p, point_slopes *s) {
    for (size_t i = 0; i < p->m->output_count; i++)
        for (size_t d = 0; !p->outputs[i].i && d < s->seeds; d++)
            s->out[d * s->at[POINT_QUANTITY_COUNT] + s->at[POINT_OUTPUT] + i] = NAN;
}

/* At the state evaluated last, if that is not done. The factors there may be those of another state by now. */
static bool prepare(point *p) {
    if (!p->evaluated || p->version != p->m->block.version)
        return false;
    if (!p->slopes)
        create(p);
    point_slopes *s = p->slopes;
    if (s->fresh && s->of == p->evaluations)
        return true;
    if (!point_factor(p, p->t, p->q, p->v))
        return false;
    if (!is_followed(p))
        follow(p, s);
    if (!s->out)
        s->out = ARENA_ARRAY(p->a, double, s->seeds * s->at[POINT_QUANTITY_COUNT] + 1);
    set_directions(p, s);
    differentiate(p, s);
    hide_outputs_without_value(p, s);
    s->fresh = true;
    s->of = p->evaluations;
    return true;
}

/* The first direction of each, with t before q, v, loads and parameters. */
static size_t first_direction(const point *p, point_variable by) {
    const size_t n = (size_t)p->n;
    return by == POINT_BY_T ? 0 : by == POINT_BY_PARAM ? 1 + 3 * n : 1 + (size_t)(by - POINT_BY_Q) * n;
}

/* Of M or A, direction by direction. */
static void differentiate_matrix(point *p, point_quantity what, point_variable by, double *out) {
    point_slopes *s = p->slopes;
    const size_t width = point_width(p, by), size = point_size(p, what), from = first_direction(p, by);
    arena *a = base_arena_create();
    double *one = ARENA_ARRAY(a, double, size + 1);
    put_point(p, s, p->values + p->at[POINT_ACCELERATION], p->values + p->at[POINT_MULTIPLIER]);
    for (size_t k = 0; k < width; k++) {
        put_lane(s, 0, s->seed_at, s->seed + (from + k) * s->seeds, s->seeds);
        tape_run(s->program.code, SEG_ALONG, s->program.slots);
        take_matrix(p, s, what, 0, one);
        for (size_t i = 0; i < size; i++)
            out[i * width + k] = one[i];
    }
    base_arena_destroy(a);
}

bool point_differentiate(point *p, point_quantity what, point_variable by, double *out) {
    if (!prepare(p))
        return false;
    const point_slopes *s = p->slopes;
    const size_t width = point_width(p, by), size = point_size(p, what), from = first_direction(p, by);
    if (is_matrix(what)) {
        differentiate_matrix(p, what, by, out);
        return true;
    }
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k < width; k++)
            out[i * width + k] = s->out[(from + k) * s->at[POINT_QUANTITY_COUNT] + s->at[what] + i];
    return true;
}

bool point_differentiate_residual(point *p, point_variable by, double *out) {
    if (!prepare(p))
        return false;
    point_slopes *s = p->slopes;
    const size_t n = (size_t)p->n, width = point_width(p, by);
    const size_t from = first_direction(p, by);
    double *column = p->h;
    set_directions(p, s);
    put_point(p, s, p->values + p->at[POINT_ACCELERATION], p->values + p->at[POINT_MULTIPLIER]);
    for (size_t k = 0; k < width; k++) {
        put_lane(s, (int)(k % LANES), s->seed_at, s->seed + (from + k) * s->seeds, s->seeds);
        if (k % LANES < LANES - 1 && k + 1 < width)
            continue;
        tape_run(s->program.code, SEG_ALONG, s->program.slots);
        for (size_t lane = 0; lane <= k % LANES; lane++) {
            take(s, SEG_ALONG, (int)lane, first_residual(p), n, column);
            for (size_t i = 0; i < n; i++)
                out[i * width + k - k % LANES + lane] = column[i];
        }
    }
    return true;
}

static size_t direction_at_rest(const point *p, size_t i) {
    return 1 + i + (point_is_state(p, (int)i) ? (size_t)p->n : 0);
}

/* The columns of the directions first to first + count of q. */
static void take_stiffness(point *p, const point_slopes *s, size_t first, size_t count, double *J) {
    const size_t n = (size_t)p->n, rows = (size_t)p->rows, size = n + rows;
    const size_t f_at = root_of(p, POINT_F);
    for (size_t k = 0; k < count; k++) {
        take(s, SEG_ALONG, (int)k, first_residual(p), n, p->h);
        take(s, SEG_ALONG, (int)k, f_at, rows, p->gamma);
        for (size_t i = 0; i < size; i++)
            J[i * size + first + k] = i < n ? p->h[i] : p->gamma[i - n];
    }
}

bool point_find_stiffness(point *p, double t, const double *q, const double *v, const double *lambda, double *J) {
    const size_t n = (size_t)p->n, rows = (size_t)p->rows, size = n + rows;
    if (!p->slopes)
        create(p);
    point_slopes *s = p->slopes;
    s->fresh = false;
    p->t = t;
    memcpy(p->q, q, n * sizeof *q);
    memcpy(p->v, v, n * sizeof *v);
    memset(p->h, 0, n * sizeof *p->h);
    set_directions(p, s);
    put_point(p, s, p->h, lambda);
    for (size_t first = 0; first < n; first += LANES) {
        const size_t count = n - first < LANES ? n - first : LANES;
        for (size_t k = 0; k < count; k++)
            put_lane(s, (int)k, s->seed_at, s->seed + direction_at_rest(p, first + k) * s->seeds, s->seeds);
        tape_run(s->program.code, SEG_ALONG, s->program.slots);
        take_stiffness(p, s, first, count, J);
    }
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k < rows; k++)
            J[i * size + n + k] = i < n ? p->C[k * n + i] : 0;
    return num_all_finite(J, (int)(size * size));
}

/* Where point_find_stiffness was called last. */
static void take_rest_slope(point *p, size_t param, double *out) {
    const point_slopes *s = p->slopes;
    const size_t n = (size_t)p->n, rows = (size_t)p->rows;
    const size_t f_at = root_of(p, POINT_F);
    put_lane(s, 0, s->seed_at, s->seed + (1 + 3 * n + param) * s->seeds, s->seeds);
    tape_run(s->program.code, SEG_ALONG, s->program.slots);
    take(s, SEG_ALONG, 0, first_residual(p), n, out);
    take(s, SEG_ALONG, 0, f_at, rows, out + n);
}

bool point_find_rest(point *p, double t, const double *x, size_t param, double *residual, double *J, double *by_param) {
    const size_t n = (size_t)p->n, rows = (size_t)p->rows;
    double *q = p->place, *v = p->speed; /* room for each coordinate of the model */
    for (size_t i = 0; i < n; i++) {
        q[i] = point_is_state(p, (int)i) ? 0 : x[i];
        v[i] = point_is_state(p, (int)i) ? x[i] : 0;
    }
    p->evaluated = p->has_results = false;
    if (!point_find_matrices(p, t, q, v))
        return false;
    const double *h = p->values + p->at[POINT_H], *f = p->values + p->at[POINT_F];
    for (size_t i = 0; i < n; i++) {
        residual[i] = -h[i];
        for (size_t k = 0; k < rows; k++)
            residual[i] += p->C[k * n + i] * x[n + k];
    }
    memcpy(residual + n, f, rows * sizeof *f);
    if (p->slopes && !is_followed(p))
        follow(p, p->slopes);
    if (!point_find_stiffness(p, t, q, v, x + n, J))
        return false;
    if (!is_followed(p)) {
        follow(p, p->slopes);
        if (!point_find_stiffness(p, t, q, v, x + n, J))
            return false;
    }
    take_rest_slope(p, param, by_param);
    return num_all_finite(residual, (int)(n + rows)) && num_all_finite(by_param, (int)(n + rows));
}
