/* Limits of studies: comparisons become the last expectations of a copy of the model; what is none is refused by name.
 */
#include "api/kept.h"

#include "api/support.h"

static const char *const text = "param v = 5 m/s\ncoord x = 0 m\nkinetic T = (1 kg)*x'^2/2\ninitial x' = v\n"
                                "report far = final(x)\nreport quick = maximum(x')\nexpect far > 1 m\n"
                                "simulate until 2 s\n";

/* What is wrong with the limits; the model with them, if nothing is, in *limited. */
static const char *read(const char *const *limits, size_t count, lgr_model **limited, arena *a) {
    lgr_model *m = parse(text);
    assert_int_equal(lgr_model_status(m), LGR_STATUS_OK);
    const char *why = api_read_limits(m, limits, count, limited, a);
    assert_int_equal(m->m->expect_count, 1); /* the model itself is as it was */
    lgr_model_destroy(m);
    return why;
}

static void limits_are_the_last_expectations(void **state) {
    (void)state;
    arena *a = base_arena_create();
    lgr_model *limited = NULL;
    const char *const limits[] = {"far < 30 m", "quick >= 2 m/s", "far + 1 m > v*(1 s)", "far <= 40 m"};
    assert_null(read(limits, 4, &limited, a));
    assert_int_equal(limited->status, LGR_STATUS_OK);
    assert_int_equal(limited->m->expect_count, 5);
    static const int relations[] = {RELATION_LESS, RELATION_AT_LEAST, RELATION_GREATER, RELATION_AT_MOST};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(limited->m->expects[i + 1].relation, relations[i]);
    lgr_model_destroy(limited);
    base_arena_destroy(a);
}

static void none_is_the_model_again(void **state) {
    (void)state;
    arena *a = base_arena_create();
    lgr_model *limited = NULL;
    assert_null(read(NULL, 0, &limited, a));
    assert_int_equal(limited->m->expect_count, 1);
    lgr_model_destroy(limited);
    base_arena_destroy(a);
}

/* The limit that is wrong is named, whatever stands before it; nothing is made. */
static void what_is_no_limit_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *limit, *says;
    } rows[] = {
        {"far = 30 m", "must be one with <, <=, > or >="},
        {"far = 30 m within 1 m", "must be one with <, <=, > or >="},
        {"far", "cannot read the limit 'far'"},
        {"", "cannot read the limit ''"},
        {"far < 30 s", "cannot read the limit 'far < 30 s'"},
        {"nowhere < 30 m", "nowhere"},
        {"far < 30 m\nparam v = 7 m/s", "a limit is one comparison"},
        {"far < 30 m\rstop", "a limit is one comparison"},
        {"far < 30 m # and so on", "a limit is one comparison"},
        {"far < 30 m < 40 m", "cannot read the limit"},
    };
    arena *a = base_arena_create();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lgr_model *limited = NULL;
        const char *const limits[] = {"far < 30 m", rows[i].limit, "far ="};
        const char *why = read(limits, 3, &limited, a);
        assert_null(limited);
        if (!why || !strstr(why, rows[i].says))
            fail_msg("'%s': %s", rows[i].limit, why ? why : "accepted");
    }
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_the_last_expectations),
        cmocka_unit_test(none_is_the_model_again),
        cmocka_unit_test(what_is_no_limit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
