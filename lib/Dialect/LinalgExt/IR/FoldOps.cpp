//===- FoldOps.cpp - Ops that apply a body along an axis ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace dtensor::linalg_ext;

static std::string str(TypeRange types) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(types, stream);
  return text;
}

LogicalResult dtensor::linalg_ext::detail::verifyBody(Operation *op,
                                                      Region &region,
                                                      TypeRange arguments,
                                                      TypeRange results) {
  Block &body = region.front();
  if (body.getArgumentTypes() != arguments)
    return op->emitOpError("required: a body of arguments ")
           << str(arguments) << "; found " << str(body.getArgumentTypes());
  auto yield = dyn_cast<YieldOp>(body.empty() ? nullptr : &body.back());
  if (!yield || yield.getOperandTypes() != results)
    return op->emitOpError("required: a body that yields ") << str(results);
  return success();
}

SmallVector<Type>
dtensor::linalg_ext::detail::getElementTypes(ValueRange shaped) {
  return llvm::map_to_vector(
      shaped, [](Value value) { return getElementTypeOrSelf(value); });
}

SmallVector<Value> dtensor::linalg_ext::inlineBody(OpBuilder &builder,
                                                   Region &body,
                                                   ValueRange arguments) {
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  for (Operation &op : body.front().without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(
      body.front().getTerminator()->getOperands(),
      [&](Value yielded) { return mapping.lookupOrDefault(yielded); });
}

/// Checks that all have the same shape, as far as their types tell.
static LogicalResult verifySameShape(Operation *op, ValueRange shaped) {
  for (Value value : shaped)
    if (failed(verifyCompatibleShape(value.getType(), shaped[0].getType())))
      return op->emitOpError("required: tensors of one shape; found ")
             << shaped[0].getType() << " and " << value.getType();
  return success();
}

static LogicalResult verifyAxis(Operation *op, int64_t axis, int64_t rank) {
  if (axis < 0 || axis >= rank)
    return op->emitOpError("names axis ")
           << axis << ", but its operands have " << rank;
  return success();
}

/// Checks that there is one destination for each source, of its element type.
static LogicalResult verifyDestinations(Operation *op, ValueRange sources,
                                        ValueRange dests) {
  if (sources.empty())
    return op->emitOpError("required: at least one tensor");
  if (sources.size() != dests.size())
    return op->emitOpError("has ") << sources.size() << " tensors, but "
                                   << dests.size() << " destinations";
  for (auto [source, dest] : llvm::zip_equal(sources, dests))
    if (getElementTypeOrSelf(source) != getElementTypeOrSelf(dest))
      return op->emitOpError("required: a destination of elements of type ")
             << getElementTypeOrSelf(source) << "; found " << dest.getType();
  return success();
}

/// Checks that `dest` has the shape of `source` without the axes in `dropped`.
static LogicalResult verifyWithoutAxes(Operation *op, Value source, Value dest,
                                       function_ref<bool(int64_t)> dropped) {
  SmallVector<int64_t> shape;
  for (auto [axis, extent] :
       llvm::enumerate(cast<ShapedType>(source.getType()).getShape()))
    if (!dropped(axis))
      shape.push_back(extent);
  if (failed(verifyCompatibleShape(
          shape, cast<ShapedType>(dest.getType()).getShape())))
    return op->emitOpError("required: the shape of ")
           << source.getType() << " without the axes that are combined; found "
           << dest.getType();
  return success();
}

//===----------------------------------------------------------------------===//
// SortOp
//===----------------------------------------------------------------------===//

/// Scratch memory has room for two rows, or for twice the elements that are
/// kept two times. Nothing else would check this before elements are stored
/// there.
static LogicalResult verifyScratch(SortOp op) {
  ValueRange scratch = op.getDests().drop_front(op.getSources().size());
  int64_t n =
      cast<ShapedType>(op.getSources()[0].getType()).getDimSize(op.getAxis());
  int64_t k =
      cast<ShapedType>(op.getDests()[0].getType()).getDimSize(op.getAxis());
  for (auto [source, memory] : llvm::zip_equal(op.getSources(), scratch)) {
    auto type = cast<ShapedType>(memory.getType());
    bool fits = type.getRank() == 2 && type.getDimSize(0) == 2 &&
                type.getElementType() == getElementTypeOrSelf(source);
    int64_t room = fits ? type.getDimSize(1) : 0;
    bool isRow = room == n || ShapedType::isDynamic(room);
    bool isForKept = !ShapedType::isDynamic(k) && k > 0 && room == 2 * k;
    if (!fits || (!isRow && !isForKept))
      return op.emitOpError("required: scratch memory of two rows, or of twice "
                            "the kept elements two times; found ")
             << type;
  }
  return success();
}

LogicalResult SortOp::verify() {
  bool hasScratch = getDests().size() == 2 * getSources().size();
  ValueRange dests =
      hasScratch ? ValueRange(getDests()).take_front(getSources().size())
                 : ValueRange(getDests());
  if (failed(verifyDestinations(*this, getSources(), dests)) ||
      failed(verifySameShape(*this, getSources())) ||
      failed(verifySameShape(*this, dests)))
    return failure();
  auto source = cast<ShapedType>(getSources()[0].getType());
  auto dest = cast<ShapedType>(dests[0].getType());
  if (failed(verifyAxis(*this, getAxis(), source.getRank())))
    return failure();
  SmallVector<int64_t> cut(source.getShape());
  if (dest.getRank() == source.getRank())
    cut[getAxis()] = dest.getDimSize(getAxis());
  if (failed(verifyCompatibleShape(cut, dest.getShape())))
    return emitOpError("required: destinations like the operands but for axis ")
           << getAxis() << "; found " << source << " and " << dest;
  if (hasScratch &&
      (failed(verifySameShape(*this, getDests().drop_front(dests.size()))) ||
       failed(verifyScratch(*this))))
    return failure();
  SmallVector<Type> arguments;
  for (Type type : detail::getElementTypes(getSources()))
    arguments.append(2, type);
  return detail::verifyBody(*this, getComparator(), arguments,
                            IntegerType::get(getContext(), 1));
}

bool SortOp::hasScratch() {
  return getDests().size() == 2 * getSources().size();
}

bool SortOp::readsDestination(OpOperand &destination) {
  // The source may have fewer positions than the destination asks for.
  unsigned number = destination.getOperandNumber() - getSources().size();
  if (number >= getSources().size())
    return false;
  int64_t n = cast<ShapedType>(getSources()[0].getType()).getDimSize(getAxis());
  int64_t k = cast<ShapedType>(getDests()[0].getType()).getDimSize(getAxis());
  return ShapedType::isDynamic(n) || ShapedType::isDynamic(k) || k > n;
}

//===----------------------------------------------------------------------===//
// TopKOp
//===----------------------------------------------------------------------===//

LogicalResult TopKOp::verify() {
  if (getDests().size() != 2)
    return emitOpError("required: destinations for elements and positions; "
                       "found ")
           << getDests().size();
  auto source = cast<ShapedType>(getSource().getType());
  auto values = cast<ShapedType>(getDests()[0].getType());
  auto positions = cast<ShapedType>(getDests()[1].getType());
  Type element = source.getElementType();
  if (!isa<FloatType, IntegerType, IndexType>(element) ||
      values.getElementType() != element ||
      !isa<IntegerType, IndexType>(positions.getElementType()))
    return emitOpError("required: real numbers, a destination of them, and one "
                       "of integers; found ")
           << source << ", " << values << " and " << positions;
  if (failed(verifySameShape(*this, getDests())) ||
      failed(verifyAxis(*this, getAxis(), source.getRank())))
    return failure();
  SmallVector<int64_t> shape(source.getShape());
  int64_t n = shape[getAxis()], k = ShapedType::kDynamic;
  if (values.getRank() == source.getRank())
    shape[getAxis()] = k = values.getDimSize(getAxis());
  if (failed(verifyCompatibleShape(shape, values.getShape())))
    return emitOpError("required: destinations like the operand but for axis ")
           << getAxis() << "; found " << source << " and " << values;
  if (!ShapedType::isDynamic(n) && !ShapedType::isDynamic(k) && k > n)
    return emitOpError("asks for ") << k << " of " << n << " positions";
  return success();
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

LogicalResult ReduceOp::verify() {
  if (failed(verifyDestinations(*this, getSources(), getDests())) ||
      failed(verifySameShape(*this, getSources())))
    return failure();
  int64_t rank = cast<ShapedType>(getSources()[0].getType()).getRank();
  llvm::SmallSet<int64_t, 4> seen;
  for (int64_t axis : getDimensions()) {
    if (failed(verifyAxis(*this, axis, rank)))
      return failure();
    if (!seen.insert(axis).second)
      return emitOpError("names axis ") << axis << " twice";
  }
  for (Value dest : getDests())
    if (failed(
            verifyWithoutAxes(*this, getSources()[0], dest,
                              [&](int64_t axis) { return seen.count(axis); })))
      return failure();
  SmallVector<Type> elements = detail::getElementTypes(getSources());
  SmallVector<Type> arguments(elements);
  llvm::append_range(arguments, elements);
  return detail::verifyBody(*this, getCombiner(), arguments, elements);
}

bool ReduceOp::readsDestination(OpOperand &) { return true; }

//===----------------------------------------------------------------------===//
// ScanOp
//===----------------------------------------------------------------------===//

LogicalResult ScanOp::verify() {
  if (failed(verifyDestinations(*this, getSources(), getDests())) ||
      (!getInits().empty() &&
       failed(verifyDestinations(*this, getSources(), getInits()))) ||
      failed(verifySameShape(*this, getSources())))
    return failure();
  int64_t rank = cast<ShapedType>(getSources()[0].getType()).getRank();
  if (failed(verifyAxis(*this, getAxis(), rank)))
    return failure();
  if (getExclusive() && (getInits().empty() || getHasInits()))
    return emitOpError("is exclusive; required: an initial value, which stands "
                       "at the first position");
  if (getInits().empty() && getHasInits())
    return emitOpError("required: initial values for the case of 'if'");
  for (Value dest : getDests())
    if (failed(
            verifyCompatibleShape(dest.getType(), getSources()[0].getType())))
      return emitOpError("required: destinations like the operands; found ")
             << getSources()[0].getType() << " and " << dest.getType();
  for (Value init : getInits())
    if (failed(
            verifyWithoutAxes(*this, getSources()[0], init, [&](int64_t axis) {
              return axis == static_cast<int64_t>(getAxis());
            })))
      return failure();
  SmallVector<Type> elements = detail::getElementTypes(getSources());
  SmallVector<Type> arguments(elements);
  llvm::append_range(arguments, elements);
  return detail::verifyBody(*this, getCombiner(), arguments, elements);
}
