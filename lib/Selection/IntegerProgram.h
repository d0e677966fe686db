//===- IntegerProgram.h - Selection by integer programming ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SELECTION_INTEGERPROGRAM_H
#define DTENSOR_LIB_SELECTION_INTEGERPROGRAM_H

#include "dtensor/Selection/SelectionModel.h"

namespace dtensor {

struct IntegerProgramResult {
  /// In the strategies of the problem; empty if none was found. Tolerances may
  /// let memory pass that is a few bytes above the limit.
  Selection selection;
  /// No selection of the model costs less. Infinite if there is none.
  double bound = 0;
};

/// Solves a model with HiGHS (https://highs.dev), see `hasIntegerProgramming`.
/// `start` is a feasible selection of the problem, or empty. `getRest` tells
/// how many seconds are left. Errors: HiGHS is missing, or cannot solve it.
llvm::Expected<IntegerProgramResult>
solveIntegerProgram(const SelectionModel &model, llvm::ArrayRef<unsigned> start,
                    int numBranches, llvm::function_ref<double()> getRest);

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_INTEGERPROGRAM_H
