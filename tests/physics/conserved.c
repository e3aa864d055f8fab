/* What is kept and what is not, by the list that the analysis makes and along runs. */
#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/conserved/conserved.h"
#include "analysis/structure/structure.h"
#include "expr/diff.h"

typedef struct laws {
    machine x;
    arena *memory;
    analysis_setting s;
    analysis_state *motion;
    size_t motion_count;
    conserved_list list;
} laws;

/* Runs the model to its `simulate until` or first event, and lists what is kept. */
static laws find_laws(const char *text) {
    sim_options options = sim_options_default();
    options.keep_trajectory = true;
    options.tolerance = 1e-11;
    laws l = {.x = machine_run_with(options, "%s", text), .memory = base_arena_create()};
    const sim_result *r = l.x.result;
    double end = r->events.len ? r->events.at[0].t : INFINITY;
    l.motion = ARENA_ARRAY(l.memory, analysis_state, r->rows.len);
    for (size_t i = 0; i < r->rows.len && r->rows.at[i].t < end; i++)
        l.motion[l.motion_count++] = (analysis_state){.t = r->rows.at[i].t, .q = r->rows.at[i].q, .v = r->rows.at[i].v};
    assert_true(l.motion_count > 1);
    model *m = l.x.model;
    double *q = ARENA_ARRAY(l.memory, double, m->coord_count), *v = ARENA_ARRAY(l.memory, double, m->coord_count);
    bool *rows = ARENA_ARRAY(l.memory, bool, m->row_count);
    assert_true(sim_find_start(m, l.memory, q, v, rows));
    l.s = analysis_setting_make(m, q, v, rows, false, l.memory);
    structure w = analysis_structure_find(m, q, v, rows, l.memory);
    l.s.integrals = w.integrals;
    l.s.integral_count = w.integral_count;
    l.s.integrated = w.integrated;
    l.list = analysis_conserved(&l.s, l.motion, l.motion_count);
    for (size_t i = 0; i < l.list.count; i++)
        assert_below(l.list.at[i].drift, 1e-8);
    return l;
}

static void free_laws(laws *l) {
    base_arena_destroy(l->memory);
    machine_free(&l->x);
}

static const conserved *law(const laws *l, const char *name) {
    for (size_t i = 0; i < l->list.count; i++)
        if (!strcmp(l->list.at[i].name, name))
            return &l->list.at[i];
    for (size_t i = 0; i < l->list.count; i++)
        print_error("there is '%s'\n", l->list.at[i].name);
    fail_msg("no '%s'", name);
    return NULL;
}

static double at(const laws *l, const conserved *c, const analysis_state *state) {
    return analysis_probe_at(analysis_probe_make(l->x.model, &c->value, 1, l->memory), state)[0];
}

/* All names, in the order of the list, separated by "; ". */
static void expect_names(const char *text, const char *names) {
    laws l = find_laws(text);
    strbuf all = base_strbuf_make(l.memory);
    for (size_t i = 0; i < l.list.count; i++)
        base_strbuf_printf(&all, "%s%s", i ? "; " : "", l.list.at[i].name);
    if (strcmp(base_strbuf_text(&all), names))
        print_error("of\n%s\n", text);
    assert_string_equal(base_strbuf_text(&all), names);
    free_laws(&l);
}

#define PLANE "coord x = 1, y = 0\ninitial x' = 0.3, y' = 1.1\nkinetic T = 3/2*(x'^2 + y'^2)\nsimulate until 2\n"

static void energies(void **state) {
    (void)state;
    expect_names("param k = 2\ncoord x = 1\nkinetic T = x'^2\npotential V = k*x^2\nsimulate until 2\n", "energy");
    expect_names("coord x = 1\nkinetic T = x'^2\npotential V = x^2\ndissipation D = x'^2*x'^2\nsimulate until 2\n", "");
    expect_names("coord x = 1\nkinetic T = x'^2\npotential V = x^2*(2 + sin(t))\nsimulate until 2\n", "");
    expect_names("coord x = 1, y ~ 1\nkinetic T = x'^2 + y'^2\npotential V = x^2\n"
                 "constraint c: y = x^2 + sin(t)\nsimulate until 2\n",
                 "");
    expect_names("coord x = 1, y ~ 1\nkinetic T = x'^2 + y'^2\npotential V = x^2\n"
                 "constraint c: y' = x*x' + y\nsimulate until 1\n",
                 "");
    /* nothing moves near the start, but later */
    expect_names("coord x = 1, y ~ 0\ninitial x' = 0.5\nkinetic T = x'^2 + y'^2\n"
                 "constraint c: y = if t > 1 then (t - 1)^3 else 0\nsimulate until 2\n",
                 "momentum of x");
    /* a belt: kept is the energy less the belt's speed times the momentum along it */
    expect_names("coord x = 1, y ~ 1\nkinetic T = x'^2 + y'^2\npotential V = x^2\n"
                 "constraint c: y' = x*x' + 1\nsimulate until 1\n",
                 "Jacobi integral");
    expect_names("coord x = 1, y ~ 1\nkinetic T = x'^2 + y'^2\npotential V = x^2\n"
                 "constraint c: y' = x*x'\nsimulate until 1\n",
                 "energy");
    expect_names(PLANE "force f: [-y, x] at [x, y]\n", "");
    expect_names(PLANE "force f: [cos(3*t), x^2] at [x, y]\n", "");
}

