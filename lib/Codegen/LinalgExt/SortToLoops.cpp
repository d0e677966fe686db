//===- SortToLoops.cpp - Sorts to loops -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::SortOp;

/// The number of positions that are kept of each row, if it is worth to sort
/// only those elements that may be among them.
static std::optional<int64_t> getFewKept(SortOp op) {
  constexpr int64_t kFew = 4;
  auto getExtent = [&](Value value) {
    return cast<ShapedType>(value.getType()).getDimSize(op.getAxis());
  };
  int64_t extent = getExtent(op.getSources()[0]);
  int64_t kept = getExtent(op.getDests()[0]);
  if (ShapedType::isDynamic(kept) || kept == 0 ||
      (!ShapedType::isDynamic(extent) && extent / kFew < kept))
    return std::nullopt;
  return kept;
}

/// The number of positions that are kept of each row, if the scratch memory has
/// room only for candidates.
static std::optional<int64_t> getKeptOfCandidates(SortOp op) {
  size_t numSources = op.getSources().size();
  auto getExtent = [](Value value, int64_t axis) {
    return cast<ShapedType>(value.getType()).getDimSize(axis);
  };
  int64_t room = getExtent(op.getDests()[numSources], 1);
  if (ShapedType::isDynamic(room) ||
      room == getExtent(op.getSources()[0], op.getAxis()))
    return std::nullopt;
  return getExtent(op.getDests()[0], op.getAxis());
}

namespace {

/// Adds scratch memory for a row of each tensor, before and after merging, or
/// for twice the elements that are kept.
struct AddScratch : OpRewritePattern<SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SortOp op,
                                PatternRewriter &rewriter) const override {
    if (op.hasScratch() || !isa<TensorType>(op.getDests()[0].getType()))
      return failure();
    Location loc = op.getLoc();
    SmallVector<Value> dests(op.getDests());
    for (Value source : op.getSources()) {
      std::optional<int64_t> kept = getFewKept(op);
      OpFoldResult extent =
          kept ? rewriter.getIndexAttr(2 * *kept)
               : linalg_ext::getExtent(rewriter, loc, source, op.getAxis());
      dests.push_back(tensor::EmptyOp::create(
          rewriter, loc,
          ArrayRef<OpFoldResult>{rewriter.getIndexAttr(2), extent},
          getElementTypeOrSelf(source)));
    }
    auto prepared = SortOp::create(rewriter, loc, ValueRange(dests).getTypes(),
                                   op.getSources(), dests, op.getAxisAttr());
    rewriter.inlineRegionBefore(op.getComparator(), prepared.getComparator(),
                                prepared.getComparator().end());
    rewriter.replaceOp(op,
                       prepared.getResults().take_front(op.getNumResults()));
    return success();
  }
};

/// Sorts one row at a time in scratch memory, where it is contiguous. Runs of
/// one position, then of two, four, ... are merged from one half of the scratch
/// memory into the other.
///
/// If only the first k elements are kept, and k is small, the scratch memory
/// collects 2k candidates. Whenever it is full, they are sorted. From then on,
/// only an element that comes before the k-th of them is a candidate. In a row
/// of n elements in random order, about k log(n / k) are.
class RowSorter {
public:
  RowSorter(SortOp op, ImplicitLocOpBuilder &b)
      : op(op), b(b), sources(op.getSources()),
        dests(op.getDests().take_front(op.getSources().size())) {
    for (Value row : op.getDests().drop_front(op.getSources().size()))
      scratch.push_back(createOwnView(b, row));
    zero = arith::ConstantIndexOp::create(b, 0);
    one = arith::ConstantIndexOp::create(b, 1);
  }

