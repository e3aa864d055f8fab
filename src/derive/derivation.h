/* What the files of this folder share: the simplified equations of one mode. */
#ifndef LGR_DERIVE_DERIVATION_H
#define LGR_DERIVE_DERIVATION_H

#include "derive/derive.h"

typedef struct derive_facts derive_facts;

/* All arrays are as in mech_equations; what the page shows of it is simplified. */
typedef struct derivation {
    model *m;
    graph *g;
    const derive_request *request;
    mech_equations e;
    expr_id *q, *v, *a;       /* the variables of the active coordinates */
    expr_id *lambda;          /* of the active rows */
    expr_id *p;               /* dL/dq' */
    expr_id *slope;           /* dL/dq */
    expr_id *Q;               /* generalized forces that do not come from an energy */
    expr_id *says;            /* per active row, the expression that is 0: f, or f_dot of a velocity constraint */
    expr_id *turning;         /* velocity terms of d/dt dL/dq' - dL/dq; for the form of Lagrange only, like `holding` */
    expr_id *holding;         /* its terms at rest: dV/dq */
    int state_count, *states; /* indices into model.coords: not in the equations above */
    expr_id *rates;           /* of the states */
    expr_id T, V, L;          /* L: all of it, T - V + the lagrangian elements */
    bool lagrangian;          /* there are such elements */
    bool reduced;             /* norms of quaternions are used in the energies: see derive_reduce_quaternions */
    derive_facts *facts;      /* what is taken for granted about signs */
    arena *memory;
} derivation;

derivation derive_begin(model *m, const derive_request *request, arena *a);

/* Where variables stand in products, and their terms in sums (see expr_write): accelerations in the order of their
   coordinates. */
const unsigned char *derive_rank_variables(const model *m, arena *a);

/* A long product with a sum among its factors as a sum of products; anything else as it is. */
expr_id derive_spread(graph *g, expr_id e);

/* Multiplied out to a sum of products of what is no sum, where that stays about as short; else as derive_spread. Sums of
   constants, (B - C) w2 w3, only if `constant`. */
expr_id derive_multiply_out(graph *g, expr_id e, bool constant);

/* terms.c: products with a sum of what moves as a sum of products: of an energy where each term has a number, a
   parameter or a sum of its own, m x'^2/2 + J w'^2/2; else where one has a sum of its own. */
expr_id derive_unlike_terms(graph *g, expr_id e, bool energy);
/* Of each term of a kinetic energy: a constant before a sum in which there is a sum again goes to its terms. */
expr_id derive_without_nests(graph *g, expr_id e);
/* A sin^2 + C cos^2 for (A - C) sin^2 + C; anything else as it is. */
expr_id derive_both_squares(graph *g, expr_id e, arena *a);

/* Operations as they will be written, counted up to a number: a root of a sum has a name then. */
enum { DERIVE_MOST_LENGTH = 10000 };
size_t derive_length(const graph *g, expr_id e);

/* common.c: a constant factor of all terms of a sum before a bracket if it is long, or all of the inertia before this
   acceleration; anything else as it is. */
expr_id derive_common_factor(graph *g, expr_id sum, expr_id acceleration);
/* A sum of which the sign is of interest, without those factors of all terms that are positive at these values. */
expr_id derive_without_positive(graph *g, expr_id sum, const double *values);

/* Products of numbers and parameters that are not 0 at these values, and sums of positive ones. */
bool derive_is_never_zero(graph *g, expr_id e, const double *values);

/* The left side of Lagrange's equation for coordinate i, with its multipliers; the right side is Q[i]. */
expr_id derive_left_side(const derivation *d, int i);
/* A q'' of row k, whose right side is gamma[k]. */
expr_id derive_row_rate(const derivation *d, int k);

/* The name of a variable: a coordinate, one of its rates, a multiplier. */
const char *derive_name(const derivation *d, expr_id var);

/* What elimination divided by although it may be 0 at other states. */
enum { MOST_PIVOTS = 8 };
typedef struct derive_pivots {
    expr_id at[MOST_PIVOTS];
    int count;
} derive_pivots;

