/* Every function and operator of the language against C's, along a motion and in closed form. */
#include "machine.h"

#include <math.h>

typedef struct sample {
    const char *text;
    double value;
} sample;

/* x = 0.7, y = -1.3, t = 0 and velocities x' = 0.4, y' = 2 at the start. */
static void compare(const sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        machine m = machine_run(
            0, 0,
            "param k = 0.25\ncoord x = 0.7, y = -1.3\ninitial x' = 0.4, y' = 2\nkinetic T = 1/2*(x'^2 + y'^2)\n"
            "let A = [x, y], B = [2, 3]\noutput value = %s\n",
            samples[i].text);
        double got = machine_output(&m, "value"), want = samples[i].value;
        if (!(fabs(got - want) <= 4e-16 * fmax(1, fabs(want))))
            fail_msg("%s is %.17g, not %.17g", samples[i].text, got, want);
        machine_free(&m);
    }
}

#define COMPARE(samples) compare(samples, sizeof(samples) / sizeof *(samples))

static void scalar_functions(void **state) {
    (void)state;
    const double x = 0.7, y = -1.3;
    const sample samples[] = {
        {"sin(x)", sin(x)},
        {"cos(y)", cos(y)},
        {"tan(y)", tan(y)},
        {"asin(x)", asin(x)},
        {"acos(-x)", acos(-x)},
        {"atan(y)", atan(y)},
        {"atan2(y, x)", atan2(y, x)},
        {"atan2(y, -x)", atan2(y, -x)},
        {"sinh(y)", sinh(y)},
        {"cosh(y)", cosh(y)},
        {"tanh(y)", tanh(y)},
        {"exp(y)", exp(y)},
        {"log(x)", log(x)},
        {"sqrt(x)", sqrt(x)},
        {"abs(y)", 1.3},
        {"abs(x)", 0.7},
        {"sign(y)", -1},
        {"sign(x)", 1},
        {"sign(t)", 0},
        {"min(x, y)", y},
        {"max(x, y)", x},
        {"hypot(x, y)", hypot(x, y)},
        {"min(x, y, -2)", -2},
        {"max(y, x, 3)", 3},
        {"pi", PI},
    };
    for (size_t i = 0; i + 3 < sizeof samples / sizeof *samples; i++)
        compare(samples + i, 1);
    compare(samples + sizeof samples / sizeof *samples - 1, 1);
}

static void operators(void **state) {
    (void)state;
    const double x = 0.7, y = -1.3;
    const sample samples[] = {
        {"-x^2", -(x * x)},
        {"x'^2", 0.4 * 0.4},
        {"2^3^2", 512},
        {"x^-2", 1 / (x * x)},
        {"x^0.5", sqrt(x)},
        {"x^y", pow(x, y)},
        {"x - y - 1", x - y - 1},
        {"x/y/2", x / y / 2},
        {"1/12", 1.0 / 12},
        {"1e-3*x", 0.7e-3},
        {"x*y + y*x", 2 * x * y},
        {"(x + y)*(x - y)", x * x - y * y},
        {"if x > y then 1 else 2", 1},
        {"if x < y then 1 else 2", 2},
        {"if x > 0 and y > 0 then 1 else 2", 2},
        {"if x > 0 or y > 0 then 1 else 2", 1},
        {"if not x > 0 then 1 else 2", 2},
        {"if x >= x then 1 else 2", 1},
        {"if x < x then 1 else 2", 2},
        {"-(-y)", y},
        {"y^2", y * y},
        {"y^3", y * y * y},
        {"0.1 + 0.2", 0.3},
        {"k*4", 1},
    };
    COMPARE(samples);
}

static void derivatives(void **state) {
    (void)state;
    const double x = 0.7, y = -1.3, u = 0.4, w = 2;
    const sample samples[] = {
        {"(x*y)'", u * y + x * w},
        {"(sin(x))'", cos(x) * u},
        {"(x^2)''", 2 * u * u},
        {"x''", 0},
        {"(x^y)'", pow(x, y) * (w * log(x) + y * u / x)},
        {"(atan2(y, x))'", (x * w - y * u) / (x * x + y * y)},
        {"(hypot(x, y))'", (x * u + y * w) / hypot(x, y)},
        {"(abs(y))'", -w},
        {"(max(x, y))'", u},
        {"(t^2*x)'", 0},
        {"(t*x)'", x},
        {"norm(A')", hypot(u, w)},
        {"(norm(A))'", (x * u + y * w) / hypot(x, y)},
        {"(exp(x*y))'", exp(x * y) * (u * y + x * w)},
        {"(tanh(x))'", u / (cosh(x) * cosh(x))},
        {"(acos(x))'", -u / sqrt(1 - x * x)},
        {"(asin(x))'", u / sqrt(1 - x * x)},
        {"(log(x))'", u / x},
        {"(sqrt(x))'", u / (2 * sqrt(x))},
        {"(tan(x))'", u / (cos(x) * cos(x))},
        {"(sinh(x) + cosh(x))'", u * exp(x)},
        {"(if x > 0 then x^2 else y)'", 2 * x * u},
    };
    COMPARE(samples);
}

