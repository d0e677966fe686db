//===- Movement.cpp - Ops that move elements ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../PrimitiveInfo.h"
#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <numeric>

namespace dtensor::recording {
using namespace prim;

/// Whether `axes` are different axes of a value of this rank.
static bool checkAxes(Inference &inference, llvm::ArrayRef<int64_t> axes,
                      int64_t rank) {
  llvm::SmallVector<bool> seen(rank);
  for (int64_t axis : axes) {
    if (!inference.checkAxis(axis, rank))
      return false;
    if (seen[axis])
      return inference.fail("required different axes, found " + toString(axes));
    seen[axis] = true;
  }
  return true;
}

static bool inferBroadcast(Inference &inference) {
  const Shape &shape = inference.attributes.integers("shape");
  const Shape &axes = inference.attributes.integers("axes");
  const TensorType &type = inference.type(0);
  if (!checkAxes(inference, axes, shape.size()))
    return false;
  bool fits = axes.size() == type.shape.size();
  for (auto [extent, axis] : llvm::zip(type.shape, axes))
    fits = fits && (extent == 1 || extent == shape[axis]);
  if (!fits)
    return inference.fail(type.str() + " cannot be repeated to shape " +
                          toString(shape));
  return inference.give({type.dtype, shape});
}

static bool inferReshape(Inference &inference) {
  TensorType result{inference.type(0).dtype,
                    inference.attributes.integers("shape")};
  if (result.numElements() != inference.type(0).numElements())
    return inference.fail("required as many elements as " +
                          inference.type(0).str() + ", found shape " +
                          toString(result.shape));
  return inference.give(std::move(result));
}

static bool inferTranspose(Inference &inference) {
  const Shape &permutation = inference.attributes.integers("axes");
  TensorType result = inference.type(0);
  if (!checkAxes(inference, permutation, result.rank()))
    return false;
  if (static_cast<int64_t>(permutation.size()) != result.rank())
    return inference.fail("required all axes of " + result.str() + ", found " +
                          toString(permutation));
  for (auto [axis, from] : llvm::enumerate(permutation))
    result.shape[axis] = inference.type(0).shape[from];
  return inference.give(std::move(result));
}

static bool inferReverse(Inference &inference) {
  return checkAxes(inference, inference.attributes.integers("axes"),
                   inference.type(0).rank()) &&
         inference.give(inference.type(0));
}

static bool inferConcatenate(Inference &inference) {
  int64_t axis = inference.attributes.integer("axis");
  TensorType result = inference.type(0);
  if (!inference.checkAxis(axis, result.rank()))
    return false;
  int64_t extent = 0;
  for (unsigned index = 0; index < inference.operands.size(); ++index) {
    TensorType required = inference.type(0);
    if (inference.type(index).rank() == required.rank())
      required.shape[axis] = inference.type(index).shape[axis];
    if (!inference.checkType(index, required))
      return false;
    extent += required.shape[axis];
  }
  result.shape[axis] = extent;
  return inference.give(std::move(result));
}

static void deriveBroadcast(Pullback &p) {
  const Shape &axes = p.node.attributes.integers("axes");
  // Repeated axes are summed.
  llvm::SmallVector<int64_t> summed;
  for (int64_t axis = 0; axis < p.y().rank(); ++axis) {
    const auto *it = llvm::find(axes, axis);
    if (it == axes.end() || p.x().dim(it - axes.begin()) != p.y().dim(axis))
      summed.push_back(axis);
  }
  Value folded = summed.empty() ? p.ct() : sum(p.ct(), summed);
  // The kept axes are in the order of the result, the operand's may differ.
  llvm::SmallVector<int64_t> kept;
  for (auto [from, axis] : llvm::enumerate(axes))
    if (!llvm::is_contained(summed, axis))
      kept.push_back(axis);
  llvm::SmallVector<int64_t> sorted(kept);
  llvm::sort(sorted);
  if (kept != sorted)
    folded =
        transpose(folded, llvm::map_to_vector(kept, [&](int64_t axis) {
                    return int64_t(llvm::find(sorted, axis) - sorted.begin());
                  }));
  p.give(0, reshape(folded, p.x().shape()));
}

static void deriveTranspose(Pullback &p) {
  const Shape &permutation = p.node.attributes.integers("axes");
  Shape inverse(permutation.size());
  for (auto [to, from] : llvm::enumerate(permutation))
    inverse[from] = to;
  p.give(0, transpose(p.ct(), inverse));
}

static void deriveConcatenate(Pullback &p) {
  int64_t axis = p.node.attributes.integer("axis"), begin = 0;
  Value ct = p.ct();
  for (unsigned index = 0; index < p.operands.size(); ++index) {
    int64_t end = begin + p.x(index).dim(axis);
    if (p.wanted[index])
      p.give(index, sliceAxis(ct, axis, begin, end));
    begin = end;
  }
}

static void printWithAxes(Printer &printer, const Node &node) {
  printer.begin(node) << getInfo(node.primitive).name << ' '
                      << printer.operand(node, 0)
                      << ", dims = " << listOf(node.attributes.integers("axes"))
                      << " : (" << printer.operandType(node) << ") -> "
                      << printer.resultType(node) << '\n';
}

llvm::ArrayRef<PrimitiveInfo> getMovementPrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::broadcast, "stablehlo.broadcast_in_dim", inferBroadcast,
       printWithAxes, deriveBroadcast},
      {Primitive::reshape, "stablehlo.reshape", inferReshape,
       [](Printer &printer, const Node &node) {
         printer.begin(node) << "stablehlo.reshape " << printer.operand(node, 0)
                             << " : (" << printer.operandType(node) << ") -> "
                             << printer.resultType(node) << '\n';
       },
       [](Pullback &p) { p.give(0, reshape(p.ct(), p.x().shape())); }},
      {Primitive::transpose, "stablehlo.transpose", inferTranspose,
       printWithAxes, deriveTranspose},
      {Primitive::reverse, "stablehlo.reverse", inferReverse,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.reverse " << printer.operand(node, 0)
             << ", dims = " << listOf(node.attributes.integers("axes")) << " : "
             << printer.resultType(node) << '\n';
       },
       [](Pullback &p) {
         p.give(0, reverse(p.ct(), p.node.attributes.integers("axes")));
       }},
      {Primitive::concatenate, "stablehlo.concatenate", inferConcatenate,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.concatenate " << printer.join(node.operands)
             << ", dim = " << node.attributes.integer("axis") << " : ("
             << printer.joinTypes(node.operands) << ") -> "
             << printer.resultType(node) << '\n';
       },
       deriveConcatenate},
  };
  return rows;
}

