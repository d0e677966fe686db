//===- Combine.cpp - Chooses a combination's kernel -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combine.h"

#include "../ProcessorLevel.h"
#include "../plans/Site.h"

using namespace dtensor::runtime;

namespace dtensor::runtime {
#define DTENSOR_DECLARE_KERNELS(isa)                                           \
  namespace isa {                                                              \
  CombineKernel getIntegerKernel(DtElementType type, DtCombiner combiner);     \
  CombineKernel getFloatKernel(DtElementType type, DtCombiner combiner);       \
  CombineKernel getHalfKernel(DtElementType type, DtCombiner combiner);        \
  CombineKernel getComplexKernel(DtElementType type, DtCombiner combiner);     \
  }
DTENSOR_DECLARE_KERNELS(isa_baseline)
#ifdef DTENSOR_X86_LEVELS
DTENSOR_DECLARE_KERNELS(isa_v3)
DTENSOR_DECLARE_KERNELS(isa_v4)
#endif
#undef DTENSOR_DECLARE_KERNELS
} // namespace dtensor::runtime

namespace {
using GetKernel = CombineKernel (*)(DtElementType, DtCombiner);
struct KernelSet {
  GetKernel integer, real, half, complex;
};
} // namespace

/// Selects the kernels of the best instruction set that may be used.
static KernelSet selectKernels() {
#ifdef DTENSOR_X86_LEVELS
  if (getProcessorLevel() >= DT_X86_64_V4)
    return {isa_v4::getIntegerKernel, isa_v4::getFloatKernel,
            isa_v4::getHalfKernel, isa_v4::getComplexKernel};
  if (getProcessorLevel() >= DT_X86_64_V3)
    return {isa_v3::getIntegerKernel, isa_v3::getFloatKernel,
            isa_v3::getHalfKernel, isa_v3::getComplexKernel};
#endif
  return {isa_baseline::getIntegerKernel, isa_baseline::getFloatKernel,
          isa_baseline::getHalfKernel, isa_baseline::getComplexKernel};
}

static bool isBitwise(DtCombiner combiner) {
  return combiner == DT_AND || combiner == DT_OR || combiner == DT_XOR;
}

/// The integer type as wide as a real type.
static DtElementType getBitsType(DtElementType type) {
  switch (type) {
  case DT_F32:
    return DT_I32;
  case DT_F64:
    return DT_I64;
  default:
    return DT_I16;
  }
}

CombineKernel dtensor::runtime::getCombineKernel(DtElementType type,
                                                 DtCombiner combiner) {
  static const KernelSet kernels = selectKernels();
  // Floats of 8 bits.
  if (type > DT_C128)
    return isBitwise(combiner) ? kernels.integer(DT_I8, combiner) : nullptr;
  switch (type) {
  case DT_F16:
  case DT_BF16:
  case DT_F32:
  case DT_F64:
    if (isBitwise(combiner))
      return kernels.integer(getBitsType(type), combiner);
    return type == DT_F16 || type == DT_BF16 ? kernels.half(type, combiner)
                                             : kernels.real(type, combiner);
  case DT_C64:
  case DT_C128:
    return kernels.complex(type, combiner);
  default:
    return kernels.integer(type, combiner);
  }
}

int64_t dtensor::runtime::getIntermediateSize(DtElementType type,
                                              DtCombiner combiner) {
  bool isHalf = type == DT_F16 || type == DT_BF16;
  return isHalf && !isBitwise(combiner) ? sizeof(float) : getElementSize(type);
}
