/* What is said of a fit beside its numbers: what the data leave open, and what makes its intervals doubtful. */
#include "out/values/fit.h"

#include <math.h>
#include <string.h>

static const double close = 0.99;   /* correlation */
static const double followed = 0.3; /* correlation of residuals with their successors */
static const double by_chance = 4;  /* standard deviations of it */

const char *out_fit_state(const out_unknown *u) {
    static const struct {
        const char *state, *words;
    } all[] = {{"at_low", "at its lower bound"},
               {"at_high", "at its upper bound"},
               {"without", "without influence"},
               {"tied", "not by itself"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].state, u->state) == 0)
            return all[i].words;
    return isnan(u->low) ? "no interval: there are no more values than unknowns" : NULL;
}

const char *out_fit_tie(const out_fit *f, size_t i, arena *a) {
    strbuf names = base_strbuf_make(a), changes = base_strbuf_make(a);
    const double *change = f->ties[i];
    size_t count = 0, seen = 0;
    for (size_t k = 0; k < f->unknown_count; k++)
        count += change[k] != 0;
    for (size_t k = 0; k < f->unknown_count; k++) {
        if (change[k] == 0)
            continue;
        const char *between = seen == 0 ? "" : seen + 1 == count ? " and " : ", ";
        base_strbuf_printf(&names, "%s%s", between, f->unknowns[k].name);
        base_strbuf_printf(&changes, "%s%s by %+.3g %%", between, f->unknowns[k].name, 100 * change[k]);
        seen++;
    }
    return base_arena_printf(a, "the data cannot tell %s apart: %s together change nothing that was measured",
                             base_strbuf_text(&names), base_strbuf_text(&changes));
}

/* The i-th pair that is almost tied. */
static const char *close_pair(const out_fit *f, size_t *i, arena *a) {
    for (size_t p = 0; p < f->unknown_count; p++)
        for (size_t q = p + 1; q < f->unknown_count; q++) {
            const double c = f->correlations[p * f->unknown_count + q];
            if (fabs(c) >= close && (*i)-- == 0)
                return base_arena_printf(a, "%s and %s can hardly be told apart: their correlation is %.4f",
                                         f->unknowns[p].name, f->unknowns[q].name, c);
        }
    return NULL;
}

static bool is_followed(const out_fit *f) {
    return f->succession > followed && f->succession * sqrt((double)f->values) > by_chance;
}

const char *out_fit_remark(const out_fit *f, size_t i, arena *a) {
    if (i < f->tie_count)
        return out_fit_tie(f, i, a);
    i -= f->tie_count;
    const char *pair = close_pair(f, &i, a);
    if (pair)
        return pair;
    const char *rest[] = {
        is_followed(f) ? base_arena_printf(a,
                                           "the residuals follow each other (correlation %.2f): the model or its clock "
                                           "lacks something, and the intervals are too narrow",
                                           f->succession)
                       : NULL,
        f->outliers ? base_arena_printf(a, "outliers, with less than a quarter of their weight: %zu", f->outliers)
                    : NULL,
        f->outside ? base_arena_printf(a,
                                       "%zu value%s before the start or after the end of the motion, where the "
                                       "machine stands still",
                                       f->outside, f->outside == 1 ? " lies" : "s lie")
                   : NULL,
        f->unfinished ? "the search was not finished: too many steps" : NULL,
        f->interrupted ? "interrupted: the best so far" : NULL,
        f->doubt ? base_arena_printf(a, "a run is not to be trusted: %s", f->doubt) : NULL,
    };
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        if (rest[k] && i-- == 0)
            return rest[k];
    return NULL;
}
