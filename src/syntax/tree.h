/* The syntax tree: expressions and statements as written, each with its place in the text. Knows no mechanics. */
#ifndef LGR_SYNTAX_TREE_H
#define LGR_SYNTAX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag/diag.h"
#include "syntax/units.h"

typedef enum syn_op {
    SYN_NUMBER, /* number; with `has_unit` a quantity */
    SYN_NAME,   /* name */
    SYN_INDEX,  /* name[arg0] */
    SYN_FIELD,  /* arg0.name           ( .x .y .z .open .close .impact .angle .q ... ) */
    SYN_PRIME,  /* arg0'               (one node per prime) */
    SYN_CALL,   /* name(args...) */
    SYN_ON,     /* arg0 on arg1        (only as an argument: velocity(P on body)) */
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
    SYN_EQ, /* only at the top of constraint and expect statements */
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
    /* names of units read after '*' or '/' where the quantity is not alone: an error if one is a name of the model */
    const char **doubtful;
    size_t doubtful_count;
    /* all names of units of such a quantity: they are as doubtful in a model without units */
    const char **units;
    size_t unit_count;
};

/* Statement kinds; one table row in parser_kinds.c says the keyword, the clauses and the shape of each. */
typedef enum syn_kind {
    SYN_MODEL,   /* model NAME "title" */
    SYN_PARAM,   /* param NAME = value [in [lo, hi]] ["label"] */
    SYN_COORD,   /* coord NAME[a..b] =|~ value */
    SYN_INITIAL, /* initial target =|~ value;   initial closed(contact): target only, mark 0 */
    SYN_LET,     /* let NAME[(params)] = value */
    SYN_KINETIC,
    SYN_POTENTIAL,
    SYN_LAGRANGIAN,
    SYN_DISSIPATION, /* NAME = value */
    SYN_GRAVITY,     /* gravity value */
    SYN_PARTICLE,    /* NAME: mass, at */
    SYN_ROD,         /* NAME: mass, from, to */
    SYN_BODY,        /* NAME: mass, inertia, at, angle | frame */
    SYN_SPRING,      /* NAME: from, to, stiffness, length [, damping] */
    SYN_TORSION,     /* NAME: angle, stiffness [, rest] [, damping] */
    SYN_FORCE,       /* NAME: value, at [, on] */
    SYN_TORQUE,      /* NAME: value, on [, reacting] */
    SYN_GENERALIZED, /* NAME: target = value */
    SYN_CONSTRAINT,  /* NAME: value (an SYN_EQ) [off] */
    SYN_CONTACT,     /* NAME: value (an SYN_GE/SYN_LE...) [, restitution e] [, friction mu along x] [off] */
    SYN_EVENT,       /* NAME when value [after clause] { actions } */
    SYN_SIMULATE,    /* until value, tolerance, method */
    SYN_OUTPUT,
    SYN_REPORT, /* NAME = value ["label"] */
    SYN_EXPECT, /* expect value [within tolerance [%]] */
    SYN_DRAW, /* draw NAME(shape) clauses: from to at radius size angle of; the bare operand (draw ball at P; draw trail
                 of P; draw ground at 0) */
    SYN_FRAME,
    SYN_ORIENTATION, /* section 5: NAME = value */
    SYN_FOR          /* for NAME in lo..hi { body } */
} syn_kind;

/* Words that introduce a clause. */
typedef enum syn_word {
    WORD_MASS,
    WORD_INERTIA,
    WORD_AT,
    WORD_ANGLE,
    WORD_FRAME,
    WORD_FROM,
    WORD_TO,
    WORD_STIFFNESS,
    WORD_LENGTH,
    WORD_DAMPING,
    WORD_REST,
    WORD_ON,
    WORD_REACTING /* "reacting on" */,
    WORD_RESTITUTION,
    WORD_FRICTION,
    WORD_ALONG,
    WORD_UNTIL,
    WORD_TOLERANCE,
    WORD_METHOD,
    WORD_AFTER,
    WORD_WITHIN,
    WORD_RADIUS,
    WORD_SIZE,
    WORD_OF,
    WORD_COUNT
} syn_word;

typedef struct syn_clause {
    syn_word word;
    span at;         /* of the word */
    syn_expr *value; /* WORD_METHOD: a SYN_NAME; WORD_AFTER: SYN_NAME, SYN_INDEX or SYN_FIELD */
} syn_clause;

typedef enum syn_action_kind { SYN_DROP, SYN_HOLD, SYN_SET, SYN_FREE, SYN_STOP } syn_action_kind;

typedef struct syn_action {
    syn_action_kind kind;
    span at;
    syn_expr *target; /* NULL for stop */
    syn_expr *value;  /* set only */
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
    syn_expr *target;     /* initial, generalized */
    char mark;            /* '=' or '~' before value; 0 if neither */
    syn_expr *value;
    syn_expr *low, *high; /* param bounds; for bounds */
    const char *label;    /* "..." after the declaration, or the model's title; NULL if none */
    const char **params;  /* let f(x, y): names; NULL if not a function */
    span *param_at;
    size_t param_count;
    syn_clause *clauses;
    size_t clause_count;
    syn_action *actions; /* event */
    size_t action_count;
    syn_stmt **body; /* for */
    size_t body_count;
    bool off;     /* constraint C: ... off */
    bool percent; /* expect ... within 0.1% */
    bool bad;     /* could not be read completely: declares its name, otherwise skipped; a bad loop keeps its body */
};

typedef struct syn_tree {
    syn_stmt **stmts; /* comma-separated declarations are already split: one statement each */
    size_t count;
} syn_tree;

/* The clause with this word, or NULL. */
const syn_clause *syn_find_clause(const syn_stmt *s, syn_word word);
const char *syn_keyword(syn_kind kind);   /* "param" */
const char *syn_word_text(syn_word word); /* "mass" */

#endif
