/* Motion along the boundary of two pieces: the convex combination of both sides that stays on it (Filippov 1988). */
#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"

/* Of all ladders that slide, k of them: what is solved for on the lower sides and, one after the other, with one upper
   side in force; the rates of their bases then; shares. */
typedef struct corners {
    int k, size; /* accelerations, multipliers, rates of quadratures */
    double *solved, *rate, *slope, *right, *share, *most, *factors, *doubles;
    int *which, *ints;
} corners;

void dynamics_sliding_turn(pieces *p, int which, bool upper) {
    for (int i = 0; i < p->count; i++) {
        ladder *l = &p->ladder[i];
        if (i == which || (l->slides && l->with == which))
            l->index += upper == (i != which && l->turned) ? -1 : 1;
    }
}

static corners corners_of(sim *s) {
    const mode *m = s->mode;
    pieces *p = m->pieces;
    int most = p->count, size = (int)(s->m->coord_count + s->m->row_count + s->quadratures);
    size_t squares = (size_t)(most * most), doubles = num_cod_doubles(most, most) + 1;
    size_t total = (size_t)((most + 1) * (size + most)) + 2 * squares + 4 * (size_t)most + doubles;
    if (!p->room) {
        p->room = ARENA_ARRAY(s->kit->a, double, total);
        p->int_room = ARENA_ARRAY(s->kit->a, int, 2 * most + 2);
        p->torn = ARENA_ARRAY(s->kit->a, double, s->m->coord_count + 1);
    }
    corners c = {.size = m->n + m->m + (int)s->quadratures, .solved = p->room};
    c.rate = c.solved + (most + 1) * size;
    c.slope = c.rate + (most + 1) * most;
    c.right = c.slope + squares;
    c.share = c.right + most;
    c.most = c.share + most;
    c.factors = c.most + most;
    c.doubles = c.factors + squares + most;
    c.which = p->int_room;
    c.ints = c.which + most;
    for (int i = 0; i < p->count; i++)
        if (p->ladder[i].slides && p->ladder[i].with < 0)
            c.which[c.k++] = i;
    LGR_ASSERT(c.k > 0 && c.k == p->sliding);
    return c;
}

/* What corner j has come to. */
static bool look_at(sim *s, corners *c, int j, double t, const double *y) {
    const mode *m = s->mode;
    dynamics_pieces_tell(m->pieces);
    if (!dynamics_evaluate_piece(s, t, y, NULL))
        return false;
    double *to = c->solved + j * c->size;
    memcpy(to, m->slots + m->a_slot, (size_t)(m->n + m->m) * sizeof *to);
    for (size_t k = 0; k < s->quadratures; k++)
        to[m->n + m->m + (int)k] = dynamics_segment_value(s, SEG_RATES, k);
    dynamics_pieces_look(s);
    for (int i = 0; i < c->k; i++)
        c->rate[j * c->k + i] = dynamics_pieces_seen(s, PIECE_RATE, c->which[i]);
    return true;
}

static bool look_at_all(sim *s, corners *c, double t, const double *y) {
    pieces *p = s->mode->pieces;
    bool ok = look_at(s, c, 0, t, y);
    for (int j = 0; j < c->k && ok; j++) {
        dynamics_sliding_turn(p, c->which[j], true);
        ok = look_at(s, c, j + 1, t, y);
        dynamics_sliding_turn(p, c->which[j], false);
    }
    dynamics_pieces_tell(s->mode->pieces);
    return ok;
}

static void find_slopes(corners *c) {
    for (int i = 0; i < c->k; i++)
        for (int j = 0; j < c->k; j++)
            c->slope[i * c->k + j] = c->rate[(j + 1) * c->k + i] - c->rate[i];
}

/* x with slope x = right: what the upper sides add to the rates of the bases. The rank. */
static int solve(corners *c, double *x) {
    num_cod f;
    find_slopes(c);
    num_cod_factor(&f, c->slope, c->k, c->k, 1e-12, c->ints, c->doubles);
    num_cod_solve(&f, c->right, x);
    return f.rank;
}

