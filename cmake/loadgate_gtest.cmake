# loadgate_find_gtest(): GTest::gmock, GTest::gtest and GTest::gtest_main; a
# parent project's, those that LG_GTEST_SOURCE makes, or the system's. From
# source it is one library with our flags, for the system's is for one width and
# one C++ library.
function(loadgate_find_gtest)
  if(TARGET GTest::gtest)
    return()
  endif()
  if(NOT LG_GTEST_SOURCE)
    find_package(GTest REQUIRED)
    return()
  endif()
  if(NOT EXISTS "${LG_GTEST_SOURCE}/googletest/src/gtest-all.cc")
    message(FATAL_ERROR
      "LG_GTEST_SOURCE holds no googletest/src/gtest-all.cc: "
      "${LG_GTEST_SOURCE}. Debian's package googletest has it in "
      "/usr/src/googletest")
  endif()
  find_package(Threads REQUIRED)
  add_library(loadgate_gtest STATIC
    "${LG_GTEST_SOURCE}/googletest/src/gtest-all.cc"
    "${LG_GTEST_SOURCE}/googletest/src/gtest_main.cc"
    "${LG_GTEST_SOURCE}/googlemock/src/gmock-all.cc")
  foreach(part googletest googlemock)
    target_include_directories(loadgate_gtest SYSTEM
      PUBLIC "${LG_GTEST_SOURCE}/${part}/include"
      PRIVATE "${LG_GTEST_SOURCE}/${part}")
  endforeach()
  target_link_libraries(loadgate_gtest PUBLIC Threads::Threads)
  loadgate_hardening(loadgate_gtest)
  loadgate_sanitizers(loadgate_gtest)
  foreach(name gmock gtest gtest_main)
    add_library(GTest::${name} ALIAS loadgate_gtest)
  endforeach()
endfunction()
