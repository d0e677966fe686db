//===- VerifyLayout.h - Checks that both views share ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These functions report errors at `op`; `what` names the value that is
// checked, such as `argument 1`.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_VERIFYLAYOUT_H
#define DTENSOR_DIALECT_DTENSOR_IR_VERIFYLAYOUT_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"

namespace dtensor {

/// The mesh called `name`, which may not have been verified yet.
mlir::FailureOr<Mesh> verifyMesh(mlir::Operation *op,
                                 mlir::FlatSymbolRefAttr name,
                                 mlir::SymbolTableCollection *symbols = {});

/// Checks that `dims` are different dimensions of the mesh called `meshName`.
mlir::LogicalResult verifyDimensions(mlir::Operation *op,
                                     mlir::FlatSymbolRefAttr meshName,
                                     mlir::ArrayAttr dims,
                                     mlir::SymbolTableCollection *symbols = {});

/// Checks that `layout`, a LayoutAttr or a ConstraintAttr of a value in the
/// region of `map` (which may be null), names no dimension that is manual
/// there. The value is already a component along these.
mlir::LogicalResult verifyFree(mlir::Operation *op, LocalMapOp map,
                               mlir::Attribute layout,
                               mlir::SymbolTableCollection *symbols = {});

/// Checks that `layout`, a LayoutAttr or a ConstraintAttr, fits a value of
/// `type`, which must be a ranked tensor or buffer.
mlir::LogicalResult verifyLayout(mlir::Operation *op, const llvm::Twine &what,
                                 mlir::Attribute layout, mlir::Type type,
                                 mlir::SymbolTableCollection *symbols = {});

/// Checks that `local` is the component that a device holds of a tensor of
/// `globalShape` under `layout`, which has the same rank. An axis that shards
/// evenly has a static extent. One that shards unevenly, or a part of a dynamic
/// one, has a dynamic extent. Further dynamic extents are allowed.
mlir::LogicalResult verifyComponent(mlir::Operation *op,
                                    const llvm::Twine &what,
                                    mlir::ShapedType local,
                                    llvm::ArrayRef<int64_t> globalShape,
                                    const Mesh &mesh, const Layout &layout);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_VERIFYLAYOUT_H
