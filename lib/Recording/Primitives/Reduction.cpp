//===- Reduction.cpp - Folds along axes -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../PrimitiveInfo.h"
#include "dtensor/Recording/ControlFlow.h"
#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/STLExtras.h"

namespace dtensor::recording {
using namespace prim;

/// The op that folds two elements.
static llvm::StringRef getCombiner(Fold fold) {
  static constexpr llvm::StringLiteral kNames[] = {
      "stablehlo.add",     "stablehlo.multiply", "stablehlo.maximum",
      "stablehlo.minimum", "stablehlo.and",      "stablehlo.or"};
  return kNames[static_cast<int>(fold)];
}

/// The fold of no elements.
static Literal getInitial(Fold fold, DType dtype) {
  TensorType scalar{dtype, {}};
  switch (fold) {
  case Fold::sum:
  case Fold::any:
    return Literal::splat(scalar, 0);
  case Fold::prod:
  case Fold::all:
    return Literal::splat(scalar, 1);
  case Fold::max:
    return Literal::lowest(scalar);
  case Fold::min:
    return Literal::greatest(scalar);
  }
  llvm_unreachable("each fold has an initial value");
}

static Fold getFold(const Node &node) {
  return static_cast<Fold>(node.attributes.integer("fold"));
}

static bool inferReduce(Inference &inference) {
  const Shape &axes = inference.attributes.integers("axes");
  auto fold = static_cast<Fold>(inference.attributes.integer("fold"));
  const TensorType &type = inference.type(0);
  unsigned kinds = fold == Fold::sum || fold == Fold::prod  ? kNumeric
                   : fold == Fold::all || fold == Fold::any ? unsigned(kBoolean)
                                                            : kReal | kBoolean;
  if (!inference.checkKind(0, kinds) ||
      !inference.checkType(1, {type.dtype, {}}))
    return false;
  TensorType result{type.dtype, {}};
  for (int64_t axis : axes)
    if (!inference.checkAxis(axis, type.rank()))
      return false;
  for (auto [axis, extent] : llvm::enumerate(type.shape))
    if (!llvm::is_contained(axes, static_cast<int64_t>(axis)))
      result.shape.push_back(extent);
  return inference.give(std::move(result));
}

static bool inferArgReduce(Inference &inference) {
  TensorType result = inference.type(0);
  int64_t axis = inference.attributes.integer("axis");
  if (!inference.checkKind(0, kReal | kBoolean) ||
      !inference.checkAxis(axis, result.rank()))
    return false;
  if (result.shape[axis] == 0)
    return inference.fail("axis " + llvm::Twine(axis) + " of " + result.str() +
                          " has no element to choose");
  result.dtype = DType::int64;
  result.shape.erase(result.shape.begin() + axis);
  return inference.give(std::move(result));
}

static bool inferCumulative(Inference &inference) {
  return inference.checkKind(0, kNumeric) &&
         inference.checkAxis(inference.attributes.integer("axis"),
                             inference.type(0).rank()) &&
         inference.give(inference.type(0));
}

/// A folded value at the positions of the operand.
static Value spread(Value folded, Value like, const Shape &axes) {
  Shape kept;
  for (int64_t axis = 0; axis < like.rank(); ++axis)
    if (!llvm::is_contained(axes, axis))
      kept.push_back(axis);
  return broadcast(folded, like.shape(), kept);
}

/// The products of all other elements, without a division, since an element
/// may be zero: the axes become one, and the products before and after each
/// element are multiplied.
static Value multiplyOthers(Value x, const Shape &axes) {
  Shape permutation, kept;
  int64_t length = 1;
  for (int64_t axis = 0; axis < x.rank(); ++axis)
    if (!llvm::is_contained(axes, axis)) {
      permutation.push_back(axis);
      kept.push_back(x.dim(axis));
    }
  for (int64_t axis = 0; axis < x.rank(); ++axis)
    if (llvm::is_contained(axes, axis)) {
      permutation.push_back(axis);
      length *= x.dim(axis);
    }
  if (length == 0)
    return zerosLike(x);
  Value moved = transpose(x, permutation);
  Shape movedShape = moved.shape();
  kept.push_back(length);
  Value row = reshape(moved, kept);
  int64_t last = row.rank() - 1;
  auto shifted = [&](bool reversed) {
    Value products = cumulative(Fold::prod, row, last, reversed);
    Shape low(row.rank(), 0), high(row.rank(), 0);
    (reversed ? high : low)[last] = 1;
    (reversed ? low : high)[last] = -1;
    return pad(products, full(*x.getGraph(), {x.dtype(), {}}, 1), low, high,
               Shape(row.rank(), 0));
  };
  Value others = reshape(shifted(false) * shifted(true), movedShape);
  Shape inverse(permutation.size());
  for (auto [to, from] : llvm::enumerate(permutation))
    inverse[from] = to;
  return transpose(others, inverse);
}

static void deriveReduce(Pullback &p) {
  const Shape &axes = p.node.attributes.integers("axes");
  Value ct = spread(p.ct(), p.x(), axes);
  switch (getFold(p.node)) {
  case Fold::sum:
    return p.give(0, ct);
  case Fold::prod:
    return p.give(0, ct * multiplyOthers(p.x(), axes));
  case Fold::max:
  case Fold::min: {
    // Equal elements share it.
    Value chosen = convert(
        compare(Comparison::EQ, p.x(), spread(p.y(), p.x(), axes)), ct.dtype());
    return p.give(0, ct * chosen / spread(sum(chosen, axes), p.x(), axes));
  }
  case Fold::all:
  case Fold::any:
    return;
  }
}

/// Of products, with c_j the cotangent of the product up to j: x_i has the
/// product before it, times s_i = c_i + x_(i+1) s_(i+1). There is no division,
/// since an element may be zero.
static Value deriveProducts(Value x, Value ct, int64_t axis, bool reversed) {
  if (reversed) {
    int64_t axes[] = {axis};
    return reverse(
        deriveProducts(reverse(x, axes), reverse(ct, axes), axis, false), axes);
  }
  int64_t length = x.dim(axis);
  if (length == 0)
    return ct;
  Shape permutation{axis}, inverse(x.rank());
  for (int64_t other = 0; other < x.rank(); ++other)
    if (other != axis)
      permutation.push_back(other);
  for (auto [to, from] : llvm::enumerate(permutation))
    inverse[from] = to;
  Value one = full(*x.getGraph(), {x.dtype(), {}}, 1);
  Shape up(x.rank(), 0), down(x.rank(), 0), none(x.rank(), 0);
  up[axis] = 1;
  down[axis] = -1;
  Value before = pad(cumulative(Fold::prod, x, axis), one, up, down, none);
  Value next = pad(x, one, down, up, none);
  Value cts = transpose(ct, permutation), nexts = transpose(next, permutation);
  Shape slice(cts.shape().begin() + 1, cts.shape().end());
  Value zero = full(*x.getGraph(), {x.dtype(), slice}, 0);
  Values sums = scan(
      *x.getGraph(), length, {zero}, {cts, nexts},
      [](Value, llvm::ArrayRef<Value> carries, llvm::ArrayRef<Value> xs) {
        Value s = xs[0] + xs[1] * carries[0];
        return std::pair(Values{s}, Values{s});
      },
      /*reversed=*/true);
  return before * transpose(sums[1], inverse);
}

static void deriveCumulative(Pullback &p) {
  int64_t axis = p.node.attributes.integer("axis");
  bool reversed = p.node.attributes.flag("reversed");
  if (getFold(p.node) == Fold::sum)
    return p.give(0, cumulative(Fold::sum, p.ct(), axis, !reversed));
  p.give(0, deriveProducts(p.x(), p.ct(), axis, reversed));
}

static void printReduce(Printer &printer, const Node &node) {
  printer.begin(node) << "stablehlo.reduce(" << printer.operand(node, 0)
                      << " init: " << printer.operand(node, 1) << ") applies "
                      << getCombiner(getFold(node)) << " across dimensions = "
                      << listOf(node.attributes.integers("axes")) << " : ("
                      << printer.joinTypes(node.operands) << ") -> "
                      << printer.resultType(node) << '\n';
}

/// As JAX writes it: of two elements, the greater, or a NaN, or else the one
/// with the lower position.
static void printArgReduce(Printer &printer, const Node &node) {
  const TensorType &type = printer.graph.getType(node.operands[0]);
  int64_t axis = node.attributes.integer("axis");
  bool greatest = node.attributes.flag("greatest");
  std::string element = TensorType{type.dtype, {}}.mlir();
  std::string positions = printer.fresh(), worst = printer.fresh(),
              zero = printer.fresh(), result = printer.fresh();
  std::string positionsType = TensorType{DType::int64, type.shape}.mlir();
  TensorType scalar{type.dtype, {}};
  printer.line() << positions << " = stablehlo.iota dim = " << axis << " : "
                 << positionsType << '\n';
  printer.line()
      << worst << " = stablehlo.constant "
      << (greatest ? Literal::lowest(scalar) : Literal::greatest(scalar)).mlir()
      << '\n';
  printer.line() << zero << " = stablehlo.constant dense<0> : tensor<i64>\n";
  std::string a = printer.fresh(), b = printer.fresh(), i = printer.fresh(),
              j = printer.fresh();
  printer.line() << result << ":2 = stablehlo.reduce("
                 << printer.operand(node, 0) << " init: " << worst << "), ("
                 << positions << " init: " << zero << ") across dimensions = ["
                 << axis << "] : (" << type.mlir() << ", " << positionsType
                 << ", " << element << ", tensor<i64>) -> ("
                 << TensorType{type.dtype,
                               printer.graph.getType(node.results[0]).shape}
                        .mlir()
                 << ", " << printer.resultType(node) << ")\n";
  printer.line() << " reducer(" << a << ": " << element << ", " << b << ": "
                 << element << ") (" << i << ": tensor<i64>, " << j
                 << ": tensor<i64>) {\n";
  printer.indent(1);
  std::string pairType =
      " : (" + element + ", " + element + ") -> tensor<i1>\n";
  auto emit = [&](llvm::StringRef op, const std::string &lhs,
                  const std::string &rhs, const std::string &type) {
    std::string name = printer.fresh();
    printer.line() << name << " = stablehlo." << op << lhs << ", " << rhs
                   << type;
    return name;
  };
  std::string better =
      emit(greatest ? "compare GT, " : "compare LT, ", a, b, pairType);
  if (isA(type.dtype, kFloat)) {
    std::string isNaN = emit("compare NE, ", a, a, pairType);
    better = emit("or ", better, isNaN, " : tensor<i1>\n");
  }
  std::string equal = emit("compare EQ, ", a, b, pairType);
  std::string earlier = emit("compare LT, ", i, j,
                             " : (tensor<i64>, tensor<i64>) -> tensor<i1>\n");
  std::string first = emit("and ", equal, earlier, " : tensor<i1>\n");
  std::string takes = emit("or ", better, first, " : tensor<i1>\n");
  std::string value =
      emit("select ", better + ", " + a, b, " : tensor<i1>, " + element + "\n");
  std::string position =
      emit("select ", takes + ", " + i, j, " : tensor<i1>, tensor<i64>\n");
  printer.line() << "stablehlo.return " << value << ", " << position << " : "
                 << element << ", tensor<i64>\n";
  printer.indent(-1);
  printer.line() << "}\n";
  printer.setName(node.results[0], result + "#1");
}

/// A window from each position to one end of the axis.
static void printCumulative(Printer &printer, const Node &node) {
  const TensorType &type = printer.graph.getType(node.operands[0]);
  int64_t axis = node.attributes.integer("axis");
  bool reversed = node.attributes.flag("reversed");
  int64_t length = type.shape[axis];
  if (type.numElements() == 0)
    return printer.setName(node.results[0], printer.operand(node, 0).str());
  std::string scalar = TensorType{type.dtype, {}}.mlir();
  std::string initial = printer.fresh(), a = printer.fresh(),
              b = printer.fresh(), folded = printer.fresh();
  Shape window(type.rank(), 1), borders(2 * type.rank(), 0);
  window[axis] = length;
  borders[2 * axis + reversed] = length - 1;
  printer.line() << initial << " = stablehlo.constant "
                 << getInitial(getFold(node), type.dtype).mlir() << '\n';
  printer.begin(node)
      << "\"stablehlo.reduce_window\"(" << printer.operand(node, 0) << ", "
      << initial << ") <{padding = "
      << Literal::of(DType::int64, {type.rank(), 2}, borders).mlir()
      << ", window_dimensions = array<i64: " << joinIntegers(window)
      << ">}> ({\n";
  printer.line() << "^bb0(" << a << ": " << scalar << ", " << b << ": "
                 << scalar << "):\n";
  printer.indent(1);
  printer.line() << folded << " = " << getCombiner(getFold(node)) << ' ' << a
                 << ", " << b << " : " << scalar << '\n';
  printer.line() << "stablehlo.return " << folded << " : " << scalar << '\n';
  printer.indent(-1);
  printer.line() << "}) : (" << type.mlir() << ", " << scalar << ") -> "
                 << type.mlir() << '\n';
}

llvm::ArrayRef<PrimitiveInfo> getReductionPrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::reduce, "stablehlo.reduce", inferReduce, printReduce,
       deriveReduce},
      {Primitive::argReduce, "stablehlo.reduce", inferArgReduce, printArgReduce,
       deriveZero},
      {Primitive::cumulative, "stablehlo.reduce_window", inferCumulative,
       printCumulative, deriveCumulative},
  };
  return rows;
}

Value prim::reduce(Fold fold, Value x, Axes axes) {
  if (!x || axes.empty())
    return x;
  Value initial = constant(*x.getGraph(), getInitial(fold, x.dtype()));
  return x.getGraph()->record(
      Primitive::reduce, {x, initial},
      {{"fold", static_cast<int64_t>(fold)}, {"axes", Shape(axes)}})[0];
}

Value prim::argReduce(Value x, int64_t axis, bool greatest) {
  if (!x)
    return x;
  return x.getGraph()->record(Primitive::argReduce, {x},
                              {{"axis", axis}, {"greatest", greatest}})[0];
}

Value prim::cumulative(Fold fold, Value x, int64_t axis, bool reversed) {
  if (!x)
    return x;
  return x.getGraph()->record(Primitive::cumulative, {x},
                              {{"fold", static_cast<int64_t>(fold)},
                               {"axis", axis},
                               {"reversed", reversed}})[0];
}

} // namespace dtensor::recording
