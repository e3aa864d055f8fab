/* Parameters without numbers and functions without formulas: which they are, and what is said where they are needed. */
#include "base/strbuf.h"
#include "diag/codes.h"
#include "model/model.h"

/* A list of names, and where each is declared. */
typedef struct lacking {
    const char **names;
    span *at;
    size_t count;
} lacking;

bool model_lacks_number(const model_param *p) {
    return p->bare && !p->given && !p->found;
}

static bool is_given(const int *given, size_t count, size_t param) {
    for (size_t i = 0; i < count; i++)
        if (given[i] == (int)param)
            return true;
    return false;
}

static lacking begin(size_t room, arena *a) {
    return (lacking){ARENA_ARRAY(a, const char *, room + 1), ARENA_ARRAY(a, span, room + 1), 0};
}

static void take(lacking *l, const char *name, span at) {
    l->names[l->count] = name;
    l->at[l->count++] = at;
}

static lacking without_numbers(const model *m, const int *given, size_t count, arena *a) {
    lacking l = begin(m->param_count, a);
    for (size_t i = 0; i < m->param_count; i++)
        if (model_lacks_number(&m->params[i]) && !is_given(given, count, i))
            take(&l, m->params[i].name, m->params[i].at);
    return l;
}

static lacking without_formulas(const model *m, arena *a) {
    lacking l = begin(m->unknown_count, a);
    for (size_t i = 0; i < m->unknown_count; i++)
        take(&l, m->unknowns[i].name, m->unknowns[i].at);
    return l;
}

static const char *names_of(const lacking *l, const char *quote, arena *a) {
    strbuf s = base_strbuf_make(a);
    for (size_t i = 0; i < l->count; i++)
        base_strbuf_printf(&s, "%s%s%s%s", i == 0 ? "" : i + 1 == l->count ? " and " : ", ", quote, l->names[i], quote);
    return base_strbuf_text(&s);
}

const char *model_list_without_numbers(const model *m, arena *a) {
    const lacking l = without_numbers(m, NULL, 0, a);
    return l.count ? names_of(&l, "", a) : NULL;
}

const char *model_list_without_formulas(const model *m, arena *a) {
    const lacking l = without_formulas(m, a);
    return l.count ? names_of(&l, "", a) : NULL;
}

static finding *refuse(diag *findings, const lacking *l, const char *noun, const char *what, arena *a) {
    const char *ending = l->count > 1 ? "s" : "";
    finding *f = diag_add(findings, DIAG_E0418, l->at[0], "the %s%s %s %s no %s%s", noun, ending, names_of(l, "'", a),
                          l->count > 1 ? "have" : "has", what, ending);
    for (size_t i = 1; i < l->count; i++)
        diag_label_at(findings, f, l->at[i], "nor this one");
    return f;
}

bool model_need_numbers(const model *m, diag *findings, const int *given, size_t count) {
    bool all = m->unknown_count == 0;
    for (size_t i = 0; i < m->param_count; i++)
        all = all && (!model_lacks_number(&m->params[i]) || is_given(given, count, i));
    if (all) /* before each run of a sweep */
        return true;
    arena *a = base_arena_create();
    const lacking numbers = without_numbers(m, given, count, a), formulas = without_formulas(m, a);
    if (numbers.count) {
        finding *f = refuse(findings, &numbers, "parameter", "number", a);
        diag_help(findings, f, "give %s: --set %s=..., or write 'param %s = ...'",
                  numbers.count > 1 ? "each one" : "it one", numbers.names[0], numbers.names[0]);
    }
    if (formulas.count) {
        finding *f = refuse(findings, &formulas, "function", "formula", a);
        diag_help(findings, f, "write 'let %s(x) = ...', or a table", formulas.names[0]);
    }
    base_arena_destroy(a);
    return false;
}
