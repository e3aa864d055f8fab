/* Bodies by shape: boxes, plates, cylinders, balls and discs, whose mass and inertia follow from sizes and a mass or a
   density. Formulas: any table of moments of inertia. The length of a box or a cylinder is along the first axis of the
   body, or along the line between its ends, the axis of a disc is its third. */
#include <math.h>
#include <string.h>

#include "model/kinds/kinds.h"
#include "syntax/vocabulary.h"

enum { SIZES = 3 };

/* What is read of a shape: sizes, by which mass moments and the volume are made. */
typedef struct shape {
    expr_id size[SIZES]; /* of a box; else radius, inner radius, length or thickness */
    expr_id volume;      /* none where a size for it is missing */
    expr_id moment[3];   /* about the axes of the body, for a mass of 1 */
    bool ok;
} shape;

static expr_id square_sum(graph *g, expr_id a, expr_id b) {
    expr_id first = expr_mul(g, a, a);
    return expr_add(g, first, expr_mul(g, b, b));
}

static expr_id fraction(graph *g, int64_t num, int64_t den, expr_id x) {
    return expr_mul(g, expr_rational(g, num, den), x);
}

static expr_id power(graph *g, expr_id x, int n) {
    expr_id p = x;
    for (int k = 1; k < n; k++)
        p = expr_mul(g, p, x);
    return p;
}

/* A box of sizes a, b, c; of a plate c may be 0. */
static void fill_box(graph *g, shape *x) {
    const expr_id *a = x->size;
    for (int k = 0; k < 3; k++)
        x->moment[k] = fraction(g, 1, 12, square_sum(g, a[(k + 1) % 3], a[(k + 2) % 3]));
    expr_id area = expr_mul(g, a[0], a[1]);
    x->volume = expr_mul(g, area, a[2]);
}

/* A tube about one of its axes: m (r^2 + s^2)/2 about it, m (3 (r^2 + s^2) + l^2)/12 across. */
static void fill_tube(graph *g, shape *x, int axis) {
    const expr_id r = x->size[0], s = x->size[1], l = x->size[2], pi = expr_real(g, 3.14159265358979323846);
    expr_id rings = square_sum(g, r, s), thrice = fraction(g, 3, 1, rings), squares = expr_mul(g, l, l);
    expr_id across = fraction(g, 1, 12, expr_add(g, thrice, squares)), along = fraction(g, 1, 2, rings);
    for (int k = 0; k < 3; k++)
        x->moment[k] = k == axis ? along : across;
    expr_id outer = expr_mul(g, r, r), wall = expr_sub(g, outer, expr_mul(g, s, s)), area = expr_mul(g, pi, wall);
    x->volume = expr_mul(g, area, l);
}

/* 2/5 m (r^5 - s^5)/(r^3 - s^3) */
static void fill_ball(graph *g, shape *x) {
    const expr_id r = x->size[0], s = x->size[1];
    expr_id r3 = power(g, r, 3), s3 = power(g, s, 3), cubes = expr_sub(g, r3, s3);
    expr_id r5 = power(g, r, 5), s5 = power(g, s, 5), fifths = expr_sub(g, r5, s5);
    bool full = expr_is_zero(g, s);
    expr_id moment = fraction(g, 2, 5, full ? expr_mul(g, r, r) : expr_div(g, fifths, cubes));
    for (int k = 0; k < 3; k++)
        x->moment[k] = moment;
    expr_id third = fraction(g, 1, 3, cubes);
    x->volume = expr_mul(g, expr_real(g, 4 * 3.14159265358979323846), third);
}

static const syn_clause *find_shape(const syn_stmt *s) {
    for (size_t i = 0; i < s->clause_count; i++)
        if (syntax_shapes >> s->clauses[i].word & 1)
            return &s->clauses[i];
    return NULL;
}

bool kinds_has_shape(const syn_stmt *s) {
    return find_shape(s) != NULL;
}

