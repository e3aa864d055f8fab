/* Dimensions of physical quantities: exponents of the base units, their arithmetic and their printing. */
#ifndef LGR_DIM_DIMENSION_H
#define LGR_DIM_DIMENSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

/* Exponents of kg, m, s, A, K, (mol, cd never needed) in units of 1/60, so that square and cube roots stay exact. */
enum { DIM_KG, DIM_M, DIM_S, DIM_A, DIM_K, DIM_COUNT };
/* Besides, the power of an angle, which displays a number as radians and an energy as a torque, and is ignored in
   comparisons. */
enum { DIM_TURNS = DIM_COUNT, DIM_SLOTS };
enum { DIM_ONE = 60 };
typedef struct dimension {
    int16_t e[DIM_SLOTS];
} dimension;

/* kg^kg m^m s^s */
dimension dim_of(int kg, int m, int s);
#define DIM_ANGLE dim_of(0, 0, 0)
#define DIM_TURN ((dimension){.e = {[DIM_TURNS] = DIM_ONE}}) /* a number that is an angle */
#define DIM_LENGTH dim_of(0, 1, 0)
#define DIM_TIME dim_of(0, 0, 1)
#define DIM_MASS dim_of(1, 0, 0)
#define DIM_ENERGY dim_of(1, 2, -2)
#define DIM_TORQUE dim_div(DIM_ENERGY, DIM_TURN)
#define DIM_FORCE dim_of(1, 1, -2)

/* Exponents outside the range of the type stay at its end. */
dimension dim_mul(dimension a, dimension b);
dimension dim_div(dimension a, dimension b);
/* Of a sum of two, which are equal: an angle plus a number is an angle, a torque plus what may be one a torque. */
dimension dim_join(dimension a, dimension b);
/* A number that is an angle, and an energy per angle. */
bool dim_is_angle(dimension a);
bool dim_is_torque(dimension a);
/* a^(num/den); false if an exponent is no multiple of 1/60 or out of range. */
bool dim_pow(dimension a, int64_t num, int64_t den, dimension *out);
bool dim_equal(dimension a, dimension b);
bool dim_is_one(dimension a);
/* "kg m^2/s^2", "kg/(m s)", "1/s", "m^(1/2)", "1" */
void dim_print(dimension a, strbuf *out);
/* "N", "J", "N m" of a torque; NULL where there is no such name. */
const char *dim_everyday_name(dimension a);

#endif
