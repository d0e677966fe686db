//===- ContractionOps.cpp - Ops of linear algebra -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionFormat.h"
#include "FamilyRegistration.h"
#include "Shapes.h"
#include "TypesFormat.h"
#include "Windows.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static LogicalResult verifyPrecision(Operation *op,
                                     std::optional<ArrayAttr> precision) {
  if (!precision || precision->empty() || precision->size() == 2)
    return success();
  return op->emitOpError("requires a precision for each of 2 operands, found ")
         << precision->size();
}

/// Verifies pairs of axes, which must have equal extents.
static LogicalResult verifyPairs(Operation *op, StringRef what, Value lhs,
                                 ArrayRef<int64_t> lhsAxes, Value rhs,
                                 ArrayRef<int64_t> rhsAxes) {
  if (lhsAxes.size() != rhsAxes.size())
    return op->emitOpError("requires as many ")
           << what << " axes of both operands, found " << lhsAxes.size()
           << " and " << rhsAxes.size();
  for (auto [l, r] : llvm::zip(lhsAxes, rhsAxes))
    if (!agree(shapeOf(lhs)[l], shapeOf(rhs)[r]))
      return op->emitOpError("requires ")
             << what << " axes of the same extent, found " << shapeOf(lhs)[l]
             << " of axis " << l << " of lhs and " << shapeOf(rhs)[r]
             << " of axis " << r << " of rhs";
  return success();
}