static void refuse(builder *b, diag_code code, span at, const char *what, const char *help) {
    finding *f = diag_add(b->m->findings, code, at, "%s", what);
    diag_help(b->m->findings, f, "%s", help);
}

/* Clauses that a shape takes beside mass or density and its place. */
static bool takes(syn_word form, syn_word word) {
    const bool round = form == WORD_CYLINDER || form == WORD_BALL || form == WORD_DISC;
    switch (word) {
    case WORD_HOLLOW:
        return round;
    case WORD_LENGTH:
        return form == WORD_CYLINDER;
    case WORD_THICKNESS:
        return form == WORD_PLATE || form == WORD_DISC;
    case WORD_INERTIA:
    case WORD_ABOUT:
        return false;
    default:
        return word == form || !(syntax_shapes >> word & 1);
    }
}

/* One shape, a mass or a density, one place, and no clause that contradicts them. */
static bool is_consistent(builder *b, const syn_stmt *s) {
    const syn_word form = find_shape(s)->word;
    const bool at = syntax_find_clause(s, WORD_AT), from = syntax_find_clause(s, WORD_FROM);
    const bool mass = syntax_find_clause(s, WORD_MASS), density = syntax_find_clause(s, WORD_DENSITY);
    const syn_clause *angle = syntax_find_clause(s, WORD_ANGLE);
    for (size_t i = 0; i < s->clause_count; i++)
        if (!takes(form, s->clauses[i].word)) {
            finding *f = diag_add(b->m->findings, DIAG_E0112, s->clauses[i].at, "'%s' does not go with '%s'",
                                  syntax_word_text(s->clauses[i].word), syntax_word_text(form));
            diag_help(b->m->findings, f, "a shape says the inertia; see the table of shapes in the language guide");
            return false;
        }
    if (b->m->space == 2 && syntax_find_clause(s, WORD_FRAME))
        refuse(b, DIAG_E0304, syntax_find_clause(s, WORD_FRAME)->at,
               "a body in a planar model takes an angle, not a frame", "write 'angle' and its angle of rotation");
    else if (mass == density)
        refuse(b, mass ? DIAG_E0112 : DIAG_E0110, s->name_at,
               mass ? "a body has a mass or a density, not both" : "a body by shape needs a mass or a density",
               "as in 'body arm: box 1 m by 0.1 m by 0.1 m, density 7700 kg/m^3, from A to B'");
    else if (at == from)
        refuse(b, at ? DIAG_E0112 : DIAG_E0110, s->name_at,
               at ? "a body lies at its centre or between two ends, not both" : "a body by shape needs its place",
               "write 'at' and its centre, or 'from A to B' with its ends");
    else if (b->m->space == 3 && from && form == WORD_DISC)
        refuse(b, DIAG_E0112, syntax_find_clause(s, WORD_FROM)->at, "a disc in space lies at its centre",
               "write 'at' and its centre, and a frame whose third axis is the axis of the disc; or a cylinder from A "
               "to B");
    else if (b->m->space == 2 && (angle != NULL) == from)
        refuse(b, from ? DIAG_E0112 : DIAG_E0110, from ? angle->at : s->name_at,
               from ? "the line between its ends is the angle of this body" : "this body needs an angle",
               from ? "leave 'angle' out, or give the centre: at G" : "write 'angle' and its angle of rotation");
    else
        return true;
    return false;
}

/* A size that is not negative. */
static bool read_size(builder *b, const syn_expr *e, const scope *env, const char *what, expr_id *out) {
    value v = eval_parameter(b, e, env, DIM_LENGTH, what);
    if (value_is_bad(v) || !eval_need_not_negative(b, v, what))
        return false;
    *out = v.c[0];
    return true;
}

/* The distance between the ends, which a cylinder may fill. */
static expr_id distance(builder *b, const syn_stmt *s, const scope *env) {
    value from = kinds_place(b, s, env, WORD_FROM, "an end of a body"), to = kinds_place(b, s, env, WORD_TO, "an end");
    value d = value_binary(&b->vc, SYN_SUB, to, from, s->at);
    return value_is_bad(d) ? EXPR_NONE : expr_sqrt(b->m->g, kinds_kept_in_body(b, kinds_dot(b, d, d)));
}

