/* Tests of the parser: what is right, read into trees. */
#include "support.h"

static void check(const char *text, const char *want) {
    parsed p = parse(text);
    assert_string_equal(write_findings(p.memory, p.findings), "");
    assert_string_equal(write_tree(&p), want);
    drop_parsed(&p);
}

static void check_expr(const char *text, const char *want) {
    arena *a = base_arena_create();
    diag *d = begin_source(a, text, strlen(text));
    syn_expr *e = syntax_parse_expr(a, base_intern_create(a), d);
    assert_string_equal(write_findings(a, d), "");
    assert_non_null(e);
    strbuf s = base_strbuf_make(a);
    write_expr(&s, e);
    assert_string_equal(base_strbuf_text(&s), want);
    base_arena_destroy(a);
}

static void test_precedence(void **state) {
    (void)state;
    check_expr("a + b*c - d/e", "(- (+ a (* b c)) (/ d e))");
    check_expr("a - b - c", "(- (- a b) c)");
    check_expr("1/12*m", "(* (/ 1 12) m)");
    check_expr("-x^2", "(neg (^ x 2))");
    check_expr("-a*b", "(* (neg a) b)");
    check_expr("a*-b", "(* a (neg b))");
    check_expr("2^-3", "(^ 2 (neg 3))");
    check_expr("2^3^2", "(^ 2 (^ 3 2))");
    check_expr("2^-x^2*y", "(* (^ 2 (neg (^ x 2))) y)");
    check_expr("a < b + 1 and not c > d or e", "(or (and (< a (+ b 1)) (not (> c d))) e)");
    check_expr("a or b and c", "(or a (and b c))");
    check_expr("not a and b", "(and (not a) b)");
    check_expr("if x > 0 then a else if y > 0 then b else c + 1", "(if (> x 0) a (if (> y 0) b (+ c 1)))");
    check_expr("((a))", "a");
}

static void test_raised_numbers(void **state) {
    (void)state;
    check_expr("-x\xC2\xB2", "(neg (^ x 2))");
    check_expr("x\xE2\x81\xBB\xC2\xB9\xC2\xB2*y", "(* (^ x (neg 12)) y)");
    check_expr("9.81 m/s\xC2\xB2", "981/100{1 m/s^2}");
    check_expr("3 N m\xE2\x81\xBB\xC2\xB2", "3{1 kg/(m s^2)}");
}

static void test_bound_to_operands(void **state) {
    (void)state;
    check_expr("x'^2", "(^ (' x) 2)");
    check_expr("x''", "(' (' x))");
    check_expr("q[i]'", "(' (index q i))");
    check_expr("P'.y", "(field y (' P))");
    check_expr("(P.y)'", "(' (field y P))");
    check_expr("(l*sin(theta))'", "(' (* l (call sin theta)))");
    check_expr("B[0].x.z", "(field z (field x (index B 0)))");
    check_expr("omega(B).x", "(field x (call omega B))");
}

static void test_calls_and_vectors(void **state) {
    (void)state;
    check_expr("f()", "(call f)");
    check_expr("at(release, x) + time(ground.open)", "(+ (call at release x) (call time (field open ground)))");
    check_expr("velocity(O - R*h.z on ring)", "(call velocity (on (- O (* R (field z h))) ring))");
    check_expr("f(\"text\", 1)", "(call f \"text\" 1)");
    check_expr("[[1, 2], [3, 4]]", "(vec (vec 1 2) (vec 3 4))");
    check_expr("sum(i in 1..N-1: m*q[i]'^2)", "(sum i 1 (- N 1) (* m (^ (' (index q i)) 2)))");
    check_expr("-sum(j in 2..N: sum(i in 1..j-1: i*j))", "(neg (sum j 2 N (sum i 1 (- j 1) (* i j))))");
    check_expr("sum + 1", "(+ sum 1)");
}

static void test_lines_within_expressions(void **state) {
    (void)state;
    check("let a = 1 +\n 2, b = [3,\n\n 4\n ]\nlet c = (x\n + y)",
          "(let a = (+ 1 2)) (let b = (vec 3 4)) (let c = (+ x y))");
    check("let a =\n  3", "(let a = 3)");
    check("let a = (1 +\n force(c)\n + kinetic)", "(let a = (+ (+ 1 (call force c)) kinetic))");
    check("param m = 1, # one\n l = 2", "(param m = 1) (param l = 2)");
    check("\n\nlet a = 1;; let b = 2;\n;let c = 3\n", "(let a = 1) (let b = 2) (let c = 3)");
    check("", "");
    check("\n# nothing\n", "");
}

