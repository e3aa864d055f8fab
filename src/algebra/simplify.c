/* Simplification: each root is expanded to a sum of products, reduced, and factored again. */
#include <math.h>
#include <string.h>

#include "algebra/form/form.h"
#include "algebra/internal.h"
#include "expr/walk.h"

enum {
    MOST_PARTS = 400,
    ROOM = 300000,
    EFFORT = 125000,
    EFFORT_EACH = 12,
    SHORT_SUMS = 10000,
    TRIALS = 8000,
    TRIALS_EACH = 50,
    ROUNDS = 4,
    LONGEST_LENGTH = 24,
    LONG = 500 /* operations: what is longer is read with names for its parts */
};

/* What else the graph holds changes no budget: a formula is the same wherever it is simplified. */
static algebra *begin(graph *g, const expr_id *roots, size_t count) {
    arena *memory = base_arena_create();
    algebra *x = ARENA_NEW(memory, algebra);
    *x = (algebra){.g = g, .memory = memory, .work = base_arena_create(), .pool = memory, .limit = MOST_PARTS};
    x->room = ROOM;
    x->effort = EFFORT + EFFORT_EACH * expr_count_nodes(g, roots, count);
    x->short_sums = SHORT_SUMS;
    x->counted = (operation_counter){.g = g, .memory = memory};
    x->trials = TRIALS + TRIALS_EACH * count;
    return x;
}

static void end(algebra *x) {
    base_arena_destroy(x->work);
    base_arena_destroy(x->memory);
}

/* Fewer operations written out; of what is long, no more distinct parts either: multiplied out, terms share little. */
static bool is_better(algebra *x, expr_id e, expr_id given) {
    if (!algebra_is_shorter(&x->counted, e, given))
        return false;
    return algebra_count_operations(&x->counted, e) <= LONG ||
           expr_count_nodes(x->g, &e, 1) <= expr_count_nodes(x->g, &given, 1);
}

/* Writes each root's best form over it if that is shorter, and moves those roots to the front of the list: `which` has
   `count` places of roots. Returns how many became better and may become better still. */
static size_t improve(graph *g, expr_id *roots, size_t *which, size_t count) {
    size_t better = 0;
    arena *a = base_arena_create();
    expr_id *given = ARENA_ARRAY(a, expr_id, count);
    for (size_t k = 0; k < count; k++)
        given[k] = roots[which[k]];
    algebra *x = begin(g, given, count);
    poly *p = ARENA_ARRAY(x->memory, poly, count);
    algebra_expand(x, given, count, p);
    for (size_t k = 0; k < count; k++) {
        expr_id e = algebra_write(x, p[k]);
        if (!is_better(x, e, given[k]))
            continue;
        roots[which[k]] = e;
        which[better++] = which[k];
    }
    bool exhausted = x->room == 0 || x->effort == 0 || x->trials == 0;
    end(x);
    base_arena_destroy(a);
    return exhausted ? 0 : better;
}

enum { DEEPEST_ANGLE = 32 };

/* The sum without its quarter turns, which are counted. */
static expr_id take_quarters(graph *g, expr_id e, int sign, int depth, int64_t *turns) {
    const expr_node n = *expr_node_at(g, e);
    int64_t found;
    if (n.op == EXPR_REAL && number_quarter_turns(expr_number_of(g, e), &found)) {
        *turns += sign * found;
        return expr_int(g, 0);
    }
    if (depth == DEEPEST_ANGLE || (n.op != EXPR_ADD && n.op != EXPR_SUB && n.op != EXPR_NEG))
        return e;
    if (n.op == EXPR_NEG)
        return expr_neg(g, take_quarters(g, n.arg[0], -sign, depth + 1, turns));
    expr_id left = take_quarters(g, n.arg[0], sign, depth + 1, turns);
    expr_id right = take_quarters(g, n.arg[1], n.op == EXPR_ADD ? sign : -sign, depth + 1, turns);
    return n.op == EXPR_ADD ? expr_add(g, left, right) : expr_sub(g, left, right);
}

/* The sine of u and so many quarter turns. */
static expr_id turned_sine(graph *g, expr_id u, int64_t turns) {
    expr_id e = expr_unary(g, turns & 1 ? EXPR_COS : EXPR_SIN, u);
    return turns & 2 ? expr_neg(g, e) : e;
}

