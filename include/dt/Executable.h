//===- Executable.h - A compiled program ------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_EXECUTABLE_H
#define DT_EXECUTABLE_H

#include "dt/Context.h"
#include "dt/DTensor.h"

#include <functional>
#include <future>

struct DtProgramInfo;

namespace dt {

/// An argument or a result of an executable.
struct DT_EXPORT ValueInfo {
  std::string name;
  DType dtype;
  /// In the global view; an extent of -1 fits any.
  Shape shape;
  Layout layout;
  /// Of an argument: whether a result takes its memory.
  bool donated = false;
};

/// A program that was compiled for the devices of a mesh. It is a handle; any
/// number of threads may run it.
class DT_EXPORT Executable {
public:
  /// Loads a library that `dtensor-compile` has made. Loading runs code: load
  /// only what you would run. Errors: a file that cannot be read, that is no
  /// such library or is cut short, of another version, or for a processor with
  /// more features than this one.
  static Executable load(const std::string &path);
  /// A program in memory; `owner` lives as long as the executable.
  /// `make_profiled` makes the same program with events, for its first run in a
  /// profile (see Profile.h). It may be empty.
  static Executable create(const DtProgramInfo &program,
                           std::shared_ptr<const void> owner,
                           std::function<Executable()> make_profiled = {});

  const std::string &name() const;
  const Mesh &mesh() const;
  const std::vector<ValueInfo> &arguments() const;
  const std::vector<ValueInfo> &results() const;
  /// The bytes of arguments, results and buffers on the most loaded device.
  int64_t peak_bytes() const;
  /// The communication report, as JSON.
  const std::string &report() const;

  /// Runs the program. Arguments must have the types, shapes and layouts that
  /// `arguments` says. Errors: others, or an error that the program raises.
  std::vector<DTensor> run(std::span<const DTensor> arguments,
                           const Context &context = Context::get()) const;
  /// The same, but takes the arguments. A donated one is updated in place if
  /// nobody else refers to its components. After an error, `arguments` is as
  /// before, with one exception: if the program has run and raised the error
  /// (`ProgramError`), an argument that was updated in place has lost its
  /// elements. Then reading them or its layout is an error.
  std::vector<DTensor> run(std::vector<DTensor> &&arguments,
                           const Context &context = Context::get()) const;

  /// The same, without waiting. Errors of arguments are thrown here, and leave
  /// `arguments` as before. Errors of the run are thrown by the future, which
  /// need not be kept, and do not give back what was taken. Waits while the
  /// queue of the context is full.
  std::future<std::vector<DTensor>>
  run_async(std::span<const DTensor> arguments,
            const Context &context = Context::get()) const;
  std::future<std::vector<DTensor>>
  run_async(std::vector<DTensor> &&arguments,
            const Context &context = Context::get()) const;

  struct Impl;

private:
  friend struct Access;
  explicit Executable(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl;
};

} // namespace dt

#endif // DT_EXECUTABLE_H
