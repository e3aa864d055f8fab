/* Hyperstatic contacts: which of those that carry load or hold by friction redundantly go on so, and which others keep
   as they are. */
#include <math.h>

#include "sim/contact/hyperstatic.h"
#include "sim/dynamics/dynamics.h"
#include "sim/event/event.h"

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
        const touch *c = contact_candidates_of(list, r, k);
        const bool begins = fabs(c->slip[0]) <= touch_rounding * c->slip_scale;
        if (!begins || !is_kept(s, &laws[k], r, h))
            continue;
        f->kept[c - list->at] = true;
        f->slip[c - list->at] = slip_of_kept(c, laws[k].slide, &laws[k]);
    }
    for (int i = 0; i < r->standing; i++)
        settle_left(s, &laws[r->count + r->rubbed + i], r, &f->stands[i], h);
}

void contact_hyperstatic_settle(sim *s, const touch_list *list, const contact_law *laws, const reply *r, fate *f) {
    holding h = {0, ARENA_ARRAY(s->a, int, contact_delassus_directions(r) + 1)};
    hold_pressing(s, list, r, f, &h);
    const bool *alone = find_alone(s, r, &h);
    open_beside_sticking(s, list, r, f, alone, &h);
    settle_sticking(s, list, laws, r, f, &h);
    open_idle(s, list, r, f, alone, &h);
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

bool contact_hyperstatic_slip(sim *s, const touch_list *list, contact_law *laws, const reply *r, const fate *f) {
    bool any = false;
    holding h = {0, NULL};
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const touch *c = contact_candidates_of(list, r, k);
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
        const int k = f->closed[i] ? event_function_of(s, EVENT_OPEN, list->at[i].row) : -1;
        if (k < 0)
            continue;
        const double force = s->margins_now.value[k], size = s->margins_now.size[k];
        const double pull = size > 0 ? force / size : 0;
        beyond = beyond || event_function_holds(&s->mode->margins[k], force, size);
        if (!f->idle[i] || (worst >= 0 && pull <= most))
            continue;
        worst = i;
        most = pull;
    }
    return beyond ? worst : -1;
}

void contact_hyperstatic_open(sim *s, const touch_list *list, fate *f) {
    for (int i; (i = find_pulling(s, list, f)) >= 0;) {
        f->closed[i] = f->stick[i] = f->idle[i] = false;
        f->slip[i] = 0;
        dynamics_enter_mode(s, contact_candidates_mode(s, list, f->closed, f->stick, f->slip));
    }
}
