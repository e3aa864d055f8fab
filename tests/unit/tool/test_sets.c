/* Values of parameters behind the name of a file: where they begin, what they are, what is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tool.h"

static void values_begin_behind_a_colon(void **state) {
    (void)state;
    static const struct {
        const char *operand, *values; /* NULL: it is all a name */
    } rows[] = {{"a.lgr", NULL},
                {"a.lgr:l=2", ":l=2"},
                {"a.lgr:l=2,m=3 kg", ":l=2,m=3 kg"},
                {"c:/models/a.lgr", NULL},
                {"c:/models/a.lgr:upper.m=3", ":upper.m=3"},
                {"a:b:l=2", ":l=2"},
                {"a=b.lgr", NULL},
                {"a.lgr:=2", NULL},
                {"a.lgr:", NULL},
                {"a:b/c=d.lgr", NULL},
                {"a:b,c=2", NULL},
                {"", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char operand[80];
        const char *found = sets_find(strcpy(operand, rows[i].operand));
        if (!rows[i].values)
            assert_null(found);
        else
            assert_string_equal(found, rows[i].values);
    }
}

static void values_are_read_in_their_order(void **state) {
    (void)state;
    char values[] = "l=2 ft,upper.m = 3,k==4";
    size_t count = 0;
    lgr_override *sets = sets_read(values, &count);
    assert_int_equal(count, 3);
    assert_string_equal(sets[0].name, "l");
    assert_string_equal(sets[0].value, "2 ft");
    assert_string_equal(sets[1].name, "upper.m ");
    assert_string_equal(sets[1].value, " 3");
    assert_string_equal(sets[2].value, "=4");
    free(sets);
}

static void what_is_no_value_is_refused(void **state) {
    (void)state;
    static const char *const rows[] = {"", "l", "=2", "l=", "l=2,", "l=2,,m=3", ",l=2", "l=2,m", "l=2,=3"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char values[80];
        size_t count = 0;
        assert_null(sets_read(strcpy(values, rows[i]), &count));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_begin_behind_a_colon),
                                       cmocka_unit_test(values_are_read_in_their_order),
                                       cmocka_unit_test(what_is_no_value_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
