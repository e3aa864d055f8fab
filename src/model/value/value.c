/* Values: construction, description, and checks of what is required of them. */
#include "model/value/value.h"

#include "expr/walk.h"

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

/* The unit of a dimension: the name that people know, or base units. */
static const char *unit_of(const value_context *c, dimension d) {
    const char *everyday = dim_everyday_name(d);
    if (everyday)
        return everyday;
    strbuf s = base_strbuf_make(diag_memory(c->findings));
    dim_print(d, &s);
    return base_strbuf_text(&s);
}

const char *value_dim_text(const value_context *c, dimension d) {
    if (dim_is_one(d))
        return "(no dimension)";
    return base_arena_printf(diag_memory(c->findings), "[%s]", unit_of(c, d));
}

/* As what a place asks for. */
static const char *dim_wanted(const value_context *c, dimension d) {
    return dim_is_one(d) ? "dimensionless"
                         : base_arena_printf(diag_memory(c->findings), "of dimension %s", value_dim_text(c, d));
}

/* What the user wrote, cut where it is long. */
const char *value_quote(const value_context *c, span at) {
    uint32_t length = at.end - at.begin;
    bool fits = length <= LONGEST_QUOTE;
    const char *text =
        base_arena_copy(diag_memory(c->findings), diag_text_at(c->findings, at.begin), fits ? length : LONGEST_QUOTE);
    return fits ? text : base_arena_printf(diag_memory(c->findings), "%s...", text);
}

