//===- Print.h - Text of a recorded program ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_PRINT_H
#define DTENSOR_RECORDING_PRINT_H

#include "dtensor/Recording/Graph.h"
#include "llvm/Support/raw_ostream.h"

namespace dtensor::recording {

/// The parts of a program's text beside its ops. Lists may be shorter than
/// there are arguments or results.
struct PrintOptions {
  /// The name of the function.
  std::string name = "main";
  /// As `x=2, y=4`; empty: the program has no mesh.
  std::string mesh;
  /// As `x,unsharded`; empty: open.
  std::vector<std::string> argumentLayouts, resultLayouts;
  /// Arguments whose memory the results may take.
  std::vector<bool> donated;
};

/// Prints a program that has not failed as text of StableHLO.
void print(const Graph &graph, llvm::raw_ostream &os,
           const PrintOptions &options = {});
std::string toText(const Graph &graph, const PrintOptions &options = {});

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_PRINT_H
