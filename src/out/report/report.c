/* The report: a page for the browser that contains a whole run, its pictures, numbers and equations. */
#include "out/report/report.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "out/json/json.h"
#include "out/report/frames.h"
#include "out/report/viewer_page.h"
#include "out/report/writers.h"
#include "out/values/quantity.h"
#include "out/values/rounding.h"
#include "out/words/formula.h"

/* Numbers of all frames together: more would make the page slow to open. */
static const size_t most_numbers = 600000;

static double column_value(const sim_point *p, const void *of) {
    const out_column *c = of;
    double x = out_column_value(c, p);
    return fabs(x) < c->least ? 0 : c->shown.unit ? x / c->shown.size : x;
}

/* One of the three energies, in a unit; less is rounding. */
typedef struct energy_column {
    int which;
    model_shown shown;
    double least;
} energy_column;

static double energy_value(const sim_point *p, const void *of) {
    const energy_column *x = of;
    double energy = x->which == 0 ? p->kinetic : x->which == 1 ? p->potential : p->energy;
    return fabs(energy) < x->least ? 0 : x->shown.unit ? energy / x->shown.size : energy;
}

static double largest_energy(const report *r) {
    double largest = 0;
    for (size_t i = 0; i < r->frame_count; i++) {
        const sim_point *p = &r->frames[i].at;
        const double most = fmax(fabs(p->kinetic), fabs(p->potential));
        largest = isfinite(most) ? fmax(largest, most) : largest;
    }
    return largest;
}

static void add_values(const report *r, double (*value)(const sim_point *p, const void *of), const void *of) {
    bool first = false;
    out_report_add_series(r, "values", value, of, &first);
    base_strbuf_add(r->out, "}");
}

static void begin_column(const report *r, bool any, const char *name, const char *group, const char *label,
                         const char *unit, bool angle) {
    bool first = true;
    base_strbuf_add(r->out, any ? ",\n    {" : "\n    {");
    out_json_text(r->out, "name", name, &first);
    out_json_text(r->out, "group", group, &first);
    out_json_text(r->out, "label", label ? label : "", &first);
    out_json_text(r->out, "unit", unit, &first);
    base_strbuf_printf(r->out, ", \"angle\": %s", angle ? "true" : "false");
}

/* Coordinates, velocities, multipliers, outputs, energies, each with its number in every frame. */
static void add_columns(const report *r, const out_columns *all) {
    static const char *const groups[OUT_GROUP_COUNT] = {"coordinate", "velocity", "multiplier", "output", "state"};
    static const char *const energies[] = {"kinetic", "potential", "energy"};
    const double least = OUT_ROUNDING * largest_energy(r);
    base_strbuf_add(r->out, ",\n  \"columns\": [");
    for (size_t i = 0; i < all->count; i++) {
        const out_column *c = &all->at[i];
        size_t group = (size_t)(c->group - out_groups);
        const char *label = group == OUT_MULTIPLIERS ? NULL
                            : group == OUT_OUTPUTS   ? r->m->outputs[c->index].label
                                                     : r->m->coords[c->index].label;
        begin_column(r, i > 0, c->header, groups[group], label, out_column_unit(r->m, c, r->memory),
                     !c->shown.unit && group == OUT_POSITIONS && out_quantity_coord_is_angle(r->m, c->index));
        add_values(r, column_value, c);
    }
    for (int k = 0; k < 3; k++) {
        begin_column(r, all->count + (size_t)k > 0, energies[k], "energy", NULL,
                     model_shown_unit(r->m, all->energy, DIM_ENERGY, r->memory), false);
        add_values(r, energy_value, &(energy_column){k, all->energy, least});
    }
    base_strbuf_add(r->out, "]");
}

static void add_events(const report *r) {
    base_strbuf_add(r->out, ",\n  \"events\": [");
    for (size_t i = 0; i < r->r->events.len; i++) {
        bool first = true;
        base_strbuf_add(r->out, i ? ", {" : "{");
        out_json_text(r->out, "name", model_event_name(r->m, r->r->events.at[i].ref, r->memory), &first);
        out_json_number(r->out, "t", r->r->events.at[i].t, &first);
        base_strbuf_add(r->out, "}");
    }
    base_strbuf_add(r->out, "]");
}

