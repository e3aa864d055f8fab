/* table("file.csv", x): a function of one variable given by points, interpolated by a monotone cubic, a spline
   (`smooth`) or linearly (`linear`). */
#include "expr/walk.h"
#include "model/functions/table_file.h"
#include "model/names/names.h"

/* The part of the interval from first to last in which x lies, by halving. Selecting numbers rather than cubics keeps
   derivatives as small as the function itself. */
static expr_id select_part(graph *g, const table_file *t, int part, expr_id x, size_t first, size_t last) {
    if (first == last)
        return expr_real(g, functions_table_part(t, first, part));
    size_t middle = first + (last - first) / 2;
    expr_id below = expr_binary(g, EXPR_LT, x, expr_real(g, t->x[middle]));
    expr_id lower = select_part(g, t, part, x, first, middle);
    return expr_select(g, below, lower, select_part(g, t, part, x, middle + 1, last));
}

static expr_id interpolate(graph *g, const table_file *t, expr_id x, expr_id c[PART_COUNT]) {
    for (int part = 0; part < PART_COUNT; part++)
        c[part] = select_part(g, t, part, x, 0, t->count);
    expr_id u = expr_sub(g, x, c[PART_X]), sum = c[PART_CUBE];
    for (int part = PART_SQUARE; part >= PART_Y; part--)
        sum = expr_add(g, expr_mul(g, u, sum), c[part]);
    return sum;
}

/* The third argument; false with a finding where it is no such word. */
static bool read_way(builder *b, const syn_expr *e, table_way *way) {
    static const char *const words[] = {[TABLE_SMOOTH] = "smooth", [TABLE_LINEAR] = "linear"};
    *way = TABLE_MONOTONE;
    if (e->arg_count < 3)
        return true;
    const syn_expr *word = e->args[2];
    for (int k = TABLE_SMOOTH; k <= TABLE_LINEAR; k++)
        if (word->op == SYN_NAME && word->name == base_intern_name(b->m->names, words[k]))
            *way = (table_way)k;
    if (*way != TABLE_MONOTONE)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0104, word->at, "'smooth' or 'linear' is expected here");
    if (word->op == SYN_STRING)
        diag_help(b->m->findings, f, "write the word without quotes");
    else
        diag_help(b->m->findings, f, "without either, the interpolant is a monotone cubic");
    return false;
}

/* What bends or breaks off at its points is kept in mind by what tells its pieces apart, for functions_check_tables. */
static void note_bends(builder *b, const table_file *t, const expr_id *c, span at) {
    if (t->count < 3 || t->way == TABLE_SMOOTH)
        return;
    int part = t->way == TABLE_LINEAR ? PART_SLOPE : PART_CUBE;
    vec_push(b->a, &b->bends, (table_bend){c[part], at, t->name});
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
        if (told || !is_among(below, count, x->part))
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
    const syn_expr *e = c->e, *name = read_name(b, e, c->env);
    table_way way;
    if (!name)
        return value_bad(e->at);
    value x = read_argument(b, e->args[1], c->env);
    if (!read_way(b, e, &way))
        return value_bad(e->at);
    const table_file *t = functions_find_table(b, name->name, way, name->at);
    if (value_is_bad(x) || !t->count)
        return value_bad(e->at);
    expr_id parts[PART_COUNT], y = interpolate(b->m->g, t, x.c[0], parts);
    note_bends(b, t, parts, e->at);
    return value_scalar(y, DIM_ANGLE, e->at);
}

const function_row functions_of_tables[] = {
    {"table", 2, 3, tabulated, 0, true},
    {0},
};
