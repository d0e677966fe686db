//===- ImportSends.cpp - From device to device ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveImporter.h"
#include <set>

using namespace mlir;
using namespace dtensor;

DenseElementsAttr CollectiveImporter::getZeros(RankedTensorType type) {
  Type element = type.getElementType();
  unsigned count = 1;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    element = complex.getElementType();
    count = 2;
  }
  SmallVector<char> zeros(
      count * llvm::divideCeil(element.getIntOrFloatBitWidth(), 8), 0);
  return DenseElementsAttr::getFromRawBuffer(type, zeros);
}

FailureOr<CollectiveImporter::Sends>
CollectiveImporter::toPlaces(Operation *op, const Sends &sends) {
  auto getPlace = [&](int64_t device, ArrayRef<unsigned> dims) {
    int64_t place = 0;
    for (unsigned dim : dims)
      place = place * mesh.getSize(dim) + mesh.getCoordinate(device, dim);
    return place;
  };
  std::vector<std::set<Send>> byFree(mesh.getGroupSize(free));
  for (Send send : sends) {
    int64_t here = getPlace(send.from, free);
    if (here != getPlace(send.to, free))
      return op->emitOpError("sends from device ")
             << send.from << " to " << send.to
             << ", which differ along axes that are left to the compiler; "
                "required: manual axes";
    send.from = getPlace(send.from, manual);
    send.to = getPlace(send.to, manual);
    byFree[here].insert(send);
  }
  if (!llvm::all_equal(byFree))
    return op->emitOpError("requires the same groups or pairs for all devices "
                           "along axes that are left to the compiler");
  return Sends(byFree[0].begin(), byFree[0].end());
}

Value CollectiveImporter::fetchRows(Operation *op, Value source,
                                    const Sends &sends,
                                    std::optional<int64_t> numSlots,
                                    RankedTensorType piece) {
  Location loc = op->getLoc();
  int64_t numPlaces = mesh.getGroupSize(manual);
  // Each device has one row of the whole tensor. Neighbouring rows that move by
  // the same distance, such as all but the last in a ring, move together.
  struct Run {
    Send send;
    int64_t count;
  };
  SmallVector<Run> runs;
  for (const Send &send : sends)
    if (!runs.empty() && runs.back().send.slot == send.slot &&
        runs.back().send.start == send.start &&
        runs.back().send.from + runs.back().count == send.from &&
        runs.back().send.to + runs.back().count == send.to)
      ++runs.back().count;
    else
      runs.push_back({send, 1});

  auto type = cast<RankedTensorType>(source.getType());
  // The axes of the rows stand before those of the value.
  int64_t first = numSlots ? 2 : 1, rank = type.getRank();
  SmallVector<int64_t> rowShape(first, 1), destShape(first, 1);
  if (numSlots)
    destShape[1] = *numSlots;
  llvm::append_range(rowShape, type.getShape());
  llvm::append_range(destShape, piece.getShape());
  auto rowType = RankedTensorType::get(rowShape, type.getElementType());
  auto destType = RankedTensorType::get(destShape, type.getElementType());
  SmallVector<ReassociationIndices> groups;
  for (int64_t axis = 0; axis < rank; ++axis) {
    ReassociationIndices &group = groups.emplace_back();
    for (int64_t i = axis ? axis + first : 0; i <= axis + first; ++i)
      group.push_back(i);
  }
  Value row =
      tensor::ExpandShapeOp::create(rewriter, loc, rowType, source, groups);
  bool isCovered =
      static_cast<int64_t>(sends.size()) == numPlaces * numSlots.value_or(1);
  Value dest = isCovered ? tensor::EmptyOp::create(rewriter, loc, destShape,
                                                   type.getElementType())
                               .getResult()
                         : stablehlo::ConstantOp::create(
                               rewriter, loc, destType, getZeros(destType))
                               .getResult();
  Layout layout(rank + first);
  layout.setAxis(0, manual);
  auto layoutAttr = LayoutAttr::get(meshName, mesh, layout);
  SmallVector<int64_t> numbers(destShape);
  numbers[0] = numPlaces;
  for (const auto &[send, count] : runs) {
    numbers.append({numPlaces, send.from, count, send.to});
    if (numSlots)
      numbers.append({1, 0, 1, send.slot});
    for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
      int64_t part = piece.getDimSize(axis);
      numbers.append({extent, part == extent ? 0 : send.start, part, 0});
    }
  }
  SmallVector<int64_t> strides(runs.size() * (rank + first) * 2, 1);
  return comm::FetchOp::create(
             rewriter, loc, destType, SmallVector<Value>(runs.size(), row),
             dest, ValueRange(),
             rewriter.getArrayAttr(
                 SmallVector<Attribute>(runs.size(), layoutAttr)),
             layoutAttr,
             AffineMapAttr::get(rewriter.getMultiDimIdentityMap(rank + first)),
             rewriter.getDenseI64ArrayAttr(numbers),
             rewriter.getDenseI64ArrayAttr(strides), getReason(op),
             /*fromPeersOnly=*/UnitAttr())
      .getResult();
}

