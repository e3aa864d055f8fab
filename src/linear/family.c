/* Periodic motions over a parameter, or those of one mode over their energy: each is found from the last ones. */
#include <math.h>
#include <string.h>

#include "linear/eigen.h"
#include "linear/orbit.h"

enum { BISECTIONS = 44, HALVINGS = 6, MOST_CRITICALS = 60 };
static const double of_phase = 1e-9;
static const double small = 1e-3; /* of coordinates, in units: amplitudes whose energy grows with their square */

typedef struct follower {
    linear_problem *p;
    linear_family *out;
    linear_wish wish;
    arena *a;
    linear_periodic last, before; /* found ones, the last of which another begins at */
    double last_value, before_value;
    int found; /* so many, two at most */
    /* of a mode */
    double *rest_q, *rest_v, rest_energy, *shape_q, *shape_v, period;
} follower;

static void remember(follower *f, double value, const linear_periodic *x) {
    if (x->trouble)
        return;
    f->before = f->last;
    f->before_value = f->last_value;
    f->last = *x;
    f->last_value = value;
    f->found += f->found < 2;
}

/* In `to`, of the section: the place and rate of a motion that was found. */
static void place(const orbit *o, const linear_periodic *x, double *q, double *v) {
    for (int i = 0; i < o->n; i++) {
        q[i] = x->state[i] ? 0 : x->q[i];
        v[i] = x->state[i] ? x->q[i] : x->v[i];
    }
}

/* --- Over a parameter --- */

/* On to where the forcing is as it was at the beginning of the last one. */
static const char *meet_phase(const follower *f, orbit *o, double forcing) {
    if (!f->last.driven || isnan(forcing))
        return o->driven && o->t != f->last.t ? "periods begin elsewhere" : NULL;
    const double before = f->last.period / (f->wish.multiple ? f->wish.multiple : 1);
    const double ahead = fmod(f->last.t, before) / before - fmod(o->t, forcing) / forcing;
    if (fabs(remainder(ahead, 1)) <= of_phase)
        return NULL;
    return linear_orbit_move_on(o, o->t + (ahead - floor(ahead)) * forcing);
}

/* From the last one where periods begin alike. */
static const char *close_from_last(follower *f, orbit *o, double forcing, linear_periodic *out, arena *a) {
    double wish;
    const char *why = linear_orbit_length(&f->wish, forcing, &wish, a);
    if (!why)
        why = linear_orbit_guess(o, false, forcing, wish > 0 ? wish : f->last.period);
    if (!why && o->driven)
        why = meet_phase(f, o, forcing);
    if (why)
        return why;
    if (o->n != f->last.n || o->driven != f->last.driven)
        return "periods begin elsewhere";
    place(o, &f->last, o->q, o->v);
    return linear_orbit_close(o, &f->wish, out, a);
}

static const char *find_near(follower *f, double value, linear_periodic *out, arena *a) {
    orbit o = {0};
    const char *why = linear_assign(f->p, f->out->param, value) ? linear_orbit_begin(&o, f->p, a)
                                                                : "the equations are others with this value";
    if (!why) {
        const double forcing = linear_orbit_forcing(f->p->m, f->p->choice, point_equations(f->p->p), a);
        why = close_from_last(f, &o, forcing, out, a);
    }
    linear_orbit_end(&o);
    return why;
}

static linear_periodic look_at_value(follower *f, double value, arena *scratch) {
    linear_periodic x = {.stability = UNDECIDED, .growth = NAN};
    if (f->found && !find_near(f, value, &x, scratch))
        return x;
    if (!linear_assign(f->p, f->out->param, value))
        return (linear_periodic){.trouble = "the equations are others with this value"};
    return linear_find_periodic(f->p, &f->wish, scratch);
}

/* How many periods of the forcing, with the model's own values, a period is wished to have; 0: it has none, or no such
   number. */
static int count_forcing(linear_problem *p, const linear_wish *w, arena *a) {
    const double forcing = linear_orbit_forcing(p->m, p->choice, point_equations(p->p), a);
    double period;
    if (!(forcing > 0) || !(w->period > 0) || linear_orbit_length(w, forcing, &period, a))
        return 0;
    return (int)fmin(round(period / forcing), 1e6);
}

/* --- Of one mode over its energy --- */