/* Values of all variables at the given state, or at one displaced by `spread`, relative to each. */
double *derive_values(const derivation *d, double spread, arena *a);
/* Far enough that no expression is zero or infinite by coincidence. */
static const double derive_aside = 1e-3;

/* The accelerations (n) and multipliers (m) by elimination. left_out[k] (m): the row says nothing new, its multiplier
   is 0. False if the equations are singular at the given state. */
bool derive_solve(const derivation *d, expr_id *x, bool *left_out, derive_pivots *risky);

/* K x = b with b the last of its size + 1 columns; K may have no symmetry. False if it is singular beside the given
   state. */
bool derive_solve_matrix(const derivation *d, const expr_id *K, int size, expr_id *x);
/* Rows that say nothing new at the given state itself. */
void derive_find_redundant(const derivation *d, bool *left_out, arena *a);

/* Variables of the page's own for each coordinate, "v_theta", or with more letters where the model has such a name. */
void derive_name_each(const derivation *d, const char *prefix, expr_id *out);
/* The name of such a variable's rate: "v_theta'". */
const char *derive_rate_name(const derivation *d, expr_id var);

/* The page's own symbol (T, V, L, M, ...), or a longer one where something of the model bears that name. */
const char *derive_symbol(const derivation *d, const char *usual);
/* The words with the symbols in `formulas` replaced like that: "`L = T - V`". */
const char *derive_words(const derivation *d, const char *words);

/* energies.c: the kinetic energy as a sum of squares and products of velocities where it is nested and that is not much
   longer; else as it is. */
expr_id derive_kinetic_terms(const derivation *d, expr_id T);
/* The potential energies of the elements, in the model's order, where these are not much longer than V and no term is
   like another; else NULL. */
expr_id *derive_potential_elements(const derivation *d, expr_id V, int *count);
/* The potential energy with what each spring between points has as its own term, where that is not much longer; else as
   it is. */
expr_id derive_potential_terms(const derivation *d, expr_id V);

/* parts.c: whether some equation is too wide to be read, and then a section with the entries of M (n x n) and h (n)
   that are long; the arrays get their names, and short entries as they are. */
bool derive_is_wide(const derivation *d);
void derive_add_parts(const derivation *d, derive_page *p, expr_id *M, expr_id *h);

/* quaternions.c: the system of the choice with energies in which q.q = 1 and q.q' = 0 are used; the system itself where
   there are no quaternions, or no such energy is found. */
const model_system *derive_reduce_quaternions(model *m, const mech_choice *choice, arena *a);

/* assumptions.c: what 'assume', bounds and values of parameters, and the springs of the given state say about signs. */
derive_facts *derive_list_facts(const derivation *d);
/* Whether a size, |x| or the root of x^2, is left in them; what springs say of such sizes is then added. */
bool derive_has_sizes(const graph *g, const expr_id *list, size_t count);
void derive_list_sides(const derivation *d);
/* Roots of squares, sizes and signs of what has a known sign; whether any formula changes, which is then to be
   simplified again. */
bool derive_use_facts(derive_facts *f, expr_id *list, size_t count);
/* The section that says what has been used, behind the coordinates. */
void derive_add_facts(const derivation *d, derive_page *p);

/* states.c: their rates, and their section of the page. */
void derive_list_states(derivation *d);
void derive_add_states(const derivation *d, derive_page *p);

/* linear.c: small motions. */
bool derive_add_linear(const derivation *d, derive_page *p);

/* canonical.c: Hamilton's equations and Routh's function. */
bool derive_add_hamilton(const derivation *d, derive_page *p);
bool derive_add_routh(const derivation *d, derive_page *p);

/* speeds.c: equations without multipliers. */
bool derive_add_kane(const derivation *d, derive_page *p);
bool derive_add_maggi(const derivation *d, derive_page *p);
bool derive_add_null_space(const derivation *d, derive_page *p);

/* The sections of --steps before the equations; `assembly` says how these follow. */
void derive_add_steps(const derivation *d, derive_page *p, const char *assembly);

#endif
