/* Ropes, 'rope NAME: from A over P radius R left to B, length L [, stiffness k [, damping c]]': they pull where they
   are taut, and wrap round discs. A memory for each disc keeps count of the turns. */
#include "model/kinds/rope_path.h"

#include <math.h>

#include "expr/diff.h"
#include "expr/walk.h"
#include "model/kinds/kinds.h"
#include "model/names/names.h"

/* What a rope needs besides its row, known from the shape of its statement: in the order of its places. */
typedef struct rope_shape {
    int count, discs, drums;
    const syn_clause **places, **radii, **turns; /* per place; the latter two may be NULL */
} rope_shape;

/* What its description cannot follow: the run ends there. */
typedef enum rope_limit { LIMIT_SPANS, LIMIT_DISC, LIMIT_DISCS, LIMIT_DRUM, LIMIT_COUNT } rope_limit;
static const char *const limit_texts[LIMIT_COUNT] = {
    [LIMIT_SPANS] = "the end of the rope '%s', or another disc, has come to a disc",
    [LIMIT_DISC] = "the rope '%s' has come to the other side of its disc",
    [LIMIT_DISCS] = "the rope '%s' leaves one of its discs, which it can do only where it passes no other one",
    [LIMIT_DRUM] = "the rope '%s' has run off its drum",
};

static rope_shape shape_of(builder *b, const syn_stmt *s) {
    rope_shape r = {.places = ARENA_ARRAY(b->a, const syn_clause *, s->clause_count + 2)};
    r.radii = ARENA_ARRAY(b->a, const syn_clause *, s->clause_count + 2);
    r.turns = ARENA_ARRAY(b->a, const syn_clause *, s->clause_count + 2);
    for (size_t i = 0; i < s->clause_count; i++) {
        const syn_clause *c = &s->clauses[i];
        const bool place = c->word == WORD_FROM || c->word == WORD_OVER || c->word == WORD_TO;
        if (place)
            r.places[r.count++] = c;
        else if (r.count && c->word == WORD_RADIUS)
            r.radii[r.count - 1] = c;
        else if (r.count && c->word == WORD_TURNS)
            r.turns[r.count - 1] = c;
    }
    for (int i = 0; i < r.count; i++)
        if (r.radii[i])
            *(i == 0 || i == r.count - 1 ? &r.drums : &r.discs) += 1;
    return r;
}

static bool refuse(builder *b, span at, const char *what, const char *help) {
    finding *f = diag_add(b->m->findings, DIAG_E0417, at, "%s", what);
    diag_help(b->m->findings, f, "%s", help);
    return false;
}

/* The clauses in their order, and what the plane makes possible. */
static bool shape_fits(builder *b, const syn_stmt *s, const rope_shape *r) {
    for (int i = 0; i < r->count; i++) {
        const bool first = i == 0, last = i == r->count - 1;
        const syn_clause *c = r->places[i];
        if (c->word != (first ? WORD_FROM : last ? WORD_TO : WORD_OVER))
            return refuse(b, c->at, "a rope goes from one place over others to the last one",
                          "as in 'from A over P radius R left over Q radius S right to B'");
        if (c->word == WORD_OVER && !r->radii[i])
            return refuse(b, c->at, "the disc that a rope passes needs a radius and a side",
                          "as in 'over P radius 0.1 m left': the disc lies to the left of the rope");
        if (r->turns[i] && (first || last))
            return refuse(b, r->turns[i]->at, "'turns' belongs to a disc that the rope passes",
                          "as in 'over P radius 0.1 m left turns 2'");
        if (r->radii[i] && b->m->space == 3)
            return refuse(b, r->radii[i]->at, "a rope can wrap round discs in the plane only",
                          "in space a rope goes from one point to another one; write a constraint for its length");
    }
    for (size_t i = 0; i < s->clause_count; i++)
        if ((s->clauses[i].word == WORD_RADIUS || s->clauses[i].word == WORD_TURNS) && i == 0)
            return refuse(b, s->clauses[i].at, "a rope begins with 'from'", "as in 'rope r: from A to B, length 2 m'");
    if (r->drums == 2 && syntax_find_clause(s, WORD_LENGTH))
        return refuse(b, syntax_find_clause(s, WORD_LENGTH)->at,
                      "how much of a rope between two drums each has wound up does not follow from its length",
                      "leave out 'length': the rope is taut at the start, and the drums have enough of it");
    const syn_clause *damping = syntax_find_clause(s, WORD_DAMPING), *bounce = syntax_find_clause(s, WORD_RESTITUTION);
    const bool elastic = syntax_find_clause(s, WORD_STIFFNESS) != NULL;
    if (damping && !elastic)
        return refuse(b, damping->at, "a rope without stiffness does not stretch, so that nothing damps it",
                      "as in 'stiffness 40 kN/m, damping 200 N s/m'");
    if (bounce && elastic)
        return refuse(b, bounce->at, "a rope with stiffness is no constraint and has no impacts",
                      "leave out 'restitution'; 'damping' takes energy");
    return true;
}

