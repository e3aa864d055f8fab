/* Output on its way to a sink: text gathers in a buffer and leaves it in large pieces. */
#ifndef LGR_OUT_STREAM_H
#define LGR_OUT_STREAM_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Takes a piece of output; false stops the writing. */
typedef bool (*out_sink)(void *user, const char *data, size_t length);

typedef struct out_stream {
    strbuf text; /* what writers add to */
    out_sink sink;
    void *user;
    bool ok; /* false once the sink has refused */
} out_stream;

out_stream out_stream_make(arena *a, out_sink sink, void *user);
/* To be called between records: passes the text on once there is much of it. Returns `ok`. */
bool out_stream_pass(out_stream *s);
/* Passes everything on. Returns `ok`. */
bool out_stream_flush(out_stream *s);

#endif
