//===- ShapeOps.cpp - Ops that make, move and take elements ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyRegistration.h"
#include "Shapes.h"
#include "TypesFormat.h"
#include "Windows.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

//===----------------------------------------------------------------------===//
// Short forms
//===----------------------------------------------------------------------===//

/// Whether there is a `dense<"0x...">` of a tensor of booleans at `location`.
/// It looks at the text, since a literal cannot be parsed in parts.
static bool isHexOfBooleans(SMLoc location) {
  constexpr StringLiteral start = "dense<\"0x", behind = "\"> : tensor<";
  const char *text = location.getPointer();
  if (std::strncmp(text, start.data(), start.size()) != 0)
    return false;
  const char *end = std::strchr(text + start.size(), '"');
  if (!end || std::strncmp(end, behind.data(), behind.size()) != 0)
    return false;
  const char *type = end + behind.size();
  return StringRef(type, std::strcspn(type, ">\n")).ends_with("i1");
}

/// Decodes booleans that take a byte each, or a bit, the lowest first.
static FailureOr<SmallVector<bool>> decodeBooleans(StringRef hex,
                                                   int64_t count) {
  std::string bytes;
  if (!hex.consume_front("0x") || !llvm::tryGetFromHex(hex, bytes))
    return failure();
  auto size = static_cast<int64_t>(bytes.size());
  bool areBytes = size == count && count > 1;
  if (!areBytes && size != static_cast<int64_t>(llvm::divideCeil(count, 8)))
    return failure();
  SmallVector<bool> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(areBytes ? bytes[i] != 0 : bytes[i / 8] >> (i % 8) & 1);
  return values;
}

static ParseResult parseConstantValue(OpAsmParser &parser,
                                      ElementsAttr &value) {
  SMLoc location = parser.getCurrentLocation();
  if (!isHexOfBooleans(location))
    return parser.parseAttribute(value);
  std::string hex;
  RankedTensorType type;
  if (parser.parseKeyword("dense") || parser.parseLess() ||
      parser.parseString(&hex) || parser.parseGreater() ||
      parser.parseColonType(type))
    return failure();
  if (!type.hasStaticShape() || !type.getElementType().isInteger(1))
    return parser.emitError(location)
           << "expected booleans of a static shape, found " << type;
  FailureOr<SmallVector<bool>> values =
      decodeBooleans(hex, type.getNumElements());
  if (failed(values))
    return parser.emitError(location)
           << "expected a bit or a byte for each of " << type.getNumElements()
           << " booleans, found " << hex.size() / 2 - 1 << " bytes";
  value = DenseElementsAttr::get(type, ArrayRef<bool>(*values));
  return success();
}

static void printConstantValue(OpAsmPrinter &printer, Operation *,
                               ElementsAttr value) {
  printer << value;
}

/// `[1:2, 0:4:2]`.
static ParseResult parseSliceRanges(OpAsmParser &parser,
                                    DenseI64ArrayAttr &starts,
                                    DenseI64ArrayAttr &limits,
                                    DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto parseRange = [&] {
    return failure(
        parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()) ||
        (stride.push_back(1), succeeded(parser.parseOptionalColon()) &&
                                  parser.parseInteger(stride.back())));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  Builder &builder = parser.getBuilder();
  starts = builder.getDenseI64ArrayAttr(start);
  limits = builder.getDenseI64ArrayAttr(limit);
  strides = builder.getDenseI64ArrayAttr(stride);
  return success();
}

static void printSliceRanges(OpAsmPrinter &printer, Operation *,
                             DenseI64ArrayAttr starts, DenseI64ArrayAttr limits,
                             DenseI64ArrayAttr strides) {
  printer << "[";
  llvm::interleaveComma(
      llvm::zip(starts.asArrayRef(), limits.asArrayRef(), strides.asArrayRef()),
      printer, [&](auto range) {
        auto [start, limit, stride] = range;
        printer << start << ":" << limit;
        if (stride != 1)
          printer << ":" << stride;
      });
  printer << "]";
}

//===----------------------------------------------------------------------===//
// Ops without operands
//===----------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), isa<IntegerType>(elementOf(getResult())) ? "c" : "cst");
}

LogicalResult IotaOp::verify() {
  return verifyAxes(*this, "dim", static_cast<int64_t>(getIotaDimension()),
                    rankOf(getOutput()));
}

//===----------------------------------------------------------------------===//
// New shapes
//===----------------------------------------------------------------------===//

