/* Runs in steps through the public interface: options, stepping, events, reading, parameters. */
#include "lagrangia/stepper.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "api/handles.h"
#include "api/stepper_handle.h"
#include "base/check.h"
#include "base/print.h"

void lgr_stepper_options_init(lgr_stepper_options *options, size_t size) {
    const lgr_stepper_options usual = {.size = sizeof usual};
    api_write_options(options, size, &usual, sizeof usual);
}

lgr_status api_stepper_refuse(lgr_stepper *x, const char *format, ...) {
    va_list args;
    va_start(args, format);
    base_print(x->error, sizeof x->error, format, args);
    va_end(args);
    return LGR_STATUS_USAGE;
}

/* What is wrong, or NULL. */
static const char *read_options(const lgr_stepper_options *o, sim_options *inner, arena *a) {
    lgr_run_options run;
    const char *why = api_read_run_options(o->run, true, &run, a);
    if (why)
        return why;
    *inner = api_inner_options(&run);
    inner->every = 0;
    inner->keep_trajectory = inner->keep_frames = false;
    return api_read_forces(&run, inner, a);
}

void api_stepper_begin(lgr_stepper *x, const model *read, sim_options options) {
    x->read = read;
    x->m = model_copy(read, x->memory);
    diag *own = diag_create_like(x->memory, read->findings);
    diag_merge(own, read->findings);
    x->m->findings = own;
    x->options = options;
    x->steps = run_steps_begin(x->m, &x->options, x->memory);
    const sim_result *r = run_steps_result(x->steps);
    x->status = r->start_failed ? LGR_STATUS_MODEL : r->failure ? LGR_STATUS_RUN : LGR_STATUS_OK;
}

static lgr_stepper *create(lgr_model *handle, const lgr_stepper_options *options, bool too_large) {
    arena *a = base_arena_create();
    lgr_stepper *x = ARENA_NEW(a, lgr_stepper);
    lgr_stepper_options chosen = lgr_stepper_options_default();
    const bool known = !options || api_read_options(&chosen, options, sizeof chosen);
    *x = (lgr_stepper){.memory = a, .of = handle, .status = LGR_STATUS_USAGE};
    const char *wrong = !handle ? "there is no model" : !known ? API_UNKNOWN_SIZE : NULL;
    sim_options inner;
    if (!wrong)
        wrong = read_options(&chosen, &inner, a);
    if (wrong) {
        api_stepper_refuse(x, "%s", wrong);
        return x;
    }
    x->status = handle->status;
    if (x->status == LGR_STATUS_OK && too_large)
        x->status = api_tell_size(handle);
    else if (x->status == LGR_STATUS_OK)
        api_stepper_begin(x, handle->m, inner);
    return x;
}

/* What a stepper is that would have been too large. */
static lgr_stepper too_large_stepper;

static lgr_stepper *try_create(lgr_model *handle, const lgr_stepper_options *options, bool too_large) {
    API_RETURN(lgr_stepper *, (base_call_limit_first(too_large), create(handle, options, too_large)),
               call_.why == BASE_TOO_MUCH ? &too_large_stepper : NULL);
}

lgr_stepper *lgr_stepper_create(lgr_model *handle, const lgr_stepper_options *options) {
    lgr_stepper *x = try_create(handle, options, false);
    return x == &too_large_stepper ? try_create(handle, options, true) : x;
}

lgr_status api_stepper_spoil(lgr_stepper *x, lgr_status why) {
    why = why == API_TOO_LARGE ? api_tell_size(x->of) : why;
    if (x)
        x->status = why;
    return why;
}

void lgr_stepper_destroy(lgr_stepper *x) {
    if (!x)
        return;
    if (x->steps)
        run_steps_end_run(x->steps);
    if (x->m)
        model_dispose(x->m);
    base_arena_destroy(x->memory);
}

lgr_status lgr_stepper_status(const lgr_stepper *x) {
    return x ? x->status : LGR_STATUS_MEMORY;
}

const char *lgr_stepper_usage_error(const lgr_stepper *x) {
    return x ? x->error : "there is no stepper: " API_NO_MEMORY;
}

static const char *render_trouble(lgr_stepper *x, bool color) {
    const finding *f = x && x->steps ? run_steps_result(x->steps)->failure : NULL;
    return f ? api_render(x->m->findings, f, color, x->memory) : NULL;
}

