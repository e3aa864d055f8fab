/* The numbers of parameters, as a member of larger objects. */
#include <math.h>

#include "out/json/json.h"
#include "out/json/sections.h"
#include "out/values/quantity.h"

void out_parameters_add_json(const model *m, strbuf *s) {
    base_strbuf_add(s, ",\n  \"parameters\": [");
    for (size_t i = 0; i < m->param_count; i++) {
        const model_param *p = &m->params[i];
        bool first = true;
        base_strbuf_add(s, i ? ",\n    {" : "\n    {");
        out_json_text(s, "name", p->name, &first);
        out_json_number(s, "value", model_lacks_number(p) ? NAN : model_value_of(m, p), &first);
        out_json_text(s, "unit", out_quantity_unit(m, p->dim, s->memory), &first);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, m->param_count ? "\n  ]" : "]");
}
