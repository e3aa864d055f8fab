/* The structures behind the public handles. */
#ifndef LGR_API_HANDLES_H
#define LGR_API_HANDLES_H

#include "base/call.h"
#include "lagrangia/lagrangia.h"
#include "model/model.h"
#include "out/writers.h"
#include "sim/run/action.h"
#include "sim/sim.h"

#include <pthread.h>

/* A public function that allocates does it in here: returns what `work` gives, or `otherwise` if it is broken off for
   want of memory or by a broken assertion. Nothing else allocates in that function. */
#define API_RETURN(type, work, otherwise)                                                                              \
    do {                                                                                                               \
        base_call call_;                                                                                               \
        base_call_begin(&call_, true);                                                                                 \
        if (setjmp(call_.back) == 0) {                                                                                 \
            type done_ = (work);                                                                                       \
            base_call_end(&call_);                                                                                     \
            return done_;                                                                                              \
        }                                                                                                              \
        return (otherwise);                                                                                            \
    } while (0)
#define API_WHY                                                                                                        \
    (call_.why == BASE_TOO_MUCH ? API_TOO_LARGE : call_.why == BASE_NO_MEMORY ? LGR_STATUS_MEMORY : LGR_STATUS_INTERNAL)
/* Of a call that took more than base_call_limit allows; hosts never see it: see api_refuse_size. */
#define API_TOO_LARGE ((lgr_status)-1)
#define API_RETURN_STATUS(work) API_RETURN(lgr_status, work, API_WHY)
/* The same of a call that may take base_call_most(); if that is not enough `work` is done again with `too_large`, and
   only says so. */
#define API_RETURN_LIMITED(work)                                                                                       \
    do {                                                                                                               \
        base_call call_;                                                                                               \
        for (volatile bool too_large = false;; too_large = true) {                                                     \
            base_call_begin(&call_, true);                                                                             \
            if (setjmp(call_.back) == 0) {                                                                             \
                base_call_limit_first(too_large);                                                                      \
                lgr_status done_ = (work);                                                                             \
                base_call_end(&call_);                                                                                 \
                return done_;                                                                                          \
            }                                                                                                          \
            if (too_large || API_WHY != API_TOO_LARGE)                                                                 \
                return too_large && API_WHY == API_TOO_LARGE ? LGR_STATUS_MEMORY : API_WHY;                            \
        }                                                                                                              \
    } while (0)

/* Instead of messages for which there is no memory. */
#define API_NO_MEMORY "memory is exhausted"

/* A copy of the model that runs work on, one at a time, with what was derived for them. */
typedef struct api_copy {
    const model *of; /* what it is a copy of */
    model *m;
    VEC(sim_kit *) kits;
    lgr_model *handle;
    struct api_copy *next;
    base_taken turn; /* of the call that has taken it; a call that is broken off leaves it unfit for use */
    /* under the handle's lock: */
    bool taken;
    bool retired; /* what was derived does not suit other values of the parameters: only its own runs use it */
    const mech_load *loads; /* of the one run that it is for; NULL: for any */
    bool used;              /* results of a run refer to it */
    base_outcome broken;
} api_copy;

enum { API_KIND_COUNT = LGR_KIND_REPORT + 1 };

/* A finding as it was rendered for a terminal. */
typedef struct api_rendered {
    const finding *of;
    bool color;
    size_t dropped;
    const char *text;
} api_rendered;

/* A text that was read anew, for other values of structural parameters. */
typedef struct api_reading {
    model *m;
    arena *memory;
    struct api_reading *next;
} api_reading;

/* The model is as it was read; whoever derives, runs or evaluates anything does it on a copy, so that threads can share
   the handle. */
