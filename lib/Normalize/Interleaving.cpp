//===- Interleaving.cpp - Positions of two tensors in turn ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interleaving.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dtensor;

//===----------------------------------------------------------------------===//
// Constants and slices
//===----------------------------------------------------------------------===//

TypedAttr dtensor::getConstantElement(Value value) {
  Type element = getElementTypeOrSelf(value);
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.getInputs()[0];
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return {};
  if (auto splat = dyn_cast<SplatElementsAttr>(constant);
      splat && !isa<ComplexType>(splat.getElementType()))
    constant = splat.getSplatValue<Attribute>();
  // Returns null for different elements, and for complex ones, whose attribute
  // has no type.
  auto typed = dyn_cast<TypedAttr>(constant);
  return typed && typed.getType() == element ? typed : TypedAttr();
}

/// Whether the value is a constant zero: a number, or the only element of a
/// tensor.
static bool isZero(Value scalar) {
  if (auto extract = scalar.getDefiningOp<tensor::ExtractOp>())
    scalar = extract.getTensor();
  Attribute constant;
  if (!matchPattern(scalar, m_Constant(&constant)))
    return false;
  if (auto parts = dyn_cast<ArrayAttr>(constant))
    return llvm::all_of(parts.getAsRange<FloatAttr>(), [](FloatAttr part) {
      return part.getValue().isZero();
    });
  auto splat = dyn_cast<SplatElementsAttr>(constant);
  if (splat && isa<ComplexType>(splat.getElementType())) {
    auto number = splat.getSplatValue<std::complex<APFloat>>();
    return number.real().isZero() && number.imag().isZero();
  }
  return matchPattern(scalar, m_Zero()) ||
         matchPattern(scalar, m_AnyZeroFloat());
}

static int64_t getExtent(Value value, int64_t axis) {
  return cast<RankedTensorType>(value.getType()).getDimSize(axis);
}

/// Whether a slice takes all positions of all axes but `except`.
static bool takesAll(ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
                     ArrayRef<int64_t> strides, ArrayRef<int64_t> shape,
                     int64_t except) {
  for (size_t axis = 0; axis < shape.size(); ++axis)
    if (int64_t(axis) != except && (offsets[axis] != 0 || strides[axis] != 1 ||
                                    sizes[axis] != shape[axis]))
      return false;
  return true;
}

std::optional<AxisSlice> dtensor::matchAxisSlice(Value value, int64_t axis) {
  auto slice = value.getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || axis >= slice.getType().getRank() ||
      slice.getType().getRank() != slice.getSourceType().getRank() ||
      !slice.getOffsets().empty() || !slice.getSizes().empty() ||
      !slice.getStrides().empty() ||
      !takesAll(slice.getStaticOffsets(), slice.getStaticSizes(),
                slice.getStaticStrides(), slice.getSourceType().getShape(),
                axis))
    return std::nullopt;
  return AxisSlice{slice.getSource(), slice.getStaticOffsets()[axis],
                   slice.getStaticSizes()[axis],
                   slice.getStaticStrides()[axis]};
}

//===----------------------------------------------------------------------===//
// Interleaving
//===----------------------------------------------------------------------===//

/// The two operands of a sum of tensors, or of an `or` of truth values.
static std::optional<std::pair<Value, Value>> matchSum(Value value) {
  Operation *op = value.getDefiningOp();
  auto isSum = [](Operation *op) {
    return isa<arith::AddFOp, arith::AddIOp, arith::OrIOp, complex::AddOp>(op);
  };
  if (!op)
    return std::nullopt;
  if (isSum(op))
    return std::pair(op->getOperand(0), op->getOperand(1));
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getInputs().size() != 2 || op->getNumResults() != 1 ||
      !llvm::hasNItems(generic.getBody()->getOperations(), 2) ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return std::nullopt;
  Operation &sum = generic.getBody()->front();
  ValueRange arguments = generic.getBody()->getArguments();
  if (!isSum(&sum) ||
      generic.getBody()->getTerminator()->getOperands() != sum.getResults() ||
      !llvm::is_contained(sum.getOperands(), arguments[0]) ||
      !llvm::is_contained(sum.getOperands(), arguments[1]))
    return std::nullopt;
  return std::pair(generic.getInputs()[0], generic.getInputs()[1]);
}

