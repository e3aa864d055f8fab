/* Contact candidates at the present state, and the contact problems. */
#include "sim/contact/candidates.h"
#include "sim/contact/delassus.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/kinematics.h"
#include "sim/dynamics/pieces.h"

#include <math.h>
#include <string.h>

bool contact_candidate_is_touching(const sim *s, const touch *c) {
    const double deepest = fmax(4 * s->gap_error, 32 * s->gap_tolerance);
    return c->closed || (c->gap <= s->gap_tolerance * c->gap_scale && c->gap >= -deepest * c->gap_scale);
}
bool contact_candidate_is_approaching(const sim *s, const touch *c) {
    return contact_candidate_is_touching(s, c) && c->rate < -touch_rounding * c->rate_scale;
}
bool contact_candidate_is_resting(const sim *s, const touch *c) {
    return contact_candidate_is_touching(s, c) && fabs(c->rate) <= touch_rounding * c->rate_scale;
}

static touch touch_of(const sim *s, const survey *v, int i) {
    const int row = v->contact[i], friction = dynamics_friction_of(s, s->mode, row);
    const double hold = dynamics_kinematics_of_contact(v, i, CONTACT_HOLD);
    return (touch){
        .row = row,
        .closed = s->mode->rows[row],
        .bilateral = !s->m->rows[row].contact,
        .friction = friction,
        .rubs = friction >= 0 && (hold != 0 || model_rubs_at_times(s->m->g, &s->mode->choice.system->rows[row])),
        .tangents = s->m->rows[row].tangents,
        .gap = dynamics_kinematics_of_contact(v, i, CONTACT_GAP),
        .rate = dynamics_kinematics_of_contact(v, i, CONTACT_RATE),
        .acceleration = dynamics_kinematics_of_contact(v, i, CONTACT_ACCELERATION),
        .gap_scale = dynamics_kinematics_contact_size(v, i, CONTACT_GAP),
        .rate_scale = dynamics_kinematics_contact_size(v, i, CONTACT_RATE),
        .acceleration_scale = dynamics_kinematics_contact_size(v, i, CONTACT_ACCELERATION),
        .restitution = dynamics_kinematics_of_contact(v, i, CONTACT_RESTITUTION),
        .mu = dynamics_kinematics_of_contact(v, i, CONTACT_MU),
        .hold = hold,
        .slip = {dynamics_kinematics_of_contact(v, i, CONTACT_SLIP),
                 dynamics_kinematics_of_contact(v, i, CONTACT_SLIP_ACROSS)},
        .slip_scale = fmax(dynamics_kinematics_contact_size(v, i, CONTACT_SLIP),
                           dynamics_kinematics_contact_size(v, i, CONTACT_SLIP_ACROSS)),
        .slip_acceleration_scale = fmax(dynamics_kinematics_contact_size(v, i, CONTACT_SLIP_ACCELERATION),
                                        dynamics_kinematics_contact_size(v, i, CONTACT_SLIP_ACROSS_ACCELERATION))};
}

touch_list contact_candidates_look(sim *s) {
    survey *v = dynamics_kinematics_take(s);
    if (!v->touches)
        v->touches = ARENA_ARRAY(s->kit->a, touch, v->contact_count + 1);
    if (v->touch_count < 0) {
        v->touch_count = 0;
        for (int i = 0; i < v->contact_count; i++)
            if (isfinite(dynamics_kinematics_of_contact(v, i, CONTACT_GAP)))
                v->touches[v->touch_count++] = touch_of(s, v, i);
    }
    LGR_ASSERT(v->touch_count <= v->contact_count);
    return (touch_list){v->touches, v->touch_count};
}

touch_list contact_candidates_keep(sim *s, touch_list list) {
    LGR_ASSERT(list.count >= 0);
    touch *copy = ARENA_ARRAY(s->a, touch, list.count + 1);
    memcpy(copy, list.at, (size_t)list.count * sizeof *copy);
    return (touch_list){copy, list.count};
}

bool contact_candidates_any(const sim *s, const touch_list *list, bool (*is)(const sim *, const touch *)) {
    for (int i = 0; i < list->count; i++)
        if (is(s, &list->at[i]))
            return true;
    return false;
}

/* Nothing is closed, and the event functions of all contacts say that they are further off than what touches can be. */
static bool all_are_far(sim *s) {
    const mode *m = s->mode;
    dynamics_run_segment(s, SEG_WATCH);
    for (size_t k = 0; k < m->margin_count; k++) {
        double gap = -dynamics_segment_value(s, SEG_WATCH, 2 * k),
               size = dynamics_segment_value(s, SEG_WATCH, 2 * k + 1);
        if (m->margins[k].part != EVENT_USER &&
            !(m->margins[k].part == EVENT_CLOSE && gap > 2 * s->gap_tolerance * size))
            return false;
    }
    return true;
}

static bool any_is_rubbed(const sim *s) {
    for (size_t i = 0; i < s->m->row_count; i++)
        if (dynamics_is_rubbed(s, s->mode, (int)i))
            return true;
    return false;
}

bool contact_candidates_there(sim *s) {
    if (all_are_far(s) && !any_is_rubbed(s))
        return false;
    touch_list list = contact_candidates_look(s);
    return contact_candidates_any(s, &list, contact_candidate_is_touching);
}

