//===- BlockProducts.cpp - Sums of products in registers ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductRoles.h"
#include "dtensor/Codegen/Kernels/Passes.h"
#include "dtensor/Codegen/Loops/ConvertFloats.h"
#include "dtensor/Codegen/Loops/LoopIndices.h"
#include "dtensor/Dialect/Comm/IR/LoopDivision.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace dtensor {
#define GEN_PASS_DEF_BLOCKPRODUCTS
#include "dtensor/Codegen/Kernels/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// The sizes of blocks, in elements. The loops have the names of ProductRoles.
struct Blocking {
  /// The elements of a vector, and the vectors in a row of a tile.
  int64_t lanes, numVectors;
  /// Rows of a tile.
  int64_t rows;
  /// The depth and columns that are packed at a time. The columns are a
  /// multiple of a tile's width.
  int64_t depth, columns;
  /// The other loops of the sum that a tile runs, outermost first: those of a
  /// window. A packed block has all of their positions.
  SmallVector<unsigned> window;

  int64_t getWidth() const { return lanes * numVectors; }
};

/// Splits `extent` into as few blocks of at most `most` as possible. The blocks
/// have similar sizes, so that none of them is small.
int64_t balance(int64_t extent, int64_t most) {
  if (ShapedType::isDynamic(extent))
    return most;
  return llvm::divideCeil(extent,
                          std::max<int64_t>(llvm::divideCeil(extent, most), 1));
}

/// The sizes of tiles for vectors of `vectorBytes`; nothing if the tile would
/// be mostly empty.
std::optional<Blocking> pickBlocking(linalg::LinalgOp op,
                                     const ProductRoles &roles,
                                     int64_t vectorBytes) {
  // The packed block stays in a second-level cache, and each of its panels
  // leaves room for the other operand.
  constexpr int64_t kPackedBytes = 512 * 1024;
  constexpr int64_t kMostSteps = 2048;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  auto isShort = [&](unsigned dim, int64_t least) {
    return !ShapedType::isDynamic(ranges[dim]) && ranges[dim] < least;
  };
  int64_t bytes = roles.sumType.getIntOrFloatBitWidth() / 8;
  // The same for all processors: elsewhere sums have another order.
  int64_t leastLanes = 16 / bytes;
  if (isShort(roles.row, 2) || isShort(roles.depth, 2) ||
      isShort(roles.column, leastLanes) || llvm::is_contained(ranges, 0))
    return std::nullopt;
  Blocking blocking;
  blocking.lanes = vectorBytes / bytes;
  while (blocking.lanes > leastLanes &&
         isShort(roles.column, blocking.lanes / 2 + 1))
    blocking.lanes /= 2;
  blocking.numVectors = isShort(roles.column, blocking.lanes + 1) ? 1 : 2;
  // There are 32 registers of 64 bytes, or 16 smaller ones. All hold sums,
  // except for those with the factors of the outer product.
  blocking.rows = balance(ranges[roles.row], vectorBytes >= 64 ? 12 : 6);
  // A sum in a narrower type is rounded once for each block of the depth.
  bool narrow = getElementTypeOrSelf(op.getDpsInits()[0]) != roles.sumType;
  blocking.depth = balance(ranges[roles.depth], narrow ? 2048 : 256);
  // Loops of a window in the tile keep its sums in registers. One that has too
  // many positions even for a short depth stays outside.
  constexpr int64_t kShortDepth = 64;
  int64_t positions = 1;
  for (unsigned dim : llvm::reverse(roles.window)) {
    if (ShapedType::isDynamic(ranges[dim]) ||
        positions * ranges[dim] * std::min(blocking.depth, kShortDepth) >
            kMostSteps)
      continue;
    positions *= ranges[dim];
    blocking.window.insert(blocking.window.begin(), dim);
  }
  blocking.depth = std::min(
      blocking.depth, balance(ranges[roles.depth], kMostSteps / positions));
  int64_t width = blocking.getWidth();
  int64_t columns =
      std::max(kPackedBytes / (positions * blocking.depth * bytes) / width,
               int64_t(1)) *
      width;
  blocking.columns =
      ShapedType::isDynamic(ranges[roles.column])
          ? columns
          : llvm::alignTo(balance(ranges[roles.column], columns), width);
  return blocking;
}

