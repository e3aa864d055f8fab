/* Equations at a state through the public interface: creation, parameters, own forces, what is known at a state. */
#include "api/dynamics_handle.h"

#include <math.h>
#include <string.h>

_Static_assert((int)LGR_QUANTITY_ENERGY == (int)POINT_ENERGY && LGR_QUANTITY_ENERGY + 1 == POINT_QUANTITY_COUNT,
               "the public quantities are those of a point");
_Static_assert((int)LGR_VARIABLE_PARAMETER == (int)POINT_BY_PARAM && LGR_VARIABLE_PARAMETER + 1 == POINT_VARIABLE_COUNT,
               "the public variables are those of a point");

void lgr_dynamics_options_init(lgr_dynamics_options *options, size_t size) {
    const lgr_dynamics_options usual = {.size = sizeof usual};
    api_write_options(options, size, &usual, sizeof usual);
}

static void keep_start(lgr_dynamics *d, const api_mode *at) {
    const mech_equations *e = point_equations(d->point);
    d->t = at->t;
    d->q = ARENA_ARRAY(d->memory, double, e->n + 1);
    d->v = ARENA_ARRAY(d->memory, double, e->n + 1);
    for (int i = 0; i < e->n; i++) {
        d->q[i] = at->q[e->coords[i]];
        d->v[i] = at->v[e->coords[i]];
    }
}

static lgr_status create(lgr_dynamics *d, lgr_model *handle, const lgr_dynamics_options *options) {
    lgr_dynamics_options chosen = lgr_dynamics_options_default();
    if (options && !api_read_options(&chosen, options, sizeof chosen)) {
        d->error = API_UNKNOWN_SIZE;
        return LGR_STATUS_USAGE;
    }
    d->m = model_copy(handle->m, d->memory);
    if (!model_need_numbers(d->m, d->m->findings, NULL, 0)) {
        api_tell(handle, d->m->findings);
        d->error = "a parameter has no number: see the findings of the model";
        return LGR_STATUS_MODEL;
    }
    api_mode at;
    lgr_status status = api_find_mode(handle, d->m, chosen.mode ? chosen.mode : "start", &at, d->memory);
    api_tell(handle, d->m->findings);
    if (status != LGR_STATUS_OK) {
        d->error = status == LGR_STATUS_USAGE ? lgr_model_usage_error(handle)
                                              : "the model has no consistent start: see its findings";
        return status;
    }
    d->point = point_create(d->m, at.choice, d->memory);
    keep_start(d, &at);
    return LGR_STATUS_OK;
}

static lgr_dynamics *open_equations(lgr_model *handle, const lgr_dynamics_options *options) {
    arena *a = base_arena_create();
    lgr_dynamics *d = ARENA_NEW(a, lgr_dynamics);
    *d = (lgr_dynamics){.memory = a, .status = lgr_model_status(handle), .error = "the model has an error"};
    if (d->status != LGR_STATUS_OK)
        return d;
    d->error = NULL;
    d->status = create(d, handle, options);
    return d;
}

lgr_dynamics *lgr_dynamics_create(lgr_model *handle, const lgr_dynamics_options *options) {
    API_RETURN(lgr_dynamics *, open_equations(handle, options), NULL);
}

void lgr_dynamics_destroy(lgr_dynamics *d) {
    if (!d)
        return;
    if (d->point)
        point_dispose(d->point);
    if (d->m)
        model_dispose(d->m);
    base_arena_destroy(d->memory);
}

lgr_status lgr_dynamics_status(const lgr_dynamics *d) {
    return d ? d->status : LGR_STATUS_MEMORY;
}

const char *lgr_dynamics_error(const lgr_dynamics *d) {
    return d ? d->error : "there are no equations: " API_NO_MEMORY;
}

bool api_dynamics_ready(lgr_dynamics *d, bool arguments) {
    if (!d || !d->point)
        return false;
    d->error = arguments ? NULL : "an argument is missing or out of range";
    return arguments;
}

lgr_status api_dynamics_end(lgr_dynamics *d, bool ok, const char *why) {
    d->error = ok ? NULL : why;
    return ok ? LGR_STATUS_OK : LGR_STATUS_RUN;
}

