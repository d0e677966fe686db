//===- AxisWindow.cpp - Which positions of an axis are read ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/AxisWindow.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace dtensor;

Slice AxisWindow::getHull(llvm::ArrayRef<Slice> loops) const {
  Slice hull{offset, 1};
  for (const WindowTerm &term : terms) {
    const Slice &part = loops[term.loop];
    if (part.extent == 0)
      return {offset, 0};
    hull.offset += term.stride * part.offset;
    hull.extent += term.stride * (part.extent - 1);
  }
  return hull;
}

/// The t for which `start + stride * t` lies in `slice`.
static Slice getStepsInto(int64_t start, int64_t stride, Slice slice) {
  int64_t begin = slice.offset - start;
  int64_t end = begin + slice.extent;
  if (stride > 0) {
    begin = llvm::divideCeilSigned(begin, stride);
    end = llvm::divideCeilSigned(end, stride);
  } else {
    int64_t last = llvm::divideFloorSigned(begin, stride);
    begin = llvm::divideFloorSigned(end, stride) + 1;
    end = last + 1;
  }
  return {begin, end - begin};
}

Slice AxisMove::getSteps(Slice source, Slice dest) const {
  Slice from = getStepsInto(start, stride, source);
  Slice to = getStepsInto(destStart, destStride, dest);
  int64_t begin = std::max<int64_t>({0, from.offset, to.offset});
  int64_t end =
      std::min({count, from.offset + from.extent, to.offset + to.extent});
  return {begin, std::max<int64_t>(0, end - begin)};
}

std::optional<AxisMove> dtensor::compose(const AxisMove &inner,
                                         const AxisMove &outer) {
  if (inner.start == AxisMove::kDynamic ||
      inner.destStart == AxisMove::kDynamic ||
      outer.start == AxisMove::kDynamic ||
      outer.destStart == AxisMove::kDynamic)
    return std::nullopt;
  // Steps t of the inner move and u of the outer one meet where
  //   inner.destStart + inner.destStride * t == outer.start + outer.stride * u,
  // which is so for every period-th u.
  int64_t size = std::abs(outer.stride);
  int64_t common = std::gcd(inner.destStride, size);
  int64_t period = inner.destStride / common;
  int64_t distance = outer.start - inner.destStart;
  if (inner.count <= 0 || outer.count <= 0)
    return AxisMove{inner.start, inner.stride, 0, outer.destStart, 1};
  // The first u at whose position the inner move would write if it had no ends.
  int64_t first = 0;
  while (first < period &&
         (distance + outer.stride * first) % inner.destStride != 0)
    ++first;
  if (first == period)
    return AxisMove{inner.start, inner.stride, 0, outer.destStart, 1};
  int64_t step = (distance + outer.stride * first) / inner.destStride;
  int64_t stepStride = outer.stride * period / inner.destStride;
  AxisMove move;
  move.destStride = outer.destStride * period;
  move.count = (outer.count - first + period - 1) / period;
  // The steps that the inner move has.
  Slice steps = getStepsInto(step, stepStride, {0, inner.count});
  int64_t begin = std::max<int64_t>(0, steps.offset);
  int64_t end = std::min(move.count, steps.offset + steps.extent);
  move.count = std::max<int64_t>(0, end - begin);
  move.start = inner.start + inner.stride * (step + stepStride * begin);
  move.stride = inner.stride * stepStride;
  move.destStart =
      outer.destStart + outer.destStride * (first + period * begin);
  return move;
}
