/* The instructions of a tape as functions in C99, for a compiler that knows nothing of this library. */
#ifndef LGR_TAPE_C_PRINT_H
#define LGR_TAPE_C_PRINT_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "expr/table.h"
#include "tape/tape.h"

/* What is printed, and how. Segment k becomes
       static void PREFIX_k(const real *x, real *w, real *y)
   over the inputs x of the tape; w holds numbers that several functions need, y the results of all segments, one after
   the other. A function has at most `most` instructions; longer segments call parts of themselves. */
typedef struct tape_printing {
    const char *prefix;
    bool single; /* real is float, and the functions of the C library are those for it */
    size_t most;
    size_t work, result; /* the first places in w and in y that are free; moved behind those of the tape */
} tape_printing;

/* Tables that instructions use: their names in C are table_0, table_1, ... */
typedef VEC(const expr_table *) tape_table_list;

/* Appends the functions to `out`; of segments without instructions and results too. `first[k]` becomes the place in y
   of the first result of segment k. */
void tape_print_c(strbuf *out, const tape *t, tape_printing *p, tape_table_list *tables, size_t *first);
/* A number as a constant of C. */
void tape_print_c_number(strbuf *out, double x, bool single);

#endif
