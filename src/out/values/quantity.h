/* Numbers with their units, as people write them: N rather than kg m/s^2, angles also in degrees. */
#ifndef LGR_OUT_VALUES_QUANTITY_H
#define LGR_OUT_VALUES_QUANTITY_H

#include "model/model.h"

/* Six digits; "-" for what has no value. */
const char *out_quantity_number(double x, arena *a);
/* The unit of a dimension; "" in a model without units and for plain numbers. */
const char *out_quantity_unit(const model *m, dimension dim, arena *a);
/* The same of a number that is shown in a unit; "rad" for angles. */
const char *out_quantity_shown_unit(const model *m, model_shown shown, dimension dim, arena *a);
/* "rad" followed by the value in degrees. */
const char *out_quantity_angle(double x, arena *a);
/* The unit in which people see a number, whether it asks for one or not; a coordinate or its rate. */
model_shown out_quantity_seen(const model *m, model_shown shown, dimension dim);
model_shown out_quantity_seen_coord(const model *m, size_t coord, bool rate);
/* A number in SI units, or in the unit that it asks for, as people see it. */
double out_quantity_seen_again(const model *m, model_shown shown, dimension dim, double x);
/* The derivative of a report with respect to a parameter, in the units in which both are shown, and its unit. */
double out_quantity_slope(const model_report *r, const model_param *p, double slope);
const char *out_quantity_slope_unit(const model *m, const model_report *r, const model_param *p, arena *a);
/* The unit of a coordinate's rate. */
const char *out_quantity_rate_unit(const model *m, size_t coord, arena *a);
/* Whether a number of a model with units is an angle. */
bool out_quantity_is_angle(const model *m, dimension dim);
bool out_quantity_coord_is_angle(const model *m, size_t coord);

#endif
