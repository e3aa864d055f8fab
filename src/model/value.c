/* Operations on values with their dimension checks. */
#include "model/value.h"

enum { LONGEST_QUOTE = 40 };

const char value_one_world[] = "a model is planar or spatial: its vectors all have two components, or all have three";

value value_bad(span at) {
    return (value){.size = 0, .at = at};
}
bool value_is_bad(value v) {
    return v.size == 0;
}

value value_scalar(expr_id e, dimension dim, span at) {
    return (value){.size = 1, .c = {e}, .dim = dim, .at = at};
}

value value_number(const value_context *c, int64_t num, int64_t den, span at) {
    value v = value_scalar(expr_rational(c->g, num, den), (dimension){{0}}, at);
    v.any_dim = num == 0;
    return v;
}

static const char *dim_text(const value_context *c, dimension d) {
    (void)c;
    static const dimension none = {{0}};
    strbuf s = strbuf_make(diag_memory(c->findings));
    if (dim_equal(d, none))
        strbuf_add(&s, "(no dimension)");
    else {
        strbuf_add(&s, "[");
        dim_print(d, &s);
        strbuf_add(&s, "]");
    }
    return strbuf_text(&s);
}

/* As what a place asks for. */
static const char *dim_wanted(const value_context *c, dimension d) {
    return dim_is_one(d) ? "dimensionless" : arena_printf(diag_memory(c->findings), "of dimension %s", dim_text(c, d));
}

/* What the user wrote, cut where it is long. */
static const char *quote(const value_context *c, span at) {
    uint32_t length = at.end - at.begin;
    bool fits = length <= LONGEST_QUOTE;
    const char *text = arena_copy(diag_memory(c->findings), diag_get_source(c->findings)->text + at.begin,
                                  fits ? length : LONGEST_QUOTE);
    return fits ? text : arena_printf(diag_memory(c->findings), "%s...", text);
}

static const char *shape_text(value v) {
    if (v.condition)
        return "a condition";
    if (v.size == VALUE_FRAME)
        return "a frame";
    return v.size == 1 ? "a scalar" : v.size == 2 ? "a planar vector" : "a spatial vector";
}

static bool reject_conditions(const value_context *c, value a) {
    if (!a.condition)
        return false;
    finding *f = diag_add(c->findings, DIAG_E0306, a.at, "a condition cannot be used as a number");
    diag_help(c->findings, f, "write 'if ... then ... else ...' to choose between numbers");
    return true;
}

static bool reject_frames(const value_context *c, value a) {
    if (a.size != VALUE_FRAME)
        return false;
    finding *f = diag_add(c->findings, DIAG_E0303, a.at, "a frame cannot be used like this");
    diag_help(c->findings, f, "write FRAME*VECTOR, FRAME*FRAME, FRAME.x for an axis, or omega(FRAME)");
    return true;
}

static bool need_numbers(const value_context *c, value a, value b) {
    if (value_is_bad(a) || value_is_bad(b) || reject_frames(c, a) || reject_frames(c, b))
        return false;
    return !reject_conditions(c, a) && !reject_conditions(c, b);
}

bool value_need_match(const value_context *c, value a, value b, const char *relation, span at) {
    if (value_is_bad(a) || value_is_bad(b))
        return false;
    if (a.size != b.size) {
        bool vectors = a.size > 1 && b.size > 1;
        finding *f =
            diag_add(c->findings, vectors ? DIAG_E0304 : DIAG_E0303, at, "shapes do not match: %s (%s) %s %s (%s)",
                     quote(c, a.at), shape_text(a), relation, quote(c, b.at), shape_text(b));
        if (vectors)
            diag_help(c->findings, f, "%s", value_one_world);
        diag_label_at(c->findings, f, a.at, "%s", shape_text(a));
        diag_label_at(c->findings, f, b.at, "%s", shape_text(b));
        return false;
    }
    if (!c->units || a.any_dim || b.any_dim || dim_equal(a.dim, b.dim))
        return true;
    finding *f = diag_add(c->findings, DIAG_E0301, at, "dimensions do not match: %s %s %s %s %s", quote(c, a.at),
                          dim_text(c, a.dim), relation, quote(c, b.at), dim_text(c, b.dim));
    diag_label_at(c->findings, f, a.at, "%s", dim_text(c, a.dim));
    diag_label_at(c->findings, f, b.at, "%s", dim_text(c, b.dim));
    return false;
}

