/* Tests of the parser: what is wrong, one finding each at its place, and reading on behind it. */
#include "support.h"

/* "3:12 E0104 message | primary | help", one a line. */
static void check(const char *text, const char *want) {
    parsed p = parse(text);
    assert_string_equal(write_findings(p.memory, p.findings), want);
    drop_parsed(&p);
}

/* The same, and the tree that is left. */
static void check_tree(const char *text, const char *want, const char *tree) {
    check(text, want);
    parsed p = parse(text);
    assert_string_equal(write_tree(&p), tree);
    drop_parsed(&p);
}

static void test_E0101(void **state) {
    (void)state;
    check("let a = 1 $ 2", "1:11 E0101 unexpected character '$'");
    check("let a = x \xC3\xB7 2", "1:11 E0101 unexpected character '\xC3\xB7' | write '/' instead");
    check("let a\xC2\xA0= 2", "1:6 E0101 unexpected character U+00A0 | write a plain space instead");
    check("\x01", "1:1 E0101 unexpected character U+0001 | it is invisible: delete it");
    check("let a = \"x\x02\"", "1:11 E0101 unexpected character U+0002 | it is invisible: delete it");
}

static void test_E0102(void **state) {
    (void)state;
    check_tree("param m = 1 \"mass\nparam l = 2",
               "1:13 E0102 this quoted text is not closed | close it with \" on the same line",
               "(bad param m = 1) (param l = 2)");
}

static void test_E0103(void **state) {
    (void)state;
    const char *help = " | numbers are written like 1, 0.5 or 1e-3";
    char want[200];
    snprintf(want, sizeof want, "1:9 E0103 the number '1.2.3' cannot be read%s", help);
    check("let a = 1.2.3", want);
    snprintf(want, sizeof want, "1:9 E0103 the number '.5' cannot be read%s", help);
    check("let a = .5", want);
    check("let a = 1e999", "1:9 E0103 this number is too large | it cannot be distinguished from infinity");
    check("let a = 1e-999", "1:9 E0103 this number is too small | it cannot be distinguished from 0");
}

static void test_E0104(void **state) {
    (void)state;
    check("let a = ", "1:8 E0104 an expression is expected here");
    check("let = 3", "1:5 E0104 a name is expected here | as in 'let NAME = ...'");
    check("let a 3", "1:7 E0104 '=' is expected here | as in 'let a = ...'");
    check("coord a 3", "1:9 E0104 '=' or '~' is expected here | as in 'coord a = ...'");
    check("let a = 1 2",
          "1:11 E0104 an operator or the end of the line is expected here | a product is written with '*'");
    check("let a = m g",
          "1:11 E0104 an operator or the end of the line is expected here | a product is written with '*'");
    check("let a = (1]", "1:11 E0104 an operator or ')' is expected here");
    check("let a = []", "1:9 E0104 a vector needs components");
    check("let a = a < b < c", "1:15 E0104 comparisons do not chain | write two of them: a < b and b < c");
    check("constraint a: b = c = d", "1:21 E0104 a second '=' | write an equation with two sides");
    check("constraint a: b", "1:16 E0104 '=' is expected here | an equation has two sides: constraint a: b = 0");
    check("contact a: b",
          "1:12 E0104 a contact needs a comparison | write it as in 'y >= 0'; an equation is a constraint");
    check("event a x > 1 { stop }", "1:9 E0104 'when' or 'every' is expected here | as in 'event far when x > 1 { stop "
                                    "}' or 'event tick every 10 ms { set u = -x }'");
    check("event a when x = 1 { stop }",
          "1:16 E0104 a condition compares with <, <=, > or >= | an event fires when its condition becomes true: write "
          "'>' or '<' for a crossing");
    check("event a when x > 1",
          "1:19 E0104 '{' is expected here | an event ends with its actions in braces, as in { stop }");
    check("event a when x > 1 { drop }", "1:27 E0104 a name is expected here");
    check("event a when x > 1 { set x }", "1:28 E0104 '=' is expected here");
    check("event a when x > 1 after 3 { stop }", "1:26 E0104 the name of an event is expected here");
    check("initial x'", "1:11 E0104 '=' or '~' is expected here | as in 'initial x' = ...'");
    check("let a = sum(x)", "1:14 E0104 'in', as in sum(i in 1..N: x[i]), is expected here");
    check("}\nlet a = 1", "1:1 E0104 this '}' has no matching '{'");
    check("= 3", "1:1 E0104 a statement is expected here");
}

