//===- RaggedDotOp.cpp - Contractions of groups ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "ScalarOps.h"
#include "dtensor/Frontend/StableHLO/IR/Chlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

namespace {

/// The rows of one axis of lhs belong to consecutive groups. For each group
/// there is a copy of lhs with zeros in the rows of other groups. The op is
/// then one contraction, in which groups can be sharded.
class RaggedDot {
public:
  RaggedDot(chlo::RaggedDotOp op, Importer &importer)
      : op(op), importer(importer), builder(importer.getBuilder()),
        loc(op.getLoc()), numbers(op.getRaggedDotDimensionNumbers()),
        lhsRank(cast<RankedTensorType>(op.getLhs().getType()).getRank()) {}

  LogicalResult run();

private:
  int64_t getRagged() const { return numbers.getLhsRaggedDimensions()[0]; }
  FailureOr<Value> createEnds();
  Value createGroups(Value ends);

  chlo::RaggedDotOp op;
  Importer &importer;
  OpBuilder &builder;
  Location loc;
  chlo::RaggedDotDimensionNumbersAttr numbers;
  int64_t lhsRank;
};

} // namespace

/// The end of each group, for every batch or for all alike. It is the sum of
/// sizes up to the group's own.
FailureOr<Value> RaggedDot::createEnds() {
  Value sizes = importer.get(op.getGroupSizes());
  auto type = cast<RankedTensorType>(sizes.getType());
  int64_t rank = type.getRank();
  if (rank != 1 &&
      rank != int64_t(numbers.getLhsBatchingDimensions().size()) + 1)
    return op.emitOpError("cannot be imported: required group_sizes of one "
                          "axis, or of one more than there are batching axes; "
                          "found ")
           << op.getGroupSizes().getType();
  Type wide = builder.getI64Type();
  bool isUnsigned = Signs::isUnsigned(op.getGroupSizes().getType());
  MLIRContext *context = builder.getContext();
  // The loops are those of the result, whose last is the group, and the groups
  // up to it.
  AffineMap loops = AffineMap::getMultiDimIdentityMap(rank + 1, context);
  SmallVector<AffineExpr> read(loops.getResults().drop_back(2));
  read.push_back(builder.getAffineDimExpr(rank));
  AffineMap readMap = AffineMap::get(rank + 1, 0, read, context);
  AffineMap writeMap =
      AffineMap::get(rank + 1, 0, loops.getResults().drop_back(), context);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  ImplicitLocOpBuilder outer(loc, builder);
  RankedTensorType endsType = type.clone(wide);
  return linalg::GenericOp::create(
             builder, loc, endsType, sizes,
             importer.createFill(endsType, createConstant(outer, wide, 0), loc),
             ArrayRef<AffineMap>{readMap, writeMap}, iterators,
             [&](OpBuilder &inner, Location innerLoc, ValueRange scalars) {
               ImplicitLocOpBuilder b(innerLoc, inner);
               Value size =
                   createConversion(b, scalars[0], isUnsigned, wide, false);
               Value isBefore =
                   arith::CmpIOp::create(b, arith::CmpIPredicate::sle,
                                         linalg::IndexOp::create(b, rank),
                                         linalg::IndexOp::create(b, rank - 1));
               Value counted = arith::SelectOp::create(
                   b, isBefore, size, createConstant(b, wide, 0));
               linalg::YieldOp::create(b, ValueRange(arith::AddIOp::create(
                                              b, scalars[1], counted)));
             })
      .getResult(0);
}

