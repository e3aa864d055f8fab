/* The reader's state while a tree becomes a model: declarations, scopes, parts, the variant being read. */
#ifndef LGR_MODEL_BUILDER_H
#define LGR_MODEL_BUILDER_H

#include "base/budget.h"
#include "base/check.h"
#include "base/vec.h"
#include "expr/diff.h"
#include "model/value/value.h"
#include "syntax/tree.h"

enum {
    MODEL_ENERGIES = 3,          /* kinetic, potential, energy */
    MODEL_MAX_STEPS = 5000000,   /* of reading a variant: expressions evaluated, and what they are repeated for */
    MODEL_MAX_BYTES = 200 << 20, /* that reading it may take, or four fifths of what may follow where that is more */
    MODEL_STATEMENT_STEPS = 20,  /* that a statement in a loop or a member of a family counts for */
    MODEL_MAX_DEPTH = 400,       /* nesting of definitions */
    MODEL_MAX_NESTING = 2000,    /* of expressions within definitions within expressions: limited by the stack */
    MODEL_MAX_CALLS = 100000,    /* of functions by functions, within one call */
    MODEL_MAX_PARTS = 64,        /* nesting of parts */
    MODEL_MAX_SOURCES = 64       /* texts of one model */
};

/* One use of a component: the names that the component declares are the part's own. */
typedef struct instance {
    size_t number;                /* in the table of parts */
    const struct instance *outer; /* the part whose component uses this one, or NULL */
    const syn_stmt *component;    /* NULL: it could not be made, and what it holds is not judged */
    const char *display, *title;  /* "upper"; for labels */
    diag_origin origin;
    bool drawn; /* it has drawings of its own */
} instance;

/* Loop variables and function arguments, innermost first. The outermost one of a part has no name. */
typedef struct scope {
    const struct scope *outer;
    const char *name;
    value v;
    const instance *in; /* the part whose text is read here, or NULL */
} scope;

static inline scope scope_inside(const scope *outer, const char *name, value v) {
    return (scope){outer, name, v, outer ? outer->in : NULL};
}

/* The part whose text is read in a scope, or NULL. */
static inline const instance *scope_part(const scope *env) {
    return env ? env->in : NULL;
}

typedef enum decl_kind {
    DECL_PARAM,
    DECL_COORD,
    DECL_STATE, /* a state or a memory */
    DECL_LET,
    DECL_BODY,
    DECL_ENERGY,
    DECL_ELEMENT,
    DECL_CONSTRAINT,
    DECL_CONTACT,
    DECL_EVENT,
    DECL_FUNCTION,
    DECL_ORIENTATION,
    DECL_OUTPUT,
    DECL_REPORT,
    DECL_COMPONENT,
    DECL_PART
} decl_kind;

/* Sets of kinds: what a friction may rub at, and what events may drop. */
enum { DECL_PRESSED = 1u << DECL_CONSTRAINT | 1u << DECL_CONTACT, DECL_SWITCHED = DECL_PRESSED | 1u << DECL_ELEMENT };

/* Names that values can refer to, functions, results, and components each have a table of their own. */
typedef enum name_space { SPACE_VALUES, SPACE_FUNCTIONS, SPACE_RESULTS, SPACE_COMPONENTS, SPACE_COUNT } name_space;

/* theta > 90: a whole number without a unit beside something. */
typedef struct bare_number_beside {
    const syn_expr *number, *written; /* with its sign */
    expr_id beside;
    bool told;
} bare_number_beside;

typedef struct builder builder;
typedef struct kind_row kind_row;

/* One declared name; a member of a family has an index. */
typedef struct decl {
    const instance *in; /* the part that it belongs to, or NULL */
    const char *name;
    bool indexed;
    int64_t index;
    const char *display; /* "q[3]", "upper.q[3]" */
    const char *label;   /* with the title of its part; NULL if it has none */
    decl_kind kind;
    const kind_row *row; /* of its statement */
    const syn_stmt *stmt;
    const scope *env;   /* of its value; for the given argument of a part that of the part's statement */
    const scope *home;  /* where it is declared */
    int number;         /* in the table of its kind */
    int switch_index;   /* -1 where nothing can be switched */
    bool unknown;       /* its value could not be read: what uses it is not judged */
    int same_as;        /* an argument that is another name of a declaration: 1 + its number; else 0 */
    int settled;        /* whether it depends on parameters alone: 0 not known, 1 in progress, 2 yes, 3 no */
    const value *early; /* its value over parameters, once it has been needed before the motion; else NULL */
} decl;

