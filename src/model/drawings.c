/* Drawings: which clauses each shape takes, and that what they say is a place, a length or an angle. */
#include <string.h>

#include "model/builder.h"

#define W(word) (1u << WORD_##word)

static const struct {
    const char *name;
    unsigned required, optional;
    const char *sample;
} shapes[] = {
    {"beam", W(FROM) | W(TO), 0, "draw beam from [0, 0] to P"},
    {"rope", W(FROM) | W(TO), 0, "draw rope from [0, 0] to P"},
    {"spring", W(FROM) | W(TO), 0, "draw spring from [0, 0] to P"},
    {"ball", W(AT), W(RADIUS), "draw ball at P radius 0.1 m"},
    {"box", W(AT), W(SIZE) | W(ANGLE), "draw box at P size [0.2 m, 0.1 m] angle phi"},
    {"trail", W(OF), 0, "draw trail of P"},
    {"ground", W(AT), 0, "draw ground at 0"},
};
enum { SHAPE_COUNT = sizeof shapes / sizeof *shapes };

static int find_shape(builder *b, const syn_stmt *s) {
    const char *names[SHAPE_COUNT];
    for (int k = 0; k < SHAPE_COUNT; k++) {
        names[k] = shapes[k].name;
        if (!strcmp(s->name, shapes[k].name))
            return k;
    }
    finding *f = diag_add(b->m->findings, DIAG_E0107, s->name_at, "there is no shape '%s' to draw", s->name);
    diag_suggest(b->m->findings, f, s->name, names, SHAPE_COUNT);
    diag_help(b->m->findings, f, "the shapes are beam, rope, spring, ball, box, trail and ground");
    return -1;
}

static bool clauses_fit(builder *b, const syn_stmt *s, int shape) {
    unsigned known = shapes[shape].required | shapes[shape].optional, missing = shapes[shape].required;
    for (size_t i = 0; i < s->clause_count; i++) {
        const syn_clause *c = &s->clauses[i];
        missing &= ~(1u << c->word);
        if (known & (1u << c->word))
            continue;
        finding *f = diag_add(b->m->findings, DIAG_E0111, c->at, "'%s' is no clause of 'draw %s'",
                              syn_word_text(c->word), s->name);
        diag_help(b->m->findings, f, "as in '%s'", shapes[shape].sample);
        return false;
    }
    for (int word = 0; word < WORD_COUNT; word++)
        if (missing & (1u << word)) {
            finding *f = diag_add(b->m->findings, DIAG_E0110, s->name_at, "'draw %s' needs '%s'", s->name,
                                  syn_word_text((syn_word)word));
            diag_help(b->m->findings, f, "as in '%s'", shapes[shape].sample);
            return false;
        }
    return true;
}

static void need_point(builder *b, value v) {
    if (value_need_vector(&b->vc, v, b->m->space, "a place in a drawing"))
        value_need_dim(&b->vc, v, DIM_LENGTH, "a place in a drawing");
}

static void need_number(builder *b, value v, dimension dim, const char *what, bool positive) {
    if (value_need_scalar(&b->vc, v, what) && value_need_dim(&b->vc, v, dim, what) && positive)
        need_not_negative(b, v, what);
}

/* Two sides, or three in space. */
static void read_size(builder *b, const syn_expr *e, const scope *env) {
    value v = eval(b, e, env);
    if (value_need_vector(&b->vc, v, v.size == 3 ? b->m->space : 2, "the size of a box"))
        value_need_dim(&b->vc, v, DIM_LENGTH, "the size of a box");
}

static void read_draw_clause(builder *b, const syn_clause *c, const scope *env, const char *shape) {
    if (c->word == WORD_SIZE) {
        read_size(b, c->value, env);
        return;
    }
    value v = eval(b, c->value, env);
    if (!forbid(b, v, KIND_BIT(VAR_REDUCER), "a drawing"))
        return;
    if (c->word == WORD_RADIUS)
        need_number(b, v, DIM_LENGTH, "a radius", true);
    else if (c->word == WORD_ANGLE)
        need_number(b, v, DIM_ANGLE, "an angle", false);
    else if (!strcmp(shape, "ground"))
        need_number(b, v, DIM_LENGTH, "the height of the ground", false);
    else
        need_point(b, v);
}

void read_draw(builder *b, const statement *s) {
    int shape = find_shape(b, s->stmt);
    if (shape < 0 || !clauses_fit(b, s->stmt, shape))
        return;
    for (size_t i = 0; i < s->stmt->clause_count; i++)
        read_draw_clause(b, &s->stmt->clauses[i], s->env, s->stmt->name);
}
