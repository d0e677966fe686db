//===- WidenNarrowTypes.cpp - Numbers of less than a byte or two ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WidenNarrowTypes.h"
#include "NarrowTypes.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Frontend/StableHLO/IR/Chlo.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool isNarrow(Type type) {
  return isa<RankedTensorType>(type) &&
         (getNarrowFloat(type) || getNarrowInteger(type));
}

/// The type of `tensor` with another element type.
static Type withElement(Type tensor, Type element) {
  return cast<RankedTensorType>(tensor).clone(element);
}

/// The type that has all values of a narrow one, and whole bytes.
static Type widenType(Type type) {
  if (!isa<RankedTensorType>(type)) {
    auto tuple = dyn_cast<TupleType>(type);
    return tuple ? TupleType::get(
                       type.getContext(),
                       llvm::map_to_vector(tuple.getTypes(), widenType))
                 : type;
  }
  if (FloatType narrow = getNarrowFloat(type))
    return narrow.getWidth() == 8
               ? type
               : withElement(type, Float8E4M3FNType::get(type.getContext()));
  if (IntegerType narrow = getNarrowInteger(type))
    return withElement(
        type, IntegerType::get(type.getContext(), 8, narrow.getSignedness()));
  return type;
}

/// The type to compute in.
static Type getComputed(Type type) {
  if (FloatType narrow = getNarrowFloat(type))
    return withElement(type, getComputedFloat(narrow));
  return widenType(type);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static DenseElementsAttr widen(DenseElementsAttr elements) {
  Type type = widenType(elements.getType());
  if (type == elements.getType())
    return elements;
  Type element = getElementTypeOrSelf(type);
  if (isa<FloatType>(element))
    return elements.mapValues(element, [](APFloat value) {
      bool losesInfo;
      value.convert(APFloat::Float8E4M3FN(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
      return value.bitcastToAPInt();
    });
  bool isUnsigned = element.isUnsignedInteger();
  return elements.mapValues(element, [&](const APInt &value) {
    return isUnsigned ? value.zext(8) : value.sext(8);
  });
}

namespace {
/// Elementwise ops on tensors of one shape.
class Elements {
public:
  explicit Elements(const OpBuilder &builder, Location loc) : b(loc, builder) {}

  /// The nearest value of `narrow` for each of `x`, whose type has more than
  /// twice the digits, in the type that holds it. Ties go to even.
  Value round(Value x, FloatType narrow);
  /// The low bits of `x`, extended by zeros or their sign, as a tensor `type`
  /// of 8 bits. `x` has that type or is converted to it.
  Value wrap(Value x, Type type, unsigned width, bool isUnsigned);
  /// `x`, which has 8 bits, as the nearest value of `narrow`.
  Value saturate(Value x, IntegerType narrow);
  /// Converts a count of leading zeros in 8 bits to one in the bits of
  /// `narrow`.
  Value dropLeading(Value count, IntegerType narrow) {
    Type type = count.getType();
    return SubtractOp::create(b, type, count,
                              constant(type, APInt(8, 8 - narrow.getWidth())));
  }
  Value convert(Value x, Type to) {
    return x.getType() == to ? x : ConvertOp::create(b, to, x).getResult();
  }

private:
  Value roundToByte(Value x, FloatType narrow);
  Value constant(Type type, double value) {
    APFloat number(value);
    bool losesInfo;
    number.convert(
        cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics(),
        APFloat::rmNearestTiesToEven, &losesInfo);
    return ConstantOp::create(
        b, DenseElementsAttr::get(cast<RankedTensorType>(type), number));
  }
  Value constant(Type type, const APInt &value) {
    return ConstantOp::create(
        b, DenseElementsAttr::get(cast<RankedTensorType>(type), value));
  }
  Value isLess(Value x, Value y) {
    return CompareOp::create(
        b, withElement(x.getType(), b.getI1Type()), x, y,
        ComparisonDirectionAttr::get(b.getContext(), ComparisonDirection::LT),
        ComparisonTypeAttr());
  }
  Value select(Value condition, Value x, Value y) {
    return SelectOp::create(b, x.getType(), condition, x, y);
  }

  ImplicitLocOpBuilder b;
};
} // namespace

Value Elements::round(Value x, FloatType narrow) {
  if (narrow.getWidth() == 8)
    return roundToByte(x, narrow);
  const llvm::fltSemantics &semantics = narrow.getFloatSemantics();
  Type type = x.getType();
  auto wide = cast<FloatType>(getElementTypeOrSelf(type));
  int digits = APFloat::semanticsPrecision(semantics) - 1;
  int wideDigits = wide.getFPMantissaWidth() - 1;
  double least = std::ldexp(1.0, APFloat::semanticsMinExponent(semantics));
  Value most = constant(type, APFloat::getLargest(semantics).convertToDouble());
  // Below the normal numbers of `narrow`, the last digit of the sum with this
  // is the last digit of these numbers.
  Value shift = constant(type, 1.5 * std::ldexp(least, wideDigits - digits));

  Value size = AbsOp::create(b, type, x);
  Value subnormal =
      SubtractOp::create(b, type, AddOp::create(b, type, size, shift), shift);
  Value normal = ReducePrecisionOp::create(
      b, type, size, b.getI32IntegerAttr(wide.getWidth() - wideDigits - 1),
      b.getI32IntegerAttr(digits));
  Value rounded =
      select(isLess(size, constant(type, least)), subnormal, normal);
  rounded = select(isLess(most, rounded), most, rounded);
  Value zero = constant(type, 0);
  Value result =
      select(isLess(x, zero), NegOp::create(b, type, rounded), rounded);
  // `isLess` does not see the sign of zeros.
  result = select(isLess(zero, size), result, AddOp::create(b, type, x, x));
  // These formats have no NaN.
  result =
      select(isLess(constant(type, -1), size), result, constant(type, -0.0));
  return convert(result, widenType(withElement(type, narrow)));
}

Value Elements::roundToByte(Value x, FloatType narrow) {
  Type type = x.getType();
  // A format without a zero has only positive numbers.
  if (!APFloat::semanticsHasZero(narrow.getFloatSemantics()))
    x = select(isLess(constant(type, 0), x), x,
               constant(type, std::numeric_limits<double>::quiet_NaN()));
  return convert(x, withElement(type, narrow));
}

Value Elements::wrap(Value x, Type type, unsigned width, bool isUnsigned) {
  if (isUnsigned)
    return AndOp::create(b, type, x,
                         constant(type, APInt::getLowBitsSet(8, width)));
  Value distance = constant(type, APInt(8, 8 - width));
  return ShiftRightArithmeticOp::create(
      b, type, ShiftLeftOp::create(b, type, x, distance), distance);
}

Value Elements::saturate(Value x, IntegerType narrow) {
  Type type = x.getType();
  unsigned width = narrow.getWidth();
  APInt low = narrow.isUnsigned() ? APInt(8, 0)
                                  : APInt::getSignedMinValue(width).sext(8);
  APInt high = narrow.isUnsigned() ? APInt::getMaxValue(width).zext(8)
                                   : APInt::getSignedMaxValue(width).sext(8);
  return ClampOp::create(b, type, constant(type, low), x, constant(type, high));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Whether the op compares its operands or chooses among them.
static bool compares(Operation *op) {
  return isa<CompareOp, MaxOp, MinOp, ClampOp, IsFiniteOp, chlo::TopKOp>(op);
}

/// Whether the op converts floats to floats, or adds exact products.
static bool takesFloats(Operation *op) {
  if (isa<DotGeneralOp, DotOp, ConvolutionOp>(op))
    return true;
  return isa<ConvertOp>(op) &&
         isa<FloatType>(getElementTypeOrSelf(op->getResult(0)));
}

/// Whether the op needs no other form for narrow values: it moves them, or its
/// results for wider ones are right for any number of bits.
static bool keepsValues(Operation *op) {
  if (compares(op))
    return !llvm::any_of(op->getOperandTypes(), getNarrowFloat);
  return op->getNumRegions() > 0 || op->hasTrait<OpTrait::IsTerminator>() ||
         !isa_and_nonnull<StableHLODialect, chlo::ChloDialect>(
             op->getDialect()) ||
         isa<ReshapeOp, TransposeOp, BroadcastInDimOp, BroadcastOp, SliceOp,
             ConcatenateOp, PadOp, GatherOp, DynamicSliceOp,
             DynamicUpdateSliceOp, ReverseOp, SelectOp, OptimizationBarrierOp,
             TupleOp, GetTupleElementOp, AllGatherOp, AllToAllOp,
             CollectivePermuteOp, CollectiveBroadcastOp, BitcastConvertOp,
             CustomCallOp, GetDimensionSizeOp>(op) ||
         ((takesFloats(op) || isa<ConvertOp>(op)) &&
          !isNarrow(op->getResult(0).getType()) &&
          (takesFloats(op) || !getNarrowFloat(op->getOperand(0).getType())));
}

static LogicalResult check(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    if (!isNarrow(type))
      continue;
    if (!cast<RankedTensorType>(type).hasStaticShape())
      return op->emitOpError("cannot be imported: required static extents, "
                             "found ")
             << type << "; export the program with fixed shapes";
    if (isa<BitcastConvertOp>(op) && widenType(type) != type)
      return op->emitOpError("cannot be imported for elements of ")
             << getElementTypeOrSelf(type)
             << ", which are held in more bits; convert them instead";
  }
  return success();
}

/// Makes an op that computes read wide values.
static void readWide(Operation *op) {
  Elements of(OpBuilder(op), op->getLoc());
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = operand.get().getType();
    if (getNarrowFloat(type)) {
      // Products read what is stored, so that devices exchange bytes.
      if (isa<DotGeneralOp, DotOp, ConvolutionOp>(op))
        continue;
      operand.set(of.convert(operand.get(), getComputed(type)));
      continue;
    }
    // These ops read bits, whatever the sign of the type.
    bool asUnsigned = isa<ClzOp, PopulationCountOp, ShiftRightLogicalOp>(op);
    if (isNarrow(type) && operand.getOperandNumber() == 0 &&
        (asUnsigned || isa<ShiftRightArithmeticOp>(op)))
      operand.set(of.wrap(operand.get(), widenType(type),
                          getNarrowInteger(type).getWidth(), asUnsigned));
  }
}

/// The result type of an op that computes, for narrow elements. A value that is
/// then rounded to them is exact, or rounded once.
static Type getComputedResult(Operation *op, Type type) {
  IntegerType narrow = getNarrowInteger(type);
  if (narrow && isa<DotGeneralOp, DotOp, ConvolutionOp>(op))
    return withElement(
        type, IntegerType::get(type.getContext(), 32, narrow.getSignedness()));
  Type from =
      isa<ConvertOp>(op) ? getElementTypeOrSelf(op->getOperand(0)) : Type();
  if (!narrow && from && !from.isF16() && !from.isBF16() && !from.isF32() &&
      !getNarrowFloat(from))
    return withElement(type, Float64Type::get(type.getContext()));
  return getComputed(type);
}

/// Narrows the results of an op that computes.
static void makeNarrow(Operation *op, bool fromFloat) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Elements of(builder, op->getLoc());
  for (OpResult result : op->getResults()) {
    Type type = result.getType();
    if (!isNarrow(type))
      continue;
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : result.getUses())
      uses.push_back(&use);
    result.setType(getComputedResult(op, type));
    Value made = result;
    if (FloatType narrow = getNarrowFloat(type)) {
      made = of.round(made, narrow);
    } else {
      IntegerType integer = getNarrowInteger(type);
      made = of.convert(made, widenType(type));
      if (isa<ClzOp>(op))
        made = of.dropLeading(made, integer);
      made = fromFloat ? of.saturate(made, integer)
                       : of.wrap(made, made.getType(), integer.getWidth(),
                                 integer.isUnsigned());
    }
    for (OpOperand *use : uses)
      use->set(made);
  }
}

