/* Printed equations of every example, read back as text by the language itself, against the engine's own. */
#include <glob.h>
#include <math.h>
#include <string.h>

#include "expr/diff.h"
#include "read_back.h"

enum { STATES = 3 };

static int modes; /* after events, of examples of few coordinates */

/* Where among the coordinates of the equations a quaternion's numbers are, if its norm is kept; false if not. */
static bool find_quaternion(const subject *x, size_t which, int *at) {
    const model_orientation *o = &x->m->orientations[which];
    int found = 0;
    bool kept = false;
    for (int k = 0; k < x->e.m; k++)
        kept = kept || x->e.rows[k] == o->row;
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < x->e.n; i++)
            if (x->e.coords[i] == o->coords[j])
                at[found++] = i;
    return kept && found == 4;
}

/* q.q = 1, q.q' = 0 and the rate of that: Lagrange's equations on the page use the norms of quaternions. */
static void keep_norms(subject *x) {
    for (size_t k = 0; k < x->m->orientation_count; k++) {
        int at[4];
        double qq = 0, qv = 0, qa = 0, vv = 0;
        if (!find_quaternion(x, k, at))
            continue;
        for (int j = 0; j < 4; j++) {
            const double q = x->values[x->m->coords[x->e.coords[at[j]]].q];
            qq += q * q;
        }
        for (int j = 0; j < 4; j++) {
            const model_coord *c = &x->m->coords[x->e.coords[at[j]]];
            x->values[c->q] /= sqrt(qq);
            qv += x->values[c->q] * x->values[c->v];
        }
        for (int j = 0; j < 4; j++) {
            const model_coord *c = &x->m->coords[x->e.coords[at[j]]];
            x->values[c->v] -= qv * x->values[c->q];
            vv += x->values[c->v] * x->values[c->v];
            qa += x->values[c->q] * x->values[c->a];
        }
        for (int j = 0; j < 4; j++) {
            const model_coord *c = &x->m->coords[x->e.coords[at[j]]];
            x->values[c->a] -= (qa + vv) * x->values[c->q];
        }
    }
}

/* Multiples of a norm's gradient, q, belong to its multiplier. */
static void take_multipliers_out(const subject *x, double *off) {
    for (size_t k = 0; k < x->m->orientation_count; k++) {
        int at[4];
        double along = 0;
        if (!find_quaternion(x, k, at))
            continue;
        for (int j = 0; j < 4; j++)
            along += x->values[x->m->coords[x->e.coords[at[j]]].q] * off[at[j]];
        for (int j = 0; j < 4; j++)
            off[at[j]] -= along * x->values[x->m->coords[x->e.coords[at[j]]].q];
    }
}

static void choose_state(subject *x) {
    const model *m = x->m;
    x->count = expr_var_count(m->g);
    x->values = ARENA_ARRAY(x->memory, double, x->count);
    for (uint32_t i = 0; i < x->count; i++)
        x->values[i] = roll(x);
    for (size_t i = 0; i < m->param_count; i++)
        x->values[m->params[i].var] = model_value_of(m, &m->params[i]);
    for (int i = 0; i < x->e.n; i++) {
        int c = x->e.coords[i];
        x->values[m->coords[c].q] = x->request.q[c] + 0.05 * roll(x);
        x->values[m->coords[c].v] = x->request.v[c] + 0.3 * roll(x);
    }
    x->values[m->t] = x->request.t + 0.1 * roll(x);
    if (x->request.form == DERIVE_LAGRANGE)
        keep_norms(x);
}

static double engine(const subject *x, expr_id e) {
    return e.i ? expr_eval(x->m->g, e, x->values) : 0;
}

static double inertia(const subject *x, int i, int j) {
    return engine(x, x->e.M[i >= j ? i * x->e.n + j : j * x->e.n + i]);
}

static void assert_equal(const subject *x, double got, double want, double size, const char *of) {
    if (!(fabs(got - want) <= 1e-10 * (size + fabs(want)))) {
        print_error("%s, %s: printed %.17g, the engine has %.17g\n", x->path, of, got, want);
        fail();
    }
}

/* Definitions of abbreviations and of named terms give their variables values; sections before the equations are only
 * read. */
