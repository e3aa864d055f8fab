/* Friction that the force of a contact or a constraint limits, or a known limit in several directions: coefficients or
   limits of sliding and sticking, and the slips as rows that hold while it sticks. */
#include "base/check.h"
#include "model/kinds/kinds.h"

/* How many lengths friction acts along: a list means any direction of the surface that they span. */
static int count_lengths(const syn_expr *along) {
    return along->op == SYN_VECTOR ? (int)along->arg_count : 1;
}

static const syn_expr *length_of(const syn_expr *along, int k) {
    return along->op == SYN_VECTOR ? along->args[k] : along;
}

static void add_row(builder *b, const statement *s, const char *name) {
    const decl *d = &b->decls.at[s->decl];
    const int index = (int)b->rows.len;
    model_row r = {.name = name,
                   .group = d->display,
                   .at = s->stmt->name_at,
                   .off = true,
                   .friction = true,
                   .partner = -1,
                   .element = d->switch_index};
    r.lambda = eval_new_var(b, base_arena_printf(b->a, "lambda(%s)", name), VAR_LAMBDA, index);
    vec_push(b->a, &b->rows, r);
}

void kinds_add_known_row(builder *b, const statement *s) {
    const decl *d = &b->decls.at[s->decl];
    model_row r = {.name = d->display,
                   .group = d->display,
                   .at = s->stmt->name_at,
                   .off = s->stmt->off,
                   .known = true,
                   .partner = -1,
                   .element = d->switch_index};
    r.lambda = eval_new_var(b, base_arena_printf(b->a, "lambda(%s)", d->display), VAR_LAMBDA, (int)b->rows.len);
    vec_push(b->a, &b->rows, r);
}

void kinds_add_friction_rows(builder *b, const statement *s, const char *name) {
    const syn_clause *along = syntax_find_clause(s->stmt, WORD_ALONG);
    const int count = along ? count_lengths(along->value) : 1;
    add_row(b, s, count == 1 ? name : base_arena_printf(b->a, "%s.x", name));
    if (count == 2)
        add_row(b, s, base_arena_printf(b->a, "%s.y", name));
}

static value read_coefficient(builder *b, const statement *s, syn_word word, dimension dim, const char *what) {
    value v = kinds_clause_value(b, s, word, dim, what);
    return value_is_bad(v) || eval_need_not_negative(b, v, what) ? v : value_bad(s->stmt->at);
}

/* The coefficient of sticking; none where it is that of sliding, or wrong. */
static expr_id read_hold(builder *b, const statement *s, value mu, bool known) {
    const syn_clause *c = syntax_find_clause(s->stmt, WORD_STATIC);
    value hold = c ? read_coefficient(b, s, WORD_STATIC, mu.dim,
                                      known ? "a static limit of friction" : "a static coefficient of friction")
                   : value_bad(s->stmt->at);
    if (value_is_bad(hold))
        return EXPR_NONE;
    value more = value_binary(&b->vc, SYN_SUB, hold, mu, c->value->at);
    return eval_need_not_negative(b, more, "the excess of static over sliding friction") ? hold.c[0] : EXPR_NONE;
}

static bool has_velocities(builder *b, value v) {
    var_kind found;
    return !value_is_bad(v) && eval_find_kinds(b, v, KIND_BIT(VAR_VELOCITY), &found);
}

/* What the slip is the rate of, of a contact a length; or the slip itself, which contains velocities, as that of a
   ball's lowest point, which is the rate of nothing. */
static value read_slide(builder *b, const statement *s, const syn_expr *along, bool contact, bool of_length) {
    static const char what[] = "the length along which friction acts", slip[] = "the slip against which friction acts";
    value v = eval_scalar(b, along, s->env, what);
    const bool rate = has_velocities(b, v);
    if (contact && !value_need_dim(&b->vc, v, rate ? dim_div(DIM_LENGTH, DIM_TIME) : DIM_LENGTH, rate ? slip : what))
        return value_bad(along->at);
    const unsigned no = KINDS_UNSOLVED | KINDS_FRICTION | KIND_BIT(VAR_STATE) | (of_length ? KINDS_RATES : 0);
    return !value_is_bad(v) && eval_forbid(b, v, no, rate ? slip : what) ? v : value_bad(along->at);
}