static void forces_with_a_written_potential(void **state) {
    (void)state;
    laws l = find_laws(PLANE "param k = 2, F = 0.7\nforce f: [F - k*x + y, x - 2*k*y] at [x, y]\n");
    assert_int_equal(l.list.count, 1);
    const conserved *c = law(&l, "energy");
    assert_int_equal(c->kind, CONSERVED_ENERGY);
    assert_near(c->at_start, 1.5 * (0.09 + 1.21) + 2 * 0.5 - 0.7, 1e-12);
    free_laws(&l);
    l = find_laws(PLANE "force f: [x*y^2 - cos(x), x^2*y] at [x, y]\n");
    assert_int_equal(l.list.count, 1);
    analysis_state s = l.s.start;
    s.q[0] = 0.4;
    s.q[1] = 0.9;
    double change = at(&l, law(&l, "energy"), &s) - law(&l, "energy")->at_start;
    assert_near(change, -(0.16 * 0.81 / 2 - sin(0.4)) - sin(1), 1e-12);
    free_laws(&l);
}

/* A force that does no work leaves T + V alone; what it does to the momenta is a gauge. */
static void magnetic_field(void **state) {
    (void)state;
    laws l = find_laws(PLANE "param b = 0.7\nforce f: [b*y', -b*x'] at [x, y]\n");
    assert_int_equal(l.list.count, 3);
    assert_near(law(&l, "energy")->at_start, 1.5 * 1.3, 1e-12);
    assert_near(law(&l, "momentum of x with impulse")->at_start, 3 * 0.3, 1e-12);
    assert_near(law(&l, "momentum of y with impulse")->at_start, 3 * 1.1 + 0.7, 1e-12);
    free_laws(&l);
}

static void bead_on_a_turning_hoop(void **state) {
    (void)state;
    laws l = find_laws("param m = 2, g = 9.81, R = 0.4, W = 7\ncoord a = 0.3\ninitial a' = 0.5\n"
                       "frame hoop = rotation(z, W*t)\ngravity g\n"
                       "particle bead: mass m at R*(sin(a)*hoop.x - cos(a)*hoop.z)\nsimulate until 3\n");
    assert_int_equal(l.list.count, 1);
    const conserved *c = law(&l, "Jacobi integral");
    assert_int_equal(c->kind, CONSERVED_JACOBI);
    assert_null(c->symmetry);
    double s = sin(0.3);
    assert_near(c->at_start, 0.16 * (0.25 - 49 * s * s) - 2 * 9.81 * 0.4 * cos(0.3), 1e-12);
    analysis_state later = l.s.start;
    later.t = 0.83; /* the expression does not know time */
    assert_near(at(&l, c, &later), c->at_start, 1e-14);
    free_laws(&l);
}

/* The same hoop as a moving constraint: neither the energy nor q'.p - L is kept, but E - W L. */
static void bead_on_a_hoop_that_is_a_constraint(void **state) {
    (void)state;
    laws l = find_laws("param m = 2, g = 9.81, R = 0.4, W = 7\ncoord x = 0.1, y ~ 0, z ~ -0.3\n"
                       "kinetic T = m/2*(x'^2 + y'^2 + z'^2)\npotential V = m*g*z\n"
                       "constraint hoop: x^2 + y^2 + z^2 = R^2\nconstraint plane: y*cos(W*t) = x*sin(W*t)\n"
                       "simulate until 2\n");
    assert_int_equal(l.list.count, 1);
    const conserved *c = law(&l, "Jacobi integral");
    assert_string_equal(c->symmetry, "t: 1, x: -W*y, y: W*x");
    const double *q = l.s.start.q, *v = l.s.start.v;
    double T = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    assert_near(c->at_start, T + 2 * 9.81 * q[2] - 7 * 2 * (q[0] * v[1] - q[1] * v[0]), 1e-12);
    free_laws(&l);
}