static bool read_box(builder *b, const syn_clause *c, const syn_stmt *s, const scope *env, shape *x, size_t *given) {
    const syn_clause *thickness = syntax_find_clause(s, WORD_THICKNESS);
    const size_t most = c->word == WORD_BOX ? 3 : 2;
    *given = c->value->arg_count;
    if (*given < 2 || *given > most) {
        refuse(b, DIAG_E0304, c->value->at, most == 3 ? "a box has two or three sizes" : "a plate has two sizes",
               most == 3 ? "as in 'box 1 m by 0.2 m by 0.1 m'" : "as in 'plate 1 m by 0.2 m, thickness 2 mm'");
        return false;
    }
    for (size_t k = 0; k < *given; k++)
        if (!read_size(b, c->value->args[k], env, "a size of a body", &x->size[k]))
            return false;
    *given += thickness != NULL;
    return !thickness || read_size(b, thickness->value, env, "a thickness", &x->size[2]);
}

static bool read_round(builder *b, const syn_clause *c, const syn_stmt *s, const scope *env, shape *x,
                       bool *has_third) {
    const syn_clause *hollow = syntax_find_clause(s, WORD_HOLLOW);
    const syn_clause *third = syntax_find_clause(s, c->word == WORD_CYLINDER ? WORD_LENGTH : WORD_THICKNESS);
    *has_third = third || c->word == WORD_BALL;
    if (!read_size(b, c->value, env, "a radius", &x->size[0]) ||
        (hollow && !read_size(b, hollow->value, env, "an inner radius", &x->size[1])) ||
        (third && !read_size(b, third->value, env, c->word == WORD_CYLINDER ? "a length" : "a thickness", &x->size[2])))
        return false;
    if (!third && c->word == WORD_CYLINDER && syntax_find_clause(s, WORD_FROM)) {
        x->size[2] = distance(b, s, env);
        *has_third = true;
    }
    if (!hollow)
        return x->size[2].i;
    value wall = value_scalar(expr_sub(b->m->g, x->size[0], x->size[1]), DIM_LENGTH, hollow->value->at);
    return x->size[2].i && eval_need_not_negative(b, wall, "the wall of a hollow body");
}

static void refuse_missing_size(builder *b, const syn_stmt *s, const syn_clause *c) {
    finding *f =
        diag_add(b->m->findings, DIAG_E0110, s->name_at, "the %s '%s' needs %s", syntax_word_text(c->word), s->name,
                 c->word == WORD_BOX        ? "a third size"
                 : c->word == WORD_CYLINDER ? "a length"
                                            : "a thickness");
    diag_help(b->m->findings, f, "%s",
              c->word == WORD_BOX        ? "as in 'box 1 m by 0.2 m by 0.1 m'"
              : c->word == WORD_CYLINDER ? "write 'length' and its length, or 'from A to B' with its ends"
                                         : "write 'thickness' and how thick it is");
}

/* Sizes are read again for the mass and for the inertia: the graph knows them. */
static shape read_shape(builder *b, const syn_stmt *s, const scope *env, bool for_volume) {
    const syn_clause *c = find_shape(s);
    graph *g = b->m->g;
    const expr_id zero = expr_int(g, 0);
    shape x = {.size = {zero, zero, zero}};
    const bool is_box = c->word == WORD_BOX || c->word == WORD_PLATE;
    size_t given = 0;
    bool complete;
    if (is_box ? !read_box(b, c, s, env, &x, &given) : !read_round(b, c, s, env, &x, &complete))
        return x;
    if (is_box)
        complete = given == 3;
    const bool thin = c->word == WORD_PLATE || c->word == WORD_DISC;
    const bool needed = for_volume || c->word == WORD_CYLINDER || (b->m->space == 3 && !thin);
    if (!complete && needed) {
        refuse_missing_size(b, s, c);
        return x;
    }
    if (is_box)
        fill_box(g, &x);
    else if (c->word == WORD_BALL)
        fill_ball(g, &x);
    else
        fill_tube(g, &x, c->word == WORD_CYLINDER ? 0 : 2);
    x.ok = true;
    return x;
}

