//===- ValueLayout.h - The layout of a value in the IR ----------*- C++ -*-===//
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

/// The mesh that `name` refers to at `from`. If there is none, an error at
/// `from` names it.
mlir::FailureOr<MeshOp> lookupMesh(mlir::Operation *from,
                                   mlir::FlatSymbolRefAttr name);

/// The same without an error: null if there is none.
MeshOp lookupMeshOrNull(mlir::Operation *from, mlir::FlatSymbolRefAttr name);

/// The layout that the IR has for `value`, or null. It stands in
/// `dtensor.layout` for an argument of a function, in `dtensor.block_layouts`
/// of the op around for other arguments of an entry block, and in
/// `dtensor.layouts` for a result. The ops `relayout`, `constrain` and
/// `local_map` have it themselves.
LayoutAttr getLayout(mlir::Value value);

/// The layout that a result of a function is annotated with, or null.
LayoutAttr getResultLayout(mlir::Operation *function, unsigned result);

/// The index in `dtensor.block_layouts` of `argument`, an argument of a
/// region's entry block. The attribute is on the op that has the region, and
/// counts the arguments of the entry blocks of all its regions in order.
unsigned getBlockLayoutIndex(mlir::BlockArgument argument);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_VALUELAYOUT_H
