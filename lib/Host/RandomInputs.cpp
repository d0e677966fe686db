//===- RandomInputs.cpp - Reproducible values to try programs on ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/RandomInputs.h"

#include "dtensor/Host/Element.h"
#include <cmath>

namespace dtensor {

/// SplitMix64's output function (Steele, Lea, Flood: Fast splittable
/// pseudorandom number generators, OOPSLA 2014).
static uint64_t mix(uint64_t state) {
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
  state = (state ^ (state >> 27)) * 0x94d049bb133111eb;
  return state ^ (state >> 31);
}

llvm::Expected<HostTensor> makeRandomInput(ElementType type,
                                           llvm::ArrayRef<int64_t> shape,
                                           const RandomInputs &random,
                                           uint64_t argument) {
  llvm::Expected<HostTensor> tensor = HostTensor::create(type, shape);
  if (!tensor)
    return tensor.takeError();
  constexpr uint64_t goldenGamma = 0x9e3779b97f4a7c15;
  uint64_t state = mix(mix(random.seed + goldenGamma) + argument * goldenGamma);
  auto next = [&] { return mix(state += goldenGamma); };
  // 53 bits: the precision of a double.
  auto nextUnit = [&] {
    return random.scale * (double(next() >> 11) * 0x1p-52 - 1.0);
  };

  unsigned size = getByteSize(type);
  for (int64_t i = 0, e = tensor->getNumElements(); i < e; ++i) {
    char *element = tensor->getData() + i * size;
    if (isInteger(type)) {
      storeInteger(type, element, next() >> 61);
      continue;
    }
    double real = nextUnit();
    // This type has no sign.
    if (type == ElementType::F8E8M0FNU)
      real = std::abs(real);
    storeFloat(type, element, {real, isComplex(type) ? nextUnit() : 0.0});
  }
  return tensor;
}

} // namespace dtensor
