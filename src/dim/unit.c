/* The table of units and prefixes. */
#include "dim/unit.h"

#include <stddef.h>
#include <string.h>

#include "base/divisor.h"

typedef struct unit_row {
    const char *name;
    bool takes_prefix;
    int64_t num, den; /* exact */
    int pi_power;
    signed char kg, m, s, A, K;
} unit_row;

/* Pounds and their kin are exact by definition: 1 lb = 0.45359237 kg, 1 ft = 0.3048 m, 1 g = 9.80665 m/s^2. */
static const unit_row unit_rows[] = {
    /* base */
    {"m", true, 1, 1, 0, 0, 1, 0, 0, 0},
    {"g", true, 1, 1000, 0, 1, 0, 0, 0, 0},
    {"s", true, 1, 1, 0, 0, 0, 1, 0, 0},
    {"A", true, 1, 1, 0, 0, 0, 0, 1, 0},
    {"K", true, 1, 1, 0, 0, 0, 0, 0, 1},
    /* mechanics */
    {"N", true, 1, 1, 0, 1, 1, -2, 0, 0},
    {"J", true, 1, 1, 0, 1, 2, -2, 0, 0},
    {"W", true, 1, 1, 0, 1, 2, -3, 0, 0},
    {"Pa", true, 1, 1, 0, 1, -1, -2, 0, 0},
    {"bar", true, 100000, 1, 0, 1, -1, -2, 0, 0},
    {"tonne", false, 1000, 1, 0, 1, 0, 0, 0, 0},
    {"kgf", false, 196133, 20000, 0, 1, 1, -2, 0, 0},
    {"Hz", true, 1, 1, 0, 0, 0, -1, 0, 0},
    /* electricity */
    {"C", true, 1, 1, 0, 0, 0, 1, 1, 0},
    {"V", true, 1, 1, 0, 1, 2, -3, -1, 0},
    {"T", true, 1, 1, 0, 1, 0, -2, -1, 0},
    {"Wb", true, 1, 1, 0, 1, 2, -2, -1, 0},
    {"H", true, 1, 1, 0, 1, 2, -2, -2, 0},
    {"F", true, 1, 1, 0, -1, -2, 4, 2, 0},
    {"ohm", true, 1, 1, 0, 1, 2, -3, -2, 0},
    {"Ohm", true, 1, 1, 0, 1, 2, -3, -2, 0},
    {"\xCE\xA9", true, 1, 1, 0, 1, 2, -3, -2, 0},     /* U+03A9, the Greek letter */
    {"\xE2\x84\xA6", true, 1, 1, 0, 1, 2, -3, -2, 0}, /* U+2126, the ohm sign */
    /* angles and turning */
    {"rad", true, 1, 1, 0, 0, 0, 0, 0, 0},
    {"deg", false, 1, 180, 1, 0, 0, 0, 0, 0},
    {"rev", false, 2, 1, 1, 0, 0, 0, 0, 0},
    {"rpm", false, 1, 30, 1, 0, 0, -1, 0, 0},
    /* time */
    {"min", false, 60, 1, 0, 0, 0, 1, 0, 0},
    {"h", false, 3600, 1, 0, 0, 0, 1, 0, 0},
    /* feet and pounds */
    {"in", false, 127, 5000, 0, 0, 1, 0, 0, 0},
    {"ft", false, 381, 1250, 0, 0, 1, 0, 0, 0},
    {"yd", false, 1143, 1250, 0, 0, 1, 0, 0, 0},
    {"mi", false, 201168, 125, 0, 0, 1, 0, 0, 0},
    {"mph", false, 1397, 3125, 0, 0, 1, -1, 0, 0},
    {"oz", false, 45359237, 1600000000, 0, 1, 0, 0, 0, 0},
    {"lb", false, 45359237, 100000000, 0, 1, 0, 0, 0, 0},
    {"slug", false, 8896443230521, 609600000000, 0, 1, 0, 0, 0, 0},
    {"lbf", false, 8896443230521, 2000000000000, 0, 1, 1, -2, 0, 0},
    {"psi", false, 8896443230521, 1290320000, 0, 1, -1, -2, 0, 0},       /* lbf/in^2 */
    {"hp", false, 37284993579113511, 50000000000000, 0, 1, 2, -3, 0, 0}, /* 550 ft lbf/s */
};

