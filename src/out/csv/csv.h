/* What the csv writers share. */
#ifndef LGR_OUT_CSV_CSV_H
#define LGR_OUT_CSV_CSV_H

#include "analysis/equilibria/equilibria.h"
#include "base/strbuf.h"

/* A field with quotes around it where its text needs them. */
void out_csv_field(strbuf *s, const char *text);
/* Nothing where there is no value. */
void out_csv_value(strbuf *s, double x);
/* A block with the letter and the number in its corner, an empty line before it; nothing without rows or columns. */
void out_csv_matrix(int number, const char *letter, const double *x, const char *const *rows, int row_count,
                    const char *const *columns, int column_count, strbuf *s);
/* A, B, C and D. */
void out_csv_system(const linear_system *l, int number, strbuf *s);

#endif
