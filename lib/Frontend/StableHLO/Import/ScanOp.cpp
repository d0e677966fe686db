//===- ScanOp.cpp - Loops over slices -------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "ScalarOps.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Frontend/StableHLO/IR/Chlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

namespace {
/// One step's slice of a tensor: position `at` of axis `axis`.
struct Slice {
  Importer &importer;
  Location loc;
  int64_t axis;
  Value at;

  SmallVector<int64_t> getExtents(RankedTensorType type, bool hasAxis) const {
    SmallVector<int64_t> extents(type.getShape());
    if (hasAxis)
      extents[axis] = 1;
    else
      extents.erase(extents.begin() + axis);
    return extents;
  }
  SmallVector<Value> getStarts(RankedTensorType type) const {
    Value zero = arith::ConstantIndexOp::create(importer.getBuilder(), loc, 0);
    SmallVector<Value> starts(type.getRank(), zero);
    starts[axis] = at;
    return starts;
  }

  Value extract(Value value) const {
    OpBuilder &builder = importer.getBuilder();
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> sizes = getExtents(type, /*hasAxis=*/true);
    RankedTensorType sliceType = type.clone(sizes);
    auto slice = linalg_ext::DynamicSliceOp::create(
        builder, loc, sliceType, value, getStarts(type),
        importer.createEmpty(sliceType, loc),
        builder.getDenseI64ArrayAttr(sizes));
    return createReshape(importer, slice->getResult(0),
                         getExtents(type, /*hasAxis=*/false), loc);
  }
  Value insert(Value slice, Value into) const {
    auto type = cast<RankedTensorType>(into.getType());
    Value update =
        createReshape(importer, slice, getExtents(type, /*hasAxis=*/true), loc);
    return linalg_ext::DynamicUpdateSliceOp::create(
               importer.getBuilder(), loc, type, update, getStarts(type), into,
               ValueRange(), /*partStarts=*/DenseI64ArrayAttr(),
               /*partShape=*/DenseI64ArrayAttr())
        ->getResult(0);
  }
};
} // namespace

/// The number of steps, which is the extent of the scanned axis.
static FailureOr<int64_t> countSteps(chlo::ScanOp op) {
  int64_t axis = op.getDimension();
  for (Value value : op->getOperands().take_front(op.getInputs().size()))
    return cast<RankedTensorType>(value.getType()).getDimSize(axis);
  for (Value value : op.getOutputs())
    return cast<RankedTensorType>(value.getType()).getDimSize(axis);
  if (std::optional<uint64_t> size = op.getScanDimSize())
    return static_cast<int64_t>(*size);
  return op.emitOpError("cannot be imported: required inputs, outputs or "
                        "'scan_dim_size' to say how many steps there are");
}

/// Computes the body of a scan for one element of each slice. Nothing if an op
/// of the body is not elementwise.
static std::optional<SmallVector<Value>>
createOnElements(OpBuilder &builder, Block &body, ValueRange elements) {
  IRMapping mapping;
  mapping.map(body.getArguments(), elements);
  auto getShape = [](Type type) {
    return cast<RankedTensorType>(type).getShape();
  };
  ArrayRef<int64_t> shape = getShape(body.getArgument(0).getType());
  for (Operation &op : body) {
    SmallVector<Value> operands;
    for (Value operand : op.getOperands()) {
      operands.push_back(mapping.lookupOrNull(operand));
      if (!operands.back())
        return std::nullopt;
    }
    if (op.hasTrait<OpTrait::IsTerminator>())
      return operands;
    auto isSlice = [&](Type type) { return getShape(type) == shape; };
    if (op.getNumResults() != 1 ||
        !llvm::all_of(op.getOperandTypes(), isSlice) ||
        !isSlice(op.getResult(0).getType()))
      return std::nullopt;
    ImplicitLocOpBuilder b(op.getLoc(), builder);
    auto constant = dyn_cast<ConstantOp>(op);
    Value result =
        constant ? createElement(b, constant) : createScalar(b, &op, operands);
    if (!result)
      return std::nullopt;
    mapping.map(op.getResult(0), result);
  }
  llvm_unreachable("a block ends with a terminator");
}

/// Whether each output is the value that is carried to the next step, as in a
/// scan of a combiner.
static bool carriesOutputs(chlo::ScanOp op) {
  size_t count = op.getInputs().size();
  if (count == 0 || op.getInits().size() != count ||
      op.getOutputs().size() != count)
    return false;
  OperandRange yielded = op.getBody().front().getTerminator()->getOperands();
  return llvm::equal(yielded.take_front(count), yielded.drop_front(count)) &&
         llvm::equal(op.getInits().getTypes(), op.getCarries().getTypes()) &&
         llvm::equal(op.getInputs().getTypes(), op.getOutputs().getTypes());
}

