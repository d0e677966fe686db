//===- RandomShapes.cpp - Statements that move elements -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramGenerator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::SmallVector;

namespace dtensor {

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

void ProgramGenerator::addSlice() {
  ValueId a = any();
  RandomType type = getType(a), to = type;
  SmallVector<int64_t> offsets, sizes, strides;
  // Upstream allows no empty slices.
  if (type.getNumElements() == 0)
    return;
  to.shape.clear();
  for (int64_t extent : type.shape) {
    int64_t offset = 0, size = extent, stride = 1;
    bool drops = false;
    if (extent > 0 && chance.isOneIn(2)) {
      offset = chance.pick(extent);
      stride = 1 + chance.pick(2);
      size = 1 + chance.pick((extent - offset + stride - 1) / stride);
      drops = size == 1 && chance.isOneIn(2);
    }
    offsets.push_back(offset);
    sizes.push_back(size);
    strides.push_back(stride);
    if (!drops)
      to.shape.push_back(size);
  }
  emit("$r = tensor.extract_slice $0" + printList(offsets) + " " +
           printList(sizes) + " " + printList(strides) + " : " + type.str() +
           " to " + to.str(),
       {a}, to, magnitudes[a]);
}

void ProgramGenerator::addInsertSlice() {
  ValueId dest = any();
  RandomType type = getType(dest);
  if (type.getNumElements() == 0)
    return;
  SmallVector<ValueId> sources;
  for (ValueId value : visible) {
    const RandomType &source = getType(value);
    if (source.element == type.element && source.getNumElements() > 0 &&
        source.shape.size() == type.shape.size() &&
        llvm::all_of(llvm::zip(source.shape, type.shape), [](auto pair) {
          return std::get<0>(pair) <= std::get<1>(pair);
        }))
      sources.push_back(value);
  }
  ValueId source = chance.of(sources);
  RandomType small = getType(source);
  SmallVector<int64_t> offsets, strides(type.shape.size(), 1);
  for (auto [size, extent] : llvm::zip(small.shape, type.shape))
    offsets.push_back(chance.pick(extent - size + 1));
  emit("$r = tensor.insert_slice $0 into $1" + printList(offsets) + " " +
           printList(small.shape) + " " + printList(strides) + " : " +
           small.str() + " into " + type.str(),
       {source, dest}, type, std::max(magnitudes[source], magnitudes[dest]));
}

void ProgramGenerator::addPad() {
  ValueId a = any();
  RandomType type = getType(a), to = type;
  if (type.shape.empty() || 2 * type.getNumElements() > kMaxElements)
    return;
  SmallVector<int64_t> low, high;
  std::string arguments;
  for (auto [axis, extent] : llvm::enumerate(to.shape)) {
    low.push_back(chance.isOneIn(3) ? chance.pick(4) : 0);
    high.push_back(chance.isOneIn(3) ? chance.pick(4) : 0);
    extent += low.back() + high.back();
    arguments +=
        (axis == 0 ? "%i" : ", %i") + std::to_string(axis) + "$u: index";
  }
  if (to.getNumElements() > kMaxElements)
    return;
  int64_t value = chance.pick(3);
  emit("%c$u = arith.constant " + printNumber(type, value) + " : " +
           type.element + "\n    $r = tensor.pad $0 low" + printList(low) +
           " high" + printList(high) + " {\n    ^bb0(" + arguments +
           "):\n      tensor.yield %c$u : " + type.element +
           "\n    } : " + type.str() + " to " + to.str(),
       {a}, to, std::max(magnitudes[a], 3.0));
}

void ProgramGenerator::addConcat() {
  ValueId a = any();
  RandomType type = getType(a), to = type;
  if (type.shape.empty())
    return;
  int64_t axis = chance.pick(type.shape.size());
  SmallVector<ValueId> others;
  for (ValueId value : visible) {
    RandomType other = getType(value);
    if (other.shape.size() != type.shape.size())
      continue;
    other.shape[axis] = type.shape[axis];
    if (other == type)
      others.push_back(value);
  }
  ValueId b = chance.of(others);
  to.shape[axis] += getType(b).shape[axis];
  if (to.getNumElements() > kMaxElements)
    return;
  emit("$r = tensor.concat dim(" + std::to_string(axis) + ") $0, $1 : (" +
           type.str() + ", " + getType(b).str() + ") -> " + to.str(),
       {a, b}, to, std::max(magnitudes[a], magnitudes[b]));
}

void ProgramGenerator::addReshape() {
  ValueId a = any();
  RandomType type = getType(a), to = type;
  unsigned rank = type.shape.size();
  if (rank >= 2 && chance.isOneIn(2)) {
    unsigned axis = chance.pick(rank - 1);
    to.shape[axis] *= to.shape[axis + 1];
    to.shape.erase(to.shape.begin() + axis + 1);
  } else if (rank >= 1 && rank < kMaxRank) {
    unsigned axis = chance.pick(rank);
    int64_t minor = 1;
    for (int64_t factor : {2, 3, 4, 5, 6, 7})
      if (to.shape[axis] % factor == 0 && chance.isOneIn(2))
        minor = factor;
    to.shape[axis] /= minor;
    to.shape.insert(to.shape.begin() + axis + 1, minor);
  } else {
    return;
  }
  bool expands = to.shape.size() > rank;
  const RandomType &small = expands ? type : to;
  const RandomType &large = expands ? to : type;
  // The axis that is split or merged is the first that differs.
  unsigned axis = 0;
  while (axis < small.shape.size() && small.shape[axis] == large.shape[axis] &&
         small.shape.size() - axis > 1)
    ++axis;
  std::string groups = "[";
  unsigned next = 0;
  for (unsigned i = 0; i < small.shape.size(); ++i) {
    groups += i ? ", [" : "[";
    groups += std::to_string(next++);
    if (i == axis)
      groups += ", " + std::to_string(next++);
    groups += "]";
  }
  groups += "]";
  // Extents may be equal by chance although groups differ.
  SmallVector<int64_t> check;
  for (unsigned i = 0, at = 0; i < small.shape.size(); ++i) {
    int64_t extent = large.shape[at++];
    if (i == axis)
      extent *= large.shape[at++];
    check.push_back(extent);
  }
  if (llvm::ArrayRef(check) != llvm::ArrayRef(small.shape))
    return;
  emit(expands
           ? "$r = tensor.expand_shape $0 " + groups + " output_shape " +
                 printList(to.shape) + " : " + type.str() + " into " + to.str()
           : "$r = tensor.collapse_shape $0 " + groups + " : " + type.str() +
                 " into " + to.str(),
       {a}, to, magnitudes[a]);
}

//===----------------------------------------------------------------------===//
// Scalars and positions
//===----------------------------------------------------------------------===//

void ProgramGenerator::addFactory() {
  RandomType type{{}, chance.isOneIn(2) ? "f32" : "i32"};
  for (unsigned rank = chance.pick(kMaxRank + 1); rank > 0; --rank)
    type.shape.push_back(chance.of(extents));
  if (type.getNumElements() <= kMaxElements)
    like(type);
}

/// Reads a captured tensor at positions that are data.
void ProgramGenerator::addLookup() {
  ValueId table = any(), at = any();
  RandomType type = getType(table), places = getType(at);
  if (type.shape.size() != 1 || type.shape[0] == 0 || places.isFloat())
    return;
  RandomType to{places.shape, type.element};
  unsigned rank = to.shape.size();
  SmallVector<unsigned> all = makeRange<unsigned>(rank);
  std::string map = makeMap(rank, all);
  emit(empty(to) + "%n$u = arith.constant " + std::to_string(type.shape[0]) +
           " : i32\n    $r = linalg.generic {indexing_maps = [" + map + ", " +
           map + "], iterator_types = [" + printLoops(rank, "parallel") +
           "]} ins($1 : " + places.str() + ") outs(%e$u : " + to.str() +
           ") {\n    ^bb0(%a$u: i32, %o$u: " + to.element +
           "):\n      %k$u = arith.remui %a$u, %n$u : i32\n      %i$u = "
           "arith.index_cast %k$u : i32 to index\n      %x$u = tensor.extract "
           "$0[%i$u] : " +
           type.str() + "\n      linalg.yield %x$u : " + to.element +
           "\n    } -> " + to.str(),
       {table, at}, to, magnitudes[table]);
}

/// Adds one element to all.
void ProgramGenerator::addScalarUse() {
  ValueId a = any();
  RandomType type = getType(a);
  if (type.getNumElements() == 0)
    return;
  std::string places, names;
  for (auto [axis, extent] : llvm::enumerate(type.shape)) {
    std::string name = "%i" + std::to_string(axis) + "$u";
    places += name + " = arith.constant " +
              std::to_string(chance.pick(extent)) + " : index\n    ";
    names += (axis ? ", " : "") + name;
  }
  emit(places + "%x$u = tensor.extract $0[" + names + "] : " + type.str() +
           "\n    %s$u = tensor.splat %x$u : " + type.str() +
           "\n    $r = " + op(type, "add") + " $0, %s$u : " + type.str(),
       {a}, type, 2 * magnitudes[a]);
}

/// Reverses a value, or rotates it along its axes.
void ProgramGenerator::addMovement() {
  ValueId a = any();
  RandomType type = getType(a);
  if (type.shape.empty())
    return;
  int64_t axis = chance.pick(type.shape.size());
  int64_t shift = static_cast<int64_t>(chance.pick(7)) - 3;
  bool rolls = chance.isOneIn(2);
  emit(empty(type) + "$r = linalg_ext." + (rolls ? "roll" : "reverse") +
           " ins($0 : " + type.str() + ") outs(%e$u : " + type.str() + ") " +
           (rolls ? "shifts = " + printList({shift}) + " " : "") +
           "axes = " + printList({axis}) + " -> " + type.str(),
       {a}, type, magnitudes[a]);
}

/// Reads a box, or writes it back elsewhere. Starts may lie outside.
void ProgramGenerator::addDynamicSlice() {
  ValueId a = any();
  RandomType type = getType(a), small = type;
  std::string places, names;
  for (auto [axis, extent] : llvm::enumerate(small.shape)) {
    std::string name = "%i" + std::to_string(axis) + "$u";
    places += name + " = arith.constant " +
              std::to_string(static_cast<int64_t>(chance.pick(12)) - 2) +
              " : index\n    ";
    names += (axis ? ", " : "") + name;
    if (extent > 0 && chance.isOneIn(2))
      extent = 1 + chance.pick(extent);
  }
  if (chance.isOneIn(2)) {
    emit(places + empty(small) +
             "$r = linalg_ext.dynamic_slice ins($0 : " + type.str() + ") at [" +
             names + "] sizes = " + printList(small.shape) +
             " outs(%e$u : " + small.str() + ") -> " + small.str(),
         {a}, small, magnitudes[a]);
    return;
  }
  ValueId update = like(small);
  emit(places + "$r = linalg_ext.dynamic_update_slice ins($1 : " + small.str() +
           ") at [" + names + "] outs($0 : " + type.str() + ") -> " +
           type.str(),
       {a, update}, type, std::max(magnitudes[a], magnitudes[update]));
}

/// Sorts an axis; equal elements keep their order.
void ProgramGenerator::addSort() {
  ValueId a = any();
  RandomType type = getType(a);
  if (type.shape.empty())
    return;
  std::string t = type.str(), e = type.element;
  emit(empty(type) + "$r = linalg_ext.sort ins($0 : " + t + ") outs(%e$u : " +
           t + ") axis = " + std::to_string(chance.pick(type.shape.size())) +
           " {\n    ^bb0(%x$u: " + e + ", %y$u: " + e +
           "):\n      %p$u = arith.cmp" + (type.isFloat() ? "f olt" : "i sgt") +
           ", %x$u, %y$u : " + e +
           "\n      linalg_ext.yield %p$u : i1\n    } -> " + t,
       {a}, type, magnitudes[a]);
}

/// Computes running sums along an axis.
void ProgramGenerator::addScan() {
  ValueId a = bounded(any(), 256);
  RandomType type = getType(a), rest = type;
  if (type.shape.empty())
    return;
  unsigned axis = chance.pick(type.shape.size());
  rest.shape.erase(rest.shape.begin() + axis);
  ValueId init = bounded(like(rest), 256);
  std::string t = type.str(), e = type.element;
  std::string flags = chance.isOneIn(2) ? " exclusive" : "";
  flags += chance.isOneIn(2) ? " reverse" : "";
  emit(empty(type) + "$r = linalg_ext.scan ins($0 : " + t +
           ") init($1 : " + rest.str() + ") outs(%e$u : " + t +
           ") axis = " + std::to_string(axis) + flags +
           " {\n    ^bb0(%x$u: " + e + ", %y$u: " + e +
           "):\n      %s$u = " + op(type, "add") + " %x$u, %y$u : " + e +
           "\n      linalg_ext.yield %s$u : " + e + "\n    } -> " + t,
       {a, init}, type, 256 + 256 * double(type.shape[axis]));
}

/// The position of the largest element of each row, the first of equal ones.
void ProgramGenerator::addPositions() {
  ValueId a = any();
  RandomType type = getType(a);
  unsigned rank = type.shape.size();
  if (rank == 0 || !type.isFloat())
    return;
  unsigned axis = chance.pick(rank);
  SmallVector<unsigned> all = makeRange<unsigned>(rank), kept = all;
  kept.erase(kept.begin() + axis);
  RandomType values{{}, "f32"}, to{{}, "i32"};
  for (unsigned loop : kept)
    to.shape.push_back(type.shape[loop]);
  values.shape = to.shape;
  std::string loops;
  for (unsigned loop = 0; loop < rank; ++loop)
    loops += std::string(loop ? ", " : "") +
             (loop == axis ? "\"reduction\"" : "\"parallel\"");
  emit("%l$u = arith.constant dense<0xFF800000> : " + values.str() +
           "\n    %n$u = arith.constant dense<-1> : " + to.str() +
           "\n    %m$u, $r = linalg.generic {indexing_maps = [" +
           makeMap(rank, all) + ", " + makeMap(rank, kept) + ", " +
           makeMap(rank, kept) + "], iterator_types = [" + loops +
           "]} ins($0 : " + type.str() + ") outs(%l$u, %n$u : " + values.str() +
           ", " + to.str() +
           ") {\n    ^bb0(%x$u: f32, %v$u: f32, %p$u: i32):\n      %i$u = "
           "linalg.index " +
           std::to_string(axis) +
           " : index\n      %j$u = arith.index_cast %i$u : index to i32\n      "
           "%c$u = arith.cmpf ogt, %x$u, %v$u : f32\n      %s$u = arith.select "
           "%c$u, %x$u, %v$u : f32\n      %t$u = arith.select %c$u, %j$u, %p$u "
           ": i32\n      linalg.yield %s$u, %t$u : f32, i32\n    } -> (" +
           values.str() + ", " + to.str() + ")",
       {a}, to, std::max<double>(type.shape[axis], 1));
}

/// Adds rows at positions that are data.
void ProgramGenerator::addScatter() {
  ValueId a = any();
  RandomType type = getType(a);
  if (type.shape.size() != 2)
    return;
  int64_t count = chance.of(extents);
  RandomType places{{count}, "i32"}, rows{{count, type.shape[1]}, type.element};
  ValueId at = like(places), updates = bounded(like(rows), 256);
  std::string e = type.element;
  emit("$r = linalg_ext.scatter ins($1, $2 : " + places.str() + ", " +
           rows.str() + ") outs($0 : " + type.str() +
           ") attributes {start_axes = array<i64: 0>, inserted_axes = "
           "array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = "
           "1} {\n    ^bb0(%a$u: " +
           e + ", %b$u: " + e + "):\n      %s$u = " + op(type, "add") +
           " %a$u, %b$u : " + e + "\n      linalg_ext.yield %s$u : " + e +
           "\n    } -> " + type.str(),
       {a, at, updates}, type,
       magnitudes[a] + magnitudes[updates] * std::max<double>(count, 1));
}

} // namespace dtensor
