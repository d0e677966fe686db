//===- Divergence.cpp - Values that differ between devices ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Divergence.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace dtensor;

Divergence::Divergence(ModuleOp module, const Mesh &mesh)
    : mesh(mesh), module(module) {
  // This ends, since sets of dimensions only grow.
  do {
    changed = false;
    for (auto function : module.getOps<func::FuncOp>())
      visitFunction(function);
  } while (changed);
}

bool Divergence::differs(Value value, unsigned dim) const {
  return get(value) >> dim & 1;
}

Operation *Divergence::getOrigin(Value value, unsigned dim) const {
  auto it = states.find(value);
  return it == states.end() ? nullptr : it->second.origins.lookup(dim);
}

DimList Divergence::getDims(ArrayAttr names) const {
  DimList dims;
  for (Attribute name : names)
    if (std::optional<unsigned> dim =
            mesh.lookup(cast<StringAttr>(name).getValue()))
      dims.push_back(*dim);
  return dims;
}

Divergence::Dims Divergence::getMask(ArrayRef<unsigned> dims) {
  Dims mask = 0;
  for (unsigned dim : dims)
    mask |= Dims(1) << dim;
  return mask;
}

Divergence::Dims Divergence::getMask(LayoutAttr attribute) const {
  llvm::Expected<Layout> layout = attribute.resolve(mesh);
  if (!layout) {
    // The layout is verified elsewhere; anything may differ here.
    llvm::consumeError(layout.takeError());
    return ~Dims(0);
  }
  Dims mask = 0;
  for (const DimList &dims : layout->getAxes())
    mask |= getMask(dims);
  for (const PartialDim &partial : layout->getPartial())
    mask |= Dims(1) << partial.dim;
  return mask;
}

Divergence::Dims Divergence::get(Value value) const {
  auto it = states.find(value);
  return it == states.end() ? 0 : it->second.dims;
}

void Divergence::add(Value value, Dims dims, Operation *origin) {
  if ((get(value) | dims) == get(value))
    return;
  State &state = states[value];
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
    if ((dims & ~state.dims) >> dim & 1)
      state.origins[dim] = origin;
  state.dims |= dims;
  changed = true;
}

void Divergence::flow(Value from, Value to, Dims without) {
  auto it = states.find(from);
  if (it == states.end())
    return;
  State state = it->second;
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
    if ((state.dims & ~without) >> dim & 1)
      add(to, Dims(1) << dim, state.origins.lookup(dim));
}

SmallVector<Value> Divergence::getConditions(Operation *op) const {
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return {loop.getConditionOp().getCondition()};
  // Branches depend on their operand, and loops on their bounds. The values
  // that a loop carries do not count.
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()};
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
    return {op->getOperand(0)};
  // For other ops with regions, the conditions are not known.
  if (op->getNumRegions() > 0)
    return SmallVector<Value>(op->getOperands());
  return {};
}

void Divergence::visitFunction(func::FuncOp function) {
  if (function.isExternal())
    return;
  for (BlockArgument argument : function.getArguments())
    if (auto layout = dyn_cast_or_null<LayoutAttr>(
            function.getArgAttr(argument.getArgNumber(), kLayoutAttr)))
      add(argument, getMask(layout), nullptr);
  function.walk([&](Operation *op) {
    if (op != function)
      visit(op);
  });
}

