/* The axis of a family of periodic motions: a parameter, or the energy. */
#include "out/values/family.h"

#include "out/values/quantity.h"

out_axis out_family_axis(const linear_family *f, arena *a) {
    if (f->param < 0)
        return (out_axis){"energy", "energy above the equilibrium", f->m->has_units ? "J" : "", {NULL, 1}, false};
    const model_param *p = &f->m->params[f->param];
    const model_shown shown = out_quantity_seen(f->m, p->shown, p->dim);
    return (out_axis){p->name, p->label ? p->label : p->name, out_quantity_shown_unit(f->m, shown, p->dim, a), shown,
                      true};
}

double out_family_seen(const out_axis *x, double value) {
    return x->has_shown ? model_shown_value(x->shown, value) : value;
}

const char *out_family_kind(critical_multiplier kind) {
    static const char *const names[] = {"fold", "flip", "torus"};
    return names[kind];
}
