/* The mechanical system that a text describes: parameters, coordinates, bodies, elements, rows, events and results. */
#ifndef LGR_MODEL_MODEL_H
#define LGR_MODEL_MODEL_H

#include "base/intern.h"
#include "base/vec.h"
#include "diag/diag.h"
#include "dim/dimension.h"
#include "expr/graph.h"
#include "scene/scene.h"
#include "syntax/words.h"

enum { MODEL_TABLE_MAX_BYTES = 1 << 26 }; /* of a file that a model reads */

/* The meaning of a variable of the graph. */
typedef enum var_kind {
    VAR_PARAM,
    VAR_TIME,
    VAR_COORD,
    VAR_VELOCITY,
    VAR_STATE, /* a state or a memory: see model_coord */
    VAR_ACCELERATION,
    VAR_LAMBDA,   /* one per row */
    VAR_ENERGY,   /* kinetic, potential, energy: replaced by the active terms when a program is made */
    VAR_CLOSED,   /* 1 while a row is in force, friction sticks, or what can be dropped is not dropped; else 0 */
    VAR_RESTS,    /* 1 while friction of a known limit sticks, in its force, which has its static limit then; else 0 */
    VAR_DRAGS,    /* what part of its limit friction of a known limit has, and against which direction: -1 to 1 */
    VAR_REDUCER,  /* a number of the whole run, in reports */
    VAR_REACTION, /* the reaction of a parameter or a definition: derived from the forces of each mode */
    VAR_HELD,     /* a released quantity or its rate where the system is read with it released: see model_reaction */
    VAR_SEED,     /* of derivatives, made after reading: see model_add_var */
    VAR_KIND_COUNT
} var_kind;

typedef struct model_var {
    var_kind kind;
    int index; /* into the table of its kind; VAR_ENERGY: 0 kinetic, 1 potential, 2 energy; VAR_REACTION: 3 r +
                  component */
} model_var;

/* The unit in which people see a number, which is kept in SI units all the same. */
typedef struct model_shown {
    const char *unit; /* as written, "ft", "kg m^2"; NULL: the SI unit */
    double size;      /* of the unit, in SI units */
} model_shown;

typedef struct model_param {
    const char *name, *label;
    span at;
    uint32_t var;
    dimension dim;
    model_shown shown;  /* the unit of its declaration */
    expr_id unit;       /* 1 of that unit; EXPR_NONE: the SI unit */
    expr_id definition; /* over other parameters */
    bool given;         /* the value comes from outside, not from the definition: see param_block */
    bool bare;          /* its text has no number: any stands in for it until one is given */
    bool unknown;       /* the definition is a guess: found at the start, unless it is given */
    bool found;         /* it has been: the value stays */
    bool has_bounds;
    double low, high;
    bool input;       /* set from outside during a run; no other parameter depends on it */
    const char *file; /* of an input: its values over time come from there; NULL: it is the value above */
    bool structural;  /* decides sizes: cannot change without reading the model again */
    bool is_let;      /* a definition that stands for a parameter: see model_named_variant */
} model_param;

/* A function without a formula, let NAME(x) in UNIT, that the model calls. */
typedef struct model_unknown {
    const char *name;
    span at;
    int decl;
    const struct expr_table *curve;
    dimension dim, of; /* of its values, and of its argument */
    bool any_argument; /* called with 0 alone, which fits every dimension */
} model_unknown;

/* The values of the parameters, in SI units, with those from outside: the only place where they stand. Programs point
   to it, and follow it where they were loaded at another version. */
typedef struct param_block {
    VEC(double) value; /* by variable of the graph; 0 for what is neither a parameter nor released */
    long version;      /* changes with each change of a value */
} param_block;

/* What a coordinate is there for. */
typedef enum coord_role {
    COORD_PLACE, /* it is one */
    /* Its velocity v is a state of the model, q the integral of that, which nothing depends on: the equation of motion
       is v' = rate. A memory has the rate 0. */
    COORD_STATE,
    COORD_MEMORY
} coord_role;

