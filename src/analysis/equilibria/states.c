/* States in the search for equilibria: each is a coordinate there whose force is its rate, which is zero where it
   rests; in the linear system its equation of second order becomes the one of first order again. */
#include "analysis/equilibria/states.h"

#include <string.h>

void analysis_states_as_places(model *m, double *q, double *v) {
    for (size_t i = 0; i < m->declared_coords; i++) {
        model_coord *c = &m->coords[i];
        if (c->role != COORD_STATE)
            continue;
        c->q = c->v;
        c->v = c->a;
        c->a = model_add_var(m, base_arena_printf(m->memory, "%s''", c->name));
        c->dim = model_rate_dim(c);
        q[i] = v[i];
        v[i] = 0;
    }
}

static bool is_state(const balance *b, int i) {
    return !model_is_place(&b->s->m->coords[b->s->e.coords[i]]);
}

/* Where the rate of a state stands among the numbers of the linear system, by the number of the state there; -1 for
   what is no state. */
static int *find_rates(const balance *b, const small_motion *x, int count, arena *a) {
    int *rate = ARENA_ARRAY(a, int, count + 1);
    for (int k = 0; k < count; k++)
        rate[k] = -1;
    for (int k = 0; k < x->q.d; k++)
        for (int l = 0; l < x->v.d; l++)
            if (x->q.free[k] == x->v.free[l] && is_state(b, x->q.free[k]))
                rate[k] = x->q.d + l;
    return rate;
}

/* x (n) without what goes, in place. */
static void squeeze(double *x, int rows, int columns, const bool *no_row, const bool *no_column) {
    int to = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if (!(no_row && no_row[i]) && !(no_column && no_column[j]))
                x[to++] = x[i * columns + j];
}

static int squeeze_names(const char **names, int count, const bool *gone) {
    int to = 0;
    for (int i = 0; i < count; i++)
        if (!gone[i])
            names[to++] = names[i];
    return to;
}

/* s' = rate: the row of s takes what the row of its rate has, and outputs see the rate through it. */
static void replace_rates(linear_system *s, const int *rate) {
    const int n = s->states, inputs = s->inputs;
    for (int k = 0; k < n; k++) {
        if (rate[k] < 0)
            continue;
        const int r = rate[k];
        memcpy(&s->A[k * n], &s->A[r * n], (size_t)n * sizeof *s->A);
        memcpy(&s->B[k * inputs], &s->B[r * inputs], (size_t)inputs * sizeof *s->B);
        for (int y = 0; y < s->outputs; y++) {
            const double slope = s->C[y * n + r];
            for (int j = 0; j < n; j++)
                s->C[y * n + j] += j == r ? 0 : slope * s->A[r * n + j];
            for (int j = 0; j < inputs; j++)
                s->D[y * inputs + j] += slope * s->B[r * inputs + j];
        }
    }
}

void analysis_states_reduce(const balance *b, small_motion *x, linear_system *s, arena *a) {
    const int n = s->states, inputs = s->inputs;
    const int *rate = find_rates(b, x, n, b->a);
    bool *gone = ARENA_ARRAY(b->a, bool, n + 1), *no_force = ARENA_ARRAY(b->a, bool, inputs + 1), any = false;
    bool *drop = ARENA_ARRAY(b->a, bool, x->n + 1);
    for (int k = 0; k < n; k++)
        if (rate[k] >= 0)
            any = gone[rate[k]] = true;
    if (!any)
        return;
    for (int i = 0; i < x->n; i++)
        drop[i] = no_force[i] = is_state(b, i);
    replace_rates(s, rate);
    squeeze(s->A, n, n, gone, gone);
    squeeze(s->B, n, inputs, gone, no_force);
    squeeze(s->C, s->outputs, n, NULL, gone);
    squeeze(s->D, s->outputs, inputs, NULL, no_force);
    s->states = squeeze_names(s->state_names, n, gone);
    s->inputs = squeeze_names(s->input_names, inputs, no_force);
    x->v = analysis_tangent_without(&x->v, drop, a);
    x->mixed = true;
}
