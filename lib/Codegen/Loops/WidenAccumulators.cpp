//===- WidenAccumulators.cpp - Accumulators of halves in f32 --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Loops/Passes.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace dtensor {
#define GEN_PASS_DEF_WIDENACCUMULATORS
#include "dtensor/Codegen/Loops/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

static bool isHalf(Type type) { return type.isF16() || type.isBF16(); }

/// Whether the op is elementwise arithmetic whose operands and results are
/// floats of one type, and possibly booleans.
static bool isArithmetic(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if ((dialect != "arith" && dialect != "math") || op->getNumResults() != 1 ||
      op->getNumOperands() == 0)
    return false;
  auto fits = [](Type type) { return isHalf(type) || type.isInteger(1); };
  return llvm::all_of(op->getOperandTypes(), fits) &&
         fits(op->getResult(0).getType()) && !isa<arith::BitcastOp>(op);
}

static bool isRounded(Operation *op) {
  return !isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
              arith::MinNumFOp, arith::SelectOp, arith::CmpFOp,
              linalg::YieldOp>(op);
}

namespace {

/// A reduction whose accumulators are halves.
class Reduction {
public:
  explicit Reduction(linalg::LinalgOp op)
      : op(op), b(op->getContext()), wideType(b.getF32Type()) {}

  bool match();
  void widen();

private:
  Value createBuffer(Value init);
  void createCast(Value from, Value to);
  Value getWide(Value value);
  Value getHalf(Value value);
  void cloneOp(Operation &inner);

  linalg::LinalgOp op;
  IRRewriter b;
  Type wideType;
  /// The values that are computed in f32, by the values in the old body.
  DenseMap<Value, Value> wide;
  IRMapping halves;
  llvm::SmallPtrSet<Operation *, 8> isWide;
  SmallVector<bool> isWideInit;
};

} // namespace

bool Reduction::match() {
  if (!op.hasPureBufferSemantics() || op.getNumReductionLoops() == 0 ||
      !llvm::all_of(op->getOperandTypes(), [](Type type) {
        return !isa<ShapedType>(type) || isa<MemRefType>(type);
      }))
    return false;
  // The values that accumulators flow into.
  for (BlockArgument accumulator : op.getRegionOutputArgs()) {
    llvm::SmallPtrSet<Operation *, 8> users;
    SmallVector<Operation *> work;
    auto follow = [&](Value value) {
      for (Operation *user : value.getUsers())
        if (user->getBlock() == op.getBlock() && users.insert(user).second)
          work.push_back(user);
    };
    if (isHalf(accumulator.getType()))
      follow(accumulator);
    while (!work.empty())
      llvm::for_each(work.pop_back_val()->getResults(), follow);
    isWideInit.push_back(llvm::any_of(users, isRounded));
    if (isWideInit.back())
      isWide.insert_range(users);
  }
  if (!llvm::is_contained(isWideInit, true))
    return false;
  // Products that are added must not be rounded before.
  for (Operation &inner : *op.getBlock())
    if (isa<arith::MulFOp>(inner) && isHalf(inner.getResult(0).getType()) &&
        llvm::all_of(inner.getUsers(),
                     [&](Operation *user) { return isWide.contains(user); }))
      isWide.insert(&inner);
  return true;
}

Value Reduction::createBuffer(Value init) {
  auto type = cast<MemRefType>(init.getType());
  SmallVector<Value> extents;
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis))
      extents.push_back(
          memref::DimOp::create(b, op.getLoc(), init, axis).getResult());
  auto wideBuffer = MemRefType::get(type.getShape(), wideType);
  return memref::AllocOp::create(b, op.getLoc(), wideBuffer, extents,
                                 b.getI64IntegerAttr(64));
}

void Reduction::createCast(Value from, Value to) {
  auto type = cast<MemRefType>(to.getType());
  SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  linalg::GenericOp::create(
      b, op.getLoc(), from, to, maps, loops,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        Type element = type.getElementType();
        Value cast =
            isHalf(element)
                ? arith::TruncFOp::create(inner, loc, element, elements[0])
                      .getResult()
                : arith::ExtFOp::create(inner, loc, element, elements[0])
                      .getResult();
        linalg::YieldOp::create(inner, loc, cast);
      });
}

Value Reduction::getWide(Value value) {
  if (Value known = wide.lookup(value))
    return known;
  Value half = halves.lookupOrDefault(value);
  if (!isHalf(half.getType()))
    return half;
  return arith::ExtFOp::create(b, op.getLoc(), wideType, half);
}

Value Reduction::getHalf(Value value) {
  if (Value known = wide.lookup(value))
    return isHalf(value.getType())
               ? arith::TruncFOp::create(b, op.getLoc(), value.getType(), known)
                     .getResult()
               : known;
  return halves.lookupOrDefault(value);
}

void Reduction::cloneOp(Operation &inner) {
  auto isCast = [&](auto cast) {
    return cast && wide.contains(cast.getIn()) && cast.getType() == wideType;
  };
  if (auto extend = dyn_cast<arith::ExtFOp>(inner); isCast(extend)) {
    wide[extend] = wide[extend.getIn()];
    return;
  }
  if (auto truncate = dyn_cast<arith::TruncFOp>(inner);
      truncate && isWide.contains(&inner) && isHalf(truncate.getType()) &&
      truncate.getIn().getType() == wideType) {
    wide[truncate] = getWide(truncate.getIn());
    return;
  }
  bool widens = isWide.contains(&inner) && isArithmetic(&inner);
  // Casts a copy, since other users may need the same operands as halves.
  IRMapping operands(halves);
  for (Value operand : inner.getOperands())
    operands.map(operand, widens ? getWide(operand) : getHalf(operand));
  Operation *clone = b.clone(inner, operands);
  for (auto [from, to] : llvm::zip(inner.getResults(), clone->getResults())) {
    if (!widens || !isHalf(to.getType())) {
      halves.map(from, to);
      continue;
    }
    to.setType(wideType);
    wide[from] = to;
  }
}

void Reduction::widen() {
  b.setInsertionPoint(op);
  SmallVector<Value> inits, old(op.getDpsInits());
  for (auto [init, isWider] : llvm::zip_equal(old, isWideInit)) {
    inits.push_back(isWider ? createBuffer(init) : init);
    if (isWider)
      createCast(init, inits.back());
  }
  auto generic = linalg::GenericOp::create(
      b, op.getLoc(), op.getDpsInputs(), inits, op.getIndexingMapsArray(),
      op.getIteratorTypesArray(),
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(inner.getInsertionBlock());
        for (auto [from, to] :
             llvm::zip_equal(op.getBlock()->getArguments(), elements)) {
          if (from.getType() == to.getType())
            halves.map(from, to);
          else
            wide[from] = to;
        }
        for (Operation &each : op.getBlock()->without_terminator())
          cloneOp(each);
        SmallVector<Value> yielded;
        for (auto [value, isWider] : llvm::zip_equal(
                 op.getBlock()->getTerminator()->getOperands(), isWideInit))
          yielded.push_back(isWider ? getWide(value) : getHalf(value));
        linalg::YieldOp::create(b, loc, yielded);
      });
  generic->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [init, buffer, isWider] : llvm::zip_equal(old, inits, isWideInit))
    if (isWider)
      createCast(buffer, init);
  b.eraseOp(op);
}

namespace {

struct WidenAccumulators
    : dtensor::impl::WidenAccumulatorsBase<WidenAccumulators> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (!op->hasAttr(kKernelAttr))
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops)
      if (Reduction reduction(op); reduction.match())
        reduction.widen();
  }
};

} // namespace
