/* Shooting: the motion over a period from a state, with its derivatives by that state. */
#include "linear/orbit.h"

#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "num/vector.h"

static const double tolerance = 1e-11, same_acceleration = 1e-9;

static sim_options run_options(const model *m) {
    sim_options o = sim_options_default();
    o.until = INFINITY;
    o.tolerance = tolerance;
    o.keep_trajectory = false;
    o.method = "dop853";
    o.max_steps = LINEAR_ORBIT_STEPS;
    o.sensitive_states = 2 * m->coord_count;
    return o;
}

static bool is_state(const orbit *o, int i) {
    return !model_is_place(&o->p->m->coords[point_equations(o->at.p)->coords[i]]);
}

static const char *why_not(const model *m) {
    for (size_t i = 0; i < m->coord_count; i++)
        if (m->coords[i].role == COORD_MEMORY && !m->coords[i].hidden)
            return "what a memory keeps is not varied, so that periodic motions with memories are not searched for";
    return m->coord_count > 200 ? "periodic motions of more than 200 coordinates are not searched for" : NULL;
}

/* Events that end the run, often after what is of interest, end no period. */
static void let_pass(model *m, arena *a) {
    model_event *events = ARENA_ARRAY(a, model_event, m->event_count + 1);
    for (size_t i = 0; i < m->event_count; i++) {
        events[i] = m->events[i];
        events[i].stops = false;
    }
    m->events = events;
}

const char *linear_orbit_begin(orbit *o, linear_problem *p, arena *a) {
    *o = (orbit){.p = p, .a = a};
    const char *why = why_not(p->m);
    if (why)
        return why;
    o->m = model_copy(p->of_start, a);
    o->m->findings = diag_create_like(a, p->m->findings);
    let_pass(o->m, a);
    const sim_options options = run_options(o->m);
    o->run = run_steps_begin(o->m, &options, a);
    if (run_steps_result(o->run)->start_failed)
        return "there is no consistent start";
    o->start = run_steps_save(o->run, a);
    return o->start ? NULL : "the run cannot be begun again";
}

static void leave_section(orbit *o) {
    if (o->at.p && o->at.p != o->p->p)
        point_dispose(o->at.p);
    o->at.p = NULL;
}

void linear_orbit_end(orbit *o) {
    leave_section(o);
    if (o->run)
        run_steps_end_run(o->run);
    if (o->m)
        model_dispose(o->m);
}

void linear_orbit_look(orbit *o, double *q, double *v, double *a, double *energy) {
    run_steps_view view = {.q = q, .v = v, .a = a};
    run_steps_look(o->run, &view);
    if (energy)
        *energy = view.energy;
}

/* From the arrays of the model, where the value of a state of first order is its q, into those of the section. */
static void gather(const orbit *o, const double *q, const double *v, double *to_q, double *to_v) {
    const int *coords = point_equations(o->at.p)->coords;
    for (int i = 0; i < o->n; i++) {
        to_q[i] = is_state(o, i) ? 0 : q[coords[i]];
        to_v[i] = is_state(o, i) ? q[coords[i]] : v[coords[i]];
    }
}

static void find_units(orbit *o) {
    const int *coords = point_equations(o->at.p)->coords;
    o->unit_q = ARENA_ARRAY(o->a, double, o->n + 1);
    o->unit_v = ARENA_ARRAY(o->a, double, o->n + 1);
    for (int i = 0; i < o->n; i++) {
        o->unit_q[i] = o->p->scales->q[coords[i]].near;
        o->unit_v[i] = o->p->scales->v[coords[i]].near;
    }
}

typedef VEC(expr_id) expr_list;

/* What events wait for: how far contacts are away, and both sides of comparisons in conditions. */
static void list_waits(const orbit *o, expr_list *list) {
    const model *m = o->p->m;
    const uint32_t *below;
    for (size_t r = 0; r < m->row_count; r++)
        if (m->rows[r].contact)
            vec_push(o->a, list, o->at.choice->system->rows[r].f);
    expr_list conditions = {0};
    for (size_t i = 0; i < m->event_count; i++)
        if (o->at.choice->system->conditions[i].i)
            vec_push(o->a, &conditions, o->at.choice->system->conditions[i]);
    const size_t count = expr_nodes_below(m->g, conditions.at, conditions.len, &below);
    for (size_t k = 0; k < count; k++) {
        const expr_node *n = expr_node_at(m->g, (expr_id){below[k]});
        for (int side = 0; side < 2 && (n->op == EXPR_LT || n->op == EXPR_LE); side++)
            vec_push(o->a, list, n->arg[side]);
    }
}