static bool is_elastic(const syn_stmt *s) {
    return syntax_find_clause(s, WORD_STIFFNESS) != NULL;
}

/* The memory that keeps the turns of a disc or a drum, set again where its angle has gone on by a radian. */
static void add_memory(builder *b, const decl *d, int k) {
    const char *name = base_arena_printf(b->a, "%s.turn%d", d->display, k + 1);
    model_coord c = {.name = name, .at = d->stmt->name_at, .role = COORD_MEMORY, .fixed = true, .hidden = true};
    c.body = -1;
    c.dim = dim_mul(DIM_ANGLE, DIM_TIME);
    c.start = expr_int(b->m->g, 0);
    const int coord = kinds_add_coord(b, c);
    model_event e = {.name = name, .at = c.at, .quiet = true, .hidden = true, .action_count = 1};
    e.actions = ARENA_ARRAY(b->a, model_action, 2);
    e.actions[0] = (model_action){.kind = MODEL_SET, .at = c.at, .index = coord, .velocity = true};
    vec_push(b->a, &b->events, e);
}

static void add_limit(builder *b, const decl *d, rope_limit limit) {
    model_event e = {.name = d->display, .at = d->stmt->name_at, .hidden = true};
    e.refusal = base_arena_printf(b->a, limit_texts[limit], d->display);
    e.actions = ARENA_ARRAY(b->a, model_action, 1);
    vec_push(b->a, &b->events, e);
}

static void declare(builder *b, const statement *s) {
    kinds_declare_switch(b, s);
    decl *d = &b->decls.at[s->decl];
    d->kind = is_elastic(s->stmt) ? DECL_ELEMENT : DECL_CONTACT;
    if (s->stmt->bad)
        return;
    const rope_shape r = shape_of(b, s->stmt);
    d->unknown = !shape_fits(b, s->stmt, &r);
    if (d->unknown)
        return;
    vec_push(b->a, &b->ropes, (rope_record){s->decl, (int)b->coords.len, (int)b->events.len, EXPR_NONE});
    const int turning = r.discs + r.drums;
    for (int k = 0; k < turning; k++)
        add_memory(b, d, k);
    for (int k = 0; k < LIMIT_COUNT && turning; k++)
        add_limit(b, d, (rope_limit)k);
}

static void declare_rows(builder *b, const statement *s) {
    decl *e = &b->decls.at[s->decl];
    e->number = (int)b->rows.len;
    if (is_elastic(s->stmt))
        return;
    kinds_add_row(b, e, true, -1);
    b->rows.at[e->number].pulls = true;
}

static rope_record *record_of(builder *b, int number) {
    for (size_t i = 0; i < b->ropes.len; i++)
        if (b->ropes.at[i].decl == number)
            return &b->ropes.at[i];
    return NULL;
}

static bool read_point(builder *b, const statement *s, const syn_clause *c, rope_place *p) {
    value at = eval_expr(b, c->value, s->env);
    if (!value_need_vector(&b->vc, at, b->m->space, "a point") || !value_need_dim(&b->vc, at, DIM_LENGTH, "a point") ||
        !eval_forbid(b, at, KINDS_UNSOLVED | KINDS_RATES, "a point"))
        return false;
    value v = eval_rate(b, at, c->at);
    for (int k = 0; k < b->m->space; k++) {
        p->x[k] = at.c[k];
        p->v[k] = v.c[k];
    }
    return !value_is_bad(v);
}

