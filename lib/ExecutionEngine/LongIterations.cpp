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

/// The number of arithmetic instructions of an iteration that has many, and
/// nothing from the one before; 0 for others. Sums and calls are LLVM's choice:
/// partial sums need registers, and a call leaves no vector in any.
static unsigned countArithmetic(const Loop &loop) {
  // Shorter chains overlap by themselves. Longer ones take long to compile.
  constexpr unsigned kLeast = 12, kMost = 400;
  if (!loop.isInnermost() || loop.getNumBlocks() != 1)
    return 0;
  unsigned numArithmetic = 0, numAll = 0;
  for (const Instruction &each : *loop.getHeader()) {
    if (auto *phi = dyn_cast<PHINode>(&each))
      if (!phi->getType()->isIntegerTy())
        return 0;
    if (isa<CallBase>(each) && !isa<IntrinsicInst>(each))
      return 0;
    if (each.getType()->isVectorTy())
      return 0;
    numArithmetic +=
        each.getType()->isFloatingPointTy() && !isa<LoadInst>(each);
    ++numAll;
  }
  return numArithmetic >= kLeast && numAll <= kMost ? numArithmetic : 0;
}

/// The number of vectors that are computed at a time. `extent` is the number of
/// elements, or 0 if it is not known.
static unsigned chooseVectors(unsigned numArithmetic, unsigned extent,
                              unsigned lanes) {
  // Of longer chains a processor sees too few at once. The elements that are
  // left must be few.
  constexpr unsigned kLeastForEight = 40;
  unsigned number = 8 * lanes;
  if (numArithmetic >= kLeastForEight && extent >= number &&
      (extent % number == 0 || extent >= 16 * number))
    return 8;
  // A short row must not be computed element by element.
  unsigned vectors = 4;
  if (extent > 0)
    while (vectors > 1 && extent < vectors * lanes)
      vectors /= 2;
  return vectors;
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
    unsigned numArithmetic = countArithmetic(*loop);
    if (numArithmetic == 0)
      continue;
    unsigned vectors = chooseVectors(
        numArithmetic, evolution.getSmallConstantTripCount(loop), lanes);
    if (vectors > 1)
      addStringMetadataToLoop(loop, "llvm.loop.interleave.count", vectors);
  }
  return PreservedAnalyses::all();
}
