/* Pictures of modes: a panel for each with its words, at two instants, or at all of them as a film. */
#include "linear/system.h"
#include "out/paper.h"
#include "out/spectrum/writers.h"

static const char *draw(system_of *s, bool moving) {
    arena *a = s->of.memory;
    linear_about *x = ARENA_NEW(a, linear_about);
    linear_film *f = ARENA_NEW(a, linear_film);
    *x = linear_find(s->p, a);
    *f = linear_draw(s->p, x, 8, a);
    const out_linear l = {.m = s->of.m, .about = x, .film = f};
    strbuf *all = ARENA_NEW(a, strbuf);
    *all = base_strbuf_make(a);
    out_stream out = out_stream_make(a, shown_take, all);
    out_modes_write_svg(&l, moving, &out);
    out_stream_flush(&out);
    return base_strbuf_text(all);
}

static void panels(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    system_of s = system_begin("coord x = 0, y = 0\nparticle bob: mass 1 at [x, y]\npotential V = 2*x^2 - y^2/2\n"
                               "draw beam from [-1, 0] to bob\n",
                               NULL);
    const char *still = draw(&s, false), *film = draw(&s, true);
    reading_check_elements(still);
    reading_check_elements(film);
    assert_int_equal(shown_count(still, "class=\"frame\""), 3); /* one that swings, one that grows, one that decays */
    assert_says(still, "0.31831 Hz");
    assert_says(still, "grows with 1 1/s");
    assert_says(still, "decays with 1 1/s");
    assert_int_equal(shown_count(still, "<g opacity"), 3 * 3);
    assert_int_equal(shown_count(still, "animation"), 0);
    assert_int_equal(shown_count(film, "class=\"swing\""), 3 * 8);
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(panels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
