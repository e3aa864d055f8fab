/* Scales of the motion, from its extent so far, its inertia and its forces. */
#include "sim/dynamics/scales.h"
#include "expr/walk.h"
#include "num/scalar.h"
#include "num/vector.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/rules.h"

#include <math.h>
#include <string.h>

/* --- Parts --- */

/* What moves one another: sizes of one machine say nothing about another beside it. */
typedef struct grouping {
    sim *s;
    const mode *m;
    bool *used; /* per variable */
    int *of;    /* per active coordinate: another of its part, itself for one of each */
} grouping;

static int leader(const grouping *p, int i) {
    while (p->of[i] != i)
        i = p->of[i];
    return i;
}

/* All coordinates that these expressions name, and `with` (-1: none), are of one part. */
static void join(grouping *p, const expr_id *roots, size_t count, int with) {
    memset(p->used, 0, expr_var_count(p->s->m->g) * sizeof *p->used);
    for (size_t k = 0; k < count; k++)
        if (roots[k].i)
            expr_mark_vars(p->s->m->g, &roots[k], 1, p->used);
    for (int i = 0; i < p->m->n; i++) {
        const model_coord *c = &p->s->m->coords[p->m->eq.coords[i]];
        if (!model_is_place(c) || (!p->used[c->q] && !p->used[c->v]))
            continue;
        if (with < 0)
            with = i;
        p->of[leader(p, i)] = leader(p, with);
    }
}

/* All that moves is one part. */
static void take_one_part(mode *m) {
    m->parts = 1;
    for (int i = 0; m->state && i < m->n; i++)
        m->part[i] = m->state[i] ? m->parts++ : 0;
}

/* A walk for each coordinate and row: where they are many they are taken for one machine. A state is a part by itself,
   as no energy relates it to others. */
static void find_parts(sim *s, mode *m) {
    enum { MOST = 40 };
    m->part = ARENA_ARRAY(s->a, int, m->n + 1);
    if (m->n > MOST || s->m->row_count > MOST) {
        take_one_part(m);
        return;
    }
    grouping p = {s, m, ARENA_ARRAY(s->a, bool, expr_var_count(s->m->g) + 1), ARENA_ARRAY(s->a, int, m->n + 1)};
    for (int i = 0; i < m->n; i++)
        p.of[i] = i;
    for (int i = 0; i < m->n; i++)
        if (!m->state || !m->state[i])
            join(&p, (const expr_id[]){m->eq.p[i], m->eq.h[i]}, 2, i);
    for (size_t r = 0; r < s->m->row_count; r++) { /* a contact and its friction, which its force limits, together */
        const system_row *row = &m->choice.system->rows[r];
        expr_id slip[2] = {EXPR_NONE, EXPR_NONE};
        for (int t = 0; t < s->m->rows[r].tangents; t++)
            slip[t] = m->choice.system->rows[s->m->rows[r].partner + t].f;
        join(&p, (const expr_id[]){row->f, row->mu, row->hold, slip[0], slip[1]}, 5, -1);
    }
    m->parts = 0;
    for (int i = 0; i < m->n; i++)
        if (leader(&p, i) == i)
            m->part[i] = m->parts++;
    for (int i = 0; i < m->n; i++)
        m->part[i] = m->part[leader(&p, i)];
    LGR_ASSERT(m->parts <= m->n);
}

/* --- Inertia and forces --- */

/* An expression to be looked at, or a sum whose two parts have been. */
typedef struct term_task {
    expr_id e;
    bool parts_known;
} term_task;

typedef struct term_sizes {
    sim *s;
    arena *scratch;
    expr_id *of; /* per node: of sums that have been looked at; they share their parts */
    VEC(term_task) todo;
    VEC(expr_id) sums;
} term_sizes;

static void join_parts(term_sizes *x, expr_id sum) {
    x->sums.len--;
    expr_id *first = &x->sums.at[x->sums.len - 1];
    x->of[sum.i] = *first = expr_add(x->s->m->g, first[0], first[1]);
}

