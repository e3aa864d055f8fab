/* The table of words for the kinds of constraints. */
#include "out/natures.h"

#include "base/check.h"
#include "expr/notation.h"

static const char *const names[] = {
    [ROW_HOLONOMIC] = "holonomic",
    [ROW_NONHOLONOMIC] = "nonholonomic",
    [ROW_INTEGRABLE] = "integrable",
};

const char *out_nature_name(row_nature nature) {
    LGR_ASSERT((size_t)nature < sizeof names / sizeof *names);
    return names[nature];
}

const char *out_level_name(bool velocity) {
    return velocity ? "velocity" : "position";
}

const char *out_formula(const model *m, expr_id e, arena *a) {
    strbuf s = strbuf_make(a);
    expr_write(m->g, e, NOTATION_TEXT, NULL, &s);
    return strbuf_text(&s);
}