expr_id kinds_shape_mass(builder *b, const syn_stmt *s, const scope *env) {
    if (!is_consistent(b, s))
        return EXPR_NONE;
    const syn_clause *density = syntax_find_clause(s, WORD_DENSITY);
    if (!density)
        return kinds_body_parameter(b, s, env, WORD_MASS, DIM_MASS, "a mass");
    expr_id rho = kinds_body_parameter(b, s, env, WORD_DENSITY, dim_of(1, -3, 0), "a density");
    shape x = read_shape(b, s, env, true);
    return rho.i && x.ok ? expr_mul(b->m->g, rho, x.volume) : EXPR_NONE;
}

/* --- Its length beside the distance between its ends --- */

enum { FIRST_SIZE = 0, LENGTH_OF_TUBE = 2 };

/* Digits that a length may lack. */
static const double rounded = 1e-3;

void kinds_judge_ends(builder *b, const statement *s) {
    const syn_clause *c = s->stmt->bad || !kinds_has_shape(s->stmt) ? NULL : find_shape(s->stmt);
    const syn_clause *length = syntax_find_clause(s->stmt, WORD_LENGTH);
    if (!c || !syntax_find_clause(s->stmt, WORD_FROM) || diag_has_errors(b->m->findings))
        return;
    const bool is_box = c->word == WORD_BOX || c->word == WORD_PLATE;
    if (!is_box && !(c->word == WORD_CYLINDER && length))
        return;
    const shape x = read_shape(b, s->stmt, s->env, false);
    const expr_id apart = x.ok ? distance(b, s->stmt, s->env) : EXPR_NONE;
    if (!apart.i)
        return;
    const double own = kinds_number_from_start(b, x.size[is_box ? FIRST_SIZE : LENGTH_OF_TUBE]);
    const double far = kinds_number_from_start(b, apart);
    if (!(fabs(own - far) > rounded * fmax(own, far)))
        return;
    finding *f =
        diag_add(b->m->findings, DIAG_W0428, is_box ? c->value->args[0]->at : length->value->at,
                 "'%s' is %s long, but its ends are %s apart", b->decls.at[s->decl].display,
                 model_amount_text(b->m, own, DIM_LENGTH, b->a), model_amount_text(b->m, far, DIM_LENGTH, b->a));
    diag_help(b->m->findings, f, "%s",
              is_box
                  ? "the first size is that along the line; if it is to stick out beyond its ends, give its centre "
                    "instead: 'at G'"
                  : "leave out 'length', or, if it is to stick out beyond its ends, give its centre instead: 'at G'");
}

/* --- Its axes, where it lies between two ends in space --- */

/* A direction that is known beside the axes of a frame. */
static bool is_little(const builder *b, expr_id part, double whole) {
    return fabs(eval_number_now(b, part)) <= 1e-12 * whole;
}

/* The line between the ends as seen from the frame, of length 1; none where the first axis of the frame lies along it,
   and where the text does not tell, as in a loop that constraints close: then it has to. */