typedef struct model_coord {
    const char *name, *label;
    span at;
    uint32_t q, v, a; /* variables */
    dimension dim;
    coord_role role;
    bool fixed;      /* '=' rather than '~' */
    expr_id start;   /* EXPR_NONE for the coordinates of a freed body */
    int body;        /* the freed body that owns it, or -1 */
    expr_id nominal; /* beside what its errors are judged, over parameters; EXPR_NONE: beside its motion */
    expr_id given;   /* of a state or a memory: its value at the start, */
    bool guessed;    /* from which it may move so that other conditions hold */
    bool hidden;     /* the program's own, which results do not show */
} model_coord;

static inline bool model_is_place(const model_coord *c) {
    return c->role == COORD_PLACE;
}

/* What its velocity is called after the name: nothing where that is the state itself. */
static inline const char *model_rate_mark(const model_coord *c) {
    return model_is_place(c) ? "'" : "";
}

/* Of its velocity. */
static inline dimension model_rate_dim(const model_coord *c) {
    return dim_div(c->dim, DIM_TIME);
}

/* Four coordinates that are a quaternion, with the row that keeps its norm. */
typedef struct model_orientation {
    const char *name; /* "q"; of a freed body "stone.q" */
    span at;
    int coords[4]; /* w, x, y, z */
    int row;
    int body; /* the freed body that owns it, or -1 */
    int decl;
} model_orientation;

/* An initial condition besides those of the coordinates: expression = value, at position or velocity level. */
typedef struct model_initial {
    span at;
    const char *name; /* the text of the left side, for messages */
    expr_id residual; /* left side minus right side */
    bool velocity;
    bool later;    /* solved for after the state is known: of accelerations, or to find parameters */
    dimension dim; /* of both sides */
    bool guess;    /* '~' on the velocity of coordinate `coord` */
    int coord;     /* the coordinate if the left side is just its velocity, else -1 */
    expr_id value; /* right side */
} model_initial;

/* One scalar equation of a constraint or a contact. */
typedef struct model_row {
    const char *name;  /* "pin.x" */
    const char *group; /* "pin": the statement's name */
    span at;
    uint32_t lambda;
    uint32_t closed;   /* VAR_CLOSED, of all contacts; of friction: whether it sticks; 0: nothing asks for it */
    dimension dim;     /* of the multiplier: energy over that of f, power where f contains velocities */
    bool contact, off; /* off: inactive at the start */
    bool start_closed; /* initial closed(...) */
    bool friction;     /* the sticking of what rubs: its slip is zero while it is active; hidden from results */
    bool pulls;        /* a rope: its multiplier is shown as the tension, which is not negative */
    bool known;        /* stands for what presses where the limit of friction in several directions is known: it has no
                          equation and presses with 1, so that the limit is its mu; hidden from results */
    int partner;       /* of what rubs, a contact or a constraint: its first friction row; of that: it; else -1 */
    int tangents;      /* of what rubs: the number of its friction rows, which follow each other */
    int presses;       /* of what rubs: the number of rows, it and those after it, whose forces together, as the size of
                          a vector, limit friction; 0 or 1: it alone */
    int before;        /* of those after it: how many rows it comes before */
    int element;       /* switch number: index into model.switches */
} model_row;

/* Things that `drop` and `hold` switch: constraints, contacts, force elements. */
typedef struct model_switch {
    const char *name;
    span at;
    uint32_t held;   /* VAR_CLOSED: whether it is on; 0: nothing asks for it */
    uint32_t sticks; /* VAR_CLOSED, of friction of a known limit: whether it sticks; 0: nothing asks for it */
    uint32_t rests;  /* VAR_RESTS, of such friction; 0: it has no static limit */
    uint32_t drags;  /* VAR_DRAGS, of such friction; 0: nothing asks for its force */
    expr_id slip;    /* then: its rate */
    bool off;        /* at the start */
} model_switch;

typedef enum body_kind { BODY_PARTICLE, BODY_ROD, BODY_RIGID } body_kind;

typedef struct model_body {
    const char *name;
    span at;
    body_kind kind;
    int decl;
    int coords[7]; /* x, y, angle (plane) or x, y, z, q.w q.x q.y q.z (space) once some event frees it; else -1 */
    bool freeable; /* some event frees it */
} model_body;

