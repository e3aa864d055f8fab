/* Tests of the notations: what people expect to see, text that reads back, brackets and tags that close. */
#include "expr/support.h"

#include <string.h>

#include "expr/notation.h"
#include "expr/walk.h"
#include "syntax/parser.h"

#define assert_writes(b, e, text, latex) assert_writes_at((b), (e), NULL, (text), (latex), __FILE__, __LINE__)
#define assert_ranked(b, e, rank, text, latex) assert_writes_at((b), (e), (rank), (text), (latex), __FILE__, __LINE__)

static const char *written(bench *b, expr_id e, expr_notation notation, const unsigned char *rank) {
    strbuf s = base_strbuf_make(b->memory);
    expr_write(b->g, e, notation, rank, &s);
    return base_strbuf_text(&s);
}

static void assert_writes_at(bench *b, expr_id e, const unsigned char *rank, const char *text, const char *latex,
                             const char *file, int line) {
    _assert_string_equal(written(b, e, NOTATION_TEXT, rank), text, file, line);
    _assert_string_equal(written(b, e, NOTATION_LATEX, rank), latex, file, line);
}

static void assert_named(const char *name, const char *latex, const char *mathml) {
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a), m = base_strbuf_make(a), t = base_strbuf_make(a);
    expr_write_name(name, NOTATION_LATEX, &s);
    expr_write_name(name, NOTATION_MATHML, &m);
    expr_write_name(name, NOTATION_TEXT, &t);
    assert_string_equal(base_strbuf_text(&s), latex);
    if (mathml != NULL)
        assert_string_equal(base_strbuf_text(&m), mathml);
    assert_string_equal(base_strbuf_text(&t), name);
    base_arena_destroy(a);
}

static expr_id call(bench *b, expr_op op, expr_id x) {
    return expr_unary(b->g, op, x);
}

static void coefficients_and_powers(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id half = expr_rational(g, 1, 2), square = expr_powi(g, b.x, 2);
    assert_writes(&b, expr_mul(g, half, square), "x^2/2", "\\frac{1}{2} x^{2}");
    assert_writes(&b, expr_mul(g, half, b.x), "x/2", "\\frac{x}{2}");
    assert_writes(&b, expr_mul(g, expr_rational(g, -3, 2), expr_mul(g, b.x, b.y)), "-3*x*y/2", "-\\frac{3}{2} x y");
    assert_writes(&b, expr_div(g, expr_add(g, b.x, b.y), expr_mul(g, expr_int(g, 2), b.z)), "(x + y)/(2*z)",
                  "\\frac{x + y}{2 z}");
    assert_writes(&b, expr_mul(g, half, expr_add(g, b.x, b.y)), "(x + y)/2", "\\frac{1}{2} \\left(x + y\\right)");
    assert_writes(&b, expr_powi(g, expr_add(g, b.x, b.y), 2), "(x + y)^2", "\\left(x + y\\right)^{2}");
    assert_writes(&b, expr_pow(g, b.x, expr_rational(g, -1, 3)), "1/x^(1/3)", "\\frac{1}{x^{1/3}}");
    assert_writes(&b, expr_pow(g, b.x, expr_neg(g, b.y)), "x^(-y)", "x^{-y}");
    assert_writes(&b, expr_pow(g, expr_pow(g, b.x, b.y), b.z), "(x^y)^z", "\\left(x^{y}\\right)^{z}");
    assert_writes(&b, expr_pow(g, b.x, expr_pow(g, b.y, b.z)), "x^y^z", "x^{y^{z}}");
    assert_writes(&b, expr_pow(g, expr_int(g, -2), b.x), "(-2)^x", "\\left(-2\\right)^{x}");
    assert_writes(&b, expr_pow(g, half, b.x), "(1/2)^x", "\\left(\\frac{1}{2}\\right)^{x}");
    assert_writes(&b, expr_mul(g, expr_int(g, 3), expr_pow(g, expr_int(g, 2), b.x)), "3*2^x", "3 \\cdot 2^{x}");
    expr_id nested = expr_div(g, expr_div(g, b.x, b.y), expr_div(g, b.z, expr_add(g, b.z, b.x)));
    assert_writes(&b, nested, "x*(x + z)/(y*z)", "\\frac{x \\left(x + z\\right)}{y z}");
    bench_destroy(&b);
}

static void sums_are_in_order(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id xy = expr_mul(g, b.x, b.y);
    assert_writes(&b, expr_sub(g, expr_neg(g, b.x), b.y), "-x - y", "-x - y");
    assert_writes(&b, expr_add(g, expr_neg(g, b.x), b.y), "y - x", "y - x");
    assert_writes(&b, expr_sub(g, b.z, expr_sub(g, b.x, b.y)), "y - x + z", "y - x + z");
    assert_writes(&b, expr_sub(g, expr_int(g, 3), b.x), "3 - x", "3 - x");
    assert_writes(&b, expr_add(g, expr_int(g, 3), expr_add(g, b.z, expr_add(g, xy, b.y))), "x*y + y + z + 3",
                  "x y + y + z + 3");
    assert_writes(&b, expr_add(g, b.x, expr_add(g, expr_powi(g, b.x, 2), expr_int(g, 1))), "x^2 + x + 1",
                  "x^{2} + x + 1");
    assert_writes(&b, expr_sub(g, b.x, expr_mul(g, expr_int(g, 2), expr_sub(g, b.y, b.z))), "x - 2*(y - z)",
                  "x - 2 \\left(y - z\\right)");
    bench_destroy(&b);
}

