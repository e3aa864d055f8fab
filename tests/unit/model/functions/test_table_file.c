/* Tables: what a file may look like, what is found wrong with it, and the curve through its points. */
#include "model/support.h"

#include <math.h>
#include <unistd.h>

#include "base/decimal.h"

#define PI 3.14159265358979323846

static char folder[] = "/tmp/lagrangia-tables-XXXXXX";
static char model_path[64], table_path[64];

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(model_path, sizeof model_path, "%s/model.lgr", folder);
    snprintf(table_path, sizeof table_path, "%s/t.csv", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    return unlink(table_path) || rmdir(folder);
}

static void write_bytes(const char *bytes, size_t length) {
    FILE *f = fopen(table_path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, length, f), length);
    assert_int_equal(fclose(f), 0);
}

static void write_table(const char *text) {
    write_bytes(text, strlen(text));
}

#define MODEL "let f(x) = table(\"t.csv\", x)\ncoord x = 0\nkinetic T = 1/2*x'^2\noutput y = f(x), slope = f(x)'\n"

static double value_at(const read_text *r, int output, double x, double v) {
    double *at = ARENA_ARRAY(r->memory, double, expr_var_count(r->m->g));
    at[r->m->coords[0].q] = x;
    at[r->m->coords[0].v] = v;
    return expr_eval(r->m->g, r->m->base->outputs[output], at);
}

static read_text accept(void) {
    read_text r = text_read(model_path, MODEL, NULL, 0);
    text_print_findings(&r);
    assert_int_equal(diag_count(r.findings), 0);
    return r;
}

static void near(double got, double want) {
    if (!(fabs(got - want) <= 1e-14 * fmax(1, fabs(want))))
        fail_msg("%.17g is not %.17g", got, want);
}

/* All that spreadsheets and loggers write. */
static void forms(void **state) {
    (void)state;
    static const char *const same[] = {
        "0,1\n1,3\n",
        "x,y\n0,1\n1,3\n",
        "\xEF\xBB\xBFtime;value;more\r\n0;1;7\r\n1;3;9\r\n",
        "# made by hand\n\n  \"x [m]\"  y\n0 1\n# between\n1 3 # the end",
        "  0\t1\t2\n\t+1.0\t.3e+1\tnote\n",
        "-0.0, 1.\n1E0 ,30e-1,\n\n",
        ("\xEF\xBB\xBF"
         "0,1\n1,3\n"), /* a mark of the order of bytes is no header, the first line counts */
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        write_table(same[i]);
        read_text r = accept();
        near(value_at(&r, 0, 0.25, 0), 1.5);
        near(value_at(&r, 1, 0.25, 3), 6);
        text_drop(&r);
    }
}

