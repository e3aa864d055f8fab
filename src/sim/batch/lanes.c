/* Many runs of one compiled problem: those in the same mode wait for a lane of its batch; rare cases are handled for
   one run alone. */
#include "sim/batch/lanes.h"
#include "ode/bracket.h"
#include "ode/dop853.h"
#include "ode/ode.h"
#include "ode/step_control.h"
#include "sim/batch/pack.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/explicit.h"
#include "sim/dynamics/pieces.h"
#include "sim/event/event.h"
#include "sim/initial/conditions.h"
#include "sim/record/record.h"
#include "sim/run/run.h"
#include "sim/sim.h"

#include <math.h>
#include <string.h>

/* As many runs are under way that some mode has enough for all lanes of its pack, mostly. */
enum { UNDER_WAY = 4 * PACK_LANES, STEPS_BETWEEN_LOOKS = 64 };

/* A run under way. */
typedef struct runner {
    sim *s;
    size_t nth;
    arena *memory;
    arena_mark empty;
    double *params; /* its values of the model's parameters */
    diag *findings;
    bool alone;          /* to its end: a direct solution has been refused */
    ode_bracket at;      /* while it looks for an event: */
    size_t margin;       /* where this one rises */
    step_control before; /* the step in which it does */
    struct runner *next;
} runner;

/* The runs in one mode. */
typedef struct squad {
    const mode *mode;
    pack *p;
    runner *in[PACK_LANES];
    lane_set busy, fresh, locating; /* lanes with a run; whose rates are not known yet; that look for an event */
    runner *waiting, *last;         /* in their order */
    int count;                      /* of those in lanes and those that wait */
} squad;

struct sim_lanes {
    sim_kit *k;
    arena *a;
    VEC(squad *) squads;
    runner all[UNDER_WAY];
    runner *idle;
    const sim_client *client;
    size_t begun;
    bool exhausted;
    runner *present; /* whose values the model has */
};

static bool wants_steps_only(const sim_kit *k) {
    const sim_options *o = &k->options;
    const char *method = o->method ? o->method : k->m->method ? k->m->method : sim_methods[0]->name;
    for (size_t i = 0; i < k->m->reducer_count; i++)
        if (k->m->reducers[i].kind == REDUCE_WHEN) /* lanes know how great, not when */
            return false;
    return sim_find_method(method) == &ode_dop853 && !o->keep_trajectory && !o->keep_frames && o->every <= 0;
}

sim_lanes *sim_lanes_create(sim_kit *k, arena *a) {
    if (!wants_steps_only(k) || tape_fastest(1) == &tape_wasm) /* eight at once are interpreted there */
        return NULL;
    sim_lanes *x = ARENA_NEW(a, sim_lanes);
    x->k = k;
    x->a = a;
    for (int i = 0; i < UNDER_WAY; i++) {
        runner *r = &x->all[i];
        r->memory = base_arena_create();
        r->params = ARENA_ARRAY(a, double, k->m->param_count + 1);
        r->empty = base_arena_get_mark(r->memory);
        r->next = x->idle;
        x->idle = r;
    }
    return x;
}

void sim_lanes_dispose(sim_lanes *x) {
    for (size_t i = 0; i < x->squads.len; i++)
        batch_pack_destroy(x->squads.at[i]->p);
    for (int i = 0; i < UNDER_WAY; i++)
        base_arena_destroy(x->all[i].memory);
}

/* --- One run alone --- */

/* The model gets the values of this run, and modes are made ready for it. */
static void take_turn(sim_lanes *x, runner *r) {
    if (x->present == r)
        return;
    model *m = x->k->m;
    for (size_t i = 0; i < m->param_count; i++)
        model_set_value(m, &m->params[i], r->params[i]);
    m->findings = r->findings;
    x->k->present = r->s->run;
    x->present = r;
    if (r->s->mode)
        dynamics_prepare_mode(r->s, r->s->mode);
}

static void end_run(sim_lanes *x, runner *r) {
    LGR_ASSERT(r->nth < x->begun);
    take_turn(x, r);
    x->client->done(x->client->user, r->nth, run_finish(r->s));
    base_arena_release(r->memory, r->empty);
    x->present = NULL;
    r->next = x->idle;
    x->idle = r;
}

/* Steps of this mode are those of its explicit solution, something can move, and nothing else is to be looked at;
   between periodic events they are too few for changing over to pay. */
