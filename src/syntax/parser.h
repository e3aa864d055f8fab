/* Text to tree: one call, findings for everything that cannot be read, recovery at the next statement. */
#ifndef LGR_SYNTAX_PARSER_H
#define LGR_SYNTAX_PARSER_H

#include "base/intern.h"
#include "syntax/tree.h"

enum {
    SYN_MAX_DEPTH = 200,     /* nesting of expressions and of loops, primes and fields in a row */
    SYN_MAX_HEIGHT = 1000,   /* of an expression's tree: terms in a row; whoever walks a tree may recurse */
    SYN_MAX_NODES = 4000000, /* expression nodes of one text */
    SYN_MAX_SOURCE = 4000000 /* bytes */
};

/* Reads the source that `d` was created with. Never fails: what could not be read has its finding in `d` and is left
   out or marked bad. The tree lives in `a`; names are interned in `names`. */
syn_tree syntax_parse(arena *a, intern *names, diag *d);
/* The same for another source of `d`, by its number. */
syn_tree syntax_parse_source(arena *a, intern *names, diag *d, size_t source);

/* One expression alone (for --set values: "13 ft"); NULL and findings if it cannot be read to the end. */
syn_expr *syntax_parse_expr(arena *a, intern *names, diag *d);

#endif
