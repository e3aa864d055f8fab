/* Values of expressions while a model is read: scalars, vectors and frames with their dimensions, checked at every
   operation. */
#ifndef LGR_MODEL_VALUE_VALUE_H
#define LGR_MODEL_VALUE_VALUE_H

#include "base/vec.h"
#include "model/model.h"
#include "syntax/tree.h"

enum { VALUE_FRAME = 12 };

typedef struct value {
    int size; /* 1 scalar, 2 or 3 vector, VALUE_FRAME, 0 something wrong that already has its finding */
    expr_id
        c[12]; /* components; of a frame: its matrix by rows (columns are its axes), then its rates in its own axes */
    dimension dim;
    bool any_dim;   /* a literal zero fits every dimension */
    bool condition; /* true or false */
    span at;
} value;

/* A coordinate that begins at a plain 0, or its velocity. */
typedef struct value_plain {
    uint32_t var;
    const char *name; /* of the coordinate */
} value_plain;

/* What value operations need: the graph to build in and where to report. */
typedef struct value_context {
    graph *g;
    diag *findings;
    bool units;       /* dimensions are checked */
    span units_at;    /* the first unit that says so */
    const char *bare; /* what to say of a parameter or function with neither value nor unit, which may lack it; NULL */
    VEC(value_plain) plain; /* which may lack a unit too */
} value_context;

value value_bad(span at);
value value_scalar(expr_id e, dimension dim, span at);
value value_number(const value_context *c, int64_t num, int64_t den, span at);
bool value_is_bad(value v);
/* Help for whoever mixes two and three components. */
extern const char value_one_world[];

/* + - * / ^ with both sides' dimensions and sizes; findings on mismatch. */
value value_binary(const value_context *c, syn_op op, value a, value b, span at);
value value_compare(const value_context *c, syn_op op, value a, value b, span at);
value value_logic(const value_context *c, syn_op op, value a, value b, span at);
value value_negate(const value_context *c, value a, span at);
value value_select(const value_context *c, value condition, value yes, value no, span at);
value value_dot(const value_context *c, value a, value b, span at);
value value_cross(const value_context *c, value a, value b, span at); /* a scalar in the plane */
value value_norm(const value_context *c, value a, span at);
/* Frames: A*B (successive rotations) and B*v (from the frame to space). */
value value_frame_product(const value_context *c, value a, value b, span at);
value value_frame_axis(value frame, int k);
value value_frame_rates(const value_context *c, value frame); /* angular velocity in space */

value value_scale(const value_context *c, value v, expr_id factor, dimension dim);

/* Requirements: a finding and false where they do not hold. `what` names the value in the message: "a mass". */
bool value_need_scalar(const value_context *c, value v, const char *what);
bool value_need_vector(const value_context *c, value v, int size, const char *what);
bool value_need_frame(const value_context *c, value v, const char *what);
bool value_need_condition(const value_context *c, value v, const char *what);
bool value_need_dim(const value_context *c, value v, dimension dim, const char *what);
/* Both sides of the same kind: size and dimension; `relation` for the message: "+", "=". */
bool value_need_match(const value_context *c, value a, value b, const char *relation, span at);
/* Neither is a frame nor a condition. */
bool value_need_numbers(const value_context *c, value a, value b);
/* The dimension that two values which match have in common. */
dimension value_joint_dim(value a, value b);

/* For messages: "a scalar"; what the user wrote, cut where it is long; "[m/s]". */
const char *value_shape_text(value v);
const char *value_quote(const value_context *c, span at);
const char *value_dim_text(const value_context *c, dimension d);

#endif
