/* Series are propagated from the leaves to the roots; a function of one argument contributes its first four terms. */
#include "analysis/probe/jets.h"

#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "expr/table.h"
#include "expr/walk.h"

static const double rounding = 1e-9;

/* Where x = y a formula goes over to another piece; places. */
typedef struct border {
    uint32_t x, y;
} border;

struct jets {
    size_t count, root_count;
    expr_node *node; /* in the order of evaluation; arguments are places in it, from 1 on */
    uint32_t *root;  /* places */
    jet *at;         /* per place, 0 stands for a missing argument */
    bool *active;    /* depends on the variable */
    VEC(uint32_t) arguments;
    VEC(border) borders;
};

/* Taylor's coefficients of a function at u; one more than jets have, to tell what rounding of u makes of the last. */
typedef struct terms {
    double f[JET_TERMS + 1];
} terms;

static terms of_power(double u, double p) {
    terms x;
    double factor = 1;
    for (int k = 0; k <= JET_TERMS; k++) {
        x.f[k] = factor == 0 ? 0 : factor * pow(u, p - k);
        factor *= (p - k) / (k + 1);
    }
    return x;
}

static terms of_arcus_sine(double u, double sign) {
    double w = 1 / sqrt(1 - u * u), w3 = w * w * w;
    return (terms){{asin(u), sign * w, sign * u * w3 / 2, sign * (1 + 2 * u * u) * w3 * w * w / 6, 0}};
}

static terms of_arcus_tangent(double u) {
    double w = 1 / (1 + u * u);
    return (terms){{atan(u), w, -u * w * w, (3 * u * u - 1) * w * w * w / 3, 0}};
}

static terms of_tangent(double t, double sign) { /* sign -1: of the hyperbolic one */
    double w = 1 + sign * t * t;
    double cubic = sign * w * (1 + sign * 3 * t * t) / 3;
    return (terms){{t, w, sign * t * w, cubic, w * t * (2 + sign * 3 * t * t) / 3}};
}

/* f, f' and again f, f' with a sign: sines, cosines, exponentials. */
static terms of_cycle(double f, double slope, double sign) {
    return (terms){{f, slope, sign * f / 2, sign * slope / 6, f / 24}};
}

static terms of_function(expr_op op, double u) {
    switch (op) {
    case EXPR_SQRT:
        return of_power(u, 0.5);
    case EXPR_SIN:
        return of_cycle(sin(u), cos(u), -1);
    case EXPR_COS:
        return of_cycle(cos(u), -sin(u), -1);
    case EXPR_TAN:
        return of_tangent(tan(u), 1);
    case EXPR_ASIN:
        return of_arcus_sine(u, 1);
    case EXPR_ACOS:
        return of_arcus_sine(u, -1);
    case EXPR_ATAN:
        return of_arcus_tangent(u);
    case EXPR_SINH:
        return of_cycle(sinh(u), cosh(u), 1);
    case EXPR_COSH:
        return of_cycle(cosh(u), sinh(u), 1);
    case EXPR_TANH:
        return of_tangent(tanh(u), -1);
    case EXPR_EXP:
        return of_cycle(exp(u), exp(u), 1);
    case EXPR_LOG:
        return (terms){{log(u), 1 / u, -1 / (2 * u * u), 1 / (3 * u * u * u), -1 / (4 * pow(u, 4))}};
    case EXPR_NEG:
        return (terms){{-u, -1}};
    case EXPR_ABS:
        return (terms){{fabs(u), u < 0 ? -1 : 1}};
    default:
        return (terms){{NAN, NAN, NAN, NAN, NAN}};
    }
}

static terms of_table(const expr_table *t, double u, double interval) {
    terms x = {{0}};
    double factor = 1;
    for (int k = 0; k <= JET_TERMS && t; k++, t = t->slope) {
        x.f[k] = factor * expr_table_curve(t, u, interval);
        factor /= k + 1;
    }
    return x;
}

static jet times(const jet *x, const jet *y) {
    jet z = {{0}, {0}};
    for (int i = 0; i < JET_TERMS; i++)
        for (int j = 0; i + j < JET_TERMS; j++) {
            z.c[i + j] += x->c[i] * y->c[j];
            z.size[i + j] += x->size[i] * y->size[j];
        }
    return z;
}

static jet plus(const jet *x, const jet *y, double sign) {
    jet z;
    for (int i = 0; i < JET_TERMS; i++) {
        z.c[i] = x->c[i] + sign * y->c[i];
        z.size[i] = x->size[i] + y->size[i];
    }
    return z;
}

