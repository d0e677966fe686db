//===- BucketCollectives.cpp - Many small collectives as one --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComponentSlice.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

namespace dtensor {
#define GEN_PASS_DEF_BUCKETCOLLECTIVES
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// A collective as one on a matrix. It divides or joins rows, and matrices with
/// equally many rows can stand side by side.
struct Piece {
  comm::CollectiveOpInterface op;
  /// The rows on this device before and after; the columns, which are the same
  /// on both sides.
  int64_t sourceRows, destRows, columns;
  /// The size of the larger side.
  int64_t bytes;
};

/// The properties that all pieces of one bucket share: op, element type, and
/// the layouts of a matrix of them.
using Key = std::tuple<StringRef, Type, LayoutAttr, LayoutAttr>;

/// Ops that hold a bucket back because they read a result of it.
using Dependents = llvm::SmallDenseSet<Value, 16>;
} // namespace

/// The one axis that differs between the two layouts, if the first has exactly
/// `dims` more on it, behind those of the second. Also returns all other mesh
/// dimensions that shard an axis.
static std::optional<std::pair<unsigned, DimList>>
matchCutAxis(const Layout &sharded, const Layout &joined, DimList &others) {
  std::optional<std::pair<unsigned, DimList>> cut;
  for (unsigned axis = 0; axis < sharded.getRank(); ++axis) {
    ArrayRef<unsigned> more = sharded.getAxis(axis),
                       less = joined.getAxis(axis);
    llvm::append_range(others, less);
    if (more == less)
      continue;
    if (cut || more.size() < less.size() ||
        more.take_front(less.size()) != less)
      return std::nullopt;
    cut = {axis, DimList(more.drop_front(less.size()))};
  }
  llvm::sort(others);
  return cut;
}

/// The collective as one on a matrix, if its memory has that form. The axis
/// that is divided must come first, except for axes of one position, and every
/// component must have the same extents.
static std::optional<std::pair<Key, Piece>>
matchPiece(comm::CollectiveOpInterface op) {
  auto sourceType = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto destType = dyn_cast<RankedTensorType>(op.getDest().getType());
  std::optional<CollectiveSides> sides = getSides(op);
  if (!sides || !sourceType || !destType || !sourceType.hasStaticShape() ||
      !destType.hasStaticShape() || sourceType.getNumElements() == 0 ||
      sides->to.isPartial() || op->getDiscardableAttrDictionary().size() > 0)
    return std::nullopt;
  bool isGather = isa<comm::AllGatherOp>(op);
  bool isScatter = isa<comm::ReduceScatterOp>(op);
  if (!isGather && !isScatter && !isa<comm::AllReduceOp>(op))
    return std::nullopt;

  DimList others;
  std::optional<std::pair<unsigned, DimList>> cut =
      matchCutAxis(isGather ? sides->from : sides->to,
                   isGather ? sides->to : sides->from, others);
  if (cut.has_value() != (isGather || isScatter))
    return std::nullopt;
  DimList rows = cut ? cut->second : DimList();
  if (cut)
    for (unsigned axis = 0; axis < cut->first; ++axis)
      if (sourceType.getDimSize(axis) != 1)
        return std::nullopt;

  Layout sharded({rows, others}), joined({DimList(), others});
  Layout from = isGather ? sharded : joined;
  Layout to = isScatter ? sharded : joined;
  from.setPartial(sides->from.getPartial());
  FlatSymbolRefAttr mesh = op.getFrom().getMesh();
  int64_t numRows = sides->mesh.getGroupSize(rows);
  Piece piece;
  piece.op = op;
  piece.sourceRows = isScatter ? numRows : 1;
  piece.destRows = isGather ? numRows : 1;
  piece.columns = sourceType.getNumElements() / piece.sourceRows;
  piece.bytes =
      std::max(sourceType.getNumElements(), destType.getNumElements()) *
      getElementBits(sourceType.getElementType()) / 8;
  // This excludes an uneven axis whose part on this device happens to be
  // static.
  if (piece.columns * piece.destRows != destType.getNumElements())
    return std::nullopt;
  return std::pair(Key(op->getName().getStringRef(),
                       sourceType.getElementType(),
                       LayoutAttr::get(mesh, sides->mesh, from),
                       LayoutAttr::get(mesh, sides->mesh, to)),
                   piece);
}

