/* Contact states: which of the touching contacts carry load; which of them, and of constraints with friction, stick or
   slide. */
#include <math.h>
#include <string.h>

#include "sim/contact/candidates.h"
#include "sim/contact/contact.h"
#include "sim/contact/delassus.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/event/event.h"
#include "sim/record/record.h"

/* What becomes of a boundary that the motion slides along: it goes on so, or on one side; held at it or leaving it. */
typedef enum { STANDS, HELD_BELOW, HELD_ABOVE, LEAVES_BELOW, LEAVES_ABOVE } stand;

/* What contacts and constraints with friction do from now on. */
typedef struct fate {
    bool *closed, *stick, *kept; /* kept: at the limit of its friction, where others keep it from slipping */
    bool *idle;                  /* closed, and others carry all that presses */
    signed char *slip;
    stand *stands; /* per boundary of the Delassus operator */
} fate;

/* The sign with which a resting contact already slides; 0 where sticking is possible. */
static signed char sliding_sign(const sim *s, const touch *c) {
    if (!c->rubs)
        return 0;
    if (hypot(c->slip[0], c->slip[1]) <= touch_rounding * c->slip_scale)
        return c->tangents > 1 ? s->must_slip[c->row] : 0; /* in one direction others may hold it: see slip_unheld */
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
    bool pressed = r->z[k] * contact_delassus_compliance(r, law, k) > 100 * touch_rounding * c->acceleration_scale;
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

static const touch *touch_at(const touch_list *list, const reply *r, int law) {
    return &list->at[contact_candidates_entry(list, contact_delassus_row(r, law))];
}

/* Directions along which forces hold, of which none follows from others. */
typedef struct holding {
    int count, *at;
} holding;

static void hold(holding *h, int direction) {
    h->at[h->count++] = direction;
}

/* It sticks, in one direction: how many of these do depends on how what presses is shared. */
static bool sticks_along_line(const touch_list *list, const reply *r, const fate *f, int k) {
    const int i = contact_candidates_entry(list, r->contact_rows[k]);
    return f->stick[i] && list->at[i].tangents == 1;
}

static bool *closed_of(const touch_list *list, const reply *r, const fate *f, int k) {
    return &f->closed[contact_candidates_entry(list, r->contact_rows[k])];
}

static void hold_pressing(sim *s, const touch_list *list, const reply *r, const fate *f, holding *h) {
    for (int k = 0; k < r->count; k++)
        if (*closed_of(list, r, f, k) && r->z[k] > 0 && !contact_delassus_follows(s, r, h->at, h->count, k))
            hold(h, k);
}

/* Per contact: it moves by itself, however what presses holds. */
static bool *find_alone(sim *s, const reply *r, const holding *h) {
    bool *alone = ARENA_ARRAY(s->a, bool, r->count + 1);
    for (int k = 0; k < r->count; k++)
        alone[k] = !contact_delassus_follows(s, r, h->at, h->count, k);
    return alone;
}

/* What presses holds it, and none of that sticks. */
static bool is_held_smoothly(sim *s, const touch_list *list, const reply *r, const fate *f, const holding *h, int k) {
    holding smooth = {0, ARENA_ARRAY(s->a, int, h->count + 1)};
    for (int j = 0; j < h->count; j++)
        if (!sticks_along_line(list, r, f, h->at[j]))
            hold(&smooth, h->at[j]);
    return !sticks_along_line(list, r, f, k) && contact_delassus_follows(s, r, smooth.at, smooth.count, k);
}

/* A contact that neither lifts nor presses opens where what holds it sticks: what Coulomb's law allows is how those
   that press share the force, and how many of them stick depends on that. */
static void open_beside_sticking(sim *s, const touch_list *list, const reply *r, fate *f, const bool *alone,
                                 const holding *h) {
    for (int k = 0; k < r->count; k++) {
        const int i = contact_candidates_entry(list, r->contact_rows[k]);
        if (!f->closed[i] || r->z[k] > 0 || alone[k] || is_held_smoothly(s, list, r, f, h, k))
            continue;
        f->closed[i] = f->stick[i] = false;
        f->slip[i] = 0;
        s->opened_beside_sticking = true;
    }
}

/* A contact that neither lifts nor presses stays closed, but not where it is friction that keeps it from moving: there
   it would take from friction what that has to hold, or pull. */
static void open_idle(sim *s, const touch_list *list, const reply *r, fate *f, const bool *alone, holding *h) {
    for (int k = 0; k < r->count; k++) {
        bool *closed = closed_of(list, r, f, k);
        if (!*closed || r->z[k] > 0 || !alone[k])
            continue;
        *closed = !contact_delassus_follows(s, r, h->at, h->count, k);
        if (*closed)
            hold(h, k);
    }
}

/* Where friction stands: neither at its limit nor zero, at zero, at its limit. */
typedef enum { BETWEEN, AT_ZERO, AT_LIMIT } standing;

static standing standing_of(const contact_law *law, const reply *r, double limit) {
    const double z = fabs(r->z[r->count + law->tangent]), least = 1e-9 * limit;
    return limit - z <= least ? AT_LIMIT : z <= least ? AT_ZERO : BETWEEN;
}

/* What others keep from slipping has all of its static friction. */
static signed char slip_of_kept(const touch *c, int way, const contact_law *law) {
    const bool is_static = c->hold != c->mu && law->mu == c->hold;
    return is_static ? mech_slip_at_limit(way, law->side) : mech_slip(way, law->side);
}

static void settle_law(sim *s, const touch_list *list, const contact_law *laws, const reply *r, fate *f, holding *h,
                       int k, standing at) {
    const int i = contact_candidates_entry(list, contact_delassus_row(r, k)), t = r->count + laws[k].tangent;
    LGR_ASSERT(i >= 0);
    if (!f->stick[i])
        return;
    LGR_ASSERT(laws[k].tangent >= 0);
    if (laws[k].tangents > 1) { /* what is said twice there is left out with the rows */
        for (int u = t; at == BETWEEN && u < t + laws[k].tangents; u++)
            if (!contact_delassus_follows(s, r, h->at, h->count, u))
                hold(h, u);
        return;
    }
    const double limit = laws[k].mu * fabs(contact_delassus_force(r, laws, k));
    if (standing_of(&laws[k], r, limit) != at)
        return;
    f->stick[i] = !contact_delassus_follows(s, r, h->at, h->count, t);
    if (f->stick[i])
        hold(h, t);
    else if (limit - fabs(r->z[t]) <= 1e-9 * limit) {
        f->slip[i] = slip_of_kept(&list->at[i], r->z[t] > 0 ? -1 : 1, &laws[k]);
        f->kept[i] = true;
    }
}

/* Where there is nothing but boundaries, sliding along them shares what they carry (dynamics_sliding_evaluate). */
static void settle_boundary(sim *s, const contact_law *laws, const reply *r, fate *f, holding *h, int k, standing at) {
    const int i = k - r->count - r->rubbed, t = r->count + laws[k].tangent;
    const bool alone = r->standing == contact_delassus_directions(r);
    if (alone || f->stands[i] != STANDS || laws[k].slide || standing_of(&laws[k], r, laws[k].mu) != at)
        return;
    if (!contact_delassus_follows(s, r, h->at, h->count, t))
        hold(h, t);
    else if (laws[k].mu - fabs(r->z[t]) <= 1e-9 * laws[k].mu)
        f->stands[i] = r->z[t] > 0 ? HELD_BELOW : HELD_ABOVE;
}

/* Whether others keep at rest what slides from this instant on. */
static bool is_kept(sim *s, const contact_law *law, const reply *r, const holding *h) {
    const int t = r->count + law->tangent;
    return law->tangent >= 0 && law->tangents == 1 && law->slide && fabs(contact_delassus_left(r, t)) <= law->small &&
           contact_delassus_follows(s, r, h->at, h->count, t);
}

/* A boundary that has let go stays where it is all the same where others keep the motion at it. */
static void settle_left(sim *s, const contact_law *law, const reply *r, stand *of, const holding *h) {
    if (!law->slide || *of != STANDS)
        return;
    if (is_kept(s, law, r, h))
        *of = law->slide > 0 ? HELD_ABOVE : HELD_BELOW;
    else
        *of = law->slide > 0 ? LEAVES_ABOVE : LEAVES_BELOW;
}

/* Where more contacts stick than it takes, friction could be shared among them in many ways. The complementarity
   problem has chosen one that Coulomb's law allows: there all but as many as it takes are at their limit or at zero.
   Those go on so, without sticking; that they do not slide the others see to. */
static void settle_sticking(sim *s, const touch_list *list, const contact_law *laws, const reply *r, fate *f,
                            holding *h) {
    for (standing at = BETWEEN; at <= AT_LIMIT; at++) { /* first those that have friction left */
        for (int k = r->count + r->rubbed; k < contact_delassus_laws(r); k++)
            settle_boundary(s, laws, r, f, h, k, at);
        for (int k = 0; k < r->count + r->rubbed; k++)
            settle_law(s, list, laws, r, f, h, k, at);
    }
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const touch *c = touch_at(list, r, k);
        const bool begins = fabs(c->slip[0]) <= touch_rounding * c->slip_scale;
        if (!begins || !is_kept(s, &laws[k], r, h))
            continue;
        f->kept[c - list->at] = true;
        f->slip[c - list->at] = slip_of_kept(c, laws[k].slide, &laws[k]);
    }
    for (int i = 0; i < r->standing; i++)
        settle_left(s, &laws[r->count + r->rubbed + i], r, &f->stands[i], h);
}

