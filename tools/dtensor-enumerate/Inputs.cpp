//===- Inputs.cpp - Values whose sums are exact ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "dtensor/Host/Element.h"
#include "llvm/ADT/StringSwitch.h"
#include <limits>

namespace dtensor {

llvm::Expected<HostTensor> makeInput(const ValueSignature &argument,
                                     llvm::StringRef kind, int64_t bound,
                                     uint64_t seed) {
  llvm::Expected<HostTensor> tensor =
      HostTensor::create(argument.elementType, argument.shape);
  if (!tensor)
    return tensor.takeError();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  uint64_t state = seed;
  auto pick = [&](int64_t count) -> int64_t {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (state >> 33) % count;
  };
  auto next = [&]() -> double {
    if (kind == "positive")
      return 1 + pick(4);
    if (kind == "powers")
      return std::array<double, 3>{1, -1, 2}[pick(3)];
    if (kind == "special" && pick(4) == 0)
      return std::array<double, 3>{nan, infinity, -infinity}[pick(3)];
    // The numbers have few bits, so that their sums with integers are exact.
    if (kind == "unit")
      return (7 + pick(51)) / 64.0;
    if (kind == "below")
      return pick(std::max<int64_t>(bound, 1));
    return pick(7) - 3;
  };
  if (!llvm::StringSwitch<bool>(kind)
           .Cases({"small", "positive", "powers", "special", "unit", "below"},
                  true)
           .Default(false))
    return llvm::createStringError("there is no kind of input '" + kind + "'");

  ElementType type = argument.elementType;
  for (int64_t i = 0, e = tensor->getNumElements(); i < e; ++i) {
    char *element = tensor->getData() + i * getByteSize(type);
    if (isInteger(type))
      storeInteger(type, element, static_cast<int64_t>(next()));
    else
      storeFloat(type, element, {next(), isComplex(type) ? next() : 0.0});
  }
  return tensor;
}

llvm::Expected<Inputs> makeInputs(const Case &testCase, const Extents &extents,
                                  const Signature &signature,
                                  uint64_t firstSeed) {
  Inputs inputs;
  for (auto [i, argument] : llvm::enumerate(signature.arguments)) {
    auto it = testCase.inputs.find(i);
    InputKind input =
        it == testCase.inputs.end() ? InputKind{"small", ""} : it->second;
    llvm::Expected<int64_t> bound =
        input.bound.empty() ? 0 : evaluate(input.bound, extents);
    if (!bound)
      return bound.takeError();
    llvm::Expected<HostTensor> tensor =
        makeInput(argument, input.kind, *bound, firstSeed + i);
    if (!tensor)
      return tensor.takeError();
    inputs.push_back(std::make_shared<HostTensor>(std::move(*tensor)));
  }
  return inputs;
}

} // namespace dtensor
