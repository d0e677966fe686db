//===- CarriedLayouts.cpp - Layouts of carried values
//------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedLayouts.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dtensor;

SlotHolders::SlotHolders(const LayoutGraph &graph, ModuleOp module)
    : graph(graph) {
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned index : llvm::seq(function.getNumResults()))
      if (std::optional<SlotId> slot = graph.getResultSlot(function, index))
        functionOf[*slot] = {function, index};
}

CarriedLayout SlotHolders::get(SlotId slot, Layout layout) const {
  auto [function, result] = functionOf.lookup(slot);
  return {graph[slot].value, function, result, std::move(layout)};
}

bool dtensor::isCarried(const Slot &slot) {
  auto argument = dyn_cast_or_null<BlockArgument>(slot.value);
  return argument &&
         isa<scf::ForOp, scf::WhileOp>(argument.getOwner()->getParentOp());
}

Layout dtensor::getWithout(const Layout &layout, ArrayRef<unsigned> removed) {
  Layout without = layout;
  for (unsigned axis = 0; axis < layout.getRank(); ++axis) {
    DimList dims;
    for (unsigned dim : layout.getAxis(axis))
      if (!llvm::is_contained(removed, dim))
        dims.push_back(dim);
    without.setAxis(axis, dims);
  }
  return without;
}

/// Sets one of the layouts that an op has for `count` values.
static void setLayout(Operation *op, StringRef name, size_t count, size_t index,
                      Attribute layout) {
  SmallVector<Attribute> layouts(count, UnitAttr::get(op->getContext()));
  if (auto known = op->getAttrOfType<ArrayAttr>(name))
    layouts.assign(known.begin(), known.end());
  layouts[index] = layout;
  op->setAttr(name, ArrayAttr::get(op->getContext(), layouts));
}

/// Annotates the function, loop or op that holds the value.
static void annotate(const CarriedLayout &carried, Edit &edit) {
  LayoutAttr layout = edit.getAttr(carried.layout);
  if (!carried.value) {
    edit.get(carried.function)
        .setResultAttr(carried.result, kLayoutAttr, layout);
    return;
  }
  Value value = edit.get(carried.value);
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument) {
    auto result = cast<OpResult>(value);
    setLayout(result.getOwner(), kLayoutsAttr,
              result.getOwner()->getNumResults(), result.getResultNumber(),
              layout);
    return;
  }
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto function = dyn_cast<func::FuncOp>(parent)) {
    function.setArgAttr(argument.getArgNumber(), kLayoutAttr, layout);
    return;
  }
  size_t count = 0, place = 0;
  for (Region &region : parent->getRegions())
    for (BlockArgument each : region.getArguments()) {
      if (each == argument)
        place = count;
      ++count;
    }
  setLayout(parent, kBlockLayoutsAttr, count, place, layout);
}

Change dtensor::makeCarriedChange(std::vector<CarriedLayout> carried,
                                  const Mesh &mesh) {
  const CarriedLayout &first = carried.front();
  Location loc = first.value ? first.value.getLoc()
                             : func::FuncOp(first.function).getLoc();
  std::string description = "loops carry ";
  llvm::raw_string_ostream os(description);
  llvm::interleaveComma(carried, os, [&](const CarriedLayout &each) {
    os << (each.value ? describeValue(each.value)
                      : "result " + std::to_string(each.result))
       << " in [" << each.layout.str(mesh) << "]";
  });
  return {[carried = std::move(carried)](Edit &edit) {
            for (const CarriedLayout &each : carried)
              annotate(each, edit);
          },
          std::move(description), loc, bit(Rule::Carried)};
}
