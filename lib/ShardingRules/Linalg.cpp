//===- Linalg.cpp - Rules of structured ops -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DialectRules.h"
#include "PartialPassings.h"
#include "RuleBuilder.h"
#include "dtensor/ShardingRules/CombinerOf.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace dtensor;
using linalg::LinalgOp;

/// Extents of the loops, from whichever operand says.
static SmallVector<int64_t> getLoopExtents(LinalgOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, extent] :
         llvm::zip_equal(map.getResults(), op.getShape(&operand)))
      if (auto loop = dyn_cast<AffineDimExpr>(expr);
          loop && !ShapedType::isDynamic(extent))
        extents[loop.getPosition()] = extent;
  }
  return extents;
}

/// `map` with 0 for loops of one iteration: the window of a convolution by a
/// 1x1 filter is a plain axis.
static AffineMap dropUnitLoops(AffineMap map, ArrayRef<int64_t> extents) {
  SmallVector<AffineExpr> loops;
  for (auto [position, extent] : llvm::enumerate(extents))
    loops.push_back(extent == 1 ? getAffineConstantExpr(0, map.getContext())
                                : getAffineDimExpr(position, map.getContext()));
  return simplifyAffineMap(
      map.replaceDimsAndSymbols(loops, {}, map.getNumDims(), 0));
}

static void makeWhole(RuleBuilder &builder, AffineExpr expr) {
  expr.walk([&](AffineExpr part) {
    if (auto loop = dyn_cast<AffineDimExpr>(part))
      builder.rule.factors[loop.getPosition()].kind = FactorKind::Whole;
  });
}

/// Gives the axes of one operand the factors that `map` says.
static void addAxes(RuleBuilder &builder, unsigned operand, AffineMap map) {
  SmallVector<bool> seen(map.getNumDims());
  for (auto [number, expr] : llvm::enumerate(map.getResults())) {
    RuleBuilder::Axis axis = builder.operand(operand, number);
    auto loop = dyn_cast<AffineDimExpr>(expr);
    int64_t extent =
        loop ? builder.rule.factors[loop.getPosition()].extent : axis.extent;
    if (!loop || (extent != axis.extent && !ShapedType::isDynamic(extent) &&
                  !ShapedType::isDynamic(axis.extent))) {
      // A window; or, where unit loops were dropped, some of its axis only.
      makeWhole(builder, expr);
      builder.whole(axis);
      continue;
    }
    // A diagonal is no box.
    if (seen[loop.getPosition()])
      makeWhole(builder, expr);
    seen[loop.getPosition()] = true;
    axis.factors->push_back(loop.getPosition());
  }
}

/// The combiner of all results, if each is reduced by the same one. A factor
/// has one combiner: a body that mixes them is not split.
static std::optional<Combiner> getCombiner(LinalgOp op) {
  std::optional<Combiner> combiner;
  for (unsigned result = 0; result < op.getNumDpsInits(); ++result) {
    std::optional<ReductionBody> body = matchReductionBody(op, result);
    if (!body || (combiner && *combiner != body->combiner))
      return std::nullopt;
    combiner = body->combiner;
  }
  return combiner;
}

/// Decides the kinds of the loops that no map has made whole.
static void setKinds(RuleBuilder &builder, LinalgOp op,
                     ArrayRef<AffineMap> initMaps) {
  std::optional<Combiner> combiner = getCombiner(op);
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    Factor &factor = builder.rule.factors[loop];
    if (factor.extent == 1 || factor.kind == FactorKind::Whole)
      continue;
    auto usesLoop = [&](AffineMap map) { return map.isFunctionOfDim(loop); };
    // Devices that write different elements do not meet, whatever the iterator
    // is called.
    if (llvm::all_of(initMaps, usesLoop))
      continue;
    if (iterator == utils::IteratorType::reduction && combiner &&
        llvm::none_of(initMaps, usesLoop)) {
      factor.kind = FactorKind::Reduction;
      factor.combiner = *combiner;
      continue;
    }
    // Later iterations overwrite earlier ones, or depend on them.
    factor.kind = FactorKind::Whole;
  }
}

FailureOr<ShardingRule> dtensor::deriveRule(LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return failure();
  RuleBuilder builder(op);
  SmallVector<int64_t> extents = getLoopExtents(op);
  for (int64_t extent : extents)
    builder.addFactor(extent);
  SmallVector<AffineMap> initMaps;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = dropUnitLoops(op.getMatchingIndexingMap(&operand), extents);
    addAxes(builder, operand.getOperandNumber(), map);
    if (op.isDpsInit(&operand))
      initMaps.push_back(map);
  }
  for (OpOperand &init : op.getDpsInitsMutable())
    builder.rule.results[op.getTiedOpResult(&init).getResultNumber()] =
        builder.rule.operands[init.getOperandNumber()];
  setKinds(builder, op, initMaps);
  builder.rule.passings = getPartialPassings(op);
  return std::move(builder.rule);
}

static FailureOr<ShardingRule> getSoftmaxRule(linalg::SoftmaxOp op) {
  if (!op.hasPureTensorSemantics())
    return failure();
  RuleBuilder builder(op);
  for (int64_t axis = 0; axis < op.getInputOperandRank(); ++axis)
    builder.share({builder.operand(0, axis), builder.operand(1, axis),
                   builder.result(0, axis)},
                  axis == static_cast<int64_t>(op.getDimension())
                      ? FactorKind::Whole
                      : FactorKind::Parallel);
  return std::move(builder.rule);
}

namespace {
struct StructuredModel : ShardingRuleInterface::FallbackModel<StructuredModel> {
  FailureOr<ShardingRule> getShardingRule(Operation *op) const {
    return deriveRule(cast<LinalgOp>(op));
  }
};
} // namespace

void dtensor::registerLinalgRules(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, linalg::LinalgDialect *dialect) {
        for (RegisteredOperationName name : context->getRegisteredOperations())
          if (&name.getDialect() == dialect && name.hasInterface<LinalgOp>())
            name.attachInterface<StructuredModel>();
        attachRule<linalg::SoftmaxOp, getSoftmaxRule>(context);
      });
}