/* Terms of a pendulum as they come from the graph: variables made in any order. */
static void ranks_decide_on_the_order(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    static const unsigned char rank[] = {1, 1, 1, 3, 2, 1, 0, 0, 0, EXPR_RANK_LAST};
    expr_id fast = expr_new_var(g, "theta''"), speed = expr_new_var(g, "theta'"), angle = expr_new_var(g, "theta"),
            l = expr_new_var(g, "l"), m = expr_new_var(g, "m"), gravity = expr_new_var(g, "g");
    expr_id inertia = expr_mul(g, expr_mul(g, fast, call(&b, EXPR_COS, angle)), expr_mul(g, l, m));
    assert_ranked(&b, inertia, rank, "l*m*cos(theta)*theta''", "l m \\ddot{\\theta} \\cos \\theta");
    expr_id spin = expr_mul(g, expr_mul(g, expr_rational(g, 1, 2), expr_powi(g, speed, 2)), expr_powi(g, l, 2));
    assert_ranked(&b, spin, rank, "l^2*theta'^2/2", "\\frac{1}{2} l^{2} \\dot{\\theta}^{2}");
    expr_id weight = expr_mul(g, expr_mul(g, gravity, m), call(&b, EXPR_SIN, angle));
    expr_id sum = expr_add(g, expr_int(g, 1), expr_add(g, weight, expr_sub(g, spin, inertia)));
    assert_ranked(&b, sum, rank, "l^2*theta'^2/2 - l*m*cos(theta)*theta'' + m*g*sin(theta) + 1",
                  "\\frac{1}{2} l^{2} \\dot{\\theta}^{2} - l m \\ddot{\\theta} \\cos \\theta + m g \\sin \\theta + 1");
    expr_id arm = expr_mul(g, expr_mul(g, expr_add(g, b.x, l), fast), call(&b, EXPR_COS, expr_sub(g, angle, b.x)));
    assert_ranked(&b, arm, rank, "(x + l)*cos(theta - x)*theta''",
                  "\\left(x + l\\right) \\ddot{\\theta} \\cos\\left(\\theta - x\\right)");
    expr_id force = expr_mul(g, expr_new_var(g, "lambda(rod)"), b.x);
    assert_ranked(&b, expr_add(g, expr_int(g, 2), expr_sub(g, force, l)), rank, "x*lambda(rod) - l + 2",
                  "x \\lambda_{\\mathrm{rod}} - l + 2");
    assert_ranked(&b, expr_add(g, force, l), rank, "l + x*lambda(rod)", "l + x \\lambda_{\\mathrm{rod}}");
    bench_destroy(&b);
}

static void functions_are_set_as_usual(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id angle = expr_new_var(g, "theta"), sine = call(&b, EXPR_SIN, angle), gap = expr_sub(g, b.x, b.y);
    assert_writes(&b, sine, "sin(theta)", "\\sin \\theta");
    assert_writes(&b, call(&b, EXPR_SIN, gap), "sin(x - y)", "\\sin\\left(x - y\\right)");
    assert_writes(&b, expr_powi(g, sine, 2), "sin(theta)^2", "\\sin^{2} \\theta");
    assert_writes(&b, expr_powi(g, call(&b, EXPR_COS, gap), -3), "1/cos(x - y)^3",
                  "\\frac{1}{\\cos^{3}\\left(x - y\\right)}");
    assert_writes(&b, expr_pow(g, sine, b.x), "sin(theta)^x", "\\left(\\sin \\theta\\right)^{x}");
    assert_writes(&b, expr_mul(g, sine, expr_add(g, b.x, b.y)), "(x + y)*sin(theta)",
                  "\\left(x + y\\right) \\sin \\theta");
    assert_writes(&b, expr_sqrt(g, expr_add(g, call(&b, EXPR_ABS, b.x), expr_int(g, 1))), "sqrt(abs(x) + 1)",
                  "\\sqrt{\\left|x\\right| + 1}");
    assert_writes(&b, call(&b, EXPR_LOG, b.x), "log(x)", "\\ln x");
    assert_writes(&b, call(&b, EXPR_ASIN, b.x), "asin(x)", "\\arcsin x");
    assert_writes(&b, call(&b, EXPR_SIGN, b.x), "sign(x)", "\\operatorname{sgn} x");
    assert_writes(&b, expr_binary(g, EXPR_ATAN2, b.y, b.x), "atan2(y, x)", "\\operatorname{atan2}\\left(y, x\\right)");
    assert_writes(&b, expr_powi(g, expr_binary(g, EXPR_MAX, b.x, b.y), 2), "max(x, y)^2",
                  "\\left(\\max\\left(x, y\\right)\\right)^{2}");
    expr_id decay = call(&b, EXPR_EXP, expr_div(g, expr_neg(g, expr_mul(g, b.x, b.y)), expr_mul(g, b.z, angle)));
    assert_writes(&b, expr_mul(g, decay, sine), "sin(theta)*exp(-x*y/(z*theta))",
                  "\\mathrm{e}^{-x y/\\left(z \\theta\\right)} \\sin \\theta");
    assert_writes(&b, call(&b, EXPR_EXP, expr_div(g, sine, b.x)), "exp(sin(theta)/x)",
                  "\\mathrm{e}^{\\sin\\left(\\theta\\right)/x}");
    bench_destroy(&b);
}