/* Sticking, slipping and other pieces of the equations are changes that a run finds, but they have no names. */
typedef enum event_part {
    EVENT_USER,
    EVENT_OPEN,
    EVENT_CLOSE,
    EVENT_IMPACT,
    EVENT_STICK,
    EVENT_SLIP,
    EVENT_TURN, /* the force of a constraint that slides with friction changes its sign */
    EVENT_PIECE
} event_part;
/* An event with a name: a user's event, or an event of a contact. */
typedef struct event_ref {
    event_part part;
    int index; /* into model.events, or the row of the contact */
} event_ref;

/* What an event can do: MODEL_DROP, MODEL_HOLD and so on, one for each action of the language. */
typedef enum model_action_kind {
#define ROW(kind, word, form) MODEL_##kind,
    SYNTAX_ACTIONS(ROW)
#undef ROW
} model_action_kind;

typedef struct model_action {
    model_action_kind kind;
    span at;
    int index; /* switch, body or coordinate; for MODEL_DROP of a coordinate `coordinate` is true */
    bool coordinate;
    bool velocity; /* set x' rather than set x */
} model_action;

typedef struct model_event {
    const char *name;
    span at;
    expr_id every, from; /* over parameters, in seconds; EXPR_NONE: it has a condition instead */
    bool quiet;          /* periodic, and sets states and memories alone: not listed among the events of a run */
    bool has_after;
    event_ref after;
    model_action *actions;
    size_t action_count;
    bool stops;
    bool hidden;         /* the program's own, which nobody can name */
    const char *refusal; /* the run fails with this where it fires; NULL: it goes on */
    bool assumed;        /* it fires where what an `assume` says does not hold: */
    bool strict;         /* that system.assumed is positive, or else is not negative */
} model_event;

typedef struct model_output {
    const char *name, *label;
    span at;
    dimension dim;
    model_shown shown;
    bool null_ok;
} model_output;

typedef enum reducer_kind {
    REDUCE_INITIAL,
    REDUCE_FINAL,
    REDUCE_MINIMUM,
    REDUCE_MAXIMUM,
    REDUCE_MEAN,
    REDUCE_INTEGRAL,
    REDUCE_AT,
    REDUCE_TIME,
    REDUCE_COUNT, /* of an event: how often it occurs */
    REDUCE_WHEN   /* the time of an extremum */
} reducer_kind;

typedef struct model_reducer {
    reducer_kind kind;
    uint32_t var;
    event_ref event; /* at, time, count */
    long nth;        /* at, time: the occurrence, from 1 on; 0: the last */
    int of;          /* when: the reducer of the extremum; else -1 */
    bool has_from, has_until;
    event_ref from, until; /* all but at and time: begins after the first of `from`, ends before the next of `until` */
} model_reducer;

typedef struct model_report {
    const char *name, *label;
    span at;
    dimension dim;
    model_shown shown;
    expr_id value; /* over parameters and reducers */
} model_report;

typedef enum model_relation {
    RELATION_EQUAL,
    RELATION_LESS,
    RELATION_AT_MOST,
    RELATION_GREATER,
    RELATION_AT_LEAST
} model_relation;

typedef struct model_expect {
    span at;
    const char *text; /* as written */
    model_relation relation;
    expr_id left, right;
    expr_id tolerance; /* EXPR_NONE: exact */
    bool percent;
    bool as_given; /* holds for the parameters of the text only */
    dimension dim;
} model_expect;

/* What a picture of the system shows: one of the shapes of src/scene/shapes.inc, with its numbers. */
typedef struct model_drawing {
    drawing_shape shape;
    const char *name; /* of the shape, or of what the program draws by itself */
    span at;
    bool automatic;   /* a default drawing of a model without drawings */
    bool joined[2];   /* its ends a, b go on into other drawings */
    int switch_index; /* it shows the constraint or spring of this switch, between the same points: gone when that
                         is dropped; else -1 */
    int slot[DRAWN_NUMBERS]; /* into system.drawn; -1: it has no such number */
} model_drawing;

/* reaction(NAME): the generalized force that keeps a parameter or a definition at its value, one number per component.
   To derive it the system is read with the quantity as virtual coordinates: x, x', x''. */
typedef struct model_reaction {
    const char *name; /* of the quantity */
    span at;          /* the first call */
    int decl, size;
    uint32_t force[3];                 /* VAR_REACTION */
    uint32_t x[3], rate[3], second[3]; /* VAR_HELD */
} model_reaction;

