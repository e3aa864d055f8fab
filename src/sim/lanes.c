/* Many runs of one kit: those in the same mode wait for a lane of its pack; what is rare is done for one run alone. */
#include "sim/lanes.h"

#include <math.h>
#include <string.h>

#include "sim/locate.h"
#include "sim/pack.h"
#include "sim/step_control.h"

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
    location at;         /* while it looks for an event: */
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
    const char *method = o->method ? o->method : k->m->method ? k->m->method : sim_steppers[0]->name;
    return sim_find_stepper(method) == &stepper_dop853 && !o->keep_trajectory && !o->keep_frames && o->every <= 0;
}

sim_lanes *sim_lanes_create(sim_kit *k, arena *a) {
    if (!wants_steps_only(k))
        return NULL;
    sim_lanes *x = ARENA_NEW(a, sim_lanes);
    x->k = k;
    x->a = a;
    for (int i = 0; i < UNDER_WAY; i++) {
        runner *r = &x->all[i];
        r->memory = arena_create();
        r->params = ARENA_ARRAY(a, double, k->m->param_count + 1);
        r->empty = arena_get_mark(r->memory);
        r->next = x->idle;
        x->idle = r;
    }
    return x;
}

void sim_lanes_dispose(sim_lanes *x) {
    for (size_t i = 0; i < x->squads.len; i++)
        pack_destroy(x->squads.at[i]->p);
    for (int i = 0; i < UNDER_WAY; i++)
        arena_destroy(x->all[i].memory);
}

/* --- One run alone --- */

/* The model gets the values of this run, and modes are made ready for it. */
static void take_turn(sim_lanes *x, runner *r) {
    if (x->present == r)
        return;
    model *m = x->k->m;
    for (size_t i = 0; i < m->param_count; i++)
        m->params[i].value = r->params[i];
    m->findings = r->findings;
    x->k->present = r->s->run;
    x->present = r;
    if (r->s->mode)
        mode_prepare(r->s, r->s->mode);
}

static void end_run(sim_lanes *x, runner *r) {
    take_turn(x, r);
    x->client->done(x->client->user, r->nth, run_finish(r->s));
    arena_release(r->memory, r->empty);
    x->present = NULL;
    r->next = x->idle;
    x->idle = r;
}

/* Steps of this mode are those of its direct program, and nothing else is to be looked at. */
static bool fits_in_lanes(runner *r) {
    const mode *m = r->s->mode;
    r->alone = r->alone || (m->direct && direct_distrusted(m));
    return m->direct && !r->alone && m->used_count == m->m && !m->jumps && !m->eq.unsymmetric;
}

static squad *squad_for(sim_lanes *x, const sim *s) {
    for (size_t i = 0; i < x->squads.len; i++)
        if (x->squads.at[i]->mode == s->mode)
            return x->squads.at[i];
    squad *q = ARENA_NEW(x->a, squad);
    q->mode = s->mode;
    q->p = pack_create(x->a, s);
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
    for (size_t i = 0; i < x->k->m->param_count; i++)
        r->params[i] = x->k->m->params[i].value;
    r->s = run_begin(x->k, r->memory);
    go_on(x, r);
    return true;
}

/* --- Between a run and its lane --- */

static step_control *control_of(const runner *r) {
    return dop853_control(r->s->step);
}

/* The size of the next step from the start at hand. */
static void choose_size(const squad *q, int lane) {
    const sim *s = q->in[lane]->s;
    q->p->h[lane] = step_control_begin(control_of(q->in[lane]), s->t_end - q->p->t[lane]);
}

static lane_set with(lane_set set, int lane, bool there) {
    return there ? set | 1u << lane : set & ~(1u << lane);
}

/* Conditions that are clearly false may become true: see margins_rearm. */
static void rearm(pack *p, int lane) {
    for (size_t k = 0; k < p->mode->margin_count; k++) {
        const double *x = p->margins + 2 * k * PACK_LANES + lane;
        if (p->mode->margins[k].part == EVENT_USER && x[0] < -margin_threshold(x[PACK_LANES]))
            p->armed[k] = with(p->armed[k], lane, true);
    }
}

