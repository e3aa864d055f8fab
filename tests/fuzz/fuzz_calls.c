/* Fuzz entry: functions of the public interface in any order, each chosen by a byte and its arguments by those behind
   it: indices, states and times that make no sense, handles that are NULL, failed or in use. Models outlive what is
   made of them, and arrays have room; all else is allowed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lagrangia/language.h>

#include "entry.h"

enum { EACH = 2, ROOM = 64, MOST_CALLS = 60 };

static const char *const texts[] = {
    "coord theta = 0.5\nparam l = 1 in [0.1, 3], m = 2\nlet P = l*dir(theta)\nparticle bob: mass m at P\ngravity 9.81\n"
    "event low when theta < 0 { set theta' = -theta' }\nreport top = maximum(theta)\nreport e = final(theta)\noutput h "
    "= P.y\nsimulate until "
    "1\n",
    "coord x = 0, y ~ 1\ninput u = 0\nparam mu = 0.3\nparticle p: mass 1 at [x, y]\ngravity 9.81\n"
    "contact floor: y >= 0, restitution 0.5, friction mu along x\nforce F: [u, 0] at p\n"
    "event cut when x > 0.3 { drop floor }\nevent tick every 50 ms { set x' = x' + 0.1 }\nsimulate until 1\n",
    "param l = 1\ncoord x = 0.6, y ~ 0.8\nparticle p: mass 1 at [x, y]\nconstraint rod: x^2 + y^2 = l^2\n"
    "state i = 0, rate x - i\nmemory m = 1\ngravity 9.81\nevent off when x < 0 { drop rod; set m = 2 }\nreport e = "
    "final(y)\n",
    "coord x = y\n",
    "coord x = 1\nparticle p: mass 1 at [x, 0]\nconstraint c: x = 2\n",
};

typedef struct bytes {
    const uint8_t *at;
    size_t left;
} bytes;

static uint8_t next(bytes *b) {
    if (!b->left)
        return 0;
    b->left--;
    return *b->at++;
}

/* What a force of the caller's knows. */
typedef struct pull {
    size_t count; /* coordinates */
    uint8_t kind;
} pull;

typedef struct world {
    lgr_model *model[EACH];
    lgr_run *run[EACH];
    lgr_dynamics *dynamics[EACH];
    lgr_model *of[EACH]; /* what these were made from */
    lgr_stepper *stepper[EACH];
    lgr_snapshot *snapshot[EACH];
    lgr_sweep *sweep[EACH];
    lgr_optimum *optimum[EACH];
    lgr_front *front[EACH];
    lgr_fit *fit[EACH];
    pull pulls[MOST_CALLS]; /* as many as may be made; each stays as it is: who uses it may have been copied */
    size_t pull_count;
    double a[ROOM * ROOM], b[ROOM * ROOM], c[ROOM * ROOM]; /* arrays of the caller's */
} world;

static double number(bytes *b) {
    static const double some[] = {0,      1,      -1,    0.5,  2,     NAN,  INFINITY,  -INFINITY, 1e300,
                                  -1e300, 1e-300, 1e-16, 1e16, 0.001, 1000, 3.1415926, -0.3};
    return some[next(b) % (sizeof some / sizeof *some)];
}

static size_t index_of(bytes *b) {
    uint8_t i = next(b);
    return i < 200 ? i % 6 : i < 250 ? i : (size_t)-1;
}

/* Often a state that is one. */
static void fill(double *x, bytes *b) {
    bool plain = next(b) % 4;
    for (int i = 0; i < 16; i++)
        x[i] = plain ? 0.1 * i + 0.2 : number(b);
}

static lgr_model *any_model(world *w, bytes *b) {
    uint8_t i = next(b);
    return i == 255 ? NULL : w->model[i % EACH];
}

