/* Dry friction along s. Of a known limit, 'friction NAME: limit F along s [, static G]': -F sign(s') while s changes;
   at rest what is needed, up to the static limit, which is F itself where none is given. Of a limit that grows with the
   force of a constraint or a contact, 'friction NAME: coefficient mu of C along s [, static nu]', of a known limit
   along a list, in which all directions are alike, and of any in models where something rubs by its force, so that all
   is decided together: see rubbing.c. */
#include "model/kinds/kinds.h"
#include "model/names/names.h"

/* s and its rate; bad with a finding. */
static value read_slip(builder *b, const statement *s, value *along) {
    static const char what[] = "what friction acts along";
    *along = eval_scalar(b, syntax_find_clause(s->stmt, WORD_ALONG)->value, s->env, what);
    if (!eval_forbid(b, *along, KINDS_UNSOLVED | KINDS_RATES, what))
        *along = value_bad(s->stmt->at);
    return eval_rate(b, *along, s->stmt->at);
}

static value read_limit(builder *b, const statement *s, syn_word word, dimension along, const char *what) {
    value v = kinds_clause_value(b, s, word, dim_div(DIM_ENERGY, along), what);
    return value_is_bad(v) || eval_need_not_negative(b, v, what) ? v : value_bad(s->stmt->at);
}

/* The static limit; none where it is that of sliding, or wrong. */
static expr_id read_static(builder *b, const statement *s, dimension along, value limit) {
    const syn_clause *c = syntax_find_clause(s->stmt, WORD_STATIC);
    value hold = c ? read_limit(b, s, WORD_STATIC, along, "a static limit of friction") : value_bad(s->stmt->at);
    if (value_is_bad(hold))
        return EXPR_NONE;
    value more = value_binary(&b->vc, SYN_SUB, hold, limit, c->value->at);
    return eval_need_not_negative(b, more, "the excess of the static limit over that of sliding") ? hold.c[0]
                                                                                                  : EXPR_NONE;
}

/* The force: the limit, which is the static one while it sticks, if it has one, against a direction. */
static value force_of(builder *b, int switch_index, value limit, expr_id hold, expr_id direction) {
    graph *g = b->m->g;
    if (hold.i) {
        const expr_id more = expr_binary(g, EXPR_MAX, expr_sub(g, hold, limit.c[0]), expr_int(g, 0));
        const expr_id rests = expr_var(g, kinds_rests_var(b, switch_index));
        limit.c[0] = expr_add(g, limit.c[0], expr_mul(g, rests, more));
    }
    limit.c[0] = expr_neg(g, expr_mul(g, limit.c[0], direction));
    return limit;
}

static bool has_coefficient(const syn_stmt *s) {
    return syntax_find_clause(s, WORD_COEFFICIENT) && syntax_find_clause(s, WORD_OF);
}

static bool has_list(const syn_stmt *s) {
    const syn_clause *along = syntax_find_clause(s, WORD_ALONG);
    return syntax_find_clause(s, WORD_LIMIT) && along && along->value->op == SYN_VECTOR;
}

static bool rubs(const decl *d) {
    return d->stmt && ((d->kind == DECL_CONTACT && syntax_find_clause(d->stmt, WORD_FRICTION)) ||
                       (d->kind == DECL_ELEMENT && has_coefficient(d->stmt)));
}

static bool anything_rubs(builder *b) {
    for (size_t d = 0; d < b->decls.len && b->rubbing == RUBBING_NOT_KNOWN; d++)
        if (rubs(&b->decls.at[d]))
            b->rubbing = RUBBING;
    if (b->rubbing == RUBBING_NOT_KNOWN)
        b->rubbing = NOT_RUBBING;
    return b->rubbing == RUBBING;
}

bool kinds_friction_has_rows(builder *b, const syn_stmt *s) {
    return !s->bad && (has_coefficient(s) || has_list(s) || anything_rubs(b));
}

static void declare_rows(builder *b, const statement *s) {
    if (!kinds_friction_has_rows(b, s->stmt))
        return;
    if (!has_coefficient(s->stmt))
        kinds_add_known_row(b, s);
    b->decls.at[s->decl].number = (int)b->rows.len;
    kinds_add_friction_rows(b, s, b->decls.at[s->decl].display);
}

/* The component of a vector that 'pin.x' names, 0 of what has none or is named as a whole; -1 with a finding. */
static int component_of(builder *b, const syn_expr *e, const char *field, int size, const char *name) {
    const int k = field ? field[0] - 'x' : 0;
    if (!field)
        return 0;
    if (!field[1] && k >= 0 && k < size && size > 1)
        return k;
    finding *f = diag_add(b->m->findings, DIAG_E0303, e->at, "'%s' has no component '.%s'", name, field);
    if (size > 1)
        diag_help(b->m->findings, f, "name a component, as in '%s.x'", name);
    return -1;
}

/* A row that friction at another place needs already. */
static bool is_taken(builder *b, int row, int first) {
    const model_row *of = &b->rows.at[model_pressed_with(b->rows.at, row)];
    return of->partner >= 0 && of->partner != first;
}

