/* What formulas of a page divide by although it may be 0, and how the page says so. */
#include "derive/divisors.h"

#include <math.h>

#include "algebra/algebra.h"
#include "base/strbuf.h"
#include "derive/factors.h"
#include "expr/notation.h"
#include "expr/walk.h"

bool derive_changes_sign(const derivation *d, expr_id e) {
    enum { STATES = 24 };
    const double far = 4; /* beyond half a turn */
    double *values = derive_values(d, derive_aside, d->memory), *there;
    there = ARENA_ARRAY(d->memory, double, expr_var_count(d->g));
    bool up = false, down = false;
    for (size_t k = 0; k < expr_var_count(d->g); k++)
        there[k] = values[k];
    for (int state = 0; state < STATES && !(up && down); state++) {
        for (int i = 0; i < d->e.n; i++) {
            const int var = d->m->coords[d->e.coords[i]].q;
            there[var] = values[var] + far * fmax(1, fabs(values[var])) * sin(state * (2.3 + i) + i);
        }
        const double x = expr_eval(d->g, e, there);
        up = up || x > 0;
        down = down || x < 0;
    }
    return up && down;
}

static void add_divisor(const derivation *d, derive_pivots *p, expr_id e) {
    bool known = p->count == MOST_PIVOTS || !(expr_kinds(d->g, e) & ~(1u << VAR_PARAM));
    for (int k = 0; k < p->count; k++)
        known = known || expr_same(p->at[k], e);
    if (!known && derive_changes_sign(d, e))
        p->at[p->count++] = e;
}

/* The factors of a denominator; of a tangent the sine. */
static void add_below(const derivation *d, derive_pivots *p, expr_id below, bool *tangents) {
    const derive_factors f = derive_factors_of(d->g, below);
    for (int i = 0; i < f.count && !f.over; i++) {
        const expr_node n = *expr_node_at(d->g, f.at[i].base);
        const bool tangent = n.op == EXPR_TAN;
        if (tangent)
            tangents[f.at[i].base.i] = true;
        add_divisor(d, p, tangent ? expr_unary(d->g, EXPR_SIN, n.arg[0]) : f.at[i].base);
    }
}

derive_pivots derive_list_divisors(const derivation *d, const expr_id *list, size_t count) {
    derive_pivots p = {0};
    const uint32_t *found;
    const size_t nodes = expr_nodes_below(d->g, list, count, &found);
    uint32_t *order = ARENA_ARRAY(d->memory, uint32_t, nodes + 1);
    bool *below = ARENA_ARRAY(d->memory, bool, expr_graph_size(d->g));
    for (size_t k = 0; k < nodes; k++)
        order[k] = found[k];
    for (size_t k = 0; k < nodes; k++) {
        const expr_node n = *expr_node_at(d->g, (expr_id){order[k]});
        if (n.op == EXPR_DIV)
            add_below(d, &p, n.arg[1], below);
    }
    for (size_t k = 0; k < nodes; k++) {
        const expr_node n = *expr_node_at(d->g, (expr_id){order[k]});
        if (n.op == EXPR_TAN && !below[order[k]])
            add_divisor(d, &p, expr_unary(d->g, EXPR_COS, n.arg[0]));
    }
    return p;
}

/* Operations of those written out, and of those that will hardly become so short; how many are written. */
enum { SHORT_PIVOT = 12, LONG_PIVOT = 500, MOST_LISTED = 3 };

const char *derive_words_of_divisors(const derivation *d, const char *words, const derive_pivots *risky) {
    strbuf s = base_strbuf_make(d->memory);
    expr_id listed[MOST_LISTED];
    int count = 0;
    bool others = false;
    base_strbuf_add(&s, words);
    for (int k = 0; k < risky->count; k++) {
        expr_id e = risky->at[k];
        bool known = false;
        if (algebra_operations(d->g, e) > LONG_PIVOT) {
            others = true;
            continue;
        }
        algebra_simplify(d->g, &e, 1, &e);
        if (expr_node_at(d->g, e)->op == EXPR_NEG)
            e = expr_node_at(d->g, e)->arg[0];
        for (int j = 0; j < count; j++)
            known = known || expr_same(listed[j], e);
        bool fits = count < MOST_LISTED && algebra_operations(d->g, e) <= SHORT_PIVOT;
        others = others || (!known && !fits);
        if (known || !fits)
            continue;
        base_strbuf_add(&s, count ? ", " : " It divides by ");
        expr_write(d->g, e, NOTATION_TEXT, NULL, &s);
        listed[count++] = e;
    }
    if (others)
        base_strbuf_add(&s, count ? " and more" : " It divides by expressions that can be 0");
    if (risky->count)
        base_strbuf_add(&s, others && !count ? ", and holds only where they are not."
                                             : ", and holds only where that is not 0.");
    return base_strbuf_text(&s);
}
