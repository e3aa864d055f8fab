/* Contacts: impacts of approaching ones, and which touching ones carry load, stick or slide. */
#include <math.h>
#include <string.h>

#include "sim/sensitivity.h"
#include "sim/survey.h"

/* Numbers of one contact at the present state. */
struct touch {
    int row;
    double gap, rate, acceleration; /* of the gap; acceleration as things stand now */
    double gap_scale, rate_scale, acceleration_scale;
    double restitution;
    int friction; /* its friction row, or -1 */
    double mu, slip, slip_scale, slip_acceleration_scale;
    bool closed;
};

typedef struct touch_list {
    const touch *at;
    int count;
} touch_list;

static const double rounding = 1e-11; /* relative: below it a rate or an acceleration of a gap counts as zero */

/* What touches may be pressed in a little deeper, where others that touch too have been put together. */
static bool is_touching(const sim *s, const touch *c) {
    return c->closed || (c->gap <= s->gap_tolerance * c->gap_scale && c->gap >= -4 * s->gap_error * c->gap_scale);
}
static bool is_approaching(const sim *s, const touch *c) {
    return is_touching(s, c) && c->rate < -rounding * c->rate_scale;
}
static bool is_resting(const sim *s, const touch *c) {
    return is_touching(s, c) && fabs(c->rate) <= rounding * c->rate_scale;
}

static touch touch_of(const sim *s, const survey *v, int i) {
    int row = v->contact[i];
    return (touch){.row = row,
                   .closed = s->mode->rows[row],
                   .friction = s->m->rows[row].partner,
                   .gap = survey_of_contact(v, i, CONTACT_GAP),
                   .rate = survey_of_contact(v, i, CONTACT_RATE),
                   .acceleration = survey_of_contact(v, i, CONTACT_ACCELERATION),
                   .gap_scale = survey_contact_size(v, i, CONTACT_GAP),
                   .rate_scale = survey_contact_size(v, i, CONTACT_RATE),
                   .acceleration_scale = survey_contact_size(v, i, CONTACT_ACCELERATION),
                   .restitution = survey_of_contact(v, i, CONTACT_RESTITUTION),
                   .mu = survey_of_contact(v, i, CONTACT_MU),
                   .slip = survey_of_contact(v, i, CONTACT_SLIP),
                   .slip_scale = survey_contact_size(v, i, CONTACT_SLIP),
                   .slip_acceleration_scale = survey_contact_size(v, i, CONTACT_SLIP_ACCELERATION)};
}

/* Looks at all contacts that are not switched off; the present motion must have been evaluated. Good as long as that is
   the present state of the mode. */
static touch_list look(sim *s) {
    survey *v = survey_take(s);
    if (!v->touches)
        v->touches = ARENA_ARRAY(s->kit->a, touch, v->contact_count + 1);
    if (v->touch_count < 0) {
        v->touch_count = 0;
        for (int i = 0; i < v->contact_count; i++)
            if (isfinite(survey_of_contact(v, i, CONTACT_GAP)))
                v->touches[v->touch_count++] = touch_of(s, v, i);
    }
    return (touch_list){v->touches, v->touch_count};
}

static touch_list keep(sim *s, touch_list list) {
    touch *copy = ARENA_ARRAY(s->a, touch, list.count + 1);
    memcpy(copy, list.at, (size_t)list.count * sizeof *copy);
    return (touch_list){copy, list.count};
}

/* Mostly there is nothing to be decided: asked first. */
static bool any_of(const sim *s, const touch_list *list, bool (*is)(const sim *, const touch *)) {
    for (int i = 0; i < list->count; i++)
        if (is(s, &list->at[i]))
            return true;
    return false;
}

/* Nothing is closed, and the margins of all contacts say that they are further off than what touches can be. */
static bool all_are_far(sim *s) {
    const mode *m = s->mode;
    run_segment(s, SEG_WATCH);
    for (size_t k = 0; k < m->margin_count; k++) {
        double gap = -segment_value(s, SEG_WATCH, 2 * k), size = segment_value(s, SEG_WATCH, 2 * k + 1);
        if (m->margins[k].part != EVENT_USER &&
            !(m->margins[k].part == EVENT_CLOSE && gap > 2 * s->gap_tolerance * size))
            return false;
    }
    return true;
}

static bool anything_touches(sim *s) {
    if (all_are_far(s))
        return false;
    touch_list list = look(s);
    return any_of(s, &list, is_touching);
}

