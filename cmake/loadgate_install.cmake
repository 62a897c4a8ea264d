# Install rules: the public headers as they are, the libraries, the program, and
# the package that makes find_package(loadgate) work.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/loadgate")

install(TARGETS loadgate_formats loadgate_parser EXPORT loadgateTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY parser/include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
if(TARGET loadgate)
  install(TARGETS loadgate COMPONENT program
          RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(TARGETS loadgate_worker loadgate_craft_worker COMPONENT program
          RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/loadgate")
endif()

install(EXPORT loadgateTargets NAMESPACE loadgate::
        DESTINATION "${package_dir}")
configure_package_config_file(
    cmake/loadgateConfig.cmake.in
    "${PROJECT_BINARY_DIR}/loadgateConfig.cmake"
    INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(
    "${PROJECT_BINARY_DIR}/loadgateConfigVersion.cmake"
    COMPATIBILITY SameMajorVersion)
install(FILES "${PROJECT_BINARY_DIR}/loadgateConfig.cmake"
              "${PROJECT_BINARY_DIR}/loadgateConfigVersion.cmake"
        DESTINATION "${package_dir}")
