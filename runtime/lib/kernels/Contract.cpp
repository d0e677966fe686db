//===- Contract.cpp - Contractions ----------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Context.h"
#include "../CoreShare.h"
#include "../Sanitizers.h"
#include "../collectives/Strided.h"
#include "Contraction.h"
#include "VectorMatrix.h"
#include "WidenedContraction.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace dtensor::runtime;

/// The number of multiplications up to which the library's overhead exceeds the
/// work.
static constexpr int64_t kSmallProduct = 4096;
/// The number of multiplications from which on several cores are faster. It
/// takes some microseconds to wake a thread, and these are about 50.
static constexpr int64_t kLargeProduct = 1 << 22;

namespace {

/// Brings one contraction into a form that a kernel accepts, and runs it.
class ContractionRunner {
public:
  ContractionRunner(Contraction &contraction, KernelState &kernels)
      : contraction(contraction), kernels(kernels) {}

  /// Returns nullptr, or a description of the error.
  const char *run();

private:
  using Stride = int64_t Loop::*;

  bool isReal() const {
    return contraction.cType == DT_F32 || contraction.cType == DT_F64;
  }
  bool isBrainFloat() const { return contraction.aType == DT_BF16; }
  bool isSmall() const {
    return contraction.m.getExtent() * contraction.n.getExtent() *
               contraction.k.getExtent() <=
           kSmallProduct;
  }
  void clear();
  void runVectorMatrix();
  const char *multiply();
  const char *joinSums();
  const char *runMatmul();
  Arena &findFreeArena();
  const char *packOperand(int64_t which);
  void prepareMatmul();
  void undoPrepareMatmul();
  const char *multiplyMatrices();
  static int64_t findUnit(const LoopList &list, Stride stride);
  static Loop takeMain(LoopList &list, Stride stride);
  static bool isMatrix(const Loop &rows, const Loop &columns, Stride stride);
  void moveToOuter(LoopList &list);
  template <typename Function> void forEachOuter(Function function);

  Contraction &contraction;
  KernelState &kernels;
  /// The loops around the kernel.
  LoopList outer;
  Loop m = kNoLoop, n = kNoLoop, k = kNoLoop;
};

} // namespace

template <typename Function>
void ContractionRunner::forEachOuter(Function function) {
  int64_t index[LoopList::kMaxLoops] = {};
  int64_t aOffset = 0, bOffset = 0, cOffset = 0;
  while (true) {
    function(aOffset, bOffset, cOffset);
    int64_t i = outer.count - 1;
    for (; i >= 0; --i) {
      const Loop &loop = outer.loops[i];
      aOffset += loop.a;
      bOffset += loop.b;
      cOffset += loop.c;
      if (++index[i] < loop.extent)
        break;
      aOffset -= loop.a * loop.extent;
      bOffset -= loop.b * loop.extent;
      cOffset -= loop.c * loop.extent;
      index[i] = 0;
    }
    if (i < 0)
      return;
  }
}

void ContractionRunner::moveToOuter(LoopList &list) {
  for (const Loop &loop : list)
    outer.push(loop);
  list.count = 0;
}

/// The loop that is contiguous, or -1.
int64_t ContractionRunner::findUnit(const LoopList &list, Stride stride) {
  for (int64_t i = 0; i < list.count; ++i)
    if (list.loops[i].*stride == 1)
      return i;
  return -1;
}

/// Takes the loop that the kernel runs: the contiguous one or the longest.
Loop ContractionRunner::takeMain(LoopList &list, Stride stride) {
  if (list.count == 0)
    return kNoLoop;
  int64_t index = findUnit(list, stride);
  if (index < 0)
    index = std::max_element(list.begin(), list.end(),
                             [](const Loop &x, const Loop &y) {
                               return x.extent < y.extent;
                             }) -
            list.begin();
  return list.remove(index);
}

/// Whether a library accepts the matrix: one stride is 1, and the other is at
/// least the length of a row.
bool ContractionRunner::isMatrix(const Loop &rows, const Loop &columns,
                                 Stride stride) {
  return (columns.*stride == 1 && rows.*stride >= columns.extent) ||
         (rows.*stride == 1 && columns.*stride >= rows.extent);
}

