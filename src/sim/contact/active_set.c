/* Contact states: which of the touching contacts carry load; which of them, and of constraints with friction, stick or
   slide. */
#include <math.h>
#include <string.h>

#include "sim/contact/contact.h"
#include "sim/contact/hyperstatic.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/event/event.h"
#include "sim/record/record.h"

/* The sign with which a resting contact already slides; 0 where sticking is possible. */
static signed char sliding_sign(const sim *s, const touch *c) {
    if (!c->rubs)
        return 0;
    if (hypot(c->slip[0], c->slip[1]) <= touch_rounding * c->slip_scale)
        return c->tangents > 1 ? s->must_slip[c->row] : 0; /* in one direction others may hold it */
    return c->tangents > 1 || c->slip[0] > 0 ? 1 : -1;
}

/* It has opened at this instant, and other events follow: it carries nothing, except for rounding. */
static bool has_just_opened(const sim *s, const touch *c) {
    return !c->closed && event_is_same_instant(s, s->opened_at[c->row]);
}

static bool carries(const sim *s, const touch *c, const contact_law *law, const reply *r, int k) {
    if (c->bilateral)
        return true;
    bool idle = contact_delassus_left(r, k) <= touch_rounding * c->acceleration_scale; /* neither lifts nor presses */
    bool pressed =
        r->z[k] * contact_complementarity_compliance(r, law, k) > 100 * touch_rounding * c->acceleration_scale;
    return has_just_opened(s, c) ? pressed : r->z[k] > 0 || idle;
}

static void decide(const sim *s, const touch *c, const contact_law *law, const reply *r, int k, fate *f, int i) {
    f->closed[i] = carries(s, c, law, r, k);
    f->slip[i] = mech_slip(law->slide, law->side);
    f->stick[i] = f->kept[i] = false;
    if (!f->closed[i] || law->tangent < 0 || !c->rubs || law->slide)
        return;
    if (c->tangents > 1) {
        f->stick[i] = true;
        return;
    }
    double slip = contact_delassus_left(r, r->count + law->tangent);
    f->stick[i] = fabs(slip) <= 100 * touch_rounding * c->slip_acceleration_scale;
    if (!f->stick[i])
        f->slip[i] = mech_slip(slip > 0 ? 1 : -1, law->side);
}

static stand decide_boundary(const contact_law *law, const reply *r) {
    const double leaves = contact_delassus_left(r, r->count + law->tangent);
    return fabs(leaves) <= law->small ? STANDS : (law->slide ? law->slide : leaves) > 0 ? LEAVES_ABOVE : LEAVES_BELOW;
}

/* With sliding friction a push can drive the contact together instead of apart, or the force of a constraint make its
   friction grow faster than itself: then nothing decides the motion. */
static bool is_undetermined(sim *s, const touch *c, const contact_law *law, const reply *r, int k, double reserve) {
    contact_law smooth = {.tangent = -1};
    if (!law->slide)
        return false;
    if (c->bilateral ? fabs(contact_complementarity_gain(r, law)) < 1 - reserve
                     : contact_complementarity_compliance(r, law, k) >
                           reserve * contact_complementarity_compliance(r, &smooth, k))
        return false;
    finding *f = dynamics_fail(s, DIAG_E0510,
                               "friction at '%s' leaves the motion undetermined at t = %.9g s (Painleve's paradox)",
                               s->m->rows[c->row].name, s->t);
    f->at = s->m->rows[c->row].at;
    diag_help(s->m->findings, f, "reduce the friction, or let a body give way");
    return true;
}

/* Forces with these laws, and what each contact does under them. */
static bool find_forces(sim *s, const touch_list *list, contact_law *laws, reply *r, fate *f) {
    for (int k = 0; k < r->count + r->rubbed; k++)
        if (is_undetermined(s, contact_candidates_of(list, r, k), &laws[k], r, k, 0))
            return false;
    if (!contact_complementarity_solve(s, r, laws))
        return false;
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const touch *c = contact_candidates_of(list, r, k);
        decide(s, c, &laws[k], r, k, f, (int)(c - list->at));
    }
    for (int i = 0, k = r->count + r->rubbed; i < r->standing; i++, k++)
        f->stands[i] = decide_boundary(&laws[k], r);
    return true;
}

