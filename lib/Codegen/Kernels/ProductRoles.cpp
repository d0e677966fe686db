//===- ProductRoles.cpp - The loops of a sum of products ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductRoles.h"
#include "dtensor/Codegen/Loops/LoopIndices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace dtensor;

/// Follows casts from `factor` to a block argument and collects them. The cast
/// next to the argument comes first.
static BlockArgument traceCasts(Value factor,
                                SmallVectorImpl<Operation *> &casts) {
  while (Operation *op = factor.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncFOp,
             arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp>(op))
      return {};
    casts.insert(casts.begin(), op);
    factor = op->getOperand(0);
  }
  return cast<BlockArgument>(factor);
}

/// Whether the payload is `c + cast(a) * cast(b)`. Sets types and casts.
static bool matchPayload(linalg::LinalgOp op, ProductRoles &roles) {
  Block *body = op.getBlock();
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return false;
  BlockArgument accumulator = body->getArgument(2);
  for (unsigned side : {0, 1}) {
    Operation *product = sum->getOperand(1 - side).getDefiningOp();
    if (sum->getOperand(side) != accumulator ||
        !isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
      continue;
    SmallVector<Operation *> casts[2];
    BlockArgument factors[2];
    for (unsigned factor : {0, 1})
      factors[factor] = traceCasts(product->getOperand(factor), casts[factor]);
    for (BlockArgument factor : factors)
      if (!factor || factor.getOwner() != body || factor == accumulator)
        return false;
    if (factors[0] == factors[1])
      return false;
    for (unsigned factor : {0, 1})
      roles.casts[factors[factor].getArgNumber()] = casts[factor];
    // The body must not contain other ops, such as an index.
    if (body->getOperations().size() !=
        casts[0].size() + casts[1].size() + 3 /*product, sum, yield*/)
      return false;
    Type type = sum->getResult(0).getType();
    // Halves are types of storage: sums of them are rounded once.
    roles.sumType = type.isBF16() || type.isF16()
                        ? Float32Type::get(type.getContext())
                        : type;
    return type.isBF16() || type.isF16() || type.isF32() || type.isF64() ||
           type.isInteger(8) || type.isInteger(16) || type.isInteger(32) ||
           type.isInteger(64);
  }
  return false;
}

std::optional<ProductRoles> dtensor::matchProduct(linalg::LinalgOp op) {
  ProductRoles roles;
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !op.hasPureBufferSemantics() ||
      !llvm::all_of(op->getOperandTypes(), llvm::IsaPred<MemRefType>) ||
      !isContiguous(op.getDpsInits()[0]) || !matchPayload(op, roles))
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  AffineMap result = maps[2];
  auto column = dyn_cast<AffineDimExpr>(result.getResults().back());
  if (!column || !result.isProjectedPermutation())
    return std::nullopt;
  roles.column = column.getPosition();
  if (maps[0].isFunctionOfDim(roles.column) ==
      maps[1].isFunctionOfDim(roles.column))
    return std::nullopt;
  roles.vectors = maps[0].isFunctionOfDim(roles.column) ? 0 : 1;
  roles.spread = 1 - roles.vectors;

  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  // The longest loop, and the inner one of equal ones; one of dynamic extent
  // counts as long.
  auto pick =
      [&](function_ref<bool(unsigned)> fits) -> std::optional<unsigned> {
    std::optional<unsigned> best;
    auto length = [&](unsigned dim) {
      return ShapedType::isDynamic(ranges[dim]) ? int64_t(1) << 20
                                                : ranges[dim];
    };
    for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
      if (fits(dim) && (!best || length(dim) >= length(*best)))
        best = dim;
    return best;
  };
  AffineMap spread = maps[roles.spread], vectors = maps[roles.vectors];
  std::optional<unsigned> row = pick([&](unsigned dim) {
    return result.isFunctionOfDim(dim) && spread.isFunctionOfDim(dim) &&
           !vectors.isFunctionOfDim(dim);
  });
  auto isSummed = [&](unsigned dim) {
    return !result.isFunctionOfDim(dim) && spread.isFunctionOfDim(dim) &&
           vectors.isFunctionOfDim(dim);
  };
  std::optional<unsigned> depth = pick(isSummed);
  if (!row || !depth)
    return std::nullopt;
  roles.row = *row;
  roles.depth = *depth;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (isSummed(dim) && dim != *depth)
      roles.window.push_back(dim);
  return roles;
}
