//===- LoopCaptures.h - The captured values of a loop nest ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_OUTLINING_LOOPCAPTURES_H
#define DTENSOR_LIB_CODEGEN_OUTLINING_LOOPCAPTURES_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace dtensor {

/// Moves views of outer buffers at known places from `nest` to the front of it.
/// The buffers of a row are views of the arena, and two layers differ only in
/// their places in the arena.
void hoistViews(mlir::Operation *nest);

/// The values that `nest` uses and does not define, in the order of their first
/// use, so that equal nests have equal lists. Constants are repeated in the
/// nest's function, and buffers are passed in the form of BareBuffer.
class LoopCaptures {
public:
  explicit LoopCaptures(mlir::Operation *nest);

  /// The arguments of a call, created at `builder`.
  llvm::SmallVector<mlir::Value> pass(mlir::OpBuilder &builder,
                                      const mlir::LLVMTypeConverter &converter);

  /// Makes the captured values from `arguments`, in the order of `pass`, and
  /// replaces their uses within the nest.
  void receive(mlir::OpBuilder &builder,
               const mlir::LLVMTypeConverter &converter,
               mlir::ValueRange arguments);

  /// Marks pointers that are known not to overlap.
  void markArguments(mlir::func::FuncOp function,
                     const mlir::LLVMTypeConverter &converter);

private:
  mlir::Operation *nest;
  /// The uses in the nest of values that are defined outside. The other users
  /// of a value may be as many as the program has ops, and are not looked at.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::OpOperand *>> uses;
  llvm::SetVector<mlir::Value> values;
  llvm::SetVector<mlir::Operation *> constants;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_OUTLINING_LOOPCAPTURES_H
