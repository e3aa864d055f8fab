/* Angles as sums and multiples of others; new ones are entered with the number of operations needed to write them. */
#include "algebra/form/form.h"
#include "algebra/trig/trig.h"

/* The operations of a function of the angle. */
static size_t ops_of_function(algebra *x, poly arg) {
    form f = form_of(x, arg);
    return 1 + form_ops(&f);
}

uint32_t trig_angle(algebra *x, poly arg, int *sign) {
    uint32_t found = poly_find_angle(x, arg, sign);
    if (*sign == 0 || found != NO_ANGLE)
        return found;
    arg = poly_canonical_angle(x, arg, sign);
    return poly_add_angle(x, arg, ops_of_function(x, arg));
}

uint32_t trig_angle_sum(algebra *x, uint32_t a, uint32_t b, int sign_b, int *sign) {
    poly arg = poly_add(x, x->angles.at[a].arg, x->angles.at[b].arg, number_ratio(sign_b, 1));
    return trig_angle(x, arg, sign);
}
