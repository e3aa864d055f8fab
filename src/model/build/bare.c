/* Parameters without numbers: which they are, and what is said where their numbers are needed. */
#include "base/strbuf.h"
#include "diag/codes.h"
#include "model/model.h"

bool model_lacks_number(const model_param *p) {
    return p->bare && !p->given && !p->found;
}

static bool is_given(const int *given, size_t count, size_t param) {
    for (size_t i = 0; i < count; i++)
        if (given[i] == (int)param)
            return true;
    return false;
}

/* Indices of those that lack one. */
static size_t list_bare(const model *m, const int *given, size_t count, size_t *out) {
    size_t found = 0;
    for (size_t i = 0; i < m->param_count; i++)
        if (model_lacks_number(&m->params[i]) && !is_given(given, count, i))
            out[found++] = i;
    return found;
}

static const char *names_of(const model *m, const size_t *list, size_t count, const char *quote, arena *a) {
    strbuf s = base_strbuf_make(a);
    for (size_t i = 0; i < count; i++)
        base_strbuf_printf(&s, "%s%s%s%s",
                           i == 0           ? ""
                           : i + 1 == count ? " and "
                                            : ", ",
                           quote, m->params[list[i]].name, quote);
    return base_strbuf_text(&s);
}

const char *model_list_without_numbers(const model *m, arena *a) {
    size_t *list = ARENA_ARRAY(a, size_t, m->param_count + 1);
    const size_t count = list_bare(m, NULL, 0, list);
    return count ? names_of(m, list, count, "", a) : NULL;
}

bool model_need_numbers(const model *m, diag *findings, const int *given, size_t count) {
    arena *a = base_arena_create();
    size_t *list = ARENA_ARRAY(a, size_t, m->param_count + 1);
    const size_t bare = list_bare(m, given, count, list);
    if (bare) {
        const model_param *first = &m->params[list[0]];
        finding *f = diag_add(findings, DIAG_E0418, first->at, "the parameter%s %s %s no number%s", bare > 1 ? "s" : "",
                              names_of(m, list, bare, "'", a), bare > 1 ? "have" : "has", bare > 1 ? "s" : "");
        for (size_t i = 1; i < bare; i++)
            diag_label_at(findings, f, m->params[list[i]].at, "nor this one");
        diag_help(findings, f, "give %s: --set %s=..., or write 'param %s = ...'", bare > 1 ? "each one" : "it one",
                  first->name, first->name);
    }
    base_arena_destroy(a);
    return bare == 0;
}
