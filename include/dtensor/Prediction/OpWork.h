//===- OpWork.h - What an op computes and touches ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PREDICTION_OPWORK_H
#define DTENSOR_PREDICTION_OPWORK_H

#include "mlir/IR/Operation.h"

namespace dtensor {

/// The cost of one execution of an op on the most loaded device, without regard
/// to a machine.
struct OpWork {
  /// The scalar operations: the points of the op's iteration space times those
  /// of its payload. A product and its addition are two.
  double operations = 0;
  /// The element type of the operands that are computed with; null for none.
  mlir::Type elementType;
  /// The bytes that are read from and written to memory.
  double bytes = 0;
};

/// The work of an op of the local view on tensors. A value that code generation
/// keeps in registers, since it is made and used by ops that are fused, counts
/// no bytes. Ops that only change a type or a shape, and collectives, have no
/// work.
OpWork getOpWork(mlir::Operation *op);

} // namespace dtensor

#endif // DTENSOR_PREDICTION_OPWORK_H
