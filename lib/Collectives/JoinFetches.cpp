//===- JoinFetches.cpp - One fetch for shifted parts of a tensor ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShiftedFetch.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/AffineWindow.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/MapVector.h"

namespace dtensor {
#define GEN_PASS_DEF_JOINFETCHES
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// With how many others a fetch may be compared that can be joined with none.
static constexpr size_t kMaxCompared = 16;

namespace {

/// A fetch, or one fetch in the place of several.
struct Family {
  /// In the order of the program.
  SmallVector<const ShiftedFetch *> members;
  /// What all members are slices of. Empty for a single one.
  JoinedTensor joined;
  Fetch fetch;
  Value filling;
  /// The elements of the destination on each device.
  int64_t numCopied = 0;
};

} // namespace

static Family makeFamily(const ShiftedFetch &fetch) {
  auto type = cast<RankedTensorType>(fetch.op->getResult(0).getType());
  return {{&fetch}, {}, fetch.fetch, fetch.filling, type.getNumElements()};
}

/// What devices fetch who need all positions of `whole` that slices of the
/// shape of `one` have.
static Fetch getJoinedFetch(const ShiftedTensor &whole, const ShiftedFetch &one,
                            const Mesh &mesh) {
  Fetch fetch;
  fetch.loops = one.fetch.loops;
  SmallVector<DimList> axes(one.fetch.to.getAxes());
  for (auto [axis, extent] : llvm::enumerate(whole.shape)) {
    fetch.windows.push_back(AxisWindow::ofLoop(axis));
    int64_t spread = extent - one.fetch.loops[axis];
    if (spread == 0)
      continue;
    // A further loop, over the offsets.
    fetch.windows[axis].terms.push_back({unsigned(fetch.loops.size()), 1});
    fetch.loops.push_back(spread + 1);
    axes.emplace_back();
  }
  fetch.to = Layout(axes, one.fetch.to.getPartial());
  for (const ShiftedBox &box : whole.boxes) {
    FetchSource source{llvm::cantFail(one.from.resolve(mesh)),
                       {one.sourceShape.begin(), one.sourceShape.end()},
                       {}};
    for (auto [begin, end, shift] :
         llvm::zip_equal(box.begin, box.end, box.shift))
      source.moves.push_back({begin + shift, 1, end - begin, begin, 1});
    fetch.sources.push_back(std::move(source));
  }
  return fetch;
}

/// The type of the component of `whole` on each device.
static RankedTensorType getJoinedType(const Family &family) {
  const ShiftedFetch &first = *family.members.front();
  auto part = cast<RankedTensorType>(first.op->getResult(0).getType());
  SmallVector<int64_t> shape(part.getShape());
  for (auto [extent, whole, own] :
       llvm::zip_equal(shape, family.joined.whole.shape, first.tensor.shape))
    extent += whole - own;
  return part.clone(shape);
}

/// One family of both; nothing if devices would receive more, or copy more
/// without receiving less.
static std::optional<Family> joinFamilies(const Family &a, const Family &b,
                                          const Mesh &mesh,
                                          const DominanceInfo &dominance) {
  if (a.filling && b.filling && a.filling != b.filling)
    return std::nullopt;
  Family both;
  both.filling = a.filling ? a.filling : b.filling;
  both.members = a.members;
  both.members.append(b.members);
  // They are elements of a vector in the order of the program.
  llvm::sort(both.members);
  const ShiftedFetch &first = *both.members.front();
  if (both.filling && !dominance.properlyDominates(both.filling, first.op))
    return std::nullopt;
  SmallVector<const ShiftedTensor *> tensors;
  for (const ShiftedFetch *member : both.members)
    tensors.push_back(&member->tensor);
  std::optional<JoinedTensor> joined = join(tensors);
  if (!joined)
    return std::nullopt;
  both.joined = std::move(*joined);
  both.fetch = getJoinedFetch(both.joined.whole, first, mesh);
  both.numCopied = getJoinedType(both).getNumElements();
  int64_t before = getReceivedElements(mesh, {a.fetch, b.fetch});
  int64_t after = getReceivedElements(mesh, both.fetch);
  if (after > before ||
      (after == before && both.numCopied >= a.numCopied + b.numCopied))
    return std::nullopt;
  return both;
}

/// Joins families until no two of them should be joined.
static void joinAll(std::vector<Family> &families, const Mesh &mesh,
                    const DominanceInfo &dominance) {
  auto joinWithEarlier = [&](size_t number) {
    for (size_t back = 1; back <= std::min(number, kMaxCompared); ++back) {
      Family &earlier = families[number - back];
      if (std::optional<Family> both =
              joinFamilies(earlier, families[number], mesh, dominance)) {
        earlier = std::move(*both);
        families.erase(families.begin() + number);
        return true;
      }
    }
    return false;
  };
  bool changed = true;
  while (std::exchange(changed, false))
    for (size_t number = 1; number < families.size();) {
      if (joinWithEarlier(number))
        changed = true;
      else
        ++number;
    }
}

/// A tensor that has the filling where it may be needed: on each device at the
/// border, since filling everything would take as long as the fetch.
static Value createDest(OpBuilder &builder, Location loc,
                        const Family &family) {
  RankedTensorType type = getJoinedType(family);
  Value dest = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                       type.getElementType());
  if (!family.filling)
    return dest;
  auto fill = [&](Value tensor) {
    return linalg::FillOp::create(builder, loc, family.filling, tensor)
        .getResult(0);
  };
  const ShiftedTensor &whole = family.joined.whole;
  ShiftedBox hull = whole.boxes.front();
  int64_t numCovered = 0;
  for (const ShiftedBox &box : whole.boxes) {
    hull = hull.getHull(box);
    numCovered += box.getNumElements();
  }
  auto getHigh = [&](unsigned axis) {
    return whole.shape[axis] - hull.end[axis];
  };
  // Gaps between the boxes may be anywhere. More padding than a device has of
  // an axis reaches other devices.
  auto part = cast<RankedTensorType>(
      family.members.front()->op->getResult(0).getType());
  bool isBorder = hull.getNumElements() == numCovered;
  for (auto [axis, extent] : llvm::enumerate(part.getShape()))
    isBorder &= std::max(hull.begin[axis], getHigh(axis)) <= extent;
  if (!isBorder)
    return fill(dest);
  unsigned rank = type.getRank();
  SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
  auto fillPart = [&](unsigned axis, int64_t begin, int64_t count) {
    if (count == 0)
      return;
    SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(builder.getContext(), type.getShape());
    offsets[axis] = builder.getIndexAttr(begin);
    sizes[axis] = builder.getIndexAttr(count);
    Value border = tensor::ExtractSliceOp::create(builder, loc, dest, offsets,
                                                  sizes, strides);
    dest = tensor::InsertSliceOp::create(builder, loc, fill(border), dest,
                                         offsets, sizes, strides);
  };
  for (unsigned axis = 0; axis < rank; ++axis) {
    fillPart(axis, 0, hull.begin[axis]);
    fillPart(axis, type.getDimSize(axis) - getHigh(axis), getHigh(axis));
  }
  return dest;
}