static bool fits_in_lanes(runner *r) {
    const mode *m = r->s->mode;
    r->alone = r->alone || (m->direct && dynamics_explicit_is_distrusted(m));
    return m->direct && !r->alone && !r->s->tick_count && m->used_count == m->m && m->n > m->m && !m->pieces &&
           !m->resolution && !m->eq.unsymmetric && !ode_dop853_approaches(r->s->step);
}

static squad *squad_for(sim_lanes *x, sim *s) {
    for (size_t i = 0; i < x->squads.len; i++)
        if (x->squads.at[i]->mode == s->mode)
            return x->squads.at[i];
    squad *q = ARENA_NEW(x->a, squad);
    q->mode = s->mode;
    q->p = batch_pack_create(x->a, s);
    q->p->gap_error = s->gap_error;
    vec_push(x->a, &x->squads, q);
    return q;
}

/* Alone until it may wait for a lane, or to its end. */
static void go_on(sim_lanes *x, runner *r) {
    while (run_goes_on(r->s) && !fits_in_lanes(r))
        run_advance(r->s);
    if (!run_goes_on(r->s)) {
        end_run(x, r);
        return;
    }
    squad *q = squad_for(x, r->s);
    r->next = NULL;
    if (q->last)
        q->last->next = r;
    else
        q->waiting = r;
    q->last = r;
    q->count++;
}

/* False when there are no more. */
static bool begin_run(sim_lanes *x) {
    x->present = NULL;
    x->exhausted = x->exhausted || !x->client->next(x->client->user);
    if (x->exhausted)
        return false;
    runner *r = x->idle;
    x->idle = r->next;
    r->nth = x->begun++;
    x->present = r;
    r->findings = x->k->m->findings;
    r->alone = false;
    r->s = run_begin(x->k, r->memory);
    model_load_values(x->k->m, r->params); /* with those that the start has found */
    go_on(x, r);
    return true;
}

/* --- Between a run and its lane --- */

static step_control *control_of(const runner *r) {
    return ode_dop853_control(r->s->step);
}

static lane_set with(lane_set set, int lane, bool there) {
    return there ? set | 1u << lane : set & ~(1u << lane);
}

/* Maxima so far, and minima with their signs turned. */
static void take_greatest(pack *p, int lane, const sim *s) {
    for (size_t k = 0; k < p->peak_count; k++) {
        double x = s->reduced[p->peak[k]], greatest = isnan(x) ? -INFINITY : p->peak_sign[k] * x;
        p->greatest[k * PACK_LANES + (size_t)lane] = record_extremum_is_due(s, p->peak[k]) ? greatest : INFINITY;
    }
}

static void give_greatest(const pack *p, int lane, sim *s) {
    for (size_t k = 0; k < p->peak_count; k++) {
        double x = p->greatest[k * PACK_LANES + (size_t)lane];
        if (isfinite(x))
            s->reduced[p->peak[k]] = p->peak_sign[k] * x;
    }
}

static void enter_lane(squad *q, int lane) {
    runner *r = q->waiting;
    LGR_ASSERT(r && r->s->mode == q->mode && !(q->busy >> lane & 1));
    q->waiting = r->next;
    if (!q->waiting)
        q->last = NULL;
    sim *s = r->s;
    pack *p = q->p;
    q->in[lane] = r;
    batch_pack_put(p, lane, r->params, s->t, s->y);
    batch_pack_put_scales(p, lane, s);
    p->tolerance[lane] = s->tolerance;
    p->end[lane] = s->next_tick;
    p->steps[lane] = p->rejected[lane] = 0;
    batch_pack_put_control(p, lane, (const double *)control_of(r));
    for (size_t k = 0; k < p->mode->margin_count; k++) {
        const margin *m = &p->mode->margins[k];
        bool armed = m->part == EVENT_USER && s->user_events[m->index].armed;
        p->armed[k] = with(p->armed[k], lane, armed);
        p->waiting[k] = with(p->waiting[k], lane, armed && !event_function_counts(s, m));
    }
    take_greatest(p, lane, s);
    q->busy = with(q->busy, lane, true);
    q->fresh = with(q->fresh, lane, true);
}

/* What the lane has counted. */
static void give_counts(pack *p, int lane, sim *s) {
    s->result->steps += (long)p->steps[lane];
    s->result->rejected += (long)p->rejected[lane];
    p->steps[lane] = p->rejected[lane] = 0;
}

/* Modes forget what they knew of this run: how it rounds from here on must not depend on whether another has had them
   in between. */
