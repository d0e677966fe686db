//===- CountOnce.h - Initial values of sharded folds ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PARTITION_EXPANSION_COUNTONCE_H
#define DTENSOR_LIB_PARTITION_EXPANSION_COUNTONCE_H

#include "dtensor/Partition/Expander.h"
#include "dtensor/ShardingRules/CombinerOf.h"

namespace dtensor {

/// The mesh dimensions along which results are partial.
DimList getReducedDims(const ExpansionSite &site);

/// Makes the initial value of a destination count once. `op` combines `local`,
/// the destination, with parts that the devices along `dims` have. On all
/// devices but the first, the initial value is replaced by the identity.
mlir::FailureOr<mlir::Value>
createCountedOnce(Expander &expander, mlir::Operation *op, mlir::Value global,
                  mlir::Value local, const ReductionBody &body,
                  llvm::ArrayRef<unsigned> dims);

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_EXPANSION_COUNTONCE_H
