# SUNDIALS (6.x, in double precision) for the stiff stepper. Without it the stepper is listed, but refused when chosen.
option(LGR_SUNDIALS "Use SUNDIALS where it is found" ON)

set(LGR_SUNDIALS_LIBRARIES "")
if(LGR_SUNDIALS)
    find_path(SUNDIALS_INCLUDE_DIR cvode/cvode.h)
    set(found ${SUNDIALS_INCLUDE_DIR})
    # Each library before those that it needs: they may be static ones.
    foreach(part cvode sunlinsoldense sunmatrixdense nvecserial generic)
        find_library(SUNDIALS_${part}_LIBRARY sundials_${part})
        mark_as_advanced(SUNDIALS_${part}_LIBRARY)
        list(APPEND LGR_SUNDIALS_LIBRARIES ${SUNDIALS_${part}_LIBRARY})
        if(NOT SUNDIALS_${part}_LIBRARY)
            set(found "")
        endif()
    endforeach()
    mark_as_advanced(SUNDIALS_INCLUDE_DIR)
    if(found)
        include(CheckCSourceCompiles)
        set(CMAKE_REQUIRED_INCLUDES ${SUNDIALS_INCLUDE_DIR})
        set(CMAKE_REQUIRED_LIBRARIES ${LGR_SUNDIALS_LIBRARIES} m)
        check_c_source_compiles("#include <cvode/cvode.h>
#if SUNDIALS_VERSION_MAJOR != 6 || !defined(SUNDIALS_DOUBLE_PRECISION)
#error another SUNDIALS
#endif
int main(void) { SUNContext c; return SUNContext_Create(NULL, &c) || !CVodeCreate(CV_BDF, c); }" LGR_SUNDIALS_WORKS)
        unset(CMAKE_REQUIRED_INCLUDES)
        unset(CMAKE_REQUIRED_LIBRARIES)
    endif()
endif()
if(NOT LGR_SUNDIALS_WORKS OR NOT LGR_SUNDIALS)
    set(LGR_SUNDIALS_LIBRARIES "")
    message(STATUS "SUNDIALS is not used: the method 'cvode' will be refused")
endif()
