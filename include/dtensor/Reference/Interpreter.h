//===- Interpreter.h - Evaluates a program op by op -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_REFERENCE_INTERPRETER_H
#define DTENSOR_REFERENCE_INTERPRETER_H

#include "dtensor/Host/HostTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <functional>

namespace dtensor::reference {

/// A value of the program. A value never changes once it is made, so an op that
/// returns its operand shares it. A scalar of the program has rank 0; an
/// `index` is an i64.
using Tensor = std::shared_ptr<const HostTensor>;

struct InterpretOptions {
  /// The number of scalar operations after which the program is stopped with an
  /// error; 0 means no limit.
  uint64_t workLimit = 0;
  /// The end of that error's message: how a user raises the limit.
  std::string limitHint;
  /// Called now and then with the number of scalar operations done.
  std::function<void(uint64_t)> progress;
  /// Called with each value of the entry function's own block, in program
  /// order. An error ends the evaluation.
  std::function<llvm::Error(mlir::Value, const Tensor &)> observer;
};

/// Evaluates `entry`, which is imported but neither partitioned nor lowered, in
/// the global view: layouts have no effect. The interpreter is an independent
/// oracle of all later stages, and shares no code with lib/Codegen and
/// lib/Conversion. Errors: an op that has no evaluation, with its name and
/// location; an integer division by zero; a position outside its tensor; more
/// work than allowed.
llvm::Expected<std::vector<Tensor>> interpret(mlir::func::FuncOp entry,
                                              llvm::ArrayRef<Tensor> arguments,
                                              const InterpretOptions &options);

} // namespace dtensor::reference

#endif // DTENSOR_REFERENCE_INTERPRETER_H
