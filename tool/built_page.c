/* Finds the pages of the studio: where LAGRANGIA_STUDIO says, in a build, or as installed. */
#include "built_page.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef LGR_STUDIO_INSTALLED
#define LGR_STUDIO_INSTALLED "../share/lagrangia/"
#endif

/* Where the pages may be, seen from the folder of this program: in a build (make studio), and installed. */
static const char *const places[] = {"../studio/", LGR_STUDIO_INSTALLED};

enum { LONGEST_PAGE = 1 << 24 };

/* The folder of a path with its slash; "" if there is none. */
static void cut_to_folder(char *path) {
    char *slash = strrchr(path, '/');
    *(slash ? slash + 1 : path) = '\0';
}

/* The folder of this program with a slash; "" if it is not known. */
static void find_folder(const char *self, char *path, size_t room) {
    ssize_t length = readlink("/proc/self/exe", path, room - 1);
    if (length < 0) {
        length = (ssize_t)strlen(self);
        length = (size_t)length < room ? length : 0;
        memcpy(path, self, (size_t)length);
    }
    path[length] = '\0';
    cut_to_folder(path);
}

/* Opens FOLDER/BETWEEN/NAME. */
static FILE *open_at(const char *folder, const char *between, const char *name) {
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s%s%s", folder, between, name);
    return length >= 0 && (size_t)length < sizeof path ? fopen(path, "rb") : NULL;
}

/* LAGRANGIA_STUDIO is the path of studio.html; other pages are in the same folder. */
static FILE *open_named(const char *studio, const char *name) {
    char folder[PATH_MAX];
    if (strcmp(name, "studio.html") == 0)
        return fopen(studio, "rb");
    if (strlen(studio) >= sizeof folder)
        return NULL;
    strcpy(folder, studio);
    cut_to_folder(folder);
    return open_at(folder, "", name);
}

static FILE *open_page(const char *self, const char *name) {
    const char *studio = getenv("LAGRANGIA_STUDIO");
    if (studio)
        return open_named(studio, name);
    char folder[PATH_MAX];
    find_folder(self, folder, sizeof folder);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        FILE *f = open_at(folder, places[i], name);
        if (f)
            return f;
    }
    return NULL;
}

char *page_read(const char *self, const char *name) {
    FILE *f = open_page(self, name);
    char *page = f ? malloc(LONGEST_PAGE) : NULL;
    const size_t length = page ? fread(page, 1, LONGEST_PAGE - 1, f) : 0;
    if (page)
        page[length] = '\0';
    if (f)
        fclose(f);
    return page;
}
