/* Extrema of the motion itself: parts of each step are discarded where bounds show that nothing in them exceeds the
   greatest value so far, or that the quantity is monotone; the others are bisected. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/observer.h"
#include "sim/dynamics/pieces.h"
#include "sim/event/event.h"
#include "sim/record/record.h"
#include "sim/record/tops.h"

enum { MOST_PARTS = 4000, FEW_PARTS = 100 };

bool record_extrema_wanted(const sim *s) {
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (record_is_sought(s, i))
            return true;
    return false;
}

/* The value with the sign that makes a minimum a maximum; NaN where there is none. */
static double signed_value(sim *s, size_t i) {
    if (s->mode->reducer_null[i])
        return NAN;
    double x = dynamics_segment_value(s, SEG_RESULTS, 3 + s->m->output_count + i);
    return s->m->reducers[i].kind == REDUCE_MINIMUM ? -x : x;
}

static double best_so_far(const sim *s, size_t i) {
    double best = s->m->reducers[i].kind == REDUCE_MINIMUM ? -s->reduced[i] : s->reduced[i];
    return isnan(best) ? -INFINITY : best;
}

/* Outside of its window nothing is better. */
bool record_extremum_is_due(const sim *s, size_t reducer) {
    return s->windows[reducer].state == WINDOW_OPEN;
}

/* Whether it is the best so far in the window of the reducer. */
static bool offer(sim *s, size_t i, double t, double x) {
    if (isnan(x) || !record_extremum_is_due(s, i) || best_so_far(s, i) >= x)
        return false;
    s->windows[i].best_at = t;
    s->reduced[i] = s->m->reducers[i].kind == REDUCE_MINIMUM ? -x : x;
    return true;
}

void record_extrema_begin(sim *s) {
    size_t solved = (size_t)(s->mode->n + s->mode->m);
    memcpy(s->solved_start, dynamics_accelerations(s), solved * sizeof *s->solved_start);
}

/* The state at the last evaluation: starts, ends of steps, both sides of an event. */
static void extrema_point(sim *s) {
    record_extrema_begin(s);
    dynamics_run_segment(s, SEG_WATCH);
    dynamics_run_segment(s, SEG_RESULTS);
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (record_is_sought(s, i) && offer(s, i, s->t, signed_value(s, i)))
            SIM_TELL(s, greatest, (s, i, s->extrema[i].spread));
}

/* --- What is decided about a branch over a part of the step --- */

/* Where in the step a branch or a reducer has its top. */
typedef struct summit {
    double theta;
    size_t of;
} summit;

static bool comes_before(const void *a, const void *b) {
    const summit *x = a, *y = b;
    return x->theta < y->theta || (x->theta == y->theta && x->of < y->of);
}

static void order(sim *s, summit *all, size_t count) {
    base_sort(all, count, sizeof *all, comes_before, s->m->scratch);
}

/* How many, from the first on, are at the place of that, but for rounding: what many reports have in common is greatest
   for all of them there, and it is visited once. */
static size_t at_one_place(const summit *all, size_t count) {
    static const double same = 1e-12;
    size_t n = 1;
    while (n < count && all[n].theta <= all[0].theta + same)
        n++;
    return n;
}

typedef struct hunt {
    sim *s;
    tops *w;
    double h;
    int budget;
    int lost;       /* the reducer of a branch that was left undecided, or -1 */
    summit *arches; /* whose tops are still to be looked at, with room for all branches */
    size_t arch_count;
} hunt;

typedef struct part {
    double a, b;  /* theta */
    int last;     /* as many points, less one, are there */
    int ellipses; /* whose discs are there */
} part;

/* A branch looks at the square of what is the best so far, where it is a root. */
static double bar_of(const hunt *x, size_t k) {
    const tops_branch *r = &x->w->branch[k];
    double best = x->s->extrema[r->reducer].best;
    return r->root && best > -INFINITY ? best * fabs(best) : best;
}

