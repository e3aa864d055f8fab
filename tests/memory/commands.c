/* The commands of the library that are tried without memory, each as a host would call it. */
#include "commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- What a command writes --- */

enum { MOST_BYTES = 1 << 25 };

static struct {
    char *bytes;
    size_t length;
} written;

void commands_begin(void) {
    written.bytes = malloc(MOST_BYTES);
    if (!written.bytes)
        exit(2);
}

void commands_end(void) {
    free(written.bytes);
}

void commands_forget(void) {
    written.length = 0;
}

static bool keep(void *user, const char *data, size_t length) {
    (void)user;
    if (written.length + length > MOST_BYTES)
        return false;
    memcpy(written.bytes + written.length, data, length);
    written.length += length;
    return true;
}

static void keep_number(double x) {
    char text[LGR_NUMBER_ROOM];
    keep(NULL, text, lgr_number_write(x, 0, text));
}

static void keep_text(const char *text) {
    keep(NULL, text, strlen(text));
}

/* How long a run took is another number each time; a run that finds something derived evaluates less. */
static void blank(const char *key) {
    size_t length = strlen(key);
    for (size_t i = 0; i + length < written.length; i++)
        if (memcmp(written.bytes + i, key, length) == 0)
            for (size_t k = i + length; k < written.length && strchr(" 0123456789.e+-", written.bytes[k]); k++)
                written.bytes[k] = ' ';
}

/* FNV-1a of everything but blanks. */
uint64_t commands_hash(void) {
    blank("\"seconds\":");
    blank("\"evaluations\":");
    blank(" runs,"); /* in so many seconds */
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < written.length; i++)
        if (written.bytes[i] != ' ')
            h = (h ^ (unsigned char)written.bytes[i]) * 1099511628211u;
    return h;
}

/* --- The commands --- */

lgr_model *commands_parse(const subject *s) {
    return lgr_model_parse(s->path, s->text, s->length, NULL, 0);
}

/* What was wrong first. */
static lgr_status worse(lgr_status a, lgr_status b) {
    return a == LGR_STATUS_OK || a == LGR_STATUS_EXPECT ? b : a;
}

static lgr_status work_parse(lgr_model *m, const subject *s) {
    (void)m;
    lgr_model *own = commands_parse(s);
    lgr_status status = lgr_model_status(own);
    for (size_t i = 0; i < lgr_model_finding_count(own); i++)
        keep_text(lgr_model_finding_text(own, i, false));
    lgr_info info = {.size = sizeof info};
    for (size_t i = 0; i < lgr_model_count(own, LGR_KIND_PARAMETER); i++) {
        status = worse(status, lgr_model_info(own, LGR_KIND_PARAMETER, i, &info));
        keep_text(status == LGR_STATUS_OK ? info.unit : "");
    }
    lgr_model_destroy(own);
    return status;
}

static lgr_status work_check(lgr_model *m, const subject *s) {
    (void)s;
    return lgr_model_check(m, "json", false, 0, keep, NULL);
}

static lgr_status work_ask(lgr_model *m, const subject *s) {
    (void)s;
    lgr_status status = LGR_STATUS_OK;
    for (size_t i = 0; lgr_model_question(i); i++)
        status = worse(status, lgr_model_ask(m, lgr_model_question(i), 6, 7, NULL, keep, NULL));
    return status;
}

static lgr_status work_derive(lgr_model *m, const subject *s) {
    (void)s;
    lgr_derive_options o = lgr_derive_options_default();
    o.steps = true;
    lgr_status status = lgr_model_derive(m, &o, "text", false, 0, keep, NULL);
    return worse(status, lgr_model_derive(m, NULL, "latex", false, 0, keep, NULL));
}

static lgr_status work_run(lgr_model *m, const subject *s) {
    (void)s;
    lgr_run *run = lgr_run_create(m, NULL);
    lgr_status status = lgr_run_status(run);
    status = worse(status, lgr_run_verify(run));
    lgr_info info = {.size = sizeof info};
    if (status != LGR_STATUS_MEMORY && lgr_model_info(m, LGR_KIND_PARAMETER, 0, &info) == LGR_STATUS_OK)
        status = worse(status, lgr_run_differentiate(run, &info.name, 1));
    status = worse(status, lgr_run_check_action(run));
    status = worse(status, lgr_run_write(run, "json-series", false, 0, keep, NULL));
    status = worse(status, lgr_run_write(run, "csv", false, 0, keep, NULL));
    keep_number(lgr_run_verified_digits(run));
    lgr_run_destroy(run);
    return status;
}

