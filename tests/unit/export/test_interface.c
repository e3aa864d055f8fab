/* Tests of what an exported model shows to other programs: its state, its variables, its indicators. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/handles.h"
#include "export/export.h"
#include "export/interface.h"

static const char machine[] =
    "model subject\nparam l = 2 m in [1 m, 3 m], double_l = 2*l, weight = 9.81 N, bulk = weight/(9.81 m/s^2)\ninput u "
    "= 1 N\ncoord x = 1 m, y = l\nstate z = 0.5, "
    "rate -z/(1 s)\n"
    "gravity 9.81 m/s^2\nparticle ball: mass bulk at [x, y]\nforce push: [u, 0 N] at ball\n"
    "constraint wire: x = 1 m\ncontact floor: y >= -1 m, friction 0.2 along x\nevent cut when y < 1 m { drop wire }\n"
    "output x2 = 2*x, hand = u + 1 N, pull = x*x''\nreport work = integral(x), time = final(z)\nsimulate until 1 s\n";

typedef struct subject {
    arena *a;
    lgr_model *handle;
    model *m;
    export_machine *x;
    export_interface f;
} subject;

static subject begin(const char *text) {
    subject s = {.a = base_arena_create()};
    s.handle = lgr_model_parse("subject", text, strlen(text), NULL, 0);
    assert_int_equal(lgr_model_status(s.handle), LGR_STATUS_OK);
    s.m = model_copy(s.handle->m, s.a);
    s.x = export_machine_create(s.m, s.a);
    s.f = export_interface_create(s.x, s.a);
    return s;
}

static void end(subject *s) {
    export_machine_dispose(s->x);
    model_dispose(s->m);
    base_arena_destroy(s->a);
    lgr_model_destroy(s->handle);
}

static const interface_variable *find(const subject *s, const char *name) {
    for (size_t i = 0; i < s->f.all.len; i++)
        if (strcmp(s->f.all.at[i].name, name) == 0)
            return &s->f.all.at[i];
    fail_msg("there is no %s", name);
    return NULL;
}

/* Places, then rates and states of the model, then integrals; a rate of each, and that of a place is a state. */
static void test_the_state_is_of_all_coordinates(void **unused) {
    (void)unused;
    subject s = begin(machine);
    assert_int_equal(s.f.state_count, 6);
    const interface_variable *x = find(&s, "x"), *v = find(&s, "x'"), *z = find(&s, "z");
    assert_int_equal(v->reference - x->reference, 2);
    assert_int_equal(z->reference - x->reference, 4);
    assert_int_equal(find(&s, "integral(1)")->reference - x->reference, 5);
    assert_int_equal(find(&s, "der(x)")->state, x->reference);
    assert_int_equal(find(&s, "der(x)")->follow, v->reference);
    assert_int_equal(find(&s, "der(x')")->state, v->reference);
    assert_int_equal(find(&s, "der(x')")->follow, -1);
    assert_int_equal(s.f.places[0], 0);
    assert_int_equal(s.f.places[1], 2);
    end(&s);
}

