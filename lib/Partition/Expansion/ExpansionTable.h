//===- ExpansionTable.h - The expansions of ops -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PARTITION_EXPANSION_EXPANSIONTABLE_H
#define DTENSOR_LIB_PARTITION_EXPANSION_EXPANSIONTABLE_H

#include "dtensor/Partition/ExpansionInterface.h"

namespace dtensor {

/// The functions that expand ops. An op without an entry does the same on
/// components as on whole tensors.
class ExpansionTable {
public:
  /// Makes a table of all expansions of this project.
  ExpansionTable();

  using Function = llvm::LogicalResult (*)(Expander &, mlir::Operation *,
                                           const ExpansionSite &);

  template <typename OpTy, llvm::LogicalResult (*expand)(Expander &, OpTy,
                                                         const ExpansionSite &)>
  void add() {
    functions[mlir::TypeID::get<OpTy>()] = call<OpTy, expand>;
  }

  /// Adds an expansion for all ops with an interface. An op's own entry takes
  /// precedence.
  template <typename InterfaceTy,
            llvm::LogicalResult (*expand)(Expander &, InterfaceTy,
                                          const ExpansionSite &)>
  void addInterface() {
    ofInterfaces.push_back(
        {[](mlir::Operation *op) { return llvm::isa<InterfaceTy>(op); },
         call<InterfaceTy, expand>});
  }

  /// The op's entry. If it has none, its `ExpansionInterface`. If it has none
  /// either, the entry of an interface that it implements. Null if there is
  /// none.
  Function lookup(mlir::Operation *op) const;

private:
  template <typename OpTy, llvm::LogicalResult (*expand)(Expander &, OpTy,
                                                         const ExpansionSite &)>
  static llvm::LogicalResult call(Expander &expander, mlir::Operation *op,
                                  const ExpansionSite &site) {
    return expand(expander, llvm::cast<OpTy>(op), site);
  }

  llvm::DenseMap<mlir::TypeID, Function> functions;
  llvm::SmallVector<std::pair<bool (*)(mlir::Operation *), Function>>
      ofInterfaces;
};

// Each function adds the expansions of one family of ops.
void addCommExpansions(ExpansionTable &table);
void addControlFlowExpansions(ExpansionTable &table);
void addLinalgExtFactoryExpansions(ExpansionTable &table);
void addLinalgExtFoldExpansions(ExpansionTable &table);
void addLinalgExtIndexingExpansions(ExpansionTable &table);
void addLinalgExtMovementExpansions(ExpansionTable &table);
void addRelayoutExpansions(ExpansionTable &table);
void addReshapeExpansions(ExpansionTable &table);
void addSliceExpansions(ExpansionTable &table);
void addStructuredExpansions(ExpansionTable &table);
void addTensorExpansions(ExpansionTable &table);

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_EXPANSION_EXPANSIONTABLE_H