/// lhs with an axis of groups in front.
Value RaggedDot::createGroups(Value ends) {
  Value lhs = importer.get(op.getLhs());
  auto type = cast<RankedTensorType>(lhs.getType());
  auto endsType = cast<RankedTensorType>(ends.getType());
  MLIRContext *context = builder.getContext();
  SmallVector<int64_t> shape = {endsType.getShape().back()};
  llvm::append_range(shape, type.getShape());
  int64_t rank = lhsRank + 1;
  AffineMap loops = AffineMap::getMultiDimIdentityMap(rank, context);
  SmallVector<AffineExpr> endsAxes;
  if (endsType.getRank() > 1)
    for (int64_t axis : numbers.getLhsBatchingDimensions())
      endsAxes.push_back(builder.getAffineDimExpr(axis + 1));
  endsAxes.push_back(builder.getAffineDimExpr(0));
  AffineMap endsMap = AffineMap::get(rank, 0, endsAxes, context);
  AffineMap lhsMap =
      AffineMap::get(rank, 0, loops.getResults().drop_front(), context);
  SmallVector<AffineMap> maps = {lhsMap, endsMap, endsMap, loops};
  // The start of a group is its end less its size.
  Value sizes = importer.get(op.getGroupSizes());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  RankedTensorType groupsType = type.clone(shape);
  bool isUnsigned = Signs::isUnsigned(op.getGroupSizes().getType());
  int64_t row = getRagged() + 1;
  return linalg::GenericOp::create(
             builder, loc, groupsType, ValueRange{lhs, ends, sizes},
             importer.createEmpty(groupsType, loc), maps, iterators,
             [&](OpBuilder &inner, Location innerLoc, ValueRange scalars) {
               ImplicitLocOpBuilder b(innerLoc, inner);
               Type wide = scalars[1].getType();
               Value at = arith::IndexCastOp::create(
                   b, wide, linalg::IndexOp::create(b, row));
               Value size =
                   createConversion(b, scalars[2], isUnsigned, wide, false);
               Value start = arith::SubIOp::create(b, scalars[1], size);
               Value isBehind = arith::CmpIOp::create(
                   b, arith::CmpIPredicate::sge, at, start);
               Value isBefore = arith::CmpIOp::create(
                   b, arith::CmpIPredicate::slt, at, scalars[1]);
               Value isIn = arith::AndIOp::create(b, isBehind, isBefore);
               Value zero = createConstant(b, scalars[0].getType(), 0);
               linalg::YieldOp::create(b, ValueRange(arith::SelectOp::create(
                                              b, isIn, scalars[0], zero)));
             })
      .getResult(0);
}

LogicalResult RaggedDot::run() {
  RankedTensorType type = Importer::convertTensor(op.getType());
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsSummed = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsSummed = numbers.getRhsContractingDimensions();
  ArrayRef<int64_t> rhsGroups = numbers.getRhsGroupDimensions();
  // Groups of batches are separate products anyway.
  bool isOfBatch = llvm::is_contained(lhsBatch, getRagged());
  bool isOfSum = llvm::is_contained(lhsSummed, getRagged());
  Value lhs = importer.get(op.getLhs());
  if (!isOfBatch) {
    FailureOr<Value> ends = createEnds();
    if (failed(ends))
      return failure();
    lhs = createGroups(*ends);
  }
  // The loops are the result's, [group of a ragged sum, batch, lhs, rhs],
  // followed by those of the sum. If rows have groups, these are the last loop.
  unsigned rank = type.getRank();
  unsigned numLoops = rank + lhsSummed.size() + (!isOfBatch && !isOfSum);
  unsigned firstBatch = isOfSum ? 1 : 0;
  unsigned group = isOfSum ? 0 : numLoops - 1;
  unsigned nextFree = firstBatch + lhsBatch.size();
  auto makeMap = [&](Value value, ArrayRef<int64_t> batch,
                     ArrayRef<int64_t> summed, ArrayRef<int64_t> groups,
                     bool hasGroups) {
    SmallVector<unsigned> loops;
    if (hasGroups)
      loops.push_back(group);
    int64_t valueRank = cast<RankedTensorType>(value.getType()).getRank();
    for (int64_t axis = 0; axis < valueRank; ++axis) {
      if (const auto *it = llvm::find(batch, axis); it != batch.end())
        loops.push_back(firstBatch + (it - batch.begin()));
      else if (const auto *it = llvm::find(summed, axis); it != summed.end())
        loops.push_back(rank + (it - summed.begin()));
      else if (llvm::is_contained(groups, axis))
        loops.push_back(group);
      else
        loops.push_back(nextFree++);
    }
    return AffineMap::getMultiDimMapWithTargets(numLoops, loops,
                                                op->getContext());
  };
  AffineMap lhsMap =
      makeMap(op.getLhs(), lhsBatch, lhsSummed, {}, /*hasGroups=*/!isOfBatch);
  AffineMap rhsMap =
      makeMap(op.getRhs(), rhsBatch, rhsSummed, rhsGroups, /*hasGroups=*/false);
  importer.bind(op->getResults(),
                createContraction(importer, lhs, lhsMap,
                                  importer.get(op.getRhs()), rhsMap, type,
                                  Signs(op), loc));
  return success();
}

static LogicalResult importRaggedDot(chlo::RaggedDotOp op, Importer &importer) {
  return RaggedDot(op, importer).run();
}

void dtensor::stablehlo::addRaggedDotOp(ImportTable &table) {
  table.add<chlo::RaggedDotOp, importRaggedDot>();
}
