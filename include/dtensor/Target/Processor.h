//===- Processor.h - What code is generated for -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TARGET_PROCESSOR_H
#define DTENSOR_TARGET_PROCESSOR_H

#include "dtensor/Runtime/ABI.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"
#include <string>
#include <vector>

namespace dtensor {

/// A processor, of this machine's architecture or of another one. Passes,
/// machine code and kernels all go by this description; none of them asks the
/// machine itself.
class Processor {
public:
  /// What this process runs on, with all its features: `native`.
  Processor();

  /// By `native` or by one of LLVM's names, as `haswell` or `x86-64-v3`, with
  /// all that such a processor has. Errors: LLVM does not know the name.
  static llvm::Expected<Processor> get(llvm::StringRef name);

  /// As it, of the machine that `triple` says, x86-64 or AArch64 with Linux, as
  /// `aarch64-linux-gnu`; empty for the machine that this process is for.
  /// Another architecture has no `native`. Errors: a triple of anything else.
  static llvm::Expected<Processor> get(llvm::StringRef name,
                                       llvm::StringRef triple);

  /// By what `str` gives: `haswell`, or `neoverse-n1@aarch64-linux-gnu`.
  static llvm::Expected<Processor> parse(llvm::StringRef text);
  std::string str() const;

  /// The one with which `get` was called, or `native`.
  llvm::StringRef getName() const { return name; }
  const llvm::Triple &getTriple() const { return triple; }
  /// As LLVM's target machines take them.
  llvm::StringRef getCPU() const { return cpu; }
  llvm::StringRef getFeatures() const { return features; }

  /// Bytes of the largest vectors that it computes with.
  int64_t getVectorBytes() const { return vectorBytes; }
  /// Whether a product and a sum can be one instruction that rounds once.
  bool fusesMultiplyAdd() const { return fusesMultiplies; }
  /// Whether the runtime's elementary functions with a fused multiply-add run
  /// on it: those of x86 have the vectors of the third level too.
  bool hasFusedFunctions() const { return fusedFunctions; }
  /// Whether there are instructions between f16 and f32.
  bool convertsHalves() const { return halves; }

  /// Errors: a feature that this machine does not have, or less than what
  /// kernels need. They name the processor and all that is missing.
  llvm::Error checkRunsHere() const;
  /// As it, for a machine with these features, true where there is one.
  llvm::Error checkRunsWith(const llvm::StringMap<bool> &hostFeatures) const;

  /// LLVM's names of all that code for it may use, and of how code is best
  /// written for it.
  std::vector<llvm::StringRef> listFeatures() const;

  /// What the runtime's loops and kernels may use.
  DtProcessorLevel getLevel() const { return level; }

  bool operator==(const Processor &other) const {
    return name == other.name && triple == other.triple;
  }

private:
  /// Makes LLVM's code generators known, so that who has a processor can make
  /// code for it.
  Processor(llvm::StringRef name, const llvm::Triple &triple);
  void describeX86();
  void describeAArch64();

  llvm::Triple triple;
  std::string name, cpu, features;
  int64_t vectorBytes = 16;
  bool fusesMultiplies = false, fusedFunctions = false, halves = false;
  DtProcessorLevel level = DT_PROCESSOR_NATIVE;
};

} // namespace dtensor

#endif // DTENSOR_TARGET_PROCESSOR_H
