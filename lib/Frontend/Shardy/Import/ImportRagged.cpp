//===- ImportRagged.cpp - Exchanges of which data say how much ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveImporter.h"

using namespace mlir;
using namespace dtensor;

/// The name of the exchange in JAX.
static constexpr StringLiteral kRaggedAllToAll = "ragged_all_to_all";

bool CollectiveImporter::isRagged(stablehlo::CustomCallOp op) {
  return op.getCallTargetName() == kRaggedAllToAll;
}

FailureOr<CollectiveImporter::Groups>
CollectiveImporter::findRaggedGroups(stablehlo::CustomCallOp op) {
  auto config = dyn_cast_or_null<DictionaryAttr>(op.getBackendConfigAttr());
  auto groups = config ? config.getAs<DenseIntElementsAttr>("replica_groups")
                       : DenseIntElementsAttr();
  auto channel =
      config ? config.getAs<IntegerAttr>("channel_id") : IntegerAttr();
  auto isTensor = llvm::IsaPred<RankedTensorType>;
  if (!groups || groups.getType().getRank() != 2 || !channel ||
      op.getInputs().size() != 6 || op->getNumResults() != 1 ||
      !llvm::all_of(op->getOperandTypes(), isTensor))
    return op.emitOpError("of '")
           << kRaggedAllToAll
           << "' requires six tensors and, in backend_config, channel_id and "
              "replica_groups of rank 2";
  FailureOr<Groups> found = findEqualGroups(
      op, groups,
      stablehlo::ChannelHandleAttr::get(op.getContext(), channel.getInt(), 1));
  if (failed(found))
    return failure();
  auto source = cast<RankedTensorType>(op.getInputs()[0].getType());
  auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  auto offsets = cast<RankedTensorType>(op.getInputs()[2].getType());
  bool areOffsets = offsets.getElementType().isInteger() &&
                    offsets.getRank() == 1 &&
                    offsets.getDimSize(0) == found->getSize() &&
                    llvm::all_equal(TypeRange(op.getInputs().drop_front(2)));
  if (!areOffsets || source.getRank() == 0 || !result ||
      result != op.getInputs()[1].getType() ||
      result.getElementType() != source.getElementType() ||
      result.getShape().drop_front() != source.getShape().drop_front())
    return op.emitOpError("of '")
           << kRaggedAllToAll
           << "' requires an operand and an output that differ in their rows "
              "only, and offsets and sizes of "
           << found->getSize() << " integers each, found "
           << op->getOperandTypes();
  return found;
}

// Row r of the result is row r - outputOffset + inputOffset of some member: the
// one for which r is at least its outputOffset, and less than that plus the
// number of rows that it sends.
LogicalResult CollectiveImporter::importRagged(stablehlo::CustomCallOp op) {
  FailureOr<Groups> groups = findRaggedGroups(op);
  if (failed(groups))
    return failure();
  Location loc = op.getLoc();
  Value source = op.getInputs()[0], output = op.getInputs()[1];
  auto sourceType = cast<RankedTensorType>(source.getType());
  auto type = cast<RankedTensorType>(output.getType());
  int64_t numRows = type.getDimSize(0), numSent = sourceType.getDimSize(0);
  auto number = cast<RankedTensorType>(op.getInputs()[2].getType());
  auto perRow = RankedTensorType::get(numRows, number.getElementType());
  auto isRow = RankedTensorType::get(numRows, rewriter.getI1Type());

  // The sizes are in each member's data. Everything that it may send is
  // fetched, together with those of its offsets and sizes that are for this
  // device.
  FailureOr<SmallVector<Value>> rows = fetchMembers(op, source, *groups);
  FailureOr<SmallVector<Value>> inputOffsets =
      fetchMembers(op, op.getInputs()[2], *groups, /*pieceAxis=*/0);
  FailureOr<SmallVector<Value>> sizes =
      fetchMembers(op, op.getInputs()[3], *groups, /*pieceAxis=*/0);
  FailureOr<SmallVector<Value>> outputOffsets =
      fetchMembers(op, op.getInputs()[4], *groups, /*pieceAxis=*/0);
  if (failed(rows) || failed(inputOffsets) || failed(sizes) ||
      failed(outputOffsets))
    return failure();

  auto constant = [&](RankedTensorType of, int64_t value) -> Value {
    return stablehlo::ConstantOp::create(
        rewriter, loc, of,
        DenseElementsAttr::get(
            of, rewriter.getIntegerAttr(of.getElementType(), value)));
  };
  auto spread = [&](Value one) -> Value {
    return stablehlo::BroadcastInDimOp::create(rewriter, loc, perRow, one,
                                               rewriter.getDenseI64ArrayAttr(0),
                                               nullptr, nullptr);
  };
  auto compare = [&](Value a, stablehlo::ComparisonDirection direction,
                     Value b) -> Value {
    return stablehlo::CompareOp::create(rewriter, loc, isRow, a, b, direction,
                                        nullptr);
  };
  Value row = stablehlo::IotaOp::create(rewriter, loc, perRow, 0);
  // Positions in the values of all members, one after the other.
  Value position = constant(perRow, 0), isSent = constant(isRow, 0);
  for (auto [member, input, size, start] :
       llvm::enumerate(*inputOffsets, *sizes, *outputOffsets)) {
    Value behind =
        stablehlo::SubtractOp::create(rewriter, loc, row, spread(start));
    Value isFrom = compare(behind, stablehlo::ComparisonDirection::GE,
                           constant(perRow, 0));
    Value isBefore =
        compare(behind, stablehlo::ComparisonDirection::LT, spread(size));
    Value isOwn = stablehlo::AndOp::create(rewriter, loc, isFrom, isBefore);
    Value own = stablehlo::AddOp::create(rewriter, loc, behind, spread(input));
    own = stablehlo::AddOp::create(
        rewriter, loc, own,
        constant(perRow, static_cast<int64_t>(member) * numSent));
    position = stablehlo::SelectOp::create(rewriter, loc, isOwn, own, position);
    isSent = stablehlo::OrOp::create(rewriter, loc, isSent, isOwn);
  }

  SmallVector<int64_t> shape(sourceType.getShape());
  shape[0] *= groups->getSize();
  Value all = joinMembers(
      op, *rows, RankedTensorType::get(shape, type.getElementType()), 0);
  shape[0] = 1;
  auto rowAxes = llvm::to_vector(llvm::seq<int64_t>(1, type.getRank()));
  Value received = stablehlo::GatherOp::create(
      rewriter, loc, type, all, position,
      stablehlo::GatherDimensionNumbersAttr::get(
          op.getContext(), /*offsetDims=*/rowAxes, /*collapsedSliceDims=*/{0},
          /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
          /*startIndexMap=*/{0}, /*indexVectorDim=*/1),
      rewriter.getDenseI64ArrayAttr(shape), nullptr);
  Value mask = stablehlo::BroadcastInDimOp::create(
      rewriter, loc, type.clone(rewriter.getI1Type()), isSent,
      rewriter.getDenseI64ArrayAttr(0), nullptr, nullptr);
  rewriter.replaceOpWithNewOp<stablehlo::SelectOp>(op, type, mask, received,
                                                   output);
  return success();
}
