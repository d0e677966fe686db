//===- Profile.h - What a program's time was spent on -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_PROFILE_H
#define DT_PROFILE_H

#include "dt/Context.h"

#include <memory>
#include <string>

namespace dt {

/// From its construction until `end`, records when each op and each collective
/// of the programs ran that the context runs, on each device of this process.
/// docs/Profile.md describes the file and the tables.
///
/// A program without events is compiled once more for its first run in a
/// profile. One that was loaded from a file cannot be, so that only its runs
/// are recorded, unless it was compiled with `CompileOptions::events`.
class DT_EXPORT Profile {
public:
  /// `file` is for the trace; if it is empty, none is written. Waits for runs
  /// that were begun before. Errors: another profile of the context, a file
  /// that cannot be written.
  explicit Profile(std::string file = "",
                   const Context &context = Context::get());
  /// Forgets what was recorded, unless `end` was called.
  ~Profile();
  Profile(const Profile &) = delete;
  Profile &operator=(const Profile &) = delete;

  /// Waits for runs that were begun, and writes the file. In a process of
  /// several, number 3 of them writes `p.3.json` for `p.json`. Does nothing if
  /// it was called before. Errors: the file cannot be written.
  void end();

  /// A table for each of the programs that took most time, of the events that
  /// took most time, `rows` of both. Errors: `end` was not called.
  std::string table(int64_t rows = 10) const;
  /// The contents of the file. Errors: `end` was not called.
  std::string json() const;

  struct Impl;

private:
  std::unique_ptr<Impl> impl;
};

} // namespace dt

#endif // DT_PROFILE_H
