//===- JoinFetches.cpp - One fetch for shifted parts of a tensor ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Filling.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/AffineWindow.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"

namespace dtensor {
#define GEN_PASS_DEF_JOINFETCHES
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// A fetch whose position `i` is position `i + shift` of its only source.
struct ShiftedFetch {
  comm::FetchOp op;
  Fetch fetch;
  /// For each axis.
  SmallVector<int64_t> shift;
  /// The value of the positions that are outside of the source; null if there
  /// are none, or if they are not used.
  Value filling;
};

/// Fetches that differ by their shifts only, in the order of the program.
using Family = std::vector<ShiftedFetch>;

} // namespace

/// Describes the fetch by its shifts; nothing if there is another way in which
/// it differs from its source.
static std::optional<ShiftedFetch> matchShift(comm::FetchOp op) {
  MeshOp mesh = lookupMeshOrNull(op, op.getMeshName());
  if (!mesh || op->getNumResults() != 1 || !op.getNumbers().empty() ||
      op.getSources().size() != 1 ||
      !cast<RankedTensorType>(op.getResult().getType()).hasStaticShape() ||
      op.getNumLoops() != op.getRank())
    return std::nullopt;
  ShiftedFetch shifted{op, op.getFetch(mesh.getMesh()), {}, {}};
  const FetchSource &source = shifted.fetch.sources.front();
  bool coversAll = true;
  for (auto [axis, move] : llvm::enumerate(source.moves)) {
    if (shifted.fetch.windows[axis] != AxisWindow::ofLoop(axis) ||
        move.stride != 1 || move.destStride != 1)
      return std::nullopt;
    int64_t shift = move.start - move.destStart;
    // The positions that have a counterpart in the source. All must be moved.
    int64_t extent = shifted.fetch.loops[axis];
    int64_t first = std::max<int64_t>(0, -shift);
    int64_t end = std::min(extent, source.shape[axis] - shift);
    if (first >= end || move.destStart > first ||
        move.destStart + move.count < end)
      return std::nullopt;
    coversAll &= first == 0 && end == extent;
    shifted.shift.push_back(shift);
  }
  if (!coversAll && !op.getDest().getDefiningOp<tensor::EmptyOp>()) {
    shifted.filling = getFilling(op.getDest());
    if (!shifted.filling)
      return std::nullopt;
  }
  return shifted;
}

static bool differByShiftOnly(const ShiftedFetch &one,
                              const ShiftedFetch &other) {
  comm::FetchOp a = one.op, b = other.op;
  return a.getSources() == b.getSources() && a.getFrom() == b.getFrom() &&
         a.getTo() == b.getTo() && one.fetch.loops == other.fetch.loops &&
         a.getResult().getType() == b.getResult().getType() &&
         (!one.filling || !other.filling || one.filling == other.filling);
}

namespace {

/// The fetch of everything that a family fetches.
class JoinedFetch {
public:
  JoinedFetch(ArrayRef<ShiftedFetch> family, const Mesh &mesh);

  bool isWorthIt() const;
  void create();

private:
  bool addsCorners() const;
  int64_t getLow(unsigned axis) const;
  int64_t getHigh(unsigned axis) const;
  Value createDest(OpBuilder &builder, Location loc) const;

  ArrayRef<ShiftedFetch> family;
  const Mesh &mesh;
  RankedTensorType part, whole;
  /// For each axis, the smallest shift, and by how much the largest exceeds it.
  SmallVector<int64_t> least, spread;
  Fetch fetch;
  Value filling;
};

} // namespace