static void take_turn_anew(sim_lanes *x, runner *r) {
    r->s->run = ++x->k->runs;
    x->present = NULL;
    take_turn(x, r);
}

/* The run goes on alone from the state given, of this lane. */
static runner *leave_lane(sim_lanes *x, squad *q, int lane, double t, const double *y) {
    LGR_ASSERT((q->busy >> lane & 1) && q->count > 0);
    runner *r = q->in[lane];
    sim *s = r->s;
    pack *p = q->p;
    take_turn_anew(x, r);
    give_counts(p, lane, s);
    batch_pack_get_control(p, lane, (double *)control_of(r));
    s->t = s->noted_at = t;
    for (size_t i = 0; i < p->size; i++)
        s->y[i] = y[i * PACK_LANES + (size_t)lane];
    for (size_t k = 0; k < p->mode->margin_count; k++)
        if (p->mode->margins[k].part == EVENT_USER && (p->armed[k] >> lane & 1))
            s->user_events[p->mode->margins[k].index].armed = true;
    give_greatest(p, lane, s);
    batch_pack_get_scales(p, lane, s);
    q->busy = with(q->busy, lane, false);
    q->fresh = with(q->fresh, lane, false);
    q->locating = with(q->locating, lane, false);
    q->count--;
    return r;
}

/* What is in doubt is done alone, from the start of the step. */
static void leave_in_doubt(sim_lanes *x, squad *q, int lane) {
    bool judged = q->locating >> lane & 1;
    runner *r = leave_lane(x, q, lane, q->p->t[lane], q->p->y);
    if (judged)
        *control_of(r) = r->before;
    run_resume(r->s);
    run_advance(r->s);
    go_on(x, r);
}

static void leave_for_event(sim_lanes *x, squad *q, int lane) {
    margin at = q->mode->margins[q->in[lane]->margin];
    batch_pack_rearm(q->p, q->p->next_margins, 1u << lane); /* what has become false since the step began */
    runner *r = leave_lane(x, q, lane, q->p->t[lane] + q->p->h[lane], q->p->next);
    r->s->result->steps++;
    run_event(r->s, at);
    go_on(x, r);
}

/* At the end of the run, or where a periodic event is due. */
static void leave_at_end(sim_lanes *x, squad *q, int lane) {
    runner *r = leave_lane(x, q, lane, q->p->t[lane], q->p->y);
    if (!run_ticks_are_due(r->s)) {
        end_run(x, r);
        return;
    }
    run_resume(r->s);
    run_tick(r->s);
    go_on(x, r);
}

/* --- Steps of all lanes --- */

/* The step is good, but an event function rises in it: false where that is not to be found. */
static bool locate_first(squad *q, int lane, int which) {
    LGR_ASSERT(which >= 0 && (size_t)which < q->mode->margin_count);
    pack *p = q->p;
    runner *r = q->in[lane];
    step_control c;
    batch_pack_get_control(p, lane, (double *)&c);
    r->before = c;
    step_control_accept(&c, p->h[lane], p->error[lane], p->factor[lane]);
    batch_pack_put_control(p, lane, (const double *)&c);
    r->margin = (size_t)which;
    size_t at = 2 * r->margin * PACK_LANES + (size_t)lane;
    q->locating = with(q->locating, lane, true);
    double h = p->h[lane], slope, guess = batch_pack_guess(p, lane, r->margin, &slope);
    p->h[lane] = ode_bracket_begin(&r->at, p->t[lane], (ode_bracket_end){0, p->margins[at]},
                                   (ode_bracket_end){h, p->next_margins[at]}, guess, slope,
                                   event_function_rounding(&p->mode->margins[which], p->next_margins[at + PACK_LANES]));
    return p->h[lane] > 0;
}

/* Of the steps just tried. */
typedef struct outcome {
    lane_set taken, doubt; /* for good; not without somebody looking at it alone */
    lane_set rising;       /* something comes in it: */
    int which[PACK_LANES];
} outcome;

/* Of steps that have reached their ends. */
static outcome look_at(pack *p, lane_set ended) {
    outcome o = {.doubt = ended & batch_pack_inside_out(p)};
    batch_pack_watch(p, ended, o.which);
    for (int l = 0; ended >> l; l++)
        if (ended >> l & 1 && o.which[l] != PACK_NOTHING)
            *(o.which[l] == PACK_DOUBT ? &o.doubt : &o.rising) |= 1u << l;
    o.rising &= ~o.doubt;
    lane_set whole = ended & ~o.doubt & ~o.rising;
    o.taken = batch_pack_peaks(p, whole);
    o.doubt |= whole & ~o.taken;
    return o;
}

