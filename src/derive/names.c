/* Names for long subexpressions that occur more than once, with definitions before their first use. */
#include <string.h>

#include "derive/page.h"
#include "derive/tidy.h"
#include "expr/walk.h"

/* A name is worth its line if it saves so many operations. */
static const double worth = 12, long_part = 5, long_sum = 32, short_factor = 10;
/* Sections before the equations without so long a formula give no names; they use those of the equations. */
static const double long_formula = 60;

typedef VEC(expr_id *) slot_list;

typedef struct naming {
    derive_page *p;
    graph *g;
    arena *a;
    uint32_t nodes;   /* of the graph before names were given */
    bool *reached;    /* per node: written somewhere on the page */
    int *uses;        /* parents and places on the page that it has */
    double *length;   /* operations when written out, with the names given so far */
    bool *chosen;     /* per section: its parts get names */
    size_t first;     /* the first such section */
    slot_list places; /* the formulas of the page from there on, and of long sections before */
    expr_id *from, *to;
    size_t count;
} naming;

static void list_places(naming *n, const page_section *s, slot_list *out) {
    for (size_t k = 0; k < s->equations.len; k++)
        for (int j = 0; j < s->equations.at[k].count; j++) {
            const page_side *side = &s->equations.at[k].sides[j];
            for (int l = 0; l < side->rows * side->cols; l++)
                vec_push(n->a, out, &side->e[l]);
        }
}

/* Operations of every node when nothing has a name. */
static void measure(naming *n) {
    for (uint32_t i = 1; i < n->nodes; i++) {
        const expr_node *node = expr_node_at(n->g, (expr_id){i});
        int arity = expr_op_table[node->op].arity;
        n->length[i] = arity > 0;
        for (int k = 0; k < arity; k++)
            n->length[i] += n->length[node->arg[k].i];
    }
}

static bool is_sum(const graph *g, expr_id e) {
    expr_op op = expr_node_at(g, e)->op;
    return op == EXPR_ADD || op == EXPR_SUB;
}

/* A name stands for a number, which cannot be asked whether it holds. */
static bool is_condition(expr_op op) {
    return op == EXPR_LT || op == EXPR_LE || op == EXPR_AND || op == EXPR_OR || op == EXPR_NOT;
}

static bool is_long(const naming *n, const slot_list *places) {
    bool found = false;
    for (size_t k = 0; k < places->len; k++)
        found = found || n->length[places->at[k]->i] >= long_formula;
    return found;
}

static size_t find_section(const derive_page *p, const char *key) {
    size_t i = 0;
    while (i < p->sections.len && strcmp(p->sections.at[i].key, key) != 0)
        i++;
    return i;
}

static void add_places(naming *n, const slot_list *more) {
    for (size_t k = 0; k < more->len; k++)
        vec_push(n->a, &n->places, more->at[k]);
}

static void choose_places(naming *n) {
    const size_t count = n->p->sections.len, definitions = find_section(n->p, "definitions");
    const size_t equations = find_section(n->p, "equations");
    n->first = count;
    for (size_t i = count; i-- > 0;) {
        slot_list places = {0};
        list_places(n, &n->p->sections.at[i], &places);
        if (i == definitions || (i < equations && !is_long(n, &places)))
            continue;
        n->first = i;
        n->chosen[i] = true;
        add_places(n, &places);
    }
}

/* Sections before them that contain a part with a name use it too. */
static void choose_more_places(naming *n) {
    bool *named = ARENA_ARRAY(n->a, bool, expr_graph_size(n->g));
    for (size_t k = 0; k < n->count; k++)
        named[n->from[k].i] = true;
    for (size_t i = find_section(n->p, "equations"); i-- > 0;) {
        slot_list places = {0};
        list_places(n, &n->p->sections.at[i], &places);
        if (i == find_section(n->p, "definitions") || n->chosen[i])
            continue;
        bool uses = false;
        for (size_t k = 0; k < places.len && !uses; k++) {
            const uint32_t *below;
            const size_t count = expr_nodes_below(n->g, places.at[k], 1, &below);
            for (size_t j = 0; j < count; j++)
                uses = uses || named[below[j]];
        }
        if (!uses)
            continue;
        n->first = i < n->first ? i : n->first;
        add_places(n, &places);
    }
}

/* Children have smaller numbers than their parents: one pass from above counts uses, one from below lengths. */
static void count_uses(naming *n) {
    for (size_t i = 0; i < n->places.len; i++) {
        n->uses[n->places.at[i]->i]++;
        n->reached[n->places.at[i]->i] = true;
    }
    for (uint32_t i = n->nodes; i-- > 1;) {
        if (!n->reached[i])
            continue;
        const expr_node *node = expr_node_at(n->g, (expr_id){i});
        for (int k = 0; k < expr_op_table[node->op].arity; k++) {
            n->uses[node->arg[k].i]++;
            n->reached[node->arg[k].i] = true;
        }
    }
}