JoinedFetch::JoinedFetch(ArrayRef<ShiftedFetch> family, const Mesh &mesh)
    : family(family), mesh(mesh), least(family.front().shift) {
  comm::FetchOp first = family.front().op;
  part = cast<RankedTensorType>(first.getResult().getType());
  SmallVector<int64_t> greatest = least;
  for (const ShiftedFetch &each : family) {
    for (auto [axis, shift] : llvm::enumerate(each.shift)) {
      least[axis] = std::min(least[axis], shift);
      greatest[axis] = std::max(greatest[axis], shift);
    }
    if (!filling)
      filling = each.filling;
  }
  fetch = family.front().fetch;
  SmallVector<DimList> axes(fetch.to.getAxes());
  SmallVector<int64_t> shape;
  FetchSource &source = fetch.sources.front();
  for (auto [axis, extent] : llvm::enumerate(part.getShape())) {
    spread.push_back(greatest[axis] - least[axis]);
    shape.push_back(extent + spread[axis]);
    if (spread[axis] > 0) {
      // A further loop, over the shifts.
      fetch.windows[axis].terms.push_back({unsigned(fetch.loops.size()), 1});
      fetch.loops.push_back(spread[axis] + 1);
      axes.emplace_back();
    }
    int64_t begin = std::max<int64_t>(least[axis], 0);
    int64_t end =
        std::min(source.shape[axis], fetch.loops[axis] + greatest[axis]);
    source.moves[axis] = {begin, 1, end - begin, begin - least[axis], 1};
  }
  fetch.to = Layout(axes, fetch.to.getPartial());
  whole = part.clone(shape);
}

/// Whether the box has corners at other devices that no fetch reads. A device
/// of a division along two axes would receive them for nothing.
bool JoinedFetch::addsCorners() const {
  auto countDivided = [&](auto isCounted) {
    return llvm::count_if(
        llvm::seq<unsigned>(0, spread.size()), [&](unsigned axis) {
          return spread[axis] > 0 && isCounted(axis) &&
                 mesh.getGroupSize(fetch.to.getAxis(axis)) > 1;
        });
  };
  return countDivided([](unsigned) { return true; }) > 1 &&
         llvm::none_of(family, [&](const ShiftedFetch &each) {
           return countDivided([&](unsigned axis) {
                    int64_t excess = each.shift[axis] - least[axis];
                    return excess == 0 || excess == spread[axis];
                  }) > 1;
         });
}

/// Whether devices copy and receive less. Shifts may be far from each other.
bool JoinedFetch::isWorthIt() const {
  if (addsCorners())
    return false;
  int64_t received = 0;
  for (const ShiftedFetch &each : family)
    received += getReceivedElements(mesh, each.fetch);
  return whole.getNumElements() <
             part.getNumElements() * int64_t(family.size()) &&
         getReceivedElements(mesh, fetch) <= received;
}

/// How many positions at the beginning of an axis have no counterpart in the
/// source.
int64_t JoinedFetch::getLow(unsigned axis) const {
  return std::max<int64_t>(-least[axis], 0);
}

/// The same at the end.
int64_t JoinedFetch::getHigh(unsigned axis) const {
  return std::max<int64_t>(fetch.loops[axis] + least[axis] + spread[axis] -
                               fetch.sources.front().shape[axis],
                           0);
}

/// A tensor that has the filling where it may be needed: on each device at the
/// border, since filling everything would take as long as the fetch.
Value JoinedFetch::createDest(OpBuilder &builder, Location loc) const {
  Value dest = tensor::EmptyOp::create(builder, loc, whole.getShape(),
                                       whole.getElementType());
  if (!filling)
    return dest;
  // More padding than a device has of the axis reaches other devices.
  for (auto [axis, extent] : llvm::enumerate(part.getShape()))
    if (std::max(getLow(axis), getHigh(axis)) > extent)
      return linalg::FillOp::create(builder, loc, filling, dest).getResult(0);
  unsigned rank = whole.getRank();
  SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
  auto fillPart = [&](unsigned axis, int64_t begin, int64_t count) {
    if (count == 0)
      return;
    SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(builder.getContext(), whole.getShape());
    offsets[axis] = builder.getIndexAttr(begin);
    sizes[axis] = builder.getIndexAttr(count);
    Value border = tensor::ExtractSliceOp::create(builder, loc, dest, offsets,
                                                  sizes, strides);
    border = linalg::FillOp::create(builder, loc, filling, border).getResult(0);
    dest = tensor::InsertSliceOp::create(builder, loc, border, dest, offsets,
                                         sizes, strides);
  };
  for (unsigned axis = 0; axis < rank; ++axis) {
    int64_t low = getLow(axis), high = getHigh(axis);
    fillPart(axis, 0, low);
    fillPart(axis, whole.getDimSize(axis) - high, high);
  }
  return dest;
}

