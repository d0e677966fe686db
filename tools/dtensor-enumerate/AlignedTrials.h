//===- AlignedTrials.h - Layouts that go together ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_ALIGNEDTRIALS_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_ALIGNEDTRIALS_H

#include "Dependence.h"
#include "Trials.h"

namespace dtensor {

/// Trials of a program of one op, on two devices. An axis of each result is
/// sharded, and with it the axes of arguments that correspond to it:
///
/// - Axes of which a position of the result needs only the same position.
///   Nothing moves then, except for elements that are fetched if another
///   argument, which has no annotation, is read through windows and sharded.
/// - Axes of which it needs a few positions, as a slice or a window does. A
///   device then receives those that it does not have. These axes are left out
///   if data determine the needed positions.
///
/// If no axis of an argument corresponds to the result's axis, that axis is
/// sharded by itself, provided that the op is structured. If it is not, the
/// result's axis and one of which it permutes the positions are sharded. Each
/// device does its part of the work, unless the case says that an axis cannot
/// be sharded. All of this follows from `dependence`, not from rules.
std::vector<Trial> makeAligned(const Case &testCase, mlir::ModuleOp program,
                               const Signature &signature,
                               const Dependence &dependence);

/// Trials of a program of one structured op, on two devices. The axes of
/// arguments along which it reduces are sharded, one loop at a time, and the
/// results are partial. Nothing moves, and each device does its part of the
/// work.
std::vector<Trial> makeReduced(const Case &testCase, mlir::ModuleOp program,
                               const Signature &signature);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_ALIGNEDTRIALS_H
