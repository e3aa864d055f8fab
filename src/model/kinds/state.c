/* States, 'state NAME = start, rate EXPR', and memories, 'memory NAME = start': what is neither a place nor a velocity.
 */
#include "base/check.h"
#include "model/kinds/kinds.h"

static model_coord *coord_of(builder *b, int d) {
    return &b->coords.at[b->decls.at[d].number];
}

static void declare(builder *b, const statement *s, coord_role role) {
    int number = kinds_add_coord(b, (model_coord){.name = b->decls.at[s->decl].display,
                                                  .label = b->decls.at[s->decl].label,
                                                  .at = s->stmt->name_at,
                                                  .role = role,
                                                  .fixed = true,
                                                  .guessed = s->stmt->mark == '~',
                                                  .body = -1});
    b->decls.at[s->decl].number = number;
}

static void declare_state(builder *b, const statement *s) {
    declare(b, s, COORD_STATE);
}

static void declare_memory(builder *b, const statement *s) {
    declare(b, s, COORD_MEMORY);
}

static void read_start(builder *b, const statement *s) {
    if (b->decls.at[s->decl].number >= 0)
        kinds_read_start(b, s->decl, s->stmt->name_at);
}

/* It starts like a velocity. */
static void read_initial(builder *b, const statement *s) {
    if (b->decls.at[s->decl].unknown)
        return;
    const model_coord *c = coord_of(b, s->decl);
    model_initial i = {.at = c->at,
                       .name = c->name,
                       .value = c->given,
                       .dim = model_rate_dim(c),
                       .residual = expr_sub(b->m->g, expr_var(b->m->g, c->v), c->given),
                       .velocity = true,
                       .guess = c->guessed,
                       .coord = b->decls.at[s->decl].number};
    vec_push(b->a, &b->initials, i);
}

static value quantity(builder *b, int d, span at) {
    if (b->decls.at[d].number < 0)
        return b->decls.at[d].stmt->bad ? value_bad(at) : eval_not_known_yet(b, d, at);
    kinds_read_start(b, d, at);
    const decl *e = &b->decls.at[d];
    const model_coord *c = &b->coords.at[e->number];
    return e->unknown ? value_bad(at) : value_scalar(expr_var(b->m->g, c->v), model_rate_dim(c), at);
}

/* Added like the elements of force, so that what happens to their expressions happens to rates. */
static void add_rate(builder *b, const statement *s, expr_id rate) {
    system_element e = kinds_element(b, s, ELEMENT_RATE);
    e.size = 1;
    e.force[0] = rate;
    e.velocity[0] = expr_var(b->m->g, coord_of(b, s->decl)->v);
    kinds_add_element(b, e);
}

static void read_rate(builder *b, const statement *s) {
    const syn_clause *c = syntax_find_clause(s->stmt, WORD_RATE);
    if (!c || b->decls.at[s->decl].unknown)
        return;
    value v = eval_quantity(b, c->value, s->env, dim_div(model_rate_dim(coord_of(b, s->decl)), DIM_TIME),
                            "the rate of a state");
    if (eval_forbid(b, v, KINDS_UNSOLVED, "the rate of a state"))
        add_rate(b, s, v.c[0]);
}

const kind_row kinds_state = {
    .kind = DECL_STATE,
    .named = true,
    .noun = "a state",
    .mechanical = true,
    .quantity = quantity,
    .step = {[STEP_DECLARE] = declare_state,
             [STEP_START] = read_start,
             [STEP_INITIAL] = read_initial,
             [STEP_READ] = read_rate},
};

const kind_row kinds_memory = {
    .kind = DECL_STATE,
    .named = true,
    .noun = "a memory",
    .quantity = quantity,
    .step = {[STEP_DECLARE] = declare_memory, [STEP_START] = read_start, [STEP_INITIAL] = read_initial},
};
