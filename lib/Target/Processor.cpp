//===- Processor.cpp - The processor of generated code --------------------===//
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

using namespace llvm;
using namespace dtensor;

static constexpr StringLiteral kNative = "native";

static const Triple &getHostTriple() {
  static const Triple triple(sys::getProcessTriple());
  return triple;
}

/// Initializes all architectures for which code can be made.
static void initializeTargets() {
  static const bool initialized = [] {
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    return true;
  }();
  (void)initialized;
}

static std::unique_ptr<MCSubtargetInfo>
makeInfo(const Triple &triple, StringRef cpu, StringRef features) {
  initializeTargets();
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    reportFatalInternalError(message.c_str());
  return std::unique_ptr<MCSubtargetInfo>(
      target->createMCSubtargetInfo(triple, cpu, features));
}

/// The features of this machine in LLVM's form: `+avx2,-avx512f`.
static std::string getHostFeatures() {
  SmallVector<std::string> features;
  for (const auto &[feature, present] : sys::getHostCPUFeatures())
    features.push_back((present ? "+" : "-") + feature.str());
  // The order in the map is not defined.
  sort(features);
  return join(features, ",");
}

namespace {
struct Level {
  DtProcessorLevel level;
  StringLiteral features;
};
} // namespace

// The features that each level adds to the one before, and that kernels of the
// level may use.
static constexpr Level kLevels[] = {
    {DT_X86_64_V2, "+cx16,+popcnt,+sse3,+sse4.1,+sse4.2,+ssse3"},
    {DT_X86_64_V3, "+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe"},
    {DT_X86_64_V4, "+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"},
};

Processor::Processor() : Processor(kNative, getHostTriple()) {}

Processor::Processor(StringRef name, const Triple &triple)
    : triple(triple), name(name), cpu(name) {
  initializeTargets();
  if (name == kNative) {
    static const std::string hostCPU = sys::getHostCPUName().str();
    static const std::string hostFeatures = getHostFeatures();
    cpu = hostCPU;
    features = hostFeatures;
  }
  if (triple.isX86())
    describeX86();
  else
    describeAArch64();
}

void Processor::describeX86() {
  std::unique_ptr<MCSubtargetInfo> info = makeInfo(triple, cpu, features);
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

void Processor::describeAArch64() {
  // Each of these has vectors of 16 bytes, multiply-add, and conversions of
  // f16.
  fusesMultiplies = fusedFunctions = halves = true;
  // Frames with vectors of scalable length have no known size (see StackNeed).
  features += features.empty() ? "-sve" : ",-sve";
}

Expected<Processor> Processor::get(StringRef name) { return get(name, ""); }

Expected<Processor> Processor::get(StringRef name, StringRef triple) {
  Triple machine =
      triple.empty() ? getHostTriple() : Triple(Triple::normalize(triple));
  bool isKnown = machine.getArch() == Triple::x86_64 ||
                 machine.getArch() == Triple::aarch64;
  if (!isKnown || !machine.isOSLinux())
    return createStringError("required a triple of x86_64 or aarch64 with "
                             "Linux, as aarch64-linux-gnu, found '" +
                             machine.str() + "'");
  bool isHost = machine.getArch() == getHostTriple().getArch();
  if (isHost)
    machine = getHostTriple();
  // LLVM writes to stderr if it does not know a name.
  if ((isHost && name == kNative) ||
      makeInfo(machine, "", "")->isCPUStringValid(name))
    return Processor(name, machine);
  return createStringError(Twine("required ") + (isHost ? "'native' or " : "") +
                           "a processor that LLVM knows of " +
                           machine.getArchName() + ", found '" + name + "'");
}

Expected<Processor> Processor::parse(StringRef text) {
  auto [name, triple] = text.split('@');
  return get(name, triple);
}

std::string Processor::str() const {
  return triple == getHostTriple() ? name : name + "@" + triple.str();
}

std::vector<StringRef> Processor::listFeatures() const {
  std::unique_ptr<MCSubtargetInfo> info = makeInfo(triple, cpu, features);
  std::vector<StringRef> names;
  for (const SubtargetFeatureKV &feature : info->getAllProcessorFeatures())
    if (info->getFeatureBits().test(feature.Value))
      names.push_back(feature.Key);
  return names;
}

Error Processor::checkRunsHere() const {
  if (triple.getArch() != getHostTriple().getArch())
    return createStringError("code for " + triple.getArchName() +
                             " cannot run on this processor, which is " +
                             getHostTriple().getArchName());
  if (name == kNative)
    return Error::success();
  return checkRunsWith(sys::getHostCPUFeatures());
}

Error Processor::checkRunsWith(const StringMap<bool> &hostFeatures) const {
  SmallVector<StringRef> missing;
  for (StringRef feature : listFeatures()) {
    // Tuning features say how code is best written; a host need not have them.
    auto found = hostFeatures.find(feature);
    if (found != hostFeatures.end() && !found->second)
      missing.push_back(feature);
  }
  if (!missing.empty())
    return createStringError("code for " + name +
                             " cannot run on this processor, which lacks " +
                             join(missing, ", "));
  if (triple.isX86() && level == DT_PROCESSOR_NATIVE)
    return createStringError("code for " + name +
                             " cannot run with the runtime: required at least "
                             "x86-64-v2");
  return Error::success();
}
