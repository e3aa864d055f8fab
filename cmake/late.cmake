# Optional libraries are loaded by the program when it first needs them (src/base/late.c), by the names that the loader
# knows. Where that does not work, because they are archives or programs built here do not run here, they are linked.
option(LGR_LATE "Load optional libraries when they are needed, instead of linking them" ON)

# lgr_loader_name(out library): as the loader finds it, in its own folders or at its place; nothing for an archive.
function(lgr_loader_name out library)
    execute_process(COMMAND ${CMAKE_READELF} -d ${library} OUTPUT_VARIABLE entries ERROR_QUIET)
    set(${out} "" PARENT_SCOPE)
    if(entries MATCHES "\\(SONAME\\)[^\n]*\\[([^\n]+)\\]")
        set(name ${CMAKE_MATCH_1})
        get_filename_component(folder ${library} DIRECTORY)
        if(NOT folder IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
            set(name ${folder}/${name})
        endif()
        set(${out} ${name} PARENT_SCOPE)
    endif()
endfunction()

set(LGR_LATE_WORKS OFF)
set(LGR_LATE_LIBRARIES "") # the files
set(all ${LGR_SUNDIALS_LIBRARIES} ${LGR_LAPACK_LIBRARIES} ${LGR_NLOPT_LIBRARIES})
if(LGR_LATE AND all AND CMAKE_READELF AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    foreach(part SUNDIALS:CVodeCreate LAPACK:dgeev_ NLOPT:nlopt_create)
        string(REPLACE ":" ";" part ${part})
        list(GET part 0 name)
        list(GET part 1 function)
        set(LGR_${name}_NAMES "")
        foreach(library ${LGR_${name}_LIBRARIES})
            lgr_loader_name(known ${library})
            list(APPEND LGR_${name}_NAMES \"${known}\")
        endforeach()
        if(LGR_${name}_NAMES)
            list(GET LGR_${name}_NAMES 0 first)
            string(APPEND looks " && has(${first}, \"${function}\")")
        endif()
        list(JOIN LGR_${name}_NAMES ", " LGR_${name}_NAMES)
    endforeach()
    include(CheckCSourceRuns)
    set(CMAKE_REQUIRED_LIBRARIES ${CMAKE_DL_LIBS})
    check_c_source_runs("#include <dlfcn.h>
static int has(const char *library, const char *function) {
    void *l = *library ? dlopen(library, RTLD_LAZY | RTLD_LOCAL) : 0;
    return l && dlsym(l, function);
}
int main(void) { return !(1${looks}); }" LGR_LATE_RUNS)
    unset(CMAKE_REQUIRED_LIBRARIES)
    set(LGR_LATE_WORKS ${LGR_LATE_RUNS})
endif()
if(LGR_LATE_WORKS)
    set(LGR_LATE_LIBRARIES ${all})
    set(LGR_OPTIONAL_LIBRARIES "")
    foreach(library ${CMAKE_DL_LIBS}) # by its name: an installed package does not ask for a folder
        list(APPEND LGR_OPTIONAL_LIBRARIES -l${library})
    endforeach()
else()
    set(LGR_OPTIONAL_LIBRARIES ${all})
endif()
