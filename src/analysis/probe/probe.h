/* Evaluates expressions at given states of the system, and chooses random states. */
#ifndef LGR_ANALYSIS_PROBE_H
#define LGR_ANALYSIS_PROBE_H

#include "analysis/probe/scales.h"

/* A state of the base system: values per model coordinate. */
typedef struct analysis_state {
    double t, *q, *v;
    const analysis_scales *scales; /* of the start, about which others are looked for; NULL elsewhere */
    uint64_t pieces; /* 0: every `if` takes the branch of this state; else these bits decide, in probes made for it */
} analysis_state;

analysis_state analysis_state_make(const model *m, arena *a);

/* Random numbers with a fixed beginning, so that the same model always gets the same answers; even in [-1, 1). */
typedef struct analysis_dice {
    uint64_t state;
    unsigned states; /* how many states were made with them */
} analysis_dice;

analysis_dice analysis_dice_make(void);
double analysis_random(analysis_dice *d);
/* The magnitude by which rounding of a coordinate x is judged: the longest of its scales, or x. */
double analysis_magnitude(const analysis_state *from, int coord, double x);
/* A length between the nearest scale (part 0) and the farthest (part 1). */
double analysis_length(analysis_extent x, double part);
/* A state about as far from another one, which has scales, as `spread` times the scales of each number: of those that
   are shorter and longer any. */
void analysis_state_near(const model *m, const analysis_state *from, double spread, analysis_dice *d,
                         analysis_state *to);

/* Expressions over parameters, t, q, q' and lambda as a program. */
typedef struct analysis_probe analysis_probe;

analysis_probe *analysis_probe_make(const model *m, const expr_id *roots, size_t count, arena *a);
/* The same where a state's bits may choose between the pieces of formulas; if `sizes` with bounds for the terms of each
   root behind them. */
analysis_probe *analysis_probe_make_by_pieces(const model *m, const expr_id *roots, size_t count, bool sizes, arena *a);
/* Other values of the parameters than the model's, one per parameter. */
void analysis_probe_set(analysis_probe *p, const double *params);
/* The values of the roots; they are overwritten by the next call. */
const double *analysis_probe_at(analysis_probe *p, const analysis_state *s);
/* The multipliers for calls to come, per model row; 0 before. */
void analysis_probe_multipliers(analysis_probe *p, const double *lambda);
/* What a call costs, in instructions: a power with any exponent is as much as many. */
size_t analysis_probe_cost(const analysis_probe *p);
bool analysis_finite(const double *x, int count);

#endif
