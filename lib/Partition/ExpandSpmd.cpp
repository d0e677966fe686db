//===- ExpandSpmd.cpp - The global view to the local one ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expansion/ExpansionTable.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Partition/Expander.h"
#include "dtensor/Partition/Passes.h"
#include "dtensor/Propagation/LayoutGraph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

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
    ExpansionTable expansions;
    Expander expander(**graph, expansions);
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (failed(expander.expandFunction(function)))
        return signalPassFailure();
  }
};

} // namespace
