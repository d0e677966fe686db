//===- Slices.cpp - Parts of values, and values with a border -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../PrimitiveInfo.h"
#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/STLExtras.h"

namespace dtensor::recording {
using namespace prim;

static bool inferSlice(Inference &inference) {
  const Shape &begin = inference.attributes.integers("begin");
  const Shape &end = inference.attributes.integers("end");
  const Shape &step = inference.attributes.integers("step");
  TensorType result = inference.type(0);
  if (begin.size() != result.shape.size() || end.size() != begin.size() ||
      step.size() != begin.size())
    return inference.fail("required bounds of each axis of " + result.str());
  for (auto [axis, extent] : llvm::enumerate(result.shape)) {
    if (begin[axis] < 0 || begin[axis] > end[axis] || end[axis] > extent ||
        step[axis] < 1)
      return inference.fail(
          "axis " + llvm::Twine(axis) + " of " + inference.type(0).str() +
          ": cannot take " + llvm::Twine(begin[axis]) + ":" +
          llvm::Twine(end[axis]) + ":" + llvm::Twine(step[axis]));
    extent = (end[axis] - begin[axis] + step[axis] - 1) / step[axis];
  }
  return inference.give(std::move(result));
}

static bool inferPad(Inference &inference) {
  const Shape &low = inference.attributes.integers("low");
  const Shape &high = inference.attributes.integers("high");
  const Shape &interior = inference.attributes.integers("interior");
  TensorType result = inference.type(0);
  if (!inference.checkType(1, {result.dtype, {}}))
    return false;
  if (low.size() != result.shape.size() || high.size() != low.size() ||
      interior.size() != low.size())
    return inference.fail("required a border of each axis of " + result.str());
  for (auto [axis, extent] : llvm::enumerate(result.shape)) {
    extent += low[axis] + high[axis] +
              std::max<int64_t>(extent - 1, 0) * interior[axis];
    if (extent < 0 || interior[axis] < 0)
      return inference.fail("axis " + llvm::Twine(axis) + " of " +
                            inference.type(0).str() +
                            ": less than no elements would be left");
  }
  return inference.give(std::move(result));
}

/// The corner of a slice whose position is computed: a scalar for each axis.
static bool checkCorner(Inference &inference, unsigned first, int64_t rank) {
  if (static_cast<int64_t>(inference.operands.size()) != first + rank)
    return inference.fail("required " + llvm::Twine(rank) +
                          " positions, found " +
                          llvm::Twine(inference.operands.size() - first));
  for (unsigned index = first; index < inference.operands.size(); ++index)
    if (!inference.checkKind(index, kInteger) ||
        !inference.checkType(index, {inference.type(first).dtype, {}}))
      return false;
  return true;
}

/// Whether `part` has no axis that is longer than that of `whole`.
static bool checkFits(Inference &inference, const Shape &part,
                      const TensorType &whole) {
  bool fits = part.size() == whole.shape.size();
  for (auto [size, extent] : llvm::zip(part, whole.shape))
    fits = fits && size >= 0 && size <= extent;
  return fits || inference.fail("a part of shape " + toString(part) +
                                " does not fit into " + whole.str());
}

static bool inferDynamicSlice(Inference &inference) {
  const Shape &sizes = inference.attributes.integers("sizes");
  const TensorType &type = inference.type(0);
  return checkFits(inference, sizes, type) &&
         checkCorner(inference, 1, type.rank()) &&
         inference.give({type.dtype, sizes});
}

static bool inferDynamicUpdate(Inference &inference) {
  const TensorType &type = inference.type(0);
  return checkFits(inference, inference.type(1).shape, type) &&
         inference.checkType(1, {type.dtype, inference.type(1).shape}) &&
         checkCorner(inference, 2, type.rank()) && inference.give(type);
}

static Shape zeros(size_t rank) { return Shape(rank, 0); }
static Shape ones(size_t rank) { return Shape(rank, 1); }

/// Elements that were not taken have no derivative.
static void deriveSlice(Pullback &p) {
  const Attributes &attributes = p.node.attributes;
  const Shape &begin = attributes.integers("begin");
  const Shape &step = attributes.integers("step");
  Shape high, interior;
  for (int64_t axis = 0; axis < p.x().rank(); ++axis) {
    int64_t taken = p.y().dim(axis);
    interior.push_back(step[axis] - 1);
    int64_t covered = taken + std::max<int64_t>(taken - 1, 0) * interior.back();
    high.push_back(p.x().dim(axis) - begin[axis] - covered);
  }
  Value zero = full(p.graph, {p.y().dtype(), {}}, 0);
  p.give(0, pad(p.ct(), zero, begin, high, interior));
}

static void derivePad(Pullback &p) {
  const Attributes &attributes = p.node.attributes;
  Shape low = attributes.integers("low"), high = attributes.integers("high");
  const Shape &interior = attributes.integers("interior");
  Value ct = p.ct();
  if (p.wanted[0]) {
    // Without the border; elements that a negative border removed get zeros.
    for (int64_t axis = 0; axis < p.x().rank(); ++axis) {
      low[axis] = -low[axis];
      high[axis] = -high[axis];
    }
    Value zero = full(p.graph, {ct.dtype(), {}}, 0);
    Value inner = pad(ct, zero, low, high, zeros(low.size()));
    Shape step;
    for (int64_t gap : interior)
      step.push_back(gap + 1);
    p.give(0, slice(inner, zeros(low.size()), inner.shape(), step));
  }
  if (p.wanted[1]) {
    // The filling stands wherever a one does not.
    Value inside =
        pad(onesLike(p.x(0)), full(p.graph, {ct.dtype(), {}}, 0),
            attributes.integers("low"), attributes.integers("high"), interior);
    llvm::SmallVector<int64_t> axes;
    for (int64_t axis = 0; axis < ct.rank(); ++axis)
      axes.push_back(axis);
    p.give(1, sum(ct * (1 - inside), axes));
  }
}

static void deriveDynamicSlice(Pullback &p) {
  llvm::ArrayRef<Value> corner = llvm::ArrayRef(p.operands).drop_front(1);
  p.give(0, dynamicUpdate(zerosLike(p.x()), p.ct(), corner));
}

static void deriveDynamicUpdate(Pullback &p) {
  llvm::ArrayRef<Value> corner = llvm::ArrayRef(p.operands).drop_front(2);
  if (p.wanted[0])
    p.give(0, dynamicUpdate(p.ct(), zerosLike(p.x(1)), corner));
  if (p.wanted[1])
    p.give(1, dynamicSlice(p.ct(), corner, p.x(1).shape()));
}

static void printSlice(Printer &printer, const Node &node) {
  const Shape &begin = node.attributes.integers("begin");
  const Shape &end = node.attributes.integers("end");
  const Shape &step = node.attributes.integers("step");
  llvm::raw_ostream &os = printer.begin(node)
                          << "stablehlo.slice " << printer.operand(node, 0)
                          << " [";
  for (size_t axis = 0; axis < begin.size(); ++axis) {
    os << (axis ? ", " : "") << begin[axis] << ':' << end[axis];
    if (step[axis] != 1)
      os << ':' << step[axis];
  }
  os << "] : (" << printer.operandType(node) << ") -> "
     << printer.resultType(node) << '\n';
}

llvm::ArrayRef<PrimitiveInfo> getSlicePrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::slice, "stablehlo.slice", inferSlice, printSlice,
       deriveSlice},
      {Primitive::pad, "stablehlo.pad", inferPad,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.pad " << printer.join(node.operands)
             << ", low = " << listOf(node.attributes.integers("low"))
             << ", high = " << listOf(node.attributes.integers("high"))
             << ", interior = " << listOf(node.attributes.integers("interior"))
             << " : " << printer.signature(node) << '\n';
       },
       derivePad},
      {Primitive::dynamicSlice, "stablehlo.dynamic_slice", inferDynamicSlice,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.dynamic_slice " << printer.join(node.operands)
             << ", sizes = " << listOf(node.attributes.integers("sizes"))
             << " : (" << printer.joinTypes(node.operands) << ") -> "
             << printer.resultType(node) << '\n';
       },
       deriveDynamicSlice},
      {Primitive::dynamicUpdate, "stablehlo.dynamic_update_slice",
       inferDynamicUpdate,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.dynamic_update_slice " << printer.join(node.operands)
             << " : (" << printer.joinTypes(node.operands) << ") -> "
             << printer.resultType(node) << '\n';
       },
       deriveDynamicUpdate},
  };
  return rows;
}

