/* The rows of the kinds of statements: complete, and in agreement with the words of the language. */
#include "model/support.h"

#include "model/kinds/kinds.h"
#include "syntax/vocabulary.h"

static void every_statement_has_its_row(void **state) {
    (void)state;
    for (int k = 0; k < SYN_KIND_COUNT; k++)
        assert_non_null(kinds_of(&(syn_stmt){.kind = (syn_kind)k}));
    assert_ptr_equal(kinds_of(&(syn_stmt){.kind = SYN_SPRING}), &kinds_spring);
    assert_ptr_equal(kinds_of(&(syn_stmt){.kind = SYN_LET}), &kinds_let);
    assert_ptr_equal(kinds_of(&(syn_stmt){.kind = SYN_LET, .param_count = 1}), &kinds_function);
}

/* What declares a name is written with one, and messages can say what it is. */
static void names_agree_with_the_grammar(void **state) {
    (void)state;
    for (int k = 0; k < SYN_KIND_COUNT; k++) {
        const kind_row *row = kinds_of(&(syn_stmt){.kind = (syn_kind)k});
        kind_head head = syntax_grammar((syn_kind)k)->head;
        bool written = head != HEAD_NONE && head != HEAD_SHAPE && k != SYN_MODEL && k != SYN_FOR;
        if (row->named != written || (row->named && !row->noun))
            fail_msg("'%s' declares a name or not?", syntax_keyword((syn_kind)k));
        if (row->named && !row->quantity && !row->help && row->kind != DECL_FUNCTION)
            fail_msg("what is '%s' where a quantity is wanted?", syntax_keyword((syn_kind)k));
    }
}

/* Of all kinds but what is settled before: what is read again in every variant where a quantity is free makes
 * equations. */
static void what_makes_equations_is_read_with_a_free_quantity(void **state) {
    (void)state;
    for (int k = 0; k < SYN_KIND_COUNT; k++) {
        const kind_row *row = kinds_of(&(syn_stmt){.kind = (syn_kind)k});
        bool element = row->kind == DECL_ELEMENT || row->kind == DECL_ENERGY || row->kind == DECL_BODY;
        if (row->named && element)
            assert_true(row->mechanical && row->step[STEP_READ]);
        if (row->result)
            assert_false(row->mechanical);
    }
}

static void a_second_one_is_refused(void **state) {
    (void)state;
    static const char text[] = "coord x = 0\nkinetic T = x'^2/2\nsimulate until 1\nsimulate until 2\n";
    text_refuse("test.lgr", text, DIAG_E0116, "simulate", "given twice");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_statement_has_its_row),
        cmocka_unit_test(names_agree_with_the_grammar),
        cmocka_unit_test(what_makes_equations_is_read_with_a_free_quantity),
        cmocka_unit_test(a_second_one_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
