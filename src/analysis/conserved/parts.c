/* Coordinates that stand in one formula are of one part. */
#include "analysis/conserved/parts.h"

#include <string.h>

#include "analysis/conserved/proof.h"
#include "analysis/probe/dependence.h"
#include "base/strbuf.h"
#include "expr/diff.h"
#include "expr/walk.h"

enum { MOST_COORDS = 40, MOST_NAMED = 3 };

typedef struct splitter {
    const noether *w;
    graph *g;
    int *part;            /* n: the least coordinate of the part that it is of */
    bool *used, *of_part; /* per variable */
    expr_id *drift;       /* of the rows: what they say where nothing moves */
    expr_id *shares;      /* of nodes up to the energy's, as far as they are known */
    arena *a;
} splitter;

static uint32_t place(const splitter *s, int i) {
    return s->w->s->m->coords[s->w->s->e.coords[i]].q;
}

static uint32_t speed(const splitter *s, int i) {
    return s->w->s->m->coords[s->w->s->e.coords[i]].v;
}

static void join(splitter *s, int i, int j) {
    const int from = s->part[i] > s->part[j] ? s->part[i] : s->part[j], to = s->part[i] + s->part[j] - from;
    for (int k = 0; k < s->w->n && from != to; k++)
        if (s->part[k] == from)
            s->part[k] = to;
}

/* Everything in these formulas, and coordinate i unless it is -1. */
static void join_all(splitter *s, const expr_id *x, size_t count, int i) {
    const size_t vars = expr_var_count(s->g);
    for (size_t k = 0; k < vars; k++)
        s->used[k] = false;
    expr_mark_vars(s->g, x, count, s->used);
    for (int j = 0; j < s->w->n; j++)
        if (s->used[place(s, j)] || s->used[speed(s, j)]) {
            if (i >= 0)
                join(s, i, j);
            i = j;
        }
}

static void join_rows(splitter *s) {
    const int n = s->w->n, m = s->w->s->e.m;
    for (int k = 0; k < s->w->rows; k++) {
        int first = -1;
        for (int i = 0; i < n; i++)
            if (!expr_is_zero(s->g, s->w->A[k * n + i])) {
                join_all(s, &s->w->A[k * n + i], 1, i);
                if (first >= 0)
                    join(s, first, i);
                first = i;
            }
        if (first >= 0 && k < m)
            join_all(s, &s->w->s->e.f_dot[k], 1, first);
    }
}

static splitter begin(const noether *w, arena *a) {
    splitter s = {.w = w, .g = w->g, .a = a};
    s.part = ARENA_ARRAY(a, int, w->n);
    s.used = ARENA_ARRAY(a, bool, expr_var_count(w->g));
    s.of_part = ARENA_ARRAY(a, bool, expr_var_count(w->g));
    s.drift = ARENA_ARRAY(a, expr_id, w->s->e.m + 1);
    s.shares = ARENA_ARRAY(a, expr_id, w->jacobian.i + 1);
    for (int i = 0; i < w->n; i++)
        s.part[i] = i;
    for (int i = 0; i < w->n; i++)
        join_all(&s, (expr_id[]){w->p[i], w->force[i]}, 2, i);
    join_rows(&s);
    analysis_proof_drift(w, s.drift, a);
    return s;
}

static bool varies(const splitter *s, expr_id e) {
    return analysis_depends_on(s->w->s->m, e, VAR_COORD) || analysis_depends_on(s->w->s->m, e, VAR_VELOCITY);
}

static expr_id share(const splitter *s, expr_id e);

static expr_id make_share(const splitter *s, expr_id e) {
    const expr_node n = *expr_node_at(s->g, e);
    if (!expr_depends(s->g, e, s->of_part))
        return expr_int(s->g, 0);
    if (n.op == EXPR_ADD || n.op == EXPR_SUB) {
        const expr_id left = share(s, n.arg[0]);
        return expr_binary(s->g, n.op, left, share(s, n.arg[1]));
    }
    if (n.op == EXPR_NEG)
        return expr_neg(s->g, share(s, n.arg[0]));
    if (n.op == EXPR_MUL && !varies(s, n.arg[0]))
        return expr_mul(s->g, n.arg[0], share(s, n.arg[1]));
    if ((n.op == EXPR_MUL || n.op == EXPR_DIV) && !varies(s, n.arg[1]))
        return expr_binary(s->g, n.op, share(s, n.arg[0]), n.arg[1]);
    return e;
}

