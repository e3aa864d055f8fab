/* Ladders whose boundaries are one where the motion stands, however they are written: sign(v) and 2*v > 0. */
#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"

/* Of each ladder: its rate with no accelerations, what each acceleration adds, and the rate with those at hand. */
typedef struct gradients {
    int n;
    double *drift, *by, *rate;
} gradients;

void dynamics_pieces_gradients(sim *s, double *by, double *drift) {
    mode *m = s->mode;
    const int n = m->n, count = m->pieces->count;
    double *a = m->slots + m->a_slot, *had = ARENA_ARRAY(s->a, double, n + 1);
    memcpy(had, a, (size_t)n * sizeof *a);
    memset(a, 0, (size_t)n * sizeof *a);
    dynamics_pieces_look(s);
    for (int i = 0; i < count; i++)
        drift[i] = dynamics_pieces_seen(s, PIECE_RATE, i);
    for (int k = 0; k < n; k++) {
        a[k] = 1;
        dynamics_pieces_look(s);
        a[k] = 0;
        for (int i = 0; i < count; i++)
            by[i * n + k] = dynamics_pieces_seen(s, PIECE_RATE, i) - drift[i];
    }
    memcpy(a, had, (size_t)n * sizeof *a);
    dynamics_pieces_look(s);
}

static gradients find_gradients(sim *s) {
    const int n = s->mode->n, count = s->mode->pieces->count;
    gradients x = {n, ARENA_ARRAY(s->a, double, count + 1), ARENA_ARRAY(s->a, double, (size_t)count *(size_t)n + 1),
                   ARENA_ARRAY(s->a, double, count + 1)};
    dynamics_pieces_gradients(s, x.by, x.drift);
    for (int i = 0; i < count; i++)
        x.rate[i] = dynamics_pieces_seen(s, PIECE_RATE, i);
    return x;
}

static bool is_multiple(double a, double b, double factor, double size) {
    static const double rounding = 1e-9;
    return fabs(a - factor * b) <= rounding * (fabs(a) + fabs(factor * b) + size);
}

/* By how much the boundary of i is that of j; 0: it is another one. */
static double factor_of(const gradients *x, int i, int j) {
    const double *a = x->by + i * x->n, *b = x->by + j * x->n;
    int k = 0;
    while (k < x->n && a[k] == 0 && b[k] == 0)
        k++;
    if (k == x->n || a[k] == 0 || b[k] == 0)
        return 0;
    const double factor = a[k] / b[k];
    for (; k < x->n; k++)
        if (!is_multiple(a[k], b[k], factor, 0))
            return 0;
    return is_multiple(x->drift[i], x->drift[j], factor, fabs(x->rate[i]) + fabs(factor * x->rate[j])) ? factor : 0;
}

/* Whether the base of a ladder has choices of others that stand, as abs(x) has at 0: then it has a kink there. */
static bool has_kink(sim *s, const ladder *l, const bool *chosen) {
    const uint32_t *below;
    const size_t nodes = expr_nodes_below(s->m->g, &l->base, 1, &below);
    for (size_t k = 0; k < nodes; k++) {
        const expr_node *n = expr_node_at(s->m->g, (expr_id){below[k]});
        if (n->op == EXPR_VAR && chosen[n->var])
            return true;
    }
    return false;
}

/* Those of which boundaries can be compared. How many they are. */
static int find_smooth(sim *s, const bool *stands, bool *asked) {
    const pieces *p = s->mode->pieces;
    bool *chosen = ARENA_ARRAY(s->a, bool, s->m->var_count + 1);
    int count = 0;
    for (int i = 0; i < p->count; i++)
        for (int64_t k = 0; k < (p->ladder[i].stairs ? 1 : p->ladder[i].count) && stands[i]; k++)
            chosen[p->ladder[i].above[k]] = true;
    for (int i = 0; i < p->count; i++) {
        const ladder *l = &p->ladder[i];
        count += asked[i] = stands[i] && !has_kink(s, l, chosen);
    }
    return count;
}

void dynamics_find_boundaries(sim *s, const bool *stands, int *first, bool *turned) {
    const ladder *l = s->mode->pieces->ladder;
    const int count = s->mode->pieces->count;
    bool *asked = ARENA_ARRAY(s->a, bool, 2 * count + 1), *rubs = asked + count; /* what goes with it is friction */
    int standing = 0;
    for (int i = 0; i < count; i++) {
        first[i] = i;
        turned[i] = false;
        standing += stands[i];
    }
    if (standing < 2 || find_smooth(s, stands, asked) < 2)
        return;
    const gradients x = find_gradients(s);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i && asked[i] && first[i] == i; j++) {
            const bool may = asked[j] && first[j] == j && !(l[i].rubs && rubs[j]);
            const double factor = may ? factor_of(&x, i, j) : 0;
            first[i] = factor != 0 ? j : i;
            turned[i] = factor < 0;
        }
        rubs[first[i]] = rubs[first[i]] || l[i].rubs;
    }
}
