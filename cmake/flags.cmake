# Compiler settings for everything in this project; none of them reach a project that uses the library.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Without an explicit wish: optimised. NDEBUG is never set, assertions stay alive in every build.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_FLAGS_DEBUG "-O1 -g")
set(CMAKE_C_FLAGS_RELEASE "-O3")
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g")

add_compile_definitions(_POSIX_C_SOURCE=200809L)

# Contraction would make the same model give other digits on another machine.
add_compile_options(-ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
if(LGR_WERROR)
    add_compile_options(-Werror)
endif()

if(LGR_SANITIZE)
    add_compile_options(-fsanitize=${LGR_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${LGR_SANITIZE})
endif()
if(LGR_COVERAGE)
    add_compile_options(--coverage)
    add_link_options(--coverage)
endif()
if(LGR_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
