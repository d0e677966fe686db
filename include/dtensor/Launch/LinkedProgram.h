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

/// A program from an object file, in this process. It needs the runtime and no
/// compiler.
class LinkedProgram {
public:
  /// `info` is what the object file says of the program. Errors: another
  /// version of the ABI, a processor that lacks what kernels may use, memory
  /// for the devices.
  static llvm::Expected<LinkedProgram> create(const DtProgramInfo &info);

  const Signature &getSignature() const { return signature; }

  /// Seconds that a device may wait; 0: for ever.
  void setWatchdog(double seconds);

  /// Runs on all devices. Errors: what the program raised.
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
