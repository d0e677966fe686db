//===- Attention.cpp - Attention as contractions and a softmax ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attention.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <cmath>

using namespace mlir;
using namespace dtensor::tm_tensor;

namespace {
/// Creates structured ops on axes such as `batch..., x, y`, which are numbered
/// from 0.
class Decomposition {
public:
  Decomposition(AttentionOp op, OpBuilder &builder)
      : op(op), builder(builder), loc(op.getLoc()) {}
  Value run();

private:
  using Body = function_ref<Value(OpBuilder &, ValueRange)>;
  struct Operand {
    Value value;
    SmallVector<unsigned> loops;
  };

  /// The axes of the batch, then `last`.
  SmallVector<unsigned> axes(ArrayRef<unsigned> last) const {
    auto all = llvm::to_vector(llvm::seq<unsigned>(0, numBatch));
    llvm::append_range(all, last);
    return all;
  }
  AffineMap makeMap(ArrayRef<unsigned> loops, unsigned numLoops) const {
    SmallVector<AffineExpr> results;
    for (unsigned loop : loops)
      results.push_back(builder.getAffineDimExpr(loop));
    return AffineMap::get(numLoops, 0, results, builder.getContext());
  }
  Value createConstant(OpBuilder &b, double value) {
    return arith::ConstantOp::create(b, loc,
                                     b.getFloatAttr(computeType, value));
  }
  Value createFill(ArrayRef<int64_t> shape, double value) {
    Value empty = tensor::EmptyOp::create(builder, loc, shape, computeType);
    return linalg::FillOp::create(builder, loc, createConstant(builder, value),
                                  empty)
        .getResult(0);
  }
  Value widen(OpBuilder &b, Value value) {
    return value.getType() == computeType
               ? value
               : Value(arith::ExtFOp::create(b, loc, computeType, value));
  }
  Value create(ArrayRef<Operand> inputs, Operand output, unsigned numLoops,
               Body body);

  AttentionOp op;
  OpBuilder &builder;
  Location loc;
  unsigned numBatch;
  Type computeType;
};
} // namespace

Value Decomposition::create(ArrayRef<Operand> inputs, Operand output,
                            unsigned numLoops, Body body) {
  SmallVector<AffineMap> maps;
  SmallVector<Value> values;
  for (const Operand &input : inputs) {
    maps.push_back(makeMap(input.loops, numLoops));
    values.push_back(input.value);
  }
  maps.push_back(makeMap(output.loops, numLoops));
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::reduction);
  for (unsigned loop : output.loops)
    iterators[loop] = utils::IteratorType::parallel;
  return linalg::GenericOp::create(
             builder, loc, output.value.getType(), values, output.value, maps,
             iterators,
             [&](OpBuilder &inner, Location, ValueRange arguments) {
               linalg::YieldOp::create(inner, loc, body(inner, arguments));
             })
      .getResult(0);
}

