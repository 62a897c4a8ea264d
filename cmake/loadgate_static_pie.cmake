# loadgate_static_pie(<target>): links an executable without shared libraries and
# still at addresses of its own, so that its start depends on nothing that lies
# around. Sanitizers' and coverage's runtimes need the loader: there it is linked
# as any other, whether they are asked for by options of ours or by flags.
function(loadgate_static_pie target)
  if(LG_SANITIZE OR LG_COVERAGE OR
     CMAKE_CXX_FLAGS MATCHES "-fsanitize=|-fprofile-instr-generate")
    return()
  endif()
  # Else CMake adds -pie or -no-pie.
  set_property(TARGET ${target} PROPERTY POSITION_INDEPENDENT_CODE)
  target_compile_options(${target} PRIVATE -fPIE)
  target_link_options(${target} PRIVATE -static-pie)
endfunction()