static lgr_status work_analyze(lgr_model *m, const subject *s) {
    (void)s;
    return lgr_model_analyze(m, "json", false, 0, keep, NULL);
}

/* A parameter that may vary, with a range about its value. */
static bool find_axis(const lgr_model *m, lgr_axis *axis, char *low, char *high) {
    lgr_info info = {.size = sizeof info};
    for (size_t i = 0; lgr_model_info(m, LGR_KIND_PARAMETER, i, &info) == LGR_STATUS_OK; i++)
        if (strcmp(info.role, "structural") != 0 && info.value != 0) {
            snprintf(low, 64, "%.6g %s", 0.97 * info.value, info.unit);
            snprintf(high, 64, "%.6g %s", 1.03 * info.value, info.unit);
            *axis = (lgr_axis){info.name, info.value > 0 ? low : high, info.value > 0 ? high : low, 0};
            return true;
        }
    return false;
}

static lgr_status work_sweep(lgr_model *m, const subject *s) {
    lgr_axis axis;
    char low[64], high[64];
    if (!find_axis(m, &axis, low, high))
        return LGR_STATUS_MEMORY;
    lgr_sweep_options o = lgr_sweep_options_default();
    o.axes = &axis;
    o.axis_count = 1;
    o.threads = s->threads;
    axis.count = 20;
    o.keep_designs = true;
    lgr_sweep *sweep = lgr_sweep_create(m, &o);
    lgr_status status = lgr_sweep_status(sweep);
    keep_text(lgr_sweep_key(sweep));
    keep_text(lgr_sweep_header(sweep));
    status = worse(status, lgr_sweep_run(sweep, keep, NULL));
    status = worse(status, lgr_sweep_write(sweep, false, 0, keep, NULL));
    if (!lgr_run_format_trouble("html"))
        status = worse(status, lgr_sweep_write_page(sweep, NULL, keep, NULL));
    lgr_sweep_destroy(sweep);
    return status;
}

static lgr_status work_optimize(lgr_model *m, const subject *s) {
    lgr_axis axis;
    char low[64], high[64];
    lgr_info report = {.size = sizeof report};
    if (!find_axis(m, &axis, low, high) || lgr_model_info(m, LGR_KIND_REPORT, 0, &report) != LGR_STATUS_OK)
        return LGR_STATUS_MEMORY;
    lgr_optimize_options o = lgr_optimize_options_default();
    o.report = report.name;
    o.over = &axis;
    o.over_count = 1;
    o.threads = s->threads;
    lgr_optimum *optimum = lgr_optimum_create(m, &o);
    lgr_status status = lgr_optimum_status(optimum);
    keep_number(lgr_optimum_value(optimum));
    keep_number(lgr_optimum_parameter(optimum, 0));
    status = worse(status, lgr_optimum_write(optimum, "json", false, 0, keep, NULL));
    if (!lgr_run_format_trouble("html"))
        status = worse(status, lgr_optimum_write(optimum, "html", false, 0, keep, NULL));
    lgr_optimum_destroy(optimum);
    return status;
}

static lgr_run *run_for_pictures(lgr_model *m) {
    lgr_run_options o = lgr_run_options_default();
    o.keep_frames = true;
    return lgr_run_create(m, &o);
}

static lgr_status work_html(lgr_model *m, const subject *s) {
    (void)s;
    lgr_run *run = run_for_pictures(m);
    lgr_status status = lgr_run_status(run);
    status = worse(status, lgr_run_write(run, lgr_run_format_trouble("html") ? "svg" : "html", false, 0, keep, NULL));
    lgr_run_destroy(run);
    return status;
}

static lgr_status keep_film(const lgr_run *run) {
    lgr_film *film = lgr_film_create(run);
    lgr_film_info about = lgr_film_about(film);
    const unsigned char *picture = lgr_film_picture(film, about.count / 2);
    if (picture)
        keep(NULL, (const char *)picture, 3 * (size_t)about.width * (size_t)about.height);
    lgr_film_destroy(film);
    return picture || (film && !about.count) ? LGR_STATUS_OK : LGR_STATUS_MEMORY;
}