/// Imports an associative scan as one op, of which devices can do parts at the
/// same time. Returns whether that is possible.
static bool importAssociative(chlo::ScanOp op, int64_t steps,
                              Importer &importer) {
  if (!op.getIsAssociative().value_or(false) || steps == 0 ||
      !carriesOutputs(op))
    return false;
  OpBuilder &builder = importer.getBuilder();
  Location loc = op.getLoc();
  int64_t axis = op.getDimension();
  SmallVector<Value> dests;
  SmallVector<Type> elementTypes;
  for (Type type : Importer::convert(op.getOutputs().getTypes())) {
    dests.push_back(importer.createEmpty(cast<RankedTensorType>(type), loc));
    elementTypes.push_back(getElementTypeOrSelf(type));
  }
  auto scan = linalg_ext::ScanOp::create(
      builder, loc, TypeRange(ValueRange(dests)), importer.get(op.getInputs()),
      importer.get(op.getInits()), dests, /*hasInits=*/Value(),
      builder.getI64IntegerAttr(axis), /*exclusive=*/UnitAttr(),
      op.getIsReverse() ? builder.getUnitAttr() : UnitAttr());
  {
    OpBuilder::InsertionGuard guard(builder);
    // The scan's body has the accumulators first.
    SmallVector<Type> types(elementTypes);
    llvm::append_range(types, elementTypes);
    Block *made = builder.createBlock(&scan.getCombiner(), {}, types,
                                      SmallVector<Location>(types.size(), loc));
    ArrayRef<BlockArgument> arguments = made->getArguments();
    SmallVector<Value> elements(arguments.drop_front(elementTypes.size()));
    llvm::append_range(elements, arguments.take_front(elementTypes.size()));
    std::optional<SmallVector<Value>> results =
        createOnElements(builder, op.getBody().front(), elements);
    if (!results) {
      scan.erase();
      return false;
    }
    linalg_ext::YieldOp::create(
        builder, loc, ArrayRef(*results).drop_front(elementTypes.size()));
  }
  SmallVector<Value> results(scan->getResults());
  Slice last{importer, loc, axis,
             arith::ConstantIndexOp::create(builder, loc,
                                            op.getIsReverse() ? 0 : steps - 1)};
  for (Value output : scan->getResults())
    results.push_back(last.extract(output));
  importer.bind(op->getResults(), results);
  return true;
}

/// Imports any other scan as a loop whose steps depend on each other. The loop
/// carries the outputs, which are written slice by slice, and then the scan's
/// carried values.
static LogicalResult importScan(chlo::ScanOp op, Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  Location loc = op.getLoc();
  FailureOr<int64_t> steps = countSteps(op);
  if (failed(steps))
    return failure();
  if (importAssociative(op, *steps, importer))
    return success();
  SmallVector<Value> carried;
  for (Type type : Importer::convert(op.getOutputs().getTypes())) {
    ImplicitLocOpBuilder b(loc, builder);
    auto tensor = cast<RankedTensorType>(type);
    carried.push_back(importer.createFill(
        tensor, createConstant(b, tensor.getElementType(), 0), loc));
  }
  size_t numOutputs = carried.size();
  llvm::append_range(carried, importer.get(op.getInits()));

  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value end = arith::ConstantIndexOp::create(builder, loc, *steps);
  auto loop = scf::ForOp::create(builder, loc, zero, end, one, carried);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value at = loop.getInductionVar();
    if (op.getIsReverse()) {
      Value last = arith::ConstantIndexOp::create(builder, loc, *steps - 1);
      at = arith::SubIOp::create(builder, loc, last, at);
    }
    Slice slice{importer, loc, static_cast<int64_t>(op.getDimension()), at};
    SmallVector<Value> arguments;
    for (Value input : importer.get(op.getInputs()))
      arguments.push_back(slice.extract(input));
    ValueRange inLoop = loop.getRegionIterArgs();
    llvm::append_range(arguments, inLoop.drop_front(numOutputs));
    Block &body = op.getBody().front();
    importer.bind(body.getArguments(), arguments);
    FailureOr<SmallVector<Value>> results = importer.importBlock(body);
    if (failed(results))
      return failure();
    for (size_t i = 0; i < numOutputs; ++i)
      (*results)[i] = slice.insert((*results)[i], inLoop[i]);
    scf::YieldOp::create(builder, loc, *results);
  }
  importer.bind(op->getResults(), loop.getResults());
  return success();
}

void dtensor::stablehlo::addScanOp(ImportTable &table) {
  table.add<chlo::ScanOp, importScan>();
}
