# loadgate_warnings(<target> [CONVERSIONS] [NO_UNSAFE_BUFFERS])
#   CONVERSIONS        also warn on implicit integer conversions; for code that
#                      handles sizes an attacker chose
#   NO_UNSAFE_BUFFERS  under LG_STRICT, also refuse raw pointer arithmetic

# The strict build turns on everything and takes out what is about style, about
# older standards, or about layout nobody relies on.
set(LG_STRICT_OPTIONS
    -Weverything
    -Wno-c++98-compat
    -Wno-c++98-compat-pedantic
    -Wno-c++20-compat
    -Wno-pre-c++20-compat-pedantic
    -Wno-pre-c++17-compat
    -Wno-padded
    -Wno-global-constructors    # GoogleTest's and absl flags' registration
    -Wno-exit-time-destructors  # same
    -Wno-weak-vtables
    -Wno-covered-switch-default # a default that fails closed is wanted
    -Wno-switch-default         # and -Wswitch-enum already checks the cases
    -Wno-switch-enum
    -Wno-ctad-maybe-unsupported
    -Wno-disabled-macro-expansion # the C library's sa_sigaction
    -Wno-reserved-identifier    # what sanitizers ask for has such names
    -Wno-unsafe-buffer-usage)   # turned back on by NO_UNSAFE_BUFFERS

# The one list of files that may do pointer arithmetic is the table in
# docs/unsafe-buffers.md; each of its rows names the file and the reason.
set(LG_UNSAFE_BUFFERS_PAGE "${PROJECT_SOURCE_DIR}/docs/unsafe-buffers.md")

# Sets `out` to the listed files, as paths from the top of the tree.
function(loadgate_unsafe_buffer_files out)
  set(files "")
  if(EXISTS "${LG_UNSAFE_BUFFERS_PAGE}")
    set_property(DIRECTORY APPEND PROPERTY
                 CMAKE_CONFIGURE_DEPENDS "${LG_UNSAFE_BUFFERS_PAGE}")
    file(STRINGS "${LG_UNSAFE_BUFFERS_PAGE}" rows REGEX "^\\| `[^`]+` \\|")
    foreach(row IN LISTS rows)
      string(REGEX REPLACE "^\\| `([^`]+)` .*" "\\1" file "${row}")
      list(APPEND files "${file}")
    endforeach()
  endif()
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

function(loadgate_warnings target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CONVERSIONS;NO_UNSAFE_BUFFERS" "" "")
  target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wvla
      $<$<BOOL:${LG_WERROR}>:-Werror>)
  if(arg_CONVERSIONS)
    target_compile_options(${target} PRIVATE -Wconversion -Wsign-conversion)
  endif()
  if(NOT LG_STRICT)
    return()
  endif()
  if(NOT arg_NO_UNSAFE_BUFFERS)
    return()
  endif()
  target_compile_options(${target} PRIVATE
      ${LG_STRICT_OPTIONS} -Wunsafe-buffer-usage)
  loadgate_unsafe_buffer_files(allowed)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE path)
    file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}" "${path}")
    if(path IN_LIST allowed)
      set_property(SOURCE ${source} APPEND PROPERTY
                   COMPILE_OPTIONS -Wno-unsafe-buffer-usage)
    endif()
  endforeach()
endfunction()
