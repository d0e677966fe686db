//===- ProcessorLevel.cpp - The processor level of kernels ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessorLevel.h"
#include "arch/Architecture.h"

#include <mutex>

using namespace dtensor::runtime;

namespace {
/// The limit of the process. There is one, since libraries choose their kernels
/// once per process.
struct Limit {
  std::mutex mutex;
  DtProcessorLevel level = DT_PROCESSOR_NATIVE;
  bool isFixed = false;
};
} // namespace

static Limit &getLimit() {
  static Limit limit;
  return limit;
}

DtProcessorLevel dtensor::runtime::getProcessorLimit() {
  Limit &limit = getLimit();
  std::lock_guard lock(limit.mutex);
  limit.isFixed = true;
  return limit.level;
}

DtProcessorLevel dtensor::runtime::getProcessorLevel() {
  static const DtProcessorLevel level = [] {
    DtProcessorLevel limit = getProcessorLimit();
    return limit == DT_PROCESSOR_NATIVE ? getHostLevel() : limit;
  }();
  return level;
}

const char *dt_limit_processor(DtProcessorLevel level) {
  Limit &limit = getLimit();
  std::lock_guard lock(limit.mutex);
  if (limit.isFixed)
    return level == limit.level
               ? nullptr
               : "the kernels of this process were chosen for another "
                 "processor, by a program that ran before";
  // Libraries of kernels are limited when they are opened.
  if (level != DT_PROCESSOR_NATIVE && level > getHostLevel())
    return "this processor has no such level";
  limit.level = level;
  limit.isFixed = true;
  return nullptr;
}
