//===- ExpansionTable.h - Which function expands an op ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PARTITION_EXPANSION_EXPANSIONTABLE_H
#define DTENSOR_LIB_PARTITION_EXPANSION_EXPANSIONTABLE_H

#include "dtensor/Layout/ShardingRule.h"
#include "mlir/IR/Operation.h"

namespace dtensor {

class Expander;

/// How the op at hand is sharded: the layouts of its operands and results are
/// what the sharding of its rule's factors says.
struct ExpansionSite {
  const ShardingRule &rule;
  const FactorSharding &sharding;
};

/// Who expands which op. An op that is not here does on components what it does
/// on the whole.
class ExpansionTable {
public:
  using Function = mlir::LogicalResult (*)(Expander &, mlir::Operation *,
                                           const ExpansionSite &);

  template <typename OpTy, mlir::LogicalResult (*expand)(Expander &, OpTy,
                                                         const ExpansionSite &)>
  void add() {
    functions[mlir::TypeID::get<OpTy>()] =
        [](Expander &expander, mlir::Operation *op, const ExpansionSite &site) {
          return expand(expander, llvm::cast<OpTy>(op), site);
        };
  }

  /// Null for an op that is not in the table.
  Function lookup(mlir::Operation *op) const {
    return functions.lookup(op->getName().getTypeID());
  }

private:
  llvm::DenseMap<mlir::TypeID, Function> functions;
};

// One function a family of ops.
void addCommExpansions(ExpansionTable &table);
void addSliceExpansions(ExpansionTable &table);
void addTensorExpansions(ExpansionTable &table);
void addLinalgExtFactoryExpansions(ExpansionTable &table);
void addLinalgExtIndexingExpansions(ExpansionTable &table);
void addLinalgExtFoldExpansions(ExpansionTable &table);
void addLinalgExtMovementExpansions(ExpansionTable &table);

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_EXPANSION_EXPANSIONTABLE_H
