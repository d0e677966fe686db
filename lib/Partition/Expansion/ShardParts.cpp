//===- ShardParts.cpp - The parts of sharded axes -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Partition/ShardParts.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

ShardParts::ShardParts(Expander &expander, ArrayRef<ShardedAxis> axes)
    : expander(expander) {
  const Mesh &mesh = expander.getMesh();
  for (const ShardedAxis &axis : axes)
    llvm::append_range(dims, axis.dims);
  int64_t count = mesh.getGroupSize(dims);
  for (int64_t part = 0; part < count; ++part) {
    SmallVector<int64_t> coordinates(mesh.getNumDimensions(), 0);
    int64_t rest = part;
    for (unsigned dim : llvm::reverse(dims)) {
      coordinates[dim] = rest % mesh.getSize(dim);
      rest /= mesh.getSize(dim);
    }
    int64_t device = mesh.getDevice(coordinates);
    int64_t extent = 1;
    for (const ShardedAxis &axis : axes)
      extent *= Layout(ArrayRef<DimList>{DimList(axis.dims)})
                    .getOwnedSlice(mesh, 0, axis.extent, device)
                    .extent;
    extents.push_back(extent);
  }
}

int64_t ShardParts::getMaxExtent() const { return *llvm::max_element(extents); }

Layout ShardParts::getWithoutAxis(const Layout &layout, int64_t axis) {
  Layout without = layout;
  without.setAxis(axis, {});
  return without;
}

Value ShardParts::gather(Value local, RankedTensorType type, const Layout &from,
                         const Layout &to, Location loc, StringRef reason) {
  OpBuilder &builder = expander.getBuilder();
  SmallVector<Value> extents;
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis))
      extents.push_back(tensor::DimOp::create(builder, loc, local, axis));
  Value dest = expander.getGeometry().createEmpty(type, to, local, loc);
  return comm::AllGatherOp::create(
             builder, loc, TypeRange(dest.getType()), local, dest, extents,
             expander.getGeometry().getAttr(from),
             expander.getGeometry().getAttr(to),
             builder.getDenseI64ArrayAttr(type.getShape()), /*shared=*/nullptr,
             /*fromZero=*/nullptr, builder.getStringAttr(reason))
      ->getResult(0);
}

Value ShardParts::join(Value value, int64_t axis, ArrayRef<Slice> spans,
                       Location loc) {
  OpBuilder &builder = expander.getBuilder();
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<Slice> runs;
  for (const Slice &span : spans) {
    if (span.extent == 0)
      continue;
    if (!runs.empty() && runs.back().offset + runs.back().extent == span.offset)
      runs.back().extent += span.extent;
    else
      runs.push_back(span);
  }
  // There are no positions if `count` is 0.
  if (runs.empty())
    runs.push_back({0, 0});
  if (runs.size() == 1 && runs[0].extent == type.getDimSize(axis))
    return value;
  SmallVector<Value> pieces;
  for (const Slice &run : runs) {
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(builder, loc, value);
    SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
    offsets[axis] = builder.getIndexAttr(run.offset);
    sizes[axis] = builder.getIndexAttr(run.extent);
    pieces.push_back(tensor::ExtractSliceOp::create(builder, loc, value,
                                                    offsets, sizes, strides));
  }
  if (pieces.size() == 1)
    return pieces[0];
  return tensor::ConcatOp::create(builder, loc, axis, pieces);
}

Value ShardParts::gatherResults(Value local, RankedTensorType type,
                                const Layout &layout, StringRef reason) {
  OpBuilder &builder = expander.getBuilder();
  Location loc = local.getLoc();
  auto localType = cast<RankedTensorType>(local.getType());
  // A new first axis is added: [5] becomes [1, 5], which is a part of [parts,
  // 5].
  SmallVector<int64_t> shape{getCount()}, localShape{1};
  llvm::append_range(shape, type.getShape());
  llvm::append_range(localShape, localType.getShape());
  SmallVector<OpFoldResult> sizes{builder.getIndexAttr(1)};
  llvm::append_range(sizes, tensor::getMixedSizes(builder, loc, local));
  SmallVector<ReassociationIndices> groups;
  for (int64_t axis = 0; axis < localType.getRank(); ++axis)
    groups.push_back(axis == 0 ? ReassociationIndices{0, 1}
                               : ReassociationIndices{axis + 1});
  Value expanded = tensor::ExpandShapeOp::create(
      builder, loc, localType.clone(localShape), local, groups, sizes);
  SmallVector<DimList> from{dims}, to{DimList()};
  llvm::append_range(from, layout.getAxes());
  llvm::append_range(to, layout.getAxes());
  Value all = gather(expanded, type.clone(shape), Layout(from), Layout(to), loc,
                     reason);
  SmallVector<Slice> filled;
  for (auto [part, extent] : llvm::enumerate(extents))
    filled.push_back({int64_t(part), extent > 0 ? 1 : 0});
  return join(all, 0, filled, loc);
}

Value ShardParts::gatherAxis(Value local, Value like, int64_t axis,
                             StringRef reason) {
  const Layout &layout = expander.getLayout(like);
  return gather(local, cast<RankedTensorType>(like.getType()), layout,
                getWithoutAxis(layout, axis), local.getLoc(), reason);
}

/// The type of `like` with `count` positions of `axis` for each part.
static RankedTensorType getCandidateType(Value like, int64_t axis,
                                         int64_t count, int64_t parts) {
  auto type = cast<RankedTensorType>(like.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = count * parts;
  return type.clone(shape);
}

Value ShardParts::createCandidates(Value like, int64_t axis, int64_t count) {
  return expander.getGeometry().createEmpty(
      getCandidateType(like, axis, count, getCount()), expander.getLayout(like),
      expander.getLocal(like), like.getLoc());
}

Value ShardParts::gatherCandidates(Value local, Value like, int64_t axis,
                                   int64_t count, StringRef reason) {
  const Layout &layout = expander.getLayout(like);
  Value all =
      gather(local, getCandidateType(like, axis, count, getCount()), layout,
             getWithoutAxis(layout, axis), local.getLoc(), reason);
  SmallVector<Slice> filled;
  for (auto [part, extent] : llvm::enumerate(extents))
    filled.push_back({int64_t(part) * count, std::min(extent, count)});
  return join(all, axis, filled, local.getLoc());
}

Value ShardParts::createNumBefore(Location loc, bool behind) {
  OpBuilder &builder = expander.getBuilder();
  const Mesh &mesh = expander.getMesh();
  Value part = arith::ConstantIndexOp::create(builder, loc, 0);
  for (unsigned dim : dims) {
    Value size =
        arith::ConstantIndexOp::create(builder, loc, mesh.getSize(dim));
    Value coordinate = comm::CoordinateOp::create(
        builder, loc, expander.getGeometry().getMeshName(),
        builder.getStringAttr(mesh.getName(dim)));
    part = arith::MulIOp::create(builder, loc, part, size);
    part = arith::AddIOp::create(builder, loc, part, coordinate);
  }
  SmallVector<int64_t> before;
  int64_t seen = 0;
  for (int64_t extent : extents) {
    before.push_back(seen);
    seen += extent > 0;
  }
  if (behind)
    for (auto [number, extent] : llvm::zip_equal(before, extents))
      number = seen - number - (extent > 0 ? 1 : 0);
  auto type = RankedTensorType::get(getCount(), builder.getIndexType());
  Value table = arith::ConstantOp::create(
      builder, loc, DenseIntElementsAttr::get(type, before));
  return tensor::ExtractOp::create(builder, loc, table, part);
}