/* `=` is exact but for what constraints decide; of a model that has nothing to choose, the start is found. */
static void test_starts_are_exact_or_near(void **unused) {
    (void)unused;
    subject s = begin("coord x = 0.6, y ~ -0.7, s = 2*x\ninitial s' = 3\nparticle p: mass 1 at [x, y]\n"
                      "particle q: mass 2 at [s, 3]\nconstraint rod: x^2 + y^2 = 1\nreport far = integral(s)\n");
    static const struct {
        const char *name;
        interface_start begins;
        double start;
    } cases[] = {{"x", STARTS_AT, 0.6},  {"y", STARTS_NEAR, -0.8},           {"s", STARTS_AT, 1.2},
                 {"x'", STARTS_NEAR, 0}, {"integral(1)", STARTS_BY_KIND, 0}, {"s'", STARTS_AT, 3},
                 {"y'", STARTS_NEAR, 0}, {"far", STARTS_BY_KIND, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const interface_variable *v = find(&s, cases[k].name);
        assert_int_equal(v->begins, cases[k].begins);
        assert_true(fabs(v->start - cases[k].start) < 1e-12);
    }
    assert_string_equal(export_interface_starts(&s.f, s.a), "ssssss-");
    end(&s);
    s = begin("param v = 1\ncoord x = 0\nkinetic T = x'^2/2\ngeneralized F: x = v - x'\ncoord theta = 1\nkinetic U = "
              "theta'^2\n");
    assert_string_equal(export_interface_starts(&s.f, s.a), "ssss");
    end(&s);
}

/* Of others, importers believe that they depend on the inputs, and find loops that there are not. */
static void test_outputs_tell_what_they_depend_on(void **unused) {
    (void)unused;
    subject s = begin(machine);
    const interface_variable *x2 = find(&s, "x2"), *hand = find(&s, "hand");
    for (size_t i = 0; i < s.f.all.len; i++) {
        assert_int_equal(x2->depends[i], s.f.all.at[i].reference == find(&s, "x")->reference);
        assert_int_equal(hand->depends[i], s.f.all.at[i].reference == find(&s, "u")->reference);
    }
    assert_null(find(&s, "pull")->depends);
    end(&s);
}

static void test_references_ascend_from_the_time(void **unused) {
    (void)unused;
    subject s = begin(machine);
    for (size_t i = 0; i < s.f.all.len; i++)
        assert_int_equal(s.f.all.at[i].reference, i);
    assert_int_equal(s.f.all.at[0].way, INTERFACE_TIME);
    end(&s);
}

static void test_parameters_are_what_the_model_makes_of_them(void **unused) {
    (void)unused;
    subject s = begin(machine);
    assert_int_equal(find(&s, "l")->way, INTERFACE_PARAMETER);
    assert_true(find(&s, "l")->has_bounds);
    assert_int_equal(find(&s, "double_l")->way, INTERFACE_FOLLOWS);
    assert_int_equal(find(&s, "weight")->way, INTERFACE_TUNABLE);
    assert_int_equal(find(&s, "bulk")->way, INTERFACE_FOLLOWS_TUNABLE);
    assert_int_equal(find(&s, "u")->way, INTERFACE_INPUT);
    assert_string_equal(export_interface_ways(s.x, s.a), "p-t-i");
    end(&s);
}

/* One for the condition, two for the contact that rubs; the report cannot have the name of the time. */
static void test_indicators_and_names(void **unused) {
    (void)unused;
    subject s = begin(machine);
    assert_int_equal(s.f.indicator_count, 3);
    assert_int_equal(find(&s, "indicator(0)")->way, INTERFACE_LOCAL);
    assert_int_equal(find(&s, "report(time)")->part, PART_REPORT);
    end(&s);
}

static void assert_shown_in(const subject *s, const char *name, const char *unit, double size) {
    assert_string_equal(find(s, name)->shown.unit, unit);
    assert_true(fabs(find(s, name)->shown.size / size - 1) < 1e-12);
}

/* A model in feet is shown in feet, also where nothing asks for a unit; one in metres is not. */
static void test_units_are_those_in_which_the_model_is_shown(void **unused) {
    (void)unused;
    subject s = begin("model ball\nparam h = 12 ft, d = 2.9 in\ncoord x = 0 ft, y = h\ngravity 32.2 ft/s^2\n"
                      "particle b: mass 1 lb at [x + 0*d, y]\noutput up = y in in\nreport top = maximum(y)\n"
                      "simulate until 1 s\n");
    assert_shown_in(&s, "y", "ft", 0.3048);
    assert_shown_in(&s, "y'", "ft/s", 0.3048);
    assert_shown_in(&s, "der(y')", "ft/s^2", 0.3048);
    assert_shown_in(&s, "top", "ft", 0.3048);
    assert_shown_in(&s, "up", "in", 0.0254);
    assert_shown_in(&s, "d", "in", 0.0254);
    end(&s);
    s = begin(machine);
    assert_null(find(&s, "x")->shown.unit);
    end(&s);
}

/* Names, kinds, values and bounds, in both units; what ends the simulation. */
static void test_the_page_tells_what_there_is(void **unused) {
    (void)unused;
    subject s = begin("model ball \"Up & down\"\nparam h = 12 ft in [3 ft, 60 ft] \"the drop\"\ncoord y = h\n"
                      "gravity 32.2 ft/s^2\nparticle b: mass 1 lb at [0 ft, y]\nevent low when y < 1 ft { stop }\n"
                      "simulate until 1 s\n");
    const export_files files = export_fmu(s.m, &(export_options){.version = "1", .fmi = 2}, s.a);
    const char *page = files.at[files.len - 1].text;
    assert_string_equal(files.at[files.len - 1].name, "documentation/index.html");
    assert_non_null(strstr(page, "<h1>Up &amp; down</h1>"));
    assert_non_null(
        strstr(page, "<td>h</td><td>parameter</td><td>m (ft)</td><td>3.6576 m (12 ft)</td><td>0.9144 m (3 ft)</td>"
                     "<td>18.288 m (60 ft)</td><td>the drop</td>"));
    assert_non_null(strstr(page, "<td>y'</td><td>state</td><td>m/s (ft/s)</td>"));
    assert_non_null(strstr(page, "low (ends the simulation)."));
    end(&s);
}

static void test_an_fmu_has_the_same_bytes_each_time(void **unused) {
    (void)unused;
    for (int fmi = 2; fmi <= 3; fmi++) {
        subject s[2];
        export_files files[2];
        for (int i = 0; i < 2; i++) {
            s[i] = begin(machine);
            files[i] = export_fmu(s[i].m, &(export_options){.version = "1", .fmi = fmi}, s[i].a);
        }
        assert_int_equal(files[0].len, fmi == 3 ? 6 : 5);
        assert_string_equal(files[0].at[0].name, "modelDescription.xml");
        for (size_t k = 0; k < files[0].len; k++)
            assert_string_equal(files[0].at[k].text, files[1].at[k].text);
        end(&s[0]);
        end(&s[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_state_is_of_all_coordinates),
        cmocka_unit_test(test_starts_are_exact_or_near),
        cmocka_unit_test(test_outputs_tell_what_they_depend_on),
        cmocka_unit_test(test_references_ascend_from_the_time),
        cmocka_unit_test(test_parameters_are_what_the_model_makes_of_them),
        cmocka_unit_test(test_indicators_and_names),
        cmocka_unit_test(test_units_are_those_in_which_the_model_is_shown),
        cmocka_unit_test(test_the_page_tells_what_there_is),
        cmocka_unit_test(test_an_fmu_has_the_same_bytes_each_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
