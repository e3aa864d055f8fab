/* The machine in a report: each drawing with its numbers for every frame. */
#include <math.h>

#include "out/json/json.h"
#include "out/report/report.h"

static const char *const kinds[DRAWING_SHAPE_COUNT] = {
    [DRAW_BEAM] = "beam",  [DRAW_ROPE] = "rope",   [DRAW_SPRING] = "spring", [DRAW_BALL] = "ball",
    [DRAW_BOX] = "box",    [DRAW_TRAIL] = "trail", [DRAW_GROUND] = "ground", [DRAW_WHEEL] = "wheel",
    [DRAW_BODY] = "frame", [DRAW_ARROW] = "arrow", [DRAW_ARC] = "arc"};

static double drawn_number(const sim_point *p, const void *of) {
    return p->drawn[*(const int *)of];
}

/* {"x": ..., "y": ..., "z": ...} from three places of the drawing. */
static void add_point(const report *r, const char *key, const model_drawing *d, int place, bool *first) {
    static const char *const axes[] = {"x", "y", "z"};
    if (d->slot[place] < 0)
        return;
    bool inner = true;
    out_json_key(r->out, key, first);
    base_strbuf_add(r->out, "{");
    for (int k = 0; k < r->m->space; k++)
        out_report_add_series(r, axes[k], drawn_number, &d->slot[place + k], &inner);
    base_strbuf_add(r->out, "}");
}

static void add_list(const report *r, const char *key, const model_drawing *d, int place, int count, bool *first) {
    if (d->slot[place] < 0)
        return;
    out_json_key(r->out, key, first);
    base_strbuf_add(r->out, "[");
    for (int k = 0; k < count && d->slot[place + k] >= 0; k++) {
        bool inner = true;
        base_strbuf_add(r->out, k ? ", " : "");
        out_report_add_series(r, NULL, drawn_number, &d->slot[place + k], &inner);
    }
    base_strbuf_add(r->out, "]");
}

static void add_number(const report *r, const char *key, const model_drawing *d, int place, bool *first) {
    if (d->slot[place] >= 0)
        out_report_add_series(r, key, drawn_number, &d->slot[place], first);
}

static void begin(const report *r, const model_drawing *d, bool *any, bool *first) {
    base_strbuf_add(r->out, *any ? ",\n    {" : "\n    {");
    *any = true;
    if (d->shape != DRAW_ARROW)
        out_json_text(r->out, "kind", kinds[d->shape], first);
    out_json_text(r->out, "name", d->name, first);
}

static void add_shape(const report *r, const model_drawing *d, bool *any) {
    bool first = true, line = d->shape == DRAW_BEAM || d->shape == DRAW_ROPE || d->shape == DRAW_SPRING;
    begin(r, d, any, &first);
    if (d->automatic)
        base_strbuf_add(r->out, ", \"automatic\": true");
    if (d->shape == DRAW_GROUND)
        add_number(r, "height", d, DRAWN_A + r->m->space - 1, &first);
    else
        add_point(r, line ? "from" : d->shape == DRAW_TRAIL ? "of" : "at", d, DRAWN_A, &first);
    add_point(r, "to", d, DRAWN_B, &first);
    if (d->shape == DRAW_BALL || d->shape == DRAW_WHEEL)
        add_number(r, "radius", d, DRAWN_SIZE, &first);
    else
        add_list(r, "size", d, DRAWN_SIZE, 3, &first); /* of an arc: its radius and how far it goes */
    add_number(r, "angle", d, DRAWN_ANGLE, &first);
    add_list(r, "matrix", d, DRAWN_MATRIX, 9, &first);
    base_strbuf_add(r->out, "}");
}

static void add_arrow(const report *r, const model_drawing *d, bool *any) {
    bool first = true;
    begin(r, d, any, &first);
    out_json_text(r->out, "unit", r->m->has_units ? "N" : "", &first);
    add_point(r, "at", d, DRAWN_A, &first);
    add_point(r, "force", d, DRAWN_B, &first);
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
