//===- PositionForm.cpp - Integers that follow from positions -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionForm.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dtensor;

/// The largest number of ops that are visited for one element.
static constexpr unsigned kMaxVisits = 256;

PositionForm PositionForm::ofConstant(int64_t constant, size_t numLoops) {
  PositionForm form;
  form.constant = constant;
  form.strides.resize(numLoops);
  return form;
}

PositionForm PositionForm::ofLoop(unsigned loop, size_t numLoops) {
  PositionForm form = ofConstant(0, numLoops);
  form.strides[loop] = 1;
  return form;
}

std::optional<std::pair<int64_t, int64_t>>
PositionForm::getRange(ArrayRef<int64_t> extents) const {
  int64_t least = constant, largest = constant;
  for (auto [stride, extent] : llvm::zip_equal(strides, extents)) {
    int64_t span;
    int64_t &end = stride < 0 ? least : largest;
    if (llvm::MulOverflow(stride, extent - 1, span) ||
        llvm::AddOverflow(end, span, end))
      return std::nullopt;
  }
  return {{least, largest}};
}

namespace {

class Evaluator {
public:
  explicit Evaluator(ArrayRef<int64_t> extents) : extents(extents) {}

  std::optional<PositionForm> getElement(Value tensor,
                                         ArrayRef<PositionForm> at);

private:
  std::optional<PositionForm> getElement(tensor::ConcatOp concat,
                                         ArrayRef<PositionForm> at);
  std::optional<PositionForm> getElement(tensor::ExpandShapeOp expand,
                                         ArrayRef<PositionForm> at);
  std::optional<PositionForm> getElement(tensor::CollapseShapeOp collapse,
                                         ArrayRef<PositionForm> at);
  std::optional<PositionForm> getScalar(Value scalar, linalg::GenericOp body,
                                        ArrayRef<PositionForm> at);
  std::optional<PositionForm> getResult(Operation *op,
                                        ArrayRef<PositionForm> operands);
  std::optional<bool> compare(arith::CmpIPredicate predicate,
                              const PositionForm &left,
                              const PositionForm &right);
  /// `left + factor * right`.
  std::optional<PositionForm> add(const PositionForm &left, int64_t factor,
                                  const PositionForm &right) const;
  /// The same form, unless it wraps in the type.
  std::optional<PositionForm> checkFits(std::optional<PositionForm> form,
                                        Type type) const;
  PositionForm getConstant(int64_t constant) const {
    return PositionForm::ofConstant(constant, extents.size());
  }

  ArrayRef<int64_t> extents;
  unsigned numVisits = 0;
};

} // namespace

std::optional<PositionForm> Evaluator::add(const PositionForm &left,
                                           int64_t factor,
                                           const PositionForm &right) const {
  PositionForm sum = left;
  auto addTo = [&](int64_t &number, int64_t other) {
    int64_t product;
    return !llvm::MulOverflow(factor, other, product) &&
           !llvm::AddOverflow(number, product, number);
  };
  if (!addTo(sum.constant, right.constant))
    return std::nullopt;
  for (auto [stride, other] : llvm::zip_equal(sum.strides, right.strides))
    if (!addTo(stride, other))
      return std::nullopt;
  return sum;
}

std::optional<PositionForm>
Evaluator::checkFits(std::optional<PositionForm> form, Type type) const {
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  std::optional<std::pair<int64_t, int64_t>> range;
  if (form)
    range = form->getRange(extents);
  if (!range || width > 64)
    return std::nullopt;
  auto [least, largest] = *range;
  // Booleans are constants here, 0 or 1.
  bool fits = width == 1
                  ? least == largest && (least == 0 || least == 1)
                  : llvm::isIntN(width, least) && llvm::isIntN(width, largest);
  return fits ? form : std::nullopt;
}

