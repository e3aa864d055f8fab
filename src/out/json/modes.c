/* Modes and the matrices of a linear system, as members of larger objects. */
#include <math.h>

#include "out/json/json.h"
#include "out/json/sections.h"

static const double real_shape = 1e-9; /* imaginary parts below are rounding: the mode is written with numbers */

static bool has_real_shape(const linear_mode *mode, int n) {
    for (int i = 0; i < n; i++)
        if (fabs(mode->shape_im[i]) > real_shape)
            return false;
    return true;
}

static void add_shape(const char *const *names, int n, const linear_mode *mode, strbuf *s, bool *first) {
    bool real = has_real_shape(mode, n), first_value = true;
    out_json_key(s, "shape", first);
    base_strbuf_add(s, "{");
    for (int i = 0; i < n; i++) {
        out_json_key(s, names[i], &first_value);
        base_strbuf_add(s, real ? "" : "[");
        base_strbuf_add_number(s, mode->shape_re[i]);
        if (real)
            continue;
        base_strbuf_add(s, ", ");
        base_strbuf_add_number(s, mode->shape_im[i]);
        base_strbuf_add(s, "]");
    }
    base_strbuf_add(s, "}");
}

void out_modes_add_json(const char *const *names, int n, const linear_mode *modes, size_t count, strbuf *s) {
    base_strbuf_add(s, ",\n     \"modes\": [");
    for (size_t i = 0; i < count; i++) {
        const linear_mode *mode = &modes[i];
        bool first = true;
        base_strbuf_add(s, i ? ",\n       {" : "\n       {");
        out_json_number(s, "re", mode->re, &first);
        out_json_number(s, "im", mode->im, &first);
        out_json_number(s, "frequency", mode->frequency, &first);
        if (mode->im > 0 && mode->re != 0)
            out_json_number(s, "damped", mode->im / (2 * acos(-1.0)), &first);
        out_json_number(s, "damping", mode->damping, &first);
        add_shape(names, n, mode, s, &first);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "]");
}

void out_matrix_add_json(const char *key, const double *x, int rows, int columns, strbuf *s) {
    base_strbuf_printf(s, ",\n       \"%s\": [", key);
    for (int k = 0; k < rows; k++) {
        base_strbuf_add(s, k ? ", [" : "[");
        for (int i = 0; i < columns; i++) {
            base_strbuf_add(s, i ? ", " : "");
            base_strbuf_add_number(s, x[k * columns + i]);
        }
        base_strbuf_add(s, "]");
    }
    base_strbuf_add(s, "]");
}

void out_system_add_json(const linear_system *l, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, ",\n     \"state_space\": {");
    out_json_texts(s, "states", l->state_names, (size_t)l->states, &first);
    out_json_texts(s, "inputs", l->input_names, (size_t)l->inputs, &first);
    out_json_texts(s, "outputs", l->output_names, (size_t)l->outputs, &first);
    out_matrix_add_json("A", l->A, l->states, l->states, s);
    out_matrix_add_json("B", l->B, l->states, l->inputs, s);
    out_matrix_add_json("C", l->C, l->outputs, l->states, s);
    out_matrix_add_json("D", l->D, l->outputs, l->inputs, s);
    base_strbuf_add(s, "}");
}
