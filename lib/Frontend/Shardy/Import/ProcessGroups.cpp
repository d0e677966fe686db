//===- ProcessGroups.cpp - Groups of processes as groups of devices -------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessGroups.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor;

namespace {
enum class Strategy {
  CrossReplica,
  CrossPartition,
  CrossReplicaAndPartition,
  FlattenedIds
};

using Groups = DeviceGroups;
} // namespace

DeviceGroups dtensor::readGroups(ElementsAttr groups) {
  int64_t columns = cast<ShapedType>(groups.getType()).getDimSize(1);
  Groups rows;
  for (auto [i, id] : llvm::enumerate(groups.getValues<APInt>())) {
    if (static_cast<int64_t>(i) % columns == 0)
      rows.emplace_back();
    if (id.getSExtValue() != -1)
      rows.back().push_back(id.getSExtValue());
  }
  return rows;
}

static Groups toDevices(const Groups &groups, Strategy strategy,
                        const ProcessGrid &grid) {
  auto device = [&](int64_t replica, int64_t partition) {
    return replica * grid.partitions + partition;
  };
  Groups devices;
  for (const SmallVector<int64_t> &group : groups) {
    if (strategy == Strategy::FlattenedIds) {
      devices.push_back(group);
    } else if (strategy == Strategy::CrossReplicaAndPartition) {
      SmallVector<int64_t> &all = devices.emplace_back();
      for (int64_t partition = 0; partition < grid.partitions; ++partition)
        for (int64_t replica : group)
          all.push_back(device(replica, partition));
    } else {
      bool isReplica = strategy == Strategy::CrossReplica;
      int64_t others = isReplica ? grid.partitions : grid.replicas;
      for (int64_t other = 0; other < others; ++other)
        devices.push_back(llvm::map_to_vector(group, [&](int64_t id) {
          return isReplica ? device(id, other) : device(other, id);
        }));
    }
  }
  return devices;
}

/// `groups` as an attribute of `columns` columns.
static DenseIntElementsAttr writeGroups(const Groups &groups,
                                        Builder &builder) {
  size_t columns = 0;
  for (const SmallVector<int64_t> &group : groups)
    columns = std::max(columns, group.size());
  SmallVector<int64_t> ids;
  for (const SmallVector<int64_t> &group : groups) {
    llvm::append_range(ids, group);
    ids.append(columns - group.size(), -1);
  }
  auto type = RankedTensorType::get(
      {static_cast<int64_t>(groups.size()), static_cast<int64_t>(columns)},
      builder.getI64Type());
  return DenseIntElementsAttr::get(type, ids);
}

template <typename OpTy>
static LogicalResult count(OpTy op, DenseIntElementsAttr groups,
                           Strategy strategy, const ProcessGrid &grid,
                           StringRef attribute) {
  Groups rows = readGroups(groups);
  // An empty list of groups means a single group, and an empty list of pairs no
  // transfer.
  bool ofPartitions = strategy == Strategy::CrossPartition;
  int64_t limit = strategy == Strategy::FlattenedIds ? grid.getCount()
                  : ofPartitions                     ? grid.partitions
                                                     : grid.replicas;
  if (rows.empty() && !isa<stablehlo::CollectivePermuteOp>(op))
    llvm::append_range(rows.emplace_back(), llvm::seq<int64_t>(0, limit));
  for (const SmallVector<int64_t> &row : rows)
    for (int64_t id : row)
      if (id < 0 || id >= limit)
        return op.emitOpError("requires processes from 0 to ")
               << limit - 1 << ", found " << id;
  Builder builder(op.getContext());
  op->setAttr(attribute, writeGroups(toDevices(rows, strategy, grid), builder));
  op.setChannelHandleAttr(stablehlo::ChannelHandleAttr::get(
      op.getContext(), /*handle=*/1, /*type=*/0));
  return success();
}

template <typename OpTy> static int64_t getChannel(OpTy op) {
  return op.getChannelHandle() ? op.getChannelHandle()->getHandle() : 0;
}

/// Imports collectives whose groups may extend over replicas and partitions.
template <typename OpTy>
static LogicalResult countReduction(OpTy op, const ProcessGrid &grid) {
  Strategy strategy = Strategy::CrossReplica;
  if (getChannel(op) > 0)
    strategy = op.getUseGlobalDeviceIds() ? Strategy::FlattenedIds
                                          : Strategy::CrossReplicaAndPartition;
  op.setUseGlobalDeviceIds(true);
  return count(op, cast<DenseIntElementsAttr>(op.getReplicaGroups()), strategy,
               grid, op.getReplicaGroupsAttrName());
}

template <typename OpTy>
static LogicalResult countExchange(OpTy op, const ProcessGrid &grid,
                                   ElementsAttr groups, StringRef attribute) {
  Strategy strategy =
      getChannel(op) > 0 ? Strategy::CrossPartition : Strategy::CrossReplica;
  return count(op, cast<DenseIntElementsAttr>(groups), strategy, grid,
               attribute);
}

LogicalResult dtensor::countDevicesThrough(Operation *op,
                                           const ProcessGrid &grid) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<stablehlo::AllReduceOp, stablehlo::AllGatherOp,
            stablehlo::ReduceScatterOp>(
          [&](auto collective) { return countReduction(collective, grid); })
      .Case<stablehlo::AllToAllOp, stablehlo::CollectiveBroadcastOp>(
          [&](auto collective) {
            return countExchange(collective, grid,
                                 collective.getReplicaGroups(),
                                 collective.getReplicaGroupsAttrName());
          })
      .Case([&](stablehlo::CollectivePermuteOp permute) {
        return countExchange(permute, grid, permute.getSourceTargetPairs(),
                             permute.getSourceTargetPairsAttrName());
      })
      .Default([](Operation *) { return success(); });
}