/* Whether nothing that events wait for is another number a whole turn further. */
static bool waits_turn(orbit *o, int i) {
    model *m = o->p->m;
    const mech_equations *e = point_equations(o->at.p);
    double *values = ARENA_ARRAY(o->a, double, expr_var_count(m->g) + 1);
    expr_list waits = {0};
    model_put_values(m, values);
    values[m->t] = o->t;
    for (int k = 0; k < e->n; k++) {
        values[m->coords[e->coords[k]].q] = is_state(o, k) ? o->v[k] : o->q[k];
        values[m->coords[e->coords[k]].v] = is_state(o, k) ? 0 : o->v[k];
    }
    list_waits(o, &waits);
    double *q = &values[m->coords[e->coords[i]].q], here = *q;
    bool same = true;
    for (size_t k = 0; k < waits.len && same; k++) {
        const double before = expr_eval(m->g, waits.at[k], values);
        *q = here + 2 * acos(-1.0);
        same = !(fabs(expr_eval(m->g, waits.at[k], values) - before) >
                 same_acceleration * fmax(fabs(before), o->unit_q[i]));
        *q = here;
    }
    return same;
}

/* Whether the accelerations are the same a whole turn further. */
static bool turns(orbit *o, int i) {
    const model_coord *c = &o->p->m->coords[point_equations(o->at.p)->coords[i]];
    if (!model_is_place(c) || !(dim_is_angle(c->dim) || dim_is_one(c->dim)))
        return false;
    double *q = ARENA_ARRAY(o->a, double, o->n + 1), *a = ARENA_ARRAY(o->a, double, 2 * o->n + 1), *b = a + o->n;
    memcpy(q, o->q, (size_t)o->n * sizeof *q);
    bool same = point_solve(o->at.p, o->t, q, o->v, a, NULL);
    q[i] += 2 * acos(-1.0);
    same = same && point_solve(o->at.p, o->t, q, o->v, b, NULL);
    for (int k = 0; k < o->n && same; k++)
        same = fabs(a[k] - b[k]) <= same_acceleration * fmax(fabs(a[k]), o->unit_v[k] * o->unit_v[k] / o->unit_q[k]);
    return same;
}

static void find_freedoms(orbit *o) {
    const mech_equations *e = point_equations(o->at.p);
    const bool *used = linear_orbit_depends(o->p->m, o->at.choice, e, o->a);
    o->free = ARENA_ARRAY(o->a, bool, o->n + 1);
    o->turns = ARENA_ARRAY(o->a, bool, o->n + 1);
    for (int i = 0; i < o->n; i++) {
        o->free[i] = !is_state(o, i) && !used[o->p->m->coords[e->coords[i]].q];
        o->turns[i] = !o->free[i] && turns(o, i) && waits_turn(o, i);
    }
}

const char *linear_orbit_cut(orbit *o) {
    const size_t coords = o->m->coord_count;
    double *q = ARENA_ARRAY(o->a, double, coords + 1), *v = ARENA_ARRAY(o->a, double, coords + 1);
    leave_section(o);
    o->choice = *run_steps_choice(o->run);
    o->at = *o->p;
    const mech_choice *here = linear_translate(o->p, &o->choice);
    if (!linear_same_choice(o->m, here, o->p->choice)) {
        o->at.choice = here;
        o->at.p = point_create(o->p->m, here, o->a);
    }
    o->n = point_equations(o->at.p)->n;
    o->t = run_steps_time(o->run);
    o->q = ARENA_ARRAY(o->a, double, o->n + 1);
    o->v = ARENA_ARRAY(o->a, double, o->n + 1);
    linear_orbit_look(o, q, v, NULL, NULL);
    gather(o, q, v, o->q, o->v);
    find_units(o);
    find_freedoms(o);
    o->section = run_steps_save(o->run, o->a);
    return o->section ? NULL : "the run cannot be begun again from its middle";
}

/* --- The motion over a period --- */

