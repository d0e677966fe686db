//===- ShareFetches.cpp - Fetch what several shifts need once -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Collectives/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace dtensor {
#define GEN_PASS_DEF_SHAREFETCHES
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// Positions from `begin` to before `end` on each axis.
struct Positions {
  SmallVector<int64_t> begin, end;

  bool isEmpty() const {
    return llvm::any_of(llvm::zip_equal(begin, end), [](auto pair) {
      return std::get<0>(pair) >= std::get<1>(pair);
    });
  }
  Positions intersect(const Positions &other) const {
    Positions both = *this;
    for (size_t axis = 0; axis < begin.size(); ++axis) {
      both.begin[axis] = std::max(begin[axis], other.begin[axis]);
      both.end[axis] = std::min(end[axis], other.end[axis]);
    }
    return both;
  }
  /// Makes the box reach to all positions of `other`.
  void extend(const Positions &other) {
    for (size_t axis = 0; axis < begin.size(); ++axis) {
      begin[axis] = std::min(begin[axis], other.begin[axis]);
      end[axis] = std::max(end[axis], other.end[axis]);
    }
  }
  bool operator==(const Positions &other) const = default;
};

/// A part of the destination, whose elements stand `shift` positions before in
/// the source.
struct Piece {
  SmallVector<int64_t> shift;
  Positions box;
};

/// A fetch of shifted positions: on each axis, the destination's position `d`
/// is the one that loop `d` reads.
struct ShiftedFetch {
  comm::FetchOp op;
  std::vector<Piece> pieces;
  /// The position of this fetch's position 0 in the shared destination.
  SmallVector<int64_t> offset;
};

} // namespace

static std::optional<ShiftedFetch> match(comm::FetchOp op, const Mesh &mesh) {
  if (op->getNumResults() != 1 || !op.getNumbers().empty() ||
      op->hasAttr(kUnforcedAttr))
    return std::nullopt;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Fetch fetch = op.getFetch(mesh);
  if (!type.hasStaticShape() || !op.getWindow().isIdentity() ||
      fetch.sources.empty())
    return std::nullopt;
  for (auto [axis, extent] : llvm::enumerate(fetch.loops))
    if (extent !=
        type.getDimSize(axis) * mesh.getGroupSize(fetch.to.getAxis(axis)))
      return std::nullopt;
  ShiftedFetch found{op, {}, {}};
  for (auto [value, source] : llvm::zip_equal(op.getSources(), fetch.sources)) {
    if (value != op.getSources().front())
      return std::nullopt;
    Piece piece;
    for (auto [axis, move] : llvm::enumerate(source.moves)) {
      if (move.stride != 1 || move.destStride != 1 || move.start < 0 ||
          move.start + move.count > source.shape[axis])
        return std::nullopt;
      piece.shift.push_back(move.destStart - move.start);
      piece.box.begin.push_back(std::max<int64_t>(move.destStart, 0));
      piece.box.end.push_back(
          std::min(move.destStart + move.count, fetch.loops[axis]));
    }
    if (!piece.box.isEmpty())
      found.pieces.push_back(std::move(piece));
  }
  if (found.pieces.empty())
    return std::nullopt;
  return found;
}

/// The value at positions that no source covers, if there is only one; a tensor
/// without contents has none.
static std::optional<Value> getFilling(Value dest) {
  if (dest.getDefiningOp<tensor::EmptyOp>())
    return Value();
  if (auto fill = dest.getDefiningOp<linalg::FillOp>())
    return fill.value();
  return std::nullopt;
}

static int64_t getSize(const Positions &box) {
  int64_t size = 1;
  for (auto [begin, end] : llvm::zip_equal(box.begin, box.end))
    size *= end - begin;
  return size;
}

static Positions getMoved(Positions box, ArrayRef<int64_t> by) {
  for (size_t axis = 0; axis < by.size(); ++axis) {
    box.begin[axis] += by[axis];
    box.end[axis] += by[axis];
  }
  return box;
}

