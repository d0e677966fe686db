//===- ForgetCallers.cpp - Calls without locations ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Normalize/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/CallInterfaces.h"

namespace dtensor {
#define GEN_PASS_DEF_FORGETCALLERS
#include "dtensor/Normalize/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

namespace {
struct ForgetCallers : dtensor::impl::ForgetCallersBase<ForgetCallers> {
  void runOnOperation() override {
    Location unknown = UnknownLoc::get(&getContext());
    getOperation().walk([&](CallOpInterface call) { call->setLoc(unknown); });
  }
};
} // namespace
