/* Modes drawn on the machine: a panel for each, at both ends of its swing, or as a film. */
#include <math.h>

#include "out/drawing/svg.h"
#include "out/figure/film.h"
#include "out/spectrum/writers.h"

static const double WIDTH = 720, SIDE = 22, TITLE = 42, NOTE = 20, GAP = 18, WORDS = 22, TALLEST = 300, MARGIN = 0.08,
                    SLIMMEST = 0.45, FAINT = 0.22, BACK = 0.5, ROUND = 2.4; /* s, of one swing in a film */
enum { COLUMNS = 2, SWINGS = 2 };
static const char *const nothing_moves = "no mode of small motions swings, grows or decays";

typedef struct sheet_of {
    const out_linear *l;
    marks_plan plan;
    camera view;
    room shown;
    double width, height;
    arena *a;
    strbuf *out;
} sheet_of;

static void add_marks(const sheet_of *s, const camera *view, const double *drawn, marks_part part, double left) {
    const marks all = out_marks_make(&s->plan, view, drawn, part, left, left + s->width, s->a);
    out_svg_marks(s->out, &all);
}

static void add_instant(const sheet_of *s, const camera *view, size_t frame, double opacity, double left) {
    base_strbuf_printf(s->out, "<g opacity=\"%g\">\n", opacity);
    add_marks(s, view, s->l->film->motion.frames.at[frame].at.drawn, MARKS_MOVING, left);
    base_strbuf_add(s->out, "</g>\n");
}

/* One after the other by their delays, without a script. */
static void add_swing(const sheet_of *s, const camera *view, size_t first, double left) {
    const size_t each = s->l->film->each;
    for (size_t i = 0; i < each; i++) {
        base_strbuf_printf(s->out, "<g class=\"swing\" style=\"animation-delay:%.3fs\">\n",
                           ROUND * ((double)i / (double)each - 1));
        add_marks(s, view, s->l->film->motion.frames.at[first + i].at.drawn, MARKS_MOVING, left);
        base_strbuf_add(s->out, "</g>\n");
    }
}

static const char *mode_words(const linear_mode *mode, size_t number, arena *a) {
    if (mode->im == 0)
        return base_arena_printf(a, "%zu. %s with %.5g 1/s", number, mode->re > 0 ? "grows" : "decays", fabs(mode->re));
    const char *damping = mode->damping == 0 ? "" : base_arena_printf(a, ", damping %.4g", mode->damping);
    return base_arena_printf(a, "%zu. %.5g Hz%s", number, mode->frequency, damping);
}

static void draw_mode(const sheet_of *s, size_t k, bool moving, double left, double top) {
    const linear_film *of = s->l->film;
    const size_t first = 1 + k * of->each;
    camera view = s->view;
    out_camera_fit(&view, &s->shown, left, top + WORDS, s->width, s->height);
    out_svg_text(s->out, "label", left, top + WORDS - 7, SVG_START, 0,
                 mode_words(&s->l->about->modes[of->modes[k]], k + 1, s->a));
    base_strbuf_printf(s->out, "<clipPath id=\"mode%zu\">", k + 1);
    out_svg_rectangle(s->out, "paper", left, top + WORDS, s->width, s->height);
    base_strbuf_printf(s->out, "</clipPath>\n<g clip-path=\"url(#mode%zu)\">\n", k + 1);
    add_marks(s, &view, of->motion.frames.at[0].at.drawn, MARKS_STILL, left);
    add_instant(s, &view, 0, FAINT, left);
    if (moving)
        add_swing(s, &view, first, left);
    else {
        add_instant(s, &view, first + of->each / 2, BACK, left);
        add_instant(s, &view, first, 1, left);
    }
    add_marks(s, &view, of->motion.frames.at[0].at.drawn, MARKS_LEVEL, left);
    base_strbuf_add(s->out, "</g>\n");
    out_svg_rectangle(s->out, "frame", left, top + WORDS, s->width, s->height);
}

static void add_style(strbuf *out, size_t each) {
    base_strbuf_printf(out,
                       "<style>.swing{visibility:hidden;animation:swing %gs step-end infinite}"
                       "@keyframes swing{0%%{visibility:visible}%.4f%%{visibility:hidden}}"
                       "@media (prefers-reduced-motion:reduce){.swing{animation-play-state:paused}}</style>\n",
                       ROUND, 100 / (double)each);
}

void out_modes_write_svg(const out_linear *linear, bool moving, out_stream *out) {
    const linear_film *of = linear->film;
    const model *m = linear->m;
    const sim_result *r = &of->motion;
    sheet_of s = {.l = linear, .a = out->text.memory, .out = &out->text};
    s.plan = out_marks_plan_make(m, r, s.a);
    s.view = out_camera_choose(m, r);
    s.shown = out_camera_room(&s.view, m, r, NULL);
    out_camera_add_grounds(&s.shown, m, r);
    s.shown = out_box_rounded(s.shown, SLIMMEST, MARGIN);
    s.width = (WIDTH - 2 * SIDE - (COLUMNS - 1) * GAP) / COLUMNS;
    s.height = fmin(TALLEST, s.width * out_box_height(&s.shown) / out_box_width(&s.shown));
    const char *title = m->title ? m->title : m->name ? m->name : "Model";
    const double rows = ceil((double)of->count / COLUMNS), row = s.height + WORDS + GAP;
    out_svg_begin(s.out, WIDTH, TITLE + NOTE + rows * row, title);
    if (moving)
        add_style(s.out, of->each);
    out_svg_title(s.out, SIDE, TITLE - 16, WIDTH - 2 * SIDE, title);
    out_svg_text(s.out, "caption", SIDE, TITLE + 4, SVG_START, 0,
                 of->count ? "modes of small motions, enlarged, each in a time of its own" : nothing_moves);
    for (size_t k = 0; k < of->count; k++)
        draw_mode(&s, k, moving, SIDE + (double)(k % COLUMNS) * (s.width + GAP),
                  TITLE + NOTE + (double)(k / COLUMNS) * row);
    out_svg_end(s.out);
}

/* As a portable pixmap. */
static void add_picture(const raster *picture, out_stream *out) {
    const size_t length = 3 * (size_t)picture->width * (size_t)picture->height;
    base_strbuf_printf(&out->text, "P6 %d %d 255\n", picture->width, picture->height);
    base_strbuf_add_bytes(&out->text, (const char *)picture->pixels, length);
    out_stream_pass(out);
}

void out_modes_write_film(const out_linear *linear, out_stream *out) {
    const linear_film *of = linear->film;
    arena *a = base_arena_create();
    film f;
    if (of && out_film_make(&f, linear->m, &of->motion, a)) {
        const size_t each = SWINGS * of->each;
        f.swings = true;
        if (of->count == 0)
            add_picture(out_film_frame(&f, 0, nothing_moves, 1), out);
        for (size_t i = 0; i < of->count * each && out->ok; i++) {
            const size_t k = i / each;
            const char *words = mode_words(&linear->about->modes[of->modes[k]], k + 1, a);
            add_picture(
                out_film_frame(&f, 1 + k * of->each + i % of->each, words, (double)(i % each + 1) / (double)each), out);
        }
    }
    base_arena_destroy(a);
}
