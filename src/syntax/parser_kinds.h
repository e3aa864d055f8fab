/* The table of statements: one row per kind says how it is written. */
#ifndef LGR_SYNTAX_PARSER_KINDS_H
#define LGR_SYNTAX_PARSER_KINDS_H

#include "syntax/tree.h"

/* What stands after the keyword. */
typedef enum kind_head {
    HEAD_NONE,
    HEAD_NAME,   /* NAME */
    HEAD_COLON,  /* NAME: */
    HEAD_EQUALS, /* NAME = */
    HEAD_START,  /* NAME = or NAME ~ */
    HEAD_SHAPE   /* a word that names nothing: draw ball */
} kind_head;

/* What stands after the head. */
typedef enum kind_value {
    VALUE_NONE,
    VALUE_EXPR,       /* expression */
    VALUE_EQUATION,   /* expression = expression */
    VALUE_COMPARISON, /* expression >= expression */
    VALUE_CLAIM,      /* an equation or a condition */
    VALUE_TARGET,     /* expression = expression; the left side is the target */
    VALUE_START,      /* the same with = or ~, or a condition that is called: closed(ground) */
    VALUE_WHEN,       /* when condition */
    VALUE_RANGE       /* in low..high */
} kind_value;

typedef enum kind_flags {
    KIND_LIST = 1,     /* a comma begins another one of the kind */
    KIND_BOUNDS = 2,   /* in [low, high] */
    KIND_FAMILY = 4,   /* NAME[a..b] */
    KIND_PARAMS = 8,   /* NAME(x, y) */
    KIND_OFF = 16,     /* off */
    KIND_ACTIONS = 32, /* { actions } */
    KIND_BODY = 64     /* { statements } */
} kind_flags;

typedef struct kind_row {
    const char *keyword;
    kind_head head;
    kind_value value;
    unsigned flags;
    /* Sets of clauses, as bits 1 << syn_word. */
    uint32_t required;
    uint32_t optional;
    uint32_t either;    /* exactly one of them */
    uint32_t together;  /* all of them or none */
    const char *sample; /* one such statement with its clauses; NULL where there are none */
} kind_row;

extern const kind_row syn_kind_rows[];

/* False if there is no such keyword. */
bool syn_find_kind(const char *keyword, syn_kind *out);
bool syn_find_word(const char *text, syn_word *out);
/* drop, hold, set, free, stop */
bool syn_is_action(const char *text);

/* The keywords and the clause words of a set, for suggestions: fills `out` (of SYN_KIND_COUNT or WORD_COUNT places). */
enum { SYN_KIND_COUNT = SYN_FOR + 1 };
size_t syn_list_keywords(const char **out);
size_t syn_list_words(uint32_t set, const char **out);
/* Every clause that a kind knows. */
uint32_t syn_kind_words(const kind_row *row);

#endif
