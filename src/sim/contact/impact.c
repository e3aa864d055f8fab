/* Impacts: velocities after the impact of approaching contacts, and of constraints that are activated. */
#include <math.h>

#include "sim/contact/candidates.h"
#include "sim/contact/contact.h"
#include "sim/contact/delassus.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/kinematics.h"
#include "sim/dynamics/observer.h"
#include "sim/dynamics/pieces.h"
#include "sim/record/record.h"
#include "sim/sim.h"

/* How what touches would be held, per entry of a list. */
typedef struct hold {
    bool *back;      /* it would be back at once, were it to leave at its rate, or to bounce */
    double *slowing; /* what friction does to a slip, as an acceleration */
} hold;

/* From a height that is rounding, or an error of the method. */
static bool is_back_at_once(const sim *s, const touch *c, double back) {
    const double up = c->rate > 0 ? c->rate : -c->restitution * c->rate;
    return back > 0 && up * up <= 2 * back * s->least_bounce * c->gap_scale;
}

/* It would be if all that is in its acceleration drove it back. */
static bool may_be_back(const sim *s, const touch *c) {
    return is_back_at_once(s, c, c->closed ? c->acceleration_scale : -c->acceleration);
}

static bool may_rock(const sim *s, const touch *c) {
    return contact_candidate_is_touching(s, c) && c->rate > touch_rounding * c->rate_scale && may_be_back(s, c);
}

/* The acceleration of what is closed is zero: it would be back by the force that holds it. What the sizes of its terms
   say is huge where they cancel, as those of a rope far from the origin. */
static void ask_forces(sim *s, const touch_list *list, const hold *h) {
    bool *use = ARENA_ARRAY(s->a, bool, list->count + 1);
    for (int i = 0; i < list->count; i++)
        use[i] = contact_candidate_is_touching(s, &list->at[i]) &&
                 (list->at[i].rate <= touch_rounding * list->at[i].rate_scale || h->back[i]);
    reply *r = contact_candidates_reply(s, list, use, false);
    contact_law *laws = r ? contact_laws_of_forces(s, list, r) : NULL;
    const bool solved = r && contact_complementarity_solve(s, r, laws);
    dynamics_evaluate(s, s->t, s->y, NULL);
    if (!solved)
        return;
    const int d = contact_delassus_directions(r);
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const int i = contact_candidates_entry(list, contact_delassus_row(r, k)), t = r->count + laws[k].tangent;
        if (k < r->count && list->at[i].closed)
            h->back[i] = is_back_at_once(s, &list->at[i], r->z[k] * r->W[k * d + k]);
        h->slowing[i] =
            laws[k].tangent < 0 ? 0 : laws[k].mu * fabs(contact_delassus_force(r, laws, k)) * r->W[t * d + t];
    }
}

/* Forces are found where it depends on them. */
static hold find_hold(sim *s, const touch_list *list) {
    const hold h = {ARENA_ARRAY(s->a, bool, list->count + 1), ARENA_ARRAY(s->a, double, list->count + 1)};
    bool asks = false;
    for (int i = 0; i < list->count; i++) {
        const touch *c = &list->at[i];
        h.back[i] = may_be_back(s, c);
        asks = asks || may_rock(s, c) ||
               (c->closed && h.back[i] && c->restitution > 0 && contact_candidate_is_approaching(s, c));
    }
    if (asks)
        ask_forces(s, list, &h);
    return h;
}

static void apply_impulses(sim *s, const reply *r, double *impulse) {
    int n = r->n;
    LGR_ASSERT(n == s->mode->n);
    contact_delassus_motion(r, s->y + n);
    for (int k = 0; k < r->bilateral; k++)
        impulse[r->bilateral_rows[k]] = -contact_delassus_multiplier(r, k);
    for (int c = 0; c < r->count; c++)
        impulse[r->contact_rows[c]] = r->z[c];
    for (int t = 0; t < r->tangents; t++)
        impulse[r->tangent_rows[t]] = r->z[r->count + t];
}

static void note_impacts(sim *s, const touch_list *list, const bool *approaching, const sim_point *before,
                         double *impulse) {
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return;
    for (int i = 0; i < list->count; i++)
        if (approaching[i])
            record_contact(s, EVENT_IMPACT, list->at[i].row, before, impulse);
}

/* Velocities after the impact: u+ + e u- >= 0, impulse >= 0, one of them zero; friction by Coulomb's law on
   impulses. */
static bool solve_blow(sim *s, const touch_list *list, const bool *use, const double *restitution, double *impulse) {
    reply *r = contact_candidates_reply(s, list, use, true);
    if (!r)
        return false;
    contact_law *laws = contact_candidates_laws(s, list, r);
    for (int k = 0; k < r->count; k++) {
        int i = contact_candidates_entry(list, r->contact_rows[k]);
        LGR_ASSERT(i >= 0 && use[i]);
        if (restitution)
            laws[k].offset = restitution[i] * fmin(list->at[i].rate, 0);
    }
    if (!contact_complementarity_solve(s, r, laws))
        return false;
    if (s->sensitivity)
        SIM_TELL(s, impacting, (s, contact_candidates_mode(s, list, use, use, NULL), r, laws));
    apply_impulses(s, r, impulse);
    return true;
}

