/* Event functions over a step as polynomials, or what they are functions of, where the step is the sum of a Taylor
   series: from the series that was made with it. Nothing of the model is solved. */
#include <float.h>
#include <math.h>
#include <string.h>

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

bool event_series_tell(const graph *g, const expr_id *roots, size_t margins) {
    return all_show(g, roots, margins);
}

event_series *event_series_create(arena *a, size_t count) {
    event_series *x = ARENA_NEW(a, event_series);
    x->count = count;
    x->terms = ARENA_ARRAY(a, double, count *EVENT_MOST_TERMS + 1);
    x->moved = ARENA_ARRAY(a, double, count *EVENT_MOST_TERMS + 1);
    x->left = ARENA_ARRAY(a, double, count + 1);
    x->left_of_rate = ARENA_ARRAY(a, double, count + 1);
    x->size = ARENA_ARRAY(a, double, count + 1);
    x->bounds = ARENA_ARRAY(a, tape_bounds, WATCH_ROOTS * count + 1);
    return x;
}

typedef struct coefficients {
    const double *at;
    size_t stride;
} coefficients;

static double *terms_of(const event_series *x, size_t k) {
    return x->terms + k * EVENT_MOST_TERMS;
}

/* Coefficients from one to before another become terms, times powers of h; the size of the largest. */
static double take_terms(const coefficients *from, int first, int last, const double *power, double *c) {
    double most = 0;
    for (int i = first; i < last; i++) {
        c[i] = from->at[(size_t)i * from->stride] * power[i];
        most = greater_of(fabs(c[i]), most);
    }
    return most;
}

static void find_powers(double h, int count, double *power) {
    double one = 1;
    for (int i = 0; i < count; i++, one *= h)
        power[i] = one;
}

/* False where the terms do not fall; what is below rounding beside this size, or all of them, need not. */
static bool take(event_series *x, size_t k, const coefficients *from, const double *power, double beside) {
    const int terms = x->degree + 1, low_from = terms - 2 * LAST_TERMS, high_from = terms - LAST_TERMS;
    double *c = terms_of(x, k);
    const double first = take_terms(from, 0, low_from, power, c);
    const double low = take_terms(from, low_from, high_from, power, c);
    const double high = take_terms(from, high_from, terms, power, c);
    const double all = greater_of(greater_of(first, low), high);
    x->left[k] = x->left_of_rate[k] = 0;
    x->size[k] = all;
    if (!isfinite(all))
        return false;
    if (high <= rounding * greater_of(beside, all))
        return true;
    const double ratio = low > 0 ? sqrt(sqrt(high / low)) : 1;
    if (!(ratio <= most_ratio))
        return false;
    x->left[k] = high * ratio / (1 - ratio);
    x->left_of_rate[k] = x->left[k] * (x->degree + 1 / (1 - ratio));
    return true;
}

bool event_series_take_margins(const sim *s, event_series *x, double h) {
    int terms;
    const tape_series *from = x ? dynamics_series_of_margins(s, &terms) : NULL;
    if (!from || terms > EVENT_MOST_TERMS || terms < 2 * LAST_TERMS)
        return false;
    double power[EVENT_MOST_TERMS];
    find_powers(h, terms, power);
    x->degree = terms - 1;
    x->h = h;
    for (size_t k = 0; k < x->count; k++)
        if (!take(x, k, &(coefficients){tape_series_root_terms(from, SEG_WATCH, 2 * k), tape_series_stride(from)},
                  power, 0))
            return false;
    return true;
}

/* The largest of those that are solved for. */
static double size_of_solved(const sim *s, const size_t *input, size_t count) {
    const size_t first = 2 * (size_t)s->mode->n;
    double most = 0;
    for (size_t u = 0; u < count; u++)
        if (input[u] >= first)
            most = fmax(most, fmax(fabs(s->solved_start[input[u] - first]), fabs(s->solved_end[input[u] - first])));
    return most;
}