/* Points at the contacts that touch. */
static void fail_touching(sim *s, diag_code code, const char *what) {
    touch_list list = look(s);
    finding *f = run_fail(s, code, "%s at t = %.9g s", what, s->t);
    bool first = true;
    for (int i = 0; i < list.count; i++) {
        const model_row *row = &s->m->rows[list.at[i].row];
        if (!(fabs(list.at[i].gap) <= s->gap_tolerance * list.at[i].gap_scale))
            continue;
        if (first)
            f->at = row->at;
        else
            diag_label_at(s->m->findings, f, row->at, "touches too");
        first = false;
    }
    diag_help(s->m->findings, f,
              code == DIAG_E0503 ? "less restitution, or bodies that do not touch all at once, end it"
                                 : "contacts that say the same, or too much friction, may be why");
}

/* A mode in which these contacts of the list are closed; `stick` and `slip` (per entry) may be NULL for none. */
static mode *mode_with(sim *s, const touch_list *list, const bool *use, const bool *stick, const signed char *slip) {
    const mode *m = s->mode;
    bool *rows = s->rows_asked;
    signed char *slips = s->slips_asked;
    memset(slips, 0, s->m->row_count);
    for (size_t i = 0; i < s->m->row_count; i++)
        rows[i] = m->rows[i] && !s->m->rows[i].contact && !s->m->rows[i].friction;
    for (int i = 0; i < list->count; i++) {
        const touch *c = &list->at[i];
        rows[c->row] = use[i];
        if (c->friction >= 0)
            rows[c->friction] = use[i] && stick && stick[i];
        slips[c->row] = (signed char)(use[i] && slip ? slip[i] : 0);
    }
    return mode_get(s, m->freed, m->switched_off, m->dropped, rows, slips);
}

/* The laws of the contacts in use at the present state: each has a normal direction and perhaps one of friction. */
static reply *set_up(sim *s, const touch_list *list, const bool *use, bool impact) {
    mode *with = mode_with(s, list, use, use, NULL), *present = s->mode;
    s->mode = with; /* the coordinates in force are the same: the state vector needs no rearrangement */
    bool ok = motion_evaluate(s, s->t, s->y, NULL) || with->info.rank < with->m;
    motion_matrices(s);
    s->mode = present;
    return ok ? reply_prepare(s, with, impact) : NULL;
}

static int entry_of_row(const touch_list *list, int row) {
    for (int i = 0; i < list->count; i++)
        if (list->at[i].row == row || list->at[i].friction == row)
            return i;
    return -1;
}

static contact_law *laws_for(sim *s, const touch_list *list, const reply *r) {
    contact_law *laws = ARENA_ARRAY(s->a, contact_law, r->count + 1);
    for (int k = 0; k < r->count; k++) {
        const touch *c = &list->at[entry_of_row(list, r->contact_rows[k])];
        laws[k] = (contact_law){.tangent = -1, .mu = c->mu};
        for (int t = 0; t < r->tangents; t++)
            if (r->tangent_rows[t] == c->friction)
                laws[k].tangent = t;
    }
    return laws;
}

/* Leaving at this rate, the contact would be back from a height that is rounding, or an error of the method. What is
   closed is held, however it is loaded: the terms in its acceleration tell. */
static bool is_back_at_once(const sim *s, const touch *c, double up) {
    double back = c->closed ? c->acceleration_scale : -c->acceleration;
    return back > 0 && up * up <= 2 * back * s->least_bounce * c->gap_scale;
}

/* A bounce that is none leaves the contact closed. */
static double effective_restitution(const sim *s, const touch *c) {
    return is_back_at_once(s, c, -c->restitution * c->rate) ? 0 : c->restitution;
}

static void apply_impulses(sim *s, const reply *r, double *impulse) {
    int n = r->n;
    reply_motion(r, s->y + n);
    for (int k = 0; k < r->bilateral; k++)
        impulse[r->bilateral_rows[k]] = -reply_multiplier(r, k);
    for (int c = 0; c < r->count; c++)
        impulse[r->contact_rows[c]] = r->z[c];
    for (int t = 0; t < r->tangents; t++)
        impulse[r->tangent_rows[t]] = r->z[r->count + t];
}

