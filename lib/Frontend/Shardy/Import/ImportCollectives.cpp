//===- ImportCollectives.cpp - Collectives of manual computations ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportCollectives.h"
#include "CollectiveImporter.h"
#include "ProcessGroups.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace dtensor;

int64_t CollectiveImporter::Groups::getSize() const {
  size_t size = 0;
  for (const auto &group : devices)
    size = std::max(size, group.size());
  return size;
}

bool CollectiveImporter::Groups::areEqual() const {
  return llvm::all_equal(
      llvm::map_range(devices, [](const auto &group) { return group.size(); }));
}

LogicalResult CollectiveImporter::requireEqual(Operation *op,
                                               const Groups &groups) {
  if (groups.areEqual())
    return success();
  InFlightDiagnostic error =
      op->emitOpError("requires groups of one size, found groups of ");
  llvm::interleaveComma(groups.devices, error,
                        [&](const auto &group) { error << group.size(); });
  return error << " devices";
}

FailureOr<CollectiveImporter::Groups>
CollectiveImporter::findEqualGroups(Operation *op, ElementsAttr attribute,
                                    Channel channel) {
  FailureOr<Groups> groups = findGroups(op, attribute, channel);
  if (failed(groups) || failed(requireEqual(op, *groups)))
    return failure();
  return groups;
}

FailureOr<CollectiveImporter::Groups>
CollectiveImporter::findGroups(Operation *op, ElementsAttr attribute,
                               Channel channel) {
  if (!channel || channel->getHandle() < 1)
    return op->emitOpError("has groups of replicas; required: groups of "
                           "devices, which have a channel");
  Groups groups;
  groups.devices = readGroups(attribute);
  int64_t count = mesh.getNumDevices();
  // An empty list means a single group of all devices.
  if (groups.devices.empty())
    llvm::append_range(groups.devices.emplace_back(),
                       llvm::seq<int64_t>(0, count));
  SmallVector<bool> seen(count, false);
  for (const auto &group : groups.devices)
    for (int64_t device : group) {
      if (device >= count)
        return op->emitOpError("requires devices of the mesh ")
               << mesh.str() << ", found " << device;
      seen[device] = true;
    }
  if (auto missing = llvm::find(seen, false); missing != seen.end())
    return op->emitOpError("requires each device in a group, found none with ")
           << missing - seen.begin() << " in " << attribute;
  groups.dims = findGroupDims(mesh, groups.devices);
  if (groups.dims)
    for (unsigned dim : *groups.dims)
      if (!llvm::is_contained(manual, dim))
        return op->emitOpError("goes along ")
               << mesh.getName(dim)
               << ", which is left to the compiler; required: manual axes";
  return groups;
}

Value CollectiveImporter::createNumber(Location loc, ArrayRef<unsigned> dims,
                                       Type type) {
  Value number = arith::ConstantIndexOp::create(rewriter, loc, 0);
  for (unsigned dim : dims) {
    Value size =
        arith::ConstantIndexOp::create(rewriter, loc, mesh.getSize(dim));
    Value coordinate = comm::CoordinateOp::create(
        rewriter, loc, meshName, rewriter.getStringAttr(mesh.getName(dim)));
    number = arith::MulIOp::create(rewriter, loc, number, size);
    number = arith::AddIOp::create(rewriter, loc, number, coordinate);
  }
  Value word =
      arith::IndexCastOp::create(rewriter, loc, rewriter.getI32Type(), number);
  Value scalar = tensor::FromElementsOp::create(
      rewriter, loc, RankedTensorType::get({}, rewriter.getI32Type()), word);
  return stablehlo::BitcastConvertOp::create(rewriter, loc, type, scalar);
}

/// The constant that `value` has wherever it is used; nothing if it is data.
static std::optional<int64_t> getNumber(Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements =
      constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : nullptr;
  if (!elements || !elements.isSplat())
    return std::nullopt;
  return elements.getSplatValue<APInt>().getZExtValue();
}

