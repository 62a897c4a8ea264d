# loadgate_add_fuzzer(<target> [LINK <library>...] [MUTATES <format>]
#                     [ALSO_RUNS <other target>...])
#   Builds <target>.cc twice: always as <target>_replay, an ordinary program
#   that runs the files it is given and, as a ctest case, the corpora of the
#   target and of the others; and, with LG_FUZZ_ENGINE, as <target> with that
#   engine, its dictionary and options beside it where a runner looks for them.
#   Under libFuzzer a target whose input is a file of <format>, Gguf or
#   Safetensors, gets the mutator that knows it. Where LG_ABSEIL is off, a
#   target that stands on what needs it is left out.
function(loadgate_add_fuzzer target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MUTATES" "LINK;ALSO_RUNS")
  list(TRANSFORM arg_ALSO_RUNS PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/corpus/"
       OUTPUT_VARIABLE corpora)
  list(PREPEND corpora "${CMAKE_CURRENT_SOURCE_DIR}/corpus/${target}")

  loadgate_needs_abseil(lacking ${arg_LINK})
  loadgate_note_fuzzer(${target} "${lacking}" ${corpora})
  if(lacking)
    return()
  endif()

  add_executable(${target}_replay ${target}.cc support/standalone_main.cc)
  target_link_libraries(${target}_replay PRIVATE ${arg_LINK})
  loadgate_configure_target(${target}_replay)
  add_test(NAME fuzz.${target} COMMAND ${target}_replay ${corpora})
  set_tests_properties(fuzz.${target} PROPERTIES LABELS fuzzing TIMEOUT 600)

  if(NOT LG_FUZZ_ENGINE)
    return()
  endif()
  add_executable(${target} ${target}.cc)
  target_link_libraries(${target} PRIVATE ${arg_LINK})
  loadgate_configure_target(${target})
  set(mutates "${LG_FUZZ_MUTATOR}")
  if(LG_FUZZ_ENGINE STREQUAL "libfuzzer")
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    set(mutates TRUE)
  else()
    target_link_libraries(${target} PRIVATE "${LG_FUZZ_ENGINE}")
  endif()
  if(mutates AND arg_MUTATES)
    target_sources(${target} PRIVATE
      "${PROJECT_SOURCE_DIR}/fuzz/mutator/libfuzzer_glue.cc")
    target_compile_definitions(${target} PRIVATE
      LG_MUTATE=Mutate${arg_MUTATES} LG_CROSS_OVER=CrossOver${arg_MUTATES})
    target_link_libraries(${target} PRIVATE loadgate_mutator)
  endif()
  foreach(extra dicts/${target}.dict options/${target}.options)
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${extra}")
      configure_file(${extra} "${CMAKE_CURRENT_BINARY_DIR}" COPYONLY)
    endif()
  endforeach()
endfunction()
