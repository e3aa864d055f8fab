/* Expressions as text of the model language, written from a stack of open pieces instead of by recursion. */
#include "expr/print.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "expr/internal.h"

enum { CONDITIONAL = 0, LOGIC = 1, SUM = 5, PRODUCT = 6, POWER = 8, ATOM = 9 };

/* A text, or an expression that needs parentheses if it binds less than `least`. */
typedef struct piece {
    const char *text;
    expr_id e;
    int least;
} piece;

typedef struct printer {
    const graph *g;
    arena *memory;
    strbuf *out;
    size_t end;      /* of the output, in bytes */
    VEC(piece) open; /* the next one is last */
} printer;

static piece text_piece(const char *text) {
    return (piece){text, EXPR_NONE, 0};
}

static piece expr_piece(expr_id e, int least) {
    return (piece){NULL, e, least};
}

/* Opens pieces given in reading order. */
static void open_pieces(printer *p, const piece *pieces, int count) {
    for (int k = count; k-- > 0;)
        vec_push(p->memory, &p->open, pieces[k]);
}

/* Binds like a product if negative: -2*x needs no parentheses, x^(-2) does. */
static int number_precedence(const expr_node *n) {
    return n->value < 0 || (n->op == EXPR_RATIONAL && n->den != 1) ? PRODUCT : ATOM;
}

static int precedence_of(const graph *g, expr_id e) {
    const expr_node *n = node_at(g, e);
    if (n->op <= EXPR_REAL)
        return number_precedence(n);
    return n->op == EXPR_NEG ? PRODUCT : expr_op_table[n->op].precedence;
}

/* A literal beyond the largest double reads back as infinity; the undefined has no literal at all. */
static const char *real_text(arena *memory, double x) {
    strbuf s = strbuf_make(memory);
    if (isnan(x))
        return "(0/0)";
    if (isinf(x))
        return x > 0 ? "1e999" : "-1e999";
    strbuf_add_number(&s, x);
    return strbuf_text(&s);
}

static const char *leaf_text(printer *p, expr_id e) {
    const expr_node *n = node_at(p->g, e);
    if (n->op == EXPR_VAR)
        return graph_var_name(p->g, n->var);
    if (n->op == EXPR_REAL)
        return real_text(p->memory, n->value);
    if (n->den == 1)
        return arena_printf(p->memory, "%lld", (long long)n->num);
    return arena_printf(p->memory, "%lld/%lld", (long long)n->num, (long long)n->den);
}

static void open_call(printer *p, const expr_node *n) {
    const piece pieces[] = {text_piece(expr_op_table[n->op].text),
                            text_piece("("),
                            expr_piece(n->arg[0], 0),
                            text_piece(", "),
                            expr_piece(n->arg[1], 0),
                            text_piece(")")};
    bool binary = expr_op_table[n->op].arity == 2;
    open_pieces(p, pieces + (binary ? 3 : 5), binary ? 3 : 1);
    open_pieces(p, pieces, 3);
}

/* The number of a sum stands in front in the graph and behind in the text: x - 3. */
static void open_sum_with_number(printer *p, const expr_node *n) {
    double value = node_at(p->g, n->arg[0])->value;
    const char *text = leaf_text(p, n->arg[0]);
    open_pieces(p,
                (piece[]){expr_piece(n->arg[1], SUM), text_piece(value < 0 ? " - " : " + "),
                          text_piece(value < 0 ? text + 1 : text)},
                3);
}

static void open_infix(printer *p, const expr_node *n) {
    const expr_op_info *info = &expr_op_table[n->op];
    bool tight = info->precedence >= PRODUCT;
    int left = info->precedence, right = info->precedence + 1;
    if (n->op == EXPR_POW)
        left = ATOM, right = POWER;
    if (n->op == EXPR_LT || n->op == EXPR_LE)
        left = right;
    const char *space = tight ? "" : " ";
    open_pieces(p,
                (piece[]){expr_piece(n->arg[0], left), text_piece(space), text_piece(info->text), text_piece(space),
                          expr_piece(n->arg[1], right)},
                5);
}

static void open_select(printer *p, const expr_node *n) {
    open_pieces(p,
                (piece[]){text_piece("if "), expr_piece(n->arg[0], LOGIC), text_piece(" then "),
                          expr_piece(n->arg[1], LOGIC), text_piece(" else "), expr_piece(n->arg[2], CONDITIONAL)},
                6);
}

static void open_node(printer *p, expr_id e) {
    const expr_node *n = node_at(p->g, e);
    const expr_op_info *info = &expr_op_table[n->op];
    if (info->arity == 0)
        open_pieces(p, (piece[]){text_piece(leaf_text(p, e))}, 1);
    else if (n->op == EXPR_SELECT)
        open_select(p, n);
    else if (n->op == EXPR_NEG)
        open_pieces(p, (piece[]){text_piece("-"), expr_piece(n->arg[0], PRODUCT)}, 2);
    else if (n->op == EXPR_NOT)
        open_pieces(p, (piece[]){text_piece("not "), expr_piece(n->arg[0], info->precedence)}, 2);
    else if (info->precedence == ATOM)
        open_call(p, n);
    else if (n->op == EXPR_ADD && is_number(p->g, n->arg[0]))
        open_sum_with_number(p, n);
    else
        open_infix(p, n);
}

static void write_piece(printer *p, piece next) {
    if (next.text != NULL) {
        strbuf_add(p->out, next.text);
    } else if (precedence_of(p->g, next.e) < next.least) {
        open_pieces(p, (piece[]){text_piece("("), expr_piece(next.e, 0), text_piece(")")}, 3);
    } else {
        open_node(p, next.e);
    }
}

/* Cuts before a character, not inside one. */
static void cut(strbuf *out, size_t end) {
    while (end > 0 && ((unsigned char)out->text[end] & 0xc0) == 0x80)
        end--;
    out->len = end;
    out->text[end] = '\0';
    strbuf_add(out, "...");
}

void expr_print(const graph *g, expr_id root, size_t limit, strbuf *out) {
    printer p = {.g = g, .memory = arena_create(), .out = out, .end = out->len + limit};
    LGR_ASSERT(root.i != 0 && root.i < g->size);
    vec_push(p.memory, &p.open, expr_piece(root, 0));
    while (p.open.len > 0 && out->len <= p.end)
        write_piece(&p, p.open.at[--p.open.len]);
    if (out->len > p.end)
        cut(out, p.end);
    arena_destroy(p.memory);
}