static void faults(void **state) {
    (void)state;
    static const struct {
        const char *table, *message;
    } cases[] = {
        {"", "has fewer than two rows"},
        {"x,y\n", "has fewer than two rows"},
        {"1,2\n", "has fewer than two rows"},
        {"x,y\nx,y\n1,2\n2,3\n", "line 2 of 't.csv' does not begin with a number"},
        {"# c\n1,2\n\nx,3\n", "line 4 of 't.csv' does not begin with a number"},
        {"1,2\n2,3\n2,4\n", "line 3 of 't.csv' does not increase"},
        {"1,2\n2,3\n-3,4\n", "line 3 of 't.csv' does not increase"},
        {"1,2\n2\n", "line 2 of 't.csv' has no number in its second column"},
        {"1,2\n2,\n", "line 2 of 't.csv' has no number in its second column"},
        {"1,2\n2,,3\n", "line 2 of 't.csv' has no number in its second column"},
        {"1,2\n2,3x\n", "line 2 of 't.csv' has no number in its second column"},
        {"1,2\n2,0x10\n", "line 2 of 't.csv' has no number in its second column"},
        {"1,2\n2,nan\n", "line 2 of 't.csv' has no number in its second column"},
        {"1,2\n2,1e999\n", "line 2 of 't.csv' has no number in its second column"},
        {"1,2\n2,-\n", "line 2 of 't.csv' has no number in its second column"},
        {"1,2\n2,.\n", "line 2 of 't.csv' has no number in its second column"},
        {"1,2\n2,1e\n", "line 2 of 't.csv' has no number in its second column"},
        {"1,2\ninf,3\n", "line 2 of 't.csv' does not begin with a number"},
        {"0,0\n1e-200,1\n1,2\n", "lie too far apart"},
        {"0,-1e308\n1,1e308\n", "lie too far apart"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_table(cases[i].table);
        text_refuse(model_path, MODEL, DIAG_E0115, "\"t.csv\"", cases[i].message);
    }
    write_bytes("0,1\n1,2\n\0,3\n", 12);
    text_refuse(model_path, MODEL, DIAG_E0115, "\"t.csv\"", "is not a text");
}

static void files(void **state) {
    (void)state;
    write_table("0,1\n1,3\n");
    text_refuse("elsewhere/model.lgr", MODEL, DIAG_E0115, "\"t.csv\"", "cannot read 'elsewhere/t.csv': ");
    text_refuse("<stdin>", MODEL, DIAG_E0115, "\"t.csv\"", "cannot read 't.csv': ");
    text_refuse(model_path, "coord x = table(\".\", 1)\nkinetic T = x'^2\n", DIAG_E0115, "\".\"", "it is not a file");
    char text[200];
    snprintf(text, sizeof text, "coord x = table(\"%s\", 0.5)\nkinetic T = x'^2\n", table_path);
    read_text r = text_accept(text);
    near(expr_eval(r.m->g, r.m->coords[0].start, (double[8]){0}), 2);
    text_drop(&r);
}

static void arguments(void **state) {
    (void)state;
    write_table("0,1\n1,3\n");
    text_refuse(model_path, "coord x = 0\nkinetic T = x'^2\noutput y = table(x, 1)\n", DIAG_E0104, "x",
                "the name of a file");
    text_refuse(model_path, "coord x = 0\nkinetic T = x'^2\noutput y = table(\"t.csv\")\n", DIAG_E0203,
                "table(\"t.csv\")", "takes 2 to 6 arguments");
    text_refuse(model_path, "coord x = 0\nkinetic T = x'^2\noutput y = table(\"t.csv\", [x, 1])\n", DIAG_E0303,
                "[x, 1]", "the argument of a table");
    text_refuse(model_path, "param m = 1 kg\ncoord x = 0 m\nkinetic T = 1/2*m*x'^2\noutput y = table(\"t.csv\", x)\n",
                DIAG_E0305, "x", "the argument of a table");
    read_text r = text_read(model_path,
                            "param m = 1 kg, a = 1 m\ncoord x = 0 m\nkinetic T = 1/2*m*x'^2\n"
                            "potential V = table(\"t.csv\", x/a)*(1 J)\n",
                            NULL, 0);
    assert_int_equal(diag_count(r.findings), 0);
    text_drop(&r);
}

/* Through the points, smooth, flat outside, and monotone where the points are. */
static void curve(void **state) {
    (void)state;
    static const double x[] = {-1, 0, 0.5, 2, 2.25, 4, 7}, y[] = {3, 2, 2, 5, 9, 9.5, -1};
    write_table("-1,3\n0,2\n0.5,2\n2,5\n2.25,9\n4,9.5\n7,-1\n");
    read_text r = accept();
    for (int i = 0; i < 7; i++)
        near(value_at(&r, 0, x[i], 0), y[i]);
    for (int i = 1; i < 6; i++) {
        double below = value_at(&r, 1, x[i] - 1e-12, 1), above = value_at(&r, 1, x[i], 1);
        assert_true(fabs(below - above) < 1e-9);
    }
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 100; k++) {
            double h = (x[i + 1] - x[i]) / 100,
                   step = value_at(&r, 0, x[i] + (k + 1) * h, 0) - value_at(&r, 0, x[i] + k * h, 0);
            assert_true(step * (y[i + 1] - y[i]) >= 0 && fabs(step) <= fabs(y[i + 1] - y[i]));
        }
    near(value_at(&r, 0, -9, 0), 3);
    near(value_at(&r, 0, 99, 0), -1);
    near(value_at(&r, 1, -9, 1), 0);
    near(value_at(&r, 1, 99, 1), 0);
    text_drop(&r);
}

static void write_row(FILE *f, double x, double y) {
    char line[2 * DECIMAL_ROOM + 2];
    size_t length = base_write_decimal(x, line);
    line[length++] = ',';
    length += base_write_decimal(y, line + length);
    line[length++] = '\n';
    assert_int_equal(fwrite(line, 1, length, f), length);
}

