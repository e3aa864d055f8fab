/* A run as a page draws it: words and numbers apart. */
#include "api/handles.h"
#include "out/report/writers.h"

static lgr_status show(lgr_run *run, lgr_scene *scene) {
    if (!run || !scene || scene->size != sizeof *scene || !run->result || run->result->start_failed)
        return LGR_STATUS_USAGE;
    out_run results = api_written(run);
    results.page = (out_page){.version = LGR_VERSION};
    report_numbers numbers;
    strbuf words = base_strbuf_make(run->memory);
    out_run_write_scene(&results, &numbers, &words, run->memory);
    scene->words = base_strbuf_text(&words);
    scene->numbers = numbers.at;
    scene->columns = numbers.columns;
    scene->frames = numbers.frames;
    return LGR_STATUS_OK;
}

lgr_status lgr_run_scene(lgr_run *run, lgr_scene *scene) {
    API_RETURN_STATUS(show(run, scene));
}
