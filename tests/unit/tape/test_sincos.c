/* Tests of sines and cosines of one and of eight lanes against quadruple precision (else long double), over all sorts
   of angles. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tape/x86/emit.h"

#ifdef LGR_HAVE_QUADMATH
#include <quadmath.h>
__extension__ typedef __float128 wide;
#define WIDE(function) function##q
#else
typedef long double wide;
#define WIDE(function) function##l
#endif

enum { LANES = 8, MOST = 5 };

/* Half a quarter turn less than 2^25 of them. */
#define TOO_FAR 52707177.74

/* Those that this machine can run. */
typedef struct fixture {
    const tape_trigonometry *all[MOST];
    int lanes[MOST], count;
    uint64_t seed;
    double worst;
    int checked;
} fixture;

static uint64_t draw(fixture *f) {
    f->seed ^= f->seed << 13;
    f->seed ^= f->seed >> 7;
    f->seed ^= f->seed << 17;
    return f->seed;
}

static double draw_unit(fixture *f) {
    return (double)(draw(f) >> 11) * 0x1p-52 - 1;
}

static double of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Units in the last place of the double that is nearest to the wanted value. */
static double error_of(double got, wide want) {
    int exponent;
    WIDE(frexp)(want, &exponent);
    const int last = exponent - DBL_MANT_DIG < -1074 ? -1074 : exponent - DBL_MANT_DIG;
    return (double)WIDE(fabs)(WIDE(ldexp)((wide)got - want, -last));
}

static bool same(const double *x, const double *y) {
    for (int lane = 0; lane < LANES; lane++) {
        if (memcmp(&x[lane], &y[lane], sizeof *x) != 0 && !(isnan(x[lane]) && isnan(y[lane]))) {
            return false;
        }
    }
    return true;
}

/* Far away, and for what is no number, the scalar functions are taken as they are. */
static void check_value(fixture *f, const char *what, double x, double got, double plain, wide want) {
    if (!(fabs(x) <= TOO_FAR)) {
        if (memcmp(&got, &plain, sizeof got) != 0 && !(isnan(got) && isnan(plain))) {
            fail_msg("%s of %a is %a, not %a", what, x, got, plain);
        }
        return;
    }
    const double error = error_of(got, want);
    if (!(error < 1.5) || (x == 0 && signbit(got) != signbit(plain))) {
        fail_msg("%s of %a is %a, not %La: %g units of the last place", what, x, got, (long double)want, error);
    }
    f->worst = fmax(f->worst, error);
}

/* Sines, then cosines, by `count` instructions at once; both together or each by its own instruction. The last
   instruction of each call is the one whose results are taken, the others work on other angles. */
static void run(const fixture *f, int k, int count, bool together, double *result, const double *x) {
    double slots[3 * SINCOS_MOST * LANES];
    const size_t lanes = (size_t)f->lanes[k];
    const uint32_t last = (uint32_t)count - 1;
    for (size_t lane = 0; lane < LANES; lane += lanes) {
        tape_instr both[SINCOS_MOST], sines[SINCOS_MOST], cosines[SINCOS_MOST];
        for (uint32_t i = 0; i <= last; i++) {
            both[i] = (tape_instr){TAPE_SINCOS, SINCOS_MOST + 2 * i, i, 0, 0};
            sines[i] = (tape_instr){TAPE_SIN, SINCOS_MOST + 2 * i, i, 0, 0};
            cosines[i] = (tape_instr){TAPE_COS, SINCOS_MOST + 2 * i + 1, i, 0, 0};
            for (size_t l = 0; l < lanes; l++) {
                slots[i * lanes + l] = i == last ? x[lane + l] : 0.1 * (double)i - x[(lane + l + i) % LANES];
            }
        }
        f->all[k]->of[last](together ? both : sines, slots);
        if (!together) {
            f->all[k]->of[last](cosines, slots);
        }
        const double *pair = slots + (SINCOS_MOST + 2 * last) * lanes;
        memcpy(result + lane, pair, lanes * sizeof *pair);
        memcpy(result + LANES + lane, pair + lanes, lanes * sizeof *pair);
        if (together) { /* where nothing has to be chosen the bits are the same */
            double before[2 * LANES];
            memcpy(before, pair, 2 * lanes * sizeof *pair);
            f->all[k]->both[last](both, slots);
            for (size_t i = 0; i < 2 * lanes; i++)
                assert_true(memcmp(&before[i], &pair[i], sizeof *pair) == 0 || (isnan(before[i]) && isnan(pair[i])));
        }
    }
}

