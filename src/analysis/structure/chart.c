/* Exchange of coordinates: with z = (F - rest)/slope instead of z, dF = 0 removes a differential, not only a row. */
#include "analysis/structure/chart.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "expr/diff.h"
#include "expr/walk.h"

bool analysis_chart_make(const model *m, const expr_id *form, int rows, int columns, const uint32_t *var,
                         const analysis_state *start, chart *c, arena *a) {
    size_t count = (size_t)(rows * columns);
    *c = (chart){.m = m, .g = m->g, .a = a, .rows = rows, .columns = columns, .var = var};
    c->form = ARENA_ARRAY(a, expr_id, count);
    c->held = ARENA_ARRAY(a, bool, columns);
    c->exchanges = ARENA_ARRAY(a, chart_exchange, columns);
    memcpy(c->form, form, count * sizeof *form);
    return analysis_samples_make(m, start, form, count, &c->samples, a);
}

expr_id analysis_chart_to_model(const chart *c, expr_id e) {
    expr_id *from = ARENA_ARRAY(c->a, expr_id, c->columns), *to = ARENA_ARRAY(c->a, expr_id, c->columns);
    for (int i = 0; i < c->exchange_count; i++) {
        from[i] = expr_var(c->g, c->var[c->exchanges[i].column]);
        to[i] = c->exchanges[i].F;
    }
    expr_substitute(c->g, &e, 1, from, to, (size_t)c->exchange_count, &e);
    return e;
}

expr_id analysis_chart_from_model(const chart *c, expr_id e) {
    for (int i = 0; i < c->exchange_count; i++) {
        expr_id z = expr_var(c->g, c->var[c->exchanges[i].column]);
        expr_substitute(c->g, &e, 1, &z, &c->exchanges[i].old, 1, &e);
    }
    return e;
}

int analysis_chart_active(const chart *c, expr_id e, int *column) {
    bool *used = ARENA_ARRAY(c->a, bool, expr_var_count(c->g));
    int count = 0;
    expr_mark_vars(c->g, &e, 1, used);
    for (int i = 0; i < c->columns; i++)
        if (used[c->var[i]] && !c->held[i])
            column[count++] = i;
    return count;
}

static void drop(chart *c, int column) {
    c->held[column] = true;
    for (int k = 0; k < c->rows; k++)
        c->form[k * c->columns + column] = expr_int(c->g, 0);
}

/* F = slope z + rest, with neither of them knowing z, and a slope that is not 0. */
static bool solves_for(const chart *c, expr_id F, int column, expr_id *slope, expr_id *rest) {
    bool *wanted = ARENA_ARRAY(c->a, bool, expr_var_count(c->g));
    expr_id z = expr_var(c->g, c->var[column]), zero = expr_int(c->g, 0);
    wanted[c->var[column]] = true;
    *slope = expr_derivative(c->g, F, c->var[column]);
    if (column == c->columns - 1 || expr_depends(c->g, *slope, wanted) ||
        analysis_samples_vanish(c->m, &c->samples, *slope))
        return false;
    expr_substitute(c->g, &F, 1, &z, &zero, 1, rest);
    return true;
}

/* The column that F is solved for, at best with a constant slope; -1 if there is none. */
static int choose_column(const chart *c, expr_id F, const int *active, int count, expr_id *slope, expr_id *rest) {
    int *below = ARENA_ARRAY(c->a, int, c->columns);
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < count; k++)
            if (solves_for(c, F, active[k], slope, rest) && (pass == 1 || analysis_chart_active(c, *slope, below) == 0))
                return active[k];
    return -1;
}

/* dz = -(the rest of the form)/a_z in all forms, and z is `old`. */
static void exchange(chart *c, expr_id F, const expr_id *source, int column, expr_id old) {
    graph *g = c->g;
    expr_id z = expr_var(g, c->var[column]);
    expr_id *by = ARENA_ARRAY(c->a, expr_id, c->columns);
    memcpy(by, source, (size_t)c->columns * sizeof *by);
    c->exchanges[c->exchange_count] = (chart_exchange){column, analysis_chart_to_model(c, F), old};
    c->exchange_count++;
    for (int s = 0; s < SAMPLE_COUNT; s++)
        c->samples.at[s][c->var[column]] = expr_eval(g, F, c->samples.at[s]);
    for (int k = 0; k < c->rows; k++) {
        expr_id *form = &c->form[k * c->columns], along = expr_div(g, form[column], by[column]);
        for (int i = 0; i < c->columns && !expr_is_zero(g, along); i++)
            if (i != column && !c->held[i])
                form[i] = expr_sub(g, form[i], expr_mul(g, along, by[i]));
        form[column] = expr_int(g, 0);
        expr_substitute(g, form, (size_t)c->columns, &z, &old, 1, form);
    }
    c->held[column] = true;
}

bool analysis_chart_hold(chart *c, expr_id F, const expr_id *form, bool zero) {
    int *active = ARENA_ARRAY(c->a, int, c->columns), count = analysis_chart_active(c, F, active);
    expr_id slope, rest;
    if (count == 1) {
        drop(c, active[0]);
        return true;
    }
    int column = form ? choose_column(c, F, active, count, &slope, &rest) : -1;
    if (column < 0)
        return false;
    expr_id constant = zero ? expr_int(c->g, 0) : expr_var(c->g, c->var[column]);
    exchange(c, F, form, column, expr_div(c->g, expr_sub(c->g, constant, rest), slope));
    return true;
}

/* Whether these coefficients vary with a coordinate that has none of its own: z (dy - du). */
static bool varies_beside(const chart *c, const expr_id *a, const uint32_t *var, int count) {
    int *column = ARENA_ARRAY(c->a, int, c->columns);
    for (int i = 0; i < count; i++) {
        const int active = analysis_chart_active(c, a[i], column);
        for (int k = 0; k < active; k++) {
            bool own = false;
            for (int j = 0; j < count; j++)
                own = own || var[j] == c->var[column[k]];
            if (!own)
                return true;
        }
    }
    return false;
}

expr_id analysis_chart_potential(const chart *c, const expr_id *form) {
    uint32_t *var = ARENA_ARRAY(c->a, uint32_t, c->columns);
    expr_id *a = ARENA_ARRAY(c->a, expr_id, c->columns);
    int count = 0;
    for (int i = 0; i < c->columns; i++)
        if (!c->held[i] && !analysis_samples_vanish(c->m, &c->samples, form[i])) {
            var[count] = c->var[i];
            a[count++] = form[i];
        }
    if (varies_beside(c, a, var, count)) { /* in an integrable form this is a common factor */
        for (int i = count; i-- > 0;)
            a[i] = expr_div(c->g, a[i], a[0]);
        algebra_simplify(c->g, a, (size_t)count, a);
    }
    return analysis_potential(c->m, (one_form){var, a, count}, &c->samples, c->a);
}
