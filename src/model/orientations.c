/* Orientations: quaternions as four coordinates with the row that keeps their norm. */
#include <math.h>

#include "base/check.h"
#include "model/builder.h"

static const char *const parts[] = {"w", "x", "y", "z"};

/* Declares the coordinates name.w ... name.z and the row name.norm; of a freed body the row is off until then. */
int add_orientation(builder *b, const char *name, span at, int body, const expr_id *start, bool fixed) {
    model_orientation o = {.name = name, .at = at, .body = body, .decl = -1};
    for (int k = 0; k < 4; k++)
        o.coords[k] = add_coord(b, (model_coord){.name = arena_printf(b->a, "%s.%s", name, parts[k]),
                                                 .at = at,
                                                 .body = body,
                                                 .fixed = fixed,
                                                 .start = start ? start[k] : EXPR_NONE});
    const char *norm = arena_printf(b->a, "%s.norm", name);
    vec_push(b->a, &b->switches, (model_switch){norm, at, body >= 0});
    int index = o.row = (int)b->rows.len;
    model_row row = {.name = norm,
                     .group = norm,
                     .at = at,
                     .off = body >= 0,
                     .partner = -1,
                     .element = (int)b->switches.len - 1,
                     .dim = DIM_ENERGY};
    row.lambda = new_var(b, arena_printf(b->a, "lambda(%s)", norm), VAR_LAMBDA, index);
    vec_push(b->a, &b->rows, row);
    vec_push(b->a, &b->orientations, o);
    return (int)b->orientations.len - 1;
}

void declare_orientation(builder *b, int d) {
    decl e = b->decls.at[d];
    int index = add_orientation(b, e.display, e.stmt->name_at, -1, NULL, e.stmt->mark == '=');
    b->orientations.at[index].decl = d;
    b->decls.at[d].number = index;
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
    double sum = number_now(b, squares);
    expr_id off = expr_unary(g, EXPR_ABS, expr_sub(g, squares, expr_int(g, 1)));
    take_for_granted(b, expr_sub(g, expr_real(g, most), off));
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

void read_orientation_start(builder *b, int d) {
    const decl e = b->decls.at[d];
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

value orientation_frame(builder *b, const model_orientation *o, span at) {
    expr_id q[4], q_dot[4];
    coordinates_of(b, o, q, q_dot);
    return frame_quaternion(b, q, q_dot, at);
}

/* In every variant: what the norm rows say, and which belong to bodies that are not free. */
void read_norm_rows(builder *b) {
    for (size_t i = 0; i < b->orientations.len; i++) {
        const model_orientation *o = &b->orientations.at[i];
        expr_id q[4], q_dot[4];
        coordinates_of(b, o, q, q_dot);
        b->system->rows[o->row].f = frame_norm(b, q);
    }
}
