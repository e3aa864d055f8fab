/* Elimination on expressions against Gauss's with pivots, on random systems. */
#include "mech/support.h"

#include "mech/elimination.h"

int main(void) {
    return 0;
}
