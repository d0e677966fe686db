//===- BlasMatmul.cpp - Products of matrices by OpenBLAS ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Sanitizers.h"
#include "../plans/Site.h"
#include "Matmul.h"
#include "OpenBlas.h"

#include <algorithm>
#include <climits>
#include <complex>
#include <omp.h>

using namespace dtensor::runtime;

namespace {

/// The matrices of a product, which the library takes by rows.
struct Product {
  Loop m, n, k;
  const char *a, *b;
  char *c;
  bool accumulates;
  int64_t elementSize;

  /// The part of it that has some of the rows of c, or of its columns.
  Product getPart(bool isRows, int64_t begin, int64_t end) const {
    Product part = *this;
    Loop &divided = isRows ? part.m : part.n;
    divided.extent = end - begin;
    part.a += begin * divided.a * elementSize;
    part.b += begin * divided.b * elementSize;
    part.c += begin * divided.c * elementSize;
    return part;
  }
};

} // namespace

/// Calls a function of the library. Its factors have another type than its
/// elements if they are passed by their addresses.
template <typename Element, typename Gemm, typename Factor>
static void call(Gemm gemm, const Product &p, Factor one, Factor zero) {
  bool aTransposed = p.k.a != 1, bTransposed = p.n.b != 1;
  gemm(CblasRowMajor, aTransposed ? CblasTrans : CblasNoTrans,
       bTransposed ? CblasTrans : CblasNoTrans, p.m.extent, p.n.extent,
       p.k.extent, one, reinterpret_cast<const Element *>(p.a),
       aTransposed ? p.k.a : p.m.a, reinterpret_cast<const Element *>(p.b),
       bTransposed ? p.n.b : p.k.b, p.accumulates ? one : zero,
       reinterpret_cast<Element *>(p.c), p.m.c);
}

static void multiply(const OpenBlas &library, DtElementType type,
                     const Product &p) {
  if (type == DT_F64)
    return call<double>(library.dgemm, p, 1.0, 0.0);
  if (type == DT_C64) {
    const std::complex<float> one = 1, zero = 0;
    return call<void, decltype(library.cgemm), const void *>(library.cgemm, p,
                                                             &one, &zero);
  }
  const std::complex<double> one = 1, zero = 0;
  call<void, decltype(library.zgemm), const void *>(library.zgemm, p, &one,
                                                    &zero);
}

bool dtensor::runtime::hasBlasMatmul(DtElementType type) {
  return type == DT_F64 || type == DT_C64 || type == DT_C128;
}

const char *dtensor::runtime::runBlasMatmul(DtElementType type, const Loop &m,
                                            const Loop &n, const Loop &k,
                                            const char *a, const char *b,
                                            char *c, bool accumulates) {
  const OpenBlas &library = OpenBlas::get();
  if (library.problem)
    return library.problem;
  for (int64_t value : {m.extent, n.extent, k.extent, m.a, k.a, k.b, n.b, m.c})
    if (value > INT_MAX)
      return "OpenBLAS has no matrices of 2^31 rows or columns";
  Product product = {m, n, k, a, b, c, accumulates, getElementSize(type)};
  // The library has one thread. Others get parts of the longer axis.
  bool isRows = m.extent >= n.extent;
  int64_t extent = isRows ? m.extent : n.extent;
  Product *shared = &product;
  DTENSOR_RELEASE(shared);
#pragma omp parallel default(none) firstprivate(shared, type, isRows, extent)
  {
    DTENSOR_ACQUIRE(shared);
    int64_t index = omp_get_thread_num(), count = omp_get_num_threads();
    int64_t begin = extent * index / count, end = extent * (index + 1) / count;
    if (begin < end)
      multiply(OpenBlas::get(), type, shared->getPart(isRows, begin, end));
    DTENSOR_RELEASE(shared);
  }
  DTENSOR_ACQUIRE(shared);
  return nullptr;
}
