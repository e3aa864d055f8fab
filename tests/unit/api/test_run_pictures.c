/* Figures, plots and films of a run: places on paper are those of the motion, what has no value is a gap, names are
   escaped, films keep to their limits. */
#include <math.h>

#include "api/support.h"

/* Uniform motion up a slope of 1 in 4, from 0 to 4. */
static const char *const slide = "model slide \"<Slide> & 'glide'\"\n"
                                 "coord x = 0\n"
                                 "initial x' = 1\n"
                                 "kinetic T = 1/2*x'^2\n"
                                 "output back = 4 - x\n"
                                 "event half when x > 2 { }\n"
                                 "draw ball at [x, x/4] radius 0.1\n"
                                 "draw trail of [x, x/4]\n"
                                 "simulate until 4\n";

/* A run that keeps frames; the model is to be destroyed after it. */
static lgr_run *run_text(const char *text, lgr_model **model) {
    lgr_run_options o = lgr_run_options_default();
    o.keep_frames = true;
    *model = parse(text);
    if (lgr_model_finding_count(*model))
        print_message("%s", lgr_model_finding_text(*model, 0, false));
    lgr_run *run = lgr_run_create(*model, &o);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    return run;
}

static void finish(lgr_run *run, lgr_model *model) {
    lgr_run_destroy(run);
    lgr_model_destroy(model);
}

static output figure_of(const char *text) {
    lgr_model *model;
    lgr_run *run = run_text(text, &model);
    output o = {0};
    assert_int_equal(lgr_run_write(run, "svg", false, 0, gather, &o), LGR_STATUS_OK);
    finish(run, model);
    return o;
}

static output plot_of(const char *text, const char *what, const char *format) {
    lgr_model *model;
    lgr_run *run = run_text(text, &model);
    output o = {0};
    assert_int_equal(lgr_run_plot(run, what, format, false, 80, gather, &o), LGR_STATUS_OK);
    finish(run, model);
    return o;
}

/* The attribute of the element that ends with this text. */
static double attribute_before(const char *svg, const char *text, const char *name) {
    const char *end = strstr(svg, text);
    assert_non_null(end);
    while (*end != '<' || end[1] == '/')
        end--;
    const char *at = strstr(end, name);
    assert_non_null(at);
    return lgr_number_read(at + strlen(name), NULL);
}

static const char *last_of(const char *text, const char *part) {
    const char *found = NULL;
    for (text = strstr(text, part); text; text = strstr(text + 1, part))
        found = text;
    assert_non_null(found);
    return found;
}

static int count(const char *text, const char *part) {
    int found = 0;
    for (text = strstr(text, part); text; text = strstr(text + 1, part))
        found++;
    return found;
}

/* The ticks tell where anything lies; labels of the y axis stand 4 lower than their ticks. */
static void places_in_a_figure_are_those_of_the_motion(void **state) {
    (void)state;
    output o = figure_of(slide);
    const char *below = strstr(o.text, "text-anchor=\"middle\"");
    double x0 = attribute_before(below, ">0.0</text>", " x=\""), x4 = attribute_before(below, ">4.0</text>", " x=\"");
    const char *beside = strstr(o.text, "text-anchor=\"end\"");
    double y0 = attribute_before(beside, ">0.0</text>", " y=\"") - 4,
           y1 = attribute_before(beside, ">1.0</text>", " y=\"") - 4;
    const char *ball = last_of(o.text, "<circle class=\"solid-ball\"");
    assert_true(fabs(attribute_before(ball, "/>", " cx=\"") - x4) < 0.02);
    assert_true(fabs(attribute_before(ball, "/>", " cy=\"") - y1) < 0.02);
    assert_true(fabs((x4 - x0) / 4 - (y0 - y1)) < 0.02);
    assert_true(fabs(attribute_before(ball, "/>", " r=\"") - 0.1 * (y0 - y1)) < 0.02);
    clear(&o);
}

