//===- Evaluator.h - The values of a program while it runs ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_EVALUATOR_H
#define DTENSOR_LIB_REFERENCE_EVALUATOR_H

#include "Number.h"
#include "dtensor/Reference/Interpreter.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"

namespace dtensor::reference {

class Evaluator;

/// Evaluates one op: computes its results from its operands, in order.
using OpEvaluation = std::function<llvm::Expected<llvm::SmallVector<Tensor>>(
    mlir::Operation *op, llvm::ArrayRef<Tensor> operands,
    Evaluator &evaluator)>;

/// The evaluation of each op, by its name. Each file of ops has a function that
/// registers its ops, see `OpEvaluations.h`.
using OpEvaluations = llvm::StringMap<OpEvaluation>;

class Evaluator {
public:
  explicit Evaluator(const InterpretOptions &options);

  /// Evaluates the ops of a block with `arguments`, and returns the operands of
  /// its terminator.
  llvm::Expected<llvm::SmallVector<Tensor>>
  evaluate(mlir::Block &block, llvm::ArrayRef<Tensor> arguments);

  /// The current value of `value`. It must have been evaluated, and still have
  /// readers.
  const Tensor &get(mlir::Value value) const;

  /// Counts scalar operations. It is an error if there are more than allowed.
  llvm::Error work(uint64_t operations);

private:
  /// For each op of a block, the values that it is the last to read.
  using LastUses =
      llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>>;

  llvm::Error evaluate(mlir::Operation &op);

  const InterpretOptions &options;
  OpEvaluations evaluations;
  llvm::DenseMap<mlir::Value, Tensor> values;
  llvm::DenseMap<mlir::Block *, std::unique_ptr<LastUses>> lastUses;
  /// The nested blocks that are being evaluated. A value has one tensor at a
  /// time, so a block cannot be evaluated within itself.
  llvm::SmallPtrSet<mlir::Block *, 8> active;
  uint64_t done = 0;
};

/// `message` with the op's name and its location in the source.
llvm::Error makeError(mlir::Operation *op, const llvm::Twine &message);

/// The message of an assertion that does not hold, with its location.
llvm::Error makeUnmet(mlir::cf::AssertOp op);

/// A tensor of zeros of the element type of `type` (a tensor or a scalar), an
/// i64 for `index`. Errors: no memory, a type that hosts do not have.
llvm::Expected<HostTensor> makeTensor(mlir::Operation *op, mlir::Type type,
                                      llvm::ArrayRef<int64_t> shape);

/// The integer of a rank-0 tensor of integers.
int64_t getInteger(const Tensor &scalar);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_EVALUATOR_H
