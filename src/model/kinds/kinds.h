/* The meaning of statements: a row for each kind, most in a file of its own, and what these files share. */
#ifndef LGR_MODEL_KINDS_KINDS_H
#define LGR_MODEL_KINDS_KINDS_H

#include "model/eval/eval.h"
#include "syntax/words.h"

/* kinds_spring, kinds_let and so on, one for each statement of the language; functions are definitions with arguments.
 */
#define ROW(kind, keyword, ...) extern const kind_row kinds_##keyword;
SYNTAX_STATEMENTS(ROW)
#undef ROW
extern const kind_row kinds_function;
/* argument.c: of a part; once settled it is a parameter, a definition or another name of a declaration. */
extern const kind_row kinds_argument;
const kind_row *kinds_of(const syn_stmt *s);

/* Of a definition, a constraint or a contact: reads its value. */
void kinds_define(builder *b, const statement *s);
/* For constraints, contacts and force elements: what 'drop' and 'hold' switch. */
void kinds_declare_switch(builder *b, const statement *s);

/* The variable that tells whether what a switch releases is there; made at the first call. */
uint32_t kinds_held_var(builder *b, int switch_index);
/* Of friction of a known limit; of that with a static limit, in its force. */
uint32_t kinds_sticks_var(builder *b, int switch_index);
uint32_t kinds_rests_var(builder *b, int switch_index);
uint32_t kinds_drags_var(builder *b, int switch_index, expr_id slip);
/* An expression while all friction of known limits slides. */
expr_id kinds_while_sliding(builder *b, expr_id e);

/* param.c: the value given from outside, read as an expression of its own; a bare number means the parameter's own
   unit. False with the reason in model.bad_override. */
bool kinds_apply_override(builder *b, model_param *p, const model_override *o, double *out);
/* Why an input whose values come from a file has no other one. */
const char *kinds_refuse_beside_file(const model_param *p, arena *a);

/* For parameters and inputs. */
void kinds_name_param(builder *b, const statement *s);
void kinds_read_param(builder *b, const statement *s);
value kinds_param_quantity(builder *b, int d, span at);

/* coord.c, orientation.c: also for bodies that events free */
int kinds_add_coord(builder *b, model_coord c);
/* Reads the start of a coordinate, a state or a memory at the first call, and with it the dimension. */
void kinds_read_start(builder *b, int d, span at);
int kinds_add_orientation(builder *b, const char *name, span at, int body, const expr_id *start, bool fixed);
value kinds_orientation_frame(builder *b, const model_orientation *o, span at);
void kinds_read_norms(builder *b);

/* body.c */
const body_reading *kinds_read_body(builder *b, int body);
value kinds_point_velocity(builder *b, int body, value p, span at);
/* The body that a name refers to, -1 with a finding if none. */
int kinds_resolve_body(builder *b, const syn_expr *e, const scope *env);

/* clauses.c, rod.c, rigid.c, inertia.c: parts of bodies */
value kinds_place(builder *b, const syn_stmt *s, const scope *env, syn_word word, const char *what);
expr_id kinds_body_parameter(builder *b, const syn_stmt *s, const scope *env, syn_word word, dimension dim,
                             const char *what);
void kinds_read_rod(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r);
/* The angle of the line between two places, and its rate. */
void kinds_turn_with_ends(builder *b, value from, value to, body_reading *r);
/* torque.c: of the body that is named; bad, with a finding that says why not, where it is a particle. */
value kinds_angular_velocity(builder *b, const syn_expr *e, const scope *env, const char *no_particle);
/* The frame of a body of space, and its angular velocity. */
void kinds_read_frame(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r);
/* shape.c: bodies whose mass and inertia follow from a shape. */
bool kinds_has_shape(const syn_stmt *s);
/* Shorter, and where the squares of every quaternion add up to 1: what moves only in name then does not. */
expr_id kinds_kept_in_body(builder *b, expr_id e);
/* The mass, given or of the density; none, with a finding, where the shape is not said rightly. */
expr_id kinds_shape_mass(builder *b, const syn_stmt *s, const scope *env);
/* Warns of a length that is not the distance between the ends. */
void kinds_judge_ends(builder *b, const statement *s);
/* The default drawing of the shape at the place of the body; false where its size is not known as such. */
bool kinds_sketch_shape(builder *b, const statement *s, const body_reading *r, const char *name);
void kinds_read_shape(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r);
expr_id kinds_rod_energy(builder *b, const statement *s, const body_reading *r);
expr_id kinds_dot(builder *b, value x, value y);
void kinds_read_rigid(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r);
expr_id kinds_turning_energy(builder *b, const body_reading *r);
/* Three principal values or a matrix by rows; leaves `inertia` none where they are no body's. */
void kinds_read_inertia(builder *b, const syn_expr *e, const scope *env, body_reading *r);

/* let.c: a scalar over parameters alone that is worth its name: neither one of them nor a mere number. */
bool kinds_is_constant(const graph *g, value v);

