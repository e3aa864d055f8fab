/* The writer of expressions: templates expanded on a stack, instead of recursion. */
#include "expr/notation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/print.h"
#include "expr/internal.h"
#include "expr/notation_forms.h"
#include "expr/notation_terms.h"
#include "expr/table.h"

enum { CONDITIONAL = 0, LOGIC = 1, SUM = 5, PRODUCT = 6, FACTOR = 7, POWER = 8, ATOM = 9 };

enum { SLOTS = 3, TEMPLATE_PIECES = 12 };

typedef enum piece_kind { PIECE_TEXT, PIECE_EXPR, PIECE_TERM, PIECE_FACTORS } piece_kind;

/* What is still to be written: a text, or what needs parentheses if it binds less than `least`. */
typedef struct piece {
    piece_kind kind;
    const char *text;
    size_t length;
    expr_id e;
    bool inverted;            /* EXPR: a power whose exponent has lost its sign */
    const product_term *term; /* TERM: its sign is written already */
    factors factors;
    int least;
    bool script;  /* in an exponent, where fractions stay in the line */
    bool element; /* must become one element */
} piece;

typedef struct writer {
    const graph *g;
    arena *memory;
    strbuf *out;
    size_t end; /* of the output, in bytes */
    expr_notation notation;
    const notation_forms *forms;
    const char *const *names; /* per variable; NULL: its own */
    term_reader reader;
    VEC(piece) open; /* the next one is last */
} writer;

static piece text_piece(const char *text) {
    return (piece){.kind = PIECE_TEXT, .text = text, .length = strlen(text)};
}

static piece expr_piece(expr_id e, int least, bool script) {
    return (piece){.kind = PIECE_EXPR, .e = e, .least = least, .script = script};
}

static piece term_piece(const product_term *t, int least, bool script) {
    return (piece){.kind = PIECE_TERM, .term = t, .least = least, .script = script};
}

static piece factors_piece(factors f, int least, bool script) {
    return (piece){.kind = PIECE_FACTORS, .factors = f, .least = least, .script = script};
}

static void open_piece(writer *w, piece p) {
    vec_push(w->memory, &w->open, p);
}

/* Opens a template with its places filled. */
static void open_form(writer *w, const char *form, const piece slots[SLOTS]) {
    piece pieces[TEMPLATE_PIECES];
    int count = 0;
    while (*form != '\0') {
        LGR_ASSERT(count < TEMPLATE_PIECES);
        size_t plain = strcspn(form, "\1\2\3\4\5\6");
        if (plain > 0) {
            pieces[count++] = (piece){.kind = PIECE_TEXT, .text = form, .length = plain};
            form += plain;
        } else {
            int slot = *form++ - 1;
            pieces[count] = slots[slot % SLOTS];
            pieces[count++].element = slot >= SLOTS;
        }
    }
    while (count > 0)
        open_piece(w, pieces[--count]);
}

/* The spelling of an operator in the notation at hand. */
static piece sign_piece(const writer *w, expr_op op) {
    const expr_op_info *info = &expr_op_table[op];
    const char *const spelling[] = {info->text, info->latex, info->mathml};
    return text_piece(spelling[w->notation <= NOTATION_MATHML ? w->notation : NOTATION_TEXT]);
}

/* The fewest digits that read back. */
static char *shortest_digits(arena *memory, double x) {
    int digits = 1;
    char *text = base_arena_printf(memory, "%.*g", digits, x);
    while (digits < 17 && base_read_number(text, NULL) != x)
        text = base_arena_printf(memory, "%.*g", ++digits, x);
    return text;
}

static bool is_scientific(writer *w, expr_id e) {
    const expr_node *n = node_at(w->g, e);
    return expr_notation_is_decimal(n) && isfinite(n->value) &&
           strchr(shortest_digits(w->memory, n->value), 'e') != NULL;
}

/* A number below an exponent or beside others may bind like the product as which it is written. */
static int number_precedence(writer *w, expr_id e) {
    const expr_node *n = node_at(w->g, e);
    pi_multiple m;
    if (expr_notation_has_pi(n, &m))
        return m.num == 1 && m.den == 1 && m.power == 1 ? ATOM : PRODUCT;
    if (n->value < 0 || (n->den > 1 && !expr_notation_is_decimal(n)))
        return PRODUCT;
    return w->forms->typeset && is_scientific(w, e) ? PRODUCT : ATOM;
}

