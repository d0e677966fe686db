//===- VectorMatrix.h - A vector times a matrix -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_KERNELS_VECTORMATRIX_H
#define DTENSOR_RUNTIME_KERNELS_VECTORMATRIX_H

#include <cstdint>

namespace dtensor::runtime {

/// y = x * matrix or y += x * matrix. Strides are in elements.
template <typename T> struct VectorMatrix {
  int64_t k;
  int64_t n;
  const T *x;
  int64_t xStride;
  const T *matrix;
  int64_t matrixStrideK;
  int64_t matrixStrideN;
  T *y;
  int64_t yStride;
  bool accumulates;
};

/// Runs the kernel for this processor. It reads the matrix once, which is the
/// main cost of such a product.
void runVectorMatrix(const VectorMatrix<float> &product);
void runVectorMatrix(const VectorMatrix<double> &product);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_KERNELS_VECTORMATRIX_H