static lgr_status work_plot(lgr_model *m, const subject *s) {
    (void)s;
    lgr_info coord = {.size = sizeof coord};
    if (lgr_model_info(m, LGR_KIND_COORDINATE, 0, &coord) != LGR_STATUS_OK)
        return LGR_STATUS_MEMORY;
    lgr_run *run = run_for_pictures(m);
    lgr_status status = worse(lgr_run_status(run), lgr_model_check_plot(m, coord.name));
    status = worse(status, lgr_run_plot(run, coord.name, "svg", false, 0, keep, NULL));
    status = worse(status, lgr_run_plot(run, coord.name, "text", false, 80, keep, NULL));
    status = worse(status, lgr_run_write(run, "svg", false, 0, keep, NULL));
    status = worse(status, keep_film(run));
    lgr_run_destroy(run);
    return status;
}

enum { MOST_COORDINATES = 64, MOST_STEPS = 8 };

/* Some steps, or to the end. */
static lgr_status take_steps(lgr_stepper *x, bool *ended) {
    lgr_step at = {.size = sizeof at};
    lgr_status status = lgr_stepper_status(x);
    for (int i = 0; i < MOST_STEPS && status == LGR_STATUS_OK && !*ended; i++) {
        status = lgr_stepper_step(x, &at);
        *ended = at.end == LGR_STEP_END;
    }
    return status;
}

static lgr_status keep_motion(lgr_stepper *x) {
    double q[MOST_COORDINATES], v[MOST_COORDINATES];
    lgr_motion at = {.size = sizeof at, .q = q, .v = v};
    lgr_status status = lgr_stepper_motion(x, &at);
    size_t count = status == LGR_STATUS_OK ? lgr_stepper_coordinates(x, NULL) : 0;
    for (size_t i = 0; i < count; i++)
        keep_number(q[i] + v[i]);
    return status;
}

/* Goes on from a snapshot and in another stepper, which a method may refuse. */
static lgr_status go_back(lgr_stepper *x, bool has_ended) {
    lgr_snapshot *p = lgr_stepper_save(x);
    if (!p)
        return *lgr_stepper_usage_error(x) ? LGR_STATUS_OK : LGR_STATUS_MEMORY;
    lgr_stepper *other = lgr_stepper_clone(x);
    bool ended = has_ended;
    lgr_status status = other ? take_steps(other, &ended) : LGR_STATUS_MEMORY;
    status = worse(status, lgr_stepper_restore(x, p));
    status = worse(status, keep_motion(x));
    lgr_snapshot_destroy(p);
    lgr_stepper_destroy(other);
    return status;
}

static lgr_status work_stepper(lgr_model *m, const subject *s) {
    (void)s;
    lgr_stepper *x = lgr_stepper_create(m, NULL);
    bool ended = false;
    lgr_status status = x ? take_steps(x, &ended) : LGR_STATUS_MEMORY;
    status = worse(status, keep_motion(x));
    if (status == LGR_STATUS_OK)
        status = go_back(x, ended);
    if (status == LGR_STATUS_OK && !ended)
        status = lgr_stepper_set_state(x, NULL, NULL, NULL);
    if (status == LGR_STATUS_OK && !ended)
        status = lgr_stepper_step_to_event(x, NULL);
    keep_number(lgr_stepper_time(x));
    lgr_stepper_destroy(x);
    return status;
}

/* --- Around the start: forms of the equations, small motions, programs for others --- */

