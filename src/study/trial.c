/* Evaluations: a copy of the model is run with other parameter values; the model is built again where a parameter is
   structural or its value would be refused. */
#include "study/trial.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "mech/events.h"
#include "sim/batch/lanes.h"

/* One line for a cell of a table. */
static const char *finding_text(const finding *f, arena *a) {
    char *text = base_arena_printf(a, "%s: %s", diag_code_name(f->code), f->message);
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    return text;
}

static const char *first_error(const diag *d, arena *a) {
    for (size_t i = 0; i < diag_count(d); i++)
        if (!diag_is_warning(diag_at(d, i)->code))
            return finding_text(diag_at(d, i), a);
    return "the model cannot be read with these values";
}

static bool lacks_reports(const model *m, const sim_result *r) {
    for (size_t i = 0; i < m->report_count; i++)
        if (isnan(r->reports[i]))
            return true;
    return false;
}

static const char *describe_lack(const model *m, const sim_result *r, arena *a) {
    if (!lacks_reports(m, r))
        return "";
    const char *why = sim_why_no_value(m, r, m->report_count, a);
    return *why ? why : "a report has no value";
}

/* printf would be most of what it costs to take a result. */
static const char *event_text(const model *m, event_ref e, arena *a) {
    strbuf text = base_strbuf_make(a);
    base_strbuf_add(&text, "event ");
    base_strbuf_add(&text, model_event_name(m, e, a));
    return base_strbuf_text(&text);
}

static void describe_end(const model *m, const sim_result *r, study_evaluation *t, arena *a) {
    t->failed = r->failure != NULL;
    t->interrupted = r->end == SIM_INTERRUPTED;
    t->end = t->failed             ? "failed"
             : t->interrupted      ? "interrupted"
             : r->end == SIM_EVENT ? event_text(m, r->end_event, a)
                                   : "until";
    t->doubt = r->doubts.len ? r->doubts.at[0] : NULL;
    t->note = t->failed ? finding_text(r->failure, a) : describe_lack(m, r, a);
    if (!*t->note && t->doubt)
        t->note = finding_text(t->doubt, a);
}

static bool is_upper(model_relation relation) {
    return relation == RELATION_LESS || relation == RELATION_AT_MOST;
}

static void take_slopes(const model *m, const study *s, const sim_slopes *from, study_evaluation *t,
                        size_t report_count, double *slopes) {
    size_t n = s->param_count;
    t->why = from->trouble;
    t->whys = from->why;
    for (size_t i = 0; i < report_count && i < m->report_count; i++) {
        memcpy(slopes + i * n, from->reports + i * n, n * sizeof *slopes);
        t->why = t->why ? t->why : from->why[i];
    }
    for (size_t i = 0; i < s->margin_count; i++) {
        size_t k = m->expect_count - s->margin_count + i;
        double sign = is_upper(m->expects[k].relation) ? 1 : -1;
        for (size_t c = 0; c < n; c++)
            slopes[(report_count + i) * n + c] = sign * (from->left[k * n + c] - from->right[k * n + c]);
    }
}

/* `slopes` may be NULL. */
static void take_result(const model *m, const sim_result *r, const study *s, study_evaluation *t, size_t report_count,
                        double *slopes, arena *a) {
    if (r->start_failed) {
        t->note = r->failure ? finding_text(r->failure, a) : first_error(m->findings, a);
        return;
    }
    describe_end(m, r, t, a);
    for (size_t i = 0; i < report_count && i < m->report_count; i++)
        t->reports[i] = r->reports[i];
    for (size_t i = 0; i < s->margin_count; i++) {
        size_t k = m->expect_count - s->margin_count + i;
        double excess = r->expect_left[k] - r->expect_right[k];
        t->margins[i] = is_upper(m->expects[k].relation) ? excess : -excess;
    }
    if (r->slopes)
        take_slopes(m, s, r->slopes, t, report_count, slopes);
}

