//===- ScalarFunction.h - A region from elements to elements ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_SCALARFUNCTION_H
#define DTENSOR_LIB_REFERENCE_SCALARFUNCTION_H

#include "Number.h"
#include "mlir/IR/Region.h"
#include "llvm/ADT/ArrayRef.h"

namespace dtensor::reference {

class Evaluator;

/// The body of a structured op (`linalg.generic`, a comparison of a sort, a
/// combiner ...), prepared to be called once per element. Values from outside
/// the region are those that the evaluator has when the function is made.
class ScalarFunction {
public:
  /// With `keepWide`, results computed from floats of 16 bits are rounded only
  /// to f32, for sums that are rounded at their end. Errors: an op that has no
  /// evaluation on elements.
  static llvm::Expected<ScalarFunction>
  create(mlir::Region &region, Evaluator &evaluator, bool keepWide = false);
  ScalarFunction(ScalarFunction &&);
  ScalarFunction &operator=(ScalarFunction &&);
  ~ScalarFunction();

  /// `arguments` are those of the region's block, `results` the operands of its
  /// terminator. `indices` is the point of the iteration space, for
  /// `linalg.index`. Errors: those of the ops, and too much work.
  llvm::Error call(llvm::ArrayRef<Number> arguments,
                   llvm::MutableArrayRef<Number> results,
                   llvm::ArrayRef<int64_t> indices = {});

private:
  struct Program;
  explicit ScalarFunction(std::unique_ptr<Program> program);
  std::unique_ptr<Program> program;
};

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_SCALARFUNCTION_H
