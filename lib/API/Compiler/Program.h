//===- Program.h - Compiles what was recorded -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_COMPILER_PROGRAM_H
#define DTENSOR_LIB_API_COMPILER_PROGRAM_H

#include "dt/Compiler.h"
#include "dtensor/Recording/Graph.h"

namespace dt {

/// A request to compile a recorded program.
struct ProgramRequest {
  std::string name;
  Mesh mesh;
  /// Of the arguments, all of which are given, and of some results.
  std::vector<Layout> arguments;
  std::map<int64_t, std::string> results;
  std::vector<bool> donated;
};

/// Compiles a program that was recorded. The mesh of `options` is not looked
/// at. Programs of a user's ops need not shard anything, so that this gives no
/// warning.
Executable compileProgram(const dtensor::recording::Graph &graph,
                          const ProgramRequest &request,
                          CompileOptions options = {});

} // namespace dt

#endif // DTENSOR_LIB_API_COMPILER_PROGRAM_H
