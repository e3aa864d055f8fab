/* From the operand of a command to a model, and its findings on stderr. */
#include <stdlib.h>
#include <string.h>

#include "tool.h"

/* NULL after a message, with the exit status. */
static lgr_model *load_model(const settings *s, int *status) {
    const char *path = s->operands[0];
    size_t length;
    *status = EXIT_USAGE;
    char *text = file_read(path, s->json, &length);
    if (!text)
        return NULL;
    const char *shown = strcmp(path, "-") == 0 ? "<stdin>" : path;
    lgr_model *model = lgr_model_parse_with(shown, text, length, s->overrides, s->override_count, &s->parse);
    free(text);
    if (model && lgr_model_status(model) != LGR_STATUS_USAGE)
        return model;
    *status = (int)lgr_model_status(model);
    print_findings(model, 0);
    usage_error(s->json, "%s", lgr_model_usage_error(model));
    lgr_model_destroy(model);
    return NULL;
}

int with_model(const settings *s, int (*use)(const settings *s, lgr_model *model)) {
    int status;
    lgr_model *model = load_model(s, &status);
    if (!model)
        return status;
    status = use(s, model);
    lgr_model_destroy(model);
    return status;
}

void print_findings(lgr_model *model, size_t from) {
    bool color = terminal_has_color(stderr);
    for (size_t i = from; i < lgr_model_finding_count(model); i++)
        fputs(lgr_model_finding_text(model, i, color), stderr);
}