static int precedence_of(writer *w, expr_id e) {
    expr_op op = op_of(w->g, e);
    if (op <= EXPR_REAL)
        return number_precedence(w, e);
    if (op == EXPR_NEG)
        return expr_notation_is_sum(w->g, e) ? SUM : PRODUCT;
    if (op == EXPR_POW)
        return expr_notation_is_inverse_power(w->g, e) ? PRODUCT : POWER;
    if (w->forms->typeset && (op == EXPR_SQRT || op == EXPR_EXP))
        return POWER;
    if (w->forms->typeset && expr_notation_is_named_function(op))
        return FACTOR;
    return expr_op_table[op].precedence;
}

static int factors_precedence(writer *w, factors f) {
    if (f.count != 1)
        return f.count == 0 ? ATOM : PRODUCT;
    switch (f.at->part) {
    case FACTOR_DIGITS:
        return ATOM;
    case FACTOR_PI:
        return f.at->whole == 1 ? ATOM : POWER;
    case FACTOR_DECIMAL:
        return w->forms->typeset && is_scientific(w, f.at->e) ? PRODUCT : ATOM;
    case FACTOR_INVERTED:
        return POWER;
    default:
        return precedence_of(w, f.at->e);
    }
}

static int piece_precedence(writer *w, const piece *p) {
    if (p->kind == PIECE_FACTORS)
        return factors_precedence(w, p->factors);
    if (p->kind == PIECE_TERM)
        return p->term->under.count > 0 ? PRODUCT : factors_precedence(w, p->term->over);
    return p->inverted ? POWER : precedence_of(w, p->e);
}

static void open_real(writer *w, double x) {
    const notation_forms *forms = w->forms;
    if (isnan(x)) {
        open_piece(w, text_piece(forms->undefined));
    } else if (isinf(x)) {
        open_piece(w, text_piece(forms->infinity));
    } else {
        char *digits = shortest_digits(w->memory, x), *mark = strchr(digits, 'e');
        if (mark == NULL) {
            open_form(w, forms->number, (piece[SLOTS]){text_piece(digits)});
            return;
        }
        *mark = '\0';
        const char *exponent = base_arena_printf(w->memory, "%d", atoi(mark + 1));
        open_form(w, forms->scientific, (piece[SLOTS]){text_piece(digits), text_piece(exponent)});
    }
}

/* Without its sign, which belongs to the term. */
static void open_number_factor(writer *w, const factor *f) {
    piece whole = text_piece(base_arena_printf(w->memory, "%lld", (long long)f->whole)), pi = text_piece(w->forms->pi);
    if (f->part == FACTOR_DECIMAL)
        open_real(w, fabs(node_at(w->g, f->e)->value));
    else if (f->part == FACTOR_DIGITS)
        open_form(w, w->forms->number, (piece[SLOTS]){whole});
    else if (f->whole == 1)
        open_piece(w, pi);
    else
        open_form(w, w->forms->pi_power, (piece[SLOTS]){whole});
}

static void open_factor(writer *w, const factor *f, int least, bool script) {
    if (expr_notation_is_number(f)) {
        open_number_factor(w, f);
        return;
    }
    piece p = expr_piece(f->e, least, script);
    p.inverted = f->part == FACTOR_INVERTED;
    open_piece(w, p);
}

static expr_id base_of(const graph *g, expr_id e) {
    return op_of(g, e) == EXPR_POW ? arg_of(g, e, 0) : e;
}

static bool is_word(const writer *w, const factor *f) {
    const expr_node *n = node_at(w->g, base_of(w->g, f->e));
    return n->op == EXPR_VAR && expr_notation_is_word(expr_var_name(w->g, n->var));
}

static bool begins_with_digit(const writer *w, const factor *f) {
    if (expr_notation_is_number(f))
        return f->part != FACTOR_PI;
    expr_id base = base_of(w->g, f->e);
    return is_number(w->g, base) && node_at(w->g, base)->value >= 0;
}

/* sin, cos and the like, which begin with a word; a root and a size begin with a sign. */
static bool is_call(const writer *w, const factor *f) {
    expr_op op = op_of(w->g, base_of(w->g, f->e));
    return expr_op_table[op].arity > 0 && expr_op_table[op].precedence == ATOM && op != EXPR_SQRT && op != EXPR_ABS &&
           op != EXPR_FLOOR;
}

