//===- Dependence.h - Which positions depend on which -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_DEPENDENCE_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_DEPENDENCE_H

#include "Inputs.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <tuple>

namespace dtensor {

/// Of an axis of a result and one of an argument, which positions of the one
/// change with which positions of the other.
struct AxisDependence {
  int64_t resultExtent, argumentExtent;
  /// By position of the result, then of the argument.
  std::vector<bool> changes = {};

  bool get(int64_t result, int64_t argument) const {
    return changes[result * argumentExtent + argument];
  }
  /// Whether each position depends on the same one of the argument at most, and
  /// some do.
  bool isDiagonal() const;
  /// Whether a position depends on a few of the argument: on a third at most,
  /// as a rule. Of what comes before it, it would be on half.
  bool isSparse() const;
  /// From the first to the last position of the argument that the device at
  /// `coordinate` of `count` needs for its part of the result, how many it has
  /// not.
  int64_t countMissing(int64_t count, int64_t coordinate) const;
};

/// The axes on which results of a program of one op depend. A structured op
/// says so in its maps. Of another one that is not elementwise it is found by
/// trying, on one device: each position of each axis of an argument gets other
/// values, and the results are looked at. Sharding rules have no part in it.
class Dependence {
public:
  /// Nothing if the program does not run.
  static std::optional<Dependence>
  find(const Case &testCase, const Extents &extents, mlir::ModuleOp program,
       mlir::Operation *op, ProgramCompiler &oneDevice);

  const AxisDependence &get(unsigned argument, unsigned argumentAxis,
                            unsigned result, unsigned resultAxis) const {
    return pairs.at({argument, argumentAxis, result, resultAxis});
  }

private:
  static Dependence readMaps(mlir::linalg::LinalgOp op);
  /// Of an elementwise op.
  static Dependence pairSameAxes(mlir::Operation *op);

  using Key = std::tuple<unsigned, unsigned, unsigned, unsigned>;
  static std::optional<Dependence> tryAll(const Case &testCase,
                                          const Extents &extents,
                                          const Inputs &inputs,
                                          CompiledProgram &compiled);

  std::map<Key, AxisDependence> pairs;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_DEPENDENCE_H
