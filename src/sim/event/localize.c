/* The search for the first event within a step: parts of the step in which no event function can become positive are
   discarded, the others are bisected, from left to right, until an event function increases monotonically or the part
   has the length of a rounding error. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "num/scalar.h"
#include "ode/bracket.h"
#include "ode/dop853_table.h"
#include "sim/diagnose/diagnose.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/event/enclosure.h"
#include "sim/event/event.h"
#include "sim/event/localize.h"
#include "sim/event/rules.h"

enum { ENDS = 4 };

struct crossing_search {
    rise *rise;                 /* per event function */
    double *low, *high, *g_low; /* FOUND: where it rises, in theta, and its value before */
    double *armed_at;           /* theta at which it has been false; infinity: not in this step */
    double *at;                 /* FOUND: located, as a step size */
    watch_value *g;             /* (WATCH_DEPTH + 1 + ENDS) * event functions: values in the middle of the parts at
                                   hand, and at ends of those that the search begins with */
    int *lists;                 /* (WATCH_DEPTH + 2) * event functions: undecided ones */
    double *refuted;            /* theta up to which a rise has been looked for on the motion itself, in vain */
    double end;                 /* theta beyond which nothing matters any more */
    double verified;            /* theta up to which nothing was left to chance */
    double until;               /* when the part searched last ends, in which nothing was found */
    const mode *in;             /* the mode of it */
    int too_fast;               /* the event function that left something there */
    int budget, refutations;
    bool polynomials; /* of the watch: those of the step at hand */
    bool told;
};

/* Parts per step; the depth from which a change of sign is enough where the rate of an event function is not known. */
enum { MOST_PARTS = 3000, SOLVED_DEPTH = 5, MOST_REFUTED = 20 };
static const double least_cut = 1e-4; /* of a step: where less is certain the search goes on without */

crossing_search *event_search_create(sim *s, size_t margins) {
    LGR_ASSERT(margins > 0);
    crossing_search *c = ARENA_NEW(s->a, crossing_search);
    double **lists[] = {&c->low, &c->high, &c->g_low, &c->armed_at, &c->at, &c->refuted};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = ARENA_ARRAY(s->a, double, margins);
    c->rise = ARENA_ARRAY(s->a, rise, margins);
    c->g = ARENA_ARRAY(s->a, watch_value, (WATCH_DEPTH + 1 + ENDS) * margins);
    c->lists = ARENA_ARRAY(s->a, int, (WATCH_DEPTH + 2) * margins);
    return c;
}

void event_search_restart(crossing_search *c) {
    c->told = false;
}

static void begin_margin(sim *s, size_t k) {
    const margin *x = &s->mode->margins[k];
    bool armed = x->part == EVENT_USER && s->user_events[x->index].armed;
    s->search->rise[k] = event_rise_begin(x, s->margins_start.value[k], s->margins_start.size[k],
                                          s->margins_end.size[k], event_function_counts(s, x), armed, s->gap_error);
    if (x->part == EVENT_STICK) /* a slip that begins may err so much before it has a direction of its own */
        s->search->rise[k].limit = fmax(s->search->rise[k].limit, dynamics_headings_added(s, x->index));
    if (!isfinite(s->margins_start.value[k]) && !isfinite(s->margins_end.value[k]))
        s->search->rise[k].stage = RISE_IDLE; /* nowhere a value: no part of the step tells more */
    if (x->part == EVENT_STICK && s->kept_from_slipping[x->index])
        s->search->rise[k].stage = RISE_IDLE; /* rounding is all that its slip consists of */
    s->search->armed_at[k] = INFINITY;
}

/* What the bounds of the value alone say. */
static bool value_decides(const sim *s, size_t k) {
    return event_rise_is_settled(&s->search->rise[k], event_enclosure_margin_bounds(s->mode, k, 0));
}

typedef struct part {
    double width;      /* s */
    bool jumps, kinks; /* some margin, some rate may jump there */
} part;

/* What its rate adds, where the value leaves it open; and the rate of that, where it is bounded too. */
static verdict decide(const sim *s, size_t k, part at, watch_value a, watch_value b) {
    const mode *m = s->mode;
    if (!event_enclosure_is_smooth(m, k) || (at.jumps && m->watch->jumps[k]))
        return UNDECIDED;
    bool curved = event_enclosure_is_curved(m, k) && !(at.kinks && m->watch->kinks[k]);
    tape_bounds second = curved ? event_enclosure_margin_bounds(m, k, 2) : (tape_bounds){0};
    tape_bounds change =
        event_rise_change(event_enclosure_margin_bounds(m, k, 1), curved ? &second : NULL, at.width, a, b);
    return event_rise_decide(&s->search->rise[k], change, a.g, b.g);
}

