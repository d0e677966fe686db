//===- Precision.h - Values that count as zero ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_PRECISION_H
#define DTENSOR_LIB_REFERENCE_PRECISION_H

#include <limits>

namespace dtensor::reference {

/// The criteria that end an iteration. All numbers are f64, but the iterations
/// of a matrix of f32 end where LAPACK's do. The order in which values are
/// found, and their signs, depend on the number of steps.
struct Precision {
  /// LAPACK's eps: half the distance from 1 to the next number.
  double epsilon;
  /// LAPACK's ulp, the whole distance.
  double ulp;
  /// The least normal number.
  double least;

  template <typename Float> static Precision of() {
    using Limits = std::numeric_limits<Float>;
    return {static_cast<double>(Limits::epsilon()) / 2,
            static_cast<double>(Limits::epsilon()),
            static_cast<double>(Limits::min())};
  }
};

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_PRECISION_H
