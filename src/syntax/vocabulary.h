/* The words of the language looked up, and how the statement that each keyword begins is written. */
#ifndef LGR_SYNTAX_VOCABULARY_H
#define LGR_SYNTAX_VOCABULARY_H

#include "syntax/tree.h"

/* The text after the keyword. */
typedef enum kind_head {
    HEAD_NONE,
    HEAD_NAME,   /* NAME */
    HEAD_COLON,  /* NAME: */
    HEAD_EQUALS, /* NAME = */
    HEAD_START,  /* NAME = or NAME ~ */
    HEAD_SHAPE   /* a word that names nothing: draw ball */
} kind_head;

/* The text after the head. */
typedef enum kind_value {
    VALUE_NONE,
    VALUE_EXPR,       /* expression */
    VALUE_EQUATION,   /* expression = expression */
    VALUE_COMPARISON, /* expression >= expression */
    VALUE_CLAIM,      /* an equation or a condition */
    VALUE_TARGET,     /* expression = expression; the left side is the target */
    VALUE_START,      /* the same with = or ~, or a condition that is called: closed(ground) */
    VALUE_WHEN,       /* when condition, or every expression */
    VALUE_RANGE,      /* in low..high */
    VALUE_ARGUMENTS,  /* (NAME, NAME = default in [low, high] "label") */
    VALUE_PART,       /* COMPONENT(expression, NAME = expression) */
    VALUE_FILE        /* "file" or <name> */
} kind_value;

typedef enum kind_flags {
    KIND_LIST = 1,       /* a comma begins another one of the kind */
    KIND_BOUNDS = 2,     /* in [low, high] */
    KIND_FAMILY = 4,     /* NAME[a..b] */
    KIND_PARAMS = 8,     /* NAME(x, y) */
    KIND_OFF = 16,       /* off */
    KIND_ACTIONS = 32,   /* { actions } */
    KIND_BODY = 64,      /* { statements } */
    KIND_SHOWN = 128,    /* in UNIT */
    KIND_AS_GIVEN = 256, /* as given */
    KIND_ALONE = 512,    /* not within another statement's { } */
    KIND_BARE = 1024     /* may have no value, with a unit or not: NAME in UNIT, NAME(x) in UNIT */
} kind_flags;

/* What follows the word of an action. */
typedef enum syn_action_form {
    ACTION_ALONE,   /* nothing */
    ACTION_ON_NAME, /* names, separated by commas */
    ACTION_ASSIGNS  /* TARGET = value, separated by commas */
} syn_action_form;

typedef struct syn_grammar {
    const char *keyword;
    kind_head head;
    kind_value value;
    unsigned flags;
    /* Sets of clauses, as bits 1 << syn_word. */
    uint64_t required;
    uint64_t optional;
    uint64_t either;    /* exactly one of them */
    uint64_t together;  /* all of them or none */
    const char *sample; /* such statements with their clauses, one a line for each form; NULL: none */
} syn_grammar;

/* The grammar of a kind of statement. */
const syn_grammar *syntax_grammar(syn_kind kind);
const char *syntax_keyword(syn_kind kind);   /* "param" */
const char *syntax_word_text(syn_word word); /* "mass" */

/* False if there is no such keyword, clause word or action. */
bool syntax_find_kind(const char *keyword, syn_kind *out);
bool syntax_find_word(const char *text, syn_word *out);
bool syntax_find_action(const char *text, syn_action_kind *out);
bool syntax_is_action(const char *text);
syn_action_form syntax_action_form(syn_action_kind kind);

/* The keywords, the clause words of a set and the actions, for suggestions: fills `out` (of SYN_KIND_COUNT, WORD_COUNT,
   SYN_ACTION_COUNT places). */
size_t syntax_list_keywords(const char **out);
size_t syntax_list_words(uint64_t set, const char **out);
size_t syntax_list_actions(const char **out);
/* The clauses that say the shape of a body: what is required otherwise need not be said beside them. */
extern const uint64_t syntax_shapes;
/* All clauses of a kind. */
uint64_t syntax_clauses_of(const syn_grammar *row);

#endif