static void cyclic_coordinates(void **state) {
    (void)state;
    laws l = find_laws("param m = 2\ncoord r = 1, phi = 0\ninitial r' = 0.2, phi' = 1.1\n"
                       "kinetic T = m/2*(r'^2 + r^2*phi'^2)\npotential V = -1/r\nsimulate until 2\n");
    assert_int_equal(l.list.count, 2);
    const conserved *c = law(&l, "momentum of phi");
    assert_int_equal(c->kind, CONSERVED_CYCLIC);
    assert_int_equal(c->coord, 1);
    assert_string_equal(c->symmetry, "phi: 1");
    assert_near(c->at_start, 2.2, 1e-14);
    free_laws(&l);
    expect_names(PLANE, "energy; momentum of x; momentum of y; angular momentum (x, y)");
    /* constraints, forces and dissipation take momenta away */
    expect_names("coord x = 1, y ~ 0\ninitial x' = 0.3\nkinetic T = 3/2*(x'^2 + y'^2)\nsimulate until 2\n"
                 "constraint rail: y = 0.2*sin(x - 1)\n",
                 "energy");
    expect_names(PLANE "force f: [0, -y^3*(2 + sin(t))] at [x, y]\n", "momentum of x");
    expect_names(PLANE "dissipation D = y'^4\n", "momentum of x");
    /* a potential that begins later: near the start its slope is zero, along the motion it is not */
    expect_names(PLANE "potential V = if x > 1.4 then (x - 1.4)^2 else 0\n", "energy; momentum of y");
}

static void momenta_with_impulse(void **state) {
    (void)state;
    laws l = find_laws(PLANE "param g = 9.81, c = 0.4\npotential V = 3*g*y\ndissipation D = c/2*x'^2\n");
    assert_int_equal(l.list.count, 3); /* and the energy of y */
    analysis_state s = l.s.start;
    s.t = 2;
    s.q[0] = 5;
    assert_int_equal(law(&l, "momentum of x with impulse")->kind, CONSERVED_SYMMETRY);
    assert_near(at(&l, law(&l, "momentum of x with impulse"), &s), 3 * 0.3 + 0.4 * 5, 1e-12);
    assert_near(at(&l, law(&l, "momentum of y with impulse"), &s), 3 * 1.1 + 3 * 9.81 * 2, 1e-12);
    free_laws(&l);
}

/* Three bodies that attract each other: the forces between them cancel in what falling gives all of them, which is then
   a formula of the parameters although no rule of writing cancels the sums. */
static void what_falls_together_says_of_what(void **state) {
    (void)state;
    laws l = find_laws("param a = 1.3, b = 2.1, c = 0.7, G = 5, g = 9.81\n"
                       "coord x1 = 0, y1 = 1, x2 = 2.5, y2 = 0.3, x3 = -1, y3 = -2\n"
                       "particle A: mass a at [x1, y1]\nparticle B: mass b at [x2, y2]\n"
                       "particle C: mass c at [x3, y3]\npotential W = g*(a*y1 + b*y2 + c*y3)\n"
                       "potential V = -G*a*b/sqrt((x1 - x2)^2 + (y1 - y2)^2) - G*a*c/sqrt((x1 - x3)^2 + (y1 - y3)^2)"
                       " + 4*sqrt((x2 - x3)^2 + (y2 - y3)^2)^3\nsimulate until 0.1\n");
    const conserved *c = law(&l, "linear momentum along y with impulse");
    assert_null(c->holds);
    /* of other falling bodies: m1, m2, m3 and g are numbers of their own */
    const model *m = l.x.model;
    const double other[] = {10, 20, 30, 7, 2};
    double *values = ARENA_ARRAY(l.memory, double, m->var_count);
    for (size_t i = 0; i < m->param_count; i++)
        values[m->params[i].var] = other[i];
    assert_near(expr_eval(m->g, expr_derivative(m->g, c->value, m->t), values), 2 * (10 + 20 + 30), 1e-12);
    free_laws(&l);
}

static void central_forces(void **state) {
    (void)state;
    laws l = find_laws(PLANE "potential V = -2/hypot(x, y)\n");
    assert_int_equal(l.list.count, 2);
    const conserved *c = law(&l, "angular momentum (x, y)");
    assert_int_equal(c->kind, CONSERVED_SYMMETRY);
    assert_int_equal(c->coord, -1);
    assert_string_equal(c->symmetry, "x: -y, y: x");
    assert_near(c->at_start, 3.3, 1e-12);
    free_laws(&l);
    /* about a centre that parameters give */
    l = find_laws(PLANE "param a = 0.3, b = -2\npotential V = -2/hypot(x - a, y - b)\n");
    c = law(&l, "angular momentum (x, y)");
    assert_string_equal(c->symmetry, "x: b - y, y: x - a");
    assert_near(c->at_start, 3 * (0.7 * 1.1 - 2 * 0.3), 1e-12);
    free_laws(&l);
}

