/* Periodic motions over a parameter or their energy as members of a JSON object. */
#include "out/values/family.h"
#include "out/json/json.h"
#include "out/json/sections.h"

void out_family_add_json(const out_linear *l, strbuf *s) {
    const linear_family *f = l->family;
    const out_axis axis = out_family_axis(f, s->memory);
    bool first = true;
    base_strbuf_add(s, ",\n  ");
    out_json_text(s, "parameter", axis.name, &first);
    out_json_text(s, "unit", axis.unit, &first);
    base_strbuf_add(s, ",\n  \"motions\": [");
    for (size_t i = 0; i < f->count; i++) {
        bool member = true;
        base_strbuf_add(s, i ? ",\n    {" : "\n    {");
        out_json_number(s, "value", out_family_seen(&axis, f->values[i]), &member);
        out_periodic_members_add_json(&f->at[i], s, &member);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "],\n  \"critical\": [");
    for (size_t k = 0; k < f->critical_count; k++) {
        bool member = true;
        base_strbuf_add(s, k ? ", {" : "{");
        out_json_text(s, "kind", out_family_kind(f->criticals[k].kind), &member);
        out_json_number(s, "value", out_family_seen(&axis, f->criticals[k].value), &member);
        out_json_text(s, "unstable", f->criticals[k].below ? "below" : "above", &member);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "]");
}
