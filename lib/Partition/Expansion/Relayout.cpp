//===- Relayout.cpp - Relayouts as slices and collectives -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpansionTable.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "dtensor/Layout/RedistributionPlanner.h"
#include "dtensor/Partition/Expander.h"
#include "dtensor/ShardingRules/CombinerOf.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

/// Multiplies each element, a float or complex number, by `factor`.
static Value createMultiple(OpBuilder &builder, Value value, int64_t factor,
                            Location loc) {
  auto type = cast<RankedTensorType>(value.getType());
  Type element = type.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  Type part = complex ? complex.getElementType() : element;
  Attribute number = builder.getFloatAttr(part, factor);
  Value times =
      complex
          ? complex::ConstantOp::create(
                builder, loc, complex,
                builder.getArrayAttr({number, builder.getFloatAttr(part, 0)}))
                .getResult()
          : arith::ConstantOp::create(builder, loc, cast<TypedAttr>(number))
                .getResult();
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, value), element);
  return linalg::GenericOp::create(
             builder, loc, type, value, empty, ArrayRef<AffineMap>{map, map},
             iterators,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               Value product =
                   complex ? complex::MulOp::create(b, loc, args[0], times)
                                 .getResult()
                           : arith::MulFOp::create(b, loc, args[0], times)
                                 .getResult();
               linalg::YieldOp::create(b, loc, product);
             })
      .getResult(0);
}

/// Makes a partial value. Of a replicated value, the first device keeps all
/// elements. Of a sharded value, each device places its component in the whole.
/// All other elements are the identity of the combiner.
static FailureOr<Value> createPartial(Expander &expander, RelayoutOp relayout,
                                      Value value, const Layout &from,
                                      const Layout &to) {
  OpBuilder &builder = expander.getBuilder();
  LocalGeometry &geometry = expander.getGeometry();
  Location loc = relayout.getLoc();
  auto type = cast<RankedTensorType>(relayout.getType());
  DimList replicated;
  std::optional<Combiner> kind;
  // The mean of one value and zeros is smaller than the value by this factor.
  int64_t divisor = 1;
  for (const PartialDim &partial : to.getPartial()) {
    if (from.getPartial(partial.dim))
      continue;
    kind = partial.combiner;
    // A mean of equal values is that value, and so is their maximum.
    if (!from.getShardedAxis(partial.dim) && !isIdempotent(partial.combiner) &&
        partial.combiner != Combiner::Avg)
      replicated.push_back(partial.dim);
    if (from.getShardedAxis(partial.dim) && partial.combiner == Combiner::Avg)
      divisor *= expander.getMesh().getSize(partial.dim);
  }
  if (!getIdentity(*kind, type.getElementType())) {
    relayout.emitOpError("has no identity of ")
        << stringify(*kind) << " for elements of type "
        << type.getElementType();
    return failure();
  }
  Value identity = createIdentity(builder, loc, *kind, type.getElementType());
  if (llvm::is_contained(type.getShape(), 0))
    return geometry.createEmpty(type, to, value, loc);
  if (divisor > 1)
    value = createMultiple(builder, value, divisor, loc);
  if (from.getAxes() != to.getAxes()) {
    SmallVector<OpFoldResult> offsets;
    for (auto [axis, extent] : llvm::enumerate(type.getShape()))
      offsets.push_back(from.getAxis(axis) == to.getAxis(axis)
                            ? OpFoldResult(builder.getIndexAttr(0))
                            : geometry.getOffsetWithin(from.getAxis(axis),
                                                       to.getAxis(axis), extent,
                                                       loc));
    Value whole =
        linalg::FillOp::create(builder, loc, identity,
                               geometry.createEmpty(type, to, value, loc))
            .getResult(0);
    SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
    value = tensor::InsertSliceOp::create(
        builder, loc, value, whole, offsets,
        tensor::getMixedSizes(builder, loc, value), strides);
  }
  if (!replicated.empty())
    value = geometry.createKeepOnFirst(value, identity, replicated, loc);
  return value;
}

