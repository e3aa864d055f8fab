/* What formulas take for granted about signs: what 'assume' says, bounds and values of parameters, and on which side of
   their ends springs are at the given state. Each is said on the page where it is used. */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/vec.h"
#include "derive/derivation.h"
#include "expr/terms.h"
#include "expr/walk.h"

/* What is known of a sign. */
typedef enum sign { UNKNOWN, POSITIVE, NEGATIVE, NOT_NEGATIVE, NOT_POSITIVE } sign;

/* The margin is positive, or not negative; `why` is said on the page. */
typedef struct fact {
    expr_id margin;
    const char *why;
    bool strict, given, used;
} fact;

enum { MOST_TERMS = 12, MOST_DEPTH = 40, MOST_NESTED = 2 };

struct derive_facts {
    const model *m;
    graph *g;
    arena *a;
    VEC(fact) all;
    const char *there; /* where sides are looked at */
    bool *of_param;    /* per parameter: its sign has been used */
    VEC(bool *) trail;
    int depth, nested;
};

static sign opposite(sign s) {
    static const sign other[] = {UNKNOWN, NEGATIVE, POSITIVE, NOT_POSITIVE, NOT_NEGATIVE};
    return other[s];
}

static sign of_number(double x) {
    return x > 0 ? POSITIVE : x < 0 ? NEGATIVE : NOT_NEGATIVE;
}

static bool is_strict(sign s) {
    return s == POSITIVE || s == NEGATIVE;
}

static sign sum_of(sign a, sign b) {
    const bool up = (a == POSITIVE || a == NOT_NEGATIVE) && (b == POSITIVE || b == NOT_NEGATIVE);
    const bool down = (a == NEGATIVE || a == NOT_POSITIVE) && (b == NEGATIVE || b == NOT_POSITIVE);
    if (!up && !down)
        return UNKNOWN;
    const bool strict = is_strict(a) || is_strict(b);
    return up ? strict ? POSITIVE : NOT_NEGATIVE : strict ? NEGATIVE : NOT_POSITIVE;
}

static sign product_of(sign a, sign b) {
    if (a == UNKNOWN || b == UNKNOWN)
        return UNKNOWN;
    const bool down = (a == NEGATIVE || a == NOT_POSITIVE) != (b == NEGATIVE || b == NOT_POSITIVE);
    const sign up = is_strict(a) && is_strict(b) ? POSITIVE : NOT_NEGATIVE;
    return down ? opposite(up) : up;
}

/* A sum as multiples of different terms. */
typedef struct terms {
    int count;
    expr_id rest[MOST_TERMS]; /* none: a number alone */
    number c[MOST_TERMS];
} terms;

static bool add_term(graph *g, terms *t, expr_id e, number c) {
    const expr_node n = *expr_node_at(g, e);
    if (expr_is_number(g, e, NULL)) {
        c = number_mul(c, expr_number_of(g, e));
        e = EXPR_NONE;
    } else if (n.op == EXPR_MUL && expr_is_number(g, n.arg[0], NULL)) {
        return add_term(g, t, n.arg[1], number_mul(c, expr_number_of(g, n.arg[0])));
    } else if (n.op == EXPR_NEG) {
        return add_term(g, t, n.arg[0], number_neg(c));
    } else if (n.op == EXPR_DIV && expr_is_number(g, n.arg[1], NULL)) {
        return add_term(g, t, n.arg[0], number_div(c, expr_number_of(g, n.arg[1])));
    } else if (n.op == EXPR_ADD || n.op == EXPR_SUB) {
        return add_term(g, t, n.arg[0], c) && add_term(g, t, n.arg[1], n.op == EXPR_SUB ? number_neg(c) : c);
    }
    int k = 0;
    while (k < t->count && !expr_same(t->rest[k], e))
        k++;
    if (k == MOST_TERMS)
        return false;
    t->c[k] = k < t->count ? number_add(t->c[k], c) : c;
    t->rest[k] = e;
    t->count += k == t->count;
    return true;
}

static sign sign_of(derive_facts *f, expr_id e);

