//===- DoubleMatmul.cpp - Products of f64 matrices by OpenBLAS ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matmul.h"

#include <cblas.h>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

using namespace dtensor::runtime;

// OpenBLAS's own, of builds that choose kernels at run time.
extern "C" {
__attribute__((weak)) void gotoblas_dynamic_init();
__attribute__((weak)) void gotoblas_dynamic_quit();
}

/// OpenBLAS takes processors with AVX-512 that it does not know for Haswell,
/// which halves its speed: has it look again with a hint.
static void selectCore() {
#ifdef __x86_64__
  static const char *const kVariable = "OPENBLAS_CORETYPE";
  const char *core = openblas_get_corename();
  if (!gotoblas_dynamic_init || !gotoblas_dynamic_quit || getenv(kVariable) ||
      !__builtin_cpu_supports("x86-64-v4") ||
      (std::strcmp(core, "Haswell") != 0 && std::strcmp(core, "Zen") != 0))
    return;
  setenv(kVariable, "SkylakeX", 1);
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
  unsetenv(kVariable);
#endif
}

void dtensor::runtime::prepareOpenBlas() {
  static std::once_flag prepared;
  std::call_once(prepared, [] {
    selectCore();
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
