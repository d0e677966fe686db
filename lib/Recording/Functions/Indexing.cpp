//===- Indexing.cpp - Elements at given positions -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"
#include "Call.h"

#include "llvm/ADT/STLExtras.h"

namespace dtensor::recording {
using namespace prim;

Value countFromFront(Value indices, int64_t extent) {
  if (isA(indices.dtype(), kUnsigned))
    return convert(indices, DType::int64);
  indices = convert(indices, DType::int64);
  Value isNegative = compare(Comparison::LT, indices, zerosLike(indices));
  return select(isNegative, indices + fullLike(indices, extent), indices);
}

Value asCoordinate(Value x) {
  Shape shape = x.shape();
  shape.push_back(1);
  return reshape(x, shape);
}

Value takeAlong(Value x, Value indices, int64_t axis) {
  if (!x || !indices)
    return {};
  IndexedAxes axes;
  axes.collapsed = {axis};
  axes.indexed = {axis};
  for (int64_t other = 0; other < x.rank(); ++other)
    if (other != axis)
      axes.window.push_back(other < axis ? other : other + indices.rank() - 1);
  Shape sizes = x.shape();
  sizes[axis] = 1;
  if (indices.type().numElements() == 0) {
    Shape shape = x.shape();
    shape.erase(shape.begin() + axis);
    shape.insert(shape.begin() + axis, indices.shape().begin(),
                 indices.shape().end());
    return full(*x.getGraph(), {x.dtype(), shape}, 0);
  }
  indices = countFromFront(indices, x.dim(axis));
  return gather(x, asCoordinate(indices), axes, sizes);
}

bool checkIndices(Call &call, llvm::StringRef name, Value indices, Value x,
                  int64_t axis) {
  if (!call.checkKind(name, indices, kInteger) || call.hasFailed())
    return false;
  if (x.dim(axis) == 0 && indices.type().numElements() != 0)
    return call.fail("axis " + llvm::Twine(axis) + " of " + x.type().str() +
                     " has no elements to take"),
           false;
  return true;
}

static Argument take(Call &call) {
  Value x = call.array("x"), indices = call.array("indices");
  int64_t axis = 0;
  if (call.has("axis"))
    axis = call.axis("axis", x.rank());
  else if (x.rank() != 1)
    return call.fail("argument 'axis': required for " + x.type().str() +
                     ", which has not exactly one axis");
  if (!checkIndices(call, "indices", indices, x, axis))
    return {};
  if (x.dim(axis) == 0) {
    Shape shape = x.shape();
    shape.erase(shape.begin() + axis);
    shape.insert(shape.begin() + axis, indices.shape().begin(),
                 indices.shape().end());
    return full(call.graph, {x.dtype(), shape}, 0);
  }
  return takeAlong(x, indices, axis);
}

static Argument takeAlongAxis(Call &call) {
  Value x = call.array("x"), indices = call.array("indices");
  int64_t axis = call.axis("axis", x.rank());
  if (!checkIndices(call, "indices", indices, x, axis))
    return {};
  if (indices.rank() != x.rank())
    return call.fail("argument 'indices': required as many axes as " +
                     x.type().str() + ", found " + indices.type().str());
  // Other axes are broadcast.
  Shape shape = x.shape(), indexShape = indices.shape();
  shape[axis] = indexShape[axis] = 1;
  std::optional<Shape> common = broadcastShapes(shape, indexShape);
  if (!common)
    return call.fail("argument 'indices': " + indices.type().str() +
                     " cannot be broadcast to " + x.type().str());
  Shape result = *common;
  result[axis] = indices.dim(axis);
  shape = *common;
  shape[axis] = x.dim(axis);
  x = broadcastTo(x, shape);
  indices = broadcastTo(countFromFront(indices, x.dim(axis)), result);
  if (indices.type().numElements() == 0)
    return full(call.graph, {x.dtype(), result}, 0);
  Shape others = allAxes(x.rank());
  others.erase(others.begin() + axis);
  IndexedAxes axes{{}, {axis}, {axis}, others};
  return gather(x, asCoordinate(indices), axes, Shape(x.rank(), 1));
}

llvm::ArrayRef<FunctionInfo> getIndexingFunctions() {
  static const FunctionInfo functions[] = {
      {"take", "(x: array, indices: array, /, *, axis: int? = None) -> array",
       "Slices of x at positions along an axis.", take},
      {"take_along_axis",
       "(x: array, indices: array, /, *, axis: int = -1) -> array",
       "Elements of x at positions along an axis, for each row its own.",
       takeAlongAxis},
      {"getitem", "(x: array, key: any, /) -> array",
       "x[key], with integers, slices, None, ... and integer arrays.", getItem},
      {"setitem", "(x: array, key: any, value: operand, /) -> array",
       "x with other elements at key, which may also be a mask.", setItem},
  };
  return functions;
}

} // namespace dtensor::recording
