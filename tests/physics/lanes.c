/* Motions side by side: steps and whole runs are those of one motion alone, whatever happens on the way. */
#include "sim/batch/lanes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "machine.h"
#include "sim/batch/pack.h"
#include "sim/event/event.h"
#include "sim/run/run.h"
#include "syntax/parser.h"

enum { RUNS = 41, MOST_REPORTS = 8 };

typedef struct crowd {
    arena *a;
    model *m;
    int param;
    double base;
    size_t begun, over, first, end; /* runs first ... end - 1 are to be done; end 0: all */
    double reports[RUNS][MOST_REPORTS];
    size_t events[RUNS];
    sim_end ends[RUNS];
} crowd;

static model *read(arena *a, const char *name, const char *text) {
    intern *names = base_intern_create(a);
    diag *findings = diag_create(a, (diag_source){.name = name, .text = text, .length = strlen(text)});
    model *m = model_build(a, names, findings, syntax_parse(a, names, findings), NULL, 0);
    if (diag_has_errors(findings))
        fail_msg("%s: %s", name, diag_at(findings, 0)->message);
    return m;
}

/* The first parameter takes values within a tenth. */
static bool next(void *user) {
    crowd *c = user;
    if (c->begun == (c->end ? c->end : RUNS))
        return false;
    double x = c->base * (0.95 + 0.1 * (double)(c->begun++ * 16 % RUNS) / RUNS);
    assert_true(model_assign(c->m, &c->param, &x, 1));
    return true;
}

static void note(crowd *c, size_t nth, const sim_result *r) {
    memcpy(c->reports[nth], r->reports, c->m->report_count * sizeof(double));
    c->events[nth] = r->events.len;
    c->ends[nth] = r->end;
    c->over++;
}

static void done(void *user, size_t nth, const sim_result *r) {
    note(user, ((crowd *)user)->first + nth, r);
}

static sim_options options_of_sweeps(void) {
    sim_options o = sim_options_default();
    o.keep_trajectory = false;
    o.tolerance = 1e-9;
    return o;
}

static void run_one_by_one(crowd *c, sim_kit *kit) {
    arena *run = base_arena_create();
    arena_mark start = base_arena_get_mark(run);
    for (size_t i = 0; next(c); i++) {
        note(c, i, sim_kit_run(kit, run));
        base_arena_release(run, start);
    }
    base_arena_destroy(run);
}

/* All reports and events of runs side by side against those of runs alone, relative to `tolerance`. */
static void agree(const char *text, double tolerance) {
    arena *a = base_arena_create();
    model *m = read(a, "lanes.lgr", text);
    assert_true(m->param_count > 0 && m->report_count > 0 && m->report_count <= MOST_REPORTS);
    crowd *alone = ARENA_NEW(a, crowd), *together = ARENA_NEW(a, crowd);
    *alone = *together = (crowd){.a = a, .m = m, .base = model_value_of(m, &m->params[0])};
    sim_options o = options_of_sweeps();
    sim_kit *kit = sim_kit_create(m, &o, true, a);
    run_one_by_one(alone, kit);
    sim_lanes *lanes = sim_lanes_create(kit, a);
    assert_non_null(lanes);
    for (int again = 0; again < 2; again++) {
        together->begun = together->over = 0;
        sim_lanes_run(lanes, &(sim_client){next, done, together});
        assert_int_equal(together->over, RUNS);
        for (size_t i = 0; i < RUNS; i++) {
            assert_int_equal(together->events[i], alone->events[i]);
            assert_int_equal(together->ends[i], alone->ends[i]);
            for (size_t k = 0; k < m->report_count; k++)
                if (isnan(alone->reports[i][k]))
                    assert_no_value(together->reports[i][k]);
                else
                    assert_near(together->reports[i][k], alone->reports[i][k],
                                tolerance * (1 + fabs(alone->reports[i][k])));
        }
    }
    sim_lanes_dispose(lanes);
    sim_kit_dispose(kit);
    model_dispose(m);
    base_arena_destroy(a);
}

