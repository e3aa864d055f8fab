/* Ranks of the constraint rows at the start, and the type of each constraint. */
#include "analysis/structure/structure.h"

#include <string.h>

#include "analysis/discontinuity/changes.h"
#include "analysis/probe/dependence.h"
#include "analysis/probe/setting.h"
#include "analysis/structure/carried.h"
#include "analysis/structure/conservative.h"
#include "analysis/structure/integrals.h"
#include "expr/walk.h"
#include "num/saddle.h"

static const double rank_tolerance = 1e-8; /* a start near a singular position is known to half its digits only */

typedef struct study {
    model *m;
    bool *rows;         /* in force at the start, without those by which friction sticks */
    mech_choice choice; /* with all rows, so that each row has its number in the equations */
    mech_equations e;
    analysis_state start;
    arena *a;           /* for the time of the analysis */
    double *A;          /* at the start */
    row_nature *nature; /* per row */
    expr_id *integral;  /* per row */
    int hidden;
    integral_list together; /* of the active rows */
} study;

static study begin(model *m, const double *q, const double *v, const bool *rows, arena *a) {
    analysis_setting all = analysis_setting_make(m, q, v, rows, true, a);
    study s = {.m = m, .rows = ARENA_ARRAY(a, bool, m->row_count), .choice = all.choice, .e = all.e, .a = a};
    for (size_t i = 0; i < m->row_count; i++)
        s.rows[i] = rows[i] && !model_is_hidden(&m->rows[i]);
    s.start = all.start;
    s.nature = ARENA_ARRAY(a, row_nature, m->row_count);
    s.integral = ARENA_ARRAY(a, expr_id, m->row_count);
    return s;
}

/* A row of velocities f = A q' + b: its gradient knows no velocities. */
static bool is_linear(const study *s, int k) {
    for (int i = 0; i < s->e.n; i++)
        if (analysis_depends_on(s->m, s->e.A[k * s->e.n + i], VAR_VELOCITY))
            return false;
    return true;
}

static bool same_group(const study *s, int k, int l) {
    return s->m->rows[k].element == s->m->rows[l].element;
}

/* Natures of the velocity rows among those taken, judged together with all others taken; only rows of `group` are
   judged unless it is -1. */
static int judge(study *s, const bool *take, int group) {
    analysis_integrals found = analysis_integrate(s->m, &s->e, take, &s->start, s->a);
    integral_list closed = analysis_integrals_find(s->m, &s->e, take, &found, &s->start, s->a);
    for (int k = 0; k < s->e.m; k++)
        if (take[k] && s->m->base->rows[k].velocity && (group < 0 || same_group(s, k, group))) {
            s->nature[k] = found.row[k] ? ROW_INTEGRABLE : ROW_NONHOLONOMIC;
            s->integral[k] = closed.row[k];
        }
    if (group < 0)
        s->together = closed;
    return found.hidden;
}

/* Rows in force are judged together; a constraint that is off as if it were held beside them. */
static void find_natures(study *s) {
    const model *m = s->m;
    bool *linear = ARENA_ARRAY(s->a, bool, m->row_count), *take = ARENA_ARRAY(s->a, bool, m->row_count);
    bool any = false;
    for (int k = 0; k < s->e.m; k++) {
        bool velocity = m->base->rows[k].velocity;
        linear[k] = !velocity || is_linear(s, k);
        take[k] = s->rows[k] && linear[k];
        s->nature[k] = velocity ? ROW_NONHOLONOMIC : ROW_HOLONOMIC;
        any |= velocity && take[k];
    }
    if (any)
        s->hidden = judge(s, take, -1);
    for (int k = 0; k < s->e.m; k++) {
        if (s->rows[k] || !m->base->rows[k].velocity || !linear[k] || m->rows[k].friction)
            continue;
        bool *with = ARENA_ARRAY(s->a, bool, m->row_count);
        for (int l = 0; l < s->e.m; l++)
            with[l] = take[l] || (linear[l] && same_group(s, k, l));
        judge(s, with, k);
    }
}

static void evaluate_rows(study *s) {
    size_t count = (size_t)(s->e.m * s->e.n);
    s->A = ARENA_ARRAY(s->a, double, count);
    const double *x = analysis_probe_at(analysis_probe_make(s->m, s->e.A, count, s->a), &s->start);
    memcpy(s->A, x, count * sizeof *x);
}

/* The rank of chosen rows at the start; `needed` (may be NULL) says which of them count, by number of the row. */
static int rank_of(const study *s, const bool *take, bool *needed) {
    int n = s->e.n, count = 0;
    double *A = ARENA_ARRAY(s->a, double, s->e.m *n);
    bool *independent = ARENA_ARRAY(s->a, bool, s->e.m);
    for (int k = 0; k < s->e.m; k++)
        if (take[k])
            memcpy(&A[count++ * n], &s->A[k * n], (size_t)n * sizeof *A);
    if (!count)
        return 0;
    int rank = num_saddle_row_rank(num_saddle_create(s->a, n, count), A, n, count, rank_tolerance, independent);
    for (int k = 0, i = 0; k < s->e.m; k++)
        if (take[k] && needed)
            needed[k] = independent[i++];
    return rank;
}

