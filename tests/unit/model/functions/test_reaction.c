/* Reactions: what can be held, of what dimension the force is, and the systems in which it is let go. */
#include "model/support.h"

#include "expr/walk.h"

#define HEAD "coord x = 1\nparticle p: mass 1 at [x, 0]\nconstraint c: x = 1\ncontact d: x >= -2\n"

static void what_cannot_be_held(void **state) {
    (void)state;
    static const struct {
        const char *text;
        diag_code code;
        const char *place, *message;
    } cases[] = {
        {HEAD "output R = reaction(x)\n", DIAG_E0205, "x", "'x' is a coordinate, not a param or a let"},
        {HEAD "output R = reaction(p).x\n", DIAG_E0205, "p", "'p' is a particle, not a param or a let"},
        {HEAD "output R = reaction(c)\n", DIAG_E0205, "c", "'c' is a constraint, not a param or a let"},
        {HEAD "output R = reaction(q)\n", DIAG_E0107, "q", "unknown name 'q'"},
        {HEAD "output R = reaction(2*x)\n", DIAG_E0205, "2*x", "a name is expected"},
        {HEAD "output R = reaction()\n", DIAG_E0203, "reaction()", "takes 1 argument"},
        {HEAD "let F = 2*force(c)\noutput R = reaction(F)\n", DIAG_E0207, "F", "known only after solving"},
        {HEAD "let E = energy\noutput R = reaction(E)\n", DIAG_E0207, "E", "known only after solving"},
        {HEAD "let a = x''\noutput R = reaction(a)\n", DIAG_E0207, "a", "known only after solving"},
        {HEAD "let v = 2*x'\noutput R = reaction(v)\n", DIAG_E0205, "v", "depends on velocities"},
        {HEAD "let b = x > 1\noutput R = reaction(b)\n", DIAG_E0205, "b", "depends on a condition"},
        {HEAD "let b = if open(d) then 1 else 2\noutput R = reaction(b)\n", DIAG_E0205, "b", "depends on a condition"},
        {HEAD "let l = 3*reaction(l)\noutput R = l\n", DIAG_E0202, "l", "l -> l"},
        {"frame F = rotation(x, 0.1)\ncoord x = 1\nparticle p: mass 1 at [x, 0, 0]\noutput R = reaction(F).x\n",
         DIAG_E0205, "F", "it is a frame"},
        {"param N = 2\ncoord x[1..N] = 0\nkinetic T = x[1]'^2 + x[2]'^2\noutput R = reaction(N)\n", DIAG_E0413,
         "reaction(N)", "'N' is a structural parameter"},
        {"let N = 2\ncoord x = 0\nkinetic T = sum(i in 1..N: x'^2)\noutput R = reaction(N)\n", DIAG_E0413, "N",
         "that reaction(...) releases"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        text_refuse("test.lgr", cases[i].text, cases[i].code, cases[i].place, cases[i].message);
}

/* Known only after solving, like multipliers. */
static void where_they_may_stand(void **state) {
    (void)state;
    text_refuse("test.lgr", "param a = 1\n" HEAD "kinetic T = 1/2*reaction(a)*x'^2\n", DIAG_E0207,
                "1/2*reaction(a)*x'^2", "cannot depend on a reaction");
    text_refuse("test.lgr", "param a = 1\n" HEAD "output R = reaction(a)'\n", DIAG_E0211, "reaction(a)'",
                "time derivative");
    text_refuse("test.lgr", "param a = 1\n" HEAD "report R = reaction(a)\n", DIAG_E0307, "reaction(a)",
                "cannot depend on a reaction");
    read_text r =
        text_accept("param a = 1\n" HEAD "potential W = a*x\nlet F = reaction(a)\noutput R = F\nreport m = maximum(F)\n"
                    "event e when F > 3 { set x' = F }\nexpect final(F) < 4\ndraw ball at p radius F\n");
    assert_int_equal(r.m->reaction_count, 1);
    text_drop(&r);
}

static dimension exponents(int kg, int m, int s) {
    return (dimension){
        .e = {[DIM_KG] = (int16_t)(kg * DIM_ONE), [DIM_M] = (int16_t)(m * DIM_ONE), [DIM_S] = (int16_t)(s * DIM_ONE)}};
}

/* Energy over what is held; a place that is just zeros counts as a place. */
static void dimensions(void **state) {
    (void)state;
    read_text r =
        text_accept("param l = 2 m, m = 1 kg, a = 10 deg, k = 3 N/m\ncoord x = 0 m\nlet P = [0, 0], O = [l, 0]\n"
                    "particle p: mass m at [x*cos(a), 0] + P + O\npotential V = k*l^2/2\noutput L = reaction(l), M = "
                    "reaction(m), A = reaction(a)\n"
                    "output K = reaction(k), P = reaction(P).y, O = norm(reaction(O))\n");
    const dimension want[] = {exponents(1, 1, -2), exponents(0, 2, -2), exponents(1, 2, -2),
                              exponents(0, 2, 0),  exponents(1, 1, -2), exponents(1, 1, -2)};
    assert_int_equal(r.m->output_count, 6);
    for (size_t i = 0; i < 6; i++)
        assert_true(dim_equal(r.m->outputs[i].dim, want[i]));
    text_drop(&r);
}

static bool depends(const read_text *r, expr_id e, uint32_t var) {
    bool *wanted = ARENA_ARRAY(r->memory, bool, expr_var_count(r->m->g));
    wanted[var] = true;
    return expr_depends(r->m->g, e, wanted);
}

/* The quantity and its rate stand in the energies and rows of the system in which it is free, and nowhere else. */
static void held_systems(void **state) {
    (void)state;
    read_text r = text_accept("param l = 2, m = 3\ncoord theta = 0.3, y = 2\nlet O = [0.1*t, 0]\ngravity 9.81\n"
                              "particle p: mass m at O + l*[sin(theta), -cos(theta)]\nparticle q: mass 1 at [0, y]\n"
                              "constraint c: p.x = y\nevent e when t > 1 { free p; drop theta }\n"
                              "output A = reaction(l), B = reaction(O).x, C = reaction(l)\n");
    model *m = r.m;
    assert_int_equal(m->reaction_count, 2);
    assert_string_equal(m->reactions[0].name, "l");
    assert_int_equal(m->reactions[0].size, 1);
    assert_int_equal(m->reactions[1].size, 2);
    bool freed[2] = {false, false};
    const model_system *held = model_held_variant(m, 0, freed);
    assert_true(held == model_held_variant(m, 0, freed) && held != model_held_variant(m, 1, freed));
    assert_true(m->base == model_variant(m, freed));
    assert_true(held->ok && held->held == 0 && m->base->held == -1);
    assert_int_equal(held->element_count, m->base->element_count);
    assert_true(expr_same(held->held_value[0], expr_var(m->g, m->params[model_find_param(m, "l")].var)));
    assert_true(depends(&r, held->elements[0].energy, m->reactions[0].rate[0]));
    assert_true(depends(&r, held->rows[0].f, m->reactions[0].x[0]));
    assert_false(depends(&r, held->rows[0].f, m->params[model_find_param(m, "l")].var));
    assert_false(depends(&r, m->base->elements[0].energy, m->reactions[0].rate[0]));
    held = model_held_variant(m, 1, freed);
    assert_true(depends(&r, held->held_value[0], m->t));
    assert_false(depends(&r, held->rows[0].f, m->t));
    freed[0] = true;
    held = model_held_variant(m, 0, freed);
    assert_true(held->ok);
    assert_false(depends(&r, held->elements[0].energy, m->reactions[0].rate[0]));
    text_drop(&r);
}

/* A parameter that was given another value from outside stays where it is; others follow their definition. */
static void overridden_parameters(void **state) {
    (void)state;
    const char *text = "param h = 1, a = 2*h, b = 3*a\ncoord x = 0\nkinetic T = 1/2*x'^2\npotential V = a*x + b*x^2\n"
                       "output R = reaction(h)\n";
    for (int set = 0; set < 2; set++) {
        read_text r = text_read("test.lgr", text, &(model_override){.name = "b", .value = "5"}, set ? 1 : 0);
        assert_int_equal(diag_count(r.findings), 0);
        const model_system *held = model_held_variant(r.m, 0, &(bool){false});
        expr_id V = held->elements[1].energy;
        assert_false(depends(&r, V, r.m->params[model_find_param(r.m, "a")].var));
        assert_true(depends(&r, V, r.m->params[model_find_param(r.m, "b")].var) == (set == 1));
        assert_true(depends(&r, V, r.m->reactions[0].x[0]));
        text_drop(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_held), cmocka_unit_test(where_they_may_stand),  cmocka_unit_test(dimensions),
        cmocka_unit_test(held_systems),        cmocka_unit_test(overridden_parameters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
