/* The page of a model's equations: their derivation, small motions, equilibria, and the machine as it moves. */
#include <string.h>

#include "out/json/json.h"
#include "out/notebook/writers.h"
#include "out/report/viewer_page.h"
#include "out/report/writers.h"
#include "out/words/formula.h"

static const char machine_place[] = "id=\"lagrangia-data\">", words_place[] = "id=\"lagrangia-notebook\">";
/* More would make the page slow to open. */
static const size_t longest = 1000000;

bool out_notebook_is_page(const char *page) {
    const char *first = strstr(page, machine_place);
    return first && strstr(first, words_place);
}

static const char *sections_of(const derive_page *p, arena *a) {
    strbuf text = base_strbuf_make(a);
    out_derive_add_sections(p, &text);
    return text.len <= longest ? base_strbuf_text(&text)
                               : "<p>These equations are too long for a page: <code>lagrangia derive</code> prints "
                                 "them.</p>";
}

/* The values that were given, and the parameters that are whole numbers. */
static void add_values(const out_notebook *n, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, ", \"values\": {");
    for (size_t i = 0; i < n->override_count; i++)
        out_json_text(s, n->overrides[i].name, n->overrides[i].value, &first);
    base_strbuf_add(s, "}, \"whole\": [");
    first = true;
    for (size_t i = 0; i < n->m->param_count; i++)
        if (n->m->params[i].structural) {
            base_strbuf_add(s, first ? "" : ", ");
            base_strbuf_add_json_string(s, n->m->params[i].name);
            first = false;
        }
    base_strbuf_add(s, "]");
}

/* What the derivation has shown already is not shown again. */
static derive_page without_known(const derive_page *p, arena *a) {
    static const char *const same[] = {"coordinates", "energies"};
    derive_page rest = *p;
    rest.sections.at = ARENA_ARRAY(a, page_section, p->sections.len + 1);
    rest.sections.len = 0;
    for (size_t i = 0; i < p->sections.len; i++) {
        bool is_known = false;
        for (size_t k = 0; k < sizeof same / sizeof *same; k++)
            is_known = is_known || strcmp(p->sections.at[i].key, same[k]) == 0;
        if (!is_known)
            rest.sections.at[rest.sections.len++] = p->sections.at[i];
    }
    return rest;
}

static const char *linear_of(const out_notebook *n, arena *a) {
    if (!n->linear)
        return "";
    const derive_page rest = without_known(n->linear, a);
    return sections_of(&rest, a);
}

static void add_words(const out_notebook *n, strbuf *s) {
    const char *title = n->m->title && *n->m->title ? n->m->title : n->m->name ? n->m->name : "";
    bool first = true;
    base_strbuf_add(s, "{");
    out_json_text(s, "lagrangia", n->about.version, &first);
    out_json_text(s, "title", title, &first);
    out_json_text(s, "mode", n->derivation->mode, &first);
    out_json_text(s, "derivation", sections_of(n->derivation, s->memory), &first);
    out_json_text(s, "linear", linear_of(n, s->memory), &first);
    out_json_text(s, "no_linear", n->no_linear ? n->no_linear : "", &first);
    out_json_key(s, "analysis", &first);
    base_strbuf_add(s, n->analysis ? n->analysis : "null");
    add_values(n, s);
    base_strbuf_add(s, "}");
}

void out_notebook_write(const out_notebook *n, out_stream *out) {
    strbuf words = base_strbuf_make(out->text.memory);
    const char *rest = out_report_pass_place(n->page ? n->page : out_notebook_page, machine_place, &out->text);
    if (!rest)
        return;
    if (!n->run || !out_run_add_data(n->run, &out->text))
        base_strbuf_add(&out->text, "{}");
    rest = out_report_pass_place(rest, words_place, &out->text);
    add_words(n, &words);
    out_report_pack_words(&words, &out->text);
    base_strbuf_add(&out->text, rest);
}