static void stars(void **state) {
    (void)state;
    const char *text = "for i in 1..7 { coord x[i] = 3*cos(5*i), y[i] = 3*sin(2*i)\ninitial x[i]' = 0.2*sin(3*i)\n"
                       "particle star[i]: mass i at [x[i], y[i]] }\n"
                       "potential V = -sum(j in 2..7: sum(i in 1..j-1: i*j/norm(star[i] - star[j])))\n"
                       "simulate until 0.3\n";
    expect_names(text,
                 "energy; linear momentum along x; linear momentum along y; angular momentum (x, y); Galilei boost "
                 "along x; Galilei boost along y");
    laws l = find_laws(text);
    double sum = 0, turn = 0;
    for (int i = 1; i <= 7; i++) {
        sum += i * 0.2 * sin(3 * i);
        turn -= 3 * sin(2 * i) * i * 0.2 * sin(3 * i);
    }
    assert_near(law(&l, "linear momentum along x")->at_start, sum, 1e-12);
    assert_near(law(&l, "angular momentum (x, y)")->at_start, turn, 1e-12);
    free_laws(&l);
}

static void masses_and_springs(void **state) {
    (void)state;
    expect_names("param a = 2, b = 3\ncoord u = 0, v = 1, w = 3\ninitial u' = 1\n"
                 "kinetic T = a*u'^2 + b*v'^2 + w'^2\npotential V = (u - v)^2 + (v - w)^4\nsimulate until 2\n",
                 "energy; momentum of u, v and w together; Galilei boost of u, v and w together");
    /* held at one end */
    expect_names("param a = 2, b = 3\ncoord u = 0, v = 1\ninitial u' = 1\n"
                 "kinetic T = a*u'^2 + b*v'^2\npotential V = (u - v)^2 + v^4\nsimulate until 2\n",
                 "energy");
    /* in space, in gravity: the whole falls and turns about the vertical */
    expect_names(
        "param m = 2, n = 3\ncoord xa = 0, ya = 0, za = 0, xb = 1, yb = 0.2, zb = 0.4\ninitial xa' = 1, zb' = 1\n"
        "gravity 9.81\nparticle a: mass m at [xa, ya, za]\nparticle b: mass n at [xb, yb, zb]\n"
        "potential V = norm(a - b)^4\nsimulate until 0.5\n",
        "energy; linear momentum along x; linear momentum along y; angular momentum (x, y); linear momentum along z "
        "with impulse; Galilei boost along x; Galilei boost along y; Galilei boost along z with impulse; symmetry 1; "
        "symmetry 2");
}

static void pendulums(void **state) {
    (void)state;
    const char *twice = "param l = 1, k = 0.7, g = %s\ncoord a = 0.5, b = 1\ninitial a' = 1\ngravity g\n"
                        "let p = l*[sin(a), -cos(a)]\nlet r = p + k*[sin(b), -cos(b)]\n"
                        "particle m1: mass 1 at p\nparticle m2: mass 2 at r\nsimulate until 1\n";
    arena *memory = base_arena_create();
    expect_names(base_arena_printf(memory, twice, "0"), "energy; momentum of a and b together");
    expect_names(base_arena_printf(memory, twice, "9.81"), "energy");
    base_arena_destroy(memory);
    laws l = find_laws("param l = 1, m = 2\ncoord x = 0.6, y = 0, z ~ -0.8\ninitial y' = 0.5\ngravity 9.81\n"
                       "particle bob: mass m at [x, y, z]\nconstraint rod: x^2 + y^2 + z^2 = l^2\nsimulate until 2\n");
    assert_int_equal(l.list.count, 2);
    assert_near(law(&l, "angular momentum (x, y)")->at_start, 0.6, 1e-12);
    free_laws(&l);
}

static void rigid_bodies(void **state) {
    (void)state;
    laws l = find_laws("orientation q = [1, 0, 0, 0]\ninitial q.w' = 0, q.x' = 0.4, q.y' = 0, q.z' = 0.55\n"
                       "frame B = quaternion(q)\nbody rock: mass 1, inertia [1, 2, 3], at [0, 0, 0], frame B\n"
                       "simulate until 3\n");
    assert_int_equal(l.list.count, 4);
    assert_near(law(&l, "angular momentum of q about x")->at_start, 0.8, 1e-12);
    assert_near(law(&l, "angular momentum of q about y")->at_start, 0, 1e-12);
    assert_near(law(&l, "angular momentum of q about z")->at_start, 3.3, 1e-12);
    free_laws(&l);
    expect_names(
        "param h = 0.3\norientation q = [cos(0.2), sin(0.2), 0, 0]\ngravity 9.81\ninitial q.z' = 0.5\n"
        "frame B = quaternion(q)\nbody top: mass 1, inertia [1, 1, 0.4], at h*B.z, frame B\nsimulate until 1\n",
        "energy; angular momentum of q about z; angular momentum of q about its own z");
}

/* A screw: the pitch is a parameter, and found as such. */
static void helix(void **state) {
    (void)state;
    laws l = find_laws("param m = 3, R = 2, p = 0.5\ncoord x ~ 2, y ~ 0, z = 0\ninitial z' = 0.7\n"
                       "kinetic T = m/2*(x'^2 + y'^2 + z'^2)\n"
                       "constraint a: x = R*cos(z/p)\nconstraint b: y = R*sin(z/p)\nsimulate until 2\n");
    const conserved *c = law(&l, "angular momentum (x, y)");
    assert_string_equal(c->symmetry, "x: -y, y: x, z: p");
    assert_near(c->at_start, 3 * (2 * 2 * 0.7 / 0.5 + 0.5 * 0.7), 1e-10);
    free_laws(&l);
}

