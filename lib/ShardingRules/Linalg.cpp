//===- Linalg.cpp - Rules of structured ops -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DialectRules.h"
#include "PartialPassings.h"
#include "dtensor/Dialect/DTensor/IR/AffineWindow.h"
#include "dtensor/ShardingRules/CombinerOf.h"
#include "dtensor/ShardingRules/RuleBuilder.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace dtensor;
using linalg::LinalgOp;

/// The extents of the loops. Each comes from an operand whose type states it.
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

/// Replaces loops of one iteration in `expr` by 0. For example, the window of a
/// convolution by a 1x1 filter becomes a plain axis.
static AffineExpr dropUnitLoops(AffineExpr expr, ArrayRef<Factor> loops) {
  SmallVector<AffineExpr> values;
  for (auto [position, loop] : llvm::enumerate(loops))
    values.push_back(loop.extent == 1
                         ? getAffineConstantExpr(0, expr.getContext())
                         : getAffineDimExpr(position, expr.getContext()));
  return simplifyAffineExpr(expr.replaceDims(values), loops.size(), 0);
}

/// The loops that split a merged axis. For `d0 * 2 + d1`, where d1 has two
/// iterations, they are d0 and d1.
static std::optional<AxisFactors>
matchTiledAxis(AffineExpr expr, int64_t extent, ArrayRef<Factor> loops) {
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!sum || sum.getKind() != AffineExprKind::Add)
    return std::nullopt;
  for (auto [scaled, offset] : {std::pair(sum.getLHS(), sum.getRHS()),
                                std::pair(sum.getRHS(), sum.getLHS())}) {
    auto product = dyn_cast<AffineBinaryOpExpr>(scaled);
    auto minor = dyn_cast<AffineDimExpr>(offset);
    if (!minor || !product || product.getKind() != AffineExprKind::Mul)
      continue;
    auto major = dyn_cast<AffineDimExpr>(product.getLHS());
    auto stride = dyn_cast<AffineConstantExpr>(product.getRHS());
    if (!major || !stride)
      continue;
    int64_t count = loops[major.getPosition()].extent;
    int64_t size = loops[minor.getPosition()].extent;
    if (!ShapedType::isDynamic(count) && size == stride.getValue() &&
        extent == count * size)
      return AxisFactors{major.getPosition(), minor.getPosition()};
  }
  return std::nullopt;
}

/// The loops that walk an axis of `extent`, major first, if they visit each of
/// its positions once and in order. Loops that split a merged axis must be
/// `parallel`: an axis that a window reduces is read through a window instead.
static std::optional<AxisFactors>
matchAxis(AffineExpr expr, int64_t extent, ArrayRef<Factor> loops,
          function_ref<bool(unsigned)> isParallel) {
  AffineExpr simple = dropUnitLoops(expr, loops);
  if (isa<AffineConstantExpr>(simple) && extent == 1)
    return AxisFactors();
  if (auto loop = dyn_cast<AffineDimExpr>(simple)) {
    // If loops of one iteration were dropped, the axis may have further
    // positions.
    int64_t visited = loops[loop.getPosition()].extent;
    if (simple == expr || (visited == extent && !ShapedType::isDynamic(extent)))
      return AxisFactors{loop.getPosition()};
    return std::nullopt;
  }
  std::optional<AxisFactors> tiled = matchTiledAxis(simple, extent, loops);
  return tiled && llvm::all_of(*tiled, isParallel) ? tiled : std::nullopt;
}

namespace {
/// The positions of an axis that loops read.
struct ReadAxis {
  AxisWindow window;
  AxisMove move;
};
} // namespace

/// Recognises an axis of `extent` that is read at a sum of loops. An axis that
/// is read backwards is reversed first. The op's maps must change for this,
/// which only some ops allow.
static std::optional<ReadAxis> matchWindow(AffineExpr expr, int64_t extent,
                                           ArrayRef<Factor> loops,
                                           bool canChangeMaps) {
  std::optional<LinearExpr> linear =
      matchLinearExpr(dropUnitLoops(expr, loops));
  if (!linear || ShapedType::isDynamic(extent) ||
      (linear->constant != 0 && !canChangeMaps))
    return std::nullopt;
  for (auto [loop, coefficient] : linear->terms)
    if (ShapedType::isDynamic(loops[loop].extent))
      return std::nullopt;
  ReadAxis read{{linear->constant, {}}, AxisMove::ofAll(extent)};
  for (auto [loop, coefficient] : linear->terms) {
    if (coefficient > 0) {
      read.window.terms.push_back({loop, coefficient});
      continue;
    }
    if (linear->terms.size() > 1 || !canChangeMaps)
      return std::nullopt;
    read.window = AxisWindow::ofLoop(loop);
    read.move = {linear->constant, coefficient, loops[loop].extent, 0, 1};
  }
  return read;
}

