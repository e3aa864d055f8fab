/* Drag of the air, 'drag NAME: on BODY [at P], area A | diameter D, coefficient C [, air RHO] [, viscosity MU]
   [, wind W]': the force -1/2 RHO A C |u| u at P, where u is the velocity of P relative to the wind. */
#include <string.h>

#include "expr/walk.h"
#include "model/kinds/kinds.h"
#include "model/names/names.h"
#include "syntax/vocabulary.h"

/* Dry air at sea level and 15 degrees Celsius (U.S. Standard Atmosphere, 1976), in SI units. */
static const double standard_density = 1.225, standard_viscosity = 1.7894e-5;

typedef struct flow {
    value velocity;             /* of the point that the force acts at */
    value relative;             /* the same, against the wind */
    expr_id area, diameter;     /* of a circle, either from the other */
    expr_id width;              /* area/diameter, which exists where both are 0 */
    expr_id density, viscosity; /* viscosity: none where it is not needed */
    expr_id square;             /* of the relative speed */
} flow;

/* --- What is given --- */

static const syn_clause *clause(const statement *s, syn_word word) {
    return syntax_find_clause(s->stmt, word);
}

/* A quantity that must not be negative, of standard air where the clause is left out; none with a finding. */
static expr_id read_amount(builder *b, const statement *s, syn_word word, dimension dim, const char *what,
                           double usual) {
    if (clause(s, word)) {
        value v = kinds_clause_value(b, s, word, dim, what);
        return value_is_bad(v) || !eval_need_not_negative(b, v, what) ? EXPR_NONE : v.c[0];
    }
    if (b->vc.units)
        return expr_real(b->m->g, usual);
    finding *f = diag_add(b->m->findings, DIAG_E0110, s->stmt->name_at, "drag '%s' needs '%s'", s->stmt->name,
                          syntax_word_text(word));
    diag_help(b->m->findings, f, "in a model without units there is no standard air; in SI units it is '%s %g'",
              syntax_word_text(word), usual);
    return EXPR_NONE;
}

static bool read_point(builder *b, const statement *s, flow *x) {
    const syn_clause *on = clause(s, WORD_ON);
    int body = kinds_resolve_body(b, on->value, s->env);
    if (body < 0)
        return false;
    eval_mention(b, body);
    if (clause(s, WORD_AT)) {
        value p = kinds_clause_point(b, s, WORD_AT);
        x->velocity = value_is_bad(p) ? p : kinds_point_velocity(b, body, p, p.at);
    } else {
        x->velocity = kinds_read_body(b, body)->velocity;
    }
    return !value_is_bad(x->velocity);
}

static bool read_wind(builder *b, const statement *s, flow *x) {
    const syn_clause *c = clause(s, WORD_WIND);
    x->relative = x->velocity;
    if (!c)
        return true;
    value w = eval_expr(b, c->value, s->env);
    if (!value_is_bad(w) && w.size == 1) {
        finding *f = diag_add(b->m->findings, DIAG_E0303, w.at, "the wind must be a vector, but this is a scalar");
        diag_help(b->m->findings, f,
                  b->m->space == 2 ? "write [%s, 0] for wind along x" : "write [%s, 0, 0] for wind along x",
                  names_source_text(b, w.at));
        return false;
    }
    if (!value_need_vector(&b->vc, w, b->m->space, "the wind") ||
        !value_need_dim(&b->vc, w, dim_of(0, 1, -1), "the wind") || !eval_forbid(b, w, KINDS_UNSOLVED, "the wind"))
        return false;
    x->relative = value_binary(&b->vc, SYN_SUB, x->velocity, w, w.at);
    return !value_is_bad(x->relative);
}

/* Of a circle: pi/4 D^2. */
static bool read_size(builder *b, const statement *s, flow *x) {
    graph *g = b->m->g;
    expr_id pi = expr_real(g, 3.14159265358979323846), quarter = expr_mul(g, pi, expr_rational(g, 1, 4));
    const bool by_area = clause(s, WORD_AREA);
    expr_id given = by_area ? read_amount(b, s, WORD_AREA, dim_of(0, 2, 0), "an area", 0)
                            : read_amount(b, s, WORD_DIAMETER, DIM_LENGTH, "a diameter", 0);
    if (!given.i)
        return false;
    expr_id product = expr_mul(g, quarter, given);
    x->width = by_area ? expr_sqrt(g, product) : product;
    x->diameter = by_area ? expr_div(g, x->width, quarter) : given;
    x->area = by_area ? given : expr_mul(g, quarter, expr_powi(g, given, 2));
    return true;
}

