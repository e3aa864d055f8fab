/* The machine in a report: each drawing with its numbers for every frame. */
#include <math.h>

#include "out/json/json.h"
#include "out/report/report.h"
#include "out/report/writers.h"

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

/* {"x": ..., "y": ..., "z": ...} from three places of the drawing; what is smaller than `least` is 0. */
static void add_point(const report *r, const char *key, const model_drawing *d, int place, model_shown unit,
                      double least, bool *first) {
    static const char *const axes[] = {"x", "y", "z"};
    if (d->slot[place] < 0)
        return;
    bool inner = true;
    out_json_key(r->out, key, first);
    base_strbuf_add(r->out, "{");
    for (int k = 0; k < r->m->space; k++)
        out_report_add_series(r, axes[k], drawn_number, &(drawn_place){d->slot[place + k], size_of(unit), least},
                              &inner);
    base_strbuf_add(r->out, "}");
}

static void add_list(const report *r, const char *key, const model_drawing *d, int place, int count, double size,
                     bool *first) {
    if (d->slot[place] < 0)
        return;
    out_json_key(r->out, key, first);
    base_strbuf_add(r->out, "[");
    for (int k = 0; k < count && d->slot[place + k] >= 0; k++) {
        bool inner = true;
        base_strbuf_add(r->out, k ? ", " : "");
        out_report_add_series(r, NULL, drawn_number, &(drawn_place){d->slot[place + k], size, 0}, &inner);
    }
    base_strbuf_add(r->out, "]");
}

static void add_number(const report *r, const char *key, const model_drawing *d, int place, double size, bool *first) {
    if (d->slot[place] >= 0)
        out_report_add_series(r, key, drawn_number, &(drawn_place){d->slot[place], size, 0}, first);
}

static void add_field(const report *r, const field_row *f, const model_drawing *d, bool *first) {
    const double length = size_of(r->length);
    switch (f->kind) {
    case FIELD_IS_PLACE:
        add_point(r, f->name, d, f->first, r->length, 0, first);
        break;
    case FIELD_IS_HEIGHT:
        add_number(r, f->name, d, f->first + r->m->space - 1, length, first);
        break;
    case FIELD_IS_LENGTH:
        add_number(r, f->name, d, f->first, length, first);
        break;
    case FIELD_IS_SIDES:
        add_list(r, f->name, d, f->first, 3, length, first);
        break;
    case FIELD_IS_TURN:
        add_number(r, f->name, d, f->first, 1, first);
        break;
    case FIELD_IS_AXES:
        add_list(r, f->name, d, f->first, 9, 1, first);
        break;
    }
}

static void begin(const report *r, bool *any) {
    base_strbuf_add(r->out, *any ? ",\n    {" : "\n    {");
    *any = true;
}

static void add_shape(const report *r, const model_drawing *d, bool *any) {
    bool first = true;
    begin(r, any);
    out_json_text(r->out, "kind", scene_shapes[d->shape].name, &first);
    out_json_text(r->out, "name", d->name, &first);
    if (d->automatic)
        base_strbuf_add(r->out, ", \"automatic\": true");
    for (int k = 0; k < FIELD_COUNT; k++)
        if (scene_takes(d->shape, (scene_field)k))
            add_field(r, &scene_fields[k], d, &first);
    base_strbuf_add(r->out, "}");
}

static void add_arrow(const report *r, const model_drawing *d, bool *any) {
    bool first = true;
    begin(r, any);
    out_json_text(r->out, "name", d->name, &first);
    out_json_text(r->out, "unit", r->force.unit ? r->force.unit : r->m->has_units ? "N" : "", &first);
    add_point(r, "at", d, DRAWN_A, r->length, 0, &first);
    add_point(r, "force", d, DRAWN_B, r->force, r->least_force, &first);
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

void out_report_add_shapes(const model *m, const sim_frame *frames, size_t count, strbuf *out) {
    const report r = {.m = m,
                      .frames = frames,
                      .frame_count = count,
                      .length = model_usual_unit(m, DIM_LENGTH),
                      .out = out,
                      .memory = out->memory};
    add_drawings(&r, "shapes", false);
}