/// The pieces of a destination that has those of all fetches, each at its
/// offset. Nothing if a fetch would find other elements there.
static std::optional<std::vector<Piece>>
join(MutableArrayRef<ShiftedFetch> fetches, ArrayRef<int64_t> loops) {
  // The largest pieces of all fetches become one.
  SmallVector<int64_t> most;
  for (ShiftedFetch &fetch : fetches) {
    auto largest =
        llvm::max_element(fetch.pieces, [](const Piece &a, const Piece &b) {
          return getSize(a.box) < getSize(b.box);
        });
    fetch.offset = largest->shift;
    if (most.empty())
      most = fetch.offset;
    for (auto [known, shift] : llvm::zip_equal(most, fetch.offset))
      known = std::max(known, shift);
  }
  std::vector<Piece> joined;
  auto find = [&](ArrayRef<int64_t> shift) {
    return llvm::find_if(joined, [&](const Piece &piece) {
      return ArrayRef(piece.shift) == shift;
    });
  };
  auto getShift = [](const ShiftedFetch &fetch, const Piece &piece) {
    SmallVector<int64_t> shift = piece.shift;
    for (auto [number, by] : llvm::zip_equal(shift, fetch.offset))
      number += by;
    return shift;
  };
  for (ShiftedFetch &fetch : fetches) {
    for (auto [offset, shift] : llvm::zip_equal(fetch.offset, most))
      offset = shift - offset;
    for (const Piece &piece : fetch.pieces) {
      SmallVector<int64_t> shift = getShift(fetch, piece);
      Positions box = getMoved(piece.box, fetch.offset);
      auto known = find(shift);
      if (known == joined.end())
        joined.push_back({shift, box});
      else
        known->box.extend(box);
    }
  }
  // Which of two pieces wins at one position depends on their order.
  for (size_t i = 0; i < joined.size(); ++i)
    for (size_t other = 0; other < i; ++other)
      if (!joined[i].box.intersect(joined[other].box).isEmpty())
        return std::nullopt;
  // Each fetch must find its pieces, and no part of another one.
  for (const ShiftedFetch &fetch : fetches) {
    Positions all{fetch.offset, fetch.offset};
    for (auto [end, extent] : llvm::zip_equal(all.end, loops))
      end += extent;
    SmallVector<Positions> own(joined.size());
    for (const Piece &piece : fetch.pieces) {
      Positions &box = own[find(getShift(fetch, piece)) - joined.begin()];
      if (!box.begin.empty())
        return std::nullopt;
      box = getMoved(piece.box, fetch.offset);
    }
    for (auto [piece, box] : llvm::zip_equal(joined, own)) {
      Positions there = piece.box.intersect(all);
      if (box.begin.empty() ? !there.isEmpty() : there != box)
        return std::nullopt;
    }
  }
  return joined;
}

