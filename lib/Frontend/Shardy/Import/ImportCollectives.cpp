//===- ImportCollectives.cpp - Collectives of manual computations --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportCollectives.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"
#include <set>

using namespace mlir;
using namespace dtensor;

namespace {
class Importer {
public:
  Importer(LocalMapOp map, FlatSymbolRefAttr meshName, const Mesh &mesh)
      : meshName(meshName), mesh(mesh), manual(map.getManualDims(mesh)),
        free(map.getFreeDims(mesh)), rewriter(map.getContext()) {}

  LogicalResult importOp(Operation *op);

private:
  /// The mesh dimensions, major first, along which the rows of `groups` go.
  FailureOr<DimList> findDims(Operation *op, ElementsAttr groups,
                              std::optional<stablehlo::ChannelHandleAttr>);

  Value splitAxis(Operation *op, Value value, unsigned axis, int64_t major,
                  bool isJoined = false);
  /// Moves `source` from one layout to the other.
  template <typename OpTy>
  Value move(Operation *op, Value source, Type result, const Layout &from,
             const Layout &to, ArrayRef<int64_t> globalShape);

  LogicalResult importReduction(Operation *op, Region &body,
                                ElementsAttr groups,
                                std::optional<stablehlo::ChannelHandleAttr>,
                                std::optional<int64_t> scatterAxis);
  LogicalResult importGather(stablehlo::AllGatherOp op);
  LogicalResult importAllToAll(stablehlo::AllToAllOp op);
  Value exchangePieces(Operation *op, Value source, unsigned axis,
                       const DimList &dims);
  Value exchangeAxes(Operation *op, Value source, unsigned split,
                     unsigned concat, const DimList &dims);
  LogicalResult importPermute(stablehlo::CollectivePermuteOp op);
  LogicalResult importBroadcast(stablehlo::CollectiveBroadcastOp op);
  /// Gives the second device of each pair what the first one has, and zeros to
  /// those that are second in none. `operands` are values of `op`.
  LogicalResult sendBetween(Operation *op,
                            ArrayRef<std::pair<int64_t, int64_t>> pairs);
  /// The pairs of places along manual dimensions that devices of `pairs` have,
  /// whatever their places along free ones.
  FailureOr<SmallVector<std::pair<int64_t, int64_t>>>
  toPlaces(Operation *op, ArrayRef<std::pair<int64_t, int64_t>> pairs);
  LogicalResult importPartitionId(stablehlo::PartitionIdOp op);
  StringAttr getReason(Operation *op) {
    return rewriter.getStringAttr(op->getName().getStringRef() +
                                  Twine(" of a manual computation"));
  }

  FlatSymbolRefAttr meshName;
  const Mesh &mesh;
  /// Along these dimensions values are components, along these they are whole.
  DimList manual, free;
  IRRewriter rewriter;
};
} // namespace

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

FailureOr<DimList>
Importer::findDims(Operation *op, ElementsAttr groups,
                   std::optional<stablehlo::ChannelHandleAttr> channel) {
  if (!channel || channel->getHandle() < 1)
    return op->emitOpError("has groups of replicas; required: groups of "
                           "devices, which have a channel");
  SmallVector<int64_t> devices =
      llvm::map_to_vector(groups.getValues<APInt>(),
                          [](const APInt &id) { return id.getSExtValue(); });
  int64_t size = cast<ShapedType>(groups.getType()).getDimSize(1);
  auto fail = [&] {
    return op->emitOpError("requires groups along dimensions of the mesh ")
           << mesh.str() << ", found " << groups;
  };
  if (static_cast<int64_t>(devices.size()) != mesh.getNumDevices() ||
      llvm::is_contained(devices, -1) ||
      llvm::any_of(devices, [&](int64_t device) {
        return device >= mesh.getNumDevices();
      }))
    return fail();

  // From minor to major: where the next step of the first group goes.
  DimList dims;
  SmallVector<int64_t> base = mesh.getCoordinates(devices[0]);
  for (int64_t stride = 1; stride < size;) {
    SmallVector<int64_t> next = mesh.getCoordinates(devices[stride]);
    unsigned dim = 0;
    while (dim < next.size() && next[dim] == base[dim])
      ++dim;
    if (dim == next.size() || llvm::is_contained(dims, dim) ||
        size % (stride * mesh.getSize(dim)))
      return fail();
    dims.insert(dims.begin(), dim);
    stride *= mesh.getSize(dim);
  }
  // All groups have to go the same way.
  for (size_t i = 0; i < devices.size(); ++i) {
    int64_t place = i % size;
    SmallVector<int64_t> expected = mesh.getCoordinates(devices[i - place]);
    for (unsigned dim : llvm::reverse(dims)) {
      expected[dim] = place % mesh.getSize(dim);
      place /= mesh.getSize(dim);
    }
    if (mesh.getDevice(expected) != devices[i])
      return fail();
  }
  for (unsigned dim : dims)
    if (!llvm::is_contained(manual, dim))
      return op->emitOpError("goes along ")
             << mesh.getName(dim)
             << ", which is left to the compiler; required: manual axes";
  return dims;
}