struct lgr_model {
    struct files *files;             /* that the text names, if this handle owns them; NULL */
    lgr_model *copied;               /* what this is a copy of, which lives as long; NULL */
    const model *m;                  /* NULL only with LGR_STATUS_USAGE */
    const struct syn_tree *tree;     /* of the text, for editors */
    const model_override *overrides; /* as they were given, and set since */
    size_t override_count;
    arena *set_memory; /* of overrides once some were set; NULL */
    lgr_status status;
    model *first;          /* what `m` was at first; NULL: nothing was read */
    api_reading *readings; /* all that `m` was besides */
    size_t studies;        /* sweeps and optima of the model, which keep its values; under the lock */
    size_t owners;         /* the host, until it destroys the handle, and copies; under the lock */
    pthread_mutex_t lock;  /* of what follows */
    pthread_cond_t given;  /* a copy is free again */
    arena *memory;
    diag *findings; /* of the text, and of all that was done with the model */
    const char *usage_error;
    api_copy *copies;
    pthread_mutex_t analysing; /* of the analysis, while it is made and while it is written */
    struct analysis *analysis; /* NULL: not made */
    struct api_found *found;   /* by lgr_model_linearize, last; NULL: none; under the lock */
    VEC(api_rendered) rendered;
    const lgr_info *infos[API_KIND_COUNT]; /* NULL: not asked for yet; of the model: */
    const model *infos_of;
};

struct lgr_run {
    arena *memory;
    lgr_model *of;
    const model *read;   /* what it is a run of */
    const model *m;      /* the same with the values of the parameters as they were then: to read, not to copy */
    api_copy *on;        /* that it ran on */
    diag *findings;      /* of the text and the run */
    sim_options options; /* its texts live in `memory` */
    sim_result *result;  /* NULL if it never began */
    sim_result *second;  /* the repetition, or NULL */
    double second_tolerance;
    int digits;         /* on which they agree, or -1 */
    sim_action *action; /* or NULL */
    out_slopes slopes;  /* without parameters: not requested */
    finding *unmet;
    size_t unmet_count;
    const char *usage_error, *csv;
    const struct api_results *numbers; /* NULL: not asked for yet */
    double seconds;
    lgr_status status;
};

/* An unused copy of a model of the handle with the values of the parameters that `values` has, for the caller until it
   is given back; preferably one with a compiled problem for such runs. */
api_copy *api_copy_take(lgr_model *handle, const model *of, const model *values, const sim_options *o);
/* That copy, once it is unused, with these values. Breaks the call off if another one was broken off that had it. */
void api_copy_wait(lgr_model *handle, api_copy *c, const model *values);
void api_copy_give(lgr_model *handle, api_copy *c);
/* Frees that copy, which is for one run alone. */
void api_copy_drop(lgr_model *handle, api_copy *c);
/* Results that outlive the call refer to it. */
void api_copy_use(lgr_model *handle, api_copy *c);
void api_copies_dispose(lgr_model *handle);
/* Until base_give_back(held), or until the call is broken off. */
void api_hold(pthread_mutex_t *lock, base_taken *held);
/* The handle locked until base_give_back(held); its lock is no part of what it tells. */
lgr_model *api_lock(const lgr_model *handle, base_taken *held);
/* A handle with a lock and a list of findings, and nothing else. */
lgr_model *api_handle_create(arena *a, diag_source source);
/* Reads a text (copied) that names files of another handle, which outlives this one. */
lgr_model *api_model_read(const diag_source *of, const lgr_override *overrides, size_t override_count);
/* The model's text, with its overrides, and more behind it. Scratch in `a`. */
lgr_model *api_model_read_longer(const lgr_model *of, const char *more, arena *a);
/* Gives all parameters the values that they have in `from`, a model of the same text; false if what was derived does
   not suit them. */
