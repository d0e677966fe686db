//===- Architecture.h - Code for one architecture ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_ARCH_ARCHITECTURE_H
#define DTENSOR_RUNTIME_ARCH_ARCHITECTURE_H

#include "dtensor/Runtime/ABI.h"

#include <cstdint>
#include <string>
#include <ucontext.h>

/// Each architecture has a file that defines these functions: X86.cpp,
/// AArch64.cpp.
namespace dtensor::runtime {

struct OneDnn;
struct OpenBlas;

/// Lets the core's other thread run for some nanoseconds.
void relaxProcessor();

/// A clock that all cores share, and that is cheap to read. Its ticks have one
/// length.
uint64_t readTicks();

/// Sets whether instructions of the running fiber take subnormal floats for
/// zero. Does nothing where they are as fast as others.
void flushSubnormals(bool flush);

/// The highest level that this processor has. DT_PROCESSOR_NATIVE if it has
/// none, or its architecture has no levels.
DtProcessorLevel getHostLevel();

/// Of LLVM's names of features, with commas between them: those that this
/// processor lacks, in the same form. Names of how code is best written for a
/// processor are no features.
std::string findMissingFeatures(const char *features);

/// Makes an interrupted thread continue with `function(argument)`, which does
/// not return, on the stack that ends at `top`.
void redirect(ucontext_t &state, char *top, void (*function)(void *),
              void *argument);

/// Limit the libraries of kernels to a level, before their first call. They
/// return nullptr, or a description of the error.
const char *limitOneDnn(const OneDnn &library, DtProcessorLevel level);
const char *limitOpenBlas(const OpenBlas &library, DtProcessorLevel level);

/// Makes OpenBLAS choose better kernels if it does not know the processor.
void correctOpenBlas(const OpenBlas &library);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_ARCH_ARCHITECTURE_H