template <typename OpTy>
static Value createCollective(OpBuilder &builder, Location loc, Value source,
                              Value dest, ValueRange extents, LayoutAttr from,
                              LayoutAttr to, ArrayRef<int64_t> shape,
                              StringAttr reason) {
  auto op = OpTy::create(builder, loc, TypeRange(dest.getType()), source, dest,
                         extents, from, to, builder.getDenseI64ArrayAttr(shape),
                         /*shared=*/nullptr, /*fromZero=*/nullptr, reason);
  return op->getResult(0);
}

static Value createCollective(StepKind kind, OpBuilder &builder, Location loc,
                              Value source, Value dest, ValueRange extents,
                              LayoutAttr from, LayoutAttr to,
                              ArrayRef<int64_t> shape, StringAttr reason) {
  auto create = [&]<typename OpTy>() {
    return createCollective<OpTy>(builder, loc, source, dest, extents, from, to,
                                  shape, reason);
  };
  switch (kind) {
  case StepKind::AllGather:
    return create.operator()<comm::AllGatherOp>();
  case StepKind::AllToAll:
    return create.operator()<comm::AllToAllOp>();
  case StepKind::AllReduce:
    return create.operator()<comm::AllReduceOp>();
  case StepKind::ReduceScatter:
    return create.operator()<comm::ReduceScatterOp>();
  case StepKind::Permute:
    return create.operator()<comm::PermuteOp>();
  case StepKind::Exchange:
    return create.operator()<comm::ExchangeOp>();
  case StepKind::Slice:
  case StepKind::MakePartial:
    break;
  }
  llvm_unreachable("not a collective");
}

static LogicalResult expandRelayout(Expander &expander, RelayoutOp relayout,
                                    const ExpansionSite &) {
  OpBuilder &builder = expander.getBuilder();
  LocalGeometry &geometry = expander.getGeometry();
  Location loc = relayout.getLoc();
  auto type = cast<RankedTensorType>(relayout.getType());
  RedistributionPlan plan = planRedistribution(
      expander.getMesh(), expander.getLayout(relayout.getSource()),
      expander.getLayout(relayout.getResult()), type.getShape(),
      getElementBits(type.getElementType()));
  Value value = expander.getLocal(relayout.getSource());
  for (const RedistributionStep &step : plan.steps) {
    if (step.kind == StepKind::Slice) {
      value = geometry.createSlice(value, type, step.from, step.to, loc);
      continue;
    }
    if (step.kind == StepKind::MakePartial) {
      FailureOr<Value> partial =
          createPartial(expander, relayout, value, step.from, step.to);
      if (failed(partial))
        return failure();
      value = *partial;
      continue;
    }
    SmallVector<Value> extents;
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      if (type.isDynamicDim(axis))
        extents.push_back(tensor::DimOp::create(builder, loc, value, axis));
    Value dest = geometry.createEmpty(type, step.to, value, loc);
    value =
        createCollective(step.kind, builder, loc, value, dest, extents,
                         geometry.getAttr(step.from), geometry.getAttr(step.to),
                         type.getShape(), relayout.getReasonAttr());
    if (relayout->hasAttr(kUnforcedAttr))
      value.getDefiningOp()->setAttr(kUnforcedAttr, builder.getUnitAttr());
  }
  expander.setLocal(relayout.getResult(), value);
  return success();
}

/// Constraints are replaced by their operands, since relayouts are separate ops
/// by now.
static LogicalResult expandConstrain(Expander &expander, ConstrainOp op,
                                     const ExpansionSite &) {
  if (expander.getLayout(op.getSource()) != expander.getLayout(op.getResult()))
    return op.emitOpError("needs its operand in the layout of its result; "
                          "run dtensor-insert-relayouts first");
  expander.setLocal(op.getResult(), expander.getLocal(op.getSource()));
  return success();
}

void dtensor::addRelayoutExpansions(ExpansionTable &table) {
  table.add<ConstrainOp, expandConstrain>();
  table.add<RelayoutOp, expandRelayout>();
}
