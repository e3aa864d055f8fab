/* Runs in steps through the public interface: states that are set, snapshots, clones. */
#include <string.h>

#include "api/stepper_handle.h"

static void write_moved(const run_steps_moved *from, lgr_correction *to) {
    to->position = from->position;
    to->rate = from->rate;
    to->position_of = from->position_of < 0 ? 0 : (size_t)from->position_of;
    to->rate_of = from->rate_of < 0 ? 0 : (size_t)from->rate_of;
}

static lgr_status set_state(lgr_stepper *x, const double *q, const double *v, lgr_correction *moved) {
    if (!x)
        return LGR_STATUS_USAGE;
    const char *wrong = api_stepper_check_set(x);
    if (!wrong && moved && moved->size != sizeof *moved)
        wrong = "the size of lgr_correction is not that of this version of the library";
    run_steps_moved by;
    if (wrong || !run_steps_set_state(x->steps, q, v, &by, &wrong))
        return api_stepper_refuse(x, "%s", wrong);
    if (moved)
        write_moved(&by, moved);
    api_stepper_note(x);
    return x->status;
}

lgr_status lgr_stepper_set_state(lgr_stepper *x, const double *q, const double *v, lgr_correction *moved) {
    API_STEPPER_RETURN(x, set_state(x, q, v, moved));
}

static lgr_snapshot *save(lgr_stepper *x) {
    if (!x)
        return NULL;
    if (!api_stepper_stands(x)) {
        api_stepper_refuse(x, "there is no initial state to be saved");
        return NULL;
    }
    arena *a = base_arena_create();
    run_snapshot *at = run_steps_save(x->steps, a);
    if (!at) {
        api_stepper_refuse(x,
                           x->status == LGR_STATUS_OK ? "the method '%s' cannot be saved"
                                                      : "the motion of '%s' cannot be continued from here",
                           run_steps_result(x->steps)->method);
        base_arena_destroy(a);
        return NULL;
    }
    lgr_snapshot *p = ARENA_NEW(a, lgr_snapshot);
    *p = (lgr_snapshot){.memory = a, .read = x->read, .at = at, .ended = x->ended};
    return p;
}

lgr_snapshot *lgr_stepper_save(lgr_stepper *x) {
    API_RETURN(lgr_snapshot *, save(x), NULL);
}

static lgr_status restore(lgr_stepper *x, const lgr_snapshot *p) {
    if (!x)
        return LGR_STATUS_USAGE;
    if (!p)
        return api_stepper_refuse(x, "there is no snapshot");
    if (!api_stepper_stands(x) || p->read != x->read || !run_steps_fits(x->steps, p->at))
        return api_stepper_refuse(x, "the snapshot is of another model, method or tolerance");
    run_steps_restore(x->steps, p->at);
    x->event_count = 0;
    x->ended = p->ended;
    x->status = LGR_STATUS_OK;
    return LGR_STATUS_OK;
}

lgr_status lgr_stepper_restore(lgr_stepper *x, const lgr_snapshot *p) {
    API_STEPPER_RETURN(x, restore(x, p));
}

void lgr_snapshot_destroy(lgr_snapshot *p) {
    if (p)
        base_arena_destroy(p->memory);
}

/* The settings refer to forces in the memory of the stepper. */
static sim_options copy_options(const lgr_stepper *x, arena *a) {
    sim_options o = x->options;
    mech_load *loads = ARENA_ARRAY(a, mech_load, o.load_count + 1);
    for (size_t i = 0; i < o.load_count; i++)
        loads[i] = api_load(o.loads[i].user, a);
    o.loads = o.load_count ? loads : NULL;
    return o;
}

static lgr_stepper *clone(lgr_stepper *x) {
    arena *a = base_arena_create();
    lgr_stepper *other = ARENA_NEW(a, lgr_stepper);
    *other = (lgr_stepper){.memory = a, .of = x ? x->of : NULL, .status = LGR_STATUS_USAGE};
    lgr_snapshot *p = save(x);
    if (!p) {
        api_stepper_refuse(other, "%s", lgr_stepper_usage_error(x));
        return other;
    }
    api_stepper_begin(other, x->read, copy_options(x, a));
    restore(other, p);
    lgr_snapshot_destroy(p);
    return other;
}

lgr_stepper *lgr_stepper_clone(lgr_stepper *x) {
    API_RETURN(lgr_stepper *, clone(x), NULL);
}
