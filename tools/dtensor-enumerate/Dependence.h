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

/// For an axis of a result and one of an argument, the positions of the result
/// that change with each position of the argument.
struct AxisDependence {
  int64_t resultExtent, argumentExtent;
  /// By position of the result, then of the argument.
  std::vector<bool> changes = {};

  bool get(int64_t result, int64_t argument) const {
    return changes[result * argumentExtent + argument];
  }
  /// Whether each position depends on at most the same one of the argument, and
  /// some positions do.
  bool isDiagonal() const;
  /// Whether each position depends on exactly one of the argument, and none on
  /// the same as another, as in a reversal.
  bool isPermutation() const;
  /// Whether a position depends on a few positions of the argument: typically
  /// on a third at most. An op that reads all earlier positions would depend on
  /// half.
  bool isSparse() const;
  /// The device at `coordinate` of `count` needs an interval of the argument
  /// for its part of the result, from the first to the last position. This is
  /// the number of positions of the interval that it does not have.
  int64_t countMissing(int64_t count, int64_t coordinate) const;
};

/// The axes on which results of a program of one op depend. For a structured op
/// they follow from its maps. For another op that is not elementwise they are
/// found by experiment, on one device: each position of each axis of an
/// argument gets other values, and the results are compared. An axis that is
/// too long for that counts as one on which everything depends. Sharding rules
/// are not used.
class Dependence {
public:
  /// Returns nothing if the program does not run.
  static std::optional<Dependence>
  find(const Case &testCase, const Extents &extents, mlir::ModuleOp program,
       mlir::Operation *op, ProgramCompiler &oneDevice);

  const AxisDependence &get(unsigned argument, unsigned argumentAxis,
                            unsigned result, unsigned resultAxis) const {
    return pairs.at({argument, argumentAxis, result, resultAxis});
  }

private:
  static Dependence readMaps(mlir::linalg::LinalgOp op);
  /// The dependence of an elementwise op.
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
