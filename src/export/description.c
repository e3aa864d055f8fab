/* modelDescription.xml of an FMU, by the standards FMI 2.0 and 3.0. */
#include "export/description.h"

#include <math.h>
#include <string.h>

typedef struct writer {
    const export_described *d;
    strbuf *out;
    bool newer; /* 3.0 */
    arena *a;
} writer;

/* --- Text --- */

static void add_escaped(strbuf *out, const char *text) {
    for (; *text; text++)
        if (*text == '<')
            base_strbuf_add(out, "&lt;");
        else if (*text == '&')
            base_strbuf_add(out, "&amp;");
        else if (*text == '"')
            base_strbuf_add(out, "&quot;");
        else if ((unsigned char)*text < ' ')
            base_strbuf_add(out, " ");
        else
            base_strbuf_add_bytes(out, text, 1);
}

static void add_attribute(strbuf *out, const char *name, const char *value) {
    base_strbuf_printf(out, " %s=\"", name);
    add_escaped(out, value);
    base_strbuf_add(out, "\"");
}

static void add_number(strbuf *out, const char *name, double value) {
    base_strbuf_printf(out, " %s=\"", name);
    base_strbuf_add_number(out, value);
    base_strbuf_add(out, "\"");
}

/* --- Units --- */

typedef struct unit {
    const char *name;
    dimension dim;
    const char *shown[16]; /* units in which people see it */
    double size[16];
    int shown_count;
} unit;

enum { MOST_SHOWN = 16 };
typedef VEC(unit) units;

static bool is_angle_over_time(dimension d) {
    return !d.e[DIM_KG] && !d.e[DIM_M] && !d.e[DIM_A] && !d.e[DIM_K] && d.e[DIM_S] <= 0 && d.e[DIM_S] % DIM_ONE == 0;
}

static const char *angle_over_time(const writer *w, dimension d) {
    const int order = -d.e[DIM_S] / DIM_ONE;
    return order > 1 ? base_arena_printf(w->a, "rad/s^%d", order) : order ? "rad/s" : "rad";
}

/* In the SI, by the word of the declaration where that is another one; "" for plain numbers. */
static const char *unit_of(const writer *w, const interface_variable *v) {
    if (!v->has_unit)
        return "";
    if (v->dim.e[DIM_TURNS] == DIM_ONE && w->d->x->m->has_units && is_angle_over_time(v->dim))
        return angle_over_time(w, v->dim);
    return model_si_unit_text(w->d->x->m, v->shown, v->dim, w->a);
}

static bool is_shown(const interface_variable *v) {
    return v->shown.unit && v->shown.size != 1;
}

static void note_shown(unit *u, const interface_variable *v) {
    for (int i = 0; i < u->shown_count; i++)
        if (strcmp(u->shown[i], v->shown.unit) == 0)
            return;
    if (u->shown_count < MOST_SHOWN) {
        u->shown[u->shown_count] = v->shown.unit;
        u->size[u->shown_count++] = v->shown.size;
    }
}

static units find_units(const writer *w) {
    units all = {0};
    for (size_t i = 0; i < w->d->f->all.len; i++) {
        const interface_variable *v = &w->d->f->all.at[i];
        const char *name = unit_of(w, v);
        size_t k = 0;
        if (!*name)
            continue;
        while (k < all.len && strcmp(all.at[k].name, name) != 0)
            k++;
        if (k == all.len)
            vec_push(w->a, &all, ((unit){.name = name, .dim = v->dim}));
        if (is_shown(v))
            note_shown(&all.at[k], v);
    }
    return all;
}

/* The standard has whole exponents. */
static bool is_whole(dimension d) {
    for (int i = 0; i < DIM_COUNT; i++)
        if (d.e[i] % DIM_ONE)
            return false;
    return true;
}

static void write_unit(const writer *w, const unit *u) {
    static const char *const base[DIM_COUNT] = {"kg", "m", "s", "A", "K"};
    base_strbuf_add(w->out, "    <Unit");
    add_attribute(w->out, "name", u->name);
    base_strbuf_add(w->out, ">\n");
    if (is_whole(u->dim)) {
        base_strbuf_add(w->out, "      <BaseUnit");
        for (int i = 0; i < DIM_COUNT; i++)
            if (u->dim.e[i])
                base_strbuf_printf(w->out, " %s=\"%d\"", base[i], u->dim.e[i] / DIM_ONE);
        if (strncmp(u->name, "rad", 3) == 0)
            base_strbuf_add(w->out, " rad=\"1\"");
        base_strbuf_add(w->out, "/>\n");
    }
    for (int i = 0; i < u->shown_count; i++) {
        base_strbuf_add(w->out, "      <DisplayUnit");
        add_attribute(w->out, "name", u->shown[i]);
        add_number(w->out, "factor", 1 / u->size[i]);
        base_strbuf_add(w->out, "/>\n");
    }
    base_strbuf_add(w->out, "    </Unit>\n");
}