/* Equal numbers that are different parameters: kept all the same, for this model. */
static void coincidence(void **state) {
    (void)state;
    const char *text = "param a = 2, b = 2, k = %s\ncoord x = 1, y = 0\ninitial y' = 0.5\n"
                       "kinetic T = a/2*x'^2 + b/2*y'^2\npotential V = k*x^2 + 3*y^2\nsimulate until 2\n";
    arena *memory = base_arena_create();
    expect_names(base_arena_printf(memory, text, "3"), "energy; angular momentum (x, y); energy of x; energy of y");
    expect_names(base_arena_printf(memory, text, "3.1"), "energy; energy of x; energy of y");
    base_arena_destroy(memory);
}

static void rolling(void **state) {
    (void)state;
    expect_names("param m = 1, R = 0.3, I = 0.045, J = 0.0225\ncoord x = 0, y = 0, al = 0, be = 0\n"
                 "initial al' = 0.7, be' = 5\nkinetic T = m/2*(x'^2 + y'^2) + I/2*be'^2 + J/2*al'^2\n"
                 "constraint rx: x' = R*be'*cos(al)\nconstraint ry: y' = R*be'*sin(al)\nsimulate until 2\n",
                 "energy; momentum of al");
    /* translation is a symmetry of the sleigh, but the edge does not let it through */
    expect_names("param m = 2, I = 0.3, a = 0.2\ncoord x = 0, y = 0, th = 0.3\ninitial x' ~ 1, th' = 2\n"
                 "kinetic T = m/2*((x' - a*th'*sin(th))^2 + (y' + a*th'*cos(th))^2) + I/2*th'^2\n"
                 "constraint edge: y'*cos(th) = x'*sin(th)\nsimulate until 2\n",
                 "energy");
    laws l = find_laws("param m = 2, R = 0.3, I = 0.4, s = 0.2, g = 9.81\ncoord x = 0, phi = 0\n"
                       "kinetic T = m/2*x'^2 + I/2*phi'^2\npotential V = -m*g*s*x\n"
                       "constraint roll: x' = R*phi'\nsimulate until 1\n");
    assert_int_equal(l.list.count, 3); /* the momentum grows evenly: the boost, too */
    const conserved *c = law(&l, "momentum of x and phi together with impulse");
    assert_string_equal(c->symmetry, "x: 1, phi: 1/R");
    analysis_state state2 = l.s.start;
    state2.t = 3;
    state2.v[0] = 1.5;
    state2.v[1] = 5;
    assert_near(at(&l, c, &state2), 2 * 1.5 + 0.4 * 5 / 0.3 - 3 * 2 * 9.81 * 0.2, 1e-12);
    free_laws(&l);
}

/* Routh's ball on a turntable: its angular momenta about the point of contact are kept, and a Jacobi integral. */
static void ball_on_a_turntable(void **state) {
    (void)state;
    expect_names("param R = 0.2, W = 3\ncoord x = 0.5, y = 0\norientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\n"
                 "initial x' = 0.1, y' = 0.4, omega(B).z = 1\n"
                 "body ball: mass 2, inertia [0.4*2*R^2, 0.4*2*R^2, 0.4*2*R^2], at [x, y, R], frame B\n"
                 "let slip = velocity(ball - [0, 0, R] on ball) - W*[-y, x, 0]\n"
                 "constraint sx: slip.x = 0\nconstraint sy: slip.y = 0\nsimulate until 2\n",
                 "angular momentum of q about z; Jacobi integral; angular momentum of q about x; "
                 "angular momentum of q about y");
}

static void contacts(void **state) {
    (void)state;
    const char *text =
        "coord x = 0, y = 0, w = 1\ninitial x' = 2, w' = 1\ngravity 9.81\n"
        "particle p: mass 1 at [x, y]\nkinetic T = w'^2/2\ncontact floor: y >= 0%s\nsimulate until 0.1\n";
    arena *memory = base_arena_create();
    expect_names(base_arena_printf(memory, text, ""), "energy; momentum of x; momentum of w");
    expect_names(base_arena_printf(memory, text, ", friction 0.3 along x"), "momentum of w");
    base_arena_destroy(memory);
}

static void without_motion(void **state) {
    (void)state;
    laws l = find_laws(PLANE);
    conserved_list list = analysis_conserved(&l.s, NULL, 0);
    assert_int_equal(list.count, 4);
    for (size_t i = 0; i < list.count; i++)
        assert_true(isnan(list.at[i].drift));
    free_laws(&l);
}