static const char *const launch =
    "param M = 1000\nparam hp = 3, rel = -2*pi + 0.6\ncoord a = pi + asin(hp/4), b = -pi/2, c = 0\n"
    "let hook = [0, hp] + 4*dir(a), tip = [0, hp] - dir(a)\ngravity 9.80665\nrod arm: mass 50, from tip to hook\n"
    "particle weight: mass M at tip + dir(b)\nparticle stone: mass 10 at hook + 3.5*dir(c)\n"
    "contact ground: stone.y >= 0\nevent release when c - a < rel { stop }\n"
    "report fly = time(release), up = time(ground.open), speed = at(release, norm(stone'))\n"
    "report swing = integral(a'^2)\nsimulate until 10\n";

static void a_launch(void **state) {
    (void)state;
    agree(launch, 1e-12);
}

/* Of comparisons of both kinds the strict one is moved beyond rounding, by sizes of the motion that event functions
   then contain. */
static void comparisons_of_both_kinds(void **state) {
    (void)state;
    agree(
        "param M = 1000\ncoord a = 0.3, b = 0.4\ngravity 9.80665\nlet tip = 2*dir(a)\nparticle weight: mass M at tip\n"
        "particle stone: mass 10 at tip + dir(b)\ncontact lying: b - a >= 0.1\n"
        "event release when a <= -1.2 and b' < 20 { stop }\nevent low when b < 0.1 and a <= 0.2 { drop lying }\n"
        "report gone = time(release), turned = at(low, a), speed = at(release, norm(stone'))\nsimulate until 3\n",
        1e-10);
}

/* What goes round many times within a step is greatest at the same place, and the same, as alone. */
static void batons(void **state) {
    (void)state;
    agree(
        "param w = 41\ncoord y = 0, a = 0.3\ninitial y' = 9, a' = w\nlet c = [0, y]\ngravity 9.81\n"
        "rod baton: mass 0.3, from c - dir(a) to c + dir(a)\n"
        "report top = maximum(y + sin(a)), low = minimum(sin(3*a) - y/100), far = maximum(norm([y, sin(a)]))\n"
        "report up = maximum(y'' + a''*cos(a) - a'^2*sin(a)), bent = minimum(abs(sin(a) - y/5)), e = maximum(energy)\n"
        "simulate until 2\n",
        1e-8);
}

/* One lanes after another, or many at once: to the last bit the same. */
static void same_bits_in_any_company(const char *text) {
    arena *a = base_arena_create();
    model *m = read(a, "lanes.lgr", text);
    crowd *together = ARENA_NEW(a, crowd), *apart = ARENA_NEW(a, crowd);
    *together = *apart = (crowd){.a = a, .m = m, .base = model_value_of(m, &m->params[0])};
    sim_options o = options_of_sweeps();
    sim_kit *kit = sim_kit_create(m, &o, true, a);
    sim_lanes *lanes = sim_lanes_create(kit, a);
    assert_non_null(lanes);
    sim_lanes_run(lanes, &(sim_client){next, done, together});
    for (size_t size = 1; apart->first < RUNS; size = size % 3 + 1) {
        apart->end = apart->first + size < RUNS ? apart->first + size : RUNS;
        sim_lanes_run(lanes, &(sim_client){next, done, apart});
        apart->first = apart->end;
    }
    for (size_t i = 0; i < RUNS; i++)
        assert_memory_equal(apart->reports[i], together->reports[i], m->report_count * sizeof(double));
    sim_lanes_dispose(lanes);
    sim_kit_dispose(kit);
    model_dispose(m);
    base_arena_destroy(a);
}

static void company_changes_nothing(void **state) {
    (void)state;
    same_bits_in_any_company(launch);
    same_bits_in_any_company(
        "param l3 = 4.2\ncoord theta = asin(3.4/4.4), phi = -pi/2, psi = 0\nlet axle = [0, 3.4]\n"
        "let hinge = axle + 1.1*dir(theta), hook = axle - 4.4*dir(theta)\ngravity 9.81\n"
        "rod arm: mass 60, from hook to hinge\nparticle weight: mass 600 at hinge + 1.2*dir(phi)\n"
        "particle stone: mass 6 at hook + l3*dir(psi)\ncontact trough: stone.y >= 0\n"
        "event release when psi - theta + pi < 0.73 { free stone; drop psi }\n"
        "event landing when stone.y < 0 { stop }\nreport range = at(landing, stone.x), up = time(trough.open)\n"
        "report peak = maximum(reaction(l3)), high = maximum(stone.y)\nsimulate until 30\n");
    same_bits_in_any_company(
        "param v = 3\ncoord x = 0, y = 1\ninitial x' = v\ngravity 9.81\nparticle p: mass 1 at [x, y]\n"
        "contact floor: y >= 0.1*sin(3*x), restitution 0.7\nreport X = final(x), Y = final(y)\n"
        "report rest = time(floor.close), high = maximum(y)\nsimulate until 2.3\n");
}

