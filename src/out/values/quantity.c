/* Everyday names of units, and which numbers are angles. */
#include "out/values/quantity.h"

#include <math.h>

const char *out_quantity_number(double x, arena *a) {
    return isnan(x) ? "-" : base_arena_printf(a, "%.6g", x == 0 ? 0 : x);
}

const char *out_quantity_unit(const model *m, dimension dim, arena *a) {
    return model_unit_text(m, dim, a);
}

const char *out_quantity_angle(double x, arena *a) {
    return isnan(x) ? "rad" : base_arena_printf(a, "rad = %.6g\u00b0", x * (180 / acos(-1)));
}

static bool is_of_quaternion(const model *m, size_t coord) {
    for (size_t i = 0; i < m->orientation_count; i++)
        for (int k = 0; k < 4; k++)
            if (m->orientations[i].coords[k] == (int)coord)
                return true;
    return false;
}

/* Without units nothing tells an angle from a length. */
bool out_quantity_coord_is_angle(const model *m, size_t coord) {
    return m->has_units && dim_is_one(m->coords[coord].dim) && !is_of_quaternion(m, coord);
}

const char *out_quantity_rate_unit(const model *m, size_t coord, arena *a) {
    const dimension second = {.e = {[DIM_S] = DIM_ONE}};
    return out_quantity_coord_is_angle(m, coord) ? "rad/s"
                                                 : out_quantity_unit(m, dim_div(m->coords[coord].dim, second), a);
}

bool out_quantity_is_angle(const model *m, dimension dim) {
    return m->has_units && dim_is_angle(dim);
}
