//===- ImportExchanges.cpp - Gathers and exchanges ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveImporter.h"

using namespace mlir;
using namespace dtensor;

Value CollectiveImporter::splitAxis(Operation *op, Value value, unsigned axis,
                                    int64_t major, bool isJoined) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> groups;
  unsigned position = 0;
  for (int64_t i = 0, rank = type.getRank() - (isJoined ? 1 : 0); i < rank;
       ++i) {
    ReassociationIndices &group = groups.emplace_back();
    group.push_back(position++);
    if (i != axis) {
      shape.push_back(type.getDimSize(isJoined ? group[0] : i));
      continue;
    }
    group.push_back(position++);
    if (isJoined) {
      shape.push_back(major * type.getDimSize(group[1]));
      continue;
    }
    shape.push_back(major);
    shape.push_back(type.getDimSize(i) / major);
  }
  auto split = RankedTensorType::get(shape, type.getElementType());
  if (isJoined)
    return tensor::CollapseShapeOp::create(rewriter, op->getLoc(), split, value,
                                           groups);
  return tensor::ExpandShapeOp::create(rewriter, op->getLoc(), split, value,
                                       groups);
}

Value CollectiveImporter::joinMembers(Operation *op, ArrayRef<Value> members,
                                      Type result, int64_t axis) {
  return stablehlo::ConcatenateOp::create(rewriter, op->getLoc(), result,
                                          members, axis);
}

LogicalResult CollectiveImporter::importGather(stablehlo::AllGatherOp op) {
  FailureOr<Groups> groups =
      findEqualGroups(op, op.getReplicaGroups(), op.getChannelHandle());
  if (failed(groups))
    return failure();
  const std::optional<DimList> &dims = groups->dims;
  int64_t count = groups->getSize();
  SmallVector<Value> results;
  for (auto [source, result] :
       llvm::zip(op.getOperands(), op.getResultTypes())) {
    auto type = cast<RankedTensorType>(result);
    auto axis = static_cast<int64_t>(op.getAllGatherDim());
    int64_t part = cast<RankedTensorType>(source.getType()).getDimSize(axis);
    if (part * count != type.getDimSize(axis))
      return op.emitOpError("requires a result ")
             << count << " times as long along axis " << axis
             << " as the operand, found " << type;
    if (!dims) {
      FailureOr<SmallVector<Value>> members = fetchMembers(op, source, *groups);
      if (failed(members))
        return failure();
      results.push_back(joinMembers(op, *members, result, axis));
      continue;
    }
    Layout from(type.getRank()), to(type.getRank());
    from.setAxis(axis, *dims);
    if (free.empty()) {
      results.push_back(move<comm::AllGatherOp>(op, source, result, from, to,
                                                type.getShape()));
      continue;
    }
    Value piece = splitAxis(op, source, axis, 1);
    auto own = cast<RankedTensorType>(piece.getType());
    SmallVector<int64_t> shape(own.getShape());
    shape[axis] = count;
    from = Layout(own.getRank());
    from.setAxis(axis, *dims);
    Value pieces = move<comm::AllGatherOp>(
        op, piece, RankedTensorType::get(shape, own.getElementType()), from,
        Layout(own.getRank()), shape);
    results.push_back(splitAxis(op, pieces, axis, count, true));
  }
  rewriter.replaceOp(op, results);
  return success();
}