std::optional<bool> Evaluator::compare(arith::CmpIPredicate predicate,
                                       const PositionForm &left,
                                       const PositionForm &right) {
  std::optional<PositionForm> difference = add(left, -1, right);
  if (!difference)
    return std::nullopt;
  auto range = difference->getRange(extents);
  if (!range)
    return std::nullopt;
  auto [least, largest] = *range;
  auto decide = [](bool always, bool never) -> std::optional<bool> {
    if (always || never)
      return always;
    return std::nullopt;
  };
  switch (predicate) {
  case arith::CmpIPredicate::slt:
    return decide(largest < 0, least >= 0);
  case arith::CmpIPredicate::sle:
    return decide(largest <= 0, least > 0);
  case arith::CmpIPredicate::sgt:
    return decide(least > 0, largest <= 0);
  case arith::CmpIPredicate::sge:
    return decide(least >= 0, largest < 0);
  case arith::CmpIPredicate::eq:
    return decide(least == 0 && largest == 0, least > 0 || largest < 0);
  case arith::CmpIPredicate::ne:
    return decide(least > 0 || largest < 0, least == 0 && largest == 0);
  default:
    return std::nullopt;
  }
}

std::optional<PositionForm>
Evaluator::getResult(Operation *op, ArrayRef<PositionForm> operands) {
  // Signed, a boolean that holds is -1.
  if (llvm::any_of(op->getOperandTypes(),
                   [](Type type) { return type.isInteger(1); }))
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return add(operands[0], 1, operands[1]);
  if (isa<arith::SubIOp>(op))
    return add(operands[0], -1, operands[1]);
  if (isa<arith::MulIOp>(op)) {
    for (unsigned factor : {0, 1})
      if (llvm::all_of(operands[factor].strides,
                       [](int64_t stride) { return stride == 0; }))
        return add(getConstant(0), operands[factor].constant,
                   operands[1 - factor]);
    return std::nullopt;
  }
  // Values that do not fit their type were rejected before.
  if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(op))
    return operands[0];
  if (auto compared = dyn_cast<arith::CmpIOp>(op)) {
    std::optional<bool> holds =
        compare(compared.getPredicate(), operands[0], operands[1]);
    if (holds)
      return getConstant(*holds);
    return std::nullopt;
  }
  if (isa<arith::MaxSIOp, arith::MinSIOp>(op)) {
    std::optional<bool> isLess =
        compare(arith::CmpIPredicate::sle, operands[0], operands[1]);
    if (isLess)
      return operands[*isLess == isa<arith::MaxSIOp>(op)];
  }
  return std::nullopt;
}

/// A scalar outside of structured ops, or one in the body of `body`, whose
/// loops are `at`.
std::optional<PositionForm> Evaluator::getScalar(Value scalar,
                                                 linalg::GenericOp body,
                                                 ArrayRef<PositionForm> at) {
  if (++numVisits > kMaxVisits || !scalar.getType().isIntOrIndex())
    return std::nullopt;
  APInt constant;
  if (matchPattern(scalar, m_ConstantInt(&constant))) {
    if (constant.getSignificantBits() > 64)
      return std::nullopt;
    return getConstant(scalar.getType().isInteger(1) ? constant.getZExtValue()
                                                     : constant.getSExtValue());
  }
  if (auto argument = dyn_cast<BlockArgument>(scalar)) {
    if (!body || argument.getOwner() != body.getBody() ||
        argument.getArgNumber() >= body.getNumDpsInputs())
      return std::nullopt;
    Value input = body.getDpsInputOperand(argument.getArgNumber())->get();
    if (!isa<RankedTensorType>(input.getType()))
      return getScalar(input, {}, {});
    SmallVector<PositionForm> position;
    AffineMap map = body.getMatchingIndexingMap(
        body.getDpsInputOperand(argument.getArgNumber()));
    for (AffineExpr expr : map.getResults()) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        position.push_back(at[dim.getPosition()]);
      else if (auto number = dyn_cast<AffineConstantExpr>(expr))
        position.push_back(getConstant(number.getValue()));
      else
        return std::nullopt;
    }
    return getElement(input, position);
  }
  Operation *op = scalar.getDefiningOp();
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return at[index.getDim()];
  // Only one of the values that are chosen from has to be linear.
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    std::optional<PositionForm> condition =
        getScalar(select.getCondition(), body, at);
    if (!condition)
      return std::nullopt;
    return getScalar(condition->constant ? select.getTrueValue()
                                         : select.getFalseValue(),
                     body, at);
  }
  SmallVector<PositionForm> operands;
  for (Value operand : op->getOperands()) {
    std::optional<PositionForm> form = getScalar(operand, body, at);
    if (!form)
      return std::nullopt;
    operands.push_back(std::move(*form));
  }
  return checkFits(getResult(op, operands), scalar.getType());
}

