/* Checks before the run of events that free bodies and drop coordinates. */
#ifndef LGR_MECH_EVENTS_H
#define LGR_MECH_EVENTS_H

#include "model/model.h"

/* Reads every variant that the model's events can lead to and checks that coordinates without inertia are dropped, and
   that nothing active depends on dropped ones. To be called once the model is free of errors; false if findings were
   added. */
bool mech_check_events(model *m);

#endif