/* States of which one is not of the motion: what is kept along a true one is not given up for a coarse one. */
static void coarse_motions_tell_nothing(void **state) {
    (void)state;
    laws l = find_laws(PLANE);
    analysis_state other = l.s.start;
    other.v[0] *= 1 + 1e-5;
    const analysis_state states[] = {l.motion[0], other};
    conserved_list list = analysis_conserved(&l.s, states, 2);
    assert_int_equal(list.count, 4);
    for (size_t i = 0; i < list.count; i++)
        assert_below(list.at[i].drift, 1e-9);
    free_laws(&l);
}

/* What a push does later, or a wall elsewhere, nobody sees near the start; the machine at rest is set going. */
static void what_is_not_yet_felt(void **state) {
    (void)state;
    expect_names("coord x = 0, y = 0\ninitial x' = 0.1\nparticle p: mass 1 at [x, y]\n"
                 "force push: [if t > 50 and t < 50.01 then 3 else 0, 0] at [x, y]\nsimulate until 2\n",
                 "momentum of y");
    expect_names("coord x = 0, y = 0\ninitial x' = 0.1\nparticle p: mass 1 at [x, y]\n"
                 "force push: [exp(-((t - 50)/0.01)^2), 0] at [x, y]\nsimulate until 2\n",
                 "momentum of y");
    expect_names("coord x = 0, y = 0\ninitial x' = 0.1\nparticle p: mass 1 at [x, y]\n"
                 "potential wall = 3*max(0, x - 40)^2\nsimulate until 2\n",
                 "energy; momentum of y");
    expect_names("coord x = 2.2, y = 0\nparticle p: mass 1 at [x, y]\n"
                 "potential trap = -2*exp(-((x - 3)^2 + y^2)/0.04)\nsimulate until 2\n",
                 "energy; angular momentum (x, y)");
    /* where the cable is taut a damper may hide its pull; where that does not, nothing is kept */
    expect_names("param k = 60, l = 12, c = 20, g = 9.81, m = 80\ncoord x = 0.1, y = 0\ngravity g\n"
                 "particle jumper: mass m at [x, y]\nlet s = norm(jumper) - l\npotential V = 1/2*k*max(0, s)^2\n"
                 "force F: if s > 0 then -max(c*s', -k*s)*unit(jumper) else [0, 0] at jumper\nsimulate until 30\n",
                 "");
}

/* Micrometres and planets: nothing is kept that is not. */
static void sizes_do_not_matter(void **state) {
    (void)state;
    expect_names("coord x = 1e-7, y = 0\nparticle bead: mass 1e-16 at [x, y]\n"
                 "potential trap = -4e-21*exp(-(x^2 + y^2)/(4e-7)^2)\nsimulate until 1e-4\n",
                 "energy; angular momentum (x, y)");
    expect_names("coord x = 1.5e11, y = 0\ninitial y' = 3e4\nparticle earth: mass 6e24 at [x, y]\n"
                 "potential sun = -1.327e20*6e24/norm(earth)\nsimulate until 1e7\n",
                 "energy; angular momentum (x, y)");
}

static void assert_holds(const laws *l, const char *name, const char *until) {
    const conserved *c = law(l, name);
    if (until)
        assert_string_equal(c->holds, until);
    else
        assert_null(c->holds);
}

/* Relative to each other two bodies turn by themselves: numbers in it are ratios of the masses and 1 less such a ratio.
 */
static void ratios_are_told_from_numbers(void **state) {
    (void)state;
    laws l =
        find_laws("param m1 = 1, m2 = 2, G = 1\ncoord x1 = 1, y1 = 0, x2 = -0.5, y2 = 0\ninitial y1' = 1, y2' = -0.5\n"
                  "kinetic T = (m1*(x1'^2 + y1'^2) + m2*(x2'^2 + y2'^2))/2\n"
                  "potential V = -G*m1*m2/sqrt((x1 - x2)^2 + (y1 - y2)^2) + 0.3*(m1*(x1^2 + y1^2) + m2*(x2^2 + y2^2))\n"
                  "simulate until 0.3\n");
    const conserved *c = law(&l, "symmetry 1");
    assert_non_null(strstr(c->symmetry, "m1*(y1 - y2)/m2"));
    assert_null(c->holds);
    free_laws(&l);
}

