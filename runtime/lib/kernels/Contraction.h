//===- Contraction.h - The loops of a contraction ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_KERNELS_CONTRACTION_H
#define DTENSOR_RUNTIME_KERNELS_CONTRACTION_H

#include "dtensor/Runtime/ABI.h"

#include <cstdint>
#include <initializer_list>
#include <utility>

namespace dtensor::runtime {

/// One loop of a contraction: its extent, and its stride in each buffer in
/// elements. The stride is 0 if the buffer does not have the loop.
struct Loop {
  int64_t extent;
  int64_t a;
  int64_t b;
  int64_t c;
};

/// Stands for a loop that does not exist.
constexpr Loop kNoLoop = {1, 0, 0, 0};

/// The loops of one role, outermost first.
struct LoopList {
  static constexpr int64_t kMaxLoops = 16;

  Loop loops[kMaxLoops];
  int64_t count = 0;

  void push(const Loop &loop) { loops[count++] = loop; }
  Loop remove(int64_t index);
  /// Sorts the loops, and keeps the order of equal ones. There are few, and
  /// std::stable_sort allocates memory, which takes longer than a small
  /// product.
  template <typename Before> void sort(Before isBefore) {
    for (int64_t i = 1; i < count; ++i)
      for (int64_t j = i; j > 0 && isBefore(loops[j], loops[j - 1]); --j)
        std::swap(loops[j], loops[j - 1]);
  }
  int64_t getExtent() const;
  Loop *begin() { return loops; }
  Loop *end() { return loops + count; }
  const Loop *begin() const { return loops; }
  const Loop *end() const { return loops + count; }
};

/// c = a * b or c += a * b.
struct Contraction {
  DtElementType aType, bType, cType;
  bool accumulates;
  const char *a;
  const char *b;
  char *c;
  LoopList batch, m, n, k;

  /// Fills this object. Returns nullptr, or a description of the error.
  const char *decode(const int64_t *descriptor, const DtMemRef &aRef,
                     const DtMemRef &bRef, const DtMemRef &cRef);

  /// Drops loops of extent 1, and joins loops that are one loop in all buffers.
  void simplify();

  /// Exchanges the operands and transposes c: C^T = B^T A^T.
  void transpose();
};

/// The loops of a buffer's roles.
struct BufferLoops {
  int64_t rank = 0;
  int64_t extents[LoopList::kMaxLoops];
  int64_t strides[LoopList::kMaxLoops];
  Loop *loops[LoopList::kMaxLoops];

  BufferLoops(std::initializer_list<LoopList *> lists, int64_t Loop::*stride) {
    for (LoopList *list : lists) {
      for (Loop &loop : *list) {
        extents[rank] = loop.extent;
        strides[rank] = loop.*stride;
        loops[rank++] = &loop;
      }
    }
  }
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_KERNELS_CONTRACTION_H
