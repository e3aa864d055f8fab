/* The questions, each with what answers it. */
#include "language/language.h"

#include <string.h>

#include "language/book.h"

static const struct {
    const char *what;
    language_reply *reply;
} requests[] = {
    {"tokens", language_reply_tokens},         {"legend", language_reply_legend},
    {"folds", language_reply_folds},           {"symbols", language_reply_symbols},
    {"completion", language_reply_completion}, {"hover", language_reply_hover},
    {"definition", language_reply_definition}, {"uses", language_reply_uses},
    {"rename", language_reply_rename},         {"findings", language_reply_findings},
    {"format", language_reply_format},
};
enum { REQUEST_COUNT = sizeof requests / sizeof *requests };

const char *language_request(size_t i) {
    return i < REQUEST_COUNT ? requests[i].what : NULL;
}

bool language_answer(const language_text *text, const language_question *question, arena *scratch, strbuf *out) {
    size_t i = 0;
    while (i < REQUEST_COUNT && strcmp(requests[i].what, question->what) != 0)
        i++;
    if (i == REQUEST_COUNT)
        return false;
    requests[i].reply(language_open(text, scratch), question, out);
    return true;
}
