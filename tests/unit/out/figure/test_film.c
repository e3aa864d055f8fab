/* Films: how many pictures, how fast, and what is on them. */
#include "out/figure/film.h"
#include "out/support.h"

static motion moved(const char *until) {
    char text[300];
    snprintf(text, sizeof text,
             "coord x = 0\ninitial x' = 1\nkinetic T = x'^2\nsimulate until %s\ndraw ball at [x, 0] radius 1\n", until);
    return shown_run(text);
}

/* In real time unless that is too short or too long; then by a round factor. */
static void the_speed_is_round(void **state) {
    (void)state;
    static const struct {
        const char *until;
        double speed;
        size_t count;
    } cases[] = {{"10", 1, 251}, {"23", 1, 576}, {"100", 5, 501}, {"1", 0.2, 126}, {"0.03", 0.005, 151}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        motion x = moved(cases[k].until);
        film f;
        assert_true(out_film_make(&f, x.of.m, x.result, x.memory));
        assert_near(f.speed, cases[k].speed, 1e-12);
        assert_int_equal(f.count, cases[k].count);
        assert_near(f.rate, 25, 0);
        motion_end(&x);
    }
}

/* Where the ball's ink is on a picture: its middle column. */
static double middle_of_ball(const raster *p) {
    double sum = 0, count = 0;
    for (int y = 0; y < p->height - 8; y++)
        for (int x = 0; x < p->width; x++) {
            const unsigned char *c = p->pixels + 3 * (y * p->width + x);
            bool blue = c[2] > c[0] + 13 && c[0] > 0x80; /* neither the path nor the words */
            sum += blue * x;
            count += blue;
        }
    assert_true(count > 0);
    return sum / count;
}

static void the_ball_moves_over_the_pictures(void **state) {
    (void)state;
    motion x = moved("10");
    film f;
    assert_true(out_film_make(&f, x.of.m, x.result, x.memory));
    assert_int_equal(f.whole.page.width % 2 + f.whole.page.height % 2, 0);
    double first = middle_of_ball(out_film_picture(&f, 0)), half = middle_of_ball(out_film_picture(&f, 125)),
           last = middle_of_ball(out_film_picture(&f, 250));
    assert_near(half, (first + last) / 2, 0.01);
    assert_near((last - first) / f.whole.camera.scale, 10, 0.02);
    assert_near(middle_of_ball(out_film_picture(&f, 0)), first, 0); /* also backwards */
    motion_end(&x);
}

/* The picture of a small machine beside a far throw hides nothing of it, whichever way it is thrown. */
static void the_detail_lies_where_nothing_is(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        char text[400];
        snprintf(text, sizeof text,
                 "coord x = 0, y = 1, a = 1\ninitial x' = %d, y' = 25\nkinetic T = (x'^2 + y'^2 + a'^2)/2\n"
                 "potential V = 10*y\nsimulate until 5\ndraw ball at [x, y]\ndraw ground at -4\n"
                 "draw beam from [0, 0] to [cos(a), sin(a)]\n",
                 40 * way);
        motion x = shown_run(text);
        film f;
        assert_true(out_film_make(&f, x.of.m, x.result, x.memory));
        assert_true(f.has_detail);
        const model_drawing *ball = &x.of.m->drawings[0];
        for (size_t i = 0; i < x.result->frames.len; i++) {
            double p[3];
            assert_true(out_camera_read(ball, x.result->frames.at[i].at.drawn, DRAWN_A, p));
            spot s = out_camera_spot(&f.whole.camera, p);
            assert_false(s.x > f.detail_left && s.x < f.detail_left + f.detail.page.width && s.y > f.detail_top &&
                         s.y < f.detail_top + f.detail.page.height);
        }
        motion_end(&x);
    }
}

static void without_anything_to_see_there_is_none(void **state) {
    (void)state;
    motion x = shown_run("coord x = 0\nkinetic T = x'^2\nsimulate until 1\n");
    film f;
    assert_false(out_film_make(&f, x.of.m, x.result, x.memory));
    motion_end(&x);
}

/* A run that has not got anywhere is one picture. */
static void one_frame_is_one_picture(void **state) {
    (void)state;
    motion x = moved("10");
    x.result->frames.len = 1;
    film f;
    assert_true(out_film_make(&f, x.of.m, x.result, x.memory));
    assert_int_equal(f.count, 1);
    assert_near(f.speed, 1, 0);
    const raster *p = out_film_picture(&f, 0);
    assert_true(p->width > 0 && p->height > 0);
    x.result->frames.len = 0;
    assert_false(out_film_make(&f, x.of.m, x.result, x.memory));
    motion_end(&x);
}