static sign sign_of_terms(derive_facts *f, const terms *t) {
    sign all = NOT_NEGATIVE;
    bool first = true;
    for (int k = 0; k < t->count; k++) {
        if (t->c[k].value == 0)
            continue;
        const sign own = of_number(t->c[k].value);
        const sign s = t->rest[k].i ? product_of(own, sign_of(f, t->rest[k])) : own;
        all = first ? s : sum_of(all, s);
        first = false;
        if (all == UNKNOWN)
            return UNKNOWN;
    }
    return all;
}

/* What is used is noted, and forgotten where it did not help. */
static void note(derive_facts *f, bool *used) {
    if (*used)
        return;
    *used = true;
    vec_push(f->a, &f->trail, used);
}

static void forget(derive_facts *f, size_t from) {
    while (f->trail.len > from)
        *f->trail.at[--f->trail.len] = false;
}

/* The sum as c times the fact's margin and a remainder of the same sign. */
static sign by_fact(derive_facts *f, fact *x, const terms *t) {
    terms margin = {0}, rest = *t;
    if (!add_term(f->g, &margin, x->margin, NUMBER_ONE))
        return UNKNOWN;
    int lead = 0, at = 0;
    while (lead < margin.count && !margin.rest[lead].i)
        lead++;
    while (lead < margin.count && at < t->count && !expr_same(t->rest[at], margin.rest[lead]))
        at++;
    if (lead == margin.count || at == t->count || margin.c[lead].value == 0)
        return UNKNOWN;
    const number c = number_div(t->c[at], margin.c[lead]);
    if (c.value == 0 || !add_term(f->g, &rest, x->margin, number_neg(c)))
        return UNKNOWN;
    const size_t before = f->trail.len;
    note(f, &x->used);
    const sign own = product_of(of_number(c.value), x->strict ? POSITIVE : NOT_NEGATIVE);
    const sign s = sum_of(own, sign_of_terms(f, &rest));
    if (s == UNKNOWN)
        forget(f, before);
    return s;
}

/* By one fact, whose remainder may need another one. */
static sign by_facts(derive_facts *f, expr_id e) {
    terms t = {0};
    sign s = UNKNOWN;
    if (f->nested == MOST_NESTED || f->all.len == 0 || !add_term(f->g, &t, e, NUMBER_ONE))
        return UNKNOWN;
    f->nested++;
    for (size_t k = 0; k < f->all.len && s == UNKNOWN; k++)
        s = by_fact(f, &f->all.at[k], &t);
    f->nested--;
    return s;
}

static sign of_sum(derive_facts *f, expr_id e) {
    terms t = {0};
    return add_term(f->g, &t, e, NUMBER_ONE) ? sign_of_terms(f, &t) : UNKNOWN;
}

/* Of a parameter: by its bounds, or else by its value. */
static sign of_param(const model *m, const model_param *p) {
    const double x = model_value_of(m, p);
    if (p->has_bounds)
        return p->low > 0 ? POSITIVE : p->high < 0 ? NEGATIVE : p->low == 0 ? NOT_NEGATIVE : UNKNOWN;
    const bool has_value = !model_lacks_number(p) && !p->unknown && !p->input;
    return has_value && x != 0 && isfinite(x) ? of_number(x) : UNKNOWN;
}

static sign of_variable(derive_facts *f, uint32_t var) {
    const model *m = f->m;
    if (var >= m->var_count || m->vars[var].kind != VAR_PARAM)
        return UNKNOWN;
    const sign s = of_param(m, &m->params[m->vars[var].index]);
    if (s != UNKNOWN)
        note(f, &f->of_param[m->vars[var].index]);
    return s;
}

static sign of_power(derive_facts *f, const expr_node *n) {
    double power;
    const sign s = sign_of(f, n->arg[0]);
    if (!expr_is_number(f->g, n->arg[1], &power))
        return s == POSITIVE ? POSITIVE : UNKNOWN;
    if (fmod(power, 2) == 0)
        return is_strict(s) ? POSITIVE : power > 0 ? NOT_NEGATIVE : UNKNOWN;
    return s == POSITIVE || (fmod(power, 1) == 0 && power > 0) ? s : UNKNOWN;
}

