/* The explanations of all codes, from two lists: of the language, and of mechanics and runs. */
#include "diag/explain.h"

#include "base/check.h"

#define LINE(text) "\n    " text
#ifdef LGR_WITHOUT_EXAMPLES
#define EXAMPLE(wrong, right)
#else
#define EXAMPLE(wrong, right) "\n\nwrong:" wrong "\n\nright:" right
#endif

static const char *const explanations[DIAG_CODE_COUNT] = {
#include "diag/explain_language.inc"
#include "diag/explain_mechanics.inc"
};

const char *diag_explain(diag_code code) {
    LGR_ASSERT(code < DIAG_CODE_COUNT && explanations[code]);
    return explanations[code];
}
