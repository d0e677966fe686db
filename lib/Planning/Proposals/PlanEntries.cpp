//===- PlanEntries.cpp - Layouts for values, to try -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanEntries.h"
#include "dtensor/Layout/CostModel.h"

using namespace mlir;
using namespace dtensor;

void dtensor::addMoves(LayoutGraph &graph, std::optional<SlotId> slot,
                       Value value, OpOperand *returned, Acceptance acceptance,
                       std::vector<PlanEntry> &entries) {
  if (!slot || value.use_empty())
    return;
  const TensorState &state = graph[*slot].state;
  const Mesh &mesh = graph.getMesh();
  for (unsigned from = 0; from < state.layout.getRank(); ++from) {
    ArrayRef<unsigned> dims = state.layout.getAxis(from);
    for (size_t numMoved = 1; numMoved <= dims.size(); ++numMoved) {
      ArrayRef<unsigned> moved = dims.take_back(numMoved);
      if (mesh.getGroupSize(moved) == 1)
        continue;
      for (unsigned to = 0; to < state.layout.getRank(); ++to) {
        DimList longer(state.layout.getAxis(to));
        llvm::append_range(longer, moved);
        if (to == from || state.shape[to] < mesh.getGroupSize(longer))
          continue;
        Layout layout = state.layout.withoutPartial();
        layout.setAxis(from, DimList(dims.drop_back(numMoved)));
        layout.setAxis(to, longer);
        double bytes = CostModel(mesh).getRelayoutCost(
            state.layout, layout, state.shape, state.elementBits);
        // The entry that moves most is most likely the one that matters.
        entries.push_back({value, returned, std::move(layout), bytes,
                           /*matters=*/bytes, entries.size(), acceptance});
      }
    }
  }
}

void dtensor::addGathers(LayoutGraph &graph, Value value, Acceptance acceptance,
                         std::vector<PlanEntry> &entries) {
  std::optional<SlotId> slot = graph.getSlot(value);
  if (!slot)
    return;
  const TensorState &state = graph[*slot].state;
  for (unsigned axis = 0; axis < state.layout.getRank(); ++axis) {
    DimList rest(state.layout.getAxis(axis));
    if (rest.empty() || graph.getMesh().getSize(rest.back()) == 1)
      continue;
    rest.pop_back();
    Layout layout = state.layout.withoutPartial();
    layout.setAxis(axis, rest);
    double bytes = CostModel(graph.getMesh())
                       .getRelayoutCost(state.layout, layout, state.shape,
                                        state.elementBits);
    entries.push_back({value, nullptr, std::move(layout), bytes,
                       /*matters=*/bytes, entries.size(), acceptance,
                       /*isUnforced=*/true});
  }
}

ConstrainOp dtensor::apply(const PlanEntry &entry, LayoutGraph &graph) {
  OpBuilder builder(graph.getMeshName().getContext());
  if (entry.returned)
    builder.setInsertionPoint(entry.returned->getOwner());
  else
    builder.setInsertionPointAfterValue(entry.value);
  Value value = entry.value;
  assert(entry.layout.getRank() ==
             cast<RankedTensorType>(value.getType()).getRank() &&
         "the layout of another value");
  assert((!entry.returned || entry.returned->get() == value) &&
         "another trial has not been undone");
  auto constrain = ConstrainOp::create(
      builder, value.getLoc(), value,
      LayoutAttr::get(graph.getMeshName(), graph.getMesh(), entry.layout));
  // No annotation asks for this layout, and reasons must not name one.
  constrain->setAttr(kOriginsAttr, builder.getArrayAttr({}));
  if (entry.returned) {
    entry.returned->set(constrain.getResult());
    return constrain;
  }
  value.replaceAllUsesExcept(constrain.getResult(), constrain);
  if (entry.isUnforced)
    constrain->setAttr(kUnforcedAttr, builder.getUnitAttr());
  return constrain;
}

void dtensor::undo(ConstrainOp constrain) {
  constrain.getResult().replaceAllUsesWith(constrain.getSource());
  constrain.erase();
}
