//===- ReplicatedWork.h - Work that several devices repeat ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_COLLECTIVES_REPLICATEDWORK_H
#define DTENSOR_LIB_COLLECTIVES_REPLICATEDWORK_H

#include "Divergence.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// The structured ops of a block that all devices of a group compute alike, and
/// that the group would better divide. Each has a parallel loop of which every
/// device runs an equal part. Ops that read each other's parts are divided
/// along the same axis of what is between them.
class ReplicatedWork {
public:
  struct Division {
    unsigned loop;
    /// The mesh dimensions that span the group.
    DimList dims;
  };

  ReplicatedWork(mlir::Block &block, const Mesh &mesh,
                 const Divergence &divergence);

  /// In the order of the block.
  llvm::ArrayRef<mlir::linalg::LinalgOp> getOps() const { return ops; }
  /// Null if the op is not divided.
  const Division *lookup(mlir::Operation *op) const;
  /// Whether the user needs no more of a divided value than the device's part.
  bool readsPart(mlir::OpOperand &use) const;
  bool needsWhole(mlir::OpResult result) const;

private:
  std::optional<Division> divide(mlir::linalg::LinalgOp op) const;
  DimList getUniformDims(mlir::linalg::LinalgOp op) const;
  bool canRunAlong(mlir::linalg::LinalgOp op, unsigned loop,
                   int64_t count) const;
  void keepWhatPays();

  const Mesh &mesh;
  const Divergence &divergence;
  llvm::SmallVector<mlir::linalg::LinalgOp> ops;
  llvm::DenseMap<mlir::Operation *, Division> divisions;
};

/// The axis along which `loop` runs through an operand, if it does.
std::optional<unsigned> getAxisOf(mlir::linalg::LinalgOp op,
                                  mlir::OpOperand &operand, unsigned loop);

} // namespace dtensor

#endif // DTENSOR_LIB_COLLECTIVES_REPLICATEDWORK_H
