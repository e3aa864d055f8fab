/* Searches: settings are read before numbers are asked for, only then is something sought; how that ends is the status. */
#include "api/search.h"

#include "api/support.h"

/* What the search below is told to do, and what was done. */
typedef struct orders {
    const char *wrong, *trouble;
    bool number_is_missing, interrupted, endless;
} orders;

typedef struct trial {
    api_search search;
    orders given;
    bool found, shown;
} trial;

static const char *prepare(void *handle, const void *options) {
    trial *t = handle;
    t->given = *(const orders *)options;
    return t->given.wrong;
}

static bool has_numbers(const void *handle) {
    const trial *t = handle;
    return !t->given.number_is_missing;
}

static bool find(void *handle) {
    trial *t = handle;
    t->found = true;
    while (t->given.endless)
        base_arena_alloc(t->search.memory, 1 << 20);
    t->search.trouble = t->given.trouble;
    return t->given.interrupted;
}

static void show(void *handle) {
    trial *t = handle;
    assert_true(t->found && t->search.seconds >= 0);
    t->shown = true;
}

static lgr_status end_of(const orders given, bool found) {
    static const api_search_kind kind = {sizeof(trial), prepare, has_numbers, find, show};
    lgr_model *of = parse("coord x = 1\nkinetic T = x'^2/2\nsimulate until 1\n");
    trial *t = api_search_create(&kind, of, &given);
    assert_non_null(t);
    assert_ptr_equal(t->search.usage_error, given.wrong);
    assert_int_equal(t->found, found);
    assert_int_equal(t->shown, found);
    const lgr_status status = t->search.status;
    api_search_destroy(&t->search);
    lgr_model_destroy(of);
    return status;
}

static void its_end_is_its_status(void **state) {
    (void)state;
    assert_int_equal(end_of((orders){0}, true), LGR_STATUS_OK);
    assert_int_equal(end_of((orders){.trouble = "nothing fits"}, true), LGR_STATUS_RUN);
    assert_int_equal(end_of((orders){.interrupted = true}, true), LGR_STATUS_INTERRUPTED);
    assert_int_equal(end_of((orders){.interrupted = true, .trouble = "none yet"}, true), LGR_STATUS_INTERRUPTED);
}

static void what_cannot_begin_does_not(void **state) {
    (void)state;
    assert_int_equal(end_of((orders){.wrong = "no goal"}, false), LGR_STATUS_USAGE);
    assert_int_equal(end_of((orders){.number_is_missing = true}, false), LGR_STATUS_MODEL);
}

static void what_takes_too_much_is_told(void **state) {
    (void)state;
    assert_int_equal(end_of((orders){.endless = true}, false), LGR_STATUS_MODEL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(its_end_is_its_status),
                                       cmocka_unit_test(what_cannot_begin_does_not),
                                       cmocka_unit_test(what_takes_too_much_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