static dimension joint_dim(value a, value b) {
    return a.any_dim ? b.dim : b.any_dim ? a.dim : dim_join(a.dim, b.dim);
}

static value add_or_subtract(const value_context *c, syn_op op, value a, value b, span at) {
    if (!value_need_match(c, a, b, op == SYN_ADD ? "+" : "-", at))
        return value_bad(at);
    value r = {.size = a.size, .at = at, .dim = joint_dim(a, b), .any_dim = a.any_dim && b.any_dim};
    for (int i = 0; i < a.size; i++)
        r.c[i] = op == SYN_ADD ? expr_add(c->g, a.c[i], b.c[i]) : expr_sub(c->g, a.c[i], b.c[i]);
    return r;
}

value value_scale(const value_context *c, value v, expr_id factor, dimension dim) {
    for (int i = 0; i < v.size; i++)
        v.c[i] = expr_mul(c->g, factor, v.c[i]);
    v.dim = dim_mul(v.dim, dim);
    return v;
}

static value multiply(const value_context *c, value a, value b, span at) {
    if (a.size > 1 && b.size > 1) {
        finding *f = diag_add(c->findings, DIAG_E0303, at, "the product of two vectors is ambiguous");
        diag_help(c->findings, f, "write dot(a, b) or cross(a, b)");
        return value_bad(at);
    }
    value v = a.size > 1 ? value_scale(c, a, b.c[0], b.dim) : value_scale(c, b, a.c[0], a.dim);
    v.any_dim = a.any_dim || b.any_dim;
    v.at = at;
    return v;
}

static value divide(const value_context *c, value a, value b, span at) {
    if (b.size > 1) {
        finding *f = diag_add(c->findings, DIAG_E0303, at, "division by a vector");
        diag_help(c->findings, f, "divide by its length, norm(...), or by a component");
        return value_bad(at);
    }
    if (expr_is_zero(c->g, b.c[0])) {
        diag_add(c->findings, DIAG_E0308, at, "division by zero");
        return value_bad(at);
    }
    for (int i = 0; i < a.size; i++)
        a.c[i] = expr_div(c->g, a.c[i], b.c[0]);
    a.dim = dim_div(a.dim, b.dim);
    a.at = at;
    return a;
}

static value power(const value_context *c, value a, value b, span at) {
    if (a.size > 1 || b.size > 1) {
        finding *f = diag_add(c->findings, DIAG_E0303, at,
                              a.size > 1 ? "a vector cannot be raised to a power" : "an exponent is a scalar");
        if (a.size > 1)
            diag_help(c->findings, f, "the square of its length is dot(%s, %s)", quote(c, a.at), quote(c, a.at));
        return value_bad(at);
    }
    value r = value_scalar(expr_pow(c->g, a.c[0], b.c[0]), (dimension){{0}}, at);
    const expr_node *exponent = graph_node(c->g, b.c[0]);
    if (exponent->op == EXPR_RATIONAL && dim_is_one(a.dim))
        dim_pow(a.dim, exponent->num, exponent->den, &r.dim);
    r.any_dim = a.any_dim;
    if (!c->units || (dim_is_one(a.dim) && dim_is_one(b.dim)))
        return r;
    if (!value_need_dim(c, b, DIM_ANGLE, "an exponent"))
        return value_bad(at);
    const expr_node *n = graph_node(c->g, b.c[0]);
    if (n->op != EXPR_RATIONAL || !dim_pow(a.dim, n->num, n->den, &r.dim)) {
        finding *f =
            diag_add(c->findings, DIAG_E0305, at, "%s %s cannot be raised to a power that is not a plain number",
                     quote(c, a.at), dim_text(c, a.dim));
        diag_help(c->findings, f, "divide it by a quantity of its dimension first, as in (x/(1 m))^p");
        return value_bad(at);
    }
    return r;
}

