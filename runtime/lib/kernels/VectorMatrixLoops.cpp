//===- VectorMatrixLoops.cpp - A vector times a matrix --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorMatrix.h"

// This is compiled once for each instruction set, as the loops of combinations
// are.
namespace dtensor::runtime::DTENSOR_ISA {

namespace {

constexpr int64_t kBlock = 512;

/// The case of contiguous rows: y[block] += x[k] * row[k], four rows at a time.
template <typename T>
void sumRows(const VectorMatrix<T> &p, int64_t begin, int64_t size,
             T *__restrict sums) {
  for (int64_t i = 0; i < size; ++i)
    sums[i] = 0;
  int64_t k = 0;
  for (; k + 4 <= p.k; k += 4) {
    const T *row0 = p.matrix + k * p.matrixStrideK + begin;
    const T *row1 = row0 + p.matrixStrideK;
    const T *row2 = row1 + p.matrixStrideK;
    const T *row3 = row2 + p.matrixStrideK;
    T x0 = p.x[k * p.xStride], x1 = p.x[(k + 1) * p.xStride];
    T x2 = p.x[(k + 2) * p.xStride], x3 = p.x[(k + 3) * p.xStride];
#pragma clang loop vectorize(assume_safety)
    for (int64_t i = 0; i < size; ++i)
      sums[i] += x0 * row0[i] + x1 * row1[i] + x2 * row2[i] + x3 * row3[i];
  }
  for (; k < p.k; ++k) {
    const T *row = p.matrix + k * p.matrixStrideK + begin;
    T x = p.x[k * p.xStride];
#pragma clang loop vectorize(assume_safety)
    for (int64_t i = 0; i < size; ++i)
      sums[i] += x * row[i];
  }
}

/// The case of contiguous columns: y[i] is a scalar product.
template <typename T>
T multiplyColumn(const T *__restrict x, const T *__restrict column,
                 int64_t size) {
#pragma clang fp reassociate(on)
  T sum = 0;
#pragma clang loop interleave_count(4)
  for (int64_t k = 0; k < size; ++k)
    sum += x[k] * column[k];
  return sum;
}

template <typename T>
void sumColumns(const VectorMatrix<T> &p, int64_t begin, int64_t size,
                T *__restrict sums) {
  T packed[kBlock];
  for (int64_t i = 0; i < size; ++i)
    sums[i] = 0;
  for (int64_t k = 0; k < p.k; k += kBlock) {
    int64_t depth = p.k - k < kBlock ? p.k - k : kBlock;
    const T *x = p.x + k * p.xStride;
    if (p.xStride != 1) {
      for (int64_t i = 0; i < depth; ++i)
        packed[i] = x[i * p.xStride];
      x = packed;
    }
    for (int64_t i = 0; i < size; ++i)
      sums[i] += multiplyColumn(x, p.matrix + k + (begin + i) * p.matrixStrideN,
                                depth);
  }
}

template <typename T>
void sumStrided(const VectorMatrix<T> &p, int64_t begin, int64_t size,
                T *__restrict sums) {
  for (int64_t i = 0; i < size; ++i)
    sums[i] = 0;
  for (int64_t k = 0; k < p.k; ++k) {
    const T *row = p.matrix + k * p.matrixStrideK + begin * p.matrixStrideN;
    for (int64_t i = 0; i < size; ++i)
      sums[i] += p.x[k * p.xStride] * row[i * p.matrixStrideN];
  }
}

template <typename T> void multiply(const VectorMatrix<T> &p) {
  T sums[kBlock];
  for (int64_t begin = 0; begin < p.n; begin += kBlock) {
    int64_t size = p.n - begin < kBlock ? p.n - begin : kBlock;
    if (p.matrixStrideN == 1)
      sumRows(p, begin, size, sums);
    else if (p.matrixStrideK == 1)
      sumColumns(p, begin, size, sums);
    else
      sumStrided(p, begin, size, sums);
    T *y = p.y + begin * p.yStride;
    if (p.accumulates)
      for (int64_t i = 0; i < size; ++i)
        y[i * p.yStride] += sums[i];
    else
      for (int64_t i = 0; i < size; ++i)
        y[i * p.yStride] = sums[i];
  }
}

} // namespace

void multiplyFloat(const VectorMatrix<float> &product) { multiply(product); }
void multiplyDouble(const VectorMatrix<double> &product) { multiply(product); }

} // namespace dtensor::runtime::DTENSOR_ISA
