/* How the best design stands to its parameters: elasticities, and bounds it lies on. */
#include "out/values/optimum.h"

#include <math.h>

#include "out/values/quantity.h"

static const double on_bound = 1e-6; /* of the room between the bounds */

double out_optimum_shown(const out_optimum *o, size_t param, double x) {
    return model_shown_value(o->m->params[o->params[param]].shown, x);
}

double out_optimum_shown_report(const out_optimum *o, size_t report, double x) {
    return model_shown_value(o->m->reports[report].shown, x);
}

double out_optimum_shown_slope(const out_optimum *o, size_t param) {
    return out_quantity_slope(&o->m->reports[o->report], &o->m->params[o->params[param]], o->slopes[param]);
}

bool out_optimum_is_present(const out_optimum *o) {
    size_t same = 0;
    while (same < o->param_count && o->x[same] == o->present[same])
        same++;
    return same == o->param_count;
}

double out_optimum_elasticity(const out_optimum *o, size_t param) {
    double y = o->reports[o->report];
    return y != 0 ? o->slopes[param] * o->x[param] / y : NAN;
}

const char *out_optimum_bound(const out_optimum *o, size_t param) {
    double room = on_bound * (o->high[param] - o->low[param]);
    return o->x[param] <= o->low[param] + room ? "low" : o->x[param] >= o->high[param] - room ? "high" : NULL;
}