static void test_units(void **state) {
    (void)state;
    check_expr("9.81 m/s^2", "981/100{1 m/s^2}");
    check_expr("-45 deg", "(neg 45{1/180 pi^1 1})");
    check_expr("1 kg m^2", "1{1 kg m^2}");
    check_expr("12 kg*m^2", "12{1 kg m^2}");
    check_expr("2 N s/m", "2{1 kg/s}");
    check_expr("2 N/(m s)", "2{1 kg/s^3}");
    check_expr("2 N/(m*s^2)", "2{1 kg/s^4}");
    check_expr("2 s^-1", "2{1 1/s}");
    check_expr("2m", "2{1 m}");
    check_expr("13 ft", "13{381/1250 m}");
    check_expr("3 in", "3{127/5000 m}");
    check_expr("(2 m)*k", "(* 2{1 m} k)");
    check_expr("prop - 90 deg", "(- prop 90{1/180 pi^1 1})");
    check_expr("2*pi*(1 rad/s)", "(* (* 2 pi) 1{1 1/s})");
    check_expr("1/2", "(/ 1 2)");
    check_expr("2*m*g", "(* (* 2 m) g)");
    check_expr("2 m < x and y > 3 s", "(and (< 2{1 m} x) (> y 3{1 s}))");
    check_expr("if a then 1 m else 2 m", "(if a 1{1 m} 2{1 m})");
}

static void test_inch_and_in(void **state) {
    (void)state;
    check("param l = 3 in in [1 in, 2 in] \"l\", k = 3 in",
          "(param l = 3{127/5000 m} :low 1{127/5000 m} :high 2{127/5000 m} \"l\") (param k = 3{127/5000 m})");
    check("param l = 2 m in [1 m, 3 m]", "(param l = 2{1 m} :low 1{1 m} :high 3{1 m})");
    check("param in = 1, l = in in [0, 1]", "(param in = 1) (param l = in :low 0 :high 1)");
}

static void test_doubtful_units(void **state) {
    (void)state;
    check_expr("2 m*g", "2{1/1000 kg m}");
    check_expr("-2 m/s", "(neg 2{1 m/s})");
    check_expr("[2 m/s, (3 m/s)]", "(vec 2{1 m/s} 3{1 m/s})");
    check_expr("x < 2 m/s", "(< x 2{1 m/s})");
    check_expr("f(-2 m/s)", "(call f (neg 2{1 m/s}))");
    check_expr("x*2 m/s", "(* x 2{1 m/s ?s})");
    check_expr("x - 2 m/s", "(- x 2{1 m/s ?s})");
    check_expr("x*-2 m/s", "(* x (neg 2{1 m/s ?s}))");
    check_expr("2 m/s + x", "(+ 2{1 m/s ?s} x)");
    check_expr("x + 2 N s", "(+ x 2{1 kg m/s})");
    check_expr("1 + 2 N/(m s)", "(+ 1 2{1 kg/s^3 ?m ?s})");
}

static void test_declarations(void **state) {
    (void)state;
    check("model pendulum \"Pendulum\"", "(model pendulum \"Pendulum\")");
    check("param m = 1 kg, l = 2 m in [1 m, 3 m] \"label\", g = 9.81",
          "(param m = 1{1 kg}) (param l = 2{1 m} :low 1{1 m} :high 3{1 m} \"label\") (param g = 981/100)");
    check("coord x = 1 \"a\", y ~ 2", "(coord x = 1 \"a\") (coord y ~ 2)");
    check("coord q[1..N] = 0, x[1] = 3", "(coord q :index 1 :last N = 0) (coord x :index 1 = 3)");
    check("initial theta' = 2 rad/s, x[6]' ~ 1",
          "(initial :target (' theta) = 2{1 1/s}) (initial :target (' (index x 6)) ~ 1)");
    check("initial omega(B) = [1, 2, 3]", "(initial :target (call omega B) = (vec 1 2 3))");
    check("initial closed(ground), e.w' = 0",
          "(initial :target (call closed ground)) (initial :target (' (field w e)) = 0)");
    check("let f(x, y) = x*y, p[0] = [0, 0]", "(let f = (* x y) (x y)) (let p :index 0 = (vec 0 0))");
    check("kinetic T = 1; potential V = 2\nlagrangian L = 3\ndissipation D = 4",
          "(kinetic T = 1) (potential V = 2) (lagrangian L = 3) (dissipation D = 4)");
    check("kinetic a = 1, b = 2", "(kinetic a = 1) (kinetic b = 2)");
    check("frame A = rotation(z, psi)\norientation e = [1, 0, 0, 0]",
          "(frame A = (call rotation z psi)) (orientation e = (vec 1 0 0 0))");
}

