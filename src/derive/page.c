/* Building a page. */
#include "derive/page.h"

#include <string.h>

#include "base/check.h"
#include "expr/walk.h"

bool derive_page_refuse(derive_page *p, span at, const char *why) {
    p->refused = why;
    p->refused_at = at;
    return true;
}

page_section *derive_page_add_section(derive_page *p, const char *key, const char *title, const char *words) {
    vec_push(p->memory, &p->sections, (page_section){.key = key, .title = title, .words = words});
    return &p->sections.at[p->sections.len - 1];
}

page_equation *derive_page_add(derive_page *p, const char *label) {
    page_section *s = &p->sections.at[p->sections.len - 1];
    vec_push(p->memory, &s->equations, (page_equation){.label = label});
    return &s->equations.at[s->equations.len - 1];
}

static void add_side(page_equation *to, page_side side) {
    LGR_ASSERT(to->count < MOST_SIDES);
    to->sides[to->count++] = side;
}

void derive_page_add_symbol(page_equation *to, const char *symbol, const char *index) {
    add_side(to, (page_side){.kind = SIDE_SYMBOL, .symbol = symbol, .by = index});
}

void derive_page_add_partial(page_equation *to, const char *of, const char *by, bool rate) {
    add_side(to, (page_side){.kind = rate ? SIDE_RATE : SIDE_PARTIAL, .symbol = of, .by = by});
}

void derive_page_add_expr(derive_page *p, page_equation *to, expr_id e) {
    expr_id *own = ARENA_NEW(p->memory, expr_id);
    *own = e;
    add_side(to, (page_side){.kind = SIDE_EXPR, .rows = 1, .cols = 1, .e = own});
}

void derive_page_add_terms(page_equation *to, expr_id *terms, int count) {
    add_side(to, (page_side){.kind = SIDE_EXPR, .rows = count, .cols = 1, .e = terms});
}

void derive_page_add_matrix(page_equation *to, expr_id *e, int rows, int cols) {
    add_side(to, (page_side){.kind = SIDE_MATRIX, .rows = rows, .cols = cols, .e = e});
}

/* The section comes forward to `at`, others go back. */
static page_section *bring_forward(derive_page *p, size_t from, size_t at) {
    const page_section s = p->sections.at[from];
    for (; from > at; from--)
        p->sections.at[from] = p->sections.at[from - 1];
    p->sections.at[from] = s;
    return &p->sections.at[from];
}

page_section *derive_page_insert_section(derive_page *p, size_t at, const char *key, const char *title,
                                         const char *words) {
    derive_page_add_section(p, key, title, words);
    return bring_forward(p, p->sections.len - 1, at);
}

page_section *derive_page_definitions(derive_page *p, size_t at) {
    size_t from = 0;
    while (from < p->sections.len && strcmp(p->sections.at[from].key, "definitions") != 0)
        from++;
    if (from == p->sections.len)
        derive_page_add_section(p, "definitions", "Abbreviations", NULL);
    return bring_forward(p, from, at);
}

void derive_page_define(derive_page *p, page_section *s, const char *name, expr_id value) {
    page_equation q = {.label = ""};
    derive_page_add_symbol(&q, name, NULL);
    derive_page_add_expr(p, &q, value);
    vec_push(p->memory, &s->equations, q);
}

bool derive_page_name_is_taken(const model *m, const char *name) {
    for (uint32_t i = 0; i < m->var_count; i++)
        if (m->vars[i].kind != VAR_SEED && strcmp(expr_var_name(m->g, i), name) == 0)
            return true;
    for (size_t i = 0; i < m->definition_count; i++)
        if (strcmp(m->definitions[i].name, name) == 0)
            return true;
    return false;
}

expr_id derive_page_own_var(const model *m, const char *name) {
    for (uint32_t i = (uint32_t)m->var_count; i < expr_var_count(m->g); i++)
        if (strcmp(expr_var_name(m->g, i), name) == 0)
            return expr_var(m->g, i);
    return expr_new_var(m->g, base_arena_copy(m->memory, name, strlen(name)));
}

page_places derive_page_list_places(const derive_page *p, arena *a) {
    VEC(expr_id *) places = {0};
    for (size_t i = 0; i < p->sections.len; i++)
        for (size_t k = 0; k < p->sections.at[i].equations.len; k++) {
            const page_equation *q = &p->sections.at[i].equations.at[k];
            for (int j = 0; j < q->count; j++)
                for (int l = 0; l < q->sides[j].rows * q->sides[j].cols; l++)
                    vec_push(a, &places, &q->sides[j].e[l]);
        }
    return (page_places){places.at, places.len};
}

