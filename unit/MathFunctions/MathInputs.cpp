//===- MathInputs.cpp - Numbers that functions are tried with -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MathInputs.h"
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>

using namespace dtensor;

template <typename T> static std::vector<T> getSpecialValues() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0, Limits::denorm_min(), Limits::min(),
                           Limits::max(), Limits::infinity()};
  for (T value : {0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 100.0, 0x1p20})
    values.push_back(value);
  size_t numPositive = values.size();
  for (size_t i = 0; i < numPositive; ++i)
    values.push_back(-values[i]);
  values.push_back(Limits::quiet_NaN());
  // Multiples of pi / 2, near which sines and cosines are smallest.
  for (int i = 1; i < 16; ++i)
    values.push_back(static_cast<T>(1.5707963267948966 * i));
  // Exponentials that are nearly too large, and logarithms of large numbers.
  for (double value :
       {88.5, 88.722, 89.4, 104.0, 709.5, 709.7827115, 709.782712, 709.7827128,
        710.0, 710.475, 745.0, 0x1p62, 0x1p125, 0x1p513, 0x1p1010}) {
    if (sizeof(T) == 4 && value > 1e38)
      break;
    values.push_back(static_cast<T>(value));
    values.push_back(-values.back());
  }
  return values;
}

template <typename T>
std::vector<T> dtensor::makeMathInputs(size_t numInputs, uint64_t seed) {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  const std::vector<T> special = getSpecialValues<T>();
  // The standard defines the numbers of this generator.
  std::mt19937_64 random(seed);
  constexpr int kDigits = std::numeric_limits<T>::digits;
  // Numbers of [0, 1), exactly.
  auto draw = [&] {
    return std::ldexp(static_cast<T>(random() >> (64 - kDigits)), -kDigits);
  };
  auto drawBelow = [&](int count) {
    return static_cast<int>(random() % count);
  };
  std::vector<T> inputs;
  inputs.reserve(numInputs);
  for (size_t i = 0; i < special.size() * special.size(); ++i)
    inputs.push_back(
        special[(seed % 2 ? i / special.size() : i) % special.size()]);
  while (inputs.size() < numInputs) {
    T sign = drawBelow(2) ? T(1) : T(-1);
    switch (inputs.size() % 4) {
    case 0:
      inputs.push_back(std::bit_cast<T>(static_cast<Bits>(random())));
      break;
    case 1:
      inputs.push_back(sign * std::ldexp(1 + draw(), drawBelow(72) - 60));
      break;
    case 2:
      inputs.push_back(sign * draw() * 20);
      break;
    default:
      inputs.push_back(1 + sign * std::ldexp(draw(), -drawBelow(kDigits)));
      break;
    }
  }
  inputs.resize(numInputs);
  return inputs;
}

template std::vector<float> dtensor::makeMathInputs(size_t, uint64_t);
template std::vector<double> dtensor::makeMathInputs(size_t, uint64_t);
