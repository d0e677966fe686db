//===- BoxRows.cpp - Boxes that are read row by row -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxRows.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace dtensor;

//===----------------------------------------------------------------------===//
// Where the component is in the box
//===----------------------------------------------------------------------===//

std::pair<int64_t, int64_t> BoxRows::getOwnColumns(unsigned axis) {
  int64_t end = own[axis] + getComponentType().getDimSize(axis);
  return {std::max<int64_t>(own[axis], 0),
          std::min(end, getBoxType().getDimSize(axis))};
}

/// The start of the device's component in the box along `axis`. Nothing if it
/// differs between devices, or if the fetch leaves out elements for which the
/// box has a place.
static std::optional<int64_t> getOwnStart(const Fetch &fetch, unsigned axis) {
  const FetchSource &source = fetch.sources.front();
  const AxisMove &move = source.moves[axis];
  if (source.shape[axis] < 0 ||
      llvm::any_of(fetch.loops, [](int64_t extent) { return extent < 0; }))
    return std::nullopt;
  if (move.stride != 1 || move.destStride != 1 ||
      llvm::is_contained({move.start, move.count, move.destStart},
                         AxisMove::kDynamic))
    return std::nullopt;
  Slice all = fetch.windows[axis].getHull(llvm::map_to_vector(
      fetch.loops, [](int64_t extent) { return Slice{0, extent}; }));
  if ((move.start > 0 && move.destStart > all.offset) ||
      (move.start + move.count < source.shape[axis] &&
       move.destStart + move.count < all.offset + all.extent))
    return std::nullopt;
  // Component and box begin at the same position of a loop.
  ArrayRef<unsigned> dims = source.layout.getAxis(axis);
  bool isDivided = false;
  for (const WindowTerm &term : fetch.windows[axis].terms) {
    ArrayRef<unsigned> loopDims = fetch.to.getAxis(term.loop);
    if (loopDims.empty())
      continue;
    if (isDivided || loopDims != dims || term.stride != 1 ||
        fetch.loops[term.loop] != source.shape[axis])
      return std::nullopt;
    isDivided = true;
  }
  if (isDivided != !dims.empty())
    return std::nullopt;
  return move.destStart - move.start - fetch.windows[axis].offset;
}

static std::optional<SmallVector<int64_t>> getOwnStart(const Fetch &fetch) {
  if (fetch.sources.size() != 1)
    return std::nullopt;
  SmallVector<int64_t> starts;
  for (unsigned axis = 0; axis < fetch.windows.size(); ++axis) {
    std::optional<int64_t> start = getOwnStart(fetch, axis);
    if (!start)
      return std::nullopt;
    starts.push_back(*start);
  }
  return starts;
}

/// Whether the box has the same positions of an axis as the component.
static bool isSameAxis(MemRefType box, MemRefType component, unsigned axis,
                       int64_t own) {
  return own == 0 && !box.isDynamicDim(axis) &&
         box.getDimSize(axis) == component.getDimSize(axis);
}

//===----------------------------------------------------------------------===//
// Users of the memory
//===----------------------------------------------------------------------===//

/// The memory that `buffer` is a view of, if it is known and overlaps no other
/// such memory.
static Value getMemory(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  if (auto argument = dyn_cast<BlockArgument>(buffer))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp()) ? buffer
                                                                 : Value();
  return isa<memref::AllocOp, memref::GetGlobalOp>(buffer.getDefiningOp())
             ? buffer
             : Value();
}

/// Whether `op` may write or free `memory`.
static bool mayChange(Operation *op, Value memory) {
  if (isMemoryEffectFree(op))
    return false;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface || op->getNumRegions() > 1)
    return true;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects,
                      [&](const MemoryEffects::EffectInstance &effect) {
                        if (isa<MemoryEffects::Read, MemoryEffects::Allocate>(
                                effect.getEffect()))
                          return false;
                        Value changed = effect.getValue();
                        Value root = changed ? getMemory(changed) : Value();
                        return !root || root == memory;
                      });
}