/* A finely given function is met to the third order of the spacing; the largest table is not too large. */
static void accuracy(void **state) {
    (void)state;
    double errors[2];
    for (int fine = 0; fine < 2; fine++) {
        int n = fine ? 10000 : 1000;
        FILE *f = fopen(table_path, "wb");
        for (int i = 0; i < n; i++)
            write_row(f, 3.0 * i / (n - 1), exp(3.0 * i / (n - 1)));
        assert_int_equal(fclose(f), 0);
        read_text r = accept();
        errors[fine] = 0;
        for (int i = 0; i < 50; i++)
            errors[fine] = fmax(errors[fine], fabs(value_at(&r, 0, 0.0599 * i + 0.0034, 0) - exp(0.0599 * i + 0.0034)));
        text_drop(&r);
    }
    assert_true(errors[0] < 1e-7 && errors[1] < 1e-3 * errors[0] * 2);
}

/* A spline has a continuous second derivative, which is near that of the function; a straight line has its slopes. */
static void other_ways(void **state) {
    (void)state;
    FILE *f = fopen(table_path, "wb");
    for (int i = 0; i <= 32; i++)
        write_row(f, i / 8.0, sin(i / 8.0));
    assert_int_equal(fclose(f), 0);
    read_text r = text_read(model_path,
                            "coord x = 0\nkinetic T = 1/2*x'^2\noutput a = table(\"t.csv\", x, smooth)''\n"
                            "output b = table(\"t.csv\", x, linear)', c = table(\"t.csv\", x)''\n",
                            NULL, 0);
    assert_int_equal(diag_count(r.findings), 0);
    double worst = 0, worst_monotone = 0;
    for (int i = 4; i <= 28; i++) {
        double knot = i / 8.0, side = 1e-9;
        assert_true(fabs(value_at(&r, 0, knot - side, 1) - value_at(&r, 0, knot + side, 1)) < 1e-6);
        worst = fmax(worst, fabs(value_at(&r, 0, knot + side, 1) + sin(knot)));
        worst_monotone = fmax(worst_monotone, fabs(value_at(&r, 2, knot + side, 1) + sin(knot)));
        near(value_at(&r, 1, knot + 0.03, 1), (sin(knot + 0.125) - sin(knot)) * 8);
    }
    assert_true(worst < 3e-3 && worst_monotone > 20 * worst);
    text_drop(&r);
}

/* Columns by their names, in any order, beside others that hold no numbers. */
static void columns(void **state) {
    (void)state;
    static const char *const same[] = {
        "t [s],\"c d\" , note,cl\n0,5,a b,1\n1,6,\"b, c\",3\n2,9,,3\n",
        "# t\t\"c d\"\tnote\tcl\n0\t5\tab\t1\n1\t6\tc\t3\n2\t9\tx\t3\n",
        "t;c d;note;cl [1/rad]\n# between\n0;5;x;1\n1;6;x;3\n2;9;x;3\n",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        write_table(same[i]);
        read_text r = text_read(model_path,
                                "coord x = 0\nkinetic T = 1/2*x'^2\noutput a = table(\"t.csv\", x, \"cl\", linear)\n"
                                "output b = table(\"t.csv\", x, linear, \"c d\"), c = table(\"t.csv\", x, linear)\n"
                                "output d = table(\"t.csv\", x, \"c d\", \"t\", linear)\n",
                                NULL, 0);
        text_print_findings(&r);
        assert_int_equal(diag_count(r.findings), 0);
        near(value_at(&r, 0, 0.5, 0), 2);
        near(value_at(&r, 1, 1.5, 0), 7.5);
        near(value_at(&r, 2, 1.5, 0), 7.5);
        near(value_at(&r, 3, 7.5, 0), 1.5);
        text_drop(&r);
    }
    text_refuse(model_path, "coord x = table(\"t.csv\", 1, \"cd\")\nkinetic T = x'^2\n", DIAG_E0115, "\"t.csv\"",
                "has no column 'cd'");
    text_refuse(model_path, "coord x = table(\"t.csv\", 1, \"note\")\nkinetic T = x'^2\n", DIAG_E0115, "\"t.csv\"",
                "line 3 of 't.csv' has no number in column 'note'");
    write_table("0,1\n1,3\n");
    text_refuse(model_path, "coord x = table(\"t.csv\", 1, \"cd\")\nkinetic T = x'^2\n", DIAG_E0115, "\"t.csv\"",
                "has no column 'cd'");
}