static piece times_piece(const writer *w, const factor *left, const factor *right) {
    if (begins_with_digit(w, right))
        return text_piece(w->forms->times_number);
    if (is_call(w, right))
        return text_piece(w->forms->times_call);
    return text_piece(is_word(w, left) || is_word(w, right) ? w->forms->times_word : w->forms->times);
}

/* Factors in a row; one alone takes the parentheses that its surroundings want. */
static void open_factors(writer *w, factors f, int least, bool script) {
    if (f.count == 0)
        open_form(w, w->forms->number, (piece[SLOTS]){text_piece("1")});
    for (size_t k = f.count; k-- > 0;) {
        open_factor(w, &f.at[k], f.count == 1 ? least : FACTOR, script);
        if (k > 0)
            open_piece(w, times_piece(w, &f.at[k - 1], &f.at[k]));
    }
}

static size_t count_numbers(factors f) {
    size_t count = 0;
    while (count < f.count && expr_notation_is_number(&f.at[count]))
        count++;
    return count;
}

/* A fraction of numbers stands in front of the rest; but x/2 is one fraction. */
static bool has_coefficient(const writer *w, const product_term *t) {
    size_t numbers = count_numbers(t->over);
    if (t->under.count == 0 || count_numbers(t->under) < t->under.count || t->over.count == numbers)
        return false;
    return t->over.count > numbers + 1 || op_of(w->g, t->over.at[numbers].e) != EXPR_VAR;
}

static void open_fraction(writer *w, factors over, factors under, bool script) {
    const bool whole = over.count <= 1 && under.count == 1 && under.at->part == FACTOR_DIGITS &&
                       (over.count == 0 || over.at->part == FACTOR_DIGITS);
    if (w->forms->ratio && whole)
        open_form(w, w->forms->ratio, (piece[SLOTS]){factors_piece(over, 0, script), factors_piece(under, 0, script)});
    else if (w->forms->fraction == NULL || script)
        open_form(w, w->forms->solidus,
                  (piece[SLOTS]){factors_piece(over, PRODUCT, script), factors_piece(under, FACTOR, script)});
    else
        open_form(w, w->forms->fraction, (piece[SLOTS]){factors_piece(over, 0, false), factors_piece(under, 0, false)});
}

enum { LONG_SUM = 16 }; /* operations */

/* The operations below the node as it is written out, counted up to `most`. */
static int operations_up_to(const graph *g, expr_id e, int most) {
    const expr_node *n = node_at(g, e);
    int count = expr_op_table[n->op].arity > 0;
    for (int k = 0; k < expr_op_table[n->op].arity && count < most; k++)
        count += operations_up_to(g, n->arg[k], most - count);
    return count;
}

/* Takes long sums out of the factors: beside the fraction lines can be broken in them, on its line they cannot. */
static factors take_long_sums(writer *w, factors *over) {
    factor *rest = ARENA_ARRAY(w->memory, factor, over->count), *sums = ARENA_ARRAY(w->memory, factor, over->count);
    size_t kept = 0, taken = 0;
    for (size_t k = 0; k < over->count; k++) {
        const factor *f = &over->at[k];
        bool sum = f->part == FACTOR_WHOLE && expr_notation_is_sum(w->g, f->e);
        if (sum && operations_up_to(w->g, f->e, LONG_SUM) >= LONG_SUM)
            sums[taken++] = *f;
        else
            rest[kept++] = *f;
    }
    *over = (factors){rest, kept};
    return (factors){sums, taken};
}

/* No line can be broken in a fraction that is drawn. */
static bool is_wide(const writer *w, factors f) {
    enum { WIDE = 36 }; /* operations */
    int count = 0;
    for (size_t k = 0; k < f.count && count < WIDE; k++)
        count += operations_up_to(w->g, f.at[k].e, WIDE) + 1;
    return count >= WIDE;
}

/* Without its sign. */
static void open_term(writer *w, const product_term *t, bool script) {
    factors over = t->over;
    if (t->under.count == 0) {
        open_factors(w, over, FACTOR, script);
    } else if (w->forms->fraction != NULL && !script && has_coefficient(w, t)) {
        size_t numbers = count_numbers(over);
        open_factors(w, (factors){over.at + numbers, over.count - numbers}, FACTOR, false);
        open_piece(w, times_piece(w, t->under.at, &over.at[numbers]));
        open_fraction(w, (factors){over.at, numbers}, t->under, false);
    } else if (w->forms->fraction != NULL && !script) {
        factors sums = take_long_sums(w, &over);
        if (sums.count > 0) {
            open_factors(w, sums, FACTOR, false);
            open_piece(w, text_piece(w->forms->times));
        }
        open_fraction(w, over, t->under, is_wide(w, over) || is_wide(w, t->under));
    } else {
        open_fraction(w, over, t->under, script);
    }
}