static LogicalResult verifyBroadcast(Operation *op, ArrayRef<int64_t> dims) {
  Value operand = op->getOperand(0), broadcast = op->getResult(0);
  if (failed(verifyElement(op, operand, broadcast)) ||
      failed(verifyCount(op, "dims", dims, rankOf(operand))) ||
      failed(verifyAxes(op, "dims", dims, rankOf(broadcast))))
    return failure();
  for (auto [axis, extent] : llvm::enumerate(shapeOf(operand))) {
    int64_t result = shapeOf(broadcast)[dims[axis]];
    if (extent != 1 && !agree(extent, result))
      return op->emitOpError()
             << "axis " << axis << " of extent " << extent
             << " cannot become axis " << dims[axis] << " of extent " << result;
  }
  return success();
}

LogicalResult BroadcastInDimOp::verify() {
  return verifyBroadcast(*this, getBroadcastDimensions());
}

LogicalResult BroadcastOp::verify() {
  if (failed(verifyElement(*this, getOperand(), getResult())))
    return failure();
  Extents shape(getBroadcastSizes());
  llvm::append_range(shape, shapeOf(getOperand()));
  return verifyShape(*this, getResult(), shape);
}

static LogicalResult verifyReshape(Operation *op) {
  Value operand = op->getOperand(0), result = op->getResult(0);
  if (failed(verifyElement(op, operand, result)))
    return failure();
  auto from = cast<RankedTensorType>(operand.getType());
  auto to = cast<RankedTensorType>(result.getType());
  if (!from.hasStaticShape() || !to.hasStaticShape() ||
      from.getNumElements() == to.getNumElements())
    return success();
  return op->emitOpError("requires as many elements as the operand's ")
         << from.getNumElements() << ", found " << to.getNumElements();
}

LogicalResult ReshapeOp::verify() { return verifyReshape(*this); }

//===----------------------------------------------------------------------===//
// Shapes that are operands
//===----------------------------------------------------------------------===//

/// Verifies the type of an operand that is the shape of the result.
static LogicalResult verifyGivenShape(Operation *op, Value shape) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (!type.hasStaticShape())
    return op->emitOpError("is of dynamic shapes, which are not supported; "
                           "export the program with static shapes");
  if (shapeOf(shape) != ArrayRef<int64_t>(type.getRank()))
    return op->emitOpError("requires a shape of ")
           << type.getRank() << " extents, found " << shape.getType();
  return success();
}

LogicalResult DynamicIotaOp::verify() {
  return failure(
      failed(verifyGivenShape(*this, getOutputShape())) ||
      failed(verifyAxes(*this, "dim", static_cast<int64_t>(getIotaDimension()),
                        rankOf(getOutput()))));
}

LogicalResult DynamicReshapeOp::verify() {
  return failure(failed(verifyGivenShape(*this, getOutputShape())) ||
                 failed(verifyReshape(*this)));
}

LogicalResult DynamicBroadcastInDimOp::verify() {
  return failure(failed(verifyGivenShape(*this, getOutputDimensions())) ||
                 failed(verifyBroadcast(*this, getBroadcastDimensions())));
}

//===----------------------------------------------------------------------===//
// The same elements in other places
//===----------------------------------------------------------------------===//

static unsigned getBits(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * complex.getElementType().getIntOrFloatBitWidth();
  return element.getIntOrFloatBitWidth();
}

LogicalResult BitcastConvertOp::verify() {
  unsigned from = getBits(elementOf(getOperand()));
  unsigned to = getBits(elementOf(getResult()));
  // The last axis of the longer shape contains the parts of one wide element.
  Value longer = from < to ? getOperand() : getResult();
  Value shorter = from < to ? getResult() : getOperand();
  unsigned wide = std::max(from, to), narrow = std::min(from, to);
  if (wide % narrow)
    return emitOpError("requires widths that divide, found ")
           << from << " and " << to << " bits";
  Extents required(shapeOf(shorter));
  if (wide != narrow)
    required.push_back(wide / narrow);
  if (succeeded(verifyCompatibleShape(shapeOf(longer), required)))
    return success();
  return emitOpError("requires a shape of ")
         << textOf(required) << " for the elements of " << narrow
         << " bits, found " << textOf(shapeOf(longer));
}

LogicalResult TransposeOp::verify() {
  ArrayRef<int64_t> dims = getPermutation();
  int64_t rank = rankOf(getOperand());
  if (failed(verifyElement(*this, getOperand(), getResult())) ||
      failed(verifyCount(*this, "dims", dims, rank)) ||
      failed(verifyAxes(*this, "dims", dims, rank)))
    return failure();
  Extents shape;
  for (int64_t axis : dims)
    shape.push_back(shapeOf(getOperand())[axis]);
  return verifyShape(*this, getResult(), shape);
}

