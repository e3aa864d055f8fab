/* A run as text. */
#include "out/reading.h"
#include "out/text/writers.h"
#include "section.h"

static void all_sections_of_a_run(void **state) {
    (void)state;
    motion x = shown_run(
        "model m \"A point that moves\"\ncoord x = 1 m, z = 2 m \"the other\"\ninitial x' = 2 m/s\n"
        "kinetic T = (1 kg)*(x'^2/2 + z'^2)\nconstraint c: z = 2 m\noutput o = 2*x \"double\"\n"
        "simulate until 1 s\nreport r = initial(x) \"where it began\", n = time(never)\nevent never when x > 9 m { }\n"
        "event half when x > 2 m { }\nexpect r = 1 m within 1e-9 m\nexpect r > 2 m\n");
    const char *text = shown_plainly(&x, out_run_write_text);
    assert_true(!strncmp(text, "A point that moves\nran to its end at t = 1 s\n", 44));
    assert_says(text, "\nReports\n  where it began  1  m         r\n  n               -  no value  never never occurred\n");
    assert_says(text, "\nEvents\n  0.500000  s  half\n");
    assert_says(text, "Final positions and velocities\n  x  3  m  2  m/s\n  z  2  m  0  m/s  the other\n");
    assert_says(text, "Outputs at the end\n  double  6  m  o\n");
    assert_says(text, "Constraint forces at the end\n  c  0  N\n");
    assert_says(text, "expectations  1 of 2 hold\n");
    assert_says(text, " of dop853 (0 rejected), ");
    assert_says(text, "250 ms\n");
    motion_end(&x);
}

static void how_a_run_ends(void **state) {
    (void)state;
    motion x =
        shown_run("coord y = 5\ngravity 10\nparticle p: mass 3 at [0, y]\ncontact floor: y >= 0, restitution 0.5\n"
                  "event up when y' > 1 { stop }\nsimulate until 4\n");
    const char *text = shown_plainly(&x, out_run_write_text);
    assert_says(text, "stopped by 'up' at t = 1 s\n");
    assert_says(text, "floor.impact  impulse floor 45\n");
    assert_says(text, "  floor  0  no contact\n");
    motion_end(&x);
    x = shown_run("coord x = 1\nkinetic T = x'^2/2\ngeneralized f: x = sqrt(1 - t)\nsimulate until 2\n");
    assert_says(shown_plainly(&x, out_run_write_text), "failed: 'sqrt(1 - t)' in 'f' has no value from t = 1 s on");
    motion_end(&x);
    x = motion_try("coord x = 1\nkinetic T = x'^2\nconstraint c: x = 2\n");
    assert_string_equal(shown_plainly(&x, out_run_write_text), "");
    motion_end(&x);
}

