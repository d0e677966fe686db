//===- VectorFunctions.h - The runtime's functions of vectors ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_EXECUTIONENGINE_VECTORFUNCTIONS_H
#define DTENSOR_LIB_EXECUTIONENGINE_VECTORFUNCTIONS_H

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"

namespace dtensor {

/// Registers the runtime's functions of vectors with LLVM's vectorisers, as
/// replacements of functions of numbers, for a processor with these features.
void addVectorFunctions(llvm::TargetLibraryInfoImpl &library,
                        const llvm::Triple &triple,
                        const llvm::MCSubtargetInfo &processor);

} // namespace dtensor

#endif // DTENSOR_LIB_EXECUTIONENGINE_VECTORFUNCTIONS_H
