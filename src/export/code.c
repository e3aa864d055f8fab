/* Formulas as functions of a programming language. */
#include "export/code.h"

#include <ctype.h>
#include <string.h>

#include "export/code_names.h"
#include "export/program.h"

enum { WIDTH = 100 };

typedef struct coder {
    const export_formulas *f;
    const code_language *l;
    const export_options *o;
    const char *name;         /* of what is written */
    const char *const *names; /* of variables */
    strbuf *out;
    const char *prefix; /* of the lines of the present block */
    const char *draft;  /* the file without imports, to see which are needed; NULL: not yet there */
    arena *a;
} coder;

/* --- Lines --- */

static const char *form(const coder *c, const char *text, const char *one, const char *two, const char *three) {
    const char *const argument[] = {one, two, three};
    strbuf s = base_strbuf_make(c->a);
    for (; *text; text++)
        if (*text > 0 && *text <= 3)
            base_strbuf_add(&s, argument[*text - 1]);
        else
            base_strbuf_add_bytes(&s, text, 1);
    return base_strbuf_text(&s);
}

static const char *number_text(const coder *c, long n) {
    return base_arena_printf(c->a, "%ld", n);
}

static const char *index_text(const coder *c, int i) {
    return number_text(c, c->l->first + i);
}

/* Where a line that is too long can be cut: behind an operator or a comma, the last one before the margin. */
static size_t cut_of(const char *line, size_t from, size_t room) {
    size_t cut = 0;
    for (size_t i = from; line[i] && (i < from + room || !cut); i++)
        if (line[i] == ' ' && i > from && strchr("+-,;&|", line[i - 1]))
            cut = i;
    return cut;
}

static void add_line(const coder *c, const char *line) {
    size_t from = 0, room = strlen(c->prefix) < WIDTH / 2 ? WIDTH - strlen(c->prefix) : WIDTH / 2;
    base_strbuf_add(c->out, c->prefix);
    for (size_t cut; strlen(line + from) > room && (cut = cut_of(line, from, room)) != 0; from = cut + 1) {
        base_strbuf_add_bytes(c->out, line + from, cut - from);
        base_strbuf_printf(c->out, "%s\n%s    ", c->l->goes_on, c->prefix);
    }
    base_strbuf_printf(c->out, "%s\n", line + from);
}

/* Words or statements, as many to a line as fit. */
typedef struct row_of {
    const coder *c;
    const char *between;
    strbuf line;
} row_of;

static row_of begin_row(const coder *c, const char *between) {
    return (row_of){c, between, base_strbuf_make(c->a)};
}

static void end_row(row_of *r) {
    if (r->line.len)
        base_strbuf_printf(r->c->out, "%s%s\n", r->c->prefix, base_strbuf_text(&r->line));
    r->line = base_strbuf_make(r->c->a);
}

static void add_to_row(row_of *r, const char *text, bool last) {
    if (r->line.len && strlen(r->c->prefix) + r->line.len + strlen(text) >= WIDTH)
        end_row(r);
    base_strbuf_printf(&r->line, "%s%s%s", r->line.len ? " " : "", text, last ? "" : r->between);
    if (last)
        end_row(r);
}

static const char *written(const coder *c, expr_id e) {
    strbuf s = base_strbuf_make(c->a);
    expr_write_code(c->f->m->g, e, c->l->notation, c->f->rank, c->names, &s);
    return base_strbuf_text(&s);
}

static const char *text_of_number(const coder *c, double x) {
    strbuf s = base_strbuf_make(c->a);
    base_strbuf_add_number(&s, x);
    return base_strbuf_text(&s);
}

static const char *quoted(const coder *c, const char *name) {
    strbuf s = base_strbuf_make(c->a);
    base_strbuf_add(&s, c->l->quote);
    for (; *name; name++) {
        if (*name == *c->l->quote)
            base_strbuf_add(&s, *name == '\'' ? "'" : "\\");
        base_strbuf_add_bytes(&s, name, 1);
    }
    base_strbuf_add(&s, c->l->quote);
    return base_strbuf_text(&s);
}