bool api_assign_like(model *m, const model *from);
/* The model to read with its present values, which stay. In `a`. */
const model *api_model_as_now(const model *m, arena *a);
/* A copy of the model of a run with its values; the caller disposes of it. In `a`. */
model *api_model_of_run(const lgr_run *run, arena *a);
/* One more, or one less, sweep or optimum keeps the values of the model; one that is not completed is not counted. */
void api_begin_study(lgr_model *handle, base_taken *counted);
void api_end_study(lgr_model *handle);
#define API_UNKNOWN_SIZE "the options are not of a size that this version knows: begin with lgr_..._options_default"
/* Writes the usual options, of which so many bytes are known here, for a caller whose struct has that size. */
void api_write_options(void *to, size_t size, const void *usual, size_t known);
/* Whether options of which the first member is their size can be read, and reads them over the defaults in `to`. */
bool api_read_options(void *to, const void *from, size_t known);
/* A mode, and the state in which it was found: per model coordinate. */
typedef struct api_mode {
    const mech_choice *choice;
    double t;
    const double *q, *v;
} api_mode;
/* Whether the model's parameters have numbers, but for those that will be given; else the handle is told. */
bool api_has_numbers(lgr_model *handle, const int *given, size_t count);
/* The mode of the start, of the end, or after an event, found on this copy of the handle's model; in `a`.
   LGR_STATUS_MODEL: there is no start; _USAGE, and said, if there is no such mode. */
lgr_status api_find_mode(lgr_model *handle, model *m, const char *mode, api_mode *out, arena *a);
/* LGR_STATUS_USAGE, and said, for a format or a form that does not exist. */
lgr_status api_check_request(lgr_model *handle, const lgr_derive_options *o, const char *format);
/* The page of equations, derived on this copy of the handle's model; NULL after findings of the copy or, with *status,
   a usage error. In `a`. */
const derive_page *api_derive_page(lgr_model *handle, model *m, const lgr_derive_options *o, lgr_status *status,
                                   arena *a);
/* Of a state its value counts as the coordinate; nothing to do if it does already. */
void api_show_states(const model *m, const sim_point *p);
/* An event with its name, and with the arrays that it has. */
void api_show_event(const sim_event *e, const char *name, lgr_step_event *out);
lgr_place api_place(const diag *d, span at);
/* Frees what lgr_model_analyze keeps, or lgr_model_linearize. */
void api_forget_analysis(lgr_model *handle);
void api_forget_found(lgr_model *handle);
/* E0109 at the statement whose expressions are largest. */
void api_refuse_size(const model *m, diag *findings);
/* Adds it to the findings of the handle: after a call that was broken off. LGR_STATUS_MODEL, or that there is no memory
   for it. */
lgr_status api_tell_size(lgr_model *handle);
/* Adds findings to those of the handle. */
void api_tell(lgr_model *handle, const diag *findings);
/* For lgr_model_usage_error; lives with the handle. NULL: all is well. */
void api_refuse(lgr_model *handle, const char *why);
/* The settings of a run as this version knows them, the defaults for NULL; returns what is wrong with them, or NULL.
   `endless`: infinity is an end too. */
const char *api_read_run_options(const lgr_run_options *from, bool endless, lgr_run_options *to, arena *a);
bool api_is_force(const lgr_force *force);
/* The force (copied to `a`) as a load. */
mech_load api_load(const lgr_force *force, arena *a);
/* The forces of the settings into those in internal form; what is wrong with them, or NULL. */
const char *api_read_forces(const lgr_run_options *o, sim_options *to, arena *a);
/* The same settings in internal form, without forces; they refer to no text of the caller's. */
sim_options api_inner_options(const lgr_run_options *o);
/* "the model has no parameter 'x'", with a name that is near. */
const char *api_unknown_param(arena *a, const model *m, const char *name);
/* A finding as text in `a`. */
const char *api_render(const diag *d, const finding *f, bool color, arena *a);
/* What the writers get to see of a run. */
out_run api_written(const lgr_run *run);
/* "did you mean 'x'?" for messages about settings; "" if no candidate is near. */
const char *api_suggest(arena *a, const char *name, const char *const *candidates, size_t count);

#endif
