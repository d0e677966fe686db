//===- ComponentSlice.cpp - The part of a result that a device owns -------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComponentSlice.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"

using namespace mlir;
using namespace dtensor;

/// The mesh dimensions along which `offset` is this device's start in an axis
/// of `extent`; nothing if it is another number.
static std::optional<DimList>
getShardDims(const Mesh &mesh, OpFoldResult offset, int64_t extent) {
  if (isZeroInteger(offset))
    return DimList();
  auto value = dyn_cast<Value>(offset);
  auto shard = value ? value.getDefiningOp<comm::ShardOffsetOp>()
                     : comm::ShardOffsetOp();
  if (!shard || shard.getExtent() ||
      shard.getStaticExtent() != uint64_t(extent))
    return std::nullopt;
  DimList dims;
  for (Attribute name : shard.getDims())
    if (std::optional<unsigned> dim =
            mesh.lookup(cast<StringAttr>(name).getValue()))
      dims.push_back(*dim);
  return dims;
}

/// Whether `size` is the extent of this device's shard of an axis.
static bool isShardExtent(const Mesh &mesh, OpFoldResult size,
                          ArrayRef<unsigned> dims, int64_t extent) {
  Layout axis{ArrayRef<DimList>{DimList(dims)}};
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return axis.isEven(mesh, 0, extent) &&
           *constant == axis.getMaxLocalExtent(mesh, 0, extent);
  auto shard = cast<Value>(size).getDefiningOp<comm::ShardExtentOp>();
  if (!shard || shard.getExtent() ||
      shard.getStaticExtent() != uint64_t(extent) ||
      shard.getDims().size() != dims.size())
    return false;
  return llvm::all_of(llvm::zip_equal(shard.getDims(), dims), [&](auto pair) {
    return cast<StringAttr>(std::get<0>(pair)).getValue() ==
           mesh.getName(std::get<1>(pair));
  });
}

std::optional<CollectiveSides>
dtensor::getSides(comm::CollectiveOpInterface collective) {
  MeshOp mesh = lookupMeshOrNull(collective, collective.getFrom().getMesh());
  if (!mesh || collective->getNumResults() != 1)
    return std::nullopt;
  llvm::Expected<Layout> from = collective.getFrom().resolve(mesh.getMesh());
  llvm::Expected<Layout> to = collective.getTo().resolve(mesh.getMesh());
  if (!from || !to) {
    llvm::consumeError(from.takeError());
    llvm::consumeError(to.takeError());
    return std::nullopt;
  }
  return CollectiveSides{mesh.getMesh(), *from, *to};
}

std::optional<Layout>
dtensor::getSliceLayout(comm::CollectiveOpInterface collective,
                        const CollectiveSides &sides,
                        tensor::ExtractSliceOp slice) {
  if (slice.getSource() != collective->getResult(0))
    return std::nullopt;
  return getSliceLayout(slice, sides.mesh, sides.to,
                        collective.getGlobalShape());
}

std::optional<Layout> dtensor::getSliceLayout(tensor::ExtractSliceOp slice,
                                              const Mesh &mesh,
                                              const Layout &source,
                                              ArrayRef<int64_t> shape) {
  if (slice.getType().getRank() != slice.getSourceType().getRank())
    return std::nullopt;
  Layout layout = source.withoutPartial();
  for (auto [axis, offset, size, stride] :
       llvm::enumerate(slice.getMixedOffsets(), slice.getMixedSizes(),
                       slice.getMixedStrides())) {
    if (!isOneInteger(stride))
      return std::nullopt;
    std::optional<DimList> dims = getShardDims(mesh, offset, shape[axis]);
    if (!dims)
      return std::nullopt;
    if (dims->empty()) {
      if (getConstantIntValue(size) != slice.getSourceType().getDimSize(axis))
        return std::nullopt;
      continue;
    }
    if (!source.getAxis(axis).empty() ||
        !isShardExtent(mesh, size, *dims, shape[axis]))
      return std::nullopt;
    layout.setAxis(axis, *dims);
  }
  return layout;
}
