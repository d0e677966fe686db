//===- WindowOps.cpp - Ops of windows that may overlap --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Dialect/LinalgExt/IR/Windows.h"

using namespace mlir;
using namespace dtensor::linalg_ext;

static SmallVector<int64_t> getOr(std::optional<ArrayRef<int64_t>> values,
                                  int64_t rank, int64_t fallback) {
  return values ? SmallVector<int64_t>(*values)
                : SmallVector<int64_t>(rank, fallback);
}

Windows dtensor::linalg_ext::getWindows(ReduceWindowOp op) {
  int64_t rank = op.getWindow().size();
  return {
      SmallVector<int64_t>(op.getWindow()),  getOr(op.getStrides(), rank, 1),
      getOr(op.getBaseDilations(), rank, 1), getOr(op.getDilations(), rank, 1),
      getOr(op.getLow(), rank, 0),           getOr(op.getHigh(), rank, 0)};
}

Windows dtensor::linalg_ext::getWindows(SelectAndScatterOp op) {
  int64_t rank = op.getWindow().size();
  SmallVector<int64_t> ones(rank, 1);
  return {SmallVector<int64_t>(op.getWindow()),
          getOr(op.getStrides(), rank, 1),
          ones,
          ones,
          getOr(op.getLow(), rank, 0),
          getOr(op.getHigh(), rank, 0)};
}

int64_t Windows::getPaddedExtent(unsigned axis, int64_t extent) const {
  int64_t dilated = extent == 0 ? 0 : (extent - 1) * baseDilations[axis] + 1;
  return low[axis] + dilated + high[axis];
}

int64_t Windows::getCount(unsigned axis, int64_t extent) const {
  int64_t spread = (sizes[axis] - 1) * dilations[axis] + 1;
  int64_t padded = getPaddedExtent(axis, extent);
  return padded < spread ? 0 : (padded - spread) / strides[axis] + 1;
}

/// Checks for one number per axis, at least 1 except for paddings, and for as
/// many windows as `windowed` has positions.
static LogicalResult verifyWindows(Operation *op, const Windows &windows,
                                   ShapedType source, ShapedType windowed) {
  size_t rank = source.getRank();
  for (const SmallVector<int64_t> *numbers :
       {&windows.sizes, &windows.strides, &windows.baseDilations,
        &windows.dilations, &windows.low, &windows.high})
    if (numbers->size() != rank)
      return op->emitOpError("has ")
             << numbers->size() << " numbers of a window for " << rank
             << " axes";
  for (const SmallVector<int64_t> *numbers :
       {&windows.sizes, &windows.strides, &windows.baseDilations,
        &windows.dilations})
    for (int64_t number : *numbers)
      if (number < 1)
        return op->emitOpError("required: windows, strides and dilations of at "
                               "least 1; found ")
               << number;
  if (size_t(windowed.getRank()) != rank)
    return op->emitOpError("has ") << rank << " axes of windows, but "
                                   << windowed << " has " << windowed.getRank();
  for (unsigned axis = 0; axis < rank; ++axis) {
    if (source.isDynamicDim(axis) || windowed.isDynamicDim(axis))
      continue;
    int64_t count = windows.getCount(axis, source.getDimSize(axis));
    if (windowed.getDimSize(axis) != count)
      return op->emitOpError("has ")
             << count << " windows on axis " << axis << ", but "
             << windowed.getDimSize(axis) << " positions for them";
  }
  return success();
}

LogicalResult ReduceWindowOp::verify() {
  if (getSources().empty() || getSources().size() != getDests().size())
    return emitOpError("has ") << getSources().size() << " tensors, but "
                               << getDests().size() << " destinations";
  auto first = cast<ShapedType>(getSources()[0].getType());
  for (auto [source, dest] : llvm::zip_equal(getSources(), getDests())) {
    auto type = cast<ShapedType>(source.getType());
    if (failed(verifyCompatibleShape(type, first)) ||
        type.getElementType() != getElementTypeOrSelf(dest))
      return emitOpError("required: tensors of one shape, and destinations of "
                         "their elements; found ")
             << type << " and " << dest.getType();
    if (failed(verifyWindows(*this, getWindows(*this), type,
                             cast<ShapedType>(dest.getType()))))
      return failure();
  }
  SmallVector<Type> elements = detail::getElementTypes(getSources());
  SmallVector<Type> arguments(elements);
  llvm::append_range(arguments, elements);
  return detail::verifyBody(*this, getCombiner(), arguments, elements);
}

bool ReduceWindowOp::readsDestination(OpOperand &) { return true; }

LogicalResult SelectAndScatterOp::verify() {
  auto operand = cast<ShapedType>(getOperand().getType());
  auto source = cast<ShapedType>(getSource().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (failed(verifyCompatibleShape(operand, dest)) ||
      source.getElementType() != dest.getElementType())
    return emitOpError("required: a destination of the operand's shape and the "
                       "source's elements; found ")
           << operand << ", " << source << " and " << dest;
  if (failed(verifyWindows(*this, getWindows(*this), operand, source)))
    return failure();
  Type element = operand.getElementType(), value = source.getElementType();
  if (failed(detail::verifyBody(*this, getSelect(), {element, element},
                                IntegerType::get(getContext(), 1))))
    return failure();
  return detail::verifyBody(*this, getScatter(), {value, value}, value);
}

bool SelectAndScatterOp::readsDestination(OpOperand &) { return true; }
