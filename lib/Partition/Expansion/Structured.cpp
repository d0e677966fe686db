//===- Structured.cpp - Structured ops on components ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "dtensor/ShardingRules/CombinerOf.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dtensor;

/// Whether every element of `value` is known to be one that combining with
/// changes nothing.
static bool isFilledWithIdentity(Value value, const ReductionBody &body) {
  Attribute scalar;
  if (auto fill = value.getDefiningOp<linalg::FillOp>()) {
    if (!matchPattern(fill.value(), m_Constant(&scalar)))
      return false;
  } else {
    DenseElementsAttr elements;
    if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat())
      return false;
    scalar = elements.getSplatValue<Attribute>();
  }
  // +0.0 is what single-device programs start float sums from: a zero more
  // changes no sum that already starts from one.
  if (auto number = dyn_cast<FloatAttr>(scalar))
    if (isAdditive(body.combiner) && number.getValue().isZero())
      return true;
  auto typed = dyn_cast<TypedAttr>(scalar);
  return typed &&
         typed == getIdentity(body.combiner, typed.getType(), body.fastMath);
}

FailureOr<Value> Expander::createCountedOnce(Operation *op, Value global,
                                             Value local,
                                             const ReductionBody &body,
                                             ArrayRef<unsigned> dims) {
  if (isIdempotent(body.combiner) || isFilledWithIdentity(global, body))
    return local;
  Type element = getElementTypeOrSelf(global);
  if (!getIdentity(body.combiner, element, body.fastMath))
    return op->emitOpError("has no identity of ")
           << stringify(body.combiner) << " for elements of type " << element
           << "; keep the reduced axis unsharded";
  Value identity = createIdentity(builder, op->getLoc(), body.combiner, element,
                                  body.fastMath);
  return createKeepOnFirst(local, identity, dims, op->getLoc());
}

DimList Expander::getReducedDims(const ExpansionSite &site) {
  DimList dims;
  for (auto [factor, factorDims] :
       llvm::zip_equal(site.rule.factors, site.sharding))
    if (factor.kind == FactorKind::Reduction)
      llvm::append_range(dims, factorDims);
  return dims;
}

LogicalResult Expander::expandStructured(linalg::LinalgOp op,
                                         const ExpansionSite &site) {
  const ShardingRule &rule = site.rule;
  const FactorSharding &sharding = site.sharding;
  DimList reducedDims = getReducedDims(site);
  Operation *local = moveLocally(*op.getOperation());
  auto withBody = cast<linalg::LinalgOp>(local);
  // The initial value of a reduction that is split counts on one device only.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  fetchOperands(op, local, site);
  for (OpOperand &globalInit : op.getDpsInitsMutable()) {
    // What is partial alike is added to what each device adds.
    DimList keptDims;
    for (unsigned dim : reducedDims)
      if (!getLayout(globalInit.get()).getPartial(dim))
        keptDims.push_back(dim);
    if (getMesh().getGroupSize(keptDims) == 1 ||
        !withBody.payloadUsesValueFromOperand(
            &local->getOpOperand(globalInit.getOperandNumber())))
      continue;
    unsigned result = op.getTiedOpResult(&globalInit).getResultNumber();
    std::optional<ReductionBody> body = matchReductionBody(withBody, result);
    if (!body)
      return op.emitOpError("has a body that is no known combiner; keep the "
                            "reduced axis unsharded");
    OpOperand &init = local->getOpOperand(globalInit.getOperandNumber());
    FailureOr<Value> counted =
        createCountedOnce(op, globalInit.get(), init.get(), *body, keptDims);
    if (failed(counted))
      return failure();
    init.set(*counted);
  }

  // Indices are those of the whole.
  SmallVector<linalg::IndexOp> indices;
  local->walk([&](linalg::IndexOp index) { indices.push_back(index); });
  Location loc = op.getLoc();
  SmallVector<Value> offsets(sharding.size());
  for (linalg::IndexOp index : indices) {
    unsigned factor = index.getDim();
    if (getMesh().getGroupSize(sharding[factor]) == 1)
      continue;
    if (!offsets[factor]) {
      builder.setInsertionPoint(local);
      offsets[factor] = getValueOrCreateConstantIndexOp(
          builder, loc,
          getOffset(sharding[factor], rule.factors[factor].extent, loc));
    }
    builder.setInsertionPointAfter(index);
    Value global = arith::AddIOp::create(builder, index.getLoc(),
                                         index.getResult(), offsets[factor]);
    index.getResult().replaceAllUsesExcept(global, global.getDefiningOp());
  }
  return success();
}