/* The body with an angle that a place names; NULL: a point, or a body without one. */
static const body_reading *turning_body(builder *b, const syn_expr *e, const scope *env) {
    const bool named = e->op == SYN_NAME || e->op == SYN_INDEX || e->op == SYN_FIELD;
    const int d = named ? eval_find(b, e, env, 1u << SPACE_VALUES) : -1;
    const body_reading *r =
        d >= 0 && b->decls.at[d].kind == DECL_BODY ? kinds_read_body(b, b->decls.at[d].number) : NULL;
    return r && r->has_angle && !value_is_bad(r->angle) && !value_is_bad(r->omega) ? r : NULL;
}

static bool read_drum(builder *b, const statement *s, const syn_clause *c, rope_place *p) {
    const body_reading *r = turning_body(b, c->value, s->env);
    if (!r)
        return refuse(b, c->value->at, "the drum that a rope is wound on must be a body with an angle",
                      "name the body, as in 'to drum radius 0.1 m left'; a point needs no radius");
    p->turn = r->angle.c[0];
    p->spin = r->omega.c[0];
    return true;
}

static bool read_places(builder *b, const statement *s, const rope_record *rope, const rope_shape *r, rope_place *p) {
    int coord = rope->coord;
    for (int i = 0; i < r->count; i++) {
        p[i] = (rope_place){.radius = EXPR_NONE};
        if (!read_point(b, s, r->places[i], &p[i]))
            return false;
        if (!r->radii[i])
            continue;
        value R = eval_parameter(b, r->radii[i]->value, s->env, DIM_LENGTH, "the radius of a disc");
        if (value_is_bad(R) || !eval_need_not_negative(b, R, "the radius of a disc"))
            return false;
        if (!(eval_number_now(b, R.c[0]) > 0))
            return refuse(b, r->radii[i]->value->at, "the radius of a disc must be more than 0",
                          "a rope cannot run over a point: give the edge a small radius");
        p[i].radius = r->radii[i]->side > 0 ? R.c[0] : expr_neg(b->m->g, R.c[0]);
        p[i].near = expr_var(b->m->g, b->coords.at[coord++].v);
        if ((i == 0 || i == r->count - 1) && !read_drum(b, s, r->places[i], &p[i]))
            return false;
    }
    return true;
}

/* A rope in the variant being read. */
typedef struct rope_reading {
    rope_shape shape;
    rope_place *places;
    rope_path path;
    expr_id clear; /* over one disc: it goes straight from end to end; else none */
    rope_path straight;
    expr_id length, rate; /* of the path that counts */
} rope_reading;

static expr_id on_its_side(builder *b, const rope_reading *r, int i, expr_id e) {
    return r->shape.radii[i]->side > 0 ? e : expr_neg(b->m->g, e);
}

/* Over one disc a rope may leave it, and go straight from end to end. */
static void read_straight(builder *b, rope_reading *r) {
    graph *g = b->m->g;
    rope_place ends[2] = {r->places[0], r->places[2]};
    r->straight = kinds_rope_path(g, b->a, ends, 2);
    r->clear = expr_binary(g, EXPR_LT, on_its_side(b, r, 1, r->path.angles[1].value), expr_int(g, 0));
    r->length = expr_select(g, r->clear, r->straight.length, r->path.length);
    r->rate = expr_select(g, r->clear, r->straight.rate, r->path.rate);
}

static bool read_rope(builder *b, const statement *s, rope_reading *r) {
    const decl *d = &b->decls.at[s->decl];
    const rope_record *rope = record_of(b, s->decl);
    if (s->stmt->bad || d->unknown || !rope)
        return false;
    r->shape = shape_of(b, s->stmt);
    r->places = ARENA_ARRAY(b->a, rope_place, r->shape.count + 1);
    if (!read_places(b, s, rope, &r->shape, r->places))
        return false;
    r->path = kinds_rope_path(b->m->g, b->a, r->places, r->shape.count);
    r->length = r->path.length;
    r->rate = r->path.rate;
    if (r->shape.count == 3 && r->shape.discs == 1)
        read_straight(b, r);
    return true;
}

/* --- The start --- */

/* How far a rope turns at a disc at first: on its side, so far as it touches at all, and the whole turns besides. One
   that just leaves its disc has not wound almost a whole turn round it. */
