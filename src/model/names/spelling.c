/* Unknown names, and what was probably meant by them. */
#include <string.h>

#include "model/names/names.h"

static bool is_named(const builder *b, const char *name, size_t length, char *kept) {
    if (!length || length > 60)
        return false;
    memcpy(kept, name, length);
    kept[length] = '\0';
    const char *known = base_intern_name(b->m->names, kept);
    return names_find(b, SPACE_VALUES, known, false, 0) >= 0 || names_is_family(b, SPACE_VALUES, known);
}

/* x_dot, xdot, x_ddot of a name that is there. */
static bool help_with_dots(builder *b, finding *f, const char *name) {
    static const struct {
        const char *ending, *primes;
    } endings[] = {{"_ddot", "''"}, {"ddot", "''"}, {"_dot", "'"}, {"dot", "'"}, {"_punkt", "'"}};
    char kept[64];
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t tail = strlen(endings[i].ending);
        if (length <= tail || strcmp(name + length - tail, endings[i].ending) != 0 ||
            !is_named(b, name, length - tail, kept))
            continue;
        diag_help(b->m->findings, f, "a time derivative is written with primes: %s%s", kept, endings[i].primes);
        return true;
    }
    return false;
}

/* q1 or q_1 of a family q. */
static bool help_with_index(builder *b, finding *f, const char *name) {
    char kept[64];
    size_t length = strlen(name), digits = length;
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
        digits--;
    size_t letters = digits > 0 && name[digits - 1] == '_' ? digits - 1 : digits;
    if (digits == length || !is_named(b, name, letters, kept) ||
        !names_is_family(b, SPACE_VALUES, base_intern_name(b->m->names, kept)))
        return false;
    diag_help(b->m->findings, f, "a member of a family is written with its index: %s[%s]", kept, name + digits);
    return true;
}

static bool help_with_constant(builder *b, finding *f, const char *name) {
    static const char *const words[][2] = {
        {"π", "pi"}, {"Pi", "pi"}, {"PI", "pi"}, {"e", "exp(...) for powers of e"}, {"time", "t for the time"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i][0], name)) {
            diag_help(b->m->findings, f, "write %s", words[i][1]);
            return true;
        }
    return false;
}

void names_suggest(builder *b, finding *f, const char *name) {
    if (!diag_is_kept(b->m->findings, f) || help_with_dots(b, f, name) || help_with_index(b, f, name) ||
        help_with_constant(b, f, name))
        return;
    static const char *const builtins[] = {"t", "pi", "energy", "kinetic", "potential"};
    size_t extra = sizeof builtins / sizeof *builtins;
    const char **all = ARENA_ARRAY(b->a, const char *, b->decls.len + extra);
    for (size_t i = 0; i < b->decls.len; i++)
        all[i] = b->decls.at[i].name;
    memcpy(all + b->decls.len, builtins, sizeof builtins);
    diag_suggest(b->m->findings, f, name, all, b->decls.len + extra);
}

const char *names_foreign_function(const char *name) {
    static const char *const known[][2] = {
        {"ln", "log(...), the natural logarithm"},
        {"arcsin", "asin(...)"},
        {"arccos", "acos(...)"},
        {"arctan", "atan(...)"},
        {"tg", "tan(...)"},
        {"sgn", "sign(...)"},
        {"pow", "a^b"},
        {"mag", "norm(...)"},
        {"length", "norm(...)"},
        {"der", "a prime: x', P'"},
        {"diff", "a prime: x', P'"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i][0], name) == 0)
            return known[i][1];
    return NULL;
}