static expr_id interval_of(const read_text *r, int output) {
    return expr_node_at(r->m->g, r->m->base->outputs[output])->arg[2];
}

/* Where the points of x are the same, also of two files, one search finds the intervals of both. */
static void shared_points(void **state) {
    (void)state;
    char other[80];
    snprintf(other, sizeof other, "%s/u.csv", folder);
    write_table("t,a,b\n0,5,1\n1,6,2\n2,9,4\n");
    assert_int_equal(rename(table_path, other), 0);
    write_table("0,1\n1,3\n2,1\n");
    read_text r =
        text_read(model_path,
                  "coord x = 0\nkinetic T = 1/2*x'^2\noutput a = table(\"t.csv\", x), b = table(\"u.csv\", x, \"b\")\n"
                  "output c = table(\"t.csv\", x, periodic), d = table(\"u.csv\", x, \"a\", \"b\")\n",
                  NULL, 0);
    text_print_findings(&r);
    assert_int_equal(unlink(other), 0);
    assert_true(expr_same(interval_of(&r, 0), interval_of(&r, 1)));
    assert_false(expr_same(interval_of(&r, 0), interval_of(&r, 2)));
    assert_false(expr_same(interval_of(&r, 0), interval_of(&r, 3)));
    near(value_at(&r, 0, 1, 0), 3);
    near(value_at(&r, 1, 1, 0), 2);
    text_drop(&r);
}

/* Curves that repeat, also far from their points, with a bend that is continuous where they close. */
static void periodic(void **state) {
    (void)state;
    FILE *f = fopen(table_path, "wb");
    for (int i = 0; i <= 24; i++)
        write_row(f, i / 4.0, i % 24 ? sin(PI * i / 12) : 0);
    assert_int_equal(fclose(f), 0);
    read_text r = text_read(model_path,
                            "coord x = 0\nkinetic T = 1/2*x'^2\noutput a = table(\"t.csv\", x, smooth, periodic)\n"
                            "output b = table(\"t.csv\", x, periodic, smooth)'', c = table(\"t.csv\", x, periodic)\n"
                            "output d = table(\"t.csv\", x, periodic, linear)'\n",
                            NULL, 0);
    text_print_findings(&r);
    assert_int_equal(diag_count(r.findings), 0);
    for (double x = -31; x < 41; x += 0.173) {
        double w = PI / 3;
        assert_true(fabs(value_at(&r, 0, x, 0) - sin(w * x)) < 5e-5);
        assert_true(fabs(value_at(&r, 1, x, 1) + w * w * sin(w * x)) < 1e-2);
        assert_true(fabs(value_at(&r, 2, x, 0) - sin(w * x)) < 1e-2);
        assert_true(fabs(value_at(&r, 3, x, 1) - w * cos(w * x)) < 0.2);
    }
    for (int k = -3; k < 4; k++)
        assert_true(fabs(value_at(&r, 1, 6 * k - 1e-9, 1) - value_at(&r, 1, 6 * k + 1e-9, 1)) < 1e-7);
    text_drop(&r);
    static const char *const short_ones[] = {"0,1\n1,1\n", "0,1\n1,3\n2,1\n"};
    for (size_t i = 0; i < 2; i++) { /* fewer rows than slopes look at beside themselves */
        write_table(short_ones[i]);
        r = text_read(model_path, "coord x = 0\nkinetic T = 1/2*x'^2\noutput a = table(\"t.csv\", x, periodic)\n", NULL,
                      0);
        text_print_findings(&r);
        assert_int_equal(diag_count(r.findings), 0);
        for (int k = -7; k < 8; k++)
            near(value_at(&r, 0, k, 0), i == 1 && k % 2 ? 3 : 1);
        text_drop(&r);
    }
    write_table("0,1\n1,3\n2,2\n");
    text_refuse(model_path, "coord x = table(\"t.csv\", 1, periodic)\nkinetic T = x'^2\n", DIAG_E0115, "\"t.csv\"",
                "does not close");
}

