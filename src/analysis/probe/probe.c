/* A program of one segment whose inputs are parameters, time, coordinates, velocities and multipliers. */
#include "analysis/probe/probe.h"

#include <math.h>
#include <string.h>

#include "analysis/probe/pieces.h"
#include "expr/walk.h"
#include "tape/tape.h"

struct analysis_probe {
    const model *m;
    const tape *program;
    size_t cost;
    double *slots, *values;
    piece_list pieces; /* inputs behind the multipliers */
};

analysis_state analysis_state_make(const model *m, arena *a) {
    return (analysis_state){.q = ARENA_ARRAY(a, double, m->coord_count), .v = ARENA_ARRAY(a, double, m->coord_count)};
}

analysis_dice analysis_dice_make(void) {
    return (analysis_dice){.state = 0x9e3779b97f4a7c15u};
}

double analysis_random(analysis_dice *d) {
    d->state ^= d->state << 13;
    d->state ^= d->state >> 7;
    d->state ^= d->state << 17;
    return (double)(d->state >> 11) * 0x1p-52 - 1.0;
}

double analysis_magnitude(const analysis_state *from, int coord, double x) {
    return fmax(from->scales->q[coord].far, fabs(x));
}

double analysis_length(analysis_extent x, double part) {
    return x.near * pow(x.far / x.near, part);
}

/* Everything true and nothing true in turn with mixtures, which are the more: one term may hide another where only
   some of the branches are as they are. */
static uint64_t pieces_of_state(unsigned state) {
    enum { CYCLE = 6 };
    const unsigned place = state % CYCLE;
    return place == 0 ? PIECES_TRUE : place == 1 ? PIECES_FALSE : PIECES_MIXED;
}

void analysis_state_near(const model *m, const analysis_state *from, double spread, analysis_dice *d,
                         analysis_state *to) {
    const analysis_scales *s = from->scales;
    double part = fabs(analysis_random(d));
    to->pieces = (d->state & ~(uint64_t)3) | pieces_of_state(d->states++);
    to->t = from->t + spread * analysis_length(s->t, part) * analysis_random(d);
    for (size_t i = 0; i < m->declared_coords; i++) {
        to->q[i] = from->q[i] + spread * analysis_length(s->q[i], part) * analysis_random(d);
        to->v[i] = from->v[i] + spread * analysis_length(s->v[i], part) * analysis_random(d);
    }
}

static tape *lower(const model *m, const expr_id *roots, size_t count, const piece_list *pieces, arena *a) {
    size_t n = m->coord_count, used = m->param_count;
    uint32_t *vars = ARENA_ARRAY(a, uint32_t, used + 1 + 2 * n + m->row_count + pieces->count);
    for (size_t i = 0; i < used; i++)
        vars[i] = m->params[i].var;
    vars[used++] = m->t;
    for (size_t i = 0; i < n; i++) {
        vars[used + i] = m->coords[i].q;
        vars[used + n + i] = m->coords[i].v;
    }
    for (size_t k = 0; k < m->row_count; k++)
        vars[used + 2 * n + k] = m->rows[k].lambda;
    used += 2 * n + m->row_count;
    for (size_t k = 0; k < pieces->count; k++)
        vars[used++] = pieces->at[k].var;
    tape_group group = {.roots = roots, .count = count};
    return tape_build(a, m->g, vars, used, m->param_count, &group, 1);
}

enum { COST_OF_POWER = 20 };

static size_t cost_of(const tape *t) {
    size_t cost = t->code_count;
    for (size_t k = 0; k < t->code_count; k++)
        cost += t->code[k].op == TAPE_POW ? COST_OF_POWER : 0;
    return cost;
}

static analysis_probe *make(const model *m, const expr_id *roots, size_t count, piece_list pieces, arena *a) {
    analysis_probe *p = ARENA_NEW(a, analysis_probe);
    p->m = m;
    p->pieces = pieces;
    p->program = lower(m, roots, count, &pieces, a);
    p->cost = cost_of(p->program);
    p->slots = ARENA_ARRAY(a, double, p->program->slot_count);
    p->values = ARENA_ARRAY(a, double, count);
    tape_scalar.init(p->program, p->slots);
    model_load_values(m, p->slots);
    tape_scalar.run(p->program, 0, p->slots);
    return p;
}

analysis_probe *analysis_probe_make(const model *m, const expr_id *roots, size_t count, arena *a) {
    return make(m, roots, count, (piece_list){0}, a);
}

analysis_probe *analysis_probe_make_by_pieces(const model *m, const expr_id *roots, size_t count, bool sizes,
                                              arena *a) {
    expr_id *all = ARENA_ARRAY(a, expr_id, 2 * count + 1);
    memcpy(all, roots, count * sizeof *roots);
    piece_list pieces = analysis_pieces_replace(m, all, count, a);
    if (sizes)
        expr_sizes(m->g, all, count, all + count);
    return make(m, all, sizes ? 2 * count : count, pieces, a);
}

void analysis_probe_set(analysis_probe *p, const double *params) {
    memcpy(p->slots, params, p->m->param_count * sizeof *params);
    tape_scalar.run(p->program, 0, p->slots);
}

const double *analysis_probe_at(analysis_probe *p, const analysis_state *s) {
    size_t n = p->m->coord_count;
    double *inputs = p->slots + p->m->param_count;
    inputs[0] = s->t;
    memcpy(inputs + 1, s->q, n * sizeof *inputs);
    memcpy(inputs + 1 + n, s->v, n * sizeof *inputs);
    inputs += 1 + 2 * n + p->m->row_count;
    for (size_t k = 0; k < p->pieces.count; k++)
        inputs[k] = analysis_piece_value(&p->pieces.at[k], s->pieces);
    tape_scalar.run(p->program, 1, p->slots);
    const tape_segment *out = &p->program->segments[1];
    for (size_t i = 0; i < out->out_count; i++)
        p->values[i] = p->slots[out->out_slots[i]];
    return p->values;
}

void analysis_probe_multipliers(analysis_probe *p, const double *lambda) {
    double *inputs = p->slots + p->m->param_count + 1 + 2 * p->m->coord_count;
    memcpy(inputs, lambda, p->m->row_count * sizeof *inputs);
}

size_t analysis_probe_cost(const analysis_probe *p) {
    return p->cost;
}

bool analysis_finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}
