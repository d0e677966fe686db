//===- WalkedLoops.h - Positions that are loops -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_NORMALIZE_WALKEDLOOPS_H
#define DTENSOR_LIB_NORMALIZE_WALKEDLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// The loop whose position `index`, a value of the body of `op`, is: what
/// `linalg.index` says, or an element of a tensor that counts along an axis,
/// which frontends make where Python has `arange` or a colon. Conversions, and
/// the wrapping of negative positions, change nothing.
std::optional<unsigned> getWalkedLoop(mlir::linalg::GenericOp op,
                                      mlir::Value index);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_WALKEDLOOPS_H
