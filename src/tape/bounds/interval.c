/* Interval arithmetic: each instruction of a tape applied to intervals. */
#include "tape/bounds/bounds.h"

#include <math.h>

#include "base/check.h"
#include "expr/table.h"
#include "tape/sincos/sincos.h"

#define HALF_PI 1.57079632679489661923
#define TWO_PI 6.28318530717958647692
#define TURNS 0.159154943091895335769 /* in a radian */

typedef tape_bounds range;

static const range everything = {-INFINITY, INFINITY}, nothing = {NAN, NAN};

/* Without a library call for operands that are numbers. */
static double lesser(double a, double b) {
    return a < b ? a : b;
}
static double greater(double a, double b) {
    return a > b ? a : b;
}

static bool is_empty(range x) {
    return isnan(x.low);
}

/* Where infinities cancel nothing is known. */
static range make(double low, double high) {
    return (range){isnan(low) ? -INFINITY : low, isnan(high) ? INFINITY : high};
}

static range hull(range x, range y) {
    return is_empty(x) ? y : is_empty(y) ? x : (range){lesser(x.low, y.low), greater(x.high, y.high)};
}

static range corners(double a, double b, double c, double d) {
    if (isnan(a) || isnan(b) || isnan(c) || isnan(d))
        return everything;
    return (range){lesser(lesser(a, b), lesser(c, d)), greater(greater(a, b), greater(c, d))};
}

static range multiply(range x, range y) {
    return corners(x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high);
}

static range reciprocal(range x) {
    return x.low <= 0 && x.high >= 0 ? everything : (range){1 / x.high, 1 / x.low};
}

static range size_of(range x) {
    if (x.low >= 0)
        return x;
    return x.high <= 0 ? (range){-x.high, -x.low} : (range){0, greater(-x.low, x.high)};
}

static range integer_power(range x, int32_t n) {
    bool odd = n % 2 != 0;
    range base = n < 0 ? reciprocal(x) : x;
    double e = fabs((double)n);
    if (!odd)
        base = size_of(base);
    return make(pow(base.low, e), pow(base.high, e));
}

static range power(range x, range y) {
    if (x.low > 0)
        return corners(pow(x.low, y.low), pow(x.low, y.high), pow(x.high, y.low), pow(x.high, y.high));
    bool whole = y.low == y.high && y.low == rint(y.low) && fabs(y.low) < 1e9;
    if (whole)
        return integer_power(x, (int32_t)y.low);
    if (y.low > 0 && x.high >= 0) /* a root of what is zero or more */
        return (range){0, greater(pow(x.high, y.low), pow(x.high, y.high))};
    return everything;
}

/* cos over an interval, by the tops at even and the bottoms at odd multiples of pi; shift -pi/2 makes it a sine. */
static range wave(range x, double shift, double (*f)(double)) {
    if (!(x.high - x.low < TWO_PI))
        return (range){-1, 1};
    double a = f(x.low), b = f(x.high), low = (x.low + shift) * TURNS, high = (x.high + shift) * TURNS;
    bool top = ceil(low) <= high, bottom = ceil(low - 0.5) <= high - 0.5;
    return (range){bottom ? -1 : lesser(a, b), top ? 1 : greater(a, b)};
}

static range sine(range x) {
    return wave(x, -HALF_PI, tape_sine);
}
static range cosine(range x) {
    return wave(x, 0, tape_cosine);
}

static range tangent(range x) {
    bool pole = floor(x.low / (2 * HALF_PI) + 0.5) != floor(x.high / (2 * HALF_PI) + 0.5);
    return pole ? everything : (range){tan(x.low), tan(x.high)};
}

static range rising(range x, double (*f)(double), double least, double greatest) {
    if (x.high < least || x.low > greatest)
        return nothing;
    return make(f(greater(x.low, least)), f(lesser(x.high, greatest)));
}

