/* The number of digits that agree, as a member of a run's JSON object. */
#include "out/values/verify.h"
#include "out/json/json.h"
#include "out/json/sections.h"

static void add_digits(const char *key, int digits, strbuf *s, bool *first) {
    if (digits >= 0) {
        out_json_count(s, key, digits, first);
        return;
    }
    out_json_key(s, key, first);
    base_strbuf_add(s, "null");
}

/* {"x": 9, "y": null}; what has no value is left out. */
static void add_group(const char *key, const verify_list *list, strbuf *s) {
    bool first = false, first_entry = true;
    out_json_key(s, key, &first);
    base_strbuf_add(s, "{");
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].digits != DIGITS_NO_VALUE)
            add_digits(list->at[i].name, list->at[i].digits, s, &first_entry);
    base_strbuf_add(s, "}");
}

static void add_events(const verify_list *list, strbuf *s) {
    bool first = false;
    out_json_key(s, "events", &first);
    base_strbuf_add(s, "[");
    for (size_t i = 0; i < list->count; i++) {
        bool first_member = true;
        base_strbuf_add(s, i ? ", {" : "{");
        out_json_text(s, "name", list->at[i].name, &first_member);
        add_digits("digits", list->at[i].digits, s, &first_member);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "]");
}

static void add_comparison(const out_run *run, strbuf *s) {
    verification v = out_verify_compare(run, s->memory);
    bool first = false;
    add_group("final", &v.final, s);
    add_events(&v.events, s);
    add_group("report", &v.reports, s);
    if (v.difference)
        out_json_text(s, "difference", v.difference, &first);
    add_digits("least", v.worst ? v.least : DIGITS_ZERO, s, &first);
}

void out_verify_add_json(const out_run *run, strbuf *s) {
    const sim_result *second = run->second;
    bool first = true;
    if (!second)
        return;
    base_strbuf_add(s, ",\n  \"verify\": {");
    out_json_number(s, "tolerance", run->second_tolerance, &first);
    if (second->failure) {
        out_json_key(s, "error", &first);
        diag_render_json(run->findings, second->failure, s);
    } else if (second->end == SIM_INTERRUPTED) {
        out_json_key(s, "interrupted", &first);
        base_strbuf_add(s, "true");
    } else
        add_comparison(run, s);
    base_strbuf_add(s, "}");
}
