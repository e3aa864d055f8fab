/* The reader's own state while a tree becomes a model: declarations, scopes, the variant being read. */
#ifndef LGR_MODEL_BUILDER_H
#define LGR_MODEL_BUILDER_H

#include "base/check.h"
#include "base/vec.h"
#include "expr/diff.h"
#include "model/value.h"

enum {
    MODEL_ENERGIES = 3,       /* kinetic, potential, energy */
    MODEL_MAX_DECLS = 200000, /* names of one model, members of families counted singly */
    MODEL_MAX_LOOP = 100000,  /* passes of one loop or sum */
    MODEL_MAX_DEPTH = 400,    /* nesting of definitions */
    MODEL_MAX_NESTING = 2000, /* of expressions within definitions within expressions: what the stack must hold */
    MODEL_MAX_CALLS = 100000, /* of functions by functions, within one call */
    MODEL_MAX_NODES = 20000000
};

/* Loop variables and function arguments, innermost first. */
typedef struct scope {
    const struct scope *outer;
    const char *name;
    value v;
} scope;

typedef enum decl_kind {
    DECL_PARAM,
    DECL_COORD,
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
    DECL_REPORT
} decl_kind;

/* One declared name; a member of a family has an index. */
typedef struct decl {
    const char *name;
    bool indexed;
    int64_t index;
    const char *display; /* "q[3]" */
    decl_kind kind;
    const syn_stmt *stmt;
    const scope *env;
    int number;       /* in the table of its kind */
    int switch_index; /* -1 where nothing can be switched */
    bool unknown;     /* its value could not be read: what uses it is not judged */
} decl;

