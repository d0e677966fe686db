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
#include "dtensor/Runtime/ABI.h"

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
  void setWatchdog(double seconds);

  /// Runs the program on all devices. Errors: those that the program raised.
  llvm::Error run(Invocation &invocation);

private:
  struct DestroyContext {
    void operator()(DtContext *context) const { dt_context_destroy(context); }
  };

  Signature signature;
  DtProgram program = nullptr;
  std::unique_ptr<DtContext, DestroyContext> context;
};

} // namespace dtensor

#endif // DTENSOR_LAUNCH_LINKEDPROGRAM_H
