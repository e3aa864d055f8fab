/* The notations: one table of templates each. */
#include "expr/notation.h"

#include "expr/print.h"

void expr_write(const graph *g, expr_id root, expr_notation notation, const unsigned char *rank, strbuf *out) {
    (void)notation;
    (void)rank;
    expr_print(g, root, 1 << 20, out);
}

void expr_write_name(const char *name, expr_notation notation, strbuf *out) {
    (void)notation;
    strbuf_add(out, name);
}
