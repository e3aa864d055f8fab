/* The instructions of a tape as functions in C99: one statement for each, so that no compiler may fuse them. */
#include "tape/c/print.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A number that an instruction makes. */
typedef struct made {
    size_t part;   /* the function that makes it */
    size_t place;  /* in w; NOWHERE: only its own function needs it */
    bool is_asked; /* by an instruction or a result */
} made;

#define NOWHERE SIZE_MAX

/* Where an operand comes from: values are 2*instruction + half of a SINCOS, after inputs and constants. */
typedef struct page {
    strbuf *out;
    const tape *t;
    tape_printing *p;
    tape_table_list *tables;
    size_t *first;
    size_t *now;       /* per slot: the value in it, + 1; 0: an input or a constant */
    size_t (*args)[3]; /* per instruction: values read, + 1; 0: none, or what the slot says */
    size_t *part;      /* per instruction */
    made *made;        /* per value */
    size_t **roots;    /* per segment and result: its value, + 1 */
    size_t *result_of; /* per value: its first result in the segment that is printed, + 1 */
    size_t *same;      /* per result of that segment: the next one with the same value, + 1 */
    size_t *parts;     /* per segment: how many functions; the first is number 0 */
} page;

void tape_print_c_number(strbuf *out, double x, bool single) {
    if (isnan(x)) {
        base_strbuf_add(out, "not_a_number");
        return;
    }
    if (isinf(x) || (single && fabs(x) > (double)FLT_MAX)) {
        base_strbuf_add(out, x > 0 ? "infinite" : "-infinite");
        return;
    }
    const size_t from = out->len;
    base_strbuf_add_number(out, single && fabs(x) < (double)FLT_MIN ? 0 : x);
    if (!strpbrk(out->text + from, ".e"))
        base_strbuf_add(out, ".0");
    if (single)
        base_strbuf_add(out, "f");
}

/* --- Which value is read where --- */

static size_t operand_count(const tape_instr *i) {
    if (i->op == TAPE_SINCOS || i->op == TAPE_SQUARE || i->op == TAPE_POWI || i->op == TAPE_RECIP)
        return 1;
    return i->op == TAPE_FMA3 ? 3 : (size_t)expr_op_table[i->op].arity;
}

static void ask(page *g, size_t value, size_t part) {
    if (!value)
        return;
    made *m = &g->made[value - 1];
    m->is_asked = true;
    if (m->part == part || m->place != NOWHERE)
        return;
    m->place = g->p->work++;
}

static void resolve_segment(page *g, size_t k, size_t *parts) {
    const tape_segment *s = &g->t->segments[k];
    const size_t from = *parts;
    for (size_t i = s->first; i < s->last; i++) {
        const tape_instr *x = &g->t->code[i];
        const size_t part = from + (i - s->first) / g->p->most;
        const uint32_t slots[] = {x->a, x->b, x->c};
        *parts = part + 1;
        g->part[i] = part;
        for (size_t j = 0; j < operand_count(x); j++)
            ask(g, g->args[i][j] = g->now[slots[j]], part);
        g->now[x->dst] = 2 * i + 1;
        g->made[2 * i] = g->made[2 * i + 1] = (made){part, NOWHERE, false};
        if (x->op == TAPE_SINCOS)
            g->now[x->dst + 1] = 2 * i + 2;
    }
    g->parts[k] = *parts - from;
    for (size_t r = 0; r < s->out_count; r++) {
        const size_t value = g->roots[k][r] = g->now[s->out_slots[r]];
        if (value && (value - 1) / 2 < s->first) /* made by an earlier segment */
            ask(g, value, NOWHERE);
    }
}

/* --- Text --- */

static void print_operand(page *g, size_t value, uint32_t slot, size_t part) {
    const tape *t = g->t;
    if (value) {
        const made *m = &g->made[value - 1];
        if (m->part == part)
            base_strbuf_printf(g->out, "v%zu", value - 1);
        else
            base_strbuf_printf(g->out, "w[%zu]", m->place);
    } else if (slot < t->input_count) {
        base_strbuf_printf(g->out, "x[%u]", slot);
    } else {
        const double c = t->constants[slot - t->input_count];
        base_strbuf_add(g->out, c < 0 ? "(" : "");
        tape_print_c_number(g->out, c, g->p->single);
        base_strbuf_add(g->out, c < 0 ? ")" : "");
    }
}

static size_t table_number(page *g, double pattern) {
    const expr_table *t = expr_table_of(pattern);
    for (size_t i = 0; i < g->tables->len; i++)
        if (g->tables->at[i] == t)
            return i;
    vec_push(g->out->memory, g->tables, t);
    return g->tables->len - 1;
}

/* How an operator is written: $a, $b, $c are operands, v$i and v$j its results, $f stands for f where functions are
   those of float. */
