/* Sines and cosines of sums and multiples of angles as polynomials. */
#ifndef LGR_ALGEBRA_TRIG_TRIG_H
#define LGR_ALGEBRA_TRIG_TRIG_H

#include "algebra/poly/poly.h"

/* angles.c: angles that need not have been met before. */
uint32_t trig_angle(algebra *x, poly arg, int *sign); /* as poly_find_angle, but entered if it is new */
/* The angle a + sign_b*b as in trig_angle. */
uint32_t trig_angle_sum(algebra *x, uint32_t a, uint32_t b, int sign_b, int *sign);

/* trigonometry.c */
/* Products of sines and cosines of the two angles (of all angles if a is NO_ANGLE) as sums. */
poly trig_to_sums(algebra *x, poly p, uint32_t a, uint32_t b);
/* The sine and cosine of angle a + sign*b by those of a and b. */
poly trig_split(algebra *x, poly p, uint32_t whole, uint32_t a, uint32_t b, int sign);
/* Everything in sines and cosines of the smallest angles. */
poly trig_to_single(algebra *x, poly p);
/* sin^2 or cos^2 of the angle by the other one. */
poly trig_without_square(algebra *x, poly p, uint32_t u, gen_kind kind);
/* The angles of sines and cosines in p, each once, at most `room`. */
size_t trig_angles(algebra *x, poly p, uint32_t *list, size_t room);

/* identities.c: shortens by sin^2 + cos^2 = 1 and addition theorems. */
poly trig_merge(algebra *x, poly p);

#endif