/// Whether any value has a narrow type, or any function has no body.
static bool hasNarrowTypes(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        auto isFound = [](TypeRange types) {
          return llvm::any_of(types, isNarrow);
        };
        bool found = isFound(op->getResultTypes());
        for (Region &region : op->getRegions())
          for (Block &block : region)
            found |= isFound(block.getArgumentTypes());
        if (auto function = dyn_cast<func::FuncOp>(op))
          found |= isFound(function.getArgumentTypes()) ||
                   isFound(function.getResultTypes());
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult stablehlo::widenNarrowTypes(ModuleOp module) {
  // Most programs have none.
  if (!hasNarrowTypes(module))
    return success();
  SmallVector<Operation *> ops, computing;
  WalkResult walked = module.walk([&](Operation *op) {
    if (failed(check(op)))
      return WalkResult::interrupt();
    ops.push_back(op);
    if (!keepsValues(op) && !isa<ConstantOp, chlo::ConstantOp>(op) &&
        (llvm::any_of(op->getOperandTypes(), isNarrow) ||
         llvm::any_of(op->getResultTypes(), isNarrow)))
      computing.push_back(op);
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  // Users come first: an operand is narrow until its own op is visited.
  for (Operation *op : llvm::reverse(computing)) {
    markSourceOp(op);
    bool fromFloat = isa<ConvertOp>(op) &&
                     isa<FloatType>(getElementTypeOrSelf(op->getOperand(0)));
    makeNarrow(op, fromFloat);
    readWide(op);
  }
  for (Operation *op : ops) {
    for (OpResult result : op->getResults())
      result.setType(widenType(result.getType()));
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        argument.setType(widenType(argument.getType()));
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      FunctionType type = function.getFunctionType();
      function.setType(FunctionType::get(
          op->getContext(), llvm::map_to_vector(type.getInputs(), widenType),
          llvm::map_to_vector(type.getResults(), widenType)));
    } else if (isa<ConstantOp, chlo::ConstantOp>(op)) {
      auto elements = op->getAttrOfType<DenseElementsAttr>("value");
      if (elements && isNarrow(elements.getType()))
        op->setAttr("value", widen(elements));
    }
  }
  return success();
}
