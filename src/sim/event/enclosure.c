/* The motion over a step as polynomials, of its series or through Chebyshev points, and enclosures of the event
   functions from them. */
#include "sim/event/enclosure.h"
#include "expr/walk.h"
#include "num/scalar.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/scales.h"
#include "sim/event/event.h"
#include "sim/event/rules.h"

#include <math.h>
#include <string.h>

enum { LAST = WATCH_NODES - 1, COARSE = 2 }; /* solved quantities are first taken at every COARSE-th point */

/* cos(k pi/8) */
static const double cosines[2 * LAST] = {1,  0.92387953251128676,  0.70710678118654752,  0.38268343236508977,
                                         0,  -0.38268343236508977, -0.70710678118654752, -0.92387953251128676,
                                         -1, -0.92387953251128676, -0.70710678118654752, -0.38268343236508977,
                                         0,  0.38268343236508977,  0.70710678118654752,  0.92387953251128676};

static double place(int j) {
    return 0.5 * (1 - cosines[j]);
}

static double weight(int j) {
    return (j % 2 ? -1 : 1) * (j == 0 || j == LAST ? 0.5 : 1);
}

/* Which inputs the event functions use; `first` is the slot of the first of q, v, q'', lambda. */
static void find_inputs(sim *s, const mode *m, watch *w, const expr_id *roots, const uint32_t *vars) {
    size_t total = m->scale_slot - w->t_slot - 1, n = (size_t)m->n;
    bool *used = ARENA_ARRAY(s->a, bool, expr_var_count(s->m->g) + 1);
    expr_mark_vars(s->m->g, roots, WATCH_ROOTS * m->margin_count, used);
    w->input = ARENA_ARRAY(s->a, size_t, total + 1);
    for (size_t i = 0; i < total; i++) {
        if (!used[vars[w->t_slot + 1 + i]])
            continue;
        w->input[w->used++] = i;
        w->accelerations = w->accelerations || (i >= 2 * n && i < 3 * n);
    }
    for (size_t i = 0; i < SCALE_KINDS * n; i++)
        w->scaled = w->scaled || used[vars[m->scale_slot + i]];
    LGR_ASSERT(w->used <= total);
    for (size_t k = 0; k < m->margin_count; k++)
        w->solved = w->solved || !m->margins[k].smooth;
}

watch *event_enclosure_create(sim *s, const mode *m, const expr_id *roots, const uint32_t *vars, size_t var_count) {
    LGR_ASSERT(m->margin_count > 0 && var_count > m->t_slot);
    watch *w = ARENA_NEW(s->a, watch);
    size_t params = s->m->param_count;
    size_t margins = m->margin_count;
    tape_group groups[] = {{.roots = roots, .count = margins},
                           {.roots = roots + margins, .count = (WATCH_ROOTS - 1) * margins}};
    w->now = w->program = tape_build(s->a, s->m->g, vars, var_count, params, groups, 2);
    w->slots = ARENA_ARRAY(s->a, double, w->program->slot_count + 1);
    w->bounds = ARENA_ARRAY(s->a, tape_bounds, w->program->slot_count + 1);
    w->t_slot = m->t_slot;
    tape_scalar.init(w->program, w->slots);
    tape_bounds_init(w->program, w->bounds);
    w->piece_version = -1;
    if (event_series_tell(s->m->g, roots, margins))
        w->series = event_series_create(s->a, margins);
    w->version = s->m->block.version - 1;
    find_inputs(s, m, w, roots, vars);
    w->inputs = event_series_create(s->a, w->used);
    w->node = ARENA_ARRAY(s->a, double, w->used *WATCH_NODES + 1);
    w->curvature = ARENA_ARRAY(s->a, double, w->used + 1);
    w->radius = ARENA_ARRAY(s->a, double, w->used + 1);
    w->unseen = ARENA_ARRAY(s->a, double, w->used + 1);
    w->jumps = ARENA_ARRAY(s->a, bool, margins + 1);
    w->kinks = ARENA_ARRAY(s->a, bool, (WATCH_ROOTS - 1) * margins + 1);
    tape_find_jumps(w->program, 1, s->a, w->jumps);
    tape_find_jumps(w->program, 2, s->a, w->kinks);
    return w;
}

void event_enclosure_widen(const mode *m) {
    m->watch->now = m->watch->program;
}