void ContractionRunner::clear() {
  BufferLoops loops({&contraction.batch, &contraction.m, &contraction.n},
                    &Loop::c);
  LoopNest nest(loops.rank, loops.extents, 1,
                [&](int64_t) { return loops.strides; });
  int64_t size = getElementSize(contraction.cType);
  int64_t stride = nest.getInnerStride(loops.strides);
  nest.forEachRun([&](const int64_t *index) {
    char *run = contraction.c + nest.getOffset(index, loops.strides) * size;
    for (int64_t i = 0; i < nest.getInnerSize(); ++i)
      std::memset(run + i * stride * size, 0, size);
  });
}

/// One that holds no operand. A copy may be copied again, in another order.
Arena &ContractionRunner::findFreeArena() {
  const Contraction &p = contraction;
  return *std::find_if(std::begin(kernels.packed), std::end(kernels.packed),
                       [&](const Arena &arena) {
                         return !arena.isAt(p.a) && !arena.isAt(p.b) &&
                                !arena.isAt(p.c);
                       });
}

/// Copies a (0), b (1) or c (2) to a contiguous buffer, in the order of roles.
/// A and b may also have their other order, in which more of the elements that
/// are copied are neighbours.
const char *ContractionRunner::packOperand(int64_t which) {
  Contraction &p = contraction;
  Stride stride = which == 0 ? &Loop::a : which == 1 ? &Loop::b : &Loop::c;
  DtElementType type = which == 0 ? p.aType : which == 1 ? p.bType : p.cType;
  const char *data = which == 0 ? p.a : which == 1 ? p.b : p.c;
  LoopList *first = which == 1 ? &p.k : &p.m;
  LoopList *second = which == 0 ? &p.k : &p.n;
  if (which != 2 && findUnit(*first, stride) >= 0)
    std::swap(first, second);
  BufferLoops loops({&p.batch, first, second}, stride);
  int64_t contiguous[LoopList::kMaxLoops];
  int64_t size = 1;
  for (int64_t i = loops.rank - 1; i >= 0; --i) {
    contiguous[i] = size;
    size *= loops.extents[i];
  }
  int64_t elementSize = getElementSize(type);
  char *packed = static_cast<char *>(findFreeArena().get(size * elementSize));
  if (!packed)
    return "out of memory";
  if (which != 2 || p.accumulates)
    copyBox(elementSize, loops.rank, loops.extents, data, loops.strides, packed,
            contiguous);
  for (int64_t i = 0; i < loops.rank; ++i)
    loops.loops[i]->*stride = contiguous[i];
  (which == 0   ? p.a
   : which == 1 ? p.b
                : *const_cast<const char **>(&p.c)) = packed;
  return nullptr;
}

void ContractionRunner::runVectorMatrix() {
  Contraction &p = contraction;
  moveToOuter(p.batch);
  moveToOuter(p.m);
  k = takeMain(p.k, &Loop::b);
  n = takeMain(p.n, &Loop::b);
  moveToOuter(p.n);
  auto runAll = [&](auto zero) {
    using T = decltype(zero);
    forEachOuter([&](int64_t aOffset, int64_t bOffset, int64_t cOffset) {
      dtensor::runtime::runVectorMatrix(VectorMatrix<T>{
          k.extent, n.extent, reinterpret_cast<const T *>(p.a) + aOffset, k.a,
          reinterpret_cast<const T *>(p.b) + bOffset, k.b, n.b,
          reinterpret_cast<T *>(p.c) + cOffset, n.c, p.accumulates});
    });
  };
  if (p.cType == DT_F64)
    runAll(double());
  else
    runAll(float());
}

/// Chooses the loops of the matrices. Those of extent 1 get the strides of a
/// contiguous matrix.
void ContractionRunner::prepareMatmul() {
  Contraction &p = contraction;
  // c must be contiguous along the loop of n.
  if (findUnit(p.n, &Loop::c) < 0 && findUnit(p.m, &Loop::c) >= 0)
    p.transpose();
  k = takeMain(p.k, &Loop::a);
  n = takeMain(p.n, &Loop::c);
  m = takeMain(p.m, k.a == 1 ? &Loop::c : &Loop::a);
  if (k.extent == 1) {
    k.a = 1;
    k.b = n.extent;
  }
  if (n.extent == 1) {
    n.b = k.b == 1 ? k.extent : 1;
    n.c = 1;
  }
  if (m.extent == 1) {
    m.a = k.a == 1 ? k.extent : 1;
    m.c = n.extent;
  }
}

