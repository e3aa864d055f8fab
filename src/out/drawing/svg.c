/* Writing SVG. */
#include "out/drawing/svg.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "out/words/markup.h"
#include "out/words/table.h"

static const double CAPTION_SIZE = 12, LINE_HEIGHT = 17,
                    LETTER = 0.54, BOLD = 0.57; /* of words; width of a letter beside its height */
static const double LARGE = 20;    /* a disc through which one should see */

static const char style[] =
    "text{font-family:\"Helvetica Neue\",Helvetica,Arial,\"Liberation Sans\",sans-serif;font-size:12px;fill:#222}\n"
    ".title{font-size:16px;font-weight:bold}.label{font-size:13px}.tick,.small{font-size:11px;fill:#444}\n"
    ".caption{font-size:12px;fill:#333}.name{font-size:11.5px;fill:#8c2a1c}\n"
    ".halo{stroke:#fff;stroke-width:3;stroke-linejoin:round;paint-order:stroke}\n"
    "line,path,circle,rect{fill:none;stroke:#222;stroke-linecap:round;stroke-linejoin:round}\n"
    ".paper{fill:#fff;stroke:none}.frame{stroke:#9aa0a6;stroke-width:.8}.grid{stroke:#e8e8e8;stroke-width:.7}\n"
    ".zero{stroke:#c4c4c4;stroke-width:.8}.notch{stroke:#777;stroke-width:.8}.axis{stroke:#333;stroke-width:1}\n"
    ".event{stroke:#b98a84;stroke-width:.9;stroke-dasharray:4 3}.place{fill:#fff;stroke:#8c2a1c;stroke-width:1.2}\n"
    ".leader{stroke:#8c2a1c;stroke-width:.6}.detail{stroke:#777;stroke-width:.8;stroke-dasharray:3 3}\n"
    ".s1{stroke-dasharray:7 3}.s2{stroke-dasharray:2 3}.s3{stroke-dasharray:9 3 2 3}.s4{stroke-dasharray:5 2 1 2 1 "
    "2}\n";

enum { CURVES = 6 }; /* told apart by their colours and dashes */

static unsigned paint(scene_colour colour) {
    return scene_colours[colour].light;
}

/* A class for lines of each colour, one for what is solid, and those of what only paper has. */
static void add_inks(strbuf *out) {
    const unsigned edge = paint(COLOUR_BEAM_EDGE);
    for (int k = 0; k < COLOUR_COUNT; k++) {
        const colour_row *row = &scene_colours[k];
        if (scene_is_inked((scene_colour)k, false))
            base_strbuf_printf(out, ".%s{stroke:#%06x}\n", row->name, row->light);
        if (scene_is_inked((scene_colour)k, true))
            base_strbuf_printf(out, ".solid-%s{stroke:#%06x;fill:#%06x}\n", row->name, edge, row->light);
    }
    base_strbuf_printf(out, ".hatch{stroke:#%06x;stroke-linecap:butt}.path{stroke:#%06x;stroke-dasharray:3 3}\n",
                       paint(COLOUR_GROUND), paint(COLOUR_EVENT));
    base_strbuf_printf(out, ".floor{stroke:#%06x;stroke-width:.7;stroke-linecap:butt}\n", paint(COLOUR_LINE));
    for (int k = 0; k < CURVES; k++)
        base_strbuf_printf(out, ".s%d{stroke:#%06x;stroke-width:1.5}", k, paint(COLOUR_SERIES_1 + k));
    base_strbuf_add(out, "\n");
}

void out_svg_begin(strbuf *out, double width, double height, const char *title) {
    base_strbuf_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
        "role=\"img\">\n<title>",
        width, height, width, height);
    out_markup_add(out, title);
    base_strbuf_add(out, "</title>\n<style>\n");
    base_strbuf_add(out, style);
    add_inks(out);
    base_strbuf_add(out, ".large{fill-opacity:.22;stroke-width:1.4}\n</style>\n");
    out_svg_rectangle(out, "paper", 0, 0, width, height);
}

void out_svg_end(strbuf *out) {
    base_strbuf_add(out, "</svg>\n");
}