static range angle(range y, range x, bool *jumps) {
    if (x.low <= 0 && y.low <= 0 && y.high >= 0) { /* the origin or the cut beyond it */
        *jumps = *jumps || y.low != y.high || x.high > 0;
        if (y.low != y.high || x.low != x.high)
            return (range){-2 * HALF_PI, 2 * HALF_PI};
    }
    return corners(atan2(y.low, x.low), atan2(y.low, x.high), atan2(y.high, x.low), atan2(y.high, x.high));
}

static range sign(range x, bool *jumps) {
    range s = {(x.low > 0) - (x.low < 0), (x.high > 0) - (x.high < 0)};
    *jumps = *jumps || s.low != s.high;
    return s;
}

static range floor_of(range x, bool *jumps) {
    range r = {floor(x.low), floor(x.high)};
    *jumps = *jumps || r.low != r.high;
    return r;
}

static range interval(range table, range x, bool *jumps) {
    const expr_table *t = expr_table_of(table.low);
    range r = {expr_table_interval(t, x.low), expr_table_interval(t, x.high)};
    *jumps = *jumps || r.low != r.high;
    return r;
}

static range curve(range table, range x, range k) {
    double bounds[2];
    expr_table_bounds(expr_table_of(table.low), (double[]){x.low, x.high}, (double[]){k.low, k.high}, bounds);
    return make(bounds[0], bounds[1]);
}

/* Truth: what can be said of a condition. */
static range truth(bool can_fail, bool can_hold, bool *jumps) {
    *jumps = *jumps || (can_fail && can_hold);
    return (range){can_fail ? 0 : 1, can_hold ? 1 : 0};
}
static bool can_hold(range x) {
    return x.low != 0 || x.high != 0;
}
static bool can_fail(range x) {
    return x.low <= 0 && x.high >= 0;
}

static range choose(range c, range yes, range no, bool *jumps) {
    bool both = can_hold(c) && can_fail(c);
    *jumps = *jumps || both;
    return both ? hull(yes, no) : can_hold(c) ? yes : no;
}

/* Operators that take a missing value for what it is: no operand, or false. */
static bool about_missing(tape_op op, range x, range y, range z, range *r, bool *jumps) {
    switch (op) {
    case TAPE_MIN:
    case TAPE_MAX:
        *r = is_empty(x) ? y : x;
        return is_empty(x) || is_empty(y);
    case TAPE_LT:
    case TAPE_LE:
        *r = (range){0, 0};
        return is_empty(x) || is_empty(y);
    case TAPE_SELECT:
        *r = is_empty(x) ? y : choose(x, y, z, jumps);
        return true;
    default:
        *r = nothing;
        return is_empty(x) || is_empty(y);
    }
}

static range logic(tape_op op, range x, range y, bool *jumps) {
    switch (op) {
    case TAPE_LT:
        return truth(x.high >= y.low, x.low < y.high, jumps);
    case TAPE_LE:
        return truth(x.high > y.low, x.low <= y.high, jumps);
    case TAPE_AND:
        return truth(can_fail(x) || can_fail(y), can_hold(x) && can_hold(y), jumps);
    case TAPE_OR:
        return truth(can_fail(x) && can_fail(y), can_hold(x) || can_hold(y), jumps);
    case TAPE_NOT:
        return truth(can_hold(x), can_fail(x), jumps);
    default:
        LGR_ASSERT(op == TAPE_OP_COUNT); /* every operator has its bounds */
        return everything;
    }
}

