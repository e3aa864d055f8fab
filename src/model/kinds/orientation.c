/* Orientations, 'orientation NAME = [w, x, y, z]': quaternions as four coordinates, with the constraint on their
   norm. */
#include <math.h>

#include "base/check.h"
#include "model/kinds/kinds.h"
#include "model/names/names.h"

static expr_id dot3(graph *g, const expr_id *a, const expr_id *b) {
    expr_id sum = expr_mul(g, a[0], b[0]);
    for (int k = 1; k < 3; k++)
        sum = expr_add(g, sum, expr_mul(g, a[k], b[k]));
    return sum;
}

/* a b - c d */
static expr_id minor(graph *g, expr_id a, expr_id b, expr_id c, expr_id d) {
    expr_id left = expr_mul(g, a, b);
    return expr_sub(g, left, expr_mul(g, c, d));
}

static expr_id twice(graph *g, expr_id x) {
    return expr_mul(g, expr_int(g, 2), x);
}

/* The frame of a unit quaternion (w, x, y, z): R = (w^2 - v.v) 1 + 2 v v^T + 2 w [v], rates 2 (w v' - w' v - v x v').
 */
static value frame_quaternion(builder *b, const expr_id *q, const expr_id *q_dot, span at) {
    graph *g = b->m->g;
    value r = {.size = VALUE_FRAME, .at = at};
    const expr_id *v = q + 1, *u = q_dot + 1;
    expr_id ww = expr_mul(g, q[0], q[0]), diagonal = expr_sub(g, ww, dot3(g, v, v));
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        expr_id vv = expr_mul(g, v[i], v[j]), wv = expr_mul(g, q[0], v[k]);
        r.c[4 * i] = expr_add(g, diagonal, twice(g, expr_mul(g, v[i], v[i])));
        r.c[3 * i + j] = twice(g, expr_sub(g, vv, wv));
        r.c[3 * j + i] = twice(g, expr_add(g, vv, wv));
        expr_id cross = minor(g, v[j], u[k], v[k], u[j]), turn = minor(g, q[0], u[i], q_dot[0], v[i]);
        r.c[9 + i] = twice(g, expr_sub(g, turn, cross));
    }
    return r;
}

/* |q|^2 - 1: the condition under which four numbers are an attitude. */
static expr_id frame_norm(builder *b, const expr_id *q) {
    graph *g = b->m->g;
    expr_id sum = expr_mul(g, q[0], q[0]);
    return expr_sub(g, expr_add(g, sum, dot3(g, q + 1, q + 1)), expr_int(g, 1));
}

static const char *const parts[] = {"w", "x", "y", "z"};

/* Declares the coordinates name.w ... name.z and the row name.norm; of a freed body the row is off until then. */
int kinds_add_orientation(builder *b, const char *name, span at, int body, const expr_id *start, bool fixed) {
    model_orientation o = {.name = name, .at = at, .body = body, .decl = -1};
    for (int k = 0; k < 4; k++)
        o.coords[k] = kinds_add_coord(b, (model_coord){.name = base_arena_printf(b->a, "%s.%s", name, parts[k]),
                                                       .at = at,
                                                       .body = body,
                                                       .fixed = fixed,
                                                       .start = start ? start[k] : EXPR_NONE});
    const char *norm = base_arena_printf(b->a, "%s.norm", name);
    vec_push(b->a, &b->switches, (model_switch){.name = norm, .at = at, .off = body >= 0});
    int index = o.row = (int)b->rows.len;
    model_row row = {.name = norm,
                     .group = norm,
                     .at = at,
                     .off = body >= 0,
                     .partner = -1,
                     .element = (int)b->switches.len - 1,
                     .dim = DIM_ENERGY};
    row.lambda = eval_new_var(b, base_arena_printf(b->a, "lambda(%s)", norm), VAR_LAMBDA, index);
    vec_push(b->a, &b->rows, row);
    vec_push(b->a, &b->orientations, o);
    return (int)b->orientations.len - 1;
}

