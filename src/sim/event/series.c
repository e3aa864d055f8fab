/* Event functions over a step as polynomials, where the step is the sum of a Taylor series: from the series that was
   made with it. Nothing of the model is evaluated. */
#include <float.h>
#include <math.h>

#include "expr/walk.h"
#include "num/scalar.h"
#include "sim/event/enclosure.h"

/* What is left out: the terms that follow are taken for a geometric series like the last ones. */
enum { LAST_TERMS = 4 };
static const double most_ratio = 0.7;           /* of a term to that before it, at the end of the step */
static const double rounding = 4 * DBL_EPSILON; /* of the largest term: what is below tells no ratio */

/* --- Which can be judged by their last terms --- */

static bool is_fixed(const graph *g, expr_id e) {
    return !(expr_kinds(g, e) & ~(1u << VAR_PARAM));
}

static bool is_whole_power(const graph *g, const expr_node *n) {
    const expr_node *by = expr_node_at(g, n->arg[1]);
    return expr_op_table[by->op].arity == 0 && by->op != EXPR_VAR && by->value >= 0 && by->value == floor(by->value);
}

/* Polynomials of sines and cosines, as far as it moves. Others, as an exponential or a quotient, may be flat here and
   have a peak within the step. */
static bool shows(const graph *g, expr_id e) {
    const expr_node *n = expr_node_at(g, e);
    switch (n->op) {
    case EXPR_VAR:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_NEG:
    case EXPR_SIN:
    case EXPR_COS:
        return true;
    case EXPR_DIV:
        return is_fixed(g, n->arg[1]) || is_fixed(g, e);
    case EXPR_POW:
        return is_whole_power(g, n) || is_fixed(g, e);
    default:
        return is_fixed(g, e);
    }
}

static bool all_show(const graph *g, const expr_id *roots, size_t count) {
    const uint32_t *order;
    const size_t nodes = expr_nodes_below(g, roots, count, &order);
    bool all = true;
    for (size_t i = 0; i < nodes && all; i++)
        all = shows(g, (expr_id){order[i]});
    return all;
}

/* --- Their polynomials --- */

event_series *event_series_create(arena *a, const graph *g, const expr_id *roots, size_t margins) {
    if (!all_show(g, roots, margins))
        return NULL;
    event_series *x = ARENA_NEW(a, event_series);
    x->count = margins;
    x->terms = ARENA_ARRAY(a, double, margins *EVENT_MOST_TERMS + 1);
    x->shifted = ARENA_ARRAY(a, double, margins *EVENT_MOST_TERMS + 1);
    x->left = ARENA_ARRAY(a, double, margins + 1);
    x->left_of_rate = ARENA_ARRAY(a, double, margins + 1);
    x->bounds = ARENA_ARRAY(a, tape_bounds, WATCH_ROOTS * margins + 1);
    return x;
}

static double *terms_of(const event_series *x, size_t k) {
    return x->terms + k * EVENT_MOST_TERMS;
}

static double most_of(const double *c, int first, int last) {
    double most = 0;
    for (int i = first; i < last; i++)
        most = fabs(c[i]) > most ? fabs(c[i]) : most;
    return most;
}

/* False where the terms do not fall. */
static bool find_rest(event_series *x, size_t k) {
    const double *c = terms_of(x, k);
    const double all = most_of(c, 0, x->degree + 1);
    const double high = most_of(c, x->degree + 1 - LAST_TERMS, x->degree + 1);
    const double low = most_of(c, x->degree + 1 - 2 * LAST_TERMS, x->degree + 1 - LAST_TERMS);
    x->left[k] = x->left_of_rate[k] = 0;
    if (!isfinite(all))
        return false;
    if (high <= rounding * all)
        return true;
    const double ratio = low > 0 ? sqrt(sqrt(high / low)) : 1;
    if (!(ratio <= most_ratio))
        return false;
    x->left[k] = high * ratio / (1 - ratio);
    x->left_of_rate[k] = x->left[k] * (x->degree + 1 / (1 - ratio));
    return true;
}