std::optional<PositionForm> Evaluator::getElement(Value tensor,
                                                  ArrayRef<PositionForm> at) {
  Type element = getElementTypeOrSelf(tensor.getType());
  Operation *op = tensor.getDefiningOp();
  if (++numVisits > kMaxVisits || !op || !element.isIntOrIndex())
    return std::nullopt;
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    unsigned number = cast<OpResult>(tensor).getResultNumber();
    if (generic.getNumLoops() != generic.getNumParallelLoops() ||
        !generic.getIndexingMapMatchingResult(cast<OpResult>(tensor))
             .isIdentity())
      return std::nullopt;
    return getScalar(generic.getBody()->getTerminator()->getOperand(number),
                     generic, at);
  }
  if (auto iota = dyn_cast<linalg_ext::IotaOp>(op)) {
    if (iota.getPartShape())
      return std::nullopt;
    return checkFits(at[iota.getAxis()], element);
  }
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return getScalar(fill.value(), {}, {});
  if (DenseIntElementsAttr constant;
      matchPattern(tensor, m_Constant(&constant))) {
    if (!constant.isSplat() || element.isInteger(1))
      return std::nullopt;
    auto number = constant.getSplatValue<APInt>();
    if (number.getSignificantBits() > 64)
      return std::nullopt;
    return getConstant(number.getSExtValue());
  }
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return getElement(concat, at);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return getElement(expand, at);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return getElement(collapse, at);
  return std::nullopt;
}

std::optional<PositionForm> Evaluator::getElement(tensor::ConcatOp concat,
                                                  ArrayRef<PositionForm> at) {
  // The part must not depend on the loops.
  unsigned axis = concat.getDim();
  auto range = at[axis].getRange(extents);
  SmallVector<PositionForm> inside(at);
  for (Value part : concat.getInputs()) {
    int64_t extent = cast<RankedTensorType>(part.getType()).getDimSize(axis);
    if (ShapedType::isDynamic(extent) || !range || range->first < 0)
      return std::nullopt;
    if (range->second < extent)
      return getElement(part, inside);
    inside[axis].constant -= extent;
    range->first -= extent;
    range->second -= extent;
  }
  return std::nullopt;
}

std::optional<PositionForm> Evaluator::getElement(tensor::ExpandShapeOp expand,
                                                  ArrayRef<PositionForm> at) {
  SmallVector<PositionForm> position;
  for (const ReassociationIndices &group : expand.getReassociationIndices()) {
    std::optional<PositionForm> linear = getConstant(0);
    for (int64_t axis : group) {
      int64_t extent = expand.getResultType().getDimSize(axis);
      if (ShapedType::isDynamic(extent))
        return std::nullopt;
      std::optional<PositionForm> rows = add(getConstant(0), extent, *linear);
      linear = rows ? add(*rows, 1, at[axis]) : std::nullopt;
      if (!linear)
        return std::nullopt;
    }
    position.push_back(std::move(*linear));
  }
  return getElement(expand.getSrc(), position);
}

std::optional<PositionForm>
Evaluator::getElement(tensor::CollapseShapeOp collapse,
                      ArrayRef<PositionForm> at) {
  // A quotient by the extent of an axis would not be linear.
  SmallVector<PositionForm> position(collapse.getSrcType().getRank(),
                                     getConstant(0));
  for (auto [joined, group] :
       llvm::enumerate(collapse.getReassociationIndices())) {
    auto isLong = [&](int64_t axis) {
      return collapse.getSrcType().getDimSize(axis) != 1;
    };
    if (llvm::count_if(group, isLong) > 1)
      return std::nullopt;
    auto walked = llvm::find_if(group, isLong);
    if (walked != group.end())
      position[*walked] = at[joined];
  }
  return getElement(collapse.getSrc(), position);
}

std::optional<PositionForm> dtensor::getElement(Value tensor,
                                                ArrayRef<PositionForm> at,
                                                ArrayRef<int64_t> extents) {
  return Evaluator(extents).getElement(tensor, at);
}
