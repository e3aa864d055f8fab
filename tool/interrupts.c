/* Interrupts from the keyboard: the results so far are still written. */
#include <signal.h>

#include "tool.h"

static volatile sig_atomic_t asked_to_stop; /* a signal handler can reach nothing else */

static void ask_to_stop(int number) {
    (void)number;
    asked_to_stop = 1;
}

void interrupts_listen(void) {
    struct sigaction action = {.sa_handler = ask_to_stop, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

bool interrupts_came(void) {
    return asked_to_stop != 0;
}
