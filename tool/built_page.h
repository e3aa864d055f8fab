/* The pages that `make studio` builds, which stand beside the tool. */
#ifndef LAGRANGIA_BUILT_PAGE_H
#define LAGRANGIA_BUILT_PAGE_H

/* The whole page of this name, which the caller frees; NULL if it was not built. `self`: how the tool was called. */
char *page_read(const char *self, const char *name);

#endif
