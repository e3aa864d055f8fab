/* Linked into every test and into one more build of the tool: with LGR_TEST_LOCALE=de_DE.UTF-8 they run in a process
   that has chosen that locale, as a host program may. Without the locale the test counts as skipped. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SKIPPED = 77 };

__attribute__((constructor)) static void choose_locale(void) {
    const char *wanted = getenv("LGR_TEST_LOCALE");
    if (!wanted || !*wanted)
        return;
    char number[8] = "";
    if (setlocale(LC_ALL, wanted))
        snprintf(number, sizeof number, "%.1f", 0.5);
    if (strcmp(number, "0,5") == 0)
        return;
    fprintf(stderr, "there is no locale '%s' with a decimal comma\n", wanted);
    _exit(SKIPPED);
}
