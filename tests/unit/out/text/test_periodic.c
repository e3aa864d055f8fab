/* A periodic motion as text: what it is, how far it goes, its multipliers, and why there is none. */
#include "out/linear.h"
#include "out/text/sections.h"

static const char *text_of(made *x, const linear_periodic *p) {
    strbuf s = base_strbuf_make(x->of.memory);
    x->linear.periodic = p;
    out_periodic_add_text(&x->linear, &s);
    return base_strbuf_text(&s);
}

static void all_of_it(void **state) {
    (void)state;
    made *x = made_begin();
    bool states[] = {false, true};
    double re[] = {-2, 0.5, 0.5}, im[] = {0, 0.25, -0.25}, shift[] = {6, 0};
    linear_periodic p = {.t = 1,
                         .period = 2.5,
                         .n = 2,
                         .coord_names = made_coords,
                         .state = states,
                         .q = made_q,
                         .v = made_v,
                         .shift = shift,
                         .low = made_none,
                         .high = made_half,
                         .events = 3,
                         .has_multipliers = true,
                         .count = 3,
                         .re = re,
                         .im = im,
                         .growth = 0.75,
                         .stability = UNSTABLE};
    const char *text = text_of(x, &p);
    assert_says(text, "period 2.5 s, from t = 1 s, with 3 events");
    assert_says(text, "x is 6 further after each period");
    assert_says_not(text, "y is 0 further");
    assert_says(text, "unstable: what is beside it departs as exp(0.75 t)");
    assert_says(text, "+- 0.25 i");
    assert_int_equal(shown_count(text, "size "), 2);
    assert_says(text, "and 1, of a shift along the motion");
    p.driven = true;
    p.stability = ASYMPTOTICALLY_STABLE;
    text = text_of(x, &p);
    assert_says(text, "that of what drives it");
    assert_says(text, "stable: what is beside it comes to it");
    assert_says_not(text, "and 1");
    p.count = 0;
    assert_says(text_of(x, &p), "no freedom left");
    p.has_multipliers = false;
    assert_says(text_of(x, &p), "without LAPACK");
    assert_says(text_of(x, &(linear_periodic){.trouble = "it stops"}), "none: it stops");
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_of_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
