/* One-forms in coordinates of which some have been exchanged for integrals: constants drop out of the rest. */
#ifndef LGR_ANALYSIS_CHART_H
#define LGR_ANALYSIS_CHART_H

#include "analysis/structure/potential.h"
#include "mech/equations.h"

/* The column now represents a function; F: this function in the coordinates of the model; old: the previous coordinate,
   in those of the chart after this exchange. */
typedef struct chart_exchange {
    int column;
    expr_id F, old;
} chart_exchange;

typedef struct chart {
    const model *m;
    graph *g;
    arena *a;
    int rows, columns;   /* forms; active coordinates and, last, time */
    const uint32_t *var; /* per column */
    expr_id *form;       /* rows x columns */
    bool *held;          /* per column: constant, its differential is dropped */
    analysis_samples samples;
    chart_exchange *exchanges; /* at most one per column */
    int exchange_count;
} chart;

/* false if the forms have no values near the start. The forms are copied. */
bool analysis_chart_make(const model *m, const expr_id *form, int rows, int columns, const uint32_t *var,
                         const analysis_state *start, chart *c, arena *a);

/* From the coordinates of the chart to those of the model, and back. */
expr_id analysis_chart_to_model(const chart *c, expr_id e);
expr_id analysis_chart_from_model(const chart *c, expr_id e);

/* The columns, not constant, that an expression of the chart depends on; returns their number. `column` has space for
   all. */
int analysis_chart_active(const chart *c, expr_id e, int *column);

/* Holds a function of the chart constant, at 0 if `zero`: drops the column if it is a function of one alone, else
   exchanges one that the function can be solved for. `form`, of the chart, is a multiple of dF; NULL forbids an
   exchange. False, with nothing changed, if nothing can be done. */
bool analysis_chart_hold(chart *c, expr_id F, const expr_id *form, bool zero);

/* A function whose differential is a multiple of the form; EXPR_NONE if none is found. */
expr_id analysis_chart_potential(const chart *c, const expr_id *form);

#endif
