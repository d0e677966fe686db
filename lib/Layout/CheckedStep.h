//===- CheckedStep.h - Checks a single step of a plan -----------*- C++ -*-===//
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

/// The box that each device owns.
llvm::SmallVector<Box> getOwnedBoxes(const Mesh &mesh, const Layout &layout,
                                     llvm::ArrayRef<int64_t> shape);

/// Whether the coordinates of `a` and `b` agree along all mesh dimensions but
/// `dims`.
bool isSameGroup(const Mesh &mesh, int64_t a, int64_t b,
                 llvm::ArrayRef<unsigned> dims);

/// A step with properties that follow from its layouts.
struct CheckedStep {
  CheckedStep(const Mesh &mesh, const RedistributionStep &step, size_t number,
              llvm::ArrayRef<int64_t> shape);

  /// Checks that the layouts fit the kind of the step, and that the bytes are
  /// those that the most loaded device receives.
  llvm::Error verify(const Mesh &mesh, int64_t elementBits) const;

  /// The largest sum of source and destination component on one device.
  int64_t getPeakBytes(int64_t elementBits) const;

  /// The step without mesh dimensions of size 1.
  RedistributionStep step;
  /// The name for messages: `step 1 (all_gather)`.
  std::string name;
  /// For each device, the box that it owns before and after.
  llvm::SmallVector<Box> before, after;
  /// The partial dimensions that the step combines, or makes.
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
