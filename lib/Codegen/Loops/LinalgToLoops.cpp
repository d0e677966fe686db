//===- LinalgToLoops.cpp - Structured operations to loops -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBody.h"
#include "LoopOrder.h"
#include "QuotientLoops.h"
#include "TransposeTiles.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Codegen/Loops/LoopIndices.h"
#include "dtensor/Codegen/Loops/Passes.h"
#include "dtensor/Dialect/Comm/IR/LoopDivision.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace dtensor {
#define GEN_PASS_DEF_LINALGTOLOOPS
#include "dtensor/Codegen/Loops/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

//===----------------------------------------------------------------------===//
// One operation to a nest of loops
//===----------------------------------------------------------------------===//

/// The constants of type index in front of loops. The nests of a block share
/// them, since there may be thousands of nests.
class IndexConstants {
public:
  /// The constant at `builder` or earlier in its block. The nests of a block
  /// must be made in their order.
  Value get(OpBuilder &builder, Location loc, int64_t value) {
    Value &known = constants[{builder.getInsertionBlock(), value}];
    if (!known)
      known = arith::ConstantIndexOp::create(builder, loc, value);
    return known;
  }

private:
  llvm::DenseMap<std::pair<Block *, int64_t>, Value> constants;
};

/// Lowers one operation on buffers. The reductions that are innermost carry
/// their accumulators as values, since LLVM vectorises no accumulator that is
/// stored at each step.
class LoopNest {
public:
  LoopNest(linalg::LinalgOp op, IndexConstants &constants)
      : op(op), builder(op), loc(op.getLoc()), constants(constants),
        maps(op.getIndexingMapsArray()), order(pickLoopOrder(op)),
        induction(op.getNumLoops()) {}

  void lower();

private:
  unsigned splitReductions();
  void createBounds();
  SmallVector<Value> createIndices(unsigned operand) {
    return createLoopIndices(builder, loc, maps[operand], induction);
  }
  Value load(unsigned operand);
  void store(Value value, unsigned operand);
  SmallVector<Value> createBody(ArrayRef<Value> accumulators);
  SmallVector<Value> createReductionLoops(unsigned first);

  unsigned getResultOperand(unsigned init) {
    return op.getNumDpsInputs() + init;
  }

  linalg::LinalgOp op;
  OpBuilder builder;
  Location loc;
  IndexConstants &constants;
  SmallVector<AffineMap> maps;
  SmallVector<unsigned> order;
  SmallVector<Value> induction;
  SmallVector<Value> bounds;
  /// The start and the step of each loop.
  Value zero, one;
  /// For each result, whether a loop carries it as a value.
  SmallVector<bool> carried;
  scf::ForOp innermost;
};

} // namespace

/// Splits the order into outer loops and innermost reductions, and finds the
/// results that do not depend on the latter. Returns the number of outer loops.
unsigned LoopNest::splitReductions() {
  auto dependsOn = [&](OpOperand &init, unsigned dim) {
    return op.getMatchingIndexingMap(&init).isFunctionOfDim(dim);
  };
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  unsigned numOuter = order.size();
  for (; numOuter > 0; --numOuter) {
    unsigned dim = order[numOuter - 1];
    // An op can also store one result in each iteration of a loop that reduces
    // another result. An example is exp and its sum.
    if (iterators[dim] != utils::IteratorType::reduction ||
        llvm::all_of(op.getDpsInitsMutable(),
                     [&](OpOperand &init) { return dependsOn(init, dim); }))
      break;
  }
  ArrayRef<unsigned> reductions = ArrayRef(order).drop_front(numOuter);
  for (OpOperand &init : op.getDpsInitsMutable())
    carried.push_back(!reductions.empty() &&
                      llvm::none_of(reductions, [&](unsigned dim) {
                        return dependsOn(init, dim);
                      }));
  return numOuter;
}

void LoopNest::createBounds() {
  // An op that has lost all of its operands has no operand to take the extents
  // of its loops from.
  if (op.getNumLoops() == 0)
    return;
  for (const Range &range : op.createLoopRanges(builder, loc)) {
    std::optional<int64_t> size = getConstantIntValue(range.size);
    bounds.push_back(size ? constants.get(builder, loc, *size)
                          : cast<Value>(range.size));
  }
}

Value LoopNest::load(unsigned operand) {
  Value value = op->getOperand(operand);
  if (!isa<MemRefType>(value.getType()))
    return value;
  return memref::LoadOp::create(builder, loc, value, createIndices(operand));
}

void LoopNest::store(Value value, unsigned operand) {
  memref::StoreOp::create(builder, loc, value, op->getOperand(operand),
                          createIndices(operand));
}

/// Clones the payload. Returns the values that it yields.
SmallVector<Value> LoopNest::createBody(ArrayRef<Value> accumulators) {
  llvm::SmallDenseMap<unsigned, Value> carriedValues;
  const Value *accumulator = accumulators.begin();
  for (auto [init, isCarried] : llvm::enumerate(carried))
    if (isCarried)
      carriedValues[getResultOperand(init)] = *accumulator++;
  IRMapping mapping =
      cloneLoopBody(builder, op, induction, [&](BlockArgument argument) {
        unsigned operand = argument.getArgNumber();
        Value known = carriedValues.lookup(operand);
        return known ? known : load(operand);
      });
  return llvm::map_to_vector(
      op.getBlock()->getTerminator()->getOperands(),
      [&](Value v) { return mapping.lookupOrDefault(v); });
}

