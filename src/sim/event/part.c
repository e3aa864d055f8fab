/* The data that events keep with each mode: enclosures, narrow functions, workspace of the search. */
#include "sim/event/enclosure.h"
#include "sim/event/event.h"
#include "sim/event/resolution.h"

/* Room for the event functions of a mode, for this run and those to come. */
static void make_margin_room(sim *s, size_t count) {
    if (s->margin_room >= count && s->search)
        return;
    arena *run = dynamics_kit_enter(s);
    sim *of[] = {s, &s->room->blank};
    margin_set *sets[] = {&s->margins_start, &s->margins_now, &s->margins_end};
    for (int k = 0; k < 3; k++)
        *sets[k] = (margin_set){ARENA_ARRAY(s->a, double, count + 1), ARENA_ARRAY(s->a, double, count + 1)};
    s->search = event_search_create(s, count + 1);
    for (int i = 0; i < 2; i++) {
        of[i]->margin_room = count;
        of[i]->search = s->search;
        of[i]->margins_start = s->margins_start;
        of[i]->margins_now = s->margins_now;
        of[i]->margins_end = s->margins_end;
    }
    dynamics_kit_leave(s, run);
}

static void make_programs(sim *s, mode *m, const expr_id *roots) {
    if (m->margin_count)
        m->watch = event_enclosure_create(s, m, roots, m->input_vars, m->input_count);
    if (m->watch)
        event_enclosure_look_for(s, m, m->watch->input, m->watch->used);
    m->stages_watched = m->watch && m->watch->solved;
    m->resolution = event_resolution_create(s, m);
}

static void make_room(sim *s, const mode *m) {
    make_margin_room(s, m->margin_count);
    LGR_ASSERT(s->search && m->margin_count <= s->margin_room);
}

const mode_part event_mode_part = {.name = "events", .create = make_programs, .enter = make_room};