static void note(sim *s, size_t k, verdict v, double a, double b, double g_a) {
    crossing_search *c = s->search;
    if (v == FALLS) {
        c->rise[k].stage = RISE_BELOW;
        c->armed_at[k] = b;
    }
    if (v != RISES)
        return;
    LGR_ASSERT(a < b);
    c->rise[k].stage = RISE_FOUND;
    c->low[k] = a;
    c->high[k] = b;
    c->g_low[k] = g_a;
    c->end = fmin(c->end, b);
}

/* As short as it gets: what both ends say. */
static verdict by_ends(const sim *s, size_t k, double g_b) {
    const crossing_search *c = s->search;
    if (c->rise[k].stage == RISE_BELOW)
        return g_b > c->rise[k].limit ? RISES : NOTHING;
    return g_b < c->rise[k].level ? FALLS : NOTHING;
}

static bool is_open(const crossing_search *c, size_t k) {
    return c->rise[k].stage == RISE_BELOW || c->rise[k].stage == RISE_ABOVE;
}

/* What is decided without proof: solved quantities, whose rates are not known, once the part is short; all event
   functions when it is as short as it gets. */
static verdict settle(sim *s, size_t k, double a, double g_b, int depth, bool last) {
    crossing_search *c = s->search;
    verdict v = by_ends(s, k, g_b);
    if (last && depth < WATCH_DEPTH && a < c->verified) {
        c->verified = a;
        c->too_fast = (int)k;
    }
    return last || (v != NOTHING && depth >= SOLVED_DEPTH && !event_enclosure_is_smooth(s->mode, k)) ? v : UNDECIDED;
}

/* Whether no bounds could decide a function: it has been seen to rise and to fall, and to go beyond its bar. */
static bool is_seen_to_turn(const rise *r, watch_value a, watch_value middle, watch_value b) {
    const bool below = r->stage == RISE_BELOW;
    const double beyond = below ? greater_of(middle.g, b.g) - r->limit : r->level - lesser_of(middle.g, b.g);
    const double least = lesser_of(lesser_of(a.rate, middle.rate), b.rate);
    return beyond > 0 && least < 0 && greater_of(greater_of(a.rate, middle.rate), b.rate) > 0;
}

/* Those of the list that matter in a part; 0 if bounds might decide one of them. */
static int leave_all_open(const sim *s, double b, const watch_value *const *g, const int *list, int count, int *rest) {
    const crossing_search *c = s->search;
    int open = 0;
    for (int i = 0; i < count; i++) {
        const int k = list[i];
        if (!is_open(c, (size_t)k) || b <= c->refuted[k])
            continue;
        if (!event_enclosure_is_smooth(s->mode, (size_t)k) || !is_seen_to_turn(&c->rise[k], g[0][k], g[1][k], g[2][k]))
            return 0;
        rest[open++] = k;
    }
    return open;
}

/* What bounds decide in a part; returns how many are left in the list of the depth below. */
static int decide_part(sim *s, double h, double a, double b, const watch_value *g_a, const watch_value *g_b,
                       const int *list, int count, int depth, bool last) {
    crossing_search *c = s->search;
    int *rest = c->lists + (size_t)(depth + 1) * s->mode->margin_count, open = 0, left = 0;
    const bool jumps = event_enclosure_bounds(s, h, a, b);
    for (int i = 0; i < count; i++)
        if (is_open(c, (size_t)list[i]) && b > c->refuted[list[i]] && !value_decides(s, (size_t)list[i]))
            rest[open++] = list[i];
    if (depth == 0)
        event_enclosure_narrow(s, rest, open);
    const part at = {.width = h * (b - a), .jumps = jumps, .kinks = open && event_enclosure_bound_rates(s->mode)};
    for (int i = 0; i < open; i++) {
        size_t k = (size_t)rest[i];
        verdict v = a < c->refuted[k] && !last ? UNDECIDED : decide(s, k, at, g_a[k], g_b[k]);
        if (v == UNDECIDED)
            v = settle(s, k, a, g_b[k].g, depth, last);
        if (v == UNDECIDED)
            rest[left++] = (int)k;
        else
            note(s, k, v, a, b, g_a[k].g);
    }
    return left;
}