Value prim::broadcast(Value x, Shape shape, Axes axes) {
  if (!x)
    return x;
  return x.getGraph()->record(
      Primitive::broadcast, {x},
      {{"shape", std::move(shape)}, {"axes", Shape(axes)}})[0];
}

Value prim::broadcastTo(Value x, Axes shape) {
  if (!x || llvm::ArrayRef(x.shape()) == shape)
    return x;
  Shape axes(x.rank());
  std::iota(axes.begin(), axes.end(),
            static_cast<int64_t>(shape.size()) - x.rank());
  return broadcast(x, Shape(shape), axes);
}

Value prim::reshape(Value x, Shape shape) {
  if (!x || x.shape() == shape)
    return x;
  return x.getGraph()->record(Primitive::reshape, {x},
                              {{"shape", std::move(shape)}})[0];
}

Value prim::transpose(Value x, Axes permutation) {
  if (!x || llvm::is_sorted(permutation))
    return x;
  return x.getGraph()->record(Primitive::transpose, {x},
                              {{"axes", Shape(permutation)}})[0];
}

Value prim::reverse(Value x, Axes axes) {
  if (!x || axes.empty())
    return x;
  return x.getGraph()->record(Primitive::reverse, {x},
                              {{"axes", Shape(axes)}})[0];
}

Value prim::concatenate(llvm::ArrayRef<Value> values, int64_t axis) {
  if (values.empty() || !values[0] || values.size() == 1)
    return values.empty() ? Value() : values[0];
  return values[0].getGraph()->record(Primitive::concatenate, values,
                                      {{"axis", axis}})[0];
}

Value prim::matrixTranspose(Value x) {
  if (!x)
    return x;
  Shape permutation(x.rank());
  std::iota(permutation.begin(), permutation.end(), 0);
  std::swap(permutation[x.rank() - 1], permutation[x.rank() - 2]);
  return transpose(x, permutation);
}

} // namespace dtensor::recording
