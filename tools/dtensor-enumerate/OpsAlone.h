//===- OpsAlone.h - Each op of the cases by itself --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_OPSALONE_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_OPSALONE_H

#include "Batches.h"
#include <deque>

namespace dtensor {

/// For each op and each form of its rule in a case with usual extents, a
/// program that contains nothing else. The op's tensors are the arguments. In
/// the case itself, a computed operand is never partial, nor is an initial
/// value that is a constant, and many axes are sharded only by themselves.
/// Trials are those of `makePartial`, `makeAligned` and `makeReduced`. An op is
/// left out if only the case can make the values of one of its operands, such
/// as positions. The cases are added to `made`. Errors: a case that does not
/// parse.
llvm::Expected<std::vector<Batch>> makeOpsAlone(llvm::ArrayRef<Case> cases,
                                                TrialCompilers &compilers,
                                                std::deque<Case> &made);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_OPSALONE_H
