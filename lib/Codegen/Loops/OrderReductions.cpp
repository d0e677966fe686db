//===- OrderReductions.cpp - Sums in one order everywhere -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBody.h"
#include "LoopOrder.h"
#include "ReductionFolds.h"
#include "VectorBody.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Codegen/Loops/LoopIndices.h"
#include "dtensor/Codegen/Loops/Passes.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dtensor {
#define GEN_PASS_DEF_ORDERREDUCTIONS
#include "dtensor/Codegen/Loops/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// Creates the loops of one operation.
class ReductionLoops {
public:
  ReductionLoops(linalg::LinalgOp op, ArrayRef<unsigned> order,
                 const ReductionFolds &roles)
      : op(op), order(order), roles(roles), builder(op), loc(op.getLoc()),
        maps(op.getIndexingMapsArray()), ranges(op.getStaticLoopRanges()),
        induction(op.getNumLoops()) {
    for (const Fold &fold : roles.folds)
      combiners.push_back(fold.combiner);
  }

  void create();

private:
  // Small steps.
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value add(Value lhs, Value rhs) {
    return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
  }
  /// The next smaller multiple of a power of two.
  Value roundDown(Value value, int64_t multiple) {
    Value rest =
        builder.createOrFold<arith::AndIOp>(loc, value, index(multiple - 1));
    return builder.createOrFold<arith::SubIOp>(loc, value, rest);
  }
  unsigned getPosition(unsigned dim) {
    return llvm::find(order, dim) - order.begin();
  }
  scf::ForOp enterLoop(Value begin, Value end, int64_t step = 1,
                       ValueRange carried = {}) {
    auto loop =
        scf::ForOp::create(builder, loc, begin, end, index(step), carried);
    builder.setInsertionPointToStart(loop.getBody());
    return loop;
  }
  void enterLoop(unsigned dim) {
    induction[dim] = enterLoop(index(0), bounds[dim]).getInductionVar();
  }
  void leaveLoops(unsigned number = 1) {
    for (; number > 0; --number)
      builder.setInsertionPointAfter(
          builder.getInsertionBlock()->getParentOp());
  }
  static SmallVector<Value> getCarried(scf::ForOp loop) {
    return llvm::to_vector_of<Value>(loop.getRegionIterArgs());
  }
  /// Ends a loop that carries `values`, and returns its results.
  SmallVector<Value> yield(scf::ForOp loop, ValueRange values) {
    scf::YieldOp::create(builder, loc, values);
    builder.setInsertionPointAfter(loop);
    return SmallVector<Value>(loop.getResults());
  }
  unsigned getOperand(const Fold &fold) {
    return op.getNumDpsInputs() + fold.init;
  }
  Value load(unsigned operand);
  void store(Value value, unsigned operand);
  /// Converts to the type of partial results, or keeps the type.
  Value convert(Value value, Type element);
  Value createBuffer(const Fold &fold, ArrayRef<int64_t> extents);

  // The payload.
  SmallVector<Value> createBody();
  SmallVector<Value> createVectorBody(int64_t width);

  // The functions for a split loop that is innermost, with partial results in
  // vectors.
  void createInner();
  SmallVector<Value> createIdentities();
  SmallVector<Value> addVectors(SmallVector<Value> partial);
  SmallVector<Value> addRest(SmallVector<Value> partial);
  SmallVector<Value> addByWayOfMemory(SmallVector<Value> partial);
  SmallVector<Value> foldVectors(SmallVector<Value> partial);

  // The functions for other loops within the split loop, with partial results
  // in memory.
  void createOuter();
  using GetPartial = function_ref<SmallVector<Value>(int64_t lane)>;
  SmallVector<Value> createTotal(int64_t first, int64_t stride, GetPartial get);
  SmallVector<Value> loadPartial(Value row, Value at);
  void fillPartial(Value size);
  void createFew(Value begin, Value end);
  void createRows(Value begin, Value size, Value first, Value last,
                  int64_t number, bool isFirst = false);
  void createMany(Value begin, Value end);
  SmallVector<Value> combine(ArrayRef<Value> partial, ArrayRef<Value> more);
  void addToResults(ArrayRef<Value> totals);
  bool areFew();

