/* The only calls of the C library whose results depend on the locale, each made in the locale "C". The locale of the
   process belongs to the host program and is left alone: only that of the thread is changed, during the call. */
#include "base/print.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct visit {
    locale_t plain, before;
} visit;

static visit begin(void) {
    visit v = {.plain = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    if (v.plain == (locale_t)0) /* common C libraries allocate nothing for this locale */
        base_memory_exhausted();
    v.before = uselocale(v.plain);
    return v;
}

static void end_visit(visit v) {
    uselocale(v.before);
    freelocale(v.plain);
}

int base_print(char *out, size_t room, const char *format, va_list args) {
    visit v = begin();
    int length = vsnprintf(out, room, format, args);
    end_visit(v);
    return length;
}

double base_read_number(const char *text, const char **end) {
    visit v = begin();
    char *rest;
    double x = strtod(text, &rest);
    end_visit(v);
    if (end)
        *end = rest;
    return x;
}

const char *base_error_text(int error) {
    visit v = begin();
    const char *text = strerror_l(error, v.plain);
    end_visit(v);
    return text;
}
