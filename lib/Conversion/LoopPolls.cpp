//===- LoopPolls.cpp - Loops that an interruption ends --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPolls.h"
#include "ControlFlow.h"
#include "dtensor/Analysis/LoopWork.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace dtensor {

static bool contains(Operation *root,
                     llvm::function_ref<bool(Operation *)> is) {
  return root
      ->walk([&](Operation *op) {
        return is(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether a run may be in the loop for long without waiting. Loops of kernels
/// end soon enough, and those that are not counted are in counted ones.
static bool mayRunLong(Operation *loop) {
  bool isOfProgram =
      isControlFlow(loop) ||
      (isa<scf::WhileOp>(loop) && !loop->getParentOfType<scf::ForOp>());
  return isOfProgram && !loop->getParentOfType<scf::ParallelOp>() &&
         !contains(loop, [](Operation *op) {
           return isa<comm::CollectiveOpInterface, comm::BarrierOp>(op);
         });
}

/// Makes an outer loop around a counted one, each of whose iterations runs
/// `rounds` of it. The inner loop can be optimized as before. Returns nothing
/// if that might overflow.
static scf::ForOp splitRounds(scf::ForOp loop, int64_t rounds) {
  constexpr int64_t kMaxStep = 1 << 20;
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!loop.getInductionVar().getType().isIndex() || loop.getUnsignedCmp() ||
      !step || *step < 1 || *step > kMaxStep)
    return nullptr;
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value end = loop.getUpperBound();
  Value size = arith::ConstantIndexOp::create(builder, loc, rounds * *step);
  auto outer = scf::ForOp::create(builder, loc, loop.getLowerBound(), end, size,
                                  loop.getInitArgs());
  loop->replaceAllUsesWith(outer.getResults());
  Block *body = outer.getBody();
  bool hasTerminator = !body->empty();
  loop->moveBefore(body, body->begin());
  builder.setInsertionPoint(loop);
  Value rest =
      arith::SubIOp::create(builder, loc, end, outer.getInductionVar());
  Value part = arith::MinSIOp::create(builder, loc, rest, size);
  loop.setLowerBound(outer.getInductionVar());
  loop.setUpperBound(
      arith::AddIOp::create(builder, loc, outer.getInductionVar(), part));
  loop.getInitArgsMutable().assign(outer.getRegionIterArgs());
  if (!hasTerminator) {
    builder.setInsertionPointAfter(loop);
    scf::YieldOp::create(builder, loc, loop.getResults());
  }
  return outer;
}

/// The start of each round in which a counted loop polls; nothing if it is
/// known to be short. A loop whose rounds are counted at run time may be long.
static Block *findPlace(scf::ForOp loop) {
  bool hasKernel = contains(loop, [](Operation *op) {
    return isa<linalg::LinalgOp>(op) ||
           isa<linalg_ext::LinalgExtDialect>(op->getDialect());
  });
  uint64_t total = getWork(loop);
  if (!hasKernel && total < kLongWork && loop.getStaticTripCount())
    return nullptr;
  uint64_t work = total / std::max<uint64_t>(getTrips(loop), 1);
  if (!hasKernel && work < kLongWork)
    if (scf::ForOp outer =
            splitRounds(loop, kLongWork / std::max<uint64_t>(work, 1)))
      return outer.getBody();
  return loop.getBody();
}

void addPolls(func::FuncOp func, Value device, RuntimeCalls &runtime) {
  SmallVector<Operation *> loops;
  func.walk([&](Operation *op) {
    if (isa<scf::WhileOp, scf::ForOp>(op) && mayRunLong(op))
      loops.push_back(op);
  });
  for (Operation *op : loops) {
    auto whileLoop = dyn_cast<scf::WhileOp>(op);
    Block *place =
        whileLoop ? whileLoop.getAfterBody() : findPlace(cast<scf::ForOp>(op));
    if (!place)
      continue;
    auto builder = OpBuilder::atBlockBegin(place);
    runtime.call(builder, op->getLoc(), "dt_poll", Type(), {device});
  }
}

} // namespace dtensor
