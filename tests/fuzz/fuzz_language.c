/* Fuzz entry: an editor asks everything about a text that may be anything, and writes what was formatted back. */
#include <stdlib.h>
#include <string.h>

#include "entry.h"

typedef struct gathered {
    char *text;
    size_t length;
} gathered;

static bool gather(void *user, const char *data, size_t length) {
    gathered *g = user;
    g->text = realloc(g->text, g->length + length + 1);
    if (!g->text)
        abort();
    memcpy(g->text + g->length, data, length);
    g->length += length;
    g->text[g->length] = '\0';
    return true;
}

static gathered ask(lgr_model *model, const char *what, uint64_t hash, const char *argument) {
    gathered g = {0};
    int line = (int)(hash % 64) - 1, character = (int)(hash / 64 % 80) - 1;
    if (lgr_model_ask(model, what, line, character, argument, gather, &g) != LGR_STATUS_OK || g.length < 2)
        abort();
    return g;
}

/* The text of {"text":"..."}, whose escapes are few. */
static size_t unescape(char *text, size_t length) {
    static const char letters[] = "bfnrt", signs[] = "\b\f\n\r\t";
    size_t out = 0;
    for (size_t i = strlen("{\"text\":\""); i + 2 < length; i++) {
        char c = text[i];
        if (c == '\\') {
            c = text[++i];
            const char *letter = strchr(letters, c);
            if (letter)
                c = signs[letter - letters];
            else if (c == 'u') {
                char digits[5] = {text[i + 1], text[i + 2], text[i + 3], text[i + 4]};
                c = (char)strtol(digits, NULL, 16);
                i += 4;
            }
        }
        text[out++] = c;
    }
    return out;
}

/* What is in order stays as it is. */
static void check_format(gathered g) {
    if (g.text[0] != '{')
        return;
    size_t length = unescape(g.text, g.length);
    lgr_model *model = entry_parse((const uint8_t *)g.text, length);
    gathered again = ask(model, "format", 0, NULL);
    if (again.text[0] != '{' || unescape(again.text, again.length) != length || memcmp(again.text, g.text, length) != 0)
        abort();
    free(again.text);
    lgr_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lgr_model *model = entry_parse(data, size);
    uint64_t hash = entry_hash(data, size);
    const char *what;
    for (size_t i = 0; (what = lgr_model_question(i)) != NULL; i++) {
        gathered g = ask(model, what, hash * (2 * i + 1) >> 8, strcmp(what, "rename") == 0 && hash % 2 ? "zz" : NULL);
        if (strcmp(what, "format") == 0)
            check_format(g);
        free(g.text);
    }
    lgr_model_destroy(model);
    return 0;
}
