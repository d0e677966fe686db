//===- ImportTosa.cpp - From TOSA to linalg, tensor and scf ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportOps.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Frontend/TOSA/Import/Passes.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToMLProgram/TosaToMLProgram.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace dtensor {
#define GEN_PASS_DEF_IMPORTTOSA
#include "dtensor/Frontend/TOSA/Import/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

static bool isOfTosa(Operation *op) {
  return isa_and_nonnull<tosa::TosaDialect>(op->getDialect());
}

/// Adds MLIR's conversions: its own pipeline, and the passes that are missing
/// there. Control flow comes first, since the others reject remaining ops of
/// TOSA.
static void buildConversions(OpPassManager &manager) {
  manager.addPass(createTosaToMLProgram());
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(tosa::createTosaOptionalDecompositionsPass());
  functions.addPass(createCanonicalizerPass());
  functions.addPass(tosa::createTosaInferShapesPass());
  functions.addPass(createTosaToSCFPass());
  functions.addPass(tosa::createTosaMakeBroadcastablePass());
  functions.addPass(tosa::createTosaToLinalgNamed());
  functions.addPass(createCanonicalizerPass());
  functions.addPass(tosa::createTosaLayerwiseConstantFoldPass());
  functions.addPass(tosa::createTosaMakeBroadcastablePass());
  functions.addPass(tosa::createTosaToLinalg());
  // A rescaling may also have left ops in a body.
  functions.addPass(createTosaToArithPass({/*includeApplyRescale=*/true}));
  functions.addPass(createTosaToTensorPass());
}

namespace {
class ImportTosa : public dtensor::impl::ImportTosaBase<ImportTosa> {
public:
  void getDependentDialects(DialectRegistry &registry) const override {
    ImportTosaBase::getDependentDialects(registry);
    OpPassManager manager(ModuleOp::getOperationName());
    buildConversions(manager);
    manager.getDependentDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<Operation *> ops;
    module.walk([&](Operation *op) {
      if (isOfTosa(op))
        ops.push_back(op);
    });
    if (ops.empty())
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      markSourceOp(op);
      rewriter.setInsertionPoint(op);
      if (isa<tosa::FFT2dOp, tosa::RFFT2dOp>(op) && failed(verifyStatic(op)))
        return signalPassFailure();
      llvm::TypeSwitch<Operation *>(op)
          .Case<tosa::GatherOp, tosa::ScatterOp, tosa::ReverseOp, tosa::FFT2dOp,
                tosa::RFFT2dOp>([&](auto each) { importOp(each, rewriter); })
          .Case([&](tosa::TransposeConv2DOp each) {
            (void)importOp(each, rewriter);
          });
    }
    if (failed(convert(module)))
      return signalPassFailure();

    SmallVector<Operation *> left;
    module.walk([&](Operation *op) {
      if (isOfTosa(op))
        left.push_back(op);
    });
    for (Operation *op : llvm::reverse(left)) {
      // These are the shapes that ops had as operands.
      if (isOpTriviallyDead(op)) {
        rewriter.eraseOp(op);
        continue;
      }
      reportNoConversion(op->getLoc(), op->getName().getStringRef());
      return signalPassFailure();
    }
  }

private:
  LogicalResult convert(ModuleOp module) {
    // Upstream's message about an op that it does not convert does not help
    // users.
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      std::string message = diagnostic.str();
      StringRef rest(message);
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error ||
          !rest.consume_front("failed to legalize operation '"))
        return failure();
      reportNoConversion(diagnostic.getLocation(),
                         rest.take_until([](char c) { return c == '\''; }));
      return success();
    });
    OpPassManager manager(ModuleOp::getOperationName());
    buildConversions(manager);
    return runPipeline(manager, module);
  }

  static LogicalResult verifyStatic(Operation *op) {
    for (Type type : op->getOperandTypes())
      if (!cast<ShapedType>(type).hasStaticShape())
        return op->emitOpError("cannot be imported: required static extents, "
                               "found ")
               << type << "; export the program with fixed shapes";
    return success();
  }

  static void reportNoConversion(Location location, StringRef name) {
    emitError(location) << "'" << name
                        << "' cannot be imported: MLIR has no conversion of "
                           "it to linalg for these types and attributes; "
                           "write it with other ops of TOSA";
  }
};
} // namespace
