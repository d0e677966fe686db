//===- RandomInputs.h - Reproducible values to try programs on --*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_RANDOMINPUTS_H
#define DTENSOR_HOST_RANDOMINPUTS_H

#include "dtensor/Host/HostTensor.h"

namespace dtensor {

/// Which random values are made.
struct RandomInputs {
  uint64_t seed;
  /// The bound of the magnitude of floats.
  double scale = 1;
};

/// A tensor whose values depend only on `random`, `argument` and the index of
/// the element: floats in [-scale, scale), integers from 0 to 7 (small enough
/// for indices).
llvm::Expected<HostTensor> makeRandomInput(ElementType type,
                                           llvm::ArrayRef<int64_t> shape,
                                           const RandomInputs &random,
                                           uint64_t argument);

} // namespace dtensor

#endif // DTENSOR_HOST_RANDOMINPUTS_H