static bool find_line(builder *b, const syn_stmt *s, const scope *env, value frame, expr_id line[3]) {
    graph *g = b->m->g;
    value from = kinds_place(b, s, env, WORD_FROM, "an end of a body"), to = kinds_place(b, s, env, WORD_TO, "an end");
    value d = value_binary(&b->vc, SYN_SUB, to, from, s->at);
    double whole = 0;
    int only = -1, count = 0;
    if (value_is_bad(d))
        return false;
    for (int k = 0; k < 3; k++) {
        value part = value_dot(&b->vc, value_frame_axis(frame, k), d, s->at);
        line[k] = kinds_kept_in_body(b, part.c[0]);
        whole = hypot(whole, eval_number_now(b, line[k]));
    }
    value parts = {.size = 3, .c = {line[0], line[1], line[2]}, .dim = d.dim, .at = s->at};
    var_kind found;
    const bool moves = eval_find_kinds(b, parts, KINDS_MOTION, &found);
    for (int k = 0; k < 3; k++)
        if (!expr_is_zero(g, line[k]) && (moves || !is_little(b, line[k], whole))) {
            only = k;
            count++;
        }
    if (count == 0 || (count == 1 && only == 0) || (moves && count > 1))
        return false;
    expr_id length = expr_sqrt(g, kinds_dot(b, parts, parts));
    for (int k = 0; k < 3; k++)
        line[k] = count == 1 ? expr_int(g, k == only) : expr_div(g, line[k], length);
    return true;
}

static void cross(graph *g, const expr_id a[3], const expr_id c[3], expr_id out[3]) {
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        expr_id first = expr_mul(g, a[i], c[j]);
        out[k] = expr_sub(g, first, expr_mul(g, a[j], c[i]));
    }
}

/* The axes of the body in its frame, by rows: along the line; across it, as near as may be to the second axis of the
   frame, or to the third where the line is the second; and across both. */
static void raise_axes(builder *b, const expr_id line[3], expr_id axes[3][3]) {
    graph *g = b->m->g;
    const int second = fabs(eval_number_now(b, line[1])) > 1 - 1e-9 ? 2 : 1;
    expr_id across[3], sum = expr_int(g, 0);
    for (int k = 0; k < 3; k++)
        across[k] = expr_int(g, k == second);
    memcpy(axes[0], line, sizeof axes[0]);
    cross(g, line, across, axes[2]);
    for (int k = 0; k < 3; k++)
        sum = expr_add(g, sum, expr_mul(g, axes[2][k], axes[2][k]));
    for (int k = 0; k < 3; k++)
        axes[2][k] = expr_div(g, axes[2][k], expr_sqrt(g, sum));
    cross(g, axes[2], axes[0], axes[1]);
}

/* Along the axes of the frame: sum of I_k e_k e_k^T. */
static void turn_tensor(graph *g, expr_id axes[3][3], expr_id tensor[9]) {
    const expr_id own[] = {tensor[0], tensor[4], tensor[8]};
    for (int i = 0; i < 9; i++) {
        tensor[i] = expr_int(g, 0);
        for (int k = 0; k < 3; k++) {
            expr_id part = expr_mul(g, axes[k][i / 3], axes[k][i % 3]);
            tensor[i] = expr_add(g, tensor[i], expr_mul(g, own[k], part));
        }
    }
}

/* The axes of a body between its ends where they are not those of its frame, as it was declared: freed it keeps them.
 */
static bool find_axes(builder *b, const syn_stmt *s, const scope *env, expr_id axes[3][3]) {
    const syn_clause *frame = syntax_find_clause(s, WORD_FRAME);
    expr_id line[3];
    if (b->m->space != 3 || !frame || !syntax_find_clause(s, WORD_FROM) ||
        !find_line(b, s, env, eval_expr(b, frame->value, env), line))
        return false;
    raise_axes(b, line, axes);
    return true;
}

static void place(builder *b, const syn_stmt *s, const scope *env, body_reading *r) {
    if (syntax_find_clause(s, WORD_AT)) {
        r->position = kinds_place(b, s, env, WORD_AT, "the position of a body");
        return;
    }
    value from = kinds_place(b, s, env, WORD_FROM, "an end of a body"), to = kinds_place(b, s, env, WORD_TO, "an end");
    if (value_is_bad(from) || value_is_bad(to))
        return;
    value half = value_number(&b->vc, 1, 2, s->at), sum = value_binary(&b->vc, SYN_ADD, from, to, s->at);
    r->position = value_binary(&b->vc, SYN_MUL, half, sum, s->at);
    if (b->m->space == 2)
        kinds_turn_with_ends(b, from, to, r);
}

