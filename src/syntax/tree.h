/* The syntax tree: expressions and statements as written, each with its place in the text. Knows no mechanics. */
#ifndef LGR_SYNTAX_TREE_H
#define LGR_SYNTAX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag/diag.h"
#include "dim/unit.h"
#include "syntax/words.h"

typedef enum syn_op {
    SYN_NUMBER, /* number; with `has_unit` a quantity */
    SYN_NAME,   /* name */
    SYN_INDEX,  /* name[arg0] */
    SYN_FIELD,  /* arg0.name           ( .x .y .z .open .angle .q ... ), of a part also arg0.name[arg1] */
    SYN_PRIME,  /* arg0'               (one node per prime) */
    SYN_CALL,   /* name(args...) */
    SYN_ON,     /* arg0 on arg1        (only as an argument: velocity(P on body)) */
    SYN_FROM,   /* from arg0           (only as an argument: maximum(x, from lift until release)) */
    SYN_UNTIL,  /* until arg0          (likewise) */
    SYN_NEG,    /* -arg0 */
    SYN_NOT,    /* not arg0 */
    SYN_ADD,
    SYN_SUB,
    SYN_MUL,
    SYN_DIV,
    SYN_POW,
    SYN_LT,
    SYN_LE,
    SYN_GT,
    SYN_GE,
    SYN_SAME, /* arg0 == arg1, of whole numbers that are known before the run */
    SYN_EQ,   /* only at the top of constraint and expect statements */
    SYN_AND,
    SYN_OR,
    SYN_IF,     /* if arg0 then arg1 else arg2 */
    SYN_VECTOR, /* [args...] */
    SYN_SUM,    /* sum(name in arg0..arg1: arg2) */
    SYN_STRING, /* "..." as an argument */
    SYN_BAD     /* what could not be read; never evaluated */
} syn_op;

typedef struct syn_expr syn_expr;
struct syn_expr {
    syn_op op;
    span at;
    const char *name; /* interned */
    span name_at;
    syn_expr **args;
    size_t arg_count;
    uint32_t height; /* of the tree below: 1 for a leaf, at most SYN_MAX_HEIGHT */
    /* numbers */
    bool exact; /* num/den hold the value exactly */
    int64_t num, den;
    double value; /* always set, in the unit as written (before conversion) */
    bool has_unit;
    unit unit; /* product of all units read */
    span unit_at;
    /* names of units read after '*' or '/' where the quantity is not alone: an error if one is a name of the model */
    const char **doubtful;
    size_t doubtful_count;
    /* all names of units of such a quantity: they are as doubtful in a model without units */
    const char **units;
    size_t unit_count;
};

/* One for each row of words.h. */
typedef enum syn_kind {
#define ROW(kind, ...) SYN_##kind,
    SYNTAX_STATEMENTS(ROW)
#undef ROW
        SYN_KIND_COUNT
} syn_kind;

/* Words that introduce a clause. */
typedef enum syn_word {
#define ROW(word, text) WORD_##word,
    SYNTAX_CLAUSES(ROW)
#undef ROW
        WORD_COUNT
} syn_word;

typedef struct syn_clause {
    syn_word word;
    span at;         /* of the word */
    syn_expr *value; /* WORD_METHOD: a SYN_NAME; WORD_AFTER: SYN_NAME, SYN_INDEX or SYN_FIELD */
    int side;        /* of the radius of a disc that a rope passes: 1 left, -1 right; else 0 */
    bool grips;      /* over: the rope does not slip there */
} syn_clause;

typedef enum syn_action_kind {
#define ROW(kind, word, form) SYN_##kind,
    SYNTAX_ACTIONS(ROW)
#undef ROW
} syn_action_kind;
enum {
#define ROW(kind, word, form) +1
    SYN_ACTION_COUNT = SYNTAX_ACTIONS(ROW)
#undef ROW
};

typedef struct syn_action {
    syn_action_kind kind;
    span at;
    syn_expr *target; /* NULL for those without a target */
    syn_expr *value;  /* of an assignment */
} syn_action;

typedef struct syn_stmt syn_stmt;
struct syn_stmt {
    syn_kind kind;
    span at;          /* the whole statement */
    span keyword;     /* its first word */
    const char *name; /* interned; the shape for draw; NULL where there is none (gravity, simulate, expect, initial) */
    span name_at;     /* of name with its index */
    syn_expr *index;  /* q[i]; NULL if not indexed */
    syn_expr *index_last; /* coord q[a..b]: the upper bound; NULL otherwise */
    syn_expr *target;     /* initial, generalized; part: the component's name */
    char mark;            /* '=' or '~' before value; 0 if neither */
    syn_expr *value;
    syn_expr *low, *high; /* param bounds; for bounds */
    syn_expr *shown;      /* output, report: 1 of the unit in which it is shown; NULL if none is given */
    const char *label;    /* "..." after the declaration, or the model's title; NULL if none */
    const char **params;  /* let f(x, y): names; NULL if not a function */
    span *param_at;
    size_t param_count;
    syn_clause *clauses;
    size_t clause_count;
    syn_action *actions; /* event */
    size_t action_count;
    syn_stmt **body; /* for, component; include: what the file holds, once it has been read */
    size_t body_count;
    syn_stmt **arguments; /* of a component: name, default or NULL, bounds, label; of a part: name or NULL, value */
    size_t argument_count;
    bool bare;     /* param NAME, let NAME(x) without a value, which is 1 of its unit */
    bool off;      /* constraint C: ... off */
    bool every;    /* event E every ... */
    bool percent;  /* expect ... within 0.1% */
    bool as_given; /* expect ... as given */
    size_t source; /* include: the number of the text among those of the findings; 0: not read */
    bool shipped;  /* include <NAME>: from the library, not a file */
    bool bad;      /* could not be read completely: declares its name, otherwise skipped; a bad loop keeps its body */
};

typedef struct syn_tree {
    syn_stmt **stmts; /* comma-separated declarations are already split: one statement each */
    size_t count;
} syn_tree;

/* The clause with this word, or NULL. */
const syn_clause *syntax_find_clause(const syn_stmt *s, syn_word word);
/* The first quantity in an expression with a unit that is not an angle's; NULL if there is none. */
const syn_expr *syntax_find_unit(const syn_expr *e);

#endif