typedef struct spelling {
    tape_op op;
    const char *text;
} spelling;

static const spelling spellings[] = {
    {TAPE_ADD, "$a + $b"},
    {TAPE_SUB, "$a - $b"},
    {TAPE_MUL, "$a * $b"},
    {TAPE_DIV, "$a / $b"},
    {TAPE_NEG, "-$a"},
    {TAPE_POW, "pow$f($a, $b)"},
    {TAPE_SQRT, "sqrt$f($a)"},
    {TAPE_SIN, "sine($a)"},
    {TAPE_COS, "cosine($a)"},
    {TAPE_TAN, "tan$f($a)"},
    {TAPE_ASIN, "asin$f($a)"},
    {TAPE_ACOS, "acos$f($a)"},
    {TAPE_ATAN, "atan$f($a)"},
    {TAPE_ATAN2, "atan2$f($a, $b)"},
    {TAPE_SINH, "sinh$f($a)"},
    {TAPE_COSH, "cosh$f($a)"},
    {TAPE_TANH, "tanh$f($a)"},
    {TAPE_EXP, "exp$f($a)"},
    {TAPE_LOG, "log$f($a)"},
    {TAPE_ABS, "fabs$f($a)"},
    {TAPE_SIGN, "sign_of($a)"},
    {TAPE_MIN, "lesser($a, $b)"},
    {TAPE_MAX, "greater($a, $b)"},
    {TAPE_HYPOT, "hypot$f($a, $b)"},
    {TAPE_LT, "truth($a < $b)"},
    {TAPE_LE, "truth($a <= $b)"},
    {TAPE_AND, "truth($a != 0 && $b != 0)"},
    {TAPE_OR, "truth($a != 0 || $b != 0)"},
    {TAPE_NOT, "truth($a == 0)"},
    {TAPE_SELECT, "$a != 0 ? $b : $c"},
    {TAPE_FLOOR, "floor$f($a)"},
    {TAPE_INTERVAL, "table_interval(&table_$t, $b)"},
    {TAPE_CURVE, "table_curve(&table_$t, $b, $c)"},
    {TAPE_SINCOS, "sine_and_cosine($a, &v$i, &v$j)"},
    {TAPE_SQUARE, "$a * $a"},
    {TAPE_POWI, "whole_power($a, $n)"},
    {TAPE_RECIP, "1 / $a"},
};

static const char *spelling_of(uint32_t op) {
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (spellings[i].op == (tape_op)op)
            return spellings[i].text;
    LGR_ASSERT(op == TAPE_FMA3);
    return "$a * $b";
}

static void print_expression(page *g, size_t i, const char *text) {
    const tape_instr *x = &g->t->code[i];
    const uint32_t slots[] = {x->a, x->b, x->c};
    for (; *text; text++) {
        if (*text != '$') {
            base_strbuf_add_bytes(g->out, text, 1);
            continue;
        }
        const char what = *++text;
        if (what >= 'a' && what <= 'c')
            print_operand(g, g->args[i][what - 'a'], slots[what - 'a'], g->part[i]);
        else if (what == 'i' || what == 'j')
            base_strbuf_printf(g->out, "%zu", 2 * i + (what == 'j'));
        else if (what == 'n')
            base_strbuf_printf(g->out, "%d", (int)(int32_t)x->b);
        else if (what == 't')
            base_strbuf_printf(g->out, "%zu", table_number(g, g->t->constants[x->a - g->t->input_count]));
        else if (g->p->single)
            base_strbuf_add(g->out, "f");
    }
}

/* Where else a value goes that has just been made. */
static void print_copies(page *g, size_t segment, size_t value) {
    if (g->made[value].place != NOWHERE)
        base_strbuf_printf(g->out, "    w[%zu] = v%zu;\n", g->made[value].place, value);
    for (size_t r = g->result_of[value]; r > 0; r = g->same[r - 1])
        base_strbuf_printf(g->out, "    y[%zu] = v%zu;\n", g->first[segment] + r - 1, value);
}

/* So that results are found by their values: in their order. */
static void index_results(page *g, size_t segment) {
    for (size_t r = g->t->segments[segment].out_count; r-- > 0;) {
        const size_t value = g->roots[segment][r];
        if (!value)
            continue;
        g->same[r] = g->result_of[value - 1];
        g->result_of[value - 1] = r + 1;
    }
}

