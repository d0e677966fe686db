//===- Edit.cpp - How a plan changes a module -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit.h"
#include "dtensor/Propagation/LayoutPropagation.h"

using namespace mlir;
using namespace dtensor;

ConstrainOp Edit::addConstrain(OpBuilder &builder, Value value,
                               const Layout &layout) {
  assert(layout.getRank() ==
             cast<RankedTensorType>(value.getType()).getRank() &&
         "the layout of another value");
  auto constrain =
      ConstrainOp::create(builder, value.getLoc(), value, getAttr(layout));
  // No annotation asks for this layout, and reasons must not name one.
  constrain->setAttr(kOriginsAttr, builder.getArrayAttr({}));
  constrains.push_back(constrain);
  return constrain;
}

void Edit::constrain(Value original, const Layout &layout, bool isUnforced) {
  Value value = get(original);
  OpBuilder builder(module.getContext());
  builder.setInsertionPointAfterValue(value);
  ConstrainOp constrain = addConstrain(builder, value, layout);
  value.replaceAllUsesExcept(constrain.getResult(), constrain);
  if (isUnforced)
    constrain->setAttr(kUnforcedAttr, builder.getUnitAttr());
  moved.push_back(original);
}

void Edit::constrain(OpOperand &returned, const Layout &layout) {
  Operation *terminator = get(returned.getOwner());
  OpOperand &use = terminator->getOpOperand(returned.getOperandNumber());
  OpBuilder builder(terminator);
  use.set(addConstrain(builder, use.get(), layout).getResult());
}

ConstrainOp Edit::addCopy(OpBuilder &builder, ConstrainOp like, Value value) {
  auto copy = cast<ConstrainOp>(builder.clone(*like));
  copy->setLoc(value.getLoc());
  copy->setOperand(0, value);
  constrains.push_back(copy);
  return copy;
}

void Edit::force(Operation *op, const OpLayouts &layouts) {
  forceLayouts(get(op), layouts, meshName, mesh);
}
