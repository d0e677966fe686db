//===- Expander.h - From global ops to local ones ---------------*- C++ -*-===//
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

/// Makes the local view from the global one. Holds the state that all
/// expansions share: the layouts of global values, the map from global values
/// to local ones, and the insertion point in the local program.
class Expander {
public:
  Expander(LayoutGraph &graph, const ExpansionTable &expansions);

  const Mesh &getMesh() const { return geometry.getMesh(); }
  LocalGeometry &getGeometry() { return geometry; }
  /// The builder that stands where the next local op belongs.
  mlir::OpBuilder &getBuilder() { return builder; }

  //===--------------------------------------------------------------------===//
  // Global values and their local values
  //===--------------------------------------------------------------------===//

  const Layout &getLayout(mlir::Value global) const;
  /// The type of the component. For a value that is not a tensor, the type of
  /// `global`.
  mlir::Type getLocalType(mlir::Value global) const;
  mlir::SmallVector<mlir::Type> getLocalTypes(mlir::ValueRange globals) const;

  mlir::Value getLocal(mlir::Value global) { return mapping.lookup(global); }
  mlir::SmallVector<mlir::Value> getLocals(mlir::ValueRange globals);
  /// Maps values to local ones. Attributes stay as they are.
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
  /// Fills `to` with the expansion of the only block of `from`.
  mlir::LogicalResult expandRegion(mlir::Region &from, mlir::Region &to);
  /// Expands `op` by its entry in the table. An op without an entry becomes the
  /// same op on components.
  mlir::LogicalResult expandOp(mlir::Operation &op);

  /// Copies the op unchanged onto local operands. The results get their local
  /// types, and the op's results are mapped to them.
  mlir::Operation *cloneLocally(mlir::Operation &op);
  /// Does the same as `cloneLocally`, but moves the regions of `op` instead of
  /// cloning them. Cloning them and erasing the old ones would take as long as
  /// everything else.
  mlir::Operation *moveLocally(mlir::Operation &op);
  /// Copies an op that is local already, such as one in the region of a
  /// `local_map`.
  void copy(mlir::Operation &op) { builder.clone(op, mapping); }

private:
  /// Finishes `local`, the expansion of `op`: sets the attributes and types of
  /// the local view.
  mlir::Operation *makeLocal(mlir::Operation *local, mlir::Operation &op);
  /// The attributes that an op keeps on components: all except its layouts.
  mlir::DictionaryAttr getLocalAttributes(mlir::DictionaryAttr attributes);

  LayoutGraph &graph;
  const ExpansionTable &expansions;
  mlir::OpBuilder builder;
  LocalGeometry geometry;
  mlir::IRMapping mapping;
  /// The local attributes by the global ones, since most ops have the same
  /// attributes as others.
  llvm::DenseMap<mlir::Attribute, mlir::DictionaryAttr> localAttributes;
};

} // namespace dtensor

#endif // DTENSOR_PARTITION_EXPANDER_H
