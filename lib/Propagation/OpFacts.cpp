//===- OpFacts.cpp - Facts for propagation, by op -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpFacts.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Layout/CostModel.h"
#include "dtensor/Propagation/LayoutGraph.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

/// The fraction of a large tensor that an op touches: less than 1 for an op
/// that extracts or inserts a part in place, and 0 for an op that only changes
/// the shape.
static double getTouched(Operation *op) {
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return 0;
  Value part, whole;
  if (auto slice = dyn_cast<linalg_ext::DynamicSliceOp>(op)) {
    part = slice.getDest();
    whole = slice.getSource();
  } else if (auto update = dyn_cast<linalg_ext::DynamicUpdateSliceOp>(op)) {
    part = update.getUpdate();
    whole = update.getDest();
  } else {
    return 1;
  }
  auto partType = cast<ShapedType>(part.getType());
  auto wholeType = cast<ShapedType>(whole.getType());
  if (!partType.hasStaticShape() || !wholeType.hasStaticShape() ||
      wholeType.getNumElements() == 0)
    return 1;
  return double(partType.getNumElements()) / double(wholeType.getNumElements());
}

FailureOr<OpFacts> OpFactsTable::derive(Operation *op) {
  FailureOr<ShardingRule> rule = requireShardingRule(op, replicateUnknown);
  if (failed(rule))
    return failure();
  bool free = dtensor::isFree(op);
  double workPerPoint = free ? 0 : getWorkPerPoint(*rule) * getTouched(op);
  return OpFacts{cache.addRule(std::move(*rule)), free,
                 !getCapturedTensors(op).empty(), workPerPoint};
}

FailureOr<OpFacts> OpFactsTable::get(Operation *op) {
  std::optional<unsigned> group = similarOps.getGroup(op);
  if (!group)
    return derive(op);
  if (*group == factsOf.size()) {
    FailureOr<OpFacts> facts = derive(op);
    if (failed(facts))
      return failure();
    facts->group = group;
    factsOf.push_back(*facts);
    return facts;
  }
#ifndef NDEBUG
  // This check costs as much time as sharing facts saves. So builds without
  // assertions trust that similar ops have equal facts.
  FailureOr<OpFacts> own = derive(op);
  if (failed(own))
    return failure();
  if (own->rule != factsOf[*group].rule)
    return op->emitOpError("has a sharding rule that reads more of the op "
                           "than rules may; see docs/ShardingRules.md");
#endif
  return factsOf[*group];
}
