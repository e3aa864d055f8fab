/* From names to the numbers of a plot. */
#include "out/plot/plot.h"

#include <math.h>
#include <string.h>

#include "out/values/nice.h"

static const double CONSTANT = 1e-8; /* a range so small beside its values is rounding */

static double time_of(const plot_quantity *q, const sim_point *p) {
    (void)q;
    return p->t;
}

static double column_of(const plot_quantity *q, const sim_point *p) {
    return out_column_shown(&q->column, p);
}

static double kinetic_of(const plot_quantity *q, const sim_point *p) {
    return model_shown_value(q->column.shown, p->kinetic);
}

static double potential_of(const plot_quantity *q, const sim_point *p) {
    return model_shown_value(q->column.shown, p->potential);
}

static double energy_of(const plot_quantity *q, const sim_point *p) {
    return model_shown_value(q->column.shown, p->energy);
}

plot_quantities out_plot_quantities_make(const model *m, arena *a) {
    out_columns columns = out_columns_for_people(m, a);
    plot_quantities all = {ARENA_ARRAY(a, plot_quantity, columns.count + 4), 0};
    const char *joule = model_shown_unit(m, columns.energy, DIM_ENERGY, a);
    for (size_t i = 0; i < columns.count; i++) {
        const out_column *c = &columns.at[i];
        all.at[all.count++] = (plot_quantity){c->header, out_column_unit(m, c, a), column_of, *c};
    }
    all.at[all.count++] =
        (plot_quantity){.name = "kinetic", .unit = joule, .value = kinetic_of, .column.shown = columns.energy};
    all.at[all.count++] =
        (plot_quantity){.name = "potential", .unit = joule, .value = potential_of, .column.shown = columns.energy};
    all.at[all.count++] =
        (plot_quantity){.name = "energy", .unit = joule, .value = energy_of, .column.shown = columns.energy};
    all.at[all.count++] = (plot_quantity){.name = "t", .unit = m->has_units ? "s" : "", .value = time_of};
    return all;
}

static const plot_quantity *find_quantity(const plot_quantities *all, const char *name) {
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->at[i].name, name) == 0)
            return &all->at[i];
    return NULL;
}

static char *trimmed(arena *a, const char *text, size_t length) {
    while (length > 0 && *text == ' ')
        text++, length--;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return base_arena_copy(a, text, length);
}

/* The quantity of this name into *q; else the request remembers the name. */
static bool take(plot_request *r, const plot_quantities *all, const char *name, plot_quantity *q) {
    const plot_quantity *found = find_quantity(all, name);
    r->no_names = r->no_names || !*name;
    if (found)
        *q = *found;
    else if (!r->unknown && *name)
        r->unknown = name;
    return found;
}

plot_request out_plot_read(const model *m, const char *text, arena *a) {
    static const char over[] = " over ";
    plot_quantities all = out_plot_quantities_make(m, a);
    plot_request r = {.x = all.at[all.count - 1], .over_time = true};
    r.y = ARENA_ARRAY(a, plot_quantity, strlen(text) + 1);
    const char *right = strstr(text, over), *end = right ? right : text + strlen(text);
    for (;;) {
        size_t length = strcspn(text, ",");
        length = text + length > end ? (size_t)(end - text) : length;
        r.count += take(&r, &all, trimmed(a, text, length), &r.y[r.count]);
        text += length;
        if (text >= end)
            break;
        text++;
    }
    if (right) {
        const char *name = right + sizeof over - 1;
        take(&r, &all, trimmed(a, name, strlen(name)), &r.x);
        r.over_time = r.x.value == time_of;
    }
    return r;
}

/* The i-th recorded instant: of pictures where there are any, else of rows. */
static const sim_point *point_at(const sim_result *r, size_t i) {
    return r->frames.len ? &r->frames.at[i].at : &r->rows.at[i];
}

static double *values_of(const plot *p, const plot_quantity *q) {
    double *y = ARENA_ARRAY(p->memory, double, p->count);
    for (size_t i = 0; i < p->count; i++) {
        y[i] = q->value(q, point_at(p->r, i));
        y[i] = out_nice_has_place(y[i]) ? y[i] : NAN;
    }
    return y;
}

static plot_panel *panel_for(plot *p, const plot_quantity *q, size_t most, bool alone) {
    for (size_t i = 0; !alone && i < p->panel_count; i++)
        if (strcmp(p->panels[i].unit, q->unit) == 0)
            return &p->panels[i];
    plot_panel *fresh = &p->panels[p->panel_count++];
    *fresh = (plot_panel){.unit = q->unit, .series = ARENA_ARRAY(p->memory, plot_series, most)};
    return fresh;
}

/* Widens what is constant except for rounding, so that low < high. */
static void open_range(double *low, double *high) {
    if (!(*low <= *high))
        *low = 0, *high = 1;
    double size = fmax(fabs(*low), fabs(*high));
    if (*high - *low > fmax(CONSTANT * size, NICE_LEAST))
        return;
    double half = size > NICE_LEAST ? size / 2 : 1;
    double middle = (*low + *high) / 2;
    *low = middle - half;
    *high = middle + 1.2 * half; /* not just between two lines of a terminal */
}

static void find_range(const double *y, size_t count, double *low, double *high) {
    for (size_t i = 0; i < count; i++)
        if (isfinite(y[i])) {
            *low = fmin(*low, y[i]);
            *high = fmax(*high, y[i]);
        }
}

static void set_ranges(plot *p) {
    for (size_t i = 0; i < p->panel_count; i++) {
        plot_panel *panel = &p->panels[i];
        panel->low = INFINITY, panel->high = -INFINITY;
        for (size_t k = 0; k < panel->count; k++)
            find_range(panel->series[k].y, p->count, &panel->low, &panel->high);
        open_range(&panel->low, &panel->high);
        double margin = 0.05 * (panel->high - panel->low);
        panel->low -= margin;
        panel->high += margin;
    }
    p->low = INFINITY, p->high = -INFINITY;
    find_range(p->x, p->count, &p->low, &p->high);
    open_range(&p->low, &p->high);
    double margin = p->over_time ? 0 : 0.05 * (p->high - p->low);
    p->low -= margin;
    p->high += margin;
}

plot out_plot_make(const out_run *run, const plot_request *what, bool alone, arena *a) {
    plot p = {.m = run->m, .r = run->result, .memory = a, .over_time = what->over_time};
    p.x_name = what->x.name;
    p.x_unit = what->x.unit;
    p.count = p.r->frames.len ? p.r->frames.len : p.r->rows.len;
    p.x = values_of(&p, &what->x);
    p.t = ARENA_ARRAY(a, double, p.count);
    for (size_t i = 0; i < p.count; i++)
        p.t[i] = point_at(p.r, i)->t;
    p.panels = ARENA_ARRAY(a, plot_panel, what->count);
    for (size_t i = 0; i < what->count; i++) {
        plot_panel *panel = panel_for(&p, &what->y[i], what->count, alone);
        panel->series[panel->count++] = (plot_series){what->y[i].name, values_of(&p, &what->y[i])};
    }
    set_ranges(&p);
    return p;
}

bool out_plot_is_joined(const plot *p, const plot_series *s, size_t i) {
    if (i == 0 || isnan(s->y[i]) || isnan(s->y[i - 1]) || isnan(p->x[i]) || isnan(p->x[i - 1]))
        return false;
    bool same = fabs(s->y[i] - s->y[i - 1]) <= CONSTANT * (fabs(s->y[i]) + fabs(s->y[i - 1]));
    return p->t[i] > p->t[i - 1] || same;
}