/// Imports an all_to_all that splits and joins one axis: device i's piece j
/// becomes device j's piece i. The pieces of all devices form a matrix, of
/// which each device has a row before and a column after.
Value CollectiveImporter::exchangePieces(Operation *op, Value source,
                                         unsigned axis, const DimList &dims) {
  auto type = cast<RankedTensorType>(source.getType());
  int64_t count = mesh.getGroupSize(dims);
  SmallVector<ReassociationIndices> groups;
  SmallVector<int64_t> row, column, pieces;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    ReassociationIndices &group = groups.emplace_back();
    auto add = [&](int64_t inRow, int64_t inColumn, int64_t inAll) {
      group.push_back(row.size());
      row.push_back(inRow);
      column.push_back(inColumn);
      pieces.push_back(inAll);
    };
    int64_t extent = type.getDimSize(i);
    if (i == axis) {
      add(1, count, count);
      add(count, 1, count);
      extent /= count;
    }
    add(extent, extent, extent);
  }
  Layout from(row.size()), to(row.size());
  from.setAxis(axis, dims);
  to.setAxis(axis + 1, dims);
  Type element = type.getElementType();
  Value rows = tensor::ExpandShapeOp::create(
      rewriter, op->getLoc(), RankedTensorType::get(row, element), source,
      groups);
  Value columns = move<comm::AllToAllOp>(
      op, rows, RankedTensorType::get(column, element), from, to, pieces);
  return tensor::CollapseShapeOp::create(rewriter, op->getLoc(), type, columns,
                                         groups);
}

/// Imports an all_to_all where free dimensions can shard both axes. The pieces
/// lie on axes of their own.
Value CollectiveImporter::exchangeAxes(Operation *op, Value source,
                                       unsigned split, unsigned concat,
                                       const DimList &dims) {
  int64_t count = mesh.getGroupSize(dims);
  // The numbers of both major axes. They count the other split axis if it comes
  // before.
  unsigned splitAt = split + (concat < split ? 1 : 0);
  unsigned concatAt = concat + (split < concat ? 1 : 0);
  Value pieces = splitAxis(op, source, std::max(split, concat),
                           split > concat ? count : 1);
  pieces = splitAxis(op, pieces, std::min(split, concat),
                     split < concat ? count : 1);
  auto before = cast<RankedTensorType>(pieces.getType());
  SmallVector<int64_t> whole(before.getShape()), after(before.getShape());
  whole[concatAt] = after[concatAt] = count;
  after[splitAt] = 1;
  Layout from(before.getRank()), to(before.getRank());
  from.setAxis(concatAt, dims);
  to.setAxis(splitAt, dims);
  Value moved = move<comm::AllToAllOp>(
      op, pieces, RankedTensorType::get(after, before.getElementType()), from,
      to, whole);
  moved = splitAxis(op, moved, std::min(splitAt, concatAt),
                    split < concat ? 1 : count, true);
  return splitAxis(op, moved, std::max(split, concat),
                   split < concat ? count : 1, true);
}

LogicalResult CollectiveImporter::importAllToAll(stablehlo::AllToAllOp op) {
  FailureOr<Groups> groups =
      findEqualGroups(op, op.getReplicaGroups(), op.getChannelHandle());
  if (failed(groups))
    return failure();
  const std::optional<DimList> &dims = groups->dims;
  int64_t count = groups->getSize();
  auto split = static_cast<int64_t>(op.getSplitDimension());
  auto concat = static_cast<int64_t>(op.getConcatDimension());
  SmallVector<Value> results;
  for (auto [source, result] :
       llvm::zip(op.getOperands(), op.getResultTypes())) {
    auto type = cast<RankedTensorType>(source.getType());
    SmallVector<int64_t> shape(type.getShape());
    if (!dims) {
      FailureOr<SmallVector<Value>> members =
          fetchMembers(op, source, *groups, split);
      if (failed(members))
        return failure();
      results.push_back(joinMembers(op, *members, result, concat));
      continue;
    }
    if (split == concat) {
      results.push_back(exchangePieces(op, source, split, *dims));
      continue;
    }
    if (!free.empty()) {
      results.push_back(exchangeAxes(op, source, split, concat, *dims));
      continue;
    }
    shape[concat] *= count;
    Layout from(type.getRank()), to(type.getRank());
    from.setAxis(concat, *dims);
    to.setAxis(split, *dims);
    results.push_back(
        move<comm::AllToAllOp>(op, source, result, from, to, shape));
  }
  rewriter.replaceOp(op, results);
  return success();
}