/* A bicubic spline meets what is cubic in x and in y, with all second derivatives; straight cells meet x y. */
static void grids(void **state) {
    (void)state;
    static const double xs[] = {-1, 0, 0.5, 2, 3}, ys[] = {0, 1, 1.5, 4};
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a); /* with points in every locale */
    base_strbuf_printf(&s, "x \\ y");
    for (int j = 0; j < 4; j++)
        base_strbuf_printf(&s, ",%g", ys[j]);
    for (int i = 0; i < 5; i++) {
        base_strbuf_printf(&s, "\n%g", xs[i]);
        for (int j = 0; j < 4; j++)
            base_strbuf_printf(&s, ",%.17g", (xs[i] * xs[i] * xs[i] - 2) * ys[j] * (3 - ys[j]));
    }
    FILE *f = fopen(table_path, "wb");
    assert_true(fputs(base_strbuf_text(&s), f) >= 0);
    assert_int_equal(fclose(f), 0);
    base_arena_destroy(a);
    read_text r =
        text_read(model_path,
                  "coord x = 0, y = 0\nkinetic T = 1/2*(x'^2 + y'^2)\nlet f(a, b) = table(\"t.csv\", a, b, smooth)\n"
                  "output z = f(x, y), rate = f(x, y)', line = table(\"t.csv\", x, y), far = f(99, -7*y)\n",
                  NULL, 0);
    text_print_findings(&r);
    assert_int_equal(diag_count(r.findings), 0);
    double *at = ARENA_ARRAY(r.memory, double, expr_var_count(r.m->g));
    for (double x = -0.99; x < 3; x += 0.21)
        for (double y = 0.03; y < 4; y += 0.31) {
            at[r.m->coords[0].q] = x;
            at[r.m->coords[1].q] = y;
            at[r.m->coords[0].v] = 1;
            at[r.m->coords[1].v] = -2;
            const expr_id *out = r.m->base->outputs;
            assert_true(fabs(expr_eval(r.m->g, out[0], at) - (x * x * x - 2) * y * (3 - y)) < 1e-11);
            double rate = 3 * x * x * y * (3 - y) - 2 * (x * x * x - 2) * (3 - 2 * y);
            assert_true(fabs(expr_eval(r.m->g, out[1], at) - rate) < 1e-10);
            near(expr_eval(r.m->g, out[3], at), 0);
        }
    at[r.m->coords[0].q] = 0.25;
    at[r.m->coords[1].q] = 1.25;
    near(expr_eval(r.m->g, r.m->base->outputs[2], at), (-2 * 2 - 1.875 * 2 - 2 * 2.25 - 1.875 * 2.25) / 4);
    text_drop(&r);
    text_refuse(model_path, "coord x = table(\"t.csv\", 1, 2, periodic)\nkinetic T = x'^2\n", DIAG_E0104, "periodic",
                "cannot be 'periodic'");
    write_table(",1,2\n0,1,3\n1,2,x\n");
    text_refuse(model_path, "coord x = table(\"t.csv\", 1, 2)\nkinetic T = x'^2\n", DIAG_E0115, "\"t.csv\"",
                "line 3 of 't.csv' has no number in column 3");
    write_table(",1,1\n0,1,3\n1,2,4\n");
    text_refuse(model_path, "coord x = table(\"t.csv\", 1, 2)\nkinetic T = x'^2\n", DIAG_E0115, "\"t.csv\"",
                "line 1 of 't.csv' does not increase");
}

static void too_many_rows(void **state) {
    (void)state;
    FILE *f = fopen(table_path, "wb");
    for (int i = 0; i < 1000001; i++)
        fprintf(f, "%d,0\n", i);
    assert_int_equal(fclose(f), 0);
    text_refuse(model_path, MODEL, DIAG_E0109, "\"t.csv\"", "more than 1000000 rows");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),      cmocka_unit_test(faults),        cmocka_unit_test(files),
        cmocka_unit_test(arguments),  cmocka_unit_test(curve),         cmocka_unit_test(accuracy),
        cmocka_unit_test(other_ways), cmocka_unit_test(too_many_rows), cmocka_unit_test(shared_points),
        cmocka_unit_test(columns),    cmocka_unit_test(periodic),      cmocka_unit_test(grids),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
