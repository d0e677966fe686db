# What `find_package(DTensor)` finds. Libraries and tools install themselves.

include(CMakePackageConfigHelpers)

# Headers, and those that TableGen makes.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/dtensor" DESTINATION include
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY "${PROJECT_BINARY_DIR}/include/dtensor" DESTINATION include
  FILES_MATCHING PATTERN "*.h.inc")

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/DTensorConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/DTensorConfig.cmake"
  INSTALL_DESTINATION lib/cmake/DTensor)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/DTensorConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/DTensorConfig.cmake"
              "${PROJECT_BINARY_DIR}/DTensorConfigVersion.cmake"
        DESTINATION lib/cmake/DTensor)
install(EXPORT DTensorTargets NAMESPACE DTensor::
        DESTINATION lib/cmake/DTensor)
