//===- MarkWritten.cpp - Records the layouts that a program states --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/DTensor/IR/SignatureAttrs.h"
#include "dtensor/Propagation/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {
#define GEN_PASS_DEF_MARKWRITTEN
#include "dtensor/Propagation/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {
struct MarkWritten : dtensor::impl::MarkWrittenBase<MarkWritten> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto constrain = dyn_cast<ConstrainOp>(op)) {
        // A member of a group has the layout of the other members, as the
        // program says.
        if (!constrain.getGroup())
          op->setAttr(kWrittenAttr, constrain.getConstraint());
        return;
      }
      auto function = dyn_cast<func::FuncOp>(op);
      if (!function)
        return;
      SignatureAttrs attrs(function);
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        if (Attribute layout = function.getArgAttr(i, kLayoutAttr))
          attrs.ofArgument(i).set(kWrittenAttr, layout);
      for (unsigned i = 0; i < function.getNumResults(); ++i)
        if (Attribute layout = function.getResultAttr(i, kLayoutAttr))
          attrs.ofResult(i).set(kWrittenAttr, layout);
      attrs.write();
    });
  }
};
} // namespace