static void choices_are_tables(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id less = expr_binary(g, EXPR_LT, b.x, b.y), most = expr_binary(g, EXPR_LE, b.y, b.z);
    expr_id choice = expr_select(g, less, b.x, expr_select(g, most, b.y, expr_int(g, 1)));
    assert_writes(&b, choice, "if x < y then x else if y <= z then y else 1",
                  "\\begin{cases} x & \\text{if } x < y \\\\ y & \\text{if } y \\le z \\\\ 1 & \\text{otherwise} "
                  "\\end{cases}");
    assert_writes(&b, expr_sub(g, b.z, expr_select(g, less, b.x, b.y)), "z - (if x < y then x else y)",
                  "z - \\left(\\begin{cases} x & \\text{if } x < y \\\\ y & \\text{otherwise} \\end{cases}\\right)");
    expr_id both = expr_binary(g, EXPR_AND, less, most);
    assert_writes(&b, call(&b, EXPR_NOT, both), "not (x < y and y <= z)",
                  "\\neg \\left(x < y \\wedge y \\le z\\right)");
    assert_writes(&b, call(&b, EXPR_NOT, less), "not x < y", "\\neg \\left(x < y\\right)");
    assert_string_equal(written(&b, expr_select(g, less, b.x, expr_int(g, 2)), NOTATION_MATHML, NULL),
                        "<mrow><mo>{</mo><mtable columnalign=\"left\"><mtr><mtd><mi>x</mi></mtd><mtd><mtext>if&#xA0;"
                        "</mtext><mi>x</mi><mo>&lt;</mo><mi>y</mi></mtd></mtr><mtr><mtd><mn>2</mn></mtd><mtd><mtext>"
                        "otherwise</mtext></mtd></mtr></mtable></mrow>");
    bench_destroy(&b);
}

static void numbers_are_short_and_exact(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    assert_writes(&b, expr_rational(g, -1, 3), "-1/3", "-\\frac{1}{3}");
    assert_writes(&b, expr_mul(g, expr_rational(g, -981, 100), b.x), "-9.81*x", "-9.81 x");
    assert_writes(&b, expr_mul(g, expr_rational(g, 2, 5), b.x), "2*x/5", "\\frac{2 x}{5}");
    assert_writes(&b, expr_div(g, expr_rational(g, 1, 10), b.x), "0.1/x", "\\frac{0.1}{x}");
    assert_writes(&b, expr_rational(g, 1, 30), "1/30", "\\frac{1}{30}");
    assert_writes(&b, expr_rational(g, 3, 20000000), "1.5e-7", "1.5 \\times 10^{-7}");
    assert_writes(&b, expr_rational(g, 1234567890123457, 1000000), "1234567890123457/1000000",
                  "\\frac{1234567890123457}{1000000}");
    assert_writes(&b, expr_real(g, 0.1), "0.1", "0.1");
    assert_writes(&b, expr_real(g, 1.5e-7), "1.5e-7", "1.5 \\times 10^{-7}");
    assert_writes(&b, expr_real(g, 0.1 + 0.2), "0.30000000000000004", "0.30000000000000004");
    assert_writes(&b, expr_real(g, -1e300), "-1e300", "-1 \\times 10^{300}");
    assert_writes(&b, expr_mul(g, expr_real(g, 1.5e-7), b.x), "1.5e-7*x", "1.5 \\times 10^{-7} x");
    assert_writes(&b, expr_pow(g, expr_real(g, 1.5e-7), b.x), "1.5e-7^x", "\\left(1.5 \\times 10^{-7}\\right)^{x}");
    assert_writes(&b, expr_add(g, b.x, expr_real(g, 3.14159265358979323846)), "x + pi", "x + \\pi");
    const double pi = 3.14159265358979323846;
    assert_writes(&b, expr_real(g, -pi / 2), "-pi/2", "-\\frac{\\pi}{2}");
    assert_writes(&b, expr_real(g, 90 * (pi / 180)), "pi/2", "\\frac{\\pi}{2}");
    assert_writes(&b, expr_real(g, 37 * (pi / 180)), "37*pi/180", "\\frac{37 \\pi}{180}");
    assert_writes(&b, expr_mul(g, expr_real(g, 2 * pi), b.x), "2*pi*x", "2 \\pi x");
    assert_writes(&b, expr_mul(g, expr_real(g, -2 * pi / 3), call(&b, EXPR_SIN, b.x)), "-2*pi*sin(x)/3",
                  "-\\frac{2 \\pi}{3} \\sin x");
    assert_writes(&b, expr_mul(g, expr_real(g, 4 * pi * pi), b.x), "4*pi^2*x", "4 \\pi^{2} x");
    assert_writes(&b, expr_div(g, b.x, expr_real(g, 2 * pi)), "x/(2*pi)", "\\frac{x}{2 \\pi}");
    assert_writes(&b, expr_pow(g, expr_real(g, 2 * pi), b.x), "(2*pi)^x", "\\left(2 \\pi\\right)^{x}");
    assert_writes(&b, expr_pow(g, b.x, expr_real(g, pi)), "x^pi", "x^{\\pi}");
    assert_writes(&b, expr_real(g, 1.57079632679), "1.57079632679", "1.57079632679");
    assert_writes(&b, expr_real(g, pi / 13), "0.241660973353061", "0.241660973353061");
    assert_string_equal(written(&b, expr_real(g, 3 * pi / 2), NOTATION_MATHML, NULL),
                        "<mfrac><mrow><mn>3</mn><mo>&#x2062;</mo><mi>&#x3C0;</mi></mrow><mn>2</mn></mfrac>");
    assert_writes(&b, expr_real(g, -INFINITY), "-(1/0)", "-\\infty");
    assert_writes(&b, expr_real(g, NAN), "(0/0)", "\\frac{0}{0}");
    assert_string_equal(written(&b, expr_real(g, -1.5e-7), NOTATION_MATHML, NULL),
                        "<mo>&#x2212;</mo><mn>1.5</mn><mo>&#xD7;</mo><msup><mn>10</mn><mn>-7</mn></msup>");
    bench_destroy(&b);
}