/// Whether a tile has the whole sum of its elements.
bool hasWholeSums(linalg::LinalgOp op, const ProductRoles &roles,
                  const Blocking &blocking) {
  return op.getStaticLoopRanges()[roles.depth] == blocking.depth &&
         op.getNumReductionLoops() == 1 + blocking.window.size();
}

/// The op that has just filled the result, with no other access to memory in
/// between; null if there is none.
linalg::FillOp findFill(linalg::LinalgOp op) {
  Operation *before = op->getPrevNode();
  while (before && isMemoryEffectFree(before))
    before = before->getPrevNode();
  auto fill = dyn_cast_or_null<linalg::FillOp>(before);
  Value result = op.getDpsInits()[0];
  return fill && fill.getOutputs()[0] == result &&
                 fill.getInputs()[0].getType() == getElementTypeOrSelf(result)
             ? fill
             : nullptr;
}

/// Creates the loops of one operation.
class ProductLoops {
public:
  /// The whole result is overwritten if the op that has filled it is given.
  ProductLoops(linalg::LinalgOp op, const ProductRoles &roles,
               const Blocking &blocking, linalg::FillOp fill)
      : op(op), roles(roles), blocking(blocking), fill(fill), builder(op),
        loc(op.getLoc()), maps(op.getIndexingMapsArray()),
        induction(op.getNumLoops()) {}

  void create();

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value add(Value lhs, Value rhs) {
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  }
  /// Divides by a constant here, since the general operation traps on zero.
  Value apply(AffineExpr expr, Value value) {
    return getValueOrCreateConstantIndexOp(
        builder, loc,
        affine::makeComposedFoldedAffineApply(builder, loc, expr,
                                              getAsOpFoldResult(value)));
  }
  Value countPanels(Value columns) {
    return apply(builder.getAffineDimExpr(0).ceilDiv(blocking.getWidth()),
                 columns);
  }
  Value subtract(Value lhs, Value rhs) {
    return arith::SubIOp::create(builder, loc, lhs, rhs);
  }
  Value minimum(Value lhs, Value rhs) {
    return arith::MinSIOp::create(builder, loc, lhs, rhs);
  }

  /// Creates a loop whose body is filled next, and returns its variable.
  Value enterLoop(Value begin, Value end, int64_t step = 1);
  Value enterLoop(unsigned dim) {
    return induction[dim] = enterLoop(index(0), bounds[dim]);
  }
  /// Whether `dim` is a loop of a tile.
  bool isTiled(unsigned dim) const {
    return dim == roles.row || dim == roles.column || dim == roles.depth ||
           llvm::is_contained(blocking.window, dim);
  }
  /// Whether so many results need each element of a packed block that several
  /// cores are faster than the one that has packed it, from whose cache they
  /// fetch it.
  bool isSharedByCores();
  /// The loop whose body is filled now computes other elements of the result in
  /// each iteration.
  void markParallel() {
    builder.getInsertionBlock()->getParentOp()->setAttr(kParallelAttr,
                                                        builder.getUnitAttr());
  }
  void leaveLoops(size_t count) {
    for (; count > 0; --count)
      builder.setInsertionPointAfter(
          builder.getInsertionBlock()->getParentOp());
  }