enum { FEW_HALVES = 2 }; /* that most events take: from there on a look at the middle is cheaper than bounds */

static void search_part(sim *s, double h, double a, double b, const watch_value *g_a, const watch_value *g_b,
                        const int *list, int count, int depth) {
    crossing_search *c = s->search;
    if (a > c->end)
        return;
    const size_t margins = s->mode->margin_count;
    const bool last = depth == WATCH_DEPTH || --c->budget < 0, early = depth >= FEW_HALVES && !last;
    const double middle = 0.5 * (a + b);
    watch_value *g = c->g + (size_t)depth * margins;
    int *rest = c->lists + (size_t)(depth + 1) * margins, left = 0;
    if (early) {
        event_enclosure_values(s, h, middle, g);
        left = leave_all_open(s, b, (const watch_value *const[]){g_a, g, g_b}, list, count, rest);
    }
    if (!left)
        left = decide_part(s, h, a, b, g_a, g_b, list, count, depth, last);
    if (!left)
        return;
    if (!early)
        event_enclosure_values(s, h, middle, g);
    search_part(s, h, a, middle, g_a, g, rest, left, depth + 1);
    search_part(s, h, middle, b, g, g_b, rest, left, depth + 1);
}

/* What only just touches and does not approach leaves, though the method may err the other way at first. */
static void let_leave(sim *s, size_t k, double h, watch_value first) {
    double error = 0.5 * s->gap_error * fmin(s->margins_start.size[k], s->margins_end.size[k]);
    bool errs = s->gap_error > s->gap_tolerance && s->mode->margins[k].part == EVENT_CLOSE;
    if (errs && fabs(first.g) <= error && h * first.rate <= error)
        s->search->rise[k].limit = fmax(s->search->rise[k].limit, error);
}

/* What the whole leaves open is searched in growing parts, which are those that halving makes. `ends` has room for the
   values at two places, in turn the right and the left end of the part at hand. */
static void search_parts(sim *s, double h, const watch_value *first, watch_value *last, watch_value *ends) {
    crossing_search *c = s->search;
    const size_t margins = s->mode->margin_count;
    watch_value *spare = ends + margins;
    int depth = event_search_first_depth(h, s->event_came);
    if (depth == 0) {
        search_part(s, h, 0, 1, first, last, c->lists, (int)margins, 0);
        return;
    }
    const int left = decide_part(s, h, 0, 1, first, last, c->lists, (int)margins, 0, false);
    for (double a = 0, b = ldexp(1, -depth); left && a < c->end; a = b, b *= 2) {
        watch_value *g = b < 1 ? ends : last;
        if (b < 1)
            event_enclosure_values(s, h, b, g);
        search_part(s, h, a, b, first, g, c->lists + margins, left, depth);
        depth -= a > 0;
        first = g;
        ends = spare;
        spare = g;
    }
}

static void search_step(sim *s, double h) {
    crossing_search *c = s->search;
    size_t margins = s->mode->margin_count;
    watch_value *first = c->g + (WATCH_DEPTH + 1) * margins, *last = first + margins;
    event_enclosure_values(s, h, 0, first);
    event_enclosure_values(s, h, 1, last);
    for (size_t k = 0; k < margins; k++) {
        first[k].g = s->margins_start.value[k];
        last[k].g = s->margins_end.value[k];
        let_leave(s, k, h, first[k]);
    }
    search_parts(s, h, first, last, last + margins);
}

/* Where the motion within the step cannot be evaluated: what both of its ends say. */
static void search_ends(sim *s) {
    for (size_t k = 0; k < s->mode->margin_count; k++)
        if (is_open(s->search, k) && s->search->refuted[k] < 1)
            note(s, k, by_ends(s, k, s->margins_end.value[k]), 0, 1, s->margins_start.value[k]);
}

/* The event functions at the start of the step and at a few of its stages, one after the other. */
static void look_at_stages(sim *s, double h) {
    size_t margins = s->mode->margin_count;
    watch_value *g = s->search->g;
    event_enclosure_values_at(s, s->t, s->y, s->solved_start, g);
    for (int i = 0; i < DOP_FEW; i++) {
        const double *accelerations;
        double t = event_stepper_stage(s, dop_few[i], h, s->work_y, &accelerations);
        event_enclosure_values_at(s, t, s->work_y, accelerations, g + (size_t)(i + 1) * margins);
    }
}