static const char *end_reason(const report *r) {
    switch (r->r->end) {
    case SIM_UNTIL:
        return "until";
    case SIM_EVENT:
        return base_arena_printf(r->memory, "event %s", model_event_name(r->m, r->r->end_event, r->memory));
    case SIM_INTERRUPTED:
        return "interrupted";
    default:
        return "failed";
    }
}

static void add_quantity(const report *r, const char *name, const char *label, double x, model_shown asked,
                         dimension dim, bool angle, bool *first) {
    const model_shown shown = out_quantity_seen(r->m, asked, dim);
    out_json_text(r->out, "name", name, first);
    out_json_text(r->out, "label", label ? label : "", first);
    angle = angle && !shown.unit;
    out_json_number(r->out, "value", model_shown_value(shown, x), first);
    out_json_text(r->out, "unit", angle ? "rad" : model_shown_unit(r->m, shown, dim, r->memory), first);
    base_strbuf_printf(r->out, ", \"angle\": %s", angle ? "true" : "false");
}

static void add_reports(const report *r) {
    base_strbuf_add(r->out, ",\n  \"reports\": [");
    for (size_t i = 0; i < r->m->report_count && r->r->reports; i++) {
        const model_report *x = &r->m->reports[i];
        bool first = true;
        base_strbuf_add(r->out, i ? ",\n    {" : "\n    {");
        add_quantity(r, x->name, x->label, r->r->reports[i], x->shown, x->dim, out_quantity_is_angle(r->m, x->dim),
                     &first);
        base_strbuf_add(r->out, "}");
    }
    base_strbuf_add(r->out, "]");
}

static void add_expects(const report *r) {
    base_strbuf_add(r->out, ",\n  \"expects\": [");
    for (size_t i = 0, told = 0; i < r->m->expect_count && r->r->expect_ok; i++) {
        bool first = true;
        if (r->r->expect_passed_over[i])
            continue;
        base_strbuf_add(r->out, told++ ? ", {" : "{");
        out_json_text(r->out, "text", r->m->expects[i].text, &first);
        base_strbuf_printf(r->out, ", \"ok\": %s}", r->r->expect_ok[i] ? "true" : "false");
    }
    base_strbuf_add(r->out, "]");
}

static void add_parameters(const report *r) {
    base_strbuf_add(r->out, ",\n  \"parameters\": [");
    for (size_t i = 0; i < r->m->param_count; i++) {
        const model_param *p = &r->m->params[i];
        bool first = true;
        base_strbuf_add(r->out, i ? ",\n    {" : "\n    {");
        const model_shown shown = out_quantity_seen(r->m, p->shown, p->dim);
        add_quantity(r, p->name, p->label, model_value_of(r->m, p), p->shown, p->dim,
                     out_quantity_is_angle(r->m, p->dim), &first);
        out_json_number(r->out, "low", p->has_bounds ? model_shown_value(shown, p->low) : NAN, &first);
        out_json_number(r->out, "high", p->has_bounds ? model_shown_value(shown, p->high) : NAN, &first);
        base_strbuf_add(r->out, "}");
    }
    base_strbuf_add(r->out, "]");
}

static void add_checks(const report *r) {
    bool first = true;
    base_strbuf_add(r->out, ",\n  \"check\": {");
    out_json_number(r->out, "energy_drift", r->r->energy_drift, &first);
    if (r->m->row_count) { /* without constraints there is nothing to tell of them */
        out_json_number(r->out, "position_residual", r->r->position_residual, &first);
        out_json_number(r->out, "velocity_residual", r->r->velocity_residual, &first);
        base_strbuf_printf(r->out, ", \"lambda_unique\": %s", r->r->lambda_unique ? "true" : "false");
    }
    base_strbuf_add(r->out, "}");
    first = true;
    base_strbuf_add(r->out, ",\n  \"work\": {");
    out_json_text(r->out, "method", r->r->method, &first);
    out_json_count(r->out, "steps", r->r->steps, &first);
    out_json_number(r->out, "tolerance", r->r->tolerance, &first);
    base_strbuf_add(r->out, "}");
}