/* Bounces, a body let go, conditions that wait for others and come again, and an end by time. */
static void events_on_the_way(void **state) {
    (void)state;
    agree("param v = 3\ncoord x = 0, y = 1\ninitial x' = v\ngravity 9.81\nparticle p: mass 1 at [x, y]\n"
          "contact floor: y >= 0, restitution 0.7\nevent far when x > 4 {}\n"
          "event low when y < 0.3 after far { set x' = 0.9*x' }\n"
          "report when_ = time(far), then_ = time(low), X = final(x), Y = final(y)\nsimulate until 2.3\n",
          1e-10);
    agree("param k = 40\ncoord x = 0.5, n = 0\nkinetic T = 1/2*(x'^2 + n'^2)\npotential V = 1/2*k*x^2\n"
          "event low when x < 0.1 { set n = n + 1 }\nevent once when n > 3.5 { stop }\n"
          "report when_ = time(once), N = final(n)\nsimulate until 30\n",
          1e-11);
    agree("param l = 1.3\ncoord x = l, y = 0\ngravity 9.81\nparticle p: mass 2 at [x, y]\n"
          "constraint rope: x^2 + y^2 = l^2\nevent cut when t > 0.9 { drop rope }\n"
          "report X = final(x), Y = final(y)\nsimulate until 1.5\n",
          1e-11);
}

/* A beam on two equal cranks, through places where all of them lie in one line. */
static void dead_points_on_the_way(void **state) {
    (void)state;
    agree("param w = 5, l = 0.8, D = 1.2\ncoord a = 1, b = 1, c = 0\ninitial a' = w\ngravity 9.81\n"
          "let P = l*dir(a), Q = [D, 0] + l*dir(b), R = P + D*dir(c)\nrod c0: mass 1, from [0, 0] to P\n"
          "rod c1: mass 2, from [D, 0] to Q\nrod k: mass 1, from P to R\nconstraint loop: R = Q\n"
          "report A = final(a), B = final(b)\nsimulate until 3\n",
          1e-5);
}

/* What is greatest or least: at the start, at an end, at an event, once or many times in between, of forces that are
   solved for, of what has a kink, of a constant, and of what has no value at all times. */
static void greatest_and_least(void **state) {
    (void)state;
    agree("param M = 1000\nparam hp = 3, rel = -2*pi + 0.6\ncoord a = pi + asin(hp/4), b = -pi/2, c = 0\n"
          "let hook = [0, hp] + 4*dir(a), tip = [0, hp] - dir(a)\ngravity 9.80665\nrod arm: mass 50, from tip to hook\n"
          "particle weight: mass M at tip + dir(b)\nparticle stone: mass 10 at hook + 3.5*dir(c)\n"
          "contact ground: stone.y >= 0\nevent release when c - a < rel { stop }\n"
          "report top = maximum(hook.y), pull = maximum(norm(stone'')), push = maximum(force(ground))\n"
          "report low = minimum(weight.y), turn = minimum(b'), fly = time(release)\nsimulate until 10\n",
          1e-11);
    agree("param l = 1.3\ncoord th = 1.2\nlet p = [l*sin(th), -l*cos(th)]\ngravity 9.81\nparticle bob: mass 1 at p\n"
          "report one = maximum(th'), two = minimum(p.y), three = maximum(abs(th)), four = minimum(abs(th'))\n"
          "report five = maximum(2*l), six = maximum(sin(5*th))\nsimulate until 7\n",
          1e-11);
    agree("param v = 3\ncoord x = 0, y = 1\ninitial x' = v\ngravity 9.81\nparticle p: mass 1 at [x, y]\n"
          "contact floor: y >= 0, restitution 0.7\nevent far when x > 4 { drop x }\n"
          "report high = maximum(y), fast = minimum(y'), gone = maximum(x), kick = maximum(norm(p'))\n"
          "simulate until 2.3\n",
          1e-10);
    agree(
        "param v = 30, g = 9.81\ncoord x = 0, y = 0\ninitial x' = v, y' = 5\ngravity g\nparticle p: mass 1 at [x, y]\n"
        "report near = minimum(norm([x, y] - [10, 1])), nearer = minimum(norm([x, y] - [0.2, 0.04]))\n"
        "report one = minimum(abs(x - 19)), two = maximum(min(x, 25 - x)), three = maximum(sin(3*x)*y)\n"
        "simulate until 1\n",
        1e-9);
}

