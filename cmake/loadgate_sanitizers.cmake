# loadgate_sanitizers(<target>): LG_SANITIZE, LG_COVERAGE and, where an engine
# is to be linked, the instrumentation that guides it.
if(LG_FUZZ_ENGINE STREQUAL "libfuzzer"
   AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "LG_FUZZ_ENGINE=libfuzzer needs clang")
endif()

function(loadgate_sanitizers target)
  set(flags "")
  if(LG_SANITIZE)
    list(APPEND flags -fsanitize=${LG_SANITIZE} -fno-sanitize-recover=all)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      list(APPEND flags
          "-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/sanitizer_ignorelist.txt")
    endif()
    target_compile_options(${target} PRIVATE -fno-omit-frame-pointer)
  endif()
  if(LG_COVERAGE)
    list(APPEND flags -fprofile-instr-generate -fcoverage-mapping)
  endif()
  # Any other engine comes with its own flags in CXXFLAGS.
  if(LG_FUZZ_ENGINE STREQUAL "libfuzzer")
    list(APPEND flags -fsanitize=fuzzer-no-link)
  endif()
  if(LG_FUZZ_ENGINE)
    target_compile_definitions(${target} PRIVATE
        FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)
  endif()
  target_compile_options(${target} PRIVATE ${flags})
  get_target_property(type ${target} TYPE)
  if(flags AND type STREQUAL "EXECUTABLE")
    target_link_options(${target} PRIVATE ${flags})
  endif()
endfunction()
