/* Everyday names of units, and which numbers are angles. */
#include "out/values/quantity.h"

#include <math.h>
#include <string.h>

const char *out_quantity_number(double x, arena *a) {
    return isnan(x) ? "-" : base_arena_printf(a, "%.6g", x == 0 ? 0 : x);
}

const char *out_quantity_unit(const model *m, dimension dim, arena *a) {
    return model_unit_text(m, dim, a);
}

const char *out_quantity_shown_unit(const model *m, model_shown shown, dimension dim, arena *a) {
    return !shown.unit && out_quantity_is_angle(m, dim) ? "rad" : model_shown_unit(m, shown, dim, a);
}

const char *out_quantity_angle(double x, arena *a) {
    return isnan(x) ? "rad" : base_arena_printf(a, "rad = %.6g\u00b0", x * (180 / acos(-1)));
}

model_shown out_quantity_seen(const model *m, model_shown shown, dimension dim) {
    return shown.unit ? shown : model_usual_unit(m, dim);
}

/* Angles are numbers without dimension there. */
model_shown out_quantity_seen_coord(const model *m, size_t coord, bool rate) {
    dimension dim = m->coords[coord].dim;
    if (out_quantity_coord_is_angle(m, coord))
        dim.e[DIM_TURNS] = DIM_ONE;
    return model_usual_unit(m, rate ? dim_div(dim, DIM_TIME) : dim);
}

double out_quantity_seen_again(const model *m, model_shown shown, dimension dim, double x) {
    return shown.unit ? x : model_shown_value(model_usual_unit(m, dim), x);
}

static double size_of(model_shown shown) {
    return shown.unit ? shown.size : 1;
}

double out_quantity_slope(const model_report *r, const model_param *p, double slope) {
    return slope * size_of(p->shown) / size_of(r->shown);
}

const char *out_quantity_slope_unit(const model *m, const model_report *r, const model_param *p, arena *a) {
    if (!r->shown.unit && !p->shown.unit)
        return out_quantity_unit(m, dim_div(r->dim, p->dim), a);
    const char *above = model_shown_unit(m, r->shown, r->dim, a), *below = model_shown_unit(m, p->shown, p->dim, a);
    if (!*below)
        return above;
    bool single = !strpbrk(below, " */");
    return base_arena_printf(a, "%s/%s%s%s", *above ? above : "1", single ? "" : "(", below, single ? "" : ")");
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
    return m->has_units && model_is_place(&m->coords[coord]) && dim_is_one(m->coords[coord].dim) &&
           !is_of_quaternion(m, coord);
}

const char *out_quantity_rate_unit(const model *m, size_t coord, arena *a) {
    const dimension second = {.e = {[DIM_S] = DIM_ONE}};
    return out_quantity_coord_is_angle(m, coord) ? "rad/s"
                                                 : out_quantity_unit(m, dim_div(m->coords[coord].dim, second), a);
}

bool out_quantity_is_angle(const model *m, dimension dim) {
    return m->has_units && dim_is_angle(dim);
}