static void write_units(const writer *w) {
    const units all = find_units(w);
    if (!all.len)
        return;
    base_strbuf_add(w->out, "  <UnitDefinitions>\n");
    for (size_t i = 0; i < all.len; i++)
        write_unit(w, &all.at[i]);
    base_strbuf_add(w->out, "  </UnitDefinitions>\n");
}

/* --- Types: a unit, and the one in which people see it --- */

/* With spaces, as no variable has them. */
static const char *type_name(const writer *w, const char *in, const char *shown) {
    return shown ? base_arena_printf(w->a, "in %s, shown in %s", in, shown) : base_arena_printf(w->a, "in %s", in);
}

static void write_type(const writer *w, const char *in, const char *shown) {
    base_strbuf_add(w->out, w->newer ? "    <Float64Type" : "    <SimpleType");
    add_attribute(w->out, "name", type_name(w, in, shown));
    base_strbuf_add(w->out, w->newer ? "" : "><Real");
    add_attribute(w->out, "unit", in);
    if (shown)
        add_attribute(w->out, "displayUnit", shown);
    base_strbuf_add(w->out, w->newer ? "/>\n" : "/></SimpleType>\n");
}

static void write_types(const writer *w) {
    const units all = find_units(w);
    if (!all.len)
        return;
    base_strbuf_add(w->out, "  <TypeDefinitions>\n");
    for (size_t i = 0; i < all.len; i++) {
        write_type(w, all.at[i].name, NULL);
        for (int k = 0; k < all.at[i].shown_count; k++)
            write_type(w, all.at[i].name, all.at[i].shown[k]);
    }
    base_strbuf_add(w->out, "  </TypeDefinitions>\n");
}

/* --- Variables --- */

typedef struct way_text {
    const char *causality, *variability, *initial; /* initial: NULL where none may be given */
    bool has_start;
} way_text;

static const way_text way_texts[] = {
    [INTERFACE_TIME] = {"independent", "continuous", NULL, false},
    [INTERFACE_CONSTANT] = {"local", "constant", "exact", true},
    [INTERFACE_PARAMETER] = {"parameter", "fixed", "exact", true},
    [INTERFACE_TUNABLE] = {"parameter", "tunable", "exact", true},
    [INTERFACE_FOLLOWS] = {"calculatedParameter", "fixed", "calculated", false},
    [INTERFACE_FOLLOWS_TUNABLE] = {"calculatedParameter", "tunable", "calculated", false},
    [INTERFACE_INPUT] = {"input", "continuous", NULL, true},
    [INTERFACE_OUTPUT] = {"output", "continuous", "calculated", false},
    [INTERFACE_LOCAL] = {"local", "continuous", "calculated", false},
};

/* Indicators are variables in version 3 alone. */
static bool is_listed(const writer *w, const interface_variable *v) {
    return !v->from_file && (w->newer || v->part != PART_INDICATOR);
}

/* Version 2 counts the variables from 1, version 3 names them by their references. */
static int key_of(const writer *w, int reference) {
    int index = 0;
    if (w->newer)
        return reference;
    for (size_t i = 0; i < w->d->f->all.len; i++) {
        index += is_listed(w, &w->d->f->all.at[i]);
        if (w->d->f->all.at[i].reference == reference)
            return index;
    }
    return 0;
}

static void write_head(const writer *w, const interface_variable *v) {
    const way_text *way = &way_texts[v->way];
    add_attribute(w->out, "name", v->name);
    base_strbuf_printf(w->out, " valueReference=\"%d\"", v->reference);
    if (v->label)
        add_attribute(w->out, "description", v->label);
    add_attribute(w->out, "causality", way->causality);
    add_attribute(w->out, "variability", way->variability);
    if (v->begins != STARTS_BY_KIND)
        add_attribute(w->out, "initial", v->begins == STARTS_AT ? "exact" : "approx");
    else if (way->initial)
        add_attribute(w->out, "initial", way->initial);
}