/* What becomes false on the way to another event, in one long step, may come true by that event. */
static void false_on_the_way(void **state) {
    (void)state;
    agree("param v = 1\ncoord x = 1, n = 0\ninitial x' = -v\nkinetic T = 1/2*(x'^2 + n'^2)\n"
          "event down when x < 0 { set x = 1 }\nevent up when x > 0.5 after down { set n = n + 1 }\n"
          "event again when x > 0.7 { set n = n + 10 }\nreport N = final(n), X = final(x)\nsimulate until 5\n",
          1e-12);
}

/* A condition much faster than the steps is not overlooked. */
static void fast_conditions(void **state) {
    (void)state;
    agree("param g = 9.81\ncoord y = 0, n = 0\ngravity g\nparticle p: mass 1 at [0, y]\nparticle q: mass 1 at [n, 0]\n"
          "event tick when sin(300*t) > 0.5 { set n = n + 1 }\nreport N = final(n), Y = final(y)\nsimulate until 0.5\n",
          1e-12);
}

/* States are measured and memories set as in a run alone. */
static void states_on_the_way(void **state) {
    (void)state;
    agree("param k = 3, R = 1.5\ncoord x = 0\nstate i = 0.1, rate 20*(2 - R*i - k*x')\nstate e = 0, rate 1 - x\n"
          "memory held = 0.3\nkinetic T = x'^2/2\ngeneralized f: x = k*i + held + e\n"
          "event high when i > 0.9 { set held = -2*x', e = 0 }\nevent low when i < 0.4 after high { set i = 0.6 }\n"
          "report X = final(x), I = final(i), H = final(held), S = integral(i), A = maximum(i), when_ = time(low)\n"
          "simulate until 3\n",
          1e-10);
    agree("param kp = 3, T = 0.06\ncoord x = 1\nstate i = 0, rate 20*(held - i)\nmemory held = 0\nkinetic K = x'^2/2\n"
          "generalized f: x = i\nevent tick every T { set held = -kp*x - x' }\n"
          "report X = final(x), I = final(i), A = maximum(i), S = integral(x)\nsimulate until 3\n",
          1e-11);
}

/* Friction, rows that follow from others and forces that jump are for one motion alone: all of it comes out the same.
 */
static void what_goes_alone(void **state) {
    (void)state;
    agree("param mu = 0.3\ncoord x = 0, y = 0\ninitial x' = 3\ngravity 9.81\nparticle p: mass 1 at [x, y]\n"
          "contact floor: y >= 0, friction mu along x\nreport X = final(x)\nsimulate until 2\n",
          1e-12);
    agree("param g = 9.81\ncoord x = 0.6, y = -0.8\ngravity g\nparticle p: mass 2 at [x, y]\n"
          "constraint one: x^2 + y^2 = 1\nconstraint two: 3*x^2 + 3*y^2 = 3\nreport X = final(x)\nsimulate until 2\n",
          1e-11);
}

/* --- Single steps --- */

static void fill(sim *s, pack *p, double h) {
    double *params = ARENA_ARRAY(s->a, double, s->m->param_count + 1);
    for (size_t i = 0; i < s->m->param_count; i++)
        params[i] = model_value_of(s->m, &s->m->params[i]);
    for (int l = 0; l < PACK_LANES; l++) {
        batch_pack_put(p, l, params, s->t, s->y);
        batch_pack_put_scales(p, l, s);
        p->h[l] = l % 2 ? 0.5 * h : h; /* each lane has its own size */
        p->tolerance[l] = s->tolerance;
    }
    batch_pack_begin(p, 255);
}

