//===- HostType.h - Which elements a host has for a type --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_REFERENCE_HOSTTYPE_H
#define DTENSOR_REFERENCE_HOSTTYPE_H

#include "dtensor/Host/HostTensor.h"
#include "mlir/IR/Types.h"

namespace dtensor {

/// The host's type for elements of `type`, of any signedness; nothing if it has
/// none.
std::optional<ElementType> getElementType(mlir::Type type);

} // namespace dtensor

#endif // DTENSOR_REFERENCE_HOSTTYPE_H
