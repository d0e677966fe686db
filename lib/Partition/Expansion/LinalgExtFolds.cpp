//===- LinalgExtFolds.cpp - Folds across devices --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistributedSort.h"
#include "ExpansionTable.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Layout/SortExchange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

static std::string describe(Operation *op, StringRef does, Value source) {
  return (getSourceOp(op) + " " + does + " of " + describeValue(source)).str();
}

/// Copies the body of `from` into the empty region `to`.
static void cloneBody(Region &from, Region &to) {
  IRMapping mapping;
  from.cloneInto(&to, mapping);
}

/// Whether the source has no elements. Then destinations stay as they are.
static bool isEmpty(Value source) {
  return llvm::is_contained(cast<RankedTensorType>(source.getType()).getShape(),
                            0);
}

//===----------------------------------------------------------------------===//
// Sort
//===----------------------------------------------------------------------===//

static SortOp createSort(OpBuilder &builder, SortOp like, ValueRange sources,
                         ValueRange dests) {
  auto sort = SortOp::create(builder, like.getLoc(), dests.getTypes(), sources,
                             dests, like.getAxisAttr());
  cloneBody(like.getComparator(), sort.getComparator());
  return sort;
}

/// Finds the first `k` positions. Each device finds the first `k` of its part,
/// or takes all positions of a shorter part. These are gathered, and the first
/// `k` of all are found.
static LogicalResult expandTopPositions(Expander &expander, SortOp op,
                                        ArrayRef<unsigned> dims) {
  OpBuilder &builder = expander.getBuilder();
  int64_t axis = op.getAxis();
  auto shape = cast<RankedTensorType>(op.getSources()[0].getType()).getShape();
  ShardParts parts(expander, dims, shape[axis]);
  int64_t kept =
      cast<RankedTensorType>(op.getDests()[0].getType()).getDimSize(axis);
  auto local = cast<SortOp>(expander.cloneLocally(*op));
  builder.setInsertionPoint(local);

  SmallVector<Value> sources(local.getSources());
  if (kept < parts.getMaxExtent()) {
    SmallVector<Value> firsts;
    for (Value source : op.getSources())
      firsts.push_back(parts.createCandidates(source, axis, kept));
    sources = createSort(builder, local, sources, firsts).getResults();
  }
  SmallVector<Value> candidates;
  for (auto [source, global] : llvm::zip_equal(sources, op.getSources())) {
    std::string reason = describe(op, "merges the first positions", global);
    candidates.push_back(
        kept < parts.getMaxExtent()
            ? parts.gatherCandidates(source, global, axis, kept, reason)
            : parts.gatherAxis(source, global, axis, reason));
  }
  SortOp merged = createSort(builder, local, candidates, local.getDests());
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), merged.getResults()))
    expander.setLocal(result, value);
  builder.setInsertionPointAfter(local);
  local.erase();
  return success();
}