/* The same bits. */
static void compare_lanes(const sim *s, const pack *p, int first) {
    for (int l = first; l < PACK_LANES; l += 2) {
        for (size_t i = 0; i < p->size; i++)
            assert_true(p->next[i * PACK_LANES + (size_t)l] == s->next_y[i]);
        for (int i = 0; i < s->mode->n + s->mode->m; i++)
            assert_true(p->next_solved[(size_t)i * PACK_LANES + (size_t)l] == dynamics_accelerations(s)[i]);
    }
}

/* From the present state, a step of one motion and half of it against those in lanes. */
static void compare_pack(sim *s, double h, arena *a) {
    pack *p = batch_pack_create(a, s);
    fill(s, p, h);
    assert_int_equal(batch_pack_try(p, 255), 255);
    for (int half = 0; half < 2; half++) {
        assert_true(event_stepper_again(s, half ? 0.5 * h : h, s->next_y));
        compare_lanes(s, p, half);
    }
    batch_pack_destroy(p);
}

/* By every back end for lanes. */
static int compare_step(sim *s, arena *a) {
    const mode *m = s->mode;
    if (!m->direct || m->used_count < m->m)
        return 0;
    double h = event_stepper_step(s, s->t_end - s->t);
    if (h == 0 || !m->direct)
        return 0;
    for (size_t kind = 0; kind < tape_backend_count; kind++) {
        if (tape_backends[kind]->lanes != PACK_LANES || !tape_backends[kind]->available())
            continue;
        s->options.lanes = tape_backends[kind];
        compare_pack(s, h, a);
    }
    return 1;
}

static int compare_steps_of(const char *path) {
    static char text[1 << 16];
    FILE *f = fopen(path, "rb");
    if (!f)
        fail_msg("%s is not there", path);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    arena *a = base_arena_create(), *run = base_arena_create();
    model *m = read(a, path, text);
    sim_options o = options_of_sweeps();
    o.method = "dop853";
    sim_kit *kit = sim_kit_create(m, &o, true, a);
    sim *s = run_begin(kit, run);
    const mode *seen = NULL;
    int compared = 0;
    for (int steps = 0; steps < 2000 && run_goes_on(s); steps++) {
        if (s->mode != seen && s->t_end - s->t > 1e-6)
            compared += compare_step(s, a);
        seen = s->mode;
        run_resume(s);
        run_advance(s);
    }
    run_finish(s);
    sim_kit_dispose(kit);
    model_dispose(m);
    base_arena_destroy(run);
    base_arena_destroy(a);
    return compared;
}

static void steps_agree(void **state) {
    (void)state;
    static const char *const paths[] = {"bench/launch.lgr",
                                        "examples/pendulum/double.lgr",
                                        "examples/trebuchet/whipper.lgr",
                                        "examples/trebuchet/hinged.lgr",
                                        "examples/trebuchet/floating-arm.lgr",
                                        "examples/linkage/four-bar.lgr",
                                        "examples/linkage/andrews.lgr",
                                        "examples/contact/bouncing-ball.lgr",
                                        "examples/springs/elastic-pendulum.lgr",
                                        "examples/rope/crane.lgr",
                                        "examples/space/heavy-top.lgr"};
    int compared = 0;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        compared += compare_steps_of(paths[i]);
    assert_true(compared >= 15);
}

/* --- What a run leaves in the kit --- */

static const double some_values[] = {3, 1.5, 40, 0.2, 3, 7, 1.5};

/* Reports, numbers of events and findings of one run. */
typedef struct traces {
    double reports[MOST_REPORTS];
    size_t events, findings;
    sim_end end;
} traces;

static traces run_with(model *m, sim_kit *kit, double value, arena *run) {
    traces x = {.findings = 0};
    int param = 0;
    diag *findings = m->findings;
    m->findings = diag_create_like(run, findings);
    assert_true(model_assign(m, &param, &value, 1));
    const sim_result *r = sim_kit_run(kit, run);
    if (!r->start_failed)
        memcpy(x.reports, r->reports, m->report_count * sizeof(double));
    x.events = r->events.len;
    x.findings = diag_count(m->findings);
    x.end = r->end;
    m->findings = findings;
    return x;
}

