//===- Manipulation.cpp - Functions that move elements --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "Indexing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace dtensor::recording {
using namespace prim;

static Argument broadcastAll(Call &call) {
  return call.broadcasted(call.arrays("arrays"));
}

static Argument broadcastToShape(Call &call) {
  Value x = call.array("x");
  Shape shape = call.shape("shape");
  if (broadcastShapes(x.shape(), shape) != shape)
    return call.fail("shape " + toString(x.shape()) +
                     " cannot be broadcast to " + toString(shape));
  return broadcastTo(x, shape);
}

/// Arrays in their common type.
static Values getPromoted(Call &call) {
  return call.convertToCommon(call.get("arrays").get<Argument::List>());
}

static Argument concat(Call &call) {
  Values arrays = getPromoted(call);
  if (arrays.empty())
    return call.fail("argument 'arrays': required at least one array");
  if (!call.has("axis")) {
    for (Value &array : arrays)
      array = flatten(array);
    return concatenate(arrays, 0);
  }
  int64_t axis = call.axis("axis", arrays[0].rank());
  return call.hasFailed() ? Argument() : concatenate(arrays, axis);
}

/// `x` with further axes of extent 1, which are `axes` of the result.
static Value insertAxes(Value x, Shape axes) {
  if (!x)
    return x;
  llvm::sort(axes);
  Shape shape = x.shape();
  for (int64_t axis : axes)
    shape.insert(shape.begin() + axis, 1);
  return reshape(x, shape);
}

static Argument expandDims(Call &call) {
  Value x = call.array("x");
  Shape added = call.integers("axis");
  Shape axes = call.normalize(added, x.rank() + added.size(), "axis");
  return call.hasFailed() ? Argument() : insertAxes(x, axes);
}

static Argument flip(Call &call) {
  Value x = call.array("x");
  Shape axes = call.axes("axis", x.rank());
  return call.hasFailed() ? Argument() : reverse(x, axes);
}

static Argument moveAxis(Call &call) {
  Value x = call.array("x");
  Shape source = call.axes("source", x.rank());
  Shape destination = call.axes("destination", x.rank());
  if (call.hasFailed())
    return {};
  if (source.size() != destination.size())
    return call.fail("required as many sources as destinations, found " +
                     llvm::Twine(source.size()) + " and " +
                     llvm::Twine(destination.size()));
  Shape permutation(x.rank(), -1);
  for (auto [from, to] : llvm::zip(source, destination))
    permutation[to] = from;
  int64_t next = 0;
  for (int64_t &from : permutation) {
    while (llvm::is_contained(source, next))
      ++next;
    if (from < 0)
      from = next++;
  }
  return transpose(x, permutation);
}

static Argument permuteDims(Call &call) {
  Value x = call.array("x");
  Shape axes = call.axes("axes", x.rank());
  if (call.hasFailed())
    return {};
  if (static_cast<int64_t>(axes.size()) != x.rank())
    return call.fail("argument 'axes': required all axes of " + x.type().str() +
                     ", found " + toString(axes));
  return transpose(x, axes);
}

