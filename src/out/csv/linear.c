/* The matrices of a linear system as blocks of csv; over a parameter, a row of eigenvalues for each value. */
#include <math.h>
#include <string.h>

#include "out/csv/csv.h"
#include "out/csv/writers.h"
#include "out/values/family.h"

static void write_about(const linear_about *x, strbuf *s) {
    const char *const *c = x->coord_names;
    if (x->trouble)
        return;
    out_csv_matrix(1, "M", x->M, c, x->n, c, x->n, s);
    out_csv_matrix(1, "C of x'", x->C, c, x->n, c, x->n, s);
    out_csv_matrix(1, "K", x->K, c, x->n, c, x->n, s);
    out_csv_matrix(1, "B of forces", x->B, c, x->n, x->system.input_names, x->k, s);
    out_csv_matrix(1, "constraints of x'", x->A, x->row_names, x->m, c, x->n, s);
    out_csv_matrix(1, "constraints of x", x->R, x->row_names, x->m, c, x->n, s);
    out_csv_system(&x->system, 1, s);
}

static void write_study(const out_linear *l, strbuf *s) {
    const linear_study *y = l->study;
    out_csv_field(s, l->m->params[y->param].name);
    base_strbuf_add(s, ",growth");
    for (size_t k = 0; k < y->track_count; k++)
        base_strbuf_printf(s, ",re %zu,im %zu", k + 1, k + 1);
    base_strbuf_add(s, "\n");
    for (size_t i = 0; i < y->count; i++) {
        out_csv_value(s, y->values[i]);
        base_strbuf_add(s, ",");
        out_csv_value(s, y->growth[i]);
        for (size_t k = 0; k < y->track_count; k++) {
            base_strbuf_add(s, ",");
            out_csv_value(s, y->tracks[k].re[i]);
            base_strbuf_add(s, ",");
            out_csv_value(s, y->tracks[k].im[i]);
        }
        base_strbuf_add(s, "\n");
    }
}

/* A row for each point, branch by branch. */
static void write_branches(const out_linear *l, strbuf *s) {
    const linear_branches *b = l->branches;
    base_strbuf_add(s, "branch,");
    out_csv_field(s, l->m->params[b->param].name);
    for (int i = 0; i < b->n; i++) {
        base_strbuf_add(s, ",");
        out_csv_field(s, b->coord_names[i]);
    }
    base_strbuf_add(s, ",growth\n");
    for (size_t k = 0; k < b->count; k++)
        for (size_t i = 0; i < b->at[k].count; i++) {
            base_strbuf_printf(s, "%zu,", k + 1);
            out_csv_value(s, b->at[k].values[i]);
            for (int j = 0; j < b->n; j++) {
                base_strbuf_add(s, ",");
                out_csv_value(s, b->at[k].q[i * (size_t)b->n + (size_t)j]);
            }
            base_strbuf_add(s, ",");
            out_csv_value(s, b->at[k].growth[i]);
            base_strbuf_add(s, "\n");
        }
}

static void write_response(const linear_response *r, strbuf *s) {
    base_strbuf_add(s, "w,gain,phase,re,im\n");
    for (size_t i = 0; i < r->count; i++) {
        const double row[] = {r->w[i], r->gain[i], r->phase[i], r->re[i], r->im[i]};
        for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
            base_strbuf_add(s, k ? "," : "");
            out_csv_value(s, row[k]);
        }
        base_strbuf_add(s, "\n");
    }
}

static void write_multipliers(const linear_periodic *x, strbuf *s) {
    base_strbuf_add(s, "re,im\n");
    for (int k = 0; k < x->count && x->has_multipliers; k++) {
        out_csv_value(s, x->re[k]);
        base_strbuf_add(s, ",");
        out_csv_value(s, x->im[k]);
        base_strbuf_add(s, "\n");
    }
}

/* A row for each value, without a period where there is no motion. */
static void write_family(const linear_family *f, strbuf *s) {
    const out_axis axis = out_family_axis(f, s->memory);
    const linear_periodic *named = f->at;
    while (named < f->at + f->count - 1 && named->trouble)
        named++;
    out_csv_field(s, axis.name);
    base_strbuf_add(s, ",period,growth");
    for (int i = 0; i < named->n; i++) {
        base_strbuf_add(s, ",");
        out_csv_field(s, base_arena_printf(s->memory, "least %s", named->coord_names[i]));
        base_strbuf_add(s, ",");
        out_csv_field(s, base_arena_printf(s->memory, "greatest %s", named->coord_names[i]));
    }
    base_strbuf_add(s, "\n");
    for (size_t k = 0; k < f->count; k++) {
        const linear_periodic *x = &f->at[k];
        out_csv_value(s, out_family_seen(&axis, f->values[k]));
        base_strbuf_add(s, ",");
        out_csv_value(s, x->trouble ? NAN : x->period);
        base_strbuf_add(s, ",");
        out_csv_value(s, x->growth);
        for (int i = 0; i < named->n; i++) {
            base_strbuf_add(s, ",");
            out_csv_value(s, i < x->n ? x->low[i] : NAN);
            base_strbuf_add(s, ",");
            out_csv_value(s, i < x->n ? x->high[i] : NAN);
        }
        base_strbuf_add(s, "\n");
    }
}

static bool same_states(const linear_system *x, const linear_system *y) {
    bool same = x->states == y->states;
    for (int i = 0; i < x->states && same; i++)
        same = strcmp(x->state_names[i], y->state_names[i]) == 0;
    return same;
}

/* "A(x', x)": how the rate of the first depends on the second. */
static void write_names(const linear_system *x, strbuf *s) {
    base_strbuf_add(s, "t");
    for (int i = 0; i < x->states * x->states; i++) {
        base_strbuf_add(s, ",");
        out_csv_field(
            s, base_arena_printf(s->memory, "A(%s, %s)", x->state_names[i / x->states], x->state_names[i % x->states]));
    }
    base_strbuf_add(s, "\n");
}

/* The first instant that is reached; NULL: none. */
static const linear_system *find_reached(const linear_along *y) {
    for (size_t k = 0; k < y->count; k++)
        if (!y->at[k].trouble)
            return &y->at[k].system;
    return NULL;
}

/* A row of the state matrix for each instant, by rows, empty where the run does not come; where states become others,
   another block. */
static void write_along(const linear_along *y, strbuf *s) {
    static const linear_system nothing = {0};
    const linear_system *reached = find_reached(y), *last = reached ? reached : &nothing;
    write_names(last, s);
    for (size_t k = 0; k < y->count; k++) {
        const linear_system *x = y->at[k].trouble ? last : &y->at[k].system;
        if (!same_states(x, last)) {
            base_strbuf_add(s, "\n");
            write_names(x, s);
        }
        last = x;
        out_csv_value(s, y->t[k]);
        for (int i = 0; i < x->states * x->states; i++) {
            base_strbuf_add(s, ",");
            out_csv_value(s, y->at[k].trouble ? NAN : x->A[i]);
        }
        base_strbuf_add(s, "\n");
    }
}

void out_linear_write_csv(const out_linear *l, out_stream *out) {
    if (l->response)
        write_response(l->response, &out->text);
    else if (l->study)
        write_study(l, &out->text);
    else if (l->branches)
        write_branches(l, &out->text);
    else if (l->periodic)
        write_multipliers(l->periodic, &out->text);
    else if (l->family)
        write_family(l->family, &out->text);
    else if (l->along)
        write_along(l->along, &out->text);
    else if (l->about)
        write_about(l->about, &out->text);
}