static void test_E0105(void **state) {
    (void)state;
    check_tree("let a = sin(x\nparam m = 1", "1:12 E0105 this '(' is not closed",
               "(bad let a = (call sin x)) (param m = 1)");
    check_tree("let a = [1, 2\n\nkinetic T = 1", "1:9 E0105 this '[' is not closed",
               "(bad let a = (vec 1 2)) (kinetic T = 1)");
    check_tree("let a = (1 +\nkinetic T = 1", "1:9 E0105 this '(' is not closed",
               "(bad let a = (+ 1 (BAD))) (kinetic T = 1)");
    check("let a = f([1, (2)", "1:11 E0105 this '[' is not closed");
    check("let q[1 = 3; let b = (", "1:9 E0104 an operator or ']' is expected here\n1:22 E0105 this '(' is not closed");
    check_tree("for i in 1..2 {\nlet a = 1\n", "1:15 E0105 this '{' is not closed",
               "(bad for i :low 1 :high 2 (let a = 1))");
    check_tree("event a when x > 1 { stop\nparam g = 1\nparam h = 2", "1:20 E0105 this '{' is not closed",
               "(bad event a (> x 1) {stop}) (param g = 1) (param h = 2)");
    check("event a when x > 1 { stop", "1:20 E0105 this '{' is not closed");
}

static void test_E0106(void **state) {
    (void)state;
    check_tree("parm m = 1 kg, l = 2 m\ncoord x = 1", "1:1 E0106 unknown statement 'parm' | did you mean 'param'?",
               "(bad let m) (bad let l) (coord x = 1)");
    check_tree("m = 1",
               "1:1 E0106 unknown statement 'm' | a declaration begins with its kind: 'param m = ...', or 'let' for "
               "an expression that moves",
               "(bad let m)");
    check("Particle p: mass 1 at P", "1:1 E0106 unknown statement 'Particle' | did you mean 'particle'?");
    check("event a when x > 1 { dorp c; stop }\nlet a = 1 $",
          "1:22 E0106 unknown action 'dorp' | did you mean 'drop'? | an event can drop, hold, set, free and stop\n"
          "2:11 E0101 unexpected character '$'");
}

static void write_repeated(strbuf *s, const char *text, int count) {
    for (int i = 0; i < count; i++)
        base_strbuf_add(s, text);
}

/* head, then `count` times `part`, then tail: gives one finding with this code, or none if NULL. */
static void check_repeated(const char *head, const char *part, int count, const char *tail, const char *code) {
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a);
    base_strbuf_add(&s, head);
    write_repeated(&s, part, count);
    base_strbuf_add(&s, tail);
    parsed p = parse_bytes(s.text, s.len);
    assert_int_equal(diag_count(p.findings), code == NULL ? 0 : 1);
    if (code != NULL)
        assert_string_equal(diag_code_name(diag_at(p.findings, 0)->code), code);
    drop_parsed(&p);
    base_arena_destroy(a);
}