void contact_candidates_fail(sim *s, diag_code code, const char *what) {
    touch_list list = contact_candidates_look(s);
    finding *f = dynamics_fail(s, code, "%s at t = %.9g s", what, s->t);
    bool first = true;
    for (int i = 0; i < list.count; i++) {
        const model_row *row = &s->m->rows[list.at[i].row];
        if (!(fabs(list.at[i].gap) <= s->gap_tolerance * list.at[i].gap_scale))
            continue;
        if (first)
            f->at = row->at;
        else
            diag_label_at(s->m->findings, f, row->at, "%s",
                          list.at[i].bilateral ? "this constraint has friction" : "this contact touches too");
        first = false;
    }
    diag_help(s->m->findings, f,
              code == DIAG_E0503 ? "reduce the restitution, or avoid simultaneous contacts"
                                 : "the cause may be redundant contacts or too much friction");
}

/* Into rows_asked and slips_asked. */
static void ask_for_rows(sim *s, const touch_list *list, const bool *use, const bool *stick, const signed char *slip) {
    const mode *m = s->mode;
    bool *rows = s->rows_asked;
    LGR_ASSERT((size_t)list->count <= s->m->row_count);
    signed char *slips = s->slips_asked;
    memset(slips, 0, s->m->row_count);
    for (size_t i = 0; i < s->m->row_count; i++)
        rows[i] = m->rows[i] && !s->m->rows[i].contact && !s->m->rows[i].friction;
    for (int i = 0; i < list->count; i++) {
        const touch *c = &list->at[i];
        rows[c->row] = use[i];
        for (int t = 0; c->friction >= 0 && t < c->tangents; t++)
            rows[c->friction + t] = use[i] && stick && stick[i];
        slips[c->row] = (signed char)(use[i] && slip ? slip[i] : 0);
    }
}

mode *contact_candidates_mode(sim *s, const touch_list *list, const bool *use, const bool *stick,
                              const signed char *slip) {
    const mode *m = s->mode;
    ask_for_rows(s, list, use, stick, slip);
    return dynamics_mode(s, m->freed, m->switched_off, m->dropped, s->rows_asked, s->slips_asked);
}

/* Where the motion is a mixture of two, or its derivatives are wanted, the mode itself is. */
static bool needs_mode(const sim *s) {
    return s->sensitivity || dynamics_is_sliding(s) || dynamics_is_pressing(s) ||
           !memcmp(s->mode->rows, s->rows_asked, s->m->row_count);
}

/* From the matrices with every contact closed: most impacts lead to no mode of their own. */
static reply *reply_from_all(sim *s, bool impact) {
    mode *all = dynamics_mode_closed(s), *present = s->mode;
    LGR_ASSERT(all->n == present->n);
    s->mode = all;
    dynamics_load_state(s, s->t, s->y);
    dynamics_matrices(s);
    s->mode = present;
    return contact_delassus_prepare(s, all, s->rows_asked, impact);
}

reply *contact_candidates_reply(sim *s, const touch_list *list, const bool *use, bool impact) {
    ask_for_rows(s, list, use, use, NULL);
    if (!needs_mode(s))
        return reply_from_all(s, impact);
    mode *with = contact_candidates_mode(s, list, use, use, NULL), *present = s->mode;
    LGR_ASSERT(with->n == present->n);
    s->mode = with; /* the active coordinates are the same: the state vector needs no rearrangement */
    bool ok = dynamics_evaluate(s, s->t, s->y, NULL) || with->info.rank < with->m;
    dynamics_matrices(s);
    s->mode = present;
    return ok ? contact_delassus_prepare(s, with, NULL, impact) : NULL;
}

int contact_candidates_entry(const touch_list *list, int row) {
    for (int i = 0; i < list->count; i++)
        if (list->at[i].row == row || (list->at[i].friction >= 0 && row >= list->at[i].friction &&
                                       row < list->at[i].friction + list->at[i].tangents))
            return i;
    return -1;
}

const touch *contact_candidates_of(const touch_list *list, const reply *r, int law) {
    return &list->at[contact_candidates_entry(list, contact_delassus_row(r, law))];
}

static int place_of(const int *rows, int count, int row) {
    for (int i = 0; i < count; i++)
        if (rows[i] == row)
            return i;
    return -1;
}

contact_law *contact_candidates_laws(sim *s, const touch_list *list, const reply *r) {
    contact_law *laws = ARENA_ARRAY(s->a, contact_law, contact_delassus_laws(r) + 1);
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const int row = contact_delassus_row(r, k), i = contact_candidates_entry(list, row);
        LGR_ASSERT(i >= 0);
        const touch *c = &list->at[i];
        laws[k] = (contact_law){
            .tangent = -1, .bilateral = -1, .mu = c->mu, .side = 1, .small = touch_rounding * c->slip_scale};
        laws[k].rests = fabs(c->rate) <= touch_rounding * c->rate_scale && laws[k].offset == 0;
        if (k >= r->count) {
            laws[k].bilateral = r->rubbed_at[k - r->count];
            laws[k].known = s->m->rows[row].known;
            if (laws[k].known && r->impact) /* nothing beside a blow */
                laws[k].mu = 0;
            laws[k].presses = s->m->rows[row].presses;
            laws[k].toward[0] = 1;
        }
        if (c->rubs && !(r->impact && laws[k].mu == 0))
            laws[k].tangent = place_of(r->tangent_rows, r->tangents, c->friction);
        laws[k].tangents = laws[k].tangent < 0 ? 0 : c->tangents;
    }
    for (int k = 0; k < r->standing; k++) {
        const ladder *l = &s->mode->pieces->ladder[r->standing_at[k]];
        laws[r->count + r->rubbed + k] = (contact_law){.tangent = r->tangents + k,
                                                       .tangents = 1,
                                                       .bilateral = -1,
                                                       .mu = r->limit[k],
                                                       .side = 1,
                                                       .slide = (signed char)(!l->leaves ? 0
                                                                              : l->upper ? 1
                                                                                         : -1),
                                                       .small = 100 * touch_rounding * r->size[k],
                                                       .known = true};
    }
    return laws;
}