static void vectors(void **state) {
    (void)state;
    const double x = 0.7, y = -1.3;
    const sample samples[] = {
        {"dot(A, B)", 2 * x + 3 * y},
        {"cross(A, B)", 3 * x - 2 * y},
        {"norm(A)", hypot(x, y)},
        {"unit(A).x", x / hypot(x, y)},
        {"unit(A).y", y / hypot(x, y)},
        {"angle(A, B)", atan2(x * 3 - y * 2, 2 * x + 3 * y)},
        {"angle(B, A)", -atan2(x * 3 - y * 2, 2 * x + 3 * y)},
        {"dir(x).x", cos(x)},
        {"dir(x).y", sin(x)},
        {"rotate(B, x).x", 2 * cos(x) - 3 * sin(x)},
        {"rotate(B, x).y", 2 * sin(x) + 3 * cos(x)},
        {"(A + 2*B).x", x + 4},
        {"(A - B/2).y", y - 1.5},
        {"(-A).y", -y},
        {"A'.x", 0.4},
        {"A'.y", 2},
        {"(x*B).y", 3 * x},
        {"angle([1, 0], [-1, 0])", PI},
        {"(if x > 0 then A else B).x", x},
    };
    COMPARE(samples);
}

static void families_and_sums(void **state) {
    (void)state;
    machine m =
        machine_run(0, 0,
                    "param N = 4\ncoord q[1..N] = 0.5\nkinetic T = 1/2*sum(i in 1..N: i*q[i]'^2)\nlet p[0] = [0, 0]\n"
                    "for i in 1..N { initial q[i]' = i\n let p[i] = p[i-1] + [q[i], i] }\nlet f(x) = x^2 + x\n"
                    "output a = sum(i in 1..N: i*q[i]), b = p[N].x, c = p[N].y, d = f(f(2)), e = sum(i in 2..3: sum(j "
                    "in 1..i: j))\n"
                    "output ke = kinetic\n");
    assert_near(machine_output(&m, "a"), 5, 1e-15);
    assert_near(machine_output(&m, "b"), 2, 1e-15);
    assert_near(machine_output(&m, "c"), 10, 0);
    assert_near(machine_output(&m, "d"), 42, 0);
    assert_near(machine_output(&m, "e"), 9, 0);
    assert_near(machine_output(&m, "ke"), 0.5 * (1 + 8 + 27 + 64), 1e-13);
    machine_free(&m);
}

/* Units convert to SI, and the numbers inside are SI. */
static void units(void **state) {
    (void)state;
    const sample samples[] = {
        {"1 km", 1000},
        {"1 mm", 1e-3},
        {"1 ft", 0.3048},
        {"1 in", 0.0254},
        {"1 mi", 1609.344},
        {"1 lb", 0.45359237},
        {"1 oz", 0.45359237 / 16},
        {"1 g", 1e-3},
        {"1 min", 60},
        {"1 h", 3600},
        {"1 ms", 1e-3},
        {"90 deg", PI / 2},
        {"1 rev", 2 * PI},
        {"60 rpm", 2 * PI},
        {"1 kN", 1000},
        {"1 kN m", 1000},
        {"1 N s/m", 1},
        {"1 mph", 1609.344 / 3600},
        {"1 lbf", 0.45359237 * 9.80665},
        {"1 slug", 0.45359237 * 9.80665 / 0.3048},
        {"36 km/h", 10},
        {"1 J", 1},
        {"1 kW h", 3.6e6},
        {"1 MPa", 1e6},
        {"2 Hz", 2},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        machine m =
            machine_run(0, 0, "coord x = 0 m\nparticle p: mass 1 kg at [x, 0 m]\noutput value = %s\n", samples[i].text);
        double got = machine_output(&m, "value"), want = samples[i].value;
        if (!(fabs(got - want) <= 4e-16 * fabs(want)))
            fail_msg("%s is %.17g, not %.17g", samples[i].text, got, want);
        machine_free(&m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalar_functions), cmocka_unit_test(operators),         cmocka_unit_test(derivatives),
        cmocka_unit_test(vectors),          cmocka_unit_test(families_and_sums), cmocka_unit_test(units),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
