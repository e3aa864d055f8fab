/* Compression into the format that browsers unpack by themselves. */
#ifndef LGR_OUT_REPORT_DEFLATE_H
#define LGR_OUT_REPORT_DEFLATE_H

#include <stddef.h>

#include "base/strbuf.h"

/* A stream of RFC 1950 (zlib) around blocks of RFC 1951, each with codes of its own. */
void out_report_deflate(strbuf *out, const unsigned char *data, size_t length);

#endif