/* cos(pi/2 - u) as sin(u), and so on with sines, cosines and, by half turns, tangents; any other as it is. */
static expr_id without_quarter_turns(graph *g, expr_id function) {
    const expr_node n = *expr_node_at(g, function);
    int64_t turns = 0;
    expr_id u = take_quarters(g, n.arg[0], 1, 0, &turns);
    if (turns == 0 || (n.op == EXPR_TAN && turns % 2 != 0))
        return function;
    return n.op == EXPR_TAN ? expr_unary(g, EXPR_TAN, u) : turned_sine(g, u, turns + (n.op == EXPR_COS));
}

/* Rewrites what is as equal and shorter however it stands: what nothing else shortens is written so too. */
static void rewrite_nodes(graph *g, expr_id *roots, size_t count, arena *a) {
    const uint32_t *found;
    size_t nodes = expr_nodes_below(g, roots, count, &found), len = 0, changed = 0;
    expr_id *from = ARENA_ARRAY(a, expr_id, nodes), *to = ARENA_ARRAY(a, expr_id, nodes);
    for (size_t k = 0; k < nodes; k++) {
        expr_op op = expr_node_at(g, (expr_id){found[k]})->op;
        if (op == EXPR_SQRT || op == EXPR_SIN || op == EXPR_COS || op == EXPR_TAN)
            from[len++] = (expr_id){found[k]};
    }
    for (size_t k = 0; k < len; k++) {
        expr_id arg = expr_node_at(g, from[k])->arg[0];
        bool root = expr_node_at(g, from[k])->op == EXPR_SQRT;
        expr_id e = root ? form_root_of_squares(g, arg) : without_quarter_turns(g, from[k]);
        if (root ? expr_node_at(g, e)->op != EXPR_ABS : expr_same(e, from[k]))
            continue;
        from[changed] = from[k];
        to[changed++] = e;
    }
    if (changed > 0)
        expr_substitute(g, roots, count, from, to, changed, roots);
}

/* Lengths as roots of sums of squares, whose squares cancel with others; what is left of them is written so again. */
typedef struct lengths {
    expr_id *length, *root;
    size_t count;
} lengths;

static expr_id sum_of_squares(graph *g, const expr_node *n) {
    const expr_id left = n->arg[0], right = n->arg[1], square = expr_powi(g, left, 2);
    return expr_add(g, square, expr_powi(g, right, 2));
}

/* Short, and of nothing that is a root itself. */
static bool is_short_length(const graph *g, expr_id e, int *operations) {
    const expr_node *n = expr_node_at(g, e);
    *operations -= expr_op_table[n->op].arity > 0;
    for (int k = 0; k < expr_op_table[n->op].arity; k++) {
        const expr_op op = expr_node_at(g, n->arg[k])->op;
        if (*operations < 0 || op == EXPR_SQRT || op == EXPR_HYPOT || !is_short_length(g, n->arg[k], operations))
            return false;
    }
    return *operations >= 0;
}

static lengths take_lengths(graph *g, expr_id *roots, size_t count, arena *a) {
    const uint32_t *found;
    const size_t nodes = expr_nodes_below(g, roots, count, &found);
    lengths l = {0};
    for (size_t k = 0; k < nodes; k++) {
        int most = LONGEST_LENGTH;
        if (expr_node_at(g, (expr_id){found[k]})->op != EXPR_HYPOT || !is_short_length(g, (expr_id){found[k]}, &most))
            continue;
        if (l.count == 0)
            l = (lengths){ARENA_ARRAY(a, expr_id, nodes), ARENA_ARRAY(a, expr_id, nodes), 0};
        l.length[l.count++] = (expr_id){found[k]};
    }
    for (size_t k = 0; k < l.count; k++) {
        const expr_node n = *expr_node_at(g, l.length[k]);
        l.root[k] = expr_sqrt(g, sum_of_squares(g, &n));
    }
    if (l.count > 0)
        expr_substitute(g, roots, count, l.length, l.root, l.count, roots);
    return l;
}

/* Written with their lengths again; one that was shorter with them as it was given stays so. */
static void put_lengths(graph *g, const lengths *l, const expr_id *given, expr_id *roots, size_t count) {
    expr_substitute(g, roots, count, l->root, l->length, l->count, roots);
    for (size_t k = 0; k < count; k++)
        if (algebra_operations(g, roots[k]) > algebra_operations(g, given[k]))
            roots[k] = given[k];
}

