//===- MaskTables.h - Tables that LLVM reads wrongly ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_EXECUTIONENGINE_MASKTABLES_H
#define DTENSOR_LIB_EXECUTIONENGINE_MASKTABLES_H

#include "llvm/IR/Module.h"

namespace dtensor {

/// Hides constant tables of masks from LLVM's instruction selection for x86.
///
/// A table of masks has 2^i - 1 at position i: [0, 1], [0, 1, 3] and so on. On
/// processors with BMI2, LLVM 22 replaces `x & table[i]` by `x & (-1 >> (32 -
/// i))`, which is undefined for i = 0, and therefore takes `table[i] & 1` for
/// 1. It looks only for constants that are arrays. A structure whose only
/// member is the array has the same bytes at the same place.
void hideMaskTables(llvm::Module &module);

} // namespace dtensor

#endif // DTENSOR_LIB_EXECUTIONENGINE_MASKTABLES_H