/* element.c: terms of energies and forces */
/* Variables that no element may depend on: what is known only after solving, and what belongs to results. */
enum { KINDS_UNSOLVED = KINDS_SOLVED | KIND_BIT(VAR_REDUCER) | KIND_BIT(VAR_CLOSED) };
system_element kinds_element(const builder *b, const statement *s, element_kind kind);
void kinds_add_element(builder *b, system_element e);
/* A term of T, V, L or D; it may have switches (max, if), as the equations are read piece by piece. */
void kinds_add_energy(builder *b, const statement *s, element_kind kind, expr_id energy);
void kinds_add_force(builder *b, const statement *s, value force, value velocity);
/* The coefficient of the clause; false, with a finding if it is wrong, where there is none. */
bool kinds_read_damping(builder *b, const statement *s, dimension dim, expr_id *out);
/* Viscous: dissipates half the coefficient times the square of the rate. */
void kinds_add_damping(builder *b, const statement *s, expr_id rate, dimension dim);
/* A spring that acts where `strain` is positive, with the damping of its clause: see language.md. */
void kinds_add_one_sided(builder *b, const statement *s, expr_id k, expr_id strain, expr_id rate);
expr_id kinds_half(builder *b, expr_id x);
expr_id kinds_square(builder *b, expr_id x);
/* What a clause gives, `what` in messages: a scalar of this dimension, a point. Bad with a finding; bad without one
   where the clause is missing, which the parser has said already. */
value kinds_clause_value(builder *b, const statement *s, syn_word word, dimension dim, const char *what);
value kinds_clause_point(builder *b, const statement *s, syn_word word);

/* rows.c: "upper.x" and so on of a component from 0, the name itself for -1 */
const char *kinds_component_name(builder *b, const char *name, int component);

/* rows.c: of constraints and contacts */
void kinds_add_row(builder *b, const decl *d, bool contact, int component);
/* Both sides and their difference, which is not negative where a contact is open. */
value kinds_read_sides(builder *b, int d, value *left, value *right);
/* The rows in the variant being read; the value is left minus right side. */
value kinds_read_rows(builder *b, int d);
/* contact.c: EXPR_NONE where none is given. */
expr_id kinds_read_restitution(builder *b, const syn_stmt *s, const scope *env);
dimension kinds_multiplier_dim(dimension f, bool velocity);

/* friction.c */
/* Whether it acts by rows of its own: all but friction of a known limit along one length where nothing rubs by its force. */
bool kinds_friction_has_rows(builder *b, const syn_stmt *s);

/* rubbing.c: friction that a contact or a constraint limits by its force, or a known limit in several directions */
/* The row that stands for what presses where the limit is known; before the friction rows. */
void kinds_add_known_row(builder *b, const statement *s);
/* The rows that hold while it sticks; what it is friction of is known later. */
void kinds_add_friction_rows(builder *b, const statement *s, const char *name);
/* Coefficients and slips of the clauses: `word` gives the coefficient, `of` is the row that rubs, `first` its friction
   row. */
void kinds_read_friction_rows(builder *b, const statement *s, syn_word word, int of, int first);
/* The force of friction of a row that rubs, in the sense in which what it acts along grows. */
value kinds_friction_force(builder *b, int of, span at);

/* event.c, actions.c */
bool kinds_resolve_event(builder *b, const syn_expr *e, const scope *env, event_ref *out);
void kinds_read_action(builder *b, const syn_action *t, const scope *env, model_action *a);
void kinds_check_actions(builder *b, const statement *s);
void kinds_check_event_order(builder *b);

/* starts.c: coordinates as declared, also where they are guesses. */
expr_id kinds_at_start(builder *b, expr_id e);
/* NaN where it is not known before the start has been found. */
double kinds_number_at_start(builder *b, expr_id e);
/* The same by fixed starts alone, and with numbers that the text gives. */
double kinds_number_from_start(builder *b, expr_id e);

/* rope.c: the drawings of a rope, as drawn by hand. */
void kinds_draw_rope(builder *b, int d, span at);

/* output.c: of outputs and reports */
value kinds_result_value(builder *b, int d, span at);
span kinds_result_place(const statement *s);

/* drawing.c */
void kinds_begin_drawing(builder *b, drawing_shape shape, const char *name, span at, bool automatic);
/* Numbers of the drawing begun last, from a place of model_drawing.slot on. */
void kinds_put_drawn(builder *b, int place, value v);

/* sketch.c: default drawings */
void kinds_sketch_line(builder *b, drawing_shape shape, const char *name, span at, value from, value to);
/* From 'from' to 'to'. */
void kinds_sketch_ends(builder *b, const statement *s, drawing_shape shape);
/* Drawings of this shape between these points go when the switch does. */
void kinds_tie_drawings(builder *b, drawing_shape shape, int switch_index, value from, value to);
/* P.y >= height, or y where that is what the coordinate of a point is called; norm(A - B) = l. */
bool kinds_is_height(const builder *b, const syn_expr *e);
bool kinds_is_distance(const syn_expr *e);
/* The row of a constraint or a contact whose force can be drawn, or -1. */
int kinds_sketch_row(const builder *b, const statement *s);
/* The force of a height or of a distance; false if it is neither. */
bool kinds_sketch_known_force(builder *b, const statement *s, int row);

#endif
