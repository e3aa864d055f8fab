/* Numbers with their units in messages. */
#include <float.h>
#include <math.h>

#include "base/decimal.h"
#include "model/model.h"

const char *model_unit_text(const model *m, dimension dim, arena *a) {
    if (!m->has_units || dim_is_one(dim))
        return "";
    const char *everyday = dim_everyday_name(dim);
    if (everyday)
        return everyday;
    strbuf s = base_strbuf_make(a);
    dim_print(dim, &s);
    return base_strbuf_text(&s);
}

const char *model_si_unit_text(const model *m, model_shown shown, dimension dim, arena *a) {
    return shown.unit && shown.size == 1 && !dim_is_one(dim) ? shown.unit : model_unit_text(m, dim, a);
}

/* Feet, pounds and degrees, and what they make. */
static const struct {
    const char *name;
    int kg, m, s, turns; /* exponents */
    double size;         /* in SI units */
} customary[] = {
#define FT 0.3048
#define LB 0.45359237
#define LBF (LB * 9.80665)
    {"ft", 0, 1, 0, 0, FT},
    {"ft^2", 0, 2, 0, 0, FT *FT},
    {"ft^3", 0, 3, 0, 0, FT *FT *FT},
    {"1/ft", 0, -1, 0, 0, 1 / FT},
    {"ft/s", 0, 1, -1, 0, FT},
    {"ft/s^2", 0, 1, -2, 0, FT},
    {"ft/s^3", 0, 1, -3, 0, FT},
    {"ft^2/s", 0, 2, -1, 0, FT *FT},
    {"ft^2/s^2", 0, 2, -2, 0, FT *FT},
    {"ft^3/s", 0, 3, -1, 0, FT *FT *FT},
    {"ft s", 0, 1, 1, 0, FT},
    {"lb", 1, 0, 0, 0, LB},
    {"lb ft", 1, 1, 0, 0, LB *FT},
    {"lb ft^2", 1, 2, 0, 0, LB *FT *FT},
    {"lb/ft", 1, -1, 0, 0, LB / FT},
    {"lb/ft^2", 1, -2, 0, 0, LB / (FT * FT)},
    {"lb/ft^3", 1, -3, 0, 0, LB / (FT * FT * FT)},
    {"lbf", 1, 1, -2, 0, LBF},
    {"lbf/s", 1, 1, -3, 0, LBF},
    {"lbf s", 1, 1, -1, 0, LBF},
    {"lbf/ft", 1, 0, -2, 0, LBF / FT},
    {"lbf s/ft", 1, 0, -1, 0, LBF / FT},
    {"ft lbf", 1, 2, -2, 0, LBF *FT},
    {"lbf ft", 1, 2, -2, -1, LBF *FT},
    {"lbf ft s", 1, 2, -1, 0, LBF *FT},
    {"ft lbf/s", 1, 2, -3, 0, LBF *FT},
    {"ft lbf s", 1, 2, -1, -1, LBF *FT},
    {"psi", 1, -1, -2, 0, LBF / (FT * FT / 144)},
    {"deg", 0, 0, 0, 1, 3.14159265358979323846 / 180},
    {"deg/s", 0, 0, -1, 1, 3.14159265358979323846 / 180},
    {"deg/s^2", 0, 0, -2, 1, 3.14159265358979323846 / 180},
#undef FT
#undef LB
#undef LBF
};

model_shown model_usual_unit(const model *m, dimension dim) {
    for (size_t i = 0; m->customary && i < sizeof customary / sizeof *customary; i++) {
        dimension d = dim_of(customary[i].kg, customary[i].m, customary[i].s);
        if (!dim_equal(dim, d) || dim.e[DIM_TURNS] != customary[i].turns * DIM_ONE)
            continue;
        if (m->inches && i == 0)
            return (model_shown){"in", 0.0254};
        return (model_shown){customary[i].name, customary[i].size};
    }
    return (model_shown){0};
}

const char *model_amount_text(const model *m, double x, dimension dim, arena *a) {
    return model_shown_text(m, model_usual_unit(m, dim), x, dim, a);
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
    if (!isfinite(nearest))
        return nearest;
    size_t fewest = digits_of(nearest);
    for (int k = 0; k < NEAR; k++)
        low = nextafter(low, -INFINITY);
    for (int k = 0; k <= 2 * NEAR; k++, low = nextafter(low, INFINITY)) {
        if (k == NEAR || !isfinite(low) || !(fabs(low * shown.size - x) <= DBL_EPSILON * fabs(x)))
            continue;
        const size_t digits = digits_of(low);
        if (digits < fewest) {
            best = low;
            fewest = digits;
        }
    }
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
