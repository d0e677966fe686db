//===- CombinerOf.cpp - Combiners and scalar ops --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/ShardingRules/CombinerOf.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor;

/// The combiner on one bit. A sum is xor and a product is and. Signed, 1 is the
/// smaller value.
static Combiner simplifyForBit(Combiner combiner) {
  switch (combiner) {
  case Combiner::Add:
    return Combiner::Xor;
  case Combiner::Mul:
  case Combiner::MaxSigned:
  case Combiner::MinUnsigned:
    return Combiner::And;
  case Combiner::MinSigned:
  case Combiner::MaxUnsigned:
    return Combiner::Or;
  default:
    return combiner;
  }
}

std::optional<Combiner> dtensor::getCombiner(Operation *op) {
  using Result = std::optional<Combiner>;
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    if (flags.getOverflowAttr().getValue() != arith::IntegerOverflowFlags::none)
      return std::nullopt;
  Result combiner =
      TypeSwitch<Operation *, Result>(op)
          .Case<arith::AddFOp, arith::AddIOp, complex::AddOp>(
              [](auto) { return Combiner::Add; })
          .Case<arith::MulFOp, arith::MulIOp, complex::MulOp>(
              [](auto) { return Combiner::Mul; })
          .Case([](arith::AndIOp) { return Combiner::And; })
          .Case([](arith::OrIOp) { return Combiner::Or; })
          .Case([](arith::XOrIOp) { return Combiner::Xor; })
          .Case([](arith::MaxSIOp) { return Combiner::MaxSigned; })
          .Case([](arith::MinSIOp) { return Combiner::MinSigned; })
          .Case([](arith::MaxUIOp) { return Combiner::MaxUnsigned; })
          .Case([](arith::MinUIOp) { return Combiner::MinUnsigned; })
          .Case([](arith::MaximumFOp) { return Combiner::Maximum; })
          .Case([](arith::MinimumFOp) { return Combiner::Minimum; })
          .Case([](arith::MaxNumFOp) { return Combiner::MaxNum; })
          .Case([](arith::MinNumFOp) { return Combiner::MinNum; })
          .Default([](Operation *) { return std::nullopt; });
  if (combiner && getElementTypeOrSelf(op->getResult(0)).isInteger(1))
    return simplifyForBit(*combiner);
  return combiner;
}

/// Whether `value` is computed from one of `sources` within their block.
static bool dependsOn(Value value,
                      const llvm::SmallPtrSetImpl<Value> &sources) {
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<Value> worklist{value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (sources.contains(next))
      return true;
    Operation *op = next.getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    // A nested region may use any value. Values that it uses from outside count
    // as operands.
    op->walk([&](Operation *nested) {
      llvm::append_range(worklist, nested->getOperands());
    });
  }
  return false;
}

static arith::FastMathFlags getFastMath(Operation *op) {
  if (auto flags = dyn_cast<arith::ArithFastMathInterface>(op))
    if (auto attr = flags.getFastMathFlagsAttr())
      return attr.getValue();
  return arith::FastMathFlags::none;
}

/// Follows an accumulator to the value that is yielded for it.
static std::optional<ReductionBody>
matchAccumulation(Value current, Value yielded,
                  const llvm::SmallPtrSetImpl<Value> &accumulators) {
  std::optional<ReductionBody> body;
  Block *block = current.getParentBlock();
  while (current != yielded) {
    if (!current.hasOneUse())
      return std::nullopt;
    OpOperand &use = *current.use_begin();
    Operation *user = use.getOwner();
    if (user->getBlock() != block)
      return std::nullopt;
    std::optional<Combiner> combiner = getCombiner(user);
    if (!combiner || (body && body->combiner != *combiner) ||
        dependsOn(user->getOperand(1 - use.getOperandNumber()), accumulators))
      return std::nullopt;
    arith::FastMathFlags fastMath = getFastMath(user);
    body = {*combiner, body ? body->fastMath | fastMath : fastMath};
    current = user->getResult(0);
  }
  // An accumulator that is yielded unchanged combines nothing.
  return body;
}

std::optional<ReductionBody> dtensor::matchReductionBody(linalg::LinalgOp op,
                                                         unsigned result) {
  llvm::SmallPtrSet<Value, 2> accumulators;
  for (OpOperand &init : op.getDpsInitsMutable())
    accumulators.insert(op.getMatchingBlockArgument(&init));
  OpOperand *init = op.getDpsInitOperand(result);
  return matchAccumulation(op.getMatchingBlockArgument(init),
                           op.getMatchingYieldValue(init)->get(), accumulators);
}

