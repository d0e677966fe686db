//===- CancelGathers.cpp - Gather nothing that a device has ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComponentSlice.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/Layout/RelayoutVolume.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace dtensor {
#define GEN_PASS_DEF_CANCELGATHERS
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// Whether devices that differ only in their coordinates along some mesh
/// dimensions hold the same value. Only ops of one block are looked at,
/// starting from arguments and from results of collectives.
class Sameness {
public:
  Sameness(const Mesh &mesh, ArrayRef<unsigned> dims)
      : mesh(mesh), dims(dims) {}

  bool holds(Value value) {
    auto [known, isNew] = decided.try_emplace(value, false);
    if (!isNew || !isa<RankedTensorType>(value.getType()))
      return known->second;
    bool isSame = compute(value);
    decided[value] = isSame;
    return isSame;
  }

private:
  bool isReplicated(LayoutAttr attribute) const {
    if (!attribute)
      return false;
    llvm::Expected<Layout> layout = attribute.resolve(mesh);
    if (!layout) {
      llvm::consumeError(layout.takeError());
      return false;
    }
    return llvm::none_of(dims, [&](unsigned dim) {
      return layout->getShardedAxis(dim) || layout->getPartial(dim);
    });
  }

  bool compute(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto function =
          dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
      return function && isReplicated(function.getArgAttrOfType<LayoutAttr>(
                             argument.getArgNumber(), kLayoutAttr));
    }
    Operation *op = value.getDefiningOp();
    if (auto collective = dyn_cast<comm::CollectiveOpInterface>(op))
      return op->getNumResults() == 1 && isReplicated(collective.getTo());
    if (isa<tensor::EmptyOp>(op))
      return true;
    if (!isMemoryEffectFree(op) || isa<RegionBranchOpInterface>(op))
      return false;
    // The device's coordinates are the source of all differences.
    return !op->walk([&](Operation *inner) {
                bool isSame =
                    !isa<comm::CommDialect>(inner->getDialect()) &&
                    llvm::all_of(inner->getOperands(), [&](Value operand) {
                      return op->isAncestor(
                                 operand.getParentBlock()->getParentOp()) ||
                             isSameOperand(operand);
                    });
                return isSame ? WalkResult::advance() : WalkResult::interrupt();
              }).wasInterrupted();
  }

  bool isSameOperand(Value operand) {
    return isa<RankedTensorType>(operand.getType())
               ? holds(operand)
               : matchPattern(operand, m_Constant());
  }

  const Mesh &mesh;
  ArrayRef<unsigned> dims;
  llvm::DenseMap<Value, bool> decided;
};

/// Cancels a gather if its operand was sliced from a value that every device of
/// the group has.
void cancelCut(comm::AllGatherOp gather) {
  auto slice = gather.getSource().getDefiningOp<tensor::ExtractSliceOp>();
  std::optional<CollectiveSides> sides = getSides(gather);
  if (!slice || !sides || slice.getSourceType() != gather.getType(0))
    return;
  std::optional<Layout> part =
      getSliceLayout(slice, sides->mesh, sides->to, gather.getGlobalShape());
  if (part != sides->from)
    return;
  DimList dims = getGroup(sides->mesh, sides->from, sides->to);
  if (!Sameness(sides->mesh, dims).holds(slice.getSource()))
    return;
  gather.getResult().replaceAllUsesWith(slice.getSource());
  gather.erase();
}

struct CancelGathers : dtensor::impl::CancelGathersBase<CancelGathers> {
  using CancelGathersBase::CancelGathersBase;

  void runOnOperation() override {
    getOperation()->walk([](tensor::ExtractSliceOp slice) {
      auto gather = slice.getSource().getDefiningOp<comm::AllGatherOp>();
      if (!gather || gather.getSource().getType() != slice.getType())
        return;
      std::optional<CollectiveSides> sides = getSides(gather);
      if (!sides || getSliceLayout(gather, *sides, slice) != sides->from)
        return;
      slice.replaceAllUsesWith(gather.getSource());
      slice.erase();
      if (gather->use_empty())
        gather.erase();
    });
    getOperation()->walk([](comm::AllGatherOp gather) {
      if (gather->getNumResults() == 1)
        cancelCut(gather);
    });
  }
};

} // namespace