/* A line can be broken in a sum beside a fraction, not in one on it. */
static void long_sums_stand_beside_fractions(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id sum = expr_add(g, b.x, expr_int(g, 1));
    assert_writes(&b, expr_div(g, expr_mul(g, b.y, sum), b.z), "y*(x + 1)/z", "\\frac{y \\left(x + 1\\right)}{z}");
    for (int k = 2; k <= 16; k++)
        sum = expr_add(g, sum, expr_powi(g, b.x, k));
    strbuf tail = base_strbuf_make(b.memory);
    for (int k = 16; k >= 2; k--)
        base_strbuf_printf(&tail, "x^{%d} + ", k);
    const char *text = written(&b, expr_div(g, expr_mul(g, b.y, sum), b.z), NOTATION_LATEX, NULL);
    assert_string_equal(text,
                        base_arena_printf(b.memory, "\\frac{y}{z} \\left(%sx + 1\\right)", base_strbuf_text(&tail)));
    bench_destroy(&b);
}

static void mathml_has_one_element_where_it_must(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id e = expr_div(g, expr_add(g, b.x, b.y), expr_mul(g, b.z, call(&b, EXPR_SIN, b.x)));
    assert_string_equal(
        written(&b, e, NOTATION_MATHML, NULL),
        "<mfrac><mrow><mi>x</mi><mo>+</mo><mi>y</mi></mrow><mrow><mi>z</mi><mo>&#x2062;</mo>"
        "<mspace width=\"0.17em\"/><mi>sin</mi><mo rspace=\"0.17em\">&#x2061;</mo><mi>x</mi></mrow></mfrac>");
    assert_string_equal(
        written(&b, expr_pow(g, expr_sub(g, b.x, b.y), expr_neg(g, b.z)), NOTATION_MATHML, NULL),
        "<msup><mrow><mo>(</mo><mi>x</mi><mo>&#x2212;</mo><mi>y</mi><mo>)</mo></mrow><mrow><mo>&#x2212;</mo>"
        "<mi>z</mi></mrow></msup>");
    assert_string_equal(written(&b, expr_powi(g, call(&b, EXPR_SIN, b.x), 2), NOTATION_MATHML, NULL),
                        "<msup><mi>sin</mi><mn>2</mn></msup><mo rspace=\"0.17em\">&#x2061;</mo><mi>x</mi>");
    bench_destroy(&b);
}

static void words_keep_apart(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id empty = expr_new_var(b.g, "");
    assert_writes(&b, expr_mul(b.g, b.x, empty), "x*", "x ");
    expr_id mass = expr_new_var(b.g, "mass"), speed = expr_new_var(b.g, "speed_2'");
    assert_writes(&b, expr_mul(b.g, mass, speed), "mass*speed_2'", "\\mathrm{mass} \\, \\dot{\\mathrm{speed}}_{2}");
    bench_destroy(&b);
}

/* As textbooks have it: the exponent stands above the subscript, not behind it. */
static void powers_stand_above_subscripts(void **state) {
    (void)state;
    bench b = bench_create();
    const expr_id l2 = expr_new_var(b.g, "l2"), rate = expr_new_var(b.g, "theta1'");
    assert_string_equal(written(&b, expr_powi(b.g, l2, 2), NOTATION_MATHML, NULL),
                        "<msubsup><mi>l</mi><mn>2</mn><mn>2</mn></msubsup>");
    assert_string_equal(written(&b, expr_powi(b.g, rate, 3), NOTATION_MATHML, NULL),
                        "<msubsup><mover><mi>&#x3B8;</mi><mo scriptlevel=\"-1\">&#x2D9;</mo></mover><mn>1</mn>"
                        "<mn>3</mn></msubsup>");
    assert_string_equal(written(&b, expr_powi(b.g, b.x, 2), NOTATION_MATHML, NULL),
                        "<msup><mi>x</mi><mn>2</mn></msup>");
    bench_destroy(&b);
}

