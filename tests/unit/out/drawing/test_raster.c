/* Pixels: how much of them shapes cover, where, and which letters there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "out/drawing/raster.h"

enum { SIDE = 60 };

/* The blackened area, in pixels. */
static double ink(const raster *r) {
    double sum = 0;
    for (int i = 0; i < r->width * r->height; i++)
        sum += (255 - r->pixels[3 * i]) / 255.0;
    return sum;
}

static raster blank(arena *a) {
    raster r = out_raster_make(SIDE, SIDE, a);
    out_raster_fill(&r, 0xffffff);
    return r;
}

static int red(const raster *r, int x, int y) {
    return r->pixels[3 * (y * r->width + x)];
}

static void areas_are_those_of_geometry(void **state) {
    arena *a = *state;
    raster r = blank(a);
    out_raster_disc(&r, (spot){30.3, 29.8}, 12.4, 0, 1);
    assert_true(fabs(ink(&r) - acos(-1) * 12.4 * 12.4) < 1.5);
    r = blank(a);
    out_raster_circle(&r, (spot){30.3, 29.8}, 12.4, 3, 0, 1);
    assert_true(fabs(ink(&r) - 2 * acos(-1) * 12.4 * 3) < 1.5);
    r = blank(a);
    out_raster_polygon(&r, (spot[]){{10.5, 10}, {40, 20.25}, {20, 50.75}}, 3, 0, 1);
    double area = 0.5 * fabs((40 - 10.5) * (50.75 - 10) - (20 - 10.5) * (20.25 - 10));
    assert_true(fabs(ink(&r) - area) < 1.5);
    r = blank(a);
    out_raster_polygon(&r, (spot[]){{20, 50.75}, {40, 20.25}, {10.5, 10}}, 3, 0, 1);
    assert_true(fabs(ink(&r) - area) < 1.5);
}

static void lines_are_as_thick_as_they_should_be_at_any_slope(void **state) {
    arena *a = *state;
    for (int k = 0; k < 24; k++) {
        raster r = blank(a);
        double angle = k * acos(-1) / 12, width = 3.5, half = 20;
        spot from = {30 - half * cos(angle), 30 - half * sin(angle)},
             to = {30 + half * cos(angle), 30 + half * sin(angle)};
        out_raster_line(&r, from, to, width, 0, 1);
        double area = 2 * half * width + acos(-1) * width * width / 4;
        assert_true(fabs(ink(&r) - area) < 0.02 * area);
    }
}

static void a_hair_is_fainter_than_a_line(void **state) {
    arena *a = *state;
    raster thin = blank(a), thick = blank(a);
    out_raster_line(&thin, (spot){5, 30.5}, (spot){55, 30.5}, 0.5, 0, 1);
    out_raster_line(&thick, (spot){5, 30.5}, (spot){55, 30.5}, 1, 0, 1);
    assert_true(fabs(ink(&thin) - ink(&thick) / 2) < 0.03 * ink(&thick));
}

static void edges_are_smooth_and_middles_full(void **state) {
    arena *a = *state;
    raster r = blank(a);
    out_raster_disc(&r, (spot){30, 30}, 10, 0, 1);
    assert_int_equal(red(&r, 30, 30), 0);
    assert_int_equal(red(&r, 45, 30), 255);
    int between = 0;
    for (int x = 36; x < 44; x++)
        between += red(&r, x, 36) > 0 && red(&r, x, 36) < 255;
    assert_in_range(between, 1, 3);
}

static void half_a_cover_shows_half_of_what_is_below(void **state) {
    arena *a = *state;
    raster r = blank(a);
    out_raster_disc(&r, (spot){30, 30}, 10, 0xff0000, 0.5);
    const unsigned char *p = r.pixels + 3 * (30 * SIDE + 30);
    assert_int_equal(p[0], 255);
    assert_in_range(p[1], 127, 128);
    assert_in_range(p[2], 127, 128);
}

static void what_lies_outside_is_cut(void **state) {
    arena *a = *state;
    raster r = blank(a);
    out_raster_disc(&r, (spot){-100, 30}, 20, 0, 1);
    out_raster_line(&r, (spot){-50, -50}, (spot){-10, 1e9}, 3, 0, 1);
    out_raster_text(&r, SIDE - 3, SIDE - 3, 2, "0123456789", 0xffffff);
    assert_true(ink(&r) == 0);
    out_raster_line(&r, (spot){-1e6, 30.5}, (spot){1e6, 30.5}, 1, 0, 1);
    assert_true(fabs(ink(&r) - SIDE) < 1e-6);
}

static void digits_differ(void **state) {
    arena *a = *state;
    for (char x = '0'; x <= '9'; x++)
        for (char y = '0'; y < x; y++) {
            raster one = out_raster_make(8, 8, a), other = out_raster_make(8, 8, a);
            out_raster_text(&one, 0, 0, 1, (char[]){x, 0}, 0xffffff);
            out_raster_text(&other, 0, 0, 1, (char[]){y, 0}, 0xffffff);
            assert_memory_not_equal(one.pixels, other.pixels, 3 * 64);
        }
    assert_int_equal(out_raster_text_width(2, "t = 1"), 5 * 12);
}

static int begin(void **state) {
    *state = base_arena_create();
    return 0;
}

static int end(void **state) {
    base_arena_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(areas_are_those_of_geometry, begin, end),
        cmocka_unit_test_setup_teardown(lines_are_as_thick_as_they_should_be_at_any_slope, begin, end),
        cmocka_unit_test_setup_teardown(a_hair_is_fainter_than_a_line, begin, end),
        cmocka_unit_test_setup_teardown(edges_are_smooth_and_middles_full, begin, end),
        cmocka_unit_test_setup_teardown(half_a_cover_shows_half_of_what_is_below, begin, end),
        cmocka_unit_test_setup_teardown(what_lies_outside_is_cut, begin, end),
        cmocka_unit_test_setup_teardown(digits_differ, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
