/* What is said of a fit beside its numbers. */
#include "out/fit.h"
#include "out/values/fit.h"

/* All remarks, a line each. */
static const char *remarks(const fitted *b) {
    strbuf s = base_strbuf_make(b->x.memory);
    const char *text;
    for (size_t i = 0; (text = out_fit_remark(&b->f, i, b->x.memory)) != NULL; i++)
        base_strbuf_printf(&s, "%s\n", text);
    return base_strbuf_text(&s);
}

static void words_for_a_missing_interval(void **state) {
    (void)state;
    static const char *const want[] = {NULL, "at its upper bound", "without influence", "not by itself"};
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    assert_null(out_fit_state(&b->unknowns[0]));
    for (int i = 1; i < 4; i++)
        assert_string_equal(out_fit_state(&b->unknowns[i]), want[i]);
    b->unknowns[1].state = "at_low";
    assert_string_equal(out_fit_state(&b->unknowns[1]), "at its lower bound");
    b->unknowns[0].low = NAN;
    assert_string_equal(out_fit_state(&b->unknowns[0]), "no interval: there are no more values than unknowns");
    motion_end(&b->x);
    base_arena_destroy(a);
}

static void what_is_tied_is_named(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    assert_string_equal(out_fit_tie(&b->f, 0, a),
                        "the data cannot tell p and factor of \"x\" <& apart: p by +1 % and factor of \"x\" <& by "
                        "-0.25 % together change nothing that was measured");
    b->tie[0] = 0.005;
    assert_says(out_fit_tie(&b->f, 0, a), "tell k, p and factor of \"x\" <& apart: k by +0.5 %, p by +1 % and factor");
    motion_end(&b->x);
    base_arena_destroy(a);
}

/* Each remark alone, then all of them in order. */
static void remarks_in_order(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    b->f.tie_count = b->f.outliers = 0;
    assert_string_equal(remarks(b), "");
    b->f.outside = 1;
    assert_string_equal(remarks(b), "1 value lies before the start or after the end of the motion, where the machine "
                                    "stands still\n");
    b->f.outside = 2;
    assert_says(remarks(b), "2 values lie before");
    b->f.outside = 0;
    b->correlations[1] = b->correlations[5] = -0.995;
    assert_string_equal(remarks(b), "k and c can hardly be told apart: their correlation is -0.9950\n");
    b->f.tie_count = 1;
    b->f.outliers = 3;
    b->f.unfinished = b->f.interrupted = true;
    b->f.doubt = "W0512: too fast";
    const char *text = remarks(b);
    assert_int_equal(shown_count(text, "\n"), 6);
    const char *const order[] = {
        "the data cannot tell", "k and c can hardly",           "outliers, with less than a quarter of their weight: 3",
        "too many steps",       "interrupted: the best so far", "a run is not to be trusted: W0512: too fast"};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const char *at = strstr(text, order[i]);
        if (!at)
            fail_msg("'%s' is missing or too early:\n%s", order[i], text);
        text = at;
    }
    motion_end(&b->x);
    base_arena_destroy(a);
}

/* Large, and larger than chance makes it of so many values: 4 / sqrt(n). */
static void residuals_that_follow_each_other(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    b->f.succession = 0.5;
    b->f.values = 64;
    assert_says_not(remarks(b), "follow each other");
    b->f.values = 65;
    assert_says(remarks(b), "the residuals follow each other (correlation 0.50)");
    b->f.succession = 0.3;
    b->f.values = 100000;
    assert_says_not(remarks(b), "follow each other");
    motion_end(&b->x);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_for_a_missing_interval),
        cmocka_unit_test(what_is_tied_is_named),
        cmocka_unit_test(remarks_in_order),
        cmocka_unit_test(residuals_that_follow_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