static expr_id first_turn(builder *b, const statement *s, const rope_reading *r, int i) {
    graph *g = b->m->g;
    const rope_place *p = r->places;
    const expr_id zero = expr_int(g, 0), half = expr_unary(g, EXPR_ACOS, expr_int(g, -1)),
                  turn = expr_add(g, half, half);
    expr_id angle = kinds_rope_angle(g, r->path.spans[i - 1].u, r->path.spans[i].u, zero).value;
    angle = on_its_side(b, r, i, angle);
    const expr_id off = on_its_side(b, r, i, kinds_rope_offset(g, &p[i - 1], &p[i + 1], &p[i]));
    const expr_id radius = on_its_side(b, r, i, p[i].radius);
    const expr_id back = expr_binary(g, EXPR_LT, angle, expr_real(g, -1e-3)),
                  touches = expr_binary(g, EXPR_LE, off, radius);
    const expr_id round = expr_add(g, angle, turn);
    angle = expr_select(g, expr_binary(g, EXPR_AND, back, touches), round, angle);
    int64_t turns = 0;
    if (r->shape.turns[i] && eval_integer(b, r->shape.turns[i]->value, s->env, &turns) && turns < 0)
        refuse(b, r->shape.turns[i]->value->at, "a rope cannot go round a disc less than 0 times",
               "for the other sense of winding write the other side");
    return on_its_side(b, r, i, expr_add(g, angle, expr_mul(g, expr_int(g, turns), turn)));
}

/* It jumps by a turn where no rope is laid on purpose: opposite to 1 rad. Rounding must not decide, as the length at
   the start is computed in other ways, too. */
static expr_id first_direction(builder *b, const rope_reading *r, int i) {
    const expr_id axis[2] = {expr_int(b->m->g, 1), expr_int(b->m->g, 0)};
    return kinds_rope_angle(b->m->g, axis, r->path.spans[i ? i - 1 : 0].u, expr_int(b->m->g, 1)).value;
}

/* Whether a rope that goes straight past its disc could be meant to hang over it from the other side: with a length
   that leaves it slack now, and is enough there; also where it would turn there by more than a right angle, unless it
   is taut now. */
static bool may_be_meant_for_the_other_side(builder *b, const statement *s, const rope_reading *r) {
    graph *g = b->m->g;
    const syn_clause *c = syntax_find_clause(s->stmt, WORD_LENGTH);
    rope_place other[3] = {r->places[0], r->places[1], r->places[2]};
    other[1].radius = expr_neg(g, other[1].radius);
    other[1].near = expr_int(g, 0);
    const rope_path path = kinds_rope_path(g, b->a, other, 3);
    double turn = -kinds_number_at_start(b, on_its_side(b, r, 1, path.angles[1].value));
    turn += turn < 0 ? 2 * acos(-1) : 0;
    const bool far = turn > acos(0);
    if (!c)
        return far;
    const double radius = kinds_number_at_start(b, on_its_side(b, r, 1, r->places[1].radius));
    const double tangents = kinds_number_at_start(b, expr_add(g, path.spans[0].length, path.spans[1].length));
    const value length = eval_parameter(b, c->value, s->env, DIM_LENGTH, "the length of a rope");
    const double L = value_is_bad(length) ? NAN : kinds_number_at_start(b, length.c[0]);
    const double straight = kinds_number_at_start(b, r->straight.length);
    return straight < 0.999 * L && (far || tangents + radius * turn < 1.001 * L);
}

/* Over several discs it cannot leave one; over one it may go straight, until it meets it. */
static void judge_side(builder *b, const statement *s, const rope_reading *r, int i, expr_id first) {
    static const double touches = -1e-3;
    if (!(kinds_number_at_start(b, on_its_side(b, r, i, first)) < touches) ||
        (r->clear.i && !may_be_meant_for_the_other_side(b, s, r)))
        return;
    const bool left = r->shape.radii[i]->side > 0;
    finding *f = diag_add(b->m->findings, DIAG_W0426, r->shape.radii[i]->at,
                          "the rope '%s' does not touch this disc at the start, which lies to its %s",
                          b->decls.at[s->decl].display, left ? "left" : "right");
    diag_help(b->m->findings, f, "one that hangs over the disc as it goes from left to right has it to its right: %s",
              left ? "write 'right'" : "this one goes from right to left, or passes below: write 'left'");
}