static const mech_equations *equations(const lgr_dynamics *d) {
    static const mech_equations none;
    return d && d->point ? point_equations(d->point) : &none;
}

size_t lgr_dynamics_coordinate_count(const lgr_dynamics *d) {
    return (size_t)equations(d)->n;
}

size_t lgr_dynamics_row_count(const lgr_dynamics *d) {
    return (size_t)equations(d)->m;
}

size_t lgr_dynamics_coordinate(const lgr_dynamics *d, size_t i) {
    return i < lgr_dynamics_coordinate_count(d) ? (size_t)equations(d)->coords[i] : 0;
}

size_t lgr_dynamics_row(const lgr_dynamics *d, size_t k) {
    return k < lgr_dynamics_row_count(d) ? (size_t)equations(d)->rows[k] : 0;
}

lgr_status lgr_dynamics_start(const lgr_dynamics *d, double *t, double *q, double *v) {
    if (!d || !d->point)
        return LGR_STATUS_USAGE;
    const size_t bytes = lgr_dynamics_coordinate_count(d) * sizeof *q;
    if (t)
        *t = d->t;
    if (q)
        memcpy(q, d->q, bytes);
    if (v)
        memcpy(v, d->v, bytes);
    return LGR_STATUS_OK;
}

static lgr_status set_parameter(lgr_dynamics *d, size_t parameter, double value) {
    if (!api_dynamics_ready(d, isfinite(value)) || parameter >= d->m->param_count)
        return LGR_STATUS_USAGE;
    const int index = (int)parameter;
    arena *a = base_arena_create();
    const model *before = api_model_as_now(d->m, a);
    const bool fits = !d->m->params[index].structural && model_assign(d->m, &index, &value, 1);
    if (!fits) {
        api_assign_like(d->m, before);
        d->error = "the parameter asks for other equations with this value: set it in the model";
    }
    base_arena_destroy(a);
    d->evaluated = false;
    return fits ? LGR_STATUS_OK : LGR_STATUS_USAGE;
}

lgr_status lgr_dynamics_set(lgr_dynamics *d, size_t parameter, double value) {
    API_RETURN_STATUS(set_parameter(d, parameter, value));
}

static lgr_status add_own_force(lgr_dynamics *d, const lgr_force *force) {
    if (!api_dynamics_ready(d, api_is_force(force)))
        return LGR_STATUS_USAGE;
    point_add_load(d->point, api_load(force, d->memory));
    d->evaluated = false;
    return LGR_STATUS_OK;
}

lgr_status lgr_dynamics_add_force(lgr_dynamics *d, const lgr_force *force) {
    API_RETURN_STATUS(add_own_force(d, force));
}

lgr_status lgr_dynamics_evaluate(lgr_dynamics *d, double t, const double *q, const double *v) {
    if (!api_dynamics_ready(d, q && v))
        return LGR_STATUS_USAGE;
    d->evaluated = true;
    return api_dynamics_end(d, point_evaluate(d->point, t, q, v), API_UNDETERMINED);
}

const double *lgr_dynamics_get(lgr_dynamics *d, lgr_quantity what, size_t *count) {
    if (!api_dynamics_ready(d, (int)what >= 0 && (int)what < POINT_QUANTITY_COUNT) || !d->evaluated)
        return NULL;
    if (count)
        *count = point_size(d->point, (point_quantity)what);
    return point_get(d->point, (point_quantity)what);
}

static lgr_status find_derivative(lgr_dynamics *d, lgr_quantity what, lgr_variable by, double *out, size_t room) {
    const bool known =
        (int)what >= 0 && (int)what < POINT_QUANTITY_COUNT && (int)by >= 0 && (int)by < POINT_VARIABLE_COUNT;
    if (!api_dynamics_ready(d, known && out && d && d->evaluated) ||
        room < point_size(d->point, (point_quantity)what) * point_width(d->point, (point_variable)by))
        return LGR_STATUS_USAGE;
    return api_dynamics_end(d, point_differentiate(d->point, (point_quantity)what, (point_variable)by, out),
                            API_UNDETERMINED);
}

lgr_status lgr_dynamics_derivative(lgr_dynamics *d, lgr_quantity what, lgr_variable by, double *out, size_t room) {
    API_RETURN_STATUS(find_derivative(d, what, by, out, room));
}
