/* Reading what optima and fronts are told. */
#include "api/goals.h"

#include <math.h>
#include <string.h>

#include "api/kept.h"
#include "base/print.h"
#include "study/local.h"

const char *api_check_over(const lgr_axis *over, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!over || !over[i].name || !over[i].low != !over[i].high)
            return "each parameter to optimize needs a name, and both bounds or none";
    return NULL;
}

const char *api_check_limits(const char *const *limits, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!limits || !limits[i])
            return "a limit is a comparison, as in 'peak < 5 kN'";
    return NULL;
}

const char *api_find_report(const lgr_model *of, const char *name, size_t *report, arena *a) {
    const model *m = of->m;
    const char **known = ARENA_ARRAY(a, const char *, m->report_count);
    for (size_t i = 0; i < m->report_count; i++) {
        known[i] = m->reports[i].name;
        *report = i;
        if (strcmp(m->reports[i].name, name) == 0)
            return NULL;
    }
    const char *near = api_suggest(a, name, known, m->report_count);
    return base_arena_printf(a, "the model has no report '%s'%s%s", name, *near ? ": " : "", near);
}

static const char *check_name(const lgr_model *of, const lgr_axis *over, size_t i, arena *a) {
    const char *name = over[i].name;
    int index = model_find_param(of->m, name);
    if (index < 0)
        return api_unknown_param(a, of->m, name);
    for (size_t k = 0; k < i; k++)
        if (strcmp(over[k].name, name) == 0)
            return base_arena_printf(a, "the parameter '%s' is named twice", name);
    for (size_t k = 0; k < of->override_count; k++)
        if (strcmp(of->overrides[k].name, name) == 0)
            return base_arena_printf(a, "the parameter '%s' cannot be both set and optimized", name);
    if (of->m->params[index].structural)
        return base_arena_printf(a, "the parameter '%s' is structural: it can be swept, but not optimized", name);
    return NULL;
}

static const char *read_range(const model *m, const lgr_axis *axis, int param, design_axis *out, arena *a) {
    const char *why = NULL;
    const model_param *p = &m->params[param];
    if (!axis->low && !p->has_bounds)
        return base_arena_printf(a, "the parameter '%s' has no bounds: give them, %s=LO..HI, or write 'in [LO, HI]'",
                                 p->name, p->name);
    out->low = p->low;
    out->high = p->high;
    if (axis->low && (!model_read_value(m, param, axis->low, &out->low, &why, a) ||
                      !model_read_value(m, param, axis->high, &out->high, &why, a)))
        return why;
    if (!(out->low < out->high))
        return base_arena_printf(a, "the range of '%s' is empty: it goes from %s to %s", p->name,
                                 model_shown_text(m, p->shown, out->low, p->dim, a),
                                 model_shown_text(m, p->shown, out->high, p->dim, a));
    return NULL;
}

double api_begin_value(const model *m, int param, double low, double high) {
    const model_param *p = &m->params[param];
    return model_lacks_number(p) ? low + (high - low) / 2 : model_value_of(m, p);
}

bool api_gives_numbers(const model *m, const int *params, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (model_lacks_number(&m->params[params[i]]))
            return false;
    return true;
}

const double *api_given_values(const model *m, const int *params, const double *present, size_t count, arena *a) {
    double *given = ARENA_ARRAY(a, double, count + 1);
    for (size_t i = 0; i < count; i++)
        given[i] = model_lacks_number(&m->params[params[i]]) ? NAN : present[i];
    return given;
}

const double *api_no_values(size_t count, arena *a) {
    double *none = ARENA_ARRAY(a, double, count + 1);
    for (size_t i = 0; i < count; i++)
        none[i] = NAN;
    return none;
}

const char *api_read_box(const lgr_model *of, const lgr_axis *over, size_t count, api_box *out, arena *a) {
    *out = (api_box){ARENA_ARRAY(a, int, count + 1), ARENA_ARRAY(a, design_axis, count + 1),
                     ARENA_ARRAY(a, double, count + 1), count};
    if (!count)
        return "there are no parameters to optimize: name them";
    for (size_t i = 0; i < count; i++) {
        const char *why = check_name(of, over, i, a);
        if (why)
            return why;
        out->params[i] = model_find_param(of->m, over[i].name);
        if ((why = read_range(of->m, &over[i], out->params[i], &out->axes[i], a)) != NULL)
            return why;
        out->present[i] = api_begin_value(of->m, out->params[i], out->axes[i].low, out->axes[i].high);
    }
    return NULL;
}