const char *lgr_stepper_trouble(lgr_stepper *x, bool color) {
    API_RETURN(const char *, render_trouble(x, color), API_NO_MEMORY "\n");
}

bool api_stepper_stands(const lgr_stepper *x) {
    return x && x->steps && x->status != LGR_STATUS_MEMORY && x->status != LGR_STATUS_INTERNAL &&
           !run_steps_result(x->steps)->start_failed;
}

double lgr_stepper_time(const lgr_stepper *x) {
    return api_stepper_stands(x) ? run_steps_time(x->steps) : NAN;
}

/* --- Stepping --- */

static lgr_step_end public_end(run_steps_end end) {
    static const lgr_step_end ends[] = {
        [STEPS_MADE] = LGR_STEP_MADE, [STEPS_TIME] = LGR_STEP_TIME,     [STEPS_EVENT] = LGR_STEP_EVENT,
        [STEPS_END] = LGR_STEP_END,   [STEPS_FAILED] = LGR_STEP_FAILED, [STEPS_INTERRUPTED] = LGR_STEP_INTERRUPTED};
    return ends[end];
}

static const char *check_call(const lgr_stepper *x, double t, const lgr_step *step) {
    if (!api_stepper_stands(x))
        return "there is no initial state to go on from";
    if (step && step->size != sizeof *step)
        return "the size of lgr_step is not that of this version of the library";
    if (x->status != LGR_STATUS_OK)
        return "the motion cannot be continued from here";
    if (x->ended)
        return "the run has ended";
    return isnan(t) ? "the time is not a number" : NULL;
}

static lgr_status step(lgr_stepper *x, run_steps_how how, double t, lgr_step *out) {
    if (!x)
        return LGR_STATUS_USAGE;
    const char *wrong = check_call(x, t, out);
    if (wrong)
        return api_stepper_refuse(x, "%s", wrong);
    if (how == STEPS_TO_TIME && t < run_steps_time(x->steps))
        return api_stepper_refuse(x, "t = %.9g s is before the present time, %.9g s", t, run_steps_time(x->steps));
    const run_steps_end end = run_steps_advance(x->steps, how, t);
    x->event_count = run_steps_result(x->steps)->events.len;
    x->ended = end == STEPS_END;
    if (end == STEPS_FAILED)
        x->status = LGR_STATUS_RUN;
    if (out) {
        out->end = public_end(end);
        out->t = run_steps_time(x->steps);
        out->event_count = x->event_count;
    }
    return end == STEPS_INTERRUPTED ? LGR_STATUS_INTERRUPTED : x->status;
}

lgr_status lgr_stepper_step(lgr_stepper *x, lgr_step *out) {
    API_STEPPER_RETURN(x, step(x, STEPS_ONE, 0, out));
}

lgr_status lgr_stepper_step_to_event(lgr_stepper *x, lgr_step *out) {
    API_STEPPER_RETURN(x, step(x, STEPS_TO_EVENT, 0, out));
}

lgr_status lgr_stepper_step_to(lgr_stepper *x, double t, lgr_step *out) {
    API_STEPPER_RETURN(x, step(x, STEPS_TO_TIME, t, out));
}

/* --- Events --- */

/* Names are made once. */
static const char *event_name(lgr_stepper *x, event_ref ref) {
    if (!x->event_names)
        x->event_names = ARENA_ARRAY(x->memory, const char *, x->m->event_count + 3 * x->m->row_count + 1);
    const size_t k = ref.part == EVENT_USER ? (size_t)ref.index
                                            : x->m->event_count + 3 * (size_t)ref.index + (ref.part - EVENT_OPEN);
    if (!x->event_names[k])
        x->event_names[k] = model_event_name(x->m, ref, x->memory);
    return x->event_names[k];
}

