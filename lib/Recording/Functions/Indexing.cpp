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

/// Positions of `int64`, counted from the front.
static Value countFromFront(Value indices, int64_t extent) {
  if (isA(indices.dtype(), kUnsigned))
    return convert(indices, DType::int64);
  indices = convert(indices, DType::int64);
  Value isNegative = compare(Comparison::LT, indices, zerosLike(indices));
  return select(isNegative, indices + fullLike(indices, extent), indices);
}

/// Integers with a last axis of extent 1.
static Value asCoordinate(Value x) {
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
  indices = countFromFront(indices, x.dim(axis));
  return gather(x, asCoordinate(indices), axes, sizes);
}

static bool checkIndices(Call &call, llvm::StringRef name, Value indices,
                         Value x, int64_t axis) {
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

/// Coordinates of all axes: positions of the result, but given ones for one.
static Value joinCoordinates(Value indices, int64_t axis) {
  Values parts;
  for (int64_t other = 0; other < indices.rank(); ++other)
    parts.push_back(asCoordinate(
        other == axis ? indices
                      : iota(*indices.getGraph(), indices.type(), other)));
  return concatenate(parts, indices.rank());
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
  IndexedAxes axes{{}, allAxes(x.rank()), allAxes(x.rank())};
  return gather(x, joinCoordinates(indices, axis), axes, Shape(x.rank(), 1));
}

//===----------------------------------------------------------------------===//
// x[key]
//===----------------------------------------------------------------------===//

namespace {
/// What a key selects: first a slice with steps, which may be reversed, then
/// arrays of positions along some axes, then a shape with other axes of 1.
struct Selection {
  Shape begin, end, step, reversed;
  /// For each axis: an array of positions, or none.
  std::vector<std::optional<Value>> positions;
  /// Of the result: the axis of `x`, or -1 for a new one. Axes that one integer
  /// selects are left out.
  Shape kept;
};
} // namespace

/// Python's reading of a slice, of an axis with this extent.
static bool resolveSlice(Call &call, const Slice &slice, int64_t extent,
                         int64_t axis, Selection &selection) {
  int64_t step = slice.step.value_or(1);
  if (step == 0)
    return call.fail("a slice of step 0"), false;
  auto clamp = [&](std::optional<int64_t> bound, int64_t fallback) {
    if (!bound)
      return fallback;
    int64_t counted = *bound < 0 ? *bound + extent : *bound;
    return step > 0 ? std::clamp<int64_t>(counted, 0, extent)
                    : std::clamp<int64_t>(counted, -1, extent - 1);
  };
  int64_t start = clamp(slice.start, step > 0 ? 0 : extent - 1);
  int64_t stop = clamp(slice.stop, step > 0 ? extent : -1);
  int64_t count = step > 0 ? (stop - start + step - 1) / step
                           : (start - stop - step - 1) / -step;
  count = std::max<int64_t>(count, 0);
  if (count == 0) {
    selection.begin[axis] = selection.end[axis] = 0;
    return true;
  }
  int64_t last = start + (count - 1) * step;
  selection.begin[axis] = std::min(start, last);
  selection.end[axis] = std::max(start, last) + 1;
  selection.step[axis] = std::abs(step);
  if (step < 0 && count > 1)
    selection.reversed.push_back(axis);
  return true;
}

static bool resolveKey(Call &call, const Argument &key, Value x,
                       Selection &selection) {
  Argument::List entries = key.is<Argument::List>() ? key.get<Argument::List>()
                                                    : Argument::List{key};
  int64_t used = 0;
  bool hasEllipsis = false;
  for (const Argument &entry : entries) {
    used += !entry.isNone() && !entry.is<Ellipsis>();
    hasEllipsis |= entry.is<Ellipsis>();
  }
  if (used > x.rank())
    return call.fail("required at most " + llvm::Twine(x.rank()) +
                     " indices for " + x.type().str() + ", found " +
                     llvm::Twine(used)),
           false;
  if (!hasEllipsis)
    entries.push_back(Ellipsis());
  selection.begin.assign(x.rank(), 0);
  selection.end = x.shape();
  selection.step.assign(x.rank(), 1);
  selection.positions.resize(x.rank());
  int64_t axis = 0;
  for (const Argument &entry : entries) {
    if (entry.isNone()) {
      selection.kept.push_back(-1);
    } else if (entry.is<Ellipsis>()) {
      for (int64_t skipped = x.rank() - used; skipped > 0; --skipped)
        selection.kept.push_back(axis++);
    } else if (const auto *slice = entry.getIf<Slice>()) {
      if (!resolveSlice(call, *slice, x.dim(axis), axis, selection))
        return false;
      selection.kept.push_back(axis++);
    } else if (const auto *index = entry.getIf<int64_t>()) {
      int64_t counted = *index < 0 ? *index + x.dim(axis) : *index;
      if (counted < 0 || counted >= x.dim(axis))
        return call.fail("index " + llvm::Twine(*index) + " is outside of " +
                         "axis " + llvm::Twine(axis) + " of " + x.type().str()),
               false;
      selection.begin[axis] = counted;
      selection.end[axis] = counted + 1;
      ++axis;
    } else if (entry.is<Value>() || entry.is<Literal>()) {
      Value positions = call.toArray(entry);
      if (isA(positions.dtype(), kBoolean))
        return call.fail("the shape of the result depends on the data of a "
                         "boolean array; use where, or a sum over the mask"),
               false;
      if (!checkIndices(call, "key", positions, x, axis))
        return false;
      selection.positions[axis] = countFromFront(positions, x.dim(axis));
      selection.kept.push_back(axis++);
    } else {
      return call.fail("argument 'key': required integers, slices, None, ... "
                       "and integer arrays, found " +
                       entry.describe()),
             false;
    }
  }
  return true;
}

/// The axes that arrays index.
static Shape getIndexed(const Selection &selection) {
  Shape indexed;
  for (auto [axis, positions] : llvm::enumerate(selection.positions))
    if (positions)
      indexed.push_back(axis);
  return indexed;
}

static Value selectSlices(Value x, const Selection &selection) {
  return reverse(slice(x, selection.begin, selection.end, selection.step),
                 selection.reversed);
}

/// The coordinates along the indexed axes, broadcast together, with the last
/// axis for the axes.
static Value getCoordinates(Call &call, const Selection &selection) {
  Values positions;
  for (const std::optional<Value> &array : selection.positions)
    if (array)
      positions.push_back(*array);
  positions = call.broadcasted(positions);
  if (call.hasFailed())
    return {};
  int64_t rank = positions[0].rank();
  for (Value &array : positions)
    array = asCoordinate(array);
  return concatenate(positions, rank);
}

static Argument getItem(Call &call) {
  Value x = call.array("x");
  Selection selection;
  if (!resolveKey(call, call.get("key"), x, selection))
    return {};
  Value part = selectSlices(x, selection);
  Shape indexed = getIndexed(selection);
  if (call.hasFailed())
    return {};
  if (indexed.empty()) {
    Shape shape;
    for (int64_t axis : selection.kept)
      shape.push_back(axis < 0 ? 1 : part.dim(axis));
    return reshape(part, shape);
  }
  Value coordinates = getCoordinates(call, selection);
  if (call.hasFailed())
    return {};
  // As in NumPy: the arrays' axes stand where the arrays are, or first if
  // another entry is between them. An integer beside arrays is one of them.
  auto isIndexed = [&](int64_t axis) {
    return llvm::is_contained(indexed, axis);
  };
  auto *first = llvm::find_if(selection.kept, isIndexed);
  auto *last = std::find_if(first, selection.kept.end(),
                            [&](int64_t axis) { return !isIndexed(axis); });
  bool isTogether = std::none_of(last, selection.kept.end(), isIndexed);
  int64_t numPositions = coordinates.rank() - 1;
  int64_t place = isTogether ? first - selection.kept.begin() : 0;
  // Of the gathered value, in order: positions, then the axes that are left,
  // also those of integers.
  IndexedAxes axes;
  axes.indexed = axes.collapsed = indexed;
  Shape left, sizes = part.shape();
  for (int64_t axis = 0; axis < part.rank(); ++axis)
    if (isIndexed(axis)) {
      sizes[axis] = 1;
    } else {
      axes.window.push_back(numPositions + left.size());
      left.push_back(axis);
    }
  Shape shape(coordinates.shape().begin(), coordinates.shape().end() - 1);
  Value gathered;
  if (coordinates.type().numElements() == 0) {
    Shape empty(shape);
    for (int64_t axis : left)
      empty.push_back(part.dim(axis));
    gathered = full(call.graph, {x.dtype(), empty}, 0);
  } else {
    gathered = gather(part, coordinates, axes, sizes);
  }
  // Positions move to their place among the kept axes.
  int64_t before = 0;
  Shape tail;
  for (auto [index, axis] : llvm::enumerate(selection.kept)) {
    if (axis >= 0 && isIndexed(axis))
      continue;
    tail.push_back(axis < 0 ? 1 : part.dim(axis));
    before += static_cast<int64_t>(index) < place;
  }
  Shape flat(shape);
  flat.append(tail);
  gathered = reshape(gathered, flat);
  Shape permutation;
  for (int64_t axis = 0; axis < before; ++axis)
    permutation.push_back(numPositions + axis);
  for (int64_t axis = 0; axis < numPositions; ++axis)
    permutation.push_back(axis);
  for (int64_t axis = before; axis < static_cast<int64_t>(tail.size()); ++axis)
    permutation.push_back(numPositions + axis);
  return transpose(gathered, permutation);
}

/// `x` with other elements where a mask is true. One value stands for all.
static Argument setMasked(Call &call, Value x, Value mask, Value value) {
  Shape shape = mask.shape();
  if (value.rank() != 0)
    return call.fail("argument 'value': required a scalar where a mask "
                     "selects, found " +
                     value.type().str() + "; use where");
  if (shape.size() > x.shape().size() ||
      !std::equal(shape.begin(), shape.end(), x.shape().begin()))
    return call.fail("argument 'key': required a mask of the first axes of " +
                     x.type().str() + ", found " + mask.type().str());
  mask = broadcast(mask, x.shape(), allAxes(mask.rank()));
  return select(mask, broadcastTo(value, x.shape()), x);
}

static Argument setItem(Call &call) {
  Value x = call.array("x");
  const Argument &given = call.get("value"), &key = call.get("key");
  Value value = given.isScalar()
                    ? constant(call.graph, makeLiteral(given, {x.dtype(), {}}))
                    : convert(call.toArray(given), x.dtype());
  if (const auto *mask = key.getIf<Value>())
    if (isA(mask->dtype(), kBoolean))
      return setMasked(call, x, *mask, value);
  Selection selection;
  if (!resolveKey(call, key, x, selection))
    return {};
  Shape indexed = getIndexed(selection);
  // Positions of all elements along each axis are computed, and the value is
  // scattered to them.
  Shape shape;
  Values coordinates(x.rank());
  if (indexed.empty()) {
    Value part = selectSlices(x, selection);
    for (int64_t axis : selection.kept)
      shape.push_back(axis < 0 ? 1 : part.dim(axis));
    if (broadcastShapes(value.shape(), shape) != shape)
      return call.fail("argument 'value': " + value.type().str() +
                       " cannot be broadcast to " + toString(shape));
    value = broadcastTo(value, shape);
    value = reverse(reshape(value, part.shape()), selection.reversed);
    // A padded mask and a padded value; nothing is moved by position.
    Shape high, interior;
    for (int64_t axis = 0; axis < x.rank(); ++axis) {
      int64_t taken = part.dim(axis);
      interior.push_back(selection.step[axis] - 1);
      high.push_back(x.dim(axis) - selection.begin[axis] - taken -
                     std::max<int64_t>(taken - 1, 0) * interior.back());
    }
    Value no = full(call.graph, {DType::boolean, {}}, 0);
    Value yes = full(call.graph, {DType::boolean, part.shape()}, 1);
    Value zero = full(call.graph, {x.dtype(), {}}, 0);
    Value mask = pad(yes, no, selection.begin, high, interior);
    Value padded = pad(value, zero, selection.begin, high, interior);
    return select(mask, padded, x);
  }
  for (int64_t axis = 0; axis < x.rank(); ++axis)
    if (!selection.positions[axis] &&
        (selection.begin[axis] != 0 || selection.end[axis] != x.dim(axis) ||
         selection.step[axis] != 1 || !selection.reversed.empty()))
      return call.fail("argument 'key': arrays beside slices or integers are "
                       "not supported; take whole axes, or use where");
  Value positions = getCoordinates(call, selection);
  if (call.hasFailed() || positions.type().numElements() == 0)
    return x;
  IndexedAxes axes;
  axes.indexed = axes.collapsed = indexed;
  Shape updates(positions.shape().begin(), positions.shape().end() - 1);
  for (int64_t axis = 0; axis < x.rank(); ++axis)
    if (!llvm::is_contained(indexed, axis)) {
      axes.window.push_back(updates.size());
      updates.push_back(x.dim(axis));
    }
  if (broadcastShapes(value.shape(), updates) != updates)
    return call.fail("argument 'value': " + value.type().str() +
                     " cannot be broadcast to " + toString(updates));
  return scatter(x, positions, broadcastTo(value, updates), axes,
                 /*assign=*/true);
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