static void test_elements(void **state) {
    (void)state;
    check("gravity 9.81 m/s^2", "(gravity 981/100{1 m/s^2})");
    check("gravity [0, -1.62]", "(gravity (vec 0 (neg 81/50)))");
    check("particle bob[i]: mass m at P", "(particle bob :index i :mass m :at P)");
    check("particle mass: mass mass at at", "(particle mass :mass mass :at at)");
    check("particle p: mass 2 kg at (A + B)/2", "(particle p :mass 2{1 kg} :at (/ (+ A B) 2))");
    check("rod beam: mass m, from A to B \"beam\"", "(rod beam :mass m :from A :to B \"beam\")");
    check("body arm: mass m1, inertia [I1, J1,\n I1], at G,\n frame B",
          "(body arm :mass m1 :inertia (vec I1 J1 I1) :at G :frame B)");
    check("spring s: from A to B, stiffness k, length l0, damping c",
          "(spring s :from A :to B :stiffness k :length l0 :damping c)");
    check("cable s: from A to B, stiffness k, length l0", "(cable s :from A :to B :stiffness k :length l0)");
    check("buffer s: from A to B, stiffness k, length l0, damping c",
          "(buffer s :from A :to B :stiffness k :length l0 :damping c)");
    check("torsion s: angle theta, stiffness k, rest a0", "(torsion s :angle theta :stiffness k :rest a0)");
    check("force F: [1, 2] at P on body", "(force F (vec 1 2) :at P :on body)");
    check("torque M: C*A.z on arm reacting on base", "(torque M (* C (field z A)) :on arm :reacting base)");
    check("generalized Q: theta = -c*theta'", "(generalized Q :target theta = (* (neg c) (' theta)))");
}

static void test_constraints(void **state) {
    (void)state;
    check("constraint c: a = b off", "(constraint c (= a b) off)");
    check("constraint c[i]: x' = R*phi' \"label\"", "(constraint c :index i (= (' x) (* R (' phi))) \"label\")");
    check("contact floor: y >= 0, restitution e, friction mu along x",
          "(contact floor (>= y 0) :restitution e :friction mu :along x)");
    check("contact floor: y >= 0 off", "(contact floor (>= y 0) off)");
}

static void test_events(void **state) {
    (void)state;
    check("event done when t > 10 s { stop }", "(event done (> t 10{1 s}) {stop})");
    check("event a when x < 2 and y > 1 after b.open { drop c, d[1]; free B }",
          "(event a (and (< x 2) (> y 1)) :after (field open b) {drop :to c} {drop :to (index d 1)} {free :to B})");
    check("event a when x < 2 {\n set x' = -0.8*x'\n\n hold c # hold\n}\nlet y = 1",
          "(event a (< x 2) {set :to (' x) :value (* (neg 4/5) (' x))} {hold :to c}) (let y = 1)");
    check("event a when x < 2 { }", "(event a (< x 2))");
}

static void test_results(void **state) {
    (void)state;
    check("simulate until 10 s, tolerance 1e-9, method dop853",
          "(simulate :until 10{1 s} :tolerance 1/1000000000 :method dop853)");
    check("output x = bob.x \"across\", y = bob.y", "(output x = (field x bob) \"across\") (output y = (field y bob))");
    check("report before = at(meet, kinetic)", "(report before = (call at meet kinetic))");
    check("expect final(x) = 1.3 m within 1e-7 m", "(expect (= (call final x) 13/10{1 m}) :within 1/10000000{1 m})");
    check("expect final(x) = 1.3 within 0.1%", "(expect (= (call final x) 13/10) :within 1/10 %)");
    check("expect peak < 5 kN", "(expect (< peak 5{1000 kg m/s^2}))");
    check("draw beam from A to B; draw ball at P radius 0.1 m; draw trail of P; draw ground at 0",
          "(draw beam :from A :to B) (draw ball :at P :radius 1/10{1 m}) (draw trail :of P) (draw ground :at 0)");
    check("draw box at G size [1, 0.5] angle theta", "(draw box :at G :size (vec 1 1/2) :angle theta)");
}