/* The model built with these values; NULL if it cannot be, with the reason in *why. */
static model *build_with(const study *s, const double *x, const char **why, arena *a) {
    model_override *all = ARENA_ARRAY(a, model_override, s->param_count + 1);
    for (size_t i = 0; i < s->param_count; i++)
        all[i] = (model_override){.name = s->m->params[s->params[i]].name, .number = &x[i]};
    model *m = model_build_again(s->m, all, s->param_count, a);
    bool sound = !diag_has_errors(m->findings) && mech_check_events(m);
    if (sound && !m->bad_override)
        return m;
    *why = sound ? m->bad_override : first_error(m->findings, a);
    model_dispose(m);
    return NULL;
}

/* The varied parameters in a model that was built again: sizes of families decide about numbers. */
static void find_params(const study *s, const model *m, int *params) {
    for (size_t i = 0; i < s->param_count; i++)
        params[i] = model_find_param(m, s->m->params[s->params[i]].name);
}

/* A copy of the model with these values, NULL if it cannot have them as it was read. */
static model *copy_with(const study *s, const double *x, arena *a) {
    model *m = model_copy(s->m, a);
    if (model_assign(m, s->params, x, s->param_count))
        return m;
    model_dispose(m);
    return NULL;
}

struct study_evaluator {
    const study *of;
    arena *memory;
    model *m; /* NULL: none could have its values yet */
    sim_kit *kit;
    sim_lanes *lanes;       /* NULL: runs go one by one */
    int *params;            /* that are varied, in this model */
    study machines;         /* of designs that scatter: the study of each machine */
    study_evaluator *inner; /* NULL: designs do not scatter */
};

study_evaluator *study_evaluator_create(const study *s) {
    arena *a = base_arena_create();
    study_evaluator *t = ARENA_NEW(a, study_evaluator);
    *t = (study_evaluator){.of = s, .memory = a, .params = ARENA_ARRAY(a, int, s->param_count + 1)};
    if (s->scatter) {
        t->machines = *s;
        t->machines.scatter = NULL;
        t->machines.params = s->scatter->params;
        t->machines.param_count = s->scatter->param_count;
        t->inner = study_evaluator_create(&t->machines);
    }
    return t;
}

static void forget_model(study_evaluator *t) {
    if (!t->m)
        return;
    if (t->lanes)
        sim_lanes_dispose(t->lanes);
    sim_kit_dispose(t->kit);
    model_dispose(t->m);
    t->m = NULL;
    t->lanes = NULL;
}

void study_evaluator_destroy(study_evaluator *t) {
    if (t->inner)
        study_evaluator_destroy(t->inner);
    forget_model(t);
    base_arena_destroy(t->memory);
}

/* A model to be run again and again, with the first values that one can have. */
static void keep_model(study_evaluator *t, const double *x) {
    const char *why;
    t->m = copy_with(t->of, x, t->memory);
    if (!t->m)
        t->m = build_with(t->of, x, &why, t->memory);
    if (!t->m)
        return;
    find_params(t->of, t->m, t->params);
    t->kit = sim_kit_create(t->m, &t->of->options, true, t->memory);
    t->lanes = sim_lanes_create(t->kit, t->memory);
}

static const sim_result *run_kit(sim_kit *kit, const study *s, const int *params, const double *slopes, arena *a) {
    return sim_kit_run_sloped(kit, params, slopes ? s->param_count : 0, a);
}

/* A single design on its way through the lanes. */
typedef struct only {
    const study *s;
    model *m;
    study_evaluation *out;
    size_t report_count;
    bool given;
    arena *a;
} only;

static bool give_once(void *user) {
    only *x = user;
    bool given = x->given;
    x->given = true;
    return !given;
}

static void take_once(void *user, size_t nth, const sim_result *r) {
    (void)nth;
    only *x = user;
    take_result(x->m, r, x->s, x->out, x->report_count, NULL, x->a);
}

/* in_lanes: with the digits that it would have side by side with others. */
static void try_anew(const study *s, const double *x, study_evaluation *t, size_t report_count, double *slopes,
                     bool in_lanes, arena *a) {
    model *m = build_with(s, x, &t->note, a);
    if (!m)
        return;
    int *params = ARENA_ARRAY(a, int, s->param_count + 1);
    find_params(s, m, params);
    sim_kit *kit = sim_kit_create(m, &s->options, true, a);
    sim_lanes *lanes = in_lanes ? sim_lanes_create(kit, a) : NULL;
    only one = {s, m, t, report_count, false, a};
    if (lanes)
        sim_lanes_run(lanes, &(sim_client){give_once, take_once, &one});
    else
        take_result(m, run_kit(kit, s, params, slopes, a), s, t, report_count, slopes, a);
    if (lanes)
        sim_lanes_dispose(lanes);
    sim_kit_dispose(kit);
    model_dispose(m);
}