void event_enclosure_narrow(sim *s, const int *list, int count) {
    watch *w = s->mode->watch;
    const size_t margins = s->mode->margin_count;
    const tape_segment *segments = w->program->segments;
    if (w->way == WATCH_BY_SERIES || 2 * (size_t)count > margins)
        return;
    if (!w->some)
        w->some = tape_narrow_create(s->kit->a, w->program);
    for (int i = 0; i < count; i++) {
        const size_t k = (size_t)list[i];
        tape_narrow_want(w->some, segments[1].out_slots[k]);
        for (size_t order = 0; order < WATCH_ROOTS - 1; order++)
            tape_narrow_want(w->some, segments[2].out_slots[order * margins + k]);
    }
    tape_narrow_make(w->some);
    w->now = &w->some->t;
}

tape_bounds event_enclosure_margin_bounds(const mode *m, size_t k, int order) {
    const tape_segment *segments = m->watch->program->segments;
    if (m->watch->way == WATCH_BY_SERIES)
        return m->watch->series->bounds[(size_t)order * m->margin_count + k];
    if (order == 0)
        return m->watch->bounds[segments[1].out_slots[k]];
    return m->watch->bounds[segments[2].out_slots[(size_t)(order - 1) * m->margin_count + k]];
}

bool event_enclosure_is_smooth(const mode *m, size_t k) {
    return m->margins[k].smooth || m->watch->way == WATCH_BY_SERIES;
}

bool event_enclosure_is_curved(const mode *m, size_t k) {
    return m->margins[k].curved || m->watch->way == WATCH_BY_SERIES;
}

bool event_enclosure_bound_rates(const mode *m) {
    if (m->watch->way == WATCH_BY_SERIES) {
        event_series_bound_rates(m->watch->series);
        return false;
    }
    return tape_bounds_run(m->watch->now, 2, m->watch->bounds);
}

/* The parameters, where they have changed. */
static void follow_params(const sim *s) {
    watch *w = s->mode->watch;
    if (w->version == s->m->block.version)
        return;
    w->version = s->m->block.version;
    model_load_values(s->m, w->slots);
    for (size_t i = 0; i < s->m->param_count; i++)
        w->bounds[i] = (tape_bounds){w->slots[i], w->slots[i]};
    tape_scalar.run(w->program, 0, w->slots);
    tape_bounds_run(w->program, 0, w->bounds);
}

/* The sizes of the motion, which are the same all over a step. */
static void follow_scales(const sim *s) {
    const mode *m = s->mode;
    watch *w = m->watch;
    for (size_t i = 0; w->scaled && i < SCALE_KINDS * (size_t)m->n; i++) {
        const double x = s->scale_inputs[i];
        w->slots[m->scale_slot + i] = x;
        w->bounds[m->scale_slot + i] = (tape_bounds){x, x};
    }
}

/* The choices of pieces likewise. */
static void follow_pieces(const mode *m) {
    watch *w = m->watch;
    if (!m->pieces || w->piece_version == m->pieces->version)
        return;
    w->piece_version = m->pieces->version;
    for (size_t i = 0; i < m->pieces->input_count; i++) {
        double x = m->pieces->values[i];
        w->slots[m->piece_slot + i] = x;
        w->bounds[m->piece_slot + i] = (tape_bounds){x, x};
    }
}

static void follow_all(const sim *s) {
    follow_params(s);
    follow_scales(s);
    follow_pieces(s->mode);
}

/* --- From both ends --- */

static bool is_looking(const sim *s) {
    return s->mode->stages_watched;
}

void event_enclosure_look_away(sim *s) {
    s->solved_seen = false;
    if (!is_looking(s))
        return;
    size_t bytes = (size_t)(s->mode->n + s->mode->m) * sizeof *s->solved_low;
    memcpy(s->solved_low, s->solved_start, bytes);
    memcpy(s->solved_high, s->solved_start, bytes);
}

void event_enclosure_look_for(sim *s, mode *m, const size_t *input, size_t count) {
    const size_t first = 2 * (size_t)m->n, end = first + (size_t)(m->n + m->m);
    if (!m->watched)
        m->watched = ARENA_ARRAY(s->a, int, m->n + m->m + 1);
    for (size_t u = 0; u < count; u++) {
        int k = 0;
        while (k < m->watched_count && first + (size_t)m->watched[k] != input[u])
            k++;
        if (input[u] < first || input[u] >= end || k < m->watched_count)
            continue;
        m->watched[m->watched_count++] = (int)(input[u] - first);
        s->solved_seen = false;
    }
}

