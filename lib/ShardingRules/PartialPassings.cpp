//===- PartialPassings.cpp - Where partial values may pass ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialPassings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor;
using llvm::SmallBitVector;

namespace {

/// A value as a function of the op's operands.
struct Terms {
  /// Whether the value is a linear function of `addends`, taken together.
  /// Without addends the value is zero.
  bool isSum = false;
  SmallBitVector addends;
  /// The operands that the value depends on in another way.
  SmallBitVector fixed;
  /// Whether each element is an unchanged element of one of the addends.
  bool isChoice = false;

  SmallBitVector getAll() const { return SmallBitVector(addends) |= fixed; }
};

/// Computes the terms of the values in a block, beginning with the operands.
class TermAnalysis {
public:
  TermAnalysis(Block *block, unsigned numOperands)
      : block(block), numOperands(numOperands) {}

  /// States that `value` stands for an operand that may be partial.
  void setOperand(Value value, unsigned number);
  /// States that `value` is the same on all devices.
  void setReplicated(Value value) { terms.try_emplace(value, makeNone(value)); }
  const Terms &get(Value value);

private:
  Terms compute(Value value);
  Terms add(Operation *op);
  Terms choose(arith::SelectOp op);
  /// The terms of `sum` times a factor that is the same on all devices.
  Terms scale(Value sum, Value factor);
  Terms scaleExactly(Operation *op);
  /// The terms of an op that depends on its operands in an unknown way.
  Terms makeFixed(Operation *op);
  /// The terms of a value that depends on no operand.
  Terms makeNone(Value value) const;
  Terms makeZero() const;

  Block *block;
  unsigned numOperands;
  llvm::DenseMap<Value, Terms> terms;
};

} // namespace

/// The value of all elements of `value`, a scalar or a tensor, if it is known.
static Attribute getUniformValue(Value value) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto op = dyn_cast_or_null<linalg::LinalgOp>(
          argument.getOwner()->getParentOp());
      if (!op)
        return {};
      OpOperand *operand = op.getMatchingOpOperand(argument);
      // An accumulator is uniform only in the first iteration.
      if (!op.isDpsInput(operand))
        return {};
      value = operand->get();
    } else if (auto fill = value.getDefiningOp<linalg::FillOp>()) {
      value = fill.getInputs().front();
    } else if (auto splat = value.getDefiningOp<tensor::SplatOp>()) {
      value = splat.getInput();
    } else {
      break;
    }
  }
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return {};
  if (auto elements = dyn_cast<SplatElementsAttr>(attr))
    return elements.getSplatValue<Attribute>();
  return attr;
}

static bool isZero(Value value) {
  Attribute attr = getUniformValue(value);
  if (auto number = dyn_cast_or_null<FloatAttr>(attr))
    return number.getValue().isZero();
  if (auto number = dyn_cast_or_null<IntegerAttr>(attr))
    return number.getValue().isZero();
  return false;
}

/// Compares the magnitude of a constant with 1.
static bool isMagnitude(Value value, bool atMostOne) {
  auto number = dyn_cast_or_null<FloatAttr>(getUniformValue(value));
  if (!number)
    return false;
  APFloat magnitude = abs(number.getValue());
  APFloat one = APFloat::getOne(magnitude.getSemantics());
  APFloat::cmpResult order = magnitude.compare(one);
  return order == APFloat::cmpEqual ||
         order == (atMostOne ? APFloat::cmpLessThan : APFloat::cmpGreaterThan);
}

/// Whether the value is a bit converted to a number: 0 or 1 (signed, -1).
static bool isConvertedBit(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<arith::UIToFPOp, arith::SIToFPOp>(op) &&
         getElementTypeOrSelf(op->getOperand(0)).isInteger(1);
}

const void *dtensor::getReadDefinition(Value operand) {
  static const char bit = 0;
  if (isConvertedBit(operand))
    return &bit;
  return getUniformValue(operand).getAsOpaquePointer();
}

/// Whether the op has overflow flags. Overflow that is excluded for the whole
/// can still happen for a part.
static bool hasOverflowFlags(Operation *op) {
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return flags && (flags.hasNoSignedWrap() || flags.hasNoUnsignedWrap());
}

Terms TermAnalysis::makeZero() const {
  Terms zero;
  zero.isSum = true;
  zero.addends.resize(numOperands);
  zero.fixed.resize(numOperands);
  return zero;
}

Terms TermAnalysis::makeNone(Value value) const {
  Terms result = makeZero();
  result.isSum = value && isZero(value);
  return result;
}

void TermAnalysis::setOperand(Value value, unsigned number) {
  Terms operand = makeZero();
  operand.addends.set(number);
  operand.isChoice = true;
  // One value may be two operands. Then it stands for both, and they are
  // partial together.
  auto [it, inserted] = terms.try_emplace(value, operand);
  if (!inserted)
    it->second.addends |= operand.addends;
}

const Terms &TermAnalysis::get(Value value) {
  auto it = terms.find(value);
  if (it == terms.end())
    it = terms.try_emplace(value, compute(value)).first;
  return it->second;
}

Terms TermAnalysis::makeFixed(Operation *op) {
  Terms result = makeZero();
  result.isSum = false;
  // The values that nested regions use count as well.
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      result.fixed |= get(operand).getAll();
  });
  return result;
}

Terms TermAnalysis::add(Operation *op) {
  Terms result = makeZero();
  for (Value operand : op->getOperands()) {
    Terms term = get(operand);
    if (!term.isSum)
      return makeFixed(op);
    result.addends |= term.addends;
    result.fixed |= term.fixed;
  }
  return result;
}

