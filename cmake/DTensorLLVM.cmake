# Debian's LLVM and MLIR 22. `find_package(MLIR 22)` is rejected by their
# version file, so the major version is checked here.

set(LLVM_DIR "/usr/lib/llvm-22/lib/cmake/llvm" CACHE PATH "LLVM's CMake files")
set(MLIR_DIR "/usr/lib/llvm-22/lib/cmake/mlir" CACHE PATH "MLIR's CMake files")
find_package(MLIR REQUIRED CONFIG)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR
    "required: LLVM/MLIR 22; found: ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")
endif()

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
set(LLVM_EXTERNAL_LIT "${LLVM_TOOLS_BINARY_DIR}/lit")
if(NOT EXISTS "${LLVM_EXTERNAL_LIT}")
  set(LLVM_EXTERNAL_LIT "${LLVM_BINARY_DIR}/build/utils/lit/lit.py")
endif()
set(LLVM_RUNTIME_OUTPUT_INTDIR "${PROJECT_BINARY_DIR}/bin")
set(LLVM_LIBRARY_OUTPUT_INTDIR "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

find_package(Python3 REQUIRED COMPONENTS Interpreter)
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)
separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")
