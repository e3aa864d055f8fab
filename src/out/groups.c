/* The table of groups: coordinates, velocities, multipliers, outputs. */
#include "out/groups.h"

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
    {"q", "", "", coord_count, coord_name, positions, true},
    {"v", "", "'", coord_count, coord_name, velocities, true},
    {"lambda", "lambda(", ")", row_count, row_name, multipliers, false},
    {"output", "", "", output_count, output_name, outputs, false},
};
