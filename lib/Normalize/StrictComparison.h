//===- StrictComparison.h - Which of two values is kept ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_NORMALIZE_STRICTCOMPARISON_H
#define DTENSOR_LIB_NORMALIZE_STRICTCOMPARISON_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace dtensor {

/// If `condition` says that `kept` is before `other` by a strict comparison,
/// the extreme that is found by keeping `kept`. For floats it is `maxnumf` or
/// `minnumf`, which ignore NaN, since comparisons with NaN are false.
std::optional<mlir::arith::AtomicRMWKind>
matchStrictComparison(mlir::Value condition, mlir::Value kept,
                      mlir::Value other);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_STRICTCOMPARISON_H
