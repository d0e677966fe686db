//===- BareBuffer.cpp - A buffer without its descriptor -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Outlining/BareBuffer.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace dtensor;

// The other fields of a descriptor.
static constexpr int32_t kOffset = 2, kSizes = 3, kStrides = 4;

BareBuffer::BareBuffer(MemRefType type, const LLVMTypeConverter &converter)
    : type(type), converter(converter) {
  std::tie(strides, offset) = type.getStridesAndOffset();
  for (int32_t axis = 0; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis))
      open.push_back({kSizes, axis});
  for (int32_t axis = 0; axis < type.getRank(); ++axis)
    if (ShapedType::isDynamic(strides[axis]))
      open.push_back({kStrides, axis});
}

SmallVector<Type> BareBuffer::getTypes() const {
  SmallVector<Type> types(1 + open.size(), converter.getIndexType());
  types.front() = LLVM::LLVMPointerType::get(type.getContext());
  return types;
}

SmallVector<Value> BareBuffer::take(OpBuilder &builder, Location loc,
                                    Value buffer) const {
  MemRefDescriptor descriptor(
      UnrealizedConversionCastOp::create(builder, loc,
                                         converter.convertType(type), buffer)
          .getResult(0));
  SmallVector<Value> values = {
      ShapedType::isDynamic(offset)
          ? descriptor.bufferPtr(builder, loc, converter, type)
          : descriptor.alignedPtr(builder, loc)};
  for (auto [field, axis] : open)
    values.push_back(field == kSizes ? descriptor.size(builder, loc, axis)
                                     : descriptor.stride(builder, loc, axis));
  return values;
}

SmallVector<Value> BareBuffer::load(OpBuilder &builder, Location loc,
                                    Value descriptor) const {
  Type pointer = LLVM::LLVMPointerType::get(type.getContext());
  auto loadField = [&](Type result, ArrayRef<LLVM::GEPArg> place) -> Value {
    Value address = LLVM::GEPOp::create(
        builder, loc, pointer, converter.convertType(type), descriptor, place);
    // The descriptors of arguments are not written during a call.
    return LLVM::LoadOp::create(builder, loc, result, address,
                                /*alignment=*/0, /*isVolatile=*/false,
                                /*isNonTemporal=*/false, /*isInvariant=*/true);
  };
  SmallVector<Value> values = {loadField(pointer, {0, kAligned})};
  if (ShapedType::isDynamic(offset))
    values.front() = LLVM::GEPOp::create(
        builder, loc, pointer, converter.convertType(type.getElementType()),
        values.front(), loadField(converter.getIndexType(), {0, kOffset}));
  for (auto [field, axis] : open)
    values.push_back(loadField(converter.getIndexType(), {0, field, axis}));
  return values;
}

Value BareBuffer::make(OpBuilder &builder, Location loc,
                       ValueRange values) const {
  return UnrealizedConversionCastOp::create(builder, loc, type, values)
      .getResult(0);
}

bool BareBuffer::isMade(UnrealizedConversionCastOp op) {
  return op->getNumResults() == 1 &&
         isa<MemRefType>(op->getResult(0).getType()) &&
         op->getNumOperands() > 0 &&
         isa<LLVM::LLVMPointerType>(op->getOperand(0).getType());
}

Value BareBuffer::describe(OpBuilder &builder, Location loc,
                           ValueRange values) const {
  auto descriptor =
      MemRefDescriptor::poison(builder, loc, converter.convertType(type));
  descriptor.setAllocatedPtr(builder, loc, values.front());
  descriptor.setAlignedPtr(builder, loc, values.front());
  // The pointer includes a dynamic offset.
  descriptor.setConstantOffset(builder, loc,
                               ShapedType::isDynamic(offset) ? 0 : offset);
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    if (!type.isDynamicDim(axis))
      descriptor.setConstantSize(builder, loc, axis, type.getDimSize(axis));
    if (!ShapedType::isDynamic(strides[axis]))
      descriptor.setConstantStride(builder, loc, axis, strides[axis]);
  }
  for (auto [place, value] : llvm::zip(open, values.drop_front())) {
    if (place.first == kSizes)
      descriptor.setSize(builder, loc, place.second, value);
    else
      descriptor.setStride(builder, loc, place.second, value);
  }
  return UnrealizedConversionCastOp::create(builder, loc, type,
                                            Value(descriptor))
      .getResult(0);
}
