/* Reading limits: each alone first, so that a message names it. */
#include "api/kept.h"

#include <string.h>

static lgr_model *read_with(const lgr_model *of, const char *const *limits, size_t count, arena *a) {
    strbuf more = base_strbuf_make(a);
    for (size_t i = 0; i < count; i++)
        base_strbuf_printf(&more, "\nexpect %s\n", limits[i]);
    return api_model_read_longer(of, base_strbuf_text(&more), a);
}

static const char *check_limit(const lgr_model *of, const char *limit, arena *a) {
    if (strpbrk(limit, "\n\r#"))
        return base_arena_printf(a, "a limit is one comparison, as in 'peak < 5 kN', not '%s'", limit);
    lgr_model *with = read_with(of, &limit, 1, a);
    const char *why = NULL;
    if (with->status != LGR_STATUS_OK || with->m->expect_count != of->m->expect_count + 1) {
        const finding *f = NULL;
        for (size_t i = 0; i < diag_count(with->findings) && !f; i++)
            f = diag_is_warning(diag_at(with->findings, i)->code) ? NULL : diag_at(with->findings, i);
        why = base_arena_printf(a, "cannot read the limit '%s': %s", limit, f ? f->message : "it is not a comparison");
    } else if (with->m->expects[with->m->expect_count - 1].relation == RELATION_EQUAL) {
        why = base_arena_printf(a, "the limit '%s' must be one with <, <=, > or >=", limit);
    }
    lgr_model_destroy(with);
    return why;
}

const char *api_read_limits(const lgr_model *of, const char *const *limits, size_t count, lgr_model **limited,
                            arena *a) {
    for (size_t i = 0; i < count; i++) {
        const char *why = check_limit(of, limits[i], a);
        if (why)
            return why;
    }
    *limited = read_with(of, limits, count, a);
    return NULL;
}
