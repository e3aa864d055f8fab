/* What tests of studies share: a study of some parameters of a model from text, whose reports are plain formulas. */
#ifndef LGR_TESTS_STUDY_SUPPORT_H
#define LGR_TESTS_STUDY_SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "study/trial.h"
#include "syntax/parser.h"

/* A stone that lies still: what is reported of it is a formula of the parameters a and b alone. */
#define STILL "param a = 0.3, b = 0.7\ncoord x = 1\nkinetic T = x'^2/2\nsimulate until 0.001\n"

enum { STUDY_MOST = 8 };

static inline study study_of(const char *text, const char *const *varied, size_t count, arena *a) {
    intern *names = base_intern_create(a);
    diag *findings = diag_create(a, (diag_source){.name = "test", .text = text, .length = strlen(text)});
    const model *m = model_build(a, names, findings, syntax_parse(a, names, findings), NULL, 0);
    assert_false(diag_has_errors(findings));
    int *params = ARENA_ARRAY(a, int, count);
    for (size_t i = 0; i < count; i++) {
        params[i] = model_find_param(m, varied[i]);
        assert_true(params[i] >= 0);
    }
    return (study){.m = m, .params = params, .param_count = count, .options = sim_options_default()};
}

static inline void study_dispose(const study *s) {
    base_arena_destroy(s->m->scratch);
}

#define assert_near(got, want, tolerance) check_near((got), (want), (tolerance), #got, __FILE__, __LINE__)

static inline void check_near(double got, double want, double tolerance, const char *what, const char *file, int line) {
    if (fabs(got - want) <= tolerance)
        return;
    print_error("%s is %.17g, not %.17g\n", what, got, want);
    _fail(file, line);
}

#endif