/// Each device sorts its part. Then it gets those runs of all parts that make
/// up its part of the result, and merges them. If there are few elements, it
/// gets the runs of all elements, merges them and keeps its part.
static LogicalResult expandSort(Expander &expander, SortOp op,
                                const ExpansionSite &site) {
  const AxisFactors &factors = site.rule.operands[0][op.getAxis()];
  ArrayRef<unsigned> dims;
  if (!factors.empty())
    dims = site.sharding[factors[0]];
  if (expander.getMesh().getGroupSize(dims) == 1 ||
      isEmpty(op.getSources()[0])) {
    expander.cloneLocally(*op);
    return success();
  }
  if (site.rule.factors[factors[0]].kind == FactorKind::Merged)
    return expandTopPositions(expander, op, dims);

  OpBuilder &builder = expander.getBuilder();
  Location loc = op.getLoc();
  int64_t axis = op.getAxis();
  auto local = cast<SortOp>(expander.cloneLocally(*op));
  auto shape = cast<RankedTensorType>(op.getSources()[0].getType()).getShape();
  ShardParts parts(expander, dims, shape[axis]);
  SmallVector<Value> runs, dests;
  SortExchange exchange = getSortExchange(shape[axis], parts.getCount());
  if (exchange.rounds > 0) {
    runs = takeSortedRuns(expander, op, local.getResults(), parts, dims,
                          exchange.rounds);
    for (Value run : runs)
      dests.push_back(tensor::EmptyOp::create(
          builder, loc, tensor::getMixedSizes(builder, loc, run),
          getElementTypeOrSelf(run)));
    SortOp merged = createSort(builder, local, runs, dests);
    for (auto [result, value] :
         llvm::zip_equal(op.getResults(), merged.getResults()))
      expander.setLocal(result, value);
    return success();
  }
  for (auto [run, source] :
       llvm::zip_equal(local.getResults(), op.getSources())) {
    runs.push_back(parts.gatherAxis(
        run, source, axis, describe(op, "merges the sorted parts", source)));
    auto type = cast<RankedTensorType>(runs.back().getType());
    dests.push_back(tensor::EmptyOp::create(
        builder, loc, tensor::getMixedSizes(builder, loc, runs.back()),
        type.getElementType()));
  }
  SortOp merged = createSort(builder, local, runs, dests);
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), merged.getResults())) {
    const Layout &layout = expander.getLayout(result);
    expander.setLocal(
        result, expander.getGeometry().createSlice(
                    value, cast<RankedTensorType>(result.getType()),
                    ShardParts::getWithoutAxis(layout, axis), layout, loc));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Reduce
//===----------------------------------------------------------------------===//

static ReduceOp createReduce(OpBuilder &builder, Location loc, Region &body,
                             ValueRange sources, ValueRange dests,
                             ArrayRef<int64_t> dimensions, bool peeled) {
  auto reduce = ReduceOp::create(builder, loc, dests.getTypes(), sources, dests,
                                 builder.getDenseI64ArrayAttr(dimensions),
                                 peeled ? builder.getUnitAttr() : UnitAttr());
  cloneBody(body, reduce.getCombiner());
  return reduce;
}

/// Each device reduces its part, beginning with the part's first element. Then
/// it reduces the results of all devices, beginning with the initial value, so
/// that this counts once.
static LogicalResult expandReduce(Expander &expander, ReduceOp op,
                                  const ExpansionSite &site) {
  auto local = cast<ReduceOp>(expander.cloneLocally(*op));
  SmallVector<ShardedAxis> axes;
  auto shape = cast<RankedTensorType>(op.getSources()[0].getType()).getShape();
  for (int64_t axis : op.getDimensions())
    for (unsigned factor : site.rule.operands[0][axis])
      axes.push_back({site.sharding[factor], shape[axis]});
  ShardParts parts(expander, axes);
  if (parts.getCount() == 1 || isEmpty(op.getSources()[0]))
    return success();

  OpBuilder &builder = expander.getBuilder();
  Location loc = op.getLoc();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  SmallVector<Value> partDests;
  for (Value dest : op.getDests())
    partDests.push_back(expander.getGeometry().createEmpty(
        cast<RankedTensorType>(dest.getType()), expander.getLayout(dest),
        expander.getLocal(dest), loc));
  ReduceOp part =
      createReduce(builder, loc, local.getCombiner(), local.getSources(),
                   partDests, op.getDimensions(), /*peeled=*/true);
  SmallVector<Value> gathered;
  for (auto [index, result] : llvm::enumerate(part.getResults()))
    gathered.push_back(
        parts.gatherResults(result, op.getDests()[index],
                            describe(op, "merges the results of the parts",
                                     op.getSources()[index])));
  ReduceOp merged = createReduce(builder, loc, local.getCombiner(), gathered,
                                 local.getDests(), 0, /*peeled=*/false);
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), merged.getResults()))
    expander.setLocal(result, value);
  builder.setInsertionPointAfter(local);
  local.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Scan
//===----------------------------------------------------------------------===//