void Divergence::visit(Operation *op) {
  if (auto coordinate = dyn_cast<comm::CoordinateOp>(op)) {
    if (std::optional<unsigned> dim = mesh.lookup(coordinate.getDim()))
      add(coordinate.getResult(), Dims(1) << *dim, op);
    return;
  }
  if (isa<comm::ShardExtentOp, comm::ShardOffsetOp>(op))
    add(op->getResult(0),
        getMask(getDims(op->getAttrOfType<ArrayAttr>("dims"))), op);
  if (auto extent = dyn_cast<comm::WindowExtentOp>(op))
    add(extent.getResult(), getMask(extent.getLayout()), op);
  if (auto fetch = dyn_cast<comm::FetchOp>(op)) {
    // The value at a position does not depend on the device that asks for it.
    for (Value result : op->getResults()) {
      for (auto [source, layout] : llvm::zip_equal(
               fetch.getSources(), fetch.getFrom().getAsRange<LayoutAttr>()))
        flow(source, result, getMask(layout));
      flow(fetch.getDest(), result);
      for (Value number : fetch.getNumbers())
        flow(number, result);
      add(result, getMask(fetch.getTo()), op);
    }
    return;
  }
  if (auto take = dyn_cast<comm::TakeOp>(op)) {
    for (Value result : op->getResults()) {
      flow(take.getSource(), result, getMask(take.getFrom()));
      flow(take.getPositions(), result);
      flow(take.getDest(), result);
    }
    return;
  }
  if (auto collective = dyn_cast<comm::CollectiveOpInterface>(op)) {
    // Its group agrees afterwards, as far as the layout allows.
    Dims agree = getMask(collective.getGroup(mesh));
    for (Value result : op->getResults()) {
      flow(collective.getSource(), result, agree);
      add(result, getMask(collective.getTo()), op);
    }
    return;
  }
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
    if (callee && !callee.isExternal()) {
      for (auto [operand, argument] :
           llvm::zip_equal(call.getOperands(), callee.getArguments()))
        flow(operand, argument);
      callee.walk([&](func::ReturnOp ret) {
        for (auto [operand, result] :
             llvm::zip_equal(ret.getOperands(), call.getResults()))
          flow(operand, result);
      });
      return;
    }
  }

  // With unstructured control flow, a difference in the path to a block becomes
  // a difference in the block's arguments.
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (auto [index, successor] : llvm::enumerate(op->getSuccessors())) {
      SuccessorOperands operands = branch.getSuccessorOperands(index);
      for (BlockArgument argument : successor->getArguments()) {
        if (Value operand = operands[argument.getArgNumber()])
          flow(operand, argument);
      }
    }
    if (op->getNumSuccessors() > 1 && op->getNumOperands() > 0)
      for (Block &block : *op->getParentRegion())
        for (BlockArgument argument : block.getArguments())
          if (!block.isEntryBlock())
            flow(op->getOperand(0), argument);
    return;
  }

  // Values that regions pass on, by position: a terminator's operands go to the
  // arguments of the loop and to its results.
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (auto [from, to] :
         llvm::zip_equal(loop.getInits(), loop.getBeforeArguments()))
      flow(from, to);
    for (auto [from, argument, result] :
         llvm::zip_equal(loop.getConditionOp().getArgs(),
                         loop.getAfterArguments(), loop.getResults())) {
      flow(from, argument);
      flow(from, result);
    }
    for (auto [from, to] : llvm::zip_equal(loop.getYieldOp()->getOperands(),
                                           loop.getBeforeArguments()))
      flow(from, to);
    for (Value argument : loop.getBeforeArguments())
      flow(loop.getConditionOp().getCondition(), argument);
    for (Value result : loop.getResults())
      flow(loop.getConditionOp().getCondition(), result);
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (Value bound : getConditions(op)) {
      flow(bound, loop.getInductionVar());
      for (Value result : loop.getResults())
        flow(bound, result);
    }
    for (auto [init, argument, yielded, result] :
         llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs(),
                         loop.getYieldedValues(), loop.getResults())) {
      flow(init, argument);
      flow(yielded, argument);
      flow(init, result);
      flow(yielded, result);
    }
    return;
  }
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op)) {
    for (Value result : op->getResults())
      flow(op->getOperand(0), result);
    for (Region &region : op->getRegions())
      if (!region.empty())
        for (auto [from, to] :
             llvm::zip_equal(region.front().getTerminator()->getOperands(),
                             op->getResults()))
          flow(from, to);
    return;
  }

  // Every other result depends on its operands and on the values that its
  // regions use. The extents of a new tensor are not its contents, but they may
  // differ.
  for (Value result : op->getResults())
    for (Value operand : op->getOperands())
      flow(operand, result);
  for (Region &region : op->getRegions()) {
    for (BlockArgument argument : region.getArguments())
      for (Value operand : op->getOperands())
        flow(operand, argument);
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        for (Value result : op->getResults())
          flow(operand, result);
    });
  }
}
