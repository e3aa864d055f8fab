/* The frequency response of a linear system, C (i w - A)^-1 B + D, from one input to one output. */
#include <math.h>
#include <string.h>

#include "linear/linear.h"
#include "num/dense.h"

enum { SPACED = 400 };
static const double beyond = 30; /* how far the frequencies go beyond the slowest and the fastest eigenvalue */

/* Where a name stands in a list; -1 if it does not. */
static int find(const char *const *names, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static const char *trimmed(const char *begin, const char *end, arena *a) {
    while (begin < end && *begin == ' ')
        begin++;
    while (end > begin && end[-1] == ' ')
        end--;
    return base_arena_copy(a, begin, (size_t)(end - begin));
}

static const char *listed(const char *const *names, int count, arena *a) {
    const char *text = "";
    for (int i = 0; i < count; i++)
        text = base_arena_printf(a, "%s%s%s", text, i ? ", " : "", names[i]);
    return text;
}

/* The row of the output, or of the state, of that name. */
static bool read_names(const linear_about *x, const char *text, linear_response *out, arena *a) {
    const linear_system *s = &x->system;
    const char *arrow = strstr(text, "->");
    if (!arrow) {
        out->trouble = base_arena_printf(a, "'%s' is no response: write INPUT -> OUTPUT", text);
        return false;
    }
    out->from = trimmed(text, arrow, a);
    out->to = trimmed(arrow + 2, arrow + strlen(arrow), a);
    out->input = find(s->input_names, s->inputs, out->from);
    out->output = find(s->output_names, s->outputs, out->to);
    out->state = out->output < 0 ? find(s->state_names, s->states, out->to) : -1;
    if (out->input < 0)
        out->trouble = base_arena_printf(a, "there is no input '%s' (there are: %s)", out->from,
                                         listed(s->input_names, s->inputs, a));
    else if (out->output < 0 && out->state < 0)
        out->trouble = base_arena_printf(a, "there is no output or state '%s' (there are: %s%s%s)", out->to,
                                         listed(s->output_names, s->outputs, a), s->outputs ? ", " : "",
                                         listed(s->state_names, s->states, a));
    return !out->trouble;
}

/* (i w - A) z = B as twice as many real equations; y = C z + D. */
static void respond(const linear_about *x, const linear_response *r, double w, double *re, double *im, arena *a) {
    const linear_system *s = &x->system;
    const int n = s->states, size = 2 * n;
    double *A = ARENA_ARRAY(a, double, size *size + 1), *b = ARENA_ARRAY(a, double, size + 1);
    double *z = ARENA_ARRAY(a, double, size + 1);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            A[i * size + j] = A[(n + i) * size + n + j] = -s->A[i * n + j];
        A[i * size + n + i] = -w;
        A[(n + i) * size + i] = w;
        b[i] = s->B[i * s->inputs + r->input];
    }
    num_cod f;
    num_cod_factor(&f, A, size, size, 1e-15, ARENA_ARRAY(a, int, size + 1),
                   ARENA_ARRAY(a, double, num_cod_doubles(size, size) + 1));
    num_cod_solve(&f, b, z);
    *re = r->state >= 0 ? z[r->state] : s->D[r->output * s->inputs + r->input];
    *im = r->state >= 0 ? z[n + r->state] : 0;
    for (int j = 0; j < n && r->state < 0; j++) {
        *re += s->C[r->output * n + j] * z[j];
        *im += s->C[r->output * n + j] * z[n + j];
    }
}

/* From below the slowest eigenvalue to beyond the fastest, evenly by the logarithm, and those of the modes. */
static void choose_frequencies(const linear_about *x, linear_response *r, arena *a) {
    double low = INFINITY, high = 0;
    for (size_t k = 0; k < x->mode_count; k++) {
        const double size = hypot(x->modes[k].re, x->modes[k].im);
        low = size > 0 ? fmin(low, size) : low;
        high = fmax(high, size);
    }
    low = high > 0 ? low / beyond : 1 / beyond;
    high = high > 0 ? high * beyond : beyond;
    r->w = ARENA_ARRAY(a, double, SPACED + x->mode_count + 1);
    for (int i = 0; i < SPACED; i++)
        r->w[r->count++] = low * pow(high / low, i / (SPACED - 1.0));
    for (size_t k = 0; k < x->mode_count; k++) {
        size_t at = r->count;
        const double w = x->modes[k].im;
        if (!(w > 0))
            continue;
        for (; at > 0 && r->w[at - 1] > w; at--)
            r->w[at] = r->w[at - 1];
        r->w[at] = w;
        r->count++;
    }
}

/* The same phase, near the one before. Without damping it changes by half a turn at once: then about a quarter of a
   turn behind, where phases of resonances and of what lies between them are. */
static double unwrapped(double before, double phase) {
    const double half = acos(-1.0), step = remainder(phase - before, 2 * half);
    if (fabs(fabs(step) - half) > 1e-6)
        return before + step;
    return before + half / 2 > 0 ? before - half : before + half;
}

linear_response linear_respond(const linear_about *x, const char *text, arena *a) {
    linear_response r = {.count = 0};
    if (!read_names(x, text, &r, a))
        return r;
    choose_frequencies(x, &r, a);
    double **const all[] = {&r.re, &r.im, &r.gain, &r.phase};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        *all[k] = ARENA_ARRAY(a, double, r.count + 1);
    arena *scratch = base_arena_create();
    for (size_t i = 0; i < r.count; i++) {
        arena_mark mark = base_arena_get_mark(scratch);
        respond(x, &r, r.w[i], &r.re[i], &r.im[i], scratch);
        base_arena_release(scratch, mark);
        r.gain[i] = hypot(r.re[i], r.im[i]);
        r.phase[i] = atan2(r.im[i], r.re[i]);
        if (i)
            r.phase[i] = unwrapped(r.phase[i - 1], r.phase[i]);
    }
    base_arena_destroy(scratch);
    return r;
}
