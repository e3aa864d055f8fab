/* The test of Hamilton's principle as a member of a run's JSON object. */
#include "out/json/json.h"
#include "out/json/sections.h"

static void add_numbers(const char *key, const double *x, int count, strbuf *s, bool *first) {
    out_json_key(s, key, first);
    for (int i = 0; i < count; i++) {
        base_strbuf_add(s, i ? ", " : "[");
        base_strbuf_add_number(s, x[i]);
    }
    base_strbuf_add(s, "]");
}

static void add_flag(const char *key, bool value, strbuf *s, bool *first) {
    out_json_key(s, key, first);
    base_strbuf_add(s, value ? "true" : "false");
}

static void add_directions(const sim_action *r, strbuf *s, bool *first) {
    out_json_key(s, "directions", first);
    for (int k = 0; k < ACTION_DIRECTIONS; k++) {
        bool begin = true;
        base_strbuf_add(s, k ? ", {" : "[{");
        out_json_number(s, "first", r->at[k].first, &begin);
        add_numbers("change", r->at[k].change, ACTION_SIZES, s, &begin);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "]");
}

void out_action_add_json(const out_run *run, strbuf *s) {
    static const char *const kinds[] = {
        [ACTION_SADDLE] = "saddle", [ACTION_MINIMUM] = "minimum", [ACTION_MAXIMUM] = "maximum"};
    const sim_action *r = run->action;
    bool first = true;
    if (!r)
        return;
    base_strbuf_add(s, ",\n  \"action\": {");
    if (r->trouble)
        out_json_text(s, "trouble", r->trouble, &first);
    else {
        out_json_number(s, "from", r->from, &first);
        out_json_number(s, "to", r->to, &first);
        out_json_number(s, "value", r->value, &first);
        out_json_number(s, "first_variation", r->worst, &first);
        out_json_text(s, "kind", kinds[r->kind], &first);
        add_flag("work_added", r->works, s, &first);
        add_flag("constrained", r->constrained, s, &first);
        add_flag("nonholonomic", r->nonholonomic, s, &first);
        add_numbers("eps", r->sizes, ACTION_SIZES, s, &first);
        add_directions(r, s, &first);
    }
    base_strbuf_add(s, "}");
}
