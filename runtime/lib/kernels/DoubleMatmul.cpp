//===- DoubleMatmul.cpp - Products of f64 matrices by OpenBLAS ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matmul.h"
#include "OpenBlas.h"

using namespace dtensor::runtime;

const char *dtensor::runtime::runDoubleMatmul(const Loop &m, const Loop &n,
                                              const Loop &k, const double *a,
                                              const double *b, double *c,
                                              bool accumulates) {
  const OpenBlas &library = OpenBlas::get();
  if (library.problem)
    return library.problem;
  bool aTransposed = k.a != 1;
  bool bTransposed = n.b != 1;
  library.dgemm(CblasRowMajor, aTransposed ? CblasTrans : CblasNoTrans,
                bTransposed ? CblasTrans : CblasNoTrans, m.extent, n.extent,
                k.extent, 1.0, a, aTransposed ? k.a : m.a, b,
                bTransposed ? n.b : k.b, accumulates ? 1.0 : 0.0, c, m.c);
  return nullptr;
}