/* From femto to tera: the rarer ones would only turn names such as EA and EJ into units. */
static const struct prefix_row {
    const char *name;
    int64_t num, den;
} prefix_rows[] = {
    {"T", 1000000000000, 1},
    {"G", 1000000000, 1},
    {"M", 1000000, 1},
    {"k", 1000, 1},
    {"h", 100, 1},
    {"da", 10, 1},
    {"d", 1, 10},
    {"c", 1, 100},
    {"m", 1, 1000},
    {"u", 1, 1000000},
    {"\xC2\xB5", 1, 1000000}, /* U+00B5, the micro sign */
    {"\xCE\xBC", 1, 1000000}, /* U+03BC, the Greek letter */
    {"n", 1, 1000000000},
    {"p", 1, 1000000000000},
    {"f", 1, 1000000000000000},
};

enum { UNIT_ROWS = sizeof unit_rows / sizeof *unit_rows, PREFIX_ROWS = sizeof prefix_rows / sizeof *prefix_rows };

static const unit_row *find_row(const char *name) {
    for (size_t i = 0; i < UNIT_ROWS; i++)
        if (strcmp(unit_rows[i].name, name) == 0)
            return &unit_rows[i];
    return NULL;
}

static unit scaled_unit(const unit_row *row, int64_t num, int64_t den) {
    unit u = {.num = row->num * num, .den = row->den * den, .pi_power = row->pi_power};
    int64_t common = base_common_divisor(u.num, u.den);
    u.num /= common;
    u.den /= common;
    const signed char powers[DIM_COUNT] = {
        [DIM_KG] = row->kg, [DIM_M] = row->m, [DIM_S] = row->s, [DIM_A] = row->A, [DIM_K] = row->K};
    for (int i = 0; i < DIM_COUNT; i++)
        u.dim.e[i] = (int16_t)(powers[i] * DIM_ONE);
    if (row->pi_power != 0 || dim_is_one(u.dim)) /* rad, deg, rev, rpm */
        u.dim.e[DIM_TURNS] = DIM_ONE;
    return u;
}

bool dim_find_unit(const char *name, unit *out) {
    /* A whole name wins over a prefix and a rest: min is the minute. */
    const unit_row *row = find_row(name);
    if (row != NULL) {
        *out = scaled_unit(row, 1, 1);
        return true;
    }
    for (size_t i = 0; i < PREFIX_ROWS; i++) {
        const struct prefix_row *prefix = &prefix_rows[i];
        size_t length = strlen(prefix->name);
        if (strncmp(name, prefix->name, length) != 0)
            continue;
        row = find_row(name + length);
        if (row == NULL || !row->takes_prefix)
            continue;
        *out = scaled_unit(row, prefix->num, prefix->den);
        return true;
    }
    return false;
}

const char *dim_unit_of_word(const char *word) {
    static const char *const words[][2] = {
        {"meter", "m"},     {"metre", "m"},  {"sec", "s"},    {"second", "s"}, {"kilogram", "kg"}, {"kgs", "kg"},
        {"Kg", "kg"},       {"KG", "kg"},    {"gram", "g"},   {"newton", "N"}, {"Newton", "N"},    {"Nm", "N m"},
        {"joule", "J"},     {"Joule", "J"},  {"watt", "W"},   {"Watt", "W"},   {"degree", "deg"},  {"radian", "rad"},
        {"minute", "min"},  {"mins", "min"}, {"hour", "h"},   {"hr", "h"},     {"inch", "in"},     {"inches", "in"},
        {"foot", "ft"},     {"feet", "ft"},  {"mile", "mi"},  {"pound", "lb"}, {"lbs", "lb"},      {"hz", "Hz"},
        {"msec", "ms"},     {"hertz", "Hz"}, {"kph", "km/h"}, {"kmh", "km/h"}, {"pascal", "Pa"},   {"turn", "rev"},
        {"kgm", "kg m"},    {"Ns", "N s"},   {"RPM", "rpm"},  {"Rpm", "rpm"},  {"DEG", "deg"},     {"Deg", "deg"},
        {"FT", "ft"},       {"Ft", "ft"},    {"LB", "lb"},    {"Lb", "lb"},    {"LBS", "lb"},      {"LBF", "lbf"},
        {"MPH", "mph"},     {"ounce", "oz"}, {"yard", "yd"},  {"fps", "ft/s"}, {"rps", "rev/s"},   {"ftlb", "ft lbf"},
        {"lbft", "lbf ft"},
    };
    size_t length = strlen(word);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t known = strlen(words[i][0]);
        if (strncmp(word, words[i][0], known) == 0 && (length == known || strcmp(word + known, "s") == 0))
            return words[i][1];
    }
    return NULL;
}
