//===- Subscript.cpp - x[key], and x with other elements there ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Indexing.h"

#include "llvm/ADT/STLExtras.h"

namespace dtensor::recording {
using namespace prim;

namespace {
/// The selection of a key: first a slice with steps, which may be reversed,
/// then arrays of positions along some axes, then a shape with other axes of 1.
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
  int64_t used = 0, ellipses = 0;
  for (const Argument &entry : entries) {
    used += !entry.isNone() && !entry.is<Ellipsis>();
    ellipses += entry.is<Ellipsis>();
  }
  if (ellipses > 1)
    return call.fail("argument 'key': required at most one ..., found " +
                     llvm::Twine(ellipses)),
           false;
  if (used > x.rank())
    return call.fail("required at most " + llvm::Twine(x.rank()) +
                     " indices for " + x.type().str() + ", found " +
                     llvm::Twine(used)),
           false;
  if (ellipses == 0)
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

namespace {
/// How a gathered value, whose first axes are those of the positions, becomes
/// the selected one: axes of extent 1 are inserted, and axes are permuted.
struct Arrangement {
  IndexedAxes axes;
  Shape gathered, expanded, permutation;
};
} // namespace

/// As in NumPy: the positions' axes stand where the arrays are in the key, or
/// first if another entry is between them.
static Arrangement arrange(Value part, Value coordinates,
                           const Selection &selection) {
  Arrangement result;
  result.axes.indexed = result.axes.collapsed = getIndexed(selection);
  auto isIndexed = [&](int64_t axis) {
    return llvm::is_contained(result.axes.indexed, axis);
  };
  const Shape &kept = selection.kept;
  const int64_t *first = llvm::find_if(kept, isIndexed);
  const int64_t *last = std::find_if(
      first, kept.end(), [&](int64_t axis) { return !isIndexed(axis); });
  bool isTogether = std::none_of(last, kept.end(), isIndexed);
  int64_t place = isTogether ? first - kept.begin() : 0;

  int64_t numPositions = coordinates.rank() - 1;
  result.gathered.assign(coordinates.shape().begin(),
                         coordinates.shape().end() - 1);
  result.expanded = result.gathered;
  // Axes that one integer selects are gathered as well, and are not kept.
  for (int64_t axis = 0; axis < part.rank(); ++axis)
    if (!isIndexed(axis)) {
      result.axes.window.push_back(result.gathered.size());
      result.gathered.push_back(part.dim(axis));
    }
  int64_t before = 0;
  for (auto [index, axis] : llvm::enumerate(kept)) {
    if (axis >= 0 && isIndexed(axis))
      continue;
    result.expanded.push_back(axis < 0 ? 1 : part.dim(axis));
    before += static_cast<int64_t>(index) < place;
  }
  for (int64_t axis = 0; axis < before; ++axis)
    result.permutation.push_back(numPositions + axis);
  for (int64_t axis = 0; axis < numPositions; ++axis)
    result.permutation.push_back(axis);
  int64_t rank = result.expanded.size();
  for (int64_t axis = numPositions + before; axis < rank; ++axis)
    result.permutation.push_back(axis);
  return result;
}

Argument getItem(Call &call) {
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
  Shape sizes = part.shape();
  for (int64_t axis : indexed)
    sizes[axis] = 1;
  Arrangement arrangement = arrange(part, coordinates, selection);
  Value gathered;
  if (coordinates.type().numElements() == 0)
    gathered = full(call.graph, {x.dtype(), arrangement.gathered}, 0);
  else
    gathered = gather(part, coordinates, arrangement.axes, sizes);
  return transpose(reshape(gathered, arrangement.expanded),
                   arrangement.permutation);
}

/// `x` with other elements where a mask is true. One value stands for all that
/// it selects.
static Argument setMasked(Call &call, Value x, Value mask, Value value) {
  Shape shape = mask.shape();
  if (shape.size() > x.shape().size() ||
      !std::equal(shape.begin(), shape.end(), x.shape().begin()))
    return call.fail("argument 'key': required a mask of the first axes of " +
                     x.type().str() + ", found " + mask.type().str());
  Shape selected(x.shape().begin() + shape.size(), x.shape().end());
  if (broadcastShapes(value.shape(), selected) != selected)
    return call.fail(
        "argument 'value': required one that can be broadcast to " +
        toString(selected) +
        ", since how many elements a mask selects depends on its "
        "data, found " +
        value.type().str() + "; use where");
  mask = broadcast(mask, x.shape(), allAxes(mask.rank()));
  return select(mask, broadcastTo(value, x.shape()), x);
}

/// `x` with another part at slices. A mask tells which elements these are, so
/// that nothing is moved to computed positions.
static Value setPart(Call &call, Value x, Value part,
                     const Selection &selection) {
  part = reverse(part, selection.reversed);
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
  Value padded = pad(part, zero, selection.begin, high, interior);
  return select(mask, padded, x);
}

/// `x` with other elements at slices.
static Argument setSlices(Call &call, Value x, Value value,
                          const Selection &selection) {
  Shape shape;
  Value part = selectSlices(x, selection);
  for (int64_t axis : selection.kept)
    shape.push_back(axis < 0 ? 1 : part.dim(axis));
  if (broadcastShapes(value.shape(), shape) != shape)
    return call.fail("argument 'value': " + value.type().str() +
                     " cannot be broadcast to " + toString(shape));
  value = broadcastTo(value, shape);
  return setPart(call, x, reshape(value, part.shape()), selection);
}

/// Whether a selection's slices leave something out, or turn it around.
static bool hasSlices(Value x, const Selection &selection) {
  return selection.end != x.shape() || !selection.reversed.empty() ||
         llvm::any_of(selection.begin, [](int64_t begin) { return begin; }) ||
         llvm::any_of(selection.step, [](int64_t step) { return step != 1; });
}

Argument setItem(Call &call) {
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
  if (getIndexed(selection).empty())
    return setSlices(call, x, value, selection);
  Value positions = getCoordinates(call, selection);
  if (call.hasFailed() || positions.type().numElements() == 0)
    return x;
  // The value has the axes of the selected one.
  Value part = selectSlices(x, selection);
  if (part.type().numElements() == 0)
    return x;
  Arrangement arrangement = arrange(part, positions, selection);
  Shape shape, inverse(arrangement.permutation.size());
  for (auto [to, from] : llvm::enumerate(arrangement.permutation)) {
    shape.push_back(arrangement.expanded[from]);
    inverse[from] = to;
  }
  if (broadcastShapes(value.shape(), shape) != shape)
    return call.fail("argument 'value': " + value.type().str() +
                     " cannot be broadcast to " + toString(shape));
  Value updates = transpose(broadcastTo(value, shape), inverse);
  part = scatter(part, positions, reshape(updates, arrangement.gathered),
                 arrangement.axes, /*assign=*/true);
  return hasSlices(x, selection) ? setPart(call, x, part, selection) : part;
}

} // namespace dtensor::recording
