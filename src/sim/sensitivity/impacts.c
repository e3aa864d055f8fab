/* Sensitivities across jumps of velocity: impacts, constraints that are activated, velocities that are set. */
#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "sim/contact/delassus.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/tangent.h"
#include "sim/initial/conditions.h"
#include "sim/sensitivity/sensitivity.h"
#include "sim/sensitivity/state.h"

typedef VEC(expr_id) root_list;

/* M dv + A^T l, the rates of the rows before and after, and what impacts are made of, with their derivatives; dv and l
   stand in the places of accelerations and multipliers. */
typedef struct blow {
    mode *of;
    int n, m;
    loaded_tape *program;
    size_t seed_slot;
    double *M, *A;
} blow;

enum { BLOW_MATRICES = 1, BLOW_ALONG, BLOW_END };

static void push(sim *s, root_list *list, expr_id e) {
    vec_push(s->a, list, e.i ? e : expr_int(s->m->g, 0));
}

static expr_id combination(sim *s, const mode *m, int k, expr_id sum) {
    graph *g = s->m->g;
    for (int i = 0; i < m->n; i++)
        sum = expr_add(g, sum, expr_mul(g, m->eq.A[k * m->n + i], expr_var(g, s->m->coords[m->eq.coords[i]].a)));
    return sum;
}

static expr_id momentum(sim *s, const mode *m, int i) {
    graph *g = s->m->g;
    expr_id sum = expr_int(g, 0);
    for (int j = 0; j < m->n; j++)
        sum = expr_add(g, sum,
                       expr_mul(g, i >= j ? m->eq.M[i * m->n + j] : m->eq.M[j * m->n + i],
                                expr_var(g, s->m->coords[m->eq.coords[j]].a)));
    for (int k = 0; k < m->m; k++)
        sum = expr_add(g, sum, expr_mul(g, m->eq.A[k * m->n + i], expr_var(g, s->m->rows[m->eq.rows[k]].lambda)));
    return sum;
}

/* Per row: f, f_dot, f_dot after, friction, restitution. */
static void push_rows(sim *s, const mode *m, root_list *list) {
    const model_system *system = m->choice.system;
    for (int k = 0; k < m->m; k++)
        push(s, list, m->eq.f[k]);
    for (int k = 0; k < m->m; k++)
        push(s, list, m->eq.f_dot[k]);
    for (int k = 0; k < m->m; k++)
        push(s, list, combination(s, m, k, m->eq.f_dot[k]));
    for (int k = 0; k < m->m; k++)
        push(s, list, system->rows[m->eq.rows[k]].mu);
    for (int k = 0; k < m->m; k++)
        push(s, list, system->rows[m->eq.rows[k]].restitution);
}

static blow *create(sim *s, mode *m) {
    const variation_seeds *d = s->sensitivity->seeds;
    blow *b = ARENA_NEW(s->a, blow);
    *b = (blow){.of = m, .n = m->n, .m = m->m};
    size_t n = (size_t)m->n, rows = (size_t)m->m, params = s->m->param_count;
    root_list matrices = {0}, along = {0};
    dynamics_matrices_program(s, m);
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j <= i; j++)
            push(s, &matrices, m->eq.M[i * m->n + j]);
    for (size_t i = 0; i < n * rows; i++)
        push(s, &matrices, m->eq.A[i]);
    for (int k = 0; k < m->m; k++)
        push(s, &matrices, m->eq.f_dot[k]);
    for (int i = 0; i < m->n; i++)
        push(s, &along, momentum(s, m, i));
    push_rows(s, m, &along);
    dynamics_tangent_forward(s, d, along.at, along.len, false, along.at);
    const uint32_t *vars = dynamics_tangent_inputs(s, m, d, 0);
    size_t k = m->input_count + 1 + 2 * n + params;
    b->seed_slot = m->input_count;
    const tape_group groups[BLOW_END - 1] = {
        {.roots = matrices.at, .count = matrices.len},
        {.roots = along.at, .count = along.len, .inputs_new = vars + m->a_slot, .inputs_new_count = k - m->a_slot}};
    b->program = dynamics_load_program(s, tape_build(s->a, s->m->g, vars, k, params, groups, BLOW_END - 1));
    b->M = ARENA_ARRAY(s->a, double, n *n + 1);
    b->A = ARENA_ARRAY(s->a, double, n *rows + 1);
    return b;
}

