/* Functions that the C library for WebAssembly rounds less well than those of common systems. Here their results are
   improved until they are, nearly always, the nearest numbers: then they have the same bits as theirs. */
#include <math.h>
#include <stdbool.h>

/* Those of the C library; the linker gives their names to those below. */
double __real_asin(double x);
double __real_acos(double x);
double __real_atan(double x);
double __real_atan2(double y, double x);
double __real_tan(double x);
double __real_sin(double x);
double __real_cos(double x);
double __wrap_asin(double x);
double __wrap_acos(double x);
double __wrap_atan(double x);
double __wrap_atan2(double y, double x);
double __wrap_tan(double x);
double __wrap_sin(double x);
double __wrap_cos(double x);
double __wrap_hypot(double x, double y);
double __wrap_tanh(double x);
double __wrap_cosh(double x);

/* The sum of both: twice the digits. */
typedef struct wide {
    double upper, lower;
} wide;

static wide sum(double x, double y) {
    const double s = x + y, part = s - x;
    return (wide){s, (x - (s - part)) + (y - part)};
}

/* Dekker 1971; exact unless something is very great or very small. */
static wide product(double x, double y) {
    const double p = x * y, split = 0x1.0000002p27, x1 = split * x - (split * x - x), x2 = x - x1,
                 y1 = split * y - (split * y - y), y2 = y - y1;
    return (wide){p, ((x1 * y1 - p) + x1 * y2 + x2 * y1) + x2 * y2};
}

static wide tidy(wide x) {
    return sum(x.upper, x.lower);
}

static wide add(wide x, wide y) {
    const wide s = sum(x.upper, y.upper);
    return tidy((wide){s.upper, s.lower + (x.lower + y.lower)});
}

static wide multiply(wide x, wide y) {
    const wide p = product(x.upper, y.upper);
    return tidy((wide){p.upper, p.lower + (x.upper * y.lower + x.lower * y.upper)});
}

static wide times(wide x, double y) {
    return multiply(x, (wide){y, 0});
}

/* By a power of two. */
static wide scaled(wide x, double y) {
    return (wide){x.upper * y, x.lower * y};
}

static wide divide(wide x, double y) {
    const double q = x.upper / y;
    const wide p = product(q, y);
    return tidy((wide){q, ((x.upper - p.upper) - p.lower + x.lower) / y});
}

/* Sine and cosine for |a| < 3.2, with nearly twice the digits: Taylor's series at a sixteenth of the angle. Its later
   terms are so small that usual digits are enough for them. */
static void turn_slowly(wide a, wide *sine, wide *cosine) {
    enum { TERMS = 8, WIDE_TERMS = 4, HALVINGS = 4 };
    const wide one = {1, 0}, x = scaled(a, 1.0 / (1 << HALVINGS)), minus_z = scaled(multiply(x, x), -1);
    double rest_of_s = 1, rest_of_c = 1;
    for (int n = TERMS; n > WIDE_TERMS; n--) {
        rest_of_s = 1 + minus_z.upper * rest_of_s / (2.0 * n * (2 * n + 1));
        rest_of_c = 1 + minus_z.upper * rest_of_c / (2.0 * n * (2 * n - 1));
    }
    wide s = {rest_of_s, 0}, c = {rest_of_c, 0};
    for (int n = WIDE_TERMS; n > 0; n--) {
        s = add(one, divide(multiply(minus_z, s), 2.0 * n * (2 * n + 1)));
        c = add(one, divide(multiply(minus_z, c), 2.0 * n * (2 * n - 1)));
    }
    s = multiply(s, x);
    for (int i = 0; i < HALVINGS; i++) {
        const wide both = multiply(s, c), square = multiply(s, s);
        s = scaled(both, 2);
        c = add(one, scaled(square, -2));
    }
    *sine = s;
    *cosine = c;
}

/* The same with some 21 digits: from the nearest of a table's angles, which is filled where it is asked. */
static void turn(wide a, wide *sine, wide *cosine) {
    enum { STEPS = 64, MOST = 4 * STEPS };
    static struct { wide s, c; /* both 0: not yet known */ } known[MOST];
    const double nearest = rint(a.upper * STEPS), r = a.upper - nearest / STEPS, z = r * r;
    const int k = (int)fabs(nearest);
    if (known[k].c.upper == 0)
        turn_slowly((wide){(double)k / STEPS, 0}, &known[k].s, &known[k].c);
    const wide s = nearest < 0 ? scaled(known[k].s, -1) : known[k].s, c = known[k].c;
    const double over_r = a.lower - r * z / 6 * (1 - z / 20 * (1 - z / 42)),
                 under_1 = -z / 2 * (1 - z / 12 * (1 - z / 30));
    *sine = add(s, product(c.upper, r));
    *cosine = add(c, product(-s.upper, r));
    sine->lower += c.lower * r + c.upper * over_r + s.upper * under_1;
    cosine->lower += -s.lower * r - s.upper * over_r + c.upper * under_1;
    *sine = tidy(*sine);
    *cosine = tidy(*cosine);
}