/* --- What things are --- */

static const model *model_of(const coder *c) {
    return c->f->m;
}

static const model_coord *coord_of(const coder *c, int i) {
    return &model_of(c)->coords[c->f->d.e.coords[i]];
}

static const model_coord *state_of(const coder *c, int i) {
    return &model_of(c)->coords[c->f->d.states[i]];
}

static const model_row *row_at(const coder *c, int k) {
    return &model_of(c)->rows[c->f->d.e.rows[k]];
}

/* Without what means something within a comment or a text. */
static const char *plain(const coder *c, const char *text) {
    strbuf out = base_strbuf_make(c->a);
    for (; *text; text++)
        base_strbuf_add_bytes(&out, strchr("\n\"\\$", *text) ? " " : text, 1);
    return base_strbuf_text(&out);
}

/* "m, short arm" */
static const char *described_in(const coder *c, model_shown shown, dimension dim, const char *label) {
    const char *unit = dim_is_angle(dim) ? "rad" : model_si_unit_text(model_of(c), shown, dim, c->a);
    strbuf s = base_strbuf_make(c->a);
    base_strbuf_add(&s, unit);
    if (label && *label)
        base_strbuf_printf(&s, "%s%s", *unit ? ", " : "", plain(c, label));
    return base_strbuf_text(&s);
}

static const char *described(const coder *c, dimension dim, const char *label) {
    return described_in(c, (model_shown){0}, dim, label);
}

static const char *short_number(const coder *c, double x) {
    return base_arena_printf(c->a, "%.6g", x);
}

static const char *shown_param(const coder *c, const model_param *p) {
    const char *what = described_in(c, p->shown, p->dim, p->label);
    if (p->input)
        what = base_arena_printf(c->a, "%s%san input%s", what, *what ? "; " : "",
                                 p->file ? " whose values over time are not here" : "");
    if (p->has_bounds)
        what = base_arena_printf(c->a, "%s%sfrom %s to %s", what, *what ? "; " : "", short_number(c, p->low),
                                 short_number(c, p->high));
    return what;
}

/* Those that are given as numbers, and may be given as others. */
static bool is_free(const coder *c, size_t param) {
    return !model_of(c)->params[param].structural && !export_formulas_definition(model_of(c), param).i;
}

/* --- Blocks --- */

static void add_described(const coder *c, const char *statement, size_t column, const char *what) {
    const int pad = statement && strlen(statement) < column ? (int)(column - strlen(statement)) : 0;
    base_strbuf_printf(c->out, "%s%s", c->prefix, statement);
    if (*what)
        base_strbuf_printf(c->out, "%*s  %s %s", pad, "", c->l->comment, what);
    base_strbuf_add(c->out, "\n");
}

static size_t longer(size_t a, const char *text) {
    enum { WIDEST = 44 };
    const size_t b = strlen(text);
    return b > a && b <= WIDEST ? b : a;
}

static const char *parameter_line(const coder *c, size_t i) {
    const model_param *p = &model_of(c)->params[i];
    return form(c, c->l->parameter, c->names[p->var], text_of_number(c, model_value_of(model_of(c), p)), "");
}

static void add_parameters(const coder *c, const char *which) {
    size_t column = 0;
    (void)which;
    for (size_t i = 0; i < model_of(c)->param_count; i++)
        if (is_free(c, i))
            column = longer(column, parameter_line(c, i));
    for (size_t i = 0; i < model_of(c)->param_count; i++)
        if (is_free(c, i))
            add_described(c, parameter_line(c, i), column, shown_param(c, &model_of(c)->params[i]));
}

static const char *definition_line(const coder *c, size_t i) {
    const model_param *p = &model_of(c)->params[i];
    const expr_id e = export_formulas_definition(model_of(c), i);
    return form(c, c->l->statement, c->names[p->var],
                e.i ? written(c, e) : text_of_number(c, model_value_of(model_of(c), p)), "");
}

