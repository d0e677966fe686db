# Reference pages of dialects and passes, from their TableGen files. They are
# committed; a test says when they are out of date.

add_custom_target(dtensor-docs
  COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/scripts/generate-docs"
          --tblgen "${LLVM_TOOLS_BINARY_DIR}/mlir-tblgen"
          --llvm-include "${LLVM_INCLUDE_DIRS}"
  COMMENT "Writing docs/generated"
  VERBATIM)
