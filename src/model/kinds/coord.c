/* Coordinates, 'coord NAME = start' or '~ start': each with its velocity and its acceleration. */
#include "base/check.h"
#include "model/kinds/kinds.h"

int kinds_add_coord(builder *b, model_coord c) {
    int index = (int)b->coords.len;
    const char *name = c.name;
    const char *rate = base_arena_printf(b->a, "%s'", name);
    if (c.role == COORD_PLACE) {
        c.q = eval_new_var(b, name, VAR_COORD, index);
        c.v = eval_new_var(b, rate, VAR_VELOCITY, index);
        c.a = eval_new_var(b, base_arena_printf(b->a, "%s''", name), VAR_ACCELERATION, index);
    } else {
        c.q = eval_new_var(b, base_arena_printf(b->a, "integral(%s)", name), VAR_COORD, index);
        c.v = eval_new_var(b, name, VAR_STATE, index);
        c.a = eval_new_var(b, rate, VAR_ACCELERATION, index);
    }
    b->rates.at[c.q] = expr_var(b->m->g, c.v);
    b->rates.at[c.v] = expr_var(b->m->g, c.a);
    vec_push(b->a, &b->coords, c);
    return index;
}

static void declare_coord(builder *b, const statement *s) {
    int number = kinds_add_coord(b, (model_coord){.name = b->decls.at[s->decl].display,
                                                  .label = b->decls.at[s->decl].label,
                                                  .at = s->stmt->name_at,
                                                  .fixed = s->stmt->mark == '=',
                                                  .body = -1});
    b->decls.at[s->decl].number = number;
}

/* Of a state it is the start of its velocity; the integral of that starts at 0. */
static void settle_start(builder *b, model_coord *c, expr_id start, dimension dim) {
    if (!model_is_place(c)) {
        c->given = start;
        c->start = expr_int(b->m->g, 0);
        c->dim = dim_mul(dim, DIM_TIME);
        return;
    }
    c->start = start;
    c->dim = dim;
    c->dim.e[DIM_TURNS] = dim_is_one(dim) ? DIM_ONE : 0;
}

void kinds_read_start(builder *b, int d, span at) {
    decl *e = &b->decls.at[d];
    int index = e->number;
    if (b->coords.at[index].start.i)
        return;
    for (size_t i = 0; i < b->stack.len; i++)
        if (b->stack.at[i] == d) {
            eval_refuse_circle(b, d, at);
            b->coords.at[index].start = expr_int(b->m->g, 0);
            e->unknown = true;
            return;
        }
    vec_push(b->a, &b->stack, d);
    const diag_origin *origin = eval_enter(b, e->env);
    value v = e->stmt->bad || !e->stmt->value ? value_bad(e->stmt->at)
                                              : eval_scalar(b, e->stmt->value, e->env, "an initial value");
    unsigned no = KINDS_MOTION & ~(unsigned)(KIND_BIT(VAR_COORD) | KIND_BIT(VAR_TIME));
    bool ok = eval_forbid(b, v, no, "an initial value");
    diag_set_origin(b->m->findings, origin);
    b->stack.len--;
    e = &b->decls.at[d];
    e->unknown = e->unknown || !ok;
    if (b->coords.at[index].start.i)
        return;
    settle_start(b, &b->coords.at[index], ok ? v.c[0] : expr_int(b->m->g, 0), v.dim);
    const model_coord *c = &b->coords.at[index];
    if (ok && v.any_dim && model_is_place(c)) {
        vec_push(b->a, &b->vc.plain, (value_plain){c->q, e->display});
        vec_push(b->a, &b->vc.plain, (value_plain){c->v, e->display});
    }
}

/* The size beside which its errors are judged. */
static void read_nominal(builder *b, const statement *s) {
    const syn_clause *c = syntax_find_clause(s->stmt, WORD_NOMINAL);
    const int number = b->decls.at[s->decl].number;
    if (!c || b->decls.at[s->decl].unknown)
        return;
    value v = eval_parameter(b, c->value, s->env, b->coords.at[number].dim, "a nominal size");
    if (value_is_bad(v) || !eval_need_not_negative(b, v, "a nominal size"))
        return;
    if (!(eval_number_now(b, v.c[0]) > 0)) {
        finding *f = diag_add(b->m->findings, DIAG_E0308, c->value->at, "a nominal size must be more than 0");
        diag_help(b->m->findings, f, "write how large the motion of '%s' is that matters", b->coords.at[number].name);
        return;
    }
    b->coords.at[number].nominal = v.c[0];
}

static void read_start(builder *b, const statement *s) {
    if (b->decls.at[s->decl].number < 0)
        return;
    kinds_read_start(b, s->decl, s->stmt->name_at);
    read_nominal(b, s);
}

static value coord_quantity(builder *b, int d, span at) {
    if (b->decls.at[d].number < 0)
        return b->decls.at[d].stmt->bad ? value_bad(at) : eval_not_known_yet(b, d, at);
    kinds_read_start(b, d, at);
    const decl *e = &b->decls.at[d];
    const model_coord *c = &b->coords.at[e->number];
    return e->unknown ? value_bad(at) : value_scalar(expr_var(b->m->g, c->q), c->dim, at);
}

const kind_row kinds_coord = {
    .kind = DECL_COORD,
    .named = true,
    .noun = "a coordinate",
    .quantity = coord_quantity,
    .step = {[STEP_DECLARE] = declare_coord, [STEP_START] = read_start},
};