static void settle_sharing(sim *s, const touch_list *list, const contact_law *laws, const reply *r, fate *f) {
    holding h = {0, ARENA_ARRAY(s->a, int, contact_delassus_directions(r) + 1)};
    hold_pressing(s, list, r, f, &h);
    const bool *alone = find_alone(s, r, &h);
    open_beside_sticking(s, list, r, f, alone, &h);
    settle_sticking(s, list, laws, r, f, &h);
    open_idle(s, list, r, f, alone, &h);
}

/* With sliding friction a push can drive the contact together instead of apart, or the force of a constraint make its
   friction grow faster than itself: then nothing decides the motion. */
static bool is_undetermined(sim *s, const touch *c, const contact_law *law, const reply *r, int k, double reserve) {
    contact_law smooth = {.tangent = -1};
    if (!law->slide)
        return false;
    if (c->bilateral ? fabs(contact_delassus_gain(r, law)) < 1 - reserve
                     : contact_delassus_compliance(r, law, k) > reserve * contact_delassus_compliance(r, &smooth, k))
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
        if (is_undetermined(s, touch_at(list, r, k), &laws[k], r, k, 0))
            return false;
    if (!contact_delassus_solve(s, r, laws))
        return false;
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const touch *c = touch_at(list, r, k);
        decide(s, c, &laws[k], r, k, f, (int)(c - list->at));
    }
    for (int i = 0, k = r->count + r->rubbed; i < r->standing; i++, k++)
        f->stands[i] = decide_boundary(&laws[k], r);
    return true;
}

