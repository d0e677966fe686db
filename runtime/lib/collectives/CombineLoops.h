//===- CombineLoops.h - The loops of combinations ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_COMBINELOOPS_H
#define DTENSOR_RUNTIME_COLLECTIVES_COMBINELOOPS_H

#include "Combine.h"

// The kernels are compiled once for each instruction set, each in a namespace
// of its own. They use no code that the linker may merge across them, such as
// inline functions of the standard library.
namespace dtensor::runtime::DTENSOR_ISA {

CombineKernel getIntegerKernel(DtElementType type, DtCombiner combiner);
CombineKernel getFloatKernel(DtElementType type, DtCombiner combiner);
CombineKernel getHalfKernel(DtElementType type, DtCombiner combiner);
CombineKernel getComplexKernel(DtElementType type, DtCombiner combiner);

/// The number of elements combined at a time, so that the accumulators stay in
/// the first-level cache.
constexpr int64_t kBlock = 512;

/// accumulators[i] = the combination of accumulators[i], unless this is the
/// first step, and of K operands. `Element` defines how a value is loaded and
/// stored, `Op` how two values combine.
template <typename Element, typename Op, int K, bool kFirst, bool kContiguous>
void foldBlock(typename Element::Value *__restrict accumulators,
               const RunOperand *operands, int64_t begin, int64_t size) {
  const typename Element::Storage *data[K];
  int64_t strides[K];
  for (int k = 0; k < K; ++k) {
    strides[k] = kContiguous ? 1 : operands[k].stride;
    data[k] =
        reinterpret_cast<const typename Element::Storage *>(operands[k].data) +
        begin * strides[k];
  }
#pragma clang loop vectorize(assume_safety)
  for (int64_t i = 0; i < size; ++i) {
    typename Element::Value value =
        kFirst ? Element::load(data[0][i * strides[0]]) : accumulators[i];
#pragma clang loop unroll(full)
    for (int k = kFirst; k < K; ++k)
      value = Op::apply(value, Element::load(data[k][i * strides[k]]));
    accumulators[i] = value;
  }
}

template <typename Element, typename Op, bool kContiguous>
void foldAll(typename Element::Value *accumulators, const CombineRun &run,
             int64_t begin, int64_t size) {
  const RunOperand *operands = run.operands;
  int64_t rest = run.numOperands;
  if (rest >= 4) {
    foldBlock<Element, Op, 4, true, kContiguous>(accumulators, operands, begin,
                                                 size);
    operands += 4;
    rest -= 4;
  } else if (rest >= 2) {
    foldBlock<Element, Op, 2, true, kContiguous>(accumulators, operands, begin,
                                                 size);
    operands += 2;
    rest -= 2;
  } else {
    foldBlock<Element, Op, 1, true, kContiguous>(accumulators, operands, begin,
                                                 size);
    return;
  }
  for (; rest >= 4; rest -= 4, operands += 4)
    foldBlock<Element, Op, 4, false, kContiguous>(accumulators, operands, begin,
                                                  size);
  for (; rest > 0; --rest, ++operands)
    foldBlock<Element, Op, 1, false, kContiguous>(accumulators, operands, begin,
                                                  size);
}

template <typename Element, typename Op, bool kAverage>
void combineRun(const CombineRun &run) {
  typename Element::Value accumulators[kBlock];
  auto *destination =
      reinterpret_cast<typename Element::Storage *>(run.destination);
  for (int64_t begin = 0; begin < run.size; begin += kBlock) {
    int64_t size = run.size - begin < kBlock ? run.size - begin : kBlock;
    if (run.contiguous)
      foldAll<Element, Op, true>(accumulators, run, begin, size);
    else
      foldAll<Element, Op, false>(accumulators, run, begin, size);
    if constexpr (kAverage)
      for (int64_t i = 0; i < size; ++i)
        accumulators[i] = Element::divide(accumulators[i], run.numOperands);
    if (run.destinationStride == 1)
      for (int64_t i = 0; i < size; ++i)
        destination[begin + i] = Element::store(accumulators[i]);
    else
      for (int64_t i = 0; i < size; ++i)
        destination[(begin + i) * run.destinationStride] =
            Element::store(accumulators[i]);
  }
}

struct AndOp {
  template <typename T> static T apply(T a, T b) { return a & b; }
};
struct OrOp {
  template <typename T> static T apply(T a, T b) { return a | b; }
};
struct XorOp {
  template <typename T> static T apply(T a, T b) { return a ^ b; }
};
struct AddOp {
  template <typename T> static T apply(T a, T b) { return a + b; }
};
struct MulOp {
  template <typename T> static T apply(T a, T b) { return a * b; }
};

} // namespace dtensor::runtime::DTENSOR_ISA

#endif // DTENSOR_RUNTIME_COLLECTIVES_COMBINELOOPS_H
