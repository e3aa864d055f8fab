/* Ranks, freedom and kinds of constraints of systems whose answers are known from textbooks. */
#include "mech/support.h"

#include "analysis/structure/structure.h"

/* The structure at a start given as "q, v" per coordinate; rows in force as after reading, contacts open. */
static structure analyse(bench *b, const double *q, const double *v) {
    return analysis_structure_find(b->m, q, v, b->rows, b->memory);
}

/* The structure at a start where all coordinates are a bit different and nothing moves; constraints need not hold. */
static structure analyse_anywhere(bench *b) {
    double q[32], v[32];
    for (int i = 0; i < 32; i++) {
        q[i] = 0.3 + 0.17 * i;
        v[i] = 0.1 * (i % 3);
    }
    return analyse(b, q, v);
}

typedef struct answer {
    int rank, dof, initial_conditions;
    bool holonomic, scleronomic, conservative;
} answer;

static void expect(const char *text, answer want) {
    bench b = bench_create(text);
    structure s = analyse_anywhere(&b);
    assert_int_equal(s.coordinates, b.m->declared_coords);
    assert_int_equal(s.rank, want.rank);
    assert_int_equal(s.dof, want.dof);
    assert_int_equal(s.independent_initial_conditions, want.initial_conditions);
    assert_int_equal(s.holonomic, want.holonomic);
    assert_int_equal(s.scleronomic, want.scleronomic);
    assert_int_equal(s.conservative, want.conservative);
    bench_destroy(&b);
}

static void expect_nature(const char *text, const char *name, row_nature want) {
    bench b = bench_create(text);
    structure s = analyse_anywhere(&b);
    for (size_t i = 0; i < s.constraint_count; i++)
        if (!strcmp(s.constraints[i].name, name)) {
            if (s.constraints[i].nature != want)
                print_error("'%s' in\n%s", name, text);
            assert_int_equal(s.constraints[i].nature, want);
            bench_destroy(&b);
            return;
        }
    fail_msg("no constraint '%s'", name);
}

static void free_and_holonomic_systems(void **state) {
    (void)state;
    expect("coord x = 0\nkinetic T = x'^2\n", (answer){0, 1, 2, true, true, true});
    expect("coord x = 1, y = 0\nkinetic T = x'^2 + y'^2\nconstraint rod: x^2 + y^2 = 1\n",
           (answer){1, 1, 2, true, true, true});
    expect("coord x = 1, y = 0\nkinetic T = x'^2 + y'^2\nconstraint rod: y = x*sin(t)\n",
           (answer){1, 1, 2, true, false, false});
}

#define PLANE "coord x = 0, y = 0, theta = 0, phi = 0\nkinetic T = x'^2 + y'^2 + theta'^2 + phi'^2\n"

static void nonholonomic_systems(void **state) {
    (void)state;
    expect(PLANE "constraint edge: x'*sin(theta) = y'*cos(theta)\n", (answer){1, 3, 7, false, true, true});
    expect(PLANE "constraint rx: x' = phi'*cos(theta)\nconstraint ry: y' = phi'*sin(theta)\n",
           (answer){2, 2, 6, false, true, true});
}

static void integrable_systems(void **state) {
    (void)state;
    const char *wheel =
        "coord x = 0, phi = 0\nkinetic T = x'^2 + phi'^2\nparam R = 0.02\nconstraint roll: x' = R*phi'\n";
    expect(wheel, (answer){1, 1, 2, true, true, true});
    expect_nature(wheel, "roll", ROW_INTEGRABLE);
    /* an integrating factor is needed: exp(-z) d(x exp(z)) */
    const char *factor = "coord x = 0, y = 1, z = 0\nkinetic T = x'^2 + y'^2 + z'^2\nconstraint c: ";
    char text[300];
    snprintf(text, sizeof text, "%sx' + x*z' + exp(-z)*y*y' = 0\n", factor);
    expect_nature(text, "c", ROW_INTEGRABLE);
    snprintf(text, sizeof text, "%sx' + x*z' + exp(-z)*z*y' = 0\n", factor);
    expect_nature(text, "c", ROW_NONHOLONOMIC);
    snprintf(text, sizeof text, "%sy*z*x' + x*z*y' + x*y*z' = 0\n", factor);
    expect_nature(text, "c", ROW_INTEGRABLE);
    snprintf(text, sizeof text, "%sz' = y*x'\n", factor);
    expect_nature(text, "c", ROW_NONHOLONOMIC);
}

