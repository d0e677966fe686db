//===- PadExpansion.h - Paddings as fills and a slice -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_FUSION_PADEXPANSION_H
#define DTENSOR_LIB_CODEGEN_FUSION_PADEXPANSION_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dtensor {

/// Fills the margins of a static padding with a value, and inserts the source
/// between them. Upstream fills the whole tensor before it copies the source.
/// What computes the source can write to its place in the padded buffer.
///
/// A padding of a source without elements has no slice to insert, which
/// upstream does not allow. It is expanded even if its value depends on the
/// position.
void expandPad(mlir::RewriterBase &rewriter, mlir::tensor::PadOp op);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_FUSION_PADEXPANSION_H