static void open_signed_term(writer *w, expr_id e, bool script) {
    const product_term *t = expr_notation_read_product(&w->reader, e);
    piece p = term_piece(t, 0, script);
    open_form(w, t->minus ? w->forms->negative : "\1", (piece[SLOTS]){p});
}

static void open_sums(writer *w, const expr_id *roots, size_t sums, bool script) {
    size_t count;
    const product_term **terms = expr_notation_read_sums(&w->reader, roots, sums, &count);
    for (size_t k = count; k-- > 0;) {
        piece p = term_piece(terms[k], 0, script);
        if (k > 0) {
            open_piece(w, p);
            open_piece(w, text_piece(terms[k]->minus ? w->forms->minus : w->forms->plus));
        } else {
            open_form(w, terms[k]->minus ? w->forms->negative : "\1", (piece[SLOTS]){p});
        }
    }
}

/* In an exponent sin x/2 could be half of it. */
static bool is_bare(const writer *w, expr_id argument, bool script) {
    return w->forms->typeset && !script && op_of(w->g, argument) == EXPR_VAR;
}

/* The letter and the subscripts of a name that is raised to a power, where the exponent stands above them; else NULL.
 */
static const char *name_below(const writer *w, expr_id base) {
    strbuf name = base_strbuf_make(w->memory);
    const bool named = w->forms->power_below && op_of(w->g, base) == EXPR_VAR;
    return named && expr_write_name_below(expr_var_name(w->g, node_at(w->g, base)->var), &name)
               ? base_strbuf_text(&name)
               : NULL;
}

static void open_power(writer *w, const piece *p) {
    const expr_node *n = node_at(w->g, p->e);
    const char *below = name_below(w, n->arg[0]);
    bool script = p->script || w->forms->typeset;
    int least = w->forms->typeset ? 0 : w->forms->left ? ATOM : POWER;
    piece exponent = expr_piece(n->arg[1], least, script);
    if (p->inverted)
        exponent = term_piece(expr_notation_read_product(&w->reader, n->arg[1]), least, script);
    if (w->forms->typeset && expr_notation_is_function_power(w->g, p->e)) {
        expr_id argument = arg_of(w->g, n->arg[0], 0);
        open_form(w, is_bare(w, argument, p->script) ? w->forms->call_power_bare : w->forms->call_power,
                  (piece[SLOTS]){sign_piece(w, op_of(w->g, n->arg[0])), expr_piece(argument, 0, p->script), exponent});
    } else if (below) {
        open_form(w, w->forms->power_below, (piece[SLOTS]){text_piece(below), exponent});
    } else {
        open_form(w, w->forms->power, (piece[SLOTS]){expr_piece(n->arg[0], ATOM, p->script), exponent});
    }
}

static void open_call(writer *w, const expr_node *n, bool script) {
    const char *form = expr_op_table[n->op].arity == 2 ? w->forms->call_two
                       : is_bare(w, n->arg[0], script) ? w->forms->call_bare
                                                       : w->forms->call;
    open_form(w, form,
              (piece[SLOTS]){sign_piece(w, n->op), expr_piece(n->arg[0], 0, script),
                             n->arg[1].i != 0 ? expr_piece(n->arg[1], 0, script) : text_piece("")});
}

/* The name of a table with the primes of its derivatives, which are none with respect to time. */
static const char *table_name(writer *w, const expr_table *t) {
    strbuf name = base_strbuf_make(w->memory), primes = base_strbuf_make(w->memory);
    const int plain = (int)strlen(t->name) - t->order;
    expr_write_name(base_arena_printf(w->memory, "%.*s", plain, t->name), w->notation, &name);
    for (int k = 0; k < t->order; k++)
        base_strbuf_add(&primes, w->forms->prime ? w->forms->prime : "'");
    const bool raised = w->forms->prime && t->order > 0;
    return base_arena_printf(w->memory, "%s%s%s%s%s", raised ? "<msup>" : "", base_strbuf_text(&name),
                             raised ? "<mo>" : "", base_strbuf_text(&primes), raised ? "</mo></msup>" : "");
}