Terms TermAnalysis::choose(arith::SelectOp op) {
  Terms lhs = get(op.getTrueValue());
  Terms rhs = get(op.getFalseValue());
  if (!lhs.isSum || !rhs.isSum)
    return makeFixed(op);
  Terms result = lhs;
  result.addends |= rhs.addends;
  result.fixed |= rhs.fixed;
  result.fixed |= get(op.getCondition()).getAll();
  result.isChoice &= rhs.isChoice;
  return result;
}

Terms TermAnalysis::scale(Value sum, Value factor) {
  Terms result = get(sum);
  result.fixed |= get(factor).getAll();
  result.isChoice = false;
  return result;
}

Terms TermAnalysis::scaleExactly(Operation *op) {
  // An integer product distributes over any sum. It is clear which operand is
  // the sum only if the other operand is none.
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (get(lhs).isSum && !get(rhs).isSum)
    return scale(lhs, rhs);
  if (get(rhs).isSum && !get(lhs).isSum)
    return scale(rhs, lhs);
  return makeFixed(op);
}

Terms TermAnalysis::compute(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != block || op->hasTrait<OpTrait::ConstantLike>())
    return makeNone(value);
  if (hasOverflowFlags(op))
    return makeFixed(op);
  return TypeSwitch<Operation *, Terms>(op)
      .Case<arith::AddFOp, arith::SubFOp, arith::NegFOp, arith::ExtFOp,
            arith::AddIOp, arith::SubIOp, arith::TruncIOp, complex::AddOp,
            complex::SubOp, complex::NegOp, complex::ConjOp, complex::ReOp,
            complex::ImOp, complex::CreateOp>([&](auto op) { return add(op); })
      .Case([&](arith::SelectOp op) { return choose(op); })
      .Case([&](arith::MulIOp op) { return scaleExactly(op); })
      .Case([&](arith::MulFOp op) {
        for (auto [sum, factor] : {std::pair(op.getLhs(), op.getRhs()),
                                   std::pair(op.getRhs(), op.getLhs())})
          if (get(sum).isSum && (isMagnitude(factor, /*atMostOne=*/true) ||
                                 isConvertedBit(factor)))
            return scale(sum, factor);
        return makeFixed(op);
      })
      .Case([&](arith::DivFOp op) {
        if (get(op.getLhs()).isSum &&
            isMagnitude(op.getRhs(), /*atMostOne=*/false))
          return scale(op.getLhs(), op.getRhs());
        return makeFixed(op);
      })
      .Default([&](Operation *op) { return makeFixed(op); });
}

/// The passings that hold for all of `results` at once.
static SmallVector<PartialPassing, 1> makePassings(ArrayRef<Terms> results) {
  SmallVector<PartialPassing, 1> passings;
  SmallVector<SmallBitVector> candidates;
  for (const Terms &terms : results)
    if (terms.isSum && terms.addends.any() &&
        !llvm::is_contained(candidates, terms.addends))
      candidates.push_back(terms.addends);

  for (const SmallBitVector &partial : candidates) {
    PartialPassing passing;
    llvm::append_range(passing.operands, partial.set_bits());
    passing.anyCombiner = true;
    bool holds = true;
    for (auto [number, terms] : llvm::enumerate(results)) {
      // A result that depends on no partial operand is replicated.
      if (!terms.getAll().anyCommon(partial))
        continue;
      holds &= terms.isSum && !terms.fixed.anyCommon(partial) &&
               !SmallBitVector(terms.addends).reset(partial).any();
      passing.anyCombiner &= terms.isChoice;
      passing.results.push_back(number);
    }
    if (holds)
      passings.push_back(std::move(passing));
  }
  return passings;
}

SmallVector<PartialPassing, 1>
dtensor::getPartialPassings(linalg::LinalgOp op) {
  Block *block = op.getBlock();
  unsigned numOperands = op->getNumOperands();
  if (block->getNumArguments() != numOperands)
    return {};
  TermAnalysis analysis(block, numOperands);
  SmallBitVector inits(numOperands);
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    unsigned number = operand.getOperandNumber();
    if (op.isDpsInit(&operand))
      inits.set(number);
    if (!isa<RankedTensorType>(operand.get().getType()) ||
        getUniformValue(argument))
      analysis.setReplicated(argument);
    else
      analysis.setOperand(argument, number);
  }

  SmallVector<Terms> results;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    Terms terms = analysis.get(op.getMatchingYieldValue(&init)->get());
    // An accumulator contains all values accumulated so far. So only its own
    // result may use it, and only as an addend.
    SmallBitVector used = terms.getAll() &= inits;
    used.reset(init.getOperandNumber());
    if (used.any() || terms.fixed.anyCommon(inits))
      return {};
    // A zero is a sum of zeros, so it need not be partial.
    if (terms.addends.test(init.getOperandNumber()) && isZero(init.get())) {
      terms.addends.reset(init.getOperandNumber());
      terms.isChoice = false;
    }
    results.push_back(std::move(terms));
  }
  return makePassings(results);
}

SmallVector<PartialPassing, 1> dtensor::getElementwisePassings(Operation *op) {
  TermAnalysis analysis(op->getBlock(), op->getNumOperands());
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (!isa<RankedTensorType>(value.getType()) || getUniformValue(value))
      analysis.setReplicated(value);
    else
      analysis.setOperand(value, operand.getOperandNumber());
  }
  return makePassings(llvm::map_to_vector(
      op->getResults(), [&](OpResult result) { return analysis.get(result); }));
}
