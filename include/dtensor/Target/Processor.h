//===- Processor.h - The processor of generated code ------------*- C++ -*-===//
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
/// machine code and kernels all use this description; none of them asks the
/// machine itself.
class Processor {
public:
  /// The processor that this process runs on, with all its features: `native`.
  Processor();

  /// The processor called `native`, or by one of LLVM's names, such as
  /// `haswell` or `x86-64-v3`, with all features of such a processor. Errors:
  /// LLVM does not know the name.
  static llvm::Expected<Processor> get(llvm::StringRef name);

  /// Does the same for the machine that `triple` names: x86-64 or AArch64 with
  /// Linux, such as `aarch64-linux-gnu`. An empty triple is the machine of this
  /// process. Another architecture has no `native`. Errors: a triple of any
  /// other machine.
  static llvm::Expected<Processor> get(llvm::StringRef name,
                                       llvm::StringRef triple);

  /// Parses the text that `str` returns: `haswell`, or
  /// `neoverse-n1@aarch64-linux-gnu`.
  static llvm::Expected<Processor> parse(llvm::StringRef text);
  std::string str() const;

  /// The name with which `get` was called, or `native`.
  llvm::StringRef getName() const { return name; }
  const llvm::Triple &getTriple() const { return triple; }
  /// The name that LLVM's target machines take.
  llvm::StringRef getCPU() const { return cpu; }
  llvm::StringRef getFeatures() const { return features; }

  /// The size in bytes of its largest vectors.
  int64_t getVectorBytes() const { return vectorBytes; }
  /// Whether one instruction computes a product and a sum and rounds once.
  bool fusesMultiplyAdd() const { return fusesMultiplies; }
  /// Whether the runtime's elementary functions with a fused multiply-add run
  /// on it. On x86 these also use the vectors of the third level.
  bool hasFusedFunctions() const { return fusedFunctions; }
  /// Whether there are instructions that convert between f16 and f32.
  bool convertsHalves() const { return halves; }

  /// Errors: a feature that this machine does not have, or fewer features than
  /// kernels need. They name the processor and everything that is missing.
  llvm::Error checkRunsHere() const;
  /// Checks the same for a machine with these features; an entry is true if it
  /// has the feature.
  llvm::Error checkRunsWith(const llvm::StringMap<bool> &hostFeatures) const;

  /// LLVM's names of all features that code for it may use, and of those that
  /// say how code is best written for it.
  std::vector<llvm::StringRef> listFeatures() const;

  /// The instructions that the runtime's loops and kernels may use.
  DtProcessorLevel getLevel() const { return level; }

  bool operator==(const Processor &other) const {
    return name == other.name && triple == other.triple;
  }

private:
  /// Registers LLVM's code generators, so that code can be made for any
  /// processor that exists.
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