/* A disc that is a body could be meant to turn. */
static void judge_pulley(builder *b, const statement *s, const rope_reading *r, int i) {
    const syn_expr *e = r->shape.places[i]->value;
    if (!turning_body(b, e, s->env))
        return;
    const char *rope = b->decls.at[s->decl].display, *wheel = names_source_text(b, e->at);
    const char *side = r->shape.radii[i]->side > 0 ? "left" : "right";
    finding *f =
        diag_add(b->m->findings, DIAG_W0427, e->at, "the rope '%s' slips on '%s' and does not turn it", rope, wheel);
    diag_help(b->m->findings, f, "if it does not: write 'over %s radius R %s without slip'", wheel, side);
}

static void read_initial(builder *b, const statement *s) {
    rope_reading r = {0};
    if (!read_rope(b, s, &r)) {
        b->decls.at[s->decl].unknown = true;
        return;
    }
    graph *g = b->m->g;
    rope_record *rope = record_of(b, s->decl);
    int coord = rope->coord;
    for (int i = 0; i < r.shape.count; i++) {
        if (!r.shape.radii[i])
            continue;
        model_coord *c = &b->coords.at[coord];
        c->given = r.places[i].turn.i ? first_direction(b, &r, i) : first_turn(b, s, &r, i);
        if (!r.places[i].turn.i && !r.shape.turns[i])
            judge_side(b, s, &r, i, c->given);
        if (!r.places[i].turn.i)
            judge_pulley(b, s, &r, i);
        vec_push(b->a, &b->initials,
                 (model_initial){.at = c->at,
                                 .name = c->name,
                                 .value = c->given,
                                 .dim = DIM_ANGLE,
                                 .residual = expr_sub(g, expr_var(g, c->v), c->given),
                                 .velocity = true,
                                 .coord = coord});
        const expr_id near = expr_var(g, c->v);
        expr_substitute(g, &r.length, 1, &near, &c->given, 1, &r.length);
        coord++;
    }
    rope->start = kinds_at_start(b, r.length);
}

/* --- The variants --- */

/* The length that it has at most: as given, or as at the start, which it always is where a drum winds it up. */
static expr_id most(builder *b, const statement *s, const rope_reading *r) {
    const syn_clause *c = syntax_find_clause(s->stmt, WORD_LENGTH);
    value L = c ? eval_parameter(b, c->value, s->env, DIM_LENGTH, "the length of a rope") : value_bad(s->stmt->at);
    if (c && (value_is_bad(L) || !eval_need_not_negative(b, L, "the length of a rope")))
        return EXPR_NONE;
    return c && !r->shape.drums ? L.c[0] : record_of(b, s->decl)->start;
}

static value gap_value(builder *b, const statement *s, const rope_reading *r, expr_id L, span at) {
    graph *g = b->m->g;
    value f = value_scalar(expr_sub(g, L, r->length), DIM_LENGTH, at);
    var_kind found;
    if (!eval_find_kinds(b, f, KIND_BIT(VAR_COORD) | KIND_BIT(VAR_HELD), &found)) {
        diag_add(b->m->findings, DIAG_E0410, at, "a rope between places that do not move has no effect");
        return value_bad(at);
    }
    const decl *d = &b->decls.at[s->decl];
    system_row *row = &b->system->rows[d->number];
    row->f = f.c[0];
    row->rate = expr_neg(g, r->rate);
    b->rows.at[d->number].dim = kinds_multiplier_dim(DIM_LENGTH, false);
    row->ended = row->ended || eval_mentions_freed(b);
    row->restitution = kinds_read_restitution(b, s->stmt, s->env);
    return f;
}