/* Parameters that others define, after these. */
static void add_definitions(const coder *c, const bool *used, bool *done) {
    const model *m = model_of(c);
    for (size_t pass = 0; pass < m->param_count; pass++)
        for (size_t i = 0; i < m->param_count; i++) {
            if (done[i] || !used[m->params[i].var])
                continue;
            const expr_id e = export_formulas_definition(m, i);
            bool *needs = ARENA_ARRAY(c->a, bool, expr_var_count(m->g)), ready = true;
            if (e.i)
                expr_mark_vars(m->g, &e, 1, needs);
            for (size_t k = 0; k < m->param_count; k++)
                ready = ready && (done[k] || !needs[m->params[k].var]);
            if (!ready)
                continue;
            done[i] = true;
            add_line(c, definition_line(c, i));
        }
}

static void take(row_of *r, const char *name, const char *value, bool last) {
    add_to_row(r, form(r->c, r->c->l->statement, name, value, ""), last);
}

typedef struct taken {
    uint32_t var;
    const char *value;
} taken;

typedef VEC(taken) taken_list;

static void list_taken(const coder *c, taken_list *list, uint32_t var, const char *array, int i) {
    const taken x = {var, form(c, c->l->component, array, index_text(c, i), "")};
    vec_push(c->a, list, x);
}

static void add_taken(const coder *c, const taken_list *list, const bool *used) {
    row_of r = begin_row(c, c->l->between);
    size_t last = list->len;
    for (size_t i = 0; i < list->len; i++)
        last = used[list->at[i].var] ? i : last;
    for (size_t i = 0; i < list->len; i++)
        if (used[list->at[i].var])
            take(&r, c->names[list->at[i].var], list->at[i].value, i == last);
}

static const formula_set *set_of(const coder *c, const char *which) {
    static const char *const names[FORMULA_SETS] = {"equations", "rates", "constraints", "slopes", "outputs", "ends"};
    int i = 0;
    while (strcmp(names[i], which) != 0)
        i++;
    return &c->f->sets[i];
}

/* The variables of a function. */
static void add_unpacked(const coder *c, const char *which) {
    const model *m = model_of(c);
    const bool *used = set_of(c, which)->uses;
    bool *done = ARENA_ARRAY(c->a, bool, m->param_count + 1);
    taken_list params = {0}, state = {0};
    for (size_t i = 0; i < m->param_count; i++) {
        done[i] = is_free(c, i);
        const taken x = {m->params[i].var, form(c, c->l->value, c->names[m->params[i].var], "", "")};
        if (done[i])
            vec_push(c->a, &params, x);
    }
    add_taken(c, &params, used);
    add_definitions(c, used, done);
    for (int i = 0; i < c->f->n; i++)
        list_taken(c, &state, coord_of(c, i)->q, "state", i);
    for (int i = 0; i < c->f->n; i++)
        list_taken(c, &state, coord_of(c, i)->v, "state", c->f->n + i);
    for (int i = 0; i < c->f->states; i++)
        list_taken(c, &state, state_of(c, i)->v, "state", 2 * c->f->n + i);
    for (int i = 0; i < c->f->n; i++)
        list_taken(c, &state, coord_of(c, i)->a, "accel", i);
    for (int k = 0; k < c->f->rows; k++)
        list_taken(c, &state, row_at(c, k)->lambda, "mult", k);
    add_taken(c, &state, used);
}

/* --- Formulas --- */

static void add_entry(const coder *c, const formula_matrix *x, int i, int j) {
    const expr_id e = x->e[i * x->cols + j];
    if (expr_is_zero(model_of(c)->g, e))
        return;
    const char *row = index_text(c, i), *col = index_text(c, j);
    const char *place = x->cols > 1 || x->symmetric || strcmp(c->l->component, "") == 0
                            ? form(c, c->l->entry, x->symbol, row, col)
                            : form(c, c->l->component, x->symbol, row, "");
    add_line(c, form(c, c->l->statement, place, written(c, e), ""));
    if (x->symmetric && i != j)
        add_line(c, form(c, c->l->statement, form(c, c->l->entry, x->symbol, col, row), place, ""));
}

