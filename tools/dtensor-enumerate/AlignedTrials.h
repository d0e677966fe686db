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

/// Trials of a program of one op, on two devices, in which an axis of each
/// result is sharded, and with it the axes of arguments that go along:
///
/// - those of which a position of the result needs the same position only. Then
///   nothing moves, but for what is fetched if another argument, which nobody
///   annotates, is read through windows and divided;
/// - also one of which it needs a few, as a slice or a window. Then a device
///   receives those that it has not. Not where data say which it needs.
///
/// Where nothing of an argument goes along, the result's axis is sharded by
/// itself if the op is a structured one.
/// Each device does its part of the work, unless the case says that an axis is
/// whole. All that is known by `dependence` and not by rules.
std::vector<Trial> makeAligned(const Case &testCase, mlir::ModuleOp program,
                               const Signature &signature,
                               const Dependence &dependence);

/// Trials of a program of one structured op, on two devices, in which the axes
/// of arguments along which it reduces are sharded, one loop at a time, and the
/// results are partial: nothing moves, and each device does its part of the
/// work.
std::vector<Trial> makeReduced(const Case &testCase, mlir::ModuleOp program,
                               const Signature &signature);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_ALIGNEDTRIALS_H
