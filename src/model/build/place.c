/* Another start of a model, from a text: "theta = 30 deg, theta' = 0". */
#include <string.h>

#include "base/print.h"
#include "expr/walk.h"
#include "model/build/build.h"
#include "syntax/parser.h"

/* One part of the text, "theta' = 0": what stands on its two sides. */
typedef struct assignment {
    const char *name, *value;
    bool rate;
} assignment;

static const char *trimmed(const char *begin, const char *end, arena *a) {
    while (begin < end && *begin == ' ')
        begin++;
    while (end > begin && end[-1] == ' ')
        end--;
    return base_arena_copy(a, begin, (size_t)(end - begin));
}

/* Up to the next comma outside of brackets. */
static const char *end_of_part(const char *text) {
    for (int depth = 0; *text && (*text != ',' || depth > 0); text++)
        depth += (*text == '(' || *text == '[') - (*text == ')' || *text == ']');
    return text;
}

static const char *split(const char *begin, const char *end, assignment *out, arena *a) {
    const char *equals = memchr(begin, '=', (size_t)(end - begin));
    if (!equals)
        return base_arena_printf(a, "'%s' gives no value: write NAME = VALUE", trimmed(begin, end, a));
    const char *name = trimmed(begin, equals, a);
    const size_t length = strlen(name);
    out->rate = length > 0 && name[length - 1] == '\'';
    out->name = trimmed(name, name + length - (out->rate ? 1 : 0), a);
    out->value = trimmed(equals + 1, end, a);
    return NULL;
}

static int find_coord(const model *m, const char *name) {
    for (size_t i = 0; i < m->declared_coords; i++)
        if (strcmp(m->coords[i].name, name) == 0 && !m->coords[i].hidden)
            return (int)i;
    return -1;
}

static const char *read_value(model *m, const assignment *x, dimension dim, expr_id *out) {
    builder *b = m->builder;
    diag_source source = {.name = "--at", .text = x->value, .length = strlen(x->value)};
    diag *own = diag_create(b->a, source), *outer = b->vc.findings;
    syn_expr *e = syntax_parse_expr(b->a, m->names, own);
    value v = value_bad((span){0, 0});
    b->vc.findings = m->findings = own;
    if (e && !diag_has_errors(own))
        v = eval_scalar(b, e, NULL, "an initial value");
    bool known = !value_is_bad(v) && eval_forbid(b, v, KINDS_MOTION, "an initial value");
    b->vc.findings = m->findings = outer;
    if (!known)
        return base_arena_printf(b->a, "'%s' is no value: %s", x->value,
                                 diag_count(own) ? diag_at(own, 0)->message : "nothing is there");
    if (b->vc.units && !v.any_dim && !dim_equal(v.dim, dim))
        return base_arena_printf(b->a, "'%s' does not fit '%s%s', which is in %s", x->value, x->name,
                                 x->rate ? "'" : "", dim_is_one(dim) ? "plain numbers" : model_unit_text(m, dim, b->a));
    *out = v.c[0];
    return NULL;
}

/* The initial condition of a coordinate's rate, or of a state; a new one where there is none. */
static model_initial *rate_of(model *m, int coord) {
    builder *b = m->builder;
    for (size_t i = 0; i < b->initials.len; i++)
        if (b->initials.at[i].coord == coord && b->initials.at[i].velocity)
            return &b->initials.at[i];
    const model_coord *c = &m->coords[coord];
    model_initial fresh = {.at = c->at, .name = c->name, .velocity = true, .coord = coord, .dim = model_rate_dim(c)};
    vec_push(b->a, &b->initials, fresh);
    return &b->initials.at[b->initials.len - 1];
}

static const char *apply(model *m, const assignment *x) {
    builder *b = m->builder;
    const int coord = find_coord(m, x->name);
    if (coord < 0)
        return base_arena_printf(b->a, "there is no coordinate '%s'", x->name);
    model_coord *c = &b->coords.at[coord];
    const bool place = model_is_place(c);
    if (!place && x->rate)
        return base_arena_printf(b->a, "the rate of '%s' follows from the equations", x->name);
    expr_id number;
    const char *why = read_value(m, x, place && !x->rate ? c->dim : model_rate_dim(c), &number);
    if (why)
        return why;
    if (place && !x->rate) {
        c->start = number;
        c->fixed = true;
        return NULL;
    }
    model_initial *i = rate_of(m, coord);
    i->value = number;
    i->residual = expr_sub(m->g, expr_var(m->g, c->v), number);
    i->guess = false;
    c->given = place ? c->given : number;
    c->guessed = false;
    return NULL;
}

/* What nobody names may move, so that constraints hold. */
static void loosen(model *m) {
    builder *b = m->builder;
    for (size_t i = 0; i < b->coords.len; i++)
        b->coords.at[i].fixed = b->coords.at[i].fixed && !model_is_place(&b->coords.at[i]);
    for (size_t i = 0; i < b->initials.len; i++)
        if (b->initials.at[i].coord >= 0 && model_is_place(&b->coords.at[b->initials.at[i].coord]))
            b->initials.at[i].guess = b->initials.at[i].velocity;
}

const char *model_start_at(model *m, const char *text, bool loose) {
    if (loose)
        loosen(m);
    const char *why = NULL;
    for (const char *begin = text; !why; begin++) {
        const char *end = end_of_part(begin);
        assignment x = {0};
        why = split(begin, end, &x, m->memory);
        if (!why)
            why = apply(m, &x);
        if (!*(begin = end))
            break;
    }
    build_publish(m->builder);
    return why;
}

void model_read_start(model *m, const char *text, expr_id *q, expr_id *v) {
    for (const char *begin = text;; begin++) {
        const char *end = end_of_part(begin);
        assignment x = {0};
        const int coord = split(begin, end, &x, m->memory) ? -1 : find_coord(m, x.name);
        if (coord >= 0) {
            const model_coord *c = &m->coords[coord];
            const bool place = model_is_place(c) && !x.rate;
            read_value(m, &x, place ? c->dim : model_rate_dim(c), place ? &q[coord] : &v[coord]);
        }
        if (!*(begin = end))
            return;
    }
}

const char *model_read_number(model *m, const char *what, const char *text, dimension dim, double *out) {
    const assignment x = {.name = what, .value = text};
    expr_id number;
    const char *end;
    *out = base_read_number(text, &end);
    if (end != text && *end == '\0')
        return NULL;
    const char *why = read_value(m, &x, dim, &number);
    if (why)
        return why;
    double *values = ARENA_ARRAY(m->memory, double, expr_var_count(m->g) + 1);
    model_put_values(m, values);
    *out = expr_eval(m->g, number, values);
    return NULL;
}