static Argument repeat(Call &call) {
  Value x = call.array("x");
  int64_t axis = 0;
  if (call.has("axis"))
    axis = call.axis("axis", x.rank());
  else
    x = flatten(x);
  const Argument &repeats = call.get("repeats");
  if (call.hasFailed())
    return {};
  // The numbers decide the shape, so they have to be known.
  Shape counts;
  if (const auto *one = repeats.getIf<int64_t>())
    counts.push_back(*one);
  else if (const auto *list = repeats.getIf<Argument::List>())
    for (const Argument &count : *list)
      counts.push_back(count.is<int64_t>() ? count.get<int64_t>() : -1);
  else
    return call.fail("argument 'repeats': the shape of the result depends on "
                     "the data of an array; give an integer or a list");
  if (counts.size() == 1)
    counts.resize(x.dim(axis), counts[0]);
  if (static_cast<int64_t>(counts.size()) != x.dim(axis) ||
      llvm::any_of(counts, [](int64_t count) { return count < 0; }))
    return call.fail("argument 'repeats': required a number of at least 0 for "
                     "each of " +
                     llvm::Twine(x.dim(axis)) + " elements, found " +
                     repeats.describe());
  Shape shape = x.shape();
  if (llvm::all_equal(counts) && !counts.empty()) {
    Shape repeated = shape;
    repeated.insert(repeated.begin() + axis + 1, counts[0]);
    shape[axis] = multiplyExtents({shape[axis], counts[0]});
    return reshape(broadcastTo(insertAxes(x, {axis + 1}), repeated), shape);
  }
  // The positions are part of the program.
  constexpr int64_t kMostPositions = int64_t(1) << 24;
  Shape positions;
  int64_t sum = 0;
  for (int64_t count : counts)
    if (llvm::AddOverflow(sum, count, sum) || sum > kMostPositions)
      return call.fail("argument 'repeats': required at most " +
                       llvm::Twine(kMostPositions) + " elements in all");
  for (auto [position, count] : llvm::enumerate(counts))
    positions.append(count, position);
  Value indices =
      constant(call.graph, Literal::of(DType::int64, {sum}, positions));
  return takeAlong(x, indices, axis);
}

static Argument reshapeTo(Call &call) {
  Value x = call.array("x");
  Shape shape = call.integers("shape");
  Shape given(shape);
  llvm::replace(given, -1, 1);
  int64_t known = multiplyExtents(given);
  int64_t elements = x.type().numElements();
  if (llvm::count(shape, -1) == 1) {
    if (known == 0 || elements % known != 0)
      return call.fail("cannot reshape " + x.type().str() + " to " +
                       toString(shape));
    *llvm::find(shape, -1) = elements / known;
    known = elements;
  }
  if (known != elements ||
      llvm::any_of(shape, [](int64_t extent) { return extent < 0; }))
    return call.fail("cannot reshape " + x.type().str() + " to " +
                     toString(shape));
  return reshape(x, shape);
}

/// The elements from `shift` before the end on come first.
Value rollAxis(Value x, int64_t axis, int64_t shift) {
  int64_t extent = x ? x.dim(axis) : 0;
  if (extent == 0)
    return x;
  shift = ((shift % extent) + extent) % extent;
  if (shift == 0)
    return x;
  return concatenate({sliceAxis(x, axis, extent - shift, extent),
                      sliceAxis(x, axis, 0, extent - shift)},
                     axis);
}

static Argument roll(Call &call) {
  Value x = call.array("x");
  Shape shifts = call.integers("shift");
  if (!call.has("axis")) {
    if (shifts.size() != 1)
      return call.fail("argument 'shift': required one integer without 'axis', "
                       "found " +
                       toString(shifts));
    return reshape(rollAxis(flatten(x), 0, shifts[0]), x.shape());
  }
  Shape axes = call.integers("axis");
  if (shifts.size() == 1)
    shifts.resize(axes.size(), shifts[0]);
  if (axes.size() == 1)
    axes.resize(shifts.size(), axes[0]);
  if (axes.size() != shifts.size())
    return call.fail("required as many shifts as axes, found " +
                     toString(shifts) + " and " + toString(axes));
  for (auto [axis, shift] : llvm::zip(axes, shifts)) {
    Shape counted = call.normalize({axis}, x.rank(), "axis");
    if (call.hasFailed())
      return {};
    x = rollAxis(x, counted[0], shift);
  }
  return x;
}

static Argument squeeze(Call &call) {
  Value x = call.array("x");
  Shape axes = call.axes("axis", x.rank()), shape;
  if (call.hasFailed())
    return {};
  for (auto [axis, extent] : llvm::enumerate(x.shape())) {
    if (!llvm::is_contained(axes, static_cast<int64_t>(axis)))
      shape.push_back(extent);
    else if (extent != 1)
      return call.fail("argument 'axis': required an extent of 1 along axis " +
                       llvm::Twine(axis) + ", found " + x.type().str());
  }
  return reshape(x, shape);
}

