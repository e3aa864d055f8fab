/* Numbers with their units in messages. */
#include <float.h>
#include <math.h>

#include "base/decimal.h"
#include "model/model.h"

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

const char *model_unit_text(const model *m, dimension dim, arena *a) {
    if (!m->has_units || dim_is_one(dim))
        return "";
    if (dim_is_torque(dim))
        return "N m";
    for (size_t i = 0; i < sizeof everyday / sizeof *everyday; i++)
        if (dim_equal(dim, everyday_dim(i)))
            return everyday[i].name;
    strbuf s = base_strbuf_make(a);
    dim_print(dim, &s);
    return base_strbuf_text(&s);
}

const char *model_amount_text(const model *m, double x, dimension dim, arena *a) {
    const char *symbol = model_unit_text(m, dim, a);
    return base_arena_printf(a, "%.6g%s%s", x == 0 ? 0 : x, *symbol ? " " : "", symbol);
}

enum { NEAR = 2 }; /* doubles on each side: what the conversion to another unit and back may be off by */

static size_t digits_of(double x) {
    char text[DECIMAL_ROOM];
    return base_write_decimal(x, text);
}

double model_shown_value(model_shown shown, double x) {
    if (!shown.unit || !isfinite(x))
        return x;
    double nearest = x / shown.size, best = nearest, low = nearest;
    for (int k = 0; k < NEAR; k++)
        low = nextafter(low, -INFINITY);
    for (int k = 0; k <= 2 * NEAR; k++, low = nextafter(low, INFINITY))
        if (fabs(low * shown.size - x) <= DBL_EPSILON * fabs(x) && digits_of(low) < digits_of(best))
            best = low;
    return best;
}

const char *model_shown_unit(const model *m, model_shown shown, dimension dim, arena *a) {
    return shown.unit ? shown.unit : model_unit_text(m, dim, a);
}

const char *model_shown_text(const model *m, model_shown shown, double x, dimension dim, arena *a) {
    const char *symbol = model_shown_unit(m, shown, dim, a);
    double y = model_shown_value(shown, x);
    return base_arena_printf(a, "%.6g%s%s", y == 0 ? 0 : y, *symbol ? " " : "", symbol);
}