/* f(u): powers of what u changes by. Rounding in u changes each of the terms too. */
static jet compose(terms f, const jet *u) {
    jet step = *u, power = {{1}, {1}}, sum = {{0}, {0}};
    step.c[0] = step.size[0] = 0;
    for (int k = 0; k < JET_TERMS; k++) {
        double spread = (k + 1) * fabs(f.f[k + 1]) * u->size[0];
        for (int i = 0; i < JET_TERMS; i++) {
            sum.c[i] += f.f[k] * power.c[i];
            sum.size[i] += (fabs(f.f[k]) + spread) * power.size[i];
        }
        power = times(&power, &step);
    }
    return sum;
}

static jet constant(double x) {
    return (jet){{x}, {fabs(x)}};
}

static jet quotient(const jet *x, const jet *y) {
    jet inverse = compose(of_power(y->c[0], -1), y);
    return times(x, &inverse);
}

static jet length(const jet *x, const jet *y) {
    jet xx = times(x, x), yy = times(y, y), sum = plus(&xx, &yy, 1);
    return compose(of_function(EXPR_SQRT, sum.c[0]), &sum);
}

/* The angle of (x, y) but for a constant. */
static jet angle(const jet *y, const jet *x, double value) {
    bool steep = fabs(y->c[0]) > fabs(x->c[0]);
    jet slope = steep ? quotient(x, y) : quotient(y, x), z = compose(of_function(EXPR_ATAN, slope.c[0]), &slope);
    for (int k = 1; steep && k < JET_TERMS; k++)
        z.c[k] = -z.c[k];
    z.c[0] = value;
    return z;
}

static jet raised(const jet *x, const jet *y) {
    if (y->c[1] == 0 && y->c[2] == 0 && y->c[3] == 0)
        return compose(of_power(x->c[0], y->c[0]), x);
    jet log_x = compose(of_function(EXPR_LOG, x->c[0]), x), exponent = times(y, &log_x);
    return compose(of_function(EXPR_EXP, exponent.c[0]), &exponent);
}

static jet of_node(const expr_node *n, const jet *x, const jet *y, const jet *z, double value) {
    switch (n->op) {
    case EXPR_ADD:
        return plus(x, y, 1);
    case EXPR_SUB:
        return plus(x, y, -1);
    case EXPR_MUL:
        return times(x, y);
    case EXPR_DIV:
        return quotient(x, y);
    case EXPR_POW:
        return raised(x, y);
    case EXPR_HYPOT:
        return length(x, y);
    case EXPR_ATAN2:
        return angle(x, y, value);
    case EXPR_MIN:
        return x->c[0] <= y->c[0] ? *x : *y;
    case EXPR_MAX:
        return x->c[0] >= y->c[0] ? *x : *y;
    case EXPR_SELECT:
        return x->c[0] != 0 ? *y : *z;
    case EXPR_SIGN:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
    case EXPR_FLOOR:
    case EXPR_INTERVAL:
        return constant(value);
    case EXPR_CURVE:
        return compose(of_table(expr_table_of(x->c[0]), y->c[0], z->c[0]), y);
    default:
        return compose(of_function(n->op, x->c[0]), x);
    }
}

static bool has_plain_argument(expr_op op) {
    return op == EXPR_SIN || op == EXPR_COS || op == EXPR_TAN || op == EXPR_EXP || op == EXPR_SINH || op == EXPR_COSH ||
           op == EXPR_TANH;
}

static bool is_bordered(expr_op op) {
    return op == EXPR_LT || op == EXPR_LE || op == EXPR_MIN || op == EXPR_MAX || op == EXPR_ABS || op == EXPR_SIGN;
}

static void take_value(jet *j, double value) {
    j->c[0] = value;
    j->size[0] = fmax(j->size[0], fabs(value));
}

static void evaluate(jets *x, uint32_t place, const double *values) {
    const expr_node *n = &x->node[place];
    if (expr_op_table[n->op].arity == 0)
        x->at[place] = constant(n->op == EXPR_VAR ? values[n->var] : n->value);
    else {
        const jet *at = x->at;
        uint32_t u = n->arg[0].i, v = n->arg[1].i, w = n->arg[2].i;
        double value = expr_op_value(n->op, at[u].c[0], at[v].c[0], at[w].c[0]);
        x->at[place] = of_node(n, &at[u], &at[v], &at[w], value);
        take_value(&x->at[place], value);
    }
}