/* Maxima so far, and minima with their signs turned. */
static void take_greatest(pack *p, int lane, const sim *s) {
    for (size_t k = 0; k < p->peak_count; k++) {
        double x = s->reduced[p->peak[k]];
        p->greatest[k * PACK_LANES + (size_t)lane] = isnan(x) ? -INFINITY : p->peak_sign[k] * x;
    }
}

static void give_greatest(const pack *p, int lane, sim *s) {
    for (size_t k = 0; k < p->peak_count; k++) {
        double x = p->greatest[k * PACK_LANES + (size_t)lane];
        if (x > -INFINITY)
            s->reduced[p->peak[k]] = p->peak_sign[k] * x;
    }
}

static void enter_lane(squad *q, int lane) {
    runner *r = q->waiting;
    q->waiting = r->next;
    if (!q->waiting)
        q->last = NULL;
    const sim *s = r->s;
    pack *p = q->p;
    q->in[lane] = r;
    pack_put(p, lane, r->params, s->t, s->y);
    p->tolerance[lane] = s->tolerance;
    p->last_error[lane] = control_of(r)->last_error;
    for (size_t k = 0; k < p->mode->margin_count; k++) {
        const margin *m = &p->mode->margins[k];
        bool armed = m->part == EVENT_USER && s->user_events[m->index].armed;
        p->armed[k] = with(p->armed[k], lane, armed);
        p->waiting[k] = with(p->waiting[k], lane, armed && !margin_counts(s, m));
    }
    take_greatest(p, lane, s);
    q->busy = with(q->busy, lane, true);
    q->fresh = with(q->fresh, lane, true);
    choose_size(q, lane);
}

/* The run goes on alone from the state given, of this lane. */
static runner *leave_lane(sim_lanes *x, squad *q, int lane, double t, const double *y) {
    runner *r = q->in[lane];
    sim *s = r->s;
    const pack *p = q->p;
    take_turn(x, r);
    s->t = t;
    for (size_t i = 0; i < p->size; i++)
        s->y[i] = y[i * PACK_LANES + (size_t)lane];
    for (size_t k = 0; k < p->mode->margin_count; k++)
        if (p->mode->margins[k].part == EVENT_USER && (p->armed[k] >> lane & 1))
            s->user_events[p->mode->margins[k].index].armed = true;
    give_greatest(p, lane, s);
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
    runner *r = leave_lane(x, q, lane, q->p->t[lane] + q->p->h[lane], q->p->next);
    r->s->result->steps++;
    run_event(r->s, at);
    go_on(x, r);
}

static void leave_at_end(sim_lanes *x, squad *q, int lane) {
    runner *r = leave_lane(x, q, lane, q->p->t[lane], q->p->y);
    end_run(x, r);
}

/* --- Steps of all lanes --- */

/* An open contact that is penetrated beyond rounding. */
static bool is_inside_out(const pack *p, int lane) {
    for (size_t k = 0; k < p->mode->margin_count; k++) {
        const double *x = p->next_margins + 2 * k * PACK_LANES + lane;
        if (p->mode->margins[k].part == EVENT_CLOSE && x[0] > 1e3 * p->gap_error * x[PACK_LANES])
            return true;
    }
    return false;
}

static bool locate_first(squad *q, int lane, int which) {
    pack *p = q->p;
    runner *r = q->in[lane];
    r->margin = (size_t)which;
    size_t at = 2 * r->margin * PACK_LANES + (size_t)lane;
    q->locating = with(q->locating, lane, true);
    double h = p->h[lane], slope, guess = pack_guess(p, lane, r->margin, &slope);
    p->h[lane] =
        locate_begin(&r->at, p->t[lane], (location_point){0, p->margins[at]}, (location_point){h, p->next_margins[at]},
                     guess, slope, margin_rounding(&p->mode->margins[which], p->next_margins[at + PACK_LANES]));
    return p->h[lane] > 0;
}

typedef struct outcome {
    lane_set ended, clear, taken; /* onto the constraints; nothing in it needs to be looked at; for good */
    int rising[PACK_LANES];
} outcome;

/* Of steps that look for nothing: what rises in them, and which hold nothing that is for one alone. */
static void look_at_steps(squad *q, lane_set stepped, outcome *o) {
    pack *p = q->p;
    lane_set whole = 0;
    pack_watch(p, stepped, o->rising);
    for (int l = 0; l < PACK_LANES; l++) {
        bool sound = (stepped >> l & 1) && o->rising[l] != PACK_DOUBT && !is_inside_out(p, l);
        o->clear = with(o->clear, l, sound);
        whole = with(whole, l, sound && o->rising[l] == PACK_NOTHING);
    }
    o->clear &= pack_peaks(p, whole) | ~whole;
}