static void write_number_type(const writer *w, const interface_variable *v) {
    const char *name = unit_of(w, v), *shown = is_shown(v) ? v->shown.unit : NULL;
    if (*name) {
        add_attribute(w->out, "declaredType", type_name(w, name, shown));
        add_attribute(w->out, "unit", name);
    }
    if (*name && shown)
        add_attribute(w->out, "displayUnit", shown);
    if (v->has_bounds && isfinite(v->low))
        add_number(w->out, "min", v->low);
    if (v->has_bounds && isfinite(v->high))
        add_number(w->out, "max", v->high);
    if (v->nominal > 0)
        add_number(w->out, "nominal", v->nominal);
    if (way_texts[v->way].has_start || v->begins != STARTS_BY_KIND)
        add_number(w->out, "start", v->start);
    if (v->state >= 0)
        base_strbuf_printf(w->out, " derivative=\"%d\"", key_of(w, v->state));
    if (v->part == PART_STATE)
        base_strbuf_add(w->out, " reinit=\"true\"");
}

static void write_variable(const writer *w, const interface_variable *v) {
    if (w->newer) {
        base_strbuf_add(w->out, "    <Float64");
        write_head(w, v);
        write_number_type(w, v);
        base_strbuf_add(w->out, "/>\n");
        return;
    }
    base_strbuf_add(w->out, "    <ScalarVariable");
    write_head(w, v);
    base_strbuf_add(w->out, "><Real");
    write_number_type(w, v);
    base_strbuf_add(w->out, "/></ScalarVariable>\n");
}

/* --- What depends on what --- */

static void write_dependencies(const writer *w, const bool *depends) {
    static const char *const names[] = {"dependencies", "dependenciesKind"};
    for (int kind = 0; kind < 2; kind++) {
        const char *between = "";
        base_strbuf_printf(w->out, " %s=\"", names[kind]);
        for (size_t i = 0; i < w->d->f->all.len; i++) {
            const int reference = w->d->f->all.at[i].reference;
            if (!depends[reference])
                continue;
            base_strbuf_add(w->out, between);
            base_strbuf_add(w->out, kind ? "dependent" : base_arena_printf(w->a, "%d", key_of(w, reference)));
            between = " ";
        }
        base_strbuf_add(w->out, "\"");
    }
}

static void write_unknown(const writer *w, const char *element, const interface_variable *v, bool dependencies) {
    base_strbuf_printf(w->out, "    %s<%s %s=\"%d\"", w->newer ? "" : "  ", element,
                       w->newer ? "valueReference" : "index", key_of(w, v->reference));
    if (dependencies && v->follow >= 0)
        base_strbuf_printf(w->out, " dependencies=\"%d\" dependenciesKind=\"dependent\"", key_of(w, v->follow));
    else if (dependencies && v->depends)
        write_dependencies(w, v->depends);
    else if (dependencies && v->part == PART_STATE)
        base_strbuf_printf(w->out, " dependencies=\"%d\" dependenciesKind=\"dependent\"", key_of(w, v->reference));
    base_strbuf_add(w->out, "/>\n");
}

static bool is_output(const interface_variable *v) {
    return v->way == INTERFACE_OUTPUT;
}

static bool is_rate(const interface_variable *v) {
    return v->state >= 0;
}

static bool is_unknown_at_start(const interface_variable *v) {
    return v->begins != STARTS_AT &&
           (v->way == INTERFACE_OUTPUT || v->way == INTERFACE_FOLLOWS || v->way == INTERFACE_FOLLOWS_TUNABLE ||
            v->part == PART_STATE || v->part == PART_RATE);
}

static bool is_indicator(const interface_variable *v) {
    return v->part == PART_INDICATOR;
}

typedef struct structure_part {
    const char *older, *newer, *group; /* names of the element in both versions, and of the list around it in 2.0 */
    bool (*of)(const interface_variable *v);
    bool dependencies;
} structure_part;

static void write_part(const writer *w, const structure_part *p) {
    bool any = false;
    for (size_t i = 0; i < w->d->f->all.len; i++)
        any = any || p->of(&w->d->f->all.at[i]);
    if (!any || (!w->newer && !p->older))
        return;
    if (!w->newer)
        base_strbuf_printf(w->out, "    <%s>\n", p->group);
    for (size_t i = 0; i < w->d->f->all.len; i++)
        if (p->of(&w->d->f->all.at[i]))
            write_unknown(w, w->newer ? p->newer : p->older, &w->d->f->all.at[i], p->dependencies);
    if (!w->newer)
        base_strbuf_printf(w->out, "    </%s>\n", p->group);
}