/* Findings are those of this run. */
static void try_again(study_evaluator *t, study_evaluation *out, size_t report_count, double *slopes, arena *a) {
    diag *findings = t->m->findings;
    t->m->findings = diag_create_like(a, findings);
    take_result(t->m, run_kit(t->kit, t->of, t->params, slopes, a), t->of, out, report_count, slopes, a);
    t->m->findings = findings;
}

static study_evaluation start_trial(const study *s, double *reports, size_t report_count, double *slopes) {
    study_evaluation out = {
        .reports = reports, .margins = reports + report_count, .end = "failed", .note = "", .failed = true};
    out.why = slopes ? "the run failed" : NULL;
    for (size_t i = 0; i < report_count + s->margin_count; i++)
        reports[i] = NAN;
    for (size_t i = 0; slopes && i < (report_count + s->margin_count) * s->param_count; i++)
        slopes[i] = NAN;
    return out;
}

/* Whether the model that was read can be run with these values; then it has them. */
static bool assign(study_evaluator *t, const double *x) {
    if (!t->m)
        keep_model(t, x);
    return t->m && model_assign(t->m, t->params, x, t->of->param_count);
}

/* The machines of one design. */
typedef struct built {
    study_evaluation *t;
    double *reports, *slopes; /* rows of reports and margins; per machine, by all parameters; NULL without */
    size_t rows;
} built;

static built build_all(study_evaluator *t, const double *x, size_t report_count, bool sloped, arena *a) {
    const study_scatter *s = t->of->scatter;
    const size_t rows = report_count + t->of->margin_count, all = s->param_count;
    built b = {ARENA_ARRAY(a, study_evaluation, s->count), ARENA_ARRAY(a, double, rows * s->count + 1),
               sloped ? ARENA_ARRAY(a, double, rows *all * s->count + 1) : NULL, rows};
    const double **points = ARENA_ARRAY(a, const double *, s->count);
    for (size_t i = 0; i < s->count; i++) {
        double *point = ARENA_ARRAY(a, double, all);
        study_scatter_point(s, x, t->of->param_count, i, point);
        points[i] = point;
        b.t[i].reports = b.reports + i * rows;
    }
    if (!sloped)
        study_evaluate_all(t->inner, points, b.t, s->count, report_count, a);
    for (size_t i = 0; sloped && i < s->count; i++)
        b.t[i] = study_evaluate_slopes(t->inner, points[i], b.reports + i * rows, report_count,
                                       b.slopes + i * rows * all, a);
    return b;
}

/* A design is what most machines are: mean and deviations of all numbers; one that fails spoils it. */
static study_evaluation evaluate_machines(study_evaluator *t, const double *x, double *reports, size_t report_count,
                                          double *slopes, arena *a) {
    const study_scatter *s = t->of->scatter;
    const size_t n = t->of->param_count, all = s->param_count;
    const built b = build_all(t, x, report_count, slopes != NULL, a);
    study_evaluation out = b.t[0];
    for (size_t i = 0; i < s->count; i++) {
        if ((b.t[i].failed && !out.failed) || (!*out.note && *b.t[i].note))
            out = b.t[i];
        if (b.t[i].interrupted)
            out = b.t[i];
    }
    out.reports = reports;
    out.margins = reports + report_count;
    for (size_t r = 0; r < b.rows; r++) {
        const double weight = r < report_count ? s->weights[r] : s->deviations;
        reports[r] = study_scatter_gather(s, b.reports + r, b.rows, weight, NULL);
        for (size_t k = 0; slopes && k < n; k++)
            slopes[r * n + k] =
                study_scatter_slope(s, b.reports + r, b.rows, b.slopes + r * all + k, b.rows * all, k, weight);
    }
    return out;
}

