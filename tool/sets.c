/* Values of parameters behind the name of a file: FILE:NAME=VALUE,... */
#include <stdlib.h>
#include <string.h>

#include "tool.h"

char *sets_find(char *operand) {
    for (char *c = strchr(operand, ':'); c; c = strchr(c + 1, ':')) {
        const size_t name = strcspn(c + 1, "=:/,");
        if (name > 0 && c[1 + name] == '=')
            return c;
    }
    return NULL;
}

lgr_override *sets_read(char *values, size_t *count) {
    size_t most = 1;
    for (const char *c = values; *c; c++)
        most += *c == ',';
    lgr_override *sets = calloc(most, sizeof *sets);
    *count = 0;
    for (char *next; sets && values; values = next) {
        next = strchr(values, ',');
        if (next)
            *next++ = '\0';
        char *equals = strchr(values, '=');
        if (!equals || equals == values || !equals[1]) {
            free(sets);
            return NULL;
        }
        *equals = '\0';
        sets[(*count)++] = (lgr_override){values, equals + 1};
    }
    return sets;
}
