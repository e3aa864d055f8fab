/* Points are recognised by the names of their coordinates, which differ in one letter x, y or z. */
#include "analysis/conserved/fields.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "expr/notation.h"

static const double allowed = 1e-9; /* of the terms of an equation, in its sum */
static const char *const axis_names[3] = {"x", "y", "z"};

/* Coordinates of a point among those in force; -1 where it has none. */
typedef struct point {
    int at[3];
} point;
typedef VEC(point) point_list;

typedef struct maker {
    const noether *w;
    point_list points;
    int (*turns)[4]; /* orientations in force: w, x, y, z */
    int turn_count;
    field_list out;
    arena *a;
} maker;

static const model_coord *coord_of(const noether *w, int i) {
    return &w->s->m->coords[w->s->e.coords[i]];
}

static int find_coord(const noether *w, const char *name) {
    for (int i = 0; i < w->n; i++)
        if (!strcmp(coord_of(w, i)->name, name))
            return i;
    return -1;
}

static int in_force(const noether *w, int coord) {
    for (int i = 0; i < w->n; i++)
        if (w->s->e.coords[i] == coord)
            return i;
    return -1;
}

static void find_turns(maker *k, bool *used) {
    const model *m = k->w->s->m;
    k->turns = base_arena_alloc(k->a, (m->orientation_count + 1) * sizeof *k->turns);
    for (size_t o = 0; o < m->orientation_count; o++) {
        int *turn = k->turns[k->turn_count];
        bool all = true;
        for (int c = 0; c < 4; c++) {
            turn[c] = in_force(k->w, m->orientations[o].coords[c]);
            all = all && turn[c] >= 0;
        }
        for (int c = 0; all && c < 4; c++)
            used[turn[c]] = true;
        k->turn_count += all;
    }
}

/* The coordinates whose names have another of the three letters at this place. */
static bool read_point(maker *k, int i, size_t place, const bool *used, point *p) {
    const char *name = coord_of(k->w, i)->name;
    char *other = base_arena_copy(k->a, name, strlen(name));
    bool large = name[place] < 'a';
    int count = 0;
    for (int c = 0; c < 3; c++) {
        other[place] = (char)((large ? 'X' : 'x') + c);
        p->at[c] = find_coord(k->w, other);
        if (p->at[c] >= 0 && used[p->at[c]])
            p->at[c] = -1;
        count += p->at[c] >= 0;
    }
    return count > 1;
}

static void find_points(maker *k, bool *used) {
    for (int i = 0; i < k->w->n; i++) {
        const char *name = coord_of(k->w, i)->name;
        point p;
        for (size_t place = 0; name[place] && !used[i]; place++) {
            if (!strchr("xyzXYZ", name[place]) || !read_point(k, i, place, used, &p))
                continue;
            vec_push(k->a, &k->points, p);
            for (int c = 0; c < 3; c++)
                if (p.at[c] >= 0)
                    used[p.at[c]] = true;
        }
    }
}

static field *begin(maker *k, const char *name, int capacity) {
    field f = {.name = name, .place = -1, .entry = ARENA_ARRAY(k->a, field_entry, capacity)};
    vec_push(k->a, &k->out, f);
    return &k->out.at[k->out.len - 1];
}

static void enter(field *f, int i, int j, double x) {
    f->entry[f->count++] = (field_entry){i, j, x};
}

static void make_shift(maker *k, int axis) {
    field *f = begin(k, base_arena_printf(k->a, "linear momentum along %s", axis_names[axis]), (int)k->points.len);
    for (size_t p = 0; p < k->points.len; p++)
        if (k->points.at[p].at[axis] >= 0)
            enter(f, k->points.at[p].at[axis], -1, 1);
    if (f->count < 2)
        k->out.len--;
}

