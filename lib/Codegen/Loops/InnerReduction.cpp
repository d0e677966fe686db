//===- InnerReduction.cpp - Partial results as lanes of vectors -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionLoops.h"
#include "RowRequests.h"
#include "VectorBody.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace dtensor;

namespace {

class InnerReduction : ReductionLoops {
public:
  InnerReduction(linalg::LinalgOp op, ArrayRef<unsigned> order,
                 const ReductionFolds &roles, ArrayRef<RowRequest> requests)
      : ReductionLoops(op, order, roles), requests(requests) {}

  void create();

private:
  Values createIdentities();
  Values addVectors(Values partial);
  Values addRest(Values partial);
  Values addByWayOfMemory(Values partial);
  Values foldVectors(Values partial);
  void ask(const RowRequest &request, Value begin, int64_t number);

  /// The rows that the loops ask memory for.
  ArrayRef<RowRequest> requests;
};

} // namespace

void InnerReduction::ask(const RowRequest &request, Value begin,
                         int64_t number) {
  Value row = request.row ? request.row : induction[order.front()];
  prefetch(builder, loc, request, row, begin, number);
}

/// Adds all full vectors.
SmallVector<Value> InnerReduction::addVectors(SmallVector<Value> partial) {
  int64_t lanes = roles.lanes;
  int64_t whole = ranges[roles.split] / lanes * lanes;
  scf::ForOp loop = enterLoop(index(0), index(whole), lanes, partial);
  induction[roles.split] = loop.getInductionVar();
  for (const RowRequest &request : requests)
    ask(request, loop.getInductionVar(), lanes);
  SmallVector<Value> elements = createVectorBody(lanes);
  return yield(loop, combine(getCarried(loop), elements));
}

/// Adds the rest, which has fewer elements than lanes, in pieces whose sizes
/// are powers of two.
SmallVector<Value> InnerReduction::addRest(SmallVector<Value> partial) {
  int64_t extent = ranges[roles.split];
  int64_t begin = extent / roles.lanes * roles.lanes;
  if (begin == extent)
    return partial;
  SmallVector<Value> rest = createIdentities();
  for (int64_t width = roles.lanes / 2, at = begin; width > 0; width /= 2) {
    if (extent - at < width)
      continue;
    induction[roles.split] = index(at);
    // Vectors of one element are avoided: LLVM fails at some comparisons of
    // them on AVX-512.
    SmallVector<Value> pieces =
        width > 1 ? createVectorBody(width) : createBody();
    for (auto [vector, piece] : llvm::zip(rest, pieces))
      vector = width > 1
                   ? vector::InsertStridedSliceOp::create(
                         builder, loc, piece, vector,
                         ArrayRef<int64_t>(at - begin), ArrayRef<int64_t>(1))
                         .getResult()
                   : vector::InsertOp::create(builder, loc, piece, vector,
                                              at - begin)
                         .getResult();
    at += width;
  }
  return combine(partial, rest);
}

/// Computes some elements one by one and stores them. Then loads them as
/// vectors.
SmallVector<Value>
InnerReduction::addByWayOfMemory(SmallVector<Value> partial) {
  int64_t size = cast<MemRefType>(buffers.front().getType()).getDimSize(0);
  scf::ForOp tiles = enterLoop(index(0), bounds[roles.split], size, partial);
  Value begin = tiles.getInductionVar();
  Value left = arith::SubIOp::create(builder, loc, bounds[roles.split], begin);
  Value number = arith::MinSIOp::create(builder, loc, left, index(size));

  for (const RowRequest &request : requests) {
    int64_t line = getLineLength(request.buffer);
    Value next = enterLoop(begin, add(begin, number), line).getInductionVar();
    ask(request, next, line);
    leaveLoops();
  }
  Value at = enterLoop(index(0), number).getInductionVar();
  induction[roles.split] = add(begin, at);
  for (auto [buffer, element] : llvm::zip(buffers, createBody()))
    memref::StoreOp::create(builder, loc, element, buffer, at);
  leaveLoops();
  Value filled = roundDown(add(number, index(roles.lanes - 1)), roles.lanes);
  at = enterLoop(number, filled).getInductionVar();
  for (auto [fold, buffer] : llvm::zip(roles.folds, buffers))
    memref::StoreOp::create(builder, loc,
                            createIdentity(builder, loc, fold, fold.type),
                            buffer, at);
  leaveLoops();

  scf::ForOp loop =
      enterLoop(index(0), filled, roles.lanes, tiles.getRegionIterArgs());
  SmallVector<Value> elements;
  for (auto [buffer, sum] : llvm::zip(buffers, partial))
    elements.push_back(vector::LoadOp::create(builder, loc,
                                              cast<VectorType>(sum.getType()),
                                              buffer, loop.getInductionVar()));
  return yield(tiles, yield(loop, combine(getCarried(loop), elements)));
}

SmallVector<Value> InnerReduction::createIdentities() {
  return llvm::map_to_vector(roles.folds, [&](const Fold &fold) {
    return createIdentity(builder, loc, fold,
                          VectorType::get({roles.lanes}, fold.type));
  });
}

/// Combines the lanes by halves.
SmallVector<Value> InnerReduction::foldVectors(SmallVector<Value> partial) {
  auto getHalf = [&](int64_t begin, int64_t width) {
    return llvm::map_to_vector(partial, [&](Value vector) -> Value {
      if (width == 1)
        return vector::ExtractOp::create(builder, loc, vector, begin);
      return vector::ExtractStridedSliceOp::create(
          builder, loc, vector, ArrayRef<int64_t>(begin),
          ArrayRef<int64_t>(width), ArrayRef<int64_t>(1));
    });
  };
  for (int64_t width = roles.lanes / 2; width > 0; width /= 2) {
    SmallVector<Value> low = getHalf(0, width), high = getHalf(width, width);
    partial = combine(low, high);
  }
  return partial;
}

void InnerReduction::create() {
  // Requests must not be many at once.
  constexpr int64_t kRequested = 128;
  int64_t mostWaiting = requests.empty() ? 1024 : kRequested;
  int64_t extent = ranges[roles.split];
  bool isDynamic = ShapedType::isDynamic(extent);
  bool inVectors = !isDynamic && hasVectorBody(op, roles.split, combiners);
  if (!inVectors)
    for (const Fold &fold : roles.folds)
      buffers.push_back(createBuffer(
          fold, isDynamic
                    ? mostWaiting
                    : std::min<int64_t>(llvm::alignTo(extent, roles.lanes),
                                        mostWaiting)));
  unsigned numOuter = order.size();
  while (numOuter > 0 && roles.reduced[order[numOuter - 1]])
    --numOuter;
  for (unsigned dim : order.take_front(numOuter))
    enterLoop(dim);
  SmallVector<Value> partial = createIdentities();
  SmallVector<scf::ForOp> loops;
  for (unsigned dim : order.drop_front(numOuter).drop_back()) {
    loops.push_back(enterLoop(index(0), bounds[dim], 1, partial));
    induction[dim] = loops.back().getInductionVar();
    partial = getCarried(loops.back());
  }
  partial =
      inVectors ? addRest(addVectors(partial)) : addByWayOfMemory(partial);
  for (scf::ForOp loop : llvm::reverse(loops))
    partial = yield(loop, partial);
  addToResults(foldVectors(partial));
  leaveLoops(numOuter);
}

void dtensor::createInnerReduction(linalg::LinalgOp op,
                                   ArrayRef<unsigned> order,
                                   const ReductionFolds &folds,
                                   ArrayRef<RowRequest> requests) {
  InnerReduction(op, order, folds, requests).create();
}
