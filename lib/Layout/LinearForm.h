//===- LinearForm.h - Values as forms over addends --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_LAYOUT_LINEARFORM_H
#define DTENSOR_LIB_LAYOUT_LINEARFORM_H

#include "dtensor/Layout/Layout.h"
#include <map>

namespace dtensor {

/// The value that a device holds of one element, as the number of times that it
/// contains each of the addends (factors, candidates of a maximum, ...) which
/// devices held at the start. The empty form is the identity.
class LinearForm {
public:
  /// Stands for the combination of all addends.
  static constexpr int64_t kWhole = -1;

  LinearForm() = default;
  explicit LinearForm(int64_t addend) { counts[addend] = 1; }

  bool isWhole() const;
  /// Whether the form contains some of the addends, but not all.
  bool isPending() const;

  /// Adds the counts, or takes the larger ones if combining a value with itself
  /// gives the same value.
  void combineWith(const LinearForm &other, bool isIdempotent);
  void scale(double factor);

  const std::map<int64_t, double> &getCounts() const { return counts; }

private:
  std::map<int64_t, double> counts;
};

/// The addends of a value that is partial along some mesh dimensions. There is
/// one for each tuple of coordinates along these.
class AddendSpace {
public:
  AddendSpace(const Mesh &mesh, llvm::ArrayRef<PartialDim> partial);

  /// The form that `device` holds at the start.
  LinearForm getInitial(int64_t device) const;

  /// Combines the forms. For an average, divides by their number; then divides
  /// by `divisor`. If all addends are present, the result is the whole. Errors:
  /// addends of another combiner.
  llvm::Expected<LinearForm> combine(llvm::ArrayRef<LinearForm> forms,
                                     Combiner combiner,
                                     int64_t divisor = 1) const;

  /// `1*addend(x=0,y=1) + 0.5*whole`.
  std::string str(const LinearForm &form) const;

private:
  const Mesh &mesh;
  llvm::SmallVector<PartialDim, 1> partial;
  int64_t count = 1;
  /// The number of times that each addend is in the whole: less than one in an
  /// average.
  double share = 1;
};

} // namespace dtensor

#endif // DTENSOR_LIB_LAYOUT_LINEARFORM_H
