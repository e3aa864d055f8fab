/* The table of words for the kinds of constraints. */
#include "out/natures.h"

#include "base/check.h"

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
