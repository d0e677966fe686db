//===- GuardIntegerDivision.cpp - Checks for division by zero -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Loops/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

namespace dtensor {
#define GEN_PASS_DEF_GUARDINTEGERDIVISION
#include "dtensor/Codegen/Loops/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

static bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op) &&
         op->getResult(0).getType().isIntOrIndex();
}

static bool isSigned(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
             arith::FloorDivSIOp>(op);
}

/// Whether an error may be raised after the loop instead of within it. The loop
/// must not contain a wait, since peers would wait there for a device that is
/// about to fail. Nor may its end depend on the result, since it might then
/// never end.
static bool canFailLater(scf::ForOp loop) {
  return !loop.walk([](Operation *op) {
                return isa<comm::CommDialect>(op->getDialect()) ||
                               isa<scf::WhileOp, CallOpInterface, cf::AssertOp>(
                                   op)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

namespace {

struct GuardIntegerDivision
    : dtensor::impl::GuardIntegerDivisionBase<GuardIntegerDivision> {
  void runOnOperation() override {
    SmallVector<Operation *> divisions;
    getOperation().walk([&](Operation *op) {
      if (isDivision(op))
        divisions.push_back(op);
    });
    for (Operation *op : divisions)
      guard(op);
  }

  void guard(Operation *op);
  Value makeSafe(OpBuilder &builder, Operation *op);
};

} // namespace

/// Replaces a divisor that would trap by one. Returns whether the divisor was
/// zero.
Value GuardIntegerDivision::makeSafe(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  Value dividend = op->getOperand(0), divisor = op->getOperand(1);
  Type type = divisor.getType();
  auto constant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  };
  auto equals = [&](Value value, const APInt &other) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, value,
                                 constant(other));
  };
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  Value isZero = equals(divisor, APInt::getZero(width));
  Value traps = isZero;
  // The smallest integer divided by -1 traps on x86. Divided by one it gives
  // itself, which is also the result of wrapping around, and the remainder is
  // zero.
  if (isSigned(op) && width > 1) {
    Value overflows = arith::AndIOp::create(
        builder, loc, equals(divisor, APInt::getAllOnes(width)),
        equals(dividend, APInt::getSignedMinValue(width)));
    traps = arith::OrIOp::create(builder, loc, isZero, overflows);
  }
  op->setOperand(1,
                 arith::SelectOp::create(builder, loc, traps,
                                         constant(APInt(width, 1)), divisor));
  return isZero;
}

void GuardIntegerDivision::guard(Operation *op) {
  APInt divisor;
  if (matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) &&
      !divisor.isZero() && !(isSigned(op) && divisor.isAllOnes()))
    return;
  Location loc = op->getLoc();
  IRRewriter rewriter(op);
  std::string message =
      ("division by zero in " + op->getName().getStringRef()).str();
  Value failed = makeSafe(rewriter, op);

  // The test is accumulated over the enclosing loops, so that they can be
  // vectorised.
  Operation *scope = op;
  while (auto loop = dyn_cast<scf::ForOp>(scope->getParentOp())) {
    if (!canFailLater(loop))
      break;
    rewriter.setInsertionPoint(loop);
    Value never = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
    FailureOr<LoopLikeOpInterface> extended = loop.replaceWithAdditionalYields(
        rewriter, never, /*replaceInitOperandUsesInLoop=*/false,
        [&](OpBuilder &builder, Location,
            ArrayRef<BlockArgument> carried) -> SmallVector<Value> {
          return {arith::OrIOp::create(builder, loc, carried.front(), failed)};
        });
    if (mlir::failed(extended))
      break;
    scope = *extended;
    failed = scope->getResults().back();
  }
  rewriter.setInsertionPointAfter(scope == op ? failed.getDefiningOp() : scope);
  Value isTrue = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
  Value passed = arith::XOrIOp::create(rewriter, loc, failed, isTrue);
  cf::AssertOp::create(rewriter, loc, passed, message);
}
