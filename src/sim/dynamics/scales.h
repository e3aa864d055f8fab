/* Scales of the motion: how far each component of the state has been from its initial value, and how large its rounding
   errors can be. Errors and thresholds are measured by these, never by an amount in some unit. */
#ifndef LGR_SIM_DYNAMICS_SCALES_H
#define LGR_SIM_DYNAMICS_SCALES_H

#include "sim/dynamics/dynamics.h"

/* Of each coordinate in force, behind the multipliers among the inputs of a mode's programs: how far it has been, the
   greatest size of its rate, that of its acceleration as far as forces could drive it, and what unit forces do to it
   (1/M_ii). */
enum { SCALE_PLACE, SCALE_RATE, SCALE_ACCELERATION, SCALE_MOBILITY, SCALE_KINDS };

/* What comes back with a velocity to where it was has been away by this part of its way, at constant acceleration. */
#define THERE_AND_BACK 0.25

/* The variables of all coordinates of the model, [coordinate][kind]: made at the first call. */
const uint32_t *scales_vars(model *m);
/* Running error bounds of expressions of the model, in units of the roundoff: see expr_roundings. */
void scales_roundings(sim *s, const expr_id *roots, size_t count, expr_id *out);
expr_id scales_rounding(sim *s, expr_id e);

/* The state is rearranged for another mode: see mode_enter. */
void scales_enter(sim *s, const mode *old, mode *next);
/* At the start of the motion: how fast it changes. */
void scales_begin(sim *s);
/* Inertia and forces at the present state. */
void scales_renew(sim *s);
/* The same, unless they are known since the mode was entered. */
void scales_prepare(sim *s);
/* After an event: the same anew where other coordinates are in force, and now and then. */
void scales_jump(sim *s);
/* time_scale.c: in which the accelerations change from the present state on; at most what is left of the run. */
double motion_time_scale(sim *s);
/* Sets look_ahead to it, and notes the rates now and then: a motion from rest has no size yet by which errors count. */
void motion_look_ahead(sim *s);
/* Rates of the state that are met now or within look_ahead. */
void scales_note_rates(sim *s, const double *rates);
/* The present state has been reached. */
void scales_note(sim *s);
/* What programs are told from now on takes the state y into account, which may be reached. */
void scales_tell(sim *s, const double *y);
/* Into the inputs of what the present mode evaluates. */
void scales_load(sim *s, mode *m);

/* Whether a correction of coordinates, or of velocities (from number `first` of the state on), is below so small a part
   of their sizes. */
bool scales_is_little(const sim *s, const double *correction, size_t first, const double *y, double part);
/* One over what the error in each number of the state is measured by, over a step of size h from the present state to
   `end`. */
void scales_weigh(sim *s, double h, const double *end, double *weight);
/* A trial has been rejected with this error: see tells_extent. */
void scales_note_trial(sim *s, double error, const double *end);
/* What the error in one number is measured by in methods of low order, which know little of a motion that only begins:
   over the time scale at their start, from the rates at the last evaluation. */
double scales_error_ahead(const sim *s, size_t i, const double *end);

#endif