/* As the stages of the step have seen it, where the stepper has such; `looked`: they have been looked at. */
static bool keeps_opening(sim *s, size_t k, double h, bool *looked) {
    const watch_value *g = s->search->g;
    if (!s->mode->margins[k].gap || !s->step->acting->method->stage)
        return false;
    if (!*looked)
        look_at_stages(s, h);
    *looked = true;
    watch_value before = {s->margins_start.value[k], g[k].rate};
    if (!event_rise_can_keep_opening(&s->mode->margins[k], &s->search->rise[k], before, h))
        return false;
    for (size_t i = 1; i <= DOP_FEW; i++)
        if (!event_rise_opens_further(&before, g[i * s->mode->margin_count + k]))
            return false;
    return true;
}

/* Whether any margin could rise at all, as far as bounds over the whole step tell. */
static bool is_possible(sim *s, double h) {
    part all = {.width = h, .jumps = event_enclosure_guess(s, h)};
    bool rates = false, looked = false;
    for (size_t k = 0; k < s->mode->margin_count; k++) {
        watch_value a = {s->margins_start.value[k], -INFINITY}, b = {s->margins_end.value[k], INFINITY};
        if (!is_open(s->search, k))
            continue;
        if (!event_enclosure_is_smooth(s->mode, k) && !s->solved_seen && s->mode->watch->way == WATCH_BY_POINTS)
            return true;
        if (value_decides(s, k))
            continue;
        if (!event_enclosure_is_smooth(s->mode, k))
            return true;
        if (!rates)
            all.kinks = event_enclosure_bound_rates(s->mode);
        rates = true;
        verdict v = decide(s, k, all, a, b);
        if (v == RISES || (v == UNDECIDED && !keeps_opening(s, k, h, &looked)))
            return true;
    }
    return false;
}

/* How much of the step is described well enough for what may rise. */
static double clear_part(const sim *s) {
    double clear = 1;
    for (size_t k = 0; k < s->mode->margin_count; k++)
        if (is_open(s->search, k) && !value_decides(s, k))
            clear = fmin(clear, event_enclosure_clear_part(s, k));
    return clear;
}

/* Solved quantities from few points say enough where no event function of them comes near zero. */
static bool needs_refinement(sim *s, double h) {
    const mode *m = s->mode;
    for (int i = 0; m->watch->solved && m->watch->way == WATCH_BY_POINTS && i < 4; i++) {
        event_enclosure_bounds(s, h, 0.25 * i, 0.25 * (i + 1));
        for (size_t k = 0; k < m->margin_count; k++)
            if (!m->margins[k].smooth && is_open(s->search, k) && !value_decides(s, k))
                return true;
    }
    return false;
}

/* An event function as a function of the step size: the step is repeated, so that the event lies on the motion
   itself. */
typedef struct probe {
    sim *s;
    size_t k;
    double level; /* what counts as zero */
    bool shown;   /* what has been followed last has just risen there */
} probe;

/* Whether the event functions of the mode are of time alone: then none of them asks where the motion is. */
static bool are_of_time(const mode *m) {
    return !m->watch->used && !m->watch->scaled;
}

/* The step repeated up to h, where forces matter with the multipliers of all rows. */
static bool reach(sim *s, double h, bool forces) {
    if (are_of_time(s->mode)) {
        s->at_end = false;
        return dynamics_evaluate(s, s->t + h, s->y, NULL);
    }
    if (!event_stepper_again(s, h, s->work_y))
        return false;
    if (forces)
        dynamics_tell_multipliers(s);
    return true;
}

static double margin_after(void *user, double h) {
    probe *p = user;
    sim *s = p->s;
    if (!reach(s, h, !s->mode->margins[p->k].smooth))
        return INFINITY;
    return event_function_value(s, p->k) - p->level;
}

typedef struct bracket {
    double low, g_low, high, g_high;
} bracket;

/* The dense output differs from the motion by the tolerance: then the rise lies a little later. False if nowhere. */
static bool reach_rise(probe *p, bracket *x, double h) {
    double width = fmax(x->high - x->low, 16 * DBL_EPSILON * h);
    x->g_high = x->high == h ? p->s->margins_end.value[p->k] - p->level : margin_after(p, x->high);
    while (!(x->g_high > 0) && x->high < h) {
        *x = (bracket){x->high, x->g_high, fmin(h, x->high + width), 0};
        x->g_high = margin_after(p, x->high);
        width *= 2;
    }
    return x->g_high > 0;
}

