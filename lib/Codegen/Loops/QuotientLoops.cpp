//===- QuotientLoops.cpp - Quotients by one divisor -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QuotientLoops.h"
#include "LoopBody.h"
#include "LoopOrder.h"
#include "VectorBody.h"
#include "dtensor/Codegen/Loops/LoopIndices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace dtensor;

/// Magnitudes of f32 between two powers of two, the second one excluded.
namespace {
struct Magnitudes {
  int32_t least, bound;
};
} // namespace

/// With these, quotient and reciprocal are normal numbers, and the remainder is
/// a multiple of the least subnormal number.
static constexpr Magnitudes kDividends = {-100, 100}, kDivisors = {-24, 24};

/// The division by a value that does not depend on the loop, if there is one.
static arith::DivFOp findDivision(linalg::LinalgOp op, unsigned loop) {
  auto isInvariant = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == op.getBlock())
      return !op.getMatchingIndexingMap(
                    &op->getOpOperand(argument.getArgNumber()))
                  .isFunctionOfDim(loop) &&
             argument.getArgNumber() < op.getNumDpsInputs();
    Operation *made = value.getDefiningOp();
    // Fusion lets a payload read a number from memory.
    return !made || made->getBlock() != op.getBlock() ||
           (isa<arith::ConstantOp, memref::LoadOp>(made) &&
            llvm::none_of(made->getOperands(), [&](Value operand) {
              return operand.getParentBlock() == op.getBlock();
            }));
  };
  arith::DivFOp found;
  for (auto division : op.getBlock()->getOps<arith::DivFOp>()) {
    if (isInvariant(division.getLhs()) || !isInvariant(division.getRhs()))
      continue;
    if (found)
      return nullptr;
    found = division;
  }
  return found;
}

namespace {

class QuotientLoops {
public:
  QuotientLoops(linalg::LinalgOp op, ArrayRef<unsigned> order,
                arith::DivFOp division, int64_t lanes)
      : op(op), order(order), division(division), lanes(lanes), builder(op),
        loc(op.getLoc()), induction(op.getNumLoops()) {}

  void lower();

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  /// A constant like `value`: a number or a vector of them.
  Value constant(Type type, int32_t value);
  Value load(unsigned operand);
  Value createDivisor();
  Value getMagnitude(Value value);
  Value isBetween(Value magnitude, Magnitudes magnitudes);
  scf::ForOp enterLoop(unsigned dim, Value begin, Value end, int64_t step);
  void createVectors(Value end);
  Value createQuotient(arith::DivFOp clone);
  void createRest(Value begin);

  linalg::LinalgOp op;
  ArrayRef<unsigned> order;
  arith::DivFOp division;
  /// The number of quotients that are computed at a time.
  int64_t lanes;
  OpBuilder builder;
  Location loc;
  SmallVector<Value> induction, bounds;
  Value divisor, reciprocal;
};

} // namespace

Value QuotientLoops::constant(Type type, int32_t value) {
  TypedAttr attr = builder.getI32IntegerAttr(value);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector.clone(builder.getI32Type()),
                                  cast<Attribute>(attr));
  return arith::ConstantOp::create(builder, loc, attr);
}

Value QuotientLoops::load(unsigned operand) {
  Value value = op->getOperand(operand);
  if (!isa<MemRefType>(value.getType()))
    return value;
  AffineMap map = op.getMatchingIndexingMap(&op->getOpOperand(operand));
  return memref::LoadOp::create(
      builder, loc, value, createLoopIndices(builder, loc, map, induction));
}

Value QuotientLoops::createDivisor() {
  Value value = division.getRhs();
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getOwner() == op.getBlock())
    return load(argument.getArgNumber());
  Operation *made = value.getDefiningOp();
  if (made && made->getBlock() == op.getBlock())
    return builder.clone(*made)->getResult(0);
  return value;
}

/// The bits of a number's magnitude.
Value QuotientLoops::getMagnitude(Value value) {
  Type bits = builder.getI32Type();
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    bits = vector.clone(bits);
  return arith::AndIOp::create(
      builder, loc, arith::BitcastOp::create(builder, loc, bits, value),
      constant(bits, 0x7fffffff));
}

Value QuotientLoops::isBetween(Value magnitude, Magnitudes magnitudes) {
  Type bits = magnitude.getType();
  Value distance = arith::SubIOp::create(
      builder, loc, magnitude, constant(bits, (127 + magnitudes.least) << 23));
  return arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, distance,
      constant(bits, (magnitudes.bound - magnitudes.least) << 23));
}

scf::ForOp QuotientLoops::enterLoop(unsigned dim, Value begin, Value end,
                                    int64_t step) {
  auto loop = scf::ForOp::create(builder, loc, begin, end, index(step));
  induction[dim] = loop.getInductionVar();
  builder.setInsertionPointToStart(loop.getBody());
  return loop;
}

