//===- Tensors.h - What tests of the compiler's library share ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_API_COMPILER_TENSORS_H
#define DTENSOR_UNIT_API_COMPILER_TENSORS_H

#include "dt/DTensor.h"

#include <functional>

namespace dt::test {

using Floats = std::vector<float>;

/// All elements of a tensor of `float32`.
inline Floats read(const DTensor &tensor) {
  Tensor full = tensor.full_tensor();
  auto elements = full.elements<float>();
  return {elements.begin(), elements.end()};
}

/// The text of the error that a function throws; empty if it throws none.
inline std::string getError(const std::function<void()> &function) {
  try {
    function();
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

} // namespace dt::test

#endif // DTENSOR_UNIT_API_COMPILER_TENSORS_H