static const char *text_of(bytes *b) {
    static const char *const some[] = {"l",        "mu",    "u",      "x",      "2",      "1 m",          "-1",
                                       "nonsense", "",      "top",    "i",      "text",   "json",         "end",
                                       "start",    "cut",   "e",      "energy", "t",      "theta over t", "m",
                                       "svg",      "1e999", "0.5 kg", "low",    "matrix", "html",         "csv"};
    return some[next(b) % (sizeof some / sizeof *some)];
}

/* --- Forces of the caller's --- */

/* A spring and a damper along each coordinate; some have no value after a moment, or none that makes sense. */
static bool pull_back(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v) {
    const pull *p = user;
    for (size_t i = 0; i < p->count; i++) {
        Q[i] -= p->kind % 8 == 1 ? 1e300 : p->kind % 8 == 2 ? NAN : q[i] + 0.1 * v[i];
        if (Q_q)
            Q_q[i * p->count + i] -= 1;
        if (Q_v)
            Q_v[i * p->count + i] -= 0.1;
    }
    return p->kind % 8 || t < 0.05;
}

/* For a model, whose coordinates it pulls. */
static lgr_force any_force(world *w, const lgr_model *m, bytes *b) {
    pull *p = &w->pulls[w->pull_count++ % MOST_CALLS];
    *p = (pull){lgr_model_count(m, LGR_KIND_COORDINATE), next(b)};
    const size_t size = next(b) % 16 ? sizeof(lgr_force) : 1;
    return (lgr_force){size, next(b) % 32 ? pull_back : NULL, p->kind % 2, p};
}

/* --- Runs, derived pages, information --- */

static void make_run(world *w, bytes *b) {
    lgr_run **r = &w->run[next(b) % EACH];
    lgr_run_options o = entry_run_options(next(b));
    if (next(b) % 8 == 0)
        o.until = number(b), o.tolerance = number(b), o.first_step = number(b);
    o.keep_frames = next(b) % 2;
    lgr_model *m = any_model(w, b);
    const lgr_force force = any_force(w, m, b);
    o.forces = &force;
    o.force_count = next(b) % 4 == 0;
    lgr_run_destroy(*r);
    *r = lgr_run_create(m, next(b) % 8 ? &o : NULL);
}

/* What a run tells without doing anything. */
static void ask_run(lgr_run *r, bytes *b) {
    const char *name = text_of(b);
    lgr_step_event event = {.size = next(b) % 16 ? sizeof event : 3};
    lgr_run_summary summary = {.size = next(b) % 16 ? sizeof summary : 5};
    lgr_run_state state = {.size = sizeof state};
    lgr_scene scene = {.size = next(b) % 16 ? sizeof scene : 2};
    size_t count;
    lgr_run_event(r, index_of(b), &event);
    lgr_run_summarize(r, &summary);
    lgr_run_initial_state(r, &state);
    lgr_run_scene(r, &scene);
    lgr_run_reports(r, next(b) % 4 ? &count : NULL);
    lgr_run_slope(r, name, text_of(b));
    lgr_run_action_variation(r);
    lgr_run_verified_digits(r);
    lgr_run_verify_trouble(r, false);
    lgr_run_format_trouble(name);
    lgr_run_usage_error(r);
    lgr_run_row_count(r);
    lgr_run_column_count(r);
    lgr_run_event_count(r);
    lgr_run_unmet_count(r);
}

/* Both runs beside each other, of whatever models they are. */
static void compare_runs(world *w, bytes *b) {
    const size_t one = next(b) % EACH, other = next(b) % EACH, count = next(b) % 3;
    const lgr_compared runs[] = {{"one", w->run[one]}, {"other", w->run[other]}};
    const char *plot = next(b) % 2 ? NULL : text_of(b);
    lgr_compare_write(runs, count, plot, text_of(b), false, 80, entry_swallow, NULL);
}

static void film_run(world *w, bytes *b) {
    lgr_film *film = lgr_film_create(w->run[next(b) % EACH]);
    lgr_film_about(film);
    for (int i = next(b) % 3; i >= 0; i--)
        lgr_film_picture(film, index_of(b));
    lgr_film_destroy(film);
}

