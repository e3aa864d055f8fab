/* What is set for the whole process: the allocator, and who is told of broken assertions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/call.h"
#include "base/check.h"
#include "lagrangia/lagrangia.h"
#include "lagrangia/stepper.h"

static const char text[] = "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nreport last = final(x)\n";
static atomic_long blocks, made; /* threads of a sweep count too */
static char told[200];

static void *allocate(void *user, size_t size) {
    assert_ptr_equal(user, &blocks);
    blocks++;
    made++;
    return malloc(size);
}

static void release(void *user, void *memory) {
    assert_ptr_equal(user, &blocks);
    blocks--;
    free(memory);
}

static void broken(void *user, const char *file, int line, const char *condition) {
    assert_ptr_equal(user, told);
    assert_non_null(strstr(file, "test_library.c"));
    assert_true(line > 0);
    strcpy(told, condition);
}

static lgr_library_options options(void) {
    lgr_library_options o = lgr_library_options_default();
    o.allocate = allocate;
    o.release = release;
    o.user = &blocks;
    o.broken = broken;
    o.broken_user = told;
    return o;
}

static void half_an_allocator_and_unknown_sizes_are_refused(void **state) {
    (void)state;
    lgr_library_options o = options();
    o.release = NULL;
    assert_int_equal(lgr_library_configure(&o), LGR_STATUS_USAGE);
    o = options();
    o.size = sizeof o + 1;
    assert_int_equal(lgr_library_configure(&o), LGR_STATUS_USAGE);
    o.size = 0;
    assert_int_equal(lgr_library_configure(&o), LGR_STATUS_USAGE);
    assert_int_equal(lgr_library_configure(NULL), LGR_STATUS_OK);
    o = options();
    assert_int_equal(lgr_library_configure(&o), LGR_STATUS_OK);
}

static void all_memory_comes_from_the_host_and_goes_back(void **state) {
    (void)state;
    lgr_model *model = lgr_model_parse("mass", text, strlen(text), NULL, 0);
    lgr_run *run = lgr_run_create(model, NULL);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    assert_true(blocks > 0 && made > 10);
    lgr_run_destroy(run);
    lgr_model_destroy(model);
    assert_int_equal(blocks, 0);
    const lgr_library_options late = options();
    assert_int_equal(lgr_library_configure(&late), LGR_STATUS_USAGE);
}

static bool swallow(void *user, const char *data, size_t length) {
    (void)user, (void)data, (void)length;
    return true;
}

/* Whoever works on a model says that it takes too much, and at which statement; with the usual limit it does not. */
static void what_takes_too_much_is_refused(void **state) {
    (void)state;
    static const char wide[] = "param l = 1\ncoord phi = 1\nkinetic T = l^2*phi'^2/2\nreport top = maximum(phi)\n"
                               "potential V = sum(i in 1..300: sin(i*phi + l))/1000\nsimulate until 0.1\n";
    base_call_choose_most(1 << 20); /* as lgr_library_configure does, before there is a model */
    lgr_model *model = lgr_model_parse("wide", wide, strlen(wide), NULL, 0);
    assert_int_equal(lgr_model_status(model), LGR_STATUS_OK);
    lgr_run *run = lgr_run_create(model, NULL);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_MODEL);
    lgr_run_destroy(run);
    lgr_stepper *stepper = lgr_stepper_create(model, NULL);
    assert_int_equal(lgr_stepper_status(stepper), LGR_STATUS_MODEL);
    lgr_stepper_destroy(stepper);
    lgr_axis over = {.name = "l", .low = "1", .high = "2", .count = 3};
    lgr_optimize_options optimize = lgr_optimize_options_default();
    optimize.report = "top";
    optimize.over = &over;
    optimize.over_count = 1;
    lgr_optimum *optimum = lgr_optimum_create(model, &optimize);
    assert_int_equal(lgr_optimum_status(optimum), LGR_STATUS_MODEL);
    lgr_optimum_destroy(optimum);
    lgr_sweep_options vary = lgr_sweep_options_default();
    vary.axes = &over;
    vary.axis_count = 1;
    lgr_sweep *sweep = lgr_sweep_create(model, &vary);
    assert_int_equal(lgr_sweep_run(sweep, NULL, NULL), LGR_STATUS_MODEL);
    lgr_sweep_destroy(sweep);
    assert_true(lgr_model_finding_count(model) > 0);
    for (size_t i = 0; i < lgr_model_finding_count(model); i++)
        assert_non_null(strstr(lgr_model_finding_text(model, i, false), "E0109"));
    base_call_choose_most(0);
    run = lgr_run_create(model, NULL);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    base_call_choose_most(1 << 16); /* a report leaves out equations that take too much, and is written */
    if (!lgr_run_format_trouble("html"))
        assert_int_equal(lgr_run_write(run, "html", false, 0, swallow, NULL), LGR_STATUS_OK);
    base_call_choose_most(0);
    lgr_run_destroy(run);
    lgr_model_destroy(model);
    assert_int_equal(blocks, 0);
}

/* Stands for an assertion somewhere inside. */
static bool break_it(void *user, const char *data, size_t length) {
    (void)user, (void)data;
    LGR_ASSERT(length == 0);
    return true;
}

static void a_broken_assertion_is_told_and_ends_the_call(void **state) {
    (void)state;
    lgr_model *model = lgr_model_parse("mass", text, strlen(text), NULL, 0);
    long before = blocks;
    assert_int_equal(lgr_model_check(model, "json", false, 0, break_it, NULL), LGR_STATUS_INTERNAL);
    assert_string_equal(told, "length == 0");
    assert_int_equal(blocks, before);
    lgr_model_destroy(model);
    assert_int_equal(blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_an_allocator_and_unknown_sizes_are_refused),
        cmocka_unit_test(all_memory_comes_from_the_host_and_goes_back),
        cmocka_unit_test(what_takes_too_much_is_refused),
        cmocka_unit_test(a_broken_assertion_is_told_and_ends_the_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