static void names_become_symbols(void **state) {
    (void)state;
    assert_named("x", "x", "<mi>x</mi>");
    assert_named("theta1''", "\\ddot{\\theta}_{1}",
                 "<msub><mover><mi>&#x3B8;</mi><mo scriptlevel=\"-1\">&#xA8;</mo></mover><mn>1</mn></msub>");
    assert_named("x'", "\\dot{x}", "<mover><mi>x</mi><mo scriptlevel=\"-1\">&#x2D9;</mo></mover>");
    assert_named("x'''", "\\dddot{x}", "<mover><mi>x</mi><mo scriptlevel=\"-1\">&#x20DB;</mo></mover>");
    assert_named("x'''''", "{x^{(5)}}", "<msup><mi>x</mi><mrow><mo>(</mo><mn>5</mn><mo>)</mo></mrow></msup>");
    assert_named("Omega", "\\Omega", "<mi>&#x3A9;</mi>");
    assert_named("varphi", "\\varphi", "<mi>&#x3C6;</mi>");
    assert_named("Alpha", "\\mathrm{Alpha}", "<mi>Alpha</mi>");
    assert_named("l2", "l_{2}", "<msub><mi>l</mi><mn>2</mn></msub>");
    assert_named("k_1", "k_{1}", "<msub><mi>k</mi><mn>1</mn></msub>");
    assert_named("theta_10", "\\theta_{10}", "<msub><mi>&#x3B8;</mi><mn>10</mn></msub>");
    assert_named("m_bar", "m_{\\mathrm{bar}}", "<msub><mi>m</mi><mi>bar</mi></msub>");
    assert_named("omega_phi'", "\\dot{\\omega}_{\\phi}", NULL);
    assert_named("x1_a_rod", "x_{1,a,\\mathrm{rod}}", NULL);
    assert_named("mass", "\\mathrm{mass}", "<mi>mass</mi>");
    assert_named("q[3]'", "\\dot{q}_{3}", NULL);
    assert_named("stone.x", "x_{\\mathrm{stone}}", "<msub><mi>x</mi><mi>stone</mi></msub>");
    assert_named("body[2].x'", "\\dot{x}_{\\mathrm{body},2}", NULL);
    assert_named("lambda(rod)", "\\lambda_{\\mathrm{rod}}", "<msub><mi>&#x3BB;</mi><mi>rod</mi></msub>");
    assert_named("lambda(pin.x)", "\\lambda_{\\mathrm{pin},x}",
                 "<msub><mi>&#x3BB;</mi><mrow><mi>pin</mi><mo>,</mo><mi>x</mi></mrow></msub>");
    assert_named("lambda(pin[2].x)", "\\lambda_{\\mathrm{pin},2,x}", NULL);
}

static void strange_names_do_no_harm(void **state) {
    (void)state;
    assert_named("_x", "\\mathrm{\\_x}", "<mi>_x</mi>");
    assert_named("x_", "\\mathrm{x\\_}", "<mi>x_</mi>");
    assert_named("x__y", "x_{y}", NULL);
    assert_named("_", "\\mathrm{\\_}", NULL);
    assert_named("", "", "");
    assert_named("(x)", "\\mathrm{(x)}_{x}", NULL);
    assert_named("[3]", "\\mathrm{[3]}_{3}", NULL);
    assert_named(".", "\\mathrm{.}", NULL);
    assert_named("'", "\\dot{\\mathrm{'}}", NULL);
    assert_named("a<b&\"c", "\\mathrm{a<b\\&\"c}", "<mi>a&#x3C;b&#x26;&#x22;c</mi>");
    assert_named("#%$~^\\{}",
                 "\\mathrm{\\#\\%\\$\\text{\\textasciitilde}\\text{\\textasciicircum}\\text{\\textbackslash}\\{\\}}",
                 NULL);
    assert_named("\xCE\xB8", "\\theta", "<mi>&#x3B8;</mi>");
    assert_named("\xCE\xB8\x31'", "\\dot{\\theta}_{1}", NULL);
    assert_named("\xCE\x91", "\\mathrm{A}", "<mi>&#x391;</mi>");
    assert_named("\xE4\xB8\xAD", "\\text{U+4E2D}", "<mi>\xE4\xB8\xAD</mi>");
    assert_named("\xC3\xA9", "\\text{\xC3\xA9}", "<mi>\xC3\xA9</mi>");
    assert_named("gr\xC3\xB6\xC3\x9F"
                 "e",
                 "\\text{gr\xC3\xB6\xC3\x9F"
                 "e}",
                 NULL);
    assert_named("\xCE\x94x'", "\\dot{{\\Delta \\mathrm{x}}}", NULL);
    assert_named("\xFFz", "{\\text{U+FFFD}\\mathrm{z}}", NULL);
}