/* A lane that looks for its event: false where it is in doubt; `found` where it is there. */
static bool judge_trial(squad *q, int lane, bool *found) {
    runner *r = q->in[lane];
    double g = q->p->next_margins[2 * r->margin * PACK_LANES + (size_t)lane];
    double h = ode_bracket_next(&r->at, q->p->h[lane], g);
    *found = h == 0;
    if (h > 0)
        q->p->h[lane] = h;
    return h >= 0;
}

/* Lanes without a run take those that wait. */
static void fill(sim_lanes *x, squad *q) {
    for (int l = 0; l < PACK_LANES && q->waiting; l++)
        if (!(q->busy >> l & 1))
            enter_lane(q, l);
    if (!q->fresh)
        return;
    lane_set fresh = q->fresh;
    batch_pack_begin(q->p, fresh);
    batch_pack_rearm(q->p, q->p->margins, fresh);
    batch_pack_choose_sizes(q->p, fresh);
    q->fresh = 0;
    for (int l = 0; q->p->failed >> l; l++)
        if (q->p->failed >> l & 1)
            leave_in_doubt(x, q, l);
}

/* Lanes that look for their events: those in doubt, and those that have found them. */
static lane_set judge_trials(squad *q, lane_set ended, lane_set *found) {
    const lane_set tried = q->locating & ended;
    lane_set doubt = q->locating & ~ended;
    for (int l = 0; tried >> l; l++) {
        bool there = false;
        if (tried >> l & 1 && !judge_trial(q, l, &there))
            doubt = with(doubt, l, true);
        *found = with(*found, l, there);
    }
    lane_set settled = batch_pack_peaks(q->p, *found);
    doubt |= *found & ~settled;
    *found = settled;
    return doubt;
}

static void step_all(sim_lanes *x, squad *q) {
    pack *p = q->p;
    lane_set ended = batch_pack_try(p, q->locating) & q->busy, failed = p->failed & q->busy, found = 0;
    outcome o = look_at(p, ended & ~q->locating);
    lane_set doubt = failed | o.doubt | (judge_trials(q, ended, &found) & ~failed);
    doubt |= batch_pack_reject(p, q->busy & ~q->locating & ~ended & ~failed);
    for (int l = 0; o.rising >> l; l++)
        if (o.rising >> l & 1 && !locate_first(q, l, o.which[l]))
            doubt = with(doubt, l, true);
    const lane_set last = batch_pack_accept(p, o.taken), leaving = doubt | found | last;
    for (int l = 0; leaving >> l; l++)
        if (doubt >> l & 1)
            leave_in_doubt(x, q, l);
        else if (found >> l & 1)
            leave_for_event(x, q, l);
        else if (last >> l & 1)
            leave_at_end(x, q, l);
}

/* --- All of them --- */

/* The squad with the most runs. */
static squad *largest_squad(const sim_lanes *x) {
    squad *most = NULL;
    for (size_t i = 0; i < x->squads.len; i++)
        if (x->squads.at[i]->count && (!most || x->squads.at[i]->count > most->count))
            most = x->squads.at[i];
    return most;
}

/* Runs that are interrupted or too long go to their end. */
static void look_at_all(sim_lanes *x, squad *q) {
    for (int l = 0; l < PACK_LANES; l++)
        if ((q->busy & ~q->locating) >> l & 1) {
            runner *r = q->in[l];
            r->s->t = q->p->t[l];
            give_counts(q->p, l, r->s);
            take_turn(x, r);
            if (!run_goes_on(r->s))
                leave_at_end(x, q, l);
        }
}

void sim_lanes_run(sim_lanes *x, const sim_client *client) {
    LGR_ASSERT(client->next && client->done);
    x->client = client;
    x->begun = 0;
    x->exhausted = false;
    x->present = NULL;
    diag *findings = x->k->m->findings;
    for (long steps = 1;; steps++) {
        while (x->idle && begin_run(x))
            continue;
        squad *q = largest_squad(x);
        if (!q)
            break;
        fill(x, q);
        if (q->busy)
            step_all(x, q);
        if (steps % STEPS_BETWEEN_LOOKS == 0)
            look_at_all(x, q);
    }
    x->k->m->findings = findings;
}