static const page_section *skip_to_equations(reader *r, const derive_page *p) {
    for (size_t i = 0; i < p->sections.len; i++) {
        const page_section *s = &p->sections.at[i];
        if (strcmp(s->key, "equations") == 0)
            return s;
        for (size_t k = 0; k < s->equations.len; k++)
            for (int j = 0; j < s->equations.at[k].count; j++) {
                const page_side *side = &s->equations.at[k].sides[j];
                for (int l = 0; l < side->rows * side->cols; l++) {
                    double value = next_value(r);
                    if (strcmp(s->key, "definitions") != 0 && strcmp(s->key, "terms") != 0)
                        continue;
                    size_t length;
                    int var = variable_at(r->x->m->g, s->equations.at[k].sides[0].symbol, &length);
                    assert_true(var >= 0);
                    r->x->values[var] = value;
                }
            }
    }
    fail_msg("a page without equations");
    return NULL;
}

/* What the engine has for left less right side, and the size of its terms. */
static double engine_side(const subject *x, int i, double *size) {
    const mech_equations *e = &x->e;
    const bool row = i >= e->n;
    double want = -engine(x, row ? e->gamma[i - e->n] : e->h[i]);
    *size += fabs(want);
    for (int j = 0; j < e->n; j++) {
        const double a = x->values[x->m->coords[e->coords[j]].a];
        const double term = row ? engine(x, e->A[(i - e->n) * e->n + j]) * a : inertia(x, i, j) * a;
        want += term;
        *size += row ? 0 : fabs(term);
    }
    for (int k = 0; !row && k < e->m; k++)
        want += engine(x, e->C[k * e->n + i]) * x->values[x->m->rows[e->rows[k]].lambda];
    return want;
}

/* Left and right side of Lagrange's equations, at random accelerations and multipliers. */
static void check_lagrange(reader *r, const page_section *s) {
    subject *x = r->x;
    const int count = x->e.n + x->e.m;
    double *off = ARENA_ARRAY(x->memory, double, count + 1), *want = ARENA_ARRAY(x->memory, double, count + 1),
           *size = ARENA_ARRAY(x->memory, double, count + 1);
    assert_int_equal(s->equations.len, count);
    for (int i = 0; i < count; i++) {
        const page_side *side = s->equations.at[i].sides;
        const double left = next_side(r, &side[0]), right = next_side(r, &side[1]);
        size[i] = fabs(left) + fabs(right);
        want[i] = engine_side(x, i, &size[i]);
        off[i] = left - right - want[i];
    }
    take_multipliers_out(x, off);
    for (int i = 0; i < count; i++)
        assert_equal(x, want[i] + off[i], want[i], size[i], s->equations.at[i].label);
}

static void check_matrices(reader *r, const page_section *s) {
    subject *x = r->x;
    const mech_equations *e = &x->e;
    for (size_t k = 0; k < s->equations.len; k++) {
        const page_equation *q = &s->equations.at[k];
        const char *name = q->sides[0].symbol;
        const expr_id *want = *name == 'h' ? e->h : *name == 'A' ? e->A : *name == 'C' ? e->C : e->gamma;
        for (int i = 0; i < q->sides[1].rows; i++)
            for (int j = 0; j < q->sides[1].cols; j++) {
                double value = *name == 'M' ? inertia(x, i, j) : engine(x, want[i * q->sides[1].cols + j]);
                assert_equal(x, next_value(r), value, 1, name);
            }
    }
}

/* Gauss' elimination with the largest pivot of each column; false where there is none. */
static bool solve(double *K, int size, double *x) {
    int width = size + 1;
    for (int c = 0; c < size; c++) {
        int best = c;
        for (int i = c; i < size; i++)
            best = fabs(K[i * width + c]) > fabs(K[best * width + c]) ? i : best;
        if (!(fabs(K[best * width + c]) > 1e-9))
            return false;
        for (int j = 0; j < width; j++) {
            double swap = K[c * width + j];
            K[c * width + j] = K[best * width + j], K[best * width + j] = swap;
        }
        for (int i = 0; i < size; i++)
            for (int j = width; i != c && j-- > c;)
                K[i * width + j] -= K[i * width + c] / K[c * width + c] * K[c * width + j];
    }
    for (int i = 0; i < size; i++)
        x[i] = K[i * width + size] / K[i * width + i];
    return true;
}

