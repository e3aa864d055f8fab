/* The line and column of an offset in the source, and the displayed width of characters. */
#ifndef LGR_DIAG_PLACE_H
#define LGR_DIAG_PLACE_H

#include "diag/diag.h"

typedef struct diag_place {
    int line, column;            /* 1-based; columns count characters */
    size_t offset;               /* within [line_begin, line_end] */
    size_t line_begin, line_end; /* without the line's end */
} diag_place;

/* Offsets behind the text's last visible character are moved to just after it, so that an error at the end of the text
   points at something that can be seen. */
diag_place diag_locate(const diag_source *source, size_t offset);

/* What one character of a source line becomes on the screen. */
typedef struct diag_glyph {
    size_t bytes;         /* of the source */
    int width;            /* in columns */
    const char *stand_in; /* shown instead; NULL if the character is shown as it is */
} diag_glyph;

/* Tabs become spaces up to the next multiple of 4; what is invalid, invisible or could command the terminal becomes
   the replacement character. */
diag_glyph diag_next_glyph(const char *text, size_t length, int column);

#endif
