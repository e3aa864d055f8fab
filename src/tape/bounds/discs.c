/* Disc arithmetic over the instructions of a tape: centres stay real, because functions that are real on the axis are
   symmetric about it. */
#include "tape/bounds/discs.h"

#include <math.h>

#include "base/check.h"
#include "expr/table.h"
#include "tape/sincos/sincos.h"

typedef tape_disc disc;

static const disc anything = {0, INFINITY};

/* Where infinities cancel nothing is known. */
static disc make(double mid, double radius) {
    return radius < INFINITY && isfinite(mid) ? (disc){mid, radius} : anything;
}

static disc add(disc x, disc y) {
    return make(x.mid + y.mid, x.radius + y.radius);
}

static disc negative(disc x) {
    return (disc){-x.mid, x.radius};
}

static disc multiply(disc x, disc y) {
    return make(x.mid * y.mid, fabs(x.mid) * y.radius + fabs(y.mid) * x.radius + x.radius * y.radius);
}

static disc square(disc x) {
    return make(x.mid * x.mid, (2 * fabs(x.mid) + x.radius) * x.radius);
}

static disc reciprocal(disc x) {
    double size = fabs(x.mid);
    return size > x.radius ? make(1 / x.mid, x.radius / (size * (size - x.radius))) : anything;
}

static disc divide(disc x, disc y) {
    return multiply(x, reciprocal(y));
}

static disc whole_power(disc x, int32_t n) {
    disc base = n < 0 ? reciprocal(x) : x;
    double e = fabs((double)n), size = fabs(base.mid);
    return make(pow(base.mid, e), pow(size + base.radius, e) - pow(size, e));
}

static disc root(disc x) {
    return x.mid > x.radius ? make(sqrt(x.mid), x.radius / (sqrt(x.mid) + sqrt(x.mid - x.radius)))
           : x.radius == 0  ? make(sqrt(x.mid), 0)
                            : anything;
}

/* f(mid + z) = f(mid) a(z) + g(mid) b(z) with |a - 1| at most cosh r - 1 and |b| at most sinh r. */
static disc turned(double f, double g, double r) {
    double half = sinh(0.5 * r);
    return make(f, fabs(f) * 2 * half * half + fabs(g) * sinh(r));
}

static disc sine(disc x) {
    return turned(tape_sine(x.mid), tape_cosine(x.mid), x.radius);
}
static disc cosine(disc x) {
    return turned(tape_cosine(x.mid), tape_sine(x.mid), x.radius);
}

static disc exponential(disc x) {
    return make(exp(x.mid), exp(x.mid) * expm1(x.radius));
}

static disc logarithm(disc x) {
    return x.mid > x.radius ? make(log(x.mid), -log1p(-x.radius / x.mid)) : anything;
}

/* tanh(mid + z), where |tanh z| is at most tan r. */
static disc hyperbolic_tangent(disc x) {
    if (!(x.radius < 0.75))
        return anything;
    double c = tanh(x.mid), spare = tan(x.radius);
    return divide((disc){c, spare}, (disc){1, fabs(c) * spare});
}

/* From the most that the derivative comes to: 1/(1 + w^2) and 1/sqrt(1 - w^2), by the distances from their poles. */
static disc arc_tangent(disc x) {
    double near = hypot(1, x.mid) - x.radius;
    return near > 0 ? make(atan(x.mid), x.radius / (near * near)) : anything;
}
static disc arc_sine(disc x) {
    double size = fabs(x.mid), near = (1 - size - x.radius) * (1 + size - x.radius);
    return size + x.radius < 1 ? make(asin(x.mid), x.radius / sqrt(near)) : anything;
}

static disc power(disc x, disc y) {
    bool whole = y.radius == 0 && y.mid == rint(y.mid) && fabs(y.mid) < 1e9;
    return whole ? whole_power(x, (int32_t)y.mid) : exponential(multiply(y, logarithm(x)));
}

static disc length(disc x, disc y) {
    return root(add(square(x), square(y)));
}

/* Turned back by the angle of the centres. */
static disc angle(disc y, disc x) {
    double size = hypot(x.mid, y.mid), c = x.mid / size, s = y.mid / size;
    if (!(size > 0))
        return anything;
    double spare = fabs(c) * x.radius + fabs(s) * y.radius, aside = fabs(s) * x.radius + fabs(c) * y.radius;
    disc back = arc_tangent(divide((disc){0, aside}, (disc){size, spare}));
    bool cut = x.mid - x.radius <= 0 && fabs(y.mid) <= y.radius;
    return cut ? anything : make(atan2(y.mid, x.mid), back.radius);
}

/* --- Branches: known where all of the discs are on one side --- */

static disc truth(bool can_hold, bool can_fail) {
    return can_hold && can_fail ? anything : (disc){can_hold, 0};
}
static bool is_known(disc x) {
    return x.radius < INFINITY;
}
static bool is_less(disc x, disc y) {
    return x.mid + x.radius < y.mid - y.radius;
}
static bool is_at_most(disc x, disc y) {
    return x.mid + x.radius <= y.mid - y.radius;
}

static disc logic(tape_op op, disc x, disc y) {
    bool known = is_known(x) && is_known(y);
    switch (op) {
    case TAPE_LT:
        return known ? truth(!is_at_most(y, x), !is_less(x, y)) : anything;
    case TAPE_LE:
        return known ? truth(!is_less(y, x), !is_at_most(x, y)) : anything;
    case TAPE_AND:
        if ((is_known(x) && x.mid == 0) || (is_known(y) && y.mid == 0))
            return (disc){0, 0};
        return known ? (disc){1, 0} : anything;
    case TAPE_OR:
        if ((is_known(x) && x.mid != 0) || (is_known(y) && y.mid != 0))
            return (disc){1, 0};
        return known ? (disc){0, 0} : anything;
    case TAPE_NOT:
        return is_known(x) ? (disc){x.mid == 0, 0} : anything;
    default:
        LGR_ASSERT(op == TAPE_OP_COUNT); /* every operator has its disc */
        return anything;
    }
}