std::optional<ReductionBody> dtensor::matchCombiningBlock(Block &block,
                                                          unsigned result) {
  Operation *terminator = block.getTerminator();
  llvm::SmallPtrSet<Value, 2> accumulators;
  for (unsigned i = 0; i < terminator->getNumOperands(); ++i)
    accumulators.insert(block.getArgument(i));
  return matchAccumulation(block.getArgument(result),
                           terminator->getOperand(result), accumulators);
}

/// The greatest float, or the least. It is infinite if the type has infinities.
static APFloat getExtreme(const llvm::fltSemantics &semantics, bool negative,
                          arith::FastMathFlags fastMath) {
  if (APFloat::semanticsHasInf(semantics) &&
      !arith::bitEnumContainsAny(fastMath, arith::FastMathFlags::ninf))
    return APFloat::getInf(semantics, negative);
  return APFloat::getLargest(semantics, negative);
}

static std::optional<APFloat> getIdentity(Combiner combiner,
                                          const llvm::fltSemantics &semantics,
                                          arith::FastMathFlags fastMath) {
  switch (combiner) {
  case Combiner::Add:
  case Combiner::Avg:
    // +0.0 would make a sum of negative zeros positive. For types without a
    // negative zero, this returns their zero.
    return APFloat::getZero(semantics, /*Negative=*/true);
  case Combiner::Mul:
    return APFloat::getOne(semantics);
  case Combiner::Maximum:
    return getExtreme(semantics, /*negative=*/true, fastMath);
  case Combiner::Minimum:
    return getExtreme(semantics, /*negative=*/false, fastMath);
  case Combiner::MaxNum:
  case Combiner::MinNum:
    // NaN is ignored by these combiners. An infinity would hide that all values
    // were NaN.
    if (APFloat::semanticsHasNaN(semantics) &&
        !arith::bitEnumContainsAny(fastMath, arith::FastMathFlags::nnan))
      return APFloat::getNaN(semantics);
    return getExtreme(semantics, combiner == Combiner::MaxNum, fastMath);
  default:
    return std::nullopt;
  }
}

static std::optional<APInt> getIdentity(Combiner combiner, unsigned width) {
  switch (combiner) {
  case Combiner::Add:
  case Combiner::Avg:
  case Combiner::Or:
  case Combiner::Xor:
  case Combiner::MaxUnsigned:
    return APInt::getZero(width);
  case Combiner::Mul:
    return APInt(width, 1);
  case Combiner::And:
  case Combiner::MinUnsigned:
    return APInt::getAllOnes(width);
  case Combiner::MaxSigned:
    return APInt::getSignedMinValue(width);
  case Combiner::MinSigned:
    return APInt::getSignedMaxValue(width);
  default:
    return std::nullopt;
  }
}

Combiner dtensor::getCombinerFor(Combiner spelled, Type element,
                                 bool isUnsigned) {
  if (!isa<IntegerType, IndexType>(element))
    return spelled;
  bool isBit = element.isInteger(1);
  if (spelled == Combiner::Maximum)
    return isBit        ? Combiner::Or
           : isUnsigned ? Combiner::MaxUnsigned
                        : Combiner::MaxSigned;
  if (spelled == Combiner::Minimum)
    return isBit        ? Combiner::And
           : isUnsigned ? Combiner::MinUnsigned
                        : Combiner::MinSigned;
  return spelled;
}

Attribute dtensor::getIdentity(Combiner combiner, Type elementType,
                               arith::FastMathFlags fastMath) {
  // The bits of the identity are zero, so the combined bits are those of the
  // value, whatever its type.
  if (combiner == Combiner::Or && isa<FloatType>(elementType)) {
    const llvm::fltSemantics &semantics =
        cast<FloatType>(elementType).getFloatSemantics();
    return FloatAttr::get(
        elementType,
        APFloat(semantics, APInt::getZero(APFloat::getSizeInBits(semantics))));
  }
  if (auto type = dyn_cast<FloatType>(elementType)) {
    auto value = ::getIdentity(combiner, type.getFloatSemantics(), fastMath);
    return value ? FloatAttr::get(type, *value) : Attribute();
  }
  if (elementType.isIntOrIndex()) {
    unsigned width = elementType.isIndex()
                         ? IndexType::kInternalStorageBitWidth
                         : elementType.getIntOrFloatBitWidth();
    auto value = ::getIdentity(combiner, width);
    return value ? IntegerAttr::get(elementType, *value) : Attribute();
  }
  if (auto type = dyn_cast<ComplexType>(elementType)) {
    // The two parts of a complex number can be combined one by one only by sums
    // and by ops on bits. A product has an identity as well.
    bool isProduct = combiner == Combiner::Mul;
    if (!isProduct && !isAdditive(combiner) && combiner != Combiner::Or)
      return {};
    Type part = type.getElementType();
    Attribute real = getIdentity(combiner, part, fastMath);
    Attribute imaginary =
        isProduct ? Builder(type.getContext()).getZeroAttr(part) : real;
    return ArrayAttr::get(type.getContext(), {real, imaginary});
  }
  return {};
}

