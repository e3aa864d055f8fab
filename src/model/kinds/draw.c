/* Drawings, 'draw SHAPE clauses': the clauses of each shape, checked to be positions, lengths or angles. */
#include <string.h>

#include "model/kinds/kinds.h"
#include "model/names/names.h"
#include "syntax/vocabulary.h"

#define W(word) ((uint64_t)1 << WORD_##word)

static const struct {
    const char *name;
    uint64_t required, optional;
    const char *sample;
} shapes[DRAW_BODY] = {
    /* in the order of drawing_shape; a body has no word of its own */
    {"beam", W(FROM) | W(TO), 0, "draw beam from [0, 0] to P"},
    {"rope", W(FROM) | W(TO), W(OF), "draw rope from [0, 0] to P', or 'draw rope of r"},
    {"spring", W(FROM) | W(TO), 0, "draw spring from [0, 0] to P"},
    {"ball", W(AT), W(RADIUS), "draw ball at P radius 0.1 m"},
    {"box", W(AT), W(SIZE) | W(ANGLE), "draw box at P size [0.2 m, 0.1 m] angle phi"},
    {"trail", W(OF), 0, "draw trail of P"},
    {"ground", W(AT), 0, "draw ground at 0"},
    {"wheel", W(AT) | W(RADIUS), W(ANGLE), "draw wheel at P radius R angle phi"},
};
enum { SHAPE_COUNT = sizeof shapes / sizeof *shapes, LONGEST_NAME = 24 };

static int find_shape(builder *b, const syn_stmt *s) {
    const char *names[SHAPE_COUNT];
    for (int k = 0; k < SHAPE_COUNT; k++) {
        names[k] = shapes[k].name;
        if (!strcmp(s->name, shapes[k].name))
            return k;
    }
    finding *f = diag_add(b->m->findings, DIAG_E0107, s->name_at, "there is no shape '%s' to draw", s->name);
    diag_suggest(b->m->findings, f, s->name, names, SHAPE_COUNT);
    diag_help(b->m->findings, f, "the shapes are beam, rope, spring, ball, box, wheel, trail and ground");
    return -1;
}

/* draw rope of NAME: a rope that there is, with its arcs. */
static bool is_whole_rope(const syn_stmt *s, int shape) {
    return shape == DRAW_ROPE && syntax_find_clause(s, WORD_OF);
}

static void draw_whole_rope(builder *b, const statement *s) {
    const syn_clause *c = syntax_find_clause(s->stmt, WORD_OF);
    const int d = eval_resolve(b, c->value, s->env, 1u << SPACE_VALUES);
    if (d >= 0 && b->decls.at[d].row == &kinds_rope)
        kinds_draw_rope(b, d, s->stmt->at);
    else if (d >= 0)
        names_refuse_kind(b, d, c->value->at, "a rope");
}

static bool clauses_fit(builder *b, const syn_stmt *s, int shape) {
    uint64_t known = shapes[shape].required | shapes[shape].optional, missing = shapes[shape].required;
    if (is_whole_rope(s, shape)) {
        known = W(OF);
        missing = 0;
    }
    for (size_t i = 0; i < s->clause_count; i++) {
        const syn_clause *c = &s->clauses[i];
        missing &= ~((uint64_t)1 << c->word);
        if (known >> c->word & 1)
            continue;
        finding *f = diag_add(b->m->findings, DIAG_E0111, c->at, "'%s' is not a clause of 'draw %s'",
                              syntax_word_text(c->word), s->name);
        diag_help(b->m->findings, f, "as in '%s'", shapes[shape].sample);
        return false;
    }
    for (int word = 0; word < WORD_COUNT; word++)
        if (missing >> word & 1) {
            finding *f = diag_add(b->m->findings, DIAG_E0110, s->name_at, "'draw %s' needs '%s'", s->name,
                                  syntax_word_text((syn_word)word));
            diag_help(b->m->findings, f, "as in '%s'", shapes[shape].sample);
            return false;
        }
    return true;
}

static bool is_point(builder *b, value v) {
    return value_need_vector(&b->vc, v, b->m->space, "a position in a drawing") &&
           value_need_dim(&b->vc, v, DIM_LENGTH, "a position in a drawing");
}

static bool is_quantity(builder *b, value v, dimension dim, const char *what, bool positive) {
    return value_need_scalar(&b->vc, v, what) && value_need_dim(&b->vc, v, dim, what) &&
           (!positive || eval_need_not_negative(b, v, what));
}

