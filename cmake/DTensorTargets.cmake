# The shapes that targets of this project take.

find_program(DTENSOR_CCACHE ccache)
if(DTENSOR_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_NOHASHDIR=1
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" "${DTENSOR_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()

# Include paths and flags of whatever uses LLVM's headers.
add_library(DTensorLLVMHeaders INTERFACE)
target_include_directories(DTensorLLVMHeaders SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_include_directories(DTensorLLVMHeaders INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
  "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>"
  "$<INSTALL_INTERFACE:include>")
target_compile_definitions(DTensorLLVMHeaders INTERFACE ${LLVM_DEFINITIONS_LIST})
# Who uses an installed library has their own flags.
target_compile_options(DTensorLLVMHeaders INTERFACE
  "$<BUILD_INTERFACE:-fno-exceptions;-Wall;-Wextra;-Wno-unused-parameter>"
  "$<BUILD_INTERFACE:$<$<BOOL:${DTENSOR_WERROR}>:-Werror>>")
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(DTensorLLVMHeaders INTERFACE -fno-rtti)
endif()
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib")
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS DTensorLLVMHeaders EXPORT DTensorTargets)

# Flags of what is sanitized.
add_library(DTensorSanitize INTERFACE)
if(DTENSOR_SANITIZE)
  target_compile_options(DTensorSanitize INTERFACE
    -fsanitize=${DTENSOR_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(DTensorSanitize INTERFACE -fsanitize=${DTENSOR_SANITIZE})
endif()
install(TARGETS DTensorSanitize EXPORT DTensorTargets)

# One precompiled header of upstream's most used headers, shared by all.
if(DTENSOR_COMPILER)
add_library(DTensorPCH OBJECT "${PROJECT_SOURCE_DIR}/cmake/Precompiled.cpp")
target_link_libraries(DTensorPCH PRIVATE DTensorLLVMHeaders)
target_precompile_headers(DTensorPCH PRIVATE
  "${PROJECT_SOURCE_DIR}/cmake/Precompiled.h")
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(DTensorPCH PUBLIC
    "SHELL:-Xclang -fno-pch-timestamp")
endif()
endif()

# LLVM's data structures and its command line, without a compiler: what programs
# are linked with that are to run where there is none.
find_library(DTENSOR_LLVM_SUPPORT LLVMSupport REQUIRED
  HINTS ${LLVM_LIBRARY_DIRS} NO_DEFAULT_PATH)
find_library(DTENSOR_LLVM_DEMANGLE LLVMDemangle REQUIRED
  HINTS ${LLVM_LIBRARY_DIRS} NO_DEFAULT_PATH)
# What this machine's processor has.
find_library(DTENSOR_LLVM_TARGET_PARSER LLVMTargetParser REQUIRED
  HINTS ${LLVM_LIBRARY_DIRS} NO_DEFAULT_PATH)
add_library(DTensorSupport INTERFACE)
target_link_libraries(DTensorSupport INTERFACE
  "${DTENSOR_LLVM_TARGET_PARSER}" "${DTENSOR_LLVM_SUPPORT}" "${DTENSOR_LLVM_DEMANGLE}" ${CMAKE_DL_LIBS}
  -Wl,--gc-sections)

# dtensor_add_library(NAME SOURCES... [DEPENDS ...] [LINK ...] [NO_MLIR])
# A static library of one folder, installed and exported. A program with none
# but those without MLIR is linked with DTensorSupport.
function(dtensor_add_library name)
  cmake_parse_arguments(ARG "NO_MLIR" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(DTensor::${name} ALIAS ${name})
  target_link_libraries(${name} PUBLIC DTensorLLVMHeaders ${ARG_LINK})
  if(ARG_NO_MLIR)
    target_link_libraries(${name} PRIVATE DTensorSanitize)
  else()
    target_link_libraries(${name} PUBLIC MLIR LLVM)
    target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    target_precompile_headers(${name} REUSE_FROM DTensorPCH)
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  install(TARGETS ${name} EXPORT DTensorTargets ARCHIVE DESTINATION lib)
  set_property(GLOBAL APPEND PROPERTY DTENSOR_INSTALLED ${name})
endfunction()

# Compiling is allocating many small ops. With this allocator they lie closer
# together than with the C library's, so that the processor's cache holds more
# of them. libstdc++ stands in front of it: its `operator new` calls any malloc,
# also one that is preloaded, but that of jemalloc only its own. Sanitizers bring
# their own allocator.
if(DTENSOR_COMPILER AND NOT DTENSOR_SANITIZE)
  find_library(DTENSOR_JEMALLOC jemalloc REQUIRED)
  set(DTENSOR_ALLOCATOR -Wl,--push-state,--no-as-needed
    -lstdc++ "${DTENSOR_JEMALLOC}" -Wl,--pop-state)
endif()

# dtensor_add_tool(NAME SOURCES... [LINK ...])
function(dtensor_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} ${DTENSOR_ALLOCATOR})
  # The precompiled header is not made for -fPIE, CMake's choice for a program.
  target_compile_options(${name} PRIVATE
    -fPIC "SHELL:-Xclang -fno-pch-timestamp")
  target_precompile_headers(${name} REUSE_FROM DTensorPCH)
  install(TARGETS ${name} EXPORT DTensorTargets RUNTIME DESTINATION bin)
  set_property(GLOBAL APPEND PROPERTY DTENSOR_INSTALLED ${name})
endfunction()

# dtensor_add_unit_test(NAME SOURCES... [LINK ...])
# GoogleTests that need MLIR.
function(dtensor_add_unit_test name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest_main)
  target_compile_options(${name} PRIVATE
    -fPIC "SHELL:-Xclang -fno-pch-timestamp")
  target_precompile_headers(${name} REUSE_FROM DTensorPCH)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST)
endfunction()