static const char *name_of_entry(const coder *c, const formula_set *s, int i) {
    const int which = (int)(s - c->f->sets);
    if (which == FORMULA_OUTPUTS) {
        const model_output *o = &model_of(c)->outputs[c->f->outputs[i]];
        return base_arena_printf(c->a, "%s: %s", o->name, described_in(c, o->shown, o->dim, o->label));
    }
    return which == FORMULA_ENDS ? base_arena_printf(c->a, "%s %s", c->f->ends.at[i].what, c->f->ends.at[i].name)
                                 : NULL;
}

static void add_matrix(const coder *c, const formula_set *s, const formula_matrix *x) {
    add_line(c, form(c, c->l->matrix, x->symbol, number_text(c, x->rows), number_text(c, x->cols)));
    for (int i = 0; i < x->rows; i++) {
        const char *name = name_of_entry(c, s, i);
        if (name)
            base_strbuf_printf(c->out, "%s%s %s\n", c->prefix, c->l->comment, name);
        for (int j = x->symmetric ? i : 0; j < x->cols; j++)
            add_entry(c, x, i, j);
    }
}

static void add_formulas(const coder *c, const char *which) {
    const formula_set *s = set_of(c, which);
    for (size_t i = 0; s->definitions && i < s->definitions->equations.len; i++) {
        const page_equation *q = &s->definitions->equations.at[i];
        add_line(c, form(c, c->l->definition, q->sides[0].symbol, written(c, q->sides[1].e[0]), ""));
    }
    for (int i = 0; i < s->count; i++)
        add_matrix(c, s, &s->all[i]);
}

/* --- Lists --- */

static void add_start(const coder *c, const char *which) {
    const export_formulas *f = c->f;
    row_of r = begin_row(c, c->l->item);
    const int count = 2 * f->n + f->states;
    (void)which;
    for (int i = 0; i < count; i++) {
        const double x = i < f->n       ? f->mode->q[f->d.e.coords[i]]
                         : i < 2 * f->n ? f->mode->v[f->d.e.coords[i - f->n]]
                                        : f->mode->v[f->d.states[i - 2 * f->n]];
        add_to_row(&r, text_of_number(c, x), i + 1 == count);
    }
}

static int count_of(const coder *c, const char *which) {
    const export_formulas *f = c->f;
    return strcmp(which, "outputs") == 0 ? f->output_count
           : strcmp(which, "ends") == 0  ? (int)f->ends.len
           : strcmp(which, "rows") == 0  ? f->rows
                                         : 2 * f->n + f->states;
}

static const char *state_name(const coder *c, int i) {
    const int n = c->f->n;
    return i < n       ? coord_of(c, i)->name
           : i < 2 * n ? base_arena_printf(c->a, "%s'", coord_of(c, i - n)->name)
                       : state_of(c, i - 2 * n)->name;
}

static const char *name_in_list(const coder *c, const char *which, int i) {
    const export_formulas *f = c->f;
    return strcmp(which, "outputs") == 0 ? model_of(c)->outputs[f->outputs[i]].name
           : strcmp(which, "ends") == 0  ? base_arena_printf(c->a, "%s %s", f->ends.at[i].what, f->ends.at[i].name)
           : strcmp(which, "rows") == 0  ? row_at(c, i)->name
                                         : state_name(c, i);
}

static void add_names(const coder *c, const char *which) {
    row_of r = begin_row(c, c->l->item);
    for (int i = 0, count = count_of(c, which); i < count; i++)
        add_to_row(&r, quoted(c, name_in_list(c, which, i)), i + 1 == count);
}