value value_binary(const value_context *c, syn_op op, value a, value b, span at) {
    if (op == SYN_MUL && a.size == VALUE_FRAME && !value_is_bad(b))
        return value_frame_product(c, a, b, at);
    if (!need_numbers(c, a, b))
        return value_bad(at);
    switch (op) {
    case SYN_MUL:
        return multiply(c, a, b, at);
    case SYN_DIV:
        return divide(c, a, b, at);
    case SYN_POW:
        return power(c, a, b, at);
    default:
        return add_or_subtract(c, op, a, b, at);
    }
}

value value_compare(const value_context *c, syn_op op, value a, value b, span at) {
    if (!need_numbers(c, a, b) || !value_need_scalar(c, a, "a side of a comparison") ||
        !value_need_scalar(c, b, "a side of a comparison") || !value_need_match(c, a, b, "compared with", at))
        return value_bad(at);
    bool swap = op == SYN_GT || op == SYN_GE;
    expr_op o = op == SYN_LT || op == SYN_GT ? EXPR_LT : EXPR_LE;
    value v = value_scalar(expr_binary(c->g, o, swap ? b.c[0] : a.c[0], swap ? a.c[0] : b.c[0]), (dimension){{0}}, at);
    v.condition = true;
    return v;
}

value value_logic(const value_context *c, syn_op op, value a, value b, span at) {
    bool unary = op == SYN_NOT;
    if (!value_need_condition(c, a, "an operand of and, or, not") ||
        (!unary && !value_need_condition(c, b, "an operand of and, or, not")))
        return value_bad(at);
    value v = a;
    v.at = at;
    v.c[0] = unary ? expr_unary(c->g, EXPR_NOT, a.c[0])
                   : expr_binary(c->g, op == SYN_AND ? EXPR_AND : EXPR_OR, a.c[0], b.c[0]);
    return v;
}

value value_negate(const value_context *c, value a, span at) {
    if (value_is_bad(a) || reject_conditions(c, a) || reject_frames(c, a))
        return value_bad(at);
    for (int i = 0; i < a.size; i++)
        a.c[i] = expr_neg(c->g, a.c[i]);
    a.at = at;
    return a;
}

value value_select(const value_context *c, value condition, value yes, value no, span at) {
    if (!value_need_condition(c, condition, "what follows 'if'") || value_is_bad(yes) || value_is_bad(no))
        return value_bad(at);
    if (yes.condition != no.condition) {
        diag_add(c->findings, DIAG_E0306, at, "one branch of this 'if' is a condition, the other a number");
        return value_bad(at);
    }
    if (!value_need_match(c, yes, no, "and", at))
        return value_bad(at);
    value v = yes;
    v.at = at;
    v.dim = joint_dim(yes, no);
    v.any_dim = yes.any_dim && no.any_dim;
    for (int i = 0; i < v.size; i++)
        v.c[i] = expr_select(c->g, condition.c[0], yes.c[i], no.c[i]);
    return v;
}

value value_dot(const value_context *c, value a, value b, span at) {
    if (!need_numbers(c, a, b))
        return value_bad(at);
    if (a.size != b.size || a.size < 2) {
        diag_add(c->findings, a.size < 2 || b.size < 2 ? DIAG_E0303 : DIAG_E0304, at,
                 "dot(a, b) takes two vectors of one size, not %s and %s", shape_text(a), shape_text(b));
        return value_bad(at);
    }
    expr_id sum = expr_int(c->g, 0);
    for (int i = 0; i < a.size; i++)
        sum = expr_add(c->g, sum, expr_mul(c->g, a.c[i], b.c[i]));
    value v = value_scalar(sum, dim_mul(a.dim, b.dim), at);
    v.any_dim = a.any_dim || b.any_dim;
    return v;
}

static expr_id minor(graph *g, value a, value b, int i, int j) {
    expr_id left = expr_mul(g, a.c[i], b.c[j]);
    return expr_sub(g, left, expr_mul(g, a.c[j], b.c[i]));
}

