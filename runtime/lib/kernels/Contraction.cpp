//===- Contraction.cpp - The loops of a contraction -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "../plans/Site.h"
#include "dtensor/Runtime/Kernels.h"

#include <algorithm>
#include <utility>

using namespace dtensor::runtime;

Loop LoopList::remove(int64_t index) {
  Loop removed = loops[index];
  std::copy(loops + index + 1, loops + count, loops + index);
  --count;
  return removed;
}

int64_t LoopList::getExtent() const {
  int64_t extent = 1;
  for (const Loop &loop : *this)
    extent *= loop.extent;
  return extent;
}

static char *getData(const DtMemRef &memref, DtElementType type) {
  return static_cast<char *>(memref.aligned) +
         memref.offset * getElementSize(type);
}

const char *Contraction::decode(const int64_t *descriptor, const DtMemRef &aRef,
                                const DtMemRef &bRef, const DtMemRef &cRef) {
  const DtMemRef *memrefs[3] = {&aRef, &bRef, &cRef};
  const int64_t *counts = descriptor + DT_CONTRACTION_COUNTS;
  const int64_t *axes = descriptor + DT_CONTRACTION_LOOPS;
  int64_t numLoops = counts[0] + counts[1] + counts[2] + counts[3];
  if (numLoops > LoopList::kMaxLoops)
    return "a contraction has 16 loops at most";
  int64_t ranks[3] = {};
  for (int64_t loop = 0; loop < numLoops; ++loop)
    for (int64_t i = 0; i < 3; ++i)
      ranks[i] += axes[3 * loop + i] >= 0;

  aType = static_cast<DtElementType>(descriptor[0]);
  bType = static_cast<DtElementType>(descriptor[1]);
  cType = static_cast<DtElementType>(descriptor[2]);
  accumulates = descriptor[DT_CONTRACTION_ACCUMULATES] != 0;
  a = getData(aRef, aType);
  b = getData(bRef, bType);
  c = getData(cRef, cType);
  LoopList *roles[4] = {&batch, &m, &n, &k};
  for (int64_t role = 0; role < 4; ++role) {
    for (int64_t index = 0; index < counts[role]; ++index, axes += 3) {
      int64_t extent = -1;
      int64_t strides[3] = {};
      for (int64_t i = 0; i < 3; ++i) {
        if (axes[i] < 0)
          continue;
        int64_t found = memrefs[i]->sizesAndStrides[axes[i]];
        if (extent >= 0 && extent != found)
          return "the operands of a contraction disagree on an extent";
        extent = found;
        strides[i] = memrefs[i]->sizesAndStrides[ranks[i] + axes[i]];
      }
      roles[role]->push({extent, strides[0], strides[1], strides[2]});
    }
  }
  return nullptr;
}

/// Sorts loops by stride, outermost first, and joins neighbours.
static void simplifyLoops(LoopList &list) {
  for (int64_t i = list.count - 1; i >= 0; --i)
    if (list.loops[i].extent == 1)
      list.remove(i);
  list.sort([](const Loop &x, const Loop &y) {
    return x.c != y.c ? x.c > y.c : x.a != y.a ? x.a > y.a : x.b > y.b;
  });
  for (int64_t i = list.count - 2; i >= 0; --i) {
    Loop &outer = list.loops[i];
    const Loop &inner = list.loops[i + 1];
    if (outer.a != inner.a * inner.extent ||
        outer.b != inner.b * inner.extent || outer.c != inner.c * inner.extent)
      continue;
    outer = {outer.extent * inner.extent, inner.a, inner.b, inner.c};
    list.remove(i + 1);
  }
}

void Contraction::simplify() {
  for (LoopList *list : {&batch, &m, &n, &k})
    simplifyLoops(*list);
}

void Contraction::transpose() {
  std::swap(a, b);
  std::swap(aType, bType);
  std::swap(m, n);
  for (LoopList *list : {&batch, &m, &n, &k})
    for (Loop &loop : *list)
      std::swap(loop.a, loop.b);
}