  void sort(ValueRange row, Value extent, Value kept) {
    SmallVector<Value> positions(row);
    Value collected = extent;
    if (std::optional<int64_t> few = getKeptOfCandidates(op))
      collected = collectCandidates(positions, extent, *few);
    else
      forEach(zero, extent, [&](Value p) {
        storeAll(b, b.getLoc(), loadSources(positions, p), scratch, {zero, p});
      });
    Value half = mergeRuns(collected);
    Value count = arith::MinUIOp::create(b, extent, kept);
    forEach(zero, count, [&](Value p) {
      positions[op.getAxis()] = p;
      storeAll(b, b.getLoc(), loadAll(b, b.getLoc(), scratch, {half, p}), dests,
               positions);
    });
  }

private:
  SmallVector<Value> loadSources(MutableArrayRef<Value> positions, Value p) {
    positions[op.getAxis()] = p;
    return loadAll(b, b.getLoc(), sources, positions);
  }

  /// Whether the elements `x` of one position come before `y`.
  Value comesBefore(ValueRange x, ValueRange y) {
    SmallVector<Value> compared;
    for (auto [left, right] : llvm::zip_equal(x, y)) {
      compared.push_back(left);
      compared.push_back(right);
    }
    return inlineBody(b, op.getComparator(), compared)[0];
  }