/* Energies and forces. A force enters by its power: Q_j = sum_k force[k] * d velocity[k] / d q_j'. */
typedef enum element_kind {
    ELEMENT_KINETIC,
    ELEMENT_POTENTIAL,
    ELEMENT_LAGRANGIAN,
    ELEMENT_DISSIPATION,
    ELEMENT_FORCE,
    ELEMENT_RATE /* of a state: force[0] is v' of the coordinate whose v is velocity[0]; no power */
} element_kind;

typedef struct system_element {
    element_kind kind;
    const char *keyword, *name; /* of the statement: "spring", "s" */
    span at;
    int switch_index;              /* -1: always active */
    expr_id energy;                /* all but forces */
    expr_id force[3], velocity[3]; /* of a force: its power is their product; or of one scalar and the rate of what
                                      it acts on: a torque in the plane, the force along a line */
    int size;                      /* of both: 1 scalar */
    expr_id limit, hold;           /* of friction: the limits of sliding and of sticking; none where they are equal */
    expr_id resting[3];            /* of what depends on friction with a static limit: the force by VAR_RESTS; force[]
                                      is that while all of it slides */
} system_element;

typedef struct system_row {
    expr_id f;           /* left minus right side; the gap of a contact; zero while active */
    expr_id rate;        /* of a rope: df/dt in terms of the velocities of its points; else none */
    bool velocity;       /* contains velocities */
    expr_id restitution; /* contacts; EXPR_NONE = 0 */
    expr_id mu;          /* of what rubs: the coefficient, by which its force limits friction */
    expr_id hold;        /* the coefficient of sticking; none: mu */
    expr_id along[2];    /* what the rates of are the slip, per friction row; none where the slip alone is given */
    uint32_t heading[3]; /* variables: the direction of a slip of two rows and its reach, see mech/equations.c; 0 */
    uint32_t press[3];   /* variables: the direction of the force of several rows that limits friction; 0 */
    bool ended;          /* refers to a freed body: inactive unless held again */
} system_row;

/* The row with whose force that of this row limits friction, if any does: itself, or one before it. */
static inline int model_pressed_with(const model_row *rows, int row) {
    return row - rows[row].before;
}

/* Rows that nobody has written. */
static inline bool model_is_hidden(const model_row *r) {
    return r->friction || r->known;
}

/* Whether there is friction, as far as the form of its coefficients tells. */
static inline bool model_rubs(const graph *g, const system_row *r) {
    return (r->mu.i && !expr_is_zero(g, r->mu)) || (r->hold.i && !expr_is_zero(g, r->hold));
}

/* Whether there is friction that is zero at an instant alone: its coefficients change along the motion. */
static inline bool model_rubs_at_times(const graph *g, const system_row *r) {
    const unsigned moving = 1u << VAR_TIME | 1u << VAR_COORD | 1u << VAR_VELOCITY | 1u << VAR_STATE;
    return ((r->mu.i ? expr_kinds(g, r->mu) : 0) | (r->hold.i ? expr_kinds(g, r->hold) : 0)) & moving;
}

/* A definition of one number that moves, `let d = x2 - x1`, as pages of equations name it: see model_named_variant. */
typedef struct model_definition {
    const char *name;
    expr_id value;
} model_definition;

/* A generalized speed, in which Kane's equations are written: a definition, linear in the velocities. */
typedef struct model_speed {
    const char *name;
    span at;
    expr_id value;
} model_speed;

/* The system as it reads while certain bodies are free: every expression that names them follows them. */
typedef struct model_system {
    const bool *freed;     /* per body */
    int held;              /* the reaction whose quantity is released here; -1: an ordinary system */
    expr_id held_value[3]; /* the value of that quantity in the ordinary system */
    system_element *elements;
    size_t element_count;
    system_row *rows;          /* parallel to model.rows */
    expr_id *conditions;       /* of model.events, booleans */
    expr_id *assumed;          /* parallel to these: see model_event; none for other events */
    expr_id **set_values;      /* per event, per action: the right sides of set */
    expr_id (*body_start)[15]; /* per body: x, y, angle (plane) or x, y, z, matrix, rates (space), for freeing it */
    expr_id *outputs;          /* parallel to model.outputs */
    expr_id *reducers;         /* parallel to model.reducers: the argument; EXPR_NONE for time */
    expr_id *drawn; /* model.drawn_count: the numbers of drawings; EXPR_NONE where there is no such number here */
    bool ok;        /* no finding while reading it */
} model_system;

