/* Periodic motions by shooting: Newton's method for a state, and for a machine that nothing drives a period, after
   which the motion is where it began. */
#include <math.h>
#include <string.h>

#include "linear/orbit.h"
#include "num/dense.h"
#include "num/vector.h"

enum { NEWTON = 25, HALVINGS = 6, MOST_SHOTS = 50, MOST_SLOW = 5, MOST_PARTS = 40, SAMPLES = 256 };
static const double closed = 1e-9; /* of the way: what is left open */
static const double at_rest = 1e-7, rank = 1e-7, same_again = 1e-6, of_part = 1e-6;
static const double rounding = 1e-12; /* in units */

typedef struct shooting {
    orbit *o;
    const linear_wish *w;
    arena *a; /* of one shot */
    double *q, *v, period;
    orbit_shot shot;
    double open; /* in units */
    int shots;
} shooting;

/* The unknowns are the states in units and the logarithm of the period; equations that depend on others, as those of
   what is conserved do, are met by the least change. */
typedef struct newton {
    int rows, columns;
    double *J, *right, *step;
} newton;

static void add_row(newton *n, const double *slopes, double value) {
    memcpy(n->J + n->rows * n->columns, slopes, (size_t)n->columns * sizeof *slopes);
    n->right[n->rows++] = value;
}

/* The energy over the wish, and its slopes by the states in units. */
static double energy_off(const shooting *x, double *slopes) {
    const orbit *o = x->o;
    const linear_about *at = &x->shot.x;
    double *by_q = ARENA_ARRAY(x->a, double, 4 * o->n + 1), *by_v = ARENA_ARRAY(x->a, double, 4 * o->n + 1);
    point_evaluate(o->at.p, o->t, x->q, x->v);
    const double energy = point_get(o->at.p, POINT_ENERGY)[2];
    point_differentiate(o->at.p, POINT_ENERGY, POINT_BY_Q, by_q);
    point_differentiate(o->at.p, POINT_ENERGY, POINT_BY_V, by_v);
    for (int c = 0; c < x->shot.d; c++) {
        const int k = x->shot.kept[c], states = at->system.states;
        slopes[c] = 0;
        for (int i = 0; i < o->n; i++)
            slopes[c] += (by_q[2 * o->n + i] * at->dq[i * states + k] + by_v[2 * o->n + i] * at->dv[i * states + k]) *
                         at->unit[k];
    }
    return energy - x->w->energy;
}

static newton set_up(const shooting *x) {
    const orbit_shot *s = &x->shot;
    const bool free = !x->o->driven;
    newton n = {.columns = s->d + free};
    n.J = ARENA_ARRAY(x->a, double, (s->d + 2) * n.columns + 1);
    n.right = ARENA_ARRAY(x->a, double, s->d + 3);
    n.step = ARENA_ARRAY(x->a, double, n.columns + 1);
    double *row = ARENA_ARRAY(x->a, double, n.columns + 1), size = 0;
    for (int i = 0; i < s->d; i++) {
        for (int j = 0; j < s->d; j++)
            row[j] = s->P[i * s->d + j] - (i == j);
        row[s->d] = free ? s->rate[i] * x->period : row[s->d];
        size += s->first[i] * s->first[i];
        add_row(&n, row, -s->off[i]);
    }
    if (free) {
        for (int j = 0; j < s->d; j++)
            row[j] = size > 0 ? s->first[j] / sqrt(size) : 0;
        row[s->d] = 0;
        add_row(&n, row, 0);
    }
    if (x->w->has_energy) {
        double most = 0;
        row[s->d] = 0;
        const double off = energy_off(x, row);
        for (int j = 0; j < s->d; j++)
            most = fmax(most, fabs(row[j]));
        for (int j = 0; j < s->d && most > 0; j++)
            row[j] /= most;
        add_row(&n, row, most > 0 ? -off / most : 0);
    }
    return n;
}

static void solve(const shooting *x, newton *n) {
    num_cod f;
    num_cod_factor(&f, n->J, n->rows, n->columns, rank, ARENA_ARRAY(x->a, int, n->columns + 1),
                   ARENA_ARRAY(x->a, double, num_cod_doubles(n->rows, n->columns) + 1));
    num_cod_solve(&f, n->right, n->step);
}

