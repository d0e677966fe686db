//===- Addends.h - What devices have of a partial argument ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_ADDENDS_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_ADDENDS_H

#include "dtensor/Driver/Invocation.h"

namespace dtensor {

/// Gives each device something of the arguments that are partial sums, where
/// otherwise one has the value and the others zeros: what maps zero to zero
/// would pass as linear. Elements stay as they are of which the addends would
/// not add up to the same bits.
void spreadAddends(const Signature &signature, Invocation &invocation);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_ADDENDS_H