/* The pull of a rope that stretches: as long as it is taut, and never less than nothing. */
static value tension_value(builder *b, const statement *s, const rope_reading *r, expr_id L, span at) {
    graph *g = b->m->g;
    value k = kinds_clause_value(b, s, WORD_STIFFNESS, dim_of(1, 0, -2), "a stiffness");
    if (value_is_bad(k) || !eval_need_not_negative(b, k, "a stiffness"))
        return value_bad(at);
    expr_id c = EXPR_NONE, zero = expr_int(g, 0), strain = expr_sub(g, r->length, L);
    expr_id pull = expr_mul(g, k.c[0], strain);
    if (kinds_read_damping(b, s, dim_of(1, 0, -1), &c))
        pull = expr_add(g, pull, expr_mul(g, c, r->rate));
    const expr_id taut = expr_binary(g, EXPR_LT, zero, strain), most_of = expr_binary(g, EXPR_MAX, pull, zero);
    return value_scalar(expr_select(g, taut, most_of, zero), DIM_FORCE, at);
}

static value rope_value(builder *b, int d, span at) {
    const decl e = b->decls.at[d];
    const statement s = {e.stmt, e.row, e.env, d};
    rope_reading r = {0};
    if (!read_rope(b, &s, &r))
        return value_bad(at);
    const expr_id L = most(b, &s, &r);
    if (!L.i)
        return value_bad(at);
    return is_elastic(e.stmt) ? tension_value(b, &s, &r, L, at) : gap_value(b, &s, &r, L, at);
}

static expr_id either(graph *g, expr_id a, expr_id b) {
    return a.i ? expr_binary(g, EXPR_OR, a, b) : b;
}

static expr_id both(graph *g, expr_id a, expr_id b) {
    return expr_binary(g, EXPR_AND, a, b);
}

/* Limits are conditions on numbers without dimension: those that are joined are compared with each other. */

/* An end that reaches a disc, or two discs that touch: less than a thousandth of the radius is free between them. */
static expr_id no_span(builder *b, const rope_reading *r) {
    graph *g = b->m->g;
    expr_id any = EXPR_NONE;
    for (int i = 0; i + 1 < r->shape.count; i++) {
        const expr_id radius = r->places[i].radius.i ? r->places[i].radius : r->places[i + 1].radius;
        if (!radius.i)
            continue;
        const expr_id part = expr_div(g, r->path.spans[i].square, expr_mul(g, radius, radius));
        expr_id gone = expr_binary(g, EXPR_LT, part, expr_real(g, 1e-6));
        if (r->clear.i)
            gone = both(g, gone, expr_unary(g, EXPR_NOT, r->clear));
        any = either(g, any, gone);
    }
    return any;
}

/* A rope that has left its only disc and comes to its other side, or whose end runs into it. */
static expr_id on_the_other_side(builder *b, const rope_reading *r) {
    graph *g = b->m->g;
    const rope_place *p = r->places;
    const rope_span *s = &r->straight.spans[0];
    const expr_id off = expr_div(g, kinds_rope_offset(g, &p[0], &p[2], &p[1]), p[1].radius); /* on its side */
    expr_id d[2], along = expr_int(g, 0);
    for (int k = 0; k < 2; k++) {
        d[k] = expr_sub(g, p[1].x[k], kinds_rope_touch(g, &p[0], s, k));
        along = expr_add(g, along, expr_mul(g, d[k], s->u[k]));
    }
    const expr_id part = expr_div(g, along, s->length), one = expr_int(g, 1), zero = expr_int(g, 0);
    expr_id crosses = expr_binary(g, EXPR_LT, off, expr_real(g, 1 - 1e-6));
    crosses = both(g, crosses, expr_binary(g, EXPR_LT, expr_int(g, -1), off));
    crosses = both(g, crosses, expr_binary(g, EXPR_LT, zero, part));
    crosses = both(g, crosses, expr_binary(g, EXPR_LT, part, one));
    return both(g, r->clear, crosses);
}

static expr_id off_its_discs(builder *b, const rope_reading *r) {
    graph *g = b->m->g;
    expr_id any = EXPR_NONE;
    for (int i = 1; i + 1 < r->shape.count; i++) {
        const expr_id angle = on_its_side(b, r, i, r->path.angles[i].value);
        any = either(g, any, expr_binary(g, EXPR_LT, angle, expr_int(g, 0)));
    }
    return any;
}

static expr_id off_its_drum(builder *b, const statement *s, const rope_reading *r) {
    const syn_clause *c = syntax_find_clause(s->stmt, WORD_LENGTH);
    if (!c || r->shape.drums != 1)
        return EXPR_NONE;
    value L = eval_parameter(b, c->value, s->env, DIM_LENGTH, "the length of a rope");
    return value_is_bad(L) ? EXPR_NONE : expr_binary(b->m->g, EXPR_LT, L.c[0], r->path.free);
}