bool event_series_take(const sim *s, event_series *x, double h) {
    int terms;
    const tape_series *from = x ? dynamics_series_of_margins(s, &terms) : NULL;
    if (!from || terms > EVENT_MOST_TERMS || terms < 2 * LAST_TERMS)
        return false;
    x->degree = terms - 1;
    x->h = h;
    for (size_t k = 0; k < x->count; k++) {
        double *c = terms_of(x, k), power = 1;
        const double *of = tape_series_root_terms(from, SEG_WATCH, 2 * k);
        for (int i = 0; i < terms; i++, power *= h)
            c[i] = of[i] * power;
        if (!find_rest(x, k))
            return false;
    }
    return true;
}

/* The same polynomial in powers of theta - middle (Horner's scheme). */
static void shift(const event_series *x, const double *c, double middle, double *to) {
    for (int i = 0; i <= x->degree; i++)
        to[i] = c[i];
    for (int k = 0; k < x->degree; k++)
        for (int i = x->degree - 1; i >= k; i--)
            to[i] += middle * to[i + 1];
}

/* Of a derivative, as far as `radius` on both sides of the middle: even powers have one sign. */
static tape_bounds bounds_of(const event_series *x, const double *c, double radius, int derivative, double left) {
    tape_bounds all = {0, 0};
    double power = 1;
    for (int i = derivative; i <= x->degree; i++, power *= radius) {
        const double whole = derivative == 0 ? 1 : derivative == 1 ? i : i * (i - 1);
        const double most = whole * c[i] * power;
        const bool even = (i - derivative) % 2 == 0;
        const double high = i == derivative || (even && most > 0) ? most : even ? 0 : fabs(most);
        const double low = i == derivative || (even && most < 0) ? most : even ? 0 : -fabs(most);
        all = (tape_bounds){all.low + low, all.high + high};
    }
    return (tape_bounds){all.low - left, all.high + left};
}

static void shift_all(event_series *x, double middle) {
    for (size_t k = 0; k < x->count; k++)
        shift(x, terms_of(x, k), middle, x->shifted + k * EVENT_MOST_TERMS);
}

/* The whole step: all powers are between 0 and 1. Most steps end here. */
static void bound_whole(event_series *x) {
    for (size_t k = 0; k < x->count; k++) {
        const double *c = terms_of(x, k);
        double low = c[0] - x->left[k], high = c[0] + x->left[k];
        for (int i = 1; i <= x->degree; i++) {
            low += lesser_of(c[i], 0);
            high += greater_of(c[i], 0);
        }
        x->bounds[k] = (tape_bounds){low, high};
    }
}

void event_series_bound(event_series *x, double a, double b) {
    x->from = a;
    x->to = b;
    x->is_whole = a == 0 && b == 1;
    if (x->is_whole) {
        bound_whole(x);
        return;
    }
    const double power = pow(b, x->degree + 1);
    shift_all(x, 0.5 * (a + b));
    for (size_t k = 0; k < x->count; k++)
        x->bounds[k] = bounds_of(x, x->shifted + k * EVENT_MOST_TERMS, 0.5 * (b - a), 0, x->left[k] * power);
}

void event_series_bound_rates(event_series *x) {
    const double per_h = 1 / x->h, power = pow(x->to, x->degree), before = pow(x->to, x->degree - 1);
    const double radius = 0.5 * (x->to - x->from);
    if (x->is_whole)
        shift_all(x, 0.5);
    for (size_t k = 0; k < x->count; k++) {
        const double *c = x->shifted + k * EVENT_MOST_TERMS, left = x->left_of_rate[k];
        const tape_bounds rate = bounds_of(x, c, radius, 1, left * power);
        const tape_bounds second = bounds_of(x, c, radius, 2, left * (x->degree + 1) * before);
        x->bounds[x->count + k] = (tape_bounds){rate.low * per_h, rate.high * per_h};
        x->bounds[2 * x->count + k] = (tape_bounds){second.low * per_h * per_h, second.high * per_h * per_h};
    }
}

void event_series_values(const event_series *x, double theta, watch_value *g) {
    for (size_t k = 0; k < x->count; k++) {
        const double *c = terms_of(x, k);
        double value = c[x->degree], rate = 0;
        for (int i = x->degree; i > 0; i--) {
            rate = rate * theta + value;
            value = value * theta + c[i - 1];
        }
        g[k] = (watch_value){value, rate / x->h};
    }
}