/* Reading back: the value of a text's tree, names looked up as they are written. */
typedef struct reading {
    const graph *g;
    const char *text;
    const double *values;
} reading;

static double value_of_name(const reading *r, const syn_expr *e) {
    size_t length = e->at.end - e->at.begin;
    if (length == 2 && memcmp(r->text + e->at.begin, "pi", 2) == 0)
        return 3.14159265358979323846;
    for (uint32_t v = 0; v < expr_var_count(r->g); v++) {
        const char *name = expr_var_name(r->g, v);
        if (strlen(name) == length && memcmp(name, r->text + e->at.begin, length) == 0)
            return r->values[v];
    }
    fail_msg("unknown name in %s", r->text);
    return 0;
}

static double value_of(const reading *r, const syn_expr *e);

static double value_of_operation(const reading *r, const syn_expr *e) {
    static const expr_op ops[] = {
        [SYN_NEG] = EXPR_NEG, [SYN_NOT] = EXPR_NOT, [SYN_ADD] = EXPR_ADD, [SYN_SUB] = EXPR_SUB,
        [SYN_MUL] = EXPR_MUL, [SYN_DIV] = EXPR_DIV, [SYN_POW] = EXPR_POW, [SYN_LT] = EXPR_LT,
        [SYN_LE] = EXPR_LE,   [SYN_AND] = EXPR_AND, [SYN_OR] = EXPR_OR,   [SYN_IF] = EXPR_SELECT};
    int op = e->op == SYN_CALL ? EXPR_SQRT : (int)ops[e->op];
    while (e->op == SYN_CALL && op < EXPR_NUMERIC_OPS && strcmp(expr_op_table[op].text, e->name) != 0)
        op++;
    assert_in_range(op, EXPR_ADD, EXPR_FLOOR);
    double x[3] = {0, 0, 0};
    for (size_t k = 0; k < e->arg_count; k++)
        x[k] = value_of(r, e->args[k]);
    return expr_op_value((expr_op)op, x[0], x[1], x[2]);
}

static double value_of(const reading *r, const syn_expr *e) {
    if (e->op == SYN_NUMBER)
        return e->value;
    bool multiplier = e->op == SYN_CALL && strcmp(e->name, "lambda") == 0;
    return e->op <= SYN_PRIME || multiplier ? value_of_name(r, e) : value_of_operation(r, e);
}

static double read_back(bench *b, const char *text, const double *values) {
    diag *d = diag_create(b->memory, (diag_source){.name = "test.lgr", .text = text, .length = strlen(text)});
    syn_expr *e = syntax_parse_expr(b->memory, base_intern_create(b->memory), d);
    if (e == NULL)
        fail_msg("cannot be read: %s", text);
    return value_of(&(reading){b->g, text, values}, e);
}

/* Random expressions: numbers from numbers, conditions from leaves, so that rounding cannot turn one over. */
enum { VARS = 8, POOL = 24 };

typedef struct pool {
    bench b;
    dice d;
    expr_id leaf[VARS], value[POOL], condition[POOL];
    uint32_t values, conditions;
} pool;

static expr_id any_value(pool *p) {
    return p->value[dice_below(&p->d, p->values)];
}

static expr_id any_number(pool *p) {
    graph *g = p->b.g;
    switch (dice_below(&p->d, 3)) {
    case 0:
        return expr_int(g, (int64_t)dice_below(&p->d, 9) - 4);
    case 1:
        return expr_rational(g, (int64_t)dice_below(&p->d, 19) - 9, 1 + (int64_t)dice_below(&p->d, 7));
    default:
        return expr_real(g, dice_between(&p->d, -3, 3) * pow(10, (int)dice_below(&p->d, 13) - 8));
    }
}

static expr_id any_condition(pool *p) {
    static const expr_op ops[] = {EXPR_LT, EXPR_LE, EXPR_AND, EXPR_OR, EXPR_NOT};
    expr_op op = ops[dice_below(&p->d, p->conditions > 0 ? 5 : 2)];
    if (op == EXPR_LT || op == EXPR_LE)
        return expr_binary(p->b.g, op, p->leaf[dice_below(&p->d, VARS)], p->leaf[dice_below(&p->d, VARS)]);
    expr_id one = p->condition[dice_below(&p->d, p->conditions)];
    if (op == EXPR_NOT)
        return expr_unary(p->b.g, op, one);
    return expr_binary(p->b.g, op, one, p->condition[dice_below(&p->d, p->conditions)]);
}

static expr_id next_value(pool *p) {
    static const expr_op shapes[] = {EXPR_ADD, EXPR_ADD, EXPR_SUB, EXPR_SUB, EXPR_MUL, EXPR_MUL,
                                     EXPR_DIV, EXPR_DIV, EXPR_NEG, EXPR_POW, EXPR_POW, EXPR_SELECT};
    bool plain = dice_below(&p->d, 4) > 0;
    expr_op op = plain ? shapes[dice_below(&p->d, 12)] : EXPR_SQRT + dice_below(&p->d, EXPR_LT - EXPR_SQRT);
    expr_id a = any_value(p);
    if (op == EXPR_SELECT)
        return expr_select(p->b.g, p->condition[dice_below(&p->d, p->conditions)], a, any_value(p));
    if (op == EXPR_SIGN)
        return expr_unary(p->b.g, op, p->leaf[dice_below(&p->d, VARS)]);
    if (op == EXPR_POW && dice_below(&p->d, 2) == 0)
        return expr_pow(p->b.g, a, any_number(p));
    return expr_op_table[op].arity == 1 ? expr_unary(p->b.g, op, a) : expr_binary(p->b.g, op, a, any_value(p));
}

