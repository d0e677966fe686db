//===- TripCounts.h - How often code is run ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PROPAGATION_TRIPCOUNTS_H
#define DTENSOR_PROPAGATION_TRIPCOUNTS_H

#include "dtensor/Propagation/LayoutGraph.h"
#include "llvm/ADT/StringMap.h"

namespace dtensor {

/// How often blocks are run for one run of the program: in a loop as often as
/// it turns, 8 times if nobody knows, in a function as often as its call.
class TripCounts {
public:
  explicit TripCounts(const LayoutGraph &graph);

  double get(mlir::Operation *op) { return get(op->getBlock()); }
  double get(mlir::Block *block);
  /// Of what stands right behind the definition of the value.
  double get(mlir::Value value) { return get(value.getParentBlock()); }

  bool isCalled(mlir::func::FuncOp function) const {
    return callOf.contains(function.getName());
  }

private:
  /// A callee has one call, but for those that call themselves.
  llvm::StringMap<mlir::func::CallOp> callOf;
  llvm::DenseMap<mlir::Block *, double> countOf;
};

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_TRIPCOUNTS_H
