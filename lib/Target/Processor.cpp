//===- Processor.cpp - What code is generated for -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Target/Processor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace dtensor;

static constexpr StringLiteral kNative = "native";

static const Triple &getTriple() {
  static const Triple triple(sys::getProcessTriple());
  return triple;
}

static std::unique_ptr<MCSubtargetInfo> makeInfo(StringRef cpu,
                                                 StringRef features) {
  static const bool initialized = [] {
    InitializeNativeTarget();
    return true;
  }();
  (void)initialized;
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(getTriple(), message);
  if (!target)
    reportFatalInternalError(message.c_str());
  return std::unique_ptr<MCSubtargetInfo>(
      target->createMCSubtargetInfo(getTriple(), cpu, features));
}

/// As LLVM prints features: `+avx2,-avx512f`.
static std::string getHostFeatures() {
  SmallVector<std::string> features;
  for (const auto &[feature, present] : sys::getHostCPUFeatures())
    features.push_back((present ? "+" : "-") + feature.str());
  // A map has no order that could be relied on.
  sort(features);
  return join(features, ",");
}

namespace {
struct Level {
  DtProcessorLevel level;
  StringLiteral features;
};
} // namespace

// What a level adds to the one before, and kernels of the level may use.
static constexpr Level kLevels[] = {
    {DT_X86_64_V2, "+cx16,+popcnt,+sse3,+sse4.1,+sse4.2,+ssse3"},
    {DT_X86_64_V3, "+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe"},
    {DT_X86_64_V4, "+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"},
};

Processor::Processor() : Processor(kNative) {}

Processor::Processor(StringRef name) : name(name), cpu(name) {
  if (name == kNative) {
    static const std::string hostCPU = sys::getHostCPUName().str();
    static const std::string hostFeatures = getHostFeatures();
    cpu = hostCPU;
    features = hostFeatures;
  }
  describe();
}

void Processor::describe() {
  std::unique_ptr<MCSubtargetInfo> info = makeInfo(cpu, features);
  if (!getTriple().isX86()) {
    fusesMultiplies = fusedFunctions = halves = getTriple().isAArch64();
    return;
  }
  bool isWide = info->checkFeatures("+avx512f");
  fusesMultiplies = isWide || info->checkFeatures("+fma");
  fusedFunctions = isWide || info->checkFeatures("+avx2,+fma");
  halves = isWide || info->checkFeatures("+f16c");
#ifndef DTENSOR_SANITIZE_THREAD
  vectorBytes = isWide ? 64 : info->checkFeatures("+avx") ? 32 : 16;
#endif
  if (name == kNative)
    return;
  for (const Level &each : kLevels) {
    if (!info->checkFeatures(each.features))
      return;
    level = each.level;
  }
}

Expected<Processor> Processor::get(StringRef name) {
  // With a name that it does not know LLVM writes to stderr.
  if (name == kNative || makeInfo("", "")->isCPUStringValid(name))
    return Processor(name);
  return createStringError("required 'native' or a processor that LLVM knows "
                           "of " +
                           getTriple().getArchName() + ", found '" + name +
                           "'");
}

Error Processor::checkRunsHere() const {
  if (name == kNative)
    return Error::success();
  return checkRunsWith(sys::getHostCPUFeatures());
}

Error Processor::checkRunsWith(const StringMap<bool> &hostFeatures) const {
  std::unique_ptr<MCSubtargetInfo> info = makeInfo(cpu, features);
  SmallVector<StringRef> missing;
  for (const SubtargetFeatureKV &feature : info->getAllProcessorFeatures()) {
    // What a host is not asked for is how code is best written for it.
    auto found = hostFeatures.find(feature.Key);
    if (found != hostFeatures.end() && !found->second &&
        info->getFeatureBits().test(feature.Value))
      missing.push_back(feature.Key);
  }
  if (!missing.empty())
    return createStringError("code for " + name +
                             " cannot run on this processor, which lacks " +
                             join(missing, ", "));
  if (getTriple().isX86() && level == DT_PROCESSOR_NATIVE && name != kNative)
    return createStringError("code for " + name +
                             " cannot run with the runtime: required at least "
                             "x86-64-v2");
  return Error::success();
}
