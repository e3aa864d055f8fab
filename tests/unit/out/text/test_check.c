/* The structure of a system as text. */
#include "out/public.h"
#include "out/reading.h"

static void facts_and_constraints(void **state) {
    (void)state;
    written w =
        written_check("model mix \"All sorts\"\ncoord x = 0, y = 0, z = 0, p = 0\n"
                      "kinetic T = x'^2 + y'^2 + z'^2 + p'^2\nconstraint roll: x' = 2*p'\nconstraint turn: y' = z*x'\n"
                      "constraint moved: z = sin(t)\nconstraint again: 2*z = 2*sin(t)\ncontact floor: x >= -1\n",
                      "text", 100);
    const char *text = WRITTEN_TEXT(w);
    assert_true(!strncmp(text, "All sorts\n", 10));
    assert_says(text, "4: x, y, z, p\n");
    assert_says(text, "rank of the constraints   3\n");
    assert_says(text, "degrees of freedom        1\n");
    assert_says(text, "nonholonomic, rheonomic");
    assert_says(text, "  roll   integrable    on velocities");
    assert_says(text, "x - 2*p = const\n");
    assert_says(text, "  turn   nonholonomic  on velocities");
    assert_says(text, "  moved  holonomic     on positions");
    assert_says(text, "unilateral");
    assert_says(text, "again");
    written_end(&w);
}

static void many_names_are_shortened(void **state) {
    (void)state;
    written w = written_check("for i in 1..30 { coord x[i] = 0 }\nkinetic T = sum(i in 1..30: x[i]'^2)\n", "text", 0);
    assert_says(WRITTEN_TEXT(w), "30: x[1], x[2]");
    assert_says(WRITTEN_TEXT(w), "x[24] and 6 more (--json has all)");
    assert_says_not(WRITTEN_TEXT(w), "x[25]");
    written_end(&w);
}

/* Colours are styles alone, and no page is wider than asked for. */
static void colours_and_widths(void **state) {
    (void)state;
    static const char text[] =
        "model mix \"A title that is long enough to be broken into several lines on a page that is not very wide\"\n"
        "coord x = 0, y = 0, z = 0, p = 0\nkinetic T = x'^2 + y'^2 + z'^2 + p'^2\nconstraint roll: x' = 2*p'\n"
        "constraint turn: y' = z*x'\nconstraint moved: z = sin(t)\nconstraint again: 2*z = 2*sin(t)\n"
        "contact floor: x >= -1\n";
    for (int width = 100; width <= 160; width += 15) {
        written plain = written_begin(text), colored = written_begin(text);
        assert_int_equal(lgr_model_check(plain.model, "text", false, width, shown_take, &plain.all), LGR_STATUS_OK);
        assert_int_equal(lgr_model_check(colored.model, "text", true, width, shown_take, &colored.all), LGR_STATUS_OK);
        assert_string_equal(reading_plain(WRITTEN_TEXT(colored), colored.memory), WRITTEN_TEXT(plain));
        assert_true(reading_widest(WRITTEN_TEXT(plain), plain.memory) <= width);
        written_end(&plain);
        written_end(&colored);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_and_constraints),
        cmocka_unit_test(many_names_are_shortened),
        cmocka_unit_test(colours_and_widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
