/* Which coordinates the masses and constraints leave undetermined, and why: no inertia, or singular angles. */
#include <math.h>

#include "expr/walk.h"
#include "num/dense.h"
#include "sim/diagnose/diagnose.h"
#include "sim/dynamics/dynamics.h"

static double mass(const mode *o, int i, int j) {
    return i < j ? o->M[j * o->n + i] : o->M[i * o->n + j];
}

static expr_id mass_term(const mode *o, int i, int j) {
    return i < j ? o->eq.M[j * o->n + i] : o->eq.M[i * o->n + j];
}

/* No mass of this row is anything but zero, wherever things are. */
static bool never_has_inertia(sim *s, int i) {
    for (int j = 0; j < s->mode->n; j++) {
        expr_id e = mass_term(s->mode, i, j);
        if (e.i && !expr_is_zero(s->m->g, e))
            return false;
    }
    return true;
}

/* With which other coordinates the one that is free must move so that no mass moves and every constraint is met. */
static void find_partners(sim *s, int free, bool *partner) {
    const mode *o = s->mode;
    int n = o->n, rows = n + o->m;
    double *K = ARENA_ARRAY(s->a, double, rows *n + 1), *b = ARENA_ARRAY(s->a, double, rows + 1);
    double *size = ARENA_ARRAY(s->a, double, n + 1), *x = ARENA_ARRAY(s->a, double, n + 1);
    for (int j = 0; j < n; j++)
        size[j] = mass(o, j, j) > 0 ? 1 / sqrt(mass(o, j, j)) : 1;
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < n; j++) {
            double k = r < n ? mass(o, r, j) * size[r] * size[j] : o->A[(r - n) * n + j] * size[j];
            if (j == free)
                b[r] = -k;
            else
                K[r * n + j] = k;
        }
    num_cod f;
    num_cod_factor(&f, K, rows, n, 1e-9, ARENA_ARRAY(s->a, int, n + 1),
                   ARENA_ARRAY(s->a, double, num_cod_doubles(rows, n) + 1));
    num_cod_solve(&f, b, x);
    for (int j = 0; j < n; j++)
        partner[j] = j == free || fabs(x[j]) > 1e-6;
}

static const char *list_names(const sim *s, const bool *partner) {
    strbuf text = base_strbuf_make(s->a);
    int left = 0;
    for (int j = 0; j < s->mode->n; j++)
        left += partner[j];
    for (int j = 0; j < s->mode->n; j++)
        if (partner[j])
            base_strbuf_printf(&text, "'%s'%s", s->m->coords[s->mode->eq.coords[j]].name,
                               --left > 1  ? ", "
                               : left == 1 ? " and "
                                           : "");
    return base_strbuf_text(&text);
}

const char *diagnose_places(sim *s, const bool *used, const bool *skip) {
    enum { MOST = 3 };
    strbuf text = base_strbuf_make(s->a);
    int count = 0;
    for (int j = 0; j < s->mode->n; j++) {
        const model_coord *c = &s->m->coords[s->mode->eq.coords[j]];
        if ((skip && skip[j]) || !used[c->q])
            continue;
        base_strbuf_printf(&text, "%s'%s' = %s", count++ ? ", " : ", where ", c->name,
                           model_amount_text(s->m, s->y[j], c->dim, s->a));
    }
    return count > MOST ? "" : base_strbuf_text(&text);
}

/* The other coordinates that these masses depend on, with their values. */
static const char *list_places(sim *s, const bool *partner) {
    const mode *o = s->mode;
    bool *used = ARENA_ARRAY(s->a, bool, s->m->var_count + 1);
    for (int i = 0; i < o->n; i++)
        for (int j = 0; partner[i] && j < o->n; j++) {
            expr_id e = mass_term(o, i, j);
            if (e.i)
                expr_mark_vars(s->m->g, &e, 1, used);
        }
    return diagnose_places(s, used, partner);
}

static bool turns_in_space(const sim *s) {
    for (size_t i = 0; i < s->m->body_count; i++)
        if (s->m->space == 3 && s->m->bodies[i].kind == BODY_RIGID)
            return true;
    return false;
}

finding *diagnose_undetermined(sim *s, diag_code code, const char *when) {
    LGR_ASSERT(s->mode->solver);
    int free = num_saddle_free_unknown(s->mode->solver);
    bool *partner = ARENA_ARRAY(s->a, bool, s->mode->n + 1);
    const model_coord *c = &s->m->coords[s->mode->eq.coords[free]];
    finding *f;
    if (never_has_inertia(s, free)) {
        bool start = code == DIAG_E0403;
        f = dynamics_fail(s, code, "the coordinate '%s' has no inertia and no constraint decides its motion%s%s",
                          c->name, start ? "" : " ", start ? "" : when);
        diag_help(s->m->findings, f,
                  start ? "give it a mass, or relate it to others by a constraint"
                        : "give it a mass, or drop the coordinate in the event that releases it");
        f->at = c->at;
        return f;
    }
    find_partners(s, free, partner);
    const char *names = list_names(s, partner), *places = list_places(s, partner);
    partner[free] = false;
    bool lone = true;
    for (int j = 0; j < s->mode->n; j++)
        lone = lone && !partner[j];
    f = lone ? dynamics_fail(s, code, "the coordinate '%s' moves no mass %s%s", c->name, when, places)
             : dynamics_fail(s, code, "the coordinates %s cancel each other %s%s: together they move no mass", names,
                             when, places);
    f->at = c->at;
    for (int j = 0; j < s->mode->n; j++)
        if (partner[j])
            diag_label_at(s->m->findings, f, s->m->coords[s->mode->eq.coords[j]].at, "with this");
    diag_help(s->m->findings, f,
              turns_in_space(s) ? "angles of successive rotations are singular there: avoid this position, or describe "
                                  "the rotation by 'orientation q = [1, 0, 0, 0]' and 'frame B = quaternion(q)'"
                                : "these coordinates are singular there: avoid this position, or choose others");
    return f;
}