jets *analysis_jets_make(const graph *g, const expr_id *roots, size_t count, const double *values, arena *a) {
    jets *x = ARENA_NEW(a, jets);
    const uint32_t *order;
    *x = (jets){.root_count = count, .count = expr_nodes_below(g, roots, count, &order)};
    uint32_t *place = ARENA_ARRAY(a, uint32_t, expr_graph_size(g));
    x->node = ARENA_ARRAY(a, expr_node, x->count + 1);
    x->at = ARENA_ARRAY(a, jet, x->count + 1);
    x->active = ARENA_ARRAY(a, bool, x->count + 1);
    x->root = ARENA_ARRAY(a, uint32_t, count + 1);
    for (uint32_t k = 1; k <= x->count; k++) {
        place[order[k - 1]] = k;
        x->node[k] = *expr_node_at(g, (expr_id){order[k - 1]});
        for (int i = 0; i < 3; i++)
            x->node[k].arg[i].i = x->node[k].arg[i].i ? place[x->node[k].arg[i].i] : 0;
        if (has_plain_argument(x->node[k].op))
            vec_push(a, &x->arguments, x->node[k].arg[0].i);
        if (is_bordered(x->node[k].op))
            vec_push(a, &x->borders, (border){x->node[k].arg[0].i, x->node[k].arg[1].i});
        evaluate(x, k, values);
    }
    for (size_t k = 0; k < count; k++)
        x->root[k] = place[roots[k].i];
    return x;
}

size_t analysis_jets_size(const jets *x) {
    return x->count;
}

static void forget_slopes(jet *j) {
    for (int k = 1; k < JET_TERMS; k++)
        j->c[k] = j->size[k] = 0;
}

bool analysis_jets_along(jets *x, uint32_t var) {
    bool any = false;
    for (uint32_t k = 1; k <= x->count; k++) {
        const expr_node *n = &x->node[k];
        uint32_t u = n->arg[0].i, v = n->arg[1].i, w = n->arg[2].i;
        bool is_it = n->op == EXPR_VAR && n->var == var, before = x->active[k];
        x->active[k] = is_it || x->active[u] || x->active[v] || x->active[w];
        any |= x->active[k];
        if (before)
            forget_slopes(&x->at[k]);
        if (is_it)
            x->at[k].c[1] = x->at[k].size[1] = 1;
        else if (x->active[k]) {
            double value = x->at[k].c[0];
            x->at[k] = of_node(n, &x->at[u], &x->at[v], &x->at[w], value);
            take_value(&x->at[k], value);
        }
    }
    return any;
}

bool analysis_jets_root_moves(const jets *x, size_t k) {
    return x->active[x->root[k]];
}

jet analysis_jets_root(const jets *x, size_t k) {
    return x->at[x->root[k]];
}

size_t analysis_jets_argument_count(const jets *x) {
    return x->arguments.len;
}

jet analysis_jets_argument(const jets *x, size_t k) {
    return x->at[x->arguments.at[k]];
}

size_t analysis_jets_border_count(const jets *x) {
    return x->borders.len;
}

jet analysis_jets_border(const jets *x, size_t k) {
    return plus(&x->at[x->borders.at[k].x], &x->at[x->borders.at[k].y], -1);
}

/* Where term k overtakes all of the first `high` terms; 0 if there are none of these. */
static double overtakes(const double *c, int k, int high) {
    double step = 0;
    for (int i = 0; i < high; i++)
        step = fmax(step, pow(c[i] / c[k], 1.0 / (k - i)));
    return isfinite(step) ? step : 0;
}

/* The curved terms against the straight ones; where there are none of one sort, the others among themselves. */
static double find_breakpoint(const double *c, int *degree) {
    bool straight = c[0] > 0 || c[1] > 0;
    double step = INFINITY;
    *degree = c[2] > 0 || c[3] > 0 ? 2 : 1;
    if (*degree == 1)
        return c[1] > 0 ? overtakes(c, 1, 1) : 0;
    if (!straight)
        return c[3] > 0 ? overtakes(c, 3, 3) : 0;
    for (int k = 2; k < JET_TERMS; k++)
        if (c[k] > 0)
            step = fmin(step, overtakes(c, k, 2));
    return step;
}

/* Sizes of the terms, 0 where there is but rounding. */
static void measure_terms(const jet *j, double *c) {
    for (int k = 0; k < JET_TERMS; k++)
        c[k] = fabs(j->c[k]) > rounding * j->size[k] ? fabs(j->c[k]) : 0;
}

double analysis_jet_breakpoint(const jet *j, int *degree) {
    double c[JET_TERMS];
    int found;
    measure_terms(j, c);
    return find_breakpoint(c, degree ? degree : &found);
}

double analysis_jet_first_breakpoint(const jet *j) {
    double c[JET_TERMS], step = INFINITY;
    int low = 0;
    measure_terms(j, c);
    while (low < JET_TERMS - 1 && c[low] == 0)
        low++;
    for (int k = low + 1; k < JET_TERMS; k++)
        if (c[k] > 0)
            step = fmin(step, pow(c[low] / c[k], 1.0 / (k - low)));
    return isfinite(step) ? step : 0;
}

double analysis_jet_bound_breakpoint(const jet *j) {
    int degree;
    return find_breakpoint(j->size, &degree);
}