static void print_instruction(page *g, size_t segment, size_t i) {
    const tape_instr *x = &g->t->code[i];
    /* A sum of a product: two statements, each rounded. */
    if (x->op == TAPE_FMA3) {
        base_strbuf_printf(g->out, "    const real p%zu = ", 2 * i);
        print_expression(g, i, "$a * $b");
        base_strbuf_printf(g->out, ";\n    const real v%zu = p%zu + ", 2 * i, 2 * i);
        print_expression(g, i, "$c");
    } else if (x->op == TAPE_SINCOS) {
        base_strbuf_printf(g->out, "    real v%zu, v%zu;\n    ", 2 * i, 2 * i + 1);
        print_expression(g, i, spelling_of(x->op));
    } else {
        base_strbuf_printf(g->out, "    const real v%zu = ", 2 * i);
        print_expression(g, i, spelling_of(x->op));
    }
    base_strbuf_add(g->out, ";\n");
    if (x->op == TAPE_SINCOS)
        print_copies(g, segment, 2 * i + 1);
    print_copies(g, segment, 2 * i);
}

static void begin_function(page *g, size_t segment, size_t part, bool whole) {
    base_strbuf_printf(g->out, "\nstatic void %s_%zu", g->p->prefix, segment);
    if (!whole)
        base_strbuf_printf(g->out, "_%zu", part);
    base_strbuf_add(g->out, "(const real *x, real *w, real *y) {\n");
}

static void end_function(page *g) {
    base_strbuf_add(g->out, "    (void)x;\n    (void)w;\n    (void)y;\n}\n");
}

/* Results that no instruction of the segment makes. */
static size_t print_kept(page *g, size_t segment, size_t *from, size_t most) {
    const tape_segment *s = &g->t->segments[segment];
    size_t count = 0;
    for (; *from < s->out_count && count < most; ++*from) {
        const size_t value = g->roots[segment][*from];
        if (value && (value - 1) / 2 >= s->first)
            continue;
        base_strbuf_printf(g->out, "    y[%zu] = ", g->first[segment] + *from);
        print_operand(g, value, s->out_slots[*from], NOWHERE);
        base_strbuf_add(g->out, ";\n");
        count++;
    }
    return count;
}

static void print_calls(page *g, size_t segment, size_t parts) {
    begin_function(g, segment, 0, true);
    for (size_t k = 0; k < parts; k++)
        base_strbuf_printf(g->out, "    %s_%zu_%zu(x, w, y);\n", g->p->prefix, segment, k);
    base_strbuf_add(g->out, "}\n");
}

static void print_segment(page *g, size_t k) {
    const tape_segment *s = &g->t->segments[k];
    const size_t most = g->p->most;
    const bool whole = s->last - s->first + s->out_count <= most;
    size_t i = s->first, out = 0, part = 0;
    index_results(g, k);
    do {
        begin_function(g, k, part++, whole);
        const size_t end = i + most < s->last ? i + most : s->last;
        size_t room = most - (end - i);
        for (; i < end; i++)
            print_instruction(g, k, i);
        if (i == s->last)
            print_kept(g, k, &out, room + 1);
        end_function(g);
    } while (i < s->last || out < s->out_count);
    if (!whole)
        print_calls(g, k, part);
}

void tape_print_c(strbuf *out, const tape *t, tape_printing *p, tape_table_list *tables, size_t *first) {
    LGR_ASSERT(p->most > 0);
    arena *a = base_arena_create();
    page g = {.out = out, .t = t, .p = p, .tables = tables, .first = first};
    g.now = ARENA_ARRAY(a, size_t, t->slot_count + 2);
    g.args = base_arena_alloc(a, (t->code_count + 1) * sizeof *g.args);
    g.part = ARENA_ARRAY(a, size_t, t->code_count + 1);
    g.made = ARENA_ARRAY(a, made, 2 * t->code_count + 2);
    g.roots = ARENA_ARRAY(a, size_t *, t->segment_count);
    g.parts = ARENA_ARRAY(a, size_t, t->segment_count);
    g.result_of = ARENA_ARRAY(a, size_t, 2 * t->code_count + 2);
    size_t parts = 0, most = 0;
    for (size_t k = 0; k < t->segment_count; k++) {
        most = t->segments[k].out_count > most ? t->segments[k].out_count : most;
        g.roots[k] = ARENA_ARRAY(a, size_t, t->segments[k].out_count + 1);
        first[k] = p->result;
        p->result += t->segments[k].out_count;
        resolve_segment(&g, k, &parts);
    }
    g.same = ARENA_ARRAY(a, size_t, most + 1);
    for (size_t i = 0; i < 2 * t->code_count; i++)
        g.made[i].is_asked = g.made[i].is_asked || g.made[i].place != NOWHERE;
    for (size_t k = 0; k < t->segment_count; k++)
        for (size_t r = 0; r < t->segments[k].out_count; r++)
            if (g.roots[k][r])
                g.made[g.roots[k][r] - 1].is_asked = true;
    for (size_t k = 0; k < t->segment_count; k++)
        print_segment(&g, k);
    base_arena_destroy(a);
}
