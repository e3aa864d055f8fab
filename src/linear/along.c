/* The equations linearised along a run: the matrices of each instant, in the mode that is in force there. */
#include <math.h>
#include <string.h>

#include "linear/eigen.h"
#include "linear/orbit.h"

enum { MOST_STEPS = 5000000 }; /* between two instants */

typedef struct walker {
    linear_problem *p;
    linear_problem at; /* with the equations in force */
    model *m;          /* the run's copy */
    run_steps *run;
    arena *a;
} walker;

static const char *begin(walker *w) {
    sim_options o = sim_options_default();
    o.keep_trajectory = false;
    o.until = INFINITY;
    o.max_steps = MOST_STEPS;
    w->m = model_copy(w->p->of_start, w->a);
    w->m->findings = diag_create_like(w->a, w->p->m->findings);
    w->run = run_steps_begin(w->m, &o, w->a);
    w->at = *w->p;
    return run_steps_result(w->run)->start_failed ? "there is no consistent start" : NULL;
}

static void end(walker *w) {
    if (w->at.p != w->p->p)
        point_dispose(w->at.p);
    run_steps_end_run(w->run);
    model_dispose(w->m);
}

/* Through events; why it does not get there. */
static const char *go(walker *w, double t) {
    const long first = run_steps_result(w->run)->steps;
    while (run_steps_result(w->run)->steps - first < MOST_STEPS) {
        const run_steps_end end = run_steps_advance(w->run, STEPS_TO_TIME, t);
        if (end == STEPS_TIME)
            return NULL;
        if (end == STEPS_FAILED)
            return run_steps_result(w->run)->failure->message;
        if (end == STEPS_INTERRUPTED)
            break;
        if (end != STEPS_EVENT)
            return "the run has ended before";
    }
    return "the motion takes too many steps";
}

/* The equations that are in force where the run stands; those of the last instant where nothing has changed. */
static void take_mode(walker *w) {
    const mech_choice *here = linear_translate(w->p, run_steps_choice(w->run));
    if (linear_same_choice(w->p->m, here, w->at.choice))
        return;
    if (w->at.p != w->p->p)
        point_dispose(w->at.p);
    w->at.choice = here;
    w->at.p = point_create(w->p->m, here, w->a);
}

static linear_about look(walker *w, double t) {
    take_mode(w);
    const mech_equations *e = point_equations(w->at.p);
    const size_t coords = w->m->coord_count;
    double *all = ARENA_ARRAY(w->a, double, 2 * coords + 1), *q = ARENA_ARRAY(w->a, double, 2 * e->n + 1);
    run_steps_look(w->run, &(run_steps_view){.q = all, .v = all + coords});
    for (int i = 0; i < e->n; i++) {
        const bool place = model_is_place(&w->m->coords[e->coords[i]]);
        q[i] = place ? all[e->coords[i]] : 0;
        q[e->n + i] = all[(place ? coords : 0) + (size_t)e->coords[i]];
    }
    linear_about x = linear_find_state(&w->at, t, q, q + e->n, w->a);
    if (!x.trouble)
        linear_modes(&x, x.unit, w->a);
    return x;
}

linear_along linear_follow_run(linear_problem *p, double low, double high, size_t count, arena *a) {
    linear_along out = {.m = linear_model(p), .count = count};
    walker w = {.p = p, .a = a};
    const char *why = begin(&w);
    out.t = ARENA_ARRAY(a, double, count + 1);
    out.at = ARENA_ARRAY(a, linear_about, count + 1);
    for (size_t i = 0; i < count; i++) {
        out.t[i] = i + 1 == count ? high : low + (high - low) * (double)i / (double)(count - 1);
        if (!why && out.t[i] < run_steps_time(w.run))
            out.at[i] = (linear_about){.trouble = "it is before the start"};
        else if (why || (why = go(&w, out.t[i])))
            out.at[i] = (linear_about){.trouble = base_arena_printf(a, "%s", why)};
        else
            out.at[i] = look(&w, out.t[i]);
    }
    end(&w);
    return out;
}
