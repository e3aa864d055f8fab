/* The texts of components that come with Lagrangia: the files of library/, kept in the library as arrays. */
#ifndef LGR_LIBRARY_LIBRARY_H
#define LGR_LIBRARY_LIBRARY_H

#include <stddef.h>

enum { LIBRARY_MAX = 32 }; /* texts */

/* The text of library/NAME.lgr with a zero after it, and its length; NULL if there is none. */
const char *library_find(const char *name, size_t *length);
/* The names of all, in order; fills `out` (LIBRARY_MAX places). */
size_t library_list(const char **out);

#endif
