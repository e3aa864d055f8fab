/* Equations as LaTeX: a document, or its equations alone. */
#include "out/public.h"
#include "out/reading.h"

#define SPRING                                                                                                         \
    "model m \"A_spring\"\nparam k = 2\ncoord x = 0\nkinetic T = x'^2/2\npotential V = k*x^2/2\nconstraint c: x = 0\n"

static void equations_alone(void **state) {
    (void)state;
    written w = written_equations(SPRING, NULL, false, "latex-fragment");
    const char *text = WRITTEN_TEXT(w);
    assert_says(text,
                "\\begin{align*}\n  T &= \\frac{1}{2} \\dot{x}^{2} \\\\\n  V &= \\frac{1}{2} k x^{2}\n\\end{align*}\n");
    assert_says(text, "\\ddot{x} + k x + \\lambda_{c} &= 0 \\tag*{$x$}");
    assert_says_not(text, "\\documentclass");
    assert_int_equal(shown_count(text, "\\begin{align*}"), shown_count(text, "\\end{align*}"));
    written_end(&w);
}

static void a_document(void **state) {
    (void)state;
    written w = written_equations(SPRING, NULL, false, "latex");
    const char *text = WRITTEN_TEXT(w);
    assert_true(!strncmp(text, "\\documentclass", 14));
    assert_says(text, "A\\_spring");
    assert_says(text, "\\end{document}\n");
    written_end(&w);
}

static void matrices(void **state) {
    (void)state;
    written w = written_equations("coord x = 0, y = 0\nkinetic T = x'^2/2 + x'*y' + 2*y'^2\n", "matrix", false,
                                  "latex-fragment");
    assert_says(WRITTEN_TEXT(w), "\\begin{pmatrix} 1 & 1 \\\\ 1 & 4 \\end{pmatrix}");
    written_end(&w);
    w = written_equations("for i in 1..12 { coord x[i] = 0 }\nkinetic T = sum(i in 1..12: x[i]'^2) + x[1]'*x[2]'\n",
                          "matrix", false, "latex-fragment");
    assert_says(WRITTEN_TEXT(w), "{{}M}_{2,1} = {{}M}_{1,2} &= 1");
    written_end(&w);
}

/* Every form of the equations of machines of all kinds, with every step: well-formed. */
static void all_forms_are_well_formed(void **state) {
    (void)state;
    static const char *const machines[] = {
        "model m \"50% of A_b & {c} <d>\"\nparam k_1 = 2 \"stiff & hard_\"\ncoord x_1 = 0, theta = 1\n"
        "kinetic T = (x_1'^2 + theta'^2*cos(x_1)^2)/2\npotential V = k_1*exp(-x_1^2)/(1 + theta^2)\n",
        "coord x = 0.6, y ~ -0.8\nparticle bob: mass 2 at [x, y]\ngravity 9.81\nconstraint rod: x^2 + y^2 = 1\n"
        "contact floor: y >= -3, friction 0.2 along x\n",
        "coord x = 0\nstate i = 0, rate 3 - i*abs(x)\nkinetic T = x'^2/2\ngeneralized f: x = if x < 1 then i else "
        "-sign(x')\n"};
    static const char *const forms[] = {NULL, "explicit", "matrix", "hamilton"}, *const formats[] = {"latex",
                                                                                                     "latex-fragment"};
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++)
        for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
            for (int steps = 0; steps < 2; steps++) {
                written w = written_begin(machines[k]);
                lgr_derive_options o;
                lgr_derive_options_init(&o, sizeof o);
                o.form = forms[f] ? forms[f] : o.form;
                o.steps = steps;
                if (lgr_model_derive(w.model, &o, formats[steps], false, 0, shown_take, &w.all) == LGR_STATUS_OK)
                    reading_check_latex(WRITTEN_TEXT(w));
                else
                    assert_true(forms[f] != NULL); /* a form that this machine has not */
                written_end(&w);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equations_alone),
        cmocka_unit_test(a_document),
        cmocka_unit_test(matrices),
        cmocka_unit_test(all_forms_are_well_formed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