static sign of_node(derive_facts *f, expr_id e) {
    const expr_node n = *expr_node_at(f->g, e);
    double x;
    if (expr_is_number(f->g, e, &x))
        return of_number(x);
    switch (n.op) {
    case EXPR_VAR:
        return of_variable(f, n.var);
    case EXPR_NEG:
        return opposite(sign_of(f, n.arg[0]));
    case EXPR_ADD:
    case EXPR_SUB:
        return of_sum(f, e);
    case EXPR_MUL:
        return product_of(sign_of(f, n.arg[0]), sign_of(f, n.arg[1]));
    case EXPR_DIV: {
        const sign below = sign_of(f, n.arg[1]);
        return is_strict(below) ? product_of(sign_of(f, n.arg[0]), below) : UNKNOWN;
    }
    case EXPR_POW:
        return of_power(f, &n);
    case EXPR_SQRT:
        return sign_of(f, n.arg[0]) == POSITIVE ? POSITIVE : NOT_NEGATIVE;
    case EXPR_ABS:
        return is_strict(sign_of(f, n.arg[0])) ? POSITIVE : NOT_NEGATIVE;
    case EXPR_EXP:
    case EXPR_COSH:
        return POSITIVE;
    default:
        return UNKNOWN;
    }
}

static sign sign_of(derive_facts *f, expr_id e) {
    if (f->depth == MOST_DEPTH)
        return UNKNOWN;
    const size_t before = f->trail.len;
    f->depth++;
    sign s = of_node(f, e);
    if (!is_strict(s)) {
        const sign more = by_facts(f, e);
        s = more != UNKNOWN && (s == UNKNOWN || is_strict(more)) ? more : s;
    }
    f->depth--;
    if (s == UNKNOWN)
        forget(f, before);
    return s;
}

/* |e| where the sign is known; none where it is not. */
static expr_id size_of(derive_facts *f, expr_id e) {
    switch (sign_of(f, e)) {
    case POSITIVE:
    case NOT_NEGATIVE:
        return e;
    case NEGATIVE:
    case NOT_POSITIVE:
        return expr_neg(f->g, e);
    default:
        return EXPR_NONE;
    }
}

/* The root of a product without its squares: sqrt(x^2 y) is x sqrt(y). */
typedef struct root {
    expr_id out, under; /* the size of what comes out, what stays */
    bool any;
} root;

static void take_out(derive_facts *f, expr_id e, bool below, root *r) {
    graph *g = f->g;
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_MUL || n.op == EXPR_DIV) {
        take_out(f, n.arg[0], below, r);
        take_out(f, n.arg[1], below != (n.op == EXPR_DIV), r);
        return;
    }
    expr_id base;
    int64_t power;
    if (!expr_is_number(g, e, NULL) && expr_is_whole_power(g, e, &base, &power) && power % 2 == 0) {
        const expr_id size = size_of(f, base);
        if (size.i) {
            const expr_id part = expr_powi(g, size, (int)(power / 2));
            r->out = below ? expr_div(g, r->out, part) : expr_mul(g, r->out, part);
            r->any = true;
            return;
        }
    }
    r->under = below ? expr_div(g, r->under, e) : expr_mul(g, r->under, e);
}

static expr_id of_root(derive_facts *f, expr_id under) {
    const expr_id one = expr_int(f->g, 1);
    root r = {one, one, false};
    take_out(f, under, false, &r);
    if (!r.any)
        return EXPR_NONE;
    const expr_id left = expr_sqrt(f->g, r.under);
    return expr_mul(f->g, r.out, left);
}

/* (x^2)^(3/2) is x^3. */
static expr_id of_broken_power(derive_facts *f, const expr_node *n) {
    double power;
    int64_t inner;
    expr_id base;
    if (!expr_is_number(f->g, n->arg[1], &power) || fmod(power, 1) == 0 || fmod(2 * power, 1) != 0 ||
        !expr_is_whole_power(f->g, n->arg[0], &base, &inner) || inner % 2 != 0)
        return EXPR_NONE;
    const expr_id size = size_of(f, base);
    return size.i ? expr_powi(f->g, size, (int)((double)inner * power)) : EXPR_NONE;
}