/* The engine's accelerations and multipliers; rows that the page leaves out (NULL: none) have the multiplier 0. */
static bool solve_engine(const subject *x, const page_section *s, size_t first_row, double *out) {
    const mech_equations *e = &x->e;
    int size = e->n + e->m, width = size + 1;
    double *K = ARENA_ARRAY(x->memory, double, size *width);
    for (int i = 0; i < e->n; i++) {
        for (int j = 0; j < e->n; j++)
            K[i * width + j] = inertia(x, i, j);
        K[i * width + size] = engine(x, e->h[i]);
    }
    for (int k = 0; k < e->m; k++) {
        int row = e->n + k;
        bool left_out = s && s->equations.at[first_row + (size_t)k].note != NULL;
        K[row * width + row] = left_out;
        for (int i = 0; i < e->n && !left_out; i++) {
            K[row * width + i] = engine(x, e->A[k * e->n + i]);
            K[i * width + row] = engine(x, e->C[k * e->n + i]);
        }
        K[row * width + size] = left_out ? 0 : engine(x, e->gamma[k]);
    }
    return solve(K, size, out);
}

static void check_solved(reader *r, const page_section *s) {
    subject *x = r->x;
    int n = x->e.n, m = x->e.m, before = x->request.form == DERIVE_FIRST_ORDER ? n : 0;
    double *want = ARENA_ARRAY(x->memory, double, n + m), size = 1e-4; /* of what is zero but for rounding */
    assert_true(solve_engine(x, s, (size_t)(n + before), want));
    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(want[i]));
    for (int i = 0; i < before; i++) { /* q' = v_q */
        double velocity = next_value(r);
        size_t length;
        int var = variable_at(
            x->m->g, expr_var_name(x->m->g, expr_node_at(x->m->g, *s->equations.at[i].sides[1].e)->var), &length);
        assert_true(var >= 0);
        x->values[var] = velocity;
        assert_equal(x, next_value(r), velocity, 0, "velocity");
    }
    for (int i = 0; i < n; i++) {
        if (!before)
            next_value(r);
        assert_equal(x, next_value(r), want[i], size, s->equations.at[before + i].label);
    }
    for (int k = 0; k < m; k++) {
        next_value(r);
        assert_equal(x, next_value(r), want[n + k], 1, s->equations.at[before + n + k].label);
    }
}

/* --- Forms without multipliers, or with momenta: their velocities first, then the engine's accelerations there --- */

static int compared[DERIVE_FORM_COUNT];

static uint32_t velocity_var(const subject *x, int i) {
    return x->m->coords[x->e.coords[i]].v;
}

/* The coordinate whose velocity the equation gives; -1: it is another equation. */
static int gives_velocity(const subject *x, const page_equation *q) {
    const expr_node *left = q->sides[0].kind == SIDE_EXPR ? expr_node_at(x->m->g, *q->sides[0].e) : NULL;
    for (int i = 0; left && i < x->e.n; i++)
        if (left->op == EXPR_VAR && left->var == velocity_var(x, i))
            return i;
    return -1;
}

static size_t count_formulas(const page_equation *q) {
    size_t count = 0;
    for (int j = 0; j < q->count; j++)
        count += (size_t)(q->sides[j].rows * q->sides[j].cols);
    return count;
}

/* Gives the velocities that the section has equations for their values; the reader is back at its beginning then. */
static void take_velocities(reader *r, const page_section *s) {
    const size_t begin = r->next;
    double *found = ARENA_ARRAY(r->x->memory, double, r->x->e.n + 1);
    bool *is_found = ARENA_ARRAY(r->x->memory, bool, r->x->e.n + 1);
    for (size_t k = 0; k < s->equations.len; k++) {
        const int i = gives_velocity(r->x, &s->equations.at[k]);
        if (i < 0) {
            r->next += count_formulas(&s->equations.at[k]);
            continue;
        }
        next_value(r);
        found[i] = next_value(r);
        is_found[i] = true;
    }
    for (int i = 0; i < r->x->e.n; i++)
        if (is_found[i])
            r->x->values[velocity_var(r->x, i)] = found[i];
    r->next = begin;
}