/* The variables of the state as they are called here. */
static void add_variables(const coder *c, const char *which) {
    const int n = c->f->n,
              from = *which == 'v'   ? n
                     : *which == 'z' ? 2 * n
                                     : 0,
              to = *which == 'q'   ? n
                   : *which == 'v' ? 2 * n
                                   : 2 * n + c->f->states;
    row_of r = begin_row(c, c->l->item);
    for (int i = from; i < to; i++) {
        const uint32_t var = i < n ? coord_of(c, i)->q : i < 2 * n ? coord_of(c, i - n)->v : state_of(c, i - 2 * n)->v;
        add_to_row(&r, c->names[var], i + 1 == to);
    }
}

static void add_multipliers(const coder *c, const char *which) {
    row_of r = begin_row(c, c->l->item);
    (void)which;
    for (int k = 0; k < c->f->rows; k++)
        add_to_row(&r, c->names[row_at(c, k)->lambda], k + 1 == c->f->rows);
}

static void add_accelerations(const coder *c, const char *which) {
    row_of r = begin_row(c, c->l->item);
    (void)which;
    for (int i = 0; i < c->f->n; i++)
        add_to_row(&r, c->names[coord_of(c, i)->a], i + 1 == c->f->n);
}

/* --- What it says about itself --- */

static void add_words(const coder *c, const char *name, const char *what, size_t column) {
    if (*what)
        base_strbuf_printf(c->out, "%s%-*s  %s\n", c->prefix, (int)column, name, what);
    else
        base_strbuf_printf(c->out, "%s%s\n", c->prefix, name);
}

static void describe_state(const coder *c, const char *which) {
    size_t column = 0;
    (void)which;
    for (int i = 0; i < c->f->n; i++)
        column = longer(column, coord_of(c, i)->name);
    for (int i = 0; i < c->f->states; i++)
        column = longer(column, state_of(c, i)->name);
    for (int i = 0; i < c->f->n; i++)
        add_words(c, coord_of(c, i)->name, described(c, coord_of(c, i)->dim, coord_of(c, i)->label), column);
    for (int i = 0; i < c->f->states; i++) {
        const model_coord *s = state_of(c, i);
        const char *kind = s->role == COORD_MEMORY ? "a memory, which only events change" : "a state";
        const char *what = described(c, model_rate_dim(s), s->label);
        add_words(c, s->name, base_arena_printf(c->a, "%s%s%s", what, *what ? "; " : "", kind), column);
    }
}

static bool slides(const coder *c, int k) {
    for (int i = 0; i < c->f->n; i++)
        if (!expr_same(c->f->d.e.C[k * c->f->n + i], c->f->d.e.A[k * c->f->n + i]))
            return true;
    return false;
}

static void describe_rows(const coder *c, const char *which) {
    size_t column = 0;
    (void)which;
    for (int k = 0; k < c->f->rows; k++)
        column = longer(column, row_at(c, k)->name);
    for (int k = 0; k < c->f->rows; k++) {
        const model_row *r = row_at(c, k);
        const char *kind = r->pulls       ? "a taut rope; its multiplier is the tension"
                           : r->friction  ? "friction that sticks"
                           : slides(c, k) ? "closed, and slides with friction"
                           : r->contact   ? "a closed contact"
                                          : "a constraint";
        add_words(c, r->name, kind, column);
    }
}

static void describe_ends(const coder *c, const char *which) {
    (void)which;
    for (size_t i = 0; i < c->f->ends.len; i++)
        base_strbuf_printf(c->out, "%s%s %s\n", c->prefix, c->f->ends.at[i].what, c->f->ends.at[i].name);
}

static void describe_unwatched(const coder *c, const char *which) {
    (void)which;
    for (size_t i = 0; i < c->f->unwatched.len; i++)
        base_strbuf_printf(c->out, "%s%s\n", c->prefix, c->f->unwatched.at[i]);
}

/* --- Symbols, where formulas hold them --- */