static void note_impacts(sim *s, const touch_list *list, const bool *approaching, const sim_point *before,
                         double *impulse) {
    if (!motion_evaluate(s, s->t, s->y, NULL))
        return;
    for (int i = 0; i < list->count; i++)
        if (approaching[i])
            note_contact(s, EVENT_IMPACT, list->at[i].row, before, impulse);
}

/* Velocities after the blow: u+ + e u- >= 0, impulse >= 0, one of them zero; friction by Coulomb's law on impulses. */
static bool solve_blow(sim *s, const touch_list *list, const bool *use, const bool *approaching, double *impulse) {
    reply *r = set_up(s, list, use, true);
    if (!r)
        return false;
    contact_law *laws = laws_for(s, list, r);
    for (int k = 0; k < r->count; k++) {
        int i = entry_of_row(list, r->contact_rows[k]);
        if (approaching && approaching[i])
            laws[k].offset = effective_restitution(s, &list->at[i]) * fmin(list->at[i].rate, 0);
    }
    if (!reply_solve(s, r, laws))
        return false;
    if (s->sensitivity)
        sensitivity_blow(s, mode_with(s, list, use, use, NULL), r, laws);
    apply_impulses(s, r, impulse);
    return true;
}

/* What the contacts' impulses do to the machine is their product with the mean of the velocities before and after, a
   wall's own motion aside. Newton's law of restitution together with friction can make it positive (Kane and Levinson,
   Dynamics, 1985). */
static void tell_gain(sim *s, const touch_list *before, const double *impulse) {
    touch_list after = look(s);
    double work = 0, size = 0;
    int first = -1;
    for (int i = 0; i < before->count; i++) {
        const touch *c = &before->at[i];
        int k = entry_of_row(&after, c->row);
        if (k < 0 || impulse[c->row] == 0)
            continue;
        double along = c->friction < 0 ? 0 : 0.5 * impulse[c->friction] * (c->slip + after.at[k].slip);
        work += 0.5 * impulse[c->row] * (c->rate + after.at[k].rate) + along;
        size += fabs(impulse[c->row] * c->rate) + fabs(along);
        first = first < 0 ? c->row : first;
    }
    if (first < 0 || !(work > 1e-6 * size))
        return;
    s->gain_told = true;
    dimension energy = {.e = {[DIM_KG] = DIM_ONE, [DIM_M] = 2 * DIM_ONE, [DIM_S] = -2 * DIM_ONE}};
    finding *f = diag_add(s->m->findings, DIAG_W0516, s->m->rows[first].at,
                          "the impact at '%s' at t = %.9g s adds %s to the energy", s->m->rows[first].name, s->t,
                          model_amount_text(s->m, work, energy, s->a));
    diag_help(s->m->findings, f,
              "Newton's law of restitution allows that where friction acts too: less restitution or friction, or none");
}

/* One blow: all approaching contacts with the resting ones of restitution 0; with all resting ones where nothing
   bounces off any more, lest they pass ever smaller blows to each other. False where there is none. */
static bool one_blow(sim *s, bool *failed) {
    touch_list list = look(s);
    if (!any_of(s, &list, is_approaching))
        return false;
    list = keep(s, list);
    bool *use = ARENA_ARRAY(s->a, bool, list.count + 1), *approaching = ARENA_ARRAY(s->a, bool, list.count + 1),
         bounces = false;
    for (int i = 0; i < list.count; i++) {
        approaching[i] = is_approaching(s, &list.at[i]);
        bounces = bounces || (approaching[i] && effective_restitution(s, &list.at[i]) > 0);
    }
    for (int i = 0; i < list.count; i++)
        use[i] = approaching[i] || (is_resting(s, &list.at[i]) && (list.at[i].restitution == 0 || !bounces));
    sim_point before = record_point(s);
    for (int i = 0; i < list.count; i++)
        if (approaching[i])
            record_reducers_at_event(s, (event_ref){EVENT_IMPACT, list.at[i].row});
    double *impulse = ARENA_ARRAY(s->a, double, s->m->row_count + 1);
    *failed = !solve_blow(s, &list, use, approaching, impulse);
    if (*failed)
        return false;
    note_impacts(s, &list, approaching, &before, impulse);
    if (!s->gain_told)
        tell_gain(s, &list, impulse);
    return true;
}

