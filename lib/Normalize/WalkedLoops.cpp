//===- WalkedLoops.cpp - Positions that are loops -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WalkedLoops.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dtensor;

static std::optional<unsigned> getCountedAxis(Value tensor);

/// The axis of the result that has the extent of an axis of the source, if a
/// reshape only adds or removes axes of extent 1 beside it.
static std::optional<unsigned>
followReshape(unsigned axis, RankedTensorType source, RankedTensorType result) {
  auto getOthers = [](RankedTensorType type, unsigned without) {
    SmallVector<int64_t> extents;
    for (auto [i, extent] : llvm::enumerate(type.getShape()))
      if (extent != 1 || i == without)
        extents.push_back(extent);
    return extents;
  };
  if (source.getDimSize(axis) == 1 || source.isDynamicDim(axis))
    return std::nullopt;
  if (getOthers(source, axis) != getOthers(result, ~0u))
    return std::nullopt;
  // It has the same number among the axes whose extent is not 1.
  auto isMore = [](int64_t extent) { return extent != 1; };
  auto number = llvm::count_if(source.getShape().take_front(axis), isMore);
  for (auto [i, extent] : llvm::enumerate(result.getShape()))
    if (isMore(extent) && number-- == 0)
      return i;
  return std::nullopt;
}

/// The axis along which each element of a tensor is its own position.
static std::optional<unsigned> getCountedAxis(Value tensor) {
  Operation *definition = tensor.getDefiningOp();
  if (!definition)
    return std::nullopt;
  if (auto iota = dyn_cast<linalg_ext::IotaOp>(definition))
    return iota.getPartShape() ? std::nullopt
                               : std::optional<unsigned>(iota.getAxis());
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(definition)) {
    Value source = definition->getOperand(0);
    std::optional<unsigned> axis = getCountedAxis(source);
    if (!axis)
      return std::nullopt;
    return followReshape(*axis, cast<RankedTensorType>(source.getType()),
                         cast<RankedTensorType>(tensor.getType()));
  }
  auto generic = dyn_cast<linalg::GenericOp>(definition);
  if (!generic || !generic.hasPureTensorSemantics())
    return std::nullopt;
  unsigned number = cast<OpResult>(tensor).getResultNumber();
  std::optional<unsigned> loop = getWalkedLoop(
      generic, generic.getBody()->getTerminator()->getOperand(number));
  if (!loop)
    return std::nullopt;
  AffineMap map =
      generic.getMatchingIndexingMap(generic.getDpsInitOperand(number));
  if (!map.isProjectedPermutation())
    return std::nullopt;
  return map.getResultPosition(getAffineDimExpr(*loop, tensor.getContext()));
}

std::optional<unsigned> dtensor::getWalkedLoop(linalg::GenericOp op,
                                               Value index) {
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    if (argument.getOwner() != op.getBody() ||
        argument.getArgNumber() >= op.getNumDpsInputs())
      return std::nullopt;
    OpOperand *operand = op.getDpsInputOperand(argument.getArgNumber());
    std::optional<unsigned> axis = getCountedAxis(operand->get());
    if (!axis)
      return std::nullopt;
    auto loop = dyn_cast<AffineDimExpr>(
        op.getMatchingIndexingMap(operand).getResult(*axis));
    return loop ? std::optional<unsigned>(loop.getPosition()) : std::nullopt;
  }
  Operation *definition = index.getDefiningOp();
  if (auto loop = dyn_cast_or_null<linalg::IndexOp>(definition))
    return loop->getBlock() == op.getBody()
               ? std::optional<unsigned>(loop.getDim())
               : std::nullopt;
  if (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
                      arith::ExtUIOp>(definition))
    return getWalkedLoop(op, definition->getOperand(0));
  // Positions of loops are never negative.
  if (auto select = dyn_cast_or_null<arith::SelectOp>(definition))
    if (auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>())
      if (matchPattern(compare.getRhs(), m_Zero()) &&
          getWalkedLoop(op, compare.getLhs())) {
        if (compare.getPredicate() == arith::CmpIPredicate::slt)
          return getWalkedLoop(op, select.getFalseValue());
        if (compare.getPredicate() == arith::CmpIPredicate::sge)
          return getWalkedLoop(op, select.getTrueValue());
      }
  return std::nullopt;
}