static void use_run(world *w, bytes *b) {
    lgr_run *r = w->run[next(b) % EACH];
    const char *name = text_of(b);
    lgr_run_column column = {.size = sizeof column};
    lgr_run_state state = {.size = sizeof state};
    switch (next(b) % 11) {
    case 0:
        lgr_run_write(r, text_of(b), false, next(b), entry_swallow, NULL);
        break;
    case 1:
        lgr_run_plot(r, text_of(b), "svg", false, 0, entry_swallow, NULL);
        break;
    case 2:
        lgr_run_verify(r);
        break;
    case 3:
        lgr_run_differentiate(r, &name, 1);
        break;
    case 4:
        lgr_run_check_action(r);
        break;
    case 5:
        lgr_run_column_at(r, index_of(b), &column);
        break;
    case 6:
        lgr_run_column_named(r, name, &column);
        break;
    case 7:
        lgr_run_final_state(r, &state);
        break;
    case 8:
        lgr_run_report(r, name);
        break;
    case 9:
        ask_run(r, b);
        break;
    default:
        lgr_run_unmet_text(r, index_of(b), false);
    }
}

/* What a model tells without doing anything, and what needs none. */
static void ask_model(lgr_model *m, bytes *b) {
    const char *text = text_of(b), *end;
    size_t length;
    lgr_model_text(m, next(b) % 4 ? &length : NULL);
    lgr_model_file(m, index_of(b));
    lgr_model_file_has_changed(m, index_of(b));
    lgr_model_count(m, (lgr_kind)(next(b) % 9));
    lgr_model_name(m);
    lgr_model_usage_error(m);
    lgr_model_destroy(lgr_model_copy(m));
    lgr_number_read(text, &end);
    lgr_explain(text);
    lgr_component_text(text);
    lgr_component_file(index_of(b));
    lgr_method_name(index_of(b));
    lgr_method_description(index_of(b));
}

static bool swallow_file(void *user, const char *name, const char *data, size_t length) {
    return entry_swallow(user, name, strlen(name)) && entry_swallow(user, data, length);
}

/* What is made of a model in one call. */
static void pass_on_model(world *w, bytes *b) {
    lgr_model *m = any_model(w, b);
    lgr_linear_options linear = lgr_linear_options_default();
    lgr_derive_options derive = lgr_derive_options_default();
    lgr_axis axis = {next(b) % 2 ? "l" : text_of(b), "0.5", "1", 3};
    linear.vary = next(b) % 2 ? &axis : NULL;
    const int line = next(b) % 20;
    switch (next(b) % 4) {
    case 0:
        lgr_model_linearize(m, &linear, text_of(b), false, 80, entry_swallow, NULL);
        break;
    case 1:
        lgr_model_export(m, next(b) % 4 ? lgr_export_format(next(b) % 8) : text_of(b), NULL, swallow_file, NULL);
        break;
    case 2:
        derive.form = next(b) % 4 ? lgr_derive_form(next(b) % 12) : text_of(b);
        lgr_model_derive(m, &derive, text_of(b), false, 80, entry_swallow, NULL);
        break;
    default:
        lgr_model_ask(m, lgr_model_question((size_t)line % 8), line, 5, text_of(b), entry_swallow, NULL);
    }
}

