/* The results of a run: rows, reports, extrema, frames. */
#ifndef LGR_SIM_RECORD_RECORD_H
#define LGR_SIM_RECORD_RECORD_H

#include "sim/dynamics/dynamics.h"

/* record.c */
/* The events from `place` on have led to the present mode. */
void record_choices(sim *s, size_t place);
/* Kinetic and potential energy at the last evaluation, and their sum. */
motion_energy record_energies(sim *s);
double record_energy_now(sim *s);
/* An event begins: it and those that it causes are listed, or too many have been. */
void record_events_begin(sim *s);
/* Lists an event and returns its place; SIZE_MAX, with a doubt once, if there are too many. */
size_t record_event(sim *s, const sim_event *e);
/* The present state, in the memory of events. */
sim_point record_event_point(sim *s);
/* `before`: another state, made by record_event_point; NULL if the state is the same. */
void record_contact(sim *s, event_part part, int row, const sim_point *before, double *impulse);
sim_point record_point(sim *s);
/* The same in memory of a point that is no longer needed. */
void record_point_again(sim *s, sim_point *p);
void record_row(sim *s);
extern const sim_observer record_observer;
/* Whether the rows that are asked for would be too many, before the run begins; a finding says so. */
bool record_rows_refuse(sim *s);
void record_energy(sim *s);
void record_final(sim *s);
bool record_points_differ(const sim *s, const sim_point *x, const sim_point *y);

/* reducers.c */
/* An event comes, whose actions have not been carried out. */
void record_reducers_at_event(sim *s, event_ref ref);
/* The last values; the results of the state are computed. */
void record_reducers_finish(sim *s);
extern const sim_observer record_reducers_observer;

/* frames.c: what pictures are made of, thinned out as they get many; nothing unless the options ask for it */
extern const sim_observer record_frames_observer;

/* between.c: states within the present step of size h, from the present state to next_y */
void record_between_prepare(sim *s, double h);
/* Evaluates at time t, theta of the step, on the constraints; false if that is not possible. */
bool record_between_go(sim *s, double t, double h, double theta);
/* Restores the step in the integration method. */
void record_between_leave(sim *s, double h);

/* extrema.c */
bool record_extrema_wanted(const sim *s);
bool record_extremum_is_due(const sim *s, size_t reducer); /* its window is open */
extern const sim_observer record_extrema_observer;
/* The same, where it has been seen before. */
void record_extrema_begin(sim *s);

#endif
