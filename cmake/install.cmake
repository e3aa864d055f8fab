# What is installed: the library, its public headers, the tool, and the files by which CMake and pkg-config find them.
foreach(target lagrangia_static lagrangia_shared)
    if(TARGET ${target})
        list(APPEND libraries ${target})
    endif()
endforeach()
install(TARGETS ${libraries} EXPORT lagrangia-targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/lagrangia DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h")

# The library needs no other package: SUNDIALS, LAPACK and NLopt are loaded by it, or go in by the paths of their libraries.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lagrangia)
install(EXPORT lagrangia-targets NAMESPACE lagrangia:: DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lagrangia-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_file(cmake/lagrangia-config.cmake.in ${PROJECT_BINARY_DIR}/lagrangia-config.cmake COPYONLY)
install(FILES ${PROJECT_BINARY_DIR}/lagrangia-config.cmake ${PROJECT_BINARY_DIR}/lagrangia-config-version.cmake
    DESTINATION ${package_dir})

# The same for pkg-config, relative to their own place: lagrangia (the shared library; with --static what the archive
# needs besides) and lagrangia-static. LGR_PRIVATE_LIBS has the names of libraries, which any machine finds in its own folders.
set(private_libs)
foreach(library ${LGR_OPTIONAL_LIBRARIES} -lm)
    string(REGEX REPLACE "^.*/lib([^/]+)\\.(so|a|dylib)[.0-9]*$" "-l\\1" library "${library}")
    list(APPEND private_libs ${library})
endforeach()
list(REMOVE_DUPLICATES private_libs)
list(JOIN private_libs " " LGR_PRIVATE_LIBS)
file(RELATIVE_PATH LGR_PC_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
foreach(name lagrangia lagrangia-static)
    configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

if(NOT PROJECT_IS_TOP_LEVEL)
    return()
endif()

# What people read.
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/lagrangia)
install(FILES ${PROJECT_SOURCE_DIR}/build/studio/studio.html ${PROJECT_SOURCE_DIR}/build/studio/notebook.html DESTINATION ${CMAKE_INSTALL_DATADIR}/lagrangia OPTIONAL) # make studio
install(FILES LICENSE README.md CHANGELOG.md docs/language.md docs/command-line.md docs/embedding.md docs/theory.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR})

# Manual pages and completions, which the tool itself prints.
if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
    set(manual ${PROJECT_BINARY_DIR}/manual)
    add_custom_command(OUTPUT ${manual}/stamp
        COMMAND ${CMAKE_COMMAND} -DTOOL=$<TARGET_FILE:lagrangia_tool> -DOUT=${manual}
            "-DEMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR}" -P ${PROJECT_SOURCE_DIR}/cmake/manual.cmake
        DEPENDS lagrangia_tool ${PROJECT_SOURCE_DIR}/cmake/manual.cmake VERBATIM)
    add_custom_target(manual ALL DEPENDS ${manual}/stamp)
    install(DIRECTORY ${manual}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${manual}/completions/lagrangia DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${manual}/completions/_lagrangia DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES ${manual}/completions/lagrangia.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

# cpack -G DEB, cpack -G TGZ
set(CPACK_PACKAGE_VENDOR Lagrangia)
set(CPACK_PACKAGE_CONTACT "the authors of Lagrangia")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "analytical mechanics on a computer")
set(CPACK_PACKAGE_DESCRIPTION "Lagrangia derives Lagrange's equations of motion of multibody systems from a short text,
integrates them and computes forces of constraint: a library and a command-line tool.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
find_program(LGR_DPKG_QUERY dpkg-query)
mark_as_advanced(LGR_DPKG_QUERY)
foreach(library ${LGR_LATE_LIBRARIES}) # which no program names to the packager
    if(LGR_DPKG_QUERY)
        get_filename_component(library ${library} REALPATH)
        execute_process(COMMAND ${LGR_DPKG_QUERY} -S ${library} OUTPUT_VARIABLE owner ERROR_QUIET)
        string(REGEX MATCH "^[^:,]+" owner "${owner}")
        list(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ${owner})
    endif()
endforeach()
list(REMOVE_DUPLICATES CPACK_DEBIAN_PACKAGE_DEPENDS)
list(JOIN CPACK_DEBIAN_PACKAGE_DEPENDS ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
include(CPack)
