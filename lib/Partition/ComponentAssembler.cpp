//===- ComponentAssembler.cpp - Tensors from components -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComponentAssembler.h"
#include "dtensor/ShardingRules/CombinerOf.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

DimList ComponentAssembler::getDims(const Layout &layout) {
  DimList dims;
  for (const DimList &axis : layout.getAxes())
    llvm::append_range(dims, axis);
  for (PartialDim partial : layout.getPartial())
    dims.push_back(partial.dim);
  return dims;
}

int64_t ComponentAssembler::moveAlong(int64_t device, ArrayRef<unsigned> dims,
                                      int64_t place) const {
  SmallVector<int64_t> coordinates = mesh.getCoordinates(device);
  for (unsigned dim : llvm::reverse(dims)) {
    coordinates[dim] = place % mesh.getSize(dim);
    place /= mesh.getSize(dim);
  }
  return mesh.getDevice(coordinates);
}

Value ComponentAssembler::cast(Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, loc, type, value);
}

static SmallVector<OpFoldResult> getAttrs(OpBuilder &builder,
                                          ArrayRef<int64_t> numbers) {
  return llvm::map_to_vector(numbers, [&](int64_t number) -> OpFoldResult {
    return builder.getIndexAttr(number);
  });
}

Value ComponentAssembler::insert(Location loc, Value from,
                                 ArrayRef<int64_t> starts,
                                 ArrayRef<int64_t> strides, Value to,
                                 ArrayRef<int64_t> toStarts,
                                 ArrayRef<int64_t> toStrides,
                                 ArrayRef<int64_t> extents) {
  SmallVector<OpFoldResult> sizes = getAttrs(builder, extents);
  Value part = tensor::ExtractSliceOp::create(builder, loc, from,
                                              getAttrs(builder, starts), sizes,
                                              getAttrs(builder, strides));
  return tensor::InsertSliceOp::create(builder, loc, part, to,
                                       getAttrs(builder, toStarts), sizes,
                                       getAttrs(builder, toStrides));
}

Value ComponentAssembler::combine(Location loc, Combiner combiner, Value a,
                                  Value b) {
  auto type = mlir::cast<RankedTensorType>(a.getType());
  SmallVector<AffineMap> maps(3,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  return linalg::GenericOp::create(
             builder, loc, type, ValueRange{a, b}, empty, maps, iterators,
             [&](OpBuilder &inner, Location, ValueRange elements) {
               linalg::YieldOp::create(inner, loc,
                                       createCombine(inner, loc, combiner,
                                                     elements[0], elements[1]));
             })
      .getResult(0);
}

Value ComponentAssembler::combinePartial(Location loc, Component component,
                                         const Layout &layout, int64_t device) {
  DimList dims;
  for (PartialDim partial : layout.getPartial())
    dims.push_back(partial.dim);
  Value result;
  for (int64_t i = 0, e = mesh.getGroupSize(dims); i < e; ++i) {
    Value other = component(moveAlong(device, dims, i));
    if (result)
      other = combine(loc, layout.getPartial().front().combiner, result,
                      cast(loc, other, result.getType()));
    result = other;
  }
  return result;
}

Value ComponentAssembler::join(Location loc, Component component,
                               const Layout &layout, ArrayRef<int64_t> shape,
                               int64_t device) {
  DimList dims = getDims(layout.withoutPartial());
  SmallVector<int64_t> ones(shape.size(), 1), zeros(shape.size(), 0);
  Value whole;
  for (int64_t i = 0, e = mesh.getGroupSize(dims); i < e; ++i) {
    int64_t other = moveAlong(device, dims, i);
    SmallVector<int64_t> coordinates = mesh.getCoordinates(other);
    SmallVector<int64_t> offsets, extents;
    for (auto [axis, extent] : llvm::enumerate(shape)) {
      Slice part =
          dtensor::cut(mesh, extent, layout.getAxis(axis), coordinates);
      offsets.push_back(part.offset);
      extents.push_back(part.extent);
    }
    Value part = combinePartial(loc, component, layout, other);
    Type element = getElementTypeOrSelf(part.getType());
    if (!whole)
      whole = tensor::EmptyOp::create(builder, loc, shape, element);
    if (extents == shape)
      return cast(loc, part, whole.getType());
    if (llvm::is_contained(extents, 0))
      continue;
    part = cast(loc, part, RankedTensorType::get(extents, element));
    whole = insert(loc, part, zeros, ones, whole, offsets, ones, extents);
  }
  return whole;
}

Value ComponentAssembler::cut(Location loc, Value whole, const Layout &layout,
                              int64_t device, Type type) {
  auto wholeType = mlir::cast<RankedTensorType>(whole.getType());
  SmallVector<int64_t> coordinates = mesh.getCoordinates(device);
  SmallVector<int64_t> offsets, extents;
  for (auto [axis, extent] : llvm::enumerate(wholeType.getShape())) {
    Slice part = dtensor::cut(mesh, extent, layout.getAxis(axis), coordinates);
    offsets.push_back(part.offset);
    extents.push_back(part.extent);
  }
  Type element = wholeType.getElementType();
  for (PartialDim partial : layout.getPartial())
    if (coordinates[partial.dim] != 0) {
      Value empty = tensor::EmptyOp::create(builder, loc, extents, element);
      Value identity = createIdentity(builder, loc, partial.combiner, element);
      Value none =
          linalg::FillOp::create(builder, loc, identity, empty).getResult(0);
      return cast(loc, none, type);
    }
  // An empty slice behind the end is not legal.
  if (llvm::is_contained(extents, 0))
    whole = tensor::EmptyOp::create(builder, loc, extents, element);
  else if (ArrayRef(extents) != wholeType.getShape())
    whole = tensor::ExtractSliceOp::create(
        builder, loc, whole, getAttrs(builder, offsets),
        getAttrs(builder, extents),
        getAttrs(builder, SmallVector<int64_t>(extents.size(), 1)));
  return cast(loc, whole, type);
}
