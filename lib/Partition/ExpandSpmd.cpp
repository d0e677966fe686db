//===- ExpandSpmd.cpp - From all devices' program to one's ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expansion/Expander.h"
#include "dtensor/Partition/Passes.h"

namespace dtensor {
#define GEN_PASS_DEF_EXPANDSPMD
#include "dtensor/Partition/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

struct ExpandSpmd : dtensor::impl::ExpandSpmdBase<ExpandSpmd> {
  using ExpandSpmdBase::ExpandSpmdBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<std::optional<LayoutGraph>> graph =
        LayoutGraph::buildAnnotated(module, replicateUnknown);
    if (failed(graph))
      return signalPassFailure();
    if (!*graph)
      return;
    Expander expander(**graph);
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (failed(expander.expandFunction(function)))
        return signalPassFailure();
  }
};

} // namespace
