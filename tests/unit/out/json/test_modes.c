/* Modes and state matrices as members of JSON objects: complex pairs, shapes with phases, and empty lists. */
#include "out/json/sections.h"
#include "out/linear.h"

/* Members come with a comma before them. */
static const char *object_of(strbuf *s) {
    base_strbuf_add(s, "}");
    const char *text = base_strbuf_text(s);
    reading_check(text);
    return text;
}

static strbuf begin_object(const made *x) {
    strbuf s = base_strbuf_make(x->of.memory);
    base_strbuf_add(&s, "{\"a\": 1");
    return s;
}

static void pairs_and_shapes(void **state) {
    (void)state;
    made *x = made_begin();
    strbuf s = begin_object(x);
    out_modes_add_json(made_coords, 2, x->modes, 3, &s);
    const char *text = object_of(&s);
    assert_int_equal(reading_count(text, "modes"), 3);
    assert_reads(text, "modes/0/re", -0.1);
    assert_reads(text, "modes/0/im", sqrt(3.99));
    assert_near(reading_number(text, "modes/0/frequency"), 2 / (2 * acos(-1.0)), 1e-14);
    assert_near(reading_number(text, "modes/0/damped"), sqrt(3.99) / (2 * acos(-1.0)), 1e-14);
    assert_reads(text, "modes/0/shape/x", 0.5);
    assert_reads(text, "modes/0/shape/y", 1);
    assert_null(reading_at(text, "modes/1/damped")); /* nothing is */
    assert_reads(text, "modes/1/shape/x/1", 0);
    assert_reads(text, "modes/1/shape/y/0", 1);
    assert_reads(text, "modes/1/shape/y/1", 0.25);
    assert_null(reading_at(text, "modes/2/damped"));
    assert_reads(text, "modes/2/damping", 1);
    s = begin_object(x);
    out_modes_add_json(made_coords, 2, NULL, 0, &s);
    assert_int_equal(reading_count(object_of(&s), "modes"), 0);
    made_end(x);
}

static void state_matrices(void **state) {
    (void)state;
    made *x = made_begin();
    strbuf s = begin_object(x);
    out_system_add_json(&x->about.system, &s);
    const char *text = reading_at(object_of(&s), "state_space");
    made_reads_matrix(text, "A", made_state_A, 2, 2);
    made_reads_matrix(text, "B", made_state_B, 2, 2);
    made_reads_matrix(text, "C", made_state_C, 1, 2);
    made_reads_matrix(text, "D", made_state_D, 1, 2);
    assert_true(reading_begins(reading_at(text, "inputs/0"), "\"u, \\\"<&>\\\"\""));
    assert_true(reading_begins(reading_at(text, "outputs/0"), "\"out\""));
    s = begin_object(x);
    out_system_add_json(&(linear_system){0}, &s);
    text = reading_at(object_of(&s), "state_space");
    assert_int_equal(reading_count(text, "A") + reading_count(text, "D") + reading_count(text, "states"), 0);
    made_end(x);
}

static void absent_numbers_are_null(void **state) {
    (void)state;
    made *x = made_begin();
    const double numbers[] = {1, NAN, INFINITY, -2, 0.1, 1e300};
    strbuf s = begin_object(x);
    out_matrix_add_json("N", numbers, 2, 3, &s);
    const char *text = object_of(&s);
    made_reads_matrix(text, "N", numbers, 2, 3);
    assert_true(reading_begins(reading_at(text, "N/0/1"), "null"));
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_and_shapes),
        cmocka_unit_test(state_matrices),
        cmocka_unit_test(absent_numbers_are_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
