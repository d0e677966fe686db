//===- NormOps.cpp - Batch normalization ----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formula.h"
#include "Importer.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace dtensor::stablehlo;

namespace {

/// The building blocks of the three ops: maps of tensors with the operand's
/// shape and of tensors with one element per feature, and sums over all other
/// axes. Narrow floats are widened to f32 and rounded at the end.
class Norm {
public:
  Norm(Importer &importer, Operation *op, Value operand, int64_t feature,
       double epsilon)
      : epsilon(epsilon), importer(importer), loc(op->getLoc()),
        feature(feature) {
    auto type = cast<RankedTensorType>(operand.getType());
    element = cast<FloatType>(type.getElementType());
    FloatType wide = element.getWidth() < 32
                         ? FloatType(importer.getBuilder().getF32Type())
                         : element;
    full = type.clone(wide);
    features = RankedTensorType::get(type.getDimSize(feature), wide);
    int64_t extent = type.getDimSize(feature);
    count =
        extent == 0 ? 1 : static_cast<double>(type.getNumElements() / extent);
  }

  using Body = llvm::function_ref<Real(ArrayRef<Real>)>;

  /// Applies `body` to each element, in a tensor with the operand's shape.
  Value mapAll(ValueRange inputs, Body body) { return map(full, inputs, body); }
  /// Applies `body` for each feature.
  Value mapFeatures(ValueRange inputs, Body body) {
    return map(features, inputs, body);
  }
  /// The sum for each feature.
  Value sum(Value input) {
    OpBuilder &builder = importer.getBuilder();
    Type type = features.getElementType();
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, 0));
    SmallVector<int64_t> axes;
    for (int64_t axis = 0; axis < full.getRank(); ++axis)
      if (axis != feature)
        axes.push_back(axis);
    if (axes.empty())
      return input;
    return linalg::ReduceOp::create(
               builder, loc, input, importer.createFill(features, zero, loc),
               axes,
               [](OpBuilder &inner, Location innerLoc, ValueRange scalars) {
                 linalg::YieldOp::create(
                     inner, innerLoc,
                     ValueRange(arith::AddFOp::create(inner, innerLoc,
                                                      scalars[0], scalars[1])));
               })
        .getResult(0);
  }
  /// Rounds to the operand's element type.
  Value round(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getElementType() == element)
      return value;
    return map(type.clone(element), value,
               [](ArrayRef<Real> x) { return x[0]; });
  }

  double count;
  double epsilon;

private:
  Value map(RankedTensorType type, ValueRange inputs, Body body) {
    OpBuilder &builder = importer.getBuilder();
    MLIRContext *context = builder.getContext();
    int64_t rank = type.getRank();
    AffineMap identity = AffineMap::getMultiDimIdentityMap(rank, context);
    SmallVector<AffineMap> maps;
    for (Value input : inputs)
      maps.push_back(
          cast<RankedTensorType>(input.getType()).getRank() == rank
              ? identity
              : AffineMap::get(rank, 0, builder.getAffineDimExpr(feature)));
    maps.push_back(identity);
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    return linalg::GenericOp::create(
               builder, loc, type, inputs, importer.createEmpty(type, loc),
               maps, iterators,
               [&](OpBuilder &inner, Location innerLoc, ValueRange scalars) {
                 ImplicitLocOpBuilder b(innerLoc, inner);
                 SmallVector<Real> reals;
                 for (Value scalar : scalars.drop_back())
                   reals.push_back(
                       convert(Real{&b, scalar},
                               cast<FloatType>(full.getElementType())));
                 Real result = convert(body(reals),
                                       cast<FloatType>(type.getElementType()));
                 linalg::YieldOp::create(b, result.value);
               })
        .getResult(0);
  }

  Importer &importer;
  Location loc;
  int64_t feature;
  FloatType element;
  RankedTensorType full, features;
};

} // namespace

/// (x - mean) / sqrt(variance + epsilon) * scale + offset.
static Value normalize(Norm &norm, ValueRange inputs) {
  return norm.mapAll(inputs, [&](ArrayRef<Real> in) {
    Real deviation = sqrt(in[2] + norm.epsilon);
    return (in[0] - in[1]) / deviation * in[3] + in[4];
  });
}

static LogicalResult importInference(BatchNormInferenceOp op,
                                     Importer &importer) {
  Value x = importer.get(op.getOperand());
  Norm norm(importer, op, x, op.getFeatureIndex(),
            op.getEpsilon().convertToFloat());
  Value result = normalize(
      norm, {x, importer.get(op.getMean()), importer.get(op.getVariance()),
             importer.get(op.getScale()), importer.get(op.getOffset())});
  importer.bind(op->getResults(), norm.round(result));
  return success();
}

static LogicalResult importTraining(BatchNormTrainingOp op,
                                    Importer &importer) {
  Value x = importer.get(op.getOperand());
  Norm norm(importer, op, x, op.getFeatureIndex(),
            op.getEpsilon().convertToFloat());
  auto divide = [&](ArrayRef<Real> in) { return in[0] / norm.count; };
  Value wide = norm.mapAll(x, [](ArrayRef<Real> in) { return in[0]; });
  Value mean = norm.mapFeatures(norm.sum(wide), divide);
  Value squares = norm.mapAll({x, mean}, [](ArrayRef<Real> in) {
    Real difference = in[0] - in[1];
    return difference * difference;
  });
  Value variance = norm.mapFeatures(norm.sum(squares), divide);
  Value result =
      normalize(norm, {x, mean, variance, importer.get(op.getScale()),
                       importer.get(op.getOffset())});
  importer.bind(op->getResults(),
                {norm.round(result), norm.round(mean), norm.round(variance)});
  return success();
}

/// Follows the formula of StableHLO's specification.
static LogicalResult importGrad(BatchNormGradOp op, Importer &importer) {
  Value x = importer.get(op.getOperand());
  Value mean = importer.get(op.getMean());
  Value variance = importer.get(op.getVariance());
  Value grad = importer.get(op.getGradOutput());
  Norm norm(importer, op, x, op.getFeatureIndex(),
            op.getEpsilon().convertToFloat());
  Value wide = norm.mapAll(grad, [](ArrayRef<Real> in) { return in[0]; });
  Value gradSum = norm.sum(wide);
  Value products = norm.mapAll({grad, x, mean}, [](ArrayRef<Real> in) {
    return in[0] * (in[1] - in[2]);
  });
  Value productSum = norm.sum(products);
  Value gradOperand =
      norm.mapAll({grad, x, mean, variance, importer.get(op.getScale()),
                   gradSum, productSum},
                  [&](ArrayRef<Real> in) {
                    Real spread = in[3] + norm.epsilon;
                    Real rest = in[6] * (in[1] - in[2]) / spread;
                    return in[4] / (sqrt(spread) * norm.count) *
                           (in[0] * norm.count - in[5] - rest);
                  });
  Value gradScale =
      norm.mapFeatures({productSum, variance}, [&](ArrayRef<Real> in) {
        return in[0] / sqrt(in[1] + norm.epsilon);
      });
  importer.bind(op->getResults(), {norm.round(gradOperand),
                                   norm.round(gradScale), norm.round(gradSum)});
  return success();
}

void dtensor::stablehlo::addNormOps(ImportTable &table) {
  table.add<BatchNormInferenceOp, importInference>();
  table.add<BatchNormTrainingOp, importTraining>();
  table.add<BatchNormGradOp, importGrad>();
}
