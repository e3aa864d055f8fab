/* Unknown names, and what was probably meant by them. */
#include <string.h>

#include "dim/unit.h"
#include "model/names/names.h"

typedef VEC(const char *) name_list;

static bool is_named(const builder *b, const instance *in, const char *name, size_t length, char *kept) {
    if (!length || length > 60)
        return false;
    memcpy(kept, name, length);
    kept[length] = '\0';
    const char *known = base_intern_name(b->m->names, kept);
    return names_find(b, in, SPACE_VALUES, known, false, 0) >= 0 || names_is_family(b, in, SPACE_VALUES, known);
}

/* x_dot, xdot, x_ddot of a name that is there. */
static bool help_with_dots(builder *b, finding *f, const instance *in, const char *name) {
    static const struct {
        const char *ending, *primes;
    } endings[] = {{"_ddot", "''"}, {"ddot", "''"}, {"_dot", "'"}, {"dot", "'"}, {"_punkt", "'"}};
    char kept[64];
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t tail = strlen(endings[i].ending);
        if (length <= tail || strcmp(name + length - tail, endings[i].ending) != 0 ||
            !is_named(b, in, name, length - tail, kept))
            continue;
        diag_help(b->m->findings, f, "a time derivative is written with primes: %s%s", kept, endings[i].primes);
        diag_fix(b->m->findings, f, f->at, "%s%s", kept, endings[i].primes);
        return true;
    }
    return false;
}

/* dx, dt of dx/dt. */
static bool help_with_differential(builder *b, finding *f, const instance *in, const char *name) {
    char kept[64];
    const bool time = strcmp(name, "dt") == 0;
    if (name[0] != 'd' || (!time && !is_named(b, in, name + 1, strlen(name + 1), kept)))
        return false;
    diag_help(b->m->findings, f, "a time derivative is written with primes: %s'", time ? "x" : kept);
    return true;
}

/* A letter with one dot or two over it, written as one sign or with a combining one. */
static bool help_with_accents(builder *b, finding *f, const instance *in, const char *name) {
    static const char *const letters[][2] = {{"\xE1\xBA\x8B", "x'"}, {"\xE1\xBA\x8D", "x''"}, {"\xE1\xBA\x8F", "y'"},
                                             {"\xC3\xBF", "y''"},    {"\xC5\xBC", "z'"},      {"\xC3\xA4", "a''"}};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strcmp(letters[i][0], name) == 0) {
            diag_help(b->m->findings, f, "a time derivative is written with primes: %s", letters[i][1]);
            return true;
        }
    char kept[64];
    const char *dot = strstr(name, "\xCC\x87"), *dots = strstr(name, "\xCC\x88"), *accent = dot ? dot : dots;
    if (!accent || accent[2] != '\0' || !is_named(b, in, name, (size_t)(accent - name), kept))
        return false;
    diag_help(b->m->findings, f, "a time derivative is written with primes: %s%s", kept, dot ? "'" : "''");
    diag_fix(b->m->findings, f, f->at, "%s%s", kept, dot ? "'" : "''");
    return true;
}

/* q1 or q_1 of a family q. */
static bool help_with_index(builder *b, finding *f, const instance *in, const char *name) {
    char kept[64];
    size_t length = strlen(name), digits = length;
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
        digits--;
    size_t letters = digits > 0 && name[digits - 1] == '_' ? digits - 1 : digits;
    if (digits == length || !is_named(b, in, name, letters, kept) ||
        !names_is_family(b, in, SPACE_VALUES, base_intern_name(b->m->names, kept)))
        return false;
    diag_help(b->m->findings, f, "a member of a family is written with its index: %s[%s]", kept, name + digits);
    diag_fix(b->m->findings, f, f->at, "%s[%s]", kept, name + digits);
    return true;
}

static bool help_with_constant(builder *b, finding *f, const char *name) {
    static const char *const words[][2] = {
        {"π", "pi"}, {"Pi", "pi"}, {"PI", "pi"}, {"e", "exp(...) for powers of e"}, {"time", "t for the time"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i][0], name)) {
            diag_help(b->m->findings, f, "write %s", words[i][1]);
            if (!strchr(words[i][1], ' '))
                diag_fix(b->m->findings, f, f->at, "%s", words[i][1]);
            return true;
        }
    return false;
}

