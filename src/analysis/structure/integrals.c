/* Finds integrals one after the other; each is held constant from then on, which simplifies the rest. A row is tried by
   itself, then with coordinates exchanged for the integrals found (x' - R cos(theta) phi' = 0 with constant theta),
   then in combination with other rows so that differentials cancel. */
#include "analysis/structure/integrals.h"

#include <string.h>

#include "algebra/algebra.h"
#include "analysis/structure/chart.h"
#include "expr/diff.h"
#include "expr/walk.h"
#include "num/saddle.h"

enum { MOST_ROWS = 40, MOST_COLUMNS = 100, LARGEST_FORMS = 3000, LARGEST_SIMPLIFIED = 60 };
static const double rank_tolerance = 1e-6;

typedef struct search {
    const model *m;
    graph *g;
    arena *a;
    int rows, columns;  /* those taken; active coordinates and time */
    int *row;           /* rows of the equations */
    uint32_t *var;      /* per column */
    expr_id *form;      /* rows x columns, in the coordinates of the model */
    bool *level, *open; /* per row: of positions; an integral is still wanted */
    bool *in_play;      /* per row: may be combined with others */
    chart plain, fresh; /* without and with exchanged coordinates */
    double *numbers;    /* forms at one sample, with room for all that is found */
    saddle *solver;
    bool *independent;
    integral_list *out;
} search;

/* a_k1 dq_1 + ... + b_k dt: the velocity residual at v = 0 is b. */
static void load_forms(search *w, const mech_equations *e) {
    int n = e->n;
    expr_id *from = ARENA_ARRAY(w->a, expr_id, n), *to = ARENA_ARRAY(w->a, expr_id, n);
    for (int i = 0; i < n; i++) {
        from[i] = expr_var(w->g, w->m->coords[e->coords[i]].v);
        to[i] = expr_int(w->g, 0);
        w->var[i] = w->m->coords[e->coords[i]].q;
    }
    w->var[n] = w->m->t;
    for (int k = 0; k < w->rows; k++) {
        expr_id *form = &w->form[k * w->columns];
        for (int i = 0; i < n; i++) {
            expr_id entry = e->A[w->row[k] * n + i];
            form[i] = entry.i ? entry : expr_int(w->g, 0);
        }
        expr_substitute(w->g, &e->f_dot[w->row[k]], 1, from, to, (size_t)n, &form[n]);
    }
}

/* The differential of F as one more row of numbers. */
static void add_differential(search *w, expr_id F, const double *at, double *out) {
    for (int i = 0; i < w->columns; i++)
        out[i] = expr_eval(w->g, expr_derivative(w->g, F, w->var[i]), at);
}

/* The rank of the rows in `with`, of the hidden integrals found if `hidden`, and of dF unless it is none. */
static int rank_with(search *w, const bool *with, bool hidden, expr_id F, const double *at) {
    int count = 0;
    for (int k = 0; k < w->rows; k++)
        if (with[k]) {
            for (int i = 0; i < w->columns; i++)
                w->numbers[count * w->columns + i] = expr_eval(w->g, w->form[k * w->columns + i], at);
            count++;
        }
    for (size_t k = 0; hidden && k < w->out->hidden_count; k++)
        add_differential(w, w->out->hidden[k], at, &w->numbers[count++ * w->columns]);
    if (F.i)
        add_differential(w, F, at, &w->numbers[count++ * w->columns]);
    if (!analysis_finite(w->numbers, count * w->columns))
        return -1;
    return num_saddle_row_rank(w->solver, w->numbers, w->columns, count, rank_tolerance, w->independent);
}

/* dF is a combination of the rows in play, and row k has a part in it. */
static bool belongs_to_row(search *w, expr_id F, int k) {
    bool *others = ARENA_ARRAY(w->a, bool, w->rows);
    memcpy(others, w->in_play, (size_t)w->rows * sizeof *others);
    others[k] = false;
    for (int s = 0; s < SAMPLE_COUNT; s++) {
        const double *at = w->plain.samples.at[s];
        int all = rank_with(w, w->in_play, false, EXPR_NONE, at);
        if (all < 0 || rank_with(w, w->in_play, false, F, at) != all || rank_with(w, others, false, F, at) != all)
            return false;
    }
    return true;
}

