//===- Component.h - The component of a device ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_RUNTIME_COMPONENT_H
#define DTENSOR_UNIT_RUNTIME_COMPONENT_H

#include "MeshRun.h"

#include <algorithm>

namespace dtensor::runtime::test {

using Extents = std::vector<int64_t>;
/// The mesh dimensions of each axis, major first.
using Axes = std::vector<std::vector<int64_t>>;

/// A component of int32 in a buffer. If it is `strided`, it has gaps, and the
/// last axis is outermost.
struct Component {
  Component(const Mesh &mesh, const Extents &extents, const Axes &axes,
            int64_t device, bool strided)
      : extents(extents), offset(extents.size(), 0) {
    int64_t rank = extents.size();
    descriptor.assign(3 + 2 * rank, 0);
    for (int64_t axis = 0; axis < rank; ++axis) {
      int64_t extent = extents[axis];
      for (int64_t dim : axes[axis]) {
        int64_t stride = 1;
        for (size_t i = dim + 1; i < mesh.getSizes().size(); ++i)
          stride *= mesh.getSizes()[i];
        int64_t start;
        dt_chunk(extent, mesh.getSizes()[dim],
                 device / stride % mesh.getSizes()[dim], &start, &extent);
        offset[axis] += start;
      }
      descriptor[3 + axis] = extent;
    }
    int64_t size = 1;
    for (int64_t i = 0; i < rank; ++i) {
      int64_t axis = strided ? i : rank - 1 - i;
      descriptor[3 + rank + axis] = strided ? 2 * size + 1 : size;
      size = descriptor[3 + rank + axis] *
             std::max<int64_t>(descriptor[3 + axis], 1);
    }
    descriptor[2] = strided ? 3 : 0;
    buffer.assign(size + descriptor[2], -1);
    descriptor[0] = descriptor[1] = reinterpret_cast<int64_t>(buffer.data());
  }

  const DtMemRef *get() const {
    return reinterpret_cast<const DtMemRef *>(descriptor.data());
  }

  /// Calls `function(element, position)` with each element of the component and
  /// its row-major position in the tensor.
  template <typename Function> void forEach(Function function) {
    int64_t rank = extents.size(), count = 1;
    for (int64_t axis = 0; axis < rank; ++axis)
      count *= descriptor[3 + axis];
    for (int64_t number = 0; number < count; ++number) {
      int64_t rest = number, position = 0, size = 1, element = descriptor[2];
      for (int64_t axis = rank; axis-- > 0; size *= extents[axis]) {
        int64_t index = rest % descriptor[3 + axis];
        rest /= descriptor[3 + axis];
        position += (offset[axis] + index) * size;
        element += index * descriptor[3 + rank + axis];
      }
      function(buffer[element], position);
    }
  }

  Extents extents;
  std::vector<int64_t> offset;
  std::vector<int64_t> descriptor;
  std::vector<int32_t> buffer;
};

} // namespace dtensor::runtime::test

#endif // DTENSOR_UNIT_RUNTIME_COMPONENT_H