static bool read_flow(builder *b, const statement *s, flow *x) {
    *x = (flow){.velocity = value_bad(s->stmt->at)};
    if (!read_point(b, s, x) || !read_wind(b, s, x) || !read_size(b, s, x))
        return false;
    x->density = read_amount(b, s, WORD_AIR, dim_of(1, -3, 0), "the density of the air", standard_density);
    value square = value_dot(&b->vc, x->relative, x->relative, s->stmt->at);
    x->square = square.c[0];
    return x->density.i && !value_is_bad(square);
}

/* --- Coefficients --- */

/* factor base^(num/den) */
static expr_id scaled_power(graph *g, double factor, expr_id base, int num, int den) {
    expr_id exponent = expr_rational(g, num, den), power = expr_pow(g, base, exponent);
    return expr_mul(g, expr_real(g, factor), power);
}

/* e/(1 + x) */
static expr_id fading(graph *g, expr_id e, expr_id x) {
    return expr_div(g, e, expr_add(g, expr_int(g, 1), x));
}

/* C Re of a smooth sphere, which exists at rest: F. A. Morrison, "Data Correlation for Drag Coefficient for Sphere",
   Michigan Technological University 2016, after her Introduction to Fluid Mechanics, Cambridge University Press 2013.
 */
static expr_id sphere_law(graph *g, expr_id Re) {
    expr_id low = expr_div(g, Re, expr_int(g, 5)), crisis = expr_div(g, Re, expr_int(g, 263000));
    expr_id high = expr_div(g, Re, expr_int(g, 1000000));
    expr_id second = scaled_power(g, 2.6 * 5, low, 2, 1), third = scaled_power(g, 0.411 * 263000, crisis, 53, 50);
    expr_id fourth = scaled_power(g, 0.25 * 1e6, high, 2, 1);
    second = fading(g, second, scaled_power(g, 1, low, 38, 25));
    third = fading(g, third, scaled_power(g, 1, crisis, 8, 1));
    fourth = fading(g, fourth, high);
    expr_id sum = expr_add(g, expr_int(g, 24), second);
    sum = expr_add(g, sum, third);
    return expr_add(g, sum, fourth);
}

static bool read_viscosity(builder *b, const statement *s, flow *x) {
    const char what[] = "the viscosity of the air";
    x->viscosity = read_amount(b, s, WORD_VISCOSITY, dim_of(1, -1, -1), what, standard_viscosity);
    if (x->viscosity.i && expr_is_zero(b->m->g, x->viscosity)) {
        finding *f = diag_add(b->m->findings, DIAG_E0308, clause(s, WORD_VISCOSITY)->value->at, "%s cannot be 0", what);
        diag_help(b->m->findings, f, "give the drag coefficient as a number, which needs no viscosity");
        return false;
    }
    return x->viscosity.i != 0;
}

/* rho |u| D / mu */
static expr_id reynolds(builder *b, const flow *x, expr_id speed) {
    graph *g = b->m->g;
    expr_id e = expr_mul(g, x->density, x->diameter);
    return expr_div(g, expr_mul(g, e, speed), x->viscosity);
}

/* 1/2 rho A C |u|; none with a finding. */
static expr_id with_coefficient(builder *b, const flow *x, expr_id C, expr_id speed) {
    graph *g = b->m->g;
    expr_id e = kinds_half(b, expr_mul(g, x->density, x->area));
    return expr_mul(g, expr_mul(g, e, C), speed);
}

/* mu A/(2 D) C Re */
static expr_id of_sphere(builder *b, const statement *s, flow *x) {
    graph *g = b->m->g;
    if (!read_viscosity(b, s, x))
        return EXPR_NONE;
    expr_id Re = reynolds(b, x, expr_sqrt(g, x->square));
    expr_id e = kinds_half(b, expr_mul(g, x->viscosity, x->width));
    return expr_mul(g, e, sphere_law(g, Re));
}

