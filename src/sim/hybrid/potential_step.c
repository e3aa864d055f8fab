/* A potential that jumps: the momentum across the jump changes so that the energy is conserved, or the motion is
   reflected where it has too little (Goldstein, Poole, Safko 2002, section 1.3; refraction in mechanics). */
#include <math.h>
#include <string.h>

#include "sim/diagnose/diagnose.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/hybrid/hybrid.h"
#include "sim/record/record.h"
#include "sim/sensitivity/sensitivity.h"

/* What is conserved must be told from what jumps by this part of the energies. */
static const double noticeable = 1e-9, rounding = 1e-12;

static bool fails(sim *s, const ladder *l, const char *what) {
    finding *f = diagnose_switching(s, DIAG_E0517, l->node, what);
    diag_help(s->m->findings, f, "let it change continuously, over a short distance or time");
    return false;
}

/* The normal of the boundary, by coordinates: how its base changes with each velocity alone. */
static void find_normal(sim *s, int which, double *normal) {
    mode *m = s->mode;
    double *v = m->piece_program->slots + m->v_slot;
    dynamics_copy_inputs(m, m->piece_program);
    memset(v, 0, (size_t)m->n * sizeof *v);
    dynamics_run_program(s, m->piece_program);
    double still = dynamics_pieces_seen(s, PIECE_RATE, which);
    for (int i = 0; i < m->n; i++) {
        v[i] = 1;
        dynamics_run_program(s, m->piece_program);
        normal[i] = dynamics_pieces_seen(s, PIECE_RATE, which) - still;
        v[i] = 0;
    }
}

/* The machine's answer to a unit impulse along the normal. */
static void find_answer(sim *s, const double *normal, double *answer) {
    mode *m = s->mode;
    dynamics_matrices(s);
    dynamics_rows_factor(s);
    memset(m->rhs + m->n, 0, (size_t)m->m * sizeof *m->rhs);
    dynamics_rows_solve(m, normal, m->rhs + m->n, answer, m->delta + m->n);
}

/* From the rate u of the base before: u^2/(2 W) - jump is what is left of its share of the energy, where W is the
   answer along the normal. True if the motion gets across. */
static bool refract(sim *s, int which, double jump) {
    mode *m = s->mode;
    double *normal = ARENA_ARRAY(s->a, double, 2 * m->n + 1), *answer = normal + m->n, W = 0;
    dynamics_evaluate(s, s->t, s->y, NULL);
    dynamics_pieces_look(s);
    double u = dynamics_pieces_seen(s, PIECE_RATE, which);
    find_normal(s, which, normal);
    find_answer(s, normal, answer);
    for (int i = 0; i < m->n; i++)
        W += normal[i] * answer[i];
    double left = u * u - 2 * W * jump, after = left > 0 ? copysign(sqrt(left), u) : -u;
    for (int i = 0; i < m->n; i++)
        s->y[m->n + i] += answer[i] * (after - u) / W;
    return left > 0;
}

bool hybrid_cross_potential_step(sim *s, const margin *fired, int64_t index_before, motion_energy before) {
    const int which = fired->index / 2;
    LGR_ASSERT(fired->part == EVENT_PIECE && which < s->mode->pieces->count);
    ladder *l = &s->mode->pieces->ladder[which];
    LGR_ASSERT(l->stairs || (index_before >= 0 && index_before <= l->count));
    const motion_energy after = record_energies(s);
    const double jump = after.total - before.total, size = fmax(s->energy_scale, fabs(before.kinetic));
    const unsigned kinds = expr_kinds(s->m->g, l->base);
    if (fabs(jump) <= noticeable * size + rounding * fabs(before.total))
        return true;
    if (fabs(after.kinetic - before.kinetic) > noticeable * size)
        return fails(s, l, "the kinetic energy jumps");
    if ((kinds & 1u << VAR_STATE) && (kinds & 1u << VAR_COORD))
        return fails(s, l, "the energy jumps with a state");
    if (kinds & 1u << VAR_VELOCITY)
        return fails(s, l, "the energy jumps with a velocity");
    if (!(kinds & 1u << VAR_COORD)) { /* by what moves it from outside */
        s->energy_jumps += jump;
        return true;
    }
    sensitivity_refract(s);
    if (!refract(s, which, jump)) {
        l->index = index_before;
        dynamics_pieces_tell(s->mode->pieces);
    }
    dynamics_evaluate(s, s->t, s->y, NULL);
    return true;
}