/* Two bodies: their mass centre moves evenly, which is one number for each axis. */
static void galilei_boosts(void **state) {
    (void)state;
    laws l = find_laws("param m = 2, M = 5\ncoord x1 = 1, y1 = 0.5, x2 = -1, y2 = 2\ninitial x1' = 0.4, y2' = -0.3\n"
                       "kinetic T = (m*(x1'^2 + y1'^2) + M*(x2'^2 + y2'^2))/2\n"
                       "potential V = ((x1 - x2)^2 + (y1 - y2)^2)^2\nsimulate until 0.3\n");
    const conserved *x = law(&l, "Galilei boost along x"), *y = law(&l, "Galilei boost along y");
    analysis_state s = l.s.start;
    s.t = 3;
    assert_near(at(&l, x, &s), 3 * 2 * 0.4 - (2 * 1 - 5 * 1), 1e-12);
    assert_near(at(&l, y, &s), -3 * 5 * 0.3 - (2 * 0.5 + 5 * 2), 1e-12);
    assert_int_equal(x->kind, CONSERVED_BOOST);
    assert_string_equal(x->symmetry, "x1: t, x2: t");
    for (size_t i = 0; i < l.list.count; i++)
        assert_true(l.list.at[i].proved);
    free_laws(&l);
    /* in gravity it falls */
    l = find_laws("coord a = 0, b = 1\ninitial a' = 2\nkinetic T = (3*a'^2 + b'^2)/2\n"
                  "potential V = (a - b)^2/2 + 10*(3*a + b)\nsimulate until 0.3\n");
    s = l.s.start;
    s.t = 2;
    assert_near(at(&l, law(&l, "Galilei boost of a and b together with impulse"), &s), 2 * 6 - 1 + 40 * 2 * 2 / 2.0,
                1e-12);
    free_laws(&l);
    /* a pendulum on a cart: of the mass centre, which no coordinate is */
    l = find_laws("param M = 3, m = 2, l = 0.7\ncoord x = 1, th = 0.5\ninitial x' = 0.2, th' = 1\n"
                  "kinetic T = M*x'^2/2 + m*((x' + l*th'*cos(th))^2 + (l*th'*sin(th))^2)/2\n"
                  "potential V = -m*9.81*l*cos(th)\nsimulate until 0.3\n");
    s = l.s.start;
    s.t = 1.5;
    assert_near(at(&l, law(&l, "Galilei boost of x"), &s), 1.5 * (5 * 0.2 + 1.4 * cos(0.5)) - 5 * 1 - 1.4 * sin(0.5),
                1e-12);
    free_laws(&l);
    /* what is held does not move evenly, and what moves alone needs no second law */
    expect_names("coord a = 0, b = 1\nkinetic T = a'^2 + b'^2\npotential V = (a - b)^2 + a^4\nsimulate until 0.3\n",
                 "energy");
    expect_names("coord a = 0, b = 1\ninitial b' = 1\nkinetic T = a'^2 + b'^2\npotential V = a^2\nsimulate until 0.3\n",
                 "energy; momentum of b");
}

/* Each part that touches no other has an energy, also where one of them loses its own. */
static void energies_of_parts(void **state) {
    (void)state;
    laws l = find_laws(
        "param k = 3\ncoord a = 1, b = 2, c = 0.5\ninitial c' = 1\n"
        "kinetic T = a'^2/2 + (b'^2 + c'^2*(1 + b^2))/2\npotential V = k*a^2/2 + (b - c)^2\nsimulate until 0.3\n");
    assert_near(law(&l, "energy of a")->at_start, 1.5, 1e-12);
    assert_near(law(&l, "energy of b, c")->at_start, 2.5 + 2.25, 1e-12);
    assert_true(law(&l, "energy of b, c")->proved && law(&l, "energy")->proved);
    assert_null(law(&l, "energy of a")->symmetry);
    free_laws(&l);
    /* one of them is damped, one is driven */
    expect_names("coord a = 1, b = 2, c = 0\nkinetic T = (a'^2 + b'^2 + c'^2)/2\npotential V = a^2 + b^4 - c*sin(t)\n"
                 "dissipation D = a'^2\nsimulate until 0.3\n",
                 "energy of b");
    /* a constraint between them makes them one */
    expect_names("coord a = 1, b = 2\nkinetic T = (a'^2 + b'^2)/2\npotential V = a^2 + b^4\n"
                 "constraint c: a*b = 2\nsimulate until 0.3\n",
                 "energy");
    expect_names(
        "coord a = 1, b = 2\nkinetic T = (a'^2 + b'^2)/2\npotential V = a^2 + b^4 + 0.001*a*b\nsimulate until 0.3\n",
        "energy");
}

/* What is not an identity of formulas is told from numbers, and says so. */
static void laws_of_numbers_say_so(void **state) {
    (void)state;
    laws l = find_laws("param m = 1, M = 4, k = 3, K = 12\ncoord x = 1, y = 0.3\ninitial y' = 1\n"
                       "kinetic T = m*x'^2/2 + M*y'^2/2\npotential V = k*x^2/2 + K*y^2/2\nsimulate until 0.3\n");
    assert_false(law(&l, "symmetry 1")->proved);
    assert_true(law(&l, "energy of x")->proved);
    free_laws(&l);
}

/* Two oscillators of one frequency by their numbers alone: what they keep together says so. */
static void symmetries_of_the_numbers_say_so(void **state) {
    (void)state;
    laws l = find_laws("param m = 1, M = 4, k = 3, K = 12\ncoord x = 1, y = 0.3\ninitial y' = 1\n"
                       "kinetic T = m*x'^2/2 + M*y'^2/2\npotential V = k*x^2/2 + K*y^2/2\nsimulate until 0.3\n");
    assert_string_equal(law(&l, "symmetry 1")->holds, "for these parameters");
    free_laws(&l);
}

