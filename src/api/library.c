/* What holds for the whole process: where memory comes from, and who is told of broken assertions. */
#include "api/handles.h"
#include "base/call.h"
#include "base/check.h"
#include "base/memory.h"

void lgr_library_options_init(lgr_library_options *options, size_t size) {
    const lgr_library_options usual = {.size = sizeof usual};
    api_write_options(options, size, &usual, sizeof usual);
}

lgr_status lgr_library_configure(const lgr_library_options *options) {
    lgr_library_options o = lgr_library_options_default();
    if (options && !api_read_options(&o, options, sizeof o))
        return LGR_STATUS_USAGE;
    if (!o.allocate != !o.release || !base_memory_choose(&(base_allocator){o.allocate, o.release, o.user}))
        return LGR_STATUS_USAGE;
    base_check_choose(o.broken, o.broken_user);
    base_call_choose_most(o.most_bytes);
    return LGR_STATUS_OK;
}