static Argument stack(Call &call) {
  Values arrays = getPromoted(call);
  if (arrays.empty())
    return call.fail("argument 'arrays': required at least one array");
  int64_t axis = call.axis("axis", arrays[0].rank() + 1);
  if (call.hasFailed())
    return {};
  for (Value array : arrays)
    if (array.shape() != arrays[0].shape())
      return call.fail("required arrays of one shape, found " +
                       arrays[0].type().str() + " and " + array.type().str());
  for (Value &array : arrays)
    array = insertAxes(array, {axis});
  return concatenate(arrays, axis);
}

static Argument tile(Call &call) {
  Value x = call.array("x");
  Shape repetitions = call.shape("repetitions"), shape = x.shape();
  if (call.hasFailed())
    return {};
  while (repetitions.size() < shape.size())
    repetitions.insert(repetitions.begin(), 1);
  while (shape.size() < repetitions.size())
    shape.insert(shape.begin(), 1);
  // Each axis becomes a pair of repetitions and positions.
  Shape pairs, axes, result;
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    pairs.push_back(repetitions[axis]);
    axes.push_back(pairs.size());
    pairs.push_back(extent);
    result.push_back(multiplyExtents({repetitions[axis], extent}));
  }
  return reshape(broadcast(reshape(x, shape), pairs, axes), result);
}

static Argument unstack(Call &call) {
  Value x = call.array("x");
  int64_t axis = call.axis("axis", x.rank());
  if (call.hasFailed())
    return {};
  Shape shape = x.shape();
  shape.erase(shape.begin() + axis);
  Values parts;
  for (int64_t index = 0; index < x.dim(axis); ++index)
    parts.push_back(reshape(sliceAxis(x, axis, index, index + 1), shape));
  return parts;
}

llvm::ArrayRef<FunctionInfo> getManipulationFunctions() {
  static const FunctionInfo functions[] = {
      {"broadcast_arrays", "(*arrays: array) -> arrays",
       "Arrays repeated to their common shape.", broadcastAll},
      {"broadcast_to", "(x: array, /, shape: ints) -> array",
       "x repeated to a shape.", broadcastToShape},
      {"concat", "(arrays: arrays, /, *, axis: int? = 0) -> array",
       "Arrays joined along an axis.", concat},
      {"expand_dims", "(x: array, /, axis: ints) -> array",
       "x with further axes of extent 1.", expandDims},
      {"flip", "(x: array, /, *, axis: ints? = None) -> array",
       "x with the order of elements reversed.", flip},
      {"moveaxis", "(x: array, source: ints, destination: ints, /) -> array",
       "x with some axes at other places.", moveAxis},
      {"permute_dims", "(x: array, /, axes: ints) -> array",
       "x with its axes in another order.", permuteDims},
      {"repeat", "(x: array, repeats: any, /, *, axis: int? = None) -> array",
       "Each element repeated.", repeat},
      {"reshape", "(x: array, /, shape: ints, *, copy: bool? = None) -> array",
       "The same elements in another shape.", reshapeTo},
      {"roll", "(x: array, /, shift: ints, *, axis: ints? = None) -> array",
       "Elements moved along axes, the last ones to the front.", roll},
      {"squeeze", "(x: array, /, axis: ints) -> array",
       "x without axes of extent 1.", squeeze},
      {"stack", "(arrays: arrays, /, *, axis: int = 0) -> array",
       "Arrays joined along a new axis.", stack},
      {"tile", "(x: array, repetitions: ints, /) -> array",
       "x repeated along its axes.", tile},
      {"unstack", "(x: array, /, *, axis: int = 0) -> arrays",
       "The slices of x along an axis.", unstack},
  };
  return functions;
}

} // namespace dtensor::recording
