//===- Attention.h - Attention as contractions and a softmax ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_TORCH_IMPORT_ATTENTION_H
#define DTENSOR_LIB_FRONTEND_TORCH_IMPORT_ATTENTION_H

#include "dtensor/Frontend/Torch/IR/TMTensor.h"
#include "mlir/IR/Builders.h"

namespace dtensor::tm_tensor {

/// Builds the computation of `op` from ops of linalg. Softmax and sums are
/// computed in f32 at least. Shapes must be static.
mlir::Value decomposeAttention(AttentionOp op, mlir::OpBuilder &builder);

} // namespace dtensor::tm_tensor

#endif // DTENSOR_LIB_FRONTEND_TORCH_IMPORT_ATTENTION_H
