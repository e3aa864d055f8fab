/* The trajectory as csv. */
#include "out/csv/writers.h"
#include "out/support.h"

static motion recorded(const char *text) {
    sim_options o = sim_options_default();
    o.every = 1;
    motion x = motion_begin_with(text, o);
    motion_finish(&x);
    return x;
}

static void names_then_a_line_for_each_row(void **state) {
    (void)state;
    motion x = recorded("coord y = 2, z = 1\ninitial y' = 3\nkinetic T = y'^2/2 + z'^2\nconstraint c: z = 1\n"
                        "output twice = 2*y\nsimulate until 1\n");
    assert_string_equal(shown_plainly(&x, out_run_write_csv), "t,y,z,y',z',lambda(c),twice,energy\n"
                                                              "0,2,1,3,0,0,4,4.5\n1,5,1,3,0,0,10,4.5\n");
    motion_end(&x);
}

static void units_stand_in_the_header(void **state) {
    (void)state;
    motion x = recorded("coord y = 2 m, a = 1 rad\ninitial y' = 3 m/s\nkinetic T = (1 kg)*y'^2/2 + (1 kg m^2)*a'^2\n"
                        "output f = y/(1 m)\nsimulate until 1 s\n");
    const char *text = shown_plainly(&x, out_run_write_csv_units);
    assert_true(!strncmp(text, "t [s],y [m],a [rad],y' [m/s],a' [rad/s],f,energy [J]\n", 53));
    motion_end(&x);
}

/* What has no value is an empty field. */
static void missing_values_are_empty(void **state) {
    (void)state;
    motion x = recorded("coord x = 1, z = 2\nkinetic T = x'^2\nconstraint c: z = 2*x\nsimulate until 1\n"
                        "event e when t > 0.25 { drop c; drop z }\n");
    const char *text = shown_plainly(&x, out_run_write_csv);
    assert_says(text, "\n1,1,,0,,0,0\n");
    motion_end(&x);
}

static void what_never_began_is_nothing(void **state) {
    (void)state;
    motion x = motion_try("coord x = 1\nkinetic T = x'^2\nconstraint c: x = 2\n");
    assert_string_equal(shown_plainly(&x, out_run_write_csv), "");
    motion_end(&x);
}

/* Field n of line k; "" where there is none. */
static const char *field(const motion *x, const char *text, size_t line, size_t n) {
    for (; line > 0 && *text; line--)
        text += strcspn(text, "\n") + 1;
    for (; n > 0 && *text != '\n' && *text; n--)
        text += strcspn(text, ",\n") + (text[strcspn(text, ",\n")] == ',');
    return base_arena_copy(x->memory, text, strcspn(text, ",\n"));
}

/* Every number reads back as it was, to the last bit, in the order of the header. */
static void numbers_read_back(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.every = 0.0625;
    motion x = motion_begin_with("param k = 3\ncoord x = 1, y = 1/3\ninitial y' = 1e-7\nkinetic T = (x'^2 + y'^2)/2\n"
                                 "potential V = k*x^4\nconstraint c: y = x/3\noutput tiny = 1e-200*x\n"
                                 "output never = log(-1 - x^2)\nsimulate until 1\n",
                                 o);
    motion_finish(&x);
    const char *text = shown_plainly(&x, out_run_write_csv);
    assert_int_equal(shown_count(text, "\n"), x.result->rows.len + 1);
    for (size_t i = 0; i < x.result->rows.len; i++) {
        const sim_point *p = &x.result->rows.at[i];
        const double want[] = {p->t, p->q[0], p->q[1], p->v[0], p->v[1], p->lambda[0], p->outputs[0], NAN, p->energy};
        for (size_t k = 0; k < sizeof want / sizeof *want; k++) {
            const char *got = field(&x, text, i + 1, k);
            if (isnan(want[k]))
                assert_string_equal(got, "");
            else if (strtod(got, NULL) != want[k])
                fail_msg("row %zu, column %zu is %s, not %.17g", i, k, got, want[k]);
        }
    }
    motion_end(&x);
}

/* In the unit of the declaration, with as many fields in each line as in the first. */
static void lines_are_as_long_as_the_header(void **state) {
    (void)state;
    motion x = recorded("coord y = 2 m, a = 1 rad\nstate i = 1 A, rate -i/(1 s)\nmemory m = 3\n"
                        "kinetic T = (1 kg)*y'^2/2 + (1 kg m^2)*a'^2\ncontact floor: y >= 0\n"
                        "output h = y in cm\nsimulate until 3 s\nevent e when t > 1.5 s { set m = 4 }\n");
    const char *const texts[] = {shown_plainly(&x, out_run_write_csv), shown_plainly(&x, out_run_write_csv_units)};
    for (int k = 0; k < 2; k++) {
        size_t commas = 0, first = 0, line = 0;
        for (const char *at = texts[k]; *at; at++) {
            commas += *at == ',';
            if (*at != '\n')
                continue;
            first = line++ ? first : commas;
            assert_int_equal(commas, first);
            commas = 0;
        }
        assert_true(line > 4);
    }
    assert_says(texts[1], "h [cm]");
    assert_says(texts[0], ",200,"); /* 2 m in cm */
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_then_a_line_for_each_row),
        cmocka_unit_test(units_stand_in_the_header),
        cmocka_unit_test(missing_values_are_empty),
        cmocka_unit_test(what_never_began_is_nothing),
        cmocka_unit_test(numbers_read_back),
        cmocka_unit_test(lines_are_as_long_as_the_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