/* A point turned about an axis: with u, v the next two, u: -v, v: u. */
static void turn_point(field *f, const point *p, int axis) {
    int u = p->at[(axis + 1) % 3], v = p->at[(axis + 2) % 3];
    if (u >= 0 && v >= 0) {
        enter(f, u, v, -1);
        enter(f, v, u, 1);
    }
}

/* Half the product of the axis' unit quaternion and the orientation's (turn in space) or the other way round (in the
   body). */
static void turn_orientation(field *f, const int *o, int axis, bool in_body) {
    int u = 1 + (axis + 1) % 3, v = 1 + (axis + 2) % 3;
    double side = in_body ? -0.5 : 0.5;
    axis++;
    enter(f, o[0], o[axis], -0.5);
    enter(f, o[axis], o[0], 0.5);
    enter(f, o[u], o[v], -side);
    enter(f, o[v], o[u], side);
}

static const char *name_turn(const maker *k, int axis, const char *const *names) {
    int u = (axis + 1) % 3, v = (axis + 2) % 3, first = u < v ? u : v;
    return base_arena_printf(k->a, "angular momentum (%s, %s)", names[first], names[u + v - first]);
}

static void make_point_turn(maker *k, const point *p, int axis, bool part) {
    const char *names[3];
    for (int c = 0; c < 3; c++)
        names[c] = p->at[c] < 0 ? "" : coord_of(k->w, p->at[c])->name;
    field *f = begin(k, name_turn(k, axis, names), 2);
    f->part = part;
    turn_point(f, p, axis);
    if (!f->count)
        k->out.len--;
}

/* Of all points, if there are several. */
static void make_turn(maker *k, int axis) {
    field *f = begin(k, name_turn(k, axis, axis_names), 2 * (int)k->points.len);
    for (size_t p = 0; p < k->points.len; p++)
        turn_point(f, &k->points.at[p], axis);
    bool several = f->count > 2;
    if (!several)
        k->out.len--;
    for (size_t p = 0; p < k->points.len; p++)
        make_point_turn(k, &k->points.at[p], axis, several);
}

/* Of all points and orientations. */
static void make_whole_turn(maker *k, int axis) {
    field *f = begin(k, base_arena_printf(k->a, "angular momentum about %s", axis_names[axis]),
                     2 * (int)k->points.len + 4 * k->turn_count);
    for (size_t p = 0; p < k->points.len; p++)
        turn_point(f, &k->points.at[p], axis);
    for (int o = 0; o < k->turn_count; o++)
        turn_orientation(f, k->turns[o], axis, false);
    if (!k->turn_count || f->count < 5)
        k->out.len--;
}

static void make_orientation_turns(maker *k, int o) {
    const char *name = coord_of(k->w, k->turns[o][0])->name, *dot = strrchr(name, '.');
    int length = dot ? (int)(dot - name) : (int)strlen(name);
    for (int in_body = 0; in_body < 2; in_body++)
        for (int axis = 0; axis < 3; axis++) {
            const char *kind = in_body ? "about its own" : "about";
            field *f = begin(
                k, base_arena_printf(k->a, "angular momentum of %.*s %s %s", length, name, kind, axis_names[axis]), 4);
            turn_orientation(f, k->turns[o], axis, in_body);
        }
}

static void make_collective(maker *k) {
    for (int axis = 0; axis < 3; axis++)
        make_shift(k, axis);
    for (int i = 0; i < 3; i++) /* the plane of x and y first */
        make_turn(k, 2 - i);
    for (int o = 0; o < k->turn_count; o++)
        make_orientation_turns(k, o);
    for (int axis = 0; axis < 3; axis++)
        make_whole_turn(k, axis);
}

field_list analysis_fields_natural(const noether *w, arena *a) {
    maker k = {.w = w, .a = a};
    bool *used = ARENA_ARRAY(a, bool, w->n);
    find_turns(&k, used);
    find_points(&k, used);
    for (int i = 0; i < w->n; i++)
        enter(begin(&k, base_arena_printf(a, "momentum of %s", coord_of(w, i)->name), 1), i, -1, 1);
    make_collective(&k);
    return k.out;
}