LogicalResult ReverseOp::verify() {
  return verifyAxes(*this, "dims", getDimensions(), rankOf(getOperand()));
}

LogicalResult ConcatenateOp::verify() {
  if (getInputs().empty())
    return emitOpError("requires an operand at least");
  Extents shape(shapeOf(getInputs().front()));
  int64_t dim = getDimension();
  if (failed(verifyAxes(*this, "dim", dim, shape.size())))
    return failure();
  for (Value input : getInputs()) {
    if (failed(verifyElement(*this, input, getResult())))
      return failure();
    if (rankOf(input) != static_cast<int64_t>(shape.size()))
      return emitOpError("requires operands of rank ")
             << shape.size() << ", found " << rankOf(input);
    if (input == getInputs().front())
      continue;
    for (auto [axis, extent] : llvm::enumerate(shapeOf(input)))
      if (static_cast<int64_t>(axis) != dim && !agree(extent, shape[axis]))
        return emitOpError("requires the same extents of all operands but "
                           "along axis ")
               << dim << ", found " << textOf(shape) << " and "
               << textOf(shapeOf(input));
  }
  shape[dim] = 0;
  for (Value input : getInputs()) {
    int64_t extent = shapeOf(input)[dim];
    if (ShapedType::isDynamic(extent) ||
        llvm::AddOverflow(shape[dim], extent, shape[dim])) {
      shape[dim] = ShapedType::kDynamic;
      break;
    }
  }
  return verifyShape(*this, getResult(), shape);
}

LogicalResult PadOp::verify() {
  int64_t rank = rankOf(getOperand());
  if (failed(verifyElement(*this, getOperand(), getResult())) ||
      failed(verifyElement(*this, getOperand(), getPaddingValue())) ||
      failed(verifyCount(*this, "low", getEdgePaddingLow(), rank)) ||
      failed(verifyCount(*this, "high", getEdgePaddingHigh(), rank)) ||
      failed(verifyCount(*this, "interior", getInteriorPadding(), rank)))
    return failure();
  if (rankOf(getPaddingValue()) != 0)
    return emitOpError("requires a scalar to pad with, found ")
           << getPaddingValue().getType();
  Extents shape;
  for (auto [axis, extent] : llvm::enumerate(shapeOf(getOperand()))) {
    int64_t between = getInteriorPadding()[axis];
    if (between < 0)
      return emitOpError("requires interior sizes of 0 or more, found ")
             << between;
    std::optional<int64_t> padded = getPaddedExtent(
        extent, getEdgePaddingLow()[axis], getEdgePaddingHigh()[axis], between);
    if (!padded)
      return emitOpError() << "axis " << axis << " of extent " << extent
                           << " padded by " << getEdgePaddingLow()[axis]
                           << " and " << getEdgePaddingHigh()[axis]
                           << " has no extent of 0 or more";
    shape.push_back(*padded);
  }
  return verifyShape(*this, getResult(), shape);
}

//===----------------------------------------------------------------------===//
// Some of the elements
//===----------------------------------------------------------------------===//

LogicalResult SliceOp::verify() {
  int64_t rank = rankOf(getOperand());
  if (failed(verifyElement(*this, getOperand(), getResult())) ||
      failed(verifyCount(*this, "starts", getStartIndices(), rank)) ||
      failed(verifyCount(*this, "limits", getLimitIndices(), rank)) ||
      failed(verifyCount(*this, "strides", getStrides(), rank)))
    return failure();
  Extents shape;
  for (auto [axis, extent] : llvm::enumerate(shapeOf(getOperand()))) {
    int64_t start = getStartIndices()[axis], limit = getLimitIndices()[axis],
            stride = getStrides()[axis];
    if (start < 0 || start > limit ||
        (!ShapedType::isDynamic(extent) && limit > extent))
      return emitOpError() << "requires 0 <= start <= limit <= extent of axis "
                           << axis << " of extent " << extent << ", found "
                           << start << ":" << limit;
    if (stride < 1)
      return emitOpError("requires strides of 1 or more, found ") << stride;
    shape.push_back(llvm::divideCeil(static_cast<uint64_t>(limit - start),
                                     static_cast<uint64_t>(stride)));
  }
  return verifyShape(*this, getResult(), shape);
}