static void use_model(world *w, bytes *b) {
    lgr_model *m = any_model(w, b);
    lgr_info info = {.size = sizeof info};
    lgr_finding finding = {.size = sizeof finding};
    size_t i;
    switch (next(b) % 10) {
    case 0:
        lgr_model_set(m, text_of(b), text_of(b));
        break;
    case 1:
        lgr_model_info(m, (lgr_kind)(next(b) % 9), index_of(b), &info);
        break;
    case 2:
        lgr_model_find(m, (lgr_kind)(next(b) % 9), text_of(b), &i);
        break;
    case 3:
        lgr_model_check(m, text_of(b), false, 80, entry_swallow, NULL);
        break;
    case 4:
        lgr_model_finding(m, index_of(b), &finding);
        break;
    case 5:
        lgr_model_derive(m, NULL, text_of(b), false, 80, entry_swallow, NULL);
        break;
    case 6:
        lgr_model_analyze(m, text_of(b), false, 80, entry_swallow, NULL);
        break;
    case 7:
        lgr_model_notebook(m, NULL, next(b) % 4 ? text_of(b) : NULL, entry_swallow, NULL);
        break;
    case 8:
        ask_model(m, b);
        break;
    default:
        lgr_model_check_plot(m, text_of(b));
    }
}

/* --- Equations at a state --- */

static void make_dynamics(world *w, bytes *b) {
    lgr_dynamics **d = &w->dynamics[next(b) % EACH];
    lgr_dynamics_options o = lgr_dynamics_options_default();
    o.mode = next(b) % 4 ? NULL : text_of(b);
    lgr_dynamics_destroy(*d);
    w->of[d - w->dynamics] = any_model(w, b);
    *d = lgr_dynamics_create(w->of[d - w->dynamics], &o);
}

static void force_dynamics(world *w, bytes *b) {
    const size_t i = next(b) % EACH;
    const lgr_force force = any_force(w, w->of[i], b);
    lgr_dynamics_add_force(w->dynamics[i], next(b) % 16 ? &force : NULL);
}

static void use_dynamics(world *w, bytes *b) {
    lgr_dynamics *d = w->dynamics[next(b) % EACH];
    const double t = next(b) % 4 ? 0.1 : number(b);
    bool driven[ROOM] = {true};
    uint8_t what = next(b);
    fill(w->a, b);
    fill(w->b, b);
    switch (what % 12) {
    case 0:
        lgr_dynamics_start(d, &w->c[0], w->a, w->b);
        break;
    case 1:
        lgr_dynamics_set(d, index_of(b), number(b));
        break;
    case 2:
        lgr_dynamics_accelerate(d, t, w->a, w->b, w->c, w->c + ROOM);
        break;
    case 3:
        lgr_dynamics_evaluate(d, t, w->a, w->b);
        break;
    case 4:
        lgr_dynamics_get(d, (lgr_quantity)(next(b) % 13), NULL);
        break;
    case 5:
        lgr_dynamics_derivative(d, (lgr_quantity)(next(b) % 13), (lgr_variable)(next(b) % 6), w->c, ROOM * ROOM);
        break;
    case 6:
        lgr_dynamics_linearize(d, w->c, w->c + 1000, w->c + 2000, w->c + 3000);
        break;
    case 7:
        lgr_dynamics_project(d, t, w->a, w->b);
        break;
    case 8:
        lgr_dynamics_invert(d, t, w->a, w->b, w->b + ROOM, next(b) % 2 ? driven : NULL, w->c, w->c + ROOM);
        break;
    case 9:
        lgr_dynamics_accelerate_many(d, next(b) % 4, w->c, w->a, w->b, w->c + ROOM,
                                     next(b) % 2 ? w->c + 8 * ROOM : NULL);
        break;
    case 10:
        lgr_dynamics_coordinate(d, index_of(b)), lgr_dynamics_row(d, index_of(b));
        lgr_dynamics_coordinate_count(d), lgr_dynamics_row_count(d);
        lgr_dynamics_error(d), lgr_dynamics_status(d);
        break;
    default:
        lgr_dynamics_balance(d, t, w->a, w->c);
    }
}

/* --- Runs in steps --- */