/* Each run is the same, to the bit, in a kit of its own and after others that went and ended otherwise. */
static void knows_nothing_of_others(const char *text) {
    arena *a = base_arena_create();
    model *m = read(a, "lanes.lgr", text);
    sim_options o = options_of_sweeps();
    sim_kit *kit = sim_kit_create(m, &o, true, a);
    for (size_t i = 0; i < sizeof some_values / sizeof *some_values; i++) {
        sim_kit *own = sim_kit_create(m, &o, true, a);
        traces after = run_with(m, kit, some_values[i], a), alone = run_with(m, own, some_values[i], a);
        assert_memory_equal(after.reports, alone.reports, sizeof after.reports);
        assert_int_equal(after.events, alone.events);
        assert_int_equal(after.findings, alone.findings);
        assert_int_equal(after.end, alone.end);
        sim_kit_dispose(own);
    }
    sim_kit_dispose(kit);
    model_dispose(m);
    base_arena_destroy(a);
}

static void runs_know_nothing_of_others(void **state) {
    (void)state;
    /* stops or not, bounces and comes to rest */
    knows_nothing_of_others(
        "param v = 3\ncoord x = 0, y = 1\ninitial x' = v\ngravity 9.81\n"
        "particle p: mass 1 at [x, y]\ncontact floor: y >= 0, restitution 0.7\n"
        "event far when x > 4 { stop }\nevent low when y < 0.3 { set x' = 0.9*x' }\n"
        "report T = time(far), I = integral(y), X = final(x), A = final(y''), F = time(floor.impact)\n"
        "simulate until 2.3\n");
    /* a start that is looked for, or does not exist */
    knows_nothing_of_others("param l = 3\ncoord x ~ 1, y = 1\ngravity 9.81\nparticle p: mass 2 at [x, y]\n"
                            "constraint rope: x^2 + y^2 = l^2\ninitial x' ~ 0\ninitial y' = 0.1\n"
                            "report X = final(x), W = final(y')\nsimulate until 0.3\n");
    /* a warning that is told once in each run */
    knows_nothing_of_others("param w = 3\ncoord x = 0\nkinetic T = 1/2*x'^2\n"
                            "event never when sin(1e9*w*t)*cos(1e9*w*t) > 0.6 { stop }\n"
                            "report X = final(x)\nsimulate until 1\n");
    /* a start at the same place, off the floor or below it */
    knows_nothing_of_others("param h = 3\ncoord y = 1\ngravity 9.81\nparticle p: mass 1 at [0, y]\n"
                            "contact floor: y >= 0.3*h\nreport Y = final(y)\nsimulate until 0.01\n");
    /* friction of a known limit in all directions, which holds for some */
    knows_nothing_of_others("param F = 3\ncoord x = 0, y = 0.5\ninitial x' = 3\nparticle p: mass 2 at [x, y]\n"
                            "potential V = 5*(x^2 + 2*y^2)\nfriction rub: limit F along [x, y], static 1.2*F\n"
                            "report X = final(x), Y = final(y), M = maximum(x)\nsimulate until 6\n");
    /* one contact that lifts or presses, and one with friction */
    knows_nothing_of_others("param f = 3\ncoord x = 0, y = 0\ninitial x' = 1\ngravity 9.81\n"
                            "particle p: mass 1 at [x, y]\nforce up: [0, 4*f + 10*t] at p\n"
                            "contact floor: y >= 0, friction 0.3 along x\n"
                            "report X = final(x), Y = final(y), O = time(floor.open)\nsimulate until 1\n");
}

/* --- Whether lanes are there at all, and how they end --- */

static bool after_some(void *user, double t, double until, long steps) {
    (void)t, (void)until, (void)steps;
    return ++*(int *)user > 300;
}