static void write_structure(const writer *w) {
    static const structure_part parts[] = {
        {"Unknown", "Output", "Outputs", is_output, true},
        {"Unknown", "ContinuousStateDerivative", "Derivatives", is_rate, true},
        {"Unknown", "InitialUnknown", "InitialUnknowns", is_unknown_at_start, false},
        {NULL, "EventIndicator", NULL, is_indicator, false},
    };
    base_strbuf_add(w->out, "  <ModelStructure>\n");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        write_part(w, &parts[i]);
    base_strbuf_add(w->out, "  </ModelStructure>\n");
}

/* --- The whole --- */

static void write_kind(const writer *w, bool exchange) {
    const export_described *d = w->d;
    base_strbuf_printf(w->out, "  <%s modelIdentifier=\"%s\"", exchange ? "ModelExchange" : "CoSimulation", d->name);
    if (!exchange)
        base_strbuf_add(w->out, " canHandleVariableCommunicationStepSize=\"true\"");
    if (w->newer && !exchange)
        base_strbuf_add(w->out, " hasEventMode=\"true\" mightReturnEarlyFromDoStep=\"true\"");
    if (w->newer && exchange)
        base_strbuf_add(w->out, " needsCompletedIntegratorStep=\"true\"");
    if (!w->newer)
        base_strbuf_add(w->out, " canNotUseMemoryManagementFunctions=\"true\"");
    base_strbuf_add(w->out, w->newer ? " providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\""
                                     : " providesDirectionalDerivative=\"true\"");
    base_strbuf_add(w->out, w->newer ? " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"/>\n"
                                     : " canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\">\n");
    if (w->newer)
        return;
    base_strbuf_add(w->out, "    <SourceFiles>\n");
    for (const char *const *s = d->sources; *s; s++)
        base_strbuf_printf(w->out, "      <File name=\"%s\"/>\n", *s);
    base_strbuf_printf(w->out, "    </SourceFiles>\n  </%s>\n", exchange ? "ModelExchange" : "CoSimulation");
}

static void write_experiment(const writer *w) {
    const sim *s = w->d->x->s;
    base_strbuf_add(w->out, "  <DefaultExperiment startTime=\"0\"");
    if (isfinite(s->t_end))
        add_number(w->out, "stopTime", s->t_end);
    add_number(w->out, "tolerance", s->tolerance);
    base_strbuf_add(w->out, "/>\n");
}

static void write_root(const writer *w) {
    const export_described *d = w->d;
    const model *m = d->x->m;
    base_strbuf_printf(w->out,
                       "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%s\" "
                       "modelName=\"%s\" %s=\"%s\"",
                       w->newer ? "3.0" : "2.0", d->name, w->newer ? "instantiationToken" : "guid", d->token);
    if (m->title)
        add_attribute(w->out, "description", m->title);
    base_strbuf_printf(w->out, " generationTool=\"Lagrangia %s\" variableNamingConvention=\"flat\"", d->o->version);
    if (!w->newer)
        base_strbuf_printf(w->out, " numberOfEventIndicators=\"%d\"", d->f->indicator_count);
    base_strbuf_add(w->out, ">\n");
}

void export_description(strbuf *out, const export_described *d, arena *a) {
    const writer w = {d, out, d->o->fmi == 3, a};
    write_root(&w);
    write_kind(&w, true);
    write_kind(&w, false);
    write_units(&w);
    write_types(&w);
    base_strbuf_add(out, "  <LogCategories>\n    <Category name=\"logStatusError\" description=\"what has gone "
                         "wrong\"/>\n    <Category name=\"logEvents\" description=\"events of the model, as they "
                         "happen\"/>\n  </LogCategories>\n");
    write_experiment(&w);
    base_strbuf_add(out, "  <ModelVariables>\n");
    for (size_t i = 0; i < d->f->all.len; i++)
        if (is_listed(&w, &d->f->all.at[i]))
            write_variable(&w, &d->f->all.at[i]);
    base_strbuf_add(out, "  </ModelVariables>\n");
    write_structure(&w);
    base_strbuf_add(out, "</fmiModelDescription>\n");
}

/* --- The page that says what the variables mean --- */

static void add_cell(strbuf *out, const char *text) {
    base_strbuf_add(out, "<td>");
    add_escaped(out, text);
    base_strbuf_add(out, "</td>");
}

