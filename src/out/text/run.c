/* A run as text: how it ended, its reports, events, final state, forces, and accuracy. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "out/text/page.h"
#include "out/text/sections.h"
#include "out/text/writers.h"
#include "out/values/quantity.h"
#include "out/values/rounding.h"
#include "out/values/verify.h"

enum { MOST_BLOWS = 4 }; /* shown of one impact */

static const table_column values_columns[] = {
    {ALIGN_LEFT, ""}, {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""}, {ALIGN_NOTE, STYLE_FAINT}};
static const table_column event_columns[] = {
    {ALIGN_POINT, ""}, {ALIGN_LEFT, ""}, {ALIGN_LEFT, STYLE_BOLD}, {ALIGN_WORDS, ""}};
static const table_column state_columns[] = {{ALIGN_LEFT, ""},  {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""},
                                             {ALIGN_POINT, ""}, {ALIGN_LEFT, ""},          {ALIGN_NOTE, STYLE_FAINT}};
static const table_column trust_columns[] = {{ALIGN_LEFT, ""}, {ALIGN_WORDS, ""}};

static void add_title(const text_page *p) {
    const model *m = p->m;
    const char *title = m->title && *m->title ? m->title : m->name && *m->name ? m->name : NULL;
    if (!title)
        return;
    base_strbuf_add(p->out, p->color ? STYLE_BOLD : "");
    out_add_words(p->out, title, 0, 0, p->run->page.width);
    base_strbuf_add(p->out, p->color ? STYLE_PLAIN "\n" : "\n");
}

static void add_end(const text_page *p) {
    const char *t = base_arena_printf(p->memory, "t = %.9g s", p->r->t);
    switch (p->r->end) {
    case SIM_UNTIL:
        base_strbuf_printf(p->out, "ran to its end at %s\n", t);
        break;
    case SIM_EVENT:
        base_strbuf_printf(p->out, "stopped by '%s' at %s\n", model_event_name(p->m, p->r->end_event, p->memory), t);
        break;
    case SIM_INTERRUPTED:
        out_style_add(p->out, p->color, STYLE_WARNING, "interrupted");
        base_strbuf_printf(p->out, " at %s\n", t);
        break;
    case SIM_FAILED:
        out_style_add(p->out, p->color, STYLE_ERROR, "failed");
        out_add_words(p->out, base_arena_printf(p->memory, ": %s", p->r->failure ? p->r->failure->message : t), 6, 2,
                      p->run->page.width);
        base_strbuf_add(p->out, "\n");
        break;
    }
}

static const char *label_of(const char *label, const char *name) {
    return label && *label ? label : name;
}

/* Label, value, unit, the name by which the model knows it, where there is a label, and why there is no value. */
static void add_quantity(const text_page *p, out_table *t, const char *name, const char *label, double x,
                         model_shown asked, dimension dim, const char *why) {
    const model_shown shown = out_quantity_seen(p->m, asked, dim);
    bool angle = !shown.unit && out_quantity_is_angle(p->m, dim);
    const char *symbol = shown.unit && !isnan(x) ? shown.unit : out_page_unit(p, x, dim, angle);
    const char *note = label && *label ? name : NULL;
    note = *why ? base_arena_printf(p->memory, "%s%s%s", note ? name : "", note ? ": " : "", why) : note;
    out_table_add(t,
                  (const char *[]){label_of(label, name), out_quantity_number(model_shown_value(shown, x), p->memory),
                                   symbol, note});
}

static void add_reports(const text_page *p) {
    if (!p->m->report_count)
        return;
    out_page_heading(p, "Reports");
    out_table *t = PAGE_TABLE(p, values_columns);
    for (size_t i = 0; i < p->m->report_count; i++) {
        const model_report *x = &p->m->reports[i];
        const char *why = isnan(p->r->reports[i]) ? sim_why_no_value(p->m, p->r, i, p->memory) : "";
        add_quantity(p, t, x->name, x->label, p->r->reports[i], x->shown, x->dim, why);
    }
    out_page_print(p, t);
}

