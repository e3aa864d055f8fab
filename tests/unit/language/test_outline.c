/* Tokens, folds and symbols. */
#include "language/book.h"
#include "language/support.h"

/* The class of the token at the mark. */
static const char *class_at(const char *marked) {
    char *text = strdup(marked), *mark = strchr(text, '|');
    memmove(mark, mark + 1, strlen(mark));
    char *answer = ask(text, "tokens"), *at = strchr(answer, '[') + 1;
    size_t line = 0, character = 0, wanted_line = 0, wanted = 0;
    for (const char *c = text; c < mark; c++) {
        wanted_line += *c == '\n';
        wanted = *c == '\n' ? 0 : wanted + 1;
    }
    const char *found = "";
    while (*at && *at != ']') {
        size_t numbers[5];
        for (int i = 0; i < 5; i++) {
            numbers[i] = strtoul(at, &at, 10);
            at += *at == ',';
        }
        character = numbers[0] ? numbers[1] : character + numbers[1];
        line += numbers[0];
        if (line == wanted_line && character == wanted)
            found = language_class_name((language_class)numbers[3]);
    }
    free(answer);
    free(text);
    return found;
}

static void tokens_have_classes(void **state) {
    (void)state;
    static const char *const all[][2] = {
        {"|param m = 3 kg", "keyword"},
        {"param |m = 3 kg", "parameter"},
        {"param m |= 3 kg", "operator"},
        {"param m = |3 kg", "number"},
        {"param m = 3 |kg", "unit"},
        {"param m = 3 kg/|s^2", "unit"},
        {"param m = 3 kg |\"label\"", "string"},
        {"param m = 3 |# a comment", "comment"},
        {"param m = 3 |in [0, 5]", "keyword"},
        {"report r = final(t) in |ft", "unit"},
        {"coord |x = 0", "coordinate"},
        {"coord x = 0\nlet a = |x'", "coordinate"},
        {"let a = |sin(t)", "function"},
        {"let f(x) = |x", "local"},
        {"let a = |pi", "constant"},
        {"let a = |nothing", "name"},
        {"let a = P.|x", "member"},
        {"rod |r: mass 1, from [0, 0] to [1, 0]", "body"},
        {"rod r: |mass 1, from [0, 0] to [1, 0]", "keyword"},
        {"event |e when t > 1 { stop }", "event"},
        {"event e when t > 1 { |stop }", "keyword"},
        {"expect t < 1 |within 1", "keyword"},
        {"let a = t |and t", "keyword"},
        {"model |m", "title"},
        {"component |c() { }", "component"},
        {"let a = 3 |$ 4", "error"},
        {"param m = 3 |kg +\n", "unit"}, /* of what cannot be read */
        {"param m = 3 +\n|let x = 2", "keyword"},
        {"draw |ball at [0, 0]", "keyword"},
        {"include <|joints>", "string"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(class_at(all[i][0]), all[i][1]) != 0)
            fail_msg("%s: %s instead of %s", all[i][0], class_at(all[i][0]), all[i][1]);
}

static void folds_and_symbols_are_found(void **state) {
    (void)state;
    static const expectation folds[] = {
        {"component c() {\n  let a = 1\n  let b = 2\n}\n", "{\"startLine\":0,\"endLine\":2}", NULL},
        {"# a\n# b\nlet a = 1\n", "{\"startLine\":0,\"endLine\":1,\"kind\":\"comment\"}", NULL},
        {"# a\nlet a = 1\n", "[]", NULL},
        {"event e when t > 1 { stop }", "[]", NULL},
    };
    static const expectation symbols[] = {
        {"model m \"Title\"\nparam k = 1 \"stiffness\"", "\"detail\":\"stiffness\"", NULL},
        {"component c(P) {\n  let inner = P\n}", "\"children\":[{\"name\":\"inner\"", "\"name\":\"P\""},
        {"for i in 1..2 { coord q[i] = 0 }", "\"name\":\"q\"", NULL},
        {"coord x = 0 +\nlet a = 1", "\"name\":\"x\"", NULL},
    };
    CHECK_ANSWERS("folds", folds);
    CHECK_ANSWERS("symbols", symbols);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tokens_have_classes),
                                       cmocka_unit_test(folds_and_symbols_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