void JoinedFetch::create() {
  comm::FetchOp first = family.front().op;
  OpBuilder builder(first);
  Location loc = first.getLoc();
  MLIRContext *context = builder.getContext();
  SmallVector<AffineExpr> windows;
  for (const AxisWindow &window : fetch.windows)
    windows.push_back(getAffineExpr(window, context));
  SmallVector<int64_t> numbers(fetch.loops.begin(), fetch.loops.end()), strides;
  const FetchSource &source = fetch.sources.front();
  for (auto [move, extent] : llvm::zip_equal(source.moves, source.shape)) {
    numbers.append({extent, move.start, move.count, move.destStart});
    strides.append({move.stride, move.destStride});
  }
  Value joined =
      comm::FetchOp::create(
          builder, loc, whole, first.getSources(), createDest(builder, loc),
          ValueRange(), first.getFrom(),
          LayoutAttr::get(first.getMeshName(), mesh, fetch.to),
          AffineMapAttr::get(
              AffineMap::get(fetch.loops.size(), 0, windows, context)),
          builder.getDenseI64ArrayAttr(numbers),
          builder.getDenseI64ArrayAttr(strides), first.getReasonAttr())
          .getResult();
  SmallVector<OpFoldResult> strideOnes(part.getRank(), builder.getIndexAttr(1));
  for (const ShiftedFetch &each : family) {
    SmallVector<OpFoldResult> offsets;
    for (auto [axis, shift] : llvm::enumerate(each.shift))
      offsets.push_back(builder.getIndexAttr(shift - least[axis]));
    comm::FetchOp op = each.op;
    builder.setInsertionPoint(op);
    Value slice = tensor::ExtractSliceOp::create(
        builder, op.getLoc(), part, joined, offsets,
        getAsIndexOpFoldResult(context, part.getShape()), strideOnes);
    op.getResult().replaceAllUsesWith(slice);
    op.erase();
  }
}

/// The families of the fetches of a block.
static std::vector<Family> findFamilies(Block &block,
                                        const DominanceInfo &dominance) {
  std::vector<Family> families;
  for (auto op : block.getOps<comm::FetchOp>()) {
    std::optional<ShiftedFetch> shifted = matchShift(op);
    if (!shifted)
      continue;
    auto isOwn = [&](const Family &family) {
      comm::FetchOp first = family.front().op;
      return llvm::all_of(family,
                          [&](const ShiftedFetch &each) {
                            return differByShiftOnly(each, *shifted);
                          }) &&
             (!shifted->filling ||
              dominance.properlyDominates(shifted->filling, first));
    };
    auto found = llvm::find_if(families, isOwn);
    if (found == families.end())
      families.push_back({*shifted});
    else
      found->push_back(*shifted);
  }
  return families;
}

namespace {

struct JoinFetches : dtensor::impl::JoinFetchesBase<JoinFetches> {
  void runOnOperation() override {
    DominanceInfo dominance(getOperation());
    getOperation().walk([&](Block *block) {
      for (const Family &family : findFamilies(*block, dominance)) {
        if (family.size() < 2)
          continue;
        comm::FetchOp first = family.front().op;
        Mesh mesh = lookupMeshOrNull(first, first.getMeshName()).getMesh();
        JoinedFetch joined(family, mesh);
        if (joined.isWorthIt())
          joined.create();
      }
    });
  }
};

} // namespace
