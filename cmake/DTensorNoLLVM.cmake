# In the place of DTensorLLVM, where there is no compiler: LLVM's headers, and the
# libraries that DTensorSupport names.

find_path(LLVM_INCLUDE_DIRS llvm/ADT/ArrayRef.h REQUIRED
  PATHS /usr/lib/llvm-22/include)
find_library(LLVM_SUPPORT_HERE LLVMSupport REQUIRED
  PATHS /usr/lib/llvm-22/lib)
get_filename_component(LLVM_LIBRARY_DIRS "${LLVM_SUPPORT_HERE}" DIRECTORY)
set(LLVM_LIBRARY_DIR "${LLVM_LIBRARY_DIRS}")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
