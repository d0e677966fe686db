//===- CodeFile.h - Machine code as bytes of a file -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_COMPILER_CODEFILE_H
#define DTENSOR_LIB_API_COMPILER_CODEFILE_H

#include "Workshop.h"

namespace dt {

/// The bytes of a file with machine code: the hash of all that follows, the
/// build of this library, a key, the name of the entry, and the object files.
struct CodeFile {
  /// What the code was compiled for.
  std::string key;
  Code code;

  std::string serialize() const;
  /// Nothing if the bytes are damaged, or are those of another build.
  static std::optional<CodeFile> parse(llvm::StringRef bytes);
};

} // namespace dt

#endif // DTENSOR_LIB_API_COMPILER_CODEFILE_H
