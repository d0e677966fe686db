//===- Edit.h - How a plan changes a module ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_EDIT_H
#define DTENSOR_LIB_PLANNING_EDIT_H

#include "dtensor/Propagation/LayoutGraph.h"
#include "mlir/IR/IRMapping.h"

namespace dtensor {

/// Where a change is made: in a plan's module, or in a copy of it. Changes name
/// values and ops of the plan's module, and look them up here.
class Edit {
public:
  Edit(mlir::ModuleOp module, const mlir::IRMapping *copies, const Mesh &mesh,
       mlir::FlatSymbolRefAttr meshName)
      : module(module), copies(copies), mesh(mesh), meshName(meshName) {}

  mlir::ModuleOp getModule() const { return module; }
  mlir::Value get(mlir::Value value) const {
    return copies ? copies->lookup(value) : value;
  }
  mlir::Operation *get(mlir::Operation *op) const {
    return copies ? copies->lookup(op) : op;
  }
  template <typename Op> Op get(Op op) const {
    return mlir::cast<Op>(get(op.getOperation()));
  }
  /// The copies of all values and ops. There must be a copy.
  const mlir::IRMapping &getCopies() const { return *copies; }

  const Mesh &getMesh() const { return mesh; }
  LayoutAttr getAttr(const Layout &layout) const {
    return LayoutAttr::get(meshName, mesh, layout);
  }

  /// Brings a value into another layout before its users. `isUnforced` if it is
  /// gathered on all devices although nobody asked for it.
  void constrain(mlir::Value value, const Layout &layout,
                 bool isUnforced = false);
  /// Brings a value that a function returns into another layout.
  void constrain(mlir::OpOperand &returned, const Layout &layout);
  /// Makes an op have these layouts, even if others cost less there.
  void force(mlir::Operation *op, const OpLayouts &layouts);
  /// Adds a relayout of `value` that is like another plan's.
  ConstrainOp addCopy(mlir::OpBuilder &builder, ConstrainOp like,
                      mlir::Value value);

  /// The relayouts that were added.
  llvm::ArrayRef<ConstrainOp> getConstrains() const { return constrains; }
  /// The values whose users have another layout now.
  llvm::ArrayRef<mlir::Value> getMoved() const { return moved; }

private:
  ConstrainOp addConstrain(mlir::OpBuilder &builder, mlir::Value value,
                           const Layout &layout);

  mlir::ModuleOp module;
  const mlir::IRMapping *copies;
  const Mesh &mesh;
  mlir::FlatSymbolRefAttr meshName;
  llvm::SmallVector<ConstrainOp> constrains;
  llvm::SmallVector<mlir::Value> moved;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_EDIT_H