static expr_id lagrangian(const subject *x) {
    graph *g = x->m->g;
    expr_id L = expr_int(g, 0);
    const model_system *s = x->request.choice->system;
    for (size_t k = 0; k < s->element_count; k++) {
        const system_element *one = &s->elements[k];
        if (!mech_in_force(x->request.choice, one))
            continue;
        if (one->kind == ELEMENT_KINETIC || one->kind == ELEMENT_LAGRANGIAN)
            L = expr_add(g, L, one->energy);
        if (one->kind == ELEMENT_POTENTIAL)
            L = expr_sub(g, L, one->energy);
    }
    return L;
}

/* The rate of a quantity of positions, velocities and time at the accelerations that are set. */
static double rate_of(const subject *x, expr_id e) {
    double sum = engine(x, mech_rate(x->m, &x->e, e));
    for (int i = 0; i < x->e.n; i++)
        sum += engine(x, expr_derivative(x->m->g, e, velocity_var(x, i))) * x->values[x->m->coords[x->e.coords[i]].a];
    return sum;
}

/* The page's variable u' for a speed u. */
static int rate_var(const subject *x, const char *own) {
    for (uint32_t i = 0; i < x->count; i++) {
        const char *name = expr_var_name(x->m->g, i);
        if (strncmp(name, own, strlen(own)) == 0 && strcmp(name + strlen(own), "'") == 0)
            return (int)i;
    }
    return -1;
}

/* The speeds that the page has made: their rates by what it says that they are. */
static void set_rates_of_page(subject *x) {
    for (size_t k = 0; x->speeds && !x->m->speed_count && k < x->speeds->equations.len; k++) {
        const page_side *side = x->speeds->equations.at[k].sides;
        const int var = rate_var(x, expr_var_name(x->m->g, expr_node_at(x->m->g, *side[0].e)->var));
        assert_true(var >= 0);
        x->values[var] = rate_of(x, *side[1].e);
    }
}

/* Sets accelerations, multipliers and the rates of own speeds; the size of the terms, or below 0 if the engine's
   equations are singular. */
static double set_accelerations(subject *x) {
    const int n = x->e.n, m = x->e.m;
    double *found = ARENA_ARRAY(x->memory, double, n + m + 1), size = 1e-3;
    if (!solve_engine(x, NULL, 0, found))
        return -1;
    for (int i = 0; i < n; i++) {
        x->values[x->m->coords[x->e.coords[i]].a] = found[i];
        size += fabs(engine(x, x->e.h[i]));
        for (int j = 0; j < n; j++)
            size += fabs(inertia(x, i, j) * found[j]);
    }
    for (int k = 0; k < m; k++)
        x->values[x->m->rows[x->e.rows[k]].lambda] = found[n + k];
    for (size_t k = 0; k < x->m->speed_count; k++) {
        const int var = rate_var(x, x->m->speeds[k].name);
        if (var >= 0)
            x->values[var] = rate_of(x, x->m->speeds[k].value);
    }
    set_rates_of_page(x);
    return size;
}

/* The momentum that a variable of the page stands for; its value in `out`. -1: it is none of this coordinate. */
static double momentum_error(const subject *x, expr_id L, int i) {
    char name[64];
    snprintf(name, sizeof name, "p_%s", expr_var_name(x->m->g, x->m->coords[x->e.coords[i]].q));
    const expr_id p = expr_derivative(x->m->g, L, velocity_var(x, i));
    for (uint32_t k = 0; k < x->count; k++)
        if (strcmp(expr_var_name(x->m->g, k), name) == 0)
            return engine(x, p) - x->values[k];
    return 0;
}

static void check_without_multipliers(reader *r, const page_section *s) {
    subject *x = r->x;
    take_velocities(r, s);
    const double size = set_accelerations(x);
    const expr_id L = lagrangian(x);
    for (size_t k = 0; k < s->equations.len && x->request.form == DERIVE_ROUTH; k++) {
        const int i = gives_velocity(x, &s->equations.at[k]);
        if (i >= 0 && size >= 0)
            assert_equal(x, momentum_error(x, L, i), 0, size, "momentum");
    }
    for (size_t k = 0; k < s->equations.len; k++) {
        const page_side *side = s->equations.at[k].sides;
        const double left = next_side(r, &side[0]), right = next_side(r, &side[1]);
        if (size >= 0)
            assert_equal(x, left - right, 0, size + fabs(left) + fabs(right), s->equations.at[k].label);
    }
    compared[x->request.form] += size >= 0;
}

