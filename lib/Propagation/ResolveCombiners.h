//===- ResolveCombiners.h - Combiners for a type ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PROPAGATION_RESOLVECOMBINERS_H
#define DTENSOR_LIB_PROPAGATION_RESOLVECOMBINERS_H

#include "dtensor/Layout/Layout.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace dtensor {

/// Replaces the partial combiners of `layout`, which are named as users write
/// them, by the combiners for elements of `type`. Emits an error at `op` if a
/// combiner does not apply to these elements.
mlir::LogicalResult resolveCombiners(Layout &layout,
                                     mlir::RankedTensorType type,
                                     mlir::Operation *op);

} // namespace dtensor

#endif // DTENSOR_LIB_PROPAGATION_RESOLVECOMBINERS_H