  linalg::LinalgOp op;
  ArrayRef<unsigned> order;
  const ReductionFolds &roles;
  OpBuilder builder;
  Location loc;
  SmallVector<AffineMap> maps;
  SmallVector<int64_t> ranges;
  SmallVector<Value> induction, bounds;
  SmallVector<Operation *> combiners;
  /// The buffers of each fold, for elements that are computed one by one, or
  /// for partial results.
  SmallVector<Value> buffers;
};

} // namespace

Value ReductionLoops::load(unsigned operand) {
  Value value = op->getOperand(operand);
  if (!isa<MemRefType>(value.getType()))
    return value;
  return memref::LoadOp::create(
      builder, loc, value,
      createLoopIndices(builder, loc, maps[operand], induction));
}

void ReductionLoops::store(Value value, unsigned operand) {
  SmallVector<Value> indices =
      createLoopIndices(builder, loc, maps[operand], induction);
  if (isa<VectorType>(value.getType()))
    vector::StoreOp::create(builder, loc, value, op->getOperand(operand),
                            indices);
  else
    memref::StoreOp::create(builder, loc, value, op->getOperand(operand),
                            indices);
}

Value ReductionLoops::convert(Value value, Type element) {
  Type from = getElementTypeOrSelf(value.getType());
  if (from == element)
    return value;
  Type type = element;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(element);
  if (from.getIntOrFloatBitWidth() < element.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

Value ReductionLoops::createBuffer(const Fold &fold,
                                   ArrayRef<int64_t> extents) {
  return memref::AllocOp::create(builder, loc,
                                 MemRefType::get(extents, fold.type),
                                 builder.getI64IntegerAttr(64));
}

/// `partial` may be empty if there is no partial result yet.
SmallVector<Value> ReductionLoops::combine(ArrayRef<Value> partial,
                                           ArrayRef<Value> more) {
  if (partial.empty())
    return SmallVector<Value>(more);
  SmallVector<Value> both;
  for (auto [fold, low, high] : llvm::zip(roles.folds, partial, more))
    both.push_back(createCombination(builder, loc, fold, low, high));
  return both;
}

void ReductionLoops::addToResults(ArrayRef<Value> totals) {
  for (auto [fold, total] : llvm::zip(roles.folds, totals)) {
    unsigned operand = op.getNumDpsInputs() + fold.init;
    Value old = convert(load(operand), fold.type);
    Value updated = createFinal(
        builder, loc, fold, createCombination(builder, loc, fold, old, total));
    store(convert(updated, getElementTypeOrSelf(op->getOperand(operand))),
          operand);
  }
}

//===----------------------------------------------------------------------===//
// The payload
//===----------------------------------------------------------------------===//

/// Computes the payload at the current point, stores the results that are no
/// folds, and returns an element for each fold.
SmallVector<Value> ReductionLoops::createBody() {
  llvm::SmallDenseSet<unsigned> folded;
  for (const Fold &fold : roles.folds)
    folded.insert(getOperand(fold));
  IRMapping mapping = cloneLoopBody(
      builder, op, induction,
      [&](BlockArgument argument) {
        return folded.contains(argument.getArgNumber())
                   ? Value()
                   : load(argument.getArgNumber());
      },
      combiners);
  for (auto [init, value] :
       llvm::enumerate(op.getBlock()->getTerminator()->getOperands()))
    if (unsigned operand = op.getNumDpsInputs() + init;
        !folded.contains(operand))
      store(mapping.lookupOrDefault(value), operand);
  return llvm::map_to_vector(roles.folds, [&](const Fold &fold) {
    return convert(mapping.lookupOrDefault(fold.element), fold.type);
  });
}

/// Does the same for neighbouring positions of the split loop.
SmallVector<Value> ReductionLoops::createVectorBody(int64_t width) {
  IRMapping mapping =
      cloneVectorBody(builder, op, roles.split, induction, width, combiners);
  for (auto [init, value] :
       llvm::enumerate(op.getBlock()->getTerminator()->getOperands()))
    if (!llvm::is_contained(combiners, value.getDefiningOp()))
      store(getVector(builder, loc, mapping.lookupOrDefault(value), width),
            op.getNumDpsInputs() + init);
  return llvm::map_to_vector(roles.folds, [&](const Fold &fold) {
    Value element = mapping.lookupOrDefault(fold.element);
    return convert(getVector(builder, loc, element, width), fold.type);
  });
}

//===----------------------------------------------------------------------===//
// The split loop is the innermost
//===----------------------------------------------------------------------===//

/// Adds all full vectors.
SmallVector<Value> ReductionLoops::addVectors(SmallVector<Value> partial) {
  int64_t lanes = roles.lanes;
  int64_t whole = ranges[roles.split] / lanes * lanes;
  scf::ForOp loop = enterLoop(index(0), index(whole), lanes, partial);
  induction[roles.split] = loop.getInductionVar();
  SmallVector<Value> elements = createVectorBody(lanes);
  return yield(loop, combine(getCarried(loop), elements));
}

/// Adds a rest of fewer elements than lanes, in pieces of powers of two.
SmallVector<Value> ReductionLoops::addRest(SmallVector<Value> partial) {
  int64_t extent = ranges[roles.split];
  int64_t begin = extent / roles.lanes * roles.lanes;
  if (begin == extent)
    return partial;
  SmallVector<Value> rest = createIdentities();
  for (int64_t width = roles.lanes / 2, at = begin; width > 0; width /= 2) {
    if (extent - at < width)
      continue;
    induction[roles.split] = index(at);
    // There are no vectors of one element: LLVM fails at some comparisons of
    // these on AVX-512.
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

/// Stores elements one by one to memory, and reads vectors from there, several
/// at a time.
SmallVector<Value>
ReductionLoops::addByWayOfMemory(SmallVector<Value> partial) {
  int64_t size = cast<MemRefType>(buffers.front().getType()).getDimSize(0);
  scf::ForOp tiles = enterLoop(index(0), bounds[roles.split], size, partial);
  Value begin = tiles.getInductionVar();
  Value left = arith::SubIOp::create(builder, loc, bounds[roles.split], begin);
  Value number = arith::MinSIOp::create(builder, loc, left, index(size));

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

SmallVector<Value> ReductionLoops::createIdentities() {
  return llvm::map_to_vector(roles.folds, [&](const Fold &fold) {
    return createIdentity(builder, loc, fold,
                          VectorType::get({roles.lanes}, fold.type));
  });
}

/// Combines the lanes by halves.
SmallVector<Value> ReductionLoops::foldVectors(SmallVector<Value> partial) {
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

void ReductionLoops::createInner() {
  constexpr int64_t kMostWaiting = 1024;
  int64_t extent = ranges[roles.split];
  bool isDynamic = ShapedType::isDynamic(extent);
  bool inVectors = !isDynamic && hasVectorBody(op, roles.split, combiners);
  if (!inVectors)
    for (const Fold &fold : roles.folds)
      buffers.push_back(createBuffer(
          fold, isDynamic
                    ? kMostWaiting
                    : std::min<int64_t>(llvm::alignTo(extent, roles.lanes),
                                        kMostWaiting)));
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

//===----------------------------------------------------------------------===//
// Other loops are within the split loop
//===----------------------------------------------------------------------===//

/// Whether all elements of a result can be combined where they are computed.
bool ReductionLoops::areFew() {
  constexpr int64_t kMostOps = 128;
  return roles.reduced.count() == 1 && !roles.reduced[order.back()] &&
         !ShapedType::isDynamic(ranges[roles.split]) &&
         ranges[roles.split] * getPayloadCost(op) <= kMostOps;
}

/// The total of partial results `first`, `first + stride` and so on, in the
/// order in which the fewest values have to be kept. `get` returns the existing
/// ones.
SmallVector<Value> ReductionLoops::createTotal(int64_t first, int64_t stride,
                                               GetPartial get) {
  if (stride >= roles.lanes)
    return get(first);
  SmallVector<Value> total = createTotal(first, 2 * stride, get);
  SmallVector<Value> more = createTotal(first + stride, 2 * stride, get);
  return more.empty() ? total : combine(total, more);
}

void ReductionLoops::createFew(Value begin, Value end) {
  induction[order.back()] = enterLoop(begin, end).getInductionVar();
  SmallVector<Value> total =
      createTotal(/*first=*/0, /*stride=*/1, [&](int64_t lane) {
        SmallVector<Value> partial;
        for (int64_t i = lane; i < ranges[roles.split]; i += roles.lanes) {
          induction[roles.split] = index(i);
          partial = combine(partial, createBody());
        }
        return partial;
      });
  addToResults(total);
  leaveLoops();
}

/// Adds elements `first` to `last` of the split loop to the partial results of
/// all positions of the innermost loop, `number` to each at a time. The first
/// elements are taken as partial results.
void ReductionLoops::createRows(Value begin, Value size, Value first,
                                Value last, int64_t number, bool isFirst) {
  unsigned innermost = order.back(), numLoops = 1;
  int64_t step = number > 1 ? number * roles.lanes : 1;
  Value base = enterLoop(first, last, step).getInductionVar(), row;
  if (number > 1) {
    row = enterLoop(index(0), index(roles.lanes)).getInductionVar();
    base = add(base, row);
    ++numLoops;
  } else {
    row = arith::AndIOp::create(builder, loc, base, index(roles.lanes - 1));
  }
  for (unsigned dim : order.drop_front(getPosition(roles.split) + 1))
    if (roles.reduced[dim]) {
      enterLoop(dim);
      ++numLoops;
    }
  Value at = index(0);
  if (!roles.reduced[innermost]) {
    at = enterLoop(index(0), size).getInductionVar();
    induction[innermost] = add(begin, at);
    ++numLoops;
  }
  SmallVector<Value> partial;
  if (!isFirst)
    partial = loadPartial(row, at);
  for (int64_t i = 0; i < number; ++i) {
    induction[roles.split] = add(base, index(i * roles.lanes));
    partial = combine(partial, createBody());
  }
  for (auto [sum, buffer] : llvm::zip(partial, buffers))
    memref::StoreOp::create(builder, loc, sum, buffer, ValueRange{row, at});
  leaveLoops(numLoops);
}

SmallVector<Value> ReductionLoops::loadPartial(Value row, Value at) {
  return llvm::map_to_vector(buffers, [&](Value buffer) -> Value {
    return memref::LoadOp::create(builder, loc, buffer, ValueRange{row, at});
  });
}

void ReductionLoops::fillPartial(Value size) {
  Value row = enterLoop(index(0), index(roles.lanes)).getInductionVar();
  Value at = enterLoop(index(0), size).getInductionVar();
  for (auto [fold, buffer] : llvm::zip(roles.folds, buffers))
    memref::StoreOp::create(builder, loc,
                            createIdentity(builder, loc, fold, fold.type),
                            buffer, ValueRange{row, at});
  leaveLoops(2);
}

void ReductionLoops::createMany(Value begin, Value end) {
  constexpr int64_t kAtATime = 4, kCheap = 8;
  Value size = builder.createOrFold<arith::SubIOp>(loc, end, begin);
  unsigned numLoops = 0, position = getPosition(roles.split);
  int64_t extent = ranges[roles.split];
  bool isOnly = roles.reduced.count() == 1 + roles.reduced[order.back()];
  // A partial result is loaded once for several elements, if computing these
  // together with the next ones is cheap.
  int64_t number = 1;
  if (getPayloadCost(op) <= kCheap && isOnly)
    number =
        ShapedType::isDynamic(extent)
            ? kAtATime
            : std::clamp<int64_t>(
                  llvm::bit_floor<uint64_t>(extent / roles.lanes), 1, kAtATime);
  Value first = index(0), last = bounds[roles.split];
  if (number > 1 && !ShapedType::isDynamic(extent)) {
    first = index(number * roles.lanes);
    createRows(begin, size, index(0), first, number, /*isFirst=*/true);
  } else {
    fillPartial(size);
  }
  for (unsigned dim : order.take_front(position))
    if (roles.reduced[dim]) {
      enterLoop(dim);
      ++numLoops;
    }
  if (number > 1) {
    Value rest = roundDown(last, number * roles.lanes);
    createRows(begin, size, first, rest, number);
    first = rest;
  }
  createRows(begin, size, first, last, 1);
  leaveLoops(numLoops);

  Value at = enterLoop(index(0), size).getInductionVar();
  if (unsigned innermost = order.back(); !roles.reduced[innermost])
    induction[innermost] = add(begin, at);
  addToResults(createTotal(/*first=*/0, /*stride=*/1, [&](int64_t lane) {
    return loadPartial(index(lane), at);
  }));
  leaveLoops();
}

void ReductionLoops::createOuter() {
  unsigned innermost = order.back();
  bool isReduced = roles.reduced[innermost], few = areFew();
  int64_t width = isReduced ? 1 : ranges[innermost];
  if (!few) {
    // The partial results stay in the second-level cache.
    constexpr int64_t kMostBytes = 64 * 1024;
    int64_t most = kMostBytes * 8 / roles.lanes /
                   roles.folds[0].type.getIntOrFloatBitWidth();
    width = ShapedType::isDynamic(width) ? most : std::min(width, most);
    for (const Fold &fold : roles.folds)
      buffers.push_back(createBuffer(fold, {roles.lanes, width}));
  }
  unsigned numOuter = 0;
  for (unsigned dim : order)
    if (!roles.reduced[dim] && dim != innermost) {
      enterLoop(dim);
      ++numOuter;
    }
  Value begin = index(0), end = isReduced ? index(1) : bounds[innermost];
  if (few) {
    createFew(begin, end);
  } else if (isReduced || width == ranges[innermost]) {
    createMany(begin, end);
  } else {
    begin = enterLoop(begin, end, width).getInductionVar();
    createMany(begin, arith::MinSIOp::create(builder, loc, end,
                                             add(begin, index(width))));
    ++numOuter;
  }
  leaveLoops(numOuter);
}

void ReductionLoops::create() {
  for (const Range &range : op.createLoopRanges(builder, loc))
    bounds.push_back(getValueOrCreateConstantIndexOp(builder, loc, range.size));
  if (order.back() == roles.split)
    createInner();
  else
    createOuter();
  op->erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Merges neighbouring loops into one. They must be contiguous in all operands,
/// and be loops of all results or of the same ones.
static linalg::LinalgOp mergeLoops(linalg::LinalgOp op) {
  if (op.hasIndexSemantics() || !isa<linalg::GenericOp>(op) ||
      llvm::any_of(op->getOperandTypes(), [](Type type) {
        return !isa<MemRefType>(type) && isa<ShapedType>(type);
      }))
    return op;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < op.getNumLoops(); ++dim) {
    if (!groups.empty() && iterators[dim] == iterators[dim - 1]) {
      ReassociationIndices wider = groups.back();
      wider.push_back(dim);
      if (linalg::areDimSequencesPreserved(maps, wider)) {
        groups.back() = wider;
        continue;
      }
    }
    groups.push_back({dim});
  }
  if (groups.size() == op.getNumLoops())
    return op;
  IRRewriter rewriter(op);
  FailureOr<linalg::CollapseResult> merged =
      linalg::collapseOpIterationDims(op, groups, rewriter);
  if (failed(merged))
    return op;
  rewriter.eraseOp(op);
  return merged->collapsedOp;
}

namespace {

struct OrderReductions : dtensor::impl::OrderReductionsBase<OrderReductions> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (!op->hasAttr(kKernelAttr) && matchFolds(op, pickLoopOrder(op)))
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops) {
      op = mergeLoops(op);
      SmallVector<unsigned> order = pickLoopOrder(op);
      if (std::optional<ReductionFolds> folds = matchFolds(op, order))
        ReductionLoops(op, order, *folds).create();
    }
  }
};

} // namespace
