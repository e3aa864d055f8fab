/* Usage errors, with a suggestion of what was meant. */
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"

enum { LONGEST = 64 };

static void print_json_string(const char *text) {
    putchar('"');
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else if (*c < 0x20)
            printf("\\u%04x", *c);
        else
            putchar(*c);
    }
    putchar('"');
}

int usage_error(bool json, const char *format, ...) {
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "lagrangia: %s\n", text);
    if (json) {
        fputs("{\"error\": {\"code\": \"usage\", \"message\": ", stdout);
        print_json_string(text);
        puts(", \"file\": null, \"line\": null, \"column\": null, \"help\": null}}");
    }
    return EXIT_USAGE;
}

const char *error_text(int error) {
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const char *text = plain ? strerror_l(error, plain) : strerror(error);
    if (plain)
        freelocale(plain);
    return text;
}

static int smallest(int a, int b, int c) {
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* How many letters must be changed, added or left out to make one of the other. */
static int distance(const char *a, const char *b) {
    int row[LONGEST + 1];
    int n = (int)strlen(b);
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int above = row[j];
            row[j] = smallest(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[n];
}

const char *nearest_name(const char *name, const char *(*next)(const void *of, size_t i), const void *of) {
    const char *best = NULL;
    size_t length = strlen(name);
    int least = 1 + (int)length / 3; /* a slip in three letters */
    for (size_t i = 0; length <= LONGEST; i++) {
        const char *candidate = next(of, i);
        if (!candidate)
            break;
        int d = strlen(candidate) <= LONGEST ? distance(name, candidate) : least;
        if (d < least) {
            least = d;
            best = candidate;
        }
    }
    return best;
}
