//===- Expander.h - The local program as it is being made -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PARTITION_EXPANDER_H
#define DTENSOR_PARTITION_EXPANDER_H

#include "dtensor/Partition/ExpansionInterface.h"
#include "dtensor/Partition/LocalGeometry.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace dtensor {

class ExpansionTable;
class LayoutGraph;

/// Makes the local view beside the global one. Holds what all expansions share:
/// the layouts of global values, the map from global values to local ones, and
/// the place in the local program that is filled next.
class Expander {
public:
  Expander(LayoutGraph &graph, const ExpansionTable &expansions);

  const Mesh &getMesh() const { return geometry.getMesh(); }
  LocalGeometry &getGeometry() { return geometry; }
  /// Stands where the next local op belongs.
  mlir::OpBuilder &getBuilder() { return builder; }

  //===--------------------------------------------------------------------===//
  // Values: those of the global view, and what they became
  //===--------------------------------------------------------------------===//

  const Layout &getLayout(mlir::Value global) const;
  /// The type of the component; that of `global` if it is no tensor.
  mlir::Type getLocalType(mlir::Value global) const;
  mlir::SmallVector<mlir::Type> getLocalTypes(mlir::ValueRange globals) const;

  mlir::Value getLocal(mlir::Value global) { return mapping.lookup(global); }
  mlir::SmallVector<mlir::Value> getLocals(mlir::ValueRange globals);
  /// Attributes stay as they are.
  mlir::SmallVector<mlir::OpFoldResult>
  getLocals(mlir::ArrayRef<mlir::OpFoldResult> globals);

  void setLocal(mlir::Value global, mlir::Value local) {
    mapping.map(global, local);
  }
  void setLocals(mlir::ValueRange globals, mlir::ValueRange locals) {
    mapping.map(globals, locals);
  }

  //===--------------------------------------------------------------------===//
  // Ops
  //===--------------------------------------------------------------------===//

  /// Replaces a function of the global view by one of the local view.
  mlir::LogicalResult expandFunction(mlir::func::FuncOp function);
  /// Fills `to` with what the only block of `from` becomes.
  mlir::LogicalResult expandRegion(mlir::Region &from, mlir::Region &to);
  /// Makes of `op` what the table says; without an entry, the same op on
  /// components.
  mlir::LogicalResult expandOp(mlir::Operation &op);

  /// Copies the op, as it is, onto local operands. Its results get their local
  /// types, and are what the op's results become.
  mlir::Operation *cloneLocally(mlir::Operation &op);
  /// The same, with the regions of `op`, which has none any more: to clone them
  /// and to erase the old ones takes as long as all else.
  mlir::Operation *moveLocally(mlir::Operation &op);
  /// Copies an op that is local already, such as one in a region for
  /// components.
  void copy(mlir::Operation &op) { builder.clone(op, mapping); }

private:
  /// What `op` became, with the attributes and types of the local view.
  mlir::Operation *makeLocal(mlir::Operation *local, mlir::Operation &op);
  /// What stays of an op's attributes on components: its layouts do not.
  mlir::DictionaryAttr getLocalAttributes(mlir::DictionaryAttr attributes);

  LayoutGraph &graph;
  const ExpansionTable &expansions;
  mlir::OpBuilder builder;
  LocalGeometry geometry;
  mlir::IRMapping mapping;
  /// Most ops have the attributes of others.
  llvm::DenseMap<mlir::Attribute, mlir::DictionaryAttr> localAttributes;
};

} // namespace dtensor

#endif // DTENSOR_PARTITION_EXPANDER_H
