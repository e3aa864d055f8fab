/* Evaluation of expressions of the tree in the variant being read. */
#ifndef LGR_MODEL_EVAL_EVAL_H
#define LGR_MODEL_EVAL_EVAL_H

#include "model/builder.h"

value eval_expr(builder *b, const syn_expr *e, const scope *env);
value eval_scalar(builder *b, const syn_expr *e, const scope *env, const char *what);
/* A scalar of this dimension. */
value eval_quantity(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what);
/* A quantity that depends on parameters only; its expression. */
value eval_parameter(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what);
bool eval_number(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what, double *out);
/* A bound or an index; parameters in it decide how large the model is. */
bool eval_integer(builder *b, const syn_expr *e, const scope *env, int64_t *out);
value eval_literal(builder *b, const syn_expr *e, const scope *env);
/* A number of these units, in SI units. */
expr_id eval_in_unit(graph *g, expr_id number, const unit *u);

/* In shown.c. Of a parameter whose dimension is known: the unit of its declaration. */
void eval_read_param_unit(builder *b, const syn_stmt *s, model_param *p);
/* The unit after 'in' of an output or a report of this dimension, with a finding if it is none of it. */
model_shown eval_result_unit(builder *b, const syn_stmt *s, dimension dim);

/* The declaration that a name, an indexed name or a member of a part refers to, -1 with a finding if none; `kinds`, a
   bit set: which are meant there, of a quantity 0, so that they are offered first for an unknown name. */
int eval_resolve(builder *b, const syn_expr *e, const scope *env, unsigned kinds);
/* The same without a finding, except for a wrong index; `spaces` as a bit set. */
int eval_find(builder *b, const syn_expr *e, const scope *env, unsigned spaces);
/* upper.tip, where 'upper' is a part. */
bool eval_is_member(builder *b, const syn_expr *e, const scope *env);
/* A name that is looked for; `member`: through a part that holds it, which hides nothing. */
typedef struct sought {
    const char *name;
    bool indexed;
    int64_t index;
    span at;
    bool member;
} sought;
/* sight.c: the declaration in a part (NULL: of the model itself), or around the part of the scope; -1 if there is none.
   In the order of the spaces, a bit set; arguments are settled. */
int eval_find_in(builder *b, const sought *x, const scope *env, const instance *in, unsigned spaces);
int eval_find_outside(builder *b, const sought *x, const scope *env, unsigned spaces);
/* The declaration that a plain name refers to from where it stands, or -1. */
int eval_find_name(builder *b, name_space space, const char *name, const scope *env, span at);
/* A function of the model that a call means, or -1. */
int eval_find_callee(builder *b, const syn_expr *call, const scope *env);
/* Findings from now on come from the text of this scope; returns what diag_set_origin must be given afterwards. */
const diag_origin *eval_enter(builder *b, const scope *env);
/* That of stone.q, for a body of space that an event frees; NULL if the expression is nothing of the kind. */
const model_orientation *eval_freed_orientation(builder *b, const syn_expr *e, const scope *env);
/* The value in the variant being read, computed at the first use; notices circles and collects mentions. */
value eval_decl(builder *b, int d, span at);
/* Notes that what is being read refers to a body, or to all of a list (NULL: none), if anybody asks. */
static inline void eval_mention(builder *b, int body) {
    for (size_t i = 0; b->mentions && i < b->mentions->len; i++)
        if (b->mentions->at[i] == body)
            return;
    if (b->mentions)
        vec_push(b->a, b->mentions, body);
}
void eval_mention_all(builder *b, const body_list *from);
/* Whether it refers to a body that has been freed in the variant being read. */
bool eval_mentions_freed(const builder *b);
/* The value of a declaration where the quantity of a reaction is released; false if it is its own. */
bool eval_held(builder *b, int d, span at, value *out);

/* A built-in function; NULL if there is none of this name. */
const function_row *eval_find_function(const builder *b, const char *name);
/* Whether the name means a function of the model or a built-in one. */
bool eval_is_function(builder *b, const syn_expr *e, const scope *env);
/* Findings: a number of arguments that the function does not take (most < 0: any); a function that there is not. */
value eval_refuse_count(builder *b, const syn_expr *e, int least, int most);
value eval_refuse_function(builder *b, const syn_expr *e, const scope *env);

/* d/dt of every component: t' = 1, q' = v, v' = a. */
value eval_rate(builder *b, value v, span at);
uint32_t eval_new_var(builder *b, const char *name, var_kind kind, int index);

#define KIND_BIT(k) (1u << (k))
enum {
    KINDS_SOLVED = KIND_BIT(VAR_ACCELERATION) | KIND_BIT(VAR_LAMBDA) | KIND_BIT(VAR_ENERGY) | KIND_BIT(VAR_REACTION),
    KINDS_RATES = KIND_BIT(VAR_VELOCITY) | KIND_BIT(VAR_STATE), /* what is no position */
    KINDS_FRICTION = KIND_BIT(VAR_RESTS) | KIND_BIT(VAR_DRAGS), /* of the force of friction of a known limit */
    KINDS_MOTION = KINDS_SOLVED | KIND_BIT(VAR_TIME) | KIND_BIT(VAR_COORD) | KIND_BIT(VAR_VELOCITY) |
                   KIND_BIT(VAR_STATE) | KIND_BIT(VAR_CLOSED) | KIND_BIT(VAR_REDUCER)
};
bool eval_find_kinds(builder *b, value v, unsigned kinds, var_kind *found);
/* A finding and false if the value contains variables of these kinds; false as well if it is bad. */
bool eval_forbid(builder *b, value v, unsigned kinds, const char *where);

/* With the present values of parameters. The model read with it is valid for other values only if they give the same
   number, or satisfy the structural assumption that the reader records instead. */
double eval_number_of(builder *b, expr_id e);
/* The same where the value does not matter, or where the caller records the assumption itself. */
double eval_number_now(const builder *b, expr_id e);
/* Records the structural assumption that e, which is not negative now, stays so. */
void eval_assume(builder *b, expr_id e);
/* A scalar that is known before the motion, with the present values of parameters. */
bool eval_known_amount(builder *b, value v, double *out);
/* False with E0308 where the value is known and negative; `what` names it: "a stiffness". */
bool eval_need_not_negative(builder *b, value v, const char *what);

/* E0202 with the path from a declaration back to itself; `at` is the place that closes the circle. */
value eval_refuse_circle(builder *b, int d, span at);
/* A finding: parameters, bounds and indices are settled before anything that moves is known (`readings` is NULL then).
 */
value eval_not_known_yet(builder *b, int d, span at);
/* Begins what reading the model, or a variant of it, may take. */
void eval_begin_budget(builder *b);
/* Spends steps of it. False, with E0109 once, if too little is left. */
bool eval_afford(builder *b, uint64_t steps, span at);
/* The same before something is repeated for each number from low to high; E0109 at each place that asks for too much.
 */
bool eval_afford_all(builder *b, int64_t low, int64_t high, uint64_t steps_each, span at);
/* E0108 once: what uses too deep a definition would meet the limit again. */
value eval_refuse_depth(builder *b, span at);

/* Warns of plain numbers that are probably in degrees: in place of an angle, and, when all has been read, as initial
   values of angles. */
void eval_warn_degrees(builder *b, const syn_expr *e);
/* What stands beside a value, in a comparison, a sum or a start: eval_check_degrees warns of theta > 90. */
void eval_note_comparison(builder *b, const syn_expr *e, const scope *env, value beside);
void eval_check_degrees(builder *b);

#endif