/// Makes the loops from position `first` of the order on, if any, and the body.
/// Returns the final values of the accumulators.
SmallVector<Value> LoopNest::createReductionLoops(unsigned first) {
  SmallVector<Value> accumulators;
  for (auto [init, isCarried] : llvm::enumerate(carried))
    if (isCarried)
      accumulators.push_back(load(getResultOperand(init)));

  SmallVector<scf::ForOp> loops;
  for (unsigned dim : ArrayRef(order).drop_front(first)) {
    auto loop =
        scf::ForOp::create(builder, loc, zero, bounds[dim], one, accumulators);
    loops.push_back(loop);
    innermost = loop;
    induction[dim] = loop.getInductionVar();
    accumulators.assign(loop.getRegionIterArgs().begin(),
                        loop.getRegionIterArgs().end());
    builder.setInsertionPointToStart(loop.getBody());
  }
  SmallVector<Value> results;
  SmallVector<Value> yielded = createBody(accumulators);
  for (auto [init, isCarried] : llvm::enumerate(carried)) {
    if (isCarried)
      results.push_back(yielded[init]);
    else
      store(yielded[init], getResultOperand(init));
  }
  for (scf::ForOp loop : llvm::reverse(loops)) {
    builder.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(builder, loc, results);
    builder.setInsertionPointAfter(loop);
    results.assign(loop.result_begin(), loop.result_end());
  }
  return results;
}

void LoopNest::lower() {
  createBounds();
  unsigned numOuter = splitReductions();

  zero = constants.get(builder, loc, 0);
  one = constants.get(builder, loc, 1);
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (unsigned dim : ArrayRef(order).take_front(numOuter)) {
    auto loop = scf::ForOp::create(builder, loc, zero, bounds[dim], one);
    if (iterators[dim] == utils::IteratorType::parallel)
      loop->setAttr(kParallelAttr, builder.getUnitAttr());
    innermost = loop;
    induction[dim] = loop.getInductionVar();
    builder.setInsertionPointToStart(loop.getBody());
  }
  SmallVector<Value> results = createReductionLoops(numOuter);
  const Value *result = results.begin();
  for (auto [init, isCarried] : llvm::enumerate(carried))
    if (isCarried)
      store(*result++, getResultOperand(init));
  if (innermost)
    hoistInvariants(innermost, getReadBuffers(op));
  op->erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Replaces a copy by a generic op. Upstream lowers a copy of strided buffers
/// to a call per element.
static void generalizeCopy(memref::CopyOp copy) {
  if (copy.getSource() == copy.getTarget())
    return copy.erase();
  auto source = dyn_cast<MemRefType>(copy.getSource().getType());
  auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
  if (!source || !target)
    return;
  // Such a copy becomes a memcpy.
  if (source.getLayout().isIdentity() && target.getLayout().isIdentity())
    return;
  OpBuilder builder(copy);
  AffineMap identity = builder.getMultiDimIdentityMap(source.getRank());
  SmallVector<utils::IteratorType> parallel(source.getRank(),
                                            utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, copy.getLoc(), TypeRange{}, copy.getSource(), copy.getTarget(),
      {identity, identity}, parallel,
      [](OpBuilder &nested, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(nested, loc, arguments.front());
      });
  copy.erase();
}

/// Splits a loop nest into tiles if operands of an elementwise operation are
/// contiguous along different loops. Without tiles each step would miss the
/// cache. The cache holds everything that a tile reads and writes. Returns the
/// operation within the tile.
static linalg::LinalgOp blockTransposed(linalg::LinalgOp op) {
  constexpr int64_t kBlock = 32;
  if (op.getNumReductionLoops() > 0 || op.getNumLoops() < 2 || !isTilable(op))
    return op;
  llvm::SmallSetVector<unsigned, 4> contiguous;
  for (AffineMap map : op.getIndexingMapsArray())
    if (map.getNumResults() >= 2)
      if (auto dim = dyn_cast<AffineDimExpr>(map.getResults().back()))
        contiguous.insert(dim.getPosition());
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (contiguous.size() < 2 || llvm::any_of(contiguous, [&](unsigned dim) {
        return !ShapedType::isDynamic(ranges[dim]) && ranges[dim] < kBlock;
      }))
    return op;

  IRRewriter rewriter(op);
  SmallVector<OpFoldResult> sizes(op.getNumLoops(), rewriter.getIndexAttr(0));
  for (unsigned dim : contiguous)
    sizes[dim] = rewriter.getIndexAttr(kBlock);
  scf::SCFTilingOptions options;
  options.setTileSizes(sizes);
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
      rewriter, cast<TilingInterface>(op.getOperation()), options);
  if (failed(tiled))
    return op;
  rewriter.eraseOp(op);
  return cast<linalg::LinalgOp>(tiled->tiledOps.back());
}

namespace {

struct LinalgToLoops : dtensor::impl::LinalgToLoopsBase<LinalgToLoops> {
  using LinalgToLoopsBase::LinalgToLoopsBase;

  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation().walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    for (memref::CopyOp copy : copies)
      generalizeCopy(copy);
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      // Kernels become calls. An op that only asserts may have no operands
      // left.
      if ((op.hasPureBufferSemantics() || op->getNumOperands() == 0) &&
          !op->hasAttr(kKernelAttr))
        ops.push_back(op);
    });
    IndexConstants constants;
    for (linalg::LinalgOp op : ops)
      if (!lowerToTransposeTiles(op, vectorBytes) &&
          !(correctsQuotients && lowerToQuotientLoops(op, vectorBytes)))
        LoopNest(blockTransposed(op), constants).lower();
  }
};

} // namespace