/* What hardly slides sticks. */
static bool *slow_directions(sim *s, const touch_list *list, const reply *r) {
    bool *slow = ARENA_ARRAY(s->a, bool, r->count + r->tangents + 1);
    for (int k = 0; k < r->count; k++)
        slow[k] = true;
    for (int t = 0; t < r->tangents; t++) {
        const touch *c = &list->at[entry_of_row(list, r->tangent_rows[t])];
        slow[r->count + t] = c->mu > 0 && c->slip * c->slip <= 2 * c->slip_acceleration_scale * s->least_bounce;
    }
    return slow;
}

static bool is_rocking(const sim *s, const touch *c) {
    return is_touching(s, c) && c->rate > rounding * c->rate_scale && is_back_at_once(s, c, c->rate);
}

/* What would be back at once stays: else a machine on several feet would rock from one to the other, ever faster. */
static void stop_rocking(sim *s) {
    if (!motion_evaluate(s, s->t, s->y, NULL))
        return;
    touch_list list = look(s);
    if (!any_of(s, &list, is_rocking))
        return;
    bool *use = ARENA_ARRAY(s->a, bool, list.count + 1);
    for (int i = 0; i < list.count; i++)
        use[i] = is_rocking(s, &list.at[i]) || is_resting(s, &list.at[i]);
    reply *r = set_up(s, &list, use, true);
    if (!r)
        return;
    reply_stop(s, r, slow_directions(s, &list, r));
    reply_motion(r, s->y + r->n);
    motion_evaluate(s, s->t, s->y, NULL);
}

/* Speeds in a row of n bodies that lie on each other even out like heat: after some 30 n^2 blows where restitution is
   small they are too small to matter. */
static int most_blows(const sim *s) {
    double rows = (double)s->m->row_count;
    return (int)fmin(1000 + 40 * rows * rows, 20000);
}

bool contacts_impact(sim *s) {
    bool failed = false;
    int passes = 0, limit = most_blows(s);
    if (!motion_evaluate(s, s->t, s->y, NULL) || !anything_touches(s))
        return true;
    while (passes < limit && one_blow(s, &failed))
        passes++;
    stop_rocking(s);
    if (failed)
        fail_touching(s, DIAG_E0502, "the impact has no solution");
    if (passes == limit)
        fail_touching(s, DIAG_E0503, "impacts follow each other without end");
    return !failed && passes < limit;
}

double *contacts_catch(sim *s) {
    if (!motion_evaluate(s, s->t, s->y, NULL))
        return NULL;
    double position, velocity, size = 0;
    motion_residuals(s, &position, &velocity);
    for (int i = 0; i < s->mode->n; i++)
        size = fmax(size, fabs(s->y[s->mode->n + i]));
    if (velocity <= 1e-11 * (1 + size))
        return NULL;
    touch_list list = look(s);
    bool *use = ARENA_ARRAY(s->a, bool, list.count + 1);
    double *impulse = ARENA_ARRAY(s->a, double, s->m->row_count + 1);
    for (int i = 0; i < list.count; i++)
        use[i] = is_touching(s, &list.at[i]);
    if (!solve_blow(s, &list, use, NULL, impulse))
        return NULL;
    motion_evaluate(s, s->t, s->y, NULL);
    return impulse;
}

/* What a contact does from now on. */
typedef struct fate {
    bool *closed, *stick;
    signed char *slip;
} fate;

/* The sign with which a resting contact already slides; 0 where sticking is possible. */
static signed char sliding_sign(const sim *s, const touch *c) {
    if (c->friction < 0 || c->mu == 0)
        return 0;
    if (s->must_slip[c->row])
        return s->must_slip[c->row];
    if (fabs(c->slip) <= rounding * c->slip_scale)
        return 0;
    return c->slip > 0 ? 1 : -1;
}

/* It has opened at this instant, and other events follow: it carries nothing, but for rounding. */
static bool has_just_opened(const sim *s, const touch *c) {
    return !c->closed && s->t - s->opened_at[c->row] <= 1e-9 * (1 + fabs(s->t));
}

static void decide(const sim *s, const touch *c, const contact_law *law, const reply *r, int k, fate *f, int i) {
    bool idle = reply_left(r, k) <= rounding * c->acceleration_scale; /* neither lifts nor presses */
    bool pressed = r->z[k] * reply_compliance(r, law, k) > 100 * rounding * c->acceleration_scale;
    f->closed[i] = has_just_opened(s, c) ? pressed : r->z[k] > 0 || idle;
    f->slip[i] = law->slide;
    if (!f->closed[i] || law->tangent < 0 || c->mu == 0 || law->slide)
        return;
    double slip = reply_left(r, r->count + law->tangent);
    f->stick[i] = fabs(slip) <= 100 * rounding * c->slip_acceleration_scale;
    if (!f->stick[i])
        f->slip[i] = slip > 0 ? 1 : -1;
}

