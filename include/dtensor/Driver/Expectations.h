//===- Expectations.h - The expectations in a program -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_EXPECTATIONS_H
#define DTENSOR_DRIVER_EXPECTATIONS_H

#include "dtensor/Host/Compare.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {

/// One `check` op or `check.*` custom call of a StableHLO program, which states
/// that two values must agree.
struct Expectation {
  /// `check.expect_eq`.
  std::string op;
  /// `abs.mlir:7:5`.
  std::string location;
  /// The numbers of the results of `takeExpectations` that are compared.
  /// Without a second one, the first is compared with `constant`.
  size_t got;
  std::optional<size_t> want;
  std::shared_ptr<HostTensor> constant;
  Tolerance tolerance;
};

/// The expectations of an entry function, in the frontend's dialects.
struct Expectations {
  std::vector<Expectation> expectations;
  /// The number of results that were added to `entry` for them.
  size_t numValues = 0;

  /// The first expectation that is not met, as `check.expect_eq at
  /// abs.mlir:7:5: at [0]: got 1, want 2 (1 of 3 elements differ)`, or nothing.
  /// `values` are the results that were added.
  std::optional<std::string> findUnmet(llvm::ArrayRef<HostTensor> values) const;
};

/// Removes the expectations from `entry` and makes it return the values that
/// they compare, after its own results. Errors are reported: a function of
/// several blocks, an expectation that is not in the function's own block, an
/// unknown `check.*` target, a constant of a type that hosts do not have.
mlir::FailureOr<Expectations> takeExpectations(mlir::func::FuncOp entry);

} // namespace dtensor

#endif // DTENSOR_DRIVER_EXPECTATIONS_H