Value prim::slice(Value x, Shape begin, Shape end, Shape step) {
  if (!x || (end == x.shape() && begin == zeros(begin.size()) &&
             step == ones(step.size())))
    return x;
  return x.getGraph()->record(Primitive::slice, {x},
                              {{"begin", std::move(begin)},
                               {"end", std::move(end)},
                               {"step", std::move(step)}})[0];
}

Value prim::sliceAxis(Value x, int64_t axis, int64_t begin, int64_t end,
                      int64_t step) {
  if (!x)
    return x;
  Shape from = zeros(x.rank()), to = x.shape(), by = ones(x.rank());
  from[axis] = begin;
  to[axis] = end;
  by[axis] = step;
  return slice(x, from, to, by);
}

Value prim::pad(Value x, Value filling, Shape low, Shape high, Shape interior) {
  auto isZero = [](const Shape &border) {
    return llvm::all_of(border, [](int64_t it) { return it == 0; });
  };
  if (!x || !filling)
    return {};
  if (isZero(low) && isZero(high) && isZero(interior))
    return x;
  return x.getGraph()->record(Primitive::pad, {x, filling},
                              {{"low", std::move(low)},
                               {"high", std::move(high)},
                               {"interior", std::move(interior)}})[0];
}

Value prim::padZero(Value x, Shape low, Shape high) {
  if (!x)
    return x;
  Value zero = full(*x.getGraph(), {x.dtype(), {}}, 0);
  Shape interior = zeros(low.size());
  return pad(x, zero, std::move(low), std::move(high), std::move(interior));
}

