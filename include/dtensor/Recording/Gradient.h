//===- Gradient.h - Derivatives of recorded programs ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_GRADIENT_H
#define DTENSOR_RECORDING_GRADIENT_H

#include "dtensor/Recording/Graph.h"

namespace dtensor::recording {

/// Records the derivatives of the scalar `loss` by `values`, which have the
/// types of these; zeros where the loss does not depend on a value. Of complex
/// values, the derivative d of a real loss is as in JAX: the loss changes by
/// `real(sum(d * change))`. The graph keeps the failure if an op on the way has
/// no derivative, if the loss is no scalar float, or a value is no float.
Values gradient(Value loss, llvm::ArrayRef<Value> values);

/// The same for several results, each with a cotangent of its type.
Values vjp(llvm::ArrayRef<Value> results, llvm::ArrayRef<Value> cotangents,
           llvm::ArrayRef<Value> values);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_GRADIENT_H