namespace {
/// The positions of `source` along `axis`, with zeros between them, `low`
/// before and `high` behind.
struct Spread {
  Value source;
  int64_t axis = -1, low = 0, high = 0;
  SmallVector<Operation *> ops;
};
} // namespace

static std::optional<Spread> matchSpread(Value value) {
  Spread spread;
  auto setAxis = [&](int64_t axis) {
    bool isSame = spread.axis < 0 || spread.axis == axis;
    spread.axis = axis;
    return isSame;
  };
  if (auto pad = value.getDefiningOp<tensor::PadOp>()) {
    Value padding = pad.getConstantPaddingValue();
    if (!padding || !isZero(padding) || !pad.getLow().empty() ||
        !pad.getHigh().empty())
      return std::nullopt;
    for (auto [axis, pads] : llvm::enumerate(
             llvm::zip_equal(pad.getStaticLow(), pad.getStaticHigh()))) {
      auto [low, high] = pads;
      if (low == 0 && high == 0)
        continue;
      if (low < 0 || high < 0 || !setAxis(axis))
        return std::nullopt;
      spread.low = low;
      spread.high = high;
    }
    spread.ops.push_back(pad);
    value = pad.getSource();
  }
  if (auto insert = value.getDefiningOp<tensor::InsertSliceOp>()) {
    auto fill = insert.getDest().getDefiningOp<linalg::FillOp>();
    ArrayRef<int64_t> strides = insert.getStaticStrides();
    const int64_t *wide = llvm::find(strides, 2);
    if (!fill || !isZero(fill.getInputs()[0]) || wide == strides.end() ||
        !setAxis(wide - strides.begin()) || !insert.getOffsets().empty() ||
        !insert.getSizes().empty() || !insert.getStrides().empty() ||
        insert.getSourceType().getRank() != insert.getDestType().getRank() ||
        !takesAll(insert.getStaticOffsets(), insert.getStaticSizes(), strides,
                  insert.getDestType().getShape(), spread.axis) ||
        insert.getStaticOffsets()[spread.axis] != 0)
      return std::nullopt;
    int64_t extent = getExtent(insert.getSource(), spread.axis);
    if (getExtent(insert.getDest(), spread.axis) != 2 * extent - 1)
      return std::nullopt;
    spread.ops.push_back(insert);
    value = insert.getSource();
  } else if (spread.axis < 0 || getExtent(value, spread.axis) != 1) {
    return std::nullopt;
  }
  spread.source = value;
  return spread;
}

std::optional<Interleaving> dtensor::matchInterleaving(Value whole) {
  auto type = dyn_cast<RankedTensorType>(whole.getType());
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  std::optional<std::pair<Value, Value>> sum = matchSum(whole);
  if (!sum)
    return std::nullopt;
  std::optional<Spread> even = matchSpread(sum->first);
  std::optional<Spread> odd = even ? matchSpread(sum->second) : std::nullopt;
  if (!odd || even->axis != odd->axis)
    return std::nullopt;
  if (even->low > odd->low)
    std::swap(even, odd);
  int64_t isEven = type.getDimSize(even->axis) % 2 == 0;
  if (even->low != 0 || even->high != isEven || odd->low != 1 ||
      odd->high != !isEven)
    return std::nullopt;
  Interleaving interleaving{even->source, odd->source, even->axis,
                            std::move(even->ops)};
  llvm::append_range(interleaving.ops, odd->ops);
  interleaving.ops.push_back(whole.getDefiningOp());
  return interleaving;
}