static void note(hunt *x, size_t k, double value, double theta) {
    const tops_branch *r = &x->w->branch[k];
    best_top *e = &x->s->extrema[r->reducer];
    double g = r->root ? copysign(sqrt(fabs(value)), value) : value;
    if (!(g > e->best) || (r->root && (value > 0) != (r->sign > 0)))
        return;
    e->best = g;
    e->theta = theta;
}

static double theta_of(part p, double x) {
    return x == -1 ? p.a : x == 1 ? p.b : 0.5 * (p.a + p.b) + 0.5 * (p.b - p.a) * x;
}

/* How far the series of the branch through its points, or a derivative of it, may be off. */
static double error_of(const hunt *x, size_t k, part p, int derivative) {
    const double *error = x->w->error[p.last == NUM_SERIES_MOST][derivative];
    double least = INFINITY;
    for (int i = 0; i < p.ellipses; i++) {
        double e = x->w->radius[k][i] * error[i];
        least = e < least ? e : least;
    }
    return least;
}

/* The values of the branch at the points of the part, in their order. */
static bool gather(hunt *x, size_t k, part p, double *f) {
    double sum = 0;
    int top = 0;
    for (int j = 0; j <= p.last; j++) {
        f[j] = x->w->value[k][j * NUM_SERIES_MOST / p.last];
        sum += f[j] - f[j];
        top = f[j] > f[top] ? j : top;
    }
    if (sum == 0 && f[top] > bar_of(x, k) + x->w->spare[k])
        note(x, k, f[top], theta_of(p, num_series_node(p.last, top)));
    return sum == 0;
}

/* Whether it rises or falls all the way, so that an end is greatest. */
static bool is_monotone(const hunt *x, size_t k, part p, const double *c) {
    double d[NUM_SERIES_MOST + 1], error = error_of(x, k, p, 1);
    if (!isfinite(error))
        return false;
    num_series_slope(c, p.last, d);
    bool falls = d[0] < 0;
    for (int i = 0; i <= p.last; i++)
        d[i] = falls ? d[i] : -d[i];
    return num_series_below(d, p.last, -error);
}

/* Whether it bends down all the way, so much that its top is as high as at the top of the series, to within `spare`: by
   the square of the error of the slope through the least curvature. */
static bool is_arch(const hunt *x, size_t k, part p, const double *c) {
    double d[NUM_SERIES_MOST + 1], slope_error = error_of(x, k, p, 1);
    double least = error_of(x, k, p, 2) + slope_error * slope_error / x->w->spare[k];
    if (!isfinite(least))
        return false;
    num_series_slope(c, p.last, d);
    num_series_slope(d, p.last, d);
    return num_series_below(d, p.last, -least);
}

/* The branch itself is to be looked at where the series has its top. */
static void ask_for_top(hunt *x, size_t k, part p, const double *c) {
    double top;
    num_series_top(c, p.last, x->w->spare[k], &top);
    x->arches[x->arch_count++] = (summit){theta_of(p, top), k};
}

static bool decide(hunt *x, size_t k, part p) {
    double f[NUM_SERIES_MOST + 1] = {0}, c[NUM_SERIES_MOST + 1], top, spare = x->w->spare[k];
    if (!gather(x, k, p, f))
        return false;
    double error = error_of(x, k, p, 0);
    if (!isfinite(error))
        return false;
    num_series_through(f, p.last, c);
    if (num_series_below(c, p.last, bar_of(x, k) + spare - error))
        return true;
    if (is_monotone(x, k, p, c)) {
        note(x, k, f[0], p.a);
        note(x, k, f[p.last], p.b);
        return true;
    }
    if (!(error <= spare)) {
        const bool arch = is_arch(x, k, p, c);
        if (arch)
            ask_for_top(x, k, p, c);
        return arch;
    }
    double value = num_series_top(c, p.last, 0.1 * spare, &top);
    if (value > bar_of(x, k) + spare)
        note(x, k, value, theta_of(p, top));
    return true;
}

