/* A run as a person reads it: how it ended, its reports, events, last state, forces, and how far to trust it. */
#include <math.h>

#include "base/check.h"
#include "out/quantity.h"
#include "out/styles.h"
#include "out/table.h"
#include "out/writers.h"

enum {
    MOST_ROWS = 24, /* longer lists are cut */
    LAST_ROWS = 4   /* of a long list of events, so many from its end */
};

typedef struct page {
    const out_run *run;
    const model *m;
    const sim_result *r;
    arena *memory;
    strbuf *out;
    bool color;
} page;

static const table_column values_columns[] = {
    {ALIGN_LEFT, ""}, {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""}, {ALIGN_LEFT, STYLE_FAINT}};
static const table_column event_columns[] = {
    {ALIGN_POINT, ""}, {ALIGN_LEFT, ""}, {ALIGN_LEFT, STYLE_BOLD}, {ALIGN_LEFT, ""}};
static const table_column state_columns[] = {{ALIGN_LEFT, ""},  {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""},
                                             {ALIGN_POINT, ""}, {ALIGN_LEFT, ""},          {ALIGN_LEFT, STYLE_FAINT}};
static const table_column trust_columns[] = {{ALIGN_LEFT, ""}, {ALIGN_LEFT, ""}};

#define TABLE(p, columns) out_table_create((p)->memory, (columns), sizeof(columns) / sizeof *(columns))

static void heading(const page *p, const char *text) {
    strbuf_add(p->out, "\n");
    out_style_add(p->out, p->color, STYLE_HEADING, text);
    strbuf_add(p->out, "\n");
}

static void print(const page *p, const out_table *t) {
    out_table_print(t, p->color, p->run->page.width, p->out);
}

/* Says that a list goes on. */
static void add_more(const page *p, size_t count) {
    if (count > MOST_ROWS)
        strbuf_printf(p->out, "  ... and %zu more\n", count - MOST_ROWS);
}

static size_t shown(size_t count) {
    return count > MOST_ROWS ? MOST_ROWS : count;
}

static void add_title(const page *p) {
    const model *m = p->m;
    const char *title = m->title && *m->title ? m->title : m->name && *m->name ? m->name : NULL;
    if (!title)
        return;
    strbuf_add(p->out, p->color ? STYLE_BOLD : "");
    out_add_safely(p->out, title, p->run->page.width > 0 ? p->run->page.width : 1000);
    strbuf_add(p->out, p->color ? STYLE_PLAIN "\n" : "\n");
}

static void add_end(const page *p) {
    const char *t = arena_printf(p->memory, "t = %.9g s", p->r->t);
    switch (p->r->end) {
    case SIM_UNTIL:
        strbuf_printf(p->out, "ran to its end at %s\n", t);
        break;
    case SIM_EVENT:
        strbuf_printf(p->out, "stopped by '%s' at %s\n", model_event_name(p->m, p->r->end_event, p->memory), t);
        break;
    case SIM_INTERRUPTED:
        out_style_add(p->out, p->color, STYLE_WARNING, "interrupted");
        strbuf_printf(p->out, " at %s\n", t);
        break;
    case SIM_FAILED:
        out_style_add(p->out, p->color, STYLE_ERROR, "failed");
        strbuf_add(p->out, ": ");
        out_add_safely(p->out, p->r->failure ? p->r->failure->message : t, 1000);
        strbuf_add(p->out, "\n");
        break;
    }
}

static const char *label_of(const char *label, const char *name) {
    return label && *label ? label : name;
}

/* Label, value, unit and, where there is a label, the name by which the model knows it. */
static void add_quantity(const page *p, out_table *t, const char *name, const char *label, double x, dimension dim,
                         bool angle) {
    const char *si = angle ? out_quantity_angle(x, p->memory) : out_quantity_unit(p->m, dim, p->memory);
    out_table_add(t, (const char *[]){label_of(label, name), out_quantity_number(x, p->memory),
                                      isnan(x) ? "no value" : si, label && *label ? name : NULL});
}

static void add_reports(const page *p) {
    if (!p->m->report_count)
        return;
    heading(p, "Reports");
    out_table *t = TABLE(p, values_columns);
    for (size_t i = 0; i < p->m->report_count; i++) {
        const model_report *x = &p->m->reports[i];
        bool angle = dim_is_one(x->dim) && out_quantity_is_angle(p->m, x->value);
        add_quantity(p, t, x->name, x->label, p->r->reports[i], x->dim, angle);
    }
    print(p, t);
}

/* The blows of an impact: "ground 12.4, wall 3". */
static const char *describe_impulse(const page *p, const sim_event *e) {
    strbuf s = strbuf_make(p->memory);
    for (size_t i = 0; e->impulse && i < p->m->row_count; i++)
        if (e->impulse[i] != 0)
            strbuf_printf(&s, "%s%s %.6g", s.len ? ", " : "impulse ", p->m->rows[i].name, e->impulse[i]);
    return strbuf_text(&s);
}

static void add_events(const page *p) {
    size_t count = p->r->events.len;
    if (!count)
        return;
    heading(p, "Events");
    out_table *t = TABLE(p, event_columns);
    for (size_t i = 0; i < count; i++) {
        if (count > MOST_ROWS && i == MOST_ROWS - LAST_ROWS) {
            i = count - LAST_ROWS;
            const char *more = arena_printf(p->memory, "... %zu more ...", count - MOST_ROWS);
            out_table_add(t, (const char *[]){NULL, NULL, more, NULL});
        }
        const sim_event *e = &p->r->events.at[i];
        out_table_add(t, (const char *[]){arena_printf(p->memory, "%.6f", e->t), "s",
                                          model_event_name(p->m, e->ref, p->memory), describe_impulse(p, e)});
    }
    print(p, t);
}

