//===- VerifyInPlace.cpp - No value is lost before it is read -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContentsInterpreter.h"
#include "dtensor/Codegen/Memory/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {
#define GEN_PASS_DEF_VERIFYINPLACE
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;
using bufferization::OneShotAnalysisState;

namespace {

struct VerifyInPlace : dtensor::impl::VerifyInPlaceBase<VerifyInPlace> {
  using VerifyInPlaceBase::VerifyInPlaceBase;

  void runOnOperation() override {
    bufferization::OneShotBufferizationOptions options;
    options.allowReturnAllocsFromLoops = true;
    options.bufferizeFunctionBoundaries = true;
    OneShotAnalysisState decisions(getOperation(), options);
    bool accepted =
        succeeded(bufferization::analyzeModuleOp(getOperation(), decisions));
    if (accepted)
      for (auto function : getOperation().getOps<func::FuncOp>())
        if (!function.isDeclaration() &&
            failed(ContentsInterpreter(decisions, assumeInPlace)
                       .run(function.getBody().front())))
          accepted = false;
    bufferization::removeBufferizationAttributesInModule(getOperation());
    if (!accepted)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
