//===- ImportStableHLO.cpp - From StableHLO to the project's dialects -----===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpandBroadcasts.h"
#include "Importer.h"
#include "InlineCalls.h"
#include "WidenNarrowTypes.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "dtensor/Frontend/StableHLO/Import/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dtensor {
#define GEN_PASS_DEF_IMPORTSTABLEHLO
#include "dtensor/Frontend/StableHLO/Import/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

static const stablehlo::ImportTable &getImportTable() {
  static const stablehlo::ImportTable table = [] {
    stablehlo::ImportTable made;
    stablehlo::addElementwiseOps(made);
    stablehlo::addShapeOps(made);
    stablehlo::addSliceOps(made);
    stablehlo::addContractionOps(made);
    stablehlo::addReductionOps(made);
    stablehlo::addIndexingOps(made);
    stablehlo::addOrderOps(made);
    stablehlo::addMatrixOps(made);
    stablehlo::addChloOps(made);
    stablehlo::addNormOps(made);
    stablehlo::addRandomOps(made);
    stablehlo::addRaggedDotOp(made);
    stablehlo::addScanOp(made);
    stablehlo::addControlFlowOps(made);
    stablehlo::addCustomCalls(made);
    return made;
  }();
  return table;
}

/// Whether the program contains anything of the frontend's dialects.
static bool isOfFrontend(ModuleOp module) {
  auto result = module.walk([](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    return dialect == "stablehlo" || dialect == "chlo" || dialect == "sdy"
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

namespace {
class ImportStableHLO
    : public dtensor::impl::ImportStableHLOBase<ImportStableHLO> {
public:
  void runOnOperation() override {
    if (!isOfFrontend(getOperation()))
      return markAllAnalysesPreserved();
    if (failed(stablehlo::expandBroadcasts(getOperation())))
      return signalPassFailure();
    if (failed(stablehlo::inlineCallsInBodies(getOperation())))
      return signalPassFailure();
    stablehlo::inlineCalls(getOperation());
    if (failed(stablehlo::widenNarrowTypes(getOperation())))
      return signalPassFailure();
    stablehlo::Importer importer(getImportTable(), &getContext());
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (failed(importer.importFunction(function)))
        return signalPassFailure();
  }
};
} // namespace
