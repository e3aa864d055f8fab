/* Equilibria and steady motions: their positions, stability and modes. */
#ifndef LGR_ANALYSIS_EQUILIBRIA_H
#define LGR_ANALYSIS_EQUILIBRIA_H

#include "analysis/probe/setting.h"

/* x' = A x + B u, y = C x + D u about a state. The states are independent coordinates and velocities, chosen among the
   model's (in a steady motion without the cyclic coordinates, but with their velocities); there are none where forces
   jump or are not differentiable. Rows of outputs without value are NaN. u are generalized forces on the active
   coordinates, y the model's outputs. Row-major. */
typedef struct linear_system {
    int states, inputs, outputs;
    const char **state_names, **input_names, **output_names; /* "x", "x'"; "x"; the model's */
    double *A, *B, *C, *D;
} linear_system;

/* A pair of conjugate eigenvalues re +- i im of A, or a real one (im = 0). A neutral displacement is one mode with the
   eigenvalue 0, even if the eigenvalue is double because it may also drift uniformly. In a steady motion momenta are
   constant: the eigenvalues 0 of their changes are left out. */
typedef struct linear_mode {
    double re, im;               /* 1/s */
    double frequency;            /* sqrt(re^2 + im^2)/(2 pi) in Hz if im > 0, else 0 */
    double damping;              /* -re/sqrt(re^2 + im^2); 0 for an eigenvalue 0 */
    double *shape_re, *shape_im; /* displacement per active coordinate, the largest is 1 */
} linear_mode;

typedef enum stability { STABLE, ASYMPTOTICALLY_STABLE, UNSTABLE, UNDECIDED } stability;

typedef struct equilibrium {
    analysis_state at; /* v is 0, except for cyclic coordinates in a steady motion */
    bool steady;       /* a steady motion: cyclic coordinates move evenly, their momenta are those of the start */
    bool degenerate;   /* one of a family: forces balance on along some direction; zero eigenvalues alone are none */
    stability stability;
    const char *why;  /* "potential energy has a strict minimum", ... */
    double potential; /* energy at rest; in a steady motion Routh's amended potential for its momenta */
    double *lambda;   /* multipliers per model row */
    linear_system linear;
    linear_mode *modes;
    size_t mode_count;
} equilibrium;

typedef struct equilibria {
    equilibrium *at;
    size_t count;
    const char *none; /* why none was looked for or found; NULL if some were */
    const char *note; /* what was left out: a search cut short, places where coordinates are singular; NULL: nothing */
} equilibria;

/* Coordinates and rows together: with more there is no search, and nothing asks for M. */
enum { EQUILIBRIA_UNKNOWNS = 400 };

/* Searches for equilibria from many starting points with a bounded effort; there may be others. Then, if momenta of
   cyclic coordinates differ from 0 at the start, for steady motions with these momenta. Contacts are as at the start:
   closed ones must push, open ones stay open. Equilibria come first, each kind with the lowest potential first; at most
   24 of each. cyclic: indices into model.coords of the coordinates whose momenta are conserved; those on which the
   equations depend all the same are left out. The result lives in s->a, which must not be the model's scratch arena. */
equilibria analysis_equilibria(const analysis_setting *s, const int *cyclic, size_t cyclic_count);

#endif