const char *api_read_few_limits(lgr_model *of, const char *const *limits, size_t count, lgr_model **limited, arena *a) {
    if (count > LOCAL_MOST_LIMITS)
        return base_arena_printf(a, "too many limits: more than %d", LOCAL_MOST_LIMITS);
    return api_read_limits(of, limits, count, limited, a);
}

static const char *read_axis(const lgr_model *of, const lgr_axis *given, int *param, scatter_axis *out, arena *a) {
    const char *why = NULL, *rest;
    *param = model_find_param(of->m, given->name);
    *out = (scatter_axis){0, 0};
    if (*param < 0)
        return api_unknown_param(a, of->m, given->name);
    if (of->m->params[*param].structural)
        return base_arena_printf(a, "the parameter '%s' is structural: it cannot scatter", given->name);
    const double number = base_read_number(given->high, &rest);
    rest += strspn(rest, " ");
    if (rest != given->high && strcmp(rest, "%") == 0)
        out->part = number / 100;
    else if (!model_read_value(of->m, *param, given->high, &out->amount, &why, a))
        return why;
    if (!(out->part + out->amount > 0) || !isfinite(out->part + out->amount))
        return base_arena_printf(a, "the scatter of '%s' must be above 0, not %s", given->name, given->high);
    return NULL;
}

enum { MOST_MACHINES = 10000 };

static const char *check_machines(const api_machines *given) {
    if (given->count < 2 || given->count > MOST_MACHINES)
        return "a design stands for 2 to 10000 machines";
    if (!(given->deviations >= 0 && given->deviations <= 10))
        return "the number of deviations is from 0 to 10";
    for (size_t i = 0; i < given->scatter_count; i++)
        if (!given->scatter || !given->scatter[i].name || given->scatter[i].low || !given->scatter[i].high)
            return "each parameter that scatters needs a name and a standard deviation";
    return NULL;
}

/* Where a parameter stands among those of a machine; behind the last: not yet there. */
static size_t find_place(const int *params, size_t count, int param) {
    size_t at = 0;
    while (at < count && params[at] != param)
        at++;
    return at;
}

/* What is read of them, with room for all. */
typedef struct machine_list {
    study_scatter *s;
    int *params;
    double *fixed;
    scatter_axis *axes;
} machine_list;

static machine_list begin_machines(const api_machines *given, const study *of, const double *weights, arena *a) {
    const size_t n = of->param_count, most = n + given->scatter_count;
    machine_list l = {ARENA_NEW(a, study_scatter), ARENA_ARRAY(a, int, most), ARENA_ARRAY(a, double, most),
                      ARENA_ARRAY(a, scatter_axis, most)};
    *l.s = (study_scatter){.params = l.params,
                           .param_count = n,
                           .fixed = l.fixed,
                           .axes = l.axes,
                           .count = given->count,
                           .weights = weights,
                           .deviations = given->deviations};
    for (size_t k = 0; k < most; k++) {
        l.params[k] = k < n ? of->params[k] : -1;
        l.axes[k] = (scatter_axis){0, 0};
    }
    return l;
}

static const char *add_axis(const lgr_model *of, const lgr_axis *given, size_t n, machine_list *l, arena *a) {
    int param;
    scatter_axis axis;
    const char *why = read_axis(of, given, &param, &axis, a);
    if (why)
        return why;
    const size_t at = find_place(l->params, l->s->param_count, param);
    if (l->axes[at].amount > 0 || l->axes[at].part > 0)
        return base_arena_printf(a, "the parameter '%s' is named twice", given->name);
    if (at == l->s->param_count) {
        l->fixed[at - n] = model_value_of(of->m, &of->m->params[param]);
        l->s->param_count++;
    }
    l->params[at] = param;
    l->axes[at] = axis;
    return NULL;
}

const char *api_read_machines(const lgr_model *handle, const api_machines *given, study *of, const double *weights,
                              arena *a) {
    const char *why = check_machines(given);
    if (why || !given->scatter_count)
        return why;
    machine_list l = begin_machines(given, of, weights, a);
    for (size_t i = 0; i < given->scatter_count; i++)
        if ((why = add_axis(handle, &given->scatter[i], of->param_count, &l, a)) != NULL)
            return why;
    l.s->z = study_scatter_sample(l.s->count, l.s->param_count, a);
    of->scatter = l.s;
    return NULL;
}