/* The variables of a section. */
static void mark_section(const derive_page *p, const page_section *s, bool *used) {
    for (size_t k = 0; k < s->equations.len; k++)
        for (int j = 0; j < s->equations.at[k].count; j++) {
            const page_side *side = &s->equations.at[k].sides[j];
            expr_mark_vars(p->m->g, side->e, (size_t)(side->rows * side->cols), used);
        }
}

size_t derive_page_first_with(const derive_page *p, const bool *wanted) {
    size_t first = 0;
    for (bool found = false; first < p->sections.len && !found; first += !found)
        for (size_t k = 0; k < p->sections.at[first].equations.len; k++) {
            const page_equation *q = &p->sections.at[first].equations.at[k];
            for (int j = 0; j < q->count; j++)
                for (int l = 0; l < q->sides[j].rows * q->sides[j].cols; l++)
                    found = found || expr_depends(p->m->g, q->sides[j].e[l], wanted);
        }
    return first;
}

static page_section *find_definitions(derive_page *p) {
    for (size_t i = 0; i < p->sections.len; i++)
        if (strcmp(p->sections.at[i].key, "definitions") == 0)
            return &p->sections.at[i];
    return NULL;
}

/* The last variable of that name: others have had it. */
static uint32_t find_var(const graph *g, const char *name) {
    uint32_t var = expr_var_count(g);
    while (var-- > 0 && strcmp(expr_var_name(g, var), name) != 0) {
    }
    return var;
}

/* uses[k*n + j]: definition k is made of what definition j defines, of n. */
static bool *list_uses(const derive_page *p, const page_section *s, arena *a) {
    const size_t n = s->equations.len;
    bool *uses = ARENA_ARRAY(a, bool, n *n + 1);
    uint32_t *vars = ARENA_ARRAY(a, uint32_t, n + 1);
    for (size_t k = 0; k < n; k++)
        vars[k] = find_var(p->m->g, s->equations.at[k].sides[0].symbol);
    for (size_t k = 0; k < n; k++) {
        bool *used = ARENA_ARRAY(a, bool, expr_var_count(p->m->g) + 1);
        expr_mark_vars(p->m->g, s->equations.at[k].sides[1].e, 1, used);
        for (size_t j = 0; j < n; j++)
            uses[k * n + j] = used[vars[j]];
    }
    return uses;
}

void derive_page_order_definitions(derive_page *p) {
    page_section *s = find_definitions(p);
    if (!s)
        return;
    arena *a = base_arena_create();
    const size_t n = s->equations.len;
    const bool *uses = list_uses(p, s, a);
    bool *done = ARENA_ARRAY(a, bool, n + 1);
    page_equation *ordered = ARENA_ARRAY(a, page_equation, n + 1);
    for (size_t count = 0; count < n; count++) {
        size_t next = 0;
        for (bool ready = false; !ready && next < n; next += !ready) {
            ready = !done[next];
            for (size_t j = 0; ready && j < n; j++)
                ready = done[j] || j == next || !uses[next * n + j];
        }
        LGR_ASSERT(next < n); /* each is made of what was there before it */
        done[next] = true;
        ordered[count] = s->equations.at[next];
    }
    for (size_t k = 0; k < n; k++)
        s->equations.at[k] = ordered[k];
    base_arena_destroy(a);
}

static bool has_lets(const model *m) {
    for (size_t k = 0; k < m->param_count; k++)
        if (m->params[k].is_let)
            return true;
    return false;
}

void derive_page_define_lets(derive_page *p) {
    const model *m = p->m;
    if (!has_lets(m))
        return;
    bool *used = ARENA_ARRAY(p->memory, bool, expr_var_count(m->g) + 1), any = false;
    size_t first = p->sections.len;
    for (size_t i = p->sections.len; i-- > 0;) {
        bool *here = ARENA_ARRAY(p->memory, bool, expr_var_count(m->g) + 1);
        mark_section(p, &p->sections.at[i], here);
        for (size_t k = 0; k < m->param_count; k++)
            if (m->params[k].is_let && here[m->params[k].var]) {
                used[m->params[k].var] = any = true;
                first = i;
            }
    }
    if (!any)
        return;
    page_section *s = derive_page_definitions(p, first);
    for (size_t k = m->param_count; k-- > 0;)
        if (m->params[k].is_let && used[m->params[k].var])
            expr_mark_vars(m->g, &m->params[k].definition, 1, used);
    for (size_t k = 0; k < m->param_count; k++)
        if (m->params[k].is_let && used[m->params[k].var])
            derive_page_define(p, s, m->params[k].name, m->params[k].definition);
}