static void add_found(const text_page *p) {
    if (!p->r->found)
        return;
    out_page_heading(p, "Found at the start");
    out_table *t = PAGE_TABLE(p, values_columns);
    for (size_t i = 0; i < p->m->param_count; i++) {
        const model_param *x = &p->m->params[i];
        if (!isnan(p->r->found[i]))
            add_quantity(p, t, x->name, x->label, p->r->found[i], x->shown, x->dim, "");
    }
    out_page_print(p, t);
}

/* Nothing but rounding beside another blow of the same impact. */
static bool is_rounding(const model *m, const double *impulse, size_t row) {
    for (size_t i = 0; i < m->row_count; i++)
        if (fabs(impulse[row]) < OUT_ROUNDING_OF_NUMBERS * fabs(impulse[i]) &&
            dim_equal(m->rows[row].dim, m->rows[i].dim))
            return true;
    return false;
}

/* The blows of an impact: "impulse ground 12.4 N s, wall 3 N s". */
static const char *describe_impulse(const text_page *p, const sim_event *e) {
    strbuf s = base_strbuf_make(p->memory);
    size_t count = 0;
    for (size_t i = 0; e->impulse && i < p->m->row_count; i++) {
        const model_row *row = &p->m->rows[i];
        if (e->impulse[i] == 0 || model_is_hidden(row) || is_rounding(p->m, e->impulse, i) || ++count > MOST_BLOWS)
            continue;
        const dimension second = {.e = {[DIM_S] = DIM_ONE}};
        base_strbuf_printf(&s, "%s%s %s", s.len ? ", " : "impulse ", row->name,
                           model_amount_text(p->m, e->impulse[i], dim_mul(row->dim, second), p->memory));
    }
    if (count > MOST_BLOWS)
        base_strbuf_printf(&s, " and %zu more", count - MOST_BLOWS);
    return base_strbuf_text(&s);
}

/* Decimals that tell the events of a run of this length apart. */
static int time_decimals(double end) {
    return end > 0 && end < 1 ? (int)(6 - log10(end)) : 6;
}

static void add_events(const text_page *p) {
    size_t count = p->r->events.len;
    if (!count)
        return;
    out_page_heading(p, "Events");
    out_table *t = PAGE_TABLE(p, event_columns);
    for (size_t i = 0; i < count; i++) {
        if (count > MOST_ROWS && i == MOST_ROWS - LAST_ROWS) {
            i = count - LAST_ROWS;
            out_table_add_line(t, out_page_more(p, count - MOST_ROWS));
        }
        const sim_event *e = &p->r->events.at[i];
        out_table_add(t, (const char *[]){base_arena_printf(p->memory, "%.*f", time_decimals(p->r->t), e->t), "s",
                                          model_event_name(p->m, e->ref, p->memory), describe_impulse(p, e)});
    }
    out_page_print(p, t);
}

static void add_state(const text_page *p) {
    const sim_point *f = &p->r->final;
    out_table *t = PAGE_TABLE(p, state_columns);
    size_t count = 0;
    for (size_t i = 0; i < p->m->coord_count; i++) {
        const model_coord *c = &p->m->coords[i];
        if (!model_is_place(c) || isnan(f->q[i]) || ++count > MOST_ROWS)
            continue;
        const model_shown q = out_quantity_seen_coord(p->m, i, false), v = out_quantity_seen_coord(p->m, i, true);
        const double at = out_rounding_of(&p->columns, OUT_POSITIONS, i, f->q[i]),
                     rate = out_rounding_of(&p->columns, OUT_VELOCITIES, i, f->v[i]);
        const char *si = out_page_unit(p, at, c->dim, out_quantity_coord_is_angle(p->m, i));
        out_table_add(t,
                      (const char *[]){c->name, out_quantity_number(model_shown_value(q, at), p->memory),
                                       q.unit ? q.unit : si, out_quantity_number(model_shown_value(v, rate), p->memory),
                                       v.unit ? v.unit : out_quantity_rate_unit(p->m, i, p->memory), c->label});
    }
    if (!count)
        return;
    out_page_heading(p, "Final positions and velocities");
    out_page_print(p, t);
    out_page_add_more(p, count);
}

