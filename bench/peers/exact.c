/* The motions of bench/precision.py with 33 digits, for the errors it states: midpoint rule extrapolated to order 18
   (Gragg 1965, Bulirsch and Stoer 1966), in as many steps as the first word says:
   cc -O2 bench/peers/exact.c -lquadmath -o exact && ./exact 4000. */
#include <math.h>
#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __float128 real;

enum { MOST = 36, COLUMNS = 9, BODIES = 6 };

/* One that starts from y, and how it goes on; `shown` is the number whose end is wanted. */
typedef struct motion {
    const char *name;
    void (*begin)(real *y);
    void (*rates)(const real *y, real *rates);
    int size, shown, end;
} motion;

static void begin_pendulum(real *y) {
    y[0] = 1;
}

static void pendulum(const real *y, real *rates) {
    rates[0] = y[1];
    rates[1] = -(real)9.81 * sinq(y[0]);
}

static void begin_double(real *y) {
    y[0] = 0.5;
    y[1] = -0.3;
}

static void two_pendulums(const real *y, real *rates) {
    const real a = y[0], b = y[1], u = y[2], v = y[3], c = cosq(a - b), s = sinq(a - b), g = 9.81;
    const real f = -s * v * v - 2 * g * sinq(a), h = s * u * u - g * sinq(b), divisor = 2 - c * c;
    const real to[] = {u, v, (f - c * h) / divisor, (2 * h - c * f) / divisor};
    memcpy(rates, to, sizeof to);
}

static void begin_flight(real *y) {
    y[0] = M_PI + asin(0.75);
    y[1] = -M_PI / 2;
}

/* Angles of arm, counterweight and sling of bench/launch.lgr, without ground and release. */
static void flight(const real *y, real *rates) {
    const real arm = 50, weight = 1000, stone = 10, length = 4, back = 1, link = 1, sling = 3.5, g = 9.80665;
    const real middle = (length - back) / 2, whole = length + back;
    const real a = y[0], b = y[1], c = y[2], u = y[3], v = y[4], w = y[5];
    const real aa = arm * (whole * whole / 12 + middle * middle) + weight * back * back + stone * length * length;
    const real bb = weight * link * link, cc = stone * sling * sling;
    const real ab = -weight * back * link, ac = stone * length * sling;
    const real turn = arm * middle - weight * back + stone * length;
    const real b_by_a = ab * cosq(a - b) / bb, c_by_a = ac * cosq(a - c) / cc;
    const real of_b = (ab * sinq(a - b) * u * u - g * weight * link * cosq(b)) / bb;
    const real of_c = (ac * sinq(a - c) * u * u - g * stone * sling * cosq(c)) / cc;
    const real of_a = -ab * sinq(a - b) * v * v - ac * sinq(a - c) * w * w - g * turn * cosq(a);
    const real acceleration =
        (of_a - b_by_a * bb * of_b - c_by_a * cc * of_c) / (aa - b_by_a * b_by_a * bb - c_by_a * c_by_a * cc);
    const real to[] = {u, v, w, acceleration, of_b - b_by_a * acceleration, of_c - c_by_a * acceleration};
    memcpy(rates, to, sizeof to);
}

/* As bench/precision.py has them. */
static void begin_planets(real *y) {
    static const double places[] = {
        -4.06428567034226e-3, -6.08813756435987e-3, -1.66162304225834e-6, 3.40546614227466,     3.62978190075864,
        3.42386261766577e-2,  6.60801554403466,     6.38084674585064,     -1.36145963724542e-1, 11.1636331405597,
        16.0373479057256,     3.61783279369958e-1,  -30.1777243405203,    1.91155314998064,     -1.53887595621042e-1,
        -21.3858977531573,    32.0719104739886,     2.49245689556096};
    static const double daily[] = {
        6.69048890636161e-6,  -6.33922479583593e-6, -3.13202145590767e-9, -5.59797969310664e-3, 5.51815399480116e-3,
        -2.66711392865591e-6, -4.17354020307064e-3, 3.99723751748116e-3,  1.67206320571441e-5,  -3.25884806151064e-3,
        2.06438412905916e-3,  -2.17699042180559e-5, -2.17471785045538e-4, -3.11361111025884e-3, 3.58344705491441e-5,
        -1.76936577252484e-3, -2.06720938381724e-3, 6.58091931493844e-4};
    for (int i = 0; i < 3 * BODIES; i++) {
        y[i] = places[i];
        y[3 * BODIES + i] = daily[i] * 365;
    }
}