/* What static friction has not held slides with less, and presses on others with less: false if nothing has changed. */
static bool weaken_overcome(const touch_list *list, contact_law *laws, const reply *r, const fate *f) {
    bool any = false;
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const touch *c = contact_candidates_of(list, r, k);
        const signed char slip = f->slip[c - list->at];
        if (!slip || laws[k].mu == c->mu)
            continue;
        laws[k].slide = (signed char)mech_slip_way(slip);
        laws[k].mu = c->mu;
        any = true;
    }
    return any;
}

/* Of dependent rows the last one is told: whether that is one, put last. */
static bool is_independent(const reply *r, int row, double *A, bool *independent) {
    const int last = r->bilateral - 1;
    LGR_ASSERT(row <= last);
    memcpy(A, r->A, (size_t)(r->bilateral * r->n) * sizeof *A);
    memcpy(A + row * r->n, r->A + last * r->n, (size_t)r->n * sizeof *A);
    memcpy(A + last * r->n, r->A + row * r->n, (size_t)r->n * sizeof *A);
    num_saddle_row_rank(r->solver, A, r->n, r->bilateral, 1e-8, independent);
    return independent[last];
}

/* Rubbing at a force that is shared with other constraints in some way or other, nobody knows how strongly. */
static bool is_shared(sim *s, const touch_list *list, const reply *r) {
    if (!r->rubbed || r->rank == r->bilateral)
        return false;
    double *A = ARENA_ARRAY(s->a, double, r->bilateral * r->n + 1);
    bool *independent = ARENA_ARRAY(s->a, bool, r->bilateral + 1);
    for (int k = 0; k < r->rubbed; k++) {
        const touch *c = contact_candidates_of(list, r, r->count + k);
        bool alone = true;
        if (r->rubbed_at[k] < 0)
            continue;
        for (int i = 0; alone && (i == 0 || i < s->m->rows[c->row].presses); i++)
            alone = is_independent(r, r->rubbed_at[k] + i, A, independent);
        if (alone || !model_rubs(s->m->g, &s->mode->choice.system->rows[c->row]))
            continue;
        finding *f = dynamics_fail(s, DIAG_E0510, "friction of '%s' needs its force, which redundant constraints share",
                                   s->m->rows[c->row].name);
        f->at = s->m->rows[c->row].at;
        diag_help(s->m->findings, f, "leave out what '%s' and others say twice", s->m->rows[c->row].name);
        return true;
    }
    return false;
}

/* The sign that the force of a constraint has at present. */
static int present_side(const sim *s, int row) {
    if (s->mode->slip[row])
        return mech_slip_side(s->mode->slip[row]);
    for (int k = 0; k < s->mode->m; k++)
        if (s->mode->eq.rows[k] == row)
            return dynamics_multipliers(s)[k] > 0 ? -1 : 1;
    return 1;
}

static void multipliers_of(const sim *s, int first, int count, double *out) {
    for (int t = 0; t < count; t++)
        out[t] = 0;
    for (int k = 0; k < s->mode->m; k++)
        if (s->mode->eq.rows[k] >= first && s->mode->eq.rows[k] < first + count)
            out[s->mode->eq.rows[k] - first] = dynamics_multipliers(s)[k];
}

/* The direction that the force of several rows has at present. */
static void find_toward(const sim *s, int first, contact_law *law) {
    double F[3] = {0};
    multipliers_of(s, first, law->presses, F);
    const double size = hypot(hypot(F[0], F[1]), F[2]);
    for (int k = 0; size > 0 && k < law->presses; k++)
        law->toward[k] = -F[k] / size;
}

