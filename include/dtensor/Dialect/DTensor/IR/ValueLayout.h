//===- ValueLayout.h - Where the layout of a value stands -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_VALUELAYOUT_H
#define DTENSOR_DIALECT_DTENSOR_IR_VALUELAYOUT_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"

namespace dtensor {

/// The mesh that `name` means at `from`. If there is none, an error at `from`
/// names it.
mlir::FailureOr<MeshOp> lookupMesh(mlir::Operation *from,
                                   mlir::FlatSymbolRefAttr name);

/// The same without an error: null if there is none.
MeshOp lookupMeshOrNull(mlir::Operation *from, mlir::FlatSymbolRefAttr name);

/// The layout that stands in the IR for `value`, or null: of an argument of a
/// function `dtensor.layout`, of other arguments of an entry block
/// `dtensor.block_layouts` of the op around, of a result `dtensor.layouts`, or
/// what `relayout`, `constrain` and `local_map` themselves say.
LayoutAttr getLayout(mlir::Value value);

/// The layout that a result of a function is annotated with, or null.
LayoutAttr getResultLayout(mlir::Operation *function, unsigned result);

/// The place of `argument`, of the entry block of a region, in the
/// `dtensor.block_layouts` of the op that has the region: arguments of the
/// entry blocks of all regions are counted in order.
unsigned getBlockLayoutIndex(mlir::BlockArgument argument);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_VALUELAYOUT_H