/* A name of the model around a part, or of a text that includes this one, that may not be used here. */
static bool help_with_sight(builder *b, finding *f, const scope *env, span at, const char *name) {
    int d = -1;
    for (int space = 0; space < SPACE_COUNT && d < 0; space++)
        d = names_find(b, NULL, (name_space)space, name, false, 0);
    if (d < 0 || names_is_visible(b, d, env, at))
        return false;
    diag_label_at(b->m->findings, f, b->decls.at[d].stmt->name_at, "%s", b->decls.at[d].row->noun);
    bool file = names_is_for_components(b->decls.at[d].kind);
    const char *help = file ? "an included file sees what it declares itself and what it includes"
                            : "of the model around it a component sees parameters and definitions only";
    if (scope_part(env))
        diag_help(b->m->findings, f, "%s: make '%s' an argument", help, name);
    else
        diag_help(b->m->findings, f, "%s", help);
    return true;
}

/* 10 ft-lb: what is subtracted there is a unit. Single letters are rather quantities that were not declared. */
static bool help_with_unit(builder *b, finding *f, const char *name) {
    unit u;
    if (!name[1] || !dim_find_unit(name, &u))
        return false;
    diag_help(b->m->findings, f, "'%s' is a unit: units follow a number, one after the other, as in 10 ft lbf", name);
    return true;
}

/* Of the kinds; a quantity where they are none. */
static bool is_of(const decl *d, unsigned kinds) {
    return kinds ? kinds >> d->kind & 1 : d->row->quantity != NULL;
}

/* Those that are seen and whether they are of the kinds. */
static name_list list(builder *b, const bool *seen, unsigned kinds, bool of) {
    name_list names = {0};
    for (size_t i = 0; i < b->decls.len; i++)
        if (seen[i] && is_of(&b->decls.at[i], kinds) == of)
            vec_push(b->a, &names, b->decls.at[i].name);
    return names;
}

/* A name of the kinds that are meant there is offered before others, however near these are. */
static void offer(builder *b, finding *f, const char *name, name_list meant, name_list others) {
    if (!diag_suggest(b->m->findings, f, name, meant.at, meant.len))
        diag_suggest(b->m->findings, f, name, others.at, others.len);
}

void names_suggest(builder *b, finding *f, const scope *env, span at, const char *name, unsigned kinds) {
    const instance *in = scope_part(env);
    if (!diag_is_kept(b->m->findings, f) || help_with_sight(b, f, env, at, name) || help_with_dots(b, f, in, name) ||
        help_with_differential(b, f, in, name) || help_with_accents(b, f, in, name) ||
        help_with_index(b, f, in, name) || help_with_constant(b, f, name) || help_with_unit(b, f, name))
        return;
    static const char *const builtins[] = {"t", "pi", "energy", "kinetic", "potential"};
    bool *seen = ARENA_ARRAY(b->a, bool, b->decls.len + 1);
    for (size_t i = 0; i < b->decls.len; i++)
        seen[i] = (b->decls.at[i].in == in || !b->decls.at[i].in) && names_is_visible(b, (int)i, env, at);
    name_list meant = list(b, seen, kinds, true), others = list(b, seen, kinds, false);
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        vec_push(b->a, kinds ? &others : &meant, builtins[i]);
    offer(b, f, name, meant, others);
}

void names_suggest_member(builder *b, finding *f, const instance *in, const char *name, unsigned kinds) {
    bool *seen = ARENA_ARRAY(b->a, bool, b->decls.len + 1);
    for (size_t i = 0; i < b->decls.len; i++)
        seen[i] = b->decls.at[i].in == in;
    offer(b, f, name, list(b, seen, kinds, true), list(b, seen, kinds, false));
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
        {"fmod", "mod(x, y)"},
        {"rem", "mod(x, y)"},
        {"trunc", "floor(x) or ceil(x)"},
        {"ceiling", "ceil(x)"},
        {"int", "floor(x)"},
        {"lookup", "table(\"file.csv\", x)"},
        {"interp", "table(\"file.csv\", x, linear)"},
        {"interp1", "table(\"file.csv\", x, linear)"},
        {"spline", "table(\"file.csv\", x, smooth)"},
        {"mag", "norm(...)"},
        {"magnitude", "norm(...)"},
        {"distance", "norm(A - B)"},
        {"dist", "norm(A - B)"},
        {"speed", "norm(P')"},
        {"acceleration", "a prime more than of the velocity: P''"},
        {"step", "if t > 1 s then 1 else 0"},
        {"heaviside", "if t > 1 s then 1 else 0"},
        {"ddt", "a prime: x', P'"},
        {"length", "norm(...)"},
        {"der", "a prime: x', P'"},
        {"diff", "a prime: x', P'"},
        {"pi", "pi"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i][0], name) == 0)
            return known[i][1];
    return NULL;
}