static void how_well_the_energy_is_kept(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1\nkinetic T = x'^2/2\nsimulate until 1\n");
    static const struct {
        double drift;
        const char *said;
    } cases[] = {{0, "the balance holds exactly"},
                 {2e-9, "drift 2.0e-09: the balance holds to 8 digits"},
                 {0.05, "drift 5.0e-02: the balance holds to 1 digit\n"},
                 {0.2, "drift 2.0e-01: an error of the motion, or only of the work integrated along it"},
                 {NAN, "not known"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        x.result->energy_drift = cases[k].drift;
        assert_says(shown_plainly(&x, out_run_write_text), cases[k].said);
    }
    motion_end(&x);
}

/* When the distribution of forces was not unique: throughout, between two times, at times. */
static void shared_forces(void **state) {
    (void)state;
    motion x = shown_run("coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\nconstraint a: x = 0\nconstraint b: 2*x = 0\n"
                         "simulate until 4\n");
    assert_says(shown_plainly(&x, out_run_write_text), "not unique: constraints were redundant");
    x.result->dependent_to = 3;
    x.result->dependent_time = 3;
    assert_says(shown_plainly(&x, out_run_write_text), "not unique between t = 0 s and 3 s");
    x.result->dependent_time = 2;
    assert_says(shown_plainly(&x, out_run_write_text), "not unique at times between t = 0 s and 3 s");
    motion_end(&x);
}

/* The first and the last of many events. */
static void many_events_are_shortened(void **state) {
    (void)state;
    motion x =
        shown_run("coord x = 1\nkinetic T = x'^2\npotential V = x^2\nsimulate until 300\nevent e when x < 0 { }\n");
    const char *text = shown_plainly(&x, out_run_write_text);
    assert_int_equal(shown_count(text, "  s  e\n"), MOST_ROWS);
    char more[64];
    snprintf(more, sizeof more, "... and %zu more (--json has all)", x.result->events.len - MOST_ROWS);
    assert_says(text, more);
    motion_end(&x);
}

#define MACHINE                                                                                                        \
    "model m \"A machine with a title that is long enough to be broken into lines on any page\"\n"                     \
    "coord x = 1 m \"a place with a label that says much\", w = 0.5 rad\ninitial x' = 2 m/s\n"                         \
    "kinetic T = (1 kg)*x'^2/2 + (1 kg m^2)*w'^2\ngravity 9.81 m/s^2\nparticle p: mass 1 kg at [x, 0 m]\n"             \
    "constraint turn: w = 0.5\ncontact floor: p.x <= 2 m, restitution 0.5\noutput o = 2*x \"twice the place\"\n"       \
    "report r = final(x) \"the place at the end of the run\", never_ = time(never)\nevent never when x > 90 m { }\n"   \
    "event mark when x > 1.5 m { }\nexpect r < 5 m\nsimulate until 1 s\n"

/* Colours are styles alone, and no page is wider than asked for. */
static void colours_and_widths(void **state) {
    (void)state;
    motion x = shown_run(MACHINE);
    out_run run = shown_of(&x);
    static const int widths[] = {0, 60, 72, 80, 100, 200};
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
        run.page = (out_page){.version = "1.2.3", .width = widths[k]};
        const char *plain = shown_as(&x, &run, out_run_write_text);
        run.page.color = true;
        const char *colored = shown_as(&x, &run, out_run_write_text);
        assert_says_not(plain, "\x1b");
        assert_says(colored, "\x1b[");
        assert_string_equal(reading_plain(colored, x.memory), plain);
        if (widths[k])
            assert_true(reading_widest(plain, x.memory) <= widths[k]);
    }
    motion_end(&x);
}

/* Where labels need not be cut a page of any width says the same words. */
static void words_do_not_depend_on_the_width(void **state) {
    (void)state;
    motion x = shown_run(MACHINE);
    out_run run = shown_of(&x);
    const char *want = reading_words(shown_as(&x, &run, out_run_write_text), x.memory);
    for (int width = 100; width < 200; width += 31) {
        run.page.width = width;
        assert_string_equal(reading_words(shown_as(&x, &run, out_run_write_text), x.memory), want);
    }
    motion_end(&x);
}

/* Each way in which a run can end, in words; numbers of its page in the unit that was asked for. */
static void ends_and_units(void **state) {
    (void)state;
    motion x = shown_run("param d = 3 ft\ncoord x = d\nkinetic T = (1 kg)*x'^2/2\nsimulate until 2 s\n"
                         "report far = final(x) in ft, plain = final(x), angle_ = final(x)/d*(90 deg)\n"
                         "report turned = 1 rad in deg\n");
    const char *text = shown_plainly(&x, out_run_write_text);
    assert_says(text, "far      3       ft");
    assert_says(text, "plain    3       ft");
    assert_says(text, "turned  57.2958  deg");
    x.result->end = SIM_INTERRUPTED;
    x.result->t = 1.5;
    assert_says(shown_plainly(&x, out_run_write_text), "interrupted at t = 1.5 s\n");
    x.result->end = SIM_FAILED;
    assert_says(shown_plainly(&x, out_run_write_text), "failed: t = 1.5 s\n");
    motion_end(&x);
}

/* Short runs tell their events apart. */
static void times_of_short_runs(void **state) {
    (void)state;
    static const struct {
        const char *until, *shown;
    } cases[] = {{"20", "1.000000"}, {"0.5", "0.100000"}, {"1e-3", "0.000500000"}, {"1e-6", "0.000000500000"}};
    static const double thresholds[] = {1, 0.1, 0.0005, 5e-7};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char model_text[200];
        snprintf(model_text, sizeof model_text,
                 "coord x = 0\ninitial x' = 1\nkinetic T = x'^2\nevent e when x > %.17g { }\nsimulate until %s\n",
                 thresholds[k], cases[k].until);
        motion x = shown_run(model_text);
        const char *events = strstr(shown_plainly(&x, out_run_write_text), "\nEvents\n  ");
        assert_non_null(events);
        if (strncmp(events + 10, cases[k].shown, strlen(cases[k].shown)) != 0)
            fail_msg("%.30s instead of %s", events + 10, cases[k].shown);
        motion_end(&x);
    }
}

