/* Arithmetic and printing of dimensions. */
#include "dim/dimension.h"

#include <string.h>

#include "base/divisor.h"

dimension dim_of(int kg, int m, int s) {
    return (dimension){{(int16_t)(kg * DIM_ONE), (int16_t)(m * DIM_ONE), (int16_t)(s * DIM_ONE)}};
}

/* Exponents beyond the range of the type, which no real quantity has, stay at its end. */
static int16_t clamp_exponent(int e) {
    return (int16_t)(e > INT16_MAX ? INT16_MAX : e < -INT16_MAX ? -INT16_MAX : e);
}

dimension dim_mul(dimension a, dimension b) {
    for (int i = 0; i < DIM_SLOTS; i++)
        a.e[i] = clamp_exponent(a.e[i] + b.e[i]);
    return a;
}

dimension dim_div(dimension a, dimension b) {
    for (int i = 0; i < DIM_SLOTS; i++)
        a.e[i] = clamp_exponent(a.e[i] - b.e[i]);
    return a;
}

static const dimension energy = {.e = {[DIM_KG] = DIM_ONE, [DIM_M] = 2 * DIM_ONE, [DIM_S] = -2 * DIM_ONE}};

dimension dim_join(dimension a, dimension b) {
    int16_t telling = dim_is_one(a) ? DIM_ONE : dim_equal(a, energy) ? -DIM_ONE : 0;
    bool told = telling != 0 && (a.e[DIM_TURNS] == telling || b.e[DIM_TURNS] == telling);
    if (a.e[DIM_TURNS] != b.e[DIM_TURNS])
        a.e[DIM_TURNS] = told ? telling : 0;
    return a;
}

bool dim_is_angle(dimension a) {
    return dim_is_one(a) && a.e[DIM_TURNS] == DIM_ONE;
}

bool dim_is_torque(dimension a) {
    return dim_equal(a, energy) && a.e[DIM_TURNS] == -DIM_ONE;
}

/* e*num/den for den > 0 and num, den without common divisor. */
static bool scale_exponent(int16_t e, int64_t num, int64_t den, int16_t *out) {
    if (e % den != 0)
        return false;
    int64_t whole = e / den;
    if (whole != 0 && (num > INT16_MAX || num < -INT16_MAX))
        return false;
    int64_t product = whole == 0 ? 0 : whole * num;
    *out = (int16_t)product;
    return product <= INT16_MAX && product >= -INT16_MAX;
}

bool dim_pow(dimension a, int64_t num, int64_t den, dimension *out) {
    if (den == 0 || num == INT64_MIN || den == INT64_MIN)
        return false;
    int64_t common = base_common_divisor(num, den);
    if (den < 0)
        common = -common;
    dimension power = {{0}};
    if (!scale_exponent(a.e[DIM_TURNS], num / common, den / common, &power.e[DIM_TURNS]))
        power.e[DIM_TURNS] = 0;
    for (int i = 0; i < DIM_COUNT; i++)
        if (!scale_exponent(a.e[i], num / common, den / common, &power.e[i]))
            return false;
    *out = power;
    return true;
}

bool dim_equal(dimension a, dimension b) {
    return memcmp(a.e, b.e, DIM_COUNT * sizeof *a.e) == 0;
}

bool dim_is_one(dimension a) {
    return dim_equal(a, (dimension){{0}});
}

static int count_factors(dimension a, int sign) {
    int count = 0;
    for (int i = 0; i < DIM_COUNT; i++)
        count += a.e[i] * sign > 0;
    return count;
}

static void print_power(const char *name, int e, strbuf *out) {
    int common = (int)base_common_divisor(e, DIM_ONE), num = e / common, den = DIM_ONE / common;
    base_strbuf_add(out, name);
    if (den != 1)
        base_strbuf_printf(out, "^(%d/%d)", num, den);
    else if (num != 1)
        base_strbuf_printf(out, "^%d", num);
}

/* The factors whose exponents have this sign, with a space between them. */
static void print_factors(dimension a, int sign, strbuf *out) {
    static const char *const names[DIM_COUNT] = {
        [DIM_KG] = "kg", [DIM_M] = "m", [DIM_S] = "s", [DIM_A] = "A", [DIM_K] = "K"};
    const char *between = "";
    for (int i = 0; i < DIM_COUNT; i++) {
        if (a.e[i] * sign <= 0)
            continue;
        base_strbuf_add(out, between);
        print_power(names[i], a.e[i] * sign, out);
        between = " ";
    }
}

void dim_print(dimension a, strbuf *out) {
    int above = count_factors(a, 1), below = count_factors(a, -1);
    if (above == 0)
        base_strbuf_add(out, "1");
    print_factors(a, 1, out);
    if (below == 0)
        return;
    base_strbuf_add(out, below > 1 ? "/(" : "/");
    print_factors(a, -1, out);
    if (below > 1)
        base_strbuf_add(out, ")");
}

/* The units that people know the derived quantities by. */
static const struct {
    const char *name;
    int kg, m, s, A; /* exponents */
} everyday[] = {
    {"N", 1, 1, -2, 0},   {"J", 1, 2, -2, 0},    {"W", 1, 2, -3, 0},     {"Pa", 1, -1, -2, 0},
    {"N/m", 1, 0, -2, 0}, {"N s", 1, 1, -1, 0},  {"N s/m", 1, 0, -1, 0}, {"N s m", 1, 2, -1, 0},
    {"V", 1, 2, -3, -1},  {"ohm", 1, 2, -3, -2}, {"H", 1, 2, -2, -2},    {"F", -1, -2, 4, 2},
    {"C", 0, 0, 1, 1},    {"T", 1, 0, -2, -1},   {"V s", 1, 2, -2, -1},  {"V/s", 1, 2, -4, -1},
};

static dimension everyday_dim(size_t i) {
    dimension d = dim_of(everyday[i].kg, everyday[i].m, everyday[i].s);
    d.e[DIM_A] = (int16_t)(everyday[i].A * DIM_ONE);
    return d;
}

const char *dim_everyday_name(dimension a) {
    static const dimension rate = {.e = {[DIM_S] = -DIM_ONE}}, change = {.e = {[DIM_S] = -2 * DIM_ONE}};
    if (dim_is_torque(a))
        return "N m";
    if (dim_equal(a, energy) && a.e[DIM_TURNS] == -2 * DIM_ONE)
        return "N m/rad";
    if (a.e[DIM_TURNS] == DIM_ONE && (dim_equal(a, rate) || dim_equal(a, change)))
        return dim_equal(a, rate) ? "rad/s" : "rad/s^2";
    for (size_t i = 0; i < sizeof everyday / sizeof *everyday; i++)
        if (dim_equal(a, everyday_dim(i)))
            return everyday[i].name;
    return NULL;
}