static void add_states(const text_page *p) {
    size_t count = 0;
    out_table *t = PAGE_TABLE(p, values_columns);
    for (size_t i = 0; i < p->m->coord_count; i++) {
        const model_coord *c = &p->m->coords[i];
        const dimension dim = model_rate_dim(c);
        if (!model_is_place(c) && !c->hidden && ++count <= MOST_ROWS)
            add_quantity(p, t, c->name, c->label, out_rounding_of(&p->columns, OUT_STATES, i, p->r->final.v[i]),
                         (model_shown){0}, dim, "");
    }
    if (!count)
        return;
    out_page_heading(p, "States at the end");
    out_page_print(p, t);
    out_page_add_more(p, count);
}

static void add_outputs(const text_page *p) {
    if (!p->m->output_count)
        return;
    out_page_heading(p, "Outputs at the end");
    out_table *t = PAGE_TABLE(p, values_columns);
    for (size_t i = 0; i < out_page_shown(p->m->output_count); i++) {
        const model_output *o = &p->m->outputs[i];
        const double x = out_rounding_of(&p->columns, OUT_OUTPUTS, i, p->r->final.outputs[i]);
        add_quantity(p, t, o->name, o->label, x, o->shown, o->dim, "");
    }
    out_page_print(p, t);
    out_page_add_more(p, p->m->output_count);
}

/* A moment is no energy, though both have one dimension. */
static const char *force_unit(const text_page *p, size_t row) {
    const char *si = out_quantity_unit(p->m, p->m->rows[row].dim, p->memory);
    const model_shown usual = model_usual_unit(p->m, p->m->rows[row].dim);
    return usual.unit ? strcmp(usual.unit, "ft lbf") == 0 ? "lbf ft" : usual.unit : strcmp(si, "J") == 0 ? "N m" : si;
}

/* The force of a row in the direction in which its expression grows, or that there is no contact. */
static void add_force(const text_page *p, out_table *t, size_t row) {
    const model_row *x = &p->m->rows[row];
    const double lambda = p->r->final.lambda[row], seen = out_rounding_of(&p->columns, OUT_MULTIPLIERS, row, lambda);
    const double force = x->pulls || seen == 0 ? seen : -seen;
    const double number = model_shown_value(model_usual_unit(p->m, x->dim), force);
    out_table_add(t, (const char *[]){x->name, out_quantity_number(number, p->memory), force_unit(p, row),
                                      x->contact && lambda == 0 ? "no contact" : NULL});
}

static void add_forces(const text_page *p) {
    size_t count = 0;
    out_table *t = PAGE_TABLE(p, values_columns);
    for (size_t i = 0; i < p->m->row_count; i++)
        if (!model_is_hidden(&p->m->rows[i]) && ++count <= MOST_ROWS)
            add_force(p, t, i);
    if (!count)
        return;
    out_page_heading(p, "Constraint forces at the end");
    out_page_print(p, t);
    out_page_add_more(p, count);
}

static bool is_doubted(const sim_result *r, diag_code code) {
    bool found = false;
    for (size_t i = 0; i < r->doubts.len; i++)
        found = found || r->doubts.at[i]->code == code;
    return found;
}

/* How many digits of the energy were kept. */
static const char *describe_drift(const text_page *p) {
    double drift = p->r->energy_drift;
    if (!(drift > 0))
        return drift == 0 ? "the balance holds exactly" : "not known";
    int digits = (int)floor(-log10(drift));
    if (is_doubted(p->r, DIAG_W0518))
        return base_arena_printf(p->memory, "drift %.1e: not to be trusted, try a smaller --tolerance", drift);
    if (drift < DBL_EPSILON)
        return base_arena_printf(p->memory, "drift %.1e: the balance holds to rounding", drift);
    if (digits < 1)
        return base_arena_printf(
            p->memory,
            "drift %.1e: an error of the motion, or only of the work integrated along it: compare a "
            "smaller --tolerance",
            drift);
    return base_arena_printf(p->memory, "drift %.1e: the balance holds to %d digit%s%s", drift, digits,
                             digits == 1 ? "" : "s",
                             p->r->shared_work ? ", with the work at switches integrated on the same steps" : "");
}

