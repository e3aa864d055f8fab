# Compiler settings for everything in this project; none of them reach a project that uses the library.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Without an explicit wish: optimised. NDEBUG is never set, assertions stay alive in every build.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
endif()
# What CMake itself would give is replaced, what somebody chose is not.
foreach(kind "DEBUG:-g:-O1 -g" "RELEASE:-O3 -DNDEBUG:-O3" "RELWITHDEBINFO:-O2 -g -DNDEBUG:-O2 -g" "MINSIZEREL:-Os -DNDEBUG:-Os")
    string(REPLACE ":" ";" kind ${kind})
    list(GET kind 0 name)
    list(GET kind 1 usual)
    list(GET kind 2 ours)
    if("${CMAKE_C_FLAGS_${name}}" STREQUAL "${usual}")
        set(CMAKE_C_FLAGS_${name} "${ours}")
    endif()
endforeach()

add_compile_definitions(_POSIX_C_SOURCE=200809L)

# There is one thread; calls that are broken off jump by exceptions (src/base/call.h); what the C library leaves out is
# in web/engine/platform.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
    add_compile_options(-D_Thread_local= -mbulk-memory -mnontrapping-fptoint "SHELL:-mllvm -wasm-enable-sjlj"
        -isystem ${PROJECT_SOURCE_DIR}/web/engine/platform)
endif()

# Objects do not say in which folder they were built.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)

# Contraction would make the same model give other digits on another machine.
add_compile_options(-ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
if(LGR_WERROR)
    add_compile_options(-Werror)
endif()

# An overrun buffer ends the process, and pointers that a loader fills in are read-only: whatever the compiler and the
# linker offer (tests/hardening.py looks at the result). Sanitizers find more; without optimisation nothing is checked.
string(TOUPPER "${CMAKE_BUILD_TYPE}" lgr_kind)
if(LGR_HARDEN AND NOT LGR_SANITIZE AND NOT LGR_COVERAGE)
    include(CheckCCompilerFlag)
    include(CheckLinkerFlag)
    include(CheckPIESupported)
    check_pie_supported()
    check_c_compiler_flag(-fstack-protector-strong LGR_HAS_STACK_PROTECTOR)
    if(LGR_HAS_STACK_PROTECTOR)
        add_compile_options(-fstack-protector-strong)
    endif()
    if("${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${lgr_kind}}" MATCHES "-O([1-9]|s|fast)" AND
        NOT "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${lgr_kind}}" MATCHES "_FORTIFY_SOURCE")
        add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    endif()
    check_linker_flag(C -Wl,-z,relro,-z,now LGR_HAS_RELRO)
    if(LGR_HAS_RELRO)
        add_link_options(-Wl,-z,relro,-z,now)
    endif()
endif()

if(LGR_SANITIZE)
    add_compile_options(-fsanitize=${LGR_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${LGR_SANITIZE})
    # The words of each check, with its place, are most of an object, and guarded as data of the program besides: without
    # them programs start in half of the time. What ends here says its place by the address sanitizer's trace.
    if(LGR_SANITIZE_TRAP)
        add_compile_options($<IF:$<C_COMPILER_ID:Clang>,-fsanitize-trap=undefined,-fsanitize-undefined-trap-on-error>)
    endif()
    # Hundreds of programs with a sanitizer each: the quicker linker, where it is.
    include(CheckLinkerFlag)
    check_linker_flag(C -fuse-ld=lld LGR_HAS_LLD)
    if(LGR_HAS_LLD)
        add_link_options(-fuse-ld=lld)
    endif()
    # The sanitizers describe each of their checks by pointers: 10 MB to relocate whenever the tool starts, unless its address is fixed.
    add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
endif()
if(LGR_COVERAGE)
    add_compile_options(--coverage)
    add_link_options(--coverage)
endif()
if(LGR_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
