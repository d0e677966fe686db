//===- Products.cpp - Products of arrays ----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Matrices.h"

#include "llvm/ADT/STLExtras.h"

namespace dtensor::recording {
using namespace prim;

/// Operands of one numeric type. Narrow floats stay: the product of a
/// contraction is summed exactly enough by the compiler.
static Values getFactors(Call &call) {
  Values both = call.promoted({"x1", "x2"});
  if (!call.hasFailed())
    call.checkKind("x1", both[0], kNumeric);
  return both;
}

static Value refuseShapes(Call &call, const Values &both) {
  return call.fail("shapes " + toString(both[0].shape()) + " and " +
                   toString(both[1].shape()) + " do not fit each other");
}

static Argument multiplyMatrices(Call &call) {
  Values both = getFactors(call);
  if (call.hasFailed())
    return {};
  Value x = both[0], y = both[1];
  if (x.rank() == 0 || y.rank() == 0)
    return refuseShapes(call, both);
  bool isRow = x.rank() == 1, isColumn = y.rank() == 1;
  if (isRow)
    x = reshape(x, {1, x.dim(0)});
  if (isColumn)
    y = reshape(y, {y.dim(0), 1});
  if (x.dim(x.rank() - 1) != y.dim(y.rank() - 2))
    return refuseShapes(call, both);
  // Batches are broadcast; a product without batches stays one.
  auto getBatch = [](Value it) {
    return Shape(it.shape().begin(), it.shape().end() - 2);
  };
  std::optional<Shape> batch = broadcastShapes(getBatch(x), getBatch(y));
  if (!batch)
    return refuseShapes(call, both);
  Value product;
  if (y.rank() == 2) {
    product = dot(x, y, {{}, {}, {x.rank() - 1}, {0}});
  } else {
    for (Value *it : {&x, &y}) {
      Shape shape(*batch);
      shape.append(it->shape().end() - 2, it->shape().end());
      *it = broadcastTo(*it, shape);
    }
    product = matmul(x, y);
  }
  if (!product)
    return {};
  Shape shape = product.shape();
  if (isColumn)
    shape.erase(shape.end() - 1);
  if (isRow)
    shape.erase(shape.end() - 1 - !isColumn);
  return reshape(product, shape);
}

static Argument transposeMatrices(Call &call) {
  Value x = call.array("x");
  if (x.rank() < 2)
    return call.fail("argument 'x': required matrices, found " +
                     x.type().str());
  return matrixTranspose(x);
}

static Argument contract(Call &call) {
  Values both = getFactors(call);
  const Argument &axes = call.get("axes");
  if (call.hasFailed())
    return {};
  Value x = both[0], y = both[1];
  DotAxes pairs;
  if (const auto *count = axes.getIf<int64_t>()) {
    if (*count < 0 || *count > x.rank() || *count > y.rank())
      return call.fail("argument 'axes': required a number of axes of both, "
                       "found " +
                       llvm::Twine(*count));
    for (int64_t axis = 0; axis < *count; ++axis) {
      pairs.lhsContracted.push_back(x.rank() - *count + axis);
      pairs.rhsContracted.push_back(axis);
    }
  } else {
    const auto *list = axes.getIf<Argument::List>();
    if (!list || list->size() != 2)
      return call.fail("argument 'axes': required an integer or two lists of "
                       "axes, found " +
                       axes.describe());
    for (auto [side, rank, chosen] :
         {std::tuple(0, x.rank(), &pairs.lhsContracted),
          std::tuple(1, y.rank(), &pairs.rhsContracted)}) {
      Argument given = (*list)[side];
      if (!accept("ints", given))
        return call.fail("argument 'axes': required lists of integers, found " +
                         given.describe());
      Shape numbers;
      for (const Argument &number : given.get<Argument::List>())
        numbers.push_back(number.get<int64_t>());
      *chosen = call.normalize(numbers, rank, "axes");
    }
  }
  return call.hasFailed() ? Argument() : dot(x, y, pairs);
}

static Argument multiplyVectors(Call &call) {
  Values both = getFactors(call);
  if (call.hasFailed())
    return {};
  int64_t axis = call.integer("axis");
  int64_t least = std::min(both[0].rank(), both[1].rank());
  if (axis >= least || axis < -least)
    return call.fail("argument 'axis': required an axis of both, found " +
                     llvm::Twine(axis));
  auto extent = [&](Value it) {
    return it.dim(axis < 0 ? axis + it.rank() : axis);
  };
  if (extent(both[0]) != extent(both[1]))
    return refuseShapes(call, both);
  both = call.broadcasted(both);
  if (call.hasFailed())
    return {};
  Value x = both[0], y = both[1];
  if (axis < 0)
    axis += x.rank();
  if (isA(x.dtype(), kComplex))
    x = conj(x);
  DotAxes pairs;
  for (int64_t other = 0; other < x.rank(); ++other)
    if (other != axis) {
      pairs.lhsBatch.push_back(other);
      pairs.rhsBatch.push_back(other);
    }
  pairs.lhsContracted = pairs.rhsContracted = {axis};
  return dot(x, y, pairs);
}

static Argument multiplyOuter(Call &call) {
  Values both = getFactors(call);
  if (call.hasFailed())
    return {};
  if (both[0].rank() != 1 || both[1].rank() != 1)
    return call.fail("required vectors, found " + both[0].type().str() +
                     " and " + both[1].type().str());
  return dot(both[0], both[1], {});
}

static Argument multiplyCross(Call &call) {
  Values both = getFactors(call);
  if (call.hasFailed())
    return {};
  int64_t axis = call.integer("axis");
  both = call.broadcasted(both);
  if (call.hasFailed())
    return {};
  Shape counted = call.normalize({axis}, both[0].rank(), "axis");
  if (call.hasFailed())
    return {};
  axis = counted[0];
  if (both[0].dim(axis) != 3)
    return call.fail("required an extent of 3 along axis " + llvm::Twine(axis) +
                     ", found " + both[0].type().str());
  auto rolled = [&](Value x, int64_t by) {
    return concatenate({sliceAxis(x, axis, by, 3), sliceAxis(x, axis, 0, by)},
                       axis);
  };
  return rolled(both[0], 1) * rolled(both[1], 2) -
         rolled(both[0], 2) * rolled(both[1], 1);
}

llvm::ArrayRef<FunctionInfo> getLinearAlgebraFunctions() {
#define MATMUL "(x1: array, x2: array, /) -> array"
#define TENSORDOT "(x1: array, x2: array, /, *, axes: any = 2) -> array"
#define VECDOT "(x1: array, x2: array, /, *, axis: int = -1) -> array"
  static const FunctionInfo functions[] = {
      {"matmul", MATMUL, "The product of matrices, in batches.",
       multiplyMatrices},
      {"matrix_transpose", "(x: array, /) -> array",
       "Matrices with rows and columns exchanged.", transposeMatrices},
      {"tensordot", TENSORDOT, "The product summed over pairs of axes.",
       contract},
      {"vecdot", VECDOT, "The product of vectors, the first conjugated.",
       multiplyVectors},
      {"linalg.cross", VECDOT, "The cross product of vectors of three.",
       multiplyCross},
      {"linalg.matmul", MATMUL, "As matmul.", multiplyMatrices},
      {"linalg.matrix_transpose", "(x: array, /) -> array",
       "As matrix_transpose.", transposeMatrices},
      {"linalg.outer", MATMUL, "All products of elements of two vectors.",
       multiplyOuter},
      {"linalg.tensordot", TENSORDOT, "As tensordot.", contract},
      {"linalg.vecdot", VECDOT, "As vecdot.", multiplyVectors},
  };
  return functions;
}

} // namespace dtensor::recording