void ContractionRunner::undoPrepareMatmul() {
  for (auto [loop, list] : {std::pair(&m, &contraction.m),
                            {&n, &contraction.n},
                            {&k, &contraction.k}})
    if (loop->extent != 1)
      list->push(*loop);
}

const char *ContractionRunner::multiplyMatrices() {
  Contraction &p = contraction;
  moveToOuter(p.m);
  moveToOuter(p.n);
  // Loops that repeat or reverse an operand stay outside of the library.
  for (int64_t i = p.batch.count - 1; i >= 0; --i)
    if (const Loop &loop = p.batch.loops[i];
        loop.a <= 0 || loop.b <= 0 || loop.c <= 0)
      outer.push(p.batch.remove(i));
  bool isBlas = hasBlasMatmul(p.cType);
  while (p.batch.count > (isBlas ? 0 : Matmul::kMaxBatchLoops))
    outer.push(p.batch.remove(0));
  // A batch of small products stays on one core in OpenBLAS.
  int64_t size = m.extent * n.extent * k.extent;
  bool isLarge = (isBlas ? size : size * p.batch.getExtent()) >= kLargeProduct;
  CoreShare share(isLarge ? kernels.numCores : 1);
  const char *problem = nullptr;
  forEachOuter([&](int64_t aOffset, int64_t bOffset, int64_t cOffset) {
    const char *a = p.a + aOffset * getElementSize(p.aType);
    const char *b = p.b + bOffset * getElementSize(p.bType);
    char *c = p.c + cOffset * getElementSize(p.cType);
    if (problem)
      return;
    problem = isBlas ? runBlasMatmul(p.cType, m, n, k, a, b, c, p.accumulates)
                     : kernels.matmul.run(p, m, n, k, a, b, c);
  });
  return problem;
}

/// Makes one loop of the loops of the sum. An operand in which they are one
/// loop stays, and the other one is copied in its order.
const char *ContractionRunner::joinSums() {
  Contraction &p = contraction;
  auto areOne = [&](Stride stride) {
    p.k.sort(
        [&](const Loop &x, const Loop &y) { return x.*stride > y.*stride; });
    for (int64_t i = 0; i + 1 < p.k.count; ++i)
      if (const Loop &inner = p.k.loops[i + 1];
          p.k.loops[i].*stride != inner.*stride * inner.extent)
        return false;
    return true;
  };
  bool isJoinedA = areOne(&Loop::a);
  bool isJoinedB = !isJoinedA && areOne(&Loop::b);
  for (auto [isJoined, which] : {std::pair(isJoinedA, 0), {isJoinedB, 1}})
    if (!isJoined)
      if (const char *problem = packOperand(which))
        return problem;
  p.simplify();
  return nullptr;
}

const char *ContractionRunner::runMatmul() {
  Contraction &p = contraction;
  if (p.k.count > 1)
    if (const char *problem = joinSums())
      return problem;
  prepareMatmul();
  bool goodA = isMatrix(m, k, &Loop::a);
  bool goodB = isMatrix(k, n, &Loop::b);
  bool goodC = n.c == 1 && m.c >= n.extent;
  if (goodA && goodB && goodC)
    return multiplyMatrices();

  undoPrepareMatmul();
  char *target = p.c;
  BufferLoops targetLoops({&p.batch, &p.m, &p.n}, &Loop::c);
  for (auto [good, which] : {std::pair(goodA, 0), {goodB, 1}, {goodC, 2}})
    if (!good)
      if (const char *problem = packOperand(which))
        return problem;
  char *result = p.c;
  BufferLoops resultLoops({&p.batch, &p.m, &p.n}, &Loop::c);
  p.simplify();
  prepareMatmul();
  if (const char *problem = multiplyMatrices())
    return problem;
  if (result != target)
    copyBox(getElementSize(p.cType), targetLoops.rank, targetLoops.extents,
            result, resultLoops.strides, target, targetLoops.strides);
  return nullptr;
}

