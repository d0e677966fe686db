//===- Vector.h - A tensor of one dimension for tests -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_RUNTIME_VECTOR_H
#define DTENSOR_UNIT_RUNTIME_VECTOR_H

#include "dtensor/Runtime/ABI.h"

#include <cstdint>
#include <vector>

namespace dtensor::runtime::test {

/// Floats with a descriptor. All are 1 in the beginning.
struct Vector {
  explicit Vector(int64_t size) : values(size, 1) {
    words[0] = words[1] = reinterpret_cast<int64_t>(values.data());
    words[2] = 0;
    words[3] = size;
    words[4] = 1;
  }
  Vector(const Vector &) = delete;

  const DtMemRef *get() const {
    return reinterpret_cast<const DtMemRef *>(words);
  }

  std::vector<float> values;
  int64_t words[5];
};

} // namespace dtensor::runtime::test

#endif // DTENSOR_UNIT_RUNTIME_VECTOR_H
