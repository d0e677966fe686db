//===- Linker.h - Shared libraries and executables --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_LINKER_H
#define DTENSOR_DRIVER_LINKER_H

#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

namespace dtensor {

/// Links object files by the C compiler of the machine, which knows where its
/// libraries are.
class Linker {
public:
  struct Options {
    llvm::Triple target;
    /// The folder with libdtensor_runtime.so for the target.
    std::string libraries;
    /// For another machine, the folder with its libraries of C; may be empty.
    std::string sysroot;
  };

  /// Errors: no compiler, no library of the runtime for the target.
  static llvm::Expected<Linker> create(const Options &options,
                                       bool isExecutable);

  /// Links one object file, and returns the contents of the output. `name` is
  /// that of the output, without a folder. Errors: what the compiler printed.
  llvm::Expected<std::string> link(llvm::StringRef object,
                                   llvm::StringRef name) const;

private:
  Linker(Options options, bool isExecutable)
      : options(std::move(options)), isExecutable(isExecutable) {}

  llvm::Error findCompiler();
  llvm::Error checkLibrary(llvm::StringRef path) const;
  std::vector<std::string> getArguments(llvm::StringRef object,
                                        llvm::StringRef name,
                                        llvm::StringRef output) const;

  Options options;
  bool isExecutable;
  std::string compiler;
  /// The first arguments of the compiler.
  std::vector<std::string> first;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_LINKER_H
