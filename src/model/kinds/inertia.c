/* The inertia of a spatial body: read from its clause, and checked to be that of a rigid body. */
#include <math.h>

#include "model/kinds/kinds.h"

/* Principal values, ascending, of the symmetric matrix with these entries, by Jacobi's rotations. */
static void principal_values(double a[3][3], double out[3]) {
    for (int pass = 0; pass < 30; pass++)
        for (int k = 0; k < 3; k++) {
            int i = k, j = (k + 1) % 3;
            if (a[i][j] == 0)
                continue;
            double half = (a[j][j] - a[i][i]) / (2 * a[i][j]);
            double t = (half < 0 ? -1 : 1) / (fabs(half) + sqrt(half * half + 1));
            double c = 1 / sqrt(t * t + 1), s = t * c;
            for (int r = 0; r < 3; r++) {
                double x = a[r][i], y = a[r][j];
                a[r][i] = c * x - s * y;
                a[r][j] = s * x + c * y;
            }
            for (int r = 0; r < 3; r++) {
                double x = a[i][r], y = a[j][r];
                a[i][r] = c * x - s * y;
                a[j][r] = s * x + c * y;
            }
        }
    for (int k = 0; k < 3; k++)
        out[k] = a[k][k];
    for (int k = 0; k < 3; k++)
        for (int r = 0; r < 2; r++)
            if (out[r] > out[r + 1]) {
                double x = out[r];
                out[r] = out[r + 1];
                out[r + 1] = x;
            }
}

static bool is_diagonal(const builder *b, const body_reading *r) {
    double x;
    for (int k = 0; k < 9; k++)
        if (k % 4 && !(expr_is_number(b->m->g, r->tensor[k], &x) && x == 0))
            return false;
    return true;
}

/* No principal value is negative (an error), and none is more than the sum of the others (a warning: every body fulfils
   it, but an idealised one may not). */
static bool is_inertia(builder *b, const body_reading *r, span at) {
    double a[3][3], p[3];
    dimension dim = dim_of(1, 2, 0);
    bool diagonal = is_diagonal(b, r); /* then its entries have been looked at one by one */
    for (int k = 0; k < 9; k++)
        a[k / 3][k % 3] = diagonal ? eval_number_now(b, r->tensor[k]) : eval_number_of(b, r->tensor[k]);
    principal_values(a, p);
    double rounding = 1e-9 * (fabs(p[0]) + fabs(p[2]));
    if (p[0] < -rounding) {
        diag_add(b->m->findings, DIAG_E0308, at, "a moment of inertia cannot be negative: about one axis it is %s",
                 model_amount_text(b->m, p[0], dim, b->a));
        return false;
    }
    if (p[2] > p[0] + p[1] + rounding) {
        finding *f =
            diag_add(b->m->findings, DIAG_W0422, at,
                     "no rigid body has these moments of inertia: %s exceeds the sum of the two others, %s",
                     model_amount_text(b->m, p[2], dim, b->a), model_amount_text(b->m, p[0] + p[1], dim, b->a));
        diag_help(b->m->findings, f, "of three principal moments of inertia, none exceeds the sum of the two others");
    }
    return true;
}

static bool refuse_shape(builder *b, span at) {
    finding *f =
        diag_add(b->m->findings, DIAG_E0304, at, "the inertia of a spatial body needs three values or a 3 x 3 matrix");
    diag_help(b->m->findings, f, "write 'inertia [I1, I2, I3]', along the axes of the body's frame");
    return false;
}

static bool is_matrix(const syn_expr *e) {
    bool ok = e->op == SYN_VECTOR && e->arg_count == 3;
    for (int i = 0; ok && i < 3; i++)
        ok = e->args[i]->op == SYN_VECTOR && e->args[i]->arg_count == 3;
    return ok;
}

/* The side of a product, or of a quotient, that leads to a matrix that is written out; -1 if none does. */
static int side_of_matrix(const syn_expr *e) {
    for (int k = 0; (e->op == SYN_MUL && k < 2) || (e->op == SYN_DIV && k < 1); k++)
        if (is_matrix(e->args[k]) || side_of_matrix(e->args[k]) >= 0)
            return k;
    return -1;
}

/* An entry of a matrix that is written out, perhaps with factors. */
static value entry_of(builder *b, const syn_expr *e, const scope *env, int i) {
    int k = side_of_matrix(e);
    if (k < 0)
        return eval_expr(b, e->args[i / 3]->args[i % 3], env);
    value matrix = entry_of(b, e->args[k], env, i), other = eval_expr(b, e->args[1 - k], env);
    return value_binary(&b->vc, e->op, k ? other : matrix, k ? matrix : other, e->at);
}

static bool take_entry(builder *b, value v, int i, body_reading *r) {
    const char *what = i % 4 == 0 ? "a moment of inertia" : "a product of inertia";
    if (!value_need_scalar(&b->vc, v, what) || !value_need_dim(&b->vc, v, dim_of(1, 2, 0), what) ||
        !eval_forbid(b, v, KINDS_MOTION, what) || (i % 4 == 0 && !eval_need_not_negative(b, v, what)))
        return false;
    r->tensor[i] = v.c[0];
    return true;
}

/* Three moments in brackets are looked at one by one, so that findings point at them; any other vector has three too.
 */
static bool read_moments(builder *b, const syn_expr *e, const scope *env, body_reading *r) {
    bool listed = e->op == SYN_VECTOR;
    if (listed && e->arg_count != 3)
        return refuse_shape(b, e->at);
    value all = listed ? value_bad(e->at) : eval_expr(b, e, env);
    if (!listed && value_is_bad(all))
        return false;
    if (!listed && all.size != 3)
        return refuse_shape(b, e->at);
    for (int i = 0; i < 3; i++) {
        value v = listed ? eval_expr(b, e->args[i], env) : all;
        if (!listed) {
            v.size = 1;
            v.c[0] = all.c[i];
        }
        if (!take_entry(b, v, 4 * i, r))
            return false;
    }
    return true;
}

static bool read_entries(builder *b, const syn_expr *e, const scope *env, body_reading *r) {
    if (e->op == SYN_VECTOR && e->arg_count == 3 && e->args[0]->op == SYN_VECTOR && !is_matrix(e))
        return refuse_shape(b, e->at);
    if (!is_matrix(e) && side_of_matrix(e) < 0)
        return read_moments(b, e, env, r);
    for (int i = 0; i < 9; i++)
        if (!take_entry(b, entry_of(b, e, env, i), i, r))
            return false;
    return true;
}

static bool is_symmetric(builder *b, const syn_expr *e, const body_reading *r) {
    for (int i = 0; i < 3; i++)
        if (!expr_same(r->tensor[3 * i + (i + 1) % 3], r->tensor[3 * ((i + 1) % 3) + i])) {
            diag_add(b->m->findings, DIAG_E0308, e->at, "an inertia matrix must be symmetric");
            return false;
        }
    return true;
}

void kinds_read_inertia(builder *b, const syn_expr *e, const scope *env, body_reading *r) {
    graph *g = b->m->g;
    for (int i = 0; i < 9; i++)
        r->tensor[i] = expr_int(g, 0);
    if (read_entries(b, e, env, r) && is_symmetric(b, e, r) && is_inertia(b, r, e->at))
        r->inertia = expr_add(g, expr_add(g, r->tensor[0], r->tensor[4]), r->tensor[8]);
}