/* A symbol of the page and as many entries; those are read. */
static double *take_matrix(reader *r, const page_equation *q) {
    const int count = q->sides[1].rows * q->sides[1].cols;
    double *at = ARENA_ARRAY(r->x->memory, double, count + 1);
    for (int k = 0; k < count; k++)
        at[k] = next_value(r);
    return at;
}

/* The acceleration whose velocity is entry k of u, or the rate of that speed. */
static double acceleration_of(const subject *x, const page_equation *u, int k) {
    const uint32_t var = expr_node_at(x->m->g, u->sides[1].e[k])->var;
    for (int i = 0; i < x->e.n; i++)
        if (velocity_var(x, i) == var)
            return x->values[x->m->coords[x->e.coords[i]].a];
    const int rate = rate_var(x, expr_var_name(x->m->g, var));
    assert_true(rate >= 0);
    return x->values[rate];
}

/* A S = 0, and M_u u' = h_u at the engine's accelerations. */
static void check_null_space(reader *r, const page_section *s) {
    subject *x = r->x;
    const page_equation *list = s->equations.at;
    take_velocities(r, s);
    const double size = set_accelerations(x);
    const int n = x->e.n, count = list[0].sides[1].rows;
    size_t next = 2 + (strncmp(list[2].sides[0].symbol, "s", 1) == 0);
    take_matrix(r, &list[0]);
    const double *S = take_matrix(r, &list[1]);
    if (next == 3)
        take_matrix(r, &list[2]);
    const double *M = take_matrix(r, &list[next]), *h = take_matrix(r, &list[next + 1]);
    for (int k = 0; k < x->e.m * count; k++) {
        double sum = 0, terms = 0;
        for (int i = 0; i < n; i++) {
            const double term = engine(x, x->e.A[k / count * n + i]) * S[i * count + k % count];
            sum += term;
            terms += fabs(term);
        }
        assert_equal(x, sum, 0, 1 + terms, "A S");
    }
    for (int k = 0; k < count; k++) {
        double sum = 0, terms = fabs(h[k]);
        for (int l = 0; l < count; l++) {
            sum += M[k * count + l] * acceleration_of(x, &list[0], l);
            terms += fabs(M[k * count + l] * acceleration_of(x, &list[0], l));
        }
        if (size >= 0)
            assert_equal(x, sum, h[k], size + terms, "M_u u'");
    }
    for (next += 2; next < s->equations.len; next++) {
        const page_side *side = s->equations.at[next].sides;
        const double left = next_side(r, &side[0]), right = next_side(r, &side[1]);
        if (size >= 0)
            assert_equal(x, left - right, 0, 1 + fabs(left), s->equations.at[next].label);
    }
    compared[DERIVE_NULL_SPACE] += size >= 0;
}

static void check_hamilton(reader *r, const page_section *s) {
    subject *x = r->x;
    take_velocities(r, s);
    const double size = set_accelerations(x);
    const expr_id L = lagrangian(x);
    for (int i = 0; i < x->e.n; i++) {
        next_value(r);
        next_value(r);
        assert_equal(x, size < 0 ? 0 : momentum_error(x, L, i), 0, 1 + size, "momentum");
    }
    for (int i = 0; i < x->e.n; i++) {
        const double rate = next_value(r), want = rate_of(x, expr_derivative(x->m->g, L, velocity_var(x, i)));
        if (size >= 0)
            assert_equal(x, rate, want, size, s->equations.at[x->e.n + i].label);
    }
    compared[DERIVE_HAMILTON] += size >= 0;
}

/* --- Small motions: the matrices against differences of the engine's residual at accelerations 0 --- */

/* What the matrices are called under their notes; C and G share a place, K and N too. */
enum { INERTIA, BY_VELOCITY, BY_POSITION, ROWS, TURNS, MATRIX_COUNT };