static disc size_of(disc x) {
    return fabs(x.mid) >= x.radius ? (disc){fabs(x.mid), x.radius} : anything;
}

static disc sign(disc x) {
    return fabs(x.mid) > x.radius || x.radius == 0 ? (disc){(x.mid > 0) - (x.mid < 0), 0} : anything;
}

/* --- Tables: polynomials where the interval is known --- */

static disc whole(double low, double high, double mid) {
    return low == high ? (disc){mid, 0} : anything;
}

static disc interval(disc table, disc x) {
    const expr_table *t = expr_table_of(table.mid);
    double least = expr_table_interval(t, x.mid - x.radius), greatest = expr_table_interval(t, x.mid + x.radius);
    return is_known(x) ? whole(least, greatest, least) : anything;
}

/* Taylor's series about the centre, whose terms are those of the derivatives. */
static disc curve(disc table, disc x, disc k) {
    const expr_table *t = expr_table_of(table.mid);
    disc r = {expr_table_curve(t, x.mid, k.mid), 0};
    double power = 1;
    for (int order = 1; t->slope; order++) {
        t = t->slope;
        power *= x.radius / order;
        r.radius += fabs(expr_table_curve(t, x.mid, k.mid)) * power;
    }
    return is_known(x) && is_known(k) ? make(r.mid, r.radius) : anything;
}

static disc of_one(tape_op op, disc x) {
    switch (op) {
    case TAPE_NEG:
        return negative(x);
    case TAPE_SQRT:
        return root(x);
    case TAPE_SIN:
        return sine(x);
    case TAPE_COS:
        return cosine(x);
    case TAPE_TAN:
        return divide(sine(x), cosine(x));
    case TAPE_ASIN:
        return arc_sine(x);
    case TAPE_ACOS:
        return make(acos(x.mid), arc_sine(x).radius);
    case TAPE_ATAN:
        return arc_tangent(x);
    case TAPE_SINH:
        return turned(sinh(x.mid), cosh(x.mid), x.radius);
    case TAPE_COSH:
        return turned(cosh(x.mid), sinh(x.mid), x.radius);
    case TAPE_TANH:
        return hyperbolic_tangent(x);
    case TAPE_EXP:
        return exponential(x);
    case TAPE_LOG:
        return logarithm(x);
    case TAPE_ABS:
        return size_of(x);
    case TAPE_SIGN:
        return sign(x);
    case TAPE_FLOOR:
        return is_known(x) ? whole(floor(x.mid - x.radius), floor(x.mid + x.radius), floor(x.mid)) : anything;
    case TAPE_SQUARE:
        return square(x);
    case TAPE_RECIP:
        return reciprocal(x);
    default:
        return logic(op, x, x);
    }
}

static disc of_two(tape_op op, disc x, disc y) {
    switch (op) {
    case TAPE_ADD:
        return add(x, y);
    case TAPE_SUB:
        return add(x, negative(y));
    case TAPE_MUL:
        return multiply(x, y);
    case TAPE_DIV:
        return divide(x, y);
    case TAPE_POW:
        return power(x, y);
    case TAPE_ATAN2:
        return angle(x, y);
    case TAPE_MIN:
        return is_at_most(x, y) ? x : is_at_most(y, x) ? y : anything;
    case TAPE_MAX:
        return is_at_most(x, y) ? y : is_at_most(y, x) ? x : anything;
    case TAPE_INTERVAL:
        return interval(x, y);
    case TAPE_HYPOT:
        return length(x, y);
    default:
        return logic(op, x, y);
    }
}

static int arity_of(tape_op op) {
    static const int arity[TAPE_OP_COUNT] = {
#define ROW(op, arity, precedence, text, c, latex, mathml) arity,
        EXPR_OPS(ROW)
#undef ROW
            [TAPE_SINCOS] = 1,
        [TAPE_SQUARE] = 1, [TAPE_POWI] = 1, [TAPE_RECIP] = 1, [TAPE_FMA3] = 3};
    return arity[op];
}

static void execute(const tape_instr *ip, disc *slots) {
    tape_op op = (tape_op)ip->op;
    int arity = arity_of(op);
    disc x = slots[ip->a], *r = &slots[ip->dst];
    if (op == TAPE_SINCOS) {
        r[0] = sine(x);
        r[1] = cosine(x);
    } else if (op == TAPE_POWI) {
        *r = whole_power(x, (int32_t)ip->b);
    } else if (op == TAPE_FMA3) {
        *r = add(multiply(x, slots[ip->b]), slots[ip->c]);
    } else if (op == TAPE_CURVE) {
        *r = curve(x, slots[ip->b], slots[ip->c]);
    } else if (op == TAPE_SELECT) {
        *r = !is_known(x) ? anything : slots[x.mid != 0 ? ip->b : ip->c];
    } else {
        *r = arity == 2 ? of_two(op, x, slots[ip->b]) : of_one(op, x);
    }
}

void tape_discs_init(const tape *t, disc *slots) {
    for (size_t k = 0; k < t->constant_count; k++)
        slots[t->input_count + k] = (disc){t->constants[k], 0};
}

void tape_discs_run(const tape *t, size_t segment, disc *slots) {
    LGR_ASSERT(segment < t->segment_count);
    for (size_t i = t->segments[segment].first; i < t->segments[segment].last; i++)
        execute(&t->code[i], slots);
}
