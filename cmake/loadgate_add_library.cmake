# loadgate_configure_target(<target> [CONVERSIONS] [NO_UNSAFE_BUFFERS])
#   Gives a target of ours its warnings, hardening, sanitizers and the include
#   root: headers that are not public are included by their path from the top of
#   the tree, those of parser/ by their path from there.
function(loadgate_configure_target target)
  loadgate_warnings(${target} ${ARGN})
  loadgate_hardening(${target})
  loadgate_sanitizers(${target})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_compile_features(${target} PUBLIC cxx_std_20)
endfunction()

# loadgate_add_library(<target> SOURCES <file>... [LINK <library>...])
#   A static library held to the rules for code that sees untrusted bytes.
function(loadgate_add_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_library(${target} STATIC ${arg_SOURCES})
  target_link_libraries(${target} PUBLIC ${arg_LINK})
  loadgate_configure_target(${target} CONVERSIONS NO_UNSAFE_BUFFERS)
endfunction()