static int matrix_of(const page_equation *q) {
    static const struct {
        const char *note;
        int matrix;
    } notes[] = {{"inertia", INERTIA},
                 {"damping", BY_VELOCITY},
                 {"gyroscopic", BY_VELOCITY},
                 {"stiffness", BY_POSITION},
                 {"circulatory", BY_POSITION},
                 {"constraints", ROWS},
                 {"how displacements turn them", TURNS}};
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (q->note && strcmp(q->note, notes[i].note) == 0)
            return notes[i].matrix;
    fail_msg("a matrix without a note that is known");
    return 0;
}

/* What is 0 at the given state is 0 in the formulas, and accelerations are. */
static void settle(subject *x) {
    for (int i = 0; i < x->e.n; i++) {
        const model_coord *c = &x->m->coords[x->e.coords[i]];
        x->values[c->a] = 0;
        if (x->request.q[x->e.coords[i]] == 0)
            x->values[c->q] = 0;
        if (x->request.v[x->e.coords[i]] == 0)
            x->values[c->v] = 0;
    }
}

static double residual(const subject *x, int i) {
    double sum = -engine(x, x->e.h[i]);
    for (int k = 0; k < x->e.m; k++)
        sum += engine(x, x->e.C[k * x->e.n + i]) * x->values[x->m->rows[x->e.rows[k]].lambda];
    return sum;
}

/* A quantity of the engine over one variable: its slopes before and after the present value, and across it, by
   differences; `size` takes the largest term. */
typedef struct slopes {
    double before, after, across;
} slopes;

static slopes slopes_of(subject *x, double (*of)(const subject *x, int i), int i, uint32_t var, double step,
                        double *size) {
    const double at = x->values[var];
    double f[5];
    for (int k = 0; k < 5; k++) {
        x->values[var] = at + (k - 2) * step;
        f[k] = of(x, i);
        *size = fmax(*size, fabs(f[k]) / step);
    }
    x->values[var] = at;
    return (slopes){(f[0] - 4 * f[1] + 3 * f[2]) / (2 * step), (4 * f[3] - 3 * f[2] - f[4]) / (2 * step),
                    (f[0] - 8 * f[1] + 8 * f[3] - f[4]) / (12 * step)};
}

static bool is_near(double a, double b, double size) {
    return fabs(a - b) <= 1e-4 * (fabs(a) + fabs(b)) + 1e-9 * size;
}

/* NaN where it has a kink or jumps, as dry friction at rest. */
static double slope_of(subject *x, double (*of)(const subject *x, int i), int i, uint32_t var, double *size) {
    const double step = 1e-3 * fmax(fabs(x->values[var]), 0.1);
    const slopes wide = slopes_of(x, of, i, var, step, size), narrow = slopes_of(x, of, i, var, step / 2, size);
    const bool smooth = is_near(wide.before, wide.after, *size) && is_near(wide.across, narrow.across, *size);
    *size = fmax(*size, fabs(wide.across - narrow.across) / 1e-10); /* their own error */
    return smooth ? narrow.across : NAN;
}

static double row_rate(const subject *x, int k) {
    return engine(x, x->e.f_dot[k]);
}

static double wanted_entry(subject *x, int matrix, int i, int j, double *size) {
    const model_coord *c = &x->m->coords[x->e.coords[j]];
    switch (matrix) {
    case INERTIA:
        return inertia(x, i, j);
    case BY_VELOCITY:
        return slope_of(x, residual, i, c->v, size);
    case BY_POSITION:
        return slope_of(x, residual, i, c->q, size);
    case ROWS:
        return engine(x, x->e.A[i * x->e.n + j]);
    default:
        return slope_of(x, row_rate, i, c->q, size);
    }
}

static int kinks;