void study_evaluate_scatter(study_evaluator *t, const double *x, size_t report_count, double *means, double *deviations,
                            arena *a) {
    const built b = build_all(t, x, report_count, false, a);
    for (size_t r = 0; r < report_count; r++)
        means[r] = study_scatter_gather(t->of->scatter, b.reports + r, b.rows, 0, &deviations[r]);
}

study_evaluation study_evaluate_slopes(study_evaluator *t, const double *x, double *reports, size_t report_count,
                                       double *slopes, arena *a) {
    if (t->inner)
        return evaluate_machines(t, x, reports, report_count, slopes, a);
    study_evaluation out = start_trial(t->of, reports, report_count, slopes);
    if (assign(t, x))
        try_again(t, &out, report_count, slopes, a);
    else
        try_anew(t->of, x, &out, report_count, slopes, false, a);
    return out;
}

study_evaluation study_evaluate(study_evaluator *t, const double *x, double *reports, size_t report_count, arena *a) {
    return study_evaluate_slopes(t, x, reports, report_count, NULL, a);
}

/* Designs on their way through the lanes. */
typedef struct queue {
    study_evaluator *t;
    const study_source *from;
    size_t report_count;
    study_task first; /* `held` while it waits for the lanes */
    bool held;
    VEC(study_task) given; /* to the lanes, in their order */
    arena *a;
} queue;

static bool next_task(queue *q, study_task *one) {
    if (q->held) {
        q->held = false;
        *one = q->first;
        return true;
    }
    if (!q->from->next(q->from->user, one))
        return false;
    *one->out = start_trial(q->t->of, one->out->reports, q->report_count, NULL);
    return true;
}

static bool give_design(void *user) {
    queue *q = user;
    study_task one;
    while (next_task(q, &one)) {
        if (assign(q->t, one.x)) {
            q->t->m->findings = diag_create_like(q->a, q->t->m->findings);
            vec_push(q->a, &q->given, one);
            return true;
        }
        try_anew(q->t->of, one.x, one.out, q->report_count, NULL, true, q->a);
        q->from->done(q->from->user, &one);
    }
    return false;
}

static void take_design(void *user, size_t nth, const sim_result *r) {
    queue *q = user;
    const study_task *one = &q->given.at[nth];
    take_result(q->t->m, r, q->t->of, one->out, q->report_count, NULL, q->a);
    q->from->done(q->from->user, one);
}

/* One that is not for the lanes. */
static void evaluate_alone(queue *q, const study_task *one) {
    study_evaluator *t = q->t;
    double *reports = one->out->reports;
    if (t->inner)
        *one->out = evaluate_machines(t, one->x, reports, q->report_count, NULL, q->a);
    else if (t->m)
        *one->out = study_evaluate(t, one->x, reports, q->report_count, q->a);
    else
        try_anew(t->of, one->x, one->out, q->report_count, NULL, true, q->a);
    q->from->done(q->from->user, one);
}

void study_evaluate_stream(study_evaluator *t, const study_source *from, size_t report_count, arena *a) {
    queue q = {.t = t, .from = from, .report_count = report_count, .a = a};
    while (!t->lanes && next_task(&q, &q.first)) {
        q.held = !t->inner && assign(t, q.first.x) && t->lanes;
        if (!q.held)
            evaluate_alone(&q, &q.first);
    }
    if (t->lanes)
        sim_lanes_run(t->lanes, &(sim_client){give_design, take_design, &q});
}

/* Those of a list, one after the other. */
typedef struct row {
    const double *const *x;
    study_evaluation *out;
    size_t count, next;
} row;

static bool next_of_row(void *user, study_task *one) {
    row *r = user;
    if (r->next == r->count)
        return false;
    *one = (study_task){.x = r->x[r->next], .out = &r->out[r->next]};
    r->next++;
    return true;
}

static void forget(void *user, const study_task *one) {
    (void)user;
    (void)one;
}

void study_evaluate_all(study_evaluator *t, const double *const *x, study_evaluation *out, size_t count,
                        size_t report_count, arena *a) {
    row r = {x, out, count, 0};
    study_evaluate_stream(t, &(study_source){next_of_row, forget, &r}, report_count, a);
}