LogicalResult CollectiveImporter::sendBetween(Operation *op,
                                              const Sends &devices) {
  FailureOr<Sends> sends = toPlaces(op, devices);
  if (failed(sends))
    return failure();
  SmallVector<Value> results;
  for (Value source : op->getOperands()) {
    auto type = cast<RankedTensorType>(source.getType());
    Value rows = fetchRows(op, source, *sends, std::nullopt, type);
    SmallVector<ReassociationIndices> groups;
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      groups.push_back(axis ? ReassociationIndices{axis + 1}
                            : ReassociationIndices{0, 1});
    results.push_back(tensor::CollapseShapeOp::create(rewriter, op->getLoc(),
                                                      type, rows, groups));
  }
  rewriter.replaceOp(op, results);
  return success();
}

FailureOr<SmallVector<Value>>
CollectiveImporter::fetchMembers(Operation *op, Value source,
                                 const Groups &groups,
                                 std::optional<int64_t> pieceAxis, bool first) {
  auto type = cast<RankedTensorType>(source.getType());
  int64_t numSlots = groups.getSize();
  SmallVector<int64_t> shape(type.getShape());
  if (pieceAxis)
    shape[*pieceAxis] /= numSlots;
  auto piece = RankedTensorType::get(shape, type.getElementType());
  Sends devices;
  for (const auto &group : groups.devices)
    for (auto [place, to] : llvm::enumerate(group))
      for (int64_t slot = 0; slot < numSlots; ++slot) {
        bool isMember = slot < static_cast<int64_t>(group.size());
        if (isMember || first)
          devices.push_back(
              {slot,
               pieceAxis ? static_cast<int64_t>(place) * shape[*pieceAxis] : 0,
               group[isMember ? slot : 0], to});
      }
  FailureOr<Sends> sends = toPlaces(op, devices);
  if (failed(sends))
    return failure();
  Value rows = fetchRows(op, source, *sends, numSlots, piece);
  auto rowsType = cast<RankedTensorType>(rows.getType());
  SmallVector<Value> members;
  for (int64_t slot = 0; slot < numSlots; ++slot) {
    SmallVector<int64_t> starts(rowsType.getRank(), 0);
    SmallVector<int64_t> limits(rowsType.getShape());
    SmallVector<int64_t> strides(rowsType.getRank(), 1);
    starts[1] = slot;
    limits[1] = slot + 1;
    SmallVector<int64_t> rowShape{1, 1};
    llvm::append_range(rowShape, shape);
    Value row = stablehlo::SliceOp::create(
        rewriter, op->getLoc(),
        RankedTensorType::get(rowShape, type.getElementType()), rows,
        rewriter.getDenseI64ArrayAttr(starts),
        rewriter.getDenseI64ArrayAttr(limits),
        rewriter.getDenseI64ArrayAttr(strides));
    members.push_back(
        stablehlo::ReshapeOp::create(rewriter, op->getLoc(), piece, row));
  }
  return members;
}

LogicalResult
CollectiveImporter::importPermute(stablehlo::CollectivePermuteOp op) {
  Sends sends;
  SmallVector<int64_t> ids =
      llvm::map_to_vector(op.getSourceTargetPairs().getValues<APInt>(),
                          [](const APInt &id) { return id.getSExtValue(); });
  for (size_t i = 0; i < ids.size(); i += 2)
    sends.push_back({0, 0, ids[i], ids[i + 1]});
  for (int64_t id : ids)
    if (id < 0 || id >= mesh.getNumDevices())
      return op.emitOpError("requires devices of the mesh ")
             << mesh.str() << ", found " << id;
  return sendBetween(op, sends);
}

LogicalResult
CollectiveImporter::importBroadcast(stablehlo::CollectiveBroadcastOp op) {
  Sends sends;
  auto type = cast<ShapedType>(op.getReplicaGroups().getType());
  int64_t size = type.getDimSize(1), place = 0, from = 0;
  for (const APInt &id : op.getReplicaGroups().getValues<APInt>()) {
    int64_t to = id.getSExtValue();
    if (place++ % size == 0)
      from = to;
    // Shorter groups are filled up with -1.
    if (to == -1)
      continue;
    if (to < 0 || to >= mesh.getNumDevices() || from < 0)
      return op.emitOpError("requires devices of the mesh ")
             << mesh.str() << ", found " << to;
    sends.push_back({0, 0, from, to});
  }
  return sendBetween(op, sends);
}