/* Whether some event takes the rope away, or frees a body that it is tied to. */
static bool may_end(const builder *b, int switch_index) {
    for (size_t i = 0; i < b->events.len; i++)
        for (size_t k = 0; k < b->events.at[i].action_count; k++) {
            const model_action *a = &b->events.at[i].actions[k];
            if (a->kind == MODEL_FREE ||
                (!a->coordinate && a->index == switch_index && (a->kind == MODEL_DROP || a->kind == MODEL_HOLD)))
                return true;
        }
    return b->switches.at[switch_index].off;
}

/* A limit of the motion, as long as the rope is there. */
static void set_limit(builder *b, const statement *s, int event, expr_id condition) {
    const int switch_index = b->decls.at[s->decl].switch_index;
    if (condition.i && may_end(b, switch_index))
        condition = both(b->m->g, expr_var(b->m->g, kinds_held_var(b, switch_index)), condition);
    b->system->conditions[event] = condition;
}

/* Where the memories are set again, and what ends the run. */
static void read_events(builder *b, const statement *s, const rope_reading *r) {
    graph *g = b->m->g;
    int event = record_of(b, s->decl)->event;
    for (int i = 0; i < r->shape.count; i++) {
        if (!r->shape.radii[i])
            continue;
        const expr_id far = expr_unary(g, EXPR_ABS, r->path.angles[i].beyond);
        b->system->conditions[event] = expr_binary(g, EXPR_LT, expr_int(g, 1), far);
        b->system->set_values[event][0] = r->path.angles[i].value;
        event++;
    }
    if (!r->shape.discs && !r->shape.drums)
        return;
    set_limit(b, s, event + LIMIT_SPANS, no_span(b, r));
    if (r->clear.i)
        set_limit(b, s, event + LIMIT_DISC, on_the_other_side(b, r));
    else
        set_limit(b, s, event + LIMIT_DISCS, off_its_discs(b, r));
    set_limit(b, s, event + LIMIT_DRUM, off_its_drum(b, s, r));
}

static void read(builder *b, const statement *s) {
    rope_reading r = {0};
    if (!read_rope(b, s, &r))
        return;
    if (b->held < 0)
        read_events(b, s, &r);
    const expr_id L = is_elastic(s->stmt) ? most(b, s, &r) : EXPR_NONE;
    value k = L.i ? kinds_clause_value(b, s, WORD_STIFFNESS, dim_of(1, 0, -2), "a stiffness") : value_bad(s->stmt->at);
    if (value_is_bad(k) || !eval_need_not_negative(b, k, "a stiffness"))
        return;
    kinds_add_one_sided(b, s, k.c[0], expr_sub(b->m->g, r.length, L), r.rate);
}

/* --- Pictures --- */

static value point(expr_id x, expr_id y) {
    return (value){.size = 2, .c = {x, y}, .dim = DIM_LENGTH, .at = {0, 0}};
}

/* Where the span begins (end 0) or ends (end 1); at the beginning of the rope where it has left its disc. */
static value touch(builder *b, const rope_reading *r, int span_, int end) {
    graph *g = b->m->g;
    const rope_place *p = &r->places[span_ + end];
    expr_id x[2];
    for (int k = 0; k < 2; k++) {
        x[k] = kinds_rope_touch(g, p, &r->path.spans[span_], k);
        if (r->clear.i && span_ + end == 1)
            x[k] = expr_select(g, r->clear, kinds_rope_touch(g, &r->places[0], &r->straight.spans[0], k), x[k]);
    }
    return point(x[0], x[1]);
}

static void draw_arc(builder *b, const rope_reading *r, const char *name, span at, bool automatic, int i) {
    graph *g = b->m->g;
    const rope_place *p = &r->places[i];
    const expr_id radius = on_its_side(b, r, i, p->radius), *u = r->path.spans[i - 1].u;
    expr_id sweep = r->path.angles[i].value;
    const expr_id out = on_its_side(b, r, i, u[1]), down = on_its_side(b, r, i, expr_neg(g, u[0]));
    if (r->clear.i)
        sweep = expr_select(g, r->clear, expr_int(g, 0), sweep);
    kinds_begin_drawing(b, DRAW_ARC, name, at, automatic);
    kinds_put_drawn(b, DRAWN_A, point(p->x[0], p->x[1]));
    kinds_put_drawn(b, DRAWN_SIZE, point(radius, sweep));
    kinds_put_drawn(b, DRAWN_ANGLE, value_scalar(expr_binary(g, EXPR_ATAN2, down, out), DIM_ANGLE, at));
}

