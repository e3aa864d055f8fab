/* Initial conditions besides those of the coordinates, 'initial x' = 1 m/s', 'initial closed(floor)'. */
#include "base/check.h"
#include "model/kinds/kinds.h"
#include "model/names/names.h"

static int coordinate_of_prime(const builder *b, value v) {
    const expr_node *n = expr_node_at(b->m->g, v.c[0]);
    if (v.size != 1 || n->op != EXPR_VAR || !(KINDS_RATES & KIND_BIT(b->vars.at[n->var].kind)))
        return -1;
    return b->vars.at[n->var].index;
}

/* A coordinate whose start its declaration fixes needs no second one. */
static bool starts_already(builder *b, value left, const syn_stmt *t) {
    const expr_node *n = expr_node_at(b->m->g, left.c[0]);
    const unsigned kind = left.size == 1 && n->op == EXPR_VAR ? b->vars.at[n->var].kind : VAR_KIND_COUNT;
    const model_coord *c = kind == VAR_COORD || kind == VAR_STATE ? &b->coords.at[b->vars.at[n->var].index] : NULL;
    if (!c || !(kind == VAR_STATE ? !c->guessed : c->fixed))
        return false;
    finding *f =
        diag_add(b->m->findings, DIAG_E0414, t->at, "the initial value of '%s' is fixed by its declaration", c->name);
    diag_label_at(b->m->findings, f, c->at, "declared with '='");
    diag_help(b->m->findings, f, "write '%s %s = %s' and leave out this line",
              c->role == COORD_STATE    ? "state"
              : c->role == COORD_MEMORY ? "memory"
                                        : "coord",
              c->name, names_source_text(b, t->value->at));
    return true;
}

/* Something that no coordinate occurs in has no start. */
static bool cannot_start(builder *b, value left, value right, const syn_stmt *t) {
    var_kind found;
    unsigned moving = KIND_BIT(VAR_COORD) | KINDS_RATES | KIND_BIT(VAR_ACCELERATION);
    if (eval_find_kinds(b, left, moving, &found) || eval_find_kinds(b, right, moving, &found))
        return false;
    finding *f = diag_add(b->m->findings, DIAG_E0414, t->at, "an expression without coordinates has no initial value");
    diag_help(b->m->findings, f, "declare a constant by 'param NAME = ...'");
    return true;
}

static void read_initial_contact(builder *b, const syn_expr *e, const scope *env) {
    int d = e->arg_count == 1 ? eval_resolve(b, e->args[0], env, 1u << DECL_CONTACT) : -1;
    if (d >= 0 && b->decls.at[d].kind == DECL_CONTACT)
        b->rows.at[b->decls.at[d].number].start_closed = true;
    else if (d >= 0)
        names_refuse_kind(b, d, e->at, "a contact");
}

/* At the start all friction slides, as far as formulas of initial values know. */
static value side_of(builder *b, const syn_expr *e, const scope *env) {
    value v = eval_expr(b, e, env);
    for (int k = 0; k < v.size && !value_is_bad(v); k++)
        v.c[k] = kinds_while_sliding(b, v.c[k]);
    return v;
}

static void read_initial(builder *b, const statement *s) {
    const syn_stmt *t = s->stmt;
    if (t->bad)
        return;
    if (!t->value) {
        if (t->target->op == SYN_CALL && t->target->name == base_intern_name(b->m->names, "closed"))
            read_initial_contact(b, t->target, s->env);
        else
            diag_add(b->m->findings, DIAG_E0104, t->at, "an initial value needs '=' or '~', or closed(CONTACT)");
        return;
    }
    value left = side_of(b, t->target, s->env), right = side_of(b, t->value, s->env);
    const unsigned solved = KIND_BIT(VAR_ACCELERATION);
    unsigned no = (KINDS_SOLVED & ~solved) | KIND_BIT(VAR_CLOSED) | KIND_BIT(VAR_REDUCER);
    if (!value_need_match(&b->vc, left, right, "=", t->at) || !eval_forbid(b, left, no, "an initial value") ||
        !eval_forbid(b, right, no, "an initial value"))
        return;
    eval_note_comparison(b, t->value, s->env, left);
    if (starts_already(b, left, t) || cannot_start(b, left, right, t))
        return;
    var_kind found;
    for (int k = 0; k < left.size; k++) {
        value side = left;
        side.c[0] = left.c[k];
        side.size = 1;
        model_initial i = {.at = t->at,
                           .name = names_source_text(b, t->target->at),
                           .value = right.c[k],
                           .dim = left.any_dim ? right.dim : left.dim,
                           .residual = expr_sub(b->m->g, left.c[k], right.c[k]),
                           .coord = coordinate_of_prime(b, side)};
        value both = {.size = 2, .c = {left.c[k], right.c[k]}};
        i.later = eval_find_kinds(b, both, solved, &found);
        i.velocity = !i.later && eval_find_kinds(b, both, KINDS_RATES, &found);
        i.guess = t->mark == '~';
        if (i.guess && i.coord < 0) {
            finding *f =
                diag_add(b->m->findings, DIAG_E0205, t->at, "only the velocity of a coordinate can be a guess");
            diag_help(b->m->findings, f, "write '=' to prescribe this value");
            return;
        }
        vec_push(b->a, &b->initials, i);
    }
}

const kind_row kinds_initial = {.step = {[STEP_INITIAL] = read_initial}};
