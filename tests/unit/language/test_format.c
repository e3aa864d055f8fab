/* Spaces in order: what changes, what stays, and that nothing changes twice. */
#include <stdio.h>

#include "language/support.h"

typedef struct formatted {
    const char *text, *wanted; /* NULL: it is left alone, as it is wrong */
} formatted;

/* As a JSON string would have it. */
static char *answer_for(const char *text) {
    char *out = malloc(2 * strlen(text) + 20), *at = out;
    assert_non_null(out);
    at += sprintf(at, "{\"text\":\"");
    for (; *text; text++) {
        if (strchr("\"\\\n\r", *text))
            *at++ = '\\';
        *at++ = *text == '\n' ? 'n' : *text == '\r' ? 'r' : *text;
    }
    strcpy(at, "\"}");
    return out;
}

static void check_format(const char *text, const char *wanted) {
    char *answer = ask(text, "format"), *expected = wanted ? answer_for(wanted) : strdup("null");
    if (strcmp(answer, expected) != 0)
        fail_msg("%s\nbecomes\n%s\ninstead of\n%s", text, answer, expected);
    free(answer);
    free(expected);
}

static void spaces_are_put_in_order(void **state) {
    (void)state;
    static const formatted all[] = {
        {"param m=1 kg\n", "param m = 1 kg\n"},
        {"param m = 1kg", "param m = 1 kg\n"},
        {"param   m  =  1 kg\n", "param m = 1 kg\n"},
        {"param m = 1 kg,k=2\n", "param m = 1 kg, k = 2\n"},
        {"let a = [ 1,2 ]\n", "let a = [1, 2]\n"},
        {"let a = sin( t )+1\n", "let a = sin(t)+1\n"},
        {"let a = sin(t) +1\n", "let a = sin(t) + 1\n"},
        {"let a = 2 *t\n", "let a = 2*t\n"},
        {"let a = 2 * t\n", "let a = 2 * t\n"},
        {"let a = - t + -2\n", "let a = -t + -2\n"},
        {"let a = t ^ -2\n", "let a = t ^ -2\n"},
        {"let a = t\xC2\xB2\n", "let a = t\xC2\xB2\n"},
        {"param a = 45\xC2\xB0\n", "param a = 45\xC2\xB0\n"},
        {"param m = 1 kg in[0 kg,2 kg]\"mass\"\n", "param m = 1 kg in [0 kg, 2 kg] \"mass\"\n"},
        {"event e when t>1{stop}\n", "event e when t > 1 { stop }\n"},
        {"event e when(t > 1) { stop }\n", "event e when (t > 1) { stop }\n"},
        {"coord q[1 .. 3] = 0\nlet a = q [1]'\n", "coord q[1..3] = 0\nlet a = q[1]'\n"},
        {"include < joints >\n", "include <joints>\n"},
        {"particle p : mass 1 kg at[0, 0]\n", "particle p: mass 1 kg at [0, 0]\n"},
        {"expect t = 1 within 0.1 %\n", "expect t = 1 within 0.1%\n"},
        {"let a = if(t > 1)then 2 else-3\n", "let a = if (t > 1) then 2 else -3\n"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        check_format(all[i].text, all[i].wanted);
        check_format(all[i].wanted, all[i].wanted);
    }
}

static void lines_and_columns_stay(void **state) {
    (void)state;
    static const formatted all[] = {
        {"# a\n\n\n\nlet a = 1\n\n", "# a\n\nlet a = 1\n"},
        {"let a = 1   # one   \n", "let a = 1   # one\n"},
        {"let a = 1 #one\n", "let a = 1 #one\n"},
        {"let axle  = 1\nlet hinge = 2\n", "let axle  = 1\nlet hinge = 2\n"},
        {"let a=1        # one\nlet bb = 22    # two\n", "let a = 1      # one\nlet bb = 22    # two\n"},
        {"expect t =  1 within 2\nexpect t = -1 within 2\n", "expect t =  1 within 2\nexpect t = -1 within 2\n"},
        {"for i in 1..2 {\nlet a = 1\n      let b = 2\n  }\n", "for i in 1..2 {\n  let a = 1\n  let b = 2\n}\n"},
        {"for i in 1..2 {\n\tlet a = 1\n}\n", "for i in 1..2 {\n  let a = 1\n}\n"},
        {"let a = 1 +\n        2\n", "let a = 1 +\n        2\n"},
        {"  let a = 1 +\n          2\n", "let a = 1 +\n        2\n"},
        {"let a = [1,\n         2]\n", "let a = [1,\n         2]\n"},
        {"let a = 1\r\nlet b=2\r\n", "let a = 1\r\nlet b = 2\r\n"},
        {"", ""},
        {"# only this", "# only this\n"},
        {"let a = ", NULL},
        {"let a = 3 $\n", NULL},
        {"foo", NULL},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        check_format(all[i].text, all[i].wanted);
        if (all[i].wanted)
            check_format(all[i].wanted, all[i].wanted);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(spaces_are_put_in_order),
                                       cmocka_unit_test(lines_and_columns_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