static void a_figure_shows_start_events_and_end(void **state) {
    (void)state;
    output o = figure_of(slide);
    assert_non_null(strstr(o.text, "data-t=\"0\""));
    assert_non_null(strstr(o.text, "data-t=\"2\""));
    assert_non_null(strstr(o.text, "data-t=\"4\""));
    assert_non_null(strstr(o.text, ">half, 2</text>"));
    assert_int_equal(count(o.text, "class=\"happening\""), 1);
    clear(&o);
}

static void names_are_not_obeyed(void **state) {
    (void)state;
    output o = figure_of(slide);
    assert_null(strstr(o.text, "<Slide>"));
    assert_non_null(strstr(o.text, "&lt;Slide&gt; &amp; 'glide'"));
    clear(&o);
}

static void a_model_without_places_is_plotted_instead(void **state) {
    (void)state;
    output o = figure_of("coord theta = 0\ninitial theta' = 1\nkinetic T = 1/2*theta'^2\nsimulate until 1\n");
    assert_non_null(strstr(o.text, "nothing to draw"));
    assert_non_null(strstr(o.text, ">theta</text>"));
    clear(&o);
}

static void to_and_fro_on_a_line_is_drawn_in_rows(void **state) {
    (void)state;
    output o = figure_of("coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 1/2*x^2\ndraw ball at [x, 0] radius 0.1\n"
                         "draw spring from [-2, 0] to [x, 0]\nsimulate until 12\n");
    double before = -1;
    for (const char *ball = strstr(o.text, "<circle class=\"solid-ball\""); ball;
         ball = strstr(ball + 1, "<circle class=\"solid-ball\"")) {
        double y = attribute_before(ball, "/>", " cy=\"");
        assert_true(y > before + 20);
        before = y;
    }
    clear(&o);
}

static void space_is_seen_from_above_with_its_axes(void **state) {
    (void)state;
    output o = figure_of("model space\ncoord phi = 0\ninitial phi' = 1\nkinetic T = 1/2*phi'^2\n"
                         "draw beam from [0, 0, 0] to [cos(phi), sin(phi), 1]\nsimulate until 6\n");
    assert_non_null(strstr(o.text, ">z</text>"));
    assert_non_null(strstr(o.text, "class=\"floor\""));
    assert_non_null(strstr(o.text, "class=\"instant\""));
    clear(&o);
}

/* A path's places, as long as there are any. */
static int read_path(const char *path, double (*at)[2], int most) {
    const char *d = strstr(path, " d=\"M") + 5;
    int n = 0;
    for (const char *next; n < most; n++, d = next) {
        at[n][0] = lgr_number_read(d, &next);
        d = next;
        at[n][1] = lgr_number_read(d, &next);
        if (*next == 'L')
            next++;
        if (*next == '"')
            return n + 1;
    }
    return n;
}

static void a_plot_goes_through_the_values(void **state) {
    (void)state;
    static double at[8000][2];
    output o = plot_of(slide, "x, back", "svg");
    const char *first = strstr(o.text, "<path class=\"s0\""), *second = strstr(o.text, "<path class=\"s1\"");
    assert_non_null(first);
    assert_non_null(second);
    int n = read_path(first, at, 8000);
    double x0 = at[0][0], y0 = at[0][1], x1 = at[n - 1][0], y1 = at[n - 1][1];
    assert_true(x0 < x1 && y0 > y1);
    for (int i = 0; i < n; i++) /* a straight line */
        assert_true(fabs((at[i][1] - y0) * (x1 - x0) - (at[i][0] - x0) * (y1 - y0)) < 0.03 * (x1 - x0));
    n = read_path(second, at, 8000);
    assert_true(fabs(at[0][1] - y1) < 0.02 && fabs(at[n - 1][1] - y0) < 0.02);
    assert_non_null(strstr(o.text, ">half</text>"));
    clear(&o);
}

static void units_have_panels_of_their_own(void **state) {
    (void)state;
    output o = plot_of("param m = 1 kg\ncoord x = 0 m, phi = 0 rad\ninitial x' = 1 m/s\n"
                       "kinetic T = 1/2*m*x'^2 + 1/2*(1 kg m^2)*phi'^2\nsimulate until 1 s\n",
                       "x, phi, x', kinetic, energy", "svg");
    assert_int_equal(count(o.text, "class=\"frame\""), 4);
    assert_non_null(strstr(o.text, ">x (m)</text>"));
    assert_non_null(strstr(o.text, ">phi (rad)</text>"));
    assert_non_null(strstr(o.text, ">x' (m/s)</text>"));
    assert_non_null(strstr(o.text, ">J</text>"));
    assert_non_null(strstr(o.text, ">t (s)</text>"));
    clear(&o);
}

