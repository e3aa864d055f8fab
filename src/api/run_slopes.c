/* Derivatives of a run's reports through the public interface. */
#include <math.h>
#include <string.h>

#include "api/handles.h"
#include "study/slopes.h"

static const char *check_param(const lgr_run *run, const char *const *params, size_t i) {
    const model *m = run->m;
    if (!params[i])
        return "a parameter to differentiate by has no name";
    int index = model_find_param(m, params[i]);
    if (index < 0)
        return api_unknown_param(run->memory, m, params[i]);
    for (size_t k = 0; k < i; k++)
        if (strcmp(params[k], params[i]) == 0)
            return base_arena_printf(run->memory, "the parameter '%s' is named twice", params[i]);
    if (m->params[index].structural)
        return base_arena_printf(run->memory,
                                 "the parameter '%s' is structural: nothing can be differentiated with respect to it",
                                 params[i]);
    if (m->params[index].file)
        return base_arena_printf(run->memory,
                                 "the values of the input '%s' come from a file: nothing can be differentiated with "
                                 "respect to it",
                                 params[i]);
    return NULL;
}

/* The run again, with nothing to keep. */
static study study_of(const lgr_run *run, const model *m, const int *params, size_t count) {
    study s = {.m = m, .params = params, .param_count = count, .options = run->options};
    s.options.every = 0;
    s.options.keep_trajectory = s.options.keep_frames = false;
    return s;
}

static lgr_status differentiate(lgr_run *run, const char *const *params, size_t param_count) {
    if (!run || (!params && param_count))
        return LGR_STATUS_USAGE;
    if (run->options.load_count) {
        run->usage_error = "a run with forces of the program's own cannot be differentiated";
        return LGR_STATUS_USAGE;
    }
    const model *m = run->m;
    if (run->status != LGR_STATUS_OK && run->status != LGR_STATUS_EXPECT)
        return run->status;
    int *index = ARENA_ARRAY(run->memory, int, param_count + 1);
    double *x = ARENA_ARRAY(run->memory, double, param_count + 1);
    for (size_t i = 0; i < param_count; i++) {
        run->usage_error = check_param(run, params, i);
        if (run->usage_error)
            return LGR_STATUS_USAGE;
        index[i] = model_find_param(m, params[i]);
        x[i] = model_value_of(m, &m->params[index[i]]);
    }
    arena *a = base_arena_create();
    model *own = api_model_of_run(run, a);
    const study s = study_of(run, own, index, param_count);
    slopes_found found = study_slopes_find(&s, x, m->report_count, run->memory);
    model_dispose(own);
    base_arena_destroy(a);
    if (found.interrupted)
        return LGR_STATUS_INTERRUPTED;
    run->slopes = (out_slopes){index, param_count, found.slopes, found.why};
    return LGR_STATUS_OK;
}

lgr_status lgr_run_differentiate(lgr_run *run, const char *const *params, size_t param_count) {
    API_RETURN_STATUS(differentiate(run, params, param_count));
}

double lgr_run_slope(const lgr_run *run, const char *report, const char *param) {
    if (!run || !report || !param)
        return NAN;
    const model *m = run->m;
    const out_slopes *x = &run->slopes;
    for (size_t k = 0; k < m->report_count; k++)
        for (size_t i = 0; i < x->param_count; i++)
            if (strcmp(m->reports[k].name, report) == 0 && strcmp(m->params[x->params[i]].name, param) == 0)
                return x->slopes[k * x->param_count + i];
    return NAN;
}
