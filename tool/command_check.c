/* lagrangia check: the structure of the system. */
#include "tool.h"

static int check(const settings *s, lgr_model *model) {
    lgr_status ended = lgr_model_check(model, s->json ? "json" : "text", terminal_has_color(stdout), terminal_width(),
                                       file_sink, stdout);
    print_findings(model, 0);
    return (int)ended;
}

int command_check(const settings *s) {
    return with_model(s, check);
}
