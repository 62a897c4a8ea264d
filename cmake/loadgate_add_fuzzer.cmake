# loadgate_link_mutator(<program> <format>): libFuzzer's mutations of <program>
# are those of <format>.
function(loadgate_link_mutator program format)
  target_sources(${program} PRIVATE
    "${PROJECT_SOURCE_DIR}/fuzz/mutator/libfuzzer_glue.cc")
  target_compile_definitions(${program} PRIVATE
    LG_MUTATE=Mutate${format} LG_CROSS_OVER=CrossOver${format})
  target_link_libraries(${program} PRIVATE loadgate_mutator)
endfunction()

# loadgate_add_mutator_cost(<target> <format> [LINK <library>...])
#   <target>_cost says what the mutator costs beside the target, and, with
#   libFuzzer, <target>_measured what it does within the engine. Neither is
#   built unless asked for: scripts/fuzz_cost does.
function(loadgate_add_mutator_cost target format)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LINK")
  set(support "${PROJECT_SOURCE_DIR}/fuzz/support")
  add_executable(${target}_cost EXCLUDE_FROM_ALL
    ${target}.cc "${support}/mutator_cost.cc")
  target_compile_definitions(${target}_cost PRIVATE
    LG_MUTATE=Mutate${format} LG_CROSS_OVER=CrossOver${format})
  target_link_libraries(${target}_cost PRIVATE ${arg_LINK} loadgate_mutator)
  loadgate_configure_target(${target}_cost)
  if(NOT LG_FUZZ_ENGINE STREQUAL "libfuzzer")
    return()
  endif()
  add_executable(${target}_measured EXCLUDE_FROM_ALL
    ${target}.cc "${support}/measured_target.cc")
  loadgate_link_mutator(${target}_measured ${format})
  foreach(function TestOneInput CustomMutator CustomCrossOver)
    target_compile_definitions(${target}_measured PRIVATE
      LLVMFuzzer${function}=Measured${function})
  endforeach()
  target_link_libraries(${target}_measured PRIVATE ${arg_LINK})
  target_link_options(${target}_measured PRIVATE -fsanitize=fuzzer)
  loadgate_configure_target(${target}_measured)
endfunction()

# loadgate_add_fuzzer(<target> [LINK <library>...] [MUTATES <format>]
#                     [ALSO_RUNS <other target>...])
#   Builds <target>.cc twice: always as <target>_replay, an ordinary program
#   that runs the files it is given and, as a ctest case, the corpora of the
#   target and of the others; and, with LG_FUZZ_ENGINE, as <target> with that
#   engine, its dictionary and options beside it where a runner looks for them.
#   Under libFuzzer a target whose input is a file of <format>, Gguf or
#   Safetensors, or a bundle of files, Set, gets the mutator that knows it.
#   Where LG_ABSEIL is off, a target that stands on what needs it is left out.
#   <target>.campaign tells the scripts the format and the corpora.
function(loadgate_add_fuzzer target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MUTATES" "LINK;ALSO_RUNS")
  list(TRANSFORM arg_ALSO_RUNS PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/corpus/"
       OUTPUT_VARIABLE corpora)
  list(PREPEND corpora "${CMAKE_CURRENT_SOURCE_DIR}/corpus/${target}")

  loadgate_needs_abseil(lacking ${arg_LINK})
  loadgate_note_fuzzer(${target} "${lacking}")
  if(lacking)
    return()
  endif()

  # MemorySanitizer needs a main() of its own, which says why.
  set(main support/standalone_main.cc)
  if(LG_SANITIZE STREQUAL "memory")
    set(main support/msan_main.cc)
  endif()
  add_executable(${target}_replay ${target}.cc ${main})
  target_link_libraries(${target}_replay PRIVATE ${arg_LINK})
  if(LG_SANITIZE STREQUAL "memory")
    target_link_options(${target}_replay PRIVATE
      LINKER:--wrap=_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_)
  endif()
  loadgate_configure_target(${target}_replay)
  add_test(NAME fuzz.${target} COMMAND ${target}_replay ${corpora})
  set_tests_properties(fuzz.${target} PROPERTIES LABELS fuzzing TIMEOUT 600)

  # Of sets there is the mutator alone: nothing for AFL++, and no trimmer.
  set(format "${arg_MUTATES}")
  if(format STREQUAL "Set")
    set(format "")
  endif()
  list(TRANSFORM corpora REPLACE ".+" "corpus \\0\n" OUTPUT_VARIABLE lines)
  list(JOIN lines "" lines)
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${target}.campaign"
       CONTENT "mutates @format@\n@lines@" @ONLY)

  if(arg_MUTATES)
    loadgate_add_mutator_cost(${target} ${arg_MUTATES} LINK ${arg_LINK})
  endif()
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
    loadgate_link_mutator(${target} ${arg_MUTATES})
  endif()
  foreach(extra dicts/${target}.dict options/${target}.options)
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${extra}")
      configure_file(${extra} "${CMAKE_CURRENT_BINARY_DIR}" COPYONLY)
    endif()
  endforeach()
endfunction()