static void what_has_no_value_is_a_gap(void **state) {
    (void)state;
    static double at[8000][2];
    output o = plot_of("coord x = 0\ninitial x' = 1\nkinetic T = 1/2*x'^2\noutput late = sqrt(abs(x - 2) - 1)\n"
                       "simulate until 4\n",
                       "late", "svg");
    const char *path = strstr(o.text, "<path class=\"s0\"");
    assert_int_equal(count(o.text, "<path class=\"s0\""), 2);
    double left = attribute_before(o.text, ">0</text>", " x=\""),
           right = attribute_before(o.text, ">4</text>", " x=\"");
    int n = read_path(path, at, 8000);
    assert_true(at[n - 1][0] < left + (right - left) / 4 + 0.02);
    read_path(strstr(path + 1, "<path class=\"s0\""), at, 8000);
    assert_true(at[0][0] > left + (right - left) * 3 / 4 - 0.02);
    clear(&o);
}

/* The speed jumps at every impact, the height does not. */
static void jumps_are_gaps(void **state) {
    (void)state;
    static const char ball[] = "coord y = 2\ngravity 9.81\nparticle stone: mass 1 at [0, y]\n"
                               "contact floor: stone.y >= 0, restitution 0.7\nsimulate until 1\n";
    output height = plot_of(ball, "y", "svg"), speed = plot_of(ball, "y'", "svg");
    assert_int_equal(count(height.text, "<path class=\"s0\""), 1);
    assert_int_equal(count(speed.text, "<path class=\"s0\""), 2);
    clear(&height);
    clear(&speed);
}

static void a_phase_plot_has_its_quantity_to_the_right(void **state) {
    (void)state;
    output o =
        plot_of("coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 1/2*x^2\nsimulate until 7\n", "x' over x", "svg");
    assert_non_null(strstr(o.text, ">x</text>"));
    assert_non_null(strstr(o.text, ">start</text>"));
    assert_null(strstr(o.text, ">t</text>"));
    clear(&o);
}

static void a_plot_fits_the_terminal(void **state) {
    (void)state;
    output o = plot_of(slide, "x, energy", "text");
    int columns = 0, widest = 0;
    for (const unsigned char *c = (const unsigned char *)o.text; *c; c++) {
        columns = *c == '\n' ? 0 : columns + ((*c & 0xC0) != 0x80);
        widest = columns > widest ? columns : widest;
    }
    assert_in_range(widest, 60, 80);
    assert_non_null(strstr(o.text, "half"));
    assert_null(strchr(o.text, '\x1b'));
    clear(&o);
}

static void unknown_names_are_refused_with_a_guess(void **state) {
    (void)state;
    lgr_model *model = parse(slide);
    assert_int_equal(lgr_model_check_plot(model, "x, x', back, kinetic over t"), LGR_STATUS_OK);
    assert_null(lgr_model_usage_error(model));
    assert_int_equal(lgr_model_check_plot(model, "x, bck"), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_model_usage_error(model), "did you mean 'back'?"));
    const char *const empty[] = {"", ",", "x,", "x over ", " over x"};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        assert_int_equal(lgr_model_check_plot(model, empty[i]), LGR_STATUS_USAGE);
    lgr_run *run = lgr_run_create(model, NULL);
    output o = {0};
    assert_int_equal(lgr_run_plot(run, "nothing", "svg", false, 0, gather, &o), LGR_STATUS_USAGE);
    assert_int_equal(lgr_run_plot(run, "x", "png", false, 0, gather, &o), LGR_STATUS_USAGE);
    assert_null(o.text);
    o.refuse = true;
    assert_int_equal(lgr_run_plot(run, "x", "svg", false, 0, gather, &o), LGR_STATUS_RUN);
    finish(run, model);
}

