/* Drawings, 'draw SHAPE clauses': the clauses of each shape (src/scene/shapes.inc), checked to be positions, lengths or
   angles. */
#include <string.h>

#include "model/kinds/kinds.h"
#include "model/names/names.h"
#include "syntax/vocabulary.h"

enum { LONGEST_NAME = 24 };

static bool is_word(const shape_row *row) {
    return *row->sample;
}

/* "beam, rope and ball" */
static const char *list_of(const char *const *names, int count, arena *a) {
    strbuf s = base_strbuf_make(a);
    for (int k = 0; k < count; k++)
        base_strbuf_printf(&s, "%s%s", k == 0 ? "" : k + 1 < count ? ", " : " and ", names[k]);
    return base_strbuf_text(&s);
}

static int find_shape(builder *b, const syn_stmt *s) {
    const char *names[DRAWING_SHAPE_COUNT];
    int count = 0;
    for (int k = 0; k < DRAWING_SHAPE_COUNT; k++) {
        if (!is_word(&scene_shapes[k]))
            continue;
        if (!strcmp(s->name, scene_shapes[k].name))
            return k;
        names[count++] = scene_shapes[k].name;
    }
    finding *f = diag_add(b->m->findings, DIAG_E0107, s->name_at, "there is no shape '%s' to draw", s->name);
    diag_suggest(b->m->findings, f, s->name, names, count);
    diag_help(b->m->findings, f, "the shapes are %s", list_of(names, count, b->a));
    return -1;
}

/* The field of the shape that the clause gives, or -1. */
static int field_of(int shape, syn_word word) {
    for (int k = 0; k < FIELD_COUNT; k++)
        if (scene_takes((drawing_shape)shape, (scene_field)k) &&
            !strcmp(scene_fields[k].clause, syntax_word_text(word)))
            return k;
    return -1;
}

/* draw rope of NAME: a rope that there is, with its arcs. */
static bool is_whole_rope(const syn_stmt *s, int shape) {
    return shape == DRAW_ROPE && syntax_find_clause(s, WORD_OF);
}

static void draw_whole_rope(builder *b, const statement *s) {
    const syn_clause *c = syntax_find_clause(s->stmt, WORD_OF);
    const int d = eval_resolve(b, c->value, s->env, 1u << DECL_ELEMENT);
    if (d >= 0 && b->decls.at[d].row == &kinds_rope)
        kinds_draw_rope(b, d, s->stmt->at);
    else if (d >= 0)
        names_refuse_kind(b, d, c->value->at, "a rope");
}

static bool refuse_clause(builder *b, const syn_stmt *s, const shape_row *row, const syn_clause *c) {
    finding *f = diag_add(b->m->findings, DIAG_E0111, c->at, "'%s' is not a clause of 'draw %s'",
                          syntax_word_text(c->word), s->name);
    diag_help(b->m->findings, f, "as in '%s'", row->sample);
    return false;
}

static bool miss_clause(builder *b, const syn_stmt *s, const shape_row *row, const char *clause) {
    finding *f = diag_add(b->m->findings, DIAG_E0110, s->name_at, "'draw %s' needs '%s'", s->name, clause);
    diag_help(b->m->findings, f, "as in '%s'", row->sample);
    return false;
}

static bool clauses_fit(builder *b, const syn_stmt *s, int shape) {
    const shape_row *row = &scene_shapes[shape];
    const bool whole = is_whole_rope(s, shape);
    unsigned missing = whole ? 0 : row->needs;
    for (size_t i = 0; i < s->clause_count; i++) {
        const syn_clause *c = &s->clauses[i];
        const int field = field_of(shape, c->word);
        if (whole ? c->word != WORD_OF : field < 0)
            return refuse_clause(b, s, row, c);
        missing &= ~(field < 0 ? 0u : 1u << field);
    }
    for (int k = 0; k < FIELD_COUNT; k++)
        if (missing >> k & 1)
            return miss_clause(b, s, row, scene_fields[k].clause);
    return true;
}

static bool is_place(builder *b, value v) {
    return value_need_vector(&b->vc, v, b->m->space, "a position in a drawing") &&
           value_need_dim(&b->vc, v, DIM_LENGTH, "a position in a drawing");
}

static bool is_quantity(builder *b, value v, dimension dim, const char *what, bool positive) {
    return value_need_scalar(&b->vc, v, what) && value_need_dim(&b->vc, v, dim, what) &&
           (!positive || eval_need_not_negative(b, v, what));
}

static bool is_height(builder *b, value v) {
    return is_quantity(b, v, DIM_LENGTH, "the height of the ground", false);
}

static bool is_radius(builder *b, value v) {
    return is_quantity(b, v, DIM_LENGTH, "a radius", true);
}

static bool is_angle(builder *b, value v) {
    return is_quantity(b, v, DIM_ANGLE, "an angle", false);
}

/* Two sides, or three in space. */
static bool are_sides(builder *b, value v) {
    return value_need_vector(&b->vc, v, v.size == 3 ? b->m->space : 2, "the size of a box") &&
           value_need_dim(&b->vc, v, DIM_LENGTH, "the size of a box");
}

/* Whether a clause says what its field is; what has no clause needs no check. */
static bool (*const checks[])(builder *b, value v) = {
    [FIELD_IS_PLACE] = is_place,  [FIELD_IS_HEIGHT] = is_height, [FIELD_IS_LENGTH] = is_radius,
    [FIELD_IS_SIDES] = are_sides, [FIELD_IS_TURN] = is_angle,
};

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

/* What is drawn at the place of a body turns with it. */
static void turn_with_body(builder *b, value at, drawing_shape shape) {
    for (size_t i = 0; i < b->bodies.len; i++) {
        const body_reading *r = kinds_read_body(b, (int)i);
        bool same = !value_is_bad(r->position) && r->has_angle;
        for (int k = 0; same && k < b->m->space; k++)
            same = expr_same(r->position.c[k], at.c[k]);
        if (same && !value_is_bad(r->frame))
            kinds_put_drawn(b, DRAWN_MATRIX,
                            scene_shapes[shape].traits & SHAPE_AXLE ? turn_axes(r->frame, find_axle(b, r)) : r->frame);
        else if (same && !value_is_bad(r->angle))
            kinds_put_drawn(b, DRAWN_ANGLE, r->angle);
        if (same)
            return;
    }
}

static void read_draw_clause(builder *b, const syn_stmt *s, const syn_clause *c, const scope *env,
                             drawing_shape shape) {
    const field_row *field = &scene_fields[field_of((int)shape, c->word)];
    value v = eval_expr(b, c->value, env);
    if (value_is_bad(v) || !eval_forbid(b, v, KIND_BIT(VAR_REDUCER), "a drawing") || !checks[field->kind](b, v))
        return;
    kinds_put_drawn(b, field->first + (field->kind == FIELD_IS_HEIGHT ? b->m->space - 1 : 0), v);
    if (field->first == DRAWN_A && scene_takes(shape, FIELD_MATRIX) && !syntax_find_clause(s, WORD_ANGLE))
        turn_with_body(b, v, shape);
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
    const char *name = scene_takes((drawing_shape)shape, FIELD_HEIGHT) ? s->stmt->name : name_of(b, s->stmt);
    kinds_begin_drawing(b, (drawing_shape)shape, name, s->stmt->at, false);
    for (size_t i = 0; i < s->stmt->clause_count; i++)
        read_draw_clause(b, s->stmt, &s->stmt->clauses[i], s->env, (drawing_shape)shape);
}

const kind_row kinds_draw = {.result = true, .step = {[STEP_READ] = read_draw}};