/// Fetches what all members need from `source` in the place of the first one.
/// The members stay, without uses; `slices` gets what takes their places.
static void createFetch(const Family &family, Value source, const Mesh &mesh,
                        llvm::DenseMap<Value, Value> &slices) {
  const ShiftedFetch &one = *family.members.front();
  comm::FetchOp first = one.op;
  OpBuilder builder(first);
  MLIRContext *context = builder.getContext();
  const Fetch &fetch = family.fetch;
  SmallVector<AffineExpr> windows;
  for (const AxisWindow &window : fetch.windows)
    windows.push_back(getAffineExpr(window, context));
  SmallVector<int64_t> numbers(fetch.loops.begin(), fetch.loops.end()), strides;
  for (const FetchSource &source : fetch.sources)
    for (auto [move, extent] : llvm::zip_equal(source.moves, source.shape)) {
      numbers.append({extent, move.start, move.count, move.destStart});
      strides.append({move.stride, move.destStride});
    }
  size_t numSources = fetch.sources.size();
  Value dest = createDest(builder, first.getLoc(), family);
  Value joined =
      comm::FetchOp::create(
          builder, first.getLoc(), dest.getType(),
          SmallVector<Value>(numSources, source), dest, ValueRange(),
          builder.getArrayAttr(SmallVector<Attribute>(numSources, one.from)),
          LayoutAttr::get(first.getMeshName(), mesh, fetch.to),
          AffineMapAttr::get(
              AffineMap::get(fetch.loops.size(), 0, windows, context)),
          builder.getDenseI64ArrayAttr(numbers),
          builder.getDenseI64ArrayAttr(strides), first.getReasonAttr(),
          /*fromPeersOnly=*/UnitAttr())
          .getResult();
  for (auto [member, offset] :
       llvm::zip_equal(family.members, family.joined.offsets)) {
    comm::FetchOp op = member->op;
    auto part = cast<RankedTensorType>(op.getResult().getType());
    builder.setInsertionPoint(op);
    Value slice = tensor::ExtractSliceOp::create(
        builder, op.getLoc(), part, joined,
        getAsIndexOpFoldResult(context, offset),
        getAsIndexOpFoldResult(context, part.getShape()),
        SmallVector<OpFoldResult>(part.getRank(), builder.getIndexAttr(1)));
    op.getResult().replaceAllUsesWith(slice);
    slices[op.getResult()] = slice;
  }
}

/// Joins the fetches of a block.
static void visit(Block &block, const DominanceInfo &dominance, bool through) {
  auto ops = block.getOps<comm::FetchOp>();
  if (ops.empty())
    return;
  comm::FetchOp any = *ops.begin();
  MeshOp meshOp = lookupMeshOrNull(any, any.getMeshName());
  if (!meshOp)
    return;
  Mesh mesh = meshOp.getMesh();
  // Fetches of one key differ only in the boxes that they move.
  using Key = std::tuple<Value, Attribute, Attribute, Type>;
  std::vector<ShiftedFetch> fetches = findShifts(block, mesh, through);
  llvm::MapVector<Key, std::vector<Family>> groups;
  for (ShiftedFetch &each : fetches)
    groups[{each.source, each.from,
            LayoutAttr::get(each.op.getMeshName(), mesh, each.fetch.to),
            each.op->getResult(0).getType()}]
        .push_back(makeFamily(each));
  // The source of a fetch may be a fetch that has been joined with others.
  llvm::DenseMap<Value, Value> slices;
  SmallVector<comm::FetchOp> joined;
  for (auto &[key, families] : groups) {
    joinAll(families, mesh, dominance);
    for (const Family &family : families) {
      if (family.members.size() < 2)
        continue;
      Value source = std::get<0>(key);
      createFetch(family, slices.lookup_or(source, source), mesh, slices);
      for (const ShiftedFetch *member : family.members)
        joined.push_back(member->op);
    }
  }
  for (comm::FetchOp op : joined)
    op.erase();
}

namespace {

struct JoinFetches : dtensor::impl::JoinFetchesBase<JoinFetches> {
  void runOnOperation() override {
    DominanceInfo dominance(getOperation());
    // A chain of fetches counts as fetches of its source first. What is not
    // joined in this way may be joined link by link.
    for (bool through : {true, false})
      getOperation().walk(
          [&](Block *block) { visit(*block, dominance, through); });
  }
};

} // namespace
