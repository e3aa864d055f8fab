/* Errors of the model as a whole: statements given twice, vectors of different dimensions, bounds. */
#include <math.h>

#include "base/call.h"
#include "model/build/build.h"
#include "syntax/vocabulary.h"

static void refuse_second(builder *b, const syn_stmt *second, const syn_stmt *first, const char *help) {
    const char *keyword = syntax_keyword(second->kind);
    finding *f = diag_add(b->m->findings, DIAG_E0116, second->keyword, "'%s' is given twice", keyword);
    if (second == first) {
        diag_help(b->m->findings, f, "a loop repeats it: write it outside the loop");
        return;
    }
    diag_primary(b->m->findings, f, "again here");
    diag_label_at(b->m->findings, f, first->keyword, "first here");
    diag_help(b->m->findings, f, "%s", help);
}

/* model, gravity and simulate speak of the whole: a second one would contradict the first. */
void build_check_single(builder *b) {
    const syn_stmt *first[SYN_KIND_COUNT] = {NULL};
    for (size_t i = 0; i < b->statements.len; i++) {
        const statement *s = &b->statements.at[i];
        if (!s->row->once || s->stmt->bad)
            continue;
        if (first[s->stmt->kind])
            refuse_second(b, s->stmt, first[s->stmt->kind], s->row->once);
        else
            first[s->stmt->kind] = s->stmt;
    }
}

/* What a coordinate takes at the very least in all that follows, however little it has to do with others. */
enum { LEAST_OF_COORDINATE = 5000 };

/* With constraints and contacts there are dense matrices: M and A, each as expressions, in programs and as numbers, and
   the solver's. */
static double least_bytes(double coords, double rows) {
    const double dense = rows > 0 ? 12 * coords * coords + 24 * rows * coords + 8 * rows * rows : 0;
    return LEAST_OF_COORDINATE * coords + dense;
}

static span last_declared(const builder *b) {
    return b->rows.len ? b->rows.at[b->rows.len - 1].at : b->coords.at[b->coords.len - 1].at;
}

/* Said before the memory is taken. */
void build_check_sizes(builder *b) {
    const double least = least_bytes((double)b->coords.len, (double)b->rows.len), most = (double)base_call_most();
    if (least <= most)
        return;
    const double MB = 1 << 20;
    const char *rows = b->rows.len ? base_arena_printf(b->a, " and %zu constraint equations", b->rows.len) : "";
    finding *f = diag_add(b->m->findings, DIAG_E0109, last_declared(b),
                          "%zu coordinates%s take %.0f MB or more, and what follows from the model may take %.0f MB",
                          b->coords.len, rows, ceil(least / MB), most / MB);
    diag_help(b->m->findings, f,
              b->rows.len ? "coordinates that need no constraints have no dense matrices; or allow more with --memory"
                          : "allow more with --memory");
    b->left = (budget){.memory = b->a};
    b->too_large = true;
}

/* Where no operation brings them together, as in norm([x, y]) + norm([x, y, z]). In results a vector may be just a list
   of numbers: norm([force(a), force(b)]). */
static void check_one_world(builder *b) {
    span plane = b->vectors[0], space = b->vectors[1];
    if (!plane.end || !space.end || diag_has_errors(b->m->findings))
        return;
    finding *f = diag_add(b->m->findings, DIAG_E0304, plane,
                          "this vector has two components, but another one in the model has three");
    diag_label_at(b->m->findings, f, space, "three components");
    diag_help(b->m->findings, f, "%s", value_one_world);
}

/* What decides sizes is known before anything can be found. */
static void check_unknowns(builder *b) {
    for (size_t i = 0; i < b->params.len; i++) {
        const model_param *p = &b->params.at[i];
        if (!p->unknown || !p->structural)
            continue;
        finding *f = diag_add(b->m->findings, DIAG_E0413, p->at, "'%s' decides how many statements there are", p->name);
        diag_help(b->m->findings, f, "it cannot be found at the start: write '='");
    }
}

/* More parameters are looked for than there are accelerations that could tell them: then places tell them too. */
static void leave_places_to_parameters(builder *b) {
    size_t wanted = 0;
    for (size_t i = 0; i < b->params.len; i++)
        wanted += b->params.at[i].unknown;
    for (size_t i = 0; i < b->initials.len && wanted; i++)
        wanted -= b->initials.at[i].later;
    for (size_t i = 0; i < b->initials.len && wanted; i++)
        b->initials.at[i].later = b->initials.at[i].later || !b->initials.at[i].velocity;
}

static void check_bounds(builder *b) {
    for (size_t i = 0; i < b->params.len; i++) {
        const model_param *p = &b->params.at[i];
        const double x = model_value_of(b->m, p);
        if (p->has_bounds && (x < p->low || x > p->high))
            diag_add(b->m->findings, DIAG_W0421, p->at, "'%s' = %s lies outside its bounds [%s, %s]", p->name,
                     model_shown_text(b->m, p->shown, x, p->dim, b->a),
                     model_shown_text(b->m, p->shown, p->low, p->dim, b->a),
                     model_shown_text(b->m, p->shown, p->high, p->dim, b->a));
    }
}

void build_check_whole(builder *b) {
    model *m = b->m;
    for (size_t i = 0; i < b->elements.len; i++)
        if (b->elements.at[i].kind == ELEMENT_LAGRANGIAN)
            m->has_lagrangian = true;
    const bool tells = b->outputs.len || b->reports.len || b->expects.len || b->drawings.len;
    if (!b->coords.len && !tells && !diag_has_errors(m->findings))
        diag_add(m->findings, DIAG_E0411, (span){0, 0}, "the model has no coordinates, and no results to ask for");
    check_one_world(b);
    eval_check_degrees(b);
    functions_check_tables(b);
    check_bounds(b);
    check_unknowns(b);
    leave_places_to_parameters(b);
}