static void make_products(maker *k) {
    int n = k->w->n;
    for (int apart = 1; apart < n; apart++) /* stretching last */
        for (int i = 0; i + apart < n; i++) {
            enter(begin(k, NULL, 1), i, i + apart, 1);
            enter(begin(k, NULL, 1), i + apart, i, 1);
        }
    for (int i = 0; i < n; i++)
        enter(begin(k, NULL, 1), i, i, 1);
}

field_list analysis_fields_unknown(const noether *w, const field_list *natural, bool time, arena *a) {
    maker k = {.w = w, .a = a};
    bool full = w->n <= FIELDS_FULL;
    if (time)
        begin(&k, NULL, 0)->tau = 1;
    if (full)
        make_products(&k);
    for (size_t i = (size_t)w->n; !full && i < natural->len; i++)
        if (natural->at[i].entry[0].j >= 0 && !natural->at[i].part)
            vec_push(a, &k.out, natural->at[i]);
    for (int i = 0; i < w->n; i++)
        enter(begin(&k, NULL, 1), i, -1, 1);
    begin(&k, NULL, 0)->clock = true;
    for (int i = 0; full && i < w->n; i++)
        begin(&k, NULL, 0)->place = i;
    return k.out;
}

static bool same_fields(const field *f, const field *g) {
    if (f->count != g->count)
        return false;
    for (int e = 0; e < f->count; e++)
        if (f->entry[e].i != g->entry[e].i || f->entry[e].j != g->entry[e].j || f->entry[e].x != g->entry[e].x)
            return false;
    return true;
}

void analysis_fields_express(const field *f, const field_list *unknown, double *x) {
    memset(x, 0, unknown->len * sizeof *x);
    for (size_t k = 0; k < unknown->len; k++) {
        const field *u = &unknown->at[k];
        if (u->count > 1)
            x[k] = same_fields(f, u) ? 1 : 0;
        for (int e = 0; u->count == 1 && e < f->count; e++)
            if (u->entry[0].i == f->entry[e].i && u->entry[0].j == f->entry[e].j)
                x[k] = f->entry[e].x;
    }
}

bool analysis_fields_solve(const noether *w, const field_list *fields, const double *x, const noether_sample *at,
                           int samples, arena *a) {
    int count = w->rows + 1;
    double *sum = ARENA_ARRAY(a, double, 4 * count), *bound = sum + count, *y = bound + count, *size = y + count;
    for (int s = 0; s < samples; s++) {
        memset(sum, 0, 2 * (size_t)count * sizeof *sum);
        for (size_t f = 0; f < fields->len; f++) {
            if (x[f] == 0)
                continue;
            analysis_noether_column(w, &at[s], &fields->at[f], y, size);
            for (int k = 0; k < count; k++) {
                sum[k] += x[f] * y[k];
                bound[k] += fabs(x[f]) * size[k];
            }
        }
        for (int k = 0; k < count; k++)
            if (!(fabs(sum[k]) <= allowed * bound[k]))
                return false;
    }
    return samples > 0;
}

static void add_term(strbuf *out, const noether *w, const char *name, expr_id x) {
    if (expr_is_zero(w->g, x))
        return;
    base_strbuf_printf(out, "%s%s: ", out->len ? ", " : "", name);
    algebra_simplify(w->g, &x, 1, &x);
    expr_write(w->g, x, NOTATION_TEXT, NULL, out);
}

const char *analysis_fields_text(const noether *w, const symmetry *s, arena *a) {
    strbuf out = base_strbuf_make(a);
    add_term(&out, w, "t", s->tau);
    for (int i = 0; i < w->n; i++)
        add_term(&out, w, coord_of(w, i)->name, s->xi[i]);
    return base_strbuf_text(&out);
}