void event_enclosure_look(sim *s) {
    if (!is_looking(s))
        return;
    const double *x = dynamics_accelerations(s);
    double *low = s->solved_low, *high = s->solved_high;
    for (const int *i = s->mode->watched, *end = i + s->mode->watched_count; i < end; i++) {
        low[*i] = lesser_of(x[*i], low[*i]);
        high[*i] = greater_of(x[*i], high[*i]);
    }
}

void event_enclosure_has_seen(sim *s) {
    s->solved_seen = is_looking(s) && s->mode->used_count == s->mode->m; /* multipliers of all rows */
}

tape_bounds event_enclosure_guess_input(const sim *s, size_t i, double h) {
    const mode *m = s->mode;
    size_t n = (size_t)m->n;
    const double *z0 = s->y, *z1 = s->next_y, *x0 = s->solved_start, *x1 = s->solved_end;
    tape_bounds b;
    if (i < n)
        hold_position(z0[i], h * z0[n + i], h * h * x0[i], z1[i], h * z1[n + i], h * h * x1[i], &b.low, &b.high);
    else if (i < 2 * n)
        hold_velocity(z0[i], h * x0[i - n], z1[i], h * x1[i - n], &b.low, &b.high);
    else if (s->solved_seen)
        hold_between(
            (const double[]){x0[i - 2 * n], s->solved_low[i - 2 * n], s->solved_high[i - 2 * n], x1[i - 2 * n]}, 4,
            &b.low, &b.high);
    else if (i < 3 * n)
        hold_acceleration(x0[i - 2 * n], (z1[i - n] - z0[i - n]) / h, x1[i - 2 * n], &b.low, &b.high);
    else
        hold_between((const double[]){x0[i - 2 * n], x1[i - 2 * n]}, 2, &b.low, &b.high);
    return b;
}

static bool guess_from_ends(sim *s, double h) {
    watch *w = s->mode->watch;
    w->bounds[w->t_slot] = (tape_bounds){s->t, s->t + h};
    for (size_t u = 0; u < w->used; u++)
        w->bounds[w->t_slot + 1 + w->input[u]] = event_enclosure_guess_input(s, w->input[u], h);
    return tape_bounds_run(w->now, 1, w->bounds);
}

/* --- From the series --- */

static void take_series(sim *s, double h) {
    watch *w = s->mode->watch;
    w->way = WATCH_BY_POINTS;
    if (!s->mode->expansion)
        return;
    if (w->series && event_series_take_margins(s, w->series, h))
        w->way = WATCH_BY_SERIES;
    else if (event_series_take_inputs(s, w->inputs, w->input, h))
        w->way = WATCH_BY_INPUTS;
}

bool event_enclosure_guess(sim *s, double h) {
    take_series(s, h);
    follow_all(s);
    return s->mode->watch->way == WATCH_BY_POINTS ? guess_from_ends(s, h) : event_enclosure_bounds(s, h, 0, 1);
}

/* Of a step of which this is described only up to what is left out, the part where that is little. */
static double clear_part(const sim *s, const event_series *x, size_t k) {
    const double most = 10 * s->tolerance * x->size[k];
    return x->left[k] > most ? pow(most / x->left[k], 1. / (x->degree + 1)) : 1;
}

double event_enclosure_clear_part(const sim *s, size_t k) {
    const watch *w = s->mode->watch;
    double clear = 1;
    for (size_t u = 0; u < w->used && w->way == WATCH_BY_INPUTS; u++)
        clear = fmin(clear, clear_part(s, w->inputs, u));
    return w->way == WATCH_BY_SERIES ? clear_part(s, w->series, k) : clear;
}

/* --- From the dense output --- */

/* Chebyshev's coefficients of the polynomial through every stride-th point. */
static void transform(const double *f, int stride, double *c) {
    int last = LAST / stride;
    for (int k = 0; k <= last; k++) {
        double sum = 0;
        for (int j = 0; j <= last; j++)
            sum += f[j * stride] * cosines[j * k * stride % (2 * LAST)] * (j == 0 || j == last ? 0.5 : 1);
        c[k] = 2 * sum / last * (k == 0 || k == last ? 0.5 : 1);
    }
}

/* The second derivative of the k-th polynomial is at most k^2 (k^2 - 1)/3, times 4 as theta runs over half of [-1, 1].
 */
static double curvature_of(const double *c, int last) {
    double most = 0;
    for (int k = 2; k <= last; k++)
        most += fabs(c[k]) * 4 * k * k * (k * k - 1) / 3;
    return most;
}

