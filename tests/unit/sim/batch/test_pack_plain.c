/* The loops over eight motions give the same bits on every kind of machine. */
#include "sim/batch/crew.h"

#define SWINGS                                                                                                         \
    "param l = 1\ncoord x = 3, y = 4, w = 0.3\ninitial x' = 4\ninitial y' ~ 0\ngravity 9.81\n"                         \
    "particle p: mass 2 at [x, y]\nkinetic K = l*w'^2\npotential V = sin(3*w)*x\nconstraint c: x^2 + y^2 = 25\n"       \
    "simulate until 10\nevent low when y < 3.9 { }\nreport top = maximum(x*w), j = integral(y)\n"

typedef struct numbers {
    double next[16 * PACK_LANES], error[PACK_LANES], h[PACK_LANES];
    lane_set done, peaks;
    int rising[PACK_LANES];
} numbers;

static numbers run_on(const tape_backend *lanes) {
    numbers out = {.done = 0};
    crew c = crew_begin_on(SWINGS, lanes);
    batch_pack_begin(c.p, EVERYBODY);
    batch_pack_choose_sizes(c.p, EVERYBODY);
    for (int k = 0; k < 6; k++) {
        out.done = batch_pack_try(c.p, 0);
        batch_pack_watch(c.p, out.done, out.rising);
        out.peaks = batch_pack_peaks(c.p, out.done);
        batch_pack_accept(c.p, out.done);
        batch_pack_reject(c.p, EVERYBODY & ~out.done);
    }
    assert_in_range(c.p->size, 8, 16);
    memcpy(out.next, c.p->y, c.p->size * PACK_LANES * sizeof *out.next);
    memcpy(out.error, c.p->error, sizeof out.error);
    memcpy(out.h, c.p->h, sizeof out.h);
    crew_end(&c);
    return out;
}

static void the_same_bits_on_every_machine(void **state) {
    (void)state;
    const numbers plain = run_on(&tape_lanes8);
    static const tape_backend *const others[] = {&tape_avx2, &tape_avx512};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        if (!others[k]->available())
            continue;
        const numbers there = run_on(others[k]);
        assert_memory_equal(there.next, plain.next, sizeof plain.next);
        assert_memory_equal(there.error, plain.error, sizeof plain.error);
        assert_memory_equal(there.h, plain.h, sizeof plain.h);
        assert_memory_equal(there.rising, plain.rising, sizeof plain.rising);
        assert_int_equal(there.done, plain.done);
        assert_int_equal(there.peaks, plain.peaks);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_bits_on_every_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
