/* Numbers with their units in messages, and quantities that cannot be negative. */
#include <string.h>

#include "expr/walk.h"
#include "model/builder.h"

static const struct {
    const char *name;
    int kg, m, s; /* exponents */
} everyday[] = {
    {"N", 1, 1, -2},   {"J", 1, 2, -2},   {"W", 1, 2, -3},     {"Pa", 1, -1, -2},
    {"N/m", 1, 0, -2}, {"N s", 1, 1, -1}, {"N s/m", 1, 0, -1}, {"N s m", 1, 2, -1},
};

const char *model_unit_text(const model *m, dimension dim, arena *a) {
    if (!m->has_units || dim_is_one(dim))
        return "";
    if (dim_is_torque(dim))
        return "N m";
    for (size_t i = 0; i < sizeof everyday / sizeof *everyday; i++)
        if (dim_equal(dim, dim_of(everyday[i].kg, everyday[i].m, everyday[i].s)))
            return everyday[i].name;
    strbuf s = strbuf_make(a);
    dim_print(dim, &s);
    return strbuf_text(&s);
}

const char *model_amount_text(const model *m, double x, dimension dim, arena *a) {
    const char *symbol = model_unit_text(m, dim, a);
    return arena_printf(a, "%.6g%s%s", x == 0 ? 0 : x, *symbol ? " " : "", symbol);
}

bool known_amount(builder *b, value v, double *out) {
    var_kind found;
    if (v.size != 1 || find_kinds(b, v, KINDS_MOTION, &found))
        return false;
    *out = number_now(b, v.c[0]);
    return true;
}

/* "it is -2 kg" in the unit as written, or "'m1 - m2' is -2 kg" where the text does not say so itself. */
static const char *said_amount(builder *b, value v, double x) {
    const char *text = source_text(b, v.at), *amount = model_amount_text(b->m, x, v.dim, b->a);
    if (!expr_is_number(b->m->g, v.c[0], NULL))
        return arena_printf(b->a, "'%s' is %s", text, amount);
    return arena_printf(b->a, "it is %s", *text && strpbrk(text + 1, "+-*(") ? amount : text);
}

bool need_not_negative(builder *b, value v, const char *what) {
    double x;
    if (!known_amount(b, v, &x))
        return true;
    take_for_granted(b, v.c[0]);
    if (!(x < 0))
        return true;
    diag_add(b->m->findings, DIAG_E0308, v.at, "%s cannot be negative: %s", what, said_amount(b, v, x));
    return false;
}