/* The sum of the sizes of what is added up: sums may be as deep as they have terms. */
static expr_id terms_of(term_sizes *x, expr_id e) {
    graph *g = x->s->m->g;
    x->sums.len = 0;
    vec_push(x->scratch, &x->todo, (term_task){e, false});
    while (x->todo.len > 0) {
        const term_task now = x->todo.at[--x->todo.len];
        const expr_node n = *expr_node_at(g, now.e);
        if (now.parts_known)
            join_parts(x, now.e);
        else if (x->of[now.e.i].i)
            vec_push(x->scratch, &x->sums, x->of[now.e.i]);
        else if (n.op == EXPR_ADD || n.op == EXPR_SUB) {
            vec_push(x->scratch, &x->todo, (term_task){now.e, true});
            vec_push(x->scratch, &x->todo, (term_task){n.arg[1], false});
            vec_push(x->scratch, &x->todo, (term_task){n.arg[0], false});
        } else if (n.op == EXPR_NEG)
            vec_push(x->scratch, &x->todo, (term_task){n.arg[0], false});
        else
            vec_push(x->scratch, &x->sums, expr_unary(g, EXPR_ABS, now.e));
    }
    LGR_ASSERT(x->sums.len == 1);
    return x->sums.at[0];
}

static void find_terms(sim *s, const expr_id *sums, size_t count, expr_id *out) {
    term_sizes x = {.s = s, .scratch = base_arena_create()};
    x.of = ARENA_ARRAY(x.scratch, expr_id, expr_graph_size(s->m->g));
    for (size_t i = 0; i < count; i++)
        out[i] = terms_of(&x, sums[i]);
    base_arena_destroy(x.scratch);
}

/* The momenta alone, where they are asked for once for each of many coordinates: what does not depend on the velocities
   is computed once, as what depends on parameters alone is elsewhere. */
static const tape *build_momenta(sim *s, const mode *m, const tape_group *momenta) {
    enum { MANY = 64 };
    return m->n < MANY ? NULL
                       : tape_build(s->a, s->m->g, m->input_vars, m->input_count, m->v_slot, momenta, SIZES_MOMENTA);
}

