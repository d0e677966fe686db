# What `find_package(DTensor)` finds. Libraries and tools install themselves.

include(CMakePackageConfigHelpers)

# Headers, and those that TableGen makes. The graph of layouts and the search in
# it are no part of what others build on: of these folders only passes are.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/dtensor" DESTINATION include
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.def"
  REGEX "/(Propagation|Planning)/([^P]|P[^a])[^/]*\\.h$" EXCLUDE
  REGEX "/Layout/(ChoiceCache|LocalBorder|SharedChoices)\\.h$" EXCLUDE
  REGEX "/ShardingRules/RuleMutator\\.h$" EXCLUDE)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/dt"
                  "${PROJECT_SOURCE_DIR}/include/dtensor-c" DESTINATION include
        COMPONENT Host)
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
        DESTINATION lib/cmake/DTensor COMPONENT Host)
# A set for each component; see DTensorConfig.cmake.in. The host library can be
# installed alone: `cmake --install build --component Host`.
install(EXPORT DTensorHostTargets NAMESPACE DTensor::
        DESTINATION lib/cmake/DTensor COMPONENT Host)
foreach(set DTensorCompilerTargets DTensorTargets)
  install(EXPORT ${set} NAMESPACE DTensor:: DESTINATION lib/cmake/DTensor)
endforeach()

# For programs that are built without CMake.
foreach(library host compiler)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/dtensor-${library}.pc.in"
                 "${PROJECT_BINARY_DIR}/dtensor-${library}.pc" @ONLY)
endforeach()
install(FILES "${PROJECT_BINARY_DIR}/dtensor-host.pc"
        DESTINATION lib/pkgconfig COMPONENT Host)
install(FILES "${PROJECT_BINARY_DIR}/dtensor-compiler.pc"
        DESTINATION lib/pkgconfig)