/* The value of a table, whatever its interval. */
static void open_curve(writer *w, const expr_node *n, bool script) {
    const char *form = w->forms->call_named ? w->forms->call_named : w->forms->call;
    open_form(
        w, form,
        (piece[SLOTS]){text_piece(table_name(w, expr_table_at(w->g, n->arg[0]))), expr_piece(n->arg[1], 0, script)});
}

static void open_infix(writer *w, const expr_node *n, bool script) {
    int least = n->op == EXPR_LT || n->op == EXPR_LE ? SUM : expr_op_table[n->op].precedence;
    open_form(w, w->forms->infix,
              (piece[SLOTS]){sign_piece(w, n->op), expr_piece(n->arg[0], least, script),
                             expr_piece(n->arg[1], least, script)});
}

/* A chain of choices is one table. */
static void open_cases(writer *w, expr_id e, bool script) {
    VEC(expr_id) chain = {0};
    for (; op_of(w->g, e) == EXPR_SELECT; e = arg_of(w->g, e, 2))
        vec_push(w->memory, &chain, e);
    open_piece(w, text_piece(w->forms->cases_end));
    open_form(w, w->forms->other_case, (piece[SLOTS]){expr_piece(e, 0, script)});
    for (size_t k = chain.len; k-- > 0;) {
        const expr_node *n = node_at(w->g, chain.at[k]);
        open_form(w, w->forms->one_case,
                  (piece[SLOTS]){expr_piece(n->arg[1], 0, script), expr_piece(n->arg[0], 0, script)});
    }
    open_piece(w, text_piece(w->forms->cases));
}

static void open_select(writer *w, expr_id e, bool script) {
    const expr_node *n = node_at(w->g, e);
    if (w->forms->choice == NULL)
        open_cases(w, e, script);
    else
        open_form(w, w->forms->choice,
                  (piece[SLOTS]){expr_piece(n->arg[0], LOGIC, script), expr_piece(n->arg[1], LOGIC, script),
                                 expr_piece(n->arg[2], CONDITIONAL, script)});
}

/* The template of a function that has a shape of its own in this notation, or NULL. */
static const char *shape_of(const writer *w, expr_op op) {
    switch (op) {
    case EXPR_SQRT:
        return w->forms->root;
    case EXPR_EXP:
        return w->forms->exponential;
    case EXPR_ABS:
        return w->forms->absolute;
    case EXPR_FLOOR:
        return w->forms->below;
    default:
        return NULL;
    }
}

/* False where the operator is written as in text. */
static bool open_own(writer *w, const expr_node *n) {
    for (const notation_own *own = w->forms->own; own && own->op != EXPR_OP_COUNT; own++)
        if (own->op == n->op) {
            piece slots[SLOTS] = {text_piece(""), text_piece(""), text_piece("")};
            for (int k = 0; k < expr_op_table[n->op].arity; k++)
                slots[k] = expr_piece(n->arg[k], 0, false);
            open_form(w, own->form, slots);
            return true;
        }
    return false;
}

static void open_operation(writer *w, const piece *p) {
    const expr_node *n = node_at(w->g, p->e);
    if (open_own(w, n))
        return;
    bool script = p->script || (n->op == EXPR_EXP && w->forms->typeset);
    int not_least = w->forms->typeset ? FACTOR : expr_op_table[EXPR_NOT].precedence;
    if (shape_of(w, n->op) != NULL)
        open_form(w, shape_of(w, n->op), (piece[SLOTS]){expr_piece(n->arg[0], 0, script)});
    else if (n->op == EXPR_SELECT)
        open_select(w, p->e, script);
    else if (n->op == EXPR_NOT)
        open_form(w, w->forms->prefix, (piece[SLOTS]){sign_piece(w, n->op), expr_piece(n->arg[0], not_least, script)});
    else if (n->op == EXPR_CURVE)
        open_curve(w, n, script);
    else if (expr_op_table[n->op].precedence == ATOM)
        open_call(w, n, script);
    else
        open_infix(w, n, script);
}