static void planets(const real *y, real *rates) {
    static const double mass[] = {1.00000597682, 1 / 1047.355, 1 / 3501.6, 1.0 / 22869, 1.0 / 19314, 7.4074074e-9};
    static const double attraction = 0.01720209895 * 0.01720209895 * (365.0 * 365);
    real *change = rates + 3 * BODIES;
    memcpy(rates, y + 3 * BODIES, 3 * BODIES * sizeof *rates);
    for (int i = 0; i < 3 * BODIES; i++)
        change[i] = 0;
    for (int i = 0; i < BODIES; i++)
        for (int j = 0; j < i; j++) {
            real apart[3], square = 0;
            for (int k = 0; k < 3; k++) {
                apart[k] = y[3 * i + k] - y[3 * j + k];
                square += apart[k] * apart[k];
            }
            const real pull = attraction / (square * sqrtq(square));
            for (int k = 0; k < 3; k++) {
                change[3 * i + k] -= pull * mass[j] * apart[k];
                change[3 * j + k] += pull * mass[i] * apart[k];
            }
        }
}

/* By the midpoint rule in `parts` parts, smoothed at the end. */
static void cross(const motion *m, const real *y, real h, int parts, real *end) {
    real before[MOST], at[MOST], rates[MOST];
    m->rates(y, rates);
    for (int i = 0; i < m->size; i++) {
        before[i] = y[i];
        at[i] = y[i] + h / parts * rates[i];
    }
    for (int part = 1; part < parts; part++) {
        m->rates(at, rates);
        for (int i = 0; i < m->size; i++) {
            const real next = before[i] + 2 * h / parts * rates[i];
            before[i] = at[i];
            at[i] = next;
        }
    }
    m->rates(at, rates);
    for (int i = 0; i < m->size; i++)
        end[i] = (before[i] + at[i] + h / parts * rates[i]) / 2;
}

static void step(const motion *m, real h, real *y) {
    static real table[COLUMNS][COLUMNS][MOST];
    for (int j = 0; j < COLUMNS; j++) {
        cross(m, y, h, 2 * (j + 1), table[j][0]);
        for (int k = 1; k <= j; k++)
            for (int i = 0; i < m->size; i++) {
                const real ratio = (real)(j + 1) / (j + 1 - k),
                           difference = table[j][k - 1][i] - table[j - 1][k - 1][i];
                table[j][k][i] = table[j][k - 1][i] + difference / (ratio * ratio - 1);
            }
    }
    memcpy(y, table[COLUMNS - 1][COLUMNS - 1], (size_t)m->size * sizeof *y);
}

int main(int argc, char **argv) {
    static const motion motions[] = {{"pendulum", begin_pendulum, pendulum, 2, 0, 100},
                                     {"double pendulum", begin_double, two_pendulums, 4, 1, 100},
                                     {"flight", begin_flight, flight, 6, 2, 5},
                                     {"outer solar system", begin_planets, planets, 36, 3, 100}};
    const int steps = argc > 1 ? atoi(argv[1]) : 4000;
    for (size_t k = 0; k < sizeof motions / sizeof *motions; k++) {
        const motion *m = &motions[k];
        real y[MOST] = {0}, greatest = 0;
        m->begin(y);
        for (int i = 0; i < steps; i++) {
            step(m, (real)m->end / steps, y);
            greatest = fmaxq(greatest, fabsq(y[m->shown]));
        }
        char text[64];
        quadmath_snprintf(text, sizeof text, "%.24Qg", y[m->shown]);
        printf("%-20s %s, at most %.3g\n", m->name, text, (double)greatest);
    }
}
