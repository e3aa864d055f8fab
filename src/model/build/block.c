/* The block of the parameters' values: written here alone, copied into tables and programs. */
#include <string.h>

#include "base/check.h"
#include "model/model.h"

/* Another number, if only in its bits: a NaN is itself, and -0 another one than 0. */
void model_set_value(model *m, const model_param *p, double x) {
    LGR_ASSERT(p->var < m->block.value.len);
    double *at = &m->block.value.at[p->var];
    if (memcmp(at, &x, sizeof x) == 0)
        return;
    *at = x;
    m->block.version++;
}

void model_put_values(const model *m, double *values) {
    for (size_t i = 0; i < m->param_count; i++)
        values[m->params[i].var] = model_value_of(m, &m->params[i]);
}

void model_load_values(const model *m, double *slots) {
    for (size_t i = 0; i < m->param_count; i++)
        slots[i] = model_value_of(m, &m->params[i]);
}