/* Those that cannot be looked at stay in the list; returns how much is in it. */
static int look_at_arches(hunt *x, int *list, int left) {
    order(x->s, x->arches, x->arch_count);
    for (size_t i = 0, n; i < x->arch_count; i += n) {
        const summit *at = x->arches + i;
        n = at_one_place(at, x->arch_count - i);
        const bool there = record_tops_show(x->s, x->w, x->h, at->theta);
        if (there)
            record_tops_run(x->s, x->w);
        for (size_t j = 0; j < n; j++) {
            const double value = there ? record_tops_value(x->w, at[j].of) : -INFINITY;
            if (value > bar_of(x, at[j].of) + x->w->spare[at[j].of])
                note(x, at[j].of, value, at->theta);
            if (!there)
                list[left++] = (int)at[j].of;
        }
    }
    return left;
}

/* Keeps what is left undecided; returns how much. */
static int decide_all(hunt *x, part p, int *list, int count) {
    int left = 0;
    x->arch_count = 0;
    for (int i = 0; i < count; i++)
        if (!decide(x, (size_t)list[i], p))
            list[left++] = list[i];
    return look_at_arches(x, list, left);
}

/* --- The search --- */

/* The points between those that are there. */
static bool sample_between(hunt *x, part p) {
    for (int j = 1; j < NUM_SERIES_MOST; j += 2) {
        if (!record_tops_show(x->s, x->w, x->h, theta_of(p, num_series_node(NUM_SERIES_MOST, j))))
            return false;
        record_tops_run(x->s, x->w);
        for (size_t k = 0; k < x->w->count; k++)
            x->w->value[k][j] = record_tops_value(x->w, k);
    }
    return true;
}

static void continue_into(hunt *x, part *p) {
    LGR_ASSERT(p->ellipses < TOPS_ELLIPSES);
    record_tops_continue(x->s, x->w, x->h, p->a, p->b, p->ellipses);
    for (size_t k = 0; k < x->w->count; k++)
        x->w->radius[k][p->ellipses] = record_tops_radius(x->w, k);
    p->ellipses++;
}

/* Whether more points could tell anything: not where errors would be as large as the values themselves. */
static bool is_hopeful(const hunt *x, part p, const int *list, int count) {
    p.last = NUM_SERIES_MOST;
    for (int i = 0; i < count; i++) {
        const double *f = x->w->value[list[i]];
        double low = f[0], high = f[0];
        for (int j = 0; j <= NUM_SERIES_MOST; j += NUM_SERIES_MOST / TOPS_LAST) {
            low = fmin(low, f[j]);
            high = fmax(high, f[j]);
        }
        if (error_of(x, (size_t)list[i], p, 0) < 0.1 * (high - low) + x->w->spare[list[i]])
            return true;
    }
    return false;
}

/* What is smooth over the part, by series through its points; returns how much is left. */
static int decide_by_series(hunt *x, double a, double b, int *list, int count) {
    part p = {.a = a, .b = b, .last = TOPS_LAST};
    while (p.ellipses < 2)
        continue_into(x, &p);
    count = decide_all(x, p, list, count);
    while (count && p.ellipses < TOPS_ELLIPSES)
        continue_into(x, &p);
    if (!count || !is_hopeful(x, p, list, count) || !sample_between(x, p))
        return count;
    p.last = NUM_SERIES_MOST;
    return decide_all(x, p, list, count);
}

/* Puts aside what bounds settle; and what is not analytic in the part behind the rest. Returns how much is left,
 *smooth of that in front. */
static int sort(hunt *x, const int *list, int count, int *rest, int *smooth) {
    int left = 0;
    for (int i = 0; i < count; i++)
        if (record_tops_bounds(x->w, (size_t)list[i]).high > bar_of(x, (size_t)list[i]) + x->w->spare[list[i]])
            rest[left++] = list[i];
    if (left)
        record_tops_enclose(x->w);
    *smooth = 0;
    for (int i = 0; i < left; i++)
        if (isfinite(record_tops_radius(x->w, (size_t)rest[i]))) {
            int k = rest[i];
            rest[i] = rest[*smooth];
            rest[(*smooth)++] = k;
        }
    return left;
}