/* Just left zero: looks for a place where it was clearly false. */
static bool leave_zero(probe *p, bracket *x) {
    double start = x->low, next = x->high;
    for (int i = 0; i < 45 && !(x->g_low < 0); i++) {
        x->low = next = 0.5 * (start + next);
        x->g_low = margin_after(p, x->low);
        if (x->g_low > 0) {
            x->high = x->low;
            x->g_high = x->g_low;
        }
    }
    return x->g_low < 0;
}

/* What is above zero there, by the dense output's error or by less than counts, has risen before: from `first` on. */
static void reach_back(probe *p, bracket *x, double width, double first) {
    for (; x->g_low > 0 && x->low > first; width *= 2) {
        *x = (bracket){fmax(first, x->low - width), 0, x->low, x->g_low};
        x->g_low = margin_after(p, x->low);
    }
}

/* The margin when `taken` of the step of size h has passed, from the polynomials of the watch. */
static double margin_at(const probe *p, double h, double taken) {
    sim *s = p->s;
    watch_value *g = s->search->g + (WATCH_DEPTH + 1) * s->mode->margin_count;
    event_enclosure_values(s, h, taken / h, g);
    return g[p->k].g - p->level;
}

/* Where the polynomials rise, and how steeply; NaN where they do not. */
static double guess_rise(const probe *p, const bracket *x, double h, double *slope) {
    ode_bracket_end low = {x->low, margin_at(p, h, x->low)}, high = {x->high, margin_at(p, h, x->high)};
    *slope = 0;
    if (!(low.g < 0 && high.g > 0))
        return NAN;
    ode_bracket l;
    const double clock = DBL_EPSILON * fabs(p->s->t) * (high.g - low.g) / (high.h - low.h);
    double at = ode_bracket_begin(&l, p->s->t, low, high, NAN, 0, clock), next = at;
    for (; next > 0; next = ode_bracket_next(&l, at, margin_at(p, h, at)))
        at = next;
    const double side = fmin(1e-3 * h, fmin(at - low.h, high.h - at));
    *slope = side > 0 ? (margin_at(p, h, at + side) - margin_at(p, h, at - side)) / (2 * side) : 0;
    return next < 0 ? NAN : at;
}

/* Where the event function, below zero at x->low and above at x->high, has just risen. It ends in vain where so many
   trials have not been above. */
static double follow_rise(probe *p, const bracket *x, double h, int most) {
    sim *s = p->s;
    double slope = 0, guess = s->search->polynomials ? guess_rise(p, x, h, &slope) : NAN;
    ode_bracket_end low = {x->low, x->g_low}, high = {x->high, x->g_high};
    ode_bracket l;
    double rounding = event_function_rounding(&s->mode->margins[p->k], s->margins_end.size[p->k]);
    if (!s->mode->watch->used) /* of time alone, whose roundings they have */
        rounding = fmax(rounding, slope * DBL_EPSILON * fabs(s->t));
    double at = ode_bracket_begin(&l, s->t, low, high, guess, slope, rounding), next = at;
    for (; next > 0 && (l.trials < most || l.high.h < x->high); next = ode_bracket_next(&l, at, margin_after(p, at)))
        at = next;
    p->shown = next == 0;
    return at;
}

/* So close to where it may have risen before it is looked at again. */
static bool is_suspicious(const bracket *x, double at) {
    return x->low > 0 && at <= x->low + 1e-3 * (x->high - x->low);
}

enum { FEW_TRIALS = 3, ALL_TRIALS = INT_MAX };

/* Where it rises clearly on the polynomials it rises on the motion, as a rule: then the search is all that it takes to
   see it. Infinity: it does not show so. */
static double follow_polynomials(probe *p, bracket x, double h) {
    if (!p->s->search->polynomials || !(x.g_low < 0))
        return INFINITY;
    x.g_high = margin_at(p, h, x.high);
    const double at = x.g_high > 0 ? follow_rise(p, &x, h, FEW_TRIALS) : INFINITY;
    return p->shown && !is_suspicious(&x, at) ? at : INFINITY;
}

/* A gap that is nowhere clearly open, and only rounding at `low`, closes where it is more than that: it may still be
   leaving at `low`, and what happens there has happened. */
static double past_rounding(probe *p, bracket x, double h) {
    p->level = p->s->search->rise[p->k].limit;
    x.g_low = margin_after(p, x.low);
    if (!(x.g_low < 0))
        return x.low;
    return reach_rise(p, &x, h) ? follow_rise(p, &x, h, ALL_TRIALS) : INFINITY;
}