static int passed(const raster *p) {
    int count = 0;
    for (int x = 0; x < p->width; x++) {
        const unsigned char *c = p->pixels + 3 * ((p->height - 3) * p->width + x);
        count += (unsigned)(c[0] << 16 | c[1] << 8 | c[2]) == scene_colours[COLOUR_ACCENT].light;
    }
    return count;
}

/* The bar below is as long as the time that has passed. */
static void the_bar_shows_the_time(void **state) {
    (void)state;
    motion x = moved("10");
    film f;
    assert_true(out_film_make(&f, x.of.m, x.result, x.memory));
    for (size_t i = 0; i < f.count; i += 50)
        assert_near((double)passed(out_film_picture(&f, i)) / f.whole.page.width, (double)i / (double)(f.count - 1),
                    0.005);
    motion_end(&x);
}

/* The detail of a machine that a stone leaves in each of four directions: always whole within the picture, and the
   larger the more room there is. */
static void the_detail_lies_within(void **state) {
    (void)state;
    for (int way = 0; way < 4; way++) {
        char text[400];
        snprintf(text, sizeof text,
                 "coord x = 0, y = 0, a = 1\ninitial x' = %d, y' = %d\nkinetic T = (x'^2 + y'^2 + a'^2)/2\n"
                 "simulate until 5\ndraw ball at [x, y]\ndraw beam from [0, 0] to [cos(a), sin(a)]\n",
                 way & 1 ? 40 : -40, way & 2 ? 40 : -40);
        motion x = shown_run(text);
        film f;
        assert_true(out_film_make(&f, x.of.m, x.result, x.memory));
        assert_true(f.has_detail);
        const raster *whole = &f.whole.page, *part = &f.detail.page;
        assert_true(f.detail_left >= 0 && f.detail_left + part->width <= whole->width);
        assert_true(f.detail_top >= 0 && f.detail_top + part->height <= whole->height);
        assert_true(2 * part->width > whole->width / 2); /* two corners are free */
        assert_true(f.detail.camera.scale > 4 * f.whole.camera.scale);
        bool falls = (way & 1) == (way >> 1); /* along the diagonal from low left to high right */
        bool left = 2 * f.detail_left + part->width<whole->width, low = 2 * f.detail_top + part->height> whole->height;
        assert_int_equal(falls, left != low);
        motion_end(&x);
    }
}

/* Words can be read on the paper, and what is drawn is told apart by more than its edge. */
static void colours_differ(void **state) {
    (void)state;
    static const scene_colour colours[] = {COLOUR_TEXT, COLOUR_SURFACE, COLOUR_ACCENT, COLOUR_BEAM,
                                           COLOUR_BALL, COLOUR_SPRING,  COLOUR_TRAIL,  COLOUR_GROUND};
    enum { COUNT = sizeof colours / sizeof *colours };
    unsigned all[COUNT];
    for (int i = 0; i < COUNT; i++)
        all[i] = scene_colours[colours[i]].light;
    double light[COUNT];
    for (int i = 0; i < COUNT; i++) {
        static const double parts[] = {0.2126, 0.7152, 0.0722};
        light[i] = 0;
        for (int k = 0; k < 3; k++)
            light[i] += parts[k] * pow((all[i] >> (16 - 8 * k) & 0xff) / 255.0, 2.2);
        for (int j = 0; j < i; j++) {
            int apart = 0;
            for (int k = 0; k < 24; k += 8)
                apart += abs((int)(all[i] >> k & 0xff) - (int)(all[j] >> k & 0xff));
            assert_true(apart > 30);
        }
    }
    assert_true((light[1] + 0.05) / (light[0] + 0.05) > 7);
    assert_true((light[1] + 0.05) / (light[2] + 0.05) > 4.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_speed_is_round),
        cmocka_unit_test(the_ball_moves_over_the_pictures),
        cmocka_unit_test(the_detail_lies_where_nothing_is),
        cmocka_unit_test(without_anything_to_see_there_is_none),
        cmocka_unit_test(one_frame_is_one_picture),
        cmocka_unit_test(the_bar_shows_the_time),
        cmocka_unit_test(the_detail_lies_within),
        cmocka_unit_test(colours_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
