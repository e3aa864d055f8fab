/* Equations as a JSON object, in two notations. */
#include "out/public.h"
#include "out/reading.h"

static void sides_in_two_notations(void **state) {
    (void)state;
    written w = written_equations("model m\nparam k = 2\ncoord x = 0\nkinetic T = x'^2/2\npotential V = k*x^2/2\n"
                                  "constraint c: x = 0\n",
                                  NULL, false, "json");
    const char *text = WRITTEN_TEXT(w);
    assert_says(text, "\"model\": \"m\", \"form\": \"lagrange\", \"mode\": \"start\"");
    assert_says(text, "\"coordinates\": [\n    {\"of\": \"x\"}\n  ]");
    assert_says(text, "{\"of\": \"x\", \"text\": [\"x'' + k*x + lambda(c)\", \"0\"], \"latex\": "
                      "[\"\\\\ddot{x} + k x + \\\\lambda_{c}\", \"0\"]}");
    written_end(&w);
}

static void matrices_have_rows(void **state) {
    (void)state;
    written w = written_equations("param k = 2\ncoord x = 0, y = 0\nkinetic T = x'^2/2 + x'*y' + 2*y'^2\n", "matrix",
                                  false, "json");
    assert_says(WRITTEN_TEXT(w), "\"name\": \"M\", \"rows\": 2, \"columns\": 2, \"entries\": [\n      [\"1\", \"1\"],\n"
                                 "      [\"1\", \"4\"]]");
    written_end(&w);
}

/* Of every form, with and without steps: one object. */
static void all_forms_are_objects(void **state) {
    (void)state;
    static const char *const forms[] = {NULL, "explicit", "matrix", "hamilton"};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
        for (int steps = 0; steps < 2; steps++) {
            written w = written_begin("model m \"a \\\\ b\"\nparam k = 2 \"stiff\"\ncoord x = 0, a = 1\n"
                                      "kinetic T = (x'^2 + a'^2*cos(x)^2)/2\npotential V = k*x^2*a\n");
            lgr_derive_options o;
            lgr_derive_options_init(&o, sizeof o);
            o.form = forms[f] ? forms[f] : o.form;
            o.steps = steps;
            if (lgr_model_derive(w.model, &o, "json", false, 0, shown_take, &w.all) == LGR_STATUS_OK)
                reading_check(WRITTEN_TEXT(w));
            else
                assert_true(forms[f] != NULL);
            written_end(&w);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_in_two_notations),
        cmocka_unit_test(matrices_have_rows),
        cmocka_unit_test(all_forms_are_objects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