static const char *find_mode(follower *f, int mode) {
    linear_problem *p = f->p;
    const int n = point_equations(p->p)->n;
    double t;
    double **const numbers[] = {&f->rest_q, &f->rest_v, &f->shape_q, &f->shape_v};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        *numbers[k] = ARENA_ARRAY(f->a, double, n + 1);
    p->at_rest = true;
    const char *why = linear_state(p, &t, f->rest_q, f->rest_v, f->a);
    if (why)
        return why;
    linear_about x = linear_find_state(p, t, f->rest_q, f->rest_v, f->a);
    if (x.trouble)
        return x.trouble;
    linear_modes(&x, x.unit, f->a);
    if (linear_orbit_forcing(p->m, p->choice, point_equations(p->p), f->a) != 0)
        return "of a machine that is driven no modes are followed: its energy does not stay";
    if (!x.has_modes)
        return "without LAPACK no modes are found";
    if (mode < 1 || (size_t)mode > x.mode_count || !(x.modes[mode - 1].im > 0))
        return base_arena_printf(f->a, "mode %d of the equilibrium does not swing: --at rest lists all", mode);
    const linear_mode *m = &x.modes[mode - 1];
    f->period = 2 * acos(-1.0) / m->im;
    double far = 0;
    for (int i = 0; i < n; i++) {
        const int c = point_equations(p->p)->coords[i];
        const double unit = model_is_place(&p->m->coords[c]) ? p->scales->q[c].near : p->scales->v[c].near;
        far = fmax(far, hypot(m->shape_re[i], m->shape_im[i]) / unit);
    }
    if (!(far > 0))
        return base_arena_printf(f->a, "mode %d moves nothing", mode);
    for (int i = 0; i < n; i++) {
        const bool place = model_is_place(&p->m->coords[point_equations(p->p)->coords[i]]);
        f->shape_q[i] = place ? m->shape_re[i] / far : 0; /* the value of a state is its v */
        f->shape_v[i] = (place ? -m->im * m->shape_im[i] : m->shape_re[i]) / far;
    }
    point_evaluate(p->p, t, f->rest_q, f->rest_v);
    f->rest_energy = point_get(p->p, POINT_ENERGY)[2];
    return NULL;
}

static double energy_at(follower *f, const orbit *o, double *q, double *v, double amplitude) {
    for (int i = 0; i < o->n; i++) {
        q[i] = f->rest_q[i] + amplitude * f->shape_q[i];
        v[i] = f->rest_v[i] + amplitude * f->shape_v[i];
    }
    if (point_equations(o->at.p)->m)
        point_project(o->at.p, o->t, q, v);
    point_evaluate(o->at.p, o->t, q, v);
    return point_get(o->at.p, POINT_ENERGY)[2] - f->rest_energy;
}

/* Amplitudes grow with the root of the energy; from two motions along the straight line through them. */
static const char *predict(follower *f, orbit *o, double value, arena *a) {
    double *q = o->q, *v = o->v;
    if (!f->found) {
        const double energy = energy_at(f, o, q, v, small);
        if (!(energy > 0))
            return "the energy of this mode does not grow with its amplitude";
        energy_at(f, o, q, v, small * sqrt(value / energy));
        o->period = f->period;
        return NULL;
    }
    double *q0 = ARENA_ARRAY(a, double, 2 * o->n + 1), *v0 = q0 + o->n;
    const double root = sqrt(value), at = sqrt(f->last_value), from = f->found > 1 ? sqrt(f->before_value) : 0;
    const double part = (root - from) / (at - from);
    memcpy(q0, f->rest_q, (size_t)o->n * sizeof *q0);
    memcpy(v0, f->rest_v, (size_t)o->n * sizeof *v0);
    if (f->found > 1)
        place(o, &f->before, q0, v0);
    place(o, &f->last, q, v);
    for (int i = 0; i < o->n; i++) {
        q[i] = q0[i] + part * (q[i] - q0[i]);
        v[i] = v0[i] + part * (v[i] - v0[i]);
    }
    if (point_equations(o->at.p)->m)
        point_project(o->at.p, o->t, q, v);
    o->period = f->last.period;
    return NULL;
}

static linear_periodic look_at_energy(follower *f, double value, arena *scratch) {
    orbit o;
    linear_periodic x = {.stability = UNDECIDED, .growth = NAN};
    const linear_wish w = {.has_energy = true, .energy = f->rest_energy + value};
    const char *why = linear_orbit_begin(&o, f->p, scratch);
    if (!why)
        why = linear_orbit_cut(&o);
    if (!why && o.n != point_equations(f->p->p)->n)
        why = "other coordinates move than at rest";
    if (!why)
        why = predict(f, &o, value, scratch);
    if (!why)
        why = linear_orbit_close(&o, &w, &x, scratch);
    x.trouble = why ? base_arena_printf(scratch, "%s", why) : NULL;
    linear_orbit_end(&o);
    return x;
}