static void test_loops(void **state) {
    (void)state;
    check("component link(A, m = 1 kg in [0, 2] \"mass\") { let tip = A; part p[i] = link(tip, m = 3) \"l\" }",
          "(component link (param A) (param m 1{1 kg} :low 0 :high 2 \"mass\") (let tip = A) "
          "(part p :index i :target link = (param tip) (param m 3) \"l\"))");
    check("component none() { }\npart a = none(), b = none()",
          "(component none) (part a :target none =) (part b :target none =)");
    check("include \"a/b.lgr\"\ninclude <joints>\nlet y = a.x[2].z",
          "(include a/b.lgr) (include joints) (let y = (field z (field x a 2)))");
    check("for i in 1..N { let u[i] = x[i] }", "(for i :low 1 :high N (let u :index i = (index x i)))");
    check("for i in 1..N-1 {\n coord x[i] = 0, y[i] = 1\n for j in 1..2 { let a = 1; let b = 2 }\n}\nlet c = 1",
          "(for i :low 1 :high (- N 1) (coord x :index i = 0) (coord y :index i = 1) "
          "(for j :low 1 :high 2 (let a = 1) (let b = 2))) (let c = 1)");
}

/* Words of the language that are names wherever a name is due. */
static void test_contextual_words(void **state) {
    (void)state;
    check("param mass = 1, length = 2, at = 3, angle = 4, e = 5, in = 6, to = 7, force = 8",
          "(param mass = 1) (param length = 2) (param at = 3) (param angle = 4) (param e = 5) (param in = 6) "
          "(param to = 7) (param force = 8)");
    check("let a = mass*length + at - angle", "(let a = (- (+ (* mass length) at) angle))");
    check("coord \xCE\xB8 = 0.4", "(coord \xCE\xB8 = 2/5)");
    check("spring length: from from to to, stiffness stiffness, length length",
          "(spring length :from from :to to :stiffness stiffness :length length)");
}

static void check_place(const char *text, span at, const char *want) {
    assert_int_equal(at.end - at.begin, strlen(want));
    assert_memory_equal(text + at.begin, want, strlen(want));
}

static void test_places(void **state) {
    (void)state;
    const char *text = "param m = 1 kg, l[2] = (a + b)*f(x) \"l\"\nspring s: from A to B', stiffness k, length 1";
    parsed p = parse(text);
    assert_int_equal(p.tree.count, 3);
    const syn_stmt *m = p.tree.stmts[0], *l = p.tree.stmts[1], *s = p.tree.stmts[2];
    check_place(text, m->at, "param m = 1 kg");
    check_place(text, m->keyword, "param");
    check_place(text, m->value->at, "1 kg");
    check_place(text, l->at, "l[2] = (a + b)*f(x) \"l\"");
    check_place(text, l->keyword, "param");
    check_place(text, l->name_at, "l[2]");
    check_place(text, l->value->at, "(a + b)*f(x)");
    check_place(text, l->value->args[0]->at, "(a + b)");
    check_place(text, l->value->args[1]->at, "f(x)");
    check_place(text, l->value->args[1]->name_at, "f");
    const syn_clause *to = syntax_find_clause(s, WORD_TO);
    assert_non_null(to);
    check_place(text, to->at, "to");
    check_place(text, to->value->at, "B'");
    assert_null(syntax_find_clause(s, WORD_DAMPING));
    drop_parsed(&p);
}

static void test_words(void **state) {
    (void)state;
    assert_string_equal(syntax_keyword(SYN_PARAM), "param");
    assert_string_equal(syntax_keyword(SYN_FOR), "for");
    assert_string_equal(syntax_word_text(WORD_MASS), "mass");
    assert_string_equal(syntax_word_text(WORD_OF), "of");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_precedence),
        cmocka_unit_test(test_raised_numbers),
        cmocka_unit_test(test_bound_to_operands),
        cmocka_unit_test(test_calls_and_vectors),
        cmocka_unit_test(test_lines_within_expressions),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_inch_and_in),
        cmocka_unit_test(test_doubtful_units),
        cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_elements),
        cmocka_unit_test(test_constraints),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_contextual_words),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