static void count_freedom(study *s, structure *out, arena *a) {
    bool *needed = ARENA_ARRAY(s->a, bool, s->e.m), *level = ARENA_ARRAY(s->a, bool, s->e.m);
    out->coordinates = s->e.n;
    out->rank = rank_of(s, s->rows, needed);
    out->redundant = ARENA_ARRAY(a, const char *, s->e.m);
    for (int k = 0; k < s->e.m; k++) {
        if (s->rows[k] && !needed[k])
            out->redundant[out->redundant_count++] = s->m->rows[k].name;
        level[k] = s->rows[k] && s->nature[k] != ROW_NONHOLONOMIC;
    }
    int states = 0;
    for (size_t i = 0; i < s->m->declared_coords; i++)
        states += !model_is_place(&s->m->coords[i]) && !s->m->coords[i].hidden;
    out->dof = s->e.n - out->rank;
    out->independent_initial_conditions = s->e.n - rank_of(s, level, NULL) - s->hidden + out->dof + states;
}

static bool is_rheonomic(const study *s, int k) {
    return analysis_depends_on(s->m, s->m->base->rows[k].f, VAR_TIME);
}

/* Not so the norm of an orientation that a body gets only once it is free, and the sticking of a contact. */
static bool is_constraint(const model *m, int k) {
    for (size_t i = 0; i < m->orientation_count; i++)
        if (m->orientations[i].row == k && m->orientations[i].body >= 0)
            return false;
    return !model_is_hidden(&m->rows[k]);
}

static void add_integral(const study *s, structure_constraint *c, int k, arena *a) {
    if (!s->integral[k].i)
        return;
    if (!c->integrals)
        c->integrals = ARENA_ARRAY(a, expr_id, s->e.m - k);
    c->integrals[c->integral_count++] = s->integral[k];
}

/* One entry for each statement: it is of the worst nature of its rows. */
static void describe(const study *s, structure *out, arena *a) {
    const model *m = s->m;
    out->constraints = ARENA_ARRAY(a, structure_constraint, m->row_count);
    out->holonomic = true;
    out->scleronomic = !analysis_carried_with_time(m, m->base);
    for (int k = 0; k < s->e.m; k++) {
        if (!is_constraint(m, k))
            continue;
        if (!out->constraint_count || !same_group(s, k, k - 1))
            out->constraints[out->constraint_count++] =
                (structure_constraint){.name = m->rows[k].group, .unilateral = m->rows[k].contact};
        structure_constraint *c = &out->constraints[out->constraint_count - 1];
        if (c->nature != ROW_NONHOLONOMIC && s->nature[k] != ROW_HOLONOMIC)
            c->nature = s->nature[k];
        c->velocity |= m->base->rows[k].velocity;
        add_integral(s, c, k, a);
        bool moves = is_rheonomic(s, k);
        c->rheonomic |= moves;
        if (s->nature[k] == ROW_NONHOLONOMIC)
            out->holonomic = false;
        if (moves && (s->rows[k] || !m->rows[k].contact))
            out->scleronomic = false;
    }
}

/* Of the active rows; hidden ones are the last of them. */
static void list_integrals(const study *s, structure *out, arena *a) {
    const integral_list *found = &s->together;
    out->integrals = ARENA_ARRAY(a, expr_id, s->m->row_count + found->hidden_count);
    out->integrated = ARENA_ARRAY(a, bool, s->m->row_count);
    for (int k = 0; found->row && k < s->e.m; k++)
        if (s->rows[k] && found->row[k].i) {
            out->integrals[out->integral_count++] = found->row[k];
            out->integrated[s->e.rows[k]] = true;
        }
    out->hidden = out->integrals + out->integral_count;
    out->hidden_count = found->hidden_count;
    for (size_t i = 0; i < found->hidden_count; i++)
        out->integrals[out->integral_count++] = found->hidden[i];
}

/* A statement is blamed once. */
static bool is_blamed(const structure *out, const char *text) {
    size_t length = (size_t)(strchr(strchr(text, ' ') + 1, ' ') - text);
    for (size_t i = 0; i < out->why_count; i++)
        if (!strncmp(out->why[i], text, length + 1))
            return true;
    return false;
}

/* Why the energy is not kept; beside what the forces and rows do, what a given motion carries along. */
static void list_reasons(const study *s, structure *out, arena *a) {
    const model *m = s->m;
    analysis_reasons why = analysis_why_not_conservative(m, &s->choice, &s->e, s->rows, &s->start, s->a, a);
    analysis_setting here = analysis_setting_make(s->m, s->start.q, s->start.v, s->rows, false, s->a);
    out->why = ARENA_ARRAY(a, const char *, why.count + m->base->element_count + 1);
    for (size_t i = 0; i < why.count; i++)
        out->why[i] = why.at[i];
    out->why_count = why.count;
    const char **carried = ARENA_ARRAY(s->a, const char *, m->base->element_count + 1);
    size_t count = analysis_carried_elements(&here, carried, a);
    for (size_t i = 0; i < count; i++)
        if (!is_blamed(out, carried[i]))
            out->why[out->why_count++] = carried[i];
    out->conservative = out->why_count == 0;
}

structure analysis_structure_find(model *m, const double *q, const double *v, const bool *rows, arena *a) {
    arena_mark mark = base_arena_get_mark(m->scratch);
    study s = begin(m, q, v, rows, m->scratch);
    structure out = {0};
    find_natures(&s);
    evaluate_rows(&s);
    count_freedom(&s, &out, a);
    describe(&s, &out, a);
    list_integrals(&s, &out, a);
    list_reasons(&s, &out, a);
    analysis_reasons sudden = analysis_discontinuity_reasons(m, s.a, a);
    out.sudden = sudden.at;
    out.sudden_count = sudden.count;
    base_arena_release(m->scratch, mark);
    return out;
}
