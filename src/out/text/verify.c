/* The number of digits that agree, as a section of the summary: every number with these digits. */
#include <math.h>

#include "out/text/sections.h"
#include "out/values/quantity.h"
#include "out/values/verify.h"

static const table_column columns[] = {
    {ALIGN_LEFT, ""}, {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""}, {ALIGN_LEFT, ""}, {ALIGN_NOTE, STYLE_FAINT}};

static const char *describe(int digits, arena *a) {
    switch (digits) {
    case DIGITS_EXACT:
        return "exact";
    case DIGITS_ZERO:
        return "zero";
    default:
        return base_arena_printf(a, "%d digit%s", digits, digits == 1 ? "" : "s");
    }
}

/* The value with the digits that hold, and no more. */
static const char *number(const verify_entry *e, arena *a) {
    if (isnan(e->value))
        return "-";
    if (e->digits == DIGITS_ZERO || e->value == 0)
        return "0";
    int digits = e->digits < 1 ? 1 : e->digits > DIGITS_MOST ? DIGITS_MOST : e->digits;
    return base_arena_printf(a, "%.*g", digits, e->value);
}

static const char *unit_of(const text_page *p, const verify_entry *e) {
    if (isnan(e->value))
        return "no value";
    if (e->shown.unit)
        return e->shown.unit;
    return e->angle ? dim_is_one(e->dim) ? "rad" : "rad/s" : out_quantity_unit(p->m, e->dim, p->memory);
}

static void add_list(const text_page *p, out_table *t, const verify_list *list, const char *kind) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const verify_entry *e = &list->at[i];
        if (e->digits == DIGITS_NO_VALUE || ++count > MOST_ROWS)
            continue;
        out_table_add(
            t, (const char *[]){e->name, number(e, p->memory), unit_of(p, e), describe(e->digits, p->memory), kind});
    }
    if (count > MOST_ROWS)
        out_table_add_line(t, out_page_more(p, count - MOST_ROWS));
}

static void add_comparison(const text_page *p) {
    verification v = out_verify_compare(p->run, p->memory);
    out_table *t = PAGE_TABLE(p, columns);
    add_list(p, t, &v.reports, "report");
    add_list(p, t, &v.events, "time of the event");
    add_list(p, t, &v.final, "at the end");
    out_page_print(p, t);
    if (v.difference)
        out_page_words(p, base_arena_printf(p->memory, "the events differ: %s", v.difference), 2);
    if (v.worst)
        out_page_words(p, base_arena_printf(p->memory, "fewest: %s (%s)", describe(v.least, p->memory), v.worst->name),
                       2);
}

void out_verify_add_text(const text_page *p) {
    const sim_result *second = p->run->second;
    if (!second)
        return;
    out_page_heading(
        p, base_arena_printf(p->memory, "Digits that agree with a run at tolerance %.3g", p->run->second_tolerance));
    if (second->failure)
        out_page_words(p, base_arena_printf(p->memory, "not known: that run failed: %s", second->failure->message), 2);
    else if (second->end == SIM_INTERRUPTED)
        out_page_words(p, "not known: that run was interrupted", 2);
    else
        add_comparison(p);
}