static blow *blow_of(sim *s, mode *m) {
    sensitivity_kit *kit = s->sensitivity->kit;
    for (size_t i = 0; i < kit->blows.len; i++)
        if (kit->blows.at[i]->of == m)
            return kit->blows.at[i];
    arena *run = dynamics_kit_enter(s);
    blow *made = create(s, m);
    vec_push(s->a, &kit->blows, made);
    dynamics_kit_leave(s, run);
    return made;
}

static double root(const blow *b, int segment, size_t k) {
    return b->program->slots[b->program->t->segments[segment].out_slots[k]];
}

/* The place of a kind of row's derivatives: see push_rows. */
enum { OF_GAP, OF_RATE, OF_RATE_AFTER, OF_FRICTION, OF_RESTITUTION };

static double row_along(const blow *b, int kind, int k) {
    return root(b, BLOW_ALONG, (size_t)(b->n + kind * b->m + k));
}

static void load(sim *s, blow *b, const double *q, const double *v) {
    const mode *m = b->of;
    double *slots = b->program->slots;
    size_t n = (size_t)b->n, at = 0;
    dynamics_pieces_copy(m, slots);
    slots[m->t_slot] = s->t;
    memcpy(slots + m->q_slot, q, n * sizeof *q);
    memcpy(slots + m->v_slot, v, n * sizeof *v);
    dynamics_run_program(s, b->program);
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j <= i; j++)
            b->M[i * b->n + j] = root(b, BLOW_MATRICES, at++);
    for (int i = 0; i < b->m * b->n; i++)
        b->A[i] = root(b, BLOW_MATRICES, at++);
}

static double rate_of(const blow *b, int k) {
    return root(b, BLOW_MATRICES, (size_t)(b->n * (b->n + 1) / 2 + b->m * b->n + k));
}

static void load_direction(const sim *s, blow *b, const direction *d) {
    double *to = b->program->slots + b->seed_slot;
    *to++ = d->t;
    memcpy(to, d->y, 2 * (size_t)b->n * sizeof *to);
    memcpy(to + 2 * b->n, d->params, s->m->param_count * sizeof *to);
    tape_run(b->program->code, BLOW_ALONG, b->program->slots);
}

/* --- Impacts --- */

/* What a row of the impact does: `with` >= 0: its impulse is that of another row times `ratio`. */
typedef struct part {
    bool active;
    int with;
    double ratio, restitution;
} part;

static int find(const int *rows, int count, int row) {
    for (int i = 0; i < count; i++)
        if (rows[i] == row)
            return i;
    return -1;
}

static int place_of(const blow *b, int row) {
    return find(b->of->eq.rows, b->m, row);
}

/* Whether what rubs in row k still slips after the impact. */
static bool slips_on(const blow *b, const double *v, int k) {
    const double *dv = b->program->slots + b->of->a_slot, nothing = 1e-6;
    double after = rate_of(b, k), size = 0;
    for (int i = 0; i < b->n; i++) {
        const double a = b->A[k * b->n + i];
        after += a * dv[i];
        size += fabs(a) * (fabs(v[i]) + fabs(dv[i]));
    }
    return fabs(after) > nothing * size;
}

static part part_of(const sim *s, const blow *b, const reply *r, const contact_law *laws, int k) {
    int row = b->of->eq.rows[k], c = find(r->contact_rows, r->count, row);
    if (c >= 0) {
        double u = rate_of(b, k);
        bool hit = laws[c].offset != 0 && u != 0;
        return (part){.active = r->z[c] > 0, .with = -1, .restitution = hit ? laws[c].offset / u : 0};
    }
    int t = find(r->tangent_rows, r->tangents, row);
    if (t < 0)
        return (part){.active = true, .with = -1};
    for (c = 0; contact_delassus_row(r, c) != s->m->rows[row].partner; c++)
        continue;
    const bool cone = laws[c].tangents > 1;
    double normal = contact_delassus_force(r, laws, c), friction = r->z[r->count + t];
    if (normal == 0 || laws[c].mu == 0)
        return (part){.with = -1};
    /* where the normal impulse is nothing but rounding friction seems to hold what slips on */
    if (cone ? !laws[c].slide : fabs(friction) < laws[c].mu * fabs(normal) * (1 - 1e-9))
        return (part){.active = !slips_on(b, s->y + b->n, k), .with = -1};
    return (part){.with = place_of(b, s->m->rows[row].partner), .ratio = friction / normal};
}