/* Where more contacts stick than it takes, friction could be shared among them in many ways. The complementarity
   problem has chosen one that Coulomb's law allows: there all but as many as it takes are at their limit or at zero.
   Those go on so, without sticking; that they do not slide the others see to. */
static void settle_sharing(sim *s, const touch_list *list, const contact_law *laws, const reply *r, fate *f) {
    int *held = ARENA_ARRAY(s->a, int, r->count + r->tangents + 1), count = 0;
    for (int k = 0; k < r->count; k++)
        if (f->closed[entry_of_row(list, r->contact_rows[k])] && !reply_follows(s, r, held, count, k))
            held[count++] = k;
    for (int between = 1; between >= 0; between--) /* first those whose friction is neither at its limit nor zero */
        for (int k = 0; k < r->count; k++) {
            int i = entry_of_row(list, r->contact_rows[k]), t = r->count + laws[k].tangent;
            if (!f->stick[i])
                continue;
            double left = laws[k].mu * r->z[k] - fabs(r->z[t]), least = 1e-9 * laws[k].mu * r->z[k];
            if ((left > least && fabs(r->z[t]) > least) != between)
                continue;
            f->stick[i] = !reply_follows(s, r, held, count, t);
            if (f->stick[i])
                held[count++] = t;
            else if (left <= least)
                f->slip[i] = r->z[t] > 0 ? -1 : 1;
        }
}

/* With sliding friction a push can drive the contact together instead of apart: then nothing decides the motion. */
static bool is_undetermined(sim *s, const touch *c, const contact_law *law, const reply *r, int k, double reserve) {
    contact_law smooth = {.tangent = -1};
    if (!law->slide || reply_compliance(r, law, k) > reserve * reply_compliance(r, &smooth, k))
        return false;
    finding *f =
        run_fail(s, DIAG_E0510, "friction at '%s' leaves the motion undetermined at t = %.9g s (Painleve's paradox)",
                 s->m->rows[c->row].name, s->t);
    f->at = s->m->rows[c->row].at;
    diag_help(s->m->findings, f, "less friction decides it, or a body that can give way");
    return true;
}

/* Accelerations of the gaps without contact forces, then forces by complementarity; who carries load is closed. */
static bool choose_fate(sim *s, const touch_list *list, const bool *candidate, fate *f) {
    reply *r = set_up(s, list, candidate, false);
    if (!r)
        return false;
    contact_law *laws = laws_for(s, list, r);
    for (int k = 0; k < r->count; k++) {
        const touch *c = &list->at[entry_of_row(list, r->contact_rows[k])];
        laws[k].slide = sliding_sign(s, c);
        if (is_undetermined(s, c, &laws[k], r, k, 0))
            return false;
    }
    if (!reply_solve(s, r, laws))
        return false;
    for (int k = 0; k < r->count; k++) {
        int i = entry_of_row(list, r->contact_rows[k]);
        decide(s, &list->at[i], &laws[k], r, k, f, i);
    }
    if (r->tangents)
        settle_sharing(s, list, laws, r, f);
    return true;
}

/* Whether these contacts act by rows of their own. */
static bool can_hold(sim *s, const touch_list *list, const bool *closed) {
    mode *with = mode_with(s, list, closed, NULL, NULL), *present = s->mode;
    s->mode = with;
    bool ok = motion_evaluate(s, s->t, s->y, NULL) && with->used_count == with->m;
    s->mode = present;
    return ok;
}

/* Without friction, and where nothing is closed that would have its share in the accelerations, these tell by
   themselves: contacts that clearly lift do not press, and one alone that is clearly driven together does. False where
   forces have to be found. */
static bool is_clear(sim *s, const touch_list *list, const bool *candidate, fate *f) {
    static const double clear = 1e-6;
    int count = 0, pressed = -1;
    for (int i = 0; i < list->count; i++) {
        const touch *c = &list->at[i];
        if (c->closed)
            return false;
        if (!candidate[i])
            continue;
        if ((c->friction >= 0 && c->mu != 0) || !(fabs(c->acceleration) > clear * c->acceleration_scale))
            return false;
        count++;
        pressed = c->acceleration < 0 ? i : pressed;
    }
    if (pressed < 0)
        return true;
    f->closed[pressed] = count == 1;
    return count == 1 && can_hold(s, list, f->closed);
}