/* What counts as zero: what bounces comes back to where it was. */
static double zero_level(const sim *s, size_t k) {
    double start = s->margins_start.value[k];
    return s->mode->margins[k].part == EVENT_CLOSE && start > 0 && start < s->search->rise[k].limit ? start : 0;
}

/* Where the event function rises above zero within (low, high]; `low` itself where it stands at zero from there on.
   Infinity: it does not on the motion itself, or has not fallen before there. */
static double locate(sim *s, size_t k, bracket x, double h) {
    bool closing = s->mode->margins[k].part == EVENT_CLOSE;
    const double fallen = isinf(s->search->armed_at[k]) ? 0 : h * s->search->armed_at[k];
    probe p = {.s = s, .k = k, .level = zero_level(s, k)};
    x.g_low -= p.level;
    const double quickly = follow_polynomials(&p, x, h);
    if (quickly < INFINITY)
        return quickly;
    const bracket found = x;
    if (!reach_rise(&p, &x, h)) {
        if (!s->mode->margins[k].inclusive)
            return INFINITY;
        p.level = s->search->rise[k].limit; /* it comes to zero, and no further */
        x = found;
        x.g_low -= p.level;
        if (!reach_rise(&p, &x, h))
            return INFINITY;
    }
    for (double width = x.high - x.low;; width *= 2) {
        reach_back(&p, &x, width, fallen);
        if (x.g_low > 0 && fallen > 0)
            return INFINITY;
        bracket whole = x;
        if (!leave_zero(&p, &x))
            return closing ? past_rounding(&p, whole, h) : whole.low;
        double after = follow_rise(&p, &x, h, ALL_TRIALS);
        if (!is_suspicious(&x, after) || (x.g_low = margin_after(&p, x.low)) <= 0)
            return after;
    }
}

/* --- Of several that rise, the first --- */

/* Events so close to each other are at one instant: they come in the order of the text. */
static double together(const sim *s, double h) {
    return 1e-13 * fmax(fabs(s->t), h);
}

/* Those that rise before anything else, in the order of the text. */
static int find_candidates(sim *s, int *list) {
    const crossing_search *c = s->search;
    int count = 0;
    for (size_t k = 0; k < s->mode->margin_count; k++) {
        s->search->at[k] = INFINITY;
        if (c->rise[k].stage == RISE_FOUND && c->low[k] <= c->end)
            list[count++] = (int)k;
    }
    return count;
}

/* Of several candidates the place in the list of the one that rises first on the polynomials of the step; of those that
   cannot be told apart so, the first. All are looked at at once, in ever shorter parts. */
static int guess_first(sim *s, double h, const int *list, int count) {
    crossing_search *c = s->search;
    watch_value *g = c->g + (WATCH_DEPTH + 1) * s->mode->margin_count;
    double a = 0, b = c->end;
    int first = 0;
    enum { MOST_HALVES = 24 };
    for (int halves = 0, left = count; c->polynomials && left > 1 && halves < MOST_HALVES; halves++) {
        double middle = 0.5 * (a + b);
        int risen = 0;
        event_enclosure_values(s, h, middle, g);
        for (int i = count - 1; i >= 0; i--) {
            int k = list[i];
            if (middle <= c->low[k] || (middle < c->high[k] && !(g[k].g > 0)))
                continue;
            first = i;
            risen++;
        }
        *(risen ? &b : &a) = middle;
        left = risen ? risen : left;
    }
    return first;
}

/* Whether it may have risen where the event functions have been evaluated last, after `taken` of the step of size h. */
static bool may_have_risen(const sim *s, size_t k, double taken, double h) {
    const crossing_search *c = s->search;
    return taken > h * c->low[k] && !(s->margins_now.value[k] < fmin(zero_level(s, k), c->rise[k].limit));
}

/* Keeps those of the list that may come before the one at `place`, located at `at`, and removes it; one before it in
   the text comes before it at the same instant too. */
static int keep_earlier(sim *s, double h, double at, int place, int *list, int count) {
    int left = 0;
    double ends[] = {fmin(h, at + together(s, at)), at - together(s, at)};
    for (int side = 0; side < 2; side++) {
        int from = side ? place + 1 : 0, to = side ? count : place;
        if (from == to || ends[side] <= 0)
            continue;
        bool known = reach(s, ends[side], s->mode->watch->solved);
        if (known)
            event_functions_evaluate(s, s->margins_now);
        for (int i = from; i < to; i++)
            if (!known || may_have_risen(s, (size_t)list[i], ends[side], h))
                list[left++] = list[i];
    }
    return left;
}