/* A lane that steps: false where it is in doubt. */
static bool judge_step(squad *q, int lane, outcome *o) {
    pack *p = q->p;
    step_control *c = control_of(q->in[lane]);
    sim_result *r = q->in[lane]->s->result;
    if (!(o->ended >> lane & 1)) {
        r->rejected++;
        p->h[lane] = step_control_reject(c, p->t[lane], p->h[lane], p->error[lane], p->factor[lane]);
        return p->h[lane] > 0;
    }
    if (!(o->clear >> lane & 1))
        return false;
    q->in[lane]->before = *c;
    step_control_accept(c, p->h[lane], p->error[lane], p->factor[lane]);
    if (o->rising[lane] != PACK_NOTHING)
        return locate_first(q, lane, o->rising[lane]);
    r->steps++;
    o->taken = with(o->taken, lane, true);
    return true;
}

/* A lane that looks for its event: false where it is in doubt; `found` where it is there. */
static bool judge_trial(squad *q, int lane, const outcome *o, bool *found) {
    runner *r = q->in[lane];
    if (!(o->ended >> lane & 1))
        return false;
    double g = q->p->next_margins[2 * r->margin * PACK_LANES + (size_t)lane];
    double h = locate_next(&r->at, q->p->h[lane], g);
    *found = h == 0;
    if (h > 0)
        q->p->h[lane] = h;
    return h >= 0;
}

static void take_steps(sim_lanes *x, squad *q, lane_set taken) {
    pack *p = q->p;
    lane_set last = 0;
    for (int l = 0; l < PACK_LANES; l++)
        if (taken >> l & 1)
            last = with(last, l, p->h[l] == q->in[l]->s->t_end - p->t[l]);
    pack_advance(p, taken);
    for (int l = 0; l < PACK_LANES; l++) {
        if (!(taken >> l & 1))
            continue;
        if (last >> l & 1) {
            p->t[l] = q->in[l]->s->t_end;
            leave_at_end(x, q, l);
            continue;
        }
        p->last_error[l] = control_of(q->in[l])->last_error;
        rearm(p, l);
        choose_size(q, l);
    }
}

/* Lanes without a run take those that wait. */
static void fill(sim_lanes *x, squad *q) {
    for (int l = 0; l < PACK_LANES && q->waiting; l++)
        if (!(q->busy >> l & 1))
            enter_lane(q, l);
    if (!q->fresh)
        return;
    lane_set fresh = q->fresh;
    pack_begin(q->p, fresh);
    q->fresh = 0;
    for (int l = 0; l < PACK_LANES; l++)
        if (q->p->failed >> l & 1)
            leave_in_doubt(x, q, l);
        else if (fresh >> l & 1)
            rearm(q->p, l);
}

static void step_all(sim_lanes *x, squad *q) {
    outcome o = {.ended = pack_try(q->p, q->locating) & q->busy};
    lane_set failed = q->p->failed & q->busy, locating = q->locating;
    look_at_steps(q, o.ended & ~locating, &o);
    lane_set doubt = failed, found = 0;
    for (int l = 0; l < PACK_LANES; l++) {
        if (!((q->busy & ~failed) >> l & 1))
            continue;
        bool there = false, sure = locating >> l & 1 ? judge_trial(q, l, &o, &there) : judge_step(q, l, &o);
        doubt = with(doubt, l, !sure);
        found = with(found, l, there);
    }
    lane_set settled = pack_peaks(q->p, found);
    doubt |= found & ~settled;
    found &= settled;
    take_steps(x, q, o.taken);
    for (int l = 0; l < PACK_LANES; l++)
        if (doubt >> l & 1)
            leave_in_doubt(x, q, l);
        else if (found >> l & 1)
            leave_for_event(x, q, l);
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
            take_turn(x, r);
            if (!run_goes_on(r->s))
                leave_at_end(x, q, l);
        }
}

void sim_lanes_run(sim_lanes *x, const sim_client *client) {
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