static expr_id better(derive_facts *f, expr_id e) {
    const expr_node n = *expr_node_at(f->g, e);
    sign s;
    switch (n.op) {
    case EXPR_ABS:
        return size_of(f, n.arg[0]);
    case EXPR_SIGN:
        s = sign_of(f, n.arg[0]);
        return is_strict(s) ? expr_int(f->g, s == POSITIVE ? 1 : -1) : EXPR_NONE;
    case EXPR_SQRT:
        return of_root(f, n.arg[0]);
    case EXPR_POW:
        return of_broken_power(f, &n);
    case EXPR_MIN:
    case EXPR_MAX:
        s = sign_of(f, expr_sub(f->g, n.arg[0], n.arg[1]));
        if (s == UNKNOWN)
            return EXPR_NONE;
        return (s == POSITIVE || s == NOT_NEGATIVE) == (n.op == EXPR_MAX) ? n.arg[0] : n.arg[1];
    default:
        return EXPR_NONE;
    }
}

static bool is_of_sign(expr_op op) {
    return op == EXPR_ABS || op == EXPR_SIGN || op == EXPR_SQRT || op == EXPR_POW || op == EXPR_MIN || op == EXPR_MAX;
}

/* One pass; what stands within what has been replaced comes in the next one. */
static bool use_once(derive_facts *f, expr_id *list, size_t count) {
    const uint32_t *below;
    const size_t size = expr_nodes_below(f->g, list, count, &below);
    VEC(expr_id) from = {0}, to = {0};
    for (size_t k = 0; k < size; k++)
        if (is_of_sign(expr_node_at(f->g, (expr_id){below[k]})->op))
            vec_push(f->a, &from, (expr_id){below[k]});
    size_t kept = 0;
    for (size_t k = 0; k < from.len; k++) {
        const size_t before = f->trail.len;
        const expr_id e = from.at[k], now = better(f, e);
        if (!now.i || expr_same(now, e)) {
            forget(f, before);
            continue;
        }
        from.at[kept++] = e;
        vec_push(f->a, &to, now);
    }
    if (kept > 0)
        expr_substitute(f->g, list, count, from.at, to.at, kept, list);
    return kept > 0;
}

/* What the size is of; none of what is no size. */
static expr_id sized(const graph *g, expr_id e) {
    const expr_node *n = expr_node_at(g, e);
    expr_id base;
    int64_t power;
    if (n->op == EXPR_ABS)
        return n->arg[0];
    return n->op == EXPR_SQRT && expr_is_whole_power(g, n->arg[0], &base, &power) && power == 2 ? base : EXPR_NONE;
}

bool derive_has_sizes(const graph *g, const expr_id *list, size_t count) {
    const uint32_t *below;
    const size_t size = expr_nodes_below(g, list, count, &below);
    for (size_t k = 0; k < size; k++)
        if (sized(g, (expr_id){below[k]}).i)
            return true;
    return false;
}

bool derive_use_facts(derive_facts *f, expr_id *list, size_t count) {
    enum { PASSES = 4 };
    bool any = false;
    for (int k = 0; k < PASSES && use_once(f, list, count); k++)
        any = true;
    return any;
}

static void list_given(derive_facts *f, const derivation *d) {
    const model *m = f->m;
    const model_system *s = d->request->choice->system;
    for (size_t i = 0; i < m->event_count; i++)
        if (m->events[i].assumed && s->assumed[i].i)
            vec_push(f->a, &f->all,
                     (fact){.margin = s->assumed[i], .why = "given", .strict = m->events[i].strict, .given = true});
}