/* Warnings as the terminal shows them, and the error that ended the run. */
static void add_findings(const report *r) {
    const diag *d = r->run->findings;
    bool any = false;
    base_strbuf_add(r->out, ",\n  \"warnings\": [");
    for (size_t i = 0; i < diag_count(d); i++) {
        if (!diag_is_warning(diag_at(d, i)->code))
            continue;
        strbuf text = base_strbuf_make(r->memory);
        diag_render(d, diag_at(d, i), false, &text);
        base_strbuf_add(r->out, any ? ", " : "");
        base_strbuf_add_json_string(r->out, base_strbuf_text(&text));
        any = true;
    }
    base_strbuf_add(r->out, "],\n  \"error\": ");
    if (!r->r->failure) {
        base_strbuf_add(r->out, "null");
        return;
    }
    bool first = true;
    base_strbuf_add(r->out, "{");
    out_json_text(r->out, "code", diag_code_name(r->r->failure->code), &first);
    out_json_text(r->out, "message", r->r->failure->message, &first);
    out_json_number(r->out, "t", r->r->t, &first);
    base_strbuf_add(r->out, "}");
}

/* More would make the page slow to open. */
static const size_t longest_equations = 300000;

static void add_equations(const report *r) {
    base_strbuf_add(r->out, ",\n  \"equations\": [");
    for (size_t i = 0; i < r->run->page_count; i++) {
        strbuf text = base_strbuf_make(r->memory);
        bool first = true;
        out_derive_add_sections(&r->run->pages[i], &text);
        if (text.len > longest_equations) {
            text = base_strbuf_make(r->memory);
            base_strbuf_add(
                &text, "<p>These equations are too long for this page: <code>lagrangia derive</code> prints them.</p>");
        }
        base_strbuf_add(r->out, i ? ", {" : "{");
        out_json_text(r->out, "title", r->run->pages[i].mode, &first);
        out_json_text(r->out, "mathml", base_strbuf_text(&text), &first);
        base_strbuf_add(r->out, "}");
    }
    if (r->run->more_pages)
        base_strbuf_printf(
            r->out,
            ", {\"title\": \"and after %zu later events\", \"mathml\": \"\\u003cp>lagrangia derive --mode "
            "EVENT prints these.\\u003c/p>\"}",
            r->run->more_pages);
    base_strbuf_add(r->out, "]");
}

static const char *source_text(const report *r) {
    const diag_source *source = diag_get_source(r->run->findings);
    return base_arena_copy(r->memory, source->text, source->length);
}

/* What is added to the numbers of each table. */
static void add_tables(const report *r) {
    base_strbuf_printf(r->out, ",\n  \"frames\": %zu, \"start\": ", r->frame_count);
    base_strbuf_add_number(r->out, r->frame_count ? r->frames[0].at.t : NAN);
    base_strbuf_add(r->out, ", \"stop\": ");
    base_strbuf_add_number(r->out, r->frame_count ? r->frames[r->frame_count - 1].at.t : NAN);
    base_strbuf_add(r->out, ", \"from\": [");
    for (size_t i = 0; i < r->tables->len; i++) {
        base_strbuf_add(r->out, i ? ", " : "");
        base_strbuf_add_number(r->out, r->tables->at[i].from);
    }
    base_strbuf_add(r->out, "]");
}

