/* table("file.csv", x): a function of one or two variables given by points, interpolated by a monotone cubic, a spline
   (`smooth`) or linearly (`linear`). */
#include <string.h>

#include "base/files.h"
#include "expr/walk.h"
#include "model/functions/table_file.h"
#include "model/names/names.h"

static expr_id interval_of(graph *g, const expr_table *axis, expr_id x) {
    expr_id leaf = expr_table_leaf(g, axis);
    return expr_binary(g, EXPR_INTERVAL, leaf, x);
}

static expr_id curve_at(graph *g, const expr_table *curve, expr_id x, expr_id interval) {
    expr_id leaf = expr_table_leaf(g, curve);
    return expr_make(g, EXPR_CURVE, leaf, x, interval);
}

/* At (x, y) of a grid, with the first of its curves. */
static expr_id at_place(graph *g, const table_file *t, expr_id x, expr_id y, expr_id *first) {
    expr_id column = interval_of(g, t->axis, x), row = interval_of(g, t->beside, y);
    expr_id v = curve_at(g, t->beside, y, row);
    expr_id rows = expr_mul(g, expr_int(g, (int64_t)t->points + 1), row), cell = expr_add(g, rows, column);
    expr_id sum = expr_int(g, 0);
    for (int n = t->powers - 1; n >= 0; n--) {
        *first = curve_at(g, t->curve[n], x, cell);
        expr_id product = expr_mul(g, v, sum);
        sum = expr_add(g, product, *first);
    }
    return sum;
}

/* What follows the file and the arguments. */
static const struct {
    const char *word;
    int way;
} ways[] = {{"smooth", TABLE_SMOOTH}, {"linear", TABLE_LINEAR}, {"periodic", -1}};

/* -1: it is no such word. */
static int find_way(const char *name) {
    int k = (int)(sizeof ways / sizeof *ways) - 1;
    while (k >= 0 && strcmp(ways[k].word, name) != 0)
        k--;
    return k;
}

static bool refuse_word(builder *b, const syn_expr *e, const char *what) {
    finding *f = diag_add(b->m->findings, DIAG_E0104, e->at, "%s", what);
    if (e->op == SYN_STRING)
        diag_help(b->m->findings, f, "write the word without quotes");
    else
        diag_help(b->m->findings, f, "without either, the interpolant is a monotone cubic");
    return false;
}

static bool read_word(builder *b, const syn_expr *e, table_request *of) {
    const int k = e->op == SYN_NAME || e->op == SYN_STRING ? find_way(e->name) : -1;
    if (e->op == SYN_STRING && k < 0 && !of->columns[0]) { /* of two, the first is that of x */
        of->columns[0] = of->columns[1];
        of->columns[1] = e->name;
        return true;
    }
    if (k < 0 || e->op == SYN_STRING)
        return refuse_word(b, e, "'smooth', 'linear', 'periodic' or a column in quotes is expected here");
    if (ways[k].way >= 0 && of->way != TABLE_MONOTONE)
        return refuse_word(b, e, "a table is either 'smooth' or 'linear'");
    if (of->grid && ways[k].way < 0)
        return refuse_word(b, e, "a table of two arguments cannot be 'periodic'");
    if (ways[k].way >= 0)
        of->way = ways[k].way;
    else
        of->periodic = true;
    return true;
}

/* Whether the third argument is that of a grid. */
static bool is_second_argument(builder *b, const syn_expr *e, const scope *env) {
    if (e->arg_count < 3 || e->args[2]->op == SYN_STRING)
        return false;
    const syn_expr *y = e->args[2];
    if (y->op != SYN_NAME)
        return true;
    bool local = false;
    for (const scope *s = env; s; s = s->outer)
        local = local || (s->name && !strcmp(s->name, y->name));
    bool known = local || !strcmp(y->name, "t") || !strcmp(y->name, "pi");
    return known || (find_way(y->name) < 0 && eval_find(b, y, env, 1u << SPACE_VALUES) >= 0);
}

static bool read_request(builder *b, const syn_expr *e, const scope *env, table_request *of) {
    const diag *texts = b->m->findings;
    const char *from = diag_source_at(texts, diag_source_of(texts, e->at.begin))->name;
    of->path = base_path_beside(b->a, from, of->name);
    of->way = TABLE_MONOTONE;
    of->grid = is_second_argument(b, e, env);
    for (size_t i = of->grid ? 3 : 2; i < e->arg_count; i++)
        if (!read_word(b, e->args[i], of))
            return false;
    if (of->grid && of->way == TABLE_MONOTONE)
        of->way = TABLE_LINEAR;
    if (of->grid && of->columns[1]) {
        diag_add(b->m->findings, DIAG_E0104, e->at, "a table of two arguments uses all columns of its file");
        return false;
    }
    return true;
}

/* What bends or breaks off at its points is kept in mind for functions_check_tables. */
static void note_bends(builder *b, const table_file *t, expr_id curve, span at) {
    if (t->points >= 3 && t->of.way != TABLE_SMOOTH)
        vec_push(b->a, &b->bends, (table_bend){curve, at, t->of.name});
}