/* The same for |x| < 10^6, less whole quarter turns. Returns how many, modulo 4. */
static int turn_any(double x, wide *sine, wide *cosine) {
    static const double quarter[] = {-0x1.921fb54442d18p+0, -0x1.1a62633145c07p-54, 0x1.f1976b7ed8fbcp-110};
    const double count = rint(x * 0x1.45f306dc9c883p-1);
    wide rest = {x, 0};
    for (int i = 0; i < 3; i++)
        rest = add(rest, product(count, quarter[i]));
    turn(rest, sine, cosine);
    return (int)count & 3;
}

static bool is_ordinary(double x) {
    return fabs(x) > 0x1p-25 && fabs(x) < 0x1p200;
}

/* One step of Newton's method from what the C library gives, here and below. */
double __wrap_asin(double x) {
    const double a = __real_asin(x);
    if (!is_ordinary(x) || fabs(x) >= 1)
        return a;
    wide s, c;
    turn((wide){a, 0}, &s, &c);
    return a + ((x - s.upper) - s.lower) / c.upper;
}

double __wrap_acos(double x) {
    const double a = __real_acos(x);
    if (!is_ordinary(x) || fabs(x) >= 1)
        return a;
    wide s, c;
    turn((wide){a, 0}, &s, &c);
    return a + ((c.upper - x) + c.lower) / s.upper;
}

/* `a` with the angle added by which the direction of (x, y) is further. */
static double turn_to(double a, double y, double x) {
    wide s, c;
    turn((wide){a, 0}, &s, &c);
    const wide across = add(times(c, y), times(s, -x));
    return a + across.upper / (x * c.upper + y * s.upper);
}

double __wrap_atan(double x) {
    const double a = __real_atan(x);
    return is_ordinary(x) ? turn_to(a, x, 1) : a;
}

/* What the C library gives would be improved twice, for it asks for an arctangent. */
double __wrap_atan2(double y, double x) {
    if (!is_ordinary(x) || !is_ordinary(y))
        return __real_atan2(y, x);
    const double a = __real_atan(fabs(y / x)), half_turn = 0x1.921fb54442d18p+1;
    return turn_to(copysign(x < 0 ? half_turn - a : a, y), y, x);
}

static bool is_angle(double x) {
    return fabs(x) > 0x1p-25 && fabs(x) < 1e6;
}

double __wrap_sin(double x) {
    wide s, c;
    if (!is_angle(x))
        return __real_sin(x);
    const int quarters = turn_any(x, &s, &c);
    const double size = quarters & 1 ? c.upper : s.upper;
    return quarters & 2 ? -size : size;
}

double __wrap_cos(double x) {
    wide s, c;
    if (!is_angle(x))
        return __real_cos(x);
    const int quarters = turn_any(x, &s, &c);
    const double size = quarters & 1 ? -s.upper : c.upper;
    return quarters & 2 ? -size : size;
}

double __wrap_tan(double x) {
    wide s, c;
    if (!is_angle(x))
        return __real_tan(x);
    if (turn_any(x, &s, &c) & 1) {
        const wide sine = s;
        s = c;
        c = times(sine, -1);
    }
    const double q = s.upper / c.upper;
    const wide rest = add(s, times(c, -q));
    return q + rest.upper / c.upper;
}

/* Of numbers that are neither very great nor very small, x >= y (Borges 2020). */
static double length(double x, double y) {
    const double h = sqrt(x * x + y * y), more = h <= 2 * y ? h - y : h - x;
    const double first = h <= 2 * y ? x * (2 * more - x) : 2 * more * (x - 2 * y);
    const double second = h <= 2 * y ? (more - 2 * (x - y)) * more : (4 * more - y) * y + more * more;
    return h - (first + second) / (2 * h);
}

double __wrap_hypot(double x, double y) {
    if (isinf(x) || isinf(y))
        return INFINITY;
    const double great = fmax(fabs(x), fabs(y)), small = fmin(fabs(x), fabs(y)), scale = 0x1p600;
    if (isnan(x) || isnan(y) || great == 0 || small < great * 0x1p-60)
        return great + small;
    if (great > 0x1p400)
        return length(great / scale, small / scale) * scale;
    if (small < 0x1p-400)
        return length(great * scale, small * scale) / scale;
    return length(great, small);
}

/* As FDLIBM has them (Sun 1993). */
double __wrap_tanh(double x) {
    const double size = fabs(x), t = expm1(size >= 1 ? 2 * size : -2 * size);
    if (!(size > 0x1p-55 && size < 22))
        return isnan(x) || size < 1 ? x : copysign(1, x);
    return copysign(size >= 1 ? 1 - 2 / (t + 2) : -t / (t + 2), x);
}

double __wrap_cosh(double x) {
    const double size = fabs(x);
    if (size < 0.34657359027997264) {
        const double t = expm1(size), w = 1 + t;
        return 1 + t * t / (w + w);
    }
    if (size < 22)
        return 0.5 * exp(size) + 0.5 / exp(size);
    return size < 700 ? 0.5 * exp(size) : exp(0.5 * size) * (0.5 * exp(0.5 * size));
}
