/* Measurements as text: what separates columns, names and units, empty cells, and what is no number. */
#include "study/measured.h"
#include "study/support.h"

static const measured *read(const char *text, arena *a, const char **why) {
    *why = NULL;
    return study_measured_read(text, strlen(text), a, why);
}

static void columns_and_cells(void **state) {
    (void)state;
    static const char *const texts[] = {
        "t,theta [deg],x\n0,1.5,\n0.5,-2e1,3\n",
        "# a video\r\nt;\"theta [deg]\";x\r\n0;1.5;nan\r\n\r\n0.5;-2e1;3 # late\r\n",
        "t\ttheta [deg]\tx\n0\t1.5\t-\n0.5\t-20\t3",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        arena *a = base_arena_create();
        const char *why;
        const measured *d = read(texts[i], a, &why);
        assert_non_null(d);
        assert_int_equal(d->column_count, 3);
        assert_int_equal(d->row_count, 2);
        assert_int_equal(study_measured_find(d, "theta"), 1);
        assert_int_equal(study_measured_find(d, "thet"), 3);
        assert_string_equal(d->columns[1].unit, "deg");
        assert_null(d->columns[0].unit);
        assert_near(d->cells[1], 1.5, 0);
        assert_true(isnan(d->cells[2]));
        assert_near(d->cells[4], -20, 0);
        assert_near(d->cells[5], 3, 0);
        base_arena_destroy(a);
    }
}

static void rows_may_be_short(void **state) {
    (void)state;
    arena *a = base_arena_create();
    const char *why;
    const measured *d = read("t,a,b\n1\n2,3\n", a, &why);
    assert_true(d && isnan(d->cells[1]) && isnan(d->cells[5]) && d->cells[4] == 3);
    base_arena_destroy(a);
}

static void what_is_wrong_is_named(void **state) {
    (void)state;
    static const struct {
        const char *text, *why;
    } all[] = {{"", "it is empty"},
               {"\n# nothing\n", "it is empty"},
               {"t,x\n", "it has a header, and no rows"},
               {"t,x\n1,2\n2,3x\n", "line 3: '3x' is not a number"},
               {"t,x\n1,inf\n", "line 2: 'inf' is not a number"},
               {"t,x\n1,2,3\n", "line 2 has more cells than the 2 columns that the first line names"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        arena *a = base_arena_create();
        const char *why;
        assert_null(read(all[i].text, a, &why));
        assert_string_equal(why, all[i].why);
        base_arena_destroy(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_and_cells),
        cmocka_unit_test(rows_may_be_short),
        cmocka_unit_test(what_is_wrong_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