/// The divisor of `number / divisor` if `op` divides `number`.
static std::optional<int64_t> getDivisor(Operation *op, Value number) {
  auto divide = dyn_cast<stablehlo::DivOp>(op);
  if (!divide || divide.getLhs() != number)
    return std::nullopt;
  return getNumber(divide.getRhs());
}

void CollectiveImporter::importCoordinates(Value number, int64_t divisor) {
  for (Operation *user : llvm::make_early_inc_range(number.getUsers())) {
    if (divisor == 1)
      if (std::optional<int64_t> stride = getDivisor(user, number))
        importCoordinates(user->getResult(0), *stride);
    auto rest = dyn_cast<stablehlo::RemOp>(user);
    std::optional<int64_t> size = rest && rest.getLhs() == number
                                      ? getNumber(rest.getRhs())
                                      : std::nullopt;
    if (!size)
      continue;
    std::optional<DimList> dims = findDigitDims(mesh, divisor, *size);
    if (!dims || !llvm::all_of(*dims, [&](unsigned dim) {
          return llvm::is_contained(manual, dim);
        }))
      continue;
    rewriter.setInsertionPoint(rest);
    rewriter.replaceOp(rest,
                       createNumber(rest.getLoc(), *dims, rest.getType()));
  }
}

LogicalResult
CollectiveImporter::importPartitionId(stablehlo::PartitionIdOp op) {
  // A value that differs along one dimension must not seem to differ along
  // others.
  importCoordinates(op.getResult(), /*divisor=*/1);
  for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
    if (getDivisor(user, op.getResult()) && user->use_empty())
      rewriter.eraseOp(user);
  if (op->use_empty()) {
    rewriter.eraseOp(op);
    return success();
  }
  if (!free.empty())
    return op.emitOpError("differs along axes that are left to the compiler; "
                          "number the devices along manual axes with "
                          "jax.lax.axis_index");
  rewriter.setInsertionPoint(op);
  auto all = llvm::to_vector(llvm::seq<unsigned>(0, mesh.getNumDimensions()));
  rewriter.replaceOp(op, createNumber(op.getLoc(), all, op.getType()));
  return success();
}

LogicalResult CollectiveImporter::importOp(Operation *op) {
  rewriter.setInsertionPoint(op);
  if (auto reduce = dyn_cast<stablehlo::AllReduceOp>(op))
    return importReduction(op, reduce.getComputation(),
                           reduce.getReplicaGroups(), reduce.getChannelHandle(),
                           std::nullopt);
  if (auto scatter = dyn_cast<stablehlo::ReduceScatterOp>(op))
    return importReduction(op, scatter.getComputation(),
                           scatter.getReplicaGroups(),
                           scatter.getChannelHandle(),
                           static_cast<int64_t>(scatter.getScatterDimension()));
  if (auto gather = dyn_cast<stablehlo::AllGatherOp>(op))
    return importGather(gather);
  if (auto exchange = dyn_cast<stablehlo::AllToAllOp>(op))
    return importAllToAll(exchange);
  if (auto partition = dyn_cast<stablehlo::PartitionIdOp>(op))
    return importPartitionId(partition);
  if (auto permute = dyn_cast<stablehlo::CollectivePermuteOp>(op))
    return importPermute(permute);
  if (auto broadcast = dyn_cast<stablehlo::CollectiveBroadcastOp>(op))
    return importBroadcast(broadcast);
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op); call && isRagged(call))
    return importRagged(call);
  if (isa<stablehlo::ReplicaIdOp>(op))
    return op->emitOpError("is not supported inside of a manual computation; "
                           "number the devices with partition_id");
  return success();
}

LogicalResult dtensor::sdy::importCollectives(LocalMapOp map,
                                              FlatSymbolRefAttr meshName,
                                              const Mesh &mesh) {
  SmallVector<Operation *> ops;
  map.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LocalMapOp>(op))
      return WalkResult::skip();
    ops.push_back(op);
    return WalkResult::advance();
  });
  CollectiveImporter importer(map, meshName, mesh);
  // Inner ops come first, since an op is recognised by its region.
  for (Operation *op : llvm::reverse(ops))
    if (failed(importer.importOp(op)))
      return failure();
  return success();
}