/* How far from what is wanted, in units. */
static double openness(const shooting *x) {
    double open = x->shot.far;
    if (x->w->has_energy) {
        double *slopes = ARENA_ARRAY(x->a, double, x->shot.d + 1);
        const double off = energy_off(x, slopes), most = num_largest(slopes, x->shot.d);
        open = fmax(open, most > 0 ? fabs(off) / most : 0);
    }
    return open;
}

static const char *shoot(shooting *x, arena *a) {
    x->a = a;
    if (x->shots++ == MOST_SHOTS)
        return "no periodic motion was found near there";
    const char *why = linear_orbit_shoot(x->o, x->q, x->v, x->period, true, &x->shot, a);
    x->open = why ? INFINITY : openness(x);
    return why;
}

/* From `x` along the step; what is found there. */
static shooting try_part(const shooting *x, const newton *n, double part, arena *a, const char **why) {
    const orbit *o = x->o;
    const linear_about *at = &x->shot.x;
    const int states = at->system.states, d = x->shot.d;
    shooting y = *x;
    y.q = ARENA_ARRAY(a, double, o->n + 1);
    y.v = ARENA_ARRAY(a, double, o->n + 1);
    memcpy(y.q, x->q, (size_t)o->n * sizeof *y.q);
    memcpy(y.v, x->v, (size_t)o->n * sizeof *y.v);
    for (int c = 0; c < d; c++)
        for (int i = 0; i < o->n; i++) {
            const int k = x->shot.kept[c];
            y.q[i] += part * n->step[c] * at->unit[k] * at->dq[i * states + k];
            y.v[i] += part * n->step[c] * at->unit[k] * at->dv[i * states + k];
        }
    if (!o->driven)
        y.period *= exp(fmax(-0.5, fmin(0.5, part * n->step[d])));
    if (point_equations(o->at.p)->m)
        point_project(o->at.p, o->t, y.q, y.v);
    *why = shoot(&y, a);
    return y;
}

static bool is_closed(const shooting *x) {
    return x->open <= closed * x->shot.size + rounding;
}

/* The time alone first, so that a state that is on a periodic motion stays what it is. */
static void fit_period(shooting *x, arena *a) {
    for (int round = 0; round < NEWTON && !x->o->driven; round++) {
        const orbit_shot *s = &x->shot;
        const double square = num_dot(s->rate, s->rate, s->d);
        shooting next = *x;
        next.period -= square > 0 ? num_dot(s->off, s->rate, s->d) / square : 0;
        if (!(next.period > 0.5 * x->period && next.period < 2 * x->period))
            break;
        const bool better = !shoot(&next, a) && next.open < 0.5 * x->open;
        x->shots = next.shots;
        if (!better)
            break;
        *x = next;
    }
}

/* A period of what drives may be more steps than a search makes: seen before derivatives make each ten times as dear.
   That of a machine that nothing drives was found by following it. */
static const char *try_period(const shooting *x, arena *a) {
    orbit_shot alone;
    return x->o->driven ? linear_orbit_shoot(x->o, x->q, x->v, x->period, false, &alone, a) : NULL;
}

/* Until a step brings nothing more. `x` moves to the arenas of `a`. */
static const char *close_up(shooting *x, arena *a) {
    const char *why = try_period(x, a);
    why = why ? why : shoot(x, a);
    if (!why)
        fit_period(x, a);
    int slow_rounds = 0;
    for (int round = 0; !why && !(round == 0 && is_closed(x)) && round < NEWTON; round++) {
        newton n = set_up(x);
        solve(x, &n);
        shooting next;
        const char *whynot = "";
        double part = 1;
        for (int half = 0; half < HALVINGS; half++, part /= 2) {
            next = try_part(x, &n, part, a, &whynot);
            x->shots = next.shots;
            if (!whynot && next.open < x->open)
                break;
        }
        if (whynot || !(next.open < x->open))
            break;
        const bool slow = next.open > 0.5 * x->open, last = slow && is_closed(x);
        *x = next;
        slow_rounds += slow;
        if (last || slow_rounds == MOST_SLOW)
            break;
    }
    return why ? why : is_closed(x) ? NULL : "no periodic motion was found near there";
}

/* --- What is told of it --- */

/* Values and rates of the model's coordinates at an instant. */
typedef struct sample {
    double t, *q, *v;
} sample;

