//===- Programs.h - Small programs in C++ -----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_API_HOST_PROGRAMS_H
#define DTENSOR_UNIT_API_HOST_PROGRAMS_H

#include "dt/Executable.h"
#include "dtensor/Runtime/ABI.h"

namespace dt {

/// The rows that a device has of a tensor of shape 3x2 or so.
inline std::span<float> getRows(void *argument) {
  auto *tensor = static_cast<DtMemRef *>(argument);
  return {static_cast<float *>(tensor->aligned),
          static_cast<size_t>(tensor->sizesAndStrides[0] *
                              tensor->sizesAndStrides[1])};
}

/// `result = argument + 1`.
inline void addOne(DtDevice *, void **arguments) {
  std::span<float> source = getRows(arguments[0]);
  std::span<float> result = getRows(arguments[1]);
  for (size_t i = 0; i < source.size(); ++i)
    result[i] = source[i] + 1;
}

/// `argument += 1`; the result has the argument's memory.
inline void addOneInPlace(DtDevice *, void **arguments) {
  for (float &element : getRows(arguments[0]))
    element += 1;
}

/// Ends with an error if the first element is negative.
inline void failIfNegative(DtDevice *device, void **arguments) {
  for (float element : getRows(arguments[0]))
    if (element < 0)
      dt_fail(device, "negative", "test.mlir:3:5");
  addOne(device, arguments);
}

inline constexpr int64_t kShape[] = {3, 2};
inline constexpr DtValueInfo kValues[] = {
    {DT_F32, 2, 0, -1, kShape, "x,unsharded", "in", 0},
    {DT_F32, 2, 0, -1, kShape, "x,unsharded", "out", 0},
};
inline constexpr DtValueInfo kDonatedValues[] = {
    {DT_F32, 2, 0, -1, kShape, "x,unsharded", "in", 0},
    {DT_F32, 2, 0, 0, kShape, "x,unsharded", "out", 0},
};

/// A program on `x=2` that takes and returns 3x2 floats.
inline DtProgramInfo makeInfo(DtProgram program = addOne,
                              const DtValueInfo *values = kValues) {
  return {DT_PROGRAM_VERSION,
          "main",
          "native",
          DT_PROCESSOR_NATIVE,
          program,
          /*stackBytes=*/0,
          "x=2",
          /*numArguments=*/1,
          /*numResults=*/1,
          values,
          /*features=*/"",
          /*peakBytes=*/32,
          R"({"collectives": []})",
          /*fingerprint=*/0};
}

inline Layout getRowLayout() { return Layout({"x", unsharded}, {{"x", 2}}); }

inline Tensor makeInput() {
  return Tensor::from<float>({0, 1, 2, 3, 4, 5}, {3, 2});
}

} // namespace dt

#endif // DTENSOR_UNIT_API_HOST_PROGRAMS_H
