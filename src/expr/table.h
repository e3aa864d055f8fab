/* Functions given by points: the operands of INTERVAL, which finds the interval of a number, and of CURVE, which
   evaluates the cubic that belongs to an interval. Functions of which nothing but the name is known are curves too. */
#ifndef LGR_EXPR_TABLE_H
#define LGR_EXPR_TABLE_H

#include "expr/graph.h"

/* A cubic y + u (slope + u (square + u cube)), u = x - x_i. */
enum { TABLE_X, TABLE_Y, TABLE_SLOPE, TABLE_SQUARE, TABLE_CUBE, TABLE_PARTS };
enum { TABLE_ORDERS = 4 };       /* a curve and its derivatives that are not zero everywhere */
enum { TABLE_FREE_ORDERS = 12 }; /* more than anything here takes of a function that is not known */

typedef double expr_cubic[TABLE_PARTS];

/* Knots x[0] < x[1] < ... cut the axis: interval k is that from knot k - 1 to knot k, interval 0 lies before the first
   knot and interval `count` behind the last one. If they repeat, interval 1 follows on interval count - 1, and the
   intervals are counted on, below 1 too. */
typedef struct expr_knots {
    const double *x;
    size_t count;
    bool repeat;
} expr_knots;

/* `cubics`, one for each interval; several rows of them for a curve that depends on a further interval: row r is
   counted from r*(count + 1) on. Low and high are bounds of the values between the knots. */
typedef struct expr_table {
    const char *name;        /* in formulas */
    int64_t id;              /* unlike those of the other tables of a graph */
    const expr_knots *knots; /* NULL: the function is not known, and a smooth one stands in for it */
    const expr_cubic *cubics;
    size_t cubic_count;
    int order; /* of the derivative */
    double low, high;
    const struct expr_table *slope; /* NULL: zero */
} expr_table;

/* A curve with its derivatives, in `a`, where the rest must live as long. Ids from `id` to id + TABLE_ORDERS - 1 are
   taken. */
const expr_table *expr_table_create(arena *a, const char *name, int64_t id, const expr_knots *knots,
                                    const expr_cubic *cubics, size_t cubic_count);

/* A function of which the name is known alone, with its derivatives; TABLE_FREE_ORDERS ids are taken. Its values are
   those of another smooth function for each id, and never come out as numbers. */
const expr_table *expr_table_create_free(arena *a, const char *name, int64_t id);

/* The leaf that stands for a table, and back. */
expr_id expr_table_leaf(graph *g, const expr_table *t);
const expr_table *expr_table_at(const graph *g, expr_id leaf);
/* Programs and evaluations pass a table on as a number: its bits are the address. */
double expr_table_number(const expr_table *t);
const expr_table *expr_table_of(double pattern);

/* The number of knots that are not greater than x; whole. */
double expr_table_interval(const expr_table *t, double x);
/* The knot between intervals k and k + 1; infinite where there is none. */
double expr_table_knot(const expr_knots *k, int64_t interval);
/* The value by the cubic of an interval, also where x lies beyond it. */
double expr_table_curve(const expr_table *t, double x, double interval);
/* Least and greatest value for x from x[0] to x[1] and any interval from k[0] to k[1] that holds some of them. */
void expr_table_bounds(const expr_table *t, const double x[2], const double k[2], double bounds[2]);

#endif
