/* Fuzz entry: any bytes may be the file of a table or of an input: read in every way, evaluated and written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "entry.h"

static char folder[64], path[80], name[80];

static void remove_folder(void) {
    remove(path);
    rmdir(folder);
}

static void make_folder(void) {
    strcpy(folder, "/tmp/lagrangia-fuzz-XXXXXX");
    if (!mkdtemp(folder))
        exit(2);
    snprintf(path, sizeof path, "%s/t.csv", folder);
    snprintf(name, sizeof name, "%s/m.lgr", folder);
    atexit(remove_folder);
}

static void write_file(const uint8_t *data, size_t size) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        exit(2);
}

static void try_way(const char *arguments) {
    char text[300];
    int length = snprintf(text, sizeof text,
                          "coord x = 0.5\nkinetic T = x'^2/2\nlet f = table(\"t.csv\", x%s)\npotential V = f\n"
                          "output slope = table(\"t.csv\", 3*x%s)'\nreport top = maximum(f)\n",
                          arguments, arguments);
    lgr_model *model = lgr_model_parse(name, text, (size_t)length, NULL, 0);
    for (size_t i = 0; i < lgr_model_finding_count(model); i++)
        lgr_model_finding_text(model, i, false);
    if (lgr_model_status(model) == LGR_STATUS_OK) {
        lgr_run_options options = entry_run_options(1);
        lgr_run *run = lgr_run_create(model, &options);
        lgr_run_write(run, "json-series", false, 0, entry_swallow, NULL);
        lgr_run_destroy(run);
    }
    lgr_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!*folder)
        make_folder();
    write_file(data, size);
    try_way("");
    try_way(", smooth");
    try_way(", linear");
    try_way(", smooth, periodic");
    try_way(", \"b\"");
    try_way(", x, smooth");
    return 0;
}
