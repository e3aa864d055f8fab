/* Pictures of modes: a panel for each with its words, at two instants, or at all of them as a film. */
#include <stdio.h>

#include "linear/system.h"
#include "out/paper.h"
#include "out/spectrum/writers.h"

static strbuf *write(system_of *s, void (*writer)(const out_linear *, out_stream *)) {
    arena *a = s->of.memory;
    linear_about *x = ARENA_NEW(a, linear_about);
    linear_film *f = ARENA_NEW(a, linear_film);
    *x = linear_find(s->p, a);
    *f = linear_draw(s->p, x, 8, a);
    const out_linear l = {.m = s->of.m, .about = x, .film = f};
    strbuf *all = ARENA_NEW(a, strbuf);
    *all = base_strbuf_make(a);
    out_stream out = out_stream_make(a, shown_take, all);
    writer(&l, &out);
    out_stream_flush(&out);
    return all;
}

static void still_panels(const out_linear *l, out_stream *out) {
    out_modes_write_svg(l, false, out);
}

static void moving_panels(const out_linear *l, out_stream *out) {
    out_modes_write_svg(l, true, out);
}

static const char *draw(system_of *s, bool moving) {
    return base_strbuf_text(write(s, moving ? moving_panels : still_panels));
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

/* One mode for two swings, the next one after it, in pictures of one size. */
static void film_of_all(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    system_of s = system_begin("coord x = 0, y = 0\nparticle bob: mass 1 at [x, y]\npotential V = 2*x^2 - y^2/2\n"
                               "draw beam from [-1, 0] to bob\n",
                               NULL);
    const strbuf *all = write(&s, out_modes_write_film);
    int width, height, used;
    assert_int_equal(sscanf(all->text, "P6 %d %d 255%n", &width, &height, &used), 2);
    const size_t picture = (size_t)used + 1 + 3 * (size_t)width * (size_t)height;
    assert_int_equal(all->len, 3 * 2 * 8 * picture);
    const char *first = all->text, *half = first + 4 * picture, *again = first + 8 * picture,
               *next = first + 16 * picture;
    const size_t seen = picture - 3 * 8 * (size_t)width; /* the bar below tells them apart */
    assert_memory_equal(first, again, seen);
    assert_memory_not_equal(first, half, seen);
    assert_memory_not_equal(first, next, seen);
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(panels), cmocka_unit_test(film_of_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
