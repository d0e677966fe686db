//===- Comm.cpp - Collectives along manual dimensions ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If a `local_map` leaves mesh dimensions to the compiler, the collectives in
// it go along the other dimensions, which are manual. The component that each
// device has of their operands is sharded further, along the dimensions that
// are left to the compiler.
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "DialectRules.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/ShardingRules/RuleBuilder.h"

using namespace mlir;
using namespace dtensor;

/// Whether the mesh dimensions of `op` are manual where it stands. Elsewhere
/// all devices compute one common value, for which the op would be wrong.
static bool isAlongManual(Operation *op, ArrayRef<LayoutAttr> layouts) {
  auto map = op->getParentOfType<LocalMapOp>();
  if (!map)
    return false;
  for (LayoutAttr attr : layouts) {
    MeshOp meshOp = lookupMeshOrNull(op, attr.getMesh());
    if (!meshOp)
      return false;
    Mesh mesh = meshOp.getMesh();
    DimList manual = map.getManualDims(mesh);
    Layout layout = llvm::cantFail(attr.resolve(mesh));
    for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
      if ((layout.getShardedAxis(dim) || layout.getPartial(dim)) &&
          !llvm::is_contained(manual, dim))
        return false;
  }
  return true;
}

/// Makes the rule of a collective. Axes along which it moves nothing between
/// devices are parallel.
template <typename OpTy>
static FailureOr<ShardingRule> getCollectiveRule(OpTy op) {
  LayoutAttr from = op.getFrom(), to = op.getTo();
  if (!isAlongManual(op, {from, to}) || !op.getResult() ||
      !op.getGlobalExtents().empty())
    return failure();
  RuleBuilder builder(op);
  for (unsigned axis = 0; axis < builder.getResultRank(0); ++axis) {
    RuleBuilder::Axis source = builder.operand(0, axis);
    RuleBuilder::Axis dest = builder.operand(1, axis);
    RuleBuilder::Axis result = builder.result(0, axis);
    if (from.getAxes()[axis].empty() && to.getAxes()[axis].empty()) {
      builder.share({source, dest, result});
      continue;
    }
    builder.whole(source);
    builder.share({dest, result}, FactorKind::Whole);
  }
  // A sum over some devices can be taken of values that must still be summed
  // over other devices.
  bool isSum = llvm::all_of(from.getPartialCombiners(), [](int32_t combiner) {
    return isAdditive(static_cast<Combiner>(combiner));
  });
  bool isMove = from.getPartialCombiners().empty();
  if (isSum)
    builder.pass({0}, /*anyCombiner=*/isMove);
  return std::move(builder.rule);
}

/// The rule of a fetch that keeps all positions. Axes along which it moves
/// nothing are parallel.
static FailureOr<ShardingRule> getFetchRule(comm::FetchOp op) {
  SmallVector<LayoutAttr> layouts(op.getFrom().getAsRange<LayoutAttr>());
  layouts.push_back(op.getTo());
  ArrayRef<int64_t> numbers = op.getStaticNumbers();
  int64_t rank = op.getRank();
  // The attributes for positions and steps refer to the whole tensor.
  if (!isAlongManual(op, layouts) || !op.getResult() ||
      !op.getWindow().isIdentity() ||
      ShapedType::isDynamicShape(numbers.take_front(rank)))
    return failure();
  RuleBuilder builder(op);
  unsigned numSources = op.getSources().size();
  for (unsigned axis = 0; axis < rank; ++axis) {
    SmallVector<RuleBuilder::Axis> axes;
    for (unsigned operand = 0; operand <= numSources; ++operand)
      axes.push_back(builder.operand(operand, axis));
    axes.push_back(builder.result(0, axis));
    int64_t extent = numbers[axis];
    bool stays = llvm::all_of(layouts, [&](LayoutAttr layout) {
      return layout.getAxes()[axis].empty();
    });
    for (unsigned source = 0; source < numSources; ++source) {
      ArrayRef<int64_t> own = numbers.slice(
          rank + (source * rank + axis) * comm::FetchOp::kNumbersPerAxis,
          comm::FetchOp::kNumbersPerAxis);
      ArrayRef<int64_t> strides =
          op.getStrides().slice((source * rank + axis) * 2, 2);
      stays &=
          own == ArrayRef<int64_t>({extent, 0, extent, 0}) &&
          llvm::all_of(strides, [](int64_t stride) { return stride == 1; });
    }
    if (stays) {
      builder.share(axes);
      continue;
    }
    for (unsigned source = 0; source < numSources; ++source)
      builder.whole(axes[source]);
    builder.share(ArrayRef(axes).take_back(2), FactorKind::Whole);
  }
  return std::move(builder.rule);
}

void dtensor::registerCommRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, comm::CommDialect *) {
    attachRule<comm::AllReduceOp, getCollectiveRule<comm::AllReduceOp>>(
        context);
    attachRule<comm::ReduceScatterOp, getCollectiveRule<comm::ReduceScatterOp>>(
        context);
    attachRule<comm::AllGatherOp, getCollectiveRule<comm::AllGatherOp>>(
        context);
    attachRule<comm::AllToAllOp, getCollectiveRule<comm::AllToAllOp>>(context);
    attachRule<comm::FetchOp, getFetchRule>(context);
  });
}