/* Contacts that take part touch at the same time for other values too. */
static bool come_together(sim *s, const blow *b, const part *parts, const double *q) {
    for (int k = 0; k < b->m; k++) {
        const model_row *row = &s->m->rows[b->of->eq.rows[k]];
        double sum = 0, size = 0, change = row_along(b, OF_GAP, k);
        for (int i = 0; i < b->n; i++) {
            sum += b->A[k * b->n + i] * q[i];
            size += fabs(b->A[k * b->n + i] * q[i]);
        }
        bool takes_part = parts[k].active && !row->friction;
        if (!takes_part || fabs(change) <= 1e-6 * (size + fabs(change - sum)) + 1e-10)
            continue;
        sensitivity_fail(s, "'%s' takes part in an impact at t = %.6g s, but would not for other parameter values",
                         row->name, s->t);
        return false;
    }
    return true;
}

/* Columns by which the impulses act: sliding friction goes with the normal impulse. */
static int gather(const blow *b, const part *parts, int *at, double *A, double *C) {
    int count = 0;
    for (int k = 0; k < b->m; k++) {
        if (!parts[k].active)
            continue;
        memcpy(A + count * b->n, b->A + k * b->n, (size_t)b->n * sizeof *A);
        memcpy(C + count * b->n, b->A + k * b->n, (size_t)b->n * sizeof *A);
        for (int t = 0; t < b->m; t++)
            for (int i = 0; parts[t].with == k && i < b->n; i++)
                C[count * b->n + i] += parts[t].ratio * b->A[t * b->n + i];
        at[count++] = k;
    }
    return count;
}

static void right_sides(const blow *b, const part *parts, const double *lambda, const int *at, int count, double *h,
                        double *gamma) {
    for (int i = 0; i < b->n; i++)
        h[i] = -root(b, BLOW_ALONG, (size_t)i);
    for (int t = 0; t < b->m; t++) { /* friction whose coefficient changes */
        if (parts[t].active || parts[t].with < 0)
            continue;
        double change = row_along(b, OF_FRICTION, parts[t].with) * (parts[t].ratio > 0 ? 1 : -1);
        for (int i = 0; i < b->n; i++)
            h[i] -= b->A[t * b->n + i] * change * lambda[parts[t].with];
    }
    for (int j = 0; j < count; j++) {
        int k = at[j];
        gamma[j] = -row_along(b, OF_RATE_AFTER, k);
        if (parts[k].restitution != 0)
            gamma[j] -=
                row_along(b, OF_RESTITUTION, k) * rate_of(b, k) + parts[k].restitution * row_along(b, OF_RATE, k);
    }
}

static bool slides_in_space(const contact_law *laws, const reply *r) {
    for (int k = 0; k < r->count + r->rubbed; k++)
        if (((laws[k].tangents > 1 && laws[k].slide) || laws[k].presses > 1) && contact_delassus_force(r, laws, k) != 0)
            return true;
    return false;
}

void sensitivity_blow(sim *s, mode *with, const reply *r, const contact_law *laws) {
    sensitivity *x = sensitivity_of(s);
    if (!x)
        return;
    blow *b = blow_of(s, with);
    LGR_ASSERT(with->n == r->n);
    size_t n = (size_t)b->n, m = (size_t)b->m;
    double *dv = b->program->slots + with->a_slot, *lambda = b->program->slots + with->lambda_slot;
    double *A = ARENA_ARRAY(s->a, double, n *m + 1), *C = ARENA_ARRAY(s->a, double, n *m + 1);
    double *h = ARENA_ARRAY(s->a, double, n + 1), *gamma = ARENA_ARRAY(s->a, double, m + 1);
    double *change = ARENA_ARRAY(s->a, double, n + 1), *impulse = ARENA_ARRAY(s->a, double, m + 1);
    int *at = ARENA_ARRAY(s->a, int, m + 1);
    part *parts = ARENA_ARRAY(s->a, part, m + 1);
    load(s, b, s->y, s->y + n);
    memset(dv, 0, n * sizeof *dv);
    contact_delassus_motion(r, dv);
    for (int k = 0; k < b->m; k++) {
        int row = with->eq.rows[k], c = find(r->contact_rows, r->count, row),
            t = find(r->tangent_rows, r->tangents, row);
        lambda[k] = c >= 0   ? -r->z[c]
                    : t >= 0 ? -r->z[r->count + t]
                             : contact_delassus_multiplier(r, find(r->bilateral_rows, r->bilateral, row));
        parts[k] = part_of(s, b, r, laws, k);
    }
    if (slides_in_space(laws, r)) {
        sensitivity_fail(s, "an impact at t = %.6g s slides in a direction that depends on parameters", s->t);
        return;
    }
    int count = gather(b, parts, at, A, C);
    unsymmetric *solver = num_unsymmetric_create(s->a, b->n, count);
    num_unsymmetric_factor(solver, b->M, A, C);
    for (size_t i = 0; i < x->count; i++) {
        double *S = x->S + i * s->y_cap, inconsistency;
        direction d = sensitivity_direction(s, i);
        load_direction(s, b, &d);
        if (!come_together(s, b, parts, S))
            return;
        right_sides(b, parts, lambda, at, count, h, gamma);
        num_unsymmetric_solve(solver, h, gamma, change, impulse, &inconsistency);
        if (inconsistency > 1e-6)
            sensitivity_fail(s, "the impact at t = %.6g s involves dependent contacts", s->t);
        for (int k = 0; k < b->n; k++)
            S[n + (size_t)k] += change[k];
    }
}

