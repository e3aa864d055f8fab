/* The velocities of which a kinetic energy is made: nodes between the coordinates and the quadratic form. */
#ifndef LGR_MECH_VELOCITIES_H
#define LGR_MECH_VELOCITIES_H

#include "base/vec.h"
#include "expr/graph.h"

/* A linear combination of unknowns: the coordinates' velocities [0, n), then the nodes found. Factors do not contain
   velocities; terms without a velocity are left out. */
typedef struct velocity_term {
    int of;
    expr_id factor;
} velocity_term;

typedef VEC(velocity_term) velocity_form;

/* One term factor * left * right of the second-degree part; left and right may be the same. */
typedef struct velocity_product {
    velocity_form left, right;
    expr_id factor, node, left_node, right_node; /* node: left * right in the graph */
} velocity_product;

typedef struct velocity_forms {
    int n;
    VEC(velocity_form) nodes; /* unknown n + k: a velocity that several others are made of, or energies and rates */
    bool quadratic;           /* false: the energy is no sum of products of velocities; `products` is empty */
    VEC(velocity_product) products;
    velocity_form *rates; /* per rate; NULL entries where is_linear is false */
    bool *is_linear;      /* per rate: of the first degree in the velocities */
} velocity_forms;

/* Reads the energy and `count` rates, expressions over the velocities v[0..n). */
velocity_forms mech_read_velocities(graph *g, const uint32_t *v, int n, expr_id energy, const expr_id *rates,
                                    size_t count, arena *a);

#endif