/* The row whose force limits the friction, or the first of those that do together; -1 with a finding. */
static int find_row(builder *b, const statement *s, int first, int *presses) {
    const syn_expr *of = syntax_find_clause(s->stmt, WORD_OF)->value;
    const bool component = of->op == SYN_FIELD && !eval_is_member(b, of, s->env);
    const int d = eval_resolve(b, component ? of->args[0] : of, s->env, DECL_PRESSED);
    if (d < 0)
        return -1;
    const decl e = b->decls.at[d];
    if (e.kind != DECL_CONSTRAINT && e.kind != DECL_CONTACT) {
        names_refuse_kind(b, d, of->at, "a constraint or a contact");
        return -1;
    }
    const value f = eval_decl(b, d, of->at);
    const int k = value_is_bad(f) ? -1 : component_of(b, of, component ? of->name : NULL, f.size, e.display);
    const int row = k < 0 ? -1 : e.number + k;
    *presses = component ? 1 : f.size;
    for (int i = 0; row >= 0 && i < *presses; i++) {
        if (!is_taken(b, row + i, first))
            continue;
        finding *twice = diag_add(b->m->findings, DIAG_E0112, s->stmt->name_at, "the friction of '%s' is given twice",
                                  b->rows.at[row + i].name);
        const int other = model_pressed_with(b->rows.at, row + i);
        diag_label_at(b->m->findings, twice, b->rows.at[b->rows.at[other].partner].at, "first here");
        return -1;
    }
    return row;
}

static void read_friction(builder *b, const statement *s) {
    if (kinds_friction_has_rows(b, s->stmt)) {
        eval_decl(b, s->decl, s->stmt->at);
        return;
    }
    value along, rate = read_slip(b, s, &along);
    if (value_is_bad(along) || value_is_bad(rate))
        return;
    value limit = read_limit(b, s, WORD_LIMIT, along.dim, "a limit of friction");
    if (value_is_bad(limit))
        return;
    const size_t before = b->elements.len;
    const expr_id hold = read_static(b, s, along.dim, limit);
    const expr_id direction = expr_unary(b->m->g, EXPR_SIGN, rate.c[0]);
    kinds_add_force(b, s, force_of(b, b->decls.at[s->decl].switch_index, limit, hold, direction), rate);
    if (b->elements.len == before)
        return;
    b->elements.at[before].limit = kinds_while_sliding(b, limit.c[0]);
    b->elements.at[before].hold = kinds_while_sliding(b, hold);
}

/* Reads it too: its force may be asked for before its turn. */
static value coefficient_force(builder *b, int d, span at) {
    const decl e = b->decls.at[d];
    const statement s = {e.stmt, e.row, e.env, d};
    int presses = 1;
    const int of = find_row(b, &s, e.number, &presses);
    for (int k = 1; of >= 0 && k < presses; k++) {
        b->rows.at[of].presses = presses;
        b->rows.at[of + k].before = k;
    }
    if (of >= 0)
        kinds_read_friction_rows(b, &s, WORD_COEFFICIENT, of, e.number);
    if (of < 0 || b->rows.at[e.number].partner < 0)
        return value_bad(at);
    return kinds_friction_force(b, of, at);
}

static value list_force(builder *b, int d, span at) {
    const decl e = b->decls.at[d];
    const statement s = {e.stmt, e.row, e.env, d};
    kinds_read_friction_rows(b, &s, WORD_LIMIT, e.number - 1, e.number);
    return b->rows.at[e.number].partner < 0 ? value_bad(at) : kinds_friction_force(b, e.number - 1, at);
}

/* force(NAME): the force along s, in the sense in which s grows. */
static value friction_force(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    if (!e->stmt->bad && has_coefficient(e->stmt))
        return coefficient_force(b, d, at);
    if (kinds_friction_has_rows(b, e->stmt))
        return list_force(b, d, at);
    const statement s = {e->stmt, e->row, e->env, d};
    value along, rate = e->stmt->bad ? value_bad(at) : read_slip(b, &s, &along);
    if (value_is_bad(rate))
        return rate;
    value limit = read_limit(b, &s, WORD_LIMIT, along.dim, "a limit of friction");
    const expr_id hold = value_is_bad(limit) ? EXPR_NONE : read_static(b, &s, along.dim, limit);
    if (value_is_bad(limit))
        return limit;
    const expr_id drags = expr_var(b->m->g, kinds_drags_var(b, e->switch_index, rate.c[0]));
    value v = force_of(b, e->switch_index, limit, hold, drags);
    v.at = at;
    v.any_dim = false;
    return v;
}

const kind_row kinds_friction = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "friction",
    .help = "its force is force(NAME)",
    .mechanical = true,
    .value = friction_force,
    .step = {[STEP_DECLARE] = kinds_declare_switch, [STEP_ROWS] = declare_rows, [STEP_READ] = read_friction},
};
