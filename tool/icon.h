/* A small picture of a model at its start, in PNG. */
#ifndef LAGRANGIA_ICON_H
#define LAGRANGIA_ICON_H

#include "tool.h"

/* To be freed; NULL where there is nothing to draw, or no memory. */
char *icon_make(lgr_model *model, size_t *length);

#endif
