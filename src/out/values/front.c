/* What is said of a front: its goals in words, and how the present design stands to it. */
#include "out/values/front.h"

#include "base/strbuf.h"

const char *out_front_title(const out_front *f, arena *a) {
    strbuf s = base_strbuf_make(a);
    for (size_t k = 0; k < f->goal_count; k++)
        base_strbuf_printf(&s, "%s%s %s", k ? ", " : "", f->goals[k].minimize ? "least" : "greatest",
                           f->m->reports[f->goals[k].report].name);
    return base_strbuf_text(&s);
}

bool out_front_beats_present(const out_front *f, size_t i) {
    bool better = !f->present.kept;
    for (size_t k = 0; f->present.kept && k < f->goal_count; k++) {
        const int r = f->goals[k].report;
        const double sign = f->goals[k].minimize ? 1 : -1;
        const double own = sign * f->points[i].reports[r], now = sign * f->present.reports[r];
        if (own > now)
            return false;
        better = better || own < now;
    }
    return better;
}
