//===- RingSharding.cpp - Rules and expansions of ring ops ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ring.h"
#include "dtensor/Partition/FetchOperand.h"
#include "dtensor/ShardingRules/RuleBuilder.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace dtensor;

//===----------------------------------------------------------------------===//
// ramp
//===----------------------------------------------------------------------===//

/// Each device can make its part, so the axis is a parallel factor.
static FailureOr<ShardingRule> getRampRule(ring::RampOp op) {
  RuleBuilder builder(op);
  builder.share(builder.result(0, 0));
  return std::move(builder.rule);
}

/// The part begins at the position of the component in the whole ring.
static LogicalResult expandRamp(Expander &expander, ring::RampOp op,
                                const ExpansionSite &) {
  auto type = cast<RankedTensorType>(op.getType());
  ArrayRef<unsigned> dims = expander.getLayout(op.getResult()).getAxis(0);
  if (expander.getMesh().getGroupSize(dims) == 1) {
    expander.cloneLocally(*op);
    return success();
  }
  OpBuilder &builder = expander.getBuilder();
  LocalGeometry &geometry = expander.getGeometry();
  Location loc = op.getLoc();
  Value first = getValueOrCreateConstantIndexOp(
      builder, loc, geometry.getOffset(dims, type.getDimSize(0), loc));
  if (op.getFirst())
    first = arith::AddIOp::create(builder, loc, first,
                                  expander.getLocal(op.getFirst()));
  // The extent is a value if the parts of the devices differ in length.
  auto extent =
      dyn_cast<Value>(geometry.getExtent(dims, type.getDimSize(0), loc));
  expander.setLocal(op.getResult(),
                    ring::RampOp::create(builder, loc,
                                         expander.getLocalType(op.getResult()),
                                         first, extent));
  return success();
}

//===----------------------------------------------------------------------===//
// rotate
//===----------------------------------------------------------------------===//

/// Each device has a block of the ring, and the devices exchange the values
/// that pass the ends of blocks. If the length of the ring is unknown, so are
/// the blocks, and the axis is not sharded.
static FailureOr<ShardingRule> getRotateRule(ring::RotateOp op) {
  if (!cast<RankedTensorType>(op.getType()).hasStaticShape())
    return failure();
  RuleBuilder builder(op);
  builder.share({builder.operand(0, 0), builder.result(0, 0)},
                FactorKind::Blocked);
  // The rotation of a partial sum is a partial sum of the rotation.
  builder.pass({0}, /*anyCombiner=*/true);
  return std::move(builder.rule);
}

/// Each device fetches the values of its block. Those from `by` on go to the
/// front, and those before it follow.
static LogicalResult expandRotate(Expander &expander, ring::RotateOp op,
                                  const ExpansionSite &) {
  auto type = cast<RankedTensorType>(op.getType());
  const Layout &layout = expander.getLayout(op.getSource());
  if (expander.getMesh().getGroupSize(layout.getAxis(0)) == 1) {
    expander.cloneLocally(*op);
    return success();
  }
  int64_t extent = type.getDimSize(0);
  int64_t by = op.getBy() % extent;
  Fetch fetch = Fetch::ofTensor(layout, type.getShape());
  AxisMove toFront{by, 1, extent - by, 0, 1};
  AxisMove toBack{0, 1, by, extent - by, 1};
  fetch.sources = {{layout, {extent}, {toFront}}, {layout, {extent}, {toBack}}};

  Value local = expander.getLocal(op.getSource());
  Value dest =
      expander.getGeometry().createEmpty(type, layout, local, op.getLoc());
  expander.setLocal(op.getResult(),
                    createFetch(expander, op, /*operand=*/0, fetch,
                                {local, local}, dest, /*dynamicNumbers=*/{}));
  return success();
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void ring::registerRing(DialectRegistry &registry) {
  registry.insert<RingDialect>();
  registry.addExtension(+[](MLIRContext *context, RingDialect *) {
    attachRule<RampOp, getRampRule>(context);
    attachRule<RotateOp, getRotateRule>(context);
    attachExpansion<RampOp, expandRamp>(context);
    attachExpansion<RotateOp, expandRotate>(context);
  });
}
