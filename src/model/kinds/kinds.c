/* The rows of all kinds of statements, in the order of the words of the language. */
#include "model/kinds/kinds.h"

/* Read before all others, for what they name. */
const kind_row kinds_model = {.once = "a file holds one model"};
/* Unrolled and expanded before anything is read. */
const kind_row kinds_for = {.named = false};
const kind_row kinds_include = {.named = false};
const kind_row kinds_component = {.kind = DECL_COMPONENT,
                                  .space = SPACE_COMPONENTS,
                                  .named = true,
                                  .noun = "a component",
                                  .help = "use it by 'part NAME = ...'"};
const kind_row kinds_part = {
    .kind = DECL_PART, .named = true, .noun = "a part", .help = "name something that it holds: NAME.member"};

const kind_row *kinds_of(const syn_stmt *s) {
    static const kind_row *const rows[] = {
#define ROW(kind, keyword, ...) [SYN_##kind] = &kinds_##keyword,
        SYNTAX_STATEMENTS(ROW)
#undef ROW
    };
    return s->kind == SYN_LET && s->param_count ? &kinds_function : rows[s->kind];
}