/* The right sides for shares away from the middle, but for what those have that are at their limits. Their size. */
static double right_of_rest(corners *c, const double *away) {
    double size = 0;
    for (int i = 0; i < c->k; i++) {
        c->right[i] = -c->rate[i];
        for (int j = 0; j < c->k; j++)
            c->right[i] -= c->slope[i * c->k + j] * (0.5 + (c->most[j] < 0 ? away[j] : 0));
        size = fmax(size, fabs(c->right[i]));
    }
    return size;
}

/* The one that lies farthest beyond its limits is put there, which a negative limit tells; others may hold all the rest
   then. False if there is none. */
static bool limit_farthest(corners *c, double *away, const double *found) {
    int farthest = -1;
    for (int j = 0; j < c->k; j++) {
        if (c->most[j] < 0)
            continue;
        away[j] = found[j];
        if (fabs(found[j]) > c->most[j] && (farthest < 0 || fabs(found[j]) > fabs(found[farthest])))
            farthest = j;
    }
    if (farthest < 0)
        return false;
    away[farthest] = copysign(c->most[farthest], found[farthest]);
    c->most[farthest] = -c->most[farthest];
    return true;
}

/* Where some of the bases follow from others, as where three brakes hold two shafts and what is between them, many
   shares keep them where they are: those nearest to the middle within what each can hold. Where there are none, those
   at their limits let go. */
static void find_shares_of_dependent(corners *c) {
    double *away = c->share, *found = c->factors + c->k * c->k;
    for (int j = 0; j < c->k; j++)
        c->most[j] = 0.5;
    find_slopes(c);
    num_cod f;
    double size, left;
    do {
        size = right_of_rest(c, away);
        for (int i = 0; i < c->k * c->k; i++)
            c->factors[i] = c->most[i % c->k] < 0 ? 0 : c->slope[i];
        num_cod_factor(&f, c->factors, c->k, c->k, 1e-12, c->ints, c->doubles);
        left = num_cod_solve(&f, c->right, found);
    } while (limit_farthest(c, away, found));
    for (int j = 0; j < c->k; j++)
        away[j] = 0.5 + away[j] * (c->most[j] < 0 && left > 1e-9 * size ? 1 + left / size : 1);
}

/* Integrands that depend on what friction takes are no sums of those on the sides. */
static void integrate_together(sim *s, double *dy) {
    mode *m = s->mode;
    dynamics_sliding_run_segment(s, SEG_RATES);
    memcpy(dy + 2 * m->n, m->combined[SEG_RATES], s->quadratures * sizeof *dy);
}

static void combine(sim *s, const corners *c, double *dy) {
    mode *m = s->mode;
    double *to = m->slots + m->a_slot, quadrature;
    for (int i = 0; i < c->size; i++) {
        double sum = c->solved[i];
        for (int j = 0; j < c->k; j++)
            sum += c->share[j] * (c->solved[(j + 1) * c->size + i] - c->solved[i]);
        double *where = i < m->n + m->m ? &to[i] : dy ? &dy[2 * m->n + i - m->n - m->m] : &quadrature;
        *where = sum;
    }
    if (dy)
        memcpy(dy, m->slots + m->v_slot, 2 * (size_t)m->n * sizeof *dy);
    dynamics_pieces_weigh(m);
    if (dy && m->pieces->weighs)
        integrate_together(s, dy);
    m->segments_run = 0;
    m->evaluated = false;
    dynamics_run_side(s, SEG_RATES); /* later segments use what it finds */
}

static void note_sides(sim *s, const corners *c) {
    for (int i = 0; i < s->mode->n; i++) {
        double most = 0;
        for (int j = 0; j <= c->k; j++)
            most = fmax(most, fabs(c->solved[j * c->size + i]));
        s->mode->pieces->torn[i] = most;
    }
}

bool dynamics_sliding_evaluate(sim *s, double t, const double *y, double *dy) {
    corners c = corners_of(s);
    if (!look_at_all(s, &c, t, y) || !dynamics_evaluate_piece(s, t, y, NULL))
        return false;
    for (int i = 0; i < c.k; i++)
        c.right[i] = -c.rate[i];
    if (solve(&c, c.share) < c.k)
        find_shares_of_dependent(&c);
    for (int i = 0; i < c.k; i++)
        s->mode->pieces->ladder[c.which[i]].share = c.share[i];
    note_sides(s, &c);
    combine(s, &c, dy);
    return true;
}

