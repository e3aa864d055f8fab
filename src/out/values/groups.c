/* The table of groups: coordinates, velocities, multipliers, outputs, states; and their values laid out as columns. */
#include "out/values/groups.h"

#include <math.h>

#include "out/values/quantity.h"

static size_t coord_count(const model *m) {
    return m->coord_count;
}

static const char *coord_name(const model *m, size_t i) {
    return m->coords[i].name;
}

static size_t row_count(const model *m) {
    return m->row_count;
}

static const char *row_name(const model *m, size_t i) {
    return m->rows[i].name;
}

static size_t output_count(const model *m) {
    return m->output_count;
}

static const char *output_name(const model *m, size_t i) {
    return m->outputs[i].name;
}

static dimension coord_dim(const model *m, size_t i) {
    return m->coords[i].dim;
}

static dimension rate_dim(const model *m, size_t i) {
    return dim_div(m->coords[i].dim, (dimension){.e = {[DIM_S] = DIM_ONE}});
}

static dimension row_dim(const model *m, size_t i) {
    return m->rows[i].dim;
}

static dimension output_dim(const model *m, size_t i) {
    return m->outputs[i].dim;
}

static model_shown output_shown(const model *m, size_t i) {
    return m->outputs[i].shown;
}

static bool row_hidden(const model *m, size_t i) {
    return model_is_hidden(&m->rows[i]);
}

static bool is_no_place(const model *m, size_t i) {
    return !model_is_place(&m->coords[i]);
}

static bool is_no_state(const model *m, size_t i) {
    return model_is_place(&m->coords[i]) || m->coords[i].hidden;
}

static size_t state_count(const model *m) {
    for (size_t i = 0; i < m->coord_count; i++)
        if (!is_no_state(m, i))
            return m->coord_count;
    return 0;
}

static const double *positions(const sim_point *p) {
    return p->q;
}

static const double *velocities(const sim_point *p) {
    return p->v;
}

static const double *multipliers(const sim_point *p) {
    return p->lambda;
}

static const double *outputs(const sim_point *p) {
    return p->outputs;
}

const out_group out_groups[OUT_GROUP_COUNT] = {
    {"q", "", "", coord_count, coord_name, coord_dim, NULL, is_no_place, positions, true},
    {"v", "", "'", coord_count, coord_name, rate_dim, NULL, is_no_place, velocities, true},
    {"lambda", "lambda(", ")", row_count, row_name, row_dim, NULL, row_hidden, multipliers, false},
    {"output", "", "", output_count, output_name, output_dim, output_shown, NULL, outputs, false},
    {"state", "", "", state_count, coord_name, rate_dim, NULL, is_no_state, velocities, true},
};

out_columns out_columns_make(const model *m, arena *a) {
    size_t most = 0;
    for (const out_group *g = out_groups; g < out_groups + OUT_GROUP_COUNT; g++)
        most += g->count(m);
    out_columns all = {.at = ARENA_ARRAY(a, out_column, most)};
    for (const out_group *g = out_groups; g < out_groups + OUT_GROUP_COUNT; g++)
        for (size_t i = 0; i < g->count(m); i++) {
            if (g->hidden && g->hidden(m, i))
                continue;
            const char *name = g->name(m, i), *header = base_arena_printf(a, "%s%s%s", g->before, name, g->after);
            all.at[all.count++] =
                (out_column){g, i, name, header, g->dim(m, i), g->shown ? g->shown(m, i) : (model_shown){0}, 0};
        }
    return all;
}

out_columns out_columns_for_people(const model *m, arena *a) {
    out_columns all = out_columns_make(m, a);
    all.energy = model_usual_unit(m, DIM_ENERGY);
    for (size_t i = 0; i < all.count; i++) {
        out_column *c = &all.at[i];
        const bool place = c->group == &out_groups[OUT_POSITIONS], rate = c->group == &out_groups[OUT_VELOCITIES];
        c->shown = place || rate ? out_quantity_seen_coord(m, c->index, rate) : out_quantity_seen(m, c->shown, c->dim);
    }
    return all;
}

double out_column_value(const out_column *c, const sim_point *p) {
    return c->group->values(p)[c->index];
}

double out_column_shown(const out_column *c, const sim_point *p) {
    const double x = out_column_value(c, p), seen = fabs(x) < c->least ? 0 : x;
    return c->shown.unit ? model_shown_value(c->shown, seen) : seen;
}

const char *out_column_unit(const model *m, const out_column *c, arena *a) {
    if (c->shown.unit)
        return c->shown.unit;
    if (c->group->values == positions && out_quantity_coord_is_angle(m, c->index))
        return "rad";
    if (c->group->values == velocities)
        return out_quantity_rate_unit(m, c->index, a);
    return out_quantity_shown_unit(m, c->shown, c->dim, a);
}