/// The operation that reads the box after the fetch, if it is the only one and
/// takes the box, or views of it by constant offsets.
static linalg::LinalgOp findReader(comm::FetchOp fetch,
                                   SmallVector<BoxRows::Use> &uses) {
  linalg::LinalgOp reader;
  auto add = [&](Value part, ArrayRef<int64_t> offsets,
                 ArrayRef<OpFoldResult> sizes) {
    for (OpOperand &use : part.getUses()) {
      Operation *user = use.getOwner();
      if (user == fetch || isa<memref::SubViewOp, memref::DeallocOp>(user))
        continue;
      if (user->getBlock() != fetch->getBlock())
        return false;
      if (user->isBeforeInBlock(fetch))
        continue;
      auto op = dyn_cast<linalg::LinalgOp>(user);
      if (!op || (reader && op != reader) || !op.isDpsInput(&use))
        return false;
      reader = op;
      uses.push_back({use.getOperandNumber(), SmallVector<int64_t>(offsets),
                      SmallVector<OpFoldResult>(sizes)});
    }
    return true;
  };
  OpBuilder builder(fetch->getContext());
  Value box = fetch.getDest();
  auto type = cast<MemRefType>(box.getType());
  if (type.hasStaticShape() &&
      !add(box, SmallVector<int64_t>(type.getRank(), 0),
           getAsIndexOpFoldResult(builder.getContext(), type.getShape())))
    return {};
  for (Operation *user : box.getUsers()) {
    auto view = dyn_cast<memref::SubViewOp>(user);
    if (!view)
      continue;
    bool isWritten = view->getBlock() == fetch->getBlock() &&
                     llvm::all_of(view->getUsers(), [&](Operation *inner) {
                       return inner->getBlock() == fetch->getBlock() &&
                              inner->isBeforeInBlock(fetch);
                     });
    if (isWritten)
      continue;
    auto offsets = getConstantIntValues(view.getMixedOffsets());
    if (!offsets || !view.hasUnitStride() ||
        view.getType().getRank() != type.getRank() ||
        llvm::any_of(view->getUsers(), llvm::IsaPred<memref::SubViewOp>) ||
        !add(view, *offsets, view.getMixedSizes()))
      return {};
  }
  return reader;
}

//===----------------------------------------------------------------------===//
// Whether the reader goes from row to row
//===----------------------------------------------------------------------===//