static const char *kind_of(const interface_variable *v) {
    static const char *const names[] = {
        [INTERFACE_CONSTANT] = "constant",
        [INTERFACE_PARAMETER] = "parameter",
        [INTERFACE_TUNABLE] = "tunable parameter",
        [INTERFACE_FOLLOWS] = "follows from parameters",
        [INTERFACE_FOLLOWS_TUNABLE] = "follows from parameters",
        [INTERFACE_INPUT] = "input",
    };
    return v->part == PART_STATE        ? "state"
           : v->part == PART_REPORT     ? "report"
           : v->way == INTERFACE_OUTPUT ? "output"
                                        : names[v->way];
}

/* "3.6576 m (12 ft)" */
static const char *amount_of(const writer *w, const interface_variable *v, double x) {
    const char *of = unit_of(w, v), *number = base_arena_printf(w->a, "%.6g", x);
    const char *text = *of ? base_arena_printf(w->a, "%s %s", number, of) : number;
    return is_shown(v) ? base_arena_printf(w->a, "%s (%.6g %s)", text, model_shown_value(v->shown, x), v->shown.unit)
                       : text;
}

static void add_amount(const writer *w, const interface_variable *v, bool there, double x) {
    add_cell(w->out, there && isfinite(x) ? amount_of(w, v, x) : "");
}

static void write_row_of_page(const writer *w, const interface_variable *v) {
    const char *of = unit_of(w, v);
    base_strbuf_add(w->out, "<tr>");
    add_cell(w->out, v->name);
    add_cell(w->out, kind_of(v));
    add_cell(w->out, is_shown(v) ? base_arena_printf(w->a, "%s (%s)", of, v->shown.unit) : of);
    add_amount(w, v, way_texts[v->way].has_start || v->begins != STARTS_BY_KIND, v->start);
    add_amount(w, v, v->has_bounds, v->low);
    add_amount(w, v, v->has_bounds, v->high);
    add_cell(w->out, v->label ? v->label : "");
    base_strbuf_add(w->out, "</tr>\n");
}

static void write_events_of_page(const writer *w) {
    const model *m = w->d->x->m;
    const char *before = "<h2>Events</h2>\n<p>";
    for (size_t i = 0; i < m->event_count; i++) {
        if (m->events[i].hidden)
            continue;
        base_strbuf_add(w->out, before);
        add_escaped(w->out, m->events[i].name);
        base_strbuf_add(w->out, m->events[i].stops ? " (ends the simulation)" : "");
        before = ", ";
    }
    base_strbuf_add(w->out, *before == ',' ? ".</p>\n" : "");
}

void export_documentation(strbuf *out, const export_described *d, arena *a) {
    const writer w = {d, out, d->o->fmi == 3, a};
    const char *title = d->x->m->title ? d->x->m->title : d->name;
    base_strbuf_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    add_escaped(out, title);
    base_strbuf_add(out, "</title>\n<style>body{font:15px/1.4 sans-serif;margin:2em}table{border-collapse:collapse}"
                         "th,td{text-align:left;padding:.2em .8em;border-bottom:1px solid #ccc}</style>\n"
                         "</head>\n<body>\n<h1>");
    add_escaped(out, title);
    base_strbuf_printf(out,
                       "</h1>\n<p>Values are in SI units, in brackets those in which the model shows them. Written by "
                       "Lagrangia %s.</p>\n<table>\n<tr><th>Name</th><th>Kind</th><th>Unit</th><th>Start</th>"
                       "<th>Least</th><th>Greatest</th><th>Meaning</th></tr>\n",
                       d->o->version);
    for (size_t i = 0; i < d->f->all.len; i++)
        if (d->f->all.at[i].way != INTERFACE_LOCAL && d->f->all.at[i].part != PART_TIME && !d->f->all.at[i].from_file)
            write_row_of_page(&w, &d->f->all.at[i]);
    base_strbuf_add(out, "</table>\n");
    write_events_of_page(&w);
    base_strbuf_add(out, "</body>\n</html>\n");
}

void export_build_description(strbuf *out, const export_described *d) {
    base_strbuf_printf(out,
                       "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n"
                       "  <BuildConfiguration modelIdentifier=\"%s\">\n    <SourceFileSet language=\"C99\">\n",
                       d->name);
    for (const char *const *s = d->sources; *s; s++)
        base_strbuf_printf(out, "      <SourceFile name=\"%s\"/>\n", *s);
    base_strbuf_add(out, "      <PreprocessorDefinition name=\"FMI3_OVERRIDE_FUNCTION_PREFIX\"/>\n"
                         "    </SourceFileSet>\n    <Library name=\"m\"/>\n  </BuildConfiguration>\n"
                         "</fmiBuildDescription>\n");
}
