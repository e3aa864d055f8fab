/* A rope that does not slip on a pulley has another tension on each side of it: it is as many ropes as there are such
   pulleys and one more, NAME[1], NAME[2] and so on from its beginning, each wound on those at its ends. */
#include "syntax/parser/expression.h"
#include "syntax/parser/parts.h"

static bool is_of_a_path(syn_word word) {
    return word == WORD_FROM || word == WORD_OVER || word == WORD_TO || word == WORD_RADIUS || word == WORD_TURNS;
}

static bool fail_clause(parser *p, const syn_clause *c) {
    finding *f =
        parser_fail(p, DIAG_E0111, c->at, "'%s' is that of a rope with one tension, which slips on its pulleys",
                    syntax_word_text(c->word));
    diag_help(p->findings, f,
              c->word == WORD_LENGTH
                  ? "leave it out: a rope that does not slip is as long as it is at the start, where it is taut"
                  : "write a rope for each side, as in 'rope a: from A to wheel radius R left, stiffness k' and "
                    "'rope b: from wheel radius R left to B, stiffness k'");
    return false;
}

static bool can_be_parted(parser *p, const syn_stmt *s) {
    for (size_t i = 0; i < s->clause_count; i++) {
        const syn_word word = s->clauses[i].word;
        if (word == WORD_LENGTH || word == WORD_STIFFNESS || word == WORD_DAMPING)
            return fail_clause(p, &s->clauses[i]);
    }
    if (!s->index)
        return true;
    finding *f =
        parser_fail(p, DIAG_E0111, s->name_at, "a rope that does not slip is a list of ropes, not one of a list");
    diag_help(p->findings, f,
              "write a rope for each side of the pulley: 'from A to wheel radius R left', 'from wheel radius R left to "
              "B'");
    return false;
}

static syn_expr *number(parser *p, int64_t n, span at) {
    syn_expr *e = parser_node(p, SYN_NUMBER, at, NULL, 0);
    e->exact = true;
    e->num = n;
    e->den = 1;
    e->value = (double)n;
    return e;
}

/* The rope from clause `begin` to clause `end`, both of places, and what is said of all of it. */
static syn_stmt *rope_between(parser *p, const syn_stmt *s, size_t begin, size_t end, int64_t n) {
    syn_stmt *one = ARENA_NEW(p->memory, syn_stmt);
    *one = *s;
    one->index = number(p, n, s->name_at);
    one->clauses = ARENA_ARRAY(p->memory, syn_clause, s->clause_count);
    one->clause_count = 0;
    for (size_t i = 0; i < s->clause_count; i++) {
        syn_clause c = s->clauses[i];
        const bool within = i >= begin && i <= end, radius = i == end + 1 && c.word == WORD_RADIUS;
        if (is_of_a_path(c.word) && !within && !radius)
            continue;
        const bool wound = begin > 0 && s->clauses[begin].word == WORD_OVER && i > begin && c.word == WORD_TURNS;
        if (wound && i <= begin + 2)
            continue; /* how often it goes round a drum is for the length that is wound up there */
        c.word = i == begin ? WORD_FROM : i == end ? WORD_TO : c.word;
        one->clauses[one->clause_count++] = c;
    }
    return one;
}

void parser_add_rope(parser *p, syn_stmt *s, stmt_list *out) {
    size_t begin = 0;
    int64_t count = 0;
    bool parted = false;
    for (size_t i = 0; i < s->clause_count; i++)
        parted = parted || s->clauses[i].grips;
    if (parted && !s->bad && !can_be_parted(p, s))
        s->bad = true;
    if (!parted || s->bad) {
        vec_push(p->memory, out, s);
        return;
    }
    while (begin < s->clause_count && s->clauses[begin].word != WORD_FROM)
        begin++;
    for (size_t i = begin + 1; i < s->clause_count; i++) {
        if (!s->clauses[i].grips && s->clauses[i].word != WORD_TO)
            continue;
        vec_push(p->memory, out, rope_between(p, s, begin, i, ++count));
        begin = i;
    }
}