  SmallVector<Value> createIndices(unsigned operand) {
    return createLoopIndices(builder, loc, maps[operand], induction);
  }
  Value loadFactor(unsigned operand);
  /// Indices in the packed block, at the current point of the window.
  SmallVector<Value> createPackedIndices(Value panel, Value row, Value column) {
    SmallVector<Value> indices = {panel};
    for (unsigned dim : blocking.window)
      indices.push_back(induction[dim]);
    indices.append({row, column});
    return indices;
  }
  Value convert(Value value, Type element) {
    return convertFloats(builder, loc, value, element);
  }
  void pack(Value columns, Value depth);
  void createTiles(Value columns, Value depth);
  void createTile(int64_t rows, Value firstRow, Value panel, Value columns,
                  Value depth);
  SmallVector<Value> addProducts(int64_t rows, Value firstRow, Value panel,
                                 Value depth);
  void addToResult(Value sum, Value mask);

  bool hasPartialPanels() {
    int64_t extent = op.getStaticLoopRanges()[roles.column];
    return ShapedType::isDynamic(extent) || extent % blocking.getWidth() != 0;
  }

  linalg::LinalgOp op;
  const ProductRoles &roles;
  const Blocking &blocking;
  linalg::FillOp fill;
  OpBuilder builder;
  Location loc;
  SmallVector<AffineMap> maps;
  SmallVector<Value> induction, bounds;
  /// The packed panels of a tile's width:
  /// [panel][window...][depth][column of the panel].
  Value packed;
  /// The start of the packed block.
  Value columnBase, depthBase;
};

} // namespace

bool ProductLoops::isSharedByCores() {
  // It takes about 0.8 ns to fetch a float from the cache of another core, and
  // half of the time of 200 products is as long (Intel Xeon, model 207).
  constexpr int64_t kLeastUses = 200;
  int64_t uses = 1;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim) {
    if (maps[roles.vectors].isFunctionOfDim(dim))
      continue;
    int64_t extent = op.getStaticLoopRanges()[dim];
    if (ShapedType::isDynamic(extent) || extent >= kLeastUses)
      return true;
    uses = std::min(uses * extent, kLeastUses);
  }
  return uses >= kLeastUses;
}

Value ProductLoops::enterLoop(Value begin, Value end, int64_t step) {
  auto loop = scf::ForOp::create(builder, loc, begin, end, index(step));
  builder.setInsertionPointToStart(loop.getBody());
  return loop.getInductionVar();
}

/// Loads the element of an operand at the current point of all loops, as a
/// factor.
Value ProductLoops::loadFactor(unsigned operand) {
  Value value = memref::LoadOp::create(builder, loc, op->getOperand(operand),
                                       createIndices(operand));
  IRMapping mapping;
  mapping.map(op.getBlock()->getArgument(operand), value);
  for (Operation *cast : roles.casts[operand])
    value = builder.clone(*cast, mapping)->getResult(0);
  return convert(value, roles.sumType);
}

/// Copies a block of the operand that vectors are loaded from. The last panel
/// is filled up with columns of zeros.
void ProductLoops::pack(Value columns, Value depth) {
  int64_t width = blocking.getWidth();
  Value panel = enterLoop(index(0), countPanels(columns));
  Value first = arith::MulIOp::create(builder, loc, panel, index(width));
  Value filled = minimum(subtract(columns, first), index(width));
  auto copy = [&](Value row, Value column) {
    induction[roles.depth] = add(depthBase, row);
    induction[roles.column] = add(columnBase, add(first, column));
    memref::StoreOp::create(builder, loc, loadFactor(roles.vectors), packed,
                            createPackedIndices(panel, row, column));
  };
  for (unsigned dim : blocking.window)
    enterLoop(dim);
  // The loop in which the operand is contiguous is the inner one.
  if (!maps[roles.vectors].getResults().back().isFunctionOfDim(roles.column)) {
    Value column = enterLoop(index(0), filled);
    copy(enterLoop(index(0), depth), column);
  } else {
    Value row = enterLoop(index(0), depth);
    copy(row, enterLoop(index(0), filled));
  }
  leaveLoops(2);
  if (hasPartialPanels()) {
    Value zero = arith::ConstantOp::create(builder, loc,
                                           builder.getZeroAttr(roles.sumType));
    Value row = enterLoop(index(0), depth);
    Value column = enterLoop(filled, index(width));
    memref::StoreOp::create(builder, loc, zero, packed,
                            createPackedIndices(panel, row, column));
    leaveLoops(2);
  }
  leaveLoops(blocking.window.size() + 1);
}

