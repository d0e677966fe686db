//===- Convolution.cpp - Convolutions of images ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

namespace dtensor::recording {
using namespace prim;

/// A number for each of `count` axes; one number stands for all.
static Shape getPerAxis(Call &call, llvm::StringRef name, int64_t count,
                        int64_t least) {
  Shape numbers = call.integers(name);
  if (numbers.size() == 1)
    numbers.resize(count, numbers[0]);
  bool fits = static_cast<int64_t>(numbers.size()) == count;
  for (int64_t number : numbers)
    fits &= number >= least;
  if (!fits)
    call.fail("argument '" + name + "': required a number of at least " +
              llvm::Twine(least) + ", or " + llvm::Twine(count) +
              " of them, found " + toString(numbers));
  return numbers;
}

static Argument conv(Call &call) {
  Values operands = call.promoted({"x", "weight"});
  if (call.hasFailed())
    return {};
  Value x = operands[0], weight = operands[1];
  if (!call.checkKind("x", x, kNumeric))
    return {};
  if (x.rank() < 3 || weight.rank() != x.rank())
    return call.fail("required x and weight of the same rank of at least 3, "
                     "found " +
                     x.type().str() + " and " + weight.type().str());
  int64_t count = x.rank() - 2;
  ConvolutionWindow window;
  window.strides = getPerAxis(call, "strides", count, 1);
  window.low = window.high = getPerAxis(call, "padding", count, 0);
  window.kernelDilation = getPerAxis(call, "dilation", count, 1);
  window.xDilation.assign(count, 1);
  window.groups = call.integer("groups");
  if (call.hasFailed())
    return {};
  return convolution(x, weight, window);
}

llvm::ArrayRef<FunctionInfo> getConvolutionFunctions() {
  static const FunctionInfo functions[] = {
      {"conv",
       "(x: array, weight: array, /, *, strides: ints = 1, padding: ints = 0, "
       "dilation: ints = 1, groups: int = 1) -> array",
       "The convolution of x, of shape (batch, features, ...), with weights of "
       "shape (features, features of a group, ...).",
       conv},
  };
  return functions;
}

} // namespace dtensor::recording