/* The multipliers a little later on. */
static bool multipliers_soon(sim *s, int first, int count, double *out) {
    static const double part = 1e-6;
    const size_t n = dynamics_state_size(s, s->mode);
    double *dy = ARENA_ARRAY(s->a, double, 2 * n + s->quadratures + 1), *y = dy + n + s->quadratures;
    const double time = s->step_size > 0 ? s->step_size : s->time_scale > 0 ? s->time_scale : s->horizon;
    const double h = part * fmin(time, s->horizon);
    if (!dynamics_evaluate(s, s->t, s->y, dy))
        return false;
    for (size_t i = 0; i < n; i++)
        y[i] = s->y[i] + h * dy[i];
    const bool ok = dynamics_evaluate(s, s->t + h, y, NULL);
    if (ok)
        multipliers_of(s, first, count, out);
    return dynamics_evaluate(s, s->t, s->y, NULL) && ok;
}

void contact_friction_ahead(sim *s, int first, int count, double *out) {
    static const double nothing = 1e-3;
    double now[2], soon[2];
    LGR_ASSERT(count >= 1 && count <= 2);
    multipliers_of(s, first, count, now);
    memcpy(out, now, (size_t)count * sizeof *out);
    if (!multipliers_soon(s, first, count, soon))
        return;
    const double size = count > 1 ? hypot(now[0], now[1]) : fabs(now[0]);
    if (size <= nothing * (count > 1 ? hypot(soon[0], soon[1]) : fabs(soon[0])))
        memcpy(out, soon, (size_t)count * sizeof *out);
}

/* The direction of a slip of two rows: its own, or that in which it has begun, or against the friction that has held it
   so far. */
static void find_way(sim *s, const touch *c, contact_law *law) {
    double slip[] = {c->slip[0], c->slip[1]};
    const double *begun = s->mode->slip[c->row] ? dynamics_headings_at(s, c->row) : NULL;
    law->given = hypot(slip[0], slip[1]) > touch_rounding * c->slip_scale;
    if (!law->given && begun)
        memcpy(slip, begun, sizeof slip);
    else if (!law->given)
        contact_friction_ahead(s, c->friction, 2, slip);
    const double size = hypot(slip[0], slip[1]);
    law->held = law->given || begun ? 0 : size;
    law->way[0] = size > 0 ? slip[0] / size : 1;
    law->way[1] = size > 0 ? slip[1] / size : 0;
}

contact_law *contact_laws_of_forces(sim *s, const touch_list *list, const reply *r) {
    contact_law *laws = contact_candidates_laws(s, list, r);
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const touch *c = contact_candidates_of(list, r, k);
        laws[k].small = 100 * touch_rounding * c->slip_acceleration_scale;
        laws[k].slide = sliding_sign(s, c);
        if (!laws[k].slide)
            laws[k].mu = c->hold;
        else if (c->tangents > 1)
            find_way(s, c, &laws[k]);
        if (laws[k].presses > 1)
            find_toward(s, c->row, &laws[k]);
        else if (c->bilateral)
            laws[k].side = present_side(s, c->row);
    }
    return laws;
}

/* How fast a slip that begins may become, by the forces that were there when sizes were measured, or by friction
 * itself.
 */
static double acceleration_of_slip(const touch *c, const reply *r, const contact_law *laws, int k) {
    const int t = r->count + laws[k].tangent, d = r->count + r->tangents;
    const double moves = fmax(r->W[t * d + t], r->W[(t + 1) * d + t + 1]);
    const double friction = laws[k].mu * fabs(contact_delassus_force(r, laws, k));
    return fmax(c->slip_acceleration_scale, moves * fmax(friction, laws[k].held));
}

/* For the mode that is entered next, which is of the same variant. */
static void keep_ways(sim *s, const touch_list *list, const reply *r, const contact_law *laws) {
    for (int k = 0; k < r->count + r->rubbed; k++) {
        if (laws[k].tangents < 2 || !laws[k].slide)
            continue;
        const touch *c = contact_candidates_of(list, r, k);
        dynamics_headings_set(s, contact_delassus_row(r, k), laws[k].way,
                              laws[k].given ? 0 : acceleration_of_slip(c, r, laws, k), c->slip_scale);
    }
}

