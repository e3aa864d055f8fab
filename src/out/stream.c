/* The buffer between writers and the sink that receives what they write. */
#include "out/stream.h"

#include "base/check.h"

enum { PIECE = 1 << 16 };

out_stream out_stream_make(arena *a, out_sink sink, void *user) {
    LGR_ASSERT(sink);
    return (out_stream){.text = base_strbuf_make(a), .sink = sink, .user = user, .ok = true};
}

bool out_stream_flush(out_stream *s) {
    if (s->ok && s->text.len > 0)
        s->ok = s->sink(s->user, s->text.text, s->text.len);
    s->text.len = 0;
    return s->ok;
}

bool out_stream_pass(out_stream *s) {
    return s->text.len < PIECE ? s->ok : out_stream_flush(s);
}