void kinds_read_shape(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r) {
    graph *g = b->m->g;
    shape x = read_shape(b, s, env, false);
    r->has_angle = true;
    if (!x.ok)
        return;
    for (int k = 0; k < 9; k++)
        r->tensor[k] = k % 4 ? expr_int(g, 0) : expr_mul(g, r->mass, x.moment[k / 4]);
    expr_id two = expr_add(g, r->tensor[0], r->tensor[4]);
    r->inertia = b->m->space == 2 ? r->tensor[8] : expr_add(g, two, r->tensor[8]);
    if (!freed)
        place(b, s, env, r);
    const syn_clause *angle = syntax_find_clause(s, WORD_ANGLE);
    expr_id axes[3][3];
    if (b->m->space == 3) {
        kinds_read_frame(b, s, env, freed, r);
        if (!value_is_bad(r->frame) && find_axes(b, s, env, axes))
            turn_tensor(g, axes, r->tensor);
    } else if (!freed && angle) {
        r->angle = eval_quantity(b, angle->value, env, DIM_ANGLE, "the angle of a body");
        eval_forbid(b, r->angle, KINDS_SOLVED | KINDS_RATES, "the angle of a body");
    }
}

/* The frame with these axes in it. */
static value turned_frame(builder *b, value frame, expr_id axes[3][3]) {
    value out = frame;
    for (int i = 0; i < 9; i++) {
        value row = {.size = 3, .c = {frame.c[i - i % 3], frame.c[i - i % 3 + 1], frame.c[i - i % 3 + 2]}};
        value axis = {.size = 3, .c = {axes[i % 3][0], axes[i % 3][1], axes[i % 3][2]}};
        out.c[i] = kinds_dot(b, row, axis);
    }
    return out;
}

static drawing_shape drawn_as(syn_word form) {
    switch (form) {
    case WORD_DISC:
        return DRAW_WHEEL;
    case WORD_BALL:
        return DRAW_BALL;
    default:
        return DRAW_BOX;
    }
}

/* The sides of a box, a cylinder seen from the side among them; the radius of the others. */
static value drawn_size(builder *b, syn_word form, const shape *x, span at) {
    value v = {.size = 1, .dim = DIM_LENGTH, .at = at};
    v.c[0] = x->size[0];
    if (drawn_as(form) != DRAW_BOX)
        return v;
    v.size = b->m->space;
    for (int k = 0; k < v.size; k++)
        v.c[k] = x->size[k];
    expr_id thick = expr_mul(b->m->g, expr_int(b->m->g, 2), x->size[0]);
    for (int k = 0; form == WORD_CYLINDER && k < v.size; k++)
        v.c[k] = k ? thick : x->size[2];
    return v;
}

bool kinds_sketch_shape(builder *b, const statement *s, const body_reading *r, const char *name) {
    const syn_word form = find_shape(s->stmt)->word;
    const bool stretched =
        form == WORD_CYLINDER && !syntax_find_clause(s->stmt, WORD_LENGTH); /* lost when it is freed */
    shape x = read_shape(b, s->stmt, s->env, false);
    if (!x.ok || stretched)
        return false;
    kinds_begin_drawing(b, drawn_as(form), name, s->stmt->name_at, true);
    kinds_put_drawn(b, DRAWN_A, r->position);
    kinds_put_drawn(b, DRAWN_SIZE, drawn_size(b, form, &x, s->stmt->at));
    if (form == WORD_BALL)
        return true;
    value frame = r->frame;
    expr_id axes[3][3];
    if (!value_is_bad(frame) && find_axes(b, s->stmt, s->env, axes))
        frame = turned_frame(b, frame, axes);
    if (!value_is_bad(frame))
        kinds_put_drawn(b, DRAWN_MATRIX, frame);
    else if (!value_is_bad(r->angle))
        kinds_put_drawn(b, DRAWN_ANGLE, r->angle);
    return true;
}