  /// Leaves the first `kept` elements of a row among those at the start of the
  /// scratch memory, with equal ones in their order. Returns how many there
  /// are.
  Value collectCandidates(MutableArrayRef<Value> positions, Value extent,
                          int64_t kept) {
    Value last = arith::ConstantIndexOp::create(b, kept - 1);
    Value most = arith::ConstantIndexOp::create(b, 2 * kept);
    Value no = arith::ConstantIntOp::create(b, 0, 1);
    // The candidates, and whether the first of them are sorted.
    auto loop = scf::ForOp::create(b, zero, extent, one, ValueRange{zero, no});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value count = loop.getRegionIterArg(0);
    Value isSorted = loop.getRegionIterArg(1);
    SmallVector<Value> element = loadSources(positions, loop.getInductionVar());
    // Before anything is sorted, this is read without effect.
    Value isBefore =
        comesBefore(element, loadAll(b, b.getLoc(), scratch, {zero, last}));
    Value isCandidate = arith::OrIOp::create(
        b, isBefore,
        arith::XOrIOp::create(b, isSorted,
                              arith::ConstantIntOp::create(b, 1, 1)));
    auto ifCandidate = scf::IfOp::create(
        b, TypeRange{count.getType(), isSorted.getType()}, isCandidate,
        /*withElseRegion=*/true);
    scf::YieldOp::create(b, ifCandidate.getResults());
    b.setInsertionPointToStart(ifCandidate.elseBlock());
    scf::YieldOp::create(b, ValueRange{count, isSorted});
    b.setInsertionPointToStart(ifCandidate.thenBlock());
    storeAll(b, b.getLoc(), element, scratch, {zero, count});
    Value more = arith::AddIOp::create(b, count, one);
    Value isFull =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, more, most);
    auto ifFull = scf::IfOp::create(
        b, TypeRange{count.getType(), isSorted.getType()}, isFull,
        /*withElseRegion=*/true);
    scf::YieldOp::create(b, ifFull.getResults());
    b.setInsertionPointToStart(ifFull.elseBlock());
    scf::YieldOp::create(b, ValueRange{more, isSorted});
    b.setInsertionPointToStart(ifFull.thenBlock());
    Value half = mergeRuns(most);
    forEach(zero, arith::ConstantIndexOp::create(b, kept), [&](Value p) {
      storeAll(b, b.getLoc(), loadAll(b, b.getLoc(), scratch, {half, p}),
               scratch, {zero, p});
    });
    scf::YieldOp::create(b, ValueRange{arith::ConstantIndexOp::create(b, kept),
                                       arith::ConstantIntOp::create(b, 1, 1)});
    return loop.getResult(0);
  }

  void forEach(Value from, Value to, function_ref<void(Value)> body) {
    auto loop = scf::ForOp::create(b, from, to, one);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  /// Returns the half of the scratch memory that holds the sorted row.
  Value mergeRuns(Value extent) {
    auto loop = scf::WhileOp::create(
        b, TypeRange{b.getIndexType(), b.getIndexType()}, ValueRange{one, zero},
        [&](OpBuilder &nested, Location loc, ValueRange state) {
          Value more = arith::CmpIOp::create(
              nested, loc, arith::CmpIPredicate::ult, state[0], extent);
          scf::ConditionOp::create(nested, loc, more, state);
        },
        [&](OpBuilder &nested, Location loc, ValueRange state) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPointToEnd(nested.getInsertionBlock());
          Value width = state[0], from = state[1];
          Value to = arith::SubIOp::create(b, one, from);
          Value both = arith::AddIOp::create(b, width, width);
          auto pairs = scf::ForOp::create(b, zero, extent, both);
          {
            OpBuilder::InsertionGuard inner(b);
            b.setInsertionPointToStart(pairs.getBody());
            Value low = pairs.getInductionVar();
            Value middle = arith::MinUIOp::create(
                b, extent, arith::AddIOp::create(b, low, width));
            Value high = arith::MinUIOp::create(
                b, extent, arith::AddIOp::create(b, low, both));
            merge(from, to, low, middle, high);
          }
          scf::YieldOp::create(b, ValueRange{both, to});
        });
    return loop.getResult(1);
  }

  void merge(Value from, Value to, Value low, Value middle, Value high) {
    auto loop = scf::ForOp::create(b, low, high, one, ValueRange{low, middle});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value left = loop.getRegionIterArg(0), right = loop.getRegionIterArg(1);
    // If a run is at its end, its last position is read without effect.
    auto clamp = [&](Value position, Value end) -> Value {
      return arith::MinUIOp::create(b, position,
                                    arith::SubIOp::create(b, end, one));
    };
    SmallVector<Value> lefts =
        loadAll(b, b.getLoc(), scratch, {from, clamp(left, middle)});
    SmallVector<Value> rights =
        loadAll(b, b.getLoc(), scratch, {from, clamp(right, high)});
    // Equal elements keep their order: the right one is taken first only if it
    // comes strictly before.
    Value before = comesBefore(rights, lefts);
    Value leftEnds =
        arith::CmpIOp::create(b, arith::CmpIPredicate::uge, left, middle);
    Value rightLeft =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, right, high);
    Value takesRight = arith::AndIOp::create(
        b, rightLeft, arith::OrIOp::create(b, leftEnds, before));
    SmallVector<Value> taken;
    for (auto [l, r] : llvm::zip_equal(lefts, rights))
      taken.push_back(arith::SelectOp::create(b, takesRight, r, l));
    storeAll(b, b.getLoc(), taken, scratch, {to, loop.getInductionVar()});
    Value step = arith::IndexCastUIOp::create(b, b.getIndexType(), takesRight);
    Value nextRight = arith::AddIOp::create(b, right, step);
    Value nextLeft =
        arith::AddIOp::create(b, left, arith::SubIOp::create(b, one, step));
    scf::YieldOp::create(b, ValueRange{nextLeft, nextRight});
  }

  SortOp op;
  ImplicitLocOpBuilder &b;
  ValueRange sources, dests;
  SmallVector<Value> scratch;
  Value zero, one;
};

struct SortToLoops : OpRewritePattern<SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SortOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getResults().empty() || !op.hasScratch())
      return failure();
    Location loc = op.getLoc();
    SmallVector<Value> extents =
        createExtents(rewriter, loc, op.getSources()[0]);
    Value extent = extents[op.getAxis()];
    Value kept = createExtents(rewriter, loc, op.getDests()[0])[op.getAxis()];
    extents[op.getAxis()] = arith::ConstantIndexOp::create(rewriter, loc, 1);
    createLoops(
        rewriter, loc, extents,
        [&](OpBuilder &builder, ValueRange row) {
          ImplicitLocOpBuilder nested(loc, builder);
          RowSorter(op, nested).sort(row, extent, kept);
        },
        /*areParallel=*/true);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void dtensor::populateSortPreparation(RewritePatternSet &patterns) {
  patterns.add<AddScratch>(patterns.getContext());
}

void dtensor::populateSortToLoops(RewritePatternSet &patterns) {
  patterns.add<SortToLoops>(patterns.getContext());
}
