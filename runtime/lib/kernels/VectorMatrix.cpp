//===- VectorMatrix.cpp - A vector times a matrix -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorMatrix.h"

#include "../ProcessorLevel.h"

using namespace dtensor::runtime;

namespace dtensor::runtime {
#define DTENSOR_DECLARE_KERNELS(isa)                                           \
  namespace isa {                                                              \
  void multiplyFloat(const VectorMatrix<float> &product);                      \
  void multiplyDouble(const VectorMatrix<double> &product);                    \
  }
DTENSOR_DECLARE_KERNELS(isa_baseline)
#ifdef DTENSOR_X86_LEVELS
DTENSOR_DECLARE_KERNELS(isa_v3)
DTENSOR_DECLARE_KERNELS(isa_v4)
#endif
#undef DTENSOR_DECLARE_KERNELS
} // namespace dtensor::runtime

namespace {
struct KernelSet {
  void (*multiplyFloat)(const VectorMatrix<float> &product);
  void (*multiplyDouble)(const VectorMatrix<double> &product);
};
} // namespace

static const KernelSet &getKernels() {
  static const KernelSet kernels = [] {
#ifdef DTENSOR_X86_LEVELS
    if (getProcessorLevel() >= DT_X86_64_V4)
      return KernelSet{isa_v4::multiplyFloat, isa_v4::multiplyDouble};
    if (getProcessorLevel() >= DT_X86_64_V3)
      return KernelSet{isa_v3::multiplyFloat, isa_v3::multiplyDouble};
#endif
    return KernelSet{isa_baseline::multiplyFloat, isa_baseline::multiplyDouble};
  }();
  return kernels;
}

void dtensor::runtime::runVectorMatrix(const VectorMatrix<float> &product) {
  getKernels().multiplyFloat(product);
}

void dtensor::runtime::runVectorMatrix(const VectorMatrix<double> &product) {
  getKernels().multiplyDouble(product);
}