static void can_be_interrupted(void **state) {
    (void)state;
    arena *a = base_arena_create();
    model *m = read(a, "lanes.lgr",
                    "param k = 40\ncoord x = 0.5\nkinetic T = 1/2*x'^2\npotential V = 1/2*k*x^2\n"
                    "report X = final(x)\nsimulate until 1e6\n");
    sim_options o = options_of_sweeps();
    int calls = 0;
    o.watch = after_some;
    o.user = &calls;
    sim_kit *kit = sim_kit_create(m, &o, true, a);
    sim_lanes *lanes = sim_lanes_create(kit, a);
    crowd *c = ARENA_NEW(a, crowd);
    *c = (crowd){.a = a, .m = m, .base = 40};
    sim_lanes_run(lanes, &(sim_client){next, done, c});
    assert_int_equal(c->over, RUNS);
    for (size_t i = 0; i < RUNS; i++)
        assert_int_equal(c->ends[i], SIM_INTERRUPTED);
    sim_lanes_dispose(lanes);
    sim_kit_dispose(kit);
    model_dispose(m);
    base_arena_destroy(a);
}

/* Other methods, and samples between the ends of steps, are for runs alone. */
static void not_for_samples(void **state) {
    (void)state;
    arena *a = base_arena_create();
    model *m = read(a, "lanes.lgr",
                    "param k = 40\ncoord x = 0.5\nkinetic T = 1/2*x'^2\npotential V = 1/2*k*x^2\n"
                    "report x = final(x')\nsimulate until 1\n");
    sim_options sampled = options_of_sweeps(), stiff = sampled;
    sampled.every = 0.1;
    stiff.method = "variational";
    const sim_options *options[] = {&sampled, &stiff};
    for (int i = 0; i < 2; i++) {
        sim_kit *kit = sim_kit_create(m, options[i], true, a);
        assert_null(sim_lanes_create(kit, a));
        sim_kit_dispose(kit);
    }
    model_dispose(m);
    base_arena_destroy(a);
}

/* What is solved for is judged by the stages of a step: where these stand too far apart to show its curve, though they
   rise from start to end, the run looks for its tops alone. */
static void tops_between_stages(void **state) {
    (void)state;
    for (int k = 1; k <= 24; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "param w = 7\ncoord a = 0.2, y = 0\ninitial a' = w, y' = 3\ngravity 9.81\nkinetic T = a'^2/2\n"
                 "particle p: mass 1 at [0, y]\nreport top = maximum(y'' + sin(%d*a))\nsimulate until 1.3\n",
                 k);
        agree(text, 1e-9);
    }
}

/* From rest, through the top of a throw, in the wind. */
static void through_the_air(void **state) {
    (void)state;
    agree("param v = 20\ncoord x = 0, y = 0\ninitial y' = v\ngravity 9.81\nparticle p: mass 0.3 at [x, y]\n"
          "drag air: on p, diameter 0.1, coefficient sphere, air 1.2, viscosity 1.8e-5\n"
          "event down when y < 0 { stop }\nreport T = time(down), top = maximum(y), fast = final(y')\n"
          "simulate until 9\n",
          1e-10);
    agree("param w = 4\ncoord x = 0, y = 30\ngravity 9.81\nparticle p: mass 0.3 at [x, y]\n"
          "let f(Re) = 24/Re + 0.4\ndrag air: on p, diameter 0.1, coefficient f, air 1.2, viscosity 1.8e-5, "
          "wind [w*sqrt(max(y, 0.1)/10), 0]\nevent down when y < 0 { stop }\n"
          "report T = time(down), far = final(x), fast = maximum(norm(p')), F = maximum(norm(force(air)))\n"
          "simulate until 9\n",
          1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batons),
        cmocka_unit_test(a_launch),
        cmocka_unit_test(comparisons_of_both_kinds),
        cmocka_unit_test(events_on_the_way),
        cmocka_unit_test(dead_points_on_the_way),
        cmocka_unit_test(greatest_and_least),
        cmocka_unit_test(false_on_the_way),
        cmocka_unit_test(fast_conditions),
        cmocka_unit_test(what_goes_alone),
        cmocka_unit_test(steps_agree),
        cmocka_unit_test(can_be_interrupted),
        cmocka_unit_test(states_on_the_way),
        cmocka_unit_test(not_for_samples),
        cmocka_unit_test(runs_know_nothing_of_others),
        cmocka_unit_test(company_changes_nothing),
        cmocka_unit_test(tops_between_stages),
        cmocka_unit_test(through_the_air),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