static lgr_film_info film_of(double until) {
    lgr_model *model = parse(slide);
    lgr_run_options o = lgr_run_options_default();
    o.keep_frames = true;
    o.until = until;
    lgr_run *run = lgr_run_create(model, &o);
    lgr_film *film = lgr_film_create(run);
    assert_non_null(film);
    lgr_film_info about = lgr_film_about(film);
    lgr_film_destroy(film);
    finish(run, model);
    return about;
}

static void films_run_in_real_time_unless_too_long_or_short(void **state) {
    (void)state;
    static const struct {
        double until, speed;
    } cases[] = {{4, 1}, {20, 1}, {23, 1}, {30, 2}, {100, 5}, {5000, 500}, {1, 0.2}, {0.01, 0.002}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lgr_film_info about = film_of(cases[i].until);
        assert_true(fabs(about.speed - cases[i].speed) < 1e-9 * cases[i].speed);
        assert_true(about.count <= 600);
        assert_true(fabs((double)(about.count - 1) * about.speed / about.rate - cases[i].until) <
                    1.001 * about.speed / about.rate);
        assert_true(about.width % 2 == 0 && about.height % 2 == 0);
    }
}

static double slate(const unsigned char *pixels, int width, int height, int from, int to) {
    double sum = 0;
    for (int y = 0; y < height; y++)
        for (int x = from; x < to; x++) {
            const unsigned char *p = pixels + 3 * ((size_t)y * (size_t)width + (size_t)x);
            sum += abs(p[0] - 0x4b) + abs(p[1] - 0x60) + abs(p[2] - 0x79) < 16; /* what balls are filled with */
        }
    return sum;
}

static void the_ball_of_a_film_goes_from_left_to_right(void **state) {
    (void)state;
    lgr_model *model;
    lgr_run *run = run_text(slide, &model);
    lgr_film *film = lgr_film_create(run);
    lgr_film_info f = lgr_film_about(film);
    const unsigned char *last = lgr_film_picture(film, f.count - 1);
    assert_true(slate(last, f.width, f.height, 0, f.width / 2) == 0);
    assert_true(slate(last, f.width, f.height, f.width / 2, f.width) > 100);
    const unsigned char *first = lgr_film_picture(film, 0);
    assert_true(slate(first, f.width, f.height, 0, f.width / 2) > 100);
    assert_true(slate(first, f.width, f.height, f.width / 2, f.width) == 0);
    lgr_film_destroy(film);
    finish(run, model);
}

static void there_is_no_film_of_nothing(void **state) {
    (void)state;
    lgr_model *model;
    lgr_run *run = run_text("coord theta = 0\nkinetic T = 1/2*theta'^2\nsimulate until 1\n", &model);
    lgr_film *film = lgr_film_create(run);
    assert_non_null(film);
    assert_int_equal(lgr_film_about(film).count, 0);
    assert_null(lgr_film_picture(film, 0));
    lgr_film_destroy(film);
    lgr_film_destroy(NULL);
    finish(run, model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_in_a_figure_are_those_of_the_motion),
        cmocka_unit_test(a_figure_shows_start_events_and_end),
        cmocka_unit_test(names_are_not_obeyed),
        cmocka_unit_test(a_model_without_places_is_plotted_instead),
        cmocka_unit_test(to_and_fro_on_a_line_is_drawn_in_rows),
        cmocka_unit_test(space_is_seen_from_above_with_its_axes),
        cmocka_unit_test(a_plot_goes_through_the_values),
        cmocka_unit_test(units_have_panels_of_their_own),
        cmocka_unit_test(what_has_no_value_is_a_gap),
        cmocka_unit_test(jumps_are_gaps),
        cmocka_unit_test(a_phase_plot_has_its_quantity_to_the_right),
        cmocka_unit_test(a_plot_fits_the_terminal),
        cmocka_unit_test(unknown_names_are_refused_with_a_guess),
        cmocka_unit_test(films_run_in_real_time_unless_too_long_or_short),
        cmocka_unit_test(the_ball_of_a_film_goes_from_left_to_right),
        cmocka_unit_test(there_is_no_film_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