static void describe(watch *w, size_t u, int stride) {
    double c[WATCH_NODES], *f = w->node + u * WATCH_NODES;
    transform(f, stride, c);
    w->curvature[u] = curvature_of(c, LAST / stride);
    w->unseen[u] = fabs(c[LAST / stride]) + fabs(c[LAST / stride - 1]);
    w->radius[u] = stride > 1 ? w->unseen[u] : 0;
    for (int j = 1; stride > 1 && j < LAST; j++) {
        if (j % stride == 0)
            continue;
        f[j] = 0;
        for (int k = 0; k <= LAST / stride; k++)
            f[j] += c[k] * cosines[j * k % (2 * LAST)];
    }
}

/* Accelerations as the derivative of the velocities' polynomial. */
static void differentiate(const double *v, double h, double *a) {
    for (int j = 0; j <= LAST; j++) {
        double sum = 0;
        for (int k = 0; k <= LAST; k++)
            if (k != j)
                sum += weight(k) / weight(j) * (v[k] - v[j]) / (place(j) - place(k));
        a[j] = sum / h;
    }
}

static void store(sim *s, int j, const double *y, const double *solved) {
    watch *w = s->mode->watch;
    size_t n = (size_t)s->mode->n;
    for (size_t u = 0; u < w->used; u++) {
        size_t i = w->input[u];
        if (i < 2 * n)
            w->node[u * WATCH_NODES + (size_t)j] = y[i];
        else if (solved)
            w->node[u * WATCH_NODES + (size_t)j] = solved[i - 2 * n];
    }
}

/* Accelerations that only rates use follow from the velocities, which need not be used themselves. */
static void derive_accelerations(sim *s, double h) {
    watch *w = s->mode->watch;
    size_t n = (size_t)s->mode->n;
    double v[WATCH_NODES];
    for (size_t u = 0; u < w->used; u++) {
        if (w->input[u] < 2 * n || w->input[u] >= 3 * n)
            continue;
        size_t i = w->input[u] - n;
        for (int j = 0; j <= LAST; j++)
            v[j] = s->velocity_nodes[(size_t)j * n + i - n];
        differentiate(v, h, w->node + u * WATCH_NODES);
    }
}

static void keep_velocities(sim *s, int j, const double *y) {
    size_t n = (size_t)s->mode->n;
    if (s->mode->watch->accelerations && !s->mode->watch->solved)
        memcpy(s->velocity_nodes + (size_t)j * n, y + n, n * sizeof *y);
}

static bool sample(sim *s, double h, int j, bool solve) {
    if (j == 0 || j == LAST) {
        const double *y = j ? s->next_y : s->y;
        store(s, j, y, j ? s->solved_end : s->solved_start);
        keep_velocities(s, j, y);
        return true;
    }
    event_stepper_dense(s, place(j), s->work_y);
    keep_velocities(s, j, s->work_y);
    if (solve && !dynamics_evaluate(s, s->t + place(j) * h, s->work_y, NULL))
        return false;
    store(s, j, s->work_y, solve ? dynamics_accelerations(s) : NULL);
    return true;
}

bool event_enclosure_prepare(sim *s, double h) {
    LGR_ASSERT(h > 0);
    watch *w = s->mode->watch;
    if (w->way != WATCH_BY_POINTS)
        return true;
    follow_all(s);
    for (int j = 0; j <= LAST; j++)
        if (!sample(s, h, j, w->solved && j % COARSE == 0))
            return false;
    if (!w->solved && w->accelerations)
        derive_accelerations(s, h);
    for (size_t u = 0; u < w->used; u++)
        describe(w, u, w->solved && w->input[u] >= 2 * (size_t)s->mode->n ? COARSE : 1);
    return true;
}

bool event_enclosure_refine(sim *s, double h) {
    for (int j = 1; j < LAST; j += COARSE)
        if (!sample(s, h, j, true))
            return false;
    for (size_t u = 0; u < s->mode->watch->used; u++)
        describe(s->mode->watch, u, 1);
    return true;
}

static double largest_of(const double *f) {
    double most = 0;
    for (int j = 0; j <= LAST; j++)
        most = greater_of(fabs(f[j]), most);
    return most;
}

/* Places and velocities beside how far they go; what is solved for beside the largest of all that is. */
bool event_enclosure_is_rough(const sim *s) {
    const watch *w = s->mode->watch;
    const size_t n = (size_t)s->mode->n;
    double most = 0;
    for (size_t u = 0; u < w->used; u++)
        if (w->input[u] >= 2 * n)
            most = greater_of(largest_of(w->node + u * WATCH_NODES), most);
    for (size_t u = 0; u < w->used && s->mode->expansion && w->way == WATCH_BY_POINTS; u++) {
        const size_t i = w->input[u];
        const double own = largest_of(w->node + u * WATCH_NODES);
        if (w->unseen[u] > 10 * s->tolerance * (i < 2 * n ? fmax(own, s->extent[i]) : most))
            return true;
    }
    return false;
}

