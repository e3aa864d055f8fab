/* Linked into every test and into one more build of the tool: with LGR_TEST_LOCALE=de_DE.UTF-8 they run in a process
   that has chosen that locale, as a host program may. Without the locale the test counts as skipped. */
#define _POSIX_C_SOURCE 200809L /* uselocale */
#include <locale.h>
#include <stdarg.h>
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

/* --- plain.h --- */

int plain_snprintf(char *to, size_t size, const char *format, ...);
double plain_strtod(const char *text, char **end);

static locale_t plain; /* that of C */

__attribute__((constructor)) static void make_plain(void) {
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

__attribute__((format(printf, 3, 4))) int plain_snprintf(char *to, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const locale_t before = uselocale(plain);
    const int length = vsnprintf(to, size, format, arguments);
    uselocale(before);
    va_end(arguments);
    return length;
}

double plain_strtod(const char *text, char **end) {
    const locale_t before = uselocale(plain);
    const double x = strtod(text, end);
    uselocale(before);
    return x;
}
