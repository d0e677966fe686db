//===- ComponentAssembler.h - Components of all devices on one --*- C++ -*-===//
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

/// Where one program has the components of several devices as so many values.
class ComponentAssembler {
public:
  /// What `device` has.
  using Component = llvm::function_ref<mlir::Value(int64_t device)>;

  ComponentAssembler(const Mesh &mesh, mlir::OpBuilder &builder)
      : mesh(mesh), builder(builder) {}

  /// Mesh dimensions along which components in `layout` are told apart.
  static DimList getDims(const Layout &layout);

  /// The tensor of static `shape` whose components in `layout` are those of the
  /// devices that differ from `device` along `getDims` only.
  mlir::Value join(mlir::Location loc, Component component,
                   const Layout &layout, llvm::ArrayRef<int64_t> shape,
                   int64_t device);

  /// The component of `whole`, of a static shape, as a value of `type`. Of a
  /// partial value the first device along each dimension has all.
  mlir::Value cut(mlir::Location loc, mlir::Value whole, const Layout &layout,
                  int64_t device, mlir::Type type);

  /// `value` with what else is known of its extents, or less.
  mlir::Value cast(mlir::Location loc, mlir::Value value, mlir::Type type);

  /// `from[starts; extents; strides]` in the place of
  /// `to[toStarts; extents; toStrides]`.
  mlir::Value insert(mlir::Location loc, mlir::Value from,
                     llvm::ArrayRef<int64_t> starts,
                     llvm::ArrayRef<int64_t> strides, mlir::Value to,
                     llvm::ArrayRef<int64_t> toStarts,
                     llvm::ArrayRef<int64_t> toStrides,
                     llvm::ArrayRef<int64_t> extents);

private:
  /// Of components that are partial the combination.
  mlir::Value combinePartial(mlir::Location loc, Component component,
                             const Layout &layout, int64_t device);
  mlir::Value combine(mlir::Location loc, Combiner combiner, mlir::Value a,
                      mlir::Value b);
  /// The device at other coordinates along `dims`: number `place` of those
  /// along them, major first.
  int64_t moveAlong(int64_t device, llvm::ArrayRef<unsigned> dims,
                    int64_t place) const;

  const Mesh &mesh;
  mlir::OpBuilder &builder;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_COMPONENTASSEMBLER_H