const char *value_shape_text(value v) {
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

bool value_need_numbers(const value_context *c, value a, value b) {
    if (value_is_bad(a) || value_is_bad(b) || reject_frames(c, a) || reject_frames(c, b))
        return false;
    return !reject_conditions(c, a) && !reject_conditions(c, b);
}

dimension value_joint_dim(value a, value b) {
    return a.any_dim ? b.dim : b.any_dim ? a.dim : dim_join(a.dim, b.dim);
}

/* A bare number where a quantity is wanted: its unit has been forgotten. */
static bool is_bare_number(const value_context *c, value v) {
    return dim_is_one(v.dim) && expr_is_number(c->g, v.c[0], NULL);
}

static void help_with_bare(const value_context *c, finding *f) {
    if (c->bare && !f->help)
        diag_help(c->findings, f, "%s", c->bare);
}

/* x of x + 2 m, but not of cos(x) + 2 m. */
static bool is_term(const value_context *c, value v, uint32_t var) {
    bool *wanted = ARENA_ARRAY(diag_memory(c->findings), bool, expr_var_count(c->g));
    wanted[var] = true;
    for (int i = 0; i < v.size; i++) {
        const int degree = expr_find_degrees(c->g, v.c[i], wanted).greatest;
        if (degree > 0 && degree < EXPR_NO_DEGREE)
            return true;
    }
    return false;
}

/* Where a coordinate is in it that was begun at 0, and not at 0 m. */
static void help_with_plain(const value_context *c, finding *f, value v) {
    for (size_t i = 0; i < c->plain.len && !f->help && v.size <= 3; i++)
        if (is_term(c, v, c->plain.at[i].var))
            diag_help(c->findings, f, "'%s' begins at a plain 0, as an angle may: 'coord %s = 0 m' is a length",
                      c->plain.at[i].name, c->plain.at[i].name);
}

/* A number without a unit: where the units begin that it is checked against. */
static void help_with_units(const value_context *c, finding *f, value a, value b) {
    if (c->units_at.end > c->units_at.begin &&
        ((a.size == 1 && is_bare_number(c, a)) || (b.size == 1 && is_bare_number(c, b))))
        diag_label_at(c->findings, f, c->units_at, "units are checked because of this one");
}

/* A mass where a force is wanted, or the other way round: in everyday life both are pounds or kilograms. */
static void help_with_weight(const value_context *c, finding *f, dimension one, dimension other) {
    const dimension acceleration = dim_of(0, 1, -2);
    if (dim_equal(one, dim_mul(other, acceleration)) || dim_equal(other, dim_mul(one, acceleration)))
        diag_help(c->findings, f, "kg and lb are masses; forces are in N, kgf or lbf");
}

bool value_need_match(const value_context *c, value a, value b, const char *relation, span at) {
    if (value_is_bad(a) || value_is_bad(b))
        return false;
    if (a.size != b.size) {
        bool vectors = a.size > 1 && b.size > 1;
        finding *f =
            diag_add(c->findings, vectors ? DIAG_E0304 : DIAG_E0303, at, "shapes do not match: %s (%s) %s %s (%s)",
                     value_quote(c, a.at), value_shape_text(a), relation, value_quote(c, b.at), value_shape_text(b));
        if (vectors)
            diag_help(c->findings, f, "%s", value_one_world);
        diag_label_at(c->findings, f, a.at, "%s", value_shape_text(a));
        diag_label_at(c->findings, f, b.at, "%s", value_shape_text(b));
        return false;
    }
    if (!c->units || a.any_dim || b.any_dim || dim_equal(a.dim, b.dim))
        return true;
    finding *f = diag_add(c->findings, DIAG_E0301, at, "dimensions do not match: %s %s %s %s %s", value_quote(c, a.at),
                          value_dim_text(c, a.dim), relation, value_quote(c, b.at), value_dim_text(c, b.dim));
    diag_label_at(c->findings, f, a.at, "%s", value_dim_text(c, a.dim));
    diag_label_at(c->findings, f, b.at, "%s", value_dim_text(c, b.dim));
    help_with_weight(c, f, a.dim, b.dim);
    help_with_units(c, f, a, b);
    help_with_plain(c, f, a);
    help_with_plain(c, f, b);
    help_with_bare(c, f);
    return false;
}

bool value_need_scalar(const value_context *c, value v, const char *what) {
    if (value_is_bad(v) || reject_conditions(c, v) || reject_frames(c, v))
        return false;
    if (v.size == 1)
        return true;
    finding *f =
        diag_add(c->findings, DIAG_E0303, v.at, "%s must be a scalar, but this is %s", what, value_shape_text(v));
    diag_help(c->findings, f, "take a component (.x, .y) or the length, norm(...)");
    return false;
}

bool value_need_vector(const value_context *c, value v, int size, const char *what) {
    if (value_is_bad(v) || reject_conditions(c, v) || reject_frames(c, v))
        return false;
    if (v.size == size)
        return true;
    finding *f = diag_add(c->findings, v.size == 1 ? DIAG_E0303 : DIAG_E0304, v.at, "%s must be %s, but this is %s",
                          what, value_shape_text((value){.size = size}), value_shape_text(v));
    diag_help(c->findings, f, "%s",
              v.size > 1  ? value_one_world
              : size == 2 ? "write it as [x, y]"
                          : "write it as [x, y, z]");
    return false;
}

bool value_need_frame(const value_context *c, value v, const char *what) {
    if (value_is_bad(v) || v.size == VALUE_FRAME)
        return v.size == VALUE_FRAME;
    finding *f =
        diag_add(c->findings, DIAG_E0303, v.at, "%s must be a frame, but this is %s", what, value_shape_text(v));
    diag_help(c->findings, f, "frames are rotation(z, psi), quaternion(q) and products of them");
    return false;
}

bool value_need_condition(const value_context *c, value v, const char *what) {
    if (value_is_bad(v))
        return false;
    if (v.condition)
        return true;
    finding *f =
        diag_add(c->findings, DIAG_E0306, v.at, "%s must be a condition, but this is %s", what, value_shape_text(v));
    diag_help(c->findings, f, "compare it with something: write <, <=, > or >=");
    return false;
}

bool value_need_dim(const value_context *c, value v, dimension dim, const char *what) {
    if (value_is_bad(v))
        return false;
    if (!c->units || v.any_dim || dim_equal(v.dim, dim))
        return true;
    finding *f = diag_add(c->findings, DIAG_E0305, v.at, "%s must be %s, but this is %s", what, dim_wanted(c, dim),
                          dim_is_one(v.dim) ? "dimensionless" : value_dim_text(c, v.dim));
    diag_primary(c->findings, f, "%s", value_dim_text(c, v.dim));
    help_with_weight(c, f, dim, v.dim);
    help_with_units(c, f, v, v);
    if (v.size == 1 && is_bare_number(c, v))
        diag_help(c->findings, f, "give it a unit, such as %s", unit_of(c, dim));
    help_with_plain(c, f, v);
    help_with_bare(c, f);
    return false;
}
