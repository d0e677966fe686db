//===- RandomArithmetic.cpp - Elementwise statements and sums -------------===//
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
// Elementwise
//===----------------------------------------------------------------------===//

void ProgramGenerator::addUnary() {
  ValueId value = any();
  RandomType type = getType(value);
  if (chance.isOneIn(3)) {
    RandomType to = type;
    to.element = type.isFloat() ? "i32" : "f32";
    emit("$r = arith." + std::string(type.isFloat() ? "fptosi" : "sitofp") +
             " $0 : " + type.str() + " to " + to.str(),
         {value}, to, magnitudes[value]);
    return;
  }
  std::string name = type.isFloat()
                         ? chance.isOneIn(2) ? "arith.negf" : "math.absf"
                         : "math.absi";
  emit("$r = " + name + " $0 : " + type.str(), {value}, type,
       magnitudes[value]);
}

void ProgramGenerator::addBinary() {
  ValueId a = any();
  RandomType type = getType(a);
  ValueId b = like(type);
  std::string suffix = type.isFloat() ? "f" : "i";
  switch (chance.pick(4)) {
  case 0:
    emit("$r = arith.add" + suffix + " $0, $1 : " + type.str(), {a, b}, type,
         magnitudes[a] + magnitudes[b]);
    return;
  case 1:
    emit("$r = arith.sub" + suffix + " $0, $1 : " + type.str(), {a, b}, type,
         magnitudes[a] + magnitudes[b]);
    return;
  case 2:
    a = bounded(a, 1024), b = bounded(b, 1024);
    emit("$r = arith.mul" + suffix + " $0, $1 : " + type.str(), {a, b}, type,
         magnitudes[a] * magnitudes[b]);
    return;
  default:
    emit(std::string("$r = arith.") + (type.isFloat() ? "maximumf" : "minsi") +
             " $0, $1 : " + type.str(),
         {a, b}, type, std::max(magnitudes[a], magnitudes[b]));
  }
}

void ProgramGenerator::addSelect() {
  ValueId a = any();
  RandomType type = getType(a);
  ValueId b = like(type), c = like(type);
  RandomType bits = type;
  bits.element = "i1";
  emit("%p$u = arith.cmp" + std::string(type.isFloat() ? "f olt" : "i slt") +
           ", $0, $1 : " + type.str() +
           "\n    $r = arith.select %p$u, $2, $0 : " + bits.str() + ", " +
           type.str(),
       {a, b, c}, type, std::max(magnitudes[a], magnitudes[c]));
}

void ProgramGenerator::addTranspose() {
  ValueId a = any();
  RandomType type = getType(a);
  // Upstream's verifier crashes on the transpose of a scalar.
  if (type.shape.empty())
    return;
  SmallVector<int64_t> order = makeRange<int64_t>(type.shape.size());
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[chance.pick(i)]);
  RandomType to = type;
  for (auto [axis, from] : llvm::enumerate(order))
    to.shape[axis] = type.shape[from];
  emit(empty(to) + "$r = linalg.transpose ins($0 : " + type.str() +
           ") outs(%e$u : " + to.str() + ") permutation = " + printList(order),
       {a}, to, magnitudes[a]);
}

