/* Runs side by side: all formats name what differs; what cannot be shown is refused, whatever is wrong with it. */
#include "api/support.h"

static const char *const ball =
    "param g = 10 m/s^2, e = 0.5\ncoord y = 1 m\nparticle p: mass 1 kg at [0 m, y]\ngravity g\n"
    "output height = y\nreport last = final(y)\nsimulate until 0.4 s\n";
static const char *const other = "param g = 10 m/s^2\ncoord z = 1 m\nparticle p: mass 1 kg at [0 m, z]\ngravity g\n"
                                 "report last = final(z)\nsimulate until 0.4 s\n";

static lgr_run *run(const char *text, const char *g, lgr_model **model) {
    *model = parse(text);
    assert_int_equal(lgr_model_set(*model, "g", g), LGR_STATUS_OK);
    lgr_run_options o = lgr_run_options_default();
    o.keep_frames = true;
    lgr_run *r = lgr_run_create(*model, &o);
    assert_int_equal(lgr_run_status(r), LGR_STATUS_OK);
    return r;
}

static lgr_status write(const lgr_compared *runs, size_t count, const char *plot, const char *format, output *out) {
    clear(out);
    return lgr_compare_write(runs, count, plot, format, false, 0, gather, out);
}

/* 1 m - g t^2/2 at 0.4 s. */
static void differences_are_from_the_first(void **state) {
    (void)state;
    lgr_model *m[2];
    lgr_run *r[] = {run(ball, "10", &m[0]), run(ball, "5", &m[1])};
    const lgr_compared runs[] = {{"heavy <one>", r[0]}, {"light", r[1]}};
    output out = {0};
    static const char *const formats[] = {"text", "json", "csv", "svg", "html"};
    for (size_t i = 0; i < 5; i++) {
        if (strcmp(formats[i], "html") == 0 && lgr_run_format_trouble("html"))
            continue;
        assert_int_equal(write(runs, 2, NULL, formats[i], &out), LGR_STATUS_OK);
        assert_non_null(strstr(out.text, "light"));
    }
    assert_int_equal(write(runs, 2, NULL, "text", &out), LGR_STATUS_OK);
    assert_non_null(strstr(out.text, "+200%")); /* from 0.2 m to 0.6 m */
    assert_non_null(strstr(out.text, "-50%"));  /* of g */
    assert_null(strstr(out.text, "  e "));      /* which is the same */
    assert_int_equal(write(runs, 2, "height", "svg", &out), LGR_STATUS_OK);
    assert_null(strstr(out.text, "<one>"));
    assert_int_equal(write(runs, 1, NULL, "text", &out), LGR_STATUS_OK);
    out.refuse = true;
    assert_int_equal(lgr_compare_write(runs, 2, NULL, "csv", false, 0, gather, &out), LGR_STATUS_RUN);
    clear(&out);
    for (int i = 0; i < 2; i++) {
        lgr_run_destroy(r[i]);
        lgr_model_destroy(m[i]);
    }
}

static void what_cannot_be_shown_is_refused(void **state) {
    (void)state;
    lgr_model *m[2], *broken = parse("coord x = y\n");
    lgr_run *r[] = {run(ball, "10", &m[0]), run(other, "10", &m[1])}, *none = lgr_run_create(broken, NULL);
    lgr_compared runs[101];
    for (size_t i = 0; i < 101; i++)
        runs[i] = (lgr_compared){"a", r[0]};
    output out = {0};
    assert_int_equal(write(NULL, 1, NULL, "text", &out), LGR_STATUS_USAGE);
    assert_int_equal(write(runs, 0, NULL, "text", &out), LGR_STATUS_USAGE);
    assert_int_equal(write(runs, 101, NULL, "text", &out), LGR_STATUS_USAGE);
    assert_int_equal(write(runs, 2, NULL, NULL, &out), LGR_STATUS_USAGE);
    assert_int_equal(write(runs, 2, NULL, "png", &out), LGR_STATUS_USAGE);
    assert_int_equal(write(runs, 2, "heigth", "svg", &out), LGR_STATUS_USAGE);
    assert_int_equal(lgr_compare_write(runs, 2, NULL, "text", false, 0, NULL, NULL), LGR_STATUS_USAGE);
    const lgr_compared wrong[] = {{NULL, r[0]}, {"none", NULL}, {"of a wrong model", none}};
    for (int i = 0; i < 3; i++) {
        runs[1] = wrong[i];
        assert_int_equal(write(runs, 2, NULL, "text", &out), LGR_STATUS_USAGE);
    }
    runs[1] = (lgr_compared){"another model", r[1]};
    assert_int_equal(write(runs, 2, "height", "svg", &out), LGR_STATUS_USAGE); /* only the first has it */
    assert_null(out.text);
    assert_int_equal(write(runs, 2, NULL, "text", &out), LGR_STATUS_OK);
    assert_int_equal(write(runs, 2, "energy", "svg", &out), LGR_STATUS_OK);
    assert_int_equal(write(runs, 100, NULL, "csv", &out), LGR_STATUS_OK);
    clear(&out);
    lgr_run_destroy(none);
    lgr_model_destroy(broken);
    for (int i = 0; i < 2; i++) {
        lgr_run_destroy(r[i]);
        lgr_model_destroy(m[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(differences_are_from_the_first),
                                       cmocka_unit_test(what_cannot_be_shown_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
