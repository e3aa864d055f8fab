/* Tests of parts as they stand in the model: names, labels, parameters, what arguments become. */
#include "../support.h"

static const char link_text[] = "component link(A, a, m = 1 in [0.5, 4] \"mass\", l = 2) {\n"
                                "  param half = l/2 \"half\"\n"
                                "  let tip = A + l*dir(a)\n"
                                "  particle p: mass m at tip\n"
                                "  output height = tip.y \"height\"\n"
                                "}\n";

static read_text accept_with(const char *rest) {
    static char text[4000];
    snprintf(text, sizeof text, "%s%s", link_text, rest);
    return text_accept(text);
}

static const model_param *param(const read_text *r, const char *name) {
    int i = model_find_param(r->m, name);
    assert_true(i >= 0);
    return &r->m->params[i];
}

static double number(const read_text *r, const char *name) {
    return model_value_of(r->m, param(r, name));
}

static void names_and_labels(void **state) {
    (void)state;
    read_text r = accept_with("coord q = 1\npart upper = link([0, 0], q, m = 3) \"arm\"\n"
                              "for i in 1..2 { part l[i] = link(upper.tip, q) }\n");
    assert_int_equal(r.m->param_count, 9);
    static const char *const names[] = {"upper.m",   "upper.l", "upper.half", "l[1].m",   "l[1].l",
                                        "l[1].half", "l[2].m",  "l[2].l",     "l[2].half"};
    for (size_t i = 0; i < 9; i++)
        assert_string_equal(r.m->params[i].name, names[i]);
    assert_string_equal(param(&r, "upper.m")->label, "arm: mass");
    assert_string_equal(param(&r, "l[2].half")->label, "l[2]: half");
    assert_true(number(&r, "upper.m") == 3 && number(&r, "l[2].m") == 1);
    assert_true(param(&r, "upper.m")->has_bounds && param(&r, "upper.m")->high == 4);
    assert_string_equal(r.m->bodies[2].name, "l[2].p");
    assert_string_equal(r.m->outputs[1].name, "l[1].height");
    assert_string_equal(r.m->outputs[1].label, "l[1]: height");
    text_drop(&r);
}

/* Numbers known before the motion are parameters, coordinates the same thing by another name, the rest definitions. */
static void what_arguments_become(void **state) {
    (void)state;
    read_text r = text_accept("component c(given, twice, vector, moving, coordinate, far = 2*given, body = 0) {\n"
                              "  generalized f: coordinate = -1\n"
                              "  let u = twice + vector.x + moving\n"
                              "}\n"
                              "param k = 3\nlet two = 2*k\nlet P = [k, 1]\nlet f(x) = x + k\n"
                              "coord q = 1\nkinetic T = 1/2*q'^2\n"
                              "part one = c(k, f(two), P, 2*q, q)\n"
                              "part two_of = c(one.far + 1, norm(P), [q, 1], q', q, sum(i in 1..3: i*k))\n");
    static const struct {
        const char *name;
        double value;
    } wanted[] = {{"k", 3},          {"one.given", 3},    {"one.twice", 9},    {"one.far", 6},
                  {"one.body", 0},   {"two_of.given", 7}, {"two_of.twice", 0}, {"two_of.far", 18},
                  {"two_of.body", 0}};
    assert_int_equal(r.m->param_count, sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < r.m->param_count; i++) {
        assert_string_equal(r.m->params[i].name, wanted[i].name);
        if (strcmp(wanted[i].name, "two_of.twice"))
            assert_true(model_value_of(r.m, &r.m->params[i]) == wanted[i].value);
    }
    assert_int_equal(r.m->coord_count, 1);
    assert_int_equal(r.m->base->element_count, 3);
    text_drop(&r);
}

static void overrides_reach_parts(void **state) {
    (void)state;
    char text[4000];
    snprintf(text, sizeof text, "%s%s", link_text,
             "param n = 2\ncoord q = 1\npart a = link([0, 0], q, l = n)\n"
             "component row(k) { for i in 1..k { part p[i] = link([i, 0], 0.1*i, m = 2 + i) } }\n"
             "part rows = row(n)\n");
    const model_override given[] = {
        {.name = "a.m", .value = "2.5"}, {.name = "n", .value = "3"}, {.name = "rows.p[2].m", .value = "3.5"}};
    read_text r = text_read("test.lgr", text, given, 3);
    text_print_findings(&r);
    assert_false(diag_has_errors(r.findings));
    assert_true(number(&r, "a.m") == 2.5 && number(&r, "a.half") == 1.5);
    assert_true(param(&r, "rows.k")->structural);
    assert_true(number(&r, "rows.p[2].m") == 3.5 && number(&r, "rows.p[3].m") == 5);
    text_drop(&r);
}

/* A model that is read anew for other sizes includes nothing twice. */
static void read_again(void **state) {
    (void)state;
    read_text r = text_accept("include <joints>\nparam n = 2\ncoord q[1..n] = 1\n"
                              "for i in 1..n { particle p[i]: mass 1 at [q[i], 2*q[i]] }\n"
                              "part j = pin([q[1], q[2]], [q[2], 2*q[1]])\n");
    arena *a = base_arena_create();
    model *again = model_build_again(r.m, &(model_override){.name = "n", .value = "3"}, 1, a);
    assert_false(diag_has_errors(again->findings));
    assert_int_equal(diag_source_count(again->findings), 2);
    assert_int_equal(again->coord_count, 3);
    assert_string_equal(again->rows[0].name, "j.pin.x");
    model_dispose(again);
    base_arena_destroy(a);
    text_drop(&r);
}

/* Whoever draws a part by hand draws that part only; drawings of the model stand for all that has none of its own. */
static void drawings(void **state) {
    (void)state;
    static const char parts[] = "component plain(P) { particle p: mass 1 at P }\n"
                                "component drawn(P) { particle p: mass 1 at P\n draw wheel at P radius 1\n"
                                "  part inner = plain(P + [1, 0]) }\n"
                                "coord q = 1\npart a = plain([q, 0])\npart b = drawn([q, 2])\n";
    read_text r = text_accept(parts);
    assert_int_equal(r.m->drawing_count, 2);
    assert_string_equal(r.m->drawings[0].name, "P");
    assert_string_equal(r.m->drawings[1].name, "a.p");
    text_drop(&r);
    char text[1000];
    snprintf(text, sizeof text, "%s%s", parts, "draw trail of a.p\n");
    r = text_accept(text);
    assert_int_equal(r.m->drawing_count, 2);
    assert_int_equal(r.m->drawings[1].shape, DRAW_TRAIL);
    text_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_labels),
        cmocka_unit_test(what_arguments_become),
        cmocka_unit_test(overrides_reach_parts),
        cmocka_unit_test(read_again),
        cmocka_unit_test(drawings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