static void make_stepper(world *w, bytes *b) {
    lgr_stepper **s = &w->stepper[next(b) % EACH];
    lgr_stepper_options o = lgr_stepper_options_default();
    lgr_run_options run = entry_run_options(next(b));
    lgr_model *m = any_model(w, b);
    const lgr_force force = any_force(w, m, b);
    run.until = next(b) % 2 ? INFINITY : 1;
    run.forces = &force;
    run.force_count = next(b) % 4 == 0;
    o.run = next(b) % 8 ? &run : NULL;
    lgr_stepper_destroy(*s);
    *s = lgr_stepper_create(m, &o);
}

static void step(world *w, bytes *b) {
    lgr_stepper *s = w->stepper[next(b) % EACH];
    lgr_step at = {.size = next(b) % 16 ? sizeof at : 3};
    lgr_step_event event = {.size = sizeof event};
    switch (next(b) % 4) {
    case 0:
        lgr_stepper_step(s, &at);
        break;
    case 1:
        lgr_stepper_step_to_event(s, NULL);
        break;
    case 2:
        lgr_stepper_step_to(s, lgr_stepper_time(s) + 0.01 * next(b), &at);
        break;
    default:
        lgr_stepper_step_to(s, number(b), &at);
    }
    lgr_stepper_event(s, index_of(b), &event);
}

static void use_stepper(world *w, bytes *b) {
    lgr_stepper *s = w->stepper[next(b) % EACH];
    lgr_motion motion = {sizeof motion, w->a, w->b, w->c, w->c + ROOM, w->c + 2 * ROOM, 0, 0, 0};
    lgr_correction moved = {.size = sizeof moved};
    size_t indices[ROOM];
    switch (next(b) % 6) {
    case 0:
        lgr_stepper_motion(s, &motion);
        break;
    case 1:
        lgr_stepper_coordinates(s, indices);
        break;
    case 2:
        lgr_stepper_set(s, index_of(b), number(b));
        break;
    case 3:
        lgr_stepper_set_by_name(s, text_of(b), number(b));
        break;
    case 4:
        fill(w->a, b), fill(w->b, b), lgr_stepper_set_state(s, w->a, next(b) % 4 ? w->b : NULL, &moved);
        break;
    default:
        lgr_stepper_trouble(s, false);
    }
}

static void keep_and_restore(world *w, bytes *b) {
    size_t i = next(b) % EACH, k = next(b) % EACH;
    lgr_snapshot **p = &w->snapshot[k];
    switch (next(b) % 3) {
    case 0:
        lgr_snapshot_destroy(*p);
        *p = lgr_stepper_save(w->stepper[i]);
        break;
    case 1:
        lgr_stepper_restore(w->stepper[i], *p);
        break;
    default: {
        lgr_stepper *other = lgr_stepper_clone(w->stepper[i]);
        lgr_stepper_destroy(w->stepper[k]);
        w->stepper[k] = other;
    }
    }
}

/* --- Sweeps --- */

static void make_sweep(world *w, bytes *b) {
    lgr_sweep **s = &w->sweep[next(b) % EACH];
    lgr_run_options run = entry_run_options(next(b));
    lgr_axis axis = {text_of(b), text_of(b), text_of(b), next(b) % 5};
    if (next(b) % 4)
        axis = (lgr_axis){next(b) % 2 ? "l" : "mu", "0.5", "1", 3};
    lgr_sweep_options o = lgr_sweep_options_default();
    o.axes = &axis;
    o.axis_count = 1;
    o.threads = 1;
    o.run = &run;
    lgr_sweep_destroy(*s);
    *s = lgr_sweep_create(any_model(w, b), next(b) == 255 ? NULL : &o);
}

static void use_sweep(world *w, bytes *b) {
    lgr_sweep *s = w->sweep[next(b) % EACH];
    w->a[0] = number(b);
    switch (next(b) % 8) {
    case 0:
        lgr_sweep_run(s, entry_swallow, NULL);
        break;
    case 1:
        lgr_sweep_compute(s, index_of(b), index_of(b), entry_swallow, NULL);
        break;
    case 2:
        lgr_sweep_write(s, false, 80, entry_swallow, NULL);
        break;
    case 3:
        lgr_sweep_resume_values(s, w->a, text_of(b), text_of(b));
        break;
    case 4:
        lgr_sweep_resume(s, (const char *)b->at, b->left < 30 ? b->left : 30);
        break;
    case 5:
        lgr_sweep_header(s), lgr_sweep_key(s), lgr_sweep_usage_error(s), lgr_sweep_column_count(s);
        break;
    case 6:
        lgr_sweep_write_page(s, NULL, entry_swallow, NULL);
        break;
    default:
        lgr_sweep_column(s, index_of(b));
    }
}