/* What the contacts' impulses do to the machine is their product with the mean of the velocities before and after, a
   wall's own motion aside. Newton's law of restitution together with friction can make it positive (Kane and Levinson,
   Dynamics, 1985). */
static void tell_gain(sim *s, const touch_list *before, const double *impulse) {
    touch_list after = contact_candidates_look(s);
    double work = 0, size = 0;
    int first = -1;
    for (int i = 0; i < before->count; i++) {
        const touch *c = &before->at[i];
        if (impulse[c->row] == 0)
            continue;
        int k = contact_candidates_entry(&after, c->row);
        if (k < 0)
            continue;
        double along = 0;
        for (int t = 0; c->friction >= 0 && t < c->tangents; t++)
            along += 0.5 * impulse[c->friction + t] * (c->slip[t] + after.at[k].slip[t]);
        work += 0.5 * impulse[c->row] * (c->rate + after.at[k].rate) + along;
        size += fabs(impulse[c->row] * c->rate) + fabs(along);
        first = first < 0 ? c->row : first;
    }
    if (first < 0 || !(work > 1e-6 * size))
        return;
    s->gain_told = true;
    dimension energy = {.e = {[DIM_KG] = DIM_ONE, [DIM_M] = 2 * DIM_ONE, [DIM_S] = -2 * DIM_ONE}};
    finding *f =
        dynamics_doubt(s, DIAG_W0516, s->m->rows[first].at, "the impact at '%s' at t = %.9g s adds %s to the energy",
                       s->m->rows[first].name, s->t, model_amount_text(s->m, work, energy, s->a));
    diag_help(s->m->findings, f,
              "Newton's law of restitution allows this together with friction: reduce the restitution or the friction");
}

/* One impact: all approaching contacts with the resting ones of restitution 0; with all resting ones where nothing
   bounces off any more, lest they pass ever smaller impacts to each other. False where there is none. */
static bool one_blow(sim *s, bool *failed) {
    touch_list list = contact_candidates_look(s);
    if (!contact_candidates_any(s, &list, contact_candidate_is_approaching))
        return false;
    list = contact_candidates_keep(s, list);
    LGR_ASSERT(list.count > 0);
    bool *use = ARENA_ARRAY(s->a, bool, list.count + 1), *approaching = ARENA_ARRAY(s->a, bool, list.count + 1),
         bounces = false;
    double *restitution = ARENA_ARRAY(s->a, double, list.count + 1); /* a bounce that is none leaves it closed */
    const hold h = find_hold(s, &list);
    for (int i = 0; i < list.count; i++) {
        approaching[i] = contact_candidate_is_approaching(s, &list.at[i]);
        restitution[i] = approaching[i] && !h.back[i] ? list.at[i].restitution : 0;
        bounces = bounces || restitution[i] > 0;
    }
    for (int i = 0; i < list.count; i++)
        use[i] = approaching[i] ||
                 (contact_candidate_is_resting(s, &list.at[i]) && (list.at[i].restitution == 0 || !bounces));
    sim_point before = record_event_point(s);
    for (int i = 0; i < list.count; i++)
        if (approaching[i])
            record_reducers_at_event(s, (event_ref){EVENT_IMPACT, list.at[i].row});
    double *impulse = ARENA_ARRAY(s->of_events, double, s->m->row_count + 1);
    *failed = !solve_blow(s, &list, use, restitution, impulse);
    if (*failed)
        return false;
    note_impacts(s, &list, approaching, &before, impulse);
    if (!s->gain_told)
        tell_gain(s, &list, impulse);
    return true;
}

/* What hardly slides sticks. */
static bool *slow_directions(sim *s, const touch_list *list, const hold *h, const reply *r) {
    bool *slow = ARENA_ARRAY(s->a, bool, r->count + r->tangents + 1);
    for (int k = 0; k < r->count; k++)
        slow[k] = true;
    for (int t = 0; t < r->tangents; t++) {
        int i = contact_candidates_entry(list, r->tangent_rows[t]);
        LGR_ASSERT(i >= 0);
        const touch *c = &list->at[i];
        const double slip = c->tangents > 1 ? hypot(c->slip[0], c->slip[1]) : c->slip[0];
        slow[r->count + t] = c->mu > 0 && slip * slip <= 2 * h->slowing[i] * s->least_bounce * c->gap_scale;
    }
    return slow;
}

/* A slip of two rows that is too small to have a direction. */
static bool is_lost(const sim *s, const touch *c) {
    static const double many = 1e3;
    return hypot(c->slip[0], c->slip[1]) <= many * s->tolerance * c->slip_scale;
}

