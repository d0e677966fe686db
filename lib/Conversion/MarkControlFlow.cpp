//===- MarkControlFlow.cpp - The loops that a program has -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "dtensor/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dtensor {
#define GEN_PASS_DEF_MARKCONTROLFLOW
#include "dtensor/Conversion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

namespace {
struct MarkControlFlow : dtensor::impl::MarkControlFlowBase<MarkControlFlow> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (isa<scf::SCFDialect>(op->getDialect()) && op->getNumRegions() > 0)
        dtensor::markControlFlow(op);
    });
  }
};
} // namespace
