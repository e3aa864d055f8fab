/* A periodic motion and its Floquet multipliers as members of a JSON object. */
#include "out/json/json.h"
#include "out/json/sections.h"
#include "out/words/natures.h"

static void add_named(strbuf *s, const char *key, const linear_periodic *x, const double *values, bool rates,
                      bool *first) {
    bool first_value = true;
    out_json_key(s, key, first);
    base_strbuf_add(s, "{");
    for (int i = 0; i < x->n; i++)
        if (!rates || !x->state[i])
            out_json_number(s, x->coord_names[i], values[i], &first_value);
    base_strbuf_add(s, "}");
}

static void add_multipliers(const linear_periodic *x, strbuf *s, bool *first) {
    out_json_key(s, "multipliers", first);
    base_strbuf_add(s, "[");
    for (int k = 0; k < x->count && x->has_multipliers; k++) {
        base_strbuf_add(s, k ? ", [" : "[");
        base_strbuf_add_number(s, x->re[k]);
        base_strbuf_add(s, ", ");
        base_strbuf_add_number(s, x->im[k]);
        base_strbuf_add(s, "]");
    }
    base_strbuf_add(s, "]");
}

void out_periodic_members_add_json(const linear_periodic *x, strbuf *s, bool *first) {
    if (x->trouble) {
        out_json_text(s, "trouble", x->trouble, first);
        return;
    }
    out_json_number(s, "t", x->t, first);
    out_json_number(s, "period", x->period, first);
    out_json_key(s, "driven", first);
    base_strbuf_add(s, x->driven ? "true" : "false");
    out_json_count(s, "events", (long)x->events, first);
    add_named(s, "q", x, x->q, false, first);
    add_named(s, "v", x, x->v, true, first);
    add_named(s, "shift", x, x->shift, true, first);
    add_named(s, "least", x, x->low, false, first);
    add_named(s, "greatest", x, x->high, false, first);
    out_json_number(s, "energy", x->energy, first);
    out_json_number(s, "open", x->open, first);
    out_json_text(s, "stability", x->has_multipliers ? out_stability_name(x->stability) : "undecided", first);
    out_json_number(s, "growth", x->growth, first);
    add_multipliers(x, s, first);
}

void out_periodic_add_json(const out_linear *l, strbuf *s) {
    base_strbuf_add(s, ",\n  \"periodic\": {");
    out_periodic_members_add_json(l->periodic, s, &(bool){true});
    base_strbuf_add(s, "}");
}