/// The sums of a tile, row by row, in vectors.
SmallVector<Value> ProductLoops::addProducts(int64_t rows, Value firstRow,
                                             Value panel, Value depth) {
  auto type = VectorType::get({blocking.lanes}, roles.sumType);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  SmallVector<scf::ForOp> loops;
  auto enter = [&](Value end) {
    SmallVector<Value> sums(rows * blocking.numVectors, zero);
    if (!loops.empty())
      llvm::copy(loops.back().getRegionIterArgs(), sums.begin());
    loops.push_back(
        scf::ForOp::create(builder, loc, index(0), end, index(1), sums));
    builder.setInsertionPointToStart(loops.back().getBody());
    return loops.back().getInductionVar();
  };
  for (unsigned dim : blocking.window)
    induction[dim] = enter(bounds[dim]);
  Value step = enter(depth);
  induction[roles.depth] = add(depthBase, step);
  SmallVector<Value> vectors;
  for (int64_t i = 0; i < blocking.numVectors; ++i)
    vectors.push_back(vector::LoadOp::create(
        builder, loc, type, packed,
        createPackedIndices(panel, step, index(i * blocking.lanes))));
  SmallVector<Value> sums;
  for (int64_t row = 0; row < rows; ++row) {
    induction[roles.row] = add(firstRow, index(row));
    Value factor = vector::BroadcastOp::create(builder, loc, type,
                                               loadFactor(roles.spread));
    for (int64_t i = 0; i < blocking.numVectors; ++i) {
      Value sum = loops.back().getRegionIterArg(row * blocking.numVectors + i);
      if (isa<FloatType>(roles.sumType))
        sum = vector::FMAOp::create(builder, loc, factor, vectors[i], sum);
      else
        sum = add(sum, arith::MulIOp::create(builder, loc, factor, vectors[i]));
      sums.push_back(sum);
    }
  }
  for (scf::ForOp loop : llvm::reverse(loops)) {
    scf::YieldOp::create(builder, loc, sums);
    builder.setInsertionPointAfter(loop);
    sums.assign(loop.result_begin(), loop.result_end());
  }
  return sums;
}

/// Adds to the result at the current point, or to what a fill would have
/// written there. Without a mask all lanes are added.
void ProductLoops::addToResult(Value sum, Value mask) {
  Value result = op.getDpsInits()[0];
  SmallVector<Value> indices = createIndices(2);
  Type element = getElementTypeOrSelf(result.getType());
  auto type = VectorType::get({blocking.lanes}, element);
  Value old;
  if (fill) {
    old = vector::BroadcastOp::create(builder, loc, type, fill.getInputs()[0]);
  } else if (mask) {
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    old = vector::MaskedLoadOp::create(builder, loc, type, result, indices,
                                       mask, zero);
  } else {
    old = vector::LoadOp::create(builder, loc, type, result, indices);
  }
  old = convert(old, roles.sumType);
  Value updated =
      isa<FloatType>(roles.sumType)
          ? arith::AddFOp::create(builder, loc, old, sum).getResult()
          : add(old, sum);
  updated = convert(updated, element);
  if (mask)
    vector::MaskedStoreOp::create(builder, loc, result, indices, mask, updated);
  else
    vector::StoreOp::create(builder, loc, updated, result, indices);
}

