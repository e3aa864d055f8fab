/* From drawings and their numbers to marks. */
#include "out/drawing/marks.h"

#include <math.h>

#include "base/sort.h"
#include "out/drawing/machine.h"
#include "out/drawing/paper.h"
#include "out/drawing/supports.h"

static const double PATH = 1, NEAREST = 0.4; /* on paper */

static bool is_behind(const void *a, const void *b) {
    return ((const mark *)a)->depth < ((const mark *)b)->depth;
}

static marks_part part_of(const marks_plan *p, size_t i) {
    if (!p->still[i])
        return MARKS_MOVING;
    return p->m->space == 2 && scene_find_part(p->m->drawings[i].shape, PART_LEVEL) ? MARKS_LEVEL : MARKS_STILL;
}

marks out_marks_make(const marks_plan *p, const camera *c, const double *drawn, marks_part part, double left,
                     double right, arena *a) {
    marks all = {.memory = a};
    for (size_t i = 0; i < p->m->drawing_count; i++) {
        if (part_of(p, i) != part)
            continue;
        const paper of = {c, drawn, &p->m->drawings[i], &all, p->m->space, p->machine, p->still[i], left, right};
        out_supports_add(&of, (bool[2]){p->fixed[0][i], p->fixed[1][i]});
        out_paper_draw(&of);
    }
    if (p->m->space == 3 && all.all.len > 0)
        base_sort(all.all.at, all.all.len, sizeof *all.all.at, is_behind, a);
    return all;
}

static const scene_part *trail_of(const marks_plan *p, size_t i) {
    return scene_find_part(p->m->drawings[i].shape, PART_TRAIL);
}

static bool has_path(const marks_plan *p, size_t i, bool bodies) {
    const bool body = scene_is_body(p->m->drawings[i].shape);
    return !p->still[i] && (bodies ? body && !p->repeated[i] : trail_of(p, i) != NULL);
}

/* Appends a place of a path unless it can hardly be told from the one before. */
static void extend(mark *m, spot s, bool last) {
    if (m->count > 0 && !last && hypot(s.x - m->at[m->count - 1].x, s.y - m->at[m->count - 1].y) < NEAREST)
        return;
    m->at[m->count++] = s;
}

static void add_path(marks *all, const marks_plan *p, const camera *c, size_t drawing, size_t begin, size_t end) {
    const model_drawing *d = &p->m->drawings[drawing];
    const scene_part *trail = trail_of(p, drawing);
    mark *m = NULL;
    for (size_t i = begin; i < end; i++) {
        double at[3];
        if (!out_camera_read(d, p->r->frames.at[i].at.drawn, DRAWN_A, at)) {
            m = NULL;
            continue;
        }
        if (!m) {
            m = out_paper_add(all, trail ? trail->ink : COLOUR_EVENT, end - i,
                              trail ? PAPER_FINER * trail->thick.least : PATH, 0);
            m->style = trail ? NULL : "path";
            m->name = d->name;
            m->count = 0;
        }
        extend(m, out_camera_spot(c, at), i + 1 == end);
    }
}

marks out_marks_paths(const marks_plan *p, const camera *c, bool bodies, size_t begin, size_t end, arena *a) {
    marks all = {.memory = a};
    for (size_t i = 0; i < p->m->drawing_count; i++)
        if (has_path(p, i, bodies))
            add_path(&all, p, c, i, begin, end);
    return all;
}

/* Whether the numbers from `place` on stay what they are at first, up to rounding. */
static bool keeps(const marks_plan *p, const model_drawing *d, int place, int count) {
    const double *first = p->r->frames.at[0].at.drawn;
    for (int k = place; k < place + count; k++)
        for (size_t i = 0; d->slot[k] >= 0 && i < p->r->frames.len; i++) {
            double x = first[d->slot[k]], now = p->r->frames.at[i].at.drawn[d->slot[k]];
            if (!(fabs(now - x) <= 1e-9 * (1 + fabs(x))))
                return false;
        }
    return true;
}

static bool same_place(const model *m, const model_drawing *a, const model_drawing *b) {
    for (int k = 0; k < m->space; k++)
        if (a->slot[k] < 0 || b->slot[k] < 0 || !expr_same(m->base->drawn[a->slot[k]], m->base->drawn[b->slot[k]]))
            return false;
    return true;
}

static bool is_repeated(const model *m, size_t i) {
    for (size_t k = 0; k < m->drawing_count; k++) {
        drawing_shape shape = m->drawings[k].shape;
        bool earlier = k < i && scene_is_body(shape);
        if ((scene_find_part(shape, PART_TRAIL) || earlier) && same_place(m, &m->drawings[i], &m->drawings[k]))
            return true;
    }
    return false;
}

marks_plan out_marks_plan_make(const model *m, const sim_result *r, arena *a) {
    marks_plan p = {.m = m, .r = r, .machine = out_machine_size(m, r, a)};
    p.still = ARENA_ARRAY(a, bool, m->drawing_count);
    p.repeated = ARENA_ARRAY(a, bool, m->drawing_count);
    for (int k = 0; k < 2; k++)
        p.fixed[k] = ARENA_ARRAY(a, bool, m->drawing_count);
    for (size_t i = 0; i < m->drawing_count && r->frames.len > 0; i++) {
        const model_drawing *d = &m->drawings[i];
        p.still[i] = keeps(&p, d, 0, DRAWN_NUMBERS);
        p.repeated[i] = is_repeated(m, i);
        p.fixed[0][i] = !p.still[i] && keeps(&p, d, DRAWN_A, 3);
        p.fixed[1][i] = !p.still[i] && keeps(&p, d, DRAWN_B, 3);
    }
    return p;
}