/* Rows can make each other integrable: rolling without turning. */
static void integrable_together(void **state) {
    (void)state;
    const char *rows = "constraint rx: x' = phi'*cos(theta)\nconstraint ry: y' = phi'*sin(theta)\n";
    char text[500];
    snprintf(text, sizeof text, "%s%sconstraint straight: theta = 0.3\n", PLANE, rows);
    expect(text, (answer){3, 1, 2, true, true, true});
    expect_nature(text, "rx", ROW_INTEGRABLE);
    snprintf(text, sizeof text, "%s%sconstraint straight: theta' = 0\n", PLANE, rows);
    expect(text, (answer){3, 1, 2, true, true, true});
    snprintf(text, sizeof text, "%s%sconstraint straight: theta' = x'\n", PLANE, rows);
    expect_nature(text, "straight", ROW_INTEGRABLE);
    expect_nature(text, "ry", ROW_INTEGRABLE); /* one direction is left, and a field of lines always integrates */
}

/* dz - y dx and dy - w dx: the first is closed modulo the second, but the second is not, so that nothing integrates. */
static void derived_flags_are_followed_to_the_end(void **state) {
    (void)state;
    const char *chain = "coord x = 0, y = 0, z = 0, w = 0\nkinetic T = x'^2 + y'^2 + z'^2 + w'^2\n"
                        "constraint first: z' = y*x'\nconstraint second: y' = w*x'\n";
    expect(chain, (answer){2, 2, 6, false, true, true});
    expect_nature(chain, "first", ROW_NONHOLONOMIC);
    const char *longer = "coord x = 0, y = 0, z = 0, w = 0, u = 0\nkinetic T = x'^2 + y'^2 + z'^2 + w'^2 + u'^2\n"
                         "constraint first: z' = y*x'\nconstraint second: y' = w*x'\nconstraint third: w' = u*x'\n";
    expect(longer, (answer){3, 2, 7, false, true, true});
    expect_nature(longer, "first", ROW_NONHOLONOMIC);
}

/* Two wheels on an axle: the difference of the rolling conditions is an integral, though neither of them is. */
static void combinations_of_rows_may_integrate(void **state) {
    (void)state;
    const char *axle = "coord x = 0, y = 0, theta = 0, p = 0, q = 0\nparam R = 0.3, b = 0.4\n"
                       "kinetic T = x'^2 + y'^2 + theta'^2 + p'^2 + q'^2\n"
                       "constraint side: x'*sin(theta) = y'*cos(theta)\n"
                       "constraint left: x'*cos(theta) + y'*sin(theta) - b*theta' = R*p'\n"
                       "constraint right: x'*cos(theta) + y'*sin(theta) + b*theta' = R*q'\n";
    expect(axle, (answer){3, 2, 6, false, true, true});
    expect_nature(axle, "left", ROW_NONHOLONOMIC);
}

static void time_is_a_coordinate_of_moving_forms(void **state) {
    (void)state;
    const char *plane = "coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\nconstraint c: ";
    char text[200];
    const struct {
        const char *row;
        row_nature nature;
        bool scleronomic;
    } cases[] = {{"x' = cos(t)", ROW_INTEGRABLE, false},
                 {"x' = 2", ROW_INTEGRABLE, true},
                 {"x' = y", ROW_NONHOLONOMIC, true},
                 {"x' = t*y'", ROW_NONHOLONOMIC, false},
                 {"x' = t*y' + y", ROW_INTEGRABLE, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "%s%s\n", plane, cases[i].row);
        expect_nature(text, "c", cases[i].nature);
        bench b = bench_create(text);
        structure s = analyse_anywhere(&b);
        assert_int_equal(s.scleronomic, cases[i].scleronomic);
        assert_int_equal(s.constraints[0].rheonomic, !cases[i].scleronomic);
        assert_false(s.conservative);
        bench_destroy(&b);
    }
}

static void nonlinear_rows_are_nonholonomic(void **state) {
    (void)state;
    expect_nature("coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\nconstraint c: x'^2 + y'^2 = 1\n", "c",
                  ROW_NONHOLONOMIC);
}

static void fast_small_and_bounded_forms_are_told_apart(void **state) {
    (void)state;
    const char *base = "coord x = 0, y = 0, z = 0\nkinetic T = x'^2 + y'^2 + z'^2\nconstraint c: ";
    char text[300];
    snprintf(text, sizeof text, "%sz' = 1e-3*cos(300*x)*x' + sin(200*y)*y'\n", base);
    expect_nature(text, "c", ROW_INTEGRABLE);
    snprintf(text, sizeof text, "%sz' = 1e-2*sin(300*x)*y'\n", base);
    expect_nature(text, "c", ROW_NONHOLONOMIC);
    snprintf(text, sizeof text, "%sz' = x*x'/sqrt(0.1 - x^2) + y'\n", base); /* the start lies close to the bound */
    expect_nature(text, "c", ROW_INTEGRABLE);
}

