//===- UnreducedOps.cpp - Values that become pending a sum ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Shardy/IR/Shardy.h"

using namespace mlir;
using namespace dtensor::sdy;

namespace {
/// A whole axis of the mesh or a part of one, given by numbers.
struct Part {
  size_t axis;
  int64_t preSize, size;

  friend bool operator==(const Part &a, const Part &b) {
    return std::tuple(a.axis, a.preSize, a.size) ==
           std::tuple(b.axis, b.preSize, b.size);
  }
  friend bool operator<(const Part &a, const Part &b) {
    return std::tuple(a.axis, a.preSize, a.size) <
           std::tuple(b.axis, b.preSize, b.size);
  }
};
} // namespace

static void addParts(MeshAttr mesh, ArrayRef<AxisRefAttr> axes,
                     SmallVectorImpl<Part> &parts) {
  for (AxisRefAttr axis : axes) {
    size_t index =
        llvm::find(mesh.getNames(), axis.getName()) - mesh.getNames().begin();
    parts.push_back({index, axis.isWhole() ? 1 : axis.getPreSize(),
                     axis.isWhole() ? mesh.getSizes()[index] : axis.getSize()});
  }
}

/// Joins consecutive parts of an axis, since the same axes can be written in
/// several ways.
static void join(SmallVectorImpl<Part> &parts) {
  SmallVector<Part> joined;
  for (Part part : parts) {
    if (!joined.empty() && joined.back().axis == part.axis &&
        joined.back().preSize * joined.back().size == part.preSize)
      joined.back().size *= part.size;
    else
      joined.push_back(part);
  }
  parts.assign(joined.begin(), joined.end());
}

/// Verifies the requirements that both ops share. For each axis of the tensor,
/// `axes` are the mesh axes that move. The axes of the operand without those
/// are axes of the result. `all` become unreduced.
template <typename OpTy>
static LogicalResult verifyUnreduced(OpTy op,
                                     ArrayRef<ArrayRef<AxisRefAttr>> axes,
                                     ArrayRef<AxisRefAttr> all) {
  TensorShardingAttr before = getSharding(op.getTensor());
  TensorShardingAttr after = op.getOutSharding();
  if (!before)
    return op.emitOpError("requires an operand with a sharding, found none");
  if (failed(verifySharding(op, before, op.getTensor().getType())) ||
      failed(verifySharding(op, after, op.getType())))
    return failure();
  MeshAttr mesh = getMesh(after, op);
  if (getMesh(before, op) != mesh)
    return op.emitOpError("requires the mesh of the operand, ")
           << getMesh(before, op) << ", found " << mesh;
  if (before.getRank() != after.getRank())
    return op.emitOpError("requires a sharding of ")
           << before.getRank() << " axes, found " << after;
  if (all.empty())
    return op.emitOpError("requires axes that become unreduced, found none");
  for (AxisRefAttr axis : all) {
    std::optional<int64_t> size = mesh.getSize(axis.getName());
    if (!size ||
        (!axis.isWhole() && *size % (axis.getPreSize() * axis.getSize())))
      return op.emitOpError("requires axes of the mesh ")
             << mesh << ", found " << axis.getName();
  }
  for (auto [number, moved] : llvm::enumerate(axes)) {
    SmallVector<Part> had, has;
    addParts(mesh, before.getDimensions()[number].getAxes(), had);
    addParts(mesh, after.getDimensions()[number].getAxes(), has);
    addParts(mesh, moved, has);
    join(had);
    join(has);
    if (had != has)
      return op.emitOpError("requires axis ")
             << number
             << " to be sharded on the operand's axes without those that "
                "become unreduced; the operand is "
             << before << ", the result " << after;
  }
  SmallVector<Part> had, has;
  addParts(mesh, before.getUnreduced(), had);
  addParts(mesh, all, had);
  addParts(mesh, after.getUnreduced(), has);
  for (auto *parts : {&had, &has}) {
    llvm::sort(*parts);
    join(*parts);
  }
  if (had != has)
    return op.emitOpError("requires a result that is unreduced where the "
                          "operand is and along the given axes; the operand "
                          "is ")
           << before << ", the result " << after;
  if (!before.getUnreduced().empty() &&
      before.getReductionOp() != after.getReductionOp())
    return op.emitOpError("requires addends to be combined by ")
           << stringifyReductionOp(before.getReductionOp()) << ", found "
           << stringifyReductionOp(after.getReductionOp());
  return success();
}

LogicalResult ReplicatedToUnreducedOp::verify() {
  SmallVector<ArrayRef<AxisRefAttr>> none(getType().getRank());
  return verifyUnreduced(*this, none, getAxes().getAxes());
}

LogicalResult ShardedToUnreducedOp::verify() {
  SmallVector<ArrayRef<AxisRefAttr>> axes;
  SmallVector<AxisRefAttr> all;
  for (AxisRefListAttr list : getAxes().getLists()) {
    axes.push_back(list.getAxes());
    llvm::append_range(all, list.getAxes());
  }
  if (static_cast<int64_t>(axes.size()) != getType().getRank())
    return emitOpError("requires axes for each of ")
           << getType().getRank() << " axes of the operand, found "
           << axes.size() << " lists";
  return verifyUnreduced(*this, axes, all);
}