typedef struct statement { /* a statement with its loop variables */
    const syn_stmt *stmt;
    const kind_row *row;
    const scope *env;
    int decl; /* its declaration, or -1 */
} statement;

/* When a statement is read. Each step is done for all statements, in the order of the text, before the next one. */
typedef enum kind_step {
    STEP_NAME,    /* as soon as the name is known; parameters come first */
    STEP_VALUE,   /* values of parameters */
    STEP_DECLARE, /* numbers in the tables of the model */
    STEP_START,   /* where coordinates start */
    STEP_ROWS,    /* the scalar equations of constraints and contacts */
    STEP_ACTIONS, /* what events switch, set and free */
    STEP_INITIAL, /* other conditions at the start */
    STEP_CHECK,   /* what only shows when all that is declared */
    /* in every variant: */
    STEP_GRAVITY,
    STEP_DEFINE, /* definitions, constraints and contacts */
    STEP_READ,   /* elements, events, results; never of a statement that could not be parsed */
    /* pictures, which nothing depends on; as STEP_READ: */
    STEP_SKETCH, /* lines and grounds, of a model without drawings */
    STEP_SKETCH_BODY,
    STEP_SKETCH_FORCE,
    STEP_TIE, /* drawings that disappear with what a switch releases */
    STEP_COUNT
} kind_step;

/* The meaning of a kind of statement: one row in its file in kinds/. */
struct kind_row {
    decl_kind kind;   /* of what it declares */
    name_space space; /* of its name */
    bool named;       /* it declares a name */
    const char *noun; /* "a spring", in messages */
    const char *help; /* help where its name is used as a quantity but cannot be; NULL: none */
    const char *once; /* it may be given once: what to do instead; NULL: any number of times */
    bool mechanical;  /* read as well where the quantity of a reaction is free: energies, forces, constraints */
    bool result;      /* vectors in it may be mere lists of numbers */
    value (*quantity)(builder *b, int d, span at); /* its name in an expression; NULL: no quantity */
    value (*value)(builder *b, int d, span at);    /* its value in the variant, computed once: see eval_decl */
    value (*angle)(builder *b, int d, span at);    /* NAME.angle; NULL: it is no body */
    value (*call)(builder *b, int d, const value *args, span at); /* with as many as it takes, none of them bad */
    int (*settle)(builder *b, int d); /* the declaration that its name stands for; NULL: itself */
    void (*step[STEP_COUNT])(builder *b, const statement *s);
};

/* A call of a built-in function. */
typedef struct function_call {
    const syn_expr *e;
    const scope *env;
    value arg[2]; /* evaluated arguments, for functions that want values */
} function_call;

/* A built-in function. */
typedef struct function_row {
    const char *name;
    int least, most; /* numbers of arguments; most < 0: any */
    value (*apply)(builder *b, const function_call *c, int extra);
    int extra;
    bool lazy; /* reads the text of its arguments itself */
} function_row;

/* Bodies referred to, each once: mostly few of many. */
typedef VEC(int) body_list;

/* A declaration's value in the variant being read. */
typedef struct reading {
    int state; /* 0 not yet, 1 in progress, 2 done */
    value v;
    body_list *mentions; /* NULL for none */
} reading;

/* A body's motion in the variant being read. */
typedef struct body_reading {
    bool done, has_angle; /* has_angle: it can turn */
    value position, velocity;
    value angle;           /* of the plane; bad in space */
    value frame;           /* of space; bad in the plane */
    value omega;           /* scalar in the plane, vector in space */
    expr_id mass, inertia; /* in the plane about the mass centre */
    expr_id tensor[9];     /* in space along the axes of the frame */
} body_reading;

/* A use of a table whose second derivative jumps: its curve. */
typedef struct table_bend {
    expr_id curve;
    span at;
    const char *name;
} table_bend;

/* What ropes add to the model: see kinds/rope.c. */
typedef struct rope_record {
    int decl, coord, event; /* its declaration, and the first of its memories and events */
    expr_id start;          /* its length at the start, over parameters */
} rope_record;