/// The axis in two, of which the first has `major` positions, or these two in
/// one if `isJoined`. Along free dimensions only the second can be sharded.
Value Importer::splitAxis(Operation *op, Value value, unsigned axis,
                          int64_t major, bool isJoined) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> groups;
  unsigned position = 0;
  for (int64_t i = 0, rank = type.getRank() - (isJoined ? 1 : 0); i < rank;
       ++i) {
    ReassociationIndices &group = groups.emplace_back();
    group.push_back(position++);
    if (i != axis) {
      shape.push_back(type.getDimSize(isJoined ? group[0] : i));
      continue;
    }
    group.push_back(position++);
    if (isJoined) {
      shape.push_back(major * type.getDimSize(group[1]));
      continue;
    }
    shape.push_back(major);
    shape.push_back(type.getDimSize(i) / major);
  }
  auto split = RankedTensorType::get(shape, type.getElementType());
  if (isJoined)
    return tensor::CollapseShapeOp::create(rewriter, op->getLoc(), split, value,
                                           groups);
  return tensor::ExpandShapeOp::create(rewriter, op->getLoc(), split, value,
                                       groups);
}

template <typename OpTy>
Value Importer::move(Operation *op, Value source, Type result,
                     const Layout &from, const Layout &to,
                     ArrayRef<int64_t> globalShape) {
  if (from == to)
    return source;
  auto type = cast<RankedTensorType>(result);
  Value dest = tensor::EmptyOp::create(rewriter, op->getLoc(), type.getShape(),
                                       type.getElementType());
  auto moved = OpTy::create(rewriter, op->getLoc(), source, dest,
                            LayoutAttr::get(meshName, mesh, from),
                            LayoutAttr::get(meshName, mesh, to), globalShape,
                            ValueRange(), getReason(op));
  return moved->getResult(0);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// What `body` does with two elements, if a partial value can be pending it.
static std::optional<Combiner> getCombiner(Region &body) {
  Block &block = body.front();
  if (!llvm::hasNItems(block, 2) ||
      !llvm::equal(block.back().getOperands(), block.front().getResults()) ||
      block.front().getNumOperands() != 2 ||
      !(llvm::equal(block.front().getOperands(), block.getArguments()) ||
        llvm::equal(block.front().getOperands(),
                    llvm::reverse(block.getArguments()))))
    return std::nullopt;
  Type element = getElementTypeOrSelf(block.front().getResult(0).getType());
  bool isFloat = isa<FloatType>(element), isBool = element.isInteger(1);
  bool isUnsigned = element.isUnsignedInteger();
  using Result = std::optional<Combiner>;
  return llvm::TypeSwitch<Operation *, Result>(&block.front())
      .Case([&](stablehlo::AddOp) {
        return isBool ? Combiner::Or : Combiner::Add;
      })
      .Case([&](stablehlo::MulOp) {
        return isBool ? Combiner::And : Combiner::Mul;
      })
      .Case([](stablehlo::AndOp) { return Combiner::And; })
      .Case([](stablehlo::OrOp) { return Combiner::Or; })
      .Case([](stablehlo::XorOp) { return Combiner::Xor; })
      .Case([&](stablehlo::MaxOp) -> Result {
        if (isa<ComplexType>(element))
          return std::nullopt;
        return isFloat      ? Combiner::Maximum
               : isBool     ? Combiner::Or
               : isUnsigned ? Combiner::MaxUnsigned
                            : Combiner::MaxSigned;
      })
      .Case([&](stablehlo::MinOp) -> Result {
        if (isa<ComplexType>(element))
          return std::nullopt;
        return isFloat      ? Combiner::Minimum
               : isBool     ? Combiner::And
               : isUnsigned ? Combiner::MinUnsigned
                            : Combiner::MinSigned;
      })
      .Default([](Operation *) -> Result { return std::nullopt; });
}

LogicalResult
Importer::importReduction(Operation *op, Region &body, ElementsAttr groups,
                          std::optional<stablehlo::ChannelHandleAttr> channel,
                          std::optional<int64_t> scatterAxis) {
  FailureOr<DimList> dims = findDims(op, groups, channel);
  if (failed(dims))
    return failure();
  std::optional<Combiner> combiner = getCombiner(body);
  if (!combiner)
    return op->emitOpError("requires a computation that is add, multiply, "
                           "maximum, minimum, and, or or xor of its arguments");
  SmallVector<PartialDim> partial;
  for (unsigned dim : *dims)
    partial.push_back({dim, *combiner});
  SmallVector<Value> results;
  int64_t count = mesh.getGroupSize(*dims);
  for (auto [source, result] :
       llvm::zip(op->getOperands(), op->getResultTypes())) {
    auto type = cast<RankedTensorType>(source.getType());
    Layout from(type.getRank()), to(type.getRank());
    from.setPartial(partial);
    if (!scatterAxis) {
      results.push_back(move<comm::AllReduceOp>(op, source, result, from, to,
                                                type.getShape()));
    } else if (free.empty()) {
      to.setAxis(*scatterAxis, *dims);
      results.push_back(move<comm::ReduceScatterOp>(op, source, result, from,
                                                    to, type.getShape()));
    } else {
      // Of each member's piece every device along free dimensions has its part.
      Value pieces = splitAxis(op, source, *scatterAxis, count);
      auto all = cast<RankedTensorType>(pieces.getType());
      SmallVector<int64_t> own(all.getShape());
      own[*scatterAxis] = 1;
      from = Layout(all.getRank());
      from.setPartial(partial);
      to = Layout(all.getRank());
      to.setAxis(*scatterAxis, *dims);
      Value piece = move<comm::ReduceScatterOp>(
          op, pieces, RankedTensorType::get(own, all.getElementType()), from,
          to, all.getShape());
      results.push_back(splitAxis(op, piece, *scatterAxis, 1, true));
    }
  }
  rewriter.replaceOp(op, results);
  return success();
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

LogicalResult Importer::importGather(stablehlo::AllGatherOp op) {
  FailureOr<DimList> dims =
      findDims(op, op.getReplicaGroups(), op.getChannelHandle());
  if (failed(dims))
    return failure();
  SmallVector<Value> results;
  for (auto [source, result] :
       llvm::zip(op.getOperands(), op.getResultTypes())) {
    auto type = cast<RankedTensorType>(result);
    auto axis = static_cast<int64_t>(op.getAllGatherDim());
    int64_t part = cast<RankedTensorType>(source.getType()).getDimSize(axis);
    if (part * mesh.getGroupSize(*dims) != type.getDimSize(axis))
      return op.emitOpError("requires a result ")
             << mesh.getGroupSize(*dims) << " times as long along axis " << axis
             << " as the operand, found " << type;
    Layout from(type.getRank()), to(type.getRank());
    from.setAxis(axis, *dims);
    if (free.empty()) {
      results.push_back(move<comm::AllGatherOp>(op, source, result, from, to,
                                                type.getShape()));
      continue;
    }
    int64_t count = mesh.getGroupSize(*dims);
    Value piece = splitAxis(op, source, axis, 1);
    auto own = cast<RankedTensorType>(piece.getType());
    SmallVector<int64_t> shape(own.getShape());
    shape[axis] = count;
    from = Layout(own.getRank());
    from.setAxis(axis, *dims);
    Value pieces = move<comm::AllGatherOp>(
        op, piece, RankedTensorType::get(shape, own.getElementType()), from,
        Layout(own.getRank()), shape);
    results.push_back(splitAxis(op, pieces, axis, count, true));
  }
  rewriter.replaceOp(op, results);
  return success();
}

/// An all_to_all that splits and joins one axis: device i's piece j becomes
/// device j's piece i. The pieces of all devices are a matrix, of which each
/// has a row before and a column after.
Value Importer::exchangePieces(Operation *op, Value source, unsigned axis,
                               const DimList &dims) {
  auto type = cast<RankedTensorType>(source.getType());
  int64_t count = mesh.getGroupSize(dims);
  SmallVector<ReassociationIndices> groups;
  SmallVector<int64_t> row, column, pieces;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    ReassociationIndices &group = groups.emplace_back();
    auto add = [&](int64_t inRow, int64_t inColumn, int64_t inAll) {
      group.push_back(row.size());
      row.push_back(inRow);
      column.push_back(inColumn);
      pieces.push_back(inAll);
    };
    int64_t extent = type.getDimSize(i);
    if (i == axis) {
      add(1, count, count);
      add(count, 1, count);
      extent /= count;
    }
    add(extent, extent, extent);
  }
  Layout from(row.size()), to(row.size());
  from.setAxis(axis, dims);
  to.setAxis(axis + 1, dims);
  Type element = type.getElementType();
  Value rows = tensor::ExpandShapeOp::create(
      rewriter, op->getLoc(), RankedTensorType::get(row, element), source,
      groups);
  Value columns = move<comm::AllToAllOp>(
      op, rows, RankedTensorType::get(column, element), from, to, pieces);
  return tensor::CollapseShapeOp::create(rewriter, op->getLoc(), type, columns,
                                         groups);
}

/// An all_to_all where free dimensions can shard both axes: pieces lie on axes
/// of their own.
Value Importer::exchangeAxes(Operation *op, Value source, unsigned split,
                             unsigned concat, const DimList &dims) {
  int64_t count = mesh.getGroupSize(dims);
  // The major axes of both, where those before are split as well.
  unsigned splitAt = split + (concat < split ? 1 : 0);
  unsigned concatAt = concat + (split < concat ? 1 : 0);
  Value pieces = splitAxis(op, source, std::max(split, concat),
                           split > concat ? count : 1);
  pieces = splitAxis(op, pieces, std::min(split, concat),
                     split < concat ? count : 1);
  auto before = cast<RankedTensorType>(pieces.getType());
  SmallVector<int64_t> whole(before.getShape()), after(before.getShape());
  whole[concatAt] = after[concatAt] = count;
  after[splitAt] = 1;
  Layout from(before.getRank()), to(before.getRank());
  from.setAxis(concatAt, dims);
  to.setAxis(splitAt, dims);
  Value moved = move<comm::AllToAllOp>(
      op, pieces, RankedTensorType::get(after, before.getElementType()), from,
      to, whole);
  moved = splitAxis(op, moved, std::min(splitAt, concatAt),
                    split < concat ? 1 : count, true);
  return splitAxis(op, moved, std::max(split, concat),
                   split < concat ? count : 1, true);
}

LogicalResult Importer::importAllToAll(stablehlo::AllToAllOp op) {
  FailureOr<DimList> dims =
      findDims(op, op.getReplicaGroups(), op.getChannelHandle());
  if (failed(dims))
    return failure();
  auto split = static_cast<int64_t>(op.getSplitDimension());
  auto concat = static_cast<int64_t>(op.getConcatDimension());
  SmallVector<Value> results;
  for (auto [source, result] :
       llvm::zip(op.getOperands(), op.getResultTypes())) {
    auto type = cast<RankedTensorType>(source.getType());
    SmallVector<int64_t> shape(type.getShape());
    if (split == concat) {
      results.push_back(exchangePieces(op, source, split, *dims));
      continue;
    }
    if (!free.empty()) {
      results.push_back(exchangeAxes(op, source, split, concat, *dims));
      continue;
    }
    shape[concat] *= mesh.getGroupSize(*dims);
    Layout from(type.getRank()), to(type.getRank());
    from.setAxis(concat, *dims);
    to.setAxis(split, *dims);
    results.push_back(
        move<comm::AllToAllOp>(op, source, result, from, to, shape));
  }
  rewriter.replaceOp(op, results);
  return success();
}

//===----------------------------------------------------------------------===//
// From device to device
//===----------------------------------------------------------------------===//

/// Zeros of any element type.
static DenseElementsAttr getZeros(RankedTensorType type) {
  Type element = type.getElementType();
  unsigned count = 1;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    element = complex.getElementType();
    count = 2;
  }
  SmallVector<char> zeros(
      count * llvm::divideCeil(element.getIntOrFloatBitWidth(), 8), 0);
  return DenseElementsAttr::getFromRawBuffer(type, zeros);
}