/* Two sides, or three in space. */
static bool is_size(builder *b, value v) {
    return value_need_vector(&b->vc, v, v.size == 3 ? b->m->space : 2, "the size of a box") &&
           value_need_dim(&b->vc, v, DIM_LENGTH, "the size of a box");
}

/* A body turns about the axis of its largest moment of inertia if it is as flat as a wheel. */
static int find_axle(builder *b, const body_reading *r) {
    int axle = 2;
    for (int k = 0; k < 3; k++)
        if (r->inertia.i && eval_number_now(b, r->tensor[4 * k]) > eval_number_now(b, r->tensor[4 * axle]))
            axle = k;
    return axle;
}

/* The frame with its axes renamed so that this one is the third. */
static value turn_axes(value frame, int axle) {
    value turned = frame;
    for (int row = 0; row < 3; row++)
        for (int k = 0; k < 3; k++)
            turned.c[3 * row + k] = frame.c[3 * row + (axle + 1 + k) % 3];
    return turned;
}

/* A box or a wheel at the place of a body turns with it. */
static void turn_with_body(builder *b, value at, drawing_shape shape) {
    for (size_t i = 0; i < b->bodies.len; i++) {
        const body_reading *r = kinds_read_body(b, (int)i);
        bool same = !value_is_bad(r->position) && r->has_angle;
        for (int k = 0; same && k < b->m->space; k++)
            same = expr_same(r->position.c[k], at.c[k]);
        if (same && !value_is_bad(r->frame))
            kinds_put_drawn(b, DRAWN_MATRIX, shape == DRAW_WHEEL ? turn_axes(r->frame, find_axle(b, r)) : r->frame);
        else if (same && !value_is_bad(r->angle))
            kinds_put_drawn(b, DRAWN_ANGLE, r->angle);
        if (same)
            return;
    }
}

static void read_draw_clause(builder *b, const syn_stmt *s, const syn_clause *c, const scope *env,
                             drawing_shape shape) {
    value v = eval_expr(b, c->value, env);
    if (value_is_bad(v) || !eval_forbid(b, v, KIND_BIT(VAR_REDUCER), "a drawing"))
        return;
    if (c->word == WORD_SIZE) {
        if (is_size(b, v))
            kinds_put_drawn(b, DRAWN_SIZE, v);
    } else if (c->word == WORD_RADIUS) {
        if (is_quantity(b, v, DIM_LENGTH, "a radius", true))
            kinds_put_drawn(b, DRAWN_SIZE, v);
    } else if (c->word == WORD_ANGLE) {
        if (is_quantity(b, v, DIM_ANGLE, "an angle", false))
            kinds_put_drawn(b, DRAWN_ANGLE, v);
    } else if (shape == DRAW_GROUND) {
        if (is_quantity(b, v, DIM_LENGTH, "the height of the ground", false))
            kinds_put_drawn(b, DRAWN_A + b->m->space - 1, v);
    } else if (is_point(b, v)) {
        kinds_put_drawn(b, c->word == WORD_TO ? DRAWN_B : DRAWN_A, v);
        if ((shape == DRAW_BOX || shape == DRAW_WHEEL) && !syntax_find_clause(s, WORD_ANGLE))
            turn_with_body(b, v, shape);
    }
}

static bool is_name(const char *text) {
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.[]");
    return length > 0 && length <= LONGEST_NAME && !text[length] && *text != '[';
}

/* What is drawn at something that has a name has this name; the rest is called as its shape. */
static const char *name_of(builder *b, const syn_stmt *s) {
    static const syn_word words[] = {WORD_AT, WORD_OF};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const syn_clause *c = syntax_find_clause(s, words[i]);
        const char *text = c ? names_source_text(b, c->value->at) : "";
        if (is_name(text))
            return base_arena_copy(b->a, text, strcspn(text, "[")); /* elements of a family share its name */
    }
    return s->name;
}

static void read_draw(builder *b, const statement *s) {
    int shape = find_shape(b, s->stmt);
    if (shape < 0 || !clauses_fit(b, s->stmt, shape))
        return;
    if (is_whole_rope(s->stmt, shape)) {
        draw_whole_rope(b, s);
        return;
    }
    const char *name = shape == DRAW_GROUND ? s->stmt->name : name_of(b, s->stmt);
    kinds_begin_drawing(b, (drawing_shape)shape, name, s->stmt->at, false);
    for (size_t i = 0; i < s->stmt->clause_count; i++)
        read_draw_clause(b, s->stmt, &s->stmt->clauses[i], s->env, (drawing_shape)shape);
}

const kind_row kinds_draw = {.result = true, .step = {[STEP_READ] = read_draw}};
