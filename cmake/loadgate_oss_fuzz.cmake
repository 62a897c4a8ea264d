# What scripts/oss_fuzz_build asks of the build: which targets there are, and
# which a build without Abseil has to leave out.

# loadgate_needs_abseil(<out> <library>...): sets <out> to the first of the
# libraries, and of those they link, that this build lacks for want of Abseil.
function(loadgate_needs_abseil out)
  set(${out} "" PARENT_SCOPE)
  foreach(library IN LISTS ARGN)
    if(NOT TARGET "${library}")
      continue()
    endif()
    get_target_property(real "${library}" ALIASED_TARGET)
    if(real)
      set(library "${real}")
    endif()
    get_target_property(lacking "${library}" LG_NEEDS_ABSEIL)
    if(NOT lacking)
      get_target_property(below "${library}" INTERFACE_LINK_LIBRARIES)
      list(TRANSFORM below REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1")
      loadgate_needs_abseil(lacking ${below})
      if(lacking)
        set_target_properties("${library}" PROPERTIES EXCLUDE_FROM_ALL TRUE)
      endif()
    else()
      set(lacking "${library}")
    endif()
    if(lacking)
      set(${out} "${lacking}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# loadgate_note_fuzzer(<target> <lacking>): leaves <target>.left_out, the reason,
# in the build folder where there is one; and takes away what an earlier
# configuration said, <target>.campaign too.
function(loadgate_note_fuzzer target lacking)
  set(note "${CMAKE_CURRENT_BINARY_DIR}/${target}")
  file(REMOVE "${note}.campaign" "${note}.left_out")
  if(lacking)
    file(WRITE "${note}.left_out" "links ${lacking}, which needs Abseil\n")
    message(STATUS "Fuzz target ${target} left out: no Abseil")
  endif()
endfunction()