static void sketch_disc(builder *b, const statement *s, const rope_reading *r, const char *name, int i) {
    const rope_place *p = &r->places[i];
    const syn_expr *e = r->shape.places[i]->value;
    const int d = e->op == SYN_NAME ? eval_find(b, e, s->env, 1u << SPACE_VALUES) : -1;
    if (d >= 0 && b->decls.at[d].kind == DECL_BODY)
        return; /* drawn as what it is */
    kinds_begin_drawing(b, DRAW_WHEEL, name, s->stmt->name_at, true);
    kinds_put_drawn(b, DRAWN_A, point(p->x[0], p->x[1]));
    kinds_put_drawn(b, DRAWN_SIZE, value_scalar(on_its_side(b, r, i, p->radius), DIM_LENGTH, s->stmt->name_at));
}

static void draw(builder *b, const rope_reading *r, const char *name, span at, bool automatic) {
    for (int i = 1; i + 1 < r->shape.count; i++)
        draw_arc(b, r, name, at, automatic, i);
    for (int i = 0; i + 1 < r->shape.count; i++) {
        const value begin = touch(b, r, i, 0), next = touch(b, r, i, 1);
        kinds_begin_drawing(b, DRAW_ROPE, name, at, automatic);
        kinds_put_drawn(b, DRAWN_A, begin);
        kinds_put_drawn(b, DRAWN_B, next);
        for (int end = 0; end < 2; end++)
            b->drawings.at[b->next_drawing - 1].joined[end] = r->places[i + end].radius.i != 0;
    }
}

static void sketch(builder *b, const statement *s) {
    const char *name = b->decls.at[s->decl].display;
    rope_reading r = {0};
    if (b->m->space == 3) {
        kinds_sketch_ends(b, s, DRAW_ROPE);
        return;
    }
    if (!read_rope(b, s, &r))
        return;
    for (int i = 1; i + 1 < r.shape.count; i++)
        sketch_disc(b, s, &r, name, i);
    draw(b, &r, name, s->stmt->name_at, true);
}

void kinds_draw_rope(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    const statement s = {e->stmt, e->row, e->env, d};
    rope_reading r = {0};
    const size_t before = b->next_drawing;
    if (!read_rope(b, &s, &r))
        return;
    if (b->m->space == 2)
        draw(b, &r, e->display, at, false);
    else {
        kinds_begin_drawing(b, DRAW_ROPE, e->display, at, false);
        for (int end = 0; end < 2; end++)
            kinds_put_drawn(b, end ? DRAWN_B : DRAWN_A, eval_expr(b, r.shape.places[end]->value, e->env));
    }
    for (size_t i = before; i < b->next_drawing; i++)
        b->drawings.at[i].switch_index = b->decls.at[d].switch_index;
}

/* All that is drawn of it goes with it. */
static void tie(builder *b, const statement *s) {
    const decl *d = &b->decls.at[s->decl];
    for (size_t i = 0; i < b->drawings.len; i++) {
        model_drawing *x = &b->drawings.at[i];
        if (x->automatic && x->at.begin == d->stmt->name_at.begin && (x->shape == DRAW_ROPE || x->shape == DRAW_ARC))
            x->switch_index = d->switch_index;
    }
}

const kind_row kinds_rope = {
    .kind = DECL_CONTACT,
    .named = true,
    .noun = "a rope",
    .help = "its tension is force(NAME)",
    .mechanical = true,
    .value = rope_value,
    .step = {[STEP_DECLARE] = declare,
             [STEP_ROWS] = declare_rows,
             [STEP_INITIAL] = read_initial,
             [STEP_DEFINE] = kinds_define,
             [STEP_READ] = read,
             [STEP_SKETCH] = sketch,
             [STEP_TIE] = tie},
};
