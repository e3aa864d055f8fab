/* Units by their everyday names, and which numbers are angles. */
#include "out/quantity.h"

#include <math.h>

enum { DEEPEST = 12 }; /* levels of an expression that are looked at */

const char *out_quantity_number(double x, arena *a) {
    return isnan(x) ? "-" : arena_printf(a, "%.6g", x == 0 ? 0 : x);
}

const char *out_quantity_unit(const model *m, dimension dim, arena *a) {
    return model_unit_text(m, dim, a);
}

const char *out_quantity_angle(double x, arena *a) {
    return isnan(x) ? "rad" : arena_printf(a, "rad = %.6g\u00b0", x * (180 / acos(-1)));
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

static bool is_angle(const model *m, expr_id e, int depth);

static bool var_is_angle(const model *m, uint32_t var, int depth) {
    if (var >= m->var_count)
        return false;
    const model_var *v = &m->vars[var];
    if (v->kind == VAR_COORD)
        return out_quantity_coord_is_angle(m, (size_t)v->index);
    if (v->kind != VAR_REDUCER || m->reducers[v->index].kind == REDUCE_TIME ||
        m->reducers[v->index].kind == REDUCE_INTEGRAL)
        return false;
    return is_angle(m, m->base->reducers[v->index], depth + 1);
}

static bool is_angle(const model *m, expr_id e, int depth) {
    if (!e.i || depth == DEEPEST)
        return false;
    const expr_node n = *graph_node(m->g, e);
    switch (n.op) {
    case EXPR_ASIN:
    case EXPR_ACOS:
    case EXPR_ATAN:
    case EXPR_ATAN2:
        return true;
    case EXPR_VAR:
        return var_is_angle(m, n.var, depth);
    case EXPR_NEG:
    case EXPR_ABS:
        return is_angle(m, n.arg[0], depth + 1);
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MIN:
    case EXPR_MAX:
        return is_angle(m, n.arg[0], depth + 1) || is_angle(m, n.arg[1], depth + 1);
    case EXPR_MUL: /* by a number; the unit of the product was checked to be 1 */
        return expr_is_number(m->g, n.arg[0], NULL) && is_angle(m, n.arg[1], depth + 1);
    case EXPR_SELECT:
        return is_angle(m, n.arg[1], depth + 1) || is_angle(m, n.arg[2], depth + 1);
    default:
        return false;
    }
}

bool out_quantity_is_angle(const model *m, expr_id e) {
    return is_angle(m, e, 0);
}