/* The words; of a page, which stands for itself, with the text and with what its packed tables need. */
static void add_data(const report *r, const out_columns *columns, bool is_page) {
    bool first = true;
    base_strbuf_add(r->out, "{");
    out_json_text(r->out, "lagrangia", r->run->page.version, &first);
    out_json_text(r->out, "model", r->m->name ? r->m->name : "", &first);
    out_json_text(r->out, "title", r->m->title ? r->m->title : "", &first);
    if (is_page)
        out_json_text(r->out, "source", source_text(r), &first);
    base_strbuf_printf(r->out, ", \"units\": %s, \"space\": %d", r->m->has_units ? "true" : "false", r->m->space);
    if (r->m->space == 3 && r->m->up[2] != 1)
        base_strbuf_printf(r->out, ", \"up\": [%.15g, %.15g, %.15g]", r->m->up[0], r->m->up[1], r->m->up[2]);
    out_json_text(r->out, "length", r->length.unit ? r->length.unit : r->m->has_units ? "m" : "", &first);
    add_columns(r, columns);
    out_report_add_scene(r);
    add_events(r);
    first = true;
    base_strbuf_add(r->out, ",\n  \"end\": {");
    out_json_number(r->out, "t", r->r->t, &first);
    out_json_text(r->out, "reason", end_reason(r), &first);
    base_strbuf_add(r->out, "}");
    add_reports(r);
    add_expects(r);
    add_parameters(r);
    add_checks(r);
    add_findings(r);
    add_equations(r);
    base_strbuf_printf(r->out, ",\n  \"rows\": %zu, \"csv\": ", r->r->row_count);
    if (r->run->csv)
        base_strbuf_add_json_string(r->out, r->run->csv);
    else
        base_strbuf_add(r->out, "null");
    if (is_page)
        add_tables(r);
    base_strbuf_add(r->out, "}");
}

/* The largest of all forces that could be drawn. */
static double largest_force(const report *r) {
    double largest = 0;
    for (size_t k = 0; k < r->m->drawing_count; k++)
        for (size_t i = 0; i < r->frame_count && r->m->drawings[k].shape == DRAW_ARROW; i++) {
            double sum = 0;
            for (int n = 0; n < r->m->space; n++) {
                double f = r->frames[i].at.drawn[r->m->drawings[k].slot[DRAWN_B + n]];
                sum += f * f;
            }
            largest = isfinite(sum) ? fmax(largest, sqrt(sum)) : largest;
        }
    return largest;
}

/* The words of a report, in `words`, and its tables. */
static report begin(const out_run *run, strbuf *words, report_tables *tables, bool is_page, arena *memory) {
    report r = {.run = run,
                .m = run->m,
                .r = run->result,
                .out = words,
                .tables = tables,
                .chains = ARENA_ARRAY(memory, uint32_t, REPORT_CHAINS),
                .memory = memory,
                .length = model_usual_unit(run->m, DIM_LENGTH),
                .force = model_usual_unit(run->m, DIM_FORCE)};
    out_columns columns = out_columns_for_people(r.m, r.memory);
    out_rounding_hide(&columns, r.r, OUT_ROUNDING);
    report_frames frames = out_report_choose_frames(r.m, r.r, &columns, most_numbers, r.memory);
    r.frames = frames.at;
    r.frame_count = frames.count;
    r.least_force = OUT_ROUNDING * largest_force(&r);
    add_data(&r, &columns, is_page);
    return r;
}

void out_run_write_scene(const out_run *run, report_numbers *numbers, strbuf *out, arena *memory) {
    *numbers = (report_numbers){0};
    if (!run->result || run->result->start_failed)
        return;
    report_tables tables = {0};
    const report r = begin(run, out, &tables, false, memory);
    numbers->frames = r.frame_count;
    numbers->columns = 1 + tables.len;
    numbers->at = ARENA_ARRAY(memory, double, numbers->columns * numbers->frames + 1);
    for (size_t i = 0; i < r.frame_count; i++)
        numbers->at[i] = r.frames[i].at.t;
    for (size_t k = 0; k < tables.len; k++)
        for (size_t i = 0; i < r.frame_count; i++)
            numbers->at[(k + 1) * r.frame_count + i] = (double)tables.at[k].at[i] + tables.at[k].from;
}

bool out_run_add_data(const out_run *run, strbuf *out) {
    if (!run->result || run->result->start_failed)
        return false;
    strbuf words = base_strbuf_make(out->memory);
    report_tables tables = {0};
    const report r = begin(run, &words, &tables, true, out->memory);
    out_report_pack(&r, out);
    return true;
}

void out_run_write_html(const out_run *run, out_stream *out) {
    if (!run->result || run->result->start_failed)
        return;
    const char *rest = out_report_pass_place(out_viewer_page, "id=\"lagrangia-data\">", &out->text);
    if (!rest)
        return;
    out_run_add_data(run, &out->text);
    base_strbuf_add(&out->text, rest);
}

bool out_report_is_there(void) {
    return out_viewer_page_length > 0;
}
