# Writes the manual pages and completions of the tool: cmake -DTOOL=... -DOUT=FOLDER -P manual.cmake
# The commands are those that its own overview lists.
file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT}/man ${OUT}/completions)

function(keep file)
    execute_process(COMMAND ${EMULATOR} ${TOOL} ${ARGN} OUTPUT_FILE ${OUT}/${file} RESULT_VARIABLE status)
    if(status)
        message(FATAL_ERROR "${TOOL} ${ARGN}: exit status ${status}")
    endif()
endfunction()

keep(man/lagrangia.1 manual)
file(STRINGS ${OUT}/man/lagrangia.1 commands REGEX "^\\.BR lagrangia")
foreach(line ${commands})
    string(REGEX REPLACE ".*-([a-z]+) \\(1\\)$" "\\1" command "${line}")
    keep(man/lagrangia-${command}.1 manual ${command})
endforeach()
keep(completions/lagrangia completion bash)
keep(completions/_lagrangia completion zsh)
keep(completions/lagrangia.fish completion fish)
file(TOUCH ${OUT}/stamp)
