/* What a command of the library writes of a model from text. */
#ifndef LGR_TESTS_OUT_PUBLIC_H
#define LGR_TESTS_OUT_PUBLIC_H

#include "lagrangia/lagrangia.h"
#include "out/support.h"

typedef struct written {
    arena *memory;
    strbuf all;
    lgr_model *model;
} written;

static inline written written_begin(const char *text) {
    written w = {.memory = base_arena_create(), .model = lgr_model_parse("test.lgr", text, strlen(text), NULL, 0)};
    w.all = base_strbuf_make(w.memory);
    if (lgr_model_status(w.model) != LGR_STATUS_OK)
        fail_msg("%s", lgr_model_finding_text(w.model, 0, false));
    return w;
}

static inline void written_end(written *w) {
    lgr_model_destroy(w->model);
    base_arena_destroy(w->memory);
}

static inline written written_check(const char *text, const char *format, int width) {
    written w = written_begin(text);
    assert_int_equal(lgr_model_check(w.model, format, false, width, shown_take, &w.all), LGR_STATUS_OK);
    return w;
}

static inline written written_analysis(const char *text, const char *format) {
    written w = written_begin(text);
    assert_int_equal(lgr_model_analyze(w.model, format, false, 0, shown_take, &w.all), LGR_STATUS_OK);
    return w;
}

/* In a form, NULL for the usual one; with every step on request. Whether there is such a form is told. */
static inline bool written_has_equations(written *w, const char *form, bool steps, const char *format) {
    lgr_derive_options o;
    lgr_derive_options_init(&o, sizeof o);
    if (form)
        o.form = form;
    o.steps = steps;
    lgr_status status = lgr_model_derive(w->model, &o, format, false, 0, shown_take, &w->all);
    if (status == LGR_STATUS_OK)
        return true;
    assert_int_equal(status, LGR_STATUS_MODEL);
    lgr_finding why = {.size = sizeof why};
    assert_int_equal(lgr_model_finding(w->model, lgr_model_finding_count(w->model) - 1, &why), LGR_STATUS_OK);
    assert_string_equal(why.code, "E0408");
    return false;
}

static inline written written_equations(const char *text, const char *form, bool steps, const char *format) {
    written w = written_begin(text);
    assert_true(written_has_equations(&w, form, steps, format));
    return w;
}

#define WRITTEN_TEXT(w) base_strbuf_text(&(w).all)

/* The plain page of equations of a model says all of these (a list that ends with NULL). */
static inline void assert_page_has(const char *text, const char *const *said) {
    written w = written_equations(text, NULL, false, "text");
    for (; *said; said++)
        assert_says(WRITTEN_TEXT(w), *said);
    written_end(&w);
}

#define assert_page_says(text, ...) assert_page_has(text, (const char *const[]){__VA_ARGS__, NULL})

/* Every form of the equations of machines of all kinds, with and without steps, passes the check of the format. */
static inline void written_check_forms(const char *format, void (*check)(const char *)) {
    static const char *const machines[] = {
        "model m \"50% of A_b & {c} <d>\"\nparam k_1 = 2 \"stiff & hard_\"\ncoord x_1 = 0, theta = 1\n"
        "kinetic T = (x_1'^2 + theta'^2*cos(x_1)^2)/2\npotential V = k_1*exp(-x_1^2)/(1 + theta^2)\n",
        "coord x = 0.6, y ~ -0.8\nparticle bob: mass 2 at [x, y]\ngravity 9.81\nconstraint rod: x^2 + y^2 = 1\n"
        "contact floor: y >= -3, friction 0.2 along x\n",
        "coord x = 0\nstate i = 0, rate 3 - i*abs(x)\nkinetic T = x'^2/2\ngeneralized f: x = if x < 1 then i else "
        "-sign(x')\n"};
    int made = 0, refused = 0;
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++)
        for (size_t f = 0; lgr_derive_form(f); f++)
            for (int steps = 0; steps < 2; steps++) {
                written w = written_begin(machines[k]);
                bool has = written_has_equations(&w, lgr_derive_form(f), steps, format);
                *(has ? &made : &refused) += 1;
                if (has)
                    check(WRITTEN_TEXT(w));
                written_end(&w);
            }
    assert_true(made > 3 * refused);
}

#endif