/* dF is a combination of all rows, and no consequence of what is known already. */
static bool is_new(search *w, const bool *known, expr_id F) {
    for (int s = 0; s < SAMPLE_COUNT; s++) {
        const double *at = w->plain.samples.at[s];
        int all = rank_with(w, w->in_play, false, EXPR_NONE, at), before = rank_with(w, known, true, EXPR_NONE, at);
        if (all < 0 || before < 0 || rank_with(w, w->in_play, false, F, at) != all ||
            rank_with(w, known, true, F, at) != before + 1)
            return false;
    }
    return true;
}

/* From now on this function of the coordinates of the model is constant; form: a multiple of its differential in the
   fresh chart. */
static void hold(search *w, expr_id F, const expr_id *form, bool zero) {
    analysis_chart_hold(&w->plain, F, NULL, zero);
    if (expr_count_nodes(w->g, w->fresh.form, (size_t)(w->rows * w->columns)) < LARGEST_FORMS)
        analysis_chart_hold(&w->fresh, analysis_chart_from_model(&w->fresh, F), form, zero);
}

/* Rows of positions are zero; those that can be solved for a coordinate are met by the samples too from now on. */
static void hold_positions(search *w, const mech_equations *e) {
    for (int k = 0; k < w->rows; k++)
        if (w->level[k])
            hold(w, e->f[w->row[k]], &w->fresh.form[k * w->columns], true);
    for (int i = 0; i < w->fresh.exchange_count; i++) {
        uint32_t var = w->var[w->fresh.exchanges[i].column];
        expr_id meaning = analysis_chart_from_model(&w->fresh, expr_var(w->g, var));
        for (int s = 0; s < SAMPLE_COUNT; s++)
            w->plain.samples.at[s][var] = expr_eval(w->g, meaning, w->fresh.samples.at[s]);
    }
}

/* Looks for an integral of row k, which `form` is in the chart, and `fresh` in the fresh one. */
static bool try_form(search *w, const chart *c, const expr_id *form, const expr_id *fresh, int k, const bool *known) {
    expr_id F = analysis_chart_potential(c, form);
    if (!F.i)
        return false;
    F = analysis_chart_to_model(c, F);
    algebra_simplify(w->g, &F, 1, &F);
    if (known ? !is_new(w, known, F) : !belongs_to_row(w, F, k))
        return false;
    if (known)
        w->out->hidden[w->out->hidden_count++] = F;
    else
        w->out->row[w->row[k]] = F;
    w->open[k] = false;
    hold(w, F, fresh, false);
    return true;
}

/* Rows by themselves. */
static bool try_rows(search *w) {
    bool any = false;
    for (int k = 0; k < w->rows; k++) {
        expr_id *plain = &w->plain.form[k * w->columns], *fresh = &w->fresh.form[k * w->columns];
        if (w->open[k])
            any |= try_form(w, &w->plain, plain, fresh, k, NULL) || try_form(w, &w->fresh, fresh, fresh, k, NULL);
    }
    return any;
}

/* A row to eliminate a column with: one of positions if possible, for those need no integral. */
static int find_pivot(const search *w, const expr_id *form, const bool *used, int column) {
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < w->rows; k++)
            if (w->in_play[k] && !used[k] && (pass == 1 || !w->open[k]) &&
                !analysis_samples_vanish(w->m, &w->fresh.samples, form[k * w->columns + column]))
                return k;
    return -1;
}

static void eliminate(search *w, expr_id *form, int k, int pivot, int column) {
    graph *g = w->g;
    expr_id *to = &form[k * w->columns], *from = &form[pivot * w->columns];
    expr_id factor = expr_div(g, to[column], from[column]);
    for (int i = 0; i < w->columns; i++) {
        to[i] = i == column ? expr_int(g, 0) : expr_sub(g, to[i], expr_mul(g, factor, from[i]));
        if (analysis_samples_vanish(w->m, &w->fresh.samples, to[i]))
            to[i] = expr_int(g, 0);
    }
    if (expr_count_nodes(g, to, (size_t)w->columns) < LARGEST_SIMPLIFIED)
        algebra_simplify(g, to, (size_t)w->columns, to);
}

/* Columns with coefficients that vary come first: what remains without them is simpler. */
static void order_columns(const search *w, int *order) {
    int *below = ARENA_ARRAY(w->a, int, w->columns), count = 0;
    bool *varies = ARENA_ARRAY(w->a, bool, w->columns);
    for (int i = 0; i < w->columns; i++)
        for (int k = 0; k < w->rows; k++)
            varies[i] |= analysis_chart_active(&w->fresh, w->fresh.form[k * w->columns + i], below) > 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < w->columns; i++)
            if (!w->fresh.held[i] && varies[i] == (pass == 0))
                order[count++] = i;
    while (count < w->columns)
        order[count++] = -1;
}

