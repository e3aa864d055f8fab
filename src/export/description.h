/* modelDescription.xml of an FMU. */
#ifndef LGR_EXPORT_DESCRIPTION_H
#define LGR_EXPORT_DESCRIPTION_H

#include "export/export.h"
#include "export/interface.h"

typedef struct export_described {
    const export_machine *x;
    const export_interface *f;
    const export_options *o;
    const char *name, *token; /* of the program; of this model in this version */
    const char *const *sources;
} export_described;

/* For o->fmi 2 or 3. */
void export_description(strbuf *out, const export_described *d, arena *a);
/* documentation/index.html: what the variables mean. */
void export_documentation(strbuf *out, const export_described *d, arena *a);
/* sources/buildDescription.xml of version 3. */
void export_build_description(strbuf *out, const export_described *d);

#endif