static Value reshape(OpBuilder &builder, Location loc, Value value,
                     ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  auto flatten = [](int64_t rank) {
    SmallVector<ReassociationIndices> all(1);
    llvm::append_range(all.front(), llvm::seq<int64_t>(rank));
    return all;
  };
  auto flat =
      RankedTensorType::get({type.getNumElements()}, type.getElementType());
  if (type.getRank() == 0)
    value = tensor::ExpandShapeOp::create(builder, loc, flat, value,
                                          ArrayRef<ReassociationIndices>());
  else if (type.getRank() > 1)
    value = tensor::CollapseShapeOp::create(builder, loc, flat, value,
                                            flatten(type.getRank()));
  auto result = RankedTensorType::get(shape, type.getElementType());
  if (shape.empty())
    return tensor::CollapseShapeOp::create(builder, loc, result, value,
                                           ArrayRef<ReassociationIndices>());
  if (shape.size() == 1)
    return value;
  return tensor::ExpandShapeOp::create(builder, loc, result, value,
                                       flatten(shape.size()));
}

/// Replaces `pieces` by one collective on their matrices side by side, at the
/// place of the last piece. Returns the last op that it makes.
static Operation *join(const Key &key, ArrayRef<Piece> pieces) {
  auto [name, elementType, from, to] = key;
  Operation *last = pieces.back().op;
  OpBuilder builder(last);
  auto loc = FusedLoc::get(builder.getContext(),
                           llvm::map_to_vector(pieces, [](Piece piece) {
                             return piece.op.getLoc();
                           }));
  int64_t columns = 0;
  llvm::SetVector<StringRef> reasons;
  for (Piece piece : pieces) {
    columns += piece.columns;
    if (auto reason = piece.op.getReason())
      reasons.insert(*reason);
  }
  SmallVector<OpFoldResult> ones(2, builder.getIndexAttr(1));
  auto place = [&](int64_t column) {
    return SmallVector<OpFoldResult>{builder.getIndexAttr(0),
                                     builder.getIndexAttr(column)};
  };
  auto extents = [&](int64_t rows, int64_t columns) {
    return SmallVector<OpFoldResult>{builder.getIndexAttr(rows),
                                     builder.getIndexAttr(columns)};
  };

  const Piece &first = pieces.front();
  auto create = [&](int64_t rows) -> Value {
    return tensor::EmptyOp::create(
        builder, loc, ArrayRef<int64_t>{rows, columns}, elementType);
  };
  Value source = create(first.sourceRows);
  int64_t column = 0;
  for (Piece piece : pieces) {
    Value matrix = reshape(builder, loc, piece.op.getSource(),
                           {piece.sourceRows, piece.columns});
    source = tensor::InsertSliceOp::create(
        builder, loc, matrix, source, place(column),
        extents(piece.sourceRows, piece.columns), ones);
    column += piece.columns;
  }

  Mesh mesh = getSides(pieces.front().op)->mesh;
  Layout layout = llvm::cantFail(to.resolve(mesh));
  SmallVector<int64_t> shape = {std::max(first.sourceRows, first.destRows),
                                columns * mesh.getGroupSize(layout.getAxis(1))};
  StringAttr reason = reasons.empty()
                          ? StringAttr()
                          : builder.getStringAttr(llvm::join(reasons, "; "));
  Value dest = create(first.destRows);
  auto build = [&]<typename OpTy>() -> Value {
    return OpTy::create(builder, loc, source, dest, from, to, shape,
                        ValueRange(), reason)
        .getResult();
  };
  Value joined = isa<comm::AllReduceOp>(last)
                     ? build.operator()<comm::AllReduceOp>()
                 : isa<comm::AllGatherOp>(last)
                     ? build.operator()<comm::AllGatherOp>()
                     : build.operator()<comm::ReduceScatterOp>();

  column = 0;
  Operation *end = joined.getDefiningOp();
  for (Piece piece : pieces) {
    Value matrix = tensor::ExtractSliceOp::create(
        builder, loc, joined, place(column),
        extents(piece.destRows, piece.columns), ones);
    column += piece.columns;
    Operation *op = piece.op;
    Value result =
        reshape(builder, loc, matrix,
                cast<RankedTensorType>(op->getResult(0).getType()).getShape());
    end = result.getDefiningOp();
    op->getResult(0).replaceAllUsesWith(result);
  }
  for (Piece piece : pieces)
    piece.op->erase();
  return end;
}