static void open_node(writer *w, const piece *p) {
    expr_op op = op_of(w->g, p->e);
    if (op == EXPR_VAR && w->names)
        base_strbuf_add(w->out, w->names[node_at(w->g, p->e)->var]);
    else if (op == EXPR_VAR)
        expr_write_name(expr_var_name(w->g, node_at(w->g, p->e)->var), w->notation, w->out);
    else if (op == EXPR_TABLE)
        expr_write_name(expr_table_at(w->g, p->e)->name, w->notation, w->out);
    else if (expr_notation_is_sum(w->g, p->e))
        open_sums(w, &p->e, 1, p->script);
    else if (op == EXPR_POW && (p->inverted || !expr_notation_is_inverse_power(w->g, p->e)))
        open_power(w, p);
    else if (op <= EXPR_REAL || (op >= EXPR_MUL && op <= EXPR_POW))
        open_signed_term(w, p->e, p->script);
    else
        open_operation(w, p);
}

static bool is_one_element(writer *w, const piece *p) {
    if (p->kind == PIECE_EXPR)
        return op_of(w->g, p->e) == EXPR_VAR || (is_number(w->g, p->e) && number_precedence(w, p->e) == ATOM);
    if (p->kind != PIECE_FACTORS || p->factors.count > 1)
        return p->kind == PIECE_TEXT;
    if (p->factors.count == 0 || op_of(w->g, p->factors.at->e) == EXPR_VAR)
        return true;
    return expr_notation_is_number(p->factors.at) && factors_precedence(w, p->factors) == ATOM;
}

static void write_piece(writer *w, piece p) {
    if (p.kind == PIECE_TEXT) {
        base_strbuf_add_bytes(w->out, p.text, p.length);
    } else if (p.least > 0 && piece_precedence(w, &p) < p.least) {
        p.least = 0;
        p.element = false;
        open_form(w, w->forms->group, (piece[SLOTS]){p});
    } else if (p.element && w->forms->element != NULL && !is_one_element(w, &p)) {
        p.element = false;
        open_form(w, w->forms->element, (piece[SLOTS]){p});
    } else if (p.kind == PIECE_TERM) {
        open_term(w, p.term, p.script);
    } else if (p.kind == PIECE_FACTORS) {
        open_factors(w, p.factors, p.least, p.script);
    } else {
        open_node(w, &p);
    }
}

/* Cuts before a character, not inside one. */
static void cut(strbuf *out, size_t end) {
    while (end > 0 && ((unsigned char)out->text[end] & 0xc0) == 0x80)
        end--;
    out->len = end;
    out->text[end] = '\0';
    base_strbuf_add(out, "...");
}

static void write_all(writer *w, const expr_id *roots, size_t count, const unsigned char *rank) {
    for (size_t k = 0; k < count; k++)
        LGR_ASSERT(roots[k].i != 0 && roots[k].i < w->g->size);
    w->forms = &expr_notation_forms[w->notation];
    w->memory = base_arena_create();
    w->reader = expr_notation_begin(w->g, roots, count, rank, w->forms->typeset, w->memory);
    if (count > 1)
        open_sums(w, roots, count, false);
    else
        open_piece(w, expr_piece(roots[0], 0, false));
    while (w->open.len > 0 && w->out->len <= w->end)
        write_piece(w, w->open.at[--w->open.len]);
    base_arena_destroy(w->memory);
}

void expr_write(const graph *g, expr_id root, expr_notation notation, const unsigned char *rank, strbuf *out) {
    LGR_ASSERT(notation <= NOTATION_MATHML);
    writer w = {.g = g, .out = out, .end = SIZE_MAX, .notation = notation};
    write_all(&w, &root, 1, rank);
}

void expr_write_sum(const graph *g, const expr_id *terms, size_t count, expr_notation notation,
                    const unsigned char *rank, strbuf *out) {
    LGR_ASSERT(notation <= NOTATION_MATHML && count > 0);
    writer w = {.g = g, .out = out, .end = SIZE_MAX, .notation = notation};
    write_all(&w, terms, count, rank);
}

void expr_write_code(const graph *g, expr_id root, expr_notation notation, const unsigned char *rank,
                     const char *const *names, strbuf *out) {
    LGR_ASSERT(notation > NOTATION_MATHML && notation < NOTATION_COUNT);
    writer w = {.g = g, .out = out, .end = SIZE_MAX, .notation = notation, .names = names};
    write_all(&w, &root, 1, rank);
}

void expr_print(const graph *g, expr_id root, size_t limit, strbuf *out) {
    writer w = {.g = g, .out = out, .end = out->len + limit, .notation = NOTATION_TEXT};
    write_all(&w, &root, 1, NULL);
    if (out->len > w.end)
        cut(out, w.end);
}