static void fill_pool(pool *p) {
    static const char *const names[VARS - 3] = {"theta1'", "m_bar", "q[2]''", "lambda(pin.x)", "stone.x"};
    p->leaf[0] = p->b.x;
    p->leaf[1] = p->b.y;
    p->leaf[2] = p->b.z;
    for (int k = 3; k < VARS; k++)
        p->leaf[k] = expr_new_var(p->b.g, names[k - 3]);
    for (p->values = 0; p->values < VARS; p->values++)
        p->value[p->values] = p->leaf[p->values];
    for (; p->values < VARS + 4; p->values++)
        p->value[p->values] = any_number(p);
    for (p->conditions = 0; p->conditions < 6; p->conditions++)
        p->condition[p->conditions] = any_condition(p);
    for (; p->values < POOL; p->values++)
        p->value[p->values] = next_value(p);
}

/* 1e-13 of the value, and what rounding on the way can do; negative where it can do anything. */
static double tolerance_of(pool *p, expr_id e, const double *at) {
    double here = expr_eval(p->b.g, e, at), room = 1e-13 * (1 + fabs(here)), near[VARS];
    room += 1e-15 * expr_eval(p->b.g, expr_magnitude_bound(p->b.g, e), at);
    for (int round = 0; round < 6; round++) {
        for (int v = 0; v < VARS; v++)
            near[v] = at[v] * (1 + dice_between(&p->d, -1e-13, 1e-13));
        room += 10 * fabs(expr_eval(p->b.g, e, near) - here);
    }
    return isfinite(here) && room < 1e-6 * (1 + fabs(here)) ? room : -1;
}

/* Returns how many values could be compared. */
static int compare_pool(pool *p, const unsigned char *rank) {
    int compared = 0;
    for (uint32_t k = VARS; k < p->values; k++) {
        double at[VARS];
        for (int v = 0; v < VARS; v++)
            at[v] = dice_between(&p->d, -2, 2);
        double room = tolerance_of(p, p->value[k], at);
        const char *text = written(&p->b, p->value[k], NOTATION_TEXT, rank);
        double got = read_back(&p->b, text, at), want = expr_eval(p->b.g, p->value[k], at);
        if (room >= 0 && !(fabs(got - want) <= room))
            fail_msg("%s is %.17g, should be %.17g", text, got, want);
        compared += room >= 0;
    }
    return compared;
}

static void text_reads_back(void **state) {
    (void)state;
    dice d = dice_create(1);
    int compared = 0;
    for (int round = 0; round < 1000; round++) {
        pool p = {.b = bench_create(), .d = d};
        unsigned char rank[VARS];
        fill_pool(&p);
        for (int v = 0; v < VARS; v++)
            rank[v] = (unsigned char)dice_below(&p.d, 4);
        compared += compare_pool(&p, round % 2 ? rank : NULL);
        d = p.d;
        bench_destroy(&p.b);
    }
    print_message("%d values compared\n", compared);
    assert_true(compared > 5000);
}

/* Braces, \left and \right, environments. */
static void assert_latex_closes(const char *text) {
    int braces = 0, sides = 0, tables = 0;
    for (const char *c = text; *c != '\0'; c++) {
        braces += (*c == '{') - (*c == '}');
        sides += (strncmp(c, "\\left", 5) == 0) - (strncmp(c, "\\right", 6) == 0);
        tables += (strncmp(c, "\\begin{", 7) == 0) - (strncmp(c, "\\end{", 5) == 0);
        assert_true(braces >= 0 && sides >= 0 && tables >= 0);
    }
    assert_true(braces == 0 && sides == 0 && tables == 0);
}

static bool has_two_children(const char *tag) {
    static const char *const tags[] = {"mfrac>", "msup>", "msub>", "mover "};
    for (size_t k = 0; k < sizeof tags / sizeof *tags; k++)
        if (strncmp(tag, tags[k], strlen(tags[k])) == 0)
            return true;
    return false;
}

/* Elements close in order, and have as many children as they must. */
static void assert_mathml_closes(const char *text) {
    enum { DEEPEST = 1000 };
    const char *open[DEEPEST];
    int children[DEEPEST] = {0}, depth = 0;
    for (const char *c = strchr(text, '<'); c != NULL; c = strchr(c + 1, '<')) {
        const char *end = strchr(c, '>');
        assert_non_null(end);
        if (c[1] == '/') {
            assert_true(depth > 0);
            assert_memory_equal(open[depth], c + 2, (size_t)(end - c - 2));
            if (has_two_children(open[depth]))
                assert_int_equal(children[depth], 2);
            depth--;
        } else {
            children[depth]++;
            if (end[-1] != '/') {
                assert_true(++depth < DEEPEST);
                open[depth] = c + 1;
                children[depth] = 0;
            }
        }
    }
    assert_int_equal(depth, 0);
}