Value prim::dynamicSlice(Value x, llvm::ArrayRef<Value> corner, Shape sizes) {
  if (!x)
    return x;
  Values operands{x};
  llvm::append_range(operands, corner);
  return x.getGraph()->record(Primitive::dynamicSlice, operands,
                              {{"sizes", std::move(sizes)}})[0];
}

Value prim::dynamicUpdate(Value x, Value update, llvm::ArrayRef<Value> corner) {
  if (!x)
    return x;
  Values operands{x, update};
  llvm::append_range(operands, corner);
  return x.getGraph()->record(Primitive::dynamicUpdate, operands)[0];
}

/// The corner that is `index` on one axis and zero on others.
static Values cornerAt(Value x, Value index, int64_t axis) {
  Values corner(x.rank(), zerosLike(index));
  corner[axis] = index;
  return corner;
}

Value prim::dynamicIndex(Value x, Value index, int64_t axis) {
  if (!x || !index)
    return {};
  Shape sizes = x.shape();
  sizes[axis] = 1;
  Value part = dynamicSlice(x, cornerAt(x, index, axis), sizes);
  sizes.erase(sizes.begin() + axis);
  return reshape(part, sizes);
}

Value prim::dynamicIndexUpdate(Value x, Value update, Value index,
                               int64_t axis) {
  if (!x || !update || !index)
    return {};
  Shape sizes = x.shape();
  sizes[axis] = 1;
  return dynamicUpdate(x, reshape(update, sizes), cornerAt(x, index, axis));
}

} // namespace dtensor::recording