FailureOr<SmallVector<std::pair<int64_t, int64_t>>>
Importer::toPlaces(Operation *op, ArrayRef<std::pair<int64_t, int64_t>> pairs) {
  auto getPlace = [&](int64_t device, ArrayRef<unsigned> dims) {
    int64_t place = 0;
    for (unsigned dim : dims)
      place = place * mesh.getSize(dim) + mesh.getCoordinate(device, dim);
    return place;
  };
  using Pairs = std::set<std::pair<int64_t, int64_t>>;
  std::vector<Pairs> byFree(mesh.getGroupSize(free));
  for (auto [from, to] : pairs) {
    int64_t here = getPlace(from, free);
    if (here != getPlace(to, free))
      return op->emitOpError("sends from device ")
             << from << " to " << to
             << ", which differ along axes that are left to the compiler; "
                "required: manual axes";
    byFree[here].insert({getPlace(from, manual), getPlace(to, manual)});
  }
  if (!llvm::all_equal(byFree))
    return op->emitOpError("requires the same pairs for all devices along axes "
                           "that are left to the compiler");
  return SmallVector<std::pair<int64_t, int64_t>>(byFree[0].begin(),
                                                  byFree[0].end());
}

LogicalResult
Importer::sendBetween(Operation *op,
                      ArrayRef<std::pair<int64_t, int64_t>> devices) {
  Location loc = op->getLoc();
  FailureOr<SmallVector<std::pair<int64_t, int64_t>>> pairs =
      toPlaces(op, devices);
  if (failed(pairs))
    return failure();
  int64_t numPlaces = mesh.getGroupSize(manual);
  // Of the whole, each device has a row. Rows side by side that go the same
  // way, as all but the last in a ring, go together.
  struct Run {
    int64_t from, to, count;
  };
  SmallVector<Run> runs;
  for (auto [from, to] : *pairs)
    if (!runs.empty() && runs.back().from + runs.back().count == from &&
        runs.back().to + runs.back().count == to)
      ++runs.back().count;
    else
      runs.push_back({from, to, 1});

  SmallVector<Value> results;
  for (Value source : op->getOperands()) {
    auto type = cast<RankedTensorType>(source.getType());
    int64_t rank = type.getRank();
    SmallVector<int64_t> shape{1};
    llvm::append_range(shape, type.getShape());
    auto rowType = RankedTensorType::get(shape, type.getElementType());
    SmallVector<ReassociationIndices> groups;
    for (int64_t axis = 0; axis < rank; ++axis)
      groups.push_back(axis ? ReassociationIndices{axis + 1}
                            : ReassociationIndices{0, 1});
    Value row =
        tensor::ExpandShapeOp::create(rewriter, loc, rowType, source, groups);
    bool isForAll = static_cast<int64_t>(pairs->size()) == numPlaces;
    Value dest = isForAll ? tensor::EmptyOp::create(rewriter, loc, shape,
                                                    type.getElementType())
                                .getResult()
                          : stablehlo::ConstantOp::create(
                                rewriter, loc, rowType, getZeros(rowType))
                                .getResult();
    Layout layout(rank + 1);
    layout.setAxis(0, manual);
    auto layoutAttr = LayoutAttr::get(meshName, mesh, layout);
    SmallVector<int64_t> numbers{numPlaces};
    llvm::append_range(numbers, type.getShape());
    for (Run run : runs) {
      numbers.append({numPlaces, run.from, run.count, run.to});
      for (int64_t extent : type.getShape())
        numbers.append({extent, 0, extent, 0});
    }
    SmallVector<int64_t> strides(runs.size() * (rank + 1) * 2, 1);
    auto fetch = comm::FetchOp::create(
        rewriter, loc, rowType, SmallVector<Value>(runs.size(), row), dest,
        ValueRange(),
        rewriter.getArrayAttr(SmallVector<Attribute>(runs.size(), layoutAttr)),
        layoutAttr,
        AffineMapAttr::get(rewriter.getMultiDimIdentityMap(rank + 1)),
        rewriter.getDenseI64ArrayAttr(numbers),
        rewriter.getDenseI64ArrayAttr(strides), getReason(op));
    results.push_back(tensor::CollapseShapeOp::create(
        rewriter, loc, type, fetch.getResult(), groups));
  }
  rewriter.replaceOp(op, results);
  return success();
}