static void choose(naming *n) {
    for (uint32_t i = 1; i < n->nodes; i++) {
        if (!n->reached[i])
            continue;
        const expr_node *node = expr_node_at(n->g, (expr_id){i});
        int arity = expr_op_table[node->op].arity;
        double length = arity > 0;
        for (int k = 0; k < arity; k++)
            length += n->length[node->arg[k].i];
        const bool saves = n->uses[i] > 1 && length >= long_part && (n->uses[i] - 1) * length >= worth;
        const bool named = saves && !is_condition(node->op);
        n->length[i] = named ? 0 : length;
        if (named)
            n->from[n->count++] = (expr_id){i};
    }
}

/* Terms with a long sum among their factors are multiplied out, if what is before the sum is short. */
static expr_id spread_term(const naming *n, expr_id e) {
    tidy_factors f;
    if (!derive_tidy_factors(n->g, e, &f))
        return e;
    double length = 0;
    int sum = -1;
    for (int k = 0; k < f.count; k++) {
        if (f.at[k].i >= n->nodes)
            return e;
        length += n->length[f.at[k].i] + 1;
        if (is_sum(n->g, f.at[k]) && n->length[f.at[k].i] >= long_sum && n->uses[f.at[k].i] == 1)
            sum = k;
    }
    if (sum < 0 || length - n->length[f.at[sum].i] > short_factor)
        return e;
    return derive_tidy_spread(n->g, &f, sum);
}

/* The same in all terms of the outermost sum. */
static expr_id spread_terms(const naming *n, expr_id e) {
    const expr_node node = *expr_node_at(n->g, e);
    if (node.op == EXPR_MUL)
        return spread_term(n, e);
    if (node.op == EXPR_NEG)
        return expr_neg(n->g, spread_terms(n, node.arg[0]));
    if (node.op != EXPR_ADD && node.op != EXPR_SUB)
        return e;
    expr_id left = spread_terms(n, node.arg[0]), right = spread_terms(n, node.arg[1]);
    return node.op == EXPR_ADD ? expr_add(n->g, left, right) : expr_sub(n->g, left, right);
}

/* "s1", "s2", ... or with more letters where the model has such names. */
static const char *free_prefix(naming *n) {
    const char *prefix = "s";
    for (bool taken = true; taken;) {
        taken = false;
        for (size_t i = 1; i <= n->count && !taken; i++)
            taken = derive_page_name_is_taken(n->p->m, base_arena_printf(n->a, "%s%zu", prefix, i));
        if (taken)
            prefix = base_arena_printf(n->a, "s%s", prefix);
    }
    return prefix;
}

/* A definition is written with the names before it, not with its own. */
static void define(naming *n, page_section *s) {
    const char *prefix = free_prefix(n);
    expr_id *values = ARENA_ARRAY(n->a, expr_id, n->count);
    for (size_t i = 0; i < n->count; i++) {
        expr_substitute(n->g, &n->from[i], 1, n->from, n->to, i, &values[i]);
        const char *name = base_arena_printf(n->p->memory, "%s%zu", prefix, i + 1);
        n->to[i] = derive_page_own_var(n->p->m, name);
        derive_page_define(n->p, s, name, values[i]);
    }
}

static void replace(naming *n) {
    expr_id *roots = ARENA_ARRAY(n->a, expr_id, n->places.len);
    for (size_t i = 0; i < n->places.len; i++)
        roots[i] = *n->places.at[i];
    expr_substitute(n->g, roots, n->places.len, n->from, n->to, n->count, roots);
    for (size_t i = 0; i < n->places.len; i++)
        *n->places.at[i] = roots[i];
}

/* What the page is made of as it is now. */
static naming survey(derive_page *p, arena *a) {
    naming n = {.p = p, .g = p->m->g, .a = a, .nodes = expr_graph_size(p->m->g)};
    n.reached = ARENA_ARRAY(a, bool, n.nodes);
    n.uses = ARENA_ARRAY(a, int, n.nodes);
    n.chosen = ARENA_ARRAY(a, bool, p->sections.len + 1);
    n.length = ARENA_ARRAY(a, double, n.nodes);
    n.from = ARENA_ARRAY(a, expr_id, n.nodes);
    n.to = ARENA_ARRAY(a, expr_id, n.nodes);
    measure(&n);
    choose_places(&n);
    count_uses(&n);
    return n;
}

void derive_page_name_parts(derive_page *p) {
    arena *a = base_arena_create();
    naming n = survey(p, a);
    for (size_t i = 0; i < n.places.len; i++)
        *n.places.at[i] = spread_terms(&n, *n.places.at[i]);
    n = survey(p, a);
    choose(&n);
    if (n.count) {
        choose_more_places(&n);
        define(&n, derive_page_definitions(p, n.first));
        replace(&n);
    }
    base_arena_destroy(a);
}