const char *ContractionRunner::run() {
  Contraction &p = contraction;
  bool supported =
      p.aType == p.bType &&
      ((p.aType == p.cType && (p.cType == DT_F32 || hasBlasMatmul(p.cType))) ||
       (isBrainFloat() && (p.cType == DT_BF16 || p.cType == DT_F32)));
  if (!supported)
    return "no kernel for a contraction of these element types";
  p.simplify();
  if (p.batch.getExtent() == 0 || p.m.getExtent() == 0 || p.n.getExtent() == 0)
    return nullptr;
  if (p.k.getExtent() == 0) {
    if (!p.accumulates)
      clear();
    return nullptr;
  }
  // A small product needs no library.
  if (isBrainFloat() && (isSmall() || !Matmul::takesBrainFloats())) {
    WidenedContraction widened(p);
    if (const char *problem = widened.widen(kernels.widened))
      return problem;
    if (const char *problem = multiply())
      return problem;
    widened.round();
    return nullptr;
  }
  return multiply();
}

const char *ContractionRunner::multiply() {
  Contraction &p = contraction;
  int64_t rows = p.m.getExtent();
  int64_t columns = p.n.getExtent();
  if (isReal() && !isBrainFloat() && p.k.count <= 1 &&
      (rows == 1 || columns == 1 || isSmall())) {
    if (columns == 1 || (rows > 1 && findUnit(p.n, &Loop::b) < 0 &&
                         findUnit(p.m, &Loop::a) >= 0))
      p.transpose();
    runVectorMatrix();
    return nullptr;
  }
  return runMatmul();
}

#ifdef DTENSOR_TSAN
// Libraries are not instrumented. All devices of a worker use the state of the
// kernels in an order that the sanitizer must not know of. It therefore ignores
// the contraction, and is told of the contraction's reads and writes.
extern "C" {
void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);
void AnnotateIgnoreWritesBegin(const char *file, int line);
void AnnotateIgnoreWritesEnd(const char *file, int line);
void __tsan_read_range(void *address, unsigned long size);
void __tsan_write_range(void *address, unsigned long size);
}

static void reportAccesses(Contraction &p) {
  auto report = [](const BufferLoops &loops, const char *data,
                   DtElementType type, auto access) {
    LoopNest nest(loops.rank, loops.extents, 1,
                  [&](int64_t) { return loops.strides; });
    int64_t size = getElementSize(type);
    int64_t stride = nest.getInnerStride(loops.strides);
    int64_t length = nest.getInnerSize();
    nest.forEachRun([&](const int64_t *index) {
      char *run = const_cast<char *>(data) +
                  nest.getOffset(index, loops.strides) * size;
      if (stride == 1)
        return access(run, length * size);
      for (int64_t i = 0; i < length; ++i)
        access(run + i * stride * size, size);
    });
  };
  if (p.batch.getExtent() * p.m.getExtent() * p.n.getExtent() *
          p.k.getExtent() ==
      0)
    return;
  report({{&p.batch, &p.m, &p.k}, &Loop::a}, p.a, p.aType, __tsan_read_range);
  report({{&p.batch, &p.k, &p.n}, &Loop::b}, p.b, p.bType, __tsan_read_range);
  report({{&p.batch, &p.m, &p.n}, &Loop::c}, p.c, p.cType, __tsan_write_range);
}
#endif

static const char *runContraction(Contraction &contraction,
                                  KernelState &kernels) {
#ifdef DTENSOR_TSAN
  reportAccesses(contraction);
  AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
  AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
#endif
  const char *problem = ContractionRunner(contraction, kernels).run();
#ifdef DTENSOR_TSAN
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
#endif
  return problem;
}

void dt_contract(DtDevice *device, const int64_t *descriptor, const char *where,
                 const DtMemRef *a, const DtMemRef *b, const DtMemRef *c) {
  Contraction contraction;
  const char *problem = contraction.decode(descriptor, *a, *b, *c);
  if (!problem)
    problem = runContraction(contraction, device->worker->kernels);
  if (problem)
    device->context->fail(*device, problem, where);
}