static lgr_status tell_event(lgr_stepper *x, size_t i, lgr_step_event *out) {
    if (!x)
        return LGR_STATUS_USAGE;
    if (!out || out->size != sizeof *out)
        return api_stepper_refuse(x, "the size of lgr_step_event is not that of this version of the library");
    if (i >= x->event_count || i >= run_steps_result(x->steps)->events.len)
        return api_stepper_refuse(x, "the last call has told of %zu events: there is none of number %zu",
                                  x->event_count, i);
    const sim_event *e = &run_steps_result(x->steps)->events.at[i];
    api_show_states(x->m, &e->before);
    api_show_states(x->m, &e->after);
    api_show_event(e, event_name(x, e->ref), out);
    return LGR_STATUS_OK;
}

lgr_status lgr_stepper_event(lgr_stepper *x, size_t i, lgr_step_event *out) {
    API_STEPPER_RETURN(x, tell_event(x, i, out));
}

/* --- Reading --- */

static lgr_status read_motion(lgr_stepper *x, lgr_motion *to) {
    if (!x)
        return LGR_STATUS_USAGE;
    if (!api_stepper_stands(x))
        return api_stepper_refuse(x, "there is no initial state to be read");
    if (!to || to->size != sizeof *to)
        return api_stepper_refuse(x, "the size of lgr_motion is not that of this version of the library");
    run_steps_view view = {.q = to->q, .v = to->v, .a = to->a, .lambda = to->lambda, .outputs = to->outputs};
    const bool ok = run_steps_look(x->steps, &view);
    api_stepper_note(x);
    if (!ok)
        return api_stepper_refuse(x, "the state cannot be evaluated");
    to->kinetic = view.kinetic;
    to->potential = view.potential;
    to->energy = view.energy;
    return LGR_STATUS_OK;
}

lgr_status lgr_stepper_motion(lgr_stepper *x, lgr_motion *to) {
    API_STEPPER_RETURN(x, read_motion(x, to));
}

size_t lgr_stepper_coordinates(const lgr_stepper *x, size_t *indices) {
    if (!api_stepper_stands(x))
        return 0;
    const int *coords;
    const int n = run_steps_coords(x->steps, &coords);
    for (int i = 0; indices && i < n; i++)
        indices[i] = (size_t)coords[i];
    return (size_t)n;
}

/* --- Parameters --- */

void api_stepper_note(lgr_stepper *x) {
    if (run_steps_result(x->steps)->failure)
        x->status = LGR_STATUS_RUN;
}

const char *api_stepper_check_set(const lgr_stepper *x) {
    if (!api_stepper_stands(x))
        return "there is no initial state to go on from";
    return x->status != LGR_STATUS_OK ? "the motion cannot be continued from here"
           : x->ended                 ? "the run has ended"
                                      : NULL;
}

static lgr_status set(lgr_stepper *x, size_t parameter, double value) {
    if (!x)
        return LGR_STATUS_USAGE;
    const char *wrong = api_stepper_check_set(x);
    if (wrong)
        return api_stepper_refuse(x, "%s", wrong);
    if (parameter >= x->m->param_count)
        return api_stepper_refuse(x, "the model has %zu parameters: there is none of number %zu", x->m->param_count,
                                  parameter);
    const model_param *p = &x->m->params[parameter];
    if (!isfinite(value))
        return api_stepper_refuse(x, "the value for the parameter '%s' is not finite", p->name);
    if (p->file)
        return api_stepper_refuse(x, "the values of the input '%s' come from a file", p->name);
    if (p->structural || !run_steps_set_param(x->steps, (int)parameter, value))
        return api_stepper_refuse(x, "with %.9g for '%s' the model has other equations: give it when the model is read",
                                  value, p->name);
    api_stepper_note(x);
    return LGR_STATUS_OK;
}

lgr_status lgr_stepper_set(lgr_stepper *x, size_t parameter, double value) {
    API_STEPPER_RETURN(x, set(x, parameter, value));
}

lgr_status lgr_stepper_set_by_name(lgr_stepper *x, const char *name, double value) {
    const int i = name && x && x->m ? model_find_param(x->m, name) : -1;
    if (i >= 0)
        return lgr_stepper_set(x, (size_t)i, value);
    return x ? api_stepper_refuse(x, "the model has no parameter '%s'", name ? name : "") : LGR_STATUS_USAGE;
}

double lgr_stepper_parameter(const lgr_stepper *x, size_t parameter) {
    const bool there = x && x->m && parameter < x->m->param_count;
    return there ? model_value_of(x->m, &x->m->params[parameter]) : NAN;
}
