//===- DoubleMatmul.cpp - Products of f64 matrices by OpenBLAS ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../arch/Architecture.h"
#include "Matmul.h"

#include <cblas.h>
#include <mutex>

using namespace dtensor::runtime;

void dtensor::runtime::prepareOpenBlas() {
  static std::once_flag prepared;
  std::call_once(prepared, [] {
    correctOpenBlas();
    openblas_set_num_threads(1);
  });
}

void dtensor::runtime::runDoubleMatmul(const Loop &m, const Loop &n,
                                       const Loop &k, const double *a,
                                       const double *b, double *c,
                                       bool accumulates) {
  prepareOpenBlas();
  bool aTransposed = k.a != 1;
  bool bTransposed = n.b != 1;
  cblas_dgemm(CblasRowMajor, aTransposed ? CblasTrans : CblasNoTrans,
              bTransposed ? CblasTrans : CblasNoTrans, m.extent, n.extent,
              k.extent, 1.0, a, aTransposed ? k.a : m.a, b,
              bTransposed ? n.b : k.b, accumulates ? 1.0 : 0.0, c, m.c);
}
