# loadgate_hardening(<target>): what every build of ours has, and, in optimised
# builds without a sanitizer, the compiler's and linker's own defences.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-fstack-clash-protection LG_HAS_STACK_CLASH)
check_cxx_compiler_flag(-fcf-protection=full LG_HAS_CF_PROTECTION)

function(loadgate_hardening target)
  # Without it std::span's operator[] reads out of bounds in silence. PUBLIC, so
  # that all that is built together agrees; not exported to consumers.
  target_compile_definitions(${target} PUBLIC
      $<BUILD_INTERFACE:_GLIBCXX_ASSERTIONS>)
  if(NOT LG_HARDENING OR LG_SANITIZE OR LG_COVERAGE)
    return()
  endif()
  set(optimised $<CONFIG:Release,RelWithDebInfo,MinSizeRel>)
  target_compile_options(${target} PRIVATE
      -fstack-protector-strong
      $<${optimised}:-U_FORTIFY_SOURCE>
      $<${optimised}:-D_FORTIFY_SOURCE=3>
      $<$<BOOL:${LG_HAS_STACK_CLASH}>:-fstack-clash-protection>
      $<$<BOOL:${LG_HAS_CF_PROTECTION}>:-fcf-protection=full>)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE" OR type STREQUAL "SHARED_LIBRARY")
    target_link_options(${target} PRIVATE
        -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
  endif()
endfunction()