void dynamics_sliding_project(sim *s, double *y) {
    corners c = corners_of(s);
    const mode *m = s->mode;
    double *move = c.share; /* the shares are kept in the ladders */
    dynamics_pieces_look(s);
    for (int i = 0; i < c.k; i++) {
        const ladder *l = &m->pieces->ladder[c.which[i]];
        c.right[i] = dynamics_pieces_rung(l, l->index) - dynamics_pieces_seen(s, PIECE_BASE, c.which[i]);
    }
    solve(&c, move);
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j < c.k; j++)
            y[m->n + i] += move[j] * (c.solved[(j + 1) * c.size + i] - c.solved[i]);
}

static double excess_of(const ladder *l) {
    return fabs(l->share - 0.5) - 0.5;
}

double dynamics_sliding_excess(const sim *s) {
    double most = -INFINITY;
    const pieces *p = s->mode->pieces;
    for (int i = 0; p && i < p->count; i++)
        if (p->ladder[i].slides && p->ladder[i].with < 0)
            most = fmax(most, excess_of(&p->ladder[i]));
    return most;
}

/* It goes on, with all that slide with it, on its upper side or the lower. */
static void end(pieces *p, int which, bool upper) {
    if (upper)
        dynamics_sliding_turn(p, which, true);
    for (int i = 0; i < p->count; i++)
        p->ladder[i].slides = p->ladder[i].slides && i != which && p->ladder[i].with != which;
}

void dynamics_sliding_end(sim *s, int which, bool upper, bool held) {
    pieces *p = s->mode->pieces;
    LGR_ASSERT(p->ladder[which].slides && p->ladder[which].with < 0);
    for (int i = 0; i < p->count; i++)
        if (i == which || (p->ladder[i].slides && p->ladder[i].with == which))
            p->ladder[i].held = held;
    end(p, which, upper);
    dynamics_pieces_tell(p);
}

bool dynamics_sliding_weaken(sim *s, int which, bool upper) {
    pieces *p = s->mode->pieces;
    bool weaker = false;
    for (int i = 0; i < p->count; i++)
        weaker = weaker || (p->ladder[i].rests && !p->ladder[i].leaves &&
                            (i == which || (p->ladder[i].slides && p->ladder[i].with == which)));
    if (!weaker)
        return false;
    for (int i = 0; i < p->count; i++)
        if (i == which || (p->ladder[i].slides && p->ladder[i].with == which))
            p->ladder[i].leaves = true;
    p->ladder[which].upper = upper;
    dynamics_pieces_tell(p);
    return true;
}

void dynamics_sliding_leave(sim *s) {
    static const double rounding = 1e-12;
    pieces *p = s->mode->pieces;
    LGR_ASSERT(p && p->sliding > 0);
    const double most = dynamics_sliding_excess(s) - rounding;
    for (int i = 0; i < p->count; i++) {
        ladder *l = &p->ladder[i];
        if (!l->slides || l->with >= 0 || excess_of(l) < most)
            continue;
        end(p, i, l->share > 0.5);
        for (int j = 0; j < p->count; j++)
            p->ladder[j].leaves = p->ladder[j].leaves || j == i || p->ladder[j].with == i;
    }
    dynamics_pieces_tell(p);
}

void dynamics_sliding_left(sim *s) {
    pieces *p = s->mode->pieces;
    for (int i = 0; p && i < p->count; i++)
        p->ladder[i].leaves = false;
}

double dynamics_sliding_use(const sim *s, int which) {
    const ladder *l = &s->mode->pieces->ladder[which];
    return l->slides && l->with < 0 ? 2 * (l->share - 0.5) : 0;
}

double *dynamics_sliding_room(sim *s, int count) {
    pieces *p = s->mode->pieces;
    if (!p->uses)
        p->uses = ARENA_ARRAY(s->kit->a, double, p->count *count + 1);
    return p->uses;
}

/* --- Beside contacts --- */

static void matrices_of_piece(sim *s, double *h) {
    dynamics_pieces_tell(s->mode->pieces);
    dynamics_load_state(s, s->t, s->y);
    dynamics_matrices(s);
    dynamics_load_h(s->mode, h);
}

