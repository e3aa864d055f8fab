/* The page of equations: its places are filled, and what stands in them is read back. */
#include "out/notebook/writers.h"
#include "out/public.h"
#include "out/reading.h"
#include "out/unpacking.h"

static const char page[] =
    "<p>before</p><i id=\"lagrangia-data\">{}</i><b id=\"lagrangia-notebook\">{}</b><p>behind</p>";

#define PENDULUM                                                                                                       \
    "model p \"A </i> & pendulum\"\nparam l = 2\nparam n = 1\ncoord theta = 0.5\nkinetic T = l^2*theta'^2/2\n"         \
    "potential V = -l*cos(theta)\nfor i in 1..n { let x[i] = i }\ndraw ball at l*[sin(theta), -cos(theta)] radius "    \
    "l/9\n"                                                                                                            \
    "simulate until 1\n"

/* The words in a place, unpacked. */
static const char *words_in(const char *text, const char *place, arena *a) {
    size_t bytes;
    const char *begin = strstr(text, place);
    assert_non_null(begin);
    begin += strlen(place);
    const unsigned char *packed = unpack_base64(begin, strcspn(begin, "<"), &bytes, a);
    strbuf plain = unpack_stream(packed, bytes, a);
    const char *words = base_strbuf_text(&plain);
    const unsigned char *size = (const unsigned char *)words;
    const size_t length = size[0] | (size_t)size[1] << 8 | (size_t)size[2] << 16 | (size_t)size[3] << 24;
    return base_arena_copy(a, words + 4, length);
}

static written notebook_of(const char *text, const char *form, lgr_status wanted) {
    written w = written_begin(text);
    lgr_derive_options o = lgr_derive_options_default();
    o.form = form;
    assert_int_equal(lgr_model_notebook(w.model, &o, page, shown_take, &w.all), wanted);
    return w;
}

static void all_places_are_filled(void **state) {
    (void)state;
    written w = notebook_of(PENDULUM, NULL, LGR_STATUS_OK);
    const char *text = WRITTEN_TEXT(w);
    assert_ptr_equal(strstr(text, "<p>before</p><i id=\"lagrangia-data\">"), text);
    assert_int_equal(shown_count(text, "</b><p>behind</p>"), 1);
    const char *words = words_in(text, "id=\"lagrangia-notebook\">", w.memory);
    reading_check(words);
    assert_says(words, "\"title\": \"A </i> & pendulum\"");
    assert_says(words, "Step: derivatives of the Lagrangian");
    assert_says(words, "Where stability changes");
    assert_reads(words, "analysis/found", 2);
    assert_reads(words, "analysis/equilibria/0/shapes/0/at/y", -2);
    assert_says(words, "\"values\": {}");
    assert_says(words, "\"whole\": [\"n\"]");
    const char *machine = words_in(text, "id=\"lagrangia-data\">", w.memory);
    reading_check(machine);
    assert_says(machine, "\"model\": \"p\"");
    assert_says(machine, "\"kind\": \"ball\"");
    written_end(&w);
}

/* What the derivation says already is not said of small motions once more. */
static void energies_stand_once(void **state) {
    (void)state;
    written w = notebook_of(PENDULUM, "hamilton", LGR_STATUS_OK);
    const char *words = words_in(WRITTEN_TEXT(w), "id=\"lagrangia-notebook\">", w.memory);
    assert_int_equal(shown_count(words, "h2>Energies"), 1);
    assert_says(words, "Hamilton");
    written_end(&w);
}

/* Small motions that have no formulas are no error; a form that was asked for and does not exist is one. */
static void forms_that_do_not_exist(void **state) {
    (void)state;
    static const char slides[] = "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\npotential V = x\n"
                                 "constraint c: x' = 1 + sin(x)\n";
    written w = notebook_of(slides, NULL, LGR_STATUS_OK);
    assert_int_equal(lgr_model_finding_count(w.model), 0);
    reading_check(words_in(WRITTEN_TEXT(w), "id=\"lagrangia-notebook\">", w.memory));
    written_end(&w);
    w = notebook_of(slides, "hamilton", LGR_STATUS_MODEL);
    assert_int_equal(w.all.len, 0);
    written_end(&w);
}

/* Letters without numbers have equations, and no motion. */
static void letters_alone(void **state) {
    (void)state;
    written w = notebook_of("param k\ncoord x = 1\nkinetic T = x'^2/2\npotential V = k*x^2/2\n", NULL, LGR_STATUS_OK);
    assert_int_equal(lgr_model_finding_count(w.model), 0);
    assert_int_equal(shown_count(WRITTEN_TEXT(w), "id=\"lagrangia-data\">{}<"), 1);
    written_end(&w);
}

static void pages_without_places(void **state) {
    (void)state;
    written w = written_begin(PENDULUM);
    assert_int_equal(lgr_model_notebook(w.model, NULL, "<p></p>", shown_take, &w.all), LGR_STATUS_USAGE);
    assert_says(lgr_model_usage_error(w.model), "no places");
    assert_false(out_notebook_is_page("id=\"lagrangia-notebook\"> id=\"lagrangia-data\">"));
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_places_are_filled),   cmocka_unit_test(energies_stand_once),
        cmocka_unit_test(forms_that_do_not_exist), cmocka_unit_test(letters_alone),
        cmocka_unit_test(pages_without_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
