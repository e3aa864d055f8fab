/* Null spaces of scaled matrices, and bases of them with as many zeros as possible. */
#ifndef LGR_ANALYSIS_ECHELON_H
#define LGR_ANALYSIS_ECHELON_H

#include <stdbool.h>

#include "base/arena.h"

/* A basis of the null space of A (rows x columns, row-major, destroyed), whose entries are at most about 1 where they
   mean something: vectors one after the other in *basis; how many. None where entries are beyond all measure. */
int analysis_echelon_null_space(double *A, int rows, int columns, double **basis, arena *a);

/* Vectors of which each is alone in having an entry at its pivot, where it has 1. */
typedef struct echelon {
    int size, count;
    double **at;
    int *pivot;
    arena *memory;
} echelon;

echelon analysis_echelon_make(int size, int capacity, arena *a);
/* Takes multiples of the vectors from x until it is zero at their pivots. */
void analysis_echelon_reduce(const echelon *e, double *x);
/* Adds vectors, reduced by those there, with pivots as early as can be in `order` (size entries); those that turn out
   to be combinations of others are left out. The vectors are overwritten. */
void analysis_echelon_add(echelon *e, double *vectors, int count, const int *order);

#endif