static bool is_among(const uint32_t *nodes, size_t count, expr_id e) {
    for (size_t i = 0; i < count; i++)
        if (nodes[i] == e.i)
            return true;
    return false;
}

/* What a constraint or the place of a body is made with is differentiated twice. */
void functions_check_tables(builder *b) {
    VEC(expr_id) roots = {0};
    for (size_t k = 0; k < b->rows.len && b->bends.len; k++)
        if (!b->system->rows[k].velocity && b->system->rows[k].f.i)
            vec_push(b->a, &roots, b->system->rows[k].f);
    for (size_t i = 0; i < b->bodies.len && b->bends.len; i++) {
        const value *place = &b->body_readings[i].position;
        for (int k = 0; b->body_readings[i].done && k < place->size; k++)
            vec_push(b->a, &roots, place->c[k]);
    }
    if (!roots.len)
        return;
    const uint32_t *below;
    size_t count = expr_nodes_below(b->m->g, roots.at, roots.len, &below);
    for (size_t i = 0; i < b->bends.len; i++) {
        const table_bend *x = &b->bends.at[i];
        bool told = false;
        for (size_t j = 0; j < i; j++)
            told = told || (b->bends.at[j].at.begin == x->at.begin && b->bends.at[j].at.end == x->at.end);
        if (told || !is_among(below, count, x->curve))
            continue;
        finding *f =
            diag_add(b->m->findings, DIAG_W0424, x->at,
                     "the table '%s' prescribes a motion, and its second derivative jumps at every row", x->name);
        diag_help(b->m->findings, f,
                  "write table(\"%s\", ..., smooth) for a spline, or accelerations and forces jump there", x->name);
    }
}

/* The first argument; NULL with a finding where it is no text. */
static const syn_expr *read_name(builder *b, const syn_expr *e, const scope *env) {
    const syn_expr *name = e->args[0], *x = e->args[1];
    if (name->op == SYN_STRING)
        return name;
    const char *text = names_source_text(b, name->at);
    bool known = eval_find(b, name, env, 1u << SPACE_VALUES) >= 0;
    bool unquoted = !known && (name->op == SYN_FIELD || name->op == SYN_NAME);
    finding *f = diag_add(b->m->findings, DIAG_E0104, name->at, "the name of a file is expected here");
    if (x->op == SYN_STRING)
        diag_help(b->m->findings, f, "the file comes first: table(\"%s\", %s)", x->name, text);
    else if (unquoted)
        diag_help(b->m->findings, f, "write it in quotes: table(\"%s\", %s)", text, names_source_text(b, x->at));
    else
        diag_help(b->m->findings, f, "write table(\"file.csv\", x)");
    return NULL;
}

/* The second argument: a plain number, as the columns have no units. */
static value read_argument(builder *b, const syn_expr *e, const scope *env) {
    value x = eval_scalar(b, e, env, "the argument of a table");
    if (value_is_bad(x) || !b->vc.units || x.any_dim || dim_is_one(x.dim))
        return x;
    finding *f =
        diag_add(b->m->findings, DIAG_E0305, e->at, "the argument of a table must be dimensionless, but this is %s",
                 value_dim_text(&b->vc, x.dim));
    diag_primary(b->m->findings, f, "%s", value_dim_text(&b->vc, x.dim));
    bool whole = e->op == SYN_NAME || e->op == SYN_CALL || e->op == SYN_PRIME;
    diag_help(b->m->findings, f,
              whole ? "divide it by the unit of the first column: %s/(1 %s)"
                    : "divide it by the unit of the first column: (%s)/(1 %s)",
              names_source_text(b, e->at), model_unit_text(b->m, x.dim, b->a));
    return value_bad(e->at);
}

static value tabulated(builder *b, const function_call *c, int extra) {
    (void)extra;
    graph *g = b->m->g;
    const syn_expr *e = c->e, *name = read_name(b, e, c->env);
    if (!name)
        return value_bad(e->at);
    table_request of = {.name = name->name};
    value x = read_argument(b, e->args[1], c->env);
    if (!read_request(b, e, c->env, &of))
        return value_bad(e->at);
    value y = of.grid ? read_argument(b, e->args[2], c->env) : x;
    const table_file *t = functions_find_table(b, &of, name->at);
    if (value_is_bad(x) || value_is_bad(y) || !t->good)
        return value_bad(e->at);
    expr_id first, z;
    if (of.grid)
        z = at_place(g, t, x.c[0], y.c[0], &first);
    else
        z = first = curve_at(g, t->curve[0], x.c[0], interval_of(g, t->axis, x.c[0]));
    note_bends(b, t, first, e->at);
    return value_scalar(z, DIM_ANGLE, e->at);
}

const function_row functions_of_tables[] = {
    {"table", 2, 6, tabulated, 0, true},
    {0},
};
