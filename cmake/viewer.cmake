# The page that shows a run (web/viewer), bundled by node and kept in the library as an array. Without node and npm, or
# where npm cannot install, the library is built without the page.
set(LGR_VIEWER AUTO CACHE STRING "Build the page that shows a run: ON, OFF or AUTO (where node and npm are found)")
set_property(CACHE LGR_VIEWER PROPERTY STRINGS AUTO ON OFF)

set(viewer_source ${PROJECT_SOURCE_DIR}/web/viewer)
set(viewer_build ${PROJECT_BINARY_DIR}/viewer)
set(LGR_VIEWER_BYTES "")

# Installs what the lock file of a folder names into a copy of it, unless that has been done. `result` says whether it is there.
function(lgr_npm_install from to result)
    file(SHA256 ${from}/package-lock.json lock)
    set(stamp ${to}/node_modules/.lagrangia-${lock})
    if(NOT EXISTS ${stamp})
        message(STATUS "Installing what ${from}/package-lock.json names")
        file(COPY ${from}/package.json ${from}/package-lock.json DESTINATION ${to})
        execute_process(COMMAND ${LGR_NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline --fetch-retries=1
            WORKING_DIRECTORY ${to} RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET TIMEOUT 240)
        if(status EQUAL 0)
            file(TOUCH ${stamp})
        endif()
    endif()
    set(${result} FALSE PARENT_SCOPE)
    if(EXISTS ${stamp})
        set(${result} TRUE PARENT_SCOPE)
    endif()
endfunction()

if(LGR_VIEWER)
    find_program(LGR_NODE NAMES node nodejs DOC "Node.js, which bundles the page that shows a run")
    find_program(LGR_NPM npm DOC "npm, which installs what the page is made of")
    mark_as_advanced(LGR_NODE LGR_NPM)
    set(viewer_missing "")
    if(NOT LGR_NODE OR NOT LGR_NPM)
        set(viewer_missing "node or npm is not found")
    else()
        execute_process(COMMAND ${LGR_NODE} --version OUTPUT_VARIABLE node_version ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
        string(REGEX REPLACE "^v" "" node_version "${node_version}")
        if(node_version VERSION_LESS 18)
            set(viewer_missing "node is older than 18")
        else()
            lgr_npm_install(${viewer_source} ${viewer_build} viewer_installed)
            if(NOT viewer_installed)
                set(viewer_missing "npm could not install its packages")
            endif()
        endif()
    endif()
    if(NOT viewer_missing)
        set(LGR_VIEWER_BYTES ${viewer_build}/viewer_bytes.inc)
        set(LGR_DESIGNS_BYTES ${viewer_build}/designs_bytes.inc)
        set(LGR_NOTEBOOK_BYTES ${viewer_build}/notebook_bytes.inc)
    elseif(LGR_VIEWER STREQUAL "AUTO")
        message(STATUS "The page that shows a run is left out: ${viewer_missing}")
    else()
        message(FATAL_ERROR "LGR_VIEWER is ${LGR_VIEWER}, but ${viewer_missing}")
    endif()
endif()

if(LGR_VIEWER_BYTES)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${viewer_source}/package-lock.json)
    set(shared_source ${PROJECT_SOURCE_DIR}/web/shared)
    file(GLOB scene_tables CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/scene/*.inc)
    set(engine_source ${PROJECT_SOURCE_DIR}/web/engine)
    file(GLOB viewer_sources CONFIGURE_DEPENDS ${engine_source}/*.mjs ${viewer_source}/src/*.ts ${viewer_source}/src/*/*.ts ${viewer_source}/src/*.css ${shared_source}/*.ts ${shared_source}/*.mjs ${shared_source}/*.css ${shared_source}/*.html)
    add_custom_command(OUTPUT ${LGR_VIEWER_BYTES} ${LGR_DESIGNS_BYTES} ${LGR_NOTEBOOK_BYTES} ${viewer_build}/viewer.html ${viewer_build}/designs.html ${viewer_build}/notebook.html
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${viewer_build}/viewer ${viewer_build}/shared ${viewer_build}/engine
        COMMAND ${CMAKE_COMMAND} -E copy_directory ${viewer_source}/src ${viewer_build}/viewer/src
        COMMAND ${CMAKE_COMMAND} -E copy_directory ${shared_source} ${viewer_build}/shared
        COMMAND ${CMAKE_COMMAND} -E make_directory ${viewer_build}/shared/scene ${viewer_build}/engine
        COMMAND ${CMAKE_COMMAND} -E copy ${engine_source}/client.mjs ${engine_source}/engine.mjs ${engine_source}/optimize.mjs ${engine_source}/programs.mjs ${engine_source}/service.mjs ${engine_source}/wasi.mjs ${viewer_build}/engine
        COMMAND ${CMAKE_COMMAND} -E copy ${scene_tables} ${viewer_build}/shared/scene
        COMMAND ${CMAKE_COMMAND} -E copy ${viewer_source}/build.mjs ${viewer_source}/index.html ${viewer_source}/designs.html ${viewer_source}/notebook.html ${viewer_source}/tsconfig.json ${viewer_build}/viewer
        COMMAND ${LGR_NODE} viewer/build.mjs ${viewer_build}/viewer.html ${LGR_VIEWER_BYTES}
        DEPENDS ${viewer_sources} ${scene_tables} ${viewer_source}/build.mjs ${viewer_source}/index.html ${viewer_source}/designs.html ${viewer_source}/notebook.html ${viewer_source}/tsconfig.json ${viewer_source}/package-lock.json
        WORKING_DIRECTORY ${viewer_build}
        COMMENT "Bundling the page that shows a run" VERBATIM)
    add_custom_target(viewer_page DEPENDS ${LGR_VIEWER_BYTES})
endif()