static void look_at(hunt *x, double theta, const int *list, int count) {
    if (!record_tops_show(x->s, x->w, x->h, theta))
        return;
    record_tops_run(x->s, x->w);
    for (int i = 0; i < count; i++)
        note(x, (size_t)list[i], record_tops_value(x->w, (size_t)list[i]), theta);
}

/* What is solved for is no polynomial: bounds of short parts need points of its own. */
static void come_closer(hunt *x, double a, double b) {
    tops *w = x->w;
    const tops_part *base = &w->base[w->level];
    bool far = w->solved && b - a <= 0.125 * (base->b - base->a) && w->level + 1 < TOPS_BASES;
    if (far && record_tops_sample(x->s, w, x->h, a, b))
        record_tops_base(w, w->level + 1, a, b);
}

static void search_part(hunt *x, double a, double b, const int *list, int count, int depth) {
    LGR_ASSERT(a < b && depth >= 0 && depth <= TOPS_DEPTH);
    int *rest = x->w->lists + (size_t)(depth + 1) * x->w->count, smooth = count, left = count;
    if (depth) {
        record_tops_bound(x->s, x->w, x->h, a, b);
        left = sort(x, list, count, rest, &smooth);
        if (smooth && !record_tops_sample(x->s, x->w, x->h, a, b))
            smooth = 0;
    } else
        memcpy(rest, list, (size_t)count * sizeof *rest);
    int undecided = smooth ? decide_by_series(x, a, b, rest, smooth) : 0;
    LGR_ASSERT(undecided <= smooth && smooth <= left && left <= count);
    memmove(rest + undecided, rest + smooth, (size_t)(left - smooth) * sizeof *rest);
    left += undecided - smooth;
    if (!left || depth == TOPS_DEPTH)
        return;
    if (--x->budget < 0) {
        x->lost = (int)x->w->branch[rest[0]].reducer;
        return;
    }
    double middle = 0.5 * (a + b);
    int level = x->w->level;
    come_closer(x, a, b);
    look_at(x, middle, rest, left);
    search_part(x, a, middle, rest, left, depth + 1);
    search_part(x, middle, b, rest, left, depth + 1);
    x->w->level = level;
}

/* --- A step --- */

/* Too much would have to be looked at: the run says so once. */
static void tell_too_fast(sim *s, size_t reducer) {
    const model *m = s->m;
    if (s->extrema_told)
        return;
    s->extrema_told = true;
    bool *used = ARENA_ARRAY(s->a, bool, expr_var_count(m->g) + 1);
    used[m->reducers[reducer].var] = true;
    size_t i = 0;
    while (i < m->report_count && !(m->reports[i].value.i && expr_depends(m->g, m->reports[i].value, used)))
        i++;
    bool least = m->reducers[reducer].kind == REDUCE_MINIMUM;
    finding *f = dynamics_doubt(
        s, DIAG_W0512, i < m->report_count ? m->reports[i].at : (span){0},
        "the quantity whose %s value is asked for%s%s%s changes too fast to be resolved from t = "
        "%.9g s on: a %s value may be missed",
        least ? "least" : "greatest", i < m->report_count ? " in '" : "", i < m->report_count ? m->reports[i].name : "",
        i < m->report_count ? "'" : "", s->t, least ? "lesser" : "greater");
    diag_help(
        m->findings, f,
        "use a slowly varying quantity, for example the amplitude of an oscillation instead of the oscillation itself");
}

static size_t find_summits(const sim *s, summit *all) {
    size_t count = 0;
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (record_is_sought(s, i) && s->extrema[i].theta > 0 && s->extrema[i].theta < 1)
            all[count++] = (summit){s->extrema[i].theta, i};
    return count;
}

