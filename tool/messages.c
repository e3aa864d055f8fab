/* Messages and usage errors, with a suggestion of what was meant. */
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "json_reader.h"
#include "tool.h"

enum { LONGEST = 64, MOST = 16384 /* bytes of a message: several paths */ };

/* What a terminal may take for an order. */
static bool is_control(const unsigned char *c) {
    return *c < 0x20 || *c == 0x7F || (*c == 0xC2 && c[1] < 0xA0);
}

/* One line on stderr; control characters and what is not UTF-8 as "\x1b". */
static void print_message(const char *text) {
    fputs("lagrangia: ", stderr);
    const unsigned char *end = (const unsigned char *)text + strlen(text);
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        size_t count = json_character(c, (size_t)(end - c));
        if (count > 0 && !is_control(c)) {
            fwrite(c, 1, count, stderr);
            c += count;
            continue;
        }
        for (size_t i = 0; i < count + !count; i++)
            fprintf(stderr, "\\x%02x", *c++);
    }
    fputc('\n', stderr);
}

void complain(const char *format, ...) {
    char text[MOST];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    print_message(text);
}

int usage_error(bool json, const char *format, ...) {
    char text[MOST];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    print_message(text);
    if (json) {
        fputs("{\"error\": {\"code\": \"usage\", \"message\": ", stdout);
        json_put_string(stdout, text, strlen(text));
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
