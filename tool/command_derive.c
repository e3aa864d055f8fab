/* lagrangia derive: the equations of motion. */
#include "tool.h"

static int derive(const settings *s, lgr_model *model) {
    const char *format = s->json ? "json" : s->format ? s->format : "text";
    lgr_status ended =
        lgr_model_derive(model, &s->derive, format, terminal_has_color(stdout), terminal_width(), file_sink, stdout);
    print_findings(model, 0);
    if (ended == LGR_STATUS_USAGE)
        usage_error(s->json, "%s", lgr_model_usage_error(model));
    return (int)ended;
}

int command_derive(const settings *s) {
    if (s->json && s->format)
        return usage_error(true, "--json and --format select two formats");
    return with_model(s, derive);
}
