/* What the csv writers share. */
#ifndef LGR_OUT_CSV_CSV_H
#define LGR_OUT_CSV_CSV_H

#include "base/strbuf.h"

/* A field with quotes around it where its text needs them. */
void out_csv_field(strbuf *s, const char *text);

#endif
