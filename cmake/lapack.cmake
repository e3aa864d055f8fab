# LAPACK for eigenvalues. Without it equilibria are found all the same, but neither modes nor stability are told.
option(LGR_LAPACK "Use LAPACK where it is found" ON)

set(LGR_LAPACK_LIBRARIES "")
if(LGR_LAPACK)
    find_library(LAPACK_LIBRARY lapack)
    find_library(BLAS_LIBRARY blas)
    mark_as_advanced(LAPACK_LIBRARY BLAS_LIBRARY)
    if(LAPACK_LIBRARY AND BLAS_LIBRARY)
        include(CheckCSourceCompiles)
        set(CMAKE_REQUIRED_LIBRARIES ${LAPACK_LIBRARY} ${BLAS_LIBRARY} m)
        check_c_source_compiles("void dgeev_(void);
void dsygv_(void);
int main(void) { dgeev_(); dsygv_(); return 0; }" LGR_LAPACK_WORKS)
        unset(CMAKE_REQUIRED_LIBRARIES)
    endif()
endif()
if(LGR_LAPACK_WORKS AND LGR_LAPACK)
    set(LGR_LAPACK_LIBRARIES ${LAPACK_LIBRARY} ${BLAS_LIBRARY})
else()
    message(STATUS "LAPACK is not used: modes and stability of equilibria will not be told")
endif()
