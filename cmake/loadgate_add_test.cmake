# loadgate_add_test(<target> SOURCES <file>... LINK <library>...)
#   A GoogleTest binary, one ctest case for each of its tests. LG_SOURCE_DIR
#   is the top of the tree, for tests that read files from it. Matchers are
#   templates by the thousand: instrumenting unoptimised ones, and telling a
#   debugger less of optimised ones, takes a third off the time of a full build.
function(loadgate_add_test target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_executable(${target} ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE
      ${arg_LINK} GTest::gmock GTest::gtest GTest::gtest_main)
  target_compile_definitions(${target} PRIVATE
      LG_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  loadgate_configure_target(${target})
  if(LG_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  else()
    target_compile_options(${target} PRIVATE -g1)
  endif()
  gtest_discover_tests(${target}
      DISCOVERY_TIMEOUT 300
      PROPERTIES TIMEOUT 600)
endfunction()
