/* From the operand of a command to a model, and its findings on stderr. */
#include <stdlib.h>
#include <string.h>

#include "tool.h"

static lgr_model *load_model(const settings *s) {
    const char *path = s->operands[0];
    size_t length;
    char *text = file_read(path, s->json, &length);
    if (!text)
        return NULL;
    const char *shown = strcmp(path, "-") == 0 ? "<stdin>" : path;
    lgr_model *model = lgr_model_parse_with(shown, text, length, s->overrides, s->override_count, &s->parse);
    free(text);
    if (lgr_model_status(model) != LGR_STATUS_USAGE)
        return model;
    print_findings(model, 0);
    usage_error(s->json, "%s", lgr_model_usage_error(model));
    lgr_model_destroy(model);
    return NULL;
}

int with_model(const settings *s, int (*use)(const settings *s, lgr_model *model)) {
    lgr_model *model = load_model(s);
    if (!model)
        return EXIT_USAGE;
    int status = use(s, model);
    lgr_model_destroy(model);
    return status;
}

void print_findings(lgr_model *model, size_t from) {
    bool color = terminal_has_color(stderr);
    for (size_t i = from; i < lgr_model_finding_count(model); i++)
        fputs(lgr_model_finding_text(model, i, color), stderr);
}
