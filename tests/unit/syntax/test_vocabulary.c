/* The words of the language: each is found by its text, and the sample of each statement is one. */
#include <string.h>

#include "syntax/support.h"

static void statements_are_found(void **state) {
    (void)state;
    const char *keywords[SYN_KIND_COUNT];
    assert_int_equal(syntax_list_keywords(keywords), SYN_KIND_COUNT);
    for (int k = 0; k < SYN_KIND_COUNT; k++) {
        syn_kind kind;
        assert_true(syntax_find_kind(keywords[k], &kind));
        assert_int_equal(kind, k);
        assert_string_equal(syntax_keyword(kind), keywords[k]);
    }
    syn_kind none;
    assert_false(syntax_find_kind("Param", &none) || syntax_find_kind("", &none) || syntax_find_kind("drop", &none));
}

static void clauses_are_found(void **state) {
    (void)state;
    for (int k = 0; k < WORD_COUNT; k++) {
        syn_word word;
        assert_true(syntax_find_word(syntax_word_text((syn_word)k), &word));
        assert_int_equal(word, k);
    }
    const char *words[WORD_COUNT];
    assert_int_equal(syntax_list_words(1u << WORD_TO | 1u << WORD_MASS, words), 2);
    assert_string_equal(words[0], "mass");
    assert_string_equal(words[1], "to");
}

static void actions_are_found(void **state) {
    (void)state;
    const char *words[SYN_ACTION_COUNT];
    assert_int_equal(syntax_list_actions(words), SYN_ACTION_COUNT);
    for (int k = 0; k < SYN_ACTION_COUNT; k++) {
        syn_action_kind kind;
        assert_true(syntax_find_action(words[k], &kind) && syntax_is_action(words[k]));
        assert_int_equal(kind, k);
    }
    assert_false(syntax_is_action("spring"));
    assert_int_equal(syntax_action_form(SYN_SET), ACTION_ASSIGNS);
    assert_int_equal(syntax_action_form(SYN_STOP), ACTION_ALONE);
}

/* The same clause is never asked for twice, but that one of which one is needed may come with another; and one that is
   required belongs to the kind. */
static void sets_of_clauses_do_not_overlap(void **state) {
    (void)state;
    for (int k = 0; k < SYN_KIND_COUNT; k++) {
        const syn_grammar *g = syntax_grammar((syn_kind)k);
        uint64_t sets[] = {g->required, g->optional, g->either | g->together}, all = 0;
        for (int i = 0; i < 3; i++) {
            assert_int_equal(all & sets[i], 0);
            all |= sets[i];
        }
        assert_int_equal(all, syntax_clauses_of(g));
    }
}

static void is_one_statement(const char *text, int kind) {
    parsed p = parse(text);
    assert_int_equal(diag_count(p.findings), 0);
    assert_int_equal(p.tree.count, 1);
    assert_int_equal(p.tree.stmts[0]->kind, kind);
    drop_parsed(&p);
}

/* Of a statement with several forms each line is one. */
static void samples_are_statements(void **state) {
    (void)state;
    for (int k = 0; k < SYN_KIND_COUNT; k++) {
        const char *samples = syntax_grammar((syn_kind)k)->sample;
        char one[200];
        for (size_t length; samples && *samples; samples += length + (samples[length] != 0)) {
            length = strcspn(samples, "\n");
            assert_in_range(length, 1, sizeof one - 1);
            memcpy(one, samples, length);
            one[length] = 0;
            is_one_statement(one, k);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statements_are_found),   cmocka_unit_test(clauses_are_found),
        cmocka_unit_test(actions_are_found),      cmocka_unit_test(sets_of_clauses_do_not_overlap),
        cmocka_unit_test(samples_are_statements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