static void check_linear(reader *r, const page_section *s) {
    subject *x = r->x;
    const int n = x->e.n, most = n > x->e.m ? n : x->e.m;
    double *sum[MATRIX_COUNT];
    for (int k = 0; k < MATRIX_COUNT; k++)
        sum[k] = ARENA_ARRAY(x->memory, double, most *n + 1);
    bool has_turns = false;
    for (size_t k = 0; k < s->equations.len; k++) {
        const page_side *side = &s->equations.at[k].sides[1];
        const int matrix = matrix_of(&s->equations.at[k]);
        has_turns = has_turns || matrix == TURNS;
        for (int l = 0; l < side->rows * side->cols; l++)
            sum[matrix][l] += next_value(r);
    }
    for (int matrix = 0; matrix < MATRIX_COUNT; matrix++)
        for (int l = 0; l < (matrix < ROWS ? n : x->e.m) * n && (matrix != TURNS || has_turns); l++) {
            double size = 1;
            const double want = wanted_entry(x, matrix, l / n, l % n, &size);
            kinks += isnan(want);
            if (!isnan(want))
                assert_equal(x, sum[matrix][l], want, size,
                             base_arena_printf(x->memory, "matrix %d, entry %d", matrix, l));
        }
    r->next = r->m->output_count; /* thresholds: tests/cli/linear.test */
    compared[DERIVE_LINEAR]++;
}

static void (*const checks[DERIVE_FORM_COUNT])(reader *r, const page_section *s) = {
    [DERIVE_LAGRANGE] = check_lagrange,        [DERIVE_MATRIX] = check_matrices,
    [DERIVE_EXPLICIT] = check_solved,          [DERIVE_FIRST_ORDER] = check_solved,
    [DERIVE_HAMILTON] = check_hamilton,        [DERIVE_ROUTH] = check_without_multipliers,
    [DERIVE_KANE] = check_without_multipliers, [DERIVE_MAGGI] = check_without_multipliers,
    [DERIVE_NULL_SPACE] = check_null_space,    [DERIVE_LINEAR] = check_linear,
};

static void check_form(subject *x, derive_form form) {
    x->request.form = form;
    x->request.steps = form == DERIVE_LAGRANGE;
    derive_page p = derive_write_page(x->m, &x->request, x->memory);
    if (p.refused)
        return;
    reader r = read_back(x, &p);
    x->speeds = NULL;
    for (size_t k = 0; k < p.sections.len; k++)
        if (strcmp(p.sections.at[k].key, "speeds") == 0)
            x->speeds = &p.sections.at[k];
    for (int k = 0; k < STATES; k++) {
        choose_state(x);
        /* First-order formulas stand before the equations that give their velocities values. */
        for (int i = 0; form == DERIVE_FIRST_ORDER && i < x->e.n; i++) {
            const page_section *s = &p.sections.at[p.sections.len - 1];
            uint32_t var = expr_node_at(x->m->g, *s->equations.at[i].sides[1].e)->var;
            x->values[var] = x->values[x->m->coords[x->e.coords[i]].v];
        }
        if (form == DERIVE_LINEAR)
            settle(x);
        r.next = 0;
        checks[form](&r, skip_to_equations(&r, &p));
        assert_int_equal(r.next, r.m->output_count);
    }
    model_dispose(r.m);
}

static subject begin(const char *path) {
    subject x = {.path = path, .memory = base_arena_create(), .dice = 88172645463325252u};
    x.m = read_model(x.memory, path, read_file(x.memory, path));
    return x;
}

/* Printing and reading back long equations takes as long as all other examples: it is done in one form, and as small
   motions. */
static bool is_left_out(const subject *x, derive_form form) {
    if (x->small) /* these have been through the others */
        return form < DERIVE_HAMILTON;
    const int most = form == DERIVE_LINEAR ? 24 : 6;
    const bool many = form >= DERIVE_HAMILTON && form != DERIVE_ROUTH && !x->m->speed_count;
    if (many && ((size_t)form + x->number) % 3) /* a third of the examples */
        return true;
    return form != DERIVE_LAGRANGE && (x->e.n + x->e.m > most || strstr(x->path, "bicycle") != NULL);
}

static void check_state(subject *x, const mech_choice *choice, const sim_point *at) {
    x->request = (derive_request){.choice = choice, .mode = "any", .t = at->t, .q = at->q, .v = at->v};
    x->e = mech_derive(x->m, choice, x->memory);
    for (int form = 0; form < DERIVE_FORM_COUNT; form++)
        if (!is_left_out(x, (derive_form)form))
            check_form(x, (derive_form)form);
}

static void end(subject *x) {
    model_dispose(x->m);
    base_arena_destroy(x->memory);
}