static linear_periodic look(follower *f, double value) {
    arena *scratch = base_arena_create();
    const linear_periodic x = f->out->param < 0 ? look_at_energy(f, value, scratch) : look_at_value(f, value, scratch),
                          kept = linear_periodic_copy(&x, f->a);
    base_arena_destroy(scratch);
    return kept;
}

/* In shorter steps where a whole one leads nowhere; the first from the equilibrium, where half of it is a quarter of
   the energy. */
static linear_periodic reach_energy(follower *f, double value, int halvings) {
    linear_periodic x = look(f, value);
    if (!x.trouble || halvings == HALVINGS)
        return x;
    const double middle = f->found ? f->last_value + (value - f->last_value) / 2 : value / 4;
    const linear_periodic half = reach_energy(f, middle, halvings + 1);
    if (half.trouble)
        return x;
    remember(f, middle, &half);
    return reach_energy(f, value, halvings + 1);
}

/* --- Where stability changes --- */

static critical_multiplier kind_of(const linear_periodic *x) {
    if (!x->count)
        return CRITICAL_FOLD;
    return fabs(x->im[0]) > 1e-6 ? CRITICAL_TORUS : x->re[0] < 0 ? CRITICAL_FLIP : CRITICAL_FOLD;
}

static void find_critical(follower *f, double a, const linear_periodic *first, double b) {
    const bool left = first->stability == UNSTABLE;
    linear_periodic grows = left ? *first : f->last;
    for (int round = 0; round < BISECTIONS; round++) {
        const double value = a + (b - a) / 2;
        if (value == a || value == b)
            break;
        const linear_periodic x = look(f, value);
        if (x.trouble)
            return;
        if (x.stability == UNSTABLE)
            grows = x;
        *((x.stability == UNSTABLE) == left ? &a : &b) = value;
    }
    if (f->out->critical_count < MOST_CRITICALS)
        f->out->criticals[f->out->critical_count++] =
            (linear_crossing){.kind = kind_of(&grows), .value = a + (b - a) / 2, .below = left};
}

/* At a resonance small motions of a mode are not those without the others: they are reached from greater ones, from the
   first that was found down. */
static void follow_back(const follower *f, size_t found) {
    linear_family *out = f->out;
    follower back = *f;
    for (size_t i = found; i-- > 0;) {
        const linear_periodic x = reach_energy(&back, out->values[i], 0);
        if (x.trouble)
            return;
        out->at[i] = x;
        if ((out->at[i + 1].stability == UNSTABLE) != (x.stability == UNSTABLE))
            find_critical(&back, out->values[i], &x, out->values[i + 1]);
        remember(&back, out->values[i], &x);
    }
}

static void follow(follower *f, double low, double high) {
    linear_family *out = f->out;
    for (size_t i = 0; i < out->count; i++) {
        const double value = i + 1 == out->count ? high : low + (high - low) * (double)i / (double)(out->count - 1);
        const bool first = !f->found;
        const linear_periodic x = out->param < 0 ? reach_energy(f, value, 0) : look(f, value);
        out->values[i] = value;
        out->at[i] = x;
        remember(f, value, &x);
        if (first && !x.trouble && out->param < 0)
            follow_back(f, i);
        const linear_periodic *last = i ? &out->at[i - 1] : NULL;
        if (last && !last->trouble && !x.trouble && (last->stability == UNSTABLE) != (x.stability == UNSTABLE))
            find_critical(f, out->values[i - 1], last, value);
    }
}

static linear_family begin(linear_problem *p, int param, size_t count, arena *a) {
    linear_family out = {.m = linear_model(p), .param = param, .count = count};
    out.values = ARENA_ARRAY(a, double, count + 1);
    out.at = ARENA_ARRAY(a, linear_periodic, count + 1);
    out.criticals = ARENA_ARRAY(a, linear_crossing, MOST_CRITICALS + 1);
    return out;
}

linear_family linear_vary_periodic(linear_problem *p, const linear_wish *w, int param, double low, double high,
                                   size_t count, arena *a) {
    linear_family out = begin(p, param, count, a);
    follower f = {.p = p, .out = &out, .wish = *w, .a = a};
    f.wish.multiple = count_forcing(p, w, a);
    follow(&f, low, high);
    return out;
}

linear_family linear_vary_energy(linear_problem *p, int mode, double low, double high, size_t count, const char **why,
                                 arena *a) {
    linear_family out = begin(p, -1, count, a);
    follower f = {.p = p, .out = &out, .a = a};
    *why = find_mode(&f, mode);
    if (!*why)
        follow(&f, low, high);
    return out;
}