typedef struct model {
    arena *memory, *scratch; /* scratch: created with the model, destroyed by model_dispose */
    intern *names;
    graph *g;
    diag *findings;
    const char *name, *title;
    bool has_units;
    bool customary, inches; /* the text gives lengths in feet and inches, never in metres; in inches alone */
    int space;              /* 2 or 3 */
    double up[3];           /* in space: against gravity where that is known, else along z; of unit length */
    uint32_t t;
    VEC(expr_id) rates_of_places; /* what came from d/dt of an expression without velocities, at q' */
    model_var *vars;              /* per variable of the graph */
    size_t var_count;
    model_param *params;
    size_t param_count;
    model_unknown *unknowns;
    size_t unknown_count;
    param_block block;
    model_coord *coords;
    size_t coord_count; /* declared ones first, then those of bodies that events free */
    size_t declared_coords;
    model_initial *initials;
    size_t initial_count;
    model_body *bodies;
    size_t body_count;
    model_switch *switches;
    size_t switch_count;
    model_orientation *orientations;
    size_t orientation_count;
    model_row *rows;
    size_t row_count;
    model_event *events;
    size_t event_count;
    model_output *outputs;
    size_t output_count;
    model_speed *speeds;
    size_t speed_count;
    model_reducer *reducers;
    size_t reducer_count;
    model_report *reports;
    size_t report_count;
    model_reaction *reactions;
    size_t reaction_count;
    model_expect *expects;
    size_t expect_count;
    model_drawing *drawings;
    size_t drawing_count, drawn_count;
    const model_definition *definitions; /* of the variant by name, in the order of the text; else none */
    size_t definition_count;
    bool has_lagrangian;
    double until, tolerance; /* NaN where the model does not say */
    expr_id until_value;     /* over parameters; EXPR_NONE where the model does not say */
    const char *method;      /* NULL where the model does not say */
    span method_at;
    model_system *base;      /* nothing freed */
    struct builder *builder; /* the reader's own state, kept for variants */
    uint32_t *scale_vars; /* of sizes that a run measures by, for each coordinate: see sim/scales.h; NULL: none yet */
    const char *bad_override; /* the error in a given override; NULL if none */
} model;

/* A parameter given from outside (--set): the text of its value. A number alone is in the parameter's unit. */
typedef struct model_override {
    const char *name, *value;
    const double *number; /* the value in SI units; NULL: the text says it */
} model_override;

struct syn_tree;

/* Reads the tree. Always returns a model; it may be used only if diag_has_errors(findings) is false afterwards.
   An override whose name is no parameter is skipped: see model_find_param. */
model *model_build(arena *a, intern *names, diag *findings, struct syn_tree tree, const model_override *overrides,
                   size_t override_count);

/* A working copy of the model: it owns what may change or grow (parameters, findings, the graph, variants); the rest is
   shared. Only reads `of`, which must outlive it; several threads may copy it. */
model *model_copy(const model *of, arena *a);
/* Reads the tree of a model anew with further overrides; otherwise as model_copy. */
model *model_build_again(const model *of, const model_override *more, size_t count, arena *a);
/* Converts the text of a parameter's value (an index into `params`), "3 m" or a number in the parameter's own unit, to
   SI units. False with the reason in why
   (in `a`). */
bool model_read_value(const model *of, int param, const char *text, double *out, const char **why, arena *a);

/* The system with these bodies free (body_count flags); made at the first call and kept. Coordinates of freed bodies
   are in model.coords. `ok` is false if something in it cannot be read that way. */
const model_system *model_variant(model *m, const bool *freed);

/* The same with a reaction's quantity released too: only elements and rows are read, and held_value. */
const model_system *model_held_variant(model *m, int reaction, const bool *freed);

/* The same with definitions of parameters alone by name, `let W = 2*pi/day`: they are parameters then, whose definition
   says what they are. For what people read. The ordinary system if there are none that it uses. Those that move and
   that it uses are listed in model.definitions. */
