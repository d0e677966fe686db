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

/// Gives the devices other parts of what arguments that are partial sums or
/// greatest values are made of. Without it one device has the whole sum and the
/// others zeros, and all have the greatest value: what maps zero to zero would
/// pass for linear, and what anybody computes of a greatest value for one.
/// Elements stay as they are of which other parts would not give the same bits.
/// Errors: out of memory.
llvm::Error spreadAddends(const Signature &signature, Invocation &invocation);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_ADDENDS_H
