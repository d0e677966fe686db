//===- KernelLibrary.h - A library that is opened when needed ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_KERNELS_KERNELLIBRARY_H
#define DTENSOR_RUNTIME_KERNELS_KERNELLIBRARY_H

#include <string>

namespace dtensor::runtime {

/// A shared library of another project that is opened at the first use. It is
/// large and slow to load, and many programs need none of its functions. It
/// stays open until the process ends.
class KernelLibrary {
public:
  /// Opens the library called `file`. `contents` says what is needed of it, and
  /// `package` names Debian's package that has it, both for errors.
  KernelLibrary(const char *file, const char *contents, const char *package);

  /// Sets `function` to the library's function called `symbol`. It is an error
  /// if the library has no such function.
  template <typename Function>
  void find(const char *symbol, Function *&function) {
    function = reinterpret_cast<Function *>(find(symbol));
  }
  /// The same, but a function that the library does not have becomes nullptr.
  template <typename Function>
  void findIfPresent(const char *symbol, Function *&function) {
    function = reinterpret_cast<Function *>(lookup(symbol));
  }

  /// Records that the library cannot be used.
  void fail(std::string why);

  /// nullptr, or why the library cannot be used.
  const char *getProblem() const {
    return problem.empty() ? nullptr : problem.c_str();
  }

private:
  void *find(const char *symbol);
  void *lookup(const char *symbol) const;

  void *handle;
  std::string prefix, suffix, problem;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_KERNELS_KERNELLIBRARY_H
