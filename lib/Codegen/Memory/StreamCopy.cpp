//===- StreamCopy.cpp - Copies around the caches --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamCopy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace dtensor;

/// A line of the cache. A non-temporal store of a whole line reads nothing.
static constexpr int64_t kLineBytes = 64;

bool dtensor::canStream(Type elementType) {
  return elementType.isIntOrFloat() &&
         elementType.getIntOrFloatBitWidth() % 8 == 0 &&
         llvm::isPowerOf2_64(elementType.getIntOrFloatBitWidth());
}

namespace {

class StreamCopy {
public:
  StreamCopy(OpBuilder &builder, Location loc, Value source, Value dest)
      : builder(builder), loc(loc), source(source), dest(dest) {}

  void create();

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value createHead();
  void forEach(Value begin, Value end, int64_t step,
               function_ref<void(Value)> body);
  void createElements(Value begin, Value end);
  void createLines(Value begin, Value end);

  OpBuilder &builder;
  Location loc;
  Value source, dest;
  int64_t elementBytes = 0, lanes = 0;
};

} // namespace

/// The number of elements in front of the first whole line.
Value StreamCopy::createHead() {
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, dest);
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, dest);
  Value bytes = arith::MulIOp::create(builder, loc, metadata.getOffset(),
                                      index(elementBytes));
  address = arith::AddIOp::create(builder, loc, address, bytes);
  Value missing = arith::SubIOp::create(builder, loc, index(0), address);
  missing = arith::AndIOp::create(builder, loc, missing, index(kLineBytes - 1));
  return arith::DivUIOp::create(builder, loc, missing, index(elementBytes));
}

void StreamCopy::forEach(Value begin, Value end, int64_t step,
                         function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(builder, loc, begin, end, index(step));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void StreamCopy::createElements(Value begin, Value end) {
  forEach(begin, end, 1, [&](Value i) {
    Value element = memref::LoadOp::create(builder, loc, source, i);
    memref::StoreOp::create(builder, loc, element, dest, i);
  });
}

void StreamCopy::createLines(Value begin, Value end) {
  auto type = VectorType::get(
      {lanes}, cast<MemRefType>(source.getType()).getElementType());
  forEach(begin, end, lanes, [&](Value i) {
    Value line = vector::LoadOp::create(builder, loc, type, source, i);
    vector::StoreOp::create(builder, loc, line, dest, i, /*nontemporal=*/true,
                            llvm::MaybeAlign(kLineBytes));
  });
}

void StreamCopy::create() {
  auto type = cast<MemRefType>(source.getType());
  elementBytes = type.getElementTypeBitWidth() / 8;
  lanes = kLineBytes / elementBytes;
  Value all = index(type.getDimSize(0));
  Value head = arith::MinUIOp::create(builder, loc, createHead(), all);
  Value rest = arith::SubIOp::create(builder, loc, all, head);
  Value tail = arith::RemUIOp::create(builder, loc, rest, index(lanes));
  Value end = arith::SubIOp::create(builder, loc, all, tail);
  createElements(index(0), head);
  createLines(head, end);
  createElements(end, all);
}

void dtensor::createStreamCopy(OpBuilder &builder, Location loc, Value source,
                               Value dest) {
  StreamCopy(builder, loc, source, dest).create();
}