static int leave_out(int place, int *list, int count) {
    memmove(list + place, list + place + 1, (size_t)(count - place - 1) * sizeof *list);
    return count - 1;
}

/* The motion itself does not have it: it is put aside. */
static int refute(sim *s, int place, int *list, int count) {
    crossing_search *c = s->search;
    int k = list[place];
    c->refuted[k] = c->refutations++ < MOST_REFUTED ? c->high[k] : 1;
    return leave_out(place, list, count);
}

/* What has only touched on the polynomials, and not on the motion, may rise later: that is another rise, before which
   the rest has to be searched. Polynomials that have been wrong often are not asked any more. */
static bool is_another(sim *s, size_t k, double h) {
    const crossing_search *c = s->search;
    const double at = c->at[k] / h;
    if (!c->polynomials || c->refutations >= MOST_REFUTED || !(at > 2 * c->high[k] - c->low[k]) || isinf(at))
        return false;
    watch_value *g = c->g + (WATCH_DEPTH + 1) * s->mode->margin_count;
    event_enclosure_values(s, h, 0.5 * (c->high[k] + at), g);
    return g[k].g <= c->rise[k].limit;
}

/* Locates what may be first of all that rises before anything else; what the motion itself does not have is put aside.
   False if there is such, and nothing rises in the part that has been searched: the rest may hold an earlier one than
   what rises there. */
static bool locate_first(sim *s, double h, double *earliest) {
    crossing_search *c = s->search;
    int *list = c->lists + s->mode->margin_count, count = find_candidates(s, list), refutations = c->refutations;
    double late = INFINITY;
    *earliest = INFINITY;
    while (count > 0) {
        int place = count > 1 ? guess_first(s, h, list, count) : 0, k = list[place];
        c->at[k] = locate(s, (size_t)k, (bracket){h * c->low[k], c->g_low[k], h * c->high[k], 0}, h);
        if (is_another(s, (size_t)k, h))
            c->at[k] = INFINITY;
        const double at = c->at[k];
        double *const least = at <= h * c->end ? earliest : &late;
        *least = fmin(*least, at);
        if (least == earliest)
            count = keep_earlier(s, h, at, place, list, count);
        else
            count = isinf(at) ? refute(s, place, list, count) : leave_out(place, list, count);
    }
    if (isinf(*earliest) && c->refutations == refutations)
        *earliest = late;
    return c->refutations == refutations || *earliest < INFINITY;
}

static crossing choose(const sim *s, double h, double earliest) {
    const crossing_search *c = s->search;
    crossing first = {.found = false, .h = h};
    for (size_t k = 0; k < s->mode->margin_count && earliest < INFINITY && !first.found; k++)
        if (c->at[k] <= earliest + together(s, earliest))
            first = (crossing){.found = true, .h = c->at[k], .at = s->mode->margins[k]};
    return first;
}

static finding *doubt_event(sim *s, const margin *x) {
    const bool user = x->part == EVENT_USER;
    return dynamics_doubt(s, DIAG_W0512, user ? s->m->events[x->index].at : s->m->rows[x->index].at,
                          "the %s '%s' changes too fast to be resolved from t = %.9g s on: it may be missed",
                          user ? "condition of the event" : "gap of the contact",
                          user ? s->m->events[x->index].name : s->m->rows[x->index].name, s->t);
}

/* Too much would have to be looked at: the rest of the step is judged by few points, and the run says so once. */
void event_search_warn_too_fast(sim *s) {
    LGR_ASSERT(s->search->too_fast >= 0 && (size_t)s->search->too_fast < s->mode->margin_count);
    const margin *x = &s->mode->margins[s->search->too_fast];
    if (s->search->told || !x->smooth)
        return;
    finding *f = x->part == EVENT_PIECE ? diagnose_fast_switching(s, s->mode->pieces->ladder[x->index / 2].node)
                                        : doubt_event(s, x);
    diag_help(
        s->m->findings, f,
        "use a slowly varying quantity, for example the amplitude of an oscillation instead of the oscillation itself");
    s->search->told = true;
}

static void begin_search(sim *s) {
    crossing_search *c = s->search;
    event_enclosure_widen(s->mode);
    for (size_t k = 0; k < s->mode->margin_count; k++) {
        begin_margin(s, k);
        c->lists[k] = (int)k;
    }
    c->end = c->verified = 1;
    c->budget = MOST_PARTS;
}

