//===- Addends.h - Addends of partial arguments -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_ADDENDS_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_ADDENDS_H

#include "dtensor/Host/Invocation.h"

namespace dtensor {

/// Gives the devices other addends of arguments that are partial sums or
/// partial maxima. Without this, one device has the whole sum and the others
/// have zeros, or all have the maximum. An op that maps zero to zero would then
/// look linear, and any function of a maximum would look like one that commutes
/// with it. An element stays as it is if other addends would not give the same
/// bits. Errors: out of memory.
llvm::Error spreadAddends(const Signature &signature, Invocation &invocation);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_ADDENDS_H
