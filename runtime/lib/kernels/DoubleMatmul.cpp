//===- DoubleMatmul.cpp - Products of f64 matrices by OpenBLAS ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ProcessorLevel.h"
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

#ifdef __x86_64__
static constexpr const char *kVariable = "OPENBLAS_CORETYPE";

/// Has OpenBLAS choose its kernels again. Returns whether it has taken `core`.
static bool selectCore(const char *core) {
  if (!gotoblas_dynamic_init || !gotoblas_dynamic_quit)
    return false;
  const char *given = getenv(kVariable);
  std::string before = given ? given : "";
  setenv(kVariable, core, 1);
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
  if (given)
    setenv(kVariable, before.c_str(), 1);
  else
    unsetenv(kVariable);
  return std::strcmp(openblas_get_corename(), core) == 0;
}
#endif

const char *dtensor::runtime::limitOpenBlas(DtProcessorLevel level) {
#ifdef __x86_64__
  if (selectCore(level == DT_X86_64_V2   ? "Nehalem"
                 : level == DT_X86_64_V3 ? "Haswell"
                                         : "SkylakeX"))
    return nullptr;
#endif
  return "OpenBLAS cannot be held to the level of a processor";
}

/// OpenBLAS takes processors with AVX-512 that it does not know for Haswell,
/// which halves its speed: has it look again with a hint.
static void correctCore() {
#ifdef __x86_64__
  if (getenv(kVariable) || getProcessorLevel() < DT_X86_64_V4)
    return;
  const char *core = openblas_get_corename();
  if (std::strcmp(core, "Haswell") == 0 || std::strcmp(core, "Zen") == 0)
    selectCore("SkylakeX");
#endif
}

void dtensor::runtime::prepareOpenBlas() {
  static std::once_flag prepared;
  std::call_once(prepared, [] {
    correctCore();
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