/* --- What is free adapts to what was set --- */

/* M dx + A^T l = h, A dx = gamma, what is kept stays. */
typedef struct held {
    saddle *solver;
    int rows;
    double *h, *gamma, *dx, *lambda;
} held;

static held hold(sim *s, const blow *b, const bool *keep) {
    int n = b->n, rows = b->m;
    for (int i = 0; i < n; i++)
        rows += keep[i];
    held x = {.solver = num_saddle_create(s->a, n, rows), .rows = rows};
    double *A = ARENA_ARRAY(s->a, double, rows *n + 1);
    memcpy(A, b->A, (size_t)(b->m * n) * sizeof *A);
    for (int i = 0, k = b->m; i < n; i++)
        if (keep[i])
            A[k++ * n + i] = 1;
    num_saddle_factor(x.solver, b->M, A, n, rows);
    x.h = ARENA_ARRAY(s->a, double, n + 1);
    x.gamma = ARENA_ARRAY(s->a, double, rows + 1);
    x.dx = ARENA_ARRAY(s->a, double, n + 1);
    x.lambda = ARENA_ARRAY(s->a, double, rows + 1);
    return x;
}

/* Positions that have moved far follow only where nothing is left to choose. */
static bool positions_follow(sim *s, const blow *b, const double *before, const held *x) {
    double most = 0, size = 1;
    for (int i = 0; i < b->n; i++) {
        most = fmax(most, fabs(s->y[i] - before[i]));
        size = fmax(size, fabs(s->y[i]));
    }
    if (most <= 1e-9 * size || x->rows >= b->n)
        return true;
    sensitivity_fail(s, "the consistent reinitialisation after positions are set at t = %.6g s is not unique", s->t);
    return false;
}

void sensitivity_adapt(sim *s, const double *before, const bool *keep_q, const bool *keep_v) {
    sensitivity *x = sensitivity_of(s);
    if (!x || !s->mode->m)
        return;
    blow *b = blow_of(s, s->mode);
    size_t n = (size_t)b->n;
    double *dv = b->program->slots + b->of->a_slot, *lambda = b->program->slots + b->of->lambda_slot;
    load(s, b, s->y, before + n);
    held q = hold(s, b, keep_q), v = hold(s, b, keep_v);
    if (!positions_follow(s, b, before, &q))
        return;
    for (size_t i = 0; i < n; i++)
        dv[i] = s->y[n + i] - before[n + i];
    for (int k = 0; k < b->m; k++)
        v.gamma[k] = num_dot(b->A + k * b->n, dv, b->n);
    num_saddle_solve(v.solver, v.h, v.gamma, v.dx, v.lambda, NULL);
    memcpy(lambda, v.lambda, (size_t)b->m * sizeof *lambda);
    for (size_t c = 0; c < x->count; c++) {
        double *S = x->S + c * s->y_cap;
        direction d = sensitivity_direction(s, c);
        load_direction(s, b, &d);
        for (int k = 0; k < b->m; k++)
            q.gamma[k] = -row_along(b, OF_GAP, k);
        num_saddle_solve(q.solver, q.h, q.gamma, q.dx, q.lambda, NULL);
        for (size_t i = 0; i < n; i++)
            S[i] += q.dx[i];
        load_direction(s, b, &d);
        for (int i = 0; i < b->n; i++)
            v.h[i] = -root(b, BLOW_ALONG, (size_t)i);
        for (int k = 0; k < b->m; k++)
            v.gamma[k] = -row_along(b, OF_RATE_AFTER, k);
        num_saddle_solve(v.solver, v.h, v.gamma, v.dx, v.lambda, NULL);
        for (size_t i = 0; i < n; i++)
            S[n + i] += v.dx[i];
    }
}