/// P. W. Markstein's division (IBM Journal of Research and Development 34,
/// 1990): the product with the reciprocal lacks as much as its remainder says.
/// The result is the rounded quotient: before it is rounded, its error is less
/// than 1.5 2^-24 units in the last place. A quotient of 24 digits is n 2^-25
/// units away from the middle between two numbers. For n = 1 to 8,
/// `unit/MathFunctions/QuotientTest.cpp` tries all of them.
Value QuotientLoops::createQuotient(arith::DivFOp clone) {
  builder.setInsertionPoint(clone);
  Value x = clone.getLhs();
  Value d = getVector(builder, loc, divisor, lanes);
  Value r = getVector(builder, loc, reciprocal, lanes);
  Value near = arith::MulFOp::create(builder, loc, x, r);
  Value remainder = math::FmaOp::create(
      builder, loc, arith::NegFOp::create(builder, loc, near), d, x);
  Value exact = math::FmaOp::create(builder, loc, remainder, r, near);
  // The remainder of -0 is +0.
  exact = math::CopySignOp::create(builder, loc, exact, near);

  Value magnitude = getMagnitude(x);
  Value isZero =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, magnitude,
                            constant(magnitude.getType(), 0));
  Value isExact = arith::OrIOp::create(builder, loc, isZero,
                                       isBetween(magnitude, kDividends));
  Value areExact = vector::ReductionOp::create(
      builder, loc, vector::CombiningKind::AND, isExact);
  auto choice = scf::IfOp::create(builder, loc, clone.getType(), areExact,
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(builder, loc, exact);
  builder.setInsertionPointToStart(choice.elseBlock());
  Value quotient =
      arith::DivFOp::create(builder, loc, x, d, clone.getFastmath());
  scf::YieldOp::create(builder, loc, quotient);
  clone.replaceAllUsesWith(choice.getResult(0));
  clone.erase();
  return choice.getResult(0);
}

void QuotientLoops::createVectors(Value end) {
  unsigned inner = order.back();
  scf::ForOp loop = enterLoop(inner, index(0), end, lanes);
  IRMapping mapping =
      cloneVectorBody(builder, op, inner, induction, lanes, /*except=*/{});
  mapping.map(
      division.getResult(),
      createQuotient(
          mapping.lookup(division.getResult()).getDefiningOp<arith::DivFOp>()));
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  for (auto [init, yielded] :
       llvm::zip(op.getDpsInitsMutable(),
                 op.getBlock()->getTerminator()->getOperands())) {
    Value result = mapping.lookupOrDefault(yielded);
    vector::StoreOp::create(
        builder, loc, getVector(builder, loc, result, lanes), init.get(),
        createLoopIndices(builder, loc, op.getMatchingIndexingMap(&init),
                          induction));
  }
  hoistInvariants(loop, getReadBuffers(op));
  builder.setInsertionPointAfter(loop);
}

/// The elements that fill no vectors. These are all elements if the divisor has
/// no such quotients.
void QuotientLoops::createRest(Value begin) {
  unsigned inner = order.back();
  scf::ForOp loop = enterLoop(inner, begin, bounds[inner], 1);
  IRMapping mapping =
      cloneLoopBody(builder, op, induction, [&](BlockArgument argument) {
        return load(argument.getArgNumber());
      });
  for (auto [init, yielded] :
       llvm::zip(op.getDpsInitsMutable(),
                 op.getBlock()->getTerminator()->getOperands()))
    memref::StoreOp::create(
        builder, loc, mapping.lookupOrDefault(yielded), init.get(),
        createLoopIndices(builder, loc, op.getMatchingIndexingMap(&init),
                          induction));
  builder.setInsertionPointAfter(loop);
}

void QuotientLoops::lower() {
  for (const Range &range : op.createLoopRanges(builder, loc))
    bounds.push_back(getValueOrCreateConstantIndexOp(builder, loc, range.size));
  for (unsigned dim : order.drop_back())
    enterLoop(dim, index(0), bounds[dim], 1);
  divisor = createDivisor();
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(1.0f));
  reciprocal = arith::DivFOp::create(builder, loc, one, divisor);
  Value bound = bounds[order.back()];
  Value rest = builder.createOrFold<arith::RemUIOp>(loc, bound, index(lanes));
  Value whole = builder.createOrFold<arith::SubIOp>(loc, bound, rest);
  Value inVectors = arith::SelectOp::create(
      builder, loc, isBetween(getMagnitude(divisor), kDivisors), whole,
      index(0));
  createVectors(inVectors);
  createRest(inVectors);
  op->erase();
}

/// Whether the op computes on f32 in memory only.
static bool isOfFloats(linalg::LinalgOp op) {
  auto isFloat = [](Type type) { return getElementTypeOrSelf(type).isF32(); };
  return llvm::all_of(op->getOperandTypes(), isFloat) &&
         llvm::all_of(op.getBlock()->without_terminator(),
                      [&](Operation &nested) {
                        return llvm::all_of(nested.getResultTypes(), isFloat);
                      });
}

bool dtensor::lowerToQuotientLoops(linalg::LinalgOp op, int64_t vectorBytes) {
  // A vector of bytes has as many elements as there are in four of f32, whose
  // operations a processor computes at the same time.
  int64_t lanes = vectorBytes;
  constexpr int64_t kLeastVectors = 4;
  if (op.getNumLoops() == 0 || op.getNumReductionLoops() > 0 ||
      op.hasIndexSemantics() || !isOfFloats(op) || !isa<linalg::GenericOp>(op))
    return false;
  SmallVector<unsigned> order = pickLoopOrder(op);
  unsigned inner = order.back();
  int64_t extent = op.getStaticLoopRanges()[inner];
  auto isAlong = [&](OpOperand &init) {
    return op.getMatchingIndexingMap(&init).isFunctionOfDim(inner);
  };
  if (ShapedType::isDynamic(extent) || extent < kLeastVectors * lanes ||
      !llvm::all_of(op.getDpsInitsMutable(), isAlong) ||
      !hasVectorBody(op, inner, /*except=*/{}))
    return false;
  arith::DivFOp division = findDivision(op, inner);
  if (!division)
    return false;
  QuotientLoops(op, order, division, lanes).lower();
  return true;
}