LogicalResult Importer::importPermute(stablehlo::CollectivePermuteOp op) {
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  SmallVector<int64_t> ids =
      llvm::map_to_vector(op.getSourceTargetPairs().getValues<APInt>(),
                          [](const APInt &id) { return id.getSExtValue(); });
  for (size_t i = 0; i < ids.size(); i += 2)
    pairs.push_back({ids[i], ids[i + 1]});
  for (int64_t id : ids)
    if (id < 0 || id >= mesh.getNumDevices())
      return op.emitOpError("requires devices of the mesh ")
             << mesh.str() << ", found " << id;
  return sendBetween(op, pairs);
}

LogicalResult Importer::importBroadcast(stablehlo::CollectiveBroadcastOp op) {
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  auto type = cast<ShapedType>(op.getReplicaGroups().getType());
  int64_t size = type.getDimSize(1), place = 0, from = 0;
  for (const APInt &id : op.getReplicaGroups().getValues<APInt>()) {
    int64_t to = id.getSExtValue();
    if (place++ % size == 0)
      from = to;
    // Shorter groups are filled up with -1.
    if (to == -1)
      continue;
    if (to < 0 || to >= mesh.getNumDevices() || from < 0)
      return op.emitOpError("requires devices of the mesh ")
             << mesh.str() << ", found " << to;
    pairs.push_back({from, to});
  }
  return sendBetween(op, pairs);
}

