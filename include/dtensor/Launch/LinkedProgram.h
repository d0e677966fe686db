//===- LinkedProgram.h - A program that was compiled before -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_LINKEDPROGRAM_H
#define DTENSOR_LAUNCH_LINKEDPROGRAM_H

#include "dtensor/Host/Invocation.h"
#include "dtensor/Launch/DeviceContext.h"

namespace dtensor {

/// A program that is linked into this process from an object file. It needs the
/// runtime, but no compiler.
class LinkedProgram {
public:
  /// `info` is the description that the object file has of its program. Errors:
  /// another version of the ABI, a processor that lacks features the kernels
  /// may use, not enough memory for the devices.
  /// With a job, its processes run the program together.
  static llvm::Expected<LinkedProgram> create(const DtProgramInfo &info,
                                              const Job *job = nullptr);

  /// Its `devices` are those of this process.
  const Signature &getSignature() const { return signature; }

  /// The number of seconds that a device may wait; 0 means no limit.
  void setWatchdog(double seconds) { context.setWatchdog(seconds); }

  /// See DeviceContext::setFlightRecords.
  void setFlightRecords(const std::string &folder) {
    context.setFlightRecords(folder);
  }

  /// See DeviceContext::beginProfile. The program must have events.
  llvm::Error beginProfile() { return context.beginProfile(); }
  /// `name` is that of the program.
  Profile endProfile(llvm::StringRef name);

  /// See DeviceContext::countUncombined.
  int64_t countUncombined(const Job &job) const {
    return context.countUncombined(job);
  }

  /// Runs the program on all devices. Errors: those that the program raised.
  llvm::Error run(Invocation &invocation);

  /// The global values of the results of a run, in every process of a job.
  /// Errors: those of the runtime, replicas that differ, out of memory.
  llvm::Expected<std::vector<HostTensor>> getResults(Invocation &invocation);

  /// Writes `out0.npy` ... into the directory, which is made if it is missing.
  /// In a job, every process writes what its devices have. `numResults` leaves
  /// out the last results.
  llvm::Error writeResults(llvm::StringRef directory, Invocation &invocation,
                           size_t numResults, Job &job);

  /// The components of a result, after its addends have been combined if it is
  /// partial. All processes of a job call it. Errors: those of the runtime.
  llvm::Expected<Components> getCombined(Invocation &invocation,
                                         size_t number) {
    return relayout(invocation, number, /*isWhole=*/false);
  }

private:
  /// The components of a result after its addends have been combined, if it is
  /// partial, and gathered if `isWhole`.
  llvm::Expected<Components> relayout(Invocation &invocation, size_t number,
                                      bool isWhole);

  LinkedProgram(Signature signature, DtProgram program, DeviceContext context)
      : signature(std::move(signature)), program(program),
        context(std::move(context)) {}

  Signature signature;
  DtProgram program;
  DeviceContext context;
};

/// The facts about a program's signature and a command line that all processes
/// of a job must have in common.
std::vector<Job::Fact> getFacts(const Signature &signature,
                                llvm::StringRef commandLine);

} // namespace dtensor

#endif // DTENSOR_LAUNCH_LINKEDPROGRAM_H
