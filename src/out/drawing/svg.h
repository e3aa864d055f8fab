/* Elements of SVG: short numbers, escaped words. */
#ifndef LGR_OUT_DRAWING_SVG_H
#define LGR_OUT_DRAWING_SVG_H

#include "out/drawing/marks.h"
#include "out/values/nice.h"

typedef enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END } svg_anchor;

/* The opening with the common style sheet; `title` is also read to those who cannot see. */
void out_svg_begin(strbuf *out, double width, double height, const char *title);
void out_svg_end(strbuf *out);
/* Two decimals at most; what is not finite must not come here. */
void out_svg_add_number(strbuf *out, double x);
void out_svg_line(strbuf *out, const char *class, double x1, double y1, double x2, double y2);
void out_svg_rectangle(strbuf *out, const char *class, double x, double y, double width, double height);
/* `turn` in degrees, clockwise, about the place. */
void out_svg_text(strbuf *out, const char *class, double x, double y, svg_anchor anchor, double turn, const char *text);
/* As large as the width allows: in one line, or in two or three small ones about this height. */
void out_svg_title(strbuf *out, double x, double y, double width, const char *title);
void out_svg_path(strbuf *out, const char *class, const spot *at, size_t count, bool closed);
void out_svg_mark(strbuf *out, const mark *m);
void out_svg_marks(strbuf *out, const marks *all);
/* Words broken into lines of about this width; returns the position of the next line. */
double out_svg_words(strbuf *out, const char *class, double x, double y, double width, const char *text);
/* About as wide as the text is when it is `size` high. */
double out_svg_text_width(const char *text, double size);
/* A number's text with a true minus sign. */
const char *out_svg_number_text(const char *text, arena *a);
/* "x (m)", or "x" without a unit. */
const char *out_svg_axis_label(const char *name, const char *symbol, arena *a);

#endif
