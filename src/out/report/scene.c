/* The machine in a report: each drawing with its numbers for every frame. */
#include <math.h>

#include "out/json/json.h"
#include "out/report/report.h"

static const char *const kinds[DRAWING_SHAPE_COUNT] = {
    [DRAW_BEAM] = "beam",  [DRAW_ROPE] = "rope",   [DRAW_SPRING] = "spring", [DRAW_BALL] = "ball",
    [DRAW_BOX] = "box",    [DRAW_TRAIL] = "trail", [DRAW_GROUND] = "ground", [DRAW_WHEEL] = "wheel",
    [DRAW_BODY] = "frame", [DRAW_ARROW] = "arrow", [DRAW_ARC] = "arc"};

/* A drawn number in a unit of this size; 0 where it is smaller than `least`. */
typedef struct drawn_place {
    int slot;
    double size, least;
} drawn_place;

static double drawn_number(const sim_point *p, const void *of) {
    const drawn_place *x = of;
    double drawn = p->drawn[x->slot];
    return fabs(drawn) < x->least ? 0 : drawn / x->size;
}

static double size_of(model_shown unit) {
    return unit.unit ? unit.size : 1;
}

/* {"x": ..., "y": ..., "z": ...} from three places of the drawing. */
static void add_point(const report *r, const char *key, const model_drawing *d, int place, model_shown unit,
                      bool *first) {
    static const char *const axes[] = {"x", "y", "z"};
    if (d->slot[place] < 0)
        return;
    bool inner = true;
    double least = d->shape == DRAW_ARROW && place == DRAWN_B ? r->least_force : 0;
    out_json_key(r->out, key, first);
    base_strbuf_add(r->out, "{");
    for (int k = 0; k < r->m->space; k++)
        out_report_add_series(r, axes[k], drawn_number, &(drawn_place){d->slot[place + k], size_of(unit), least},
                              &inner);
    base_strbuf_add(r->out, "}");
}

static void add_list(const report *r, const char *key, const model_drawing *d, int place, int count, model_shown unit,
                     bool *first) {
    if (d->slot[place] < 0)
        return;
    out_json_key(r->out, key, first);
    base_strbuf_add(r->out, "[");
    for (int k = 0; k < count && d->slot[place + k] >= 0; k++) {
        bool inner = true;
        base_strbuf_add(r->out, k ? ", " : "");
        out_report_add_series(r, NULL, drawn_number,
                              &(drawn_place){d->slot[place + k], k && d->shape == DRAW_ARC ? 1 : size_of(unit), 0},
                              &inner);
    }
    base_strbuf_add(r->out, "]");
}

static void add_number(const report *r, const char *key, const model_drawing *d, int place, model_shown unit,
                       bool *first) {
    if (d->slot[place] >= 0)
        out_report_add_series(r, key, drawn_number, &(drawn_place){d->slot[place], size_of(unit), 0}, first);
}

static void begin(const report *r, const model_drawing *d, bool *any, bool *first) {
    base_strbuf_add(r->out, *any ? ",\n    {" : "\n    {");
    *any = true;
    if (d->shape != DRAW_ARROW)
        out_json_text(r->out, "kind", kinds[d->shape], first);
    out_json_text(r->out, "name", d->name, first);
}

static void add_shape(const report *r, const model_drawing *d, bool *any) {
    const model_shown plain = {0};
    bool first = true, line = d->shape == DRAW_BEAM || d->shape == DRAW_ROPE || d->shape == DRAW_SPRING;
    begin(r, d, any, &first);
    if (d->automatic)
        base_strbuf_add(r->out, ", \"automatic\": true");
    if (d->shape == DRAW_GROUND)
        add_number(r, "height", d, DRAWN_A + r->m->space - 1, r->length, &first);
    else
        add_point(r, line ? "from" : d->shape == DRAW_TRAIL ? "of" : "at", d, DRAWN_A, r->length, &first);
    add_point(r, "to", d, DRAWN_B, r->length, &first);
    if (d->shape == DRAW_BALL || d->shape == DRAW_WHEEL)
        add_number(r, "radius", d, DRAWN_SIZE, r->length, &first);
    else
        add_list(r, "size", d, DRAWN_SIZE, 3, r->length, &first); /* of an arc: its radius and how far it goes */
    add_number(r, "angle", d, DRAWN_ANGLE, plain, &first);
    add_list(r, "matrix", d, DRAWN_MATRIX, 9, plain, &first);
    base_strbuf_add(r->out, "}");
}

static void add_arrow(const report *r, const model_drawing *d, bool *any) {
    bool first = true;
    begin(r, d, any, &first);
    out_json_text(r->out, "unit", r->force.unit ? r->force.unit : r->m->has_units ? "N" : "", &first);
    add_point(r, "at", d, DRAWN_A, r->length, &first);
    add_point(r, "force", d, DRAWN_B, r->force, &first);
    base_strbuf_add(r->out, "}");
}

static void add_drawings(const report *r, const char *key, bool arrows) {
    bool any = false;
    base_strbuf_printf(r->out, ",\n  \"%s\": [", key);
    for (size_t i = 0; i < r->m->drawing_count; i++) {
        const model_drawing *d = &r->m->drawings[i];
        if ((d->shape == DRAW_ARROW) == arrows)
            (arrows ? add_arrow : add_shape)(r, d, &any);
    }
    base_strbuf_add(r->out, "]");
}

void out_report_add_scene(const report *r) {
    add_drawings(r, "shapes", false);
    add_drawings(r, "arrows", true);
}