static const char *rate_unit(const page *p, size_t coord) {
    if (out_quantity_coord_is_angle(p->m, coord))
        return "rad/s";
    dimension second = {.e = {[DIM_S] = DIM_ONE}};
    return out_quantity_unit(p->m, dim_div(p->m->coords[coord].dim, second), p->memory);
}

static void add_state(const page *p) {
    const sim_point *f = &p->r->final;
    out_table *t = TABLE(p, state_columns);
    size_t count = 0;
    for (size_t i = 0; i < p->m->coord_count; i++) {
        const model_coord *c = &p->m->coords[i];
        if (isnan(f->q[i]) || ++count > MOST_ROWS)
            continue;
        const char *si = out_quantity_coord_is_angle(p->m, i) ? out_quantity_angle(f->q[i], p->memory)
                                                              : out_quantity_unit(p->m, c->dim, p->memory);
        out_table_add(t, (const char *[]){c->name, out_quantity_number(f->q[i], p->memory), si,
                                          out_quantity_number(f->v[i], p->memory), rate_unit(p, i), c->label});
    }
    if (!count)
        return;
    heading(p, "Final state and its rates");
    print(p, t);
    add_more(p, count);
}

static void add_outputs(const page *p) {
    if (!p->m->output_count)
        return;
    heading(p, "Outputs at the end");
    out_table *t = TABLE(p, values_columns);
    for (size_t i = 0; i < shown(p->m->output_count); i++) {
        const model_output *o = &p->m->outputs[i];
        bool angle = dim_is_one(o->dim) && out_quantity_is_angle(p->m, p->m->base->outputs[i]);
        add_quantity(p, t, o->name, o->label, p->r->final.outputs[i], o->dim, angle);
    }
    print(p, t);
    add_more(p, p->m->output_count);
}

static void add_forces(const page *p) {
    if (!p->m->row_count)
        return;
    heading(p, "Forces of the constraints at the end");
    out_table *t = TABLE(p, values_columns);
    for (size_t i = 0; i < shown(p->m->row_count); i++)
        out_table_add(t,
                      (const char *[]){p->m->rows[i].name, out_quantity_number(-p->r->final.lambda[i], p->memory), NULL,
                                       p->m->rows[i].contact && p->r->final.lambda[i] == 0 ? "no contact" : NULL});
    print(p, t);
    add_more(p, p->m->row_count);
}

/* How many digits of the energy were kept. */
static const char *describe_drift(const page *p) {
    double drift = p->r->energy_drift;
    if (!(drift > 0))
        return drift == 0 ? "kept exactly" : "not known";
    int digits = (int)floor(-log10(drift));
    if (digits < 1)
        return arena_printf(p->memory, "drift %.1e: not to be trusted, try a smaller --tolerance", drift);
    return arena_printf(p->memory, "drift %.1e: kept to %d digit%s", drift, digits, digits == 1 ? "" : "s");
}

static void add_pair(out_table *t, const char *what, const char *value) {
    out_table_add(t, (const char *[]){what, value});
}

static size_t count_met(const page *p) {
    size_t met = 0;
    for (size_t i = 0; i < p->m->expect_count; i++)
        met += p->r->expect_ok[i];
    return met;
}

static size_t count_warnings(const diag *d) {
    size_t count = 0;
    for (size_t i = 0; i < diag_count(d); i++)
        count += diag_is_warning(diag_at(d, i)->code);
    return count;
}

static const char *describe_time(double seconds, arena *a) {
    return seconds < 1 ? arena_printf(a, "%.3g ms", seconds * 1e3) : arena_printf(a, "%.3g s", seconds);
}

static void add_trust(const page *p) {
    const sim_result *r = p->r;
    arena *a = p->memory;
    heading(p, "How far to trust it");
    out_table *t = TABLE(p, trust_columns);
    add_pair(t, "energy", describe_drift(p));
    if (p->m->row_count) {
        add_pair(
            t, "constraints",
            arena_printf(a, "off by %.1e at most, their rates by %.1e", r->position_residual, r->velocity_residual));
        if (!r->lambda_unique)
            add_pair(t, "forces", "not unique: constraints were redundant, the smallest forces are given");
    }
    if (p->m->expect_count && (r->end == SIM_UNTIL || r->end == SIM_EVENT))
        add_pair(t, "expectations", arena_printf(a, "%zu of %zu hold", count_met(p), p->m->expect_count));
    size_t warnings = count_warnings(p->m->findings);
    if (warnings)
        add_pair(t, "warnings", arena_printf(a, "%zu", warnings));
    add_pair(t, "work",
             arena_printf(a, "%ld steps of %s (%ld repeated), %ld evaluations, %s", r->steps, r->method, r->rejected,
                          r->evaluations, describe_time(p->run->seconds, a)));
    print(p, t);
}

void out_run_write_text(const out_run *run, out_stream *out) {
    if (!run->result || run->result->start_failed)
        return;
    page p = {.run = run,
              .m = run->m,
              .r = run->result,
              .memory = out->text.memory,
              .out = &out->text,
              .color = run->page.color};
    add_title(&p);
    add_end(&p);
    add_reports(&p);
    add_events(&p);
    add_state(&p);
    add_outputs(&p);
    add_forces(&p);
    add_trust(&p);
}