bool event_series_take_inputs(const sim *s, event_series *x, const size_t *input, double h) {
    const int terms = dynamics_series_terms(s);
    if (terms > EVENT_MOST_TERMS || terms < 2 * LAST_TERMS)
        return false;
    const size_t n = (size_t)s->mode->n;
    const double solved = size_of_solved(s, input, x->count);
    double power[EVENT_MOST_TERMS];
    find_powers(h, terms, power);
    x->degree = terms - 1;
    x->h = h;
    for (size_t u = 0; u < x->count; u++) {
        double row[EVENT_MOST_TERMS];
        for (int k = 0; k < terms; k++)
            row[k] = dynamics_series_of_input(s, input[u], k);
        const double beside = input[u] < 2 * n ? s->extent[input[u]] : solved;
        if (!take(x, u, &(coefficients){row, 1}, power, beside))
            return false;
    }
    return true;
}

/* All polynomials in powers of s, which goes from 0 to 1 over the part (Horner's scheme). */
static void move_to_part(event_series *x) {
    const double width = x->to - x->from;
    for (size_t k = 0; k < x->count; k++) {
        const double *c = terms_of(x, k);
        double *to = x->moved + k * EVENT_MOST_TERMS, power = 1;
        memcpy(to, c, (size_t)(x->degree + 1) * sizeof *to);
        for (int j = 0; j < x->degree && x->from > 0; j++)
            for (int i = x->degree - 1; i >= j; i--)
                to[i] += x->from * to[i + 1];
        for (int i = 0; i <= x->degree; i++, power *= width)
            to[i] *= power;
    }
}

/* Of a derivative by s: powers of s fall from 1 on, so that a value is a mean of the sums of the first terms (Abel's
   summation). What is left out is one more power where the part begins with the step. */
static inline tape_bounds bounds_of(const event_series *x, size_t k, int derivative, double left) {
    const double *c = x->now + k * EVENT_MOST_TERMS;
    double sum = 0, low = INFINITY, high = -INFINITY;
    for (int i = derivative; i <= x->degree; i++) {
        sum += (derivative == 0 ? 1 : derivative == 1 ? i : i * (i - 1)) * c[i];
        low = lesser_of(sum, low);
        high = greater_of(sum, high);
    }
    if (x->from > 0)
        return (tape_bounds){low - left, high + left};
    return (tape_bounds){lesser_of(sum - left, low), greater_of(sum + left, high)};
}

void event_series_bound(event_series *x, double a, double b) {
    const bool is_whole = a == 0 && b == 1;
    const double power = is_whole ? 1 : pow(b, x->degree + 1);
    x->from = a;
    x->to = b;
    x->now = is_whole ? x->terms : x->moved;
    if (!is_whole)
        move_to_part(x);
    for (size_t k = 0; k < x->count; k++)
        x->bounds[k] = bounds_of(x, k, 0, x->left[k] * power);
}

void event_series_bound_rates(event_series *x) {
    const double width = x->to - x->from, per_s = 1 / (x->h * width);
    const double before = width * width * pow(x->to, x->degree - 1), power = before * x->to / width;
    for (size_t k = 0; k < x->count; k++) {
        const double left = x->left_of_rate[k];
        const tape_bounds rate = bounds_of(x, k, 1, left * power);
        const tape_bounds second = bounds_of(x, k, 2, left * (x->degree + 1) * before);
        x->bounds[x->count + k] = (tape_bounds){rate.low * per_s, rate.high * per_s};
        x->bounds[2 * x->count + k] = (tape_bounds){second.low * per_s * per_s, second.high * per_s * per_s};
    }
}

double event_series_value(const event_series *x, size_t k, double theta) {
    const double *c = terms_of(x, k);
    double value = c[x->degree];
    for (int i = x->degree; i > 0; i--)
        value = value * theta + c[i - 1];
    return value;
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
