//===- WidenedContraction.cpp - bf16 by way of f32 ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WidenedContraction.h"
#include "../collectives/Strided.h"

using namespace dtensor::runtime;

/// A bf16 is the upper half of an f32.
static float widenElement(uint16_t element) {
  return __builtin_bit_cast(float, static_cast<uint32_t>(element) << 16);
}

/// Rounds to nearest, ties to even; a NaN stays one.
static uint16_t roundElement(float element) {
  uint32_t bits = __builtin_bit_cast(uint32_t, element);
  uint32_t rounded = bits + 0x7fff + ((bits >> 16) & 1);
  uint32_t quiet = bits | 0x400000;
  return static_cast<uint16_t>((element != element ? quiet : rounded) >> 16);
}

/// The strides of a dense buffer with the axes of `loops`, and its size.
static int64_t makeDense(const BufferLoops &loops, int64_t *strides) {
  int64_t size = 1;
  for (int64_t i = loops.rank - 1; i >= 0; --i) {
    strides[i] = size;
    size *= loops.extents[i];
  }
  return size;
}

/// Calls `function(element of the buffer, position in the dense copy)`.
template <typename Function>
static void forEachElement(const BufferLoops &loops, const int64_t *dense,
                           Function function) {
  LoopNest nest(loops.rank, loops.extents, 2, [&](int64_t i) {
    return i == 0 ? static_cast<const int64_t *>(loops.strides) : dense;
  });
  int64_t stride = nest.getInnerStride(loops.strides);
  int64_t denseStride = nest.getInnerStride(dense);
  nest.forEachRun([&](const int64_t *index) {
    int64_t from = nest.getOffset(index, loops.strides);
    int64_t to = nest.getOffset(index, dense);
    for (int64_t i = 0; i < nest.getInnerSize(); ++i)
      function(from + i * stride, to + i * denseStride);
  });
}

const char *WidenedContraction::widen(Arena (&memory)[3]) {
  Contraction &p = contraction;
  struct Operand {
    BufferLoops loops;
    const char *data;
    bool isRead;
  };
  Operand operands[3] = {
      {{{&p.batch, &p.m, &p.k}, &Loop::a}, p.a, true},
      {{{&p.batch, &p.k, &p.n}, &Loop::b}, p.b, true},
      {{{&p.batch, &p.m, &p.n}, &Loop::c}, p.c, p.accumulates}};
  int64_t Loop::*strides[3] = {&Loop::a, &Loop::b, &Loop::c};
  char *copies[3] = {nullptr, nullptr, p.c};
  for (int64_t which = 0; which < (p.cType == DT_BF16 ? 3 : 2); ++which) {
    const Operand &operand = operands[which];
    int64_t dense[LoopList::kMaxLoops];
    int64_t size = makeDense(operand.loops, dense);
    copies[which] =
        static_cast<char *>(memory[which].get(size * sizeof(float)));
    if (!copies[which])
      return "out of memory";
    if (operand.isRead) {
      auto *from = reinterpret_cast<const uint16_t *>(operand.data);
      auto *to = reinterpret_cast<float *>(copies[which]);
      forEachElement(operand.loops, dense, [&](int64_t i, int64_t j) {
        to[j] = widenElement(from[i]);
      });
    }
    for (int64_t i = 0; i < operand.loops.rank; ++i)
      operand.loops.loops[i]->*strides[which] = dense[i];
  }
  if (p.cType == DT_BF16)
    wide = reinterpret_cast<const float *>(copies[2]);
  p.a = copies[0];
  p.b = copies[1];
  p.c = copies[2];
  p.aType = p.bType = p.cType = DT_F32;
  p.simplify();
  return nullptr;
}

void WidenedContraction::round() {
  if (!wide)
    return;
  BufferLoops loops({&result.batch, &result.m, &result.n}, &Loop::c);
  int64_t dense[LoopList::kMaxLoops];
  makeDense(loops, dense);
  auto *to = reinterpret_cast<uint16_t *>(result.c);
  forEachElement(loops, dense,
                 [&](int64_t i, int64_t j) { to[i] = roundElement(wide[j]); });
}
