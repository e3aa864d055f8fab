/* Formulas with pieces, tested piece by piece: conclusions about the whole model must not depend on which branch of an
   `if`, an absolute value or a pulse is active near the start. */
#ifndef LGR_ANALYSIS_PIECES_H
#define LGR_ANALYSIS_PIECES_H

#include "model/model.h"

/* A comparison or sign (PIECE_SIDE: the variable is 1 or -1), or a saturated function (PIECE_TAIL: the variable is
   between 0 and 1 and represents its value there), or which of several steps (PIECE_STEP: the variable is a whole
   number from 1 to `steps`). */
typedef enum piece_kind { PIECE_SIDE, PIECE_TAIL, PIECE_STEP } piece_kind;

typedef struct piece {
    uint32_t var;  /* of the graph; made for pieces, and used again by other lists */
    uint64_t name; /* the same for the same piece in every list */
    piece_kind kind;
    double steps;
    double truth; /* of a side: the value with which what it was first met in is true */
} piece;

typedef struct piece_list {
    piece *at;
    size_t count;
} piece_list;

/* Puts variables for what decides between pieces, in place. Lives in `a`. */
piece_list analysis_pieces_replace(const model *m, expr_id *roots, size_t count, arena *a);
/* The last two bits: everything is true, as a window in time wants it; nothing is; each for itself. */
enum { PIECES_TRUE = 1, PIECES_FALSE = 2, PIECES_MIXED = 3 };
/* What the variable is by these bits; bits of 0 give 0, with which all is as it was. */
double analysis_piece_value(const piece *p, uint64_t bits);

#endif
