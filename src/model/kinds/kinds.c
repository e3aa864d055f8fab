/* The rows of all kinds of statements, in the order of the words of the language. */
#include "model/kinds/kinds.h"

/* Read before all others, for what they name. */
const kind_row kinds_model = {.once = "a file holds one model"};
const kind_row kinds_for = {.named = false}; /* unrolled before anything is read */

const kind_row *kinds_of(const syn_stmt *s) {
    static const kind_row *const rows[] = {
#define ROW(kind, keyword, ...) [SYN_##kind] = &kinds_##keyword,
        SYNTAX_STATEMENTS(ROW)
#undef ROW
    };
    return s->kind == SYN_LET && s->param_count ? &kinds_function : rows[s->kind];
}
