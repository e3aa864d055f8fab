/* A host of the installed library, with functions of its own that are named as some inside it, an allocator of its own
   and the locale that the environment names: runs models and writes their rows, as `lagrangia run MODEL -o -` does for
   each.
   --comma: it is an error if the locale has no decimal comma. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lagrangia/lagrangia.h>

static long called, blocks, taken;

double eval(double x);
void declare(const char *name);
void check_failed(const char *what);

double eval(double x) {
    called++;
    return x;
}

void declare(const char *name) {
    called += name != NULL;
}

void check_failed(const char *what) {
    called += what != NULL;
}

static void *allocate(void *user, size_t size) {
    void *p = malloc(size);
    *(long *)user += p != NULL;
    taken++;
    return p;
}

static void release(void *user, void *memory) {
    *(long *)user -= memory != NULL;
    free(memory);
}

static bool choose_allocator(void) {
    lgr_library_options o = lgr_library_options_default();
    o.allocate = allocate;
    o.release = release;
    o.user = &blocks;
    return lgr_library_configure(&o) == LGR_STATUS_OK;
}

static bool print(void *user, const char *data, size_t length) {
    return fwrite(data, 1, length, user) == length;
}

static bool run_model(const char *path) {
    static char text[1 << 18];
    FILE *f = fopen(path, "rb");
    if (!f) {
        return false;
    }
    size_t length = fread(text, 1, sizeof text, f);
    fclose(f);
    lgr_model *model = lgr_model_parse(path, text, length, NULL, 0);
    lgr_run *run = lgr_run_create(model, NULL);
    lgr_status status = lgr_run_status(run);
    if (status == LGR_STATUS_OK || status == LGR_STATUS_EXPECT) {
        status = lgr_run_write(run, "csv", false, 0, print, stdout);
    }
    lgr_run_destroy(run);
    lgr_model_destroy(model);
    return status == LGR_STATUS_OK;
}

/* The host calls its own functions, and the library none of them. */
static bool names_are_apart(void) {
    if (called != 0) {
        return false;
    }
    eval(1);
    declare("x");
    check_failed("x");
    return called == 3;
}

int main(int count, char **arguments) {
    bool comma = count > 1 && strcmp(arguments[1], "--comma") == 0;
    bool chosen = setlocale(LC_ALL, "") && strcmp(localeconv()->decimal_point, ",") == 0;
    if ((comma && !chosen) || !choose_allocator()) {
        return 2;
    }
    for (int i = comma ? 2 : 1; i < count; i++) {
        if (!run_model(arguments[i])) {
            fprintf(stderr, "%s does not run\n", arguments[i]);
            return 3;
        }
    }
    return names_are_apart() && taken > 0 && blocks == 0 ? 0 : 4;
}