/* Along what directions forces hold, whatever is asked of them: what presses, and friction below its limit. */
static holding hold_below_limits(sim *s, const touch_list *list, const contact_law *laws, const reply *r,
                                 const fate *f) {
    holding h = {0, ARENA_ARRAY(s->a, int, contact_delassus_directions(r) + 1)};
    hold_pressing(s, list, r, f, &h);
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const int i = contact_candidates_entry(list, contact_delassus_row(r, k)), t = r->count + laws[k].tangent;
        const double limit = laws[k].mu * fabs(contact_delassus_force(r, laws, k));
        if (f->stick[i] && laws[k].tangents == 1 && standing_of(&laws[k], r, limit) != AT_LIMIT &&
            !contact_delassus_follows(s, r, h.at, h.count, t))
            hold(&h, t);
    }
    return h;
}

/* What static friction has not held slides with less, and presses on others with less: false if nothing has changed. */
static bool weaken_overcome(const touch_list *list, contact_law *laws, const reply *r, const fate *f) {
    bool any = false;
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const touch *c = touch_at(list, r, k);
        const signed char slip = f->slip[c - list->at];
        if (!slip || laws[k].mu == c->mu)
            continue;
        laws[k].slide = (signed char)mech_slip_way(slip);
        laws[k].mu = c->mu;
        any = true;
    }
    return any;
}

/* What has been overcome slips where neither it nor anything beside it has friction left to hold it: alone it would
   stick again. False if nothing has changed. */