static void declare_parameters(const coder *c, const char *which) {
    const model *m = model_of(c);
    bool *used = ARENA_ARRAY(c->a, bool, expr_var_count(m->g) + 1), *done = ARENA_ARRAY(c->a, bool, m->param_count + 1);
    (void)which;
    size_t column = 0;
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < m->param_count; i++) {
            used[m->params[i].var] = true;
            done[i] = is_free(c, i);
            const char *name = c->names[m->params[i].var],
                       *line = base_arena_printf(c->a, "%s = Symbol(\"%s\", real=True)", name, name);
            if (done[i] && turn)
                add_described(c, line, column, shown_param(c, &m->params[i]));
            else if (done[i])
                column = longer(column, line);
        }
    add_definitions(c, used, done);
}

static void declare_coordinates(const coder *c, const char *which) {
    (void)which;
    for (int i = 0; i < c->f->n; i++) {
        const model_coord *x = coord_of(c, i);
        add_described(c,
                      base_arena_printf(c->a, "%s = dynamicsymbols(\"%s\", real=True)", c->names[x->q], c->names[x->q]),
                      0, described(c, x->dim, x->label));
    }
    for (int i = 0; i < c->f->n; i++) {
        const model_coord *x = coord_of(c, i);
        add_line(c, base_arena_printf(c->a, "%s = %s.diff(t)", c->names[x->v], c->names[x->q]));
    }
    for (int i = 0; i < c->f->n; i++) {
        const model_coord *x = coord_of(c, i);
        add_line(c, base_arena_printf(c->a, "%s = %s.diff(t)", c->names[x->a], c->names[x->v]));
    }
    for (int i = 0; i < c->f->states; i++) {
        const model_coord *x = state_of(c, i);
        add_described(c,
                      base_arena_printf(c->a, "%s = dynamicsymbols(\"%s\", real=True)", c->names[x->v], c->names[x->v]),
                      0, described(c, model_rate_dim(x), x->label));
    }
    for (int k = 0; k < c->f->rows; k++) {
        const char *name = c->names[row_at(c, k)->lambda];
        add_described(c, base_arena_printf(c->a, "%s = Symbol(\"%s\", real=True)", name, name), 0,
                      base_arena_printf(c->a, "multiplier of %s", row_at(c, k)->name));
    }
}

/* --- The text --- */

static bool is_called(const char *text, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)) != NULL; at += length) {
        const char before = at > text ? at[-1] : ' ', after = at[length];
        if (!isalnum((unsigned char)before) && before != '_' && before != '.' && !isalnum((unsigned char)after) &&
            after != '_')
            return true;
    }
    return false;
}

/* A choice as a function, where the language has none and formulas need it. */
static void add_helpers(const coder *c, const char *which) {
    (void)which;
    if (is_called(base_strbuf_text(c->out), "choose"))
        base_strbuf_add(c->out, "\nfunction x = choose(condition, yes, no)\n  if condition\n    x = yes;\n  else\n    "
                                "x = no;\n  end\nend\n");
}

typedef struct block {
    const char *name;
    void (*add)(const coder *c, const char *which);
} block;

static const block blocks[] = {{"parameters", add_parameters},
                               {"unpack", add_unpacked},
                               {"formulas", add_formulas},
                               {"start", add_start},
                               {"names", add_names},
                               {"variables", add_variables},
                               {"multipliers", add_multipliers},
                               {"accelerations", add_accelerations},
                               {"coordinates", describe_state},
                               {"rows", describe_rows},
                               {"ends", describe_ends},
                               {"unwatched", describe_unwatched},
                               {"symbols", declare_parameters},
                               {"motion", declare_coordinates},
                               {"helpers", add_helpers}};

/* "4:6" or "3:6" for three numbers from the fourth on. */
static const char *range(const coder *c, int from, int count) {
    const int first = c->l->first + from;
    return base_arena_printf(c->a, "%d:%d", first, c->l->beyond ? first + count : first + count - 1);
}

static const char *first_parameter(const coder *c, bool value) {
    for (size_t i = 0; i < model_of(c)->param_count; i++)
        if (is_free(c, i) && model_value_of(model_of(c), &model_of(c)->params[i]) != 0)
            return value ? text_of_number(c, 2 * model_value_of(model_of(c), &model_of(c)->params[i]))
                         : c->names[model_of(c)->params[i].var];
    return "";
}

