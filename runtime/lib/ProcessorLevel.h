//===- ProcessorLevel.h - The processor level of kernels --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSORLEVEL_H
#define DTENSOR_RUNTIME_PROCESSORLEVEL_H

#include "dtensor/Runtime/ABI.h"

namespace dtensor::runtime {

/// The highest level for which loops and kernels may be chosen. It is that of
/// the processor, or a lower one set by dt_limit_processor. No limit can be set
/// after the first call.
DtProcessorLevel getProcessorLevel();

/// The level that was set by dt_limit_processor, DT_PROCESSOR_NATIVE if there
/// is no limit. No limit can be set after the first call.
DtProcessorLevel getProcessorLimit();

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSORLEVEL_H
