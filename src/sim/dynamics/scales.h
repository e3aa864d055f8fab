/* Scales of the motion: how far each component of the state has been from its initial value, and how large its rounding
   errors can be. Errors and thresholds are measured by these, never by an amount in some unit. */
#ifndef LGR_SIM_DYNAMICS_SCALES_H
#define LGR_SIM_DYNAMICS_SCALES_H

#include "sim/dynamics/dynamics.h"

/* For each active coordinate, after the multipliers among the inputs of a mode's programs: its greatest magnitude, that
   of its rate, that of the acceleration that forces could cause, and its response to unit forces (1/M_ii). */
enum { SCALE_PLACE, SCALE_RATE, SCALE_ACCELERATION, SCALE_MOBILITY, SCALE_KINDS };

/* The excursion of a coordinate that returns to its position, as a fraction of velocity times time, at constant
   acceleration. */
#define THERE_AND_BACK 0.25

/* The variables of all coordinates of the model, [coordinate][kind]: made at the first call. */
const uint32_t *dynamics_scales_vars(model *m);
/* Running error bounds of expressions of the model, in units of the roundoff: see expr_roundings. */
void dynamics_scales_roundings(sim *s, const expr_id *roots, size_t count, expr_id *out);
expr_id dynamics_scales_rounding(sim *s, expr_id e);

/* The program of a mode that measures inertia and forces, made at the first call, which also finds the parts of the
   machine: momenta, the sizes of forces by their terms, and what rounding can do to them. */
enum { SIZES_MOMENTA = 1, SIZES_TERMS, SIZES_ROUNDINGS, SIZES_GROUPS = SIZES_ROUNDINGS };
loaded_tape *dynamics_scales_program(sim *s, mode *m);
/* The state is rearranged for another mode: see dynamics_enter_mode. */
void dynamics_scales_enter(sim *s, const mode *old, mode *next);
/* Per active coordinate, the acceleration that the terms of forces could cause at the present state. */
void dynamics_scales_accelerations(sim *s, double *most);
/* At the start of the motion: finds how fast it changes. */
void dynamics_scales_begin(sim *s);
/* Updates inertia and forces at the present state. */
void dynamics_scales_renew(sim *s);
/* The same, unless they are known since the mode was entered. */
void dynamics_scales_prepare(sim *s);
/* After an event: updates them if other coordinates are active, and from time to time. */
void dynamics_scales_jump(sim *s);

/* time_scale.c */
/* How much of the run is left. */
double dynamics_time_left(const sim *s);
/* The time over which accelerations change from the present state on; at most the rest of the run. */
double dynamics_time_scale(sim *s);
/* Sets look_ahead to it, and notes the rates now and then: a motion from rest has no extent yet by which to measure
   errors. */
void dynamics_look_ahead(sim *s);
/* Notes what rounding of velocities makes of integrals, at the end of a step of size h, the state at time t. The state
   evaluated last is that one. */
void dynamics_note_integrals(sim *s, double t, double h, const double *end);
/* Notes rates of the state now or within look_ahead. */
void dynamics_scales_note_rates(sim *s, const double *rates);
/* Notes the extent of the motion at the present state. */
void dynamics_scales_note(sim *s);
/* Includes the state y, which may be reached, in the scales given to programs. */
void dynamics_scales_tell(sim *s, const double *y);
/* Brings what programs are told up to date, where the scales have changed. */
void dynamics_scales_refresh(sim *s);
/* Loads the scales into the inputs of the present mode's program; the mode must be at work for this run. */
void dynamics_scales_load(sim *s, mode *m);

/* Whether a correction of coordinates, or of velocities (from number `first` of the state on), is below a small
   fraction of their scales. */
bool dynamics_scales_is_little(const sim *s, const double *correction, size_t first, const double *y, double part);
/* The inverse of the error scale of each component of the state, over a step of size h from the present state to
   `end`. */
/* The greatest of the velocities that are no states. */
double dynamics_scales_greatest_rate(const mode *m, const double *v);
/* The size of active coordinate i beside which the model wants its errors judged; 0: none. Known from the start on. */
double dynamics_scales_nominal(const sim *s, size_t i);
void dynamics_scales_find_nominal(sim *s);
void dynamics_scales_weigh(sim *s, double h, const double *end, double *weight);
/* A trial over h has been rejected with this error: see tells_extent. Of what is at rest but for rounding the forces at
   the time of its end count too: they may have grown from nothing, and rounding with them. */
void dynamics_scales_note_trial(sim *s, double h, double error, const double *end);
/* The same at the time of the last evaluation, for methods of low order, while something is at rest: whether it is. */
bool dynamics_scales_note_forces_ahead(sim *s, const double *end);
/* What rounding may have made of number i of the state, an integral, within h, in units of the roundoff: that of what
   is held, as the heat of a brake that sticks, is no more exact than velocities are. 0 where that is little beside it.
 */
double dynamics_scales_integral_noise(const sim *s, size_t i, double h, const double *end);
/* The end of a trial over h, with velocities off by what rounding may have made of them, no two of them alike. */
void dynamics_scales_shake(sim *s, double h, const double *end, double *y);
/* How strongly forces drive a part for errors over a step of size h, at whose end it has that speed (squared, in the
   metric of M). */
double dynamics_scales_push(const sim *s, int part, double end, double h);
/* Beside what the error of the energy is judged: what has been exchanged between its forms; of a machine that is at
   rest but for rounding what its forces could do within a step, were they not held. */
double dynamics_scales_energy(const sim *s, double exchanged);
/* The error scale of one component for methods of low order, which know little of a motion that has only begun: over
   the time scale at their start, from the rates at the last evaluation. */
double dynamics_scales_error_ahead(const sim *s, size_t i, const double *end);

#endif