/* Barycentric weights of the points at theta. */
static void find_weights(const watch *w, double theta, double *b) {
    double sum = 0;
    if (!w->used) /* of time alone */
        return;
    for (int j = 0; j <= LAST; j++)
        if (theta == place(j)) {
            memset(b, 0, WATCH_NODES * sizeof *b);
            b[j] = 1;
            return;
        }
    for (int j = 0; j <= LAST; j++)
        sum += b[j] = weight(j) / (theta - place(j));
    for (int j = 0; j <= LAST; j++)
        b[j] /= sum;
}

static double value_of(const double *f, const double *b) {
    double sum = 0;
    for (int j = 0; j <= LAST; j++)
        sum += f[j] * b[j];
    return sum;
}

static void bound_by_series(watch *w, double a, double b) {
    event_series_bound(w->inputs, a, b);
    for (size_t u = 0; u < w->used; u++)
        w->bounds[w->t_slot + 1 + w->input[u]] = w->inputs->bounds[u];
}

/* A curve lies between the ends of its chord but for an eighth of its curvature. */
static void bound_by_points(watch *w, double a, double b) {
    double left[WATCH_NODES], right[WATCH_NODES], eighth = 0.125 * (b - a) * (b - a);
    find_weights(w, a, left);
    find_weights(w, b, right);
    for (size_t u = 0; u < w->used; u++) {
        const double *f = w->node + u * WATCH_NODES;
        double x = value_of(f, left), y = value_of(f, right), spare = eighth * w->curvature[u] + w->radius[u];
        w->bounds[w->t_slot + 1 + w->input[u]] = (tape_bounds){fmin(x, y) - spare, fmax(x, y) + spare};
    }
}

bool event_enclosure_bounds(sim *s, double h, double a, double b) {
    watch *w = s->mode->watch;
    if (w->way == WATCH_BY_SERIES) {
        event_series_bound(w->series, a, b);
        return false;
    }
    if (w->way == WATCH_BY_INPUTS)
        bound_by_series(w, a, b);
    else
        bound_by_points(w, a, b);
    w->bounds[w->t_slot] = (tape_bounds){s->t + a * h, s->t + b * h};
    return tape_bounds_run(w->now, 1, w->bounds);
}

/* At the inputs in the slots. */
static void find_values(const sim *s, watch_value *g) {
    const watch *w = s->mode->watch;
    const tape_segment *segments = w->program->segments;
    tape_scalar.run(w->now, 1, w->slots);
    tape_scalar.run(w->now, 2, w->slots);
    for (size_t k = 0; k < s->mode->margin_count; k++)
        g[k] = (watch_value){w->slots[segments[1].out_slots[k]], w->slots[segments[2].out_slots[k]]};
}

static void load_by_series(watch *w, double theta) {
    for (size_t u = 0; u < w->used; u++)
        w->slots[w->t_slot + 1 + w->input[u]] = event_series_value(w->inputs, u, theta);
}

static void load_by_points(watch *w, double theta) {
    double b[WATCH_NODES];
    find_weights(w, theta, b);
    for (size_t u = 0; u < w->used; u++)
        w->slots[w->t_slot + 1 + w->input[u]] = value_of(w->node + u * WATCH_NODES, b);
}

void event_enclosure_values(sim *s, double h, double theta, watch_value *g) {
    watch *w = s->mode->watch;
    if (w->way == WATCH_BY_SERIES) {
        event_series_values(w->series, theta, g);
        return;
    }
    if (w->way == WATCH_BY_INPUTS)
        load_by_series(w, theta);
    else
        load_by_points(w, theta);
    w->slots[w->t_slot] = s->t + theta * h;
    find_values(s, g);
}

void event_enclosure_values_at(sim *s, double t, const double *y, const double *accelerations, watch_value *g) {
    watch *w = s->mode->watch;
    size_t n = (size_t)s->mode->n;
    w->slots[w->t_slot] = t;
    for (size_t u = 0; u < w->used; u++) {
        size_t i = w->input[u];
        w->slots[w->t_slot + 1 + i] = i < 2 * n   ? y[i]
                                      : i < 3 * n ? accelerations[i - 2 * n]
                                                  : s->solved_end[i - 2 * n];
    }
    find_values(s, g);
}
