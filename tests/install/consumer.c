/* A host of the installed library: runs the model of a file and writes its rows, as `lagrangia run MODEL -o -` does. */
#include <stdio.h>

#include <lagrangia/lagrangia.h>

static bool print(void *user, const char *data, size_t length) {
    return fwrite(data, 1, length, user) == length;
}

int main(int count, char **arguments) {
    static char text[1 << 16];
    FILE *f = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!f) {
        return 2;
    }
    size_t length = fread(text, 1, sizeof text, f);
    fclose(f);
    lgr_model *model = lgr_model_parse(arguments[1], text, length, NULL, 0);
    lgr_run *run = lgr_run_create(model, NULL);
    lgr_status status = lgr_run_status(run);
    if (status == LGR_STATUS_OK) {
        status = lgr_run_write(run, "csv", false, 0, print, stdout);
    }
    lgr_run_destroy(run);
    lgr_model_destroy(model);
    return (int)status;
}