static void brackets_and_tags_close(void **state) {
    (void)state;
    dice d = dice_create(2);
    for (int round = 0; round < 300; round++) {
        pool p = {.b = bench_create(), .d = d};
        fill_pool(&p);
        for (uint32_t k = VARS; k < p.values; k++) {
            assert_latex_closes(written(&p.b, p.value[k], NOTATION_LATEX, NULL));
            assert_mathml_closes(written(&p.b, p.value[k], NOTATION_MATHML, NULL));
        }
        d = p.d;
        bench_destroy(&p.b);
    }
}

static expr_id deeper(bench *b, int shape, expr_id e, int level) {
    graph *g = b->g;
    switch (shape) {
    case 0:
        return call(b, EXPR_SIN, e);
    case 1:
        return expr_div(g, b->y, expr_add(g, b->z, e));
    case 2:
        return expr_select(g, expr_binary(g, EXPR_LT, b->x, expr_int(g, level)), b->z, e);
    default:
        return expr_pow(g, b->y, expr_add(g, b->z, e));
    }
}

static void depth_needs_no_stack(void **state) {
    (void)state;
    static const unsigned char rank[] = {1, 0, 2};
    for (int shape = 0; shape < 4; shape++) {
        bench b = bench_create();
        expr_id e = b.x;
        for (int k = 0; k < 40000; k++)
            e = deeper(&b, shape, e, k);
        for (int notation = NOTATION_TEXT; notation <= NOTATION_MATHML; notation++)
            assert_true(strlen(written(&b, e, (expr_notation)notation, rank)) > 160000);
        bench_destroy(&b);
    }
}

static const char *as_code(graph *g, arena *a, expr_id e, expr_notation notation) {
    static const char *const names[] = {"x_dot", "y"};
    strbuf out = base_strbuf_make(a);
    expr_write_code(g, e, notation, NULL, names, &out);
    return base_strbuf_text(&out);
}

static void test_programming_languages(void **state) {
    (void)state;
    arena *a = base_arena_create();
    graph *g = expr_graph_create(a);
    const expr_id x = expr_new_var(g, "x'"), y = expr_new_var(g, "y");
    const expr_id power = expr_pow(g, x, expr_pow(g, y, x));
    assert_string_equal(as_code(g, a, power, NOTATION_OCTAVE), "x_dot^(y^x_dot)");
    assert_string_equal(as_code(g, a, expr_pow(g, x, expr_rational(g, 2, 3)), NOTATION_SYMPY),
                        "x_dot**(Rational(2, 3))");
    const expr_id less = expr_binary(g, EXPR_LT, x, y), choice = expr_select(g, less, x, expr_unary(g, EXPR_ABS, y));
    assert_string_equal(as_code(g, a, choice, NOTATION_OCTAVE), "choose(x_dot < y, x_dot, abs(y))");
    assert_string_equal(as_code(g, a, choice, NOTATION_JULIA), "(x_dot < y ? x_dot : abs(y))");
    assert_string_equal(as_code(g, a, choice, NOTATION_SYMPY), "Piecewise((x_dot, x_dot < y), (Abs(y), True))");
    assert_string_equal(as_code(g, a, expr_binary(g, EXPR_ATAN2, x, y), NOTATION_JULIA), "atan(x_dot, y)");
    assert_string_equal(as_code(g, a, expr_rational(g, 1, 3), NOTATION_SYMPY), "Rational(1, 3)");
    base_arena_destroy(a);
}

static void test_identifiers(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"hand.limit", "hand_limit"},
                                           {"q[1].x", "q_1_x"},
                                           {"\xCE\xB1"
                                            "1",
                                            "alpha1"},
                                           {"l_", "l_"},
                                           {"\xC3\xA4", "u00e4"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arena *a = base_arena_create();
        strbuf out = base_strbuf_make(a);
        expr_write_identifier(cases[i][0], &out);
        assert_string_equal(base_strbuf_text(&out), cases[i][1]);
        base_arena_destroy(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programming_languages),
        cmocka_unit_test(test_identifiers),
        cmocka_unit_test(coefficients_and_powers),
        cmocka_unit_test(sums_are_in_order),
        cmocka_unit_test(ranks_decide_on_the_order),
        cmocka_unit_test(functions_are_set_as_usual),
        cmocka_unit_test(choices_are_tables),
        cmocka_unit_test(numbers_are_short_and_exact),
        cmocka_unit_test(long_sums_stand_beside_fractions),
        cmocka_unit_test(mathml_has_one_element_where_it_must),
        cmocka_unit_test(words_keep_apart),
        cmocka_unit_test(powers_stand_above_subscripts),
        cmocka_unit_test(names_become_symbols),
        cmocka_unit_test(strange_names_do_no_harm),
        cmocka_unit_test(text_reads_back),
        cmocka_unit_test(brackets_and_tags_close),
        cmocka_unit_test(depth_needs_no_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
