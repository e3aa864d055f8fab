/* Checks of an initial state: penetrated contacts, violated assumptions, masses too small to be represented, redundant
 * rows. */
#include <float.h>
#include <math.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/kinematics.h"
#include "sim/event/event.h"
#include "sim/initial/initial.h"

bool initial_gaps_are_open(sim *s) {
    if (!dynamics_kinematics_of(s, s->mode)->contact_count)
        return true;
    const survey *v = dynamics_kinematics_take(s);
    int i = dynamics_kinematics_inside_out(s, v, s->gap_tolerance);
    if (i < 0)
        return true;
    const model_row *row = &s->m->rows[v->contact[i]];
    double gap = dynamics_kinematics_of_contact(v, i, CONTACT_GAP);
    const char *missing = row->pulls ? "the rope '%s' is too short at the start, by %s"
                                     : "the contact '%s' is penetrated at the start: its gap is %s";
    finding *d = dynamics_fail(
        s, DIAG_E0405, missing, row->name,
        model_amount_text(s->m, row->pulls ? -gap : gap, dynamics_row_dim(s, v->contact[i], false), s->a));
    d->at = row->at;
    diag_help(s->m->findings, d,
              "change the initial position, or add 'initial closed(%s)' and a guess that can be adjusted", row->name);
    s->result->start_failed = true;
    return false;
}

bool initial_assumptions_hold(sim *s) {
    bool any = false;
    for (size_t i = 0; i < s->m->event_count; i++)
        any = any || s->m->events[i].assumed;
    if (!any || !dynamics_evaluate(s, s->t, s->y, NULL))
        return true;
    event_functions_evaluate(s, s->margins_start);
    for (size_t k = 0; k < s->mode->margin_count; k++) {
        const margin *x = &s->mode->margins[k];
        const model_event *e = &s->m->events[x->part == EVENT_USER ? x->index : 0];
        if (x->part != EVENT_USER || !e->assumed ||
            !event_function_holds(x, s->margins_start.value[k], s->margins_start.size[k]))
            continue;
        finding *f = dynamics_fail(s, DIAG_E0425, "%s at the start", e->refusal);
        f->at = e->at;
        diag_help(s->m->findings, f, "begin elsewhere, or leave the assumption out");
        s->result->start_failed = true;
        return false;
    }
    return true;
}

/* Where the matrices have not been needed all pivots have been found large enough. */
bool initial_masses_are_tiny(sim *s) {
    mode *o = s->mode;
    for (int i = 0; o->at_hand && i < o->n; i++) {
        double mass = fabs(o->M[i * o->n + i]);
        const model_coord *c = &s->m->coords[o->eq.coords[i]];
        if (mass == 0 || !(mass < DBL_MIN))
            continue;
        finding *f =
            dynamics_fail(s, DIAG_E0403,
                          "the inertia of the coordinate '%s' is %.3g, which is too small to be represented accurately",
                          c->name, mass);
        f->at = c->at;
        diag_help(s->m->findings, f, "give it a mass above %.2g", DBL_MIN);
        s->result->start_failed = true;
        return true;
    }
    return false;
}

void initial_warn_redundant(sim *s) {
    mode *o = s->mode;
    LGR_ASSERT(o->used_count <= o->m);
    double *c = ARENA_ARRAY(s->a, double, o->m + 1);
    for (int k = 0, j = 0; k < o->m; k++) {
        if (j < o->used_count && o->used[j] == k) {
            j++;
            continue;
        }
        const model_row *row = &s->m->rows[o->eq.rows[k]];
        strbuf text = base_strbuf_make(s->a);
        bool follows = dynamics_rows_combination(s, o, k, c), rubs = row->partner >= 0;
        for (int i = 0; follows && i < o->used_count; i++) {
            if (fabs(c[i]) < 1e-6)
                continue;
            base_strbuf_printf(&text, "%s'%s'", text.len ? ", " : "", s->m->rows[o->eq.rows[o->used[i]]].name);
            rubs = rubs || s->m->rows[o->eq.rows[o->used[i]]].partner >= 0;
        }
        if (!text.len) {
            finding *f = diag_add(s->m->findings, DIAG_W0420, row->at, "'%s' is redundant: %s", row->name,
                                  dynamics_row_always_holds(s, k) ? "it always holds" : "it follows from others");
            diag_help(s->m->findings, f, "the motion is the same without it");
            continue;
        }
        finding *f = diag_add(s->m->findings, DIAG_W0420, row->at, "'%s' is redundant: it follows from %s", row->name,
                              base_strbuf_text(&text));
        diag_help(s->m->findings, f,
                  "the motion is the same without it%s, but the distribution of the constraint forces is not unique",
                  rubs ? " where all of them rub alike and do not turn" : "");
    }
}