/* What rises first within the step, once the search has begun; again without what has turned out to be none. */
static crossing search_all(sim *s, double h) {
    for (double earliest;; begin_search(s)) {
        if (s->search->polynomials)
            search_step(s, h);
        else
            search_ends(s);
        if (locate_first(s, h, &earliest))
            return choose(s, h, earliest);
    }
}

/* Whether what presses or holds, which the step before has left within its bounds as far as rounding tells, is beyond
   them at the start of this one, as after a force whose direction turns at a point, near which rounding hides it. */
static bool has_slipped_by(const sim *s, size_t k) {
    const margin *x = &s->mode->margins[k];
    const rise r = event_rise_begin(x, s->margins_start.value[k], s->margins_start.size[k], s->margins_end.size[k],
                                    true, true, s->gap_error);
    return (x->part == EVENT_OPEN || x->part == EVENT_SLIP) && s->search->rise[k].stage == RISE_BELOW &&
           r.stage == RISE_ABOVE;
}

/* What has come before this step without having been found: it happens now. */
static bool find_missed(const sim *s, crossing *found) {
    const crossing_search *c = s->search;
    if (c->in != s->mode || c->until != s->t)
        return false;
    for (size_t k = 0; k < s->mode->margin_count; k++) {
        if (!has_slipped_by(s, k))
            continue;
        *found = (crossing){.found = true, .h = 0, .at = s->mode->margins[k]};
        return true;
    }
    return false;
}

/* Polynomials of all that the event functions are made of; false where the motion fails within the step. */
static bool describe_motion(sim *s, double h) {
    s->dense_ready = event_stepper_prepare_dense(s, h, s->next_y);
    return s->dense_ready && event_enclosure_prepare(s, h) && (!needs_refinement(s, h) || event_enclosure_refine(s, h));
}

/* The first of all, as far as the search comes within the step. */
static crossing find_first(sim *s, double h) {
    crossing_search *c = s->search;
    c->refutations = 0;
    for (size_t k = 0; k < s->mode->margin_count; k++)
        c->refuted[k] = -1;
    crossing first = search_all(s, h);
    LGR_ASSERT(!first.found || (first.h >= 0 && first.h <= h));
    s->event_came = first.found ? first.h : 0;
    if (c->verified * h >= first.h)
        return first;
    if (c->verified > least_cut)
        return (crossing){.found = false, .h = c->verified * h};
    first.unsearched = true;
    return first;
}

/* Without the past of steps before this one. */
static crossing find_within(sim *s, double h, bool may_cut) {
    crossing_search *c = s->search;
    begin_search(s);
    if (!is_possible(s, h))
        return (crossing){.found = false, .h = h};
    const double clear = may_cut ? clear_part(s) : 1;
    if (clear < 1)
        return (crossing){.vague = true, .h = clear * h};
    c->polynomials = are_of_time(s->mode) || describe_motion(s, h);
    if (may_cut && c->polynomials && event_enclosure_is_rough(s))
        return (crossing){.vague = true, .h = 0.5 * h};
    return find_first(s, h);
}

crossing event_search_find(sim *s, double h, bool may_cut) {
    LGR_ASSERT(h > 0 && s->mode->watch && s->mode->margin_count <= s->margin_room);
    crossing_search *c = s->search;
    crossing found;
    if (!find_missed(s, &found)) /* once: what is decided there stands */
        found = find_within(s, h, may_cut);
    c->until = found.found ? INFINITY : s->t + found.h;
    c->in = s->mode;
    return found;
}

bool event_search_foresee(sim *s, double h, crossing *first) {
    const mode *m = s->mode;
    *first = (crossing){.h = h, .step = h};
    if (!m->margin_count || m->expansion || !are_of_time(m) || !dynamics_evaluate(s, s->t + h, s->y, NULL))
        return false;
    event_functions_evaluate(s, s->margins_end);
    begin_search(s);
    if (!is_possible(s, h))
        return true;
    s->search->polynomials = true;
    *first = find_first(s, h);
    first->step = h;
    return !first->unsearched;
}

void event_search_rearm(sim *s, double h, double taken) {
    LGR_ASSERT(h > 0 && taken <= h);
    for (size_t k = 0; k < s->mode->margin_count; k++)
        if (s->mode->margins[k].part == EVENT_USER && s->search->armed_at[k] * h <= taken)
            s->user_events[s->mode->margins[k].index].armed = true;
}