/* Of those that slide. */
static void find_gradients(sim *s, const corners *c, double *gradient, double *drift) {
    const size_t n = (size_t)s->mode->n, count = (size_t)s->mode->pieces->count;
    double *by = ARENA_ARRAY(s->a, double, count *n + 1), *all = ARENA_ARRAY(s->a, double, count + 1);
    dynamics_pieces_gradients(s, by, all);
    for (int i = 0; i < c->k; i++) {
        drift[i] = all[c->which[i]];
        memcpy(gradient + (size_t)i * n, by + (size_t)c->which[i] * n, n * sizeof *by);
    }
}

boundary_rows dynamics_sliding_rows(sim *s) {
    mode *m = s->mode;
    const corners c = corners_of(s);
    const size_t n = (size_t)m->n;
    boundary_rows x = {.count = c.k,
                       .at = ARENA_ARRAY(s->a, int, c.k + 1),
                       .gradient = ARENA_ARRAY(s->a, double, (size_t)c.k *n + 1),
                       .force = ARENA_ARRAY(s->a, double, (size_t)c.k *n + 1),
                       .drift = ARENA_ARRAY(s->a, double, c.k + 1)};
    memcpy(x.at, c.which, (size_t)c.k * sizeof *x.at);
    double *h = ARENA_ARRAY(s->a, double, n + 1), *a = ARENA_ARRAY(s->a, double, n + 1);
    memcpy(a, m->slots + m->a_slot, n * sizeof *a);
    for (int j = 0; j < c.k; j++) {
        dynamics_sliding_turn(m->pieces, c.which[j], true);
        matrices_of_piece(s, x.force + (size_t)j * n);
        dynamics_sliding_turn(m->pieces, c.which[j], false);
    }
    matrices_of_piece(s, h);
    for (size_t j = 0; j < (size_t)c.k * n; j++)
        x.force[j] -= h[j % n];
    find_gradients(s, &c, x.gradient, x.drift);
    memcpy(m->slots + m->a_slot, a, n * sizeof *a);
    return x;
}

/* Runs a segment at a corner, with the accelerations and multipliers of the combination; where its roots stand. */
static const uint32_t *run_at_corner(sim *s, int segment, const double *y, const double *solved) {
    mode *m = s->mode;
    dynamics_pieces_tell(m->pieces);
    dynamics_evaluate_piece(s, m->slots[m->t_slot], y, NULL);
    memcpy(m->slots + m->a_slot, solved, (size_t)(m->n + m->m) * sizeof *solved);
    m->segments_run = 0;
    m->evaluated = false;
    for (int k = SEG_RATES; k <= segment; k++)
        dynamics_run_side(s, k);
    return m->program->segments[segment].out_slots;
}

/* Each is linear in the shares, as accelerations are: base + sum of share * (corner - base). */
void dynamics_sliding_run_segment(sim *s, int segment) {
    mode *m = s->mode;
    corners c = corners_of(s);
    size_t outs = m->program->segments[segment].out_count, state = 2 * (size_t)m->n, solved = (size_t)(m->n + m->m);
    if (!m->combined[segment])
        m->combined[segment] = ARENA_ARRAY(s->kit->a, double, 2 * outs + state + solved + 1);
    double *out = m->combined[segment], *base = out + outs, *y = base + outs, *a = y + state;
    memcpy(y, m->slots + m->q_slot, state * sizeof *y);
    memcpy(a, m->slots + m->a_slot, solved * sizeof *a);
    const uint32_t *slots = run_at_corner(s, segment, y, a);
    for (size_t i = 0; i < outs; i++)
        out[i] = base[i] = m->slots[slots[i]];
    for (int j = 0; j < c.k; j++) {
        dynamics_sliding_turn(m->pieces, c.which[j], true);
        run_at_corner(s, segment, y, a);
        dynamics_sliding_turn(m->pieces, c.which[j], false);
        for (size_t i = 0; i < outs; i++)
            out[i] += m->pieces->ladder[c.which[j]].share * (m->slots[slots[i]] - base[i]);
    }
    run_at_corner(s, segment, y, a);
}