/// The loop with the most iterations that walks no other axis of the operand.
/// The axis is sharded in the same way as this loop.
static std::optional<unsigned> chooseLoop(const AxisWindow &window,
                                          ArrayRef<Factor> loops,
                                          ArrayRef<bool> taken) {
  std::optional<unsigned> best;
  for (const WindowTerm &term : window.terms)
    if (!taken[term.loop] &&
        (!best || loops[term.loop].extent > loops[*best].extent))
      best = term.loop;
  return best;
}

/// Gives the axes of one operand the factors that `map` states.
static void addAxes(RuleBuilder &builder, LinalgOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  unsigned number = operand.getOperandNumber();
  auto allLoops = ArrayRef(builder.rule.factors).take_front(map.getNumDims());
  auto makeWhole = [&](AffineExpr part) {
    if (auto loop = dyn_cast<AffineDimExpr>(part))
      builder.rule.factors[loop.getPosition()].kind = FactorKind::Whole;
  };
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  auto isParallel = [&](unsigned loop) {
    return iterators[loop] == utils::IteratorType::parallel;
  };
  SmallVector<bool> seen(map.getNumDims());
  SmallVector<unsigned> others;
  for (auto [axisNumber, expr] : llvm::enumerate(map.getResults())) {
    RuleBuilder::Axis axis = builder.operand(number, axisNumber);
    std::optional<AxisFactors> loops =
        matchAxis(expr, axis.extent, allLoops, isParallel);
    if (!loops) {
      others.push_back(axisNumber);
      continue;
    }
    // A diagonal is not a box, so its loop cannot be split.
    for (unsigned loop : *loops) {
      if (seen[loop])
        builder.rule.factors[loop].kind = FactorKind::Whole;
      seen[loop] = true;
    }
    *axis.factors = std::move(*loops);
  }
  for (unsigned axisNumber : others) {
    AffineExpr expr = map.getResult(axisNumber);
    RuleBuilder::Axis axis = builder.operand(number, axisNumber);
    std::optional<ReadAxis> read =
        op.isDpsInput(&operand)
            ? matchWindow(expr, axis.extent, allLoops,
                          isa<linalg::GenericOp>(op.getOperation()))
            : std::nullopt;
    std::optional<unsigned> loop;
    if (read)
      loop = chooseLoop(read->window, allLoops, seen);
    if (!read || (!loop && !read->window.terms.empty())) {
      dropUnitLoops(expr, allLoops).walk(makeWhole);
      builder.whole(axis);
      // The call may have moved the factors in memory.
      allLoops = ArrayRef(builder.rule.factors).take_front(map.getNumDims());
      continue;
    }
    if (loop)
      seen[*loop] = true;
    builder.window(number, axisNumber, loop, read->window, read->move);
  }
}

/// The combiner of all results, if each is reduced by the same one. A factor
/// has only one combiner, so a body with several combiners is not split.
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

/// Decides the kinds of the loops that the maps leave open.
static void setKinds(RuleBuilder &builder, LinalgOp op) {
  SmallVector<AffineMap> initMaps;
  for (OpOperand &init : op.getDpsInitsMutable())
    initMaps.push_back(op.getMatchingIndexingMap(&init));
  std::optional<Combiner> combiner = getCombiner(op);
  if (combiner)
    for (OpOperand &init : op.getDpsInitsMutable())
      builder.rule.accumulators.push_back(init.getOperandNumber());
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    Factor &factor = builder.rule.factors[loop];
    if (factor.extent == 1 || factor.kind == FactorKind::Whole)
      continue;
    auto usesLoop = [&](AffineMap map) { return map.isFunctionOfDim(loop); };
    // If devices write different elements, they do not interfere, whatever the
    // iterator type is.
    if (llvm::all_of(initMaps, usesLoop))
      continue;
    if (iterator == utils::IteratorType::reduction && combiner &&
        llvm::none_of(initMaps, usesLoop)) {
      factor.kind = FactorKind::Reduction;
      factor.combiner = *combiner;
      continue;
    }
    // Later iterations overwrite or use the results of earlier ones.
    factor.kind = FactorKind::Whole;
  }
}

FailureOr<ShardingRule> dtensor::deriveRule(LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return failure();
  RuleBuilder builder(op);
  for (int64_t extent : getLoopExtents(op))
    builder.addFactor(extent);
  for (OpOperand &operand : op->getOpOperands())
    addAxes(builder, op, operand);
  for (OpOperand &init : op.getDpsInitsMutable())
    builder.rule.results[op.getTiedOpResult(&init).getResultNumber()] =
        builder.rule.operands[init.getOperandNumber()];
  setKinds(builder, op);
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