void ProgramGenerator::addBroadcast() {
  ValueId a = any();
  RandomType type = getType(a), to = type;
  int64_t extent = chance.of(extents);
  if (type.shape.size() >= kMaxRank ||
      type.getNumElements() * extent > kMaxElements)
    return;
  int64_t axis = chance.pick(type.shape.size() + 1);
  to.shape.insert(to.shape.begin() + axis, extent);
  emit(empty(to) + "$r = linalg.broadcast ins($0 : " + type.str() +
           ") outs(%e$u : " + to.str() + ") dimensions = " + printList({axis}),
       {a}, to, magnitudes[a]);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

std::string ProgramGenerator::pickCombiner(const RandomType &type,
                                           double &growth, double count) {
  growth = 1;
  if (chance.isOneIn(3))
    return type.isFloat() ? "arith.maximumf" : "arith.maxsi";
  if (chance.isOneIn(4))
    return type.isFloat() ? "arith.minimumf" : "arith.minsi";
  growth = count;
  return op(type, "add");
}

void ProgramGenerator::addReduction() {
  ValueId a = bounded(any(), 256);
  RandomType type = getType(a), to = type;
  if (type.shape.empty())
    return;
  to.shape.clear();
  SmallVector<int64_t> axes;
  double count = 1;
  for (auto [axis, extent] : llvm::enumerate(type.shape)) {
    if (axes.empty() ? axis + 1 == type.shape.size() || chance.isOneIn(2)
                     : chance.isOneIn(3)) {
      axes.push_back(axis);
      count *= extent;
    } else {
      to.shape.push_back(extent);
    }
  }
  ValueId init = bounded(like(to), 256);
  double growth;
  std::string combiner = pickCombiner(type, growth, count);
  emit("$r = linalg.reduce { " + combiner + " } ins($0 : " + type.str() +
           ") outs($1 : " + to.str() + ") dimensions = " + printList(axes),
       {a, init}, to, magnitudes[a] * growth + magnitudes[init]);
}

/// Adds a product of two values over random common loops.
void ProgramGenerator::addContraction() {
  ValueId a = any();
  SmallVector<ValueId> others;
  for (ValueId value : visible)
    if (getType(value).element == getType(a).element)
      others.push_back(value);
  ValueId b = chance.of(others);
  a = bounded(a, 8), b = bounded(b, 8);
  RandomType left = getType(a), right = getType(b);
  Shape loopExtents(left.shape);
  SmallVector<unsigned> leftLoops = makeRange<unsigned>(left.shape.size());
  SmallVector<unsigned> rightLoops;
  for (int64_t extent : right.shape) {
    auto it = llvm::find_if(leftLoops, [&](unsigned loop) {
      return loopExtents[loop] == extent &&
             !llvm::is_contained(rightLoops, loop);
    });
    if (it != leftLoops.end() && !chance.isOneIn(4)) {
      rightLoops.push_back(*it);
      continue;
    }
    rightLoops.push_back(loopExtents.size());
    loopExtents.push_back(extent);
  }
  SmallVector<unsigned> kept;
  std::string kinds;
  RandomType to{{}, left.element};
  double count = 1, work = 1;
  for (unsigned loop = 0; loop < loopExtents.size(); ++loop) {
    bool shared =
        loop < left.shape.size() && llvm::is_contained(rightLoops, loop);
    bool keep = kept.size() < kMaxRank && !chance.isOneIn(shared ? 2 : 6);
    kinds += (kinds.empty() ? "\"" : ", \"");
    kinds += keep ? "parallel\"" : "reduction\"";
    work *= loopExtents[loop];
    if (keep)
      kept.push_back(loop);
    else
      count *= loopExtents[loop];
  }
  for (size_t i = kept.size(); i > 1 && chance.isOneIn(2); --i)
    std::swap(kept[i - 1], kept[chance.pick(i)]);
  for (unsigned loop : kept)
    to.shape.push_back(loopExtents[loop]);
  if (work > 10 * kMaxElements || to.getNumElements() > kMaxElements)
    return;
  ValueId init = like(to);
  unsigned n = loopExtents.size();
  std::string e = to.element;
  emit("$r = linalg.generic {indexing_maps = [" + makeMap(n, leftLoops) + ", " +
           makeMap(n, rightLoops) + ", " + makeMap(n, kept) +
           "], iterator_types = [" + kinds + "]} ins($0, $1 : " + left.str() +
           ", " + right.str() + ") outs($2 : " + to.str() +
           ") {\n    ^bb0(%a$u: " + e + ", %b$u: " + e + ", %c$u: " + e +
           "):\n      %p$u = " + op(to, "mul") + " %a$u, %b$u : " + e +
           "\n      %s$u = " + op(to, "add") + " %c$u, %p$u : " + e +
           "\n      linalg.yield %s$u : " + e + "\n    } -> " + to.str(),
       {a, b, init}, to,
       magnitudes[a] * magnitudes[b] * std::max(count, 1.0) + magnitudes[init]);
}

} // namespace dtensor
