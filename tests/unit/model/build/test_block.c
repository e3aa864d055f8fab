/* Tests of the block of parameters: one place for each value, a version that tells of changes, copies of their own. */
#include <math.h>

#include "../support.h"

static const char text[] = "param m = 2, k = 3*m, c = 5 s\n"
                           "coord x = 1 m\n"
                           "kinetic T = 1/2*m*(1 kg)*x'^2\n";

static void changes_raise_the_version(void **state) {
    (void)state;
    read_text r = text_accept(text);
    const model_param *m = &r.m->params[0], *k = &r.m->params[1];
    const long before = r.m->block.version;
    model_set_value(r.m, m, 2);
    assert_int_equal(r.m->block.version, before);
    model_set_value(r.m, m, 4);
    assert_int_equal(r.m->block.version, before + 1);
    assert_true(model_value_of(r.m, m) == 4 && model_value_of(r.m, k) == 6);
    assert_true(model_assign(r.m, NULL, NULL, 0));
    assert_true(model_value_of(r.m, m) == 2 && r.m->block.version == before + 2);
    model_set_value(r.m, m, NAN);
    model_set_value(r.m, m, NAN);
    assert_int_equal(r.m->block.version, before + 3);
    text_drop(&r);
}

static void goes_into_tables_and_programs(void **state) {
    (void)state;
    read_text r = text_accept(text);
    double slots[3], *table = ARENA_ARRAY(r.memory, double, r.m->var_count);
    table[r.m->t] = 7;
    model_load_values(r.m, slots);
    model_put_values(r.m, table);
    assert_true(slots[0] == 2 && slots[1] == 6 && slots[2] == 5);
    for (size_t i = 0; i < 3; i++) {
        assert_true(table[r.m->params[i].var] == slots[i] && model_values(r.m)[r.m->params[i].var] == slots[i]);
    }
    assert_true(table[r.m->t] == 7);
    text_drop(&r);
}

static void copies_have_their_own(void **state) {
    (void)state;
    read_text r = text_accept(text);
    model *copy = model_copy(r.m, r.memory);
    assert_true(model_assign(copy, &(int){0}, &(double){10}, 1));
    assert_true(model_value_of(copy, &copy->params[1]) == 30);
    assert_true(model_value_of(r.m, &r.m->params[1]) == 6);
    model_dispose(copy);
    text_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_raise_the_version),
        cmocka_unit_test(goes_into_tables_and_programs),
        cmocka_unit_test(copies_have_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