static range of_one(tape_op op, range x, bool *jumps) {
    switch (op) {
    case TAPE_NEG:
        return (range){-x.high, -x.low};
    case TAPE_SQRT:
        return rising(x, sqrt, 0, INFINITY);
    case TAPE_SIN:
        return sine(x);
    case TAPE_COS:
        return cosine(x);
    case TAPE_TAN:
        return tangent(x);
    case TAPE_ASIN:
        return rising(x, asin, -1, 1);
    case TAPE_ACOS: {
        range r = rising(x, asin, -1, 1);
        return (range){HALF_PI - r.high, HALF_PI - r.low};
    }
    case TAPE_ATAN:
        return rising(x, atan, -INFINITY, INFINITY);
    case TAPE_SINH:
        return rising(x, sinh, -INFINITY, INFINITY);
    case TAPE_COSH:
        return rising(size_of(x), cosh, 0, INFINITY);
    case TAPE_TANH:
        return rising(x, tanh, -INFINITY, INFINITY);
    case TAPE_EXP:
        return rising(x, exp, -INFINITY, INFINITY);
    case TAPE_LOG:
        return rising(x, log, 0, INFINITY);
    case TAPE_ABS:
        return size_of(x);
    case TAPE_SIGN:
        return sign(x, jumps);
    case TAPE_FLOOR:
        return floor_of(x, jumps);
    case TAPE_SQUARE:
        x = size_of(x);
        return (range){x.low * x.low, x.high * x.high};
    case TAPE_RECIP:
        return reciprocal(x);
    default:
        return logic(op, x, x, jumps);
    }
}

static range of_two(tape_op op, range x, range y, bool *jumps) {
    switch (op) {
    case TAPE_ADD:
        return make(x.low + y.low, x.high + y.high);
    case TAPE_SUB:
        return make(x.low - y.high, x.high - y.low);
    case TAPE_MUL:
        return multiply(x, y);
    case TAPE_DIV:
        return y.low <= 0 && y.high >= 0 ? everything
                                         : corners(x.low / y.low, x.low / y.high, x.high / y.low, x.high / y.high);
    case TAPE_POW:
        return power(x, y);
    case TAPE_ATAN2:
        return angle(x, y, jumps);
    case TAPE_MIN:
        return (range){lesser(x.low, y.low), lesser(x.high, y.high)};
    case TAPE_MAX:
        return (range){greater(x.low, y.low), greater(x.high, y.high)};
    case TAPE_INTERVAL:
        return interval(x, y, jumps);
    case TAPE_HYPOT:
        x = size_of(x);
        y = size_of(y);
        return (range){hypot(x.low, y.low), hypot(x.high, y.high)};
    default:
        return logic(op, x, y, jumps);
    }
}

static bool takes_two(tape_op op) {
    static const bool two[TAPE_OP_COUNT] = {
        [TAPE_ADD] = true, [TAPE_SUB] = true, [TAPE_MUL] = true,   [TAPE_DIV] = true,     [TAPE_POW] = true,
        [TAPE_MIN] = true, [TAPE_MAX] = true, [TAPE_ATAN2] = true, [TAPE_LT] = true,      [TAPE_LE] = true,
        [TAPE_AND] = true, [TAPE_OR] = true,  [TAPE_HYPOT] = true, [TAPE_INTERVAL] = true};
    return two[op];
}

void tape_bounds_execute(const tape_instr *ip, range *slots, bool *jumps) {
    range x = slots[ip->a], r;
    tape_op op = (tape_op)ip->op;
    if (op == TAPE_SINCOS) {
        slots[ip->dst] = is_empty(x) ? nothing : sine(x);
        slots[ip->dst + 1] = is_empty(x) ? nothing : cosine(x);
        return;
    }
    if (op == TAPE_POWI) {
        slots[ip->dst] = is_empty(x) ? nothing : integer_power(x, (int32_t)ip->b);
        return;
    }
    bool two = takes_two(op), three = op == TAPE_SELECT || op == TAPE_FMA3 || op == TAPE_CURVE;
    range y = two || three ? slots[ip->b] : x, z = three ? slots[ip->c] : x;
    if (about_missing(op, x, y, z, &r, jumps))
        slots[ip->dst] = r;
    else if (op == TAPE_CURVE)
        slots[ip->dst] = is_empty(z) ? nothing : curve(x, y, z);
    else if (op == TAPE_FMA3)
        slots[ip->dst] = is_empty(z) ? nothing : of_two(TAPE_ADD, multiply(x, y), z, jumps);
    else
        slots[ip->dst] = two ? of_two(op, x, y, jumps) : of_one(op, x, jumps);
}