/// Swaps the arguments of `body(accumulators, elements)`.
static void swapSides(Region &body) {
  Block &block = body.front();
  unsigned count = block.getNumArguments() / 2;
  SmallVector<Location> locs;
  for (unsigned i = 0; i < count; ++i) {
    BlockArgument accumulator = block.getArgument(i);
    BlockArgument element = block.getArgument(count + i);
    SmallVector<OpOperand *> uses = llvm::map_to_vector(
        accumulator.getUses(), [](OpOperand &use) { return &use; });
    element.replaceAllUsesWith(accumulator);
    for (OpOperand *use : uses)
      use->set(element);
  }
}

static RankedTensorType getWithoutAxis(RankedTensorType type, int64_t axis) {
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + axis);
  return type.clone(shape);
}

/// Each device reduces its part. It begins its scan with the initial value and
/// the results of the parts before it. Without an initial value, the first
/// device that has elements begins with them.
static LogicalResult expandScan(Expander &expander, ScanOp op,
                                const ExpansionSite &site) {
  auto local = cast<ScanOp>(expander.cloneLocally(*op));
  int64_t axis = op.getAxis();
  const AxisFactors &factors = site.rule.operands[0][axis];
  ArrayRef<unsigned> dims;
  if (!factors.empty())
    dims = site.sharding[factors[0]];
  if (expander.getMesh().getGroupSize(dims) == 1 || isEmpty(op.getSources()[0]))
    return success();

  OpBuilder &builder = expander.getBuilder();
  Location loc = op.getLoc();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  auto shape = cast<RankedTensorType>(op.getSources()[0].getType()).getShape();
  ShardParts parts(expander, dims, shape[axis]);
  auto createTotal = [&](Value source) -> Value {
    SmallVector<OpFoldResult> extents = expander.getGeometry().getExtents(
        cast<RankedTensorType>(source.getType()), expander.getLayout(source),
        expander.getLocal(source), loc);
    extents.erase(extents.begin() + axis);
    return tensor::EmptyOp::create(builder, loc, extents,
                                   getElementTypeOrSelf(source));
  };
  SmallVector<Value> totalDests;
  for (Value source : op.getSources())
    totalDests.push_back(createTotal(source));
  ReduceOp totals =
      createReduce(builder, loc, local.getCombiner(), local.getSources(),
                   totalDests, axis, /*peeled=*/true);
  // The scan goes from the last position to the first, so the later element is
  // the accumulator.
  if (op.getReverse())
    swapSides(totals.getCombiner());

  Value before = parts.createNumBefore(loc, op.getReverse());
  SmallVector<Value> preceding;
  for (auto [index, total] : llvm::enumerate(totals.getResults())) {
    Value source = op.getSources()[index];
    SmallVector<DimList> axes(expander.getLayout(source).getAxes());
    axes.erase(axes.begin() + axis);
    Value all = parts.gatherResults(
        total, getWithoutAxis(cast<RankedTensorType>(source.getType()), axis),
        Layout(axes),
        describe(op, "continues the results of earlier parts", source));
    if (op.getReverse()) {
      Value empty = tensor::EmptyOp::create(
          builder, loc, tensor::getMixedSizes(builder, loc, all),
          getElementTypeOrSelf(all));
      all = ReverseOp::create(builder, loc, TypeRange(all.getType()), all,
                              empty, builder.getDenseI64ArrayAttr(0))
                .getResult();
    }
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, all);
    SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
    sizes[0] = before;
    preceding.push_back(tensor::ExtractSliceOp::create(
        builder, loc, all, offsets, sizes, strides));
  }
  SmallVector<Value> inits(local.getInits());
  bool peeled = inits.empty();
  if (peeled) {
    inits = llvm::map_to_vector(op.getSources(), createTotal);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    local.getHasInitsMutable().assign(arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, before, zero));
  }
  ReduceOp carries = createReduce(builder, loc, local.getCombiner(), preceding,
                                  inits, 0, peeled);
  local.getInitsMutable().assign(carries.getResults());
  return success();
}

void dtensor::addLinalgExtFoldExpansions(ExpansionTable &table) {
  table.add<ReduceOp, expandReduce>();
  table.add<ScanOp, expandScan>();
  table.add<SortOp, expandSort>();
}