/* More coordinates, states, outputs and constraints than a page shows: the first of them, and how many more. */
static void long_lists_are_shortened(void **state) {
    (void)state;
    enum { MANY = MOST_ROWS + 3 };
    char model_text[400];
    snprintf(model_text, sizeof model_text,
             "for i in 1..%d {\n coord x[i] = i\n output o[i] = 2*x[i]\n state s[i] = 3*i, rate 0\n"
             " constraint c[i]: x[i] = i\n}\nkinetic T = sum(i in 1..%d: x[i]'^2)\nsimulate until 1\n",
             MANY, MANY);
    motion x = shown_run(model_text);
    const char *text = shown_plainly(&x, out_run_write_text);
    assert_int_equal(shown_count(text, "... and 3 more (--json has all)"), 4);
    char last[40], next[40];
    snprintf(last, sizeof last, "x[%d]", MOST_ROWS);
    snprintf(next, sizeof next, "x[%d]", MOST_ROWS + 1);
    assert_says(text, last);
    assert_says_not(text, next);
    motion_end(&x);
}

/* The impulses of one impact: the first few by name. */
static void many_blows_are_shortened(void **state) {
    (void)state;
    motion x =
        shown_run("for i in 1..6 { coord y[i] = 5 }\ngravity 10\nfor i in 1..6 {\n particle p[i]: mass i at [i, y[i]]\n"
                  " contact f[i]: y[i] >= 0, restitution 0.5\n}\nsimulate until 1.2\n");
    const char *text = shown_plainly(&x, out_run_write_text);
    for (size_t i = 0; i < x.result->events.len; i++) {
        size_t blows = 0;
        for (size_t k = 0; x.result->events.at[i].impulse && k < x.of.m->row_count; k++)
            blows += x.result->events.at[i].impulse[k] != 0;
        if (blows > 4) {
            char more[40];
            snprintf(more, sizeof more, " and %zu more\n", blows - 4);
            assert_says(text, more);
        }
    }
    assert_says(text, "impulse f[1] 15");
    motion_end(&x);
}

/* A blow that is nothing beside another of its kind is not listed; one of another kind is, however small. */
static void blows_of_rounding_are_left_out(void **state) {
    (void)state;
    motion x =
        shown_run("coord y = 5 m, u = 5 m, v = 5 m, a = 5\nkinetic T = (3 kg)/2*(y'^2 + 1e-8*u'^2 + 1e-14*v'^2) + "
                  "1e-14*(1 kg m^2)/2*a'^2\n"
                  "generalized fy: y = -30 N\ngeneralized fu: u = -3e-7 N\ngeneralized fv: v = -3e-13 N\n"
                  "generalized fa: a = -1e-13 N m\ncontact f: y >= 0 m\ncontact g: u >= 0 m\n"
                  "contact h: v >= 0 m\ncontact k: a >= 0\nsimulate until 1.2 s\n");
    const char *text = shown_plainly(&x, out_run_write_text);
    assert_says(text, "impulse f 30 N s, g 3e-07 N s, k 1e-13 ");
    assert_says_not(text, ", h ");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sections_of_a_run),
        cmocka_unit_test(how_a_run_ends),
        cmocka_unit_test(how_well_the_energy_is_kept),
        cmocka_unit_test(shared_forces),
        cmocka_unit_test(many_events_are_shortened),
        cmocka_unit_test(colours_and_widths),
        cmocka_unit_test(words_do_not_depend_on_the_width),
        cmocka_unit_test(ends_and_units),
        cmocka_unit_test(times_of_short_runs),
        cmocka_unit_test(long_lists_are_shortened),
        cmocka_unit_test(many_blows_are_shortened),
        cmocka_unit_test(blows_of_rounding_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
