/* Queries on the tree: the clauses of a statement, the units in an expression. */
#include "syntax/tree.h"

const syn_clause *syntax_find_clause(const syn_stmt *s, syn_word word) {
    for (size_t i = 0; i < s->clause_count; i++)
        if (s->clauses[i].word == word)
            return &s->clauses[i];
    return NULL;
}

const syn_expr *syntax_find_unit(const syn_expr *e) {
    if (!e)
        return NULL;
    if (e->op == SYN_NUMBER && e->has_unit && !dim_is_one(e->unit.dim))
        return e;
    for (size_t i = 0; i < e->arg_count; i++) {
        const syn_expr *found = syntax_find_unit(e->args[i]);
        if (found)
            return found;
    }
    return NULL;
}