/* All functions, one by one and together (some of the time: it takes long), on all machines. */
static void check(fixture *f, const double x[LANES]) {
    double first[2 * LANES], now[2 * LANES], other[2 * LANES];
    f->checked++;
    for (int k = 0; k < f->count; k++) {
        run(f, k, 1, true, now, x);
        for (int kind = 1; kind < 2 * SINCOS_MOST && f->checked % 16 == 0; kind++) {
            run(f, k, 1 + kind / 2, kind % 2 == 0, other, x);
            assert_true(same(other, now) && same(other + LANES, now + LANES));
        }
        if (k > 0) {
            assert_true(same(now, first) && same(now + LANES, first + LANES));
            continue;
        }
        memcpy(first, now, sizeof first);
        for (int lane = 0; lane < LANES; lane++) {
            check_value(f, "sine", x[lane], now[lane], sin(x[lane]), WIDE(sin)(x[lane]));
            check_value(f, "cosine", x[lane], now[LANES + lane], cos(x[lane]), WIDE(cos)(x[lane]));
        }
    }
}

typedef double angle(fixture *f, int k);

static void check_many(fixture *f, angle *make, int count) {
    double x[LANES];
    f->worst = 0;
    for (int k = 0; k < count; k += LANES) {
        for (int lane = 0; lane < LANES; lane++) {
            x[lane] = make(f, k + lane);
        }
        check(f, x);
    }
    print_message("           at most %.4f units in the last place\n", f->worst);
}

static double ordinary(fixture *f, int k) {
    static const double widths[] = {0.8, 4, 50, 1e4, 1e7, 0x1p25};
    return widths[k % 6] * draw_unit(f);
}

static double any_bits(fixture *f, int k) {
    (void)k;
    return of_bits(draw(f));
}

/* What is nearest to multiples of a quarter turn, and its neighbours: there most digits cancel. */
static double near_quarter(fixture *f, int k) {
    const long double quarter = 1.57079632679489661923132169163975144L;
    const double turns = k < 4000 ? k / 4 : floor(0x1p25 * draw_unit(f)), x = (double)(quarter * turns);
    return k % 4 == 0 ? x : k % 4 == 1 ? nextafter(x, 1e300) : k % 4 == 2 ? nextafter(x, -1e300) : -x;
}

/* The bound up to which vectors do it, the double that is nearest of all to a multiple of pi/2, and its like. */
static double chosen(fixture *f, int k) {
    static const double all[] = {0.0,
                                 -0.0,
                                 5e-324,
                                 -5e-324,
                                 0x1p-1022,
                                 0x1.fp-1030,
                                 0x1p29,
                                 -0x1p29,
                                 52707177.7,
                                 -52707177.7,
                                 52707177.8,
                                 -52707177.8,
                                 1e22,
                                 0x1p1023,
                                 DBL_MAX,
                                 -DBL_MAX,
                                 INFINITY,
                                 -INFINITY,
                                 NAN,
                                 1e-8,
                                 -1e-300,
                                 0x1.921fb54442d18p+0,
                                 0x1.921fb54442d18p+1,
                                 0x1.921fb54442d18p-1,
                                 0x1.921fb54442d19p-1,
                                 0x1.6ac5b262ca1ffp+849,
                                 355.0,
                                 710.0,
                                 103993.0,
                                 411557987.0,
                                 245850922.0};
    (void)f;
    return all[(size_t)k % (sizeof all / sizeof *all)];
}

static void test_ordinary_angles(void **state) {
    check_many(*state, ordinary, 250000);
}

static void test_any_bits(void **state) {
    check_many(*state, any_bits, 100000);
}

static void test_near_quarter_turns(void **state) {
    check_many(*state, near_quarter, 100000);
}

static void test_chosen_angles(void **state) {
    check_many(*state, chosen, 31 * LANES);
}

static int set_up(void **state) {
    static fixture f = {
        .seed = 88172645463325252u, .all = {&tape_sincos_plain, &tape_sincos_plain8}, .lanes = {1, 8}, .count = 2};
    if (tape_sincos(1) != &tape_sincos_plain) {
        f.lanes[f.count] = 1;
        f.all[f.count++] = tape_sincos(1);
    }
    for (size_t k = 0; k < tape_backend_count; k++) {
        const tape_backend *b = tape_backends[k];
        if (b->machine && b->machine->trigonometry && b->available()) {
            f.lanes[f.count] = b->lanes;
            f.all[f.count++] = b->machine->trigonometry;
        }
    }
    *state = &f;
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ordinary_angles),
        cmocka_unit_test(test_any_bits),
        cmocka_unit_test(test_near_quarter_turns),
        cmocka_unit_test(test_chosen_angles),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
