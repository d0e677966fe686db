//===- BufferRange.cpp - Which bytes a buffer may be ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferRange.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace dtensor;

/// Whether `value` is memory that overlaps no other such value.
static bool isMemory(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp()) &&
           argument.getOwner()->isEntryBlock();
  return isa<memref::GetGlobalOp, memref::AllocOp, memref::AllocaOp,
             UnrealizedConversionCastOp>(value.getDefiningOp());
}

BufferRange dtensor::getBufferRange(Value buffer) {
  if (isMemory(buffer))
    return {buffer};
  Operation *op = buffer.getDefiningOp();
  auto view = dyn_cast_if_present<ViewLikeOpInterface>(op);
  if (!view)
    return {};
  BufferRange source = getBufferRange(view.getViewSource());
  // The result may extend beyond its source.
  if (isa<memref::ReinterpretCastOp>(op))
    return {source.memory};
  auto bytes = dyn_cast<memref::ViewOp>(op);
  if (!bytes)
    return source;
  std::optional<int64_t> shift = getConstantIntValue(bytes.getByteShift());
  MemRefType type = bytes.getType();
  int64_t bits = getElementBits(type.getElementType());
  if (!shift || !type.hasStaticShape() || bits == 0)
    return source;
  int64_t begin = source.begin + *shift;
  return {source.memory, begin,
          begin + type.getNumElements() * int64_t(llvm::divideCeil(bits, 8))};
}

bool dtensor::mayOverlap(const BufferRange &first, const BufferRange &second) {
  if (!first.memory || !second.memory)
    return true;
  return first.memory == second.memory && first.begin < second.end &&
         second.begin < first.end;
}
