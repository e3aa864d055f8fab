/* A run as text. */
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
    assert_says(text, "\nReports\n  where it began  1  m         r\n  n               -  no value\n");
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sections_of_a_run),       cmocka_unit_test(how_a_run_ends),
        cmocka_unit_test(how_well_the_energy_is_kept), cmocka_unit_test(shared_forces),
        cmocka_unit_test(many_events_are_shortened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