Value dtensor::createIdentity(OpBuilder &builder, Location loc,
                              Combiner combiner, Type elementType,
                              arith::FastMathFlags fastMath) {
  Attribute identity = getIdentity(combiner, elementType, fastMath);
  if (auto parts = dyn_cast<ArrayAttr>(identity))
    return complex::ConstantOp::create(builder, loc, elementType, parts);
  return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(identity));
}

template <typename OpTy>
static Value create(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  return OpTy::create(builder, loc, lhs, rhs);
}

/// Makes one of three ops, depending on the type of `lhs`.
template <typename IntOpTy, typename FloatOpTy, typename ComplexOpTy>
static Value create(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  if (isa<ComplexType>(lhs.getType()))
    return create<ComplexOpTy>(builder, loc, lhs, rhs);
  if (isa<FloatType>(lhs.getType()))
    return create<FloatOpTy>(builder, loc, lhs, rhs);
  return create<IntOpTy>(builder, loc, lhs, rhs);
}

/// Combines values of any type by an or of their bits.
static Value createOr(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  Type type = lhs.getType();
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Value real =
        createOr(builder, loc, complex::ReOp::create(builder, loc, lhs),
                 complex::ReOp::create(builder, loc, rhs));
    Value imaginary =
        createOr(builder, loc, complex::ImOp::create(builder, loc, lhs),
                 complex::ImOp::create(builder, loc, rhs));
    return complex::CreateOp::create(builder, loc, type, real, imaginary);
  }
  if (!isa<FloatType>(type))
    return arith::OrIOp::create(builder, loc, lhs, rhs);
  Type bits = builder.getIntegerType(type.getIntOrFloatBitWidth());
  Value either = arith::OrIOp::create(
      builder, loc, arith::BitcastOp::create(builder, loc, bits, lhs),
      arith::BitcastOp::create(builder, loc, bits, rhs));
  return arith::BitcastOp::create(builder, loc, type, either);
}

Value dtensor::createCombine(OpBuilder &builder, Location loc,
                             Combiner combiner, Value lhs, Value rhs) {
  if (!getIdentity(combiner, lhs.getType()))
    return {};
  switch (combiner) {
  case Combiner::Add:
  case Combiner::Avg:
    return create<arith::AddIOp, arith::AddFOp, complex::AddOp>(builder, loc,
                                                                lhs, rhs);
  case Combiner::Mul:
    return create<arith::MulIOp, arith::MulFOp, complex::MulOp>(builder, loc,
                                                                lhs, rhs);
  case Combiner::And:
    return create<arith::AndIOp>(builder, loc, lhs, rhs);
  case Combiner::Or:
    return createOr(builder, loc, lhs, rhs);
  case Combiner::Xor:
    return create<arith::XOrIOp>(builder, loc, lhs, rhs);
  case Combiner::MaxSigned:
    return create<arith::MaxSIOp>(builder, loc, lhs, rhs);
  case Combiner::MinSigned:
    return create<arith::MinSIOp>(builder, loc, lhs, rhs);
  case Combiner::MaxUnsigned:
    return create<arith::MaxUIOp>(builder, loc, lhs, rhs);
  case Combiner::MinUnsigned:
    return create<arith::MinUIOp>(builder, loc, lhs, rhs);
  case Combiner::Maximum:
    return create<arith::MaximumFOp>(builder, loc, lhs, rhs);
  case Combiner::Minimum:
    return create<arith::MinimumFOp>(builder, loc, lhs, rhs);
  case Combiner::MaxNum:
    return create<arith::MaxNumFOp>(builder, loc, lhs, rhs);
  case Combiner::MinNum:
    return create<arith::MinNumFOp>(builder, loc, lhs, rhs);
  }
  llvm_unreachable("no such combiner");
}