static void widen(double x, int i, linear_periodic *out) {
    if (!isfinite(x))
        return;
    out->low[i] = fmin(out->low[i], x);
    out->high[i] = fmax(out->high[i], x);
}

/* Where the cubic through two values with rates of different signs turns. */
static double find_top(double q0, double v0, double q1, double v1, double h) {
    const double a = h * v0, second = 3 * (q1 - q0) - h * (2 * v0 + v1), third = h * (v0 + v1) - 2 * (q1 - q0);
    const double root = sqrt(fmax(0, second * second - 3 * third * a)), sum = -(second + copysign(root, second));
    const double one = a / sum, other = sum / (3 * third), s = one >= 0 && one <= 1 ? one : other;
    return q0 + s * (a + s * (second + s * third));
}

/* Between two samples there may be a turn, if nothing happened that makes rates jump. */
static void take_sample(orbit *o, const sample *last, sample *now, bool smooth, linear_periodic *out) {
    const int *coords = point_equations(o->at.p)->coords;
    linear_orbit_look(o, now->q, now->v, NULL, NULL);
    now->t = run_steps_time(o->run);
    for (int i = 0; i < o->n; i++) {
        const int c = coords[i];
        widen(now->q[c], i, out);
        if (smooth && last->v[c] * now->v[c] < 0)
            widen(find_top(last->q[c], last->v[c], now->q[c], now->v[c], now->t - last->t), i, out);
    }
}

/* The least and greatest values over the period; NULL, or why it cannot be followed. */
static const char *find_extent(orbit *o, const shooting *x, linear_periodic *out, arena *a) {
    const size_t coords = o->m->coord_count + 1;
    sample last = {0, ARENA_ARRAY(a, double, coords), ARENA_ARRAY(a, double, coords)}, now = last;
    now.q = ARENA_ARRAY(a, double, coords);
    now.v = ARENA_ARRAY(a, double, coords);
    for (int i = 0; i < o->n; i++) {
        out->low[i] = INFINITY;
        out->high[i] = -INFINITY;
    }
    const char *why = linear_orbit_rewind(o, x->q, x->v);
    if (why)
        return why;
    linear_orbit_look(o, last.q, NULL, NULL, &out->energy);
    take_sample(o, &now, &last, false, out);
    for (int k = 1; k <= SAMPLES; k++) {
        run_steps_end end;
        do {
            end = run_steps_advance(o->run, STEPS_TO_TIME, o->t + x->period * k / SAMPLES);
            take_sample(o, &last, &now, end == STEPS_TIME, out);
            const sample other = last;
            last = now;
            now = other;
        } while (end == STEPS_EVENT);
        if (end != STEPS_TIME)
            return "the motion found cannot be followed over its period";
    }
    return NULL;
}

/* Where coordinates move on or turn, the next period must bring them as much further; where it is not known what drives
   them, it must be such a period at all. */
static const char *check_again(orbit *o, const shooting *x, arena *a) {
    double most = 0, grown = num_largest(x->shot.P, x->shot.d * x->shot.d);
    for (int i = 0; i < o->n; i++)
        most = fmax(most, fabs(x->shot.shift[i]) / o->unit_q[i]);
    if (most <= at_rest && !o->unsure)
        return NULL;
    orbit_shot next;
    const char *why = linear_orbit_shoot(o, x->q, x->v, 2 * x->period, false, &next, a);
    if (why)
        return why;
    double off = next.far;
    for (int i = 0; i < o->n; i++)
        off = fmax(off, fabs(next.shift[i] - 2 * x->shot.shift[i]) / o->unit_q[i]);
    return off <= same_again * fmax(1, next.size) * fmax(1, grown) ? NULL : "the next period is another one";
}

/* NULL, or why it cannot be told. */
static const char *tell(orbit *o, const shooting *x, linear_periodic *out, arena *a) {
    const mech_equations *e = point_equations(o->at.p);
    const size_t n = (size_t)o->n;
    out->n = o->n;
    out->t = o->t;
    out->period = o->period = x->period;
    out->driven = o->driven;
    out->events = x->shot.events;
    out->open = x->shot.size > 0 ? x->open / x->shot.size : 0;
    out->coord_names = ARENA_ARRAY(a, const char *, n + 1);
    out->state = ARENA_ARRAY(a, bool, n + 1);
    double **const numbers[] = {&out->q, &out->v, &out->shift, &out->low, &out->high};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        *numbers[k] = ARENA_ARRAY(a, double, n + 1);
    for (int i = 0; i < o->n; i++) {
        const model_coord *c = &o->p->m->coords[e->coords[i]];
        out->coord_names[i] = c->name;
        out->state[i] = !model_is_place(c);
        out->q[i] = out->state[i] ? x->v[i] : x->q[i];
        out->v[i] = out->state[i] ? 0 : x->v[i];
        out->shift[i] = x->shot.shift[i];
    }
    linear_orbit_judge(o, &x->shot, out, a);
    return find_extent(o, x, out, a);
}