namespace {
/// Fills buckets with the pieces of one key, in the order of their block.
class Filler {
public:
  Filler(const Key &key, int64_t maxBytes) : key(key), maxBytes(maxBytes) {}

  /// All ops of the block from the first piece on, in order.
  void visit(Operation &op, const Piece *piece) {
    if (pieces.empty() && !piece)
      return;
    bool depends = readsDependent(op);
    if (piece) {
      if (depends || bytes + piece->bytes > maxBytes)
        close();
      pieces.push_back(*piece);
      bytes += piece->bytes;
      numBeforeLast = later.size();
      dependents.insert(op.getResult(0));
      return;
    }
    if (!depends)
      return;
    // An op with effects keeps its place, and so do those that it waits for.
    if (!isMemoryEffectFree(&op)) {
      close();
      return;
    }
    later.push_back(&op);
    dependents.insert_range(op.getResults());
  }

  void close() {
    if (pieces.size() > 1) {
      Operation *end = join(key, pieces);
      for (Operation *op : ArrayRef(later).take_front(numBeforeLast)) {
        op->moveAfter(end);
        end = op;
      }
    }
    pieces.clear();
    later.clear();
    dependents.clear();
    bytes = 0;
  }

private:
  bool readsDependent(Operation &op) const {
    if (dependents.empty())
      return false;
    auto isDependent = [&](Value value) { return dependents.contains(value); };
    if (llvm::any_of(op.getOperands(), isDependent))
      return true;
    bool reads = false;
    for (Region &region : op.getRegions())
      mlir::visitUsedValuesDefinedAbove(
          region, [&](OpOperand *use) { reads |= isDependent(use->get()); });
    return reads;
  }

  const Key &key;
  int64_t maxBytes;
  SmallVector<Piece> pieces;
  int64_t bytes = 0;
  /// The ops that read results of the pieces, directly or not, and the number
  /// of them that stand before the last piece.
  SmallVector<Operation *> later;
  size_t numBeforeLast = 0;
  Dependents dependents;
};

struct BucketCollectives
    : dtensor::impl::BucketCollectivesBase<BucketCollectives> {
  using BucketCollectivesBase::BucketCollectivesBase;

  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks)
      runOnBlock(*block);
  }

  void runOnBlock(Block &block) {
    llvm::MapVector<Key, llvm::MapVector<Operation *, Piece>> pieces;
    for (auto op : block.getOps<comm::CollectiveOpInterface>())
      if (auto piece = matchPiece(op); piece && piece->second.bytes <= maxBytes)
        pieces[piece->first][op] = piece->second;
    for (auto &[key, ofKey] : pieces) {
      if (ofKey.size() < 2)
        continue;
      // Buckets of other keys may have moved them.
      SmallVector<Operation *> members =
          llvm::map_to_vector(ofKey, [](auto &entry) { return entry.first; });
      llvm::sort(members, [](Operation *a, Operation *b) {
        return a->isBeforeInBlock(b);
      });
      SmallVector<Operation *> ops = llvm::map_to_vector(
          llvm::make_range(Block::iterator(members.front()),
                           std::next(Block::iterator(members.back()))),
          [](Operation &op) { return &op; });
      Filler filler(key, maxBytes);
      for (Operation *op : ops) {
        auto it = ofKey.find(op);
        filler.visit(*op, it == ofKey.end() ? nullptr : &it->second);
      }
      filler.close();
    }
  }
};

} // namespace