/* Whether what jumps at a boundary moves it, except for rounding beside what else does. */
static bool jumps(const reply *r, int k) {
    const int t = r->count + r->tangents, d = contact_delassus_directions(r);
    const double *W = r->W + (t + k) * d + t;
    double others = fabs(r->u[t + k]);
    for (int j = 0; j < r->standing; j++)
        others += j == k ? 0 : r->limit[j] * fabs(W[j]);
    return r->limit[k] * W[k] > 1e-12 * others;
}

/* The Delassus operator with all boundaries that forces can keep the motion at. `before`: as in dynamics_pieces_stand.
 */
static reply *reply_beside_boundaries(sim *s, const touch_list *list, const bool *candidate, const ladder *before) {
    for (;;) {
        reply *r = contact_candidates_reply(s, list, candidate, false);
        bool any = false;
        for (int k = 0; r && before && k < r->standing; k++)
            if (!jumps(r, k) && dynamics_pieces_restore_one(s, before, r->standing_at[k]))
                any = true;
        if (!any)
            return r;
    }
}

static bool is_above(stand x) {
    return x == HELD_ABOVE || x == LEAVES_ABOVE;
}

/* What static friction at boundaries has not held acts with less: false if nothing has changed. */
static bool weaken_boundaries(sim *s, const reply *r, const fate *f) {
    bool any = false;
    for (int k = 0; k < r->standing; k++)
        if (f->stands[k] != STANDS && dynamics_sliding_weaken(s, r->standing_at[k], is_above(f->stands[k])))
            any = true;
    return any;
}

/* Boundaries that the motion leaves, or that others keep it at. */
static void end_boundaries(sim *s, const reply *r, const fate *f) {
    for (int k = 0; k < r->standing; k++)
        if (f->stands[k] != STANDS)
            dynamics_sliding_end(s, r->standing_at[k], is_above(f->stands[k]),
                                 f->stands[k] == HELD_ABOVE || f->stands[k] == HELD_BELOW);
}

/* The multipliers by which a machine rests on contacts, one way of many. */
static double *stress_of(sim *s, const reply *r) {
    if (!r->shared)
        return NULL;
    double *stress = ARENA_ARRAY(s->a, double, s->m->row_count + 1);
    for (int k = 0; k < r->count; k++)
        stress[r->contact_rows[k]] = -r->z[k];
    for (int k = 0; k < r->tangents; k++)
        stress[r->tangent_rows[k]] = -r->z[r->count + k];
    for (int k = 0; k < r->bilateral; k++)
        stress[r->bilateral_rows[k]] = contact_delassus_multiplier(r, k);
    return stress;
}

static void put_under_stress(sim *s, const double *stress) {
    s->stressed = stress != NULL;
    if (stress)
        memcpy(s->self_stress, stress, s->m->row_count * sizeof *stress);
}

/* By how much contacts press, and friction that sticks in two directions is within its limits, where it is least. */
static double reserve(const touch_list *list, const fate *f, const double *multipliers) {
    double least = INFINITY;
    for (int i = 0; i < list->count; i++) {
        const touch *c = &list->at[i];
        if (f->closed[i] && !c->bilateral)
            least = fmin(least, -multipliers[c->row]);
        if (!f->stick[i] || c->tangents < 2 || !(c->hold > 0))
            continue;
        const double *t = multipliers + c->friction;
        least = fmin(least, -multipliers[c->row] - hypot(t[0], t[1]) / c->hold);
    }
    return least;
}

/* Forces of least norm do where they are well within Coulomb's law: what they depend on is told by nothing but the
   present. */
static void share_forces(sim *s, const touch_list *list, const fate *f) {
    static const double enough = 0.2;
    const int rows = (int)s->m->row_count;
    double *least = ARENA_ARRAY(s->a, double, rows + 1);
    put_under_stress(s, NULL);
    if (!f->stress || !dynamics_evaluate(s, s->t, s->y, NULL) || !dynamics_rows_dependent(s->mode))
        return;
    multipliers_of(s, 0, rows, least);
    if (reserve(list, f, least) <= enough * fmax(0, reserve(list, f, f->stress)))
        put_under_stress(s, f->stress);
}