/* The results of the equations, in a row. */
static const char *results(const coder *c) {
    const formula_set *s = &c->f->sets[FORMULA_EQUATIONS];
    strbuf out = base_strbuf_make(c->a);
    for (int i = 0; i < s->count; i++)
        base_strbuf_printf(&out, "%s%s", i ? ", " : "", s->all[i].symbol);
    return base_strbuf_text(&out);
}

static const char *title(const coder *c) {
    const model *m = model_of(c);
    return plain(c, m->title ? m->title : m->name ? m->name : "A model");
}

static const char *when(const coder *c) {
    const char *name = c->f->mode->name;
    return strcmp(name, "start") == 0 || strcmp(name, "end") == 0 ? base_arena_printf(c->a, "at the %s", name)
                                                                  : base_arena_printf(c->a, "after '%s'", name);
}

/* The functions of formulas that have to be imported. */
static const char *imports(const coder *c) {
    strbuf out = base_strbuf_make(c->a);
    for (const char *const *f = c->l->functions; f && c->draft && *f; f++)
        if (is_called(c->draft, *f))
            base_strbuf_printf(&out, "%s%s", out.len ? ", " : "", *f);
    return base_strbuf_text(&out);
}

static const char *symbol(const coder *c, int which) {
    const formula_set *s = &c->f->sets[FORMULA_EQUATIONS];
    return which < s->count ? s->all[which].symbol : s->all[2].symbol;
}

/* With a point, where languages would take it for a whole number. */
static const char *real_text(const coder *c, double x) {
    const char *text = text_of_number(c, x);
    return text[strcspn(text, ".e")] ? text : base_arena_printf(c->a, "%s.0", text);
}

static const char *last_instant(const coder *c) {
    const double until = model_of(c)->until, t = c->f->mode->t;
    return real_text(c, until > t ? until : t + 10);
}

static const char *word(const coder *c, const char *name) {
    const int n = c->f->n, m = c->f->rows, z = c->f->states;
    const struct {
        const char *name, *text;
    } words[] = {{"name", c->name},
                 {"title", title(c)},
                 {"when", when(c)},
                 {"version", c->o->version},
                 {"rest", m ? ", *multipliers" : ""},
                 {"n", number_text(c, n)},
                 {"m", number_text(c, m)},
                 {"z", number_text(c, z)},
                 {"all", number_text(c, 2 * n + z)},
                 {"q", range(c, 0, n)},
                 {"v", range(c, n, n)},
                 {"s", range(c, 2 * n, z)},
                 {"l", range(c, n, m)},
                 {"t", real_text(c, c->f->mode->t)},
                 {"until", last_instant(c)},
                 {"parameter", first_parameter(c, false)},
                 {"value", first_parameter(c, true)},
                 {"results", results(c)},
                 {"imports", imports(c)},
                 {"M", symbol(c, 0)},
                 {"h", symbol(c, 1)},
                 {"A", symbol(c, 2)},
                 {"gamma", symbol(c, 3)},
                 {"C", symbol(c, c->f->unsymmetric ? 4 : 2)}};
    const char *found = NULL;
    for (size_t i = 0; !found && i < sizeof words / sizeof *words; i++)
        found = strcmp(words[i].name, name) == 0 ? words[i].text : NULL;
    LGR_ASSERT(found);
    return found;
}

static bool has_definitions(const coder *c) {
    for (int i = 0; i < FORMULA_SETS; i++)
        if (c->f->sets[i].definitions)
            return true;
    return false;
}

