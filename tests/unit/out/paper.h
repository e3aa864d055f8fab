/* What charts must hold: all that is drawn lies in a frame. */
#ifndef LGR_TESTS_OUT_PAPER_H
#define LGR_TESTS_OUT_PAPER_H

#include "out/reading.h"

static inline double paper_attribute(const char *element, const char *name) {
    const char *at = strstr(element, name);
    assert_non_null(at);
    return strtod(at + strlen(name), NULL);
}

static inline void paper_check_spot(const char *text, double x, double y) {
    const double rounding = 0.02;
    for (const char *f = strstr(text, "class=\"frame\""); f; f = strstr(f + 1, "class=\"frame\"")) {
        const double left = paper_attribute(f, " x=\""), top = paper_attribute(f, " y=\"");
        if (x >= left - rounding && x <= left + paper_attribute(f, " width=\"") + rounding && y >= top - rounding &&
            y <= top + paper_attribute(f, " height=\"") + rounding)
            return;
    }
    fail_msg("(%g, %g) is in no frame", x, y);
}

/* Ends and corners of curves, and the centres of dots; how many there are. */
static inline size_t paper_check(const char *text) {
    size_t count = 0;
    reading_check_elements(text);
    for (const char *at = strstr(text, " d=\""); at; at = strstr(at, " d=\"")) {
        for (at += 4; *at != '"'; count++) {
            char *end;
            at += strspn(at, "ML ");
            const double x = strtod(at, &end), y = strtod(end, &end);
            assert_true(end > at);
            paper_check_spot(text, x, y);
            at = end;
        }
    }
    for (const char *at = strstr(text, "<circle"); at; at = strstr(at + 1, "<circle"), count++)
        paper_check_spot(text, paper_attribute(at, " cx=\""), paper_attribute(at, " cy=\""));
    return count;
}

#endif