/* Their rates stand on a page of their own, not among Lagrange's equations: see tests/cli/states.test. */
static bool has_states(const model *m) {
    for (size_t i = 0; i < m->coord_count; i++)
        if (m->coords[i].role != COORD_PLACE)
            return true;
    return false;
}

/* A table prints as a function that only the model's own text defines. */
static bool has_tables(const subject *x) {
    return strstr(read_file(x->memory, x->path), "table(") != NULL;
}

static void examples_read_back(void **state) {
    (void)state;
    glob_t found;
    assert_int_equal(glob("examples/*/*.lgr", 0, NULL, &found), 0);
    assert_true(found.gl_pathc > 40);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        subject x = begin(found.gl_pathv[i]);
        x.number = i;
        if (has_states(x.m) || has_tables(&x)) {
            end(&x);
            continue;
        }
        sim_options options = sim_options_default();
        options.until = 0;
        sim_result *r = sim_run(x.m, &options, x.memory);
        assert_false(r->start_failed);
        check_state(&x, r->initial_choice, &r->initial);
        end(&x);
    }
    for (int form = DERIVE_HAMILTON; form < DERIVE_FORM_COUNT; form++)
        assert_true(compared[form] >= (form == DERIVE_ROUTH ? 2 * STATES : 10 * STATES));
    assert_true(kinks > 0 && kinks < 30 && compared[DERIVE_LINEAR] > 270);
    globfree(&found);
}

/* Bodies that fly, ropes that are gone, contacts that slide: the equations after each first event. */
static void modes_after_events_read_back(void **state) {
    (void)state;
    static const char *const models[] = {"examples/trebuchet/hinged.lgr", "examples/trebuchet/rough-trough.lgr",
                                         "examples/contact/ladder.lgr", "examples/contact/stick-slip.lgr"};
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        subject x = begin(models[k]);
        sim_options options = sim_options_default();
        sim_result *r = sim_run(x.m, &options, x.memory);
        assert_true(r->events.len > 0);
        for (size_t i = 0; i < r->events.len && i < 4; i++)
            check_state(&x, r->events.at[i].choice, &r->events.at[i].after);
        end(&x);
    }
}

/* The same rows closed and sliding alike: the same equations. */
static bool is_known_mode(const subject *x, const mech_choice *one, const mech_choice *other) {
    const size_t rows = x->m->row_count;
    bool same = one->system == other->system;
    for (size_t k = 0; k < rows && same; k++)
        same = one->rows[k] == other->rows[k] && (one->slip ? one->slip[k] : 0) == (other->slip ? other->slip[k] : 0);
    for (size_t k = 0; k < x->m->coord_count && same; k++)
        same = one->dropped[k] == other->dropped[k];
    return same;
}

/* The start and what is after events, each mode once. */
static void check_modes(subject *x, const sim_result *r) {
    enum { MOST_MODES = 4 };
    const mech_choice *seen[MOST_MODES] = {r->initial_choice};
    int count = 1;
    check_state(x, r->initial_choice, &r->initial);
    for (size_t i = 0; i < r->events.len && count < MOST_MODES; i++) {
        bool known = false;
        for (int k = 0; k < count; k++)
            known = known || is_known_mode(x, seen[k], r->events.at[i].choice);
        if (known)
            continue;
        seen[count++] = r->events.at[i].choice;
        check_state(x, r->events.at[i].choice, &r->events.at[i].after);
        modes++;
    }
}

/* The forms without multipliers and with momenta of all examples of few coordinates, in all their modes. */
static void small_examples_in_every_mode(void **state) {
    (void)state;
    enum { FEW = 4 };
    glob_t found;
    assert_int_equal(glob("examples/*/*.lgr", 0, NULL, &found), 0);
    int examples = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        subject x = begin(found.gl_pathv[i]);
        x.small = true;
        if (x.m->coord_count <= FEW && !has_states(x.m) && !has_tables(&x)) {
            sim_options options = sim_options_default();
            const sim_result *r = sim_run(x.m, &options, x.memory);
            assert_false(r->start_failed);
            check_modes(&x, r);
            examples++;
        }
        end(&x);
    }
    assert_true(examples > 60 && modes > 7);
    globfree(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_read_back),
        cmocka_unit_test(modes_after_events_read_back),
        cmocka_unit_test(small_examples_in_every_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
