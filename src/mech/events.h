/* Checks before the run of events that free bodies and drop coordinates. */
#ifndef LGR_MECH_EVENTS_H
#define LGR_MECH_EVENTS_H

#include "model/model.h"

/* Reads every variant that the model's events can lead to and checks that what carries no inertia any more is dropped,
   and that nothing in force still names what is dropped. To be called once the model is free of errors; false if
   findings were added. */
bool mech_check_events(model *m);

#endif
