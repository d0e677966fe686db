//===- Composites.h - Derivatives of composites -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_COMPOSITES_H
#define DTENSOR_RECORDING_COMPOSITES_H

#include "PrimitiveInfo.h"

namespace dtensor::recording {

/// The derivative of the composite of this name; null if it has none.
Derive getCompositeDerivative(llvm::StringRef name);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_COMPOSITES_H