static lgr_status work_linear(lgr_model *m, const subject *s) {
    (void)s;
    lgr_derive_options of = lgr_derive_options_default();
    of.form = "linear";
    lgr_status status = lgr_model_derive(m, &of, "text", false, 0, keep, NULL);
    lgr_info coord = {.size = sizeof coord};
    if (worse(status, lgr_model_info(m, LGR_KIND_COORDINATE, 0, &coord)) != LGR_STATUS_OK)
        return worse(status, LGR_STATUS_MEMORY);
    char response[200];
    snprintf(response, sizeof response, "%s -> %s", coord.name, coord.name);
    lgr_linear_options o = lgr_linear_options_default();
    o.response = response;
    static const char *const formats[] = {"text", "json", "csv", "svg", "html"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        status = worse(status, lgr_model_linearize(m, &o, formats[i], false, 80, keep, NULL));
    return status;
}

static lgr_status work_vary(lgr_model *m, const subject *s) {
    (void)s;
    lgr_axis axis;
    char low[64], high[64];
    if (!find_axis(m, &axis, low, high))
        return LGR_STATUS_MEMORY;
    axis.count = 5;
    lgr_linear_options o = lgr_linear_options_default();
    o.vary = &axis;
    lgr_status status = LGR_STATUS_OK;
    static const char *const formats[] = {"text", "json", "csv", "svg", "html"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        status = worse(status, lgr_model_linearize(m, &o, formats[i], false, 80, keep, NULL));
    return status;
}

static bool keep_file(void *user, const char *name, const char *data, size_t length) {
    keep_text(name);
    return keep(user, data, length);
}

static lgr_status work_export(lgr_model *m, const subject *s) {
    (void)s;
    lgr_status status = LGR_STATUS_OK;
    for (size_t i = 0; lgr_export_format(i); i++) {
        const lgr_status one = lgr_model_export(m, lgr_export_format(i), NULL, keep_file, NULL);
        status = worse(status, one == LGR_STATUS_MODEL ? LGR_STATUS_OK : one); /* refused by name, as for its method */
    }
    return status;
}

enum { ROOM = 16 };

/* What a state has: quantities, their derivatives, the state on its rows, the forces for given accelerations. */
static lgr_status ask_state(lgr_dynamics *d, double t, double *q, double *v) {
    static double some[4 * ROOM * ROOM];
    double a[ROOM], lambda[ROOM];
    const size_t n = lgr_dynamics_coordinate_count(d);
    if (n > ROOM || lgr_dynamics_row_count(d) > ROOM)
        return LGR_STATUS_MEMORY;
    lgr_status status = lgr_dynamics_accelerate(d, t, q, v, a, lambda);
    status = worse(status, lgr_dynamics_accelerate_many(d, 1, &t, q, v, a, lambda));
    status = worse(status, lgr_dynamics_project(d, t, q, v));
    status = worse(status, lgr_dynamics_invert(d, t, q, v, a, NULL, some, lambda));
    status = worse(status, lgr_dynamics_evaluate(d, t, q, v));
    const double *made = status == LGR_STATUS_OK ? lgr_dynamics_get(d, LGR_QUANTITY_ACCELERATION, NULL) : NULL;
    for (size_t i = 0; made && i < n; i++)
        keep_number(made[i]);
    status = worse(status, lgr_dynamics_linearize(d, some, NULL, NULL, NULL));
    for (size_t i = 0; status == LGR_STATUS_OK && i < 4 * n * n; i++)
        keep_number(some[i]);
    status = worse(status, lgr_dynamics_derivative(d, LGR_QUANTITY_M, LGR_VARIABLE_Q, some, 4 * ROOM * ROOM));
    return status;
}

static lgr_status work_dynamics(lgr_model *m, const subject *s) {
    (void)s;
    double t, q[ROOM], v[ROOM];
    lgr_dynamics *d = lgr_dynamics_create(m, NULL);
    lgr_status status = d ? lgr_dynamics_status(d) : LGR_STATUS_MEMORY;
    if (status == LGR_STATUS_OK && lgr_dynamics_coordinate_count(d) <= ROOM)
        status = lgr_dynamics_start(d, &t, q, v);
    if (status == LGR_STATUS_OK)
        status = ask_state(d, t, q, v);
    lgr_dynamics_destroy(d);
    return status;
}

/* --- Studies --- */

/* Designs scattered about the present one, of which some keep a limit. */
static lgr_status work_scatter(lgr_model *m, const subject *s) {
    lgr_axis axis;
    char low[64], high[64], limit[200];
    lgr_info report = {.size = sizeof report};
    if (!find_axis(m, &axis, low, high) || lgr_model_info(m, LGR_KIND_REPORT, 0, &report) != LGR_STATUS_OK)
        return LGR_STATUS_MEMORY;
    snprintf(limit, sizeof limit, "%s > 0.5 %s", report.name, report.unit);
    const char *limits[] = {limit};
    axis.low = NULL;
    axis.high = "1%";
    lgr_sweep_options o = lgr_sweep_options_default();
    o.axes = &axis;
    o.axis_count = 1;
    o.sample = "normal";
    o.samples = 10;
    o.threads = s->threads;
    o.limits = limits;
    o.limit_count = 1;
    lgr_sweep *sweep = lgr_sweep_create(m, &o);
    lgr_status status = lgr_sweep_status(sweep);
    status = worse(status, lgr_sweep_run(sweep, keep, NULL));
    status = worse(status, lgr_sweep_write(sweep, false, 0, keep, NULL));
    lgr_sweep_destroy(sweep);
    return status;
}

static lgr_status work_fit(lgr_model *m, const subject *s) {
    (void)s;
    lgr_axis axis;
    char low[64], high[64], data[400];
    lgr_info coord = {.size = sizeof coord};
    if (!find_axis(m, &axis, low, high) || lgr_model_info(m, LGR_KIND_COORDINATE, 0, &coord) != LGR_STATUS_OK)
        return LGR_STATUS_MEMORY;
    const int length = snprintf(data, sizeof data, "t,%s\n0,0.9\n0.05,0.91\n0.1,0.92\n0.15,0.94\n", coord.name);
    const lgr_experiment experiment = {.name = "measured.csv", .text = data, .length = (size_t)length};
    lgr_fit_options o = lgr_fit_options_default();
    o.over = &axis;
    o.over_count = 1;
    o.data = &experiment;
    o.data_count = 1;
    o.starts = 1;
    lgr_fit *fit = lgr_model_fit(m, &o);
    lgr_status status = lgr_fit_status(fit);
    static const char *const formats[] = {"text", "json-series", "csv", "svg", "html"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        status = worse(status, lgr_fit_write(fit, formats[i], false, 80, keep, NULL));
    lgr_fit_destroy(fit);
    return status;
}

/* Two reports at once, of a model that has two and no more: a search for each makes hundreds of runs. */
static lgr_status work_front(lgr_model *m, const subject *s) {
    lgr_axis axis;
    char low[64], high[64];
    lgr_info first = {.size = sizeof first}, second = {.size = sizeof second};
    if (!find_axis(m, &axis, low, high))
        return LGR_STATUS_MEMORY;
    if (lgr_model_count(m, LGR_KIND_REPORT) != 2)
        return LGR_STATUS_OK;
    if (worse(lgr_model_info(m, LGR_KIND_REPORT, 0, &first), lgr_model_info(m, LGR_KIND_REPORT, 1, &second)) !=
        LGR_STATUS_OK)
        return LGR_STATUS_MEMORY;
    const lgr_goal goals[] = {{first.name, false}, {second.name, true}};
    lgr_front_options o = lgr_front_options_default();
    o.goals = goals;
    o.goal_count = 2;
    o.over = &axis;
    o.over_count = 1;
    o.points = 3;
    o.max_runs = 8;
    o.threads = s->threads;
    lgr_front *front = lgr_model_front(m, &o);
    lgr_status status = lgr_front_status(front);
    keep_number(lgr_front_parameter(front, 0, 0));
    static const char *const formats[] = {"text", "json", "csv", "svg"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        status = worse(status, lgr_front_write(front, formats[i], false, 80, keep, NULL));
    if (!lgr_run_format_trouble("html"))
        status = worse(status, lgr_front_write(front, "html", false, 80, keep, NULL));
    lgr_front_destroy(front);
    return status;
}

/* A run beside one that begins in the same way and ends sooner. */
static lgr_status work_compare(lgr_model *m, const subject *s) {
    (void)s;
    lgr_run_options o = lgr_run_options_default();
    o.until = 0.05;
    lgr_run *one = run_for_pictures(m), *other = lgr_run_create(m, &o);
    lgr_status status = worse(lgr_run_status(one), lgr_run_status(other));
    const lgr_compared runs[] = {{"given", one}, {"sooner", other}};
    static const char *const formats[] = {"text", "json", "csv", "svg", "html"};
    for (size_t i = 0; status != LGR_STATUS_MEMORY && i < sizeof formats / sizeof *formats; i++)
        status = worse(status, lgr_compare_write(runs, 2, NULL, formats[i], false, 80, keep, NULL));
    lgr_run_destroy(other);
    lgr_run_destroy(one);
    return status;
}

const command commands[] = {
    {"parse", work_parse}, {"check", work_check},     {"ask", work_ask},           {"derive", work_derive},
    {"run", work_run},     {"analyze", work_analyze}, {"sweep", work_sweep},       {"optimize", work_optimize},
    {"html", work_html},   {"plot", work_plot},       {"stepper", work_stepper},   {"linear", work_linear},
    {"vary", work_vary},   {"export", work_export},   {"dynamics", work_dynamics}, {"scatter", work_scatter},
    {"fit", work_fit},     {"front", work_front},     {"compare", work_compare},   {NULL, NULL}};