const model_system *model_named_variant(model *m, const bool *freed);
/* These are no parameters any more, and none are listed; variables keep their names. */
void model_forget_named(model *m);

/* Another start for this model, a copy: "theta = 30 deg, theta' = 0". `loose`: what is not named may move from where it
   starts, so that constraints hold. Returns what is wrong with the text, in the model's memory, or NULL. */
const char *model_start_at(model *m, const char *text, bool loose);

/* What such a text, which is right, gives as formulas, per coordinate; .i is 0 where it does not name one. */
void model_read_start(model *m, const char *text, expr_id *q, expr_id *v);

/* A number from a text over parameters, "2*pi/W" or "3 ms", in SI units, which a bare number has; of a copy of a model.
   Returns what is wrong with it, in the model's memory, or NULL. */
const char *model_read_number(model *m, const char *what, const char *text, dimension dim, double *out);

/* Gives parameters (indices into m->params) other values, in SI units; the others follow by their definitions. False if
   the model has to be read again for them: they decide what was read otherwise, or would be refused. Every value may
   have changed then all the same. */
bool model_assign(model *m, const int *params, const double *values, size_t count);

/* One more variable of the graph, in no expression of the model: for derivatives. Arrays over its variables that were
   made before do not have it. */
uint32_t model_add_var(model *m, const char *name);
uint32_t model_add_var_of(model *m, const char *name, var_kind kind);
/* What is known with the accelerations and multipliers of a state alone, as a set of kinds. */
#define MODEL_SOLVED (1u << VAR_ACCELERATION | 1u << VAR_LAMBDA | 1u << VAR_DRAGS)

int model_find_param(const model *m, const char *name); /* -1 if there is none */

/* In SI units. */
static inline double model_value_of(const model *m, const model_param *p) {
    return m->block.value.at[p->var];
}
/* Of this one alone: others do not follow, see model_assign. */
void model_set_value(model *m, const model_param *p, double x);
/* All of them by variable, for expressions of parameters alone; further variables may have no place in it. */
static inline const double *model_values(const model *m) {
    return m->block.value.at;
}
/* Into a table of all variables. */
void model_put_values(const model *m, double *values);
/* In their order, as the first inputs of programs are. */
void model_load_values(const model *m, double *slots);

/* Whether a number stands in for the parameter's, which has none. */
bool model_lacks_number(const model_param *p);
/* Whether all parameters have numbers, but for those that will be given (indices; NULL: none), and all functions
   formulas; else E0418. */
bool model_need_numbers(const model *m, diag *findings, const int *given, size_t count);
/* "m, l and g": the parameters without numbers; NULL if there are none. */
const char *model_list_without_numbers(const model *m, arena *a);
/* "f and g": the functions without formulas; NULL if there are none. */
const char *model_list_without_formulas(const model *m, arena *a);

/* The unit of a dimension as people write it (N rather than kg m/s^2); "" for plain numbers and without units. */
const char *model_unit_text(const model *m, dimension dim, arena *a);
/* The same by the word of a declaration, "N m/rad" and not "J", where that is the SI unit too. */
const char *model_si_unit_text(const model *m, model_shown shown, dimension dim, arena *a);
/* "-5 N/m": six digits of a number in SI units, with its unit. */
const char *model_amount_text(const model *m, double x, dimension dim, arena *a);
/* The unit in which people see what does not ask for one (json and csv have SI units then): feet, pounds, degrees and
   what they make where the model is customary; of the SI else. */
model_shown model_usual_unit(const model *m, dimension dim);
/* The number in the unit in which it is shown: of those beside it, all of which give x in SI units, the one with the
   fewest digits. NaN stays NaN. */
double model_shown_value(model_shown shown, double x);
/* That unit; of a dimension in SI units as above. */
const char *model_shown_unit(const model *m, model_shown shown, dimension dim, arena *a);
/* "13 ft": six digits of a number in SI units, in the unit in which it is shown. */
const char *model_shown_text(const model *m, model_shown shown, double x, dimension dim, arena *a);

/* Frees what the model holds outside its arena. */
void model_dispose(model *m);

/* "ground.open" and so on; the name of a user's event. */
const char *model_event_name(const model *m, event_ref e, arena *a);

#endif