static void test_E0108(void **state) {
    (void)state;
    static const struct {
        const char *head, *part, *tail;
    } cases[] = {{"let a = ", "(", ""},
                 {"let a = ", "[", ""},
                 {"let a = ", "-", "1"},
                 {"let a = ", "not ", "b"},
                 {"let a = ", "f(", ""},
                 {"let a = ", "x[", ""},
                 {"let a = ", "2^", "1"},
                 {"let a = x", "'", ""},
                 {"let a = x", ".x", ""},
                 {"let a = ", "if x > 1 then 2 else ", "3"},
                 {"let a = ", "sum(i in 1..2: ", ""},
                 {"let a = x", " + x", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_repeated(cases[i].head, cases[i].part, 100000, cases[i].tail, "E0108");
}

static void test_E0108_of_loops(void **state) {
    (void)state;
    enum { LEVELS = 100000 };
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a);
    write_repeated(&s, "for i in 1..2 {", LEVELS);
    write_repeated(&s, "}", LEVELS);
    base_strbuf_add(&s, "\nlet a = $");
    parsed p = parse(s.text);
    assert_int_equal(diag_count(p.findings), 2);
    assert_int_equal(diag_at(p.findings, 0)->code, DIAG_E0108);
    assert_int_equal(diag_at(p.findings, 1)->code, DIAG_E0101);
    drop_parsed(&p);
    base_arena_destroy(a);
}

static void test_depth_that_is_allowed(void **state) {
    (void)state;
    check_repeated("let a = ", "-", 150, "1", NULL);
    check_repeated("let a = x", "'", SYN_MAX_DEPTH, "", NULL);
    check_repeated("let a = x", "'", SYN_MAX_DEPTH + 1, "", "E0108");
    check_repeated("let a = x", " + x", SYN_MAX_HEIGHT - 1, "", NULL);
    check_repeated("let a = x", " + x", SYN_MAX_HEIGHT, "", "E0108");
}

static void test_E0109(void **state) {
    (void)state;
    check_repeated("", "let a = [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]\n", 125000, "",
                   "E0109");
    check_repeated("#", "0123456789012345", SYN_MAX_SOURCE / 16, "", "E0109");
    check_repeated("#", "0123456789012345", SYN_MAX_SOURCE / 16 - 1, "", NULL);
}

static void test_E0110(void **state) {
    (void)state;
    check("particle p: mass 1", "1:10 E0110 particle 'p' needs 'at' | as in 'particle bob: mass 1 kg at [x, y]'");
    check("spring s: from A to B", "1:8 E0110 spring 's' needs 'stiffness' and 'length' | as in 'spring s: from [0, 0] "
                                   "to [x, y], stiffness 20 N/m, length 0.5 m'");
    check("body b: mass 1, inertia 1, at P", "1:6 E0110 body 'b' needs 'angle' or 'frame' | as in 'body wheel: mass 2 "
                                             "kg, inertia 0.1 kg m^2, at [x, y], angle phi' or 'body wheel: disc "
                                             "radius 0.3 m, mass 2 kg, at [x, y], angle phi'");
    check("contact c: y >= 0, friction mu",
          "1:9 E0110 contact 'c' needs 'along' | as in 'contact floor: y >= 0, friction 0.3 along x'");
    check("simulate tolerance 1e-9",
          "1:1 E0110 'simulate' needs 'until' | as in 'simulate until 10 s, tolerance 1e-9'");
}

static void test_E0111(void **state) {
    (void)state;
    check_tree("spring s: frm A to B, stiffness k, length 2\nlet a = 1",
               "1:11 E0111 'frm' is not a clause of 'spring' | did you mean 'from'? | 'spring' takes 'from', 'to', "
               "'stiffness', 'length' and 'damping'",
               "(bad spring s) (let a = 1)");
    check("particle p: mass 1 at P, radius 2",
          "1:26 E0111 'radius' is not a clause of 'particle' | 'particle' takes 'mass' and 'at'");
    check("expect x = y withn 1e-6",
          "1:14 E0111 'withn' is not a clause of 'expect' | did you mean 'within'? | 'expect' takes 'within'");
}

static void test_E0112(void **state) {
    (void)state;
    check("particle p: mass 1 at P, mass 2", "1:26 E0112 'mass' is given twice");
    check("body b: mass 1, inertia 1, at P, angle a, frame B", "1:6 E0112 body 'b' takes 'angle' or 'frame', not both");
}

static void test_E0113(void **state) {
    (void)state;
    check("let a = 2 m*k", "1:9 E0113 a quantity with a unit needs parentheses here | write (2 m)*k");
    check("let a = b + 2 m/s*k + 1", "1:13 E0113 a quantity with a unit needs parentheses here | write (2 m/s)*k");
    check("let a = 2 m*g'", "1:9 E0113 a quantity with a unit needs parentheses here | write (2 m)*g");
    check("let a = 2 m*min(1, 2)", "1:9 E0113 a quantity with a unit needs parentheses here | write (2 m)*min");
    check("let a = 2 m^x", "1:9 E0113 a quantity with a unit needs parentheses here | write (2 m)^x");
    check("let a = 2 m/(s + 1)", "1:9 E0113 a quantity with a unit needs parentheses here | write (2 m)/...");
}

static void test_E0114(void **state) {
    (void)state;
    check_tree("let a = \xFF\nlet b = 2", "1:9 E0114 this byte (0xFF) is not valid UTF-8",
               "(bad let a = (BAD)) (let b = 2)");
    check("let a = \"\xC3\"", "1:10 E0114 this byte (0xC3) is not valid UTF-8");
    check("let a = 1 # \xE9\nlet b = 2", "1:13 E0114 this byte (0xE9) is not valid UTF-8");
}

static void test_E0302(void **state) {
    (void)state;
    check("let a = 2 x",
          "1:11 E0302 unknown unit 'x' | units are written like kg m/s^2; if 'x' is a name of the model, write 2*x");
    check("let a = 2 m x",
          "1:13 E0302 unknown unit 'x' | units are written like kg m/s^2; if 'x' is a name of the model, write 2*m*x");
    check("spring s: from A to B, stiffness 2 lenght 1", "1:36 E0302 unknown unit 'lenght' | did you mean 'length'?");
    check("let a = 2 nm^3", "1:9 E0302 this unit is too large or too small to be exact");
    check("let a = 2 kg^99 kg^99 kg^99 kg^99 kg^99 kg^99", "1:9 E0302 this unit is too large or too small to be exact");
}

/* One cause, one finding, and everything behind it is read. */
static void test_recovery(void **state) {
    (void)state;
    check_tree(
        "param m = = 1 kg, l = 2 m, k 3\ncoord x = 1",
        "1:11 E0104 an expression is expected here | one '=' is enough\n1:30 E0104 '=' or '~' is expected here | as in "
        "'param k = ...'",
        "(bad param m = (BAD)) (param l = 2{1 m}) (bad param k = (BAD)) (coord x = 1)");
    check_tree("spring s: frm A\n to B\nlet a = 1;let b = ;let c = 3",
               "1:11 E0111 'frm' is not a clause of 'spring' | did you mean 'from'? | 'spring' takes 'from', 'to', "
               "'stiffness', 'length' and 'damping'\n2:2 E0106 unknown statement 'to'\n3:19 E0104 an expression is "
               "expected here",
               "(bad spring s) (let a = 1) (bad let b = (BAD)) (let c = 3)");
    check_tree("let a = [1, 2 3,\n 4, 5]\nlet b = 1",
               "1:15 E0104 an operator, ',' or ']' is expected here | components and arguments are separated by "
               "commas, and a product is written with '*'",
               "(bad let a = (vec 1 2)) (let b = 1)");
    check_tree("for i in 1. {\n let p[i] = 3 +\n coord r = 3\n}\nlet b = 1",
               "1:10 E0103 the number '1.' cannot be read | numbers are written like 1, 0.5 or 1e-3\n"
               "2:16 E0104 an expression is expected here",
               "(bad for i :low (BAD) :high (BAD) (bad let p :index i = (+ 3 (BAD))) (coord r = 3)) (let b = 1)");
    check_tree("for i in 1..2 {\n let a = ) }\nlet b = 1",
               "2:10 E0104 an expression is expected here | this bracket has no matching opening bracket",
               "(for i :low 1 :high 2 (bad let a = (BAD))) (let b = 1)");
    check_tree("event a when x > {\n drop b\n stop }\nlet b = 1", "1:18 E0104 an expression is expected here",
               "(bad event a (> x (BAD))) (let b = 1)");
    check_tree("coord x =\nparam m = 1", "1:10 E0104 an expression is expected here",
               "(bad coord x = (BAD)) (param m = 1)");
    check_tree("param m = 1,\nparam l = 2", "1:13 E0104 a name is expected here | as in 'param NAME = ...'",
               "(param m = 1) (param l = 2)");
    check_tree("particle p: mass 1 at P {\n junk (\n}\nlet a = 1",
               "1:25 E0104 an operator or the end of the line is expected here",
               "(bad particle p :mass 1 :at P) (let a = 1)");
    check("gravity = 3\ndraw = 3\nlet a = $", "1:9 E0104 an expression is expected here | gravity has no '=': gravity "
                                              "9.81 m/s^2\n2:6 E0104 a name is expected here | as in 'draw ball at P'\n"
                                              "3:9 E0101 unexpected character '$'");
}

static void test_expression_alone(void **state) {
    (void)state;
    static const struct {
        const char *text, *want;
    } cases[] = {{"13 ft 2", "1:7 E0104 an operator or the end is expected here | a product is written with '*'"},
                 {"", "1:1 E0104 an expression is expected here"},
                 {"(1", "1:1 E0105 this '(' is not closed"},
                 {"1 parsec", "1:3 E0302 unknown unit 'parsec' | units are written like kg m/s^2; if 'parsec' is a "
                              "name of the model, write 1*parsec"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arena *a = base_arena_create();
        diag *d = begin_source(a, cases[i].text, strlen(cases[i].text));
        assert_null(syntax_parse_expr(a, base_intern_create(a), d));
        assert_string_equal(write_findings(a, d), cases[i].want);
        base_arena_destroy(a);
    }
}

static void test_labels(void **state) {
    (void)state;
    parsed p = parse("let a = sin(x\nbody b: mass 1, mass 2");
    assert_int_equal(diag_count(p.findings), 2);
    const finding *open = diag_at(p.findings, 0), *twice = diag_at(p.findings, 1);
    assert_int_equal(open->label_count, 1);
    assert_int_equal(open->labels[0].at.begin, 13);
    assert_string_equal(open->labels[0].text, "')' is missing here or before");
    assert_int_equal(twice->label_count, 1);
    assert_int_equal(twice->labels[0].at.begin, 22);
    assert_string_equal(twice->labels[0].text, "first here");
    drop_parsed(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_E0101),
        cmocka_unit_test(test_E0102),
        cmocka_unit_test(test_E0103),
        cmocka_unit_test(test_E0104),
        cmocka_unit_test(test_E0105),
        cmocka_unit_test(test_E0106),
        cmocka_unit_test(test_E0108),
        cmocka_unit_test(test_E0108_of_loops),
        cmocka_unit_test(test_depth_that_is_allowed),
        cmocka_unit_test(test_E0109),
        cmocka_unit_test(test_E0110),
        cmocka_unit_test(test_E0111),
        cmocka_unit_test(test_E0112),
        cmocka_unit_test(test_E0113),
        cmocka_unit_test(test_E0114),
        cmocka_unit_test(test_E0302),
        cmocka_unit_test(test_recovery),
        cmocka_unit_test(test_expression_alone),
        cmocka_unit_test(test_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