/* Accelerations of the gaps without contact forces, then forces by complementarity; who carries load is closed. */
static bool choose_fate(sim *s, const touch_list *list, const bool *candidate, const ladder *before, fate *f) {
    reply *r;
    do {
        r = reply_beside_boundaries(s, list, candidate, before);
        if (!r || is_shared(s, list, r))
            return false;
        contact_law *laws = contact_laws_of_forces(s, list, r);
        f->stands = ARENA_ARRAY(s->a, stand, r->standing + 1);
        do {
            if (!find_forces(s, list, laws, r, f))
                return false;
        } while (weaken_overcome(list, laws, r, f) || contact_hyperstatic_slip(s, list, laws, r, f));
        if (r->tangents || r->standing)
            contact_hyperstatic_settle(s, list, laws, r, f);
        keep_ways(s, list, r, laws);
    } while (weaken_boundaries(s, r, f));
    for (int k = 0; k < r->count; k++)
        f->idle[contact_candidates_entry(list, r->contact_rows[k])] = r->z[k] <= 0;
    f->stress = stress_of(s, r);
    end_boundaries(s, r, f);
    return true;
}

/* Whether these contacts act by rows of their own. */
static bool can_hold(sim *s, const touch_list *list, const bool *closed) {
    mode *with = contact_candidates_mode(s, list, closed, NULL, NULL), *present = s->mode;
    s->mode = with;
    bool ok = dynamics_evaluate(s, s->t, s->y, NULL) && with->used_count == with->m;
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
        if (c->rubs || !(fabs(c->acceleration) > clear * c->acceleration_scale))
            return false;
        count++;
        pressed = c->acceleration < 0 ? i : pressed;
    }
    if (pressed < 0)
        return true;
    f->closed[pressed] = count == 1;
    return count == 1 && can_hold(s, list, f->closed);
}

bool contact_jam(sim *s) {
    if (!s->mode->skew || !dynamics_evaluate(s, s->t, s->y, NULL))
        return false;
    touch_list list = contact_candidates_look(s);
    bool *closed = ARENA_ARRAY(s->a, bool, list.count + 1);
    for (int i = 0; i < list.count; i++)
        closed[i] = list.at[i].closed;
    const reply *r = contact_candidates_reply(s, &list, closed, false);
    if (!r)
        return false;
    contact_law *laws = contact_candidates_laws(s, &list, r);
    for (int k = 0; k < r->count + r->rubbed; k++) {
        laws[k].slide = (signed char)mech_slip_way(s->mode->slip[contact_delassus_row(r, k)]);
        if (laws[k].tangents > 1)
            find_way(s, contact_candidates_of(&list, r, k), &laws[k]);
        if (is_undetermined(s, contact_candidates_of(&list, r, k), &laws[k], r, k, 0.01))
            return true;
    }
    return false;
}

static void record_changes(sim *s, const mode *old) {
    for (size_t row = 0; row < s->m->row_count; row++) {
        if (!s->m->rows[row].contact || old->rows[row] == s->mode->rows[row])
            continue;
        const event_part part = s->mode->rows[row] ? EVENT_CLOSE : EVENT_OPEN;
        record_reducers_at_event(s, (event_ref){part, (int)row});
        record_contact(s, part, (int)row, NULL, NULL);
    }
}

/* What touches except for rounding touches, lest the first step move it there and other gaps with it. */
static void press_together(sim *s) {
    size_t size = dynamics_state_size(s, s->mode) * sizeof *s->y;
    if (!s->mode->m || !dynamics_evaluate(s, s->t, s->y, NULL)) /* evaluated first, a mode projects as it always will */
        return;
    memcpy(s->work_y, s->y, size);
    if (dynamics_project(s, s->t, s->work_y, NULL))
        memcpy(s->y, s->work_y, size);
}