/* A cylinder on a plank: the constant of rolling times a momentum tells nothing new. */
static void constants_of_rows_times_momenta_are_left_out(void **state) {
    (void)state;
    laws l = find_laws("param m = 1, M = 2, R = 0.1\ncoord X = 0, x = 0, p = 0\ninitial X' = 1, x' = 0.5\n"
                       "kinetic T = M*X'^2/2 + m*x'^2/2 + m*R^2*p'^2/4\npotential V = -3*X\n"
                       "constraint roll: x' - R*p' = X'\nsimulate until 0.3\n");
    law(&l, "momentum of x and p together");
    for (size_t i = 0; i < l.list.count; i++)
        assert_string_not_equal(l.list.at[i].name, "symmetry 1");
    free_laws(&l);
}

#define DUMBBELL(e, rubs)                                                                                              \
    "param e = " e "\ncoord x = 0, y = 1, a = 0.5\ninitial x' = 1\nkinetic T = (x'^2 + y'^2 + a'^2)/2\n"               \
    "potential V = 10*y\ncontact left: y - sin(a)/2 >= 0, restitution e" rubs "\n"                                     \
    "contact right: y + sin(a)/2 >= 0, restitution e\nsimulate until 0.1\n"

/* A dumbbell falls on the floor: what it has along the floor is kept, its spin is not. */
static void impacts_end_what_they_change(void **state) {
    (void)state;
    laws l = find_laws(DUMBBELL("0.8", ""));
    assert_holds(&l, "energy", "between impacts at contact left, right");
    assert_holds(&l, "momentum of x", NULL);
    assert_holds(&l, "momentum of a", "between impacts at contact left, right");
    free_laws(&l);
    l = find_laws(DUMBBELL("1", ""));
    assert_holds(&l, "energy", NULL);
    assert_holds(&l, "momentum of a", "between impacts at contact left, right");
    free_laws(&l);
    l = find_laws(DUMBBELL("1", ", friction 0.2 along x"));
    assert_holds(&l, "energy", "until contact left closes");
    assert_holds(&l, "momentum of x", "until contact left closes");
    free_laws(&l);
}

static void events_end_what_they_change(void **state) {
    (void)state;
    laws l = find_laws("coord x = 1, y = 0\ninitial y' = 1\nkinetic T = (x'^2 + y'^2)/2\npotential V = x^2\n"
                       "event kick when x < -0.5 { set x' = x'/2 }\nevent end_ when x < -0.6 { stop }\n"
                       "simulate until 0.1\n");
    assert_holds(&l, "energy", "until event kick");
    assert_holds(&l, "momentum of y", NULL);
    free_laws(&l);
    l = find_laws("coord x = 1, y = 0\nkinetic T = (x'^2 + y'^2)/2\npotential V = x^2\ncontact floor: y >= 0\n"
                  "potential W = y\nevent go when x < -0.5 { drop floor }\nsimulate until 0.1\n");
    assert_holds(&l, "energy", "between impacts at contact floor; until event go");
    free_laws(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies),
        cmocka_unit_test(forces_with_a_written_potential),
        cmocka_unit_test(magnetic_field),
        cmocka_unit_test(bead_on_a_turning_hoop),
        cmocka_unit_test(bead_on_a_hoop_that_is_a_constraint),
        cmocka_unit_test(cyclic_coordinates),
        cmocka_unit_test(momenta_with_impulse),
        cmocka_unit_test(what_falls_together_says_of_what),
        cmocka_unit_test(central_forces),
        cmocka_unit_test(stars),
        cmocka_unit_test(masses_and_springs),
        cmocka_unit_test(pendulums),
        cmocka_unit_test(rigid_bodies),
        cmocka_unit_test(helix),
        cmocka_unit_test(coincidence),
        cmocka_unit_test(rolling),
        cmocka_unit_test(ball_on_a_turntable),
        cmocka_unit_test(contacts),
        cmocka_unit_test(without_motion),
        cmocka_unit_test(coarse_motions_tell_nothing),
        cmocka_unit_test(what_is_not_yet_felt),
        cmocka_unit_test(sizes_do_not_matter),
        cmocka_unit_test(ratios_are_told_from_numbers),
        cmocka_unit_test(symmetries_of_the_numbers_say_so),
        cmocka_unit_test(galilei_boosts),
        cmocka_unit_test(energies_of_parts),
        cmocka_unit_test(laws_of_numbers_say_so),
        cmocka_unit_test(constants_of_rows_times_momenta_are_left_out),
        cmocka_unit_test(impacts_end_what_they_change),
        cmocka_unit_test(events_end_what_they_change),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