static bool slip_unheld(sim *s, const touch_list *list, contact_law *laws, const reply *r, const fate *f) {
    bool any = false;
    holding h = {0, NULL};
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const touch *c = touch_at(list, r, k);
        if (!s->must_slip[c->row] || laws[k].tangents != 1 || laws[k].slide || !f->stick[c - list->at])
            continue;
        if (!h.at)
            h = hold_below_limits(s, list, laws, r, f);
        if (contact_delassus_follows(s, r, h.at, h.count, r->count + laws[k].tangent))
            continue;
        laws[k].slide = s->must_slip[c->row];
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
        const touch *c = touch_at(list, r, r->count + k);
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

/* The direction of a slip of two rows: its own, or against the friction that has held it so far. */
static void find_way(sim *s, const touch *c, contact_law *law) {
    double slip[] = {c->slip[0], c->slip[1]};
    law->given = hypot(slip[0], slip[1]) > touch_rounding * c->slip_scale;
    if (!law->given)
        contact_friction_ahead(s, c->friction, 2, slip);
    const double size = hypot(slip[0], slip[1]);
    law->held = law->given ? 0 : size;
    law->way[0] = size > 0 ? slip[0] / size : 1;
    law->way[1] = size > 0 ? slip[1] / size : 0;
}

static contact_law *laws_of_forces(sim *s, const touch_list *list, const reply *r) {
    contact_law *laws = contact_candidates_laws(s, list, r);
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const touch *c = touch_at(list, r, k);
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
        const touch *c = touch_at(list, r, k);
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

/* Accelerations of the gaps without contact forces, then forces by complementarity; who carries load is closed. */
static bool choose_fate(sim *s, const touch_list *list, const bool *candidate, const ladder *before, fate *f) {
    reply *r;
    do {
        r = reply_beside_boundaries(s, list, candidate, before);
        if (!r || is_shared(s, list, r))
            return false;
        contact_law *laws = laws_of_forces(s, list, r);
        f->stands = ARENA_ARRAY(s->a, stand, r->standing + 1);
        do {
            if (!find_forces(s, list, laws, r, f))
                return false;
        } while (weaken_overcome(list, laws, r, f) || slip_unheld(s, list, laws, r, f));
        if (r->tangents || r->standing)
            settle_sharing(s, list, laws, r, f);
        keep_ways(s, list, r, laws);
    } while (weaken_boundaries(s, r, f));
    for (int k = 0; k < r->count; k++)
        f->idle[contact_candidates_entry(list, r->contact_rows[k])] = r->z[k] <= 0;
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
            find_way(s, touch_at(&list, r, k), &laws[k]);
        if (is_undetermined(s, touch_at(&list, r, k), &laws[k], r, k, 0.01))
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

/* Whether this force of a closed contact pulls, by more than rounding as it was evaluated last. */
static bool pulls(const sim *s, int row, double force) {
    for (size_t k = 0; k < s->mode->margin_count; k++) {
        const margin *m = &s->mode->margins[k];
        if (m->part == EVENT_OPEN && m->index == row)
            return event_function_holds(m, force, s->margins_now.size[k]);
    }
    return false;
}

/* How much the force of a closed contact pulls beside its terms, as evaluated last; *beyond: by more than rounding. */
static double pull_of(const sim *s, int row, bool *beyond) {
    for (int k = 0; k < s->mode->m; k++)
        for (size_t i = 0; s->mode->eq.rows[k] == row && i < s->mode->margin_count; i++) {
            const double force = dynamics_multipliers(s)[k];
            if (s->mode->margins[i].part != EVENT_OPEN || s->mode->margins[i].index != row)
                continue;
            *beyond = *beyond || event_function_holds(&s->mode->margins[i], force, s->margins_now.size[i]);
            return s->margins_now.size[i] > 0 ? force / s->margins_now.size[i] : 0;
        }
    return -INFINITY;
}

/* Which of the idle contacts is to open: the one that pulls most, where some closed contact pulls; -1: none does. */
static int find_pulling(sim *s, const touch_list *list, const fate *f) {
    int worst = -1;
    bool beyond = false, idles = false;
    double most = -INFINITY;
    for (int i = 0; i < list->count; i++)
        idles = idles || (f->closed[i] && f->idle[i]);
    if (!idles || !dynamics_evaluate(s, s->t, s->y, NULL) || !dynamics_rows_dependent(s->mode))
        return -1;
    event_functions_evaluate(s, s->margins_now);
    for (int i = 0; i < list->count; i++) {
        if (!f->closed[i] || list->at[i].bilateral)
            continue;
        const double pull = pull_of(s, list->at[i].row, &beyond);
        if (!f->idle[i] || (worst >= 0 && pull <= most))
            continue;
        worst = i;
        most = pull;
    }
    return beyond ? worst : -1;
}

/* Of least norm, forces that redundant contacts share may pull where others alone press: as at the foot of a table that
   is farthest from a load beyond the others. */
static void open_redundant(sim *s, const touch_list *list, fate *f) {
    for (int i; (i = find_pulling(s, list, f)) >= 0;) {
        f->closed[i] = f->stick[i] = f->idle[i] = false;
        f->slip[i] = 0;
        dynamics_enter_mode(s, contact_candidates_mode(s, list, f->closed, f->stick, f->slip));
    }
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
    for (int i = 0; i < list->count; i++)
        f->closed[i] = f->closed[i] && (list->at[i].closed || !pulls(s, list->at[i].row, soon[list->at[i].row]));
    dynamics_enter_mode(s, contact_candidates_mode(s, list, f->closed, f->stick, f->slip));
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
    open_redundant(s, &list, &f);
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