/* A declaration's value in the variant being read. */
typedef struct reading {
    int state; /* 0 not yet, 1 in progress, 2 done */
    value v;
    bool *mentions; /* bodies named on the way; NULL for none */
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

typedef struct statement { /* a statement with the loop variables it stands under */
    const syn_stmt *stmt;
    const scope *env;
    int decl; /* its declaration, or -1 */
} statement;

/* A use of a table whose curve bends suddenly: what tells its pieces apart. */
typedef struct table_bend {
    expr_id part;
    span at;
    const char *name;
} table_bend;

typedef VEC(int) int_list;
typedef struct table table;
typedef struct call_table call_table;

/* Names that values can refer to, functions, and results each have a table of their own. */
typedef enum name_space { SPACE_VALUES, SPACE_FUNCTIONS, SPACE_RESULTS, SPACE_COUNT } name_space;

typedef struct builder {
    model *m;
    arena *a, *scratch; /* scratch: nothing else allocates there between a mark and its release */
    value_context vc;
    table *tables[SPACE_COUNT];
    VEC(decl) decls;
    VEC(statement) statements;
    VEC(model_var) vars;
    VEC(expr_id) rates; /* per variable: its time derivative as a node; none for what does not change */
    expr_sweep sweep;   /* of these rates */
    VEC(double) values; /* of parameters, by variable */
    VEC(model_param) params;
    int_list param_order;     /* each after those that its definition uses */
    VEC(expr_id) premises;    /* see take_for_granted */
    expr_plan *plan;          /* of all that other values change: see model_assign; NULL until then */
    size_t planned;           /* premises in it */
    expr_id until, tolerance; /* of the run; EXPR_NONE where the model does not say */
    VEC(model_coord) coords;
    VEC(model_initial) initials;
    VEC(model_body) bodies;
    VEC(model_switch) switches;
    VEC(model_orientation) orientations;
    VEC(model_row) rows;
    VEC(model_event) events;
    VEC(model_output) outputs;
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
    int *energy_named; /* per declaration: 1 + the energy that a definition names, -1 none, 0 not known; NULL: nobody
                          asked */

    /* the variant being read */
    model_system *system;
    reading *readings; /* per declaration */
    body_reading *body_readings;
    VEC(system_element) elements;
    VEC(expr_id) reducer_values;
    VEC(expr_id) drawn;
    bool *mentions;           /* collects bodies named; NULL when nobody asks */
    int_list stack;           /* declarations in progress, for circles */
    span early_use;           /* of the definition that is read before anything moves; {0, 0}: none is */
    int_list calling;         /* functions in progress */
    call_table *calls;        /* of functions, in the variant being read; NULL: none yet */
    int depth, nesting;       /* of definitions and calls, of expressions */
    int unfolded;             /* calls within the outermost one in progress */
    bool too_deep, too_large; /* have been said, once */
    bool uses_degrees;        /* or turns, somewhere */
    bool full;                /* more statements than are read */
    span vectors[2];          /* the first ones of two and of three components in what makes the equations */
    value gravity;            /* of the variant; size 0: none */
    int held;                 /* the reaction whose quantity is free in the variant; -1: none */
    value held_quantity;      /* that quantity, as variables of its own */
    expr_id *held_params;     /* per parameter that follows it: its value; else EXPR_NONE */
    bool in_report, in_reducer;
    size_t next_reducer, next_drawing;
} builder;

/* names.c */
table *table_create(arena *a);
int table_find(const builder *b, name_space space, const char *name, bool indexed, int64_t index);
/* Adds a declaration; a finding and -1 where the name is taken. */
int declare(builder *b, name_space space, decl d, span at);
/* 'pi' or the letter. */
bool name_is_pi(const builder *b, const char *name);
/* Which energy of the whole system a name is, as in energy_vars; -1 if none. And the name of one. */
int name_energy(const builder *b, const char *name);
const char *energy_name(int k);
bool name_is_family(const builder *b, name_space space, const char *name);
/* E0205: what the name is, and what is wanted in its place. */
finding *refuse_kind(builder *b, int d, span at, const char *wanted);
const char *source_text(const builder *b, span at);

/* build.c: what was read becomes the model's */
void publish(builder *b);

/* spelling.c: what an unknown name was probably meant to be */
void suggest_name(builder *b, finding *f, const char *name);
/* What a function of other languages and books is called here: "log(...), the natural logarithm"; NULL if unknown. */
const char *other_function_name(const char *name);

/* expand.c: loops unrolled, names declared */
void expand_statements(builder *b, syn_tree tree);
bool eval_integer(builder *b, const syn_expr *e, const scope *env, int64_t *out);

/* eval.c */
value eval(builder *b, const syn_expr *e, const scope *env);
value eval_scalar(builder *b, const syn_expr *e, const scope *env, const char *what);
/* A scalar of this dimension. */
value eval_quantity(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what);
/* A quantity that depends on parameters only; its expression. */
value eval_parameter(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what);
bool eval_number(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what, double *out);
value prime(builder *b, value v, span at);
bool find_kinds(builder *b, value v, unsigned kinds, var_kind *found);
/* With the present values of parameters. What is read from it is valid for others only if they give the same number, or
   fulfil what the reader takes for granted instead. */
double number_of(builder *b, expr_id e);
/* The same for whom it does not matter, or who says himself what he takes for granted. */
double number_now(const builder *b, expr_id e);
/* What has been read is valid only while e, which is not negative now, is not negative. */
void take_for_granted(builder *b, expr_id e);
uint32_t new_var(builder *b, const char *name, var_kind kind, int index);
/* The declaration that a name or indexed name refers to, -1 with a finding if none. `spaces` as a bit set. */
int resolve(builder *b, const syn_expr *e, const scope *env, unsigned spaces);
value decl_value(builder *b, int d, span at);
bool resolve_event(builder *b, const syn_expr *e, const scope *env, event_ref *out);
/* That of stone.q, for a body of space that an event frees; NULL if the expression is nothing of the kind. */
const model_orientation *freed_orientation(builder *b, const syn_expr *e, const scope *env);

#define KIND_BIT(k) (1u << (k))
enum {
    KINDS_SOLVED = KIND_BIT(VAR_ACCELERATION) | KIND_BIT(VAR_LAMBDA) | KIND_BIT(VAR_ENERGY) | KIND_BIT(VAR_REACTION),
    KINDS_MOTION = KINDS_SOLVED | KIND_BIT(VAR_TIME) | KIND_BIT(VAR_COORD) | KIND_BIT(VAR_VELOCITY) |
                   KIND_BIT(VAR_CLOSED) | KIND_BIT(VAR_REDUCER)
};
/* A finding: parameters, bounds and indices are settled before anything that moves is known (`readings` is NULL then).
 */
value not_known_yet(builder *b, int d, span at);
/* False with a finding if the value contains variables of these kinds. */
bool forbid(builder *b, value v, unsigned kinds, const char *where);

/* E0108 once: what uses too deep a definition would meet the limit again. */
value refuse_depth(builder *b, span at);
void merge_mentions(bool *into, const bool *from, size_t count);

/* calls.c: a function of the model with as many arguments as it takes, none of them bad */
value call_function(builder *b, int function, const value *args, span at);

/* builtins.c */
value eval_call(builder *b, const syn_expr *e, const scope *env);
/* A function of the model or a built-in one. */
bool is_function(const builder *b, const char *name);
/* E0202 with the way from a declaration back to itself; `at` is the place that closes the circle. */
value circle(builder *b, int d, span at);
value eval_reducer(builder *b, const syn_expr *e, const scope *env, bool *handled);

/* reactions.c: quantities that are held, and systems in which they are free */
value eval_reaction(builder *b, const syn_expr *e, const scope *env);
/* Makes the quantity free in the variant that is read next; its ordinary value goes to `system`. */
void hold_begin(builder *b, int reaction, model_system *system);
void hold_end(builder *b);
/* What a declaration stands for where the quantity is free; false if it stands for itself. */
bool held_stands_in(builder *b, int d, span at, value *out);
void check_reactions(builder *b);

/* degrees.c: plain numbers that are meant in degrees are warned of */
/* Of what stands where an angle is wanted. */
void warn_degrees(builder *b, const syn_expr *e);
/* Of the starts of angles, when all has been read. */
void check_degrees(builder *b);

/* tables.c */
/* Warns of tables that lead a motion and bend. */
void check_tables(builder *b);
value eval_table(builder *b, const syn_expr *e, const scope *env);

/* frame.c */
value frame_rotation(builder *b, int axis, value angle, span at);
value frame_quaternion(builder *b, const expr_id *q, const expr_id *q_dot, span at);
expr_id frame_norm(builder *b, const expr_id *q);

/* orientations.c: four coordinates and their norm */
void declare_orientation(builder *b, int d);
int add_orientation(builder *b, const char *name, span at, int body, const expr_id *start, bool fixed);
void read_orientation_start(builder *b, int d);
void read_norm_rows(builder *b);
const model_orientation *find_orientation(const builder *b, int d);
value orientation_frame(builder *b, const model_orientation *o, span at);

/* bodies.c */
const body_reading *read_body(builder *b, int body);
value body_point_velocity(builder *b, int body, value p, span at);
int resolve_body(builder *b, const syn_expr *e, const scope *env);

/* declarations.c: parameters, coordinates, initial values */
void read_param(builder *b, int d, span at);
/* The value given from outside, read as an expression of its own; a bare number means the parameter's SI unit. False
   with the reason in model.bad_override. */
bool apply_override(builder *b, model_param *p, const model_override *o, double *out);
void declare_coord(builder *b, int d);
int add_coord(builder *b, model_coord c);
void read_coord_start(builder *b, int d, span at);
void read_initial(builder *b, const statement *s);

/* amounts.c */
/* A scalar that is known before the motion, with the present values of parameters. */
bool known_amount(builder *b, value v, double *out);
/* False with E0308 where the value is known and negative; `what` names it: "a stiffness". */
bool need_not_negative(builder *b, value v, const char *what);

/* inertia.c: three principal values or a matrix by rows; leaves `inertia` none where they are no body's. */
void read_inertia_tensor(builder *b, const syn_expr *e, const scope *env, body_reading *r);

/* contradictions.c: what a model says twice or against itself */
void check_single_statements(builder *b);
void check_one_world(builder *b);
void check_energy(builder *b, const statement *s);
void check_event_actions(builder *b, const statement *s);
void check_event_order(builder *b);

/* elements.c, rows.c, events.c, results.c */
void read_gravity(builder *b, const statement *s);
void read_element(builder *b, const statement *s);
void declare_rows(builder *b, int d);
value read_rows(builder *b, int d);
void declare_event(builder *b, int d);
void read_event(builder *b, const statement *s);
void read_event_actions(builder *b, const statement *s);
void read_result(builder *b, const statement *s);

/* drawings.c: what pictures show; numbered in the order in which they are read, which is the same in every variant */
void begin_drawing(builder *b, drawing_shape shape, const char *name, span at, bool automatic);
/* Numbers of the drawing begun last, from a place of model_drawing.slot on. */
void put_drawn(builder *b, int place, value v);
void read_draw(builder *b, const statement *s);
/* sketches.c: drawings of a model that says nothing about pictures */
void sketch_system(builder *b);

#endif
