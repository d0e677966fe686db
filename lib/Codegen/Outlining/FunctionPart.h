//===- FunctionPart.h - Ops that become a function --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_OUTLINING_FUNCTIONPART_H
#define DTENSOR_LIB_CODEGEN_OUTLINING_FUNCTIONPART_H

#include "CopiedOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace dtensor {

/// Whether the block is the body of a loop of which several iterations may be
/// computed at once. Calls with effects would prevent that, and fusion bounds
/// the size of such a loop.
bool isVectorLoop(mlir::Block &block);

/// Ops of a block, in order and with copied ops between them, that become a
/// function of their own.
class FunctionPart {
public:
  FunctionPart(llvm::ArrayRef<mlir::Operation *> ops, const CopiedOps &copied)
      : ops(ops), copied(copied) {
    members.insert_range(ops);
  }
  virtual ~FunctionPart() = default;

  /// Moves the ops into a new function, which is in no module yet, and calls it
  /// in the place of the first op.
  mlir::func::CallOp outline(llvm::StringRef name,
                             mlir::func::FuncOp &outlined);

protected:
  /// The value in `body` that replaces an outer value. The result of a copied
  /// op is computed again; any other value is passed.
  virtual mlir::Value receive(mlir::Value value, mlir::Block &body);

  /// Adds arguments of these types for `value`, and returns the first of them.
  mlir::Value pass(mlir::Value value, mlir::TypeRange types, mlir::Block &body);

  /// The operands of the call, for all values that are passed.
  virtual llvm::SmallVector<mlir::Value> getArguments(mlir::OpBuilder &builder,
                                                      mlir::Location loc) {
    return passed;
  }

  bool isMember(mlir::Value value) const {
    mlir::Operation *op = value.getDefiningOp();
    return op && members.contains(op);
  }

  /// The members' results that other ops use.
  llvm::SmallVector<mlir::Value> findResults();

  /// Calls `callee` at `builder`, with the values that are passed. Its results
  /// replace `results` wherever these are used outside of `callee`.
  mlir::func::CallOp call(mlir::OpBuilder &builder, mlir::func::FuncOp callee,
                          mlir::ValueRange results);

  llvm::ArrayRef<mlir::Operation *> ops;
  const CopiedOps &copied;
  mlir::IRMapping received;
  llvm::SmallVector<mlir::Value> passed;

private:
  void moveTo(mlir::Block &body);

  llvm::DenseSet<mlir::Operation *> members;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_OUTLINING_FUNCTIONPART_H
