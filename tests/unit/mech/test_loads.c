/* Forces from outside as elements of a system: one on every active coordinate, none on states, each with its variable.
 */
#include "mech/loads.h"
#include "mech/support.h"

static void they_push_every_coordinate(void **state) {
    (void)state;
    bench b = bench_create("param m = 2\ncoord x = 0, a = 1\nstate i = 3, rate -i\nkinetic T = (m*x'^2 + x^2*a'^2)/2\n"
                           "generalized f: x = i\n");
    const uint32_t *vars = mech_load_vars(b.m, b.memory);
    for (size_t i = 0; i < b.m->coord_count; i++)
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(vars[i], vars[k]);
    const model_system *with = mech_with_loads(b.m, &b.choice, vars, b.memory);
    assert_int_equal(with->element_count, b.m->base->element_count + 2);
    const mech_equations before = mech_derive(b.m, &b.choice, b.memory);
    mech_choice choice = b.choice;
    choice.system = with;
    const mech_equations after = mech_derive(b.m, &choice, b.memory);
    b.at = ARENA_ARRAY(b.memory, double, expr_var_count(b.m->g) + 1);
    b.at[b.m->params[0].var] = 2;
    bench_roll(&b);
    b.at[vars[0]] = 5;
    b.at[vars[1]] = -7;
    b.at[vars[2]] = 1000; /* of a state: nothing */
    const double want[] = {5, -7, 0};
    assert_int_equal(after.n, before.n);
    for (int i = 0; i < after.n; i++)
        assert_near(bench_value(&b, after.h[i]) - bench_value(&b, before.h[i]), want[after.coords[i]], 1e-13);
    bench_destroy(&b);
}

static void not_what_is_dropped(void **state) {
    (void)state;
    bench b = bench_create("coord x = 0, y = 1\nkinetic T = x'^2\nparticle p: mass 1 at [0, y]\n");
    b.dropped[bench_coord(&b, "y")] = true;
    const uint32_t *vars = mech_load_vars(b.m, b.memory);
    const model_system *with = mech_with_loads(b.m, &b.choice, vars, b.memory);
    assert_int_equal(with->element_count, b.m->base->element_count + 1);
    assert_ptr_not_equal(with->elements, b.m->base->elements);
    bench_destroy(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_push_every_coordinate),
        cmocka_unit_test(not_what_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
