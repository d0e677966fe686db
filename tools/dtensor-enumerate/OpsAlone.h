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

/// Of each op, and each form of its rule, that stands in a case with usual
/// extents, a program that has nothing else in it: the op's tensors are the
/// arguments. In a case itself an operand that is computed is never partial,
/// nor is an initial value that is a constant, and many axes are sharded by
/// themselves only. Trials are those of `makePartial`, `makeAligned` and
/// `makeReduced`. Ops with an operand whose values only the case knows how to
/// make, as positions, are left out. The cases are put into `made`. Errors: a
/// case that does not parse.
llvm::Expected<std::vector<Batch>> makeOpsAlone(llvm::ArrayRef<Case> cases,
                                                TrialCompilers &compilers,
                                                std::deque<Case> &made);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_OPSALONE_H