static bool offer_summit(sim *s, double h, double theta, size_t i) {
    const bool better = offer(s, i, s->t + theta * h, signed_value(s, i));
    if (better)
        SIM_TELL(s, greatest_within, (s, i, h, theta, s->extrema[i].spread));
    return better;
}

/* On the motion itself: the step is repeated up to there. Returns how many are better than all before. */
static size_t climb_at(sim *s, double h, double theta, const summit *all, size_t count) {
    size_t better = 0;
    if (!event_stepper_again(s, theta * h, s->work_y) || !dynamics_evaluate(s, s->t + theta * h, s->work_y, NULL))
        return 0;
    dynamics_run_segment(s, SEG_WATCH);
    dynamics_run_segment(s, SEG_RESULTS);
    for (size_t k = 0; k < count; k++)
        better += offer_summit(s, h, theta, all[k].of);
    return better;
}

/* The best within the step. Where it jumps, the motion may still be, or be already, on the other side of that. */
static void climb(sim *s, double h) {
    const arena_mark before = base_arena_get_mark(s->m->scratch);
    summit *all = ARENA_ARRAY(s->m->scratch, summit, s->m->reducer_count + 1);
    const size_t count = find_summits(s, all);
    order(s, all, count);
    const bool held = count && ode_stepper_hold(s->step);
    for (size_t i = 0, n; i < count; i += n) {
        n = at_one_place(all + i, count - i);
        size_t better = 0;
        for (double beside = 0; better < n && beside < 1e-3; beside = beside != 0 ? -10 * beside : 1e-9) {
            const double theta = fmin(1, fmax(0, all[i].theta + beside));
            better += climb_at(s, h, theta, all + i, n);
        }
    }
    if (count)
        event_stepper_return(s, h, held);
    base_arena_release(s->m->scratch, before);
}

/* At the end of the step; false where it cannot be evaluated. */
static bool begin_step(sim *s, double h) {
    if (!dynamics_evaluate(s, s->t + h, s->next_y, NULL))
        return false;
    size_t solved = (size_t)(s->mode->n + s->mode->m);
    memcpy(s->solved_end, dynamics_accelerations(s), solved * sizeof *s->solved_end);
    dynamics_run_segment(s, SEG_WATCH);
    dynamics_run_segment(s, SEG_RESULTS);
    for (size_t i = 0; i < s->m->reducer_count; i++) {
        if (!record_is_sought(s, i))
            continue;
        double end = signed_value(s, i), best = fmax(best_so_far(s, i), isnan(end) ? -INFINITY : end);
        s->extrema[i] = (best_top){.best = record_extremum_is_due(s, i) ? best : INFINITY, .theta = NAN};
    }
    return true;
}

/* By how much values differ within the step: derivatives are judged by it. */
static void find_spreads(sim *s, double h) {
    enum { SAMPLES = 6 };
    for (int k = 0; k <= SAMPLES; k++) {
        double theta = (double)k / SAMPLES;
        event_stepper_dense(s, theta, s->work_y);
        if (!dynamics_evaluate(s, s->t + theta * h, s->work_y, NULL))
            continue;
        dynamics_run_segment(s, SEG_WATCH);
        dynamics_run_segment(s, SEG_RESULTS);
        for (size_t i = 0; i < s->m->reducer_count; i++) {
            best_top *e = &s->extrema[i];
            double g = record_is_sought(s, i) ? signed_value(s, i) : NAN;
            e->first = k ? e->first : g;
            e->spread = fmax(k ? e->spread : 0, fabs(g - e->first));
        }
    }
}

static bool prepare_dense(sim *s, double h) {
    s->at_end = false;
    s->dense_ready = s->dense_ready || event_stepper_prepare_dense(s, h, s->next_y);
    return s->dense_ready;
}