/* Whether all letters before the blank hold; ! before one: that it does not. */
static bool holds(const coder *c, const char *letters) {
    const struct {
        char letter;
        bool holds;
    } all[] = {{'m', c->f->rows > 0},          {'u', c->f->unsymmetric},
               {'z', c->f->states > 0},        {'n', c->f->n > 0},
               {'o', c->f->output_count > 0},  {'e', c->f->ends.len > 0},
               {'w', c->f->unwatched.len > 0}, {'p', *first_parameter(c, false) != 0},
               {'d', has_definitions(c)},      {'r', c->f->redundant}};
    bool wanted = true;
    for (; *letters != ' '; letters++) {
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            if (all[i].letter == *letters && all[i].holds != wanted)
                return false;
        wanted = *letters != '!';
    }
    return true;
}

static void add_block(coder *c, const char *prefix, const char *name) {
    const char *blank = strchr(name, ' ');
    const size_t length = blank ? (size_t)(blank - name) : strlen(name);
    c->prefix = prefix;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (strlen(blocks[i].name) == length && memcmp(blocks[i].name, name, length) == 0)
            blocks[i].add(c, blank ? blank + 1 : "");
}

/* "x = [$$NAME$$]": in the line where it fits, else in lines of its own. */
static void add_list(coder *c, const char *before, const char *name, const char *after) {
    const int indent = (int)strspn(before, " ");
    strbuf *const out = c->out, lines = base_strbuf_make(c->a);
    c->out = &lines;
    add_block(c, base_arena_printf(c->a, "%*s", indent + 4, ""), name);
    c->out = out;
    const char *text = base_strbuf_text(&lines), *first = text + strspn(text, " ");
    const size_t length = strcspn(first, "\n");
    if (first[length] && !first[length + 1] && strlen(before) + length + strlen(after) <= WIDTH)
        base_strbuf_printf(out, "%s%.*s%s\n", before, (int)length, first, after);
    else
        base_strbuf_printf(out, "%s\n%s%*s%s\n", before, text, indent, "", after);
}

/* A line that ends with $$NAME$$ is a block, each of whose lines begins as it does; $NAME$ is a word. */
static void add_template_line(coder *c, const char *line) {
    const char *mark = strstr(line, "$$");
    if (mark) {
        const char *end = strstr(mark + 2, "$$"), *before = base_arena_printf(c->a, "%.*s", (int)(mark - line), line),
                   *name = base_arena_printf(c->a, "%.*s", (int)(end - mark - 2), mark + 2);
        if (end[2])
            add_list(c, before, name, end + 2);
        else
            add_block(c, before, name);
        return;
    }
    for (const char *next; (next = strchr(line, '$')) != NULL;) {
        const char *end = strchr(next + 1, '$');
        base_strbuf_add_bytes(c->out, line, (size_t)(next - line));
        base_strbuf_add(c->out, word(c, base_arena_printf(c->a, "%.*s", (int)(end - next - 1), next + 1)));
        line = end + 1;
    }
    base_strbuf_printf(c->out, "%s\n", line);
}

/* "?LETTERS line" is there where these hold. */
static void add_template(coder *c, const char *text) {
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const char *line = base_arena_printf(c->a, "%.*s", (int)length, text);
        if (*line != '?')
            add_template_line(c, line);
        else if (holds(c, line + 1))
            add_template_line(c, strchr(line, ' ') + 1);
        text += length + (text[length] == '\n');
    }
}

export_files export_code(model *m, const export_options *options, const code_language *l, arena *a) {
    export_files files = {0};
    export_formulas f;
    if (!export_formulas_find(&f, m, options->mode, a))
        return files;
    strbuf out = base_strbuf_make(a);
    const char *name = base_arena_printf(a, "%s_equations", export_program_name(m->name ? m->name : "model", a));
    coder c = {.f = &f, .l = l, .o = options, .name = name, .out = &out, .prefix = "", .a = a};
    c.names = export_code_names(&f, l->reserved);
    for (int pass = l->functions ? 0 : 1; pass < 2; pass++) {
        c.draft = pass ? base_strbuf_text(&out) : NULL;
        out = base_strbuf_make(a);
        add_template(&c, export_program_part(l->part));
    }
    export_program_file(&files, a, base_arena_printf(a, "%s.%s", name, l->extension), &out);
    return files;
}
