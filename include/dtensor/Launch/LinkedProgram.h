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
  static llvm::Expected<LinkedProgram> create(const DtProgramInfo &info);

  const Signature &getSignature() const { return signature; }

  /// The number of seconds that a device may wait; 0 means no limit.
  void setWatchdog(double seconds) { context.setWatchdog(seconds); }

  /// See DeviceContext::setFlightRecords.
  void setFlightRecords(const std::string &folder) {
    context.setFlightRecords(folder);
  }

  /// Runs the program on all devices. Errors: those that the program raised.
  llvm::Error run(Invocation &invocation);

private:
  LinkedProgram(Signature signature, DtProgram program, DeviceContext context)
      : signature(std::move(signature)), program(program),
        context(std::move(context)) {}

  Signature signature;
  DtProgram program;
  DeviceContext context;
};

} // namespace dtensor

#endif // DTENSOR_LAUNCH_LINKEDPROGRAM_H