static void redundant_rows_are_named(void **state) {
    (void)state;
    bench b = bench_create("coord x = 1, y = 0\nkinetic T = x'^2 + y'^2\nconstraint bar: x^2 + y^2 = 1\n"
                           "constraint pin: [x, y] = [x^3, y^3]\nconstraint again: 2*x*x' + 2*y*y' = 0\n");
    structure s = analyse(&b, (double[]){0.6, 0.8}, (double[]){0, 0});
    assert_int_equal(s.rank, 2);
    assert_int_equal(s.dof, 0);
    assert_int_equal(s.redundant_count, 2);
    assert_string_equal(s.redundant[0], "pin.y");
    assert_string_equal(s.redundant[1], "again");
    assert_int_equal(s.constraint_count, 3);
    assert_string_equal(s.constraints[1].name, "pin");
    assert_false(s.constraints[1].velocity);
    assert_true(s.constraints[2].velocity);
    assert_int_equal(s.constraints[2].nature, ROW_INTEGRABLE);
    bench_destroy(&b);
}

/* The form has no direction at the start, where it vanishes. */
static void a_singular_start_is_left(void **state) {
    (void)state;
    bench b = bench_create("coord x = 0, y = 0, z = 0\nkinetic T = x'^2 + y'^2 + z'^2\n"
                           "constraint c: x*x' + y*y' + z*z' = 0\n");
    double zero[3] = {0};
    structure s = analyse(&b, zero, zero);
    assert_int_equal(s.rank, 0);
    assert_int_equal(s.constraints[0].nature, ROW_INTEGRABLE);
    bench_destroy(&b);
}

/* A parallelogram of three bars stretched out on a line loses a rank there, and only there. */
static void rank_is_that_of_the_start(void **state) {
    (void)state;
    const char *text = "coord a = 0, b = 0, c = 0\nkinetic T = a'^2 + b'^2 + c'^2\n"
                       "constraint close: dir(a) + 2*dir(b) - dir(c) = [2, 0]\n";
    bench b = bench_create(text);
    double v[3] = {0};
    structure flat = analyse(&b, (double[]){0, 0, 0}, v), open = analyse(&b, (double[]){1, 0, 1}, v);
    assert_int_equal(flat.rank, 1);
    assert_int_equal(flat.dof, 2);
    assert_int_equal(open.rank, 2);
    assert_int_equal(open.dof, 1);
    bench_destroy(&b);
}

static void contacts_count_while_closed(void **state) {
    (void)state;
    bench b = bench_create("coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\ncontact floor: y >= 0\n"
                           "contact belt: x >= sin(t)\n");
    double zero[2] = {0};
    structure s = analyse(&b, zero, zero);
    assert_int_equal(s.rank, 0);
    assert_true(s.scleronomic);
    assert_false(s.conservative);
    assert_true(s.constraints[0].unilateral);
    assert_int_equal(s.constraints[0].nature, ROW_HOLONOMIC);
    b.rows[0] = b.rows[1] = true;
    s = analyse(&b, zero, zero);
    assert_int_equal(s.rank, 2);
    assert_int_equal(s.dof, 0);
    assert_false(s.scleronomic);
    bench_destroy(&b);
}

/* A contact that sticks is one constraint, and rubs; without a coefficient it does not. */
static void friction_is_no_constraint(void **state) {
    (void)state;
    static const struct {
        const char *mu;
        bool conservative;
    } cases[] = {{"0.3", false}, {"0", true}};
    for (size_t i = 0; i < 2; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\n"
                 "contact floor: y >= 0, friction %s along x*(2 + y)\n",
                 cases[i].mu);
        bench b = bench_create(text);
        double zero[2] = {0};
        memset(b.rows, true, b.m->row_count);
        structure s = analyse(&b, zero, zero);
        assert_int_equal(s.constraint_count, 1);
        assert_int_equal(s.constraints[0].nature, ROW_HOLONOMIC);
        assert_false(s.constraints[0].velocity);
        assert_int_equal(s.rank, 1);
        assert_true(s.holonomic);
        assert_int_equal(s.conservative, cases[i].conservative);
        bench_destroy(&b);
    }
}

static void constraints_that_are_off_have_a_nature(void **state) {
    (void)state;
    const char *text = PLANE "constraint edge: x'*sin(theta) = y'*cos(theta) off\nconstraint roll: x' = phi' off\n"
                             "event e when x > 9 { hold edge; hold roll }\n";
    bench b = bench_create(text);
    structure s = analyse_anywhere(&b);
    assert_int_equal(s.rank, 0);
    assert_int_equal(s.constraints[0].nature, ROW_NONHOLONOMIC);
    assert_int_equal(s.constraints[1].nature, ROW_INTEGRABLE);
    bench_destroy(&b);
}

