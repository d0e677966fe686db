//===- AArch64.cpp - Code for AArch64 -------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Architecture.h"

#include <cstdint>

using namespace dtensor::runtime;

// A `yield` has no effect on most processors.
void dtensor::runtime::relaxProcessor() { asm volatile("isb"); }

uint64_t dtensor::runtime::readTicks() {
  uint64_t ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
}

DtProcessorLevel dtensor::runtime::getHostLevel() {
  return DT_PROCESSOR_NATIVE;
}

// These processors compute with subnormal floats in hardware.
void dtensor::runtime::flushSubnormals(bool) {}

// The features that a processor lacks are not known.
std::string dtensor::runtime::findMissingFeatures(const char *) { return {}; }

void dtensor::runtime::redirect(ucontext_t &state, char *top,
                                void (*function)(void *), void *argument) {
  state.uc_mcontext.sp = reinterpret_cast<uintptr_t>(top - 64);
  state.uc_mcontext.regs[0] = reinterpret_cast<uintptr_t>(argument);
  state.uc_mcontext.pc = reinterpret_cast<uintptr_t>(function);
  // The function has no caller, so the stack ends here for debuggers.
  state.uc_mcontext.regs[29] = 0;
  state.uc_mcontext.regs[30] = 0;
}

// There are no levels, so dt_limit_processor never uses one.
const char *dtensor::runtime::limitOneDnn(const OneDnn &, DtProcessorLevel) {
  return "oneDNN cannot be held to the level of a processor";
}
const char *dtensor::runtime::limitOpenBlas(const OpenBlas &,
                                            DtProcessorLevel) {
  return "OpenBLAS cannot be held to the level of a processor";
}

void dtensor::runtime::correctOpenBlas(const OpenBlas &) {}
