//===- RuleBuilder.cpp - A rule, axis by axis -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/ShardingRules/RuleBuilder.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace dtensor;

static unsigned getRank(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getRank() : 0;
}

RuleBuilder::RuleBuilder(Operation *op) : op(op) {
  for (Type type : op->getOperandTypes())
    rule.operands.emplace_back(getRank(type));
  for (Type type : op->getResultTypes())
    rule.results.emplace_back(getRank(type));
}

RuleBuilder::Axis RuleBuilder::operand(unsigned number, unsigned axis) {
  auto type = cast<RankedTensorType>(op->getOperand(number).getType());
  return {&rule.operands[number][axis], type.getDimSize(axis)};
}

RuleBuilder::Axis RuleBuilder::result(unsigned number, unsigned axis) {
  auto type = cast<RankedTensorType>(op->getResult(number).getType());
  return {&rule.results[number][axis], type.getDimSize(axis)};
}

unsigned RuleBuilder::getOperandRank(unsigned number) const {
  return rule.operands[number].size();
}

unsigned RuleBuilder::getResultRank(unsigned number) const {
  return rule.results[number].size();
}

unsigned RuleBuilder::addFactor(int64_t extent, FactorKind kind,
                                Combiner combiner) {
  rule.factors.push_back({extent, kind, combiner});
  return rule.factors.size() - 1;
}

void RuleBuilder::share(ArrayRef<Axis> axes, FactorKind kind,
                        Combiner combiner) {
  int64_t extent = Factor::kDynamic;
  for (const Axis &axis : axes)
    if (!ShapedType::isDynamic(axis.extent))
      extent = axis.extent;
  if (extent == 1)
    return;
  unsigned factor = addFactor(extent, kind, combiner);
  for (const Axis &axis : axes)
    axis.factors->push_back(factor);
}

std::optional<unsigned> RuleBuilder::addLoop(ArrayRef<Axis> axes,
                                             int64_t extent) {
  if (extent == 1)
    return std::nullopt;
  unsigned factor = addFactor(extent);
  for (const Axis &axis : axes)
    axis.factors->push_back(factor);
  return factor;
}

AxisWindow dtensor::getLoopWindow(std::optional<unsigned> factor) {
  return factor ? AxisWindow::ofLoop(*factor) : AxisWindow();
}

void RuleBuilder::window(unsigned operand, unsigned axis,
                         std::optional<unsigned> factor, AxisWindow window,
                         AxisMove move) {
  if (factor)
    rule.operands[operand][axis].push_back(*factor);
  rule.windows.push_back({operand, axis, std::move(window), move});
}

void RuleBuilder::pass(ArrayRef<unsigned> operands, bool anyCombiner) {
  PartialPassing passing;
  llvm::append_range(passing.operands, operands);
  llvm::append_range(passing.results, llvm::seq<unsigned>(rule.results.size()));
  passing.anyCombiner = anyCombiner;
  rule.passings.push_back(passing);
}

ShardingRule dtensor::makeElementwiseRule(Operation *op) {
  RuleBuilder builder(op);
  unsigned rank = 0;
  for (Type type : llvm::concat<Type>(llvm::to_vector(op->getOperandTypes()),
                                      llvm::to_vector(op->getResultTypes())))
    rank = std::max(rank, getRank(type));
  for (unsigned axis = 0; axis < rank; ++axis) {
    SmallVector<RuleBuilder::Axis> axes;
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      if (builder.getOperandRank(i))
        axes.push_back(builder.operand(i, axis));
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      if (builder.getResultRank(i))
        axes.push_back(builder.result(i, axis));
    builder.share(axes);
  }
  return std::move(builder.rule);
}

ShardingRule dtensor::makeWholeRule(Operation *op) {
  RuleBuilder builder(op);
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    for (unsigned axis = 0; axis < builder.getOperandRank(i); ++axis)
      builder.whole(builder.operand(i, axis));
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    for (unsigned axis = 0; axis < builder.getResultRank(i); ++axis)
      builder.whole(builder.result(i, axis));
  return std::move(builder.rule);
}