/// The number of the device, from its coordinates.
LogicalResult Importer::importPartitionId(stablehlo::PartitionIdOp op) {
  if (!free.empty())
    return op.emitOpError("differs along axes that are left to the compiler; "
                          "number the devices along manual axes with "
                          "jax.lax.axis_index");
  Location loc = op.getLoc();
  Value number = arith::ConstantIndexOp::create(rewriter, loc, 0);
  for (const MeshDimension &dimension : mesh.getDimensions()) {
    Value size = arith::ConstantIndexOp::create(rewriter, loc, dimension.size);
    Value coordinate = comm::CoordinateOp::create(
        rewriter, loc, meshName, rewriter.getStringAttr(dimension.name));
    number = arith::MulIOp::create(rewriter, loc, number, size);
    number = arith::AddIOp::create(rewriter, loc, number, coordinate);
  }
  Value word =
      arith::IndexCastOp::create(rewriter, loc, rewriter.getI32Type(), number);
  Value scalar = tensor::FromElementsOp::create(
      rewriter, loc, RankedTensorType::get({}, rewriter.getI32Type()), word);
  rewriter.replaceOpWithNewOp<stablehlo::BitcastConvertOp>(op, op.getType(),
                                                           scalar);
  return success();
}

LogicalResult Importer::importOp(Operation *op) {
  rewriter.setInsertionPoint(op);
  if (auto reduce = dyn_cast<stablehlo::AllReduceOp>(op))
    return importReduction(op, reduce.getComputation(),
                           reduce.getReplicaGroups(), reduce.getChannelHandle(),
                           std::nullopt);
  if (auto scatter = dyn_cast<stablehlo::ReduceScatterOp>(op))
    return importReduction(op, scatter.getComputation(),
                           scatter.getReplicaGroups(),
                           scatter.getChannelHandle(),
                           static_cast<int64_t>(scatter.getScatterDimension()));
  if (auto gather = dyn_cast<stablehlo::AllGatherOp>(op))
    return importGather(gather);
  if (auto exchange = dyn_cast<stablehlo::AllToAllOp>(op))
    return importAllToAll(exchange);
  if (auto partition = dyn_cast<stablehlo::PartitionIdOp>(op))
    return importPartitionId(partition);
  if (auto permute = dyn_cast<stablehlo::CollectivePermuteOp>(op))
    return importPermute(permute);
  if (auto broadcast = dyn_cast<stablehlo::CollectiveBroadcastOp>(op))
    return importBroadcast(broadcast);
  if (isa<stablehlo::ReplicaIdOp>(op))
    return op->emitOpError("is not supported inside of a manual computation; "
                           "number the devices with partition_id");
  return success();
}

LogicalResult dtensor::sdy::importCollectives(LocalMapOp map,
                                              FlatSymbolRefAttr meshName,
                                              const Mesh &mesh) {
  SmallVector<Operation *> ops;
  map.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LocalMapOp>(op))
      return WalkResult::skip();
    ops.push_back(op);
    return WalkResult::advance();
  });
  Importer importer(map, meshName, mesh);
  // Inner ops first: what an op does is read from its region.
  for (Operation *op : llvm::reverse(ops))
    if (failed(importer.importOp(op)))
      return failure();
  return success();
}