/* The terms of a sum that are of the part; what is shared is looked at once. */
static expr_id share(const splitter *s, expr_id e) {
    if (!s->shares[e.i].i)
        s->shares[e.i] = make_share(s, e);
    return s->shares[e.i];
}

/* What is left of H does not know the part, and its share knows no other. */
static bool is_share(const splitter *s, int of, expr_id H) {
    const expr_id rest = expr_sub(s->g, s->w->jacobian, H);
    expr_id *slope = ARENA_ARRAY(s->a, expr_id, 2 * s->w->n + 1);
    uint32_t *var = ARENA_ARRAY(s->a, uint32_t, 2 * s->w->n + 1);
    for (int i = 0; i < s->w->n; i++) {
        var[2 * i] = place(s, i);
        var[2 * i + 1] = speed(s, i);
    }
    expr_reverse(s->g, &rest, NULL, 1, var, 2 * (size_t)s->w->n, slope);
    for (int i = 0; i < s->w->n; i++) {
        const bool inside = s->part[i] == of;
        for (int k = 2 * i; k < 2 * i + 2; k++)
            slope[k] = inside ? slope[k] : expr_derivative(s->g, H, var[k]);
    }
    return analysis_proof_vanish(s->g, slope, 2 * s->w->n);
}

static bool rests(const splitter *s, int of) {
    const int n = s->w->n, m = s->w->s->e.m;
    for (int k = 0; k < s->w->rows; k++)
        for (int i = 0; i < n; i++)
            if (s->part[i] == of && !expr_is_zero(s->g, s->w->A[k * n + i]) &&
                (k >= m || !analysis_proof_vanish(s->g, &s->drift[k], 1)))
                return false;
    return true;
}

static const char *name_of(const splitter *s, int of) {
    strbuf name = base_strbuf_make(s->a);
    int count = 0;
    for (int i = 0; i < s->w->n; i++)
        if (s->part[i] == of && count++ < MOST_NAMED)
            base_strbuf_printf(&name, "%s%s", name.len ? ", " : "energy of ",
                               s->w->s->m->coords[s->w->s->e.coords[i]].name);
    base_strbuf_add(&name, count > MOST_NAMED ? ", ..." : "");
    return base_strbuf_text(&name);
}

static bool depends_on_time(const splitter *s, expr_id e) {
    return analysis_depends_on(s->w->s->m, e, VAR_TIME);
}

static bool make_part(splitter *s, int of, part *out) {
    const int n = s->w->n;
    for (size_t k = 0; k < expr_var_count(s->g); k++)
        s->of_part[k] = false;
    *out = (part){.name = name_of(s, of), .Q = ARENA_ARRAY(s->a, expr_id, n + 1), .drain = expr_int(s->g, 0)};
    bool even = true;
    for (int i = 0; i < n; i++) {
        const bool inside = s->part[i] == of;
        out->Q[i] = inside ? s->w->Q[i] : expr_int(s->g, 0);
        if (!inside)
            continue;
        s->of_part[place(s, i)] = s->of_part[speed(s, i)] = true;
        out->drain = expr_add(s->g, out->drain, expr_mul(s->g, expr_var(s->g, speed(s, i)), s->w->Q[i]));
        even = even && !depends_on_time(s, s->w->p[i]) && !depends_on_time(s, s->w->Q[i]);
    }
    memset(s->shares, 0, (s->w->jacobian.i + 1) * sizeof *s->shares);
    out->H = share(s, s->w->jacobian);
    return even && !depends_on_time(s, out->H) && rests(s, of) && is_share(s, of, out->H);
}

part_list analysis_parts_find(const noether *w, arena *a) {
    part_list out = {.at = ARENA_ARRAY(a, part, w->n + 1)};
    if (w->n < 2 || w->n > MOST_COORDS)
        return out;
    splitter s = begin(w, a);
    int parts = 0;
    for (int i = 0; i < w->n; i++)
        parts += s.part[i] == i;
    for (int i = 0; parts > 1 && i < w->n; i++)
        if (s.part[i] == i && make_part(&s, i, &out.at[out.count]))
            out.count++;
    return out;
}
