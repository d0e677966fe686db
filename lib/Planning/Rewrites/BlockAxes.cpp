//===- BlockAxes.cpp - Axes of equal blocks -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockAxes.h"
#include "../Proposals/Proposals.h"
#include "ExpandAxis.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Layout/MeshSplit.h"
#include "dtensor/Propagation/SplitMesh.h"
#include "llvm/ADT/MapVector.h"
#include <numeric>

using namespace mlir;
using namespace dtensor;

namespace {

/// Modules with more sites are left as they are, since each trial propagates
/// layouts through the module.
constexpr size_t kMaxSites = 20000;

/// The largest number of shapes that are tried one by one.
constexpr size_t kMaxShapes = 4;

/// A value with an axis of `count` blocks that slices extract.
struct BlockAxis {
  Value value;
  unsigned axis;
  int64_t count;
};

} // namespace

static tensor::ExtractSliceOp getSlice(Operation *user) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
  if (!slice || !slice.getOffsets().empty() || !slice.getSizes().empty() ||
      !slice.getStrides().empty())
    return {};
  return slice;
}

/// Whether the slice takes a part of the axis, without gaps.
static bool isCut(tensor::ExtractSliceOp slice, unsigned axis) {
  return slice && slice.getStaticStrides()[axis] == 1 &&
         slice.getStaticSizes()[axis] != slice.getSourceType().getDimSize(axis);
}

/// The extent of the blocks that the slices of `axis` consist of. It is 0 if
/// there are fewer than two such blocks.
static int64_t getBlockExtent(Value value, unsigned axis) {
  int64_t extent = cast<RankedTensorType>(value.getType()).getDimSize(axis);
  int64_t block = extent;
  for (Operation *user : value.getUsers()) {
    tensor::ExtractSliceOp slice = getSlice(user);
    if (!isCut(slice, axis) || slice.getDroppedDims().test(axis))
      continue;
    block = std::gcd(block, slice.getStaticOffsets()[axis]);
    block = std::gcd(block, slice.getStaticSizes()[axis]);
  }
  return block == extent ? 0 : block;
}

/// The first axis of blocks of a value, if it has one.
static std::optional<BlockAxis> getBlockAxis(LayoutGraph &graph, Value value) {
  // Few values are sliced, and this is faster than to look for a slot.
  if (llvm::none_of(value.getUsers(),
                    [](Operation *user) { return getSlice(user); }))
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  std::optional<SlotId> slot = graph.getSlot(value);
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0 || !slot)
    return std::nullopt;
  const Layout &layout = graph[*slot].state.layout;
  for (unsigned axis = 0; axis < layout.getRank(); ++axis) {
    int64_t devices = graph.getMesh().getGroupSize(layout.getAxis(axis));
    int64_t block = devices > 1 ? getBlockExtent(value, axis) : 0;
    // Each device must get the same number of positions of every block.
    if (block != 0 && block % devices == 0)
      return BlockAxis{value, axis, type.getDimSize(axis) / block};
  }
  return std::nullopt;
}

/// Finds the axes of blocks, in program order.
static std::vector<BlockAxis> findBlockAxes(LayoutGraph &graph,
                                            ModuleOp module) {
  std::vector<BlockAxis> found;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (std::optional<BlockAxis> axis = getBlockAxis(graph, value))
        found.push_back(*axis);
  };
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    add(op->getResults());
    for (Region &region : op->getRegions())
      add(region.getArguments());
  });
  return found;
}

