//===- CountOnce.cpp - Initial values of sharded folds --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountOnce.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dtensor;

/// Whether every element of `value` is known to be an identity of the
/// combination.
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
  // Programs for one device start float sums from +0.0. A further zero changes
  // no sum that already starts from zero.
  if (auto number = dyn_cast<FloatAttr>(scalar))
    if (isAdditive(body.combiner) && number.getValue().isZero())
      return true;
  auto typed = dyn_cast<TypedAttr>(scalar);
  return typed &&
         typed == getIdentity(body.combiner, typed.getType(), body.fastMath);
}

FailureOr<Value> dtensor::createCountedOnce(Expander &expander, Operation *op,
                                            Value global, Value local,
                                            const ReductionBody &body,
                                            ArrayRef<unsigned> dims) {
  if (isIdempotent(body.combiner) || isFilledWithIdentity(global, body))
    return local;
  Type element = getElementTypeOrSelf(global);
  if (!getIdentity(body.combiner, element, body.fastMath))
    return op->emitOpError("has no identity of ")
           << stringify(body.combiner) << " for elements of type " << element
           << "; keep the reduced axis unsharded";
  Value identity = createIdentity(expander.getBuilder(), op->getLoc(),
                                  body.combiner, element, body.fastMath);
  return expander.getGeometry().createKeepOnFirst(local, identity, dims,
                                                  op->getLoc());
}

DimList dtensor::getReducedDims(const ExpansionSite &site) {
  DimList dims;
  for (auto [factor, factorDims] :
       llvm::zip_equal(site.rule.factors, site.sharding))
    if (factor.kind == FactorKind::Reduction)
      llvm::append_range(dims, factorDims);
  return dims;
}