LogicalResult DotGeneralOp::verify() {
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContracting = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContracting = numbers.getRhsContractingDimensions();
  auto verifySide = [&](StringRef name, Value operand,
                        ArrayRef<int64_t> batching,
                        ArrayRef<int64_t> contracting) {
    Extents all(batching);
    llvm::append_range(all, contracting);
    return verifyAxes(*this, name, all, rankOf(operand));
  };
  if (failed(verifySide("the list of lhs axes", getLhs(), lhsBatch,
                        lhsContracting)) ||
      failed(verifySide("the list of rhs axes", getRhs(), rhsBatch,
                        rhsContracting)) ||
      failed(verifyPairs(*this, "batching", getLhs(), lhsBatch, getRhs(),
                         rhsBatch)) ||
      failed(verifyPairs(*this, "contracting", getLhs(), lhsContracting,
                         getRhs(), rhsContracting)) ||
      failed(verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  Extents shape;
  for (int64_t axis : lhsBatch)
    shape.push_back(shapeOf(getLhs())[axis]);
  auto appendFree = [&](Value operand, ArrayRef<int64_t> batching,
                        ArrayRef<int64_t> contracting) {
    for (auto [axis, extent] : llvm::enumerate(shapeOf(operand)))
      if (!llvm::is_contained(batching, axis) &&
          !llvm::is_contained(contracting, axis))
        shape.push_back(extent);
  };
  appendFree(getLhs(), lhsBatch, lhsContracting);
  appendFree(getRhs(), rhsBatch, rhsContracting);
  return verifyShape(*this, getResult(), shape);
}

LogicalResult DotOp::verify() {
  ArrayRef<int64_t> lhs = shapeOf(getLhs()), rhs = shapeOf(getRhs());
  if (lhs.empty() || lhs.size() > 2 || rhs.empty() || rhs.size() > 2)
    return emitOpError("requires vectors or matrices, found ")
           << getLhs().getType() << " and " << getRhs().getType();
  if (failed(verifyPairs(*this, "contracting", getLhs(), lhs.size() - 1,
                         getRhs(), int64_t(0))) ||
      failed(verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  Extents shape(lhs.drop_back());
  llvm::append_range(shape, rhs.drop_front());
  return verifyShape(*this, getResult(), shape);
}

//===----------------------------------------------------------------------===//
// convolution
//===----------------------------------------------------------------------===//

/// Verifies that these are all axes of one tensor of a convolution.
static LogicalResult verifyAllAxes(Operation *op, StringRef name, int64_t a,
                                   int64_t b, ArrayRef<int64_t> spatial,
                                   Value value) {
  Extents axes(spatial);
  axes.append({a, b});
  if (static_cast<int64_t>(axes.size()) != rankOf(value))
    return op->emitOpError() << name << " of rank " << rankOf(value) << " has "
                             << axes.size() << " axes in dim_numbers";
  return verifyAxes(op, name, axes, rankOf(value));
}

LogicalResult ConvolutionOp::verify() {
  ConvDimensionNumbersAttr dims = getDimensionNumbers();
  if (failed(verifyAllAxes(*this, "lhs", dims.getInputBatchDimension(),
                           dims.getInputFeatureDimension(),
                           dims.getInputSpatialDimensions(), getLhs())) ||
      failed(verifyAllAxes(*this, "rhs", dims.getKernelInputFeatureDimension(),
                           dims.getKernelOutputFeatureDimension(),
                           dims.getKernelSpatialDimensions(), getRhs())) ||
      failed(verifyAllAxes(*this, "result", dims.getOutputBatchDimension(),
                           dims.getOutputFeatureDimension(),
                           dims.getOutputSpatialDimensions(), getResult())) ||
      failed(verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  ArrayRef<int64_t> lhs = shapeOf(getLhs()), rhs = shapeOf(getRhs());
  auto features = static_cast<int64_t>(getFeatureGroupCount());
  auto batches = static_cast<int64_t>(getBatchGroupCount());
  if (features < 1 || batches < 1 || (features > 1 && batches > 1))
    return emitOpError("requires group counts of 1 or more, one of them 1, "
                       "found ")
           << features << " and " << batches;
  int64_t batch = lhs[dims.getInputBatchDimension()];
  int64_t inputs = lhs[dims.getInputFeatureDimension()];
  int64_t perGroup = rhs[dims.getKernelInputFeatureDimension()];
  int64_t outputs = rhs[dims.getKernelOutputFeatureDimension()];
  bool isKnown =
      !llvm::any_of(ArrayRef<int64_t>{batch, inputs, perGroup, outputs},
                    ShapedType::isDynamic);
  if (isKnown && (inputs % features || inputs / features != perGroup ||
                  outputs % features || outputs % batches || batch % batches))
    return emitOpError("requires groups that divide batch ")
           << batch << ", input features " << inputs << " (" << perGroup
           << " each) and output features " << outputs << ", found " << features
           << " groups of features and " << batches << " groups of the batch";

  Extents base, sizes;
  for (int64_t axis : dims.getInputSpatialDimensions())
    base.push_back(lhs[axis]);
  for (int64_t axis : dims.getKernelSpatialDimensions())
    sizes.push_back(rhs[axis]);
  if (getWindowReversal() && getWindowReversal()->size() != base.size())
    return emitOpError("requires a reversal for each of ")
           << base.size() << " spatial axes, found "
           << getWindowReversal()->size();
  // An empty window has no extent that could fit, so there is no result.
  for (int64_t size : sizes)
    if (size == 0)
      return emitOpError("requires a window of elements, found one of shape ")
             << textOf(sizes);
  FailureOr<Extents> counts =
      getWindowCounts(*this, base,
                      {sizes, getWindowStrides(),
                       dyn_cast_or_null<DenseIntElementsAttr>(getPaddingAttr()),
                       getLhsDilation(), getRhsDilation()});
  if (failed(counts))
    return failure();
  Extents shape(rankOf(getResult()));
  shape[dims.getOutputBatchDimension()] =
      ShapedType::isDynamic(batch) ? batch : batch / batches;
  shape[dims.getOutputFeatureDimension()] = outputs;
  for (auto [axis, count] :
       llvm::zip(dims.getOutputSpatialDimensions(), *counts))
    shape[axis] = count;
  return verifyShape(*this, getResult(), shape);
}

//===----------------------------------------------------------------------===//
// Transforms and solvers
//===----------------------------------------------------------------------===//

LogicalResult FftOp::verify() {
  ArrayRef<int64_t> lengths = getFftLength();
  int64_t rank = rankOf(getOperand());
  int64_t count = lengths.size();
  if (count < 1 || count > 3 || count > rank)
    return emitOpError("requires 1 to 3 of ")
           << rank << " axes, found " << count << " lengths";
  bool fromReal = getFftType() == FftType::RFFT;
  bool toReal = getFftType() == FftType::IRFFT;
  if (isa<ComplexType>(elementOf(getOperand())) == fromReal ||
      isa<ComplexType>(elementOf(getResult())) == toReal)
    return emitOpError() << stringifyFftType(getFftType())
                         << " does not fit elements of "
                         << elementOf(getOperand()) << " to "
                         << elementOf(getResult());
  Extents input(shapeOf(getOperand())), output(input);
  for (int64_t i : llvm::seq(count)) {
    int64_t axis = rank - count + i, length = lengths[i];
    bool isHalf = i == count - 1 && (fromReal || toReal);
    int64_t half = length / 2 + 1;
    int64_t required = isHalf && toReal ? half : length;
    if (length < 0 || !agree(input[axis], required))
      return emitOpError() << stringifyFftType(getFftType()) << " of length "
                           << length << " requires axis " << axis
                           << " of extent " << required << ", found "
                           << input[axis];
    output[axis] = isHalf && fromReal ? half : length;
  }
  return verifyShape(*this, getResult(), output);
}

/// Verifies that the last two axes are a square matrix.
static LogicalResult verifySquare(Operation *op, Value matrices) {
  ArrayRef<int64_t> shape = shapeOf(matrices);
  if (shape.size() < 2 || !agree(shape.back(), shape[shape.size() - 2]))
    return op->emitOpError("requires square matrices, found ")
           << matrices.getType();
  return success();
}

LogicalResult CholeskyOp::verify() { return verifySquare(*this, getA()); }

LogicalResult TriangularSolveOp::verify() {
  if (failed(verifySquare(*this, getA())) ||
      failed(verifyElement(*this, getA(), getB())))
    return failure();
  ArrayRef<int64_t> a = shapeOf(getA()), b = shapeOf(getB());
  size_t rank = a.size();
  if (b.size() != rank)
    return emitOpError("requires operands of one rank, found ")
           << rank << " and " << b.size();
  if (getTransposeA() == Transpose::TRANSPOSE_INVALID)
    return emitOpError("requires NO_TRANSPOSE, TRANSPOSE or ADJOINT, found "
                       "TRANSPOSE_INVALID");
  int64_t solved = getLeftSide() ? b[rank - 2] : b[rank - 1];
  if (failed(verifyCompatibleShape(a.drop_back(2), b.drop_back(2))) ||
      !agree(a.back(), solved))
    return emitOpError("requires systems of ")
           << textOf(a) << ", found right-hand sides of " << textOf(b)
           << (getLeftSide() ? " on the left side" : " on the right side");
  return success();
}

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

/// Verifies that moments and weights have one element for each feature.
static LogicalResult verifyFeatures(Operation *op, Value operand,
                                    Value features, int64_t axis) {
  if (failed(verifyAxes(op, "feature_index", axis, rankOf(operand))) ||
      failed(verifyElement(op, operand, features)))
    return failure();
  if (agree(shapeOf(operand)[axis], shapeOf(features)[0]))
    return success();
  return op->emitOpError("requires ")
         << shapeOf(operand)[axis] << " features, found "
         << shapeOf(features)[0];
}

LogicalResult BatchNormTrainingOp::verify() {
  return verifyFeatures(*this, getOperand(), getScale(),
                        static_cast<int64_t>(getFeatureIndex()));
}

LogicalResult BatchNormInferenceOp::verify() {
  return verifyFeatures(*this, getOperand(), getScale(),
                        static_cast<int64_t>(getFeatureIndex()));
}

LogicalResult BatchNormGradOp::verify() {
  return verifyFeatures(*this, getOperand(), getScale(),
                        static_cast<int64_t>(getFeatureIndex()));
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

LogicalResult RngOp::verify() {
  if (rankOf(getA()) != 0 || rankOf(getB()) != 0)
    return emitOpError("requires scalar bounds, found ")
           << getA().getType() << " and " << getB().getType();
  if (failed(verifyElement(*this, getA(), getB())) ||
      failed(verifyElement(*this, getA(), getResult())))
    return failure();
  ArrayRef<int64_t> shape = shapeOf(getShape());
  if (shape.size() != 1 || !agree(shape[0], rankOf(getResult())))
    return emitOpError("requires a shape of ")
           << rankOf(getResult()) << " extents, found " << getShape().getType();
  return success();
}

LogicalResult RngBitGeneratorOp::verify() {
  ArrayRef<int64_t> state = shapeOf(getInitialState());
  unsigned bits = elementOf(getInitialState()).getIntOrFloatBitWidth();
  int64_t words = state.size() == 1 ? state[0] : 0;
  bool fits = bits == 64;
  switch (getRngAlgorithm()) {
  case RngAlgorithm::THREE_FRY:
    fits &= words == 2;
    break;
  case RngAlgorithm::PHILOX:
    fits &= words == 2 || words == 3;
    break;
  case RngAlgorithm::DEFAULT:
    fits = state.size() == 1;
    break;
  }
  if (!fits)
    return emitOpError() << stringifyRngAlgorithm(getRngAlgorithm())
                         << " does not fit a state of "
                         << getInitialState().getType();
  if (isa<ComplexType>(elementOf(getOutput())))
    return emitOpError("requires integers or floats, found ")
           << elementOf(getOutput());
  return success();
}

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ContractionOps.cpp.inc"

void dtensor::stablehlo::detail::registerContractionOps(
    StableHLODialect &dialect) {
  registerOps<
#define GET_OP_LIST
#include "dtensor/Frontend/StableHLO/IR/ContractionOps.cpp.inc"
      >(dialect);
}
