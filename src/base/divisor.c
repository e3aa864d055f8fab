/* The greatest common divisor, by Euclid's algorithm. */
#include "base/divisor.h"

int64_t base_common_divisor(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}