/* The distinct roots, and where each root is among them. */
static size_t list_distinct(const graph *g, const expr_id *roots, size_t count, expr_id *distinct, size_t *which,
                            arena *a) {
    if (count == 1) {
        distinct[0] = roots[0];
        which[0] = 0;
        return 1;
    }
    uint32_t *place = ARENA_ARRAY(a, uint32_t, expr_graph_size(g)), len = 0; /* by node: 1 + where */
    for (size_t k = 0; k < count; k++) {
        uint32_t *at = &place[roots[k].i];
        if (*at == 0) {
            distinct[len++] = roots[k];
            *at = len;
        }
        which[k] = *at - 1;
    }
    return len;
}

void algebra_simplify(graph *g, const expr_id *roots, size_t count, expr_id *out) {
    arena *a = base_arena_create();
    expr_id *distinct = ARENA_ARRAY(a, expr_id, count);
    size_t *which = ARENA_ARRAY(a, size_t, count), *open = ARENA_ARRAY(a, size_t, count);
    size_t len = list_distinct(g, roots, count, distinct, which, a), left = len;
    for (size_t k = 0; k < len; k++)
        open[k] = k;
    expr_harden(g, distinct, len, distinct);
    expr_id *given = ARENA_ARRAY(a, expr_id, len);
    memcpy(given, distinct, len * sizeof *given);
    const lengths taken = take_lengths(g, distinct, len, a);
    rewrite_nodes(g, distinct, len, a);
    for (int round = 0; round < ROUNDS && left > 0; round++) {
        left = improve(g, distinct, open, left);
        rewrite_nodes(g, distinct, len, a);
    }
    if (taken.count > 0)
        put_lengths(g, &taken, given, distinct, len);
    for (size_t k = 0; k < count; k++)
        out[k] = distinct[which[k]];
    base_arena_destroy(a);
}

static void add_square(algebra *x, const algebra_unit *unit) {
    poly rest = poly_number(x, NUMBER_ONE);
    for (int k = 1; k < 4; k++)
        rest = poly_add(x, rest, poly_power(x, poly_generator(x, unit->at[k]), 4), number_ratio(-1, 1));
    vec_push(x->memory, &x->squares, (known_square){poly_generator(x, unit->at[0]), rest});
}

/* The same for all products of what is of one size: numbers of the unit are at most 1, components alike. */
static uint64_t hash_of_size(algebra *x, const algebra_unit *units, size_t count, monomial m) {
    uint64_t hash = m.hash;
    for (size_t u = 0; u < count; u++) {
        const uint32_t first = poly_generator(x, units[u].vector[0]);
        for (int k = 0; k < 4; k++) {
            const uint32_t gen = poly_generator(x, units[u].at[k]);
            hash -= poly_power_hash(gen, poly_monomial_exponent(m, gen));
        }
        for (int k = 1; k < 3; k++) {
            const uint32_t gen = poly_generator(x, units[u].vector[k]);
            const int32_t halves = poly_monomial_exponent(m, gen);
            hash += poly_power_hash(first, halves) - poly_power_hash(gen, halves);
        }
    }
    return hash;
}

static poly without_noise(algebra *x, const algebra_unit *units, size_t count, poly p) {
    const double noise = 1e-15;
    uint64_t *sizes = ARENA_ARRAY(x->memory, uint64_t, p.len);
    part *at = ARENA_ARRAY(x->memory, part, p.len);
    size_t len = 0;
    for (size_t i = 0; i < p.len; i++)
        sizes[i] = hash_of_size(x, units, count, p.at[i].m);
    for (size_t i = 0; i < p.len; i++) {
        double most = 0;
        for (size_t j = 0; p.at[i].c.den == 0 && j < p.len; j++)
            most = sizes[j] == sizes[i] ? fmax(most, fabs(p.at[j].c.value)) : most;
        if (fabs(p.at[i].c.value) >= noise * most)
            at[len++] = p.at[i];
    }
    return (poly){at, len, p.over};
}

void algebra_reduce(graph *g, const algebra_unit *units, size_t unit_count, const expr_id *roots, size_t count,
                    expr_id *out) {
    algebra *x = begin(g, roots, count);
    poly *p = ARENA_ARRAY(x->memory, poly, count);
    for (size_t k = 0; k < unit_count; k++)
        add_square(x, &units[k]);
    algebra_expand(x, roots, count, p);
    for (size_t k = 0; k < count; k++)
        out[k] = algebra_write(x, without_noise(x, units, unit_count, p[k]));
    end(x);
}
