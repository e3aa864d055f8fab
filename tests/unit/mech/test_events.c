/* Events that free bodies and drop coordinates: what is right passes, what is wrong is found and named. */
#include "mech/support.h"

#include "mech/events.h"

#define STONE                                                                                                          \
    "param R = 1, l = 0.5, J = 1, m = 0.1\n"                                                                           \
    "coord theta = 0, psi = 0\n"                                                                                       \
    "kinetic wheel = 1/2*J*theta'^2\n"                                                                                 \
    "particle stone: mass m at R*dir(theta) + l*dir(psi)\n"

static void passes(const char *text) {
    bench b = bench_create(text);
    bool fine = mech_check_events(b.m);
    if (!fine)
        bench_print_findings(&b);
    assert_true(fine);
    assert_int_equal(diag_count(b.findings), 0);
    bench_destroy(&b);
}

/* Exactly one finding, of this code, whose message contains `word`, at the place where `at` stands in the text. */
static void fails(const char *text, diag_code code, const char *word, const char *at) {
    bench b = bench_create(text);
    assert_false(mech_check_events(b.m));
    if (diag_count(b.findings) != 1)
        bench_print_findings(&b);
    assert_int_equal(diag_count(b.findings), 1);
    const finding *f = diag_at(b.findings, 0);
    assert_int_equal(f->code, code);
    assert_non_null(strstr(f->message, word));
    assert_non_null(f->help);
    assert_int_equal(f->at.begin, strstr(text, at) - text);
    bench_destroy(&b);
}

static void passes_what_is_right(void **state) {
    (void)state;
    passes("coord x = 0\nkinetic T = x'^2\n");
    passes(STONE "event release when theta > 1 { free stone; drop psi }\n");
    passes(STONE "event release when theta > 1 { free stone; drop psi }\nevent done when stone.y < 0 after release "
                 "{ stop }\n");
    passes("coord theta = 0\ngravity 9.81\nparticle weight: mass 100 at dir(theta)\n"
           "particle stone: mass 1 at -4*dir(theta)\nevent release when theta < -1 { free stone }\n");
}

static void a_contact_of_the_freed_body_ends(void **state) {
    (void)state;
    passes(STONE "contact ground: stone.y >= -9\nevent release when theta > 1 { free stone; drop psi }\n");
}

static void names_what_lost_its_inertia(void **state) {
    (void)state;
    const char *text = STONE "event release when theta > 1 { free stone }\n";
    fails(text, DIAG_E0403, "'psi'", "free stone");
}

/* Neither event alone takes the last inertia from psi. */
static void sees_events_together(void **state) {
    (void)state;
    fails(STONE "particle other: mass m at 2*dir(psi)\nevent one when theta > 1 { free stone }\n"
                "event two when theta > 2 { free other }\n",
          DIAG_E0403, "'psi'", "free stone");
}

static void later_events_build_on_earlier_ones(void **state) {
    (void)state;
    const char *both = STONE "coord chi = 0\nparticle tail: mass m at R*dir(theta) + l*dir(psi) + l*dir(chi)\n"
                             "event one when theta > 1 { free tail; drop chi }\n"
                             "event two when theta > 2 after one { free stone; drop psi }\n";
    passes(both);
}

/* Of two bodies freed at once the one is meant that carried the coordinate, wherever it stands in the event. */
static void the_action_that_took_the_inertia(void **state) {
    (void)state;
    const char *const other = "particle other: mass m at 2*dir(theta)\n";
    char text[600];
    snprintf(text, sizeof text, "%s%sevent release when theta > 1 { free other; free stone }\n", STONE, other);
    fails(text, DIAG_E0403, "'psi'", "free stone");
    snprintf(text, sizeof text, "%s%sevent release when theta > 1 { free stone; free other }\n", STONE, other);
    fails(text, DIAG_E0403, "'psi'", "free stone");
}

static void a_drop_needs_its_body_freed_before(void **state) {
    (void)state;
    fails(STONE "event early when theta > 1 { drop psi }\nevent late when theta > 2 after early { free stone }\n",
          DIAG_E0409, "'psi'", "drop psi");
}

static void a_dropped_coordinate_must_not_move_anything(void **state) {
    (void)state;
    fails(STONE "event release when theta > 1 { free stone; drop theta; drop psi }\n", DIAG_E0409, "'theta'",
          "drop theta");
    fails(STONE "event release when theta > 1 { drop psi }\n", DIAG_E0409, "stone", "drop psi");
}

static void elements_in_force_must_not_name_it(void **state) {
    (void)state;
    const char *spring = STONE "torsion wire: angle psi, stiffness 1\n";
    char text[1000];
    snprintf(text, sizeof text, "%sevent release when theta > 1 { free stone; drop psi }\n", spring);
    fails(text, DIAG_E0409, "wire", "drop psi");
    snprintf(text, sizeof text, "%sevent release when theta > 1 { free stone; drop psi; drop wire }\n", spring);
    passes(text);
}

static void rows_in_force_must_not_name_it(void **state) {
    (void)state;
    const char *release = "event release when theta > 1 { free stone; drop psi }\n";
    const char *rows[] = {"constraint tie: psi = 2*theta", "constraint tie: psi' = 2*theta'",
                          "contact tie: theta >= -1, friction 0.2 along psi"};
    char text[1000];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "%s%s\n%s", STONE, rows[i], release);
        fails(text, DIAG_E0409, "tie", "drop psi");
        snprintf(text, sizeof text, "%s%s off\n%s", STONE, rows[i], release);
        passes(text);
        snprintf(text, sizeof text, "%s%s\n%sevent other when theta > 0.5 { drop tie }\n", STONE, rows[i], release);
        passes(text);
    }
}

static void forces_that_name_it_count(void **state) {
    (void)state;
    fails(STONE "generalized Q: psi = 1\nevent release when theta > 1 { free stone; drop psi }\n", DIAG_E0409, "'Q'",
          "drop psi");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_what_is_right),
        cmocka_unit_test(a_contact_of_the_freed_body_ends),
        cmocka_unit_test(names_what_lost_its_inertia),
        cmocka_unit_test(sees_events_together),
        cmocka_unit_test(later_events_build_on_earlier_ones),
        cmocka_unit_test(the_action_that_took_the_inertia),
        cmocka_unit_test(a_drop_needs_its_body_freed_before),
        cmocka_unit_test(a_dropped_coordinate_must_not_move_anything),
        cmocka_unit_test(elements_in_force_must_not_name_it),
        cmocka_unit_test(rows_in_force_must_not_name_it),
        cmocka_unit_test(forces_that_name_it_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