bool contacts_jam(sim *s) {
    if (!s->mode->skew || !motion_evaluate(s, s->t, s->y, NULL))
        return false;
    touch_list list = look(s);
    bool *closed = ARENA_ARRAY(s->a, bool, list.count + 1);
    for (int i = 0; i < list.count; i++)
        closed[i] = list.at[i].closed;
    const reply *r = set_up(s, &list, closed, false);
    if (!r)
        return false;
    contact_law *laws = laws_for(s, &list, r);
    for (int k = 0; k < r->count; k++) {
        laws[k].slide = s->mode->slip[r->contact_rows[k]];
        if (is_undetermined(s, &list.at[entry_of_row(&list, r->contact_rows[k])], &laws[k], r, k, 0.01))
            return true;
    }
    return false;
}

static void record_changes(sim *s, const touch_list *list, const bool *closed, const mode *old) {
    for (int i = 0; i < list->count; i++) {
        bool was = old->rows[list->at[i].row];
        if (was == closed[i])
            continue;
        event_part part = closed[i] ? EVENT_CLOSE : EVENT_OPEN;
        record_reducers_at_event(s, (event_ref){part, list->at[i].row});
        note_contact(s, part, list->at[i].row, NULL, NULL);
    }
}

/* What touches but for rounding touches, lest the first step move it there and other gaps with it. */
static void press_together(sim *s) {
    size_t size = state_size(s, s->mode) * sizeof *s->y;
    if (!s->mode->m || !motion_evaluate(s, s->t, s->y, NULL)) /* evaluated first, a mode projects as it always will */
        return;
    memcpy(s->work_y, s->y, size);
    if (motion_project(s, s->t, s->work_y, NULL))
        memcpy(s->y, s->work_y, size);
}

/* Enters the mode that the forces of touching contacts ask for. */
static bool enter_by_forces(sim *s, bool at_start) {
    touch_list list = look(s);
    bool *candidate = ARENA_ARRAY(s->a, bool, 3 * list.count + 1), any = false;
    fate f = {candidate + list.count, candidate + 2 * list.count, ARENA_ARRAY(s->a, signed char, list.count + 1)};
    for (int i = 0; i < list.count; i++) {
        candidate[i] = is_resting(s, &list.at[i]) && list.at[i].row != s->opening;
        any = any || candidate[i];
    }
    if (any && !is_clear(s, &list, candidate, &f) && !choose_fate(s, &list, candidate, &f)) {
        if (!s->result->failure)
            fail_touching(s, DIAG_E0502, "the contact forces have no solution");
        return false;
    }
    mode *old = s->mode;
    mode_enter(s, mode_with(s, &list, f.closed, f.stick, f.slip));
    if (!at_start)
        press_together(s);
    if (!motion_evaluate(s, s->t, s->y, NULL))
        return true;
    if (!at_start)
        record_changes(s, &list, f.closed, old);
    return true;
}

bool contacts_settle(sim *s, bool at_start) {
    if (!motion_evaluate(s, s->t, s->y, NULL))
        return true;
    if (anything_touches(s))
        return enter_by_forces(s, at_start);
    if (!at_start)
        press_together(s);
    motion_evaluate(s, s->t, s->y, NULL);
    return true;
}

bool contacts_inside_out(sim *s) {
    double deepest = fmax(1e3 * s->gap_tolerance, 10 * s->gap_error);
    for (size_t k = 0; k < s->mode->margin_count; k++) {
        const margin *x = &s->mode->margins[k];
        double depth = s->margins_start.value[k], size = s->margins_start.size[k];
        if (x->part != EVENT_CLOSE || !(depth > 0))
            continue;
        s->result->position_residual = fmax(s->result->position_residual, depth);
        if (depth <= deepest * size)
            continue;
        finding *f = run_fail(s, DIAG_E0513, "the contact '%s' is penetrated at t = %.9g s: its gap is %.6g",
                              s->m->rows[x->index].name, s->t, -depth);
        f->at = s->m->rows[x->index].at;
        diag_help(s->m->findings, f, "a gap must not jump: write it as a continuous function of the coordinates");
        return true;
    }
    return false;
}