/// Replaces the slice by one of `expanded`, which has the blocks on an axis of
/// their own.
static void replaceSlice(tensor::ExtractSliceOp slice, Value expanded,
                         unsigned axis, int64_t block) {
  OpBuilder builder(slice);
  Location loc = slice.getLoc();
  int64_t first = slice.getStaticOffsets()[axis] / block;
  int64_t count = slice.getStaticSizes()[axis] / block;
  auto toAttrs = [&](ArrayRef<int64_t> numbers, int64_t outside,
                     int64_t inside) {
    SmallVector<int64_t> all(numbers);
    all[axis] = inside;
    all.insert(all.begin() + axis, outside);
    return getAsIndexOpFoldResult(builder.getContext(), all);
  };
  SmallVector<OpFoldResult> offsets =
      toAttrs(slice.getStaticOffsets(), first, 0);
  SmallVector<OpFoldResult> sizes =
      toAttrs(slice.getStaticSizes(), count, block);
  SmallVector<OpFoldResult> strides = toAttrs(slice.getStaticStrides(), 1, 1);
  // The axes that the slice drops are removed, and the axis of a single block.
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<int64_t> shape;
  unsigned blocksAxis = 0;
  for (auto [from, size] : llvm::enumerate(slice.getStaticSizes())) {
    if (from == axis) {
      blocksAxis = shape.size();
      if (count > 1)
        shape.push_back(count);
      shape.push_back(block);
    } else if (!dropped.test(from)) {
      shape.push_back(size);
    }
  }
  Value taken =
      tensor::ExtractSliceOp::create(builder, loc, slice.getType().clone(shape),
                                     expanded, offsets, sizes, strides);
  if (count > 1)
    taken = collapseAxis(builder, loc, taken, blocksAxis);
  slice.getResult().replaceAllUsesWith(taken);
  slice.erase();
}

static void split(const BlockAxis &found, AxisExpander &expander) {
  int64_t block =
      cast<RankedTensorType>(found.value.getType()).getDimSize(found.axis) /
      found.count;
  SmallVector<tensor::ExtractSliceOp> slices;
  for (Operation *user : found.value.getUsers())
    if (tensor::ExtractSliceOp slice = getSlice(user);
        isCut(slice, found.axis) && !slice.getDroppedDims().test(found.axis))
      slices.push_back(slice);
  Value expanded = expander.expand(found.value, found.axis, found.count);
  for (tensor::ExtractSliceOp slice : slices)
    replaceSlice(slice, expanded, found.axis, block);
}

/// Which mesh dimensions shard the positions of the blocks, major first.
enum class Order {
  /// The dimensions that shard the axis.
  Plain,
  /// Those that shard the blocks come last. Then each device gets positions
  /// that the devices next to it in a block have, and keeps some of its own.
  BlocksLast,
};

/// How many of the dimensions divide an axis into these blocks, if some do.
static std::optional<size_t>
countOfBlocks(const Mesh &mesh, ArrayRef<unsigned> dims, int64_t count) {
  for (size_t taken = 0; taken <= dims.size(); ++taken)
    if (mesh.getGroupSize(dims.take_front(taken)) == count)
      return taken;
  return std::nullopt;
}

/// A part of a mesh dimension that divides an axis into blocks, together with
/// the dimensions before it.
struct MeshPart {
  unsigned dim;
  int64_t major;
};

/// The part of a dimension that is missing among those of the axis.
static std::optional<MeshPart> findPart(const BlockAxis &found,
                                        LayoutGraph &graph) {
  const Mesh &mesh = graph.getMesh();
  int64_t left = found.count;
  for (unsigned dim :
       graph[*graph.getSlot(found.value)].state.layout.getAxis(found.axis)) {
    int64_t size = mesh.getSize(dim);
    if (left > 1 && size > left && size % left == 0)
      return MeshPart{dim, left};
    if (left % size != 0)
      break;
    left /= size;
  }
  return std::nullopt;
}

/// Annotates a reshaped value, which is sharded as `from` says. The new layout
/// gives each device positions of every block.
static void annotate(const AxisExpander::Leaf &leaf, const Layout &from,
                     Order order, MeshOp meshOp) {
  Mesh mesh = meshOp.getMesh();
  tensor::ExpandShapeOp reshape = leaf.reshape;
  ArrayRef<int64_t> shape = reshape.getResultType().getShape();
  DimList dims(from.getAxis(leaf.axis));
  int64_t devices = mesh.getGroupSize(dims);
  if (devices == 1 || shape[leaf.axis + 1] % devices != 0)
    return;
  if (order == Order::BlocksLast)
    if (std::optional<size_t> taken =
            countOfBlocks(mesh, dims, shape[leaf.axis]))
      std::rotate(dims.begin(), dims.begin() + *taken, dims.end());
  Layout to(from.getRank() + 1);
  for (unsigned axis = 0; axis < from.getRank(); ++axis)
    to.setAxis(axis < leaf.axis ? axis : axis + 1, from.getAxis(axis));
  to.setAxis(leaf.axis + 1, dims);
  OpBuilder builder(reshape.getContext());
  builder.setInsertionPointAfter(reshape);
  auto constrain = ConstrainOp::create(
      builder, reshape.getLoc(), reshape,
      LayoutAttr::get(FlatSymbolRefAttr::get(meshOp), mesh, to));
  reshape.getResult().replaceAllUsesExcept(constrain.getResult(), constrain);
}

