/* Every question about every text has an answer; the words that editors explain are those of the language. */
#include "language/book.h"
#include "language/support.h"
#include "model/functions/functions.h"

/* Wrong, broken off, and no text at all. */
static const char *const texts[] = {
    "",
    "\n\n",
    "|",
    "\xFF\xFE",
    "let a = \"not closed",
    "component c(",
    "component c(a = ",
    "for i in 1.. {",
    "{{{{",
    "}}}}",
    "part p = ",
    "part p = p(p = p)",
    "part a[1] = a(a)\nlet x = a[1].a.a",
    "include <",
    "include \"no.lgr\"",
    "include <no>",
    "coord x = 0 m\r\nlet \xCE\xB8 = x\r\n# \xF0\x9D\x9C\x83\r\n",
    "let f(x, x) = x",
    "event e when { drop",
    "a.b.c.d",
    ".",
    "let a = [",
    "let a = sum(i in 1..2:",
    "let a = b[c[d[",
    "model",
    "draw",
    "output",
    "initial",
    "1 2 3",
    "\r\r\r",
};

static void every_text_has_answers(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lgr_model *handle = lgr_model_parse("test.lgr", texts[i], strlen(texts[i]), NULL, 0);
        for (size_t k = 0; lgr_model_question(k); k++)
            for (int line = -1; line < 4; line++)
                for (int character = -1; character < 40; character++) {
                    reply r = {0};
                    assert_int_equal(lgr_model_ask(handle, lgr_model_question(k), line, character, NULL, gather, &r),
                                     0);
                    assert_true(r.length > 1);
                    free(r.text);
                }
        lgr_model_destroy(handle);
    }
}

static void wrong_questions_are_refused(void **state) {
    (void)state;
    lgr_model *handle = lgr_model_parse("test.lgr", "", 0, NULL, 0);
    reply r = {0};
    assert_int_equal(lgr_model_ask(handle, "nothing", 0, 0, NULL, gather, &r), LGR_STATUS_USAGE);
    assert_int_equal(lgr_model_ask(handle, NULL, 0, 0, NULL, gather, &r), LGR_STATUS_USAGE);
    assert_int_equal(lgr_model_ask(handle, "tokens", 0, 0, NULL, NULL, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_model_ask(NULL, "tokens", 0, 0, NULL, gather, &r), LGR_STATUS_USAGE);
    assert_null(r.text);
    assert_null(lgr_model_question(1000));
    lgr_model_destroy(handle);
}

static void copies_answer_too(void **state) {
    (void)state;
    lgr_model *handle = lgr_model_parse("test.lgr", "param k = 1", 11, NULL, 0), *copy = lgr_model_copy(handle);
    reply r = {0};
    assert_int_equal(lgr_model_ask(copy, "symbols", 0, 0, NULL, gather, &r), LGR_STATUS_OK);
    assert_non_null(strstr(r.text, "\"name\":\"k\""));
    free(r.text);
    lgr_model_destroy(copy);
    lgr_model_destroy(handle);
}

static void words_are_those_of_the_language(void **state) {
    (void)state;
    size_t count = 0, known = 1; /* sum is no function of the model */
    while (language_function_at(count))
        count++;
    for (size_t list = 0; functions_all[list]; list++)
        for (const function_row *f = functions_all[list]; f->name; f++, known++)
            assert_non_null(language_function_help(f->name));
    assert_int_equal(count, known);
    for (int i = 0; i < SYN_KIND_COUNT; i++)
        assert_non_null(language_keyword_help(syntax_keyword((syn_kind)i)));
    for (int i = 0; i < WORD_COUNT; i++)
        assert_non_null(language_clause_help(syntax_word_text((syn_word)i)));
    const char *words[SYN_ACTION_COUNT];
    for (size_t i = syntax_list_actions(words); i-- > 0;)
        assert_non_null(language_clause_help(words[i]));
}

static void forms_can_be_read(void **state) {
    (void)state;
    for (int i = 0; i < SYN_KIND_COUNT; i++) {
        const char *form = language_keyword_help(syntax_keyword((syn_kind)i))->form;
        if (strstr(form, "...") || i == SYN_INCLUDE)
            continue;
        lgr_model *handle = lgr_model_parse("test.lgr", form, strlen(form), NULL, 0);
        for (size_t k = 0; k < lgr_model_finding_count(handle); k++) {
            lgr_finding f = {.size = sizeof f};
            assert_int_equal(lgr_model_finding(handle, k, &f), LGR_STATUS_OK);
            if (strncmp(f.code, "E010", 4) == 0 && strcmp(f.code, "E0107") != 0)
                fail_msg("%s: %s", form, f.text);
        }
        lgr_model_destroy(handle);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_text_has_answers), cmocka_unit_test(wrong_questions_are_refused),
        cmocka_unit_test(copies_answer_too),      cmocka_unit_test(words_are_those_of_the_language),
        cmocka_unit_test(forms_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
