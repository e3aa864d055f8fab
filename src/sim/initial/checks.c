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

/* Marks the rows in use that a row left out is a combination of, and whether one of all these rubs; false: of none. */
static bool mark_combination(sim *s, const mode *o, int row, bool *needed, bool *rubs) {
    double *c = ARENA_ARRAY(s->a, double, o->m + 1);
    bool any = false;
    const bool follows = dynamics_rows_combination(s, o, row, c);
    for (int i = 0; follows && i < o->used_count; i++) {
        if (fabs(c[i]) < 1e-6)
            continue;
        any = needed[o->used[i]] = true;
        *rubs = *rubs || s->m->rows[o->eq.rows[o->used[i]]].partner >= 0;
    }
    *rubs = *rubs || (any && s->m->rows[o->eq.rows[row]].partner >= 0);
    return any;
}

static void warn_of_row(sim *s, int k) {
    const model_row *row = &s->m->rows[s->mode->eq.rows[k]];
    finding *f = diag_add(s->m->findings, DIAG_W0420, row->at, "'%s' is redundant: %s", row->name,
                          dynamics_row_always_holds(s, k) ? "it always holds" : "it follows from others");
    diag_help(s->m->findings, f, "the motion is the same without it");
}

/* "'a', 'b'": the names of the rows that are marked; their number. */
static int name_rows(sim *s, const mode *o, const bool *marked, const char **text) {
    strbuf names = base_strbuf_make(s->a);
    int count = 0;
    for (int k = 0; k < o->m; k++)
        if (marked[k])
            base_strbuf_printf(&names, "%s'%s'", count++ ? ", " : "", s->m->rows[o->eq.rows[k]].name);
    *text = base_strbuf_text(&names);
    return count;
}

static void warn_of_rows(sim *s, span at, const char *names, const char *others, bool several, bool rubs) {
    finding *f = diag_add(s->m->findings, DIAG_W0420, at, "%s %s redundant: %s from %s", names, several ? "are" : "is",
                          several ? "they follow" : "it follows", others);
    diag_help(s->m->findings, f,
              "the motion is the same without %s%s, but the distribution of the constraint forces is not unique",
              several ? "them" : "it", rubs ? " where all of them rub alike and do not turn" : "");
}

/* Row `first`, which is left out, and the others of its statement that are; they are marked as told. */
static void warn_of_statement(sim *s, int first, bool *left) {
    const mode *o = s->mode;
    const span at = s->m->rows[o->eq.rows[first]].at;
    bool *told = ARENA_ARRAY(s->a, bool, o->m + 1), *needed = ARENA_ARRAY(s->a, bool, o->m + 1);
    bool *alone = ARENA_ARRAY(s->a, bool, o->m + 1), rubs = false;
    for (int k = first; k < o->m; k++) {
        const span other = s->m->rows[o->eq.rows[k]].at;
        if (!left[k] || other.begin != at.begin || other.end != at.end)
            continue;
        left[k] = false;
        told[k] = mark_combination(s, o, k, needed, &rubs);
        alone[k] = !told[k];
    }
    const char *names, *others;
    const int count = name_rows(s, o, told, &names);
    const bool several = count > 1;
    name_rows(s, o, needed, &others);
    if (count)
        warn_of_rows(s, at, names, others, several, rubs);
    for (int k = first; k < o->m; k++)
        if (alone[k])
            warn_of_row(s, k);
}

void initial_warn_redundant(sim *s) {
    const mode *o = s->mode;
    LGR_ASSERT(o->used_count <= o->m);
    bool *left = ARENA_ARRAY(s->a, bool, o->m + 1);
    for (int k = 0; k < o->m; k++)
        left[k] = true;
    for (int j = 0; j < o->used_count; j++)
        left[o->used[j]] = false;
    for (int k = 0; k < o->m; k++)
        if (left[k])
            warn_of_statement(s, k, left);
}