/// Splits each of these axes into two, in a copy of the module.
static void split(ArrayRef<BlockAxis> found, LayoutGraph &graph, Order order,
                  Edit &edit) {
  llvm::DenseMap<Value, SlotId> slotOf;
  for (auto [original, copy] : edit.getCopies().getValueMap())
    if (std::optional<SlotId> slot = graph.getSlot(original))
      slotOf[copy] = *slot;
  MeshOp meshOp = *getModuleMesh(edit.getModule());
  std::optional<MeshPart> part;
  if (order == Order::BlocksLast)
    part = findPart(found.front(), graph);
  if (part && !splitMeshDimension(graph, edit.getModule(), meshOp, part->dim,
                                  part->major))
    part.reset();
  AxisExpander expander;
  for (BlockAxis each : found) {
    each.value = edit.get(each.value);
    split(each, expander);
  }
  for (const AxisExpander::Leaf &leaf : expander.getLeaves()) {
    auto slot = slotOf.find(tensor::ExpandShapeOp(leaf.reshape).getSrc());
    if (slot == slotOf.end())
      continue;
    const TensorState &state = graph[slot->second].state;
    if (!part) {
      annotate(leaf, state.layout, order, meshOp);
      continue;
    }
    llvm::Expected<Layout> layout = splitLayout(
        graph.getMesh(), state.layout, state.shape, part->dim, /*numParts=*/2);
    if (layout)
      annotate(leaf, *layout, order, meshOp);
    else
      llvm::consumeError(layout.takeError());
  }
  expander.replaceOthers();
}

/// The orders that are worth a trial.
static SmallVector<Order> getOrders(ArrayRef<BlockAxis> found,
                                    LayoutGraph &graph) {
  SmallVector<Order> orders{Order::Plain};
  const BlockAxis &first = found.front();
  ArrayRef<unsigned> dims =
      graph[*graph.getSlot(first.value)].state.layout.getAxis(first.axis);
  std::optional<size_t> taken =
      countOfBlocks(graph.getMesh(), dims, first.count);
  if (taken ? *taken < dims.size() : findPart(first, graph).has_value())
    orders.push_back(Order::BlocksLast);
  return orders;
}

bool dtensor::splitBlockAxes(Plan &plan) {
  LayoutGraph *graph = plan.getGraph();
  if (!graph)
    return false;
  std::vector<BlockAxis> found = findBlockAxes(*graph, plan.getModule());
  if (found.empty() || plan.isTooLarge("block-axes", kMaxSites))
    return false;
  // All axes together are tried first, then those of each shape, since the
  // layers of a program repeat.
  SmallVector<SmallVector<BlockAxis>> sets(1);
  llvm::append_range(sets.front(), found);
  llvm::MapVector<std::pair<Type, std::pair<unsigned, int64_t>>,
                  SmallVector<BlockAxis>>
      alike;
  for (const BlockAxis &each : found)
    alike[{each.value.getType(), {each.axis, each.count}}].push_back(each);
  if (alike.size() > kMaxShapes)
    plan.noteLimit("block-axes", "the axes of " + std::to_string(kMaxShapes) +
                                     " of " + std::to_string(alike.size()) +
                                     " shapes are tried one by one");
  if (alike.size() > 1)
    for (auto &[shape, set] : llvm::make_range(
             alike.begin(), alike.begin() + std::min(alike.size(), kMaxShapes)))
      sets.push_back(set);
  for (const SmallVector<BlockAxis> &set : sets) {
    std::optional<std::pair<Change, PlanTrial>> best;
    for (Order order : getOrders(set, *graph)) {
      Change change{[&, order](Edit &edit) { split(set, *graph, order, edit); },
                    "cut axes as blocks and positions",
                    set.front().value.getLoc(), bit(Rule::Form)};
      std::optional<PlanTrial> trial = plan.tryOut(change);
      if (trial && plan.isBetter(trial->cost, change) &&
          (!best || trial->cost < best->second.cost))
        best.emplace(std::move(change), std::move(*trial));
    }
    if (best) {
      plan.adopt(best->first, *best->second.module, best->second.cost);
      return true;
    }
  }
  return false;
}