void out_svg_add_number(strbuf *out, double x) {
    LGR_ASSERT(isfinite(x));
    base_strbuf_printf(out, "%.2f", fabs(x) < 0.005 ? 0 : x);
    while (out->text[out->len - 1] == '0')
        out->text[--out->len] = '\0';
    if (out->text[out->len - 1] == '.')
        out->text[--out->len] = '\0';
}

static void add_attribute(strbuf *out, const char *name, double x) {
    base_strbuf_printf(out, " %s=\"", name);
    out_svg_add_number(out, x);
    base_strbuf_add(out, "\"");
}

void out_svg_line(strbuf *out, const char *class, double x1, double y1, double x2, double y2) {
    base_strbuf_printf(out, "<line class=\"%s\"", class);
    add_attribute(out, "x1", x1);
    add_attribute(out, "y1", y1);
    add_attribute(out, "x2", x2);
    add_attribute(out, "y2", y2);
    base_strbuf_add(out, "/>\n");
}

void out_svg_rectangle(strbuf *out, const char *class, double x, double y, double width, double height) {
    base_strbuf_printf(out, "<rect class=\"%s\"", class);
    add_attribute(out, "x", x);
    add_attribute(out, "y", y);
    add_attribute(out, "width", width);
    add_attribute(out, "height", height);
    base_strbuf_add(out, "/>\n");
}

void out_svg_text(strbuf *out, const char *class, double x, double y, svg_anchor anchor, double turn,
                  const char *text) {
    static const char *const anchors[] = {"start", "middle", "end"};
    base_strbuf_printf(out, "<text class=\"%s\" text-anchor=\"%s\"", class, anchors[anchor]);
    add_attribute(out, "x", x);
    add_attribute(out, "y", y);
    if (turn != 0) {
        base_strbuf_printf(out, " transform=\"rotate(%g ", turn);
        out_svg_add_number(out, x);
        base_strbuf_add(out, " ");
        out_svg_add_number(out, y);
        base_strbuf_add(out, ")\"");
    }
    base_strbuf_add(out, ">");
    out_markup_add(out, text);
    base_strbuf_add(out, "</text>\n");
}

static void add_points(strbuf *out, const spot *at, size_t count, bool closed) {
    base_strbuf_add(out, " d=\"");
    for (size_t i = 0; i < count; i++) {
        base_strbuf_add(out, i == 0 ? "M" : i == 1 ? "L" : " ");
        out_svg_add_number(out, at[i].x);
        base_strbuf_add(out, " ");
        out_svg_add_number(out, at[i].y);
    }
    base_strbuf_add(out, closed ? "Z\"/>\n" : "\"/>\n");
}

void out_svg_path(strbuf *out, const char *class, const spot *at, size_t count, bool closed) {
    base_strbuf_printf(out, "<path class=\"%s\"", class);
    add_points(out, at, count, closed);
}

static void add_class(strbuf *out, const mark *m) {
    const char *colour = scene_colours[m->ink].name;
    if (m->solid)
        base_strbuf_printf(out, " class=\"solid-%s%s%s%s\"", colour, m->style ? " " : "", m->style ? m->style : "",
                           m->radius > LARGE ? " large" : "");
    else
        base_strbuf_printf(out, " class=\"%s\"", m->style ? m->style : colour);
}

/* Widths of 1 need not be said. */
static void open_mark(strbuf *out, const mark *m) {
    base_strbuf_add(out, m->radius > 0 ? "<circle" : "<path");
    add_class(out, m);
    if (m->width != 1)
        add_attribute(out, "stroke-width", m->width);
    if (m->name) {
        base_strbuf_add(out, " data-name=\"");
        out_markup_add(out, m->name);
        base_strbuf_add(out, "\"");
    }
}

void out_svg_mark(strbuf *out, const mark *m) {
    open_mark(out, m);
    if (m->radius == 0) {
        add_points(out, m->at, m->count, m->solid);
        return;
    }
    add_attribute(out, "cx", m->at[0].x);
    add_attribute(out, "cy", m->at[0].y);
    add_attribute(out, "r", m->radius);
    base_strbuf_add(out, "/>\n");
}