static bool are_same(const expr_id *a, const expr_id *b, int count) {
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

/* Another mode that differs in its rows only: what its program reads is at the same places of the inputs. */
static const mode *with_same_forces(const sim *s, const mode *m) {
    for (size_t k = 0; k < s->kit->modes.len; k++) {
        const mode *other = s->kit->modes.at[k];
        if (other->sizes && !other->loaded && !m->loaded && other->n == m->n && other->a_slot == m->a_slot &&
            memcmp(other->input_vars, m->input_vars, m->a_slot * sizeof *m->input_vars) == 0 &&
            are_same(other->eq.p, m->eq.p, m->n) && are_same(other->eq.h, m->eq.h, m->n))
            return other;
    }
    return NULL;
}

/* At the present state alone: sizes that came from sizes would feed on themselves. */
loaded_tape *dynamics_scales_program(sim *s, mode *m) {
    if (m->sizes)
        return m->sizes;
    const mode *other = with_same_forces(s, m);
    arena *run = dynamics_kit_enter(s);
    find_parts(s, m);
    if (other) {
        m->sizes = other->sizes;
        m->sizes_scale_slot = other->sizes_scale_slot;
        m->momenta = other->momenta;
        dynamics_kit_leave(s, run);
        return m->sizes;
    }
    const size_t n = (size_t)m->n;
    expr_id *momenta = ARENA_ARRAY(s->a, expr_id, 3 * n + 1), *terms = momenta + n, *roundings = terms + n;
    for (size_t i = 0; i < n; i++) {
        momenta[i] = m->eq.p[i].i ? m->eq.p[i] : expr_int(s->m->g, 0);
        roundings[i] = m->eq.h[i].i ? m->eq.h[i] : expr_int(s->m->g, 0);
    }
    find_terms(s, roundings, n, terms);
    dynamics_scales_roundings(s, roundings, n, roundings);
    const tape_group groups[SIZES_GROUPS] = {
        {.roots = momenta, .count = n}, {.roots = terms, .count = n}, {.roots = roundings, .count = n}};
    m->sizes = dynamics_load_program(
        s, tape_build(s->a, s->m->g, m->input_vars, m->input_count, m->piece_slot, groups, SIZES_GROUPS));
    m->sizes_scale_slot = m->scale_slot;
    m->momenta = build_momenta(s, m, groups);
    dynamics_kit_leave(s, run);
    return m->sizes;
}

static double root_at(const loaded_tape *p, int segment, int i) {
    return p->slots[p->t->segments[segment].out_slots[i]];
}

static double inertia_or_none(double mass) {
    return mass > 0 && isfinite(mass) ? mass : 0;
}

/* Room for `count` numbers of every lane, none across two lines of the cache. */
static double *room_in_lanes(arena *a, size_t count, size_t lanes) {
    enum { ALIGNMENT = 64 };
    char *at = base_arena_alloc(a, (count + 1) * lanes * sizeof(double) + ALIGNMENT);
    return (double *)(void *)(at + (ALIGNMENT - (uintptr_t)at % ALIGNMENT) % ALIGNMENT);
}

/* Eight coordinates at a time, each in its lane; p has been run at rest. */
static void find_inertia_in_lanes(sim *s, const mode *m, const loaded_tape *p) {
    const tape_backend *b = tape_fastest(8);
    const size_t lanes = (size_t)b->lanes, n = (size_t)m->n;
    arena *scratch = base_arena_create();
    double *slots = room_in_lanes(scratch, m->momenta->slot_count, lanes);
    tape_program *code = tape_load(scratch, m->momenta, b);
    tape_lanes8.init(m->momenta, slots);
    for (size_t k = 0; k < m->momenta->input_count * lanes; k++)
        slots[k] = p->slots[k / lanes];
    tape_run(code, 0, slots);
    for (size_t first = 0; first < n; first += lanes) {
        const size_t count = n - first < lanes ? n - first : lanes;
        for (size_t l = 0; l < count; l++)
            slots[(m->v_slot + first + l) * lanes + l] = 1;
        tape_run(code, SIZES_MOMENTA, slots);
        for (size_t l = 0; l < count; l++) {
            const size_t i = first + l, out = m->momenta->segments[SIZES_MOMENTA].out_slots[i];
            s->inertia[i] = inertia_or_none(s->inertia[i] + slots[out * lanes + l]);
            slots[(m->v_slot + i) * lanes + l] = 0;
        }
    }
    tape_unload(code);
    base_arena_destroy(scratch);
}

/* M_ii: how much a unit of its velocity alone adds to its momentum. */
static void find_inertia(sim *s, const mode *m, loaded_tape *p) {
    double *v = p->slots + m->v_slot;
    memset(v, 0, (size_t)m->n * sizeof *v);
    dynamics_run_program(s, p);
    for (int i = 0; i < m->n; i++)
        s->inertia[i] = -root_at(p, SIZES_MOMENTA, i);
    if (m->momenta) {
        find_inertia_in_lanes(s, m, p);
        return;
    }
    for (int i = 0; i < m->n; i++) {
        v[i] = 1;
        tape_run(p->code, SIZES_MOMENTA, p->slots);
        s->inertia[i] = inertia_or_none(s->inertia[i] + root_at(p, SIZES_MOMENTA, i));
        v[i] = 0;
    }
}

/* The sum of M_ii x_i^2 over each part. */
static void sums_in_metric(const sim *s, const double *x, double *sum) {
    const mode *m = s->mode;
    memset(sum, 0, (size_t)m->parts * sizeof *sum);
    for (int i = 0; i < m->n; i++)
        sum[m->part[i]] += s->inertia[i] * (x[i] * x[i]);
}

/* How strongly such forces drive each part, as an acceleration in the metric of M. */
static void drive_parts(sim *s, const mode *m, const loaded_tape *p, int forces, double *push) {
    double *drive = s->work_y;
    for (int i = 0; i < m->n; i++) {
        double force = root_at(p, forces, i);
        drive[i] = isfinite(force) ? s->root_mobility[i] * s->root_mobility[i] * force : 0;
    }
    sums_in_metric(s, drive, push);
    for (int k = 0; k < m->parts; k++)
        push[k] = sqrt(push[k]);
}

/* By their terms, and what a rounding does to them. Thresholds call 1e-11 of a size little (touch_rounding), so sizes
   have to be large enough for true roundings to stay below that. Where forces are nothing but rounding, as that of a
   spring whose ends meet, it passes in no time, and what was known before counts. */
static void find_push(sim *s, const mode *m, loaded_tape *p, const double *v, const double *states, double *push,
                      double *rounding) {
    static const double noticed = DBL_EPSILON / 1e-11, mostly = 1e-3 / DBL_EPSILON;
    for (int i = 0; i < m->n; i++)
        p->slots[m->v_slot + (size_t)i] = m->state && m->state[i] ? states[i] : v[i];
    for (int k = SIZES_MOMENTA; k <= SIZES_ROUNDINGS; k++)
        tape_run(p->code, (size_t)k, p->slots);
    drive_parts(s, m, p, SIZES_TERMS, push);
    drive_parts(s, m, p, SIZES_ROUNDINGS, rounding);
    for (int k = 0; k < m->parts; k++) {
        if (s->scaled && rounding[k] > mostly * push[k])
            rounding[k] = s->rounding_push[k];
        push[k] += noticed * rounding[k];
    }
}

/* A state that reads what is held knows its velocity no better than rounding leaves it: beside what forces could make
   of it. That it is zero at present, and the state with it, makes nothing of it more exact. */
static void note_what_states_read(sim *s, const mode *m, loaded_tape *p, double *rounding) {
    double *rate = p->slots + m->sizes_scale_slot + (size_t)SCALE_RATE * (size_t)m->n;
    if (!m->state)
        return;
    for (int i = 0; i < m->n; i++) {
        const int k = m->part[i];
        const double push = greater_of(s->push[k], s->held_push[k]);
        rate[i] = m->state[i] ? 0 : s->root_mobility[i] * greater_of(sqrt(s->speed[k]), s->time_scale * push);
    }
    tape_run(p->code, SIZES_ROUNDINGS, p->slots);
    for (int i = 0; i < m->n; i++) {
        const double size = root_at(p, SIZES_ROUNDINGS, i);
        if (m->state[i] && isfinite(size))
            rounding[m->part[i]] = greater_of(size, rounding[m->part[i]]);
        rate[i] = 0;
    }
}

/* What the program of sizes is told, but for velocities. */
static void place_at(const mode *m, loaded_tape *p, double t, const double *q) {
    const size_t n = (size_t)m->n;
    p->slots[m->t_slot] = t;
    memcpy(p->slots + m->q_slot, q, n * sizeof *q);
    dynamics_pieces_copy(m, p->slots);
    if (m->loaded)
        memcpy(p->slots + m->load_slot, m->slots + m->load_slot, n * sizeof *p->slots);
}

void dynamics_scales_note_rates(sim *s, const double *rates) {
    const size_t n = (size_t)s->mode->n;
    sums_in_metric(s, rates + n, s->part_sums);
    for (int k = 0; k < s->mode->parts; k++)
        if (isfinite(s->part_sums[k]))
            s->push[k] = greater_of(sqrt(s->part_sums[k]), s->push[k]);
    for (size_t i = 2 * n; i < dynamics_state_size(s, s->mode); i++)
        s->extent[i] = isfinite(rates[i]) ? greater_of(fabs(s->look_ahead * rates[i]), s->extent[i]) : s->extent[i];
}

static double *scale_of(const sim *s, int kind) {
    return s->scale_inputs + (size_t)kind * (size_t)s->mode->n;
}

/* How far number i will have been when the state is y. */
static double extent_at(const sim *s, size_t i, const double *y) {
    return greater_of(fabs(y[i] - s->reference[i]), s->extent[i]);
}

/* What the programs of the mode are told, with the state y on the way. */
static void tell(sim *s, const double *y) {
    double *place = scale_of(s, SCALE_PLACE), *rate = scale_of(s, SCALE_RATE);
    const size_t n = (size_t)s->mode->n;
    const int *part = s->mode->part;
    for (size_t i = 0; i < n; i++)
        place[i] = extent_at(s, i, y);
    sums_in_metric(s, place, s->part_sums);
    for (size_t i = 0; i < n; i++) {
        const double fastest = greater_of(sqrt(s->speed[part[i]]), s->time_scale * s->push[part[i]]);
        place[i] = greater_of(place[i], s->root_mobility[i] * sqrt(s->part_sums[part[i]]));
        rate[i] = greater_of(extent_at(s, n + i, y), s->root_mobility[i] * fastest);
    }
    s->scale_version++;
}

void dynamics_scales_tell(sim *s, const double *y) {
    dynamics_scales_prepare(s);
    tell(s, y);
    s->scales_changed = false;
}

void dynamics_scales_renew(sim *s) {
    mode *m = s->mode;
    loaded_tape *p = dynamics_scales_program(s, m);
    place_at(m, p, s->t, s->y);
    find_inertia(s, m, p);
    for (int i = 0; i < m->n; i++)
        s->root_mobility[i] = s->inertia[i] > 0 ? 1 / sqrt(s->inertia[i]) : 0;
    memset(s->held_push, 0, (size_t)m->parts * sizeof *s->held_push);
    memset(s->integral_noise, 0, s->quadratures * sizeof *s->integral_noise);
    find_push(s, m, p, s->y + m->n, s->y + m->n, s->push, s->part_sums);
    memcpy(s->rounding_push, s->part_sums, (size_t)m->parts * sizeof *s->rounding_push);
    note_what_states_read(s, m, p, s->rounding_push);
    for (int i = 0; i < m->n; i++) {
        scale_of(s, SCALE_ACCELERATION)[i] = s->root_mobility[i] * s->push[m->part[i]];
        scale_of(s, SCALE_MOBILITY)[i] = s->root_mobility[i] * s->root_mobility[i];
    }
    s->scaled = true;
    dynamics_scales_note(s);
}

void dynamics_scales_accelerations(sim *s, double *most) {
    const mode *m = s->mode;
    dynamics_scales_renew(s);
    for (int i = 0; i < m->n; i++)
        most[i] = s->root_mobility[i] * s->push[m->part[i]];
    s->scaled = false;
}

void dynamics_scales_prepare(sim *s) {
    if (!s->scaled)
        dynamics_scales_renew(s);
}

/* --- Extent --- */

/* Each number keeps its sizes with its coordinate; what becomes active begins anew. */
static void rearrange(const sim *s, const mode *old, const mode *next, double blank, double *x) {
    size_t coords = s->m->coord_count;
    double *q = s->work_y, *v = q + coords, *rest = v + coords;
    for (size_t i = 0; i < 2 * coords; i++)
        q[i] = blank;
    for (int i = 0; i < old->n; i++) {
        q[old->eq.coords[i]] = x[i];
        v[old->eq.coords[i]] = x[old->n + i];
    }
    memcpy(rest, x + 2 * old->n, s->quadratures * sizeof *rest);
    for (int i = 0; i < next->n; i++) {
        x[i] = q[next->eq.coords[i]];
        x[next->n + i] = v[next->eq.coords[i]];
    }
    memcpy(x + 2 * next->n, rest, s->quadratures * sizeof *rest);
}

/* Each coordinate takes the speed of its part along; those that have come together share the greatest. */
static void rearrange_speeds(const sim *s, const mode *old, const mode *next) {
    double *speed = s->work_y, *now = s->speed;
    memset(speed, 0, s->m->coord_count * sizeof *speed);
    for (int i = 0; i < old->n; i++)
        speed[old->eq.coords[i]] = s->speed[old->part[i]];
    memset(now, 0, (size_t)next->parts * sizeof *now);
    for (int i = 0; i < next->n; i++)
        now[next->part[i]] = greater_of(speed[next->eq.coords[i]], now[next->part[i]]);
}

static bool has_same_parts(const mode *old, const mode *next) {
    return !memcmp(old->part, next->part, (size_t)old->n * sizeof *old->part);
}

void dynamics_scales_enter(sim *s, const mode *old, mode *next) {
    dynamics_scales_program(s, next); /* which finds the parts */
    LGR_ASSERT(next->part && (!old || old->part));
    s->unreferenced = true;
    if (!old) {
        s->scaled = false;
        memset(s->speed, 0, (size_t)next->parts * sizeof *s->speed);
        for (size_t i = 0; i < dynamics_state_size(s, next); i++) {
            s->reference[i] = i < 2 * (size_t)next->n ? NAN : 0;
            s->extent[i] = 0;
        }
        return;
    }
    bool same = old->n == next->n && !memcmp(old->eq.coords, next->eq.coords, (size_t)old->n * sizeof *old->eq.coords);
    s->scale_version++;
    if (same && has_same_parts(old, next))
        return;
    rearrange_speeds(s, old, next);
    s->scaled = false;
    if (same)
        return;
    rearrange(s, old, next, NAN, s->reference);
    rearrange(s, old, next, 0, s->extent);
    memset(s->scale_inputs, 0, SCALE_KINDS * (size_t)next->n * sizeof *s->scale_inputs);
}

/* What has no reference yet begins here. */
static void refer(sim *s, size_t size) {
    s->unreferenced = false;
    for (size_t i = 0; i < size; i++) {
        if (isnan(s->reference[i]))
            s->reference[i] = s->y[i];
        s->unreferenced = s->unreferenced || isnan(s->reference[i]);
    }
}

void dynamics_scales_note(sim *s) {
    const size_t n = (size_t)s->mode->n;
    const double time = s->t - s->noted_at;
    s->noted_at = s->t;
    const size_t size = dynamics_state_size(s, s->mode);
    if (s->unreferenced)
        refer(s, size);
    for (size_t i = 0; i < size; i++)
        s->extent[i] = greater_of(fabs(s->y[i] - s->reference[i]), s->extent[i]);
    for (size_t i = 0; i < n; i++)
        s->extent[i] = greater_of(THERE_AND_BACK * time * fabs(s->y[n + i]), s->extent[i]);
    sums_in_metric(s, s->y + n, s->part_sums);
    for (int k = 0; k < s->mode->parts; k++)
        s->speed[k] = greater_of(s->part_sums[k], s->speed[k]);
    s->scales_changed = true;
}

void dynamics_scales_refresh(sim *s) {
    if (!s->scales_changed || !s->scaled)
        return;
    tell(s, s->y);
    s->scales_changed = false;
}

void dynamics_scales_load(sim *s, mode *m) {
    dynamics_scales_refresh(s);
    if (m->scale_version == s->scale_version)
        return;
    memcpy(m->slots + m->scale_slot, s->scale_inputs, SCALE_KINDS * (size_t)m->n * sizeof *s->scale_inputs);
    m->scale_version = s->scale_version;
}

/* --- Errors --- */

double dynamics_scales_greatest_rate(const mode *m, const double *v) {
    if (!m->state)
        return num_largest(v, m->n);
    double greatest = 0;
    for (int i = 0; i < m->n; i++)
        greatest = m->state[i] ? greatest : greater_of(fabs(v[i]), greatest);
    return greatest;
}

/* The integrals of states are in nobody's way. */
static void forget_integrals(const mode *m, double *weight) {
    for (int i = 0; m->state && i < m->n; i++)
        weight[i] = m->state[i] ? 0 : weight[i];
}

/* Parameters are those of this run; few models have any. */
double dynamics_scales_nominal(const sim *s, size_t i) {
    return s->nominal ? s->nominal[s->mode->eq.coords[i]] : 0;
}

void dynamics_scales_find_nominal(sim *s) {
    const model *m = s->m;
    for (size_t i = 0; i < m->declared_coords; i++) {
        if (!m->coords[i].nominal.i)
            continue;
        if (!s->nominal)
            s->nominal = ARENA_ARRAY(s->a, double, m->coord_count + 1);
        s->nominal[i] = expr_eval(m->g, m->coords[i].nominal, model_values(m));
    }
}

/* Whether part k, at most that fast so far and at the end of a step of size h, has not moved but for rounding, beside
   what such forces could do within it. */
static bool is_at_rest(const sim *s, int k, double end, double h, double push) {
    static const double little = 1e-9;
    return sqrt(greater_of(end, s->speed[k])) < little * h * push;
}

double dynamics_scales_push(const sim *s, int k, double end, double h) {
    return is_at_rest(s, k, end, h, s->held_push[k]) ? greater_of(s->held_push[k], s->push[k]) : s->push[k];
}

/* How fast the forces of one side alone would make coordinate i within that time, where the motion slides between two:
   the difference of both is not more exact than they are. */
static double torn(const sim *s, size_t i, double time) {
    return dynamics_is_sliding(s) ? time * s->mode->pieces->torn[i] : 0;
}

/* Of coordinate i and its rate over a step of size h to `end`; with all the energy its part has that speed. */
static inline __attribute__((always_inline)) void weigh_coordinate(const sim *s, size_t i, double h, const double *end,
                                                                   double fast, double greatest, double nominal,
                                                                   double *weight) {
    const size_t n = (size_t)s->mode->n;
    const double apart = torn(s, i, h);
    const double mobility = s->root_mobility[i], shaken = h * s->rounding_push[s->mode->part[i]];
    const measured q = {
        .before = s->y[i], .after = end[i], .extent = s->extent[i], .travel = h * s->y[n + i], .nominal = nominal};
    const measured u = {
        .before = s->y[n + i], .after = end[n + i], .extent = s->extent[n + i], .most = nominal == 0 ? 0 : nominal / h};
    measured of_place = measure_rate(q, mobility, fast, shaken, greatest, h),
             of_rate = measure_rate(u, mobility, fast, shaken, greatest, 1);
    of_place.noise = rate_or_rest(of_place.noise, h * apart);
    of_rate.noise = rate_or_rest(of_rate.noise, apart);
    weight[i] = 1 / error_scale(s->tolerance, of_place);
    weight[n + i] = 1 / error_scale(s->tolerance, of_rate);
}

double dynamics_scales_energy(const sim *s, double exchanged) {
    static const double at_rest = 1e-18;
    double possible = 0;
    for (int k = 0; k < s->mode->parts; k++)
        possible += s->step_size * s->push[k] * (s->step_size * s->push[k]);
    for (size_t i = 0; i < (size_t)s->mode->n; i++)
        possible += s->inertia[i] * torn(s, i, s->step_size) * torn(s, i, s->step_size);
    return exchanged < at_rest * possible ? possible : exchanged;
}

/* How fast each part may become over a step, and the greatest of all rates. */
static double find_speeds(const sim *s, double h, const double *v, double *speed) {
    double possible = 0;
    sums_in_metric(s, v, speed);
    for (int k = 0; k < s->mode->parts; k++)
        speed[k] = sqrt(greater_of(speed[k], s->speed[k])) + h * dynamics_scales_push(s, k, speed[k], h);
    for (int i = 0; i < s->mode->n; i++)
        possible = greater_of(s->root_mobility[i] * speed[s->mode->part[i]], possible);
    return rate_or_rest(dynamics_scales_greatest_rate(s->mode, v), possible);
}

static const double unit_of_noise = 16 * DBL_EPSILON; /* of error_scale */

double dynamics_scales_integral_noise(const sim *s, size_t i, double h, const double *end) {
    const double noise = h * s->integral_noise[i - 2 * (size_t)s->mode->n];
    const double size = greater_of(fabs(end[i] - s->y[i]), s->extent[i]);
    return noise > s->tolerance * size ? noise / unit_of_noise : 0; /* else it tells nothing */
}

void dynamics_scales_weigh(sim *s, double h, const double *end, double *weight) {
    const size_t n = (size_t)s->mode->n;
    const int *part = s->mode->part;
    double *speed = s->part_sums;
    const double greatest = find_speeds(s, h, end + n, speed);
    for (size_t i = 0; !s->nominal && i < n; i++)
        weigh_coordinate(s, i, h, end, speed[part[i]], greatest, 0, weight);
    for (size_t i = 0; s->nominal && i < n; i++)
        weigh_coordinate(s, i, h, end, speed[part[i]], greatest, dynamics_scales_nominal(s, i), weight);
    forget_integrals(s->mode, weight);
    for (size_t i = 2 * n; i < dynamics_state_size(s, s->mode); i++)
        weight[i] = 1 / error_scale(s->tolerance, (measured){.before = s->y[i],
                                                             .after = end[i],
                                                             .extent = s->extent[i],
                                                             .noise = dynamics_scales_integral_noise(s, i, h, end)});
}

/* Notes the forces at that time on what stays where it is, at rest beside what they could do within h. */
static void note_forces(sim *s, double t, double h, const double *end) {
    mode *m = s->mode;
    loaded_tape *p = dynamics_scales_program(s, m);
    double *push = s->work_y + m->n, *speed = s->work_y;
    place_at(m, p, t, s->y);
    dynamics_run_program(s, p);
    find_push(s, m, p, s->y + m->n, end + m->n, push, s->part_sums); /* forces grow with states too */
    sums_in_metric(s, end + m->n, speed);
    for (int k = 0; k < m->parts; k++)
        if (is_at_rest(s, k, speed[k], h, push[k]))
            s->held_push[k] = greater_of(push[k], s->held_push[k]);
    note_what_states_read(s, m, p, s->rounding_push);
}

void dynamics_scales_shake(sim *s, double h, const double *end, double *y) {
    const size_t n = (size_t)s->mode->n;
    const double greatest = find_speeds(s, h, end + n, s->part_sums);
    memcpy(y, end, dynamics_state_size(s, s->mode) * sizeof *y);
    for (size_t i = 0; i < n; i++) {
        const int k = s->mode->part[i];
        const double turn = (double)(i + 1) * 0.6180339887498949, size = 0.5 + (turn - floor(turn));
        const measured u = measure_rate((measured){.before = end[n + i]}, s->root_mobility[i], s->part_sums[k],
                                        h * s->rounding_push[k], greatest, 1);
        const double digits = fabs(u.before) + rate_or_rest(u.noise, torn(s, i, h));
        y[n + i] += (i % 2 ? -size : size) * unit_of_noise * digits;
    }
}

bool dynamics_scales_note_forces_ahead(sim *s, const double *end) {
    bool any = false;
    for (int k = 0; k < s->mode->parts; k++)
        any |= s->speed[k] == 0 || is_at_rest(s, k, 0, s->look_ahead, dynamics_scales_push(s, k, 0, s->look_ahead));
    if (any)
        note_forces(s, s->mode->slots[s->mode->t_slot], s->look_ahead, end);
    return any;
}

void dynamics_scales_note_trial(sim *s, double h, double error, const double *end) {
    if (s->mode->n > 0)
        note_forces(s, s->t + h, h, end);
    if (!tells_extent(s->tolerance, error))
        return;
    for (size_t i = 0; i < dynamics_state_size(s, s->mode); i++)
        s->extent[i] = greater_of(fabs(end[i] - s->y[i]), s->extent[i]);
}

bool dynamics_scales_is_little(const sim *s, const double *correction, size_t first, const double *y, double part) {
    for (size_t i = 0; i < (size_t)s->mode->n; i++)
        if (!(fabs(correction[i]) <= part * greater_of(fabs(y[first + i]), s->extent[first + i])))
            return false;
    return true;
}