/* Whether the motion is where it began after this time already. */
static bool closes_after(orbit *o, const shooting *x, double period, arena *a) {
    orbit_shot s;
    return !linear_orbit_shoot(o, x->q, x->v, period, false, &s, a) && s.far <= of_part * x->shot.size;
}

/* What was found may have gone round several times. */
static const char *shorten(orbit *o, shooting *x, arena *a) {
    for (int parts = MOST_PARTS; parts > 1 && !o->driven; parts--)
        if (closes_after(o, x, x->period / parts, a)) {
            x->period /= parts;
            x->shots = 0;
            return close_up(x, a);
        }
    return NULL;
}

const char *linear_orbit_close(orbit *o, const linear_wish *w, linear_periodic *out, arena *a) {
    shooting x = {.o = o, .w = w, .q = o->q, .v = o->v, .period = o->period};
    const char *why = close_up(&x, a);
    if (!why && !o->driven && x.shot.size <= at_rest)
        why = "the motion there comes to rest";
    if (!why)
        why = shorten(o, &x, a);
    if (!why)
        why = check_again(o, &x, a);
    if (why)
        return why;
    memcpy(o->q, x.q, (size_t)o->n * sizeof *x.q);
    memcpy(o->v, x.v, (size_t)o->n * sizeof *x.v);
    return tell(o, &x, out, a);
}

static const char *search(orbit *o, linear_problem *p, const linear_wish *w, linear_periodic *out, arena *a) {
    const char *why = linear_orbit_begin(o, p, a);
    if (why)
        return why;
    const double forcing = linear_orbit_forcing(p->m, p->choice, point_equations(p->p), a);
    double period;
    why = linear_orbit_length(w, forcing, &period, a);
    if (why)
        return why;
    const char *first = NULL;
    for (int late = 0; late < 2; late++) {
        why = linear_orbit_guess(o, late, forcing, period);
        if (!why)
            why = linear_orbit_close(o, w, out, a);
        if (!why)
            return NULL;
        first = first ? first : base_arena_copy(a, why, strlen(why));
        if (period > 0 && run_steps_result(o->run)->steps >= LINEAR_ORBIT_STEPS)
            break; /* not a whole period: nor would it from later on */
    }
    return first;
}

linear_periodic linear_find_periodic(linear_problem *p, const linear_wish *w, arena *a) {
    linear_periodic out = {.stability = UNDECIDED, .growth = NAN};
    orbit o = {0};
    out.trouble = search(&o, p, w, &out, a);
    if (out.trouble)
        out.trouble = base_arena_printf(a, "%s", out.trouble);
    linear_orbit_end(&o);
    return out;
}

static double *copy_numbers(const double *x, int count, arena *a) {
    double *to = ARENA_ARRAY(a, double, count + 1);
    if (x)
        memcpy(to, x, (size_t)count * sizeof *to);
    return to;
}

linear_periodic linear_periodic_copy(const linear_periodic *x, arena *a) {
    linear_periodic y = *x;
    double **const places[] = {&y.q, &y.v, &y.shift, &y.low, &y.high}, **const multipliers[] = {&y.re, &y.im};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
        *places[k] = copy_numbers(*places[k], x->n, a);
    for (size_t k = 0; k < sizeof multipliers / sizeof *multipliers; k++)
        *multipliers[k] = copy_numbers(*multipliers[k], x->count, a);
    y.coord_names = ARENA_ARRAY(a, const char *, x->n + 1);
    y.state = ARENA_ARRAY(a, bool, x->n + 1);
    for (int i = 0; i < x->n; i++) {
        y.coord_names[i] = x->coord_names[i]; /* of the model */
        y.state[i] = x->state[i];
    }
    y.trouble = x->trouble ? base_arena_printf(a, "%s", x->trouble) : NULL;
    return y;
}