/// Verifies the starts of `slice` within `operand`.
static LogicalResult verifyStarts(Operation *op, Value operand,
                                  ValueRange starts, ArrayRef<int64_t> slice) {
  int64_t rank = rankOf(operand);
  if (static_cast<int64_t>(starts.size()) != rank)
    return op->emitOpError("requires a start for each of ")
           << rank << " axes, found " << starts.size();
  if (!llvm::all_equal(starts.getTypes()))
    return op->emitOpError("requires starts of one type");
  if (static_cast<int64_t>(slice.size()) != rank)
    return op->emitOpError("requires a slice of rank ")
           << rank << ", found " << slice.size();
  for (auto [axis, size] : llvm::enumerate(slice)) {
    int64_t extent = shapeOf(operand)[axis];
    if (!ShapedType::isDynamic(size) &&
        (size < 0 || (!ShapedType::isDynamic(extent) && size > extent)))
      return op->emitOpError()
             << "requires a slice within axis " << axis << " of extent "
             << extent << ", found size " << size;
  }
  return success();
}

LogicalResult DynamicSliceOp::verify() {
  if (failed(verifyElement(*this, getOperand(), getResult())) ||
      failed(verifyStarts(*this, getOperand(), getStartIndices(),
                          getSliceSizes())))
    return failure();
  return verifyShape(*this, getResult(), getSliceSizes());
}

LogicalResult DynamicUpdateSliceOp::verify() {
  if (failed(verifyElement(*this, getOperand(), getUpdate())))
    return failure();
  return verifyStarts(*this, getOperand(), getStartIndices(),
                      shapeOf(getUpdate()));
}

LogicalResult GetDimensionSizeOp::verify() {
  return verifyAxes(*this, "dim", static_cast<int64_t>(getDimension()),
                    rankOf(getOperand()));
}

LogicalResult GatherOp::verify() {
  GatherDimensionNumbersAttr numbers = getDimensionNumbers();
  ArrayRef<int64_t> operand = shapeOf(getOperand());
  ArrayRef<int64_t> indices = shapeOf(getStartIndices());
  int64_t rank = operand.size();
  if (failed(verifyElement(*this, getOperand(), getResult())) ||
      failed(verifyCount(*this, "slice_sizes", getSliceSizes(), rank)) ||
      failed(verifyIndexAxes(
          *this,
          {"start_index_map", numbers.getStartIndexMap(),
           "collapsed_slice_dims", numbers.getCollapsedSliceDims(),
           "operand_batching_dims", numbers.getOperandBatchingDims(),
           "start_indices_batching_dims", numbers.getStartIndicesBatchingDims(),
           numbers.getIndexVectorDim()},
          operand, indices)))
    return failure();
  for (auto [axis, size] : llvm::enumerate(getSliceSizes())) {
    bool dropped = llvm::is_contained(numbers.getCollapsedSliceDims(), axis) ||
                   llvm::is_contained(numbers.getOperandBatchingDims(), axis);
    if (size < 0 || (dropped && size > 1) ||
        (!ShapedType::isDynamic(operand[axis]) && size > operand[axis]))
      return emitOpError() << "requires a slice within axis " << axis
                           << " of extent " << operand[axis]
                           << (dropped ? ", of size 1 since it is dropped" : "")
                           << ", found size " << size;
  }

  // The axes in offset_dims of the result are those of the slice, and the
  // others are those of the indices.
  Extents slice, batch;
  for (auto [axis, size] : llvm::enumerate(getSliceSizes()))
    if (!llvm::is_contained(numbers.getCollapsedSliceDims(), axis) &&
        !llvm::is_contained(numbers.getOperandBatchingDims(), axis))
      slice.push_back(size);
  for (auto [axis, extent] : llvm::enumerate(indices))
    if (static_cast<int64_t>(axis) != numbers.getIndexVectorDim())
      batch.push_back(extent);
  ArrayRef<int64_t> offsets = numbers.getOffsetDims();
  int64_t resultRank = slice.size() + batch.size();
  if (failed(verifyAscendingAxes(*this, "offset_dims", offsets, resultRank)))
    return failure();
  if (offsets.size() != slice.size())
    return emitOpError("requires offset_dims for the ")
           << slice.size() << " axes of a slice that stay, found "
           << offsets.size();
  Extents shape;
  const int64_t *nextSlice = slice.begin(), *nextBatch = batch.begin();
  for (int64_t axis : llvm::seq(resultRank))
    shape.push_back(llvm::is_contained(offsets, axis) ? *nextSlice++
                                                      : *nextBatch++);
  return verifyShape(*this, getResult(), shape);
}

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ShapeOps.cpp.inc"

void dtensor::stablehlo::detail::registerShapeOps(StableHLODialect &dialect) {
  registerOps<
#define GET_OP_LIST
#include "dtensor/Frontend/StableHLO/IR/ShapeOps.cpp.inc"
      >(dialect);
}
