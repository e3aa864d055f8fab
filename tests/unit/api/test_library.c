/* What is set for the whole process: the allocator, and who is told of broken assertions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/check.h"
#include "lagrangia/lagrangia.h"

static const char text[] = "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nreport last = final(x)\n";
static long blocks, made;
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
        cmocka_unit_test(a_broken_assertion_is_told_and_ends_the_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