/* Combinations of rows: one column after the other is eliminated from all rows but one. */
static bool try_combinations(search *w, const bool *known) {
    size_t count = (size_t)(w->rows * w->columns);
    expr_id *form = ARENA_ARRAY(w->a, expr_id, count);
    bool *used = ARENA_ARRAY(w->a, bool, w->rows);
    int *order = ARENA_ARRAY(w->a, int, w->columns);
    memcpy(form, w->fresh.form, count * sizeof *form);
    order_columns(w, order);
    for (int i = 0; i < w->columns && order[i] >= 0; i++) {
        int column = order[i], pivot = find_pivot(w, form, used, column);
        if (pivot < 0 || expr_count_nodes(w->g, form, count) > LARGEST_FORMS)
            continue;
        used[pivot] = true;
        for (int k = 0; k < w->rows; k++) {
            if (k == pivot || !w->in_play[k] || expr_is_zero(w->g, form[k * w->columns + column]))
                continue;
            eliminate(w, form, k, pivot, column);
            if (w->open[k] && try_form(w, &w->fresh, &form[k * w->columns], &form[k * w->columns], k, known))
                return true;
        }
    }
    return false;
}

/* Hidden integrals are looked for among the rows that have none alone. */
static void find_hidden(search *w, const bool *integral, int hidden) {
    bool *known = ARENA_ARRAY(w->a, bool, w->rows);
    for (int k = 0; k < w->rows; k++) {
        known[k] = w->level[k] || integral[w->row[k]];
        w->open[k] = !known[k];
        w->in_play[k] = true;
    }
    while ((int)w->out->hidden_count < hidden && try_combinations(w, known))
        for (int k = 0; k < w->rows; k++)
            w->open[k] = !known[k];
}

static search begin(const model *m, const mech_equations *e, const bool *take, const bool *integral, integral_list *out,
                    arena *a) {
    search w = {.m = m, .g = m->g, .a = a, .columns = e->n + 1, .out = out};
    w.row = ARENA_ARRAY(a, int, e->m);
    w.level = ARENA_ARRAY(a, bool, e->m);
    w.open = ARENA_ARRAY(a, bool, e->m);
    w.in_play = ARENA_ARRAY(a, bool, e->m);
    for (int k = 0; k < e->m; k++)
        if (take[k]) {
            bool velocity = m->base->rows[e->rows[k]].velocity;
            w.level[w.rows] = !velocity;
            w.open[w.rows] = velocity && integral[k];
            w.in_play[w.rows] = !velocity || integral[k];
            w.row[w.rows++] = k;
        }
    int most = 2 * w.rows + 1;
    w.var = ARENA_ARRAY(a, uint32_t, w.columns);
    w.form = ARENA_ARRAY(a, expr_id, w.rows * w.columns);
    w.numbers = ARENA_ARRAY(a, double, most *w.columns);
    w.independent = ARENA_ARRAY(a, bool, most);
    w.solver = num_saddle_create(a, w.columns, most);
    return w;
}

static bool wants_any(const search *w, int hidden) {
    for (int k = 0; k < w->rows; k++)
        if (w->open[k])
            return true;
    return hidden > 0;
}

integral_list analysis_integrals_find(const model *m, const mech_equations *e, const bool *take,
                                      const analysis_integrals *kinds, const analysis_state *start, arena *a) {
    integral_list out = {.row = ARENA_ARRAY(a, expr_id, e->m), .hidden = ARENA_ARRAY(a, expr_id, kinds->hidden)};
    search w = begin(m, e, take, kinds->row, &out, a);
    if (!wants_any(&w, kinds->hidden) || w.rows > MOST_ROWS || w.columns > MOST_COLUMNS)
        return out;
    load_forms(&w, e);
    if (!analysis_chart_make(m, w.form, w.rows, w.columns, w.var, start, &w.plain, a) ||
        !analysis_chart_make(m, w.form, w.rows, w.columns, w.var, start, &w.fresh, a))
        return out;
    hold_positions(&w, e);
    while (try_rows(&w) || try_combinations(&w, NULL))
        continue;
    if (kinds->hidden > 0)
        find_hidden(&w, kinds->row, kinds->hidden);
    return out;
}
