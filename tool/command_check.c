/* lagrangia check: what the system is. */
#include "tool.h"

int command_check(const settings *s) {
    int status;
    lgr_model *model = load_model(s, &status);
    if (!model)
        return status;
    lgr_status ended = lgr_model_check(model, s->json ? "json" : "text", terminal_has_color(stdout), terminal_width(),
                                       file_sink, stdout);
    print_findings(model, 0);
    lgr_model_destroy(model);
    return ended;
}
