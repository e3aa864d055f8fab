/* Tests of exported models: the modes that events lead to, the files, the same bytes each time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/handles.h"
#include "export/export.h"
#include "export/machine.h"

static const char two_modes[] = "model subject\ncoord x = 1, y = 2\ngravity 9.81\nparticle ball: mass 1 at [x, y]\n"
                                "constraint wire: x = 1\nevent cut when y < 1 { drop wire }\n"
                                "event ground when y < 0 { stop }\nreport fall = time(ground)\nsimulate until 5\n";

typedef struct subject {
    arena *a;
    lgr_model *handle;
    model *m;
} subject;

static subject begin(const char *text) {
    subject s = {.a = base_arena_create()};
    s.handle = lgr_model_parse("subject", text, strlen(text), NULL, 0);
    assert_int_equal(lgr_model_status(s.handle), LGR_STATUS_OK);
    s.m = model_copy(s.handle->m, s.a);
    return s;
}

static void end(subject *s) {
    model_dispose(s->m);
    base_arena_destroy(s->a);
    lgr_model_destroy(s->handle);
}

static void test_events_lead_to_modes(void **state) {
    (void)state;
    subject s = begin(two_modes);
    export_machine *x = export_machine_create(s.m, s.a);
    assert_int_equal(x->shapes.len, 2);
    assert_true(x->complete);
    assert_int_equal(x->shapes.at[0].target[0], 1);
    assert_int_equal(x->shapes.at[0].target[1], 0);
    assert_int_equal(x->shapes.at[0].of->m, 1);
    assert_int_equal(x->shapes.at[1].of->m, 0);
    export_machine_dispose(x);
    end(&s);
}

static void test_files_have_the_same_bytes_each_time(void **state) {
    (void)state;
    const char *first = NULL;
    subject s[2];
    for (int i = 0; i < 2; i++) {
        s[i] = begin(two_modes);
        const export_files files = export_c(s[i].m, &(export_options){.version = "1"}, s[i].a);
        assert_int_equal(files.len, 5);
        assert_string_equal(files.at[0].name, "subject.h");
        assert_string_equal(files.at[1].name, "subject.c");
        assert_null(strstr(files.at[1].text, "MODEL_"));
        assert_null(strstr(files.at[1].text, "malloc"));
        if (first)
            assert_string_equal(files.at[1].text, first);
        first = files.at[1].text;
    }
    for (int i = 0; i < 2; i++)
        end(&s[i]);
}

static void test_a_model_without_start_has_no_files(void **state) {
    (void)state;
    subject s = begin("coord x = 1\nparticle p: mass 1 at [x, 0]\nconstraint c: x = 2\n");
    const export_files files = export_c(s.m, &(export_options){.version = "1"}, s.a);
    assert_int_equal(files.len, 0);
    end(&s);
}

static void test_what_is_not_known_is_refused(void **state) {
    (void)state;
    subject s = begin("coord x = 1\nparticle p: mass 1 at [x, 0]\nsimulate until 1, method auto\n");
    const export_files files = export_c(s.m, &(export_options){.version = "1"}, s.a);
    assert_int_equal(files.len, 0);
    assert_true(diag_has_errors(s.m->findings));
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events_lead_to_modes),
        cmocka_unit_test(test_files_have_the_same_bytes_each_time),
        cmocka_unit_test(test_a_model_without_start_has_no_files),
        cmocka_unit_test(test_what_is_not_known_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