static void add_pair(out_table *t, const char *what, const char *value) {
    out_table_add(t, (const char *[]){what, value});
}

static size_t count_met(const text_page *p) {
    size_t met = 0;
    for (size_t i = 0; i < p->m->expect_count; i++)
        met += p->r->expect_ok[i] && !p->r->expect_passed_over[i];
    return met;
}

static const char *describe_expectations(const text_page *p) {
    size_t passed_over = 0;
    for (size_t i = 0; i < p->m->expect_count; i++)
        passed_over += p->r->expect_passed_over[i];
    const char *met = base_arena_printf(p->memory, "%zu of %zu hold", count_met(p), p->m->expect_count - passed_over);
    return passed_over ? base_arena_printf(p->memory, "%s; %zu for other values of the parameters", met, passed_over)
                       : met;
}

static size_t count_warnings(const diag *d) {
    size_t count = 0;
    for (size_t i = 0; i < diag_count(d); i++)
        count += diag_is_warning(diag_at(d, i)->code);
    return count;
}

static const char *describe_time(double seconds, arena *a) {
    return seconds < 1 ? base_arena_printf(a, "%.3g ms", seconds * 1e3) : base_arena_printf(a, "%.3g s", seconds);
}

/* When the multipliers were not unique: in all of the run, in one stretch, or at times. */
static const char *describe_sharing(const text_page *p) {
    const sim_result *r = p->r;
    const char *when = "";
    if (r->dependent_time < (1 - 1e-9) * (r->t - r->initial.t))
        when = base_arena_printf(
            p->memory, " %s t = %.6g s and %.6g s",
            r->dependent_time < (1 - 1e-9) * (r->dependent_to - r->dependent_from) ? "at times between" : "between",
            r->dependent_from, r->dependent_to);
    return base_arena_printf(p->memory,
                             "not unique%s: constraints were redundant, the forces of minimum norm are given%s", when,
                             r->few_press       ? ", and beside friction that sticks those of as few contacts as do"
                             : r->self_stressed ? " or, where friction could not hold by these, others by which it does"
                                                : "");
}

static void add_trust(const text_page *p) {
    const sim_result *r = p->r;
    arena *a = p->memory;
    out_page_heading(p, "Accuracy");
    out_table *t = PAGE_TABLE(p, trust_columns);
    add_pair(t, "energy", describe_drift(p));
    if (p->m->row_count) {
        add_pair(t, "constraints",
                 base_arena_printf(a, "largest residual %.1e, of their rates %.1e", r->position_residual,
                                   r->velocity_residual));
        if (!r->lambda_unique)
            add_pair(t, "forces", describe_sharing(p));
    }
    if (p->m->expect_count && (r->end == SIM_UNTIL || r->end == SIM_EVENT))
        add_pair(t, "expectations", describe_expectations(p));
    size_t warnings = count_warnings(p->run->findings);
    if (warnings)
        add_pair(t, "warnings", base_arena_printf(a, "%zu", warnings));
    add_pair(t, "work",
             base_arena_printf(a, "%ld steps of %s (%ld rejected), %ld evaluations, %s", r->steps, r->method,
                               r->rejected, r->evaluations, describe_time(p->run->seconds, a)));
    out_page_print(p, t);
}

void out_run_write_text(const out_run *run, out_stream *out) {
    if (!run->result || run->result->start_failed)
        return;
    text_page p = {.run = run,
                   .m = run->m,
                   .r = run->result,
                   .memory = out->text.memory,
                   .out = &out->text,
                   .color = run->page.color,
                   .columns = out_columns_make(run->m, out->text.memory)};
    out_rounding_hide(&p.columns, p.r, OUT_ROUNDING_OF_NUMBERS);
    add_title(&p);
    add_end(&p);
    add_found(&p);
    add_reports(&p);
    out_slopes_add_text(&p);
    add_events(&p);
    add_state(&p);
    add_states(&p);
    add_outputs(&p);
    add_forces(&p);
    out_verify_add_text(&p);
    add_trust(&p);
    out_action_add_text(&p);
}
