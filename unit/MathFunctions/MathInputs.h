//===- MathInputs.h - Numbers that functions are tried with -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_MATHFUNCTIONS_MATHINPUTS_H
#define DTENSOR_UNIT_MATHFUNCTIONS_MATHINPUTS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dtensor {

/// Inputs that are the same on every machine: special values first, then, in
/// turn, floats of random bits, of small exponents, of [-20, 20) and near 1.
/// Every other seed gives other numbers, and special values in another order,
/// so that two seeds give all pairs of them.
template <typename T>
std::vector<T> makeMathInputs(size_t numInputs, uint64_t seed);

extern template std::vector<float> makeMathInputs(size_t, uint64_t);
extern template std::vector<double> makeMathInputs(size_t, uint64_t);

} // namespace dtensor

#endif // DTENSOR_UNIT_MATHFUNCTIONS_MATHINPUTS_H