static bool is_line(const char *keyword) {
    static const char *const lines[] = {"spring", "cable", "buffer"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (strcmp(lines[i], keyword) == 0)
            return true;
    return false;
}

static bool is_known(derive_facts *f, expr_id e) {
    const size_t before = f->trail.len;
    const sign s = sign_of(f, e);
    forget(f, before);
    return is_strict(s);
}

/* A length along a line is |x - a|: on which side of a it lies shows at the given state. */
static void list_side(derive_facts *f, expr_id of, const double *values) {
    const unsigned places = 1u << VAR_PARAM | 1u << VAR_COORD;
    if (!of.i || expr_kinds(f->g, of) & ~places || !(expr_kinds(f->g, of) & 1u << VAR_COORD) || is_known(f, of))
        return;
    const double x = expr_eval(f->g, of, values), size = expr_eval(f->g, expr_size(f->g, of), values);
    if (!isfinite(x) || fabs(x) <= 1e-9 * size)
        return;
    const expr_id margin = x > 0 ? of : expr_neg(f->g, of);
    vec_push(f->a, &f->all, (fact){.margin = margin, .why = f->there, .strict = true});
}

derive_facts *derive_list_facts(const derivation *d) {
    derive_facts *f = ARENA_NEW(d->memory, derive_facts);
    f->m = d->m;
    f->g = d->g;
    f->a = d->memory;
    f->of_param = ARENA_ARRAY(d->memory, bool, d->m->param_count + 1);
    f->there = strcmp(d->request->mode, "start") == 0 ? "as at the start" : "as at the given state";
    list_given(f, d);
    return f;
}

void derive_list_sides(const derivation *d) {
    derive_facts *f = d->facts;
    const double *values = derive_values(d, 0, f->a);
    const mech_choice *c = d->request->choice;
    for (size_t i = 0; i < c->system->element_count; i++) {
        const system_element *x = &c->system->elements[i];
        if (!x->keyword || !is_line(x->keyword) || !mech_in_force(c, x))
            continue;
        expr_id energy = x->energy.i ? x->energy : x->force[0];
        if (!energy.i)
            continue;
        algebra_simplify(f->g, &energy, 1, &energy);
        const uint32_t *below;
        const size_t count = expr_nodes_below(f->g, &energy, 1, &below);
        expr_id *sizes = ARENA_ARRAY(f->a, expr_id, count);
        for (size_t k = 0; k < count; k++)
            sizes[k] = sized(f->g, (expr_id){below[k]});
        for (size_t k = 0; k < count; k++)
            list_side(f, sizes[k], values);
    }
}

/* 0 < e or 0 <= e; b < a for a difference. */
static expr_id as_claim(graph *g, expr_id margin, bool strict) {
    const expr_node n = *expr_node_at(g, margin);
    const expr_op op = strict ? EXPR_LT : EXPR_LE;
    return n.op == EXPR_SUB ? expr_binary(g, op, n.arg[1], n.arg[0]) : expr_binary(g, op, expr_int(g, 0), margin);
}

static void add_claim(derive_page *p, page_section *s, expr_id claim, const char *why) {
    page_equation q = {.label = "", .note = why};
    derive_page_add_expr(p, &q, claim);
    vec_push(p->memory, &s->equations, q);
}

static void add_params(const derive_facts *f, derive_page *p, page_section *s) {
    const model *m = f->m;
    for (size_t i = 0; i < m->param_count; i++) {
        if (!f->of_param[i])
            continue;
        const model_param *x = &m->params[i];
        const sign known = of_param(m, x);
        const expr_id var = expr_var(f->g, x->var), zero = expr_int(f->g, 0);
        const bool up = known == POSITIVE || known == NOT_NEGATIVE;
        const expr_op op = is_strict(known) ? EXPR_LT : EXPR_LE;
        add_claim(p, s, expr_binary(f->g, op, up ? zero : var, up ? var : zero),
                  x->has_bounds ? "its bounds" : "its value");
    }
}

void derive_add_facts(const derivation *d, derive_page *p) {
    derive_facts *f = d->facts;
    const page_places places = derive_page_list_places(p, d->memory);
    for (size_t k = 0; k < places.count; k++)
        derive_use_facts(f, places.at[k], 1);
    bool any = false;
    for (size_t k = 0; k < f->all.len; k++)
        any = any || f->all.at[k].used || f->all.at[k].given;
    for (size_t i = 0; i < d->m->param_count; i++)
        any = any || f->of_param[i];
    if (!any)
        return;
    page_section *s =
        derive_page_insert_section(p, 1, "assumptions", "Assumptions", "The formulas hold where these do.");
    for (size_t k = 0; k < f->all.len; k++)
        if (f->all.at[k].used || f->all.at[k].given)
            add_claim(p, s, as_claim(f->g, f->all.at[k].margin, f->all.at[k].strict), f->all.at[k].why);
    add_params(f, p, s);
}