static void expect_conservative(bool want, const char *forces) {
    char text[500];
    snprintf(text, sizeof text,
             "param c = 0, k = 3\ncoord x = 0.2, y = 0.1\nkinetic T = 1/2*(x'^2 + y'^2)\npotential V = x^2*y\n%s\n",
             forces);
    bench b = bench_create(text);
    structure s = analyse_anywhere(&b);
    if (s.conservative != want)
        print_error("%s\n", forces);
    assert_int_equal(s.conservative, want);
    bench_destroy(&b);
}

static void conservative_forces(void **state) {
    (void)state;
    expect_conservative(true, "");
    expect_conservative(true, "dissipation D = 1/2*c*x'^2");
    expect_conservative(true, "generalized Q: x = k");
    expect_conservative(true, "force F: [k*y, k*x] at [x, y]");
    expect_conservative(true, "force F: [-x, -y]/sqrt(x^2 + y^2)^3 at [x, y]");
    expect_conservative(true, "force F: [k, sin(t)] at [1, 2]");
    expect_conservative(true, "force B: [k*y', -k*x'] at [x, y]");
    expect_conservative(true, "lagrangian L = k*(x*y' - y*x')");
}

static void forces_that_are_not_conservative(void **state) {
    (void)state;
    expect_conservative(false, "dissipation D = 1/2*k*x'^2");
    expect_conservative(false, "generalized Q: x = -k*sign(x')");
    expect_conservative(false, "generalized Q: x = -1e-3*x' - 10*x");
    expect_conservative(false, "generalized Q: x = sin(k*t)");
    expect_conservative(false, "force F: [k*y, -k*x] at [x, y]");
    expect_conservative(false, "potential W = x*cos(t)");
    expect_conservative(false, "kinetic moving = (x' + sin(t))^2");
    expect_conservative(false, "constraint belt: x' = 2");
}

/* The position in a turning frame makes T name t, which then cancels. */
static void time_that_cancels_is_no_time(void **state) {
    (void)state;
    expect("coord x = 0, y = 0\nparticle p: mass 1 at rotate([x, y], 0.05*t)\n", (answer){0, 2, 4, true, false, true});
    expect("coord x = 0, y = 0\nparticle p: mass 1 at rotate([x, y], 0.05*t)\npotential V = x^2\n",
           (answer){0, 2, 4, true, false, false});
    expect("coord th = 0\nparticle p: mass 1 at 2*[sin(th)*cos(5*t), sin(th)*sin(5*t), -cos(th)]\n",
           (answer){0, 1, 2, true, false, false});
    expect("coord th = 0\nkinetic T = th'^2*(sin(3*t)^2 + cos(3*t)^2)\n", (answer){0, 1, 2, true, true, true});
    expect("coord x = 0.1\nkinetic T = x'^2/2\npotential V = (x - (if t > 5 then 1 else 0))^2/2\n",
           (answer){0, 1, 2, true, true, false});
}

/* On the circle every force is the slope of a potential; in the plane this one is not. */
static void only_allowed_displacements_count(void **state) {
    (void)state;
    const char *force = "force F: [k*y^2, 0] at [x, y]\n";
    char text[200];
    expect_conservative(false, force);
    snprintf(text, sizeof text, "%sconstraint track: y = sin(x) - 0.1\n", force);
    expect_conservative(true, text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_and_holonomic_systems),
        cmocka_unit_test(nonholonomic_systems),
        cmocka_unit_test(integrable_systems),
        cmocka_unit_test(integrable_together),
        cmocka_unit_test(derived_flags_are_followed_to_the_end),
        cmocka_unit_test(combinations_of_rows_may_integrate),
        cmocka_unit_test(time_is_a_coordinate_of_moving_forms),
        cmocka_unit_test(nonlinear_rows_are_nonholonomic),
        cmocka_unit_test(fast_small_and_bounded_forms_are_told_apart),
        cmocka_unit_test(redundant_rows_are_named),
        cmocka_unit_test(a_singular_start_is_left),
        cmocka_unit_test(rank_is_that_of_the_start),
        cmocka_unit_test(contacts_count_while_closed),
        cmocka_unit_test(friction_is_no_constraint),
        cmocka_unit_test(constraints_that_are_off_have_a_nature),
        cmocka_unit_test(conservative_forces),
        cmocka_unit_test(forces_that_are_not_conservative),
        cmocka_unit_test(time_that_cancels_is_no_time),
        cmocka_unit_test(only_allowed_displacements_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