static bool is_same_mode(const orbit *o) {
    const mech_choice *now = run_steps_choice(o->run), *then = &o->choice;
    const model *m = o->m;
    return now->system->freed == then->system->freed &&
           memcmp(now->rows, then->rows, m->row_count * sizeof *now->rows) == 0 &&
           memcmp(now->dropped, then->dropped, m->coord_count * sizeof *now->dropped) == 0 &&
           memcmp(now->switched_off, then->switched_off, m->switch_count * sizeof *now->switched_off) == 0;
}

/* The states of the chart that count: not the places of coordinates that nothing depends on. */
static void choose_states(const orbit *o, orbit_shot *s, arena *a) {
    const linear_about *x = &s->x;
    s->kept = ARENA_ARRAY(a, int, x->system.states + 1);
    for (int k = 0; k < x->system.states; k++)
        if (k >= x->q_count || !o->free[x->q_free[k]])
            s->kept[s->d++] = k;
}

/* One of the states in the arrays of the section. */
static double read_state(const linear_about *x, int k, const double *q, const double *v) {
    return k < x->q_count ? q[x->q_free[k]] : v[x->v_free[k - x->q_count]];
}

static double *directions(const orbit *o, const orbit_shot *s, arena *a) {
    const int *coords = point_equations(o->at.p)->coords;
    const size_t width = 2 * o->m->coord_count;
    const linear_about *x = &s->x;
    double *to = ARENA_ARRAY(a, double, (size_t)s->d *width + 1);
    for (int c = 0; c < s->d; c++)
        for (int i = 0; i < o->n; i++) {
            const int k = s->kept[c], at = i * x->system.states + k;
            to[(size_t)c * width + (size_t)coords[i]] = x->dq[at] * x->unit[k];
            to[(size_t)c * width + width / 2 + (size_t)coords[i]] = x->dv[at] * x->unit[k];
        }
    return to;
}

static void read_columns(const orbit *o, orbit_shot *s, const double *columns) {
    const int *coords = point_equations(o->at.p)->coords;
    const size_t half = o->m->coord_count;
    const linear_about *x = &s->x;
    for (int r = 0; r < s->d; r++) {
        const int k = s->kept[r];
        const size_t place =
            k < x->q_count ? (size_t)coords[x->q_free[k]] : half + (size_t)coords[x->v_free[k - x->q_count]];
        for (int c = 0; c < s->d; c++)
            s->P[r * s->d + c] = columns[(size_t)c * 2 * half + place] / x->unit[k];
    }
}

/* A quaternion and its negative are one attitude: the end is written as the beginning is. */
static void turn_quaternions(const orbit *o, const double *from, double *q, double *v, double *a, double *columns,
                             int count) {
    const size_t width = 2 * o->m->coord_count;
    for (size_t k = 0; k < o->m->orientation_count; k++) {
        const int *c = o->m->orientations[k].coords;
        double along = 0;
        for (int i = 0; i < 4; i++)
            along += from[c[i]] * q[c[i]];
        for (int i = 0; along < 0 && i < 4; i++) {
            q[c[i]] *= -1;
            v[c[i]] *= -1;
            a[c[i]] *= -1;
            for (int j = 0; j < count; j++) {
                columns[(size_t)j * width + (size_t)c[i]] *= -1;
                columns[(size_t)j * width + width / 2 + (size_t)c[i]] *= -1;
            }
        }
    }
}

/* A state and how it changes, in the arrays of the section. */
typedef struct instant {
    double *q, *v, *rate_q, *rate_v;
} instant;

/* How far the end is from the beginning in all coordinates, those that follow from the independent ones too. */
static double far_off(const orbit *o, const instant *first, const instant *last) {
    double far = 0;
    for (int i = 0; i < o->n; i++) {
        far = fmax(far, o->free[i] ? 0 : fabs(last->q[i] - first->q[i]) / o->unit_q[i]);
        far = fmax(far, fabs(last->v[i] - first->v[i]) / o->unit_v[i]);
    }
    return far;
}

