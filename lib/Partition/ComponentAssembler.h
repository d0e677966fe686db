//===- ComponentAssembler.h - Tensors from components -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PARTITION_COMPONENTASSEMBLER_H
#define DTENSOR_LIB_PARTITION_COMPONENTASSEMBLER_H

#include "dtensor/Layout/Layout.h"
#include "mlir/IR/Builders.h"

namespace dtensor {

/// Joins the components of several devices to tensors, and takes them apart
/// again, in a program that holds each component as a separate value.
class ComponentAssembler {
public:
  /// Returns the component of `device`.
  using Component = llvm::function_ref<mlir::Value(int64_t device)>;

  ComponentAssembler(const Mesh &mesh, mlir::OpBuilder &builder)
      : mesh(mesh), builder(builder) {}

  /// The mesh dimensions along which components in `layout` differ.
  static DimList getDims(const Layout &layout);

  /// Makes the tensor of static `shape` from its components in `layout`. They
  /// are those of the devices that differ from `device` only along `getDims`.
  mlir::Value join(mlir::Location loc, Component component,
                   const Layout &layout, llvm::ArrayRef<int64_t> shape,
                   int64_t device);

  /// Slices the component out of `whole`, which has a static shape, as a value
  /// of `type`. Of a partial value, the first device along each dimension gets
  /// everything.
  mlir::Value cut(mlir::Location loc, mlir::Value whole, const Layout &layout,
                  int64_t device, mlir::Type type);

  /// Casts `value` to a type with more or fewer static extents.
  mlir::Value cast(mlir::Location loc, mlir::Value value, mlir::Type type);

  /// Inserts `from[starts; extents; strides]` into `to[toStarts; extents;
  /// toStrides]`.
  mlir::Value insert(mlir::Location loc, mlir::Value from,
                     llvm::ArrayRef<int64_t> starts,
                     llvm::ArrayRef<int64_t> strides, mlir::Value to,
                     llvm::ArrayRef<int64_t> toStarts,
                     llvm::ArrayRef<int64_t> toStrides,
                     llvm::ArrayRef<int64_t> extents);

private:
  /// Combines partial components.
  mlir::Value combinePartial(mlir::Location loc, Component component,
                             const Layout &layout, int64_t device);
  mlir::Value combine(mlir::Location loc, Combiner combiner, mlir::Value a,
                      mlir::Value b);
  /// The device with other coordinates along `dims`: number `place` among the
  /// devices along them, major first.
  int64_t moveAlong(int64_t device, llvm::ArrayRef<unsigned> dims,
                    int64_t place) const;

  const Mesh &mesh;
  mlir::OpBuilder &builder;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_COMPONENTASSEMBLER_H