/// Fetches a box from which all of these take their parts, if less is received
/// in this way.
static bool share(MutableArrayRef<ShiftedFetch> fetches, Value filling,
                  const Mesh &mesh) {
  comm::FetchOp first = fetches.front().op;
  Fetch fetch = first.getFetch(mesh);
  std::optional<std::vector<Piece>> pieces = join(fetches, fetch.loops);
  if (!pieces)
    return false;
  auto type = cast<RankedTensorType>(first->getResult(0).getType());
  unsigned rank = type.getRank();
  // One more loop for each axis goes over the offsets.
  SmallVector<int64_t> shape(type.getShape()),
      loops(ArrayRef<int64_t>(fetch.loops));
  OpBuilder builder(first);
  SmallVector<AffineExpr> positions;
  Layout to(2 * rank);
  for (unsigned axis = 0; axis < rank; ++axis) {
    int64_t last = 0;
    for (const ShiftedFetch &each : fetches)
      last = std::max(last, each.offset[axis]);
    shape[axis] += last;
    loops.push_back(last + 1);
    positions.push_back(builder.getAffineDimExpr(axis) +
                        builder.getAffineDimExpr(rank + axis));
    to.setAxis(axis, fetch.to.getAxis(axis));
  }
  Location loc = first.getLoc();
  RankedTensorType wide = type.clone(shape);
  Value dest = tensor::EmptyOp::create(builder, loc, wide, ValueRange());
  if (filling)
    dest = linalg::FillOp::create(builder, loc, filling, dest).getResult(0);
  SmallVector<int64_t> numbers(loops), strides;
  for (const Piece &piece : *pieces)
    for (unsigned axis = 0; axis < rank; ++axis) {
      int64_t start = piece.box.begin[axis];
      numbers.append({fetch.sources.front().shape[axis],
                      start - piece.shift[axis], piece.box.end[axis] - start,
                      start});
      strides.append({1, 1});
    }
  Attribute from = first.getFrom()[0];
  auto shared = comm::FetchOp::create(
      builder, loc, TypeRange(wide),
      SmallVector<Value>(pieces->size(), first.getSources().front()), dest,
      ValueRange(),
      builder.getArrayAttr(SmallVector<Attribute>(pieces->size(), from)),
      LayoutAttr::get(first.getMeshName(), mesh, to),
      AffineMapAttr::get(
          AffineMap::get(2 * rank, 0, positions, builder.getContext())),
      builder.getDenseI64ArrayAttr(numbers),
      builder.getDenseI64ArrayAttr(strides), first.getReasonAttr());
  int64_t before = 0;
  for (const ShiftedFetch &each : fetches)
    before += getReceivedElements(mesh, comm::FetchOp(each.op).getFetch(mesh));
  if (getReceivedElements(mesh, shared.getFetch(mesh)) >= before) {
    shared.erase();
    return false;
  }
  auto getIndices = [&](ArrayRef<int64_t> indices) {
    return getAsIndexOpFoldResult(builder.getContext(), indices);
  };
  for (ShiftedFetch &each : fetches) {
    builder.setInsertionPoint(each.op);
    Value part = tensor::ExtractSliceOp::create(
        builder, each.op.getLoc(), type, shared->getResult(0),
        getIndices(each.offset), getIndices(type.getShape()),
        getIndices(SmallVector<int64_t>(rank, 1)));
    each.op->getResult(0).replaceAllUsesWith(part);
    each.op.erase();
  }
  return true;
}

namespace {
struct ShareFetches : dtensor::impl::ShareFetchesBase<ShareFetches> {
  using ShareFetchesBase::ShareFetchesBase;

  void runOnOperation() override {
    bool changed = false;
    getOperation().walk([&](Block *block) { changed |= visit(*block); });
    if (!changed)
      markAllAnalysesPreserved();
  }

private:
  /// Fetches of one group differ only in the positions that they move.
  using Key = std::tuple<Value, Attribute, Attribute, Type>;

  static bool visit(Block &block) {
    llvm::MapVector<Key, std::vector<ShiftedFetch>> groups;
    std::optional<Mesh> mesh;
    for (auto op : block.getOps<comm::FetchOp>()) {
      MeshOp meshOp = lookupMeshOrNull(op, op.getMeshName());
      if (!meshOp)
        continue;
      mesh = meshOp.getMesh();
      if (std::optional<ShiftedFetch> found = match(op, *mesh))
        groups[{op.getSources().front(), op.getFrom()[0], op.getToAttr(),
                op->getResult(0).getType()}]
            .push_back(std::move(*found));
    }
    bool changed = false;
    for (auto &[key, group] : groups) {
      Value filling;
      bool isAlike = group.size() > 1;
      for (const ShiftedFetch &each : group) {
        std::optional<Value> own = getFilling(comm::FetchOp(each.op).getDest());
        isAlike &= own && (!*own || !filling || *own == filling);
        if (own && *own)
          filling = *own;
      }
      // The shared fetch stands in the place of the first one.
      Operation *filler = filling ? filling.getDefiningOp() : nullptr;
      if (filler && filler->getBlock() == &block)
        isAlike &= filler->isBeforeInBlock(group.front().op);
      if (isAlike)
        changed |= share(group, filling, *mesh);
    }
    return changed;
  }
};
} // namespace