static void declare_orientation(builder *b, const statement *s) {
    int index =
        kinds_add_orientation(b, b->decls.at[s->decl].display, s->stmt->name_at, -1, NULL, s->stmt->mark == '=');
    b->orientations.at[index].decl = s->decl;
    b->decls.at[s->decl].number = index;
}

/* Said here, because no guess could make it hold. */
static void check_length(builder *b, int orientation, span at) {
    graph *g = b->m->g;
    expr_id squares = expr_int(g, 0);
    for (int k = 0; k < 4; k++) {
        expr_id x = b->coords.at[b->orientations.at[orientation].coords[k]].start;
        squares = expr_add(g, squares, expr_mul(g, x, x));
    }
    const double most = 1e-9;
    double sum = eval_number_now(b, squares);
    expr_id off = expr_unary(g, EXPR_ABS, expr_sub(g, squares, expr_int(g, 1)));
    eval_assume(b, expr_sub(g, expr_real(g, most), off));
    if (fabs(sum - 1) <= most)
        return;
    finding *f = diag_add(
        b->m->findings, DIAG_E0308, at,
        "an orientation must be a unit quaternion: the squares of its components add up to %.9g, not to 1", sum);
    if (sum > 0)
        diag_help(b->m->findings, f, "divide each of them by sqrt(%.12g)", sum);
    else
        diag_help(b->m->findings, f, "write [1, 0, 0, 0] for no rotation");
}

static void read_start(builder *b, const statement *s) {
    const decl e = b->decls.at[s->decl];
    const syn_expr *v = e.stmt->value;
    bool four = !e.stmt->bad && v && v->op == SYN_VECTOR && v->arg_count == 4;
    if (!four && !e.stmt->bad) {
        finding *f = diag_add(b->m->findings, DIAG_E0304, e.stmt->at, "an orientation needs four initial values");
        diag_help(b->m->findings, f, "write 'orientation q = [1, 0, 0, 0]': w, x, y, z");
    }
    for (int k = 0; k < 4; k++) {
        value x = four ? eval_parameter(b, v->args[k], e.env, DIM_ANGLE, "a component of an orientation")
                       : value_bad(e.stmt->at);
        b->coords.at[b->orientations.at[e.number].coords[k]].start =
            value_is_bad(x) ? expr_int(b->m->g, k == 0) : x.c[0];
        four = four && !value_is_bad(x);
    }
    if (four)
        check_length(b, e.number, v->at);
}

static void coordinates_of(const builder *b, const model_orientation *o, expr_id *q, expr_id *q_dot) {
    for (int k = 0; k < 4; k++) {
        q[k] = expr_var(b->m->g, b->coords.at[o->coords[k]].q);
        q_dot[k] = expr_var(b->m->g, b->coords.at[o->coords[k]].v);
    }
}

value kinds_orientation_frame(builder *b, const model_orientation *o, span at) {
    expr_id q[4], q_dot[4];
    coordinates_of(b, o, q, q_dot);
    return frame_quaternion(b, q, q_dot, at);
}

/* In every variant: what the norm rows say, and which belong to bodies that are not free. */
void kinds_read_norms(builder *b) {
    for (size_t i = 0; i < b->orientations.len; i++) {
        const model_orientation *o = &b->orientations.at[i];
        expr_id q[4], q_dot[4];
        coordinates_of(b, o, q, q_dot);
        b->system->rows[o->row].f = frame_norm(b, q);
    }
}

static value orientation_quantity(builder *b, int d, span at) {
    const char *name = b->decls.at[d].display;
    finding *f = names_refuse_kind(b, d, at, "a quantity");
    diag_help(b->m->findings, f, "write quaternion(%s) for its frame, or %s.w, %s.x, %s.y, %s.z", name, name, name,
              name, name);
    return value_bad(at);
}

const kind_row kinds_orientation = {
    .kind = DECL_ORIENTATION,
    .named = true,
    .noun = "an orientation",
    .quantity = orientation_quantity,
    .step = {[STEP_DECLARE] = declare_orientation, [STEP_START] = read_start},
};
