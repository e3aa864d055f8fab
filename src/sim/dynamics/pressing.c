/* Friction that the size of a force of several rows limits, as that of a hinge: while it slides, the direction of that
   force is found with it. */
#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"

bool dynamics_is_pressing(const sim *s) {
    const pieces *p = s->mode->pieces;
    for (int i = 0; p && i < p->pressing_count; i++)
        if (s->mode->slip[p->pressing[i].row])
            return true;
    return false;
}

/* Of all that slide so, k of them. With directions n of any size the forces F are linear in the loads y = n.F by which
   friction is known: F = F_0 + sum of G_j y_j. Loads are wanted that are |F|. */
typedef struct loads {
    int k, *ints;
    pressing **of;
    double *F_0, *G, *F; /* [k][3]; [k][k][3], of i by the load j; [k][3] at the loads y */
    double *y, *step, *J, *doubles;
} loads;

static loads loads_of(sim *s) {
    pieces *p = s->mode->pieces;
    const size_t most = (size_t)p->pressing_count;
    const size_t total = 9 * most + 4 * most * most;
    if (!p->load_room) {
        p->load_room = ARENA_ARRAY(s->kit->a, double, total + num_cod_doubles((int)most, (int)most) + 1);
        p->load_ints = ARENA_ARRAY(s->kit->a, int, most + 1);
        p->load_of = ARENA_ARRAY(s->kit->a, pressing *, most + 1);
    }
    loads x = {.of = p->load_of, .ints = p->load_ints, .F_0 = p->load_room};
    x.F = x.F_0 + 3 * most;
    x.G = x.F + 3 * most;
    x.y = x.G + 3 * most * most;
    x.step = x.y + most;
    x.J = x.step + most;
    x.doubles = x.J + most * most;
    for (size_t i = 0; i < most; i++)
        if (s->mode->slip[p->pressing[i].row])
            x.of[x.k++] = &p->pressing[i];
    LGR_ASSERT(x.k > 0);
    return x;
}

static double size_of(const double *F) {
    return hypot(hypot(F[0], F[1]), F[2]);
}

static bool evaluate_so(sim *s, double t, const double *y, double *dy) {
    dynamics_pieces_tell(s->mode->pieces);
    return dynamics_is_sliding(s) ? dynamics_sliding_evaluate(s, t, y, dy) : dynamics_evaluate_piece(s, t, y, dy);
}

static void forces_of(const sim *s, const loads *x, double *F) {
    const mode *m = s->mode;
    memset(F, 0, 3 * (size_t)x->k * sizeof *F);
    for (int i = 0; i < x->k; i++)
        for (int j = 0; j < m->m; j++) {
            const int at = m->eq.rows[j] - x->of[i]->row;
            if (at >= 0 && at < x->of[i]->count)
                F[3 * i + at] = -dynamics_multipliers(s)[j];
        }
}

static void turn(const loads *x, int i, const double *F) {
    const double size = size_of(F);
    for (int k = 0; k < 3; k++)
        x->of[i]->at[k] = size > 0 ? F[k] / size : 0;
}

static void release(const loads *x) {
    for (int i = 0; i < x->k; i++)
        memset(x->of[i]->at, 0, sizeof x->of[i]->at);
}

/* F_0 and G, from one evaluation without friction and one with each. */
static bool look(sim *s, const loads *x, double t, const double *y) {
    release(x);
    if (!evaluate_so(s, t, y, NULL))
        return false;
    forces_of(s, x, x->F_0);
    for (int j = 0; j < x->k; j++) {
        release(x);
        turn(x, j, x->F_0 + 3 * j);
        if (!evaluate_so(s, t, y, NULL))
            return false;
        forces_of(s, x, x->F);
        double load = 0;
        for (int k = 0; k < 3; k++)
            load += x->of[j]->at[k] * x->F[3 * j + k];
        for (int i = 0; i < x->k; i++)
            for (int k = 0; k < 3; k++) /* without a load of its own it has none by that of others, but in rare cases */
                x->G[3 * (i * x->k + j) + k] = load != 0 ? (x->F[3 * i + k] - x->F_0[3 * i + k]) / load : 0;
    }
    return true;
}

/* Newton's method; its start, what presses without friction, is next to the solution. */
static void solve(const loads *x) {
    enum { MOST = 50 };
    for (int i = 0; i < x->k; i++)
        x->y[i] = size_of(x->F_0 + 3 * i);
    for (int pass = 0; pass < MOST; pass++) {
        double size = 0, change = 0;
        for (int i = 0; i < x->k; i++) {
            double *F = x->F + 3 * i;
            for (int k = 0; k < 3; k++) {
                F[k] = x->F_0[3 * i + k];
                for (int j = 0; j < x->k; j++)
                    F[k] += x->G[3 * (i * x->k + j) + k] * x->y[j];
            }
            const double now = size_of(F);
            x->step[i] = now - x->y[i];
            for (int j = 0; j < x->k; j++)
                x->J[i * x->k + j] = (i == j) - (now > 0 ? num_dot(F, x->G + 3 * (i * x->k + j), 3) / now : 0);
        }
        num_cod f;
        num_cod_factor(&f, x->J, x->k, x->k, 1e-14, x->ints, x->doubles);
        double *right = x->doubles + num_cod_doubles(x->k, x->k);
        memcpy(right, x->step, (size_t)x->k * sizeof *right);
        num_cod_solve(&f, right, x->step);
        for (int i = 0; i < x->k; i++) {
            x->y[i] += x->step[i];
            size = fmax(size, fabs(x->y[i]));
            change = fmax(change, fabs(x->step[i]));
        }
        if (change <= 4e-16 * size)
            return;
    }
}

/* Whether the forces found have the directions that they were found with; these follow them where not. */
static bool agrees(const sim *s, const loads *x) {
    static const double rounding = 1e-12;
    bool same = true;
    forces_of(s, x, x->F);
    for (int i = 0; i < x->k; i++) {
        double before[3], off = 0;
        memcpy(before, x->of[i]->at, sizeof before);
        turn(x, i, x->F + 3 * i);
        for (int k = 0; k < 3; k++)
            off = fmax(off, fabs(before[k] - x->of[i]->at[k]));
        same = same && off <= rounding;
        if (off <= rounding)
            memcpy(x->of[i]->at, before, sizeof before);
    }
    return same;
}

bool dynamics_pressing_evaluate(sim *s, double t, const double *y, double *dy) {
    enum { MOST = 30 };
    if (s->mode->evaluated && dynamics_is_loaded(s->mode, t, y))
        return dynamics_evaluate_piece(s, t, y, dy);
    const loads x = loads_of(s);
    if (!look(s, &x, t, y))
        return false;
    solve(&x);
    for (int i = 0; i < x.k; i++)
        turn(&x, i, x.F + 3 * i);
    bool ok = evaluate_so(s, t, y, dy);
    for (int pass = 0; ok && pass < MOST && !agrees(s, &x); pass++)
        ok = evaluate_so(s, t, y, dy);
    return ok;
}
