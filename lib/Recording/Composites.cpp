//===- Composites.cpp - Derivatives of composites -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Composites.h"

namespace dtensor::recording {

Derive getCompositeDerivative(llvm::StringRef name) { return nullptr; }

} // namespace dtensor::recording