/* Those of them that may turn back on their way. */
static int begin_with_rates(hunt *x, int count) {
    tops *w = x->w;
    int left = 0;
    bool smooth = false;
    for (int i = 0; i < count; i++)
        smooth = smooth || w->branch[w->lists[i]].smooth;
    if (!smooth)
        return count;
    record_tops_guess_rates(w);
    record_tops_look_at_end(x->s, w, x->h, false);
    record_tops_look_at_end(x->s, w, x->h, true);
    for (int i = 0; i < count; i++)
        if (!record_tops_is_settled(w, (size_t)w->lists[i], x->h, bar_of(x, (size_t)w->lists[i])))
            w->lists[left++] = w->lists[i];
    return left;
}

/* What bounds from both ends leave open. */
static int begin_list(hunt *x) {
    int count = 0;
    tops *w = x->w;
    bool guessed = !w->solved || x->s->solved_seen;
    if (guessed)
        record_tops_guess(x->s, w, x->h);
    for (size_t k = 0; k < w->count; k++)
        if (!guessed || record_tops_bounds(w, k).high > bar_of(x, k))
            w->lists[count++] = (int)k;
    return guessed ? begin_with_rates(x, count) : count;
}

/* The reducer's signed value within the step, at Chebyshev's points; false where one has none. */
static bool sample_reducer(sim *s, size_t i, double h, double *f) {
    double sum = 0;
    for (int j = 0; j <= NUM_SERIES_MOST; j++) {
        double theta = 0.5 + 0.5 * num_series_node(NUM_SERIES_MOST, j);
        event_stepper_dense(s, theta, s->work_y);
        if (!dynamics_evaluate(s, s->t + theta * h, s->work_y, NULL))
            return false;
        dynamics_run_segment(s, SEG_WATCH);
        dynamics_run_segment(s, SEG_RESULTS);
        f[j] = signed_value(s, i);
        sum += f[j];
    }
    return isfinite(sum);
}

/* Along a boundary of pieces values are combined from both sides, which no program gives bounds of: by series through
   their values. */
static void search_while_sliding(sim *s, double h) {
    double f[NUM_SERIES_MOST + 1], c[NUM_SERIES_MOST + 1], top;
    for (size_t i = 0; i < s->m->reducer_count && prepare_dense(s, h); i++) {
        if (!record_is_sought(s, i) || !sample_reducer(s, i, h, f))
            continue;
        num_series_through(f, NUM_SERIES_MOST, c);
        if (num_series_top(c, NUM_SERIES_MOST, 0, &top) > s->extrema[i].best)
            s->extrema[i].theta = 0.5 + 0.5 * top;
    }
    climb(s, h);
}

/* False if there is nothing, or it cannot be looked at. */
static bool search(sim *s, tops *w, double h) {
    hunt x = {.s = s, .w = w, .h = h, .budget = s->extrema_told ? FEW_PARTS : MOST_PARTS, .lost = -1};
    int count = begin_list(&x);
    if (!count || !prepare_dense(s, h))
        return false;
    record_tops_find_spare(s, w, h);
    if (!record_tops_sample(s, w, h, 0, 1))
        return false;
    record_tops_base(w, 0, 0, 1);
    const arena_mark before = base_arena_get_mark(s->m->scratch);
    x.arches = ARENA_ARRAY(s->m->scratch, summit, w->count);
    search_part(&x, 0, 1, w->lists, count, 0);
    base_arena_release(s->m->scratch, before);
    if (x.lost >= 0)
        tell_too_fast(s, (size_t)x.lost);
    return true;
}

static void extrema_step(sim *s, double h) {
    tops *w = record_tops_get(s);
    if (!w || !(h > 0) || !begin_step(s, h))
        return;
    if (s->mode->pieces && s->mode->pieces->sliding) {
        search_while_sliding(s, h);
        return;
    }
    if (s->sensitivity && prepare_dense(s, h))
        find_spreads(s, h);
    if (search(s, w, h))
        climb(s, h);
}

const sim_observer record_extrema_observer = {.name = "extrema",
                                              .wanted = record_extrema_wanted,
                                              .begun = extrema_point,
                                              .stepping = extrema_step,
                                              .stepped = extrema_point,
                                              .jumped = extrema_point};