Value Decomposition::run() {
  Value query = op.getInputs()[0], key = op.getInputs()[1];
  Value value = op.getInputs()[2];
  Value mask = op.getInputs().size() == 4 ? op.getInputs()[3] : Value();
  auto queryType = cast<RankedTensorType>(query.getType());
  auto resultType = cast<RankedTensorType>(op.getOutputs()[0].getType());
  Type element = queryType.getElementType();
  computeType = element.getIntOrFloatBitWidth() < 32
                    ? Type(builder.getF32Type())
                    : element;
  numBatch = queryType.getRank() - 2;
  // The axes of a contraction: rows, columns, and the axis of the sum.
  unsigned x = numBatch, y = numBatch + 1, z = numBatch + 2;
  double scale = op.getScale()
                     ? op.getScale()->convertToDouble()
                     : 1 / std::sqrt(double(queryType.getShape().back()));
  constexpr double infinity = std::numeric_limits<double>::infinity();

  auto multiplyAdd = [&](OpBuilder &b, ValueRange v) -> Value {
    Value product =
        arith::MulFOp::create(b, loc, widen(b, v[0]), widen(b, v[1]));
    return arith::AddFOp::create(b, loc, v[2], product);
  };
  SmallVector<int64_t> shape(queryType.getShape().drop_back());
  shape.push_back(cast<RankedTensorType>(key.getType()).getShape()[numBatch]);
  Value scores =
      create({{query, axes({x, z})}, {key, axes({y, z})}},
             {createFill(shape, 0), axes({x, y})}, z + 1, multiplyAdd);

  Value dest = tensor::EmptyOp::create(builder, loc, shape, computeType);
  SmallVector<Operand> inputs = {{scores, axes({x, y})}};
  if (mask)
    inputs.push_back({mask, axes({x, y})});
  scores =
      create(inputs, {dest, axes({x, y})}, y + 1,
             [&](OpBuilder &b, ValueRange v) -> Value {
               Value scaled = arith::MulFOp::create(b, loc, v[0],
                                                    createConstant(b, scale));
               if (!mask)
                 return scaled;
               if (v[1].getType().isInteger(1))
                 return arith::SelectOp::create(b, loc, v[1], scaled,
                                                createConstant(b, -infinity));
               return arith::AddFOp::create(b, loc, scaled, widen(b, v[1]));
             });

  ArrayRef<int64_t> rows = ArrayRef(shape).drop_back();
  Value greatest =
      create({{scores, axes({x, y})}}, {createFill(rows, -infinity), axes({x})},
             y + 1, [&](OpBuilder &b, ValueRange v) -> Value {
               return arith::MaximumFOp::create(b, loc, v[1], v[0]);
             });
  Value weights = create(
      {{scores, axes({x, y})}, {greatest, axes({x})}}, {dest, axes({x, y})},
      y + 1, [&](OpBuilder &b, ValueRange v) -> Value {
        Value top = v[1];
        if (mask) {
          // In a row without keys all weights are 0, not NaN.
          Value isEmpty =
              arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, top,
                                    createConstant(b, -infinity));
          top = arith::SelectOp::create(b, loc, isEmpty, createConstant(b, 0),
                                        top);
        }
        return math::ExpOp::create(b, loc,
                                   arith::SubFOp::create(b, loc, v[0], top));
      });
  Value sums =
      create({{weights, axes({x, y})}}, {createFill(rows, 0), axes({x})}, y + 1,
             [&](OpBuilder &b, ValueRange v) -> Value {
               return arith::AddFOp::create(b, loc, v[1], v[0]);
             });
  Value normalized =
      create({{weights, axes({x, y})}, {sums, axes({x})}}, {dest, axes({x, y})},
             y + 1, [&](OpBuilder &b, ValueRange v) -> Value {
               Value quotient = arith::DivFOp::create(b, loc, v[0], v[1]);
               if (!mask)
                 return quotient;
               Value zero = createConstant(b, 0);
               Value isZero = arith::CmpFOp::create(
                   b, loc, arith::CmpFPredicate::OEQ, v[1], zero);
               return arith::SelectOp::create(b, loc, isZero, zero, quotient);
             });

  Value result = create({{normalized, axes({x, z})}, {value, axes({z, y})}},
                        {createFill(resultType.getShape(), 0), axes({x, y})},
                        z + 1, multiplyAdd);
  if (computeType == element)
    return result;
  Value narrow =
      tensor::EmptyOp::create(builder, loc, resultType.getShape(), element);
  return create({{result, axes({x, y})}}, {narrow, axes({x, y})}, y + 1,
                [&](OpBuilder &b, ValueRange v) -> Value {
                  return arith::TruncFOp::create(b, loc, element, v[0]);
                });
}

Value dtensor::tm_tensor::decomposeAttention(AttentionOp op,
                                             OpBuilder &builder) {
  return Decomposition(op, builder).run();
}