void out_svg_marks(strbuf *out, const marks *all) {
    for (size_t i = 0; i < all->all.len; i++)
        out_svg_mark(out, &all->all.at[i]);
}

double out_svg_text_width(const char *text, double size) {
    return LETTER * size * out_width(text);
}

/* Bytes of the next line of at most so many letters. */
static size_t next_line(const char *text, double letters) {
    size_t end = 0;
    for (size_t i = 0;;) {
        i += strcspn(text + i, " ");
        if (end > 0 && (double)i > letters)
            return end;
        end = i;
        if (!text[i])
            return end;
        i++;
    }
}

double out_svg_words(strbuf *out, const char *class, double x, double y, double width, const char *text) {
    while (*text) {
        size_t length = next_line(text, width / (LETTER * CAPTION_SIZE));
        out_svg_text(out, class, x, y, SVG_START, 0, base_arena_copy(out->memory, text, length));
        text += length;
        text += *text == ' ';
        y += LINE_HEIGHT;
    }
    return y;
}

typedef struct title_form {
    double size, step;
    int lines;
} title_form;

/* Whether each line has at most so many letters. */
static bool title_fits(const char *text, double letters, int lines) {
    for (; *text && lines > 0; lines--) {
        size_t length = next_line(text, letters);
        if ((double)length > letters)
            return false;
        text += length;
        text += *text == ' ';
    }
    return !*text;
}

/* What has no room in the last line ends in three dots. */
static const char *title_line(const char **text, double letters, bool last, arena *a) {
    const char *from = *text;
    size_t length = next_line(from, letters);
    *text += length + (from[length] == ' ');
    const char *line = base_arena_copy(a, from, length);
    return last && **text ? base_arena_printf(a, "%s ...", line) : line;
}

static void add_title_line(strbuf *out, double size, double x, double y, const char *line) {
    base_strbuf_printf(out, "<text class=\"title\" style=\"font-size:%gpx\"", size);
    add_attribute(out, "x", x);
    add_attribute(out, "y", y);
    base_strbuf_add(out, ">");
    out_markup_add(out, line);
    base_strbuf_add(out, "</text>\n");
}

void out_svg_title(strbuf *out, double x, double y, double width, const char *title) {
    static const title_form forms[] = {{16, 0, 1}, {14, 0, 1}, {12.5, 15, 2}, {10.5, 11.5, 3}};
    const title_form *f = forms, *smallest = &forms[3];
    while (f < smallest && !title_fits(title, width / (BOLD * f->size), f->lines))
        f++;
    double letters = width / (BOLD * f->size) - (f == smallest ? 4 : 0);
    while (f->lines > 1 && title_fits(title, letters - 1, f->lines)) /* lines of about one length */
        letters--;
    y -= (f->lines - 1) * (f->step / 2 + 1);
    for (int i = 1; *title && i <= f->lines; i++, y += f->step) {
        const char *line = title_line(&title, letters, i == f->lines, out->memory);
        if (f == forms)
            out_svg_text(out, "title", x, y, SVG_START, 0, line);
        else
            add_title_line(out, f->size, x, y, line);
    }
}

/* "-08" raised. */
static void add_exponent(strbuf *s, const char *text) {
    static const char *const digits[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                         "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    base_strbuf_add(s, "\u00b710");
    if (*text == '-')
        base_strbuf_add(s, "\u207b");
    text += strspn(text, "+-");
    for (text += strspn(text, "0"); *text; text++)
        base_strbuf_add(s, digits[*text - '0']);
}

const char *out_svg_number_text(const char *text, arena *a) {
    strbuf s = base_strbuf_make(a);
    for (; *text && *text != 'e'; text++)
        base_strbuf_add_bytes(&s, *text == '-' ? "\u2212" : text, *text == '-' ? 3 : 1);
    if (*text)
        add_exponent(&s, text + 1);
    return base_strbuf_text(&s);
}

const char *out_svg_axis_label(const char *name, const char *symbol, arena *a) {
    return *symbol ? base_arena_printf(a, "%s (%s)", name, symbol) : name;
}