/* The end is taken back by whole turns. */
static void compare(const orbit *o, orbit_shot *s, const instant *first, const instant *last, double period) {
    const linear_about *x = &s->x;
    const double turn = 2 * acos(-1.0);
    for (int i = 0; i < o->n; i++) {
        const double way = last->q[i] - first->q[i];
        s->shift[i] = o->free[i] ? way : o->turns[i] ? turn * round(way / turn) : 0;
        last->q[i] -= s->shift[i];
    }
    s->far = far_off(o, first, last);
    for (int r = 0; r < s->d; r++) {
        const int k = s->kept[r];
        s->off[r] = (read_state(x, k, last->q, last->v) - read_state(x, k, first->q, first->v)) / x->unit[k];
        s->rate[r] = read_state(x, k, last->rate_q, last->rate_v) / x->unit[k];
        s->first[r] = read_state(x, k, first->rate_q, first->rate_v) / x->unit[k];
        s->size = fmax(s->size, fabs(s->first[r]) * period);
    }
}

static void lay_out(orbit_shot *s, int n, arena *a) {
    double **const numbers[] = {&s->off, &s->rate, &s->first};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        *numbers[k] = ARENA_ARRAY(a, double, s->d + 1);
    s->shift = ARENA_ARRAY(a, double, n + 1);
    s->P = ARENA_ARRAY(a, double, s->d * s->d + 1);
}

/* Into arrays of the model, as run_steps_set_state takes them. */
static void spread(const orbit *o, const double *q, const double *v, double *to_q, double *to_v) {
    const int *coords = point_equations(o->at.p)->coords;
    for (size_t i = 0; i < o->m->coord_count; i++)
        to_q[i] = to_v[i] = NAN;
    for (int i = 0; i < o->n; i++) {
        to_q[coords[i]] = is_state(o, i) ? v[i] : q[i];
        to_v[coords[i]] = is_state(o, i) ? NAN : v[i];
    }
}

const char *linear_orbit_rewind(orbit *o, const double *q, const double *v) {
    double *all = ARENA_ARRAY(o->a, double, 2 * o->m->coord_count + 1);
    const char *why;
    run_steps_moved moved;
    spread(o, q, v, all, all + o->m->coord_count);
    run_steps_restore(o->run, o->section);
    return run_steps_set_state(o->run, all, all + o->m->coord_count, &moved, &why) ? NULL : why;
}

/* From arrays of the model: of a state of first order the value is its q, the rate its v. */
static instant read_instant(const orbit *o, const double *q, const double *v, const double *a, arena *memory) {
    const int *coords = point_equations(o->at.p)->coords;
    double *all = ARENA_ARRAY(memory, double, 4 * o->n + 1);
    const instant x = {all, all + o->n, all + 2 * o->n, all + 3 * o->n};
    gather(o, q, v, x.q, x.v);
    for (int i = 0; i < o->n; i++) {
        x.rate_q[i] = is_state(o, i) ? 0 : x.v[i];
        x.rate_v[i] = is_state(o, i) ? v[coords[i]] : a[coords[i]];
    }
    return x;
}

const char *linear_orbit_shoot(orbit *o, const double *q, const double *v, double period, bool slopes, orbit_shot *out,
                               arena *a) {
    const size_t room = o->m->coord_count + 1;
    *out = (orbit_shot){.x = linear_find_state(&o->at, o->t, q, v, a)};
    if (out->x.trouble)
        return out->x.trouble;
    choose_states(o, out, a);
    lay_out(out, o->n, a);
    double *all = ARENA_ARRAY(a, double, 8 * room);
    run_flow f = {.q = all,
                  .v = all + room,
                  .a = all + 2 * room,
                  .from_q = all + 3 * room,
                  .from_v = all + 4 * room,
                  .from_a = all + 5 * room,
                  .columns = directions(o, out, a),
                  .column_count = slopes ? (size_t)out->d : 0};
    spread(o, q, v, all + 6 * room, all + 7 * room);
    const char *why = run_steps_flow(o->run, o->section, all + 6 * room, all + 7 * room, period, &f);
    if (why)
        return base_arena_copy(a, why, strlen(why));
    if (!is_same_mode(o))
        return "other constraints or contacts are in force after a period";
    out->events = f.event_count;
    turn_quaternions(o, f.from_q, f.q, f.v, f.a, f.columns, (int)f.column_count);
    const instant first = read_instant(o, f.from_q, f.from_v, f.from_a, a), last = read_instant(o, f.q, f.v, f.a, a);
    compare(o, out, &first, &last, period);
    if (slopes)
        read_columns(o, out, f.columns);
    return NULL;
}
