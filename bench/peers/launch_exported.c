/* The launch of bench/launch.lgr in the C that `lagrangia export c` writes: a whole run, from the parameters to the
   range. Its tolerance is that of the other programs. */
#include "launch.c" /* the exported one: what it does not export is inlined as in the hand-written program */

#include "row.h"

static double fly(launch_sim *s) {
    launch_init(s);
    s->tolerance = 1e-8;
    if (launch_start(s) || launch_advance(s, 10))
        return NAN;
    launch_finish(s);
    return launch_report(s, 0);
}

int main(void) {
    static launch_sim s;
    double seconds, range = 0;
    TIME(seconds, range = fly(&s));
    row("launch", "exported C", 0, seconds, range);
    return 0;
}
