/* What a run has learnt about its modes, saved so that it can go on from there with the same bits: which rows it uses,
   whether by the explicit solution, on which side of each switch it is. */
#include <string.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"

typedef struct saved_ladder {
    int64_t index;
    bool slides, turned;
    int event, with;
    double along, share;
} saved_ladder;

struct saved_mode {
    bool *freed, *switched_off, *dropped, *rows; /* the key, with slip */
    signed char *slip;
    explicit_use explicit;
    bool prepared; /* for the run; what follows, but `regular`, counts then only */
    bool ranked, decided, regular;
    int *used, used_count, reviews;
    double reviewed_at, inconsistency;
    saddle_info info;
    saved_ladder *ladder; /* NULL without pieces */
    heading *heading;
};

static void *copy(arena *a, const void *from, size_t size) {
    return memcpy(base_arena_alloc(a, size + 1), from, size);
}

static saved_ladder *save_pieces(const pieces *p, arena *a) {
    if (!p)
        return NULL;
    saved_ladder *saved = ARENA_ARRAY(a, saved_ladder, p->count + 1);
    for (int i = 0; i < p->count; i++) {
        const ladder *l = &p->ladder[i];
        saved[i] = (saved_ladder){l->index, l->slides, l->turned, l->event, l->with, l->along, l->share};
    }
    return saved;
}

static saved_mode save(const sim *s, const mode *m, arena *a) {
    const model *of = s->m;
    return (saved_mode){
        .freed = copy(a, m->freed, of->body_count),
        .switched_off = copy(a, m->switched_off, of->switch_count),
        .dropped = copy(a, m->dropped, of->coord_count),
        .rows = copy(a, m->rows, of->row_count),
        .slip = copy(a, m->slip, of->row_count),
        .explicit = dynamics_explicit_save(m),
        .ranked = m->ranked,
        .decided = m->decided,
        .regular = dynamics_rows_are_regular(s, m),
        .used = copy(a, m->used, (size_t)m->used_count * sizeof *m->used),
        .used_count = m->used_count,
        .reviews = m->reviews,
        .reviewed_at = m->reviewed_at,
        .inconsistency = m->inconsistency,
        .info = m->info,
        .ladder = save_pieces(m->pieces, a),
        .heading = m->pieces ? copy(a, m->pieces->heading, (size_t)m->pieces->heading_count * sizeof(heading)) : NULL};
}

/* Others begin anew when they are entered, but for the rows known to be regular. */
saved_mode *dynamics_save_modes(sim *s, arena *a, size_t *count, size_t *present) {
    saved_mode *saved = ARENA_ARRAY(a, saved_mode, s->kit->modes.len + 1);
    *count = 0;
    for (size_t i = 0; i < s->kit->modes.len; i++) {
        const mode *m = s->kit->modes.at[i];
        if (m->run != s->kit->present && !dynamics_rows_are_regular(s, m))
            continue;
        if (m == s->mode)
            *present = *count;
        saved[*count] = save(s, m, a);
        saved[(*count)++].prepared = m->run == s->kit->present;
    }
    return saved;
}

static void restore_pieces(pieces *p, const saved_ladder *saved, const heading *headings) {
    for (int i = 0; i < p->count; i++) {
        ladder *l = &p->ladder[i];
        l->index = saved[i].index;
        l->slides = saved[i].slides;
        l->turned = saved[i].turned;
        l->event = saved[i].event;
        l->with = saved[i].with;
        l->along = saved[i].along;
        l->share = saved[i].share;
    }
    memcpy(p->heading, headings, (size_t)p->heading_count * sizeof *headings);
    dynamics_pieces_tell(p);
}

static mode *restore(sim *s, const saved_mode *x) {
    mode *m = dynamics_mode(s, x->freed, x->switched_off, x->dropped, x->rows, x->slip);
    if (x->regular)
        dynamics_rows_note_regular(s, m);
    if (!x->prepared)
        return m;
    if (x->ranked)
        dynamics_rows_use(s, m, x->used, x->used_count);
    if (x->decided)
        dynamics_explicit_restore(s, m, x->explicit);
    m->reviews = x->reviews;
    m->reviewed_at = x->reviewed_at;
    m->inconsistency = x->inconsistency;
    m->info = x->info;
    if (x->ladder)
        restore_pieces(m->pieces, x->ladder, x->heading);
    return m;
}

void dynamics_restore_modes(sim *s, const saved_mode *saved, size_t count, size_t present) {
    LGR_ASSERT(present < count);
    s->run = s->kit->present = ++s->kit->runs;
    s->regular = 0;
    for (size_t i = 0; i < count; i++) {
        mode *m = restore(s, &saved[i]);
        if (i == present)
            dynamics_enter_mode(s, m);
    }
}