static bool read_slip(builder *b, const statement *s, const syn_expr *along, int of, int row, dimension *dim) {
    const bool of_length = b->rows.at[of].known && syntax_find_clause(s->stmt, WORD_ALONG)->value == along;
    value slide = read_slide(b, s, along, b->rows.at[of].contact, of_length);
    const bool given = has_velocities(b, slide);
    value rate = given ? slide : eval_rate(b, slide, along->at);
    if (value_is_bad(slide) || value_is_bad(rate))
        return false;
    model_row *r = &b->rows.at[row], *rubs = &b->rows.at[of];
    r->partner = of;
    r->dim = kinds_multiplier_dim(rate.dim, true);
    rubs->partner = rubs->tangents ? rubs->partner : row;
    if (row - rubs->partner + 1 > rubs->tangents)
        rubs->tangents = row - rubs->partner + 1;
    b->system->rows[of].along[row - rubs->partner] = given ? EXPR_NONE : slide.c[0];
    b->system->rows[row].f = rate.c[0];
    b->system->rows[row].velocity = true;
    *dim = given ? dim_mul(slide.dim, DIM_TIME) : slide.dim;
    return true;
}

/* The force of x^2 + y^2 = l^2 is in N/m: where a coefficient is not a plain number it is said why. */
static const char *name_coefficient(builder *b, dimension ratio, int of) {
    const model_row *r = &b->rows.at[of];
    return r->known            ? "a limit of friction"
           : dim_is_one(ratio) ? "a coefficient of friction"
                               : base_arena_printf(b->a, "a coefficient of friction where the force of '%s' is %s",
                                                   r->name, value_dim_text(&b->vc, r->dim));
}

/* A surface has two directions; a drag that has a size of its own in all of space is no surface's, and never sticks. */
static void refuse_many(builder *b, const syn_expr *along, bool known) {
    finding *f = diag_add(b->m->findings, DIAG_E0303, along->at,
                          "friction acts along one length or along a list of two, not %d", count_lengths(along));
    diag_help(b->m->findings, f, "%s",
              known ? "against motion in any direction of space, write 'force drag: -F*P'/hypot(norm(P'), 1 mm/s) at P'"
                    : "name two directions at right angles to each other that lie in the surface");
}

/* All slips, of one dimension. */
static bool read_slips(builder *b, const statement *s, const syn_expr *along, int of, int first, dimension *dim) {
    const int count = count_lengths(along);
    if (count > 2) {
        refuse_many(b, along, b->rows.at[of].known);
        return false;
    }
    dimension other;
    LGR_ASSERT(b->rows.at[first].friction);
    if (!read_slip(b, s, length_of(along, 0), of, first, dim))
        return false;
    if (count == 1)
        return true;
    if (!read_slip(b, s, length_of(along, 1), of, first + 1, &other))
        return false;
    if (dim_equal(*dim, other) || !b->m->has_units)
        return true;
    diag_add(b->m->findings, DIAG_E0301, along->at, "the two lengths along which friction acts differ in dimension");
    return false;
}

void kinds_read_friction_rows(builder *b, const statement *s, syn_word word, int of, int first) {
    const syn_clause *along = syntax_find_clause(s->stmt, WORD_ALONG);
    dimension dim;
    if (!along || !read_slips(b, s, along->value, of, first, &dim))
        return;
    if (b->rows.at[of].known)
        b->system->rows[of].f = expr_int(b->m->g, 0);
    const dimension ratio = dim_div(dim_div(DIM_ENERGY, dim), b->rows.at[of].dim);
    value mu = read_coefficient(b, s, word, ratio, name_coefficient(b, ratio, of));
    if (value_is_bad(mu))
        return;
    b->system->rows[of].mu = mu.c[0];
    b->system->rows[of].hold = read_hold(b, s, mu, b->rows.at[of].known);
}

value kinds_friction_force(builder *b, int of, span at) {
    const model_row *rubs = &b->rows.at[of];
    value v = value_scalar(EXPR_NONE, b->rows.at[rubs->partner].dim, at);
    v.size = rubs->tangents;
    for (int t = 0; t < rubs->tangents; t++)
        v.c[t] = expr_neg(b->m->g, expr_var(b->m->g, b->rows.at[rubs->partner + t].lambda));
    return v;
}