/// Finds the loops of the rows, and of the axes in front of them.
static bool findLoops(BoxRows &rows) {
  linalg::LinalgOp reader = rows.reader;
  if (reader.hasIndexSemantics() || !reader.hasPureBufferSemantics() ||
      !llvm::all_of(reader.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return false;
  for (const BoxRows::Use &use : rows.uses) {
    AffineMap map =
        reader.getMatchingIndexingMap(&reader->getOpOperand(use.operand));
    SmallVector<unsigned> loops;
    for (unsigned axis = 0; axis <= rows.axis; ++axis) {
      loops.push_back(map.getDimPosition(axis));
      if (axis < rows.axis && use.offsets[axis] != 0)
        return false;
    }
    if (&use != &rows.uses.front() && loops != rows.loops)
      return false;
    rows.loops = loops;
  }
  SmallVector<utils::IteratorType> iterators = reader.getIteratorTypesArray();
  return llvm::all_of(rows.loops, [&](unsigned loop) {
    return iterators[loop] == utils::IteratorType::parallel;
  });
}

/// Whether the reader writes the component where it reads it. Nothing if it
/// writes it elsewhere, or if that is not known.
static std::optional<bool> isInPlace(BoxRows &rows, Value memory) {
  bool isInPlace = false;
  for (OpOperand &init : rows.reader.getDpsInitsMutable()) {
    Value written = getMemory(init.get());
    if (!written)
      return std::nullopt;
    if (written != memory)
      continue;
    AffineMap map = rows.reader.getMatchingIndexingMap(&init);
    if (init.get() != rows.getComponent())
      return std::nullopt;
    for (auto [axis, loop] : llvm::enumerate(rows.loops))
      if (map.getDimPosition(axis) != loop)
        return std::nullopt;
    isInPlace = true;
  }
  return isInPlace;
}

static bool hasOwnColumns(BoxRows &rows, const BoxRows::Use &use) {
  for (unsigned axis = rows.axis + 1; axis < use.offsets.size(); ++axis) {
    auto [begin, end] = rows.getOwnColumns(axis);
    std::optional<int64_t> size = getConstantIntValue(use.sizes[axis]);
    if (!size || use.offsets[axis] < begin || use.offsets[axis] + *size > end)
      return false;
  }
  return true;
}

/// Finds which rows are read where they lie, and which have to be kept. Nothing
/// but the reader may change the component before it is read.
static bool findRows(BoxRows &rows) {
  Value memory = getMemory(rows.getComponent());
  if (!memory)
    return false;
  for (Operation *op = rows.fetch->getNextNode(); op != rows.reader;
       op = op->getNextNode())
    if (mayChange(op, memory))
      return false;
  std::optional<bool> inPlace = isInPlace(rows, memory);
  if (!inPlace)
    return false;
  int64_t lastRow = 0, own = rows.own[rows.axis];
  for (const BoxRows::Use &use : rows.uses)
    lastRow = std::max(lastRow, use.offsets[rows.axis]);
  // In place, iteration i overwrites row i + `own` of the box.
  bool isDirect =
      (!*inPlace || lastRow > own) &&
      llvm::all_of(rows.uses, [&](const BoxRows::Use &use) {
        return use.offsets[rows.axis] != lastRow || hasOwnColumns(rows, use);
      });
  if (isDirect)
    rows.directRow = lastRow;
  for (BoxRows::Use &use : rows.uses) {
    int64_t row = use.offsets[rows.axis];
    use.isDirect = isDirect && row == lastRow;
    if (use.isDirect)
      continue;
    int64_t end = 1 + (*inPlace ? std::max(row, own) : row);
    bool isFirst = rows.getNumKeptRows() == 0;
    rows.keptBegin = isFirst ? row : std::min(rows.keptBegin, row);
    rows.keptEnd = isFirst ? end : std::max(rows.keptEnd, end);
  }
  return true;
}

/// Whether rows are long enough for a loop of their own, whether those that are
/// kept fit into a part of the cache, and whether there are many more.
static bool isWorthwhile(BoxRows &rows) {
  constexpr int64_t kMinRowBytes = 512, kMaxKeptBytes = 1 << 18;
  MemRefType box = rows.getBoxType();
  int64_t bytes = getElementBits(box.getElementType()) / 8;
  for (unsigned axis = rows.axis + 1; axis < box.getRank(); ++axis)
    bytes *= box.getDimSize(axis);
  int64_t kept = rows.getNumKeptRows();
  return bytes >= kMinRowBytes && bytes * kept <= kMaxKeptBytes &&
         (box.isDynamicDim(rows.axis) || box.getDimSize(rows.axis) >= 4 * kept);
}

/// Whether the fill writes only positions from `begin` to `end` of an axis.
static bool isWithin(linalg::FillOp fill, unsigned axis, int64_t begin,
                     int64_t end) {
  auto view = fill.output().getDefiningOp<memref::SubViewOp>();
  if (!view)
    return false;
  std::optional<int64_t> offset =
      getConstantIntValue(view.getMixedOffsets()[axis]);
  std::optional<int64_t> extent =
      getConstantIntValue(view.getMixedSizes()[axis]);
  return offset && extent && *offset >= begin && *offset + *extent <= end;
}

/// Whether the fill writes all positions from `begin` to `end` of an axis.
static bool covers(linalg::FillOp fill, Value box, unsigned axis, int64_t begin,
                   int64_t end) {
  auto view = fill.output().getDefiningOp<memref::SubViewOp>();
  if (!view)
    return fill.output() == box;
  auto type = cast<MemRefType>(box.getType());
  for (int64_t other = 0; other < type.getRank(); ++other) {
    std::optional<int64_t> offset =
        getConstantIntValue(view.getMixedOffsets()[other]);
    OpFoldResult size = view.getMixedSizes()[other];
    std::optional<int64_t> extent = getConstantIntValue(size);
    if (!offset)
      return false;
    if (other == axis) {
      if (!extent || *offset > begin || *offset + *extent < end)
        return false;
    } else if (*offset != 0 || (extent ? *extent != type.getDimSize(other)
                                       : !type.isDynamicDim(other))) {
      return false;
    }
  }
  return view.hasUnitStride();
}

/// Finds the values beside the component along axes of which the device has all
/// positions, so that no peer has elements there.
static void findMargins(BoxRows &rows, const Fetch &fetch) {
  Value box = rows.getBox();
  unsigned rank = rows.getBoxType().getRank();
  rows.margins.assign(rank, {});
  SmallVector<linalg::FillOp> fills;
  SmallVector<Value> parts = {box};
  for (Operation *user : box.getUsers())
    if (auto view = dyn_cast<memref::SubViewOp>(user))
      parts.push_back(view);
  for (Value part : parts)
    for (Operation *user : part.getUsers()) {
      if (user == rows.fetch || user == rows.reader ||
          isa<memref::SubViewOp, memref::DeallocOp>(user))
        continue;
      if (auto copy = dyn_cast<memref::CopyOp>(user))
        if (copy.getSource() == copy.getTarget())
          continue;
      auto fill = dyn_cast<linalg::FillOp>(user);
      if (!fill || fill.value() != (fills.empty() ? fill : fills[0]).value())
        return;
      fills.push_back(fill);
    }
  bool areRowsOwn = true;
  for (unsigned axis = rows.axis + 1; axis < rank; ++axis) {
    auto [begin, end] = rows.getOwnColumns(axis);
    int64_t extent = rows.getBoxType().getDimSize(axis);
    if (begin == 0 && end == extent)
      continue;
    bool isKnown = fetch.sources.front().layout.getAxis(axis).empty();
    for (auto [from, to] :
         {std::pair<int64_t, int64_t>(0, begin), {end, extent}})
      isKnown &= from == to || llvm::any_of(fills, [&](linalg::FillOp fill) {
                   return covers(fill, box, axis, from, to);
                 });
    if (!isKnown || fills.empty()) {
      areRowsOwn = false;
      continue;
    }
    rows.margins[axis] = fills.front().value();
    llvm::copy_if(fills, std::back_inserter(rows.marginFills),
                  [&](linalg::FillOp fill) {
                    return isWithin(fill, axis, 0, begin) ||
                           isWithin(fill, axis, end, extent);
                  });
  }
  if (areRowsOwn)
    llvm::copy_if(fills, std::back_inserter(rows.wholeFills),
                  [&](linalg::FillOp fill) { return fill.output() == box; });
}

std::optional<BoxRows> dtensor::findBoxRows(comm::FetchOp fetch) {
  auto box = dyn_cast<MemRefType>(fetch.getDest().getType());
  auto component = dyn_cast<MemRefType>(fetch.getSources().front().getType());
  MeshOp mesh = lookupMeshOrNull(fetch, fetch.getMeshName());
  if (!box || !component || !mesh)
    return std::nullopt;
  Fetch facts = fetch.getFetch(mesh.getMesh());
  std::optional<SmallVector<int64_t>> own = getOwnStart(facts);
  if (!own)
    return std::nullopt;
  BoxRows rows;
  rows.fetch = fetch;
  rows.own = *own;
  rows.axis = 0;
  while (rows.axis < box.getRank() &&
         isSameAxis(box, component, rows.axis, rows.own[rows.axis]))
    ++rows.axis;
  for (unsigned axis = rows.axis + 1; axis < box.getRank(); ++axis) {
    if (box.isDynamicDim(axis) || component.isDynamicDim(axis))
      return std::nullopt;
    // The box has some columns of the component.
    if (rows.own[axis] >= box.getDimSize(axis) ||
        rows.own[axis] + component.getDimSize(axis) <= 0)
      return std::nullopt;
  }
  rows.reader = findReader(fetch, rows.uses);
  if (!rows.reader || rows.axis >= box.getRank() || !findLoops(rows) ||
      !findRows(rows) || !isWorthwhile(rows))
    return std::nullopt;
  findMargins(rows, facts);
  return rows;
}