/* --- Optima, fronts, values from measurements --- */

static bool is_enough(void *user, long runs) {
    (void)user;
    return runs >= 12;
}

static lgr_axis any_axis(bytes *b) {
    if (next(b) % 4)
        return (lgr_axis){next(b) % 2 ? "l" : "mu", "0.5", "1", 3};
    const char *name = text_of(b), *low = next(b) % 2 ? NULL : text_of(b), *high = text_of(b);
    return (lgr_axis){name, low, high, next(b) % 5};
}

static const char *any_report(bytes *b) {
    return next(b) % 4 ? next(b) % 2 ? "top" : "e" : text_of(b);
}

static const char *any_limit(bytes *b) {
    static const char *const some[] = {"top < 2", "e > -1 m", "top < -1e9", "nothing < 1", "", "top", "e = 0"};
    return some[next(b) % (sizeof some / sizeof *some)];
}

static void make_optimum(world *w, bytes *b) {
    lgr_optimum **p = &w->optimum[next(b) % EACH];
    const lgr_run_options run = entry_run_options(next(b));
    const lgr_axis over = any_axis(b), scatter = {"m", NULL, next(b) % 4 ? "1%" : text_of(b), 0};
    const char *limit = any_limit(b);
    lgr_optimize_options o = lgr_optimize_options_default();
    o.report = any_report(b), o.minimize = next(b) % 2;
    o.over = &over, o.over_count = next(b) % 16 ? 1 : 0;
    o.limits = &limit, o.limit_count = next(b) % 2;
    o.scatter = &scatter, o.scatter_count = next(b) % 4 == 0, o.machines = next(b) % 5;
    o.max_runs = next(b) % 30, o.threads = 1, o.run = &run, o.watch = is_enough;
    lgr_optimum_destroy(*p);
    lgr_model *m = any_model(w, b);
    *p = lgr_optimum_create(m, next(b) % 16 ? &o : NULL);
}

static void make_front(world *w, bytes *b) {
    lgr_front **p = &w->front[next(b) % EACH];
    const lgr_run_options run = entry_run_options(next(b));
    const lgr_axis over = any_axis(b);
    const char *first = any_report(b), *second = any_report(b);
    const lgr_goal goals[] = {{first, false}, {second, next(b) % 2}};
    const char *limit = any_limit(b);
    lgr_front_options o = lgr_front_options_default();
    o.goals = goals, o.goal_count = next(b) % 8 ? 2 : next(b) % 2;
    o.over = &over, o.over_count = next(b) % 16 ? 1 : 0;
    o.limits = &limit, o.limit_count = next(b) % 2;
    o.points = next(b) % 9, o.seed = next(b);
    o.max_runs = next(b) % 30, o.threads = 1, o.run = &run, o.watch = is_enough;
    lgr_front_destroy(*p);
    lgr_model *m = any_model(w, b);
    *p = lgr_model_front(m, next(b) % 16 ? &o : NULL);
}

