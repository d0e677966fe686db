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

/// The loop whose position is `index`, a value of the body of `op`. It is the
/// result of `linalg.index`, or an element of a tensor that counts along an
/// axis. Frontends make such a tensor for Python's `arange` or a colon.
/// Conversions, and the wrapping of negative positions, have no effect.
std::optional<unsigned> getWalkedLoop(mlir::linalg::GenericOp op,
                                      mlir::Value index);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_WALKEDLOOPS_H
