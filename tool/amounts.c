/* Numbers in the arguments of options: plain, times and sizes of memory. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "tool.h"

typedef struct time_unit {
    const char *name;
    double seconds;
} time_unit;

static const time_unit time_units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"min", 60}, {"h", 3600}};

bool amount_read_number(const char *text, double *value, const char **rest) {
    if (strspn(text, "+-.0123456789") == 0 || strpbrk(text, "xX"))
        return false;
    *value = lgr_number_read(text, rest);
    return *rest != text && isfinite(*value);
}

bool amount_read_time(const char *text, double *value) {
    const char *rest;
    if (!amount_read_number(text, value, &rest))
        return false;
    rest += strspn(rest, " ");
    for (size_t i = 0; i < sizeof time_units / sizeof *time_units; i++)
        if (strcmp(rest, time_units[i].name) == 0) {
            *value *= time_units[i].seconds;
            return *value >= 0 && isfinite(*value);
        }
    return false;
}

bool amount_read_bytes(const char *text, size_t *bytes) {
    static const struct {
        const char *name;
        double bytes;
    } units[] = {{"MB", 1 << 20}, {"GB", 1 << 30}};
    const char *rest;
    double count;
    if (!amount_read_number(text, &count, &rest) || !(count > 0))
        return false;
    rest += strspn(rest, " ");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(rest, units[i].name) == 0 && count * units[i].bytes < (double)(SIZE_MAX / 4)) {
            *bytes = (size_t)(count * units[i].bytes);
            return true;
        }
    return false;
}