static void make_fit(world *w, bytes *b) {
    static const char *const data[] = {"t,theta,y\n0,0.5,0.8\n0.05,0.4,0.8\n0.1,0.3,0.7\n", "time;x [mm]\n0;1\n1;2\n",
                                       "t\tx\n0\t1e300\n0\tnan\n", ""};
    lgr_fit **p = &w->fit[next(b) % EACH];
    const lgr_run_options run = entry_run_options(next(b));
    const lgr_axis over = any_axis(b);
    const char *quantity = next(b) % 2 ? "x" : text_of(b), *column = next(b) % 2 ? "x" : text_of(b);
    const lgr_match match = {quantity, column, NULL, next(b) % 2};
    const char *text = data[next(b) % 4];
    const lgr_experiment experiment = {"d.csv", text, strlen(text), NULL, 0};
    lgr_fit_options o = lgr_fit_options_default();
    o.over = &over, o.over_count = next(b) % 16 ? 1 : 0;
    o.data = &experiment, o.data_count = next(b) % 16 ? 1 : 0;
    o.match = &match, o.match_count = next(b) % 2;
    o.offset = next(b) % 2, o.starts = next(b) % 4, o.run = &run, o.watch = is_enough;
    lgr_fit_destroy(*p);
    lgr_model *m = any_model(w, b);
    *p = lgr_model_fit(m, next(b) % 16 ? &o : NULL);
}

static void use_studies(world *w, bytes *b) {
    const size_t i = next(b) % EACH, k = index_of(b);
    const char *format = text_of(b);
    lgr_fit_unknown unknown = {.size = next(b) % 16 ? sizeof unknown : 3};
    lgr_optimum_usage_error(w->optimum[i]), lgr_optimum_trouble(w->optimum[i]), lgr_optimum_status(w->optimum[i]);
    lgr_optimum_value(w->optimum[i]), lgr_optimum_parameter(w->optimum[i], k);
    lgr_optimum_write(w->optimum[i], format, false, 80, entry_swallow, NULL);
    lgr_front_usage_error(w->front[i]), lgr_front_trouble(w->front[i]), lgr_front_status(w->front[i]);
    lgr_front_count(w->front[i]), lgr_front_parameter(w->front[i], k, next(b)),
        lgr_front_report(w->front[i], k, next(b));
    lgr_front_write(w->front[i], format, false, 80, entry_swallow, NULL);
    lgr_fit_usage_error(w->fit[i]), lgr_fit_trouble(w->fit[i]), lgr_fit_status(w->fit[i]);
    lgr_fit_get(w->fit[i], k, &unknown), lgr_fit_correlation(w->fit[i], k, next(b)), lgr_fit_unknown_count(w->fit[i]);
    lgr_fit_write(w->fit[i], format, false, 80, entry_swallow, NULL);
}

static void (*const calls[])(world *, bytes *) = {
    make_run, use_run,      use_model,     make_dynamics,  use_dynamics, use_dynamics,     make_stepper, step,
    step,     step,         use_stepper,   use_stepper,    use_stepper,  keep_and_restore, make_sweep,   use_sweep,
    film_run, compare_runs, pass_on_model, force_dynamics, make_optimum, make_front,       make_fit,     use_studies};

static void end(world *w) {
    for (int i = 0; i < EACH; i++) {
        lgr_run_destroy(w->run[i]);
        lgr_dynamics_destroy(w->dynamics[i]);
        lgr_stepper_destroy(w->stepper[i]);
        lgr_snapshot_destroy(w->snapshot[i]);
        lgr_sweep_destroy(w->sweep[i]);
        lgr_optimum_destroy(w->optimum[i]);
        lgr_front_destroy(w->front[i]);
        lgr_fit_destroy(w->fit[i]);
    }
    for (int i = 0; i < EACH; i++)
        lgr_model_destroy(w->model[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static world w;
    bytes b = {data, size};
    memset(&w, 0, sizeof w);
    for (int i = 0; i < EACH; i++) {
        const char *text = texts[next(&b) % (sizeof texts / sizeof *texts)];
        w.model[i] = lgr_model_parse("calls.lgr", text, strlen(text), NULL, 0);
    }
    for (int i = 0; i < MOST_CALLS && b.left; i++)
        calls[next(&b) % (sizeof calls / sizeof *calls)](&w, &b);
    end(&w);
    return 0;
}