value value_cross(const value_context *c, value a, value b, span at) {
    if (!need_numbers(c, a, b))
        return value_bad(at);
    if (a.size != b.size || a.size < 2) {
        diag_add(c->findings, a.size < 2 || b.size < 2 ? DIAG_E0303 : DIAG_E0304, at,
                 "cross(a, b) takes two vectors of one size, not %s and %s", shape_text(a), shape_text(b));
        return value_bad(at);
    }
    value v = {.size = a.size == 2 ? 1 : 3, .dim = dim_mul(a.dim, b.dim), .any_dim = a.any_dim || b.any_dim, .at = at};
    if (dim_equal(v.dim, DIM_ENERGY))
        v.dim.e[DIM_TURNS] = -DIM_ONE; /* a torque */
    if (a.size == 2)
        v.c[0] = minor(c->g, a, b, 0, 1);
    else
        for (int i = 0; i < 3; i++)
            v.c[i] = minor(c->g, a, b, (i + 1) % 3, (i + 2) % 3);
    return v;
}

value value_norm(const value_context *c, value a, span at) {
    if (value_is_bad(a) || reject_conditions(c, a) || reject_frames(c, a))
        return value_bad(at);
    if (a.size == 1)
        return value_scalar(expr_unary(c->g, EXPR_ABS, a.c[0]), a.dim, at);
    value v = value_dot(c, a, a, at);
    v.c[0] = expr_sqrt(c->g, v.c[0]);
    v.dim = a.dim;
    return v;
}

bool value_need_scalar(const value_context *c, value v, const char *what) {
    if (value_is_bad(v) || reject_conditions(c, v) || reject_frames(c, v))
        return false;
    if (v.size == 1)
        return true;
    finding *f = diag_add(c->findings, DIAG_E0303, v.at, "%s must be a scalar, but this is %s", what, shape_text(v));
    diag_help(c->findings, f, "take a component (.x, .y) or the length, norm(...)");
    return false;
}

bool value_need_vector(const value_context *c, value v, int size, const char *what) {
    if (value_is_bad(v) || reject_conditions(c, v) || reject_frames(c, v))
        return false;
    if (v.size == size)
        return true;
    finding *f = diag_add(c->findings, v.size == 1 ? DIAG_E0303 : DIAG_E0304, v.at, "%s must be %s, but this is %s",
                          what, shape_text((value){.size = size}), shape_text(v));
    diag_help(c->findings, f, "%s",
              v.size > 1  ? value_one_world
              : size == 2 ? "write it as [x, y]"
                          : "write it as [x, y, z]");
    return false;
}

bool value_need_frame(const value_context *c, value v, const char *what) {
    if (value_is_bad(v) || v.size == VALUE_FRAME)
        return v.size == VALUE_FRAME;
    finding *f = diag_add(c->findings, DIAG_E0303, v.at, "%s must be a frame, but this is %s", what, shape_text(v));
    diag_help(c->findings, f, "frames are rotation(z, psi), quaternion(q) and products of them");
    return false;
}

bool value_need_condition(const value_context *c, value v, const char *what) {
    if (value_is_bad(v))
        return false;
    if (v.condition)
        return true;
    finding *f = diag_add(c->findings, DIAG_E0306, v.at, "%s must be a condition, but this is %s", what, shape_text(v));
    diag_help(c->findings, f, "compare it with something: write <, <=, > or >=");
    return false;
}

/* A bare number where a quantity is wanted: its unit has been forgotten. */
static bool is_bare_number(const value_context *c, value v) {
    return dim_is_one(v.dim) && expr_is_number(c->g, v.c[0], NULL);
}

bool value_need_dim(const value_context *c, value v, dimension dim, const char *what) {
    if (value_is_bad(v))
        return false;
    if (!c->units || v.any_dim || dim_equal(v.dim, dim))
        return true;
    finding *f = diag_add(c->findings, DIAG_E0305, v.at, "%s must be %s, but this is %s", what, dim_wanted(c, dim),
                          dim_is_one(v.dim) ? "dimensionless" : dim_text(c, v.dim));
    diag_primary(c->findings, f, "%s", dim_text(c, v.dim));
    if (v.size == 1 && is_bare_number(c, v)) {
        strbuf symbol = strbuf_make(diag_memory(c->findings));
        dim_print(dim, &symbol);
        diag_help(c->findings, f, "give it a unit, such as %s", strbuf_text(&symbol));
    }
    return false;
}