void ProductLoops::createTile(int64_t rows, Value firstRow, Value panel,
                              Value columns, Value depth) {
  SmallVector<Value> sums = addProducts(rows, firstRow, panel, depth);
  Value first =
      arith::MulIOp::create(builder, loc, panel, index(blocking.getWidth()));
  for (int64_t i = 0; i < blocking.numVectors; ++i) {
    Value column = add(first, index(i * blocking.lanes));
    Value mask;
    if (hasPartialPanels())
      mask = vector::CreateMaskOp::create(
          builder, loc, VectorType::get({blocking.lanes}, builder.getI1Type()),
          subtract(columns, column));
    induction[roles.column] = add(columnBase, column);
    for (int64_t row = 0; row < rows; ++row) {
      induction[roles.row] = add(firstRow, index(row));
      addToResult(sums[row * blocking.numVectors + i], mask);
    }
  }
}

/// Creates the loops over all rows of the packed block: full tiles, and the
/// rest below them.
void ProductLoops::createTiles(Value columns, Value depth) {
  int64_t extent = op.getStaticLoopRanges()[roles.row];
  Value bound = bounds[roles.row];
  Value begin = index(0);
  // The rest of a dynamic extent is computed row by row.
  SmallVector<int64_t> sizes = {blocking.rows};
  if (ShapedType::isDynamic(extent))
    sizes.push_back(1);
  else if (extent % blocking.rows != 0)
    sizes.push_back(extent % blocking.rows);
  for (int64_t rows : sizes) {
    Value end = subtract(bound, apply(builder.getAffineDimExpr(0) % rows,
                                      subtract(bound, begin)));
    Value row = enterLoop(begin, end, rows);
    if (isSharedByCores())
      markParallel();
    Value panel = enterLoop(index(0), countPanels(columns));
    createTile(rows, row, panel, columns, depth);
    leaveLoops(2);
    begin = end;
  }
}

void ProductLoops::create() {
  for (const Range &range : op.createLoopRanges(builder, loc))
    bounds.push_back(getValueOrCreateConstantIndexOp(builder, loc, range.size));
  int64_t width = blocking.getWidth();
  SmallVector<int64_t> shape = {blocking.columns / width};
  for (unsigned dim : blocking.window)
    shape.push_back(op.getStaticLoopRanges()[dim]);
  shape.append({blocking.depth, width});
  AffineMap vectors = maps[roles.vectors];
  // The packed block is used in all loops that it does not depend on.
  size_t numLoops = 2;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (!isTiled(dim) && vectors.isFunctionOfDim(dim)) {
      enterLoop(dim);
      if (maps[2].isFunctionOfDim(dim))
        markParallel();
      ++numLoops;
    }
  // Each iteration has a packed block of its own.
  packed = memref::AllocOp::create(builder, loc,
                                   MemRefType::get(shape, roles.sumType),
                                   builder.getI64IntegerAttr(64));
  auto enterBlock = [&](unsigned dim, int64_t size, Value &base) {
    base = enterLoop(index(0), bounds[dim], size);
    return minimum(subtract(bounds[dim], base), index(size));
  };
  Value columns = enterBlock(roles.column, blocking.columns, columnBase);
  Value depth = enterBlock(roles.depth, blocking.depth, depthBase);
  pack(columns, depth);
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (!isTiled(dim) && !vectors.isFunctionOfDim(dim)) {
      enterLoop(dim);
      if (maps[2].isFunctionOfDim(dim) && isSharedByCores())
        markParallel();
      ++numLoops;
    }
  createTiles(columns, depth);
  leaveLoops(numLoops);
  op->erase();
  if (fill)
    fill.erase();
}

namespace {

struct BlockProducts : dtensor::impl::BlockProductsBase<BlockProducts> {
  using BlockProductsBase::BlockProductsBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (!op->hasAttr(kKernelAttr))
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops)
      if (std::optional<ProductRoles> roles = matchProduct(op))
        if (std::optional<Blocking> blocking =
                pickBlocking(op, *roles, vectorBytes))
          ProductLoops(op, *roles, *blocking,
                       hasWholeSums(op, *roles, *blocking) ? findFill(op)
                                                           : nullptr)
              .create();
  }
};

} // namespace