/* A function of the Reynolds number. It may be infinite at rest, where the force is 0 all the same. */
static expr_id of_function(builder *b, const statement *s, flow *x, int d) {
    const syn_expr *e = clause(s, WORD_COEFFICIENT)->value;
    const decl *f = &b->decls.at[d];
    if (f->stmt->param_count != 1) {
        finding *no =
            diag_add(b->m->findings, DIAG_E0203, e->at,
                     "a drag coefficient is a function of the Reynolds number alone, but '%s' takes %zu arguments",
                     f->display, f->stmt->param_count);
        diag_help(b->m->findings, no, "write its value instead, with all its arguments: coefficient %s(...)",
                  f->display);
        return EXPR_NONE;
    }
    if (!read_viscosity(b, s, x))
        return EXPR_NONE;
    expr_id speed = expr_soft_root(b->m->g, x->square);
    value Re = value_scalar(reynolds(b, x, speed), DIM_ANGLE, e->at), C = f->row->call(b, d, &Re, e->at);
    if (!value_need_scalar(&b->vc, C, "a drag coefficient") ||
        !value_need_dim(&b->vc, C, DIM_ANGLE, "a drag coefficient"))
        return EXPR_NONE;
    return with_coefficient(b, x, C.c[0], speed);
}

/* What the name in the clause is, where it is the name of no value: a function, "sphere". */
static bool names_value(builder *b, const syn_expr *e, const scope *env) {
    for (const scope *s = env; s && e->op == SYN_NAME; s = s->outer)
        if (s->name == e->name)
            return true;
    return e->op != SYN_NAME || eval_find_name(b, SPACE_VALUES, e->name, env, e->at) >= 0;
}

/* The force over the relative velocity, turned round; none with a finding. */
static expr_id read_coefficient(builder *b, const statement *s, flow *x) {
    const syn_expr *e = clause(s, WORD_COEFFICIENT)->value;
    if (!names_value(b, e, s->env)) {
        int d = eval_find_callee(b, e, s->env);
        if (d >= 0)
            return of_function(b, s, x, d);
        if (strcmp(e->name, "sphere") == 0)
            return of_sphere(b, s, x);
    }
    if (clause(s, WORD_VISCOSITY)) {
        finding *f = diag_add(b->m->findings, DIAG_E0112, clause(s, WORD_VISCOSITY)->at,
                              "'viscosity' has no effect beside a coefficient that is a number");
        diag_help(b->m->findings, f, "write 'coefficient sphere' or the name of a function of the Reynolds number");
        return EXPR_NONE;
    }
    value C = kinds_clause_value(b, s, WORD_COEFFICIENT, DIM_ANGLE, "a drag coefficient");
    if (value_is_bad(C) || !eval_need_not_negative(b, C, "a drag coefficient"))
        return EXPR_NONE;
    return with_coefficient(b, x, C.c[0], expr_sqrt(b->m->g, x->square));
}

/* --- The force --- */

static value force_of(builder *b, const statement *s, flow *x) {
    if (!read_flow(b, s, x))
        return value_bad(s->stmt->at);
    expr_id size = read_coefficient(b, s, x);
    if (!size.i)
        return value_bad(s->stmt->at);
    value F = x->relative;
    F.dim = DIM_FORCE;
    F.any_dim = false;
    for (int k = 0; k < F.size; k++)
        F.c[k] = expr_neg(b->m->g, expr_mul(b->m->g, size, F.c[k]));
    return F;
}

static void read_drag(builder *b, const statement *s) {
    value F = eval_decl(b, s->decl, s->stmt->at);
    flow x;
    if (!value_is_bad(F) && read_point(b, s, &x))
        kinds_add_force(b, s, F, x.velocity);
}

/* force(NAME) */
static value drag_force(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    const statement s = {e->stmt, e->row, e->env, d};
    flow x;
    value F = e->stmt->bad ? value_bad(at) : force_of(b, &s, &x);
    F.at = at;
    return F;
}

const kind_row kinds_drag = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "a drag",
    .help = "its force is force(NAME)",
    .mechanical = true,
    .value = drag_force,
    .step = {[STEP_DECLARE] = kinds_declare_switch, [STEP_READ] = read_drag},
};