/* What was open, and neither lifts nor presses now, closes unless it would pull. */
static void open_pulling(sim *s, const touch_list *list, fate *f) {
    double *soon = ARENA_ARRAY(s->a, double, s->m->row_count + 1);
    bool closes = false;
    for (int i = 0; i < list->count; i++)
        closes = closes || (f->closed[i] && !list->at[i].closed);
    if (!closes || !multipliers_soon(s, 0, (int)s->m->row_count, soon))
        return;
    event_functions_evaluate(s, s->margins_now);
    for (int i = 0; i < list->count; i++) {
        const int row = list->at[i].row, k = event_function_of(s, EVENT_OPEN, row);
        const bool pulls = k >= 0 && event_function_holds(&s->mode->margins[k], soon[row], s->margins_now.size[k]);
        f->closed[i] = f->closed[i] && (list->at[i].closed || !pulls);
    }
    dynamics_enter_mode(s, contact_candidates_mode(s, list, f->closed, f->stick, f->slip));
}

/* Per direction the present force. */
static void take_present_forces(sim *s, reply *r) {
    for (int k = 0; k < r->count; k++) {
        multipliers_of(s, r->contact_rows[k], 1, &r->z[k]);
        r->z[k] = -r->z[k];
    }
    for (int k = 0; k < r->tangents; k++) {
        multipliers_of(s, r->tangent_rows[k], 1, &r->z[r->count + k]);
        r->z[r->count + k] = -r->z[r->count + k];
    }
}

/* Friction at its limit, of a contact that presses as others do. */
static bool slips_now(const reply *r, const contact_law *laws, const bool *limits, int k) {
    static const double little = 1e-6;
    double most = 0;
    for (int l = 0; l < r->count; l++)
        most = fmax(most, r->z[l]);
    return limits[k] && contact_law_is_cone(&laws[k]) && r->z[k] > little * most;
}

share_end contact_share_anew(sim *s, int row) {
    if (s->m->rows[row].tangents == 1 || !dynamics_rows_dependent(s->mode))
        return SHARE_NONE;
    const touch_list list = contact_candidates_keep(s, contact_candidates_look(s));
    bool *closed = ARENA_ARRAY(s->a, bool, list.count + 1);
    for (int i = 0; i < list.count; i++)
        closed[i] = list.at[i].closed;
    reply *r = contact_candidates_reply(s, &list, closed, false);
    int contact = 0;
    while (r && contact < r->count && r->contact_rows[contact] != row)
        contact++;
    if (!r || r->standing || contact == r->count)
        return SHARE_NONE;
    const contact_law *laws = contact_laws_of_forces(s, &list, r);
    bool *limits = ARENA_ARRAY(s->a, bool, contact_delassus_laws(r) + 1), any = false;
    take_present_forces(s, r);
    r->shared = true;
    const bool rests = contact_complementarity_share(s, r, laws, contact, limits);
    for (int k = 0; !rests && k < r->count; k++)
        if (slips_now(r, laws, limits, k)) {
            s->must_slip[r->contact_rows[k]] = 1;
            any = true;
        }
    if (rests || any)
        put_under_stress(s, stress_of(s, r));
    return rests ? SHARE_RESTS : any ? SHARE_SLIPS : limits[contact] ? SHARE_LIFTS : SHARE_NONE;
}

