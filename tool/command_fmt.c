/* lagrangia fmt: models with their spaces in order. */
#include <stdlib.h>
#include <string.h>

#include "draft.h"
#include "json_reader.h"

typedef struct gathered {
    char *text;
    size_t length, room;
} gathered;

static bool gather(void *user, const char *data, size_t length) {
    gathered *g = user;
    if (g->length + length > g->room) {
        char *text = realloc(g->text, g->room = 2 * (g->length + length));
        if (!text)
            return false;
        g->text = text;
    }
    memcpy(g->text + g->length, data, length);
    g->length += length;
    return true;
}

/* The text in order; NULL if it cannot be read, or memory runs out. The caller frees it. */
static char *formatted(lgr_model *model, size_t *length) {
    gathered g = {0};
    char *text = NULL;
    if (lgr_model_ask(model, "format", 0, 0, NULL, gather, &g) == LGR_STATUS_OK)
        text = json_string(json_member(json_read(g.text, g.length), "text"), length);
    free(g.text);
    return text;
}

static int write_file(const char *path, const char *text, size_t length) {
    draft d;
    bool done = draft_prepare(&d, path) && draft_begin(&d) && draft_add(&d, text, length) && draft_finish(&d);
    if (!done)
        complain("cannot write '%s': %s", path, d.why);
    draft_dispose(&d);
    return done ? 0 : EXIT_WRITE;
}

/* 1: the file would be changed, or is wrong. */
static int format_text(const settings *s, const char *path, const char *text, size_t length) {
    const bool standard = strcmp(path, "-") == 0;
    lgr_parse_options o = s->parse;
    o.files = LGR_FILES_NONE; /* what it names is of no importance */
    lgr_model *model = lgr_model_parse_with(standard ? "<stdin>" : path, text, length, NULL, 0, &o);
    size_t count = length;
    char *better = model ? formatted(model, &count) : NULL;
    bool same = better && count == length && !memcmp(better, text, length);
    int status = better ? 0 : LGR_STATUS_MODEL;
    if (!better)
        print_findings(model, 0);
    if (better && !same && s->check) {
        status = LGR_STATUS_MODEL;
        printf("%s\n", standard ? "<stdin>" : path);
    }
    if (standard && !s->check)
        fwrite(better ? better : text, 1, better ? count : length, stdout);
    else if (better && !same && !s->check)
        status = write_file(path, better, count);
    free(better);
    lgr_model_destroy(model);
    return status;
}

int command_fmt(const settings *s) {
    int worst = 0;
    for (size_t i = 0; i < s->operand_count; i++) {
        size_t length;
        char *text = file_read(s->operands[i], false, &length);
        int status = text ? format_text(s, s->operands[i], text, length) : EXIT_USAGE;
        worst = status > worst ? status : worst;
        free(text);
    }
    return worst;
}
