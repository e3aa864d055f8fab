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

# The library needs no other package: SUNDIALS, LAPACK and NLopt go in by the paths of their libraries.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lagrangia)
install(EXPORT lagrangia-targets NAMESPACE lagrangia:: DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lagrangia-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_file(cmake/lagrangia-config.cmake.in ${PROJECT_BINARY_DIR}/lagrangia-config.cmake COPYONLY)
install(FILES ${PROJECT_BINARY_DIR}/lagrangia-config.cmake ${PROJECT_BINARY_DIR}/lagrangia-config-version.cmake
    DESTINATION ${package_dir})

# What those who link the static library by pkg-config have to add.
list(JOIN LGR_OPTIONAL_LIBRARIES " " LGR_PRIVATE_LIBS)
string(APPEND LGR_PRIVATE_LIBS " -lm")
configure_file(cmake/lagrangia.pc.in ${PROJECT_BINARY_DIR}/lagrangia.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/lagrangia.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