/* Enters the mode that the forces of touching contacts ask for, or of frictions that stand at once. */
static bool enter_by_forces(sim *s, bool at_start, bool frictions) {
    const ladder *before = dynamics_pieces_stand(s);
    touch_list list = contact_candidates_keep(s, contact_candidates_look(s));
    bool *candidate = ARENA_ARRAY(s->a, bool, 5 * list.count + 1), any = frictions;
    fate f = {.closed = candidate + list.count,
              .stick = candidate + 2 * list.count,
              .kept = candidate + 3 * list.count,
              .idle = candidate + 4 * list.count,
              .slip = ARENA_ARRAY(s->a, signed char, list.count + 1)};
    for (int i = 0; i < list.count; i++) {
        candidate[i] = contact_candidate_is_resting(s, &list.at[i]) && list.at[i].row != s->opening;
        any = any || candidate[i];
    }
    if (before && !any)
        dynamics_pieces_restore(s, before);
    if (any && (before || !is_clear(s, &list, candidate, &f)) && !choose_fate(s, &list, candidate, before, &f)) {
        if (!s->result->failure)
            contact_candidates_fail(s, DIAG_E0502, "the contact forces have no solution");
        return false;
    }
    for (int i = 0; i < list.count; i++)
        s->kept_from_slipping[list.at[i].row] = f.kept[i];
    dynamics_enter_mode(s, contact_candidates_mode(s, &list, f.closed, f.stick, f.slip));
    share_forces(s, &list, &f);
    contact_hyperstatic_open(s, &list, &f);
    if (!at_start)
        open_pulling(s, &list, &f);
    if (before && !any)
        dynamics_pieces_follow(s);
    if (!at_start)
        press_together(s);
    dynamics_evaluate(s, s->t, s->y, NULL);
    return true;
}

bool contact_settle(sim *s, bool at_start) {
    dynamics_pieces_release(s);
    s->opened_beside_sticking = false;
    memset(s->kept_from_slipping, 0, s->m->row_count * sizeof *s->kept_from_slipping);
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return true;
    const bool there = contact_candidates_there(s);
    if (!there && !at_start)
        dynamics_sliding_renew(s);
    const bool frictions = dynamics_pieces_disagree(s);
    if (there || frictions) {
        const mode *old = s->mode;
        if (!enter_by_forces(s, at_start, frictions))
            return false;
        if (!at_start && dynamics_evaluate(s, s->t, s->y, NULL))
            record_changes(s, old);
        return true;
    }
    put_under_stress(s, NULL);
    if (!at_start)
        press_together(s);
    dynamics_evaluate(s, s->t, s->y, NULL);
    return true;
}

bool contact_settle_eased(sim *s) {
    if (!contact_settle(s, true))
        return false;
    touch_list list = contact_candidates_look(s);
    bool *closed = ARENA_ARRAY(s->a, bool, list.count + 1);
    signed char *slip = ARENA_ARRAY(s->a, signed char, list.count + 1);
    for (int i = 0; i < list.count; i++) {
        const touch *c = &list.at[i];
        closed[i] = s->mode->rows[c->row];
        slip[i] = hypot(c->slip[0], c->slip[1]) > touch_rounding * c->slip_scale ? s->mode->slip[c->row] : 0;
    }
    dynamics_enter_mode(s, contact_candidates_mode(s, &list, closed, NULL, slip));
    return dynamics_evaluate(s, s->t, s->y, NULL);
}

/* What the rounding of forces, which may hold a machine at rest, moves a gap in a step. */
static double moved_by_rounding(sim *s, int row) {
    const touch_list list = contact_candidates_look(s);
    const int i = contact_candidates_entry(&list, row);
    return i < 0 ? 0 : touch_rounding * list.at[i].acceleration_scale * s->step_size * s->step_size;
}

bool contact_inside_out(sim *s) {
    double deepest = fmax(1e3 * s->gap_tolerance, 10 * s->gap_error);
    for (size_t k = 0; k < s->mode->margin_count; k++) {
        const margin *x = &s->mode->margins[k];
        double depth = s->margins_start.value[k], size = s->margins_start.size[k];
        if (x->part != EVENT_CLOSE || !(depth > 0))
            continue;
        s->result->position_residual = fmax(s->result->position_residual, depth);
        if (depth <= deepest * size || depth <= moved_by_rounding(s, x->index))
            continue;
        finding *f = dynamics_fail(s, DIAG_E0513, "the contact '%s' is penetrated at t = %.9g s: its gap is %.6g",
                                   s->m->rows[x->index].name, s->t, -depth);
        f->at = s->m->rows[x->index].at;
        diag_help(s->m->findings, f, "a gap must not jump: write it as a continuous function of the coordinates");
        return true;
    }
    return false;
}
