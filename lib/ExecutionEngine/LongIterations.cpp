//===- LongIterations.cpp - Several vectors at a time ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LongIterations.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

/// Whether an iteration has much arithmetic, and nothing from the one before.
/// Sums and calls are LLVM's choice: partial sums need registers, and a call
/// leaves no vector in any.
static bool isLong(const Loop &loop) {
  // Shorter chains overlap by themselves. Longer ones take long to compile.
  constexpr unsigned kLeast = 12, kMost = 400;
  if (!loop.isInnermost() || loop.getNumBlocks() != 1)
    return false;
  unsigned numArithmetic = 0, numAll = 0;
  for (const Instruction &each : *loop.getHeader()) {
    if (auto *phi = dyn_cast<PHINode>(&each))
      if (!phi->getType()->isIntegerTy())
        return false;
    if (isa<CallBase>(each) && !isa<IntrinsicInst>(each))
      return false;
    if (each.getType()->isVectorTy())
      return false;
    numArithmetic +=
        each.getType()->isFloatingPointTy() && !isa<LoadInst>(each);
    ++numAll;
  }
  return numArithmetic >= kLeast && numAll <= kMost;
}

PreservedAnalyses
dtensor::LongIterations::run(Function &function,
                             FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  unsigned lanes =
      analyses.getResult<TargetIRAnalysis>(function)
          .getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue() /
      32;
  for (Loop *loop :
       analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!isLong(*loop))
      continue;
    // A short row must not be computed element by element.
    unsigned vectors = 4;
    if (unsigned extent = evolution.getSmallConstantTripCount(loop))
      while (vectors > 1 && extent < vectors * lanes)
        vectors /= 2;
    if (vectors > 1)
      addStringMetadataToLoop(loop, "llvm.loop.interleave.count", vectors);
  }
  return PreservedAnalyses::all();
}