/* It ends with the slip of this contact, as those of a machine on several feet do, and does not begin. */
static bool ends_with(const sim *s, const touch_list *list, int i, int which) {
    const touch *c = &list->at[i];
    return i == which ||
           (c->tangents > 1 && s->mode->slip[c->row] && is_lost(s, c) && dynamics_headings_added(s, c->row) == 0);
}

static void end_slip(sim *s, const touch_list *list, int which) {
    bool *use = ARENA_ARRAY(s->a, bool, list->count + 1);
    for (int i = 0; i < list->count; i++)
        use[i] = contact_candidate_is_resting(s, &list->at[i]);
    reply *r = contact_candidates_reply(s, list, use, true);
    if (!r)
        return;
    bool *directions = ARENA_ARRAY(s->a, bool, r->count + r->tangents + 1);
    for (int k = 0; k < r->count; k++)
        directions[k] = true;
    for (int t = 0; t < r->tangents; t++)
        directions[r->count + t] = s->mode->rows[r->tangent_rows[t]] ||
                                   ends_with(s, list, contact_candidates_entry(list, r->tangent_rows[t]), which);
    contact_delassus_stop(s, r, directions);
    contact_delassus_motion(r, s->y + r->n);
    dynamics_evaluate(s, s->t, s->y, NULL);
}

bool contact_end_slip(sim *s, int row) {
    touch_list list = contact_candidates_look(s);
    const int which = contact_candidates_entry(&list, row);
    if (which < 0 || list.at[which].tangents < 2)
        return true;
    list = contact_candidates_keep(s, list);
    const touch *c = &list.at[which];
    if (!is_lost(s, c)) {
        const double size = hypot(c->slip[0], c->slip[1]), way[] = {c->slip[0] / size, c->slip[1] / size};
        dynamics_headings_set(s, row, way, 0, 0);
        dynamics_evaluate(s, s->t, s->y, NULL);
        return false;
    }
    end_slip(s, &list, which);
    return true;
}

/* What would be back at once stays: else a machine on several feet would rock from one to the other, ever faster. */
static void stop_rocking(sim *s) {
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return;
    touch_list list = contact_candidates_look(s);
    if (!contact_candidates_any(s, &list, may_rock))
        return;
    list = contact_candidates_keep(s, list);
    const hold h = find_hold(s, &list);
    bool *use = ARENA_ARRAY(s->a, bool, list.count + 1), any = false;
    for (int i = 0; i < list.count; i++) {
        const bool rocks = may_rock(s, &list.at[i]) && h.back[i];
        use[i] = rocks || contact_candidate_is_resting(s, &list.at[i]);
        any = any || rocks;
    }
    reply *r = any ? contact_candidates_reply(s, &list, use, true) : NULL;
    if (!r)
        return;
    contact_delassus_stop(s, r, slow_directions(s, &list, &h, r));
    contact_delassus_motion(r, s->y + r->n);
    dynamics_evaluate(s, s->t, s->y, NULL);
}

/* Speeds in a row of n bodies that lie on each other even out like heat: after some 30 n^2 impacts where restitution is
   small they are too small to matter. */
static int most_blows(const sim *s) {
    double rows = (double)s->m->row_count;
    return (int)fmin(1000 + 40 * rows * rows, 20000);
}

bool contact_resolve_impacts(sim *s) {
    bool failed = false;
    int passes = 0, limit = most_blows(s);
    if (!dynamics_evaluate(s, s->t, s->y, NULL) || !contact_candidates_there(s))
        return true;
    while (passes < limit && one_blow(s, &failed))
        passes++;
    stop_rocking(s);
    if (failed)
        contact_candidates_fail(s, DIAG_E0502, "the impact has no solution");
    if (passes == limit)
        contact_candidates_fail(s, DIAG_E0503, "impacts follow each other endlessly");
    return !failed && passes < limit;
}

/* To within rounding. */
static bool rates_hold(sim *s) {
    const survey *v = dynamics_kinematics_take(s);
    for (int k = 0; k < s->mode->m; k++)
        if (!dynamics_kinematics_row_holds(v, k, ROW_F_DOT, 1e-11))
            return false;
    return true;
}

double *contact_catch(sim *s) {
    if (!dynamics_evaluate(s, s->t, s->y, NULL) || rates_hold(s))
        return NULL;
    touch_list list = contact_candidates_look(s);
    bool *use = ARENA_ARRAY(s->a, bool, list.count + 1);
    double *impulse = ARENA_ARRAY(s->of_events, double, s->m->row_count + 1);
    for (int i = 0; i < list.count; i++)
        use[i] = contact_candidate_is_touching(s, &list.at[i]);
    if (!solve_blow(s, &list, use, NULL, impulse))
        return NULL;
    dynamics_evaluate(s, s->t, s->y, NULL);
    return impulse;
}
