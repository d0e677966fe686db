//===- CheckedStep.h - One step of a plan, checked by itself ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_LAYOUT_CHECKEDSTEP_H
#define DTENSOR_LIB_LAYOUT_CHECKEDSTEP_H

#include "dtensor/Layout/RedistributionPlanner.h"

namespace dtensor {

/// What each device owns.
llvm::SmallVector<Box> getOwnedBoxes(const Mesh &mesh, const Layout &layout,
                                     llvm::ArrayRef<int64_t> shape);

/// Whether the coordinates along all mesh dimensions but `dims` agree.
bool isSameGroup(const Mesh &mesh, int64_t a, int64_t b,
                 llvm::ArrayRef<unsigned> dims);

/// A step with what follows from its layouts.
struct CheckedStep {
  CheckedStep(const Mesh &mesh, const RedistributionStep &step, size_t number,
              llvm::ArrayRef<int64_t> shape);

  /// Checks that the layouts are as the kind of step wants them, and that the
  /// bytes are what the most loaded device receives.
  llvm::Error verify(const Mesh &mesh, int64_t elementBits) const;

  /// Largest source and destination component on one device.
  int64_t getPeakBytes(int64_t elementBits) const;

  /// Without mesh dimensions of size 1.
  RedistributionStep step;
  /// For messages: `step 1 (all_gather)`.
  std::string name;
  /// Per device, what it owns before and after.
  llvm::SmallVector<Box> before, after;
  /// Partial dimensions that the step combines, or makes.
  llvm::SmallVector<PartialDim, 1> reduced, made;

private:
  llvm::Error verifyPartial(const Mesh &mesh) const;
  llvm::Error verifyAxes(const Mesh &mesh) const;
  llvm::Error verifyPermutation(const Mesh &mesh) const;
  llvm::Error verifyBytes(const Mesh &mesh, int64_t elementBits) const;
  llvm::Error fail(const Mesh &mesh, llvm::StringRef what) const;
};

} // namespace dtensor

#endif // DTENSOR_LIB_LAYOUT_CHECKEDSTEP_H