typedef VEC(int) int_list;
typedef struct table table;
typedef struct call_table call_table;

/* Whether the model has friction by the force of a contact or a constraint: asked for when all is declared. */
typedef enum { RUBBING_NOT_KNOWN, RUBBING, NOT_RUBBING } has_rubbing;

struct builder {
    model *m;
    has_rubbing rubbing;
    syn_tree tree;      /* that the model is read from */
    arena *a, *scratch; /* scratch: nothing else allocates there between a mark and its release */
    value_context vc;
    table *tables[SPACE_COUNT];
    const function_row *const *functions; /* lists of built-in functions, each ended by a row without name; then NULL */
    VEC(decl) decls;
    VEC(statement) statements;
    VEC(instance *) parts;
    bool *sees;     /* MODEL_MAX_SOURCES^2: whether a text knows what another one declares; NULL: there is only one */
    bool expanding; /* names are still being declared */
    bool drawn_by_hand; /* the model itself has drawings, other than grounds */
    bool has_ground;    /* it, or a part, draws a ground */
    VEC(model_var) vars;
    VEC(expr_id) rates; /* per variable: its time derivative as a node; none for what does not change */
    expr_sweep sweep;   /* of these rates */
    VEC(model_param) params;
    VEC(model_unknown) unknowns;
    int_list param_order; /* each after those that its definition uses */
    VEC(bare_number_beside) bare_numbers;
    VEC(expr_id) premises;    /* see eval_assume */
    expr_plan *plan;          /* of all that other values change: see model_assign; NULL until then */
    size_t planned;           /* premises in it */
    expr_id until, tolerance; /* of the run; EXPR_NONE where the model does not say */
    VEC(model_coord) coords;
    VEC(model_initial) initials;
    VEC(model_body) bodies;
    VEC(model_switch) switches;
    VEC(model_orientation) orientations;
    VEC(model_row) rows;
    VEC(rope_record) ropes;
    VEC(model_event) events;
    VEC(model_output) outputs;
    size_t output_room; /* at most so many */
    VEC(model_speed) speeds;
    VEC(model_reducer) reducers;
    VEC(model_report) reports;
    VEC(model_expect) expects;
    VEC(model_reaction) reactions;
    VEC(model_drawing) drawings;
    VEC(model_system *) variants;
    VEC(struct table_file *) files; /* of table("file", x), each read once */
    VEC(table_bend) bends;          /* where their curves are not smooth */
    const model_override *overrides;
    size_t override_count;
    expr_id energy_vars[MODEL_ENERGIES];
    int_list energy_families; /* the first members of families of energies */
    int *energy_named; /* per declaration: 1 + the energy that a definition refers to, -1 none, 0 not known; NULL: not
                          needed */

    /* the variant being read */
    model_system *system;
    reading *readings; /* per declaration */
    body_reading *body_readings;
    VEC(system_element) elements;
    VEC(expr_id) reducer_values;
    VEC(expr_id) drawn;
    body_list *mentions;      /* collects bodies referred to; NULL if not needed */
    int_list stack;           /* declarations in progress, for circles */
    span early_use;           /* of the definition that is read before anything moves; {0, 0}: none is */
    int_list calling;         /* functions in progress */
    call_table *calls;        /* of functions, in the variant being read; NULL: none yet */
    int depth, nesting;       /* of definitions and calls, of expressions */
    bool in_order;            /* definitions are read one after the other, as far as they nest */
    int unfolded;             /* calls within the outermost one in progress */
    budget left;              /* of what reading the variant may take: see eval_afford */
    bool too_deep, too_large; /* have been reported, once */
    bool uses_degrees;        /* or turns, somewhere */
    span vectors[2];          /* the first ones of two and of three components in what makes the equations */
    value gravity;            /* of the variant; size 0: none */
    int held;                 /* the reaction whose quantity is released in the variant; -1: none */
    value held_quantity;      /* that quantity, as variables of its own */
    expr_id *held_params;     /* per parameter that depends on it: its value; else EXPR_NONE */
    bool in_report, in_reducer;
    bool names_lets; /* in the variant being read: see model_named_variant */
    size_t next_reducer, next_drawing, next_assumption;
};

#endif
