//===- ProgramGenerator.cpp - Statements by chance ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramGenerator.h"

#include "dtensor/Layout/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::SmallVector;

namespace dtensor {

std::string makeMap(unsigned numLoops, llvm::ArrayRef<unsigned> loops) {
  auto print = [](unsigned loop) { return "d" + std::to_string(loop); };
  return "affine_map<(" +
         llvm::join(llvm::map_range(llvm::seq(numLoops), print), ", ") +
         ") -> (" + llvm::join(llvm::map_range(loops, print), ", ") + ")>";
}

std::string printList(llvm::ArrayRef<int64_t> numbers) {
  return "[" +
         llvm::join(llvm::map_range(
                        numbers, [](int64_t n) { return std::to_string(n); }),
                    ", ") +
         "]";
}

std::string printNumber(const RandomType &type, int64_t value) {
  return std::to_string(value) + (type.isFloat() ? ".0" : "");
}

std::string printLoops(unsigned count, llvm::StringRef kind) {
  return llvm::join(std::vector<std::string>(count, ("\"" + kind + "\"").str()),
                    ", ");
}

/// `value` with no element beyond `magnitude`.
ValueId ProgramGenerator::bounded(ValueId value, double magnitude) {
  if (magnitudes[value] <= magnitude)
    return value;
  RandomType type = getType(value);
  std::string t = type.str();
  auto constant = [&](llvm::StringRef name, int64_t limit) {
    return "%" + name.str() + "$u = arith.constant dense<" +
           printNumber(type, limit) + "> : " + t + "\n    ";
  };
  std::string low = type.isFloat() ? "maximumf" : "maxsi";
  std::string high = type.isFloat() ? "minimumf" : "minsi";
  return emit(constant("l", -magnitude) + constant("h", magnitude) +
                  "%m$u = arith." + low + " $0, %l$u : " + t +
                  "\n    $r = arith." + high + " %m$u, %h$u : " + t,
              {value}, type, magnitude);
}

/// A value of `type`: one that is there, or else a new one.
ValueId ProgramGenerator::like(const RandomType &type) {
  SmallVector<ValueId> candidates;
  for (ValueId value : visible)
    if (getType(value) == type)
      candidates.push_back(value);
  if (!candidates.empty() && !chance.isOneIn(8))
    return chance.of(candidates);
  int64_t value = static_cast<int64_t>(chance.pick(7)) - 3;
  if (chance.isOneIn(2) || type.shape.empty())
    return emit("$r = arith.constant dense<" + printNumber(type, value) +
                    "> : " + type.str(),
                {}, type, 3);
  // Positions: `linalg.index` is global.
  unsigned axis = chance.pick(type.shape.size());
  unsigned rank = type.shape.size();
  SmallVector<unsigned> all = makeRange<unsigned>(rank);
  std::string cast =
      type.isFloat()
          ? "%c$u = arith.index_cast %i$u : index to i32\n"
            "      %x$u = arith.sitofp %c$u : i32 to " +
                type.element
          : "%x$u = arith.index_cast %i$u : index to " + type.element;
  return emit(empty(type) + "$r = linalg.generic {indexing_maps = [" +
                  makeMap(rank, all) + "], iterator_types = [" +
                  printLoops(rank, "parallel") + "]} outs(%e$u : " +
                  type.str() + ") {\n    ^bb0(%o$u: " + type.element +
                  "):\n      %i$u = linalg.index " + std::to_string(axis) +
                  " : index\n      " + cast + "\n      linalg.yield %x$u : " +
                  type.element + "\n    } -> " + type.str(),
              {}, type, type.shape[axis] + 1.0);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// A few statements that give a small value of type `yielded`.
RandomBlock ProgramGenerator::makeBody(unsigned depth,
                                       llvm::ArrayRef<ValueId> arguments,
                                       const RandomType &yielded,
                                       bool isFunction) {
  RandomBlock body;
  body.isFunction = isFunction;
  RandomBlock *outer = std::exchange(block, &body);
  SmallVector<ValueId> outside = visible;
  if (isFunction)
    visible.clear();
  size_t numVisible = visible.size();
  body.arguments.assign(arguments.begin(), arguments.end());
  visible.append(arguments.begin(), arguments.end());
  for (size_t i = 0, e = 1 + chance.pick(4); i < e; ++i)
    addStatement(depth + 1);
  // What was computed last, if it is of the type.
  ValueId last = like(yielded);
  for (ValueId value : llvm::ArrayRef(visible).drop_front(numVisible))
    if (getType(value) == yielded)
      last = value;
  body.yielded = bounded(last, kSmall);
  visible = std::move(outside);
  block = outer;
  return body;
}

void ProgramGenerator::addFor(unsigned depth) {
  ValueId init = bounded(any(), kSmall);
  RandomType type = getType(init);
  ValueId argument = addValue(type, kSmall);
  std::vector<RandomBlock> bodies = {makeBody(depth, argument, type)};
  std::string t = type.str();
  emit("%z$u = arith.constant 0 : index\n    %o$u = arith.constant 1 : "
       "index\n    %n$u = arith.constant " +
           std::to_string(chance.pick(4)) +
           " : index\n    $r = scf.for %k$u = %z$u to %n$u step %o$u "
           "iter_args($a0 = $0) -> " +
           t + " {\n$b0  scf.yield $y0 : " + t + "\n  }",
       {init}, type, kSmall, std::move(bodies));
}

/// A branch on a value that is reduced first.
/// A loop that ends after some turns, or when a sum gets too large: all devices
/// must agree on it.
void ProgramGenerator::addWhile(unsigned depth) {
  ValueId init = bounded(any(), kSmall);
  RandomType type = getType(init);
  ValueId argument = addValue(type, kSmall);
  std::vector<RandomBlock> bodies = {makeBody(depth, argument, type)};
  RandomType scalar{{}, type.element};
  std::string t = type.str(), e = type.element;
  SmallVector<int64_t> axes = makeRange<int64_t>(type.shape.size());
  emit("%z$u = arith.constant 0 : index\n    %o$u = arith.constant 1 : "
       "index\n    %n$u = arith.constant " +
           std::to_string(chance.pick(4)) +
           " : index\n    %l$u = arith.constant " +
           printNumber(type, static_cast<int64_t>(chance.pick(40)) - 10) +
           " : " + e + "\n    %i$u = arith.constant dense<" +
           printNumber(type, 0) + "> : " + scalar.str() +
           "\n    %k$u, $r = scf.while (%c$u = %z$u, %v$u = $0) : (index, " +
           t + ") -> (index, " + t + ") {\n      %t$u = linalg.reduce { " +
           op(type, "add") + " } ins(%v$u : " + t + ") outs(%i$u : " +
           scalar.str() + ") dimensions = " + printList(axes) +
           "\n      %x$u = tensor.extract %t$u[] : " + scalar.str() +
           "\n      %p$u = arith.cmp" + (type.isFloat() ? "f ole" : "i sle") +
           ", %x$u, %l$u : " + e +
           "\n      %q$u = arith.cmpi ult, %c$u, %n$u : index\n      %b$u = "
           "arith.andi %p$u, %q$u : i1\n      scf.condition(%b$u) %c$u, %v$u : "
           "index, " +
           t + "\n    } do {\n    ^bb0(%d$u: index, $a0: " + t +
           "):\n$b0      %g$u = arith.addi %d$u, %o$u : index\n      scf.yield "
           "%g$u, $y0 : index, " +
           t + "\n    }",
       {init}, type, kSmall, std::move(bodies));
}

/// A function that is called once, or again with what it returned: each call
/// may have other layouts.
void ProgramGenerator::addCall(unsigned depth) {
  SmallVector<ValueId> operands = {bounded(any(), kSmall),
                                   bounded(any(), kSmall)};
  std::string types;
  SmallVector<ValueId> arguments;
  for (ValueId operand : operands) {
    types += (types.empty() ? "" : ", ") + getType(operand).str();
    arguments.push_back(addValue(getType(operand), kSmall));
  }
  RandomType type = getType(operands[0]);
  std::vector<RandomBlock> bodies = {
      makeBody(depth, arguments, type, /*isFunction=*/true)};
  std::string suffix = " : (" + types + ") -> " + type.str();
  bool isTwice = chance.isOneIn(2);
  emit(isTwice ? "%t$u = func.call @f$u($0, $1)" + suffix +
                     "\n    $r = func.call @f$u(%t$u, $1)" + suffix
               : "$r = func.call @f$u($0, $1)" + suffix,
       operands, type, kSmall, std::move(bodies));
}

void ProgramGenerator::addIf(unsigned depth) {
  ValueId value = bounded(any(), 256);
  RandomType type = getType(value), yielded = getType(any());
  SmallVector<int64_t> axes = makeRange<int64_t>(type.shape.size());
  RandomType scalar{{}, type.element};
  std::vector<RandomBlock> bodies;
  bodies.push_back(makeBody(depth, {}, yielded));
  bodies.push_back(makeBody(depth, {}, yielded));
  std::string t = yielded.str();
  std::string zero = printNumber(type, 0);
  emit("%i$u = arith.constant dense<" + zero + "> : " + scalar.str() +
           "\n    %t$u = linalg.reduce { " + op(type, "add") +
           " } ins($0 : " + type.str() + ") outs(%i$u : " + scalar.str() +
           ") dimensions = " + printList(axes) +
           "\n    %x$u = tensor.extract %t$u[] : " + scalar.str() +
           "\n    %z$u = arith.constant " + zero + " : " + type.element +
           "\n    %p$u = arith.cmp" + (type.isFloat() ? "f ogt" : "i sgt") +
           ", %x$u, %z$u : " + type.element + "\n    $r = scf.if %p$u -> " + t +
           " {\n$b0  scf.yield $y0 : " + t +
           "\n  } else {\n$b1  scf.yield $y1 : " + t + "\n  }",
       {value}, yielded, kSmall, std::move(bodies));
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

void ProgramGenerator::addStatement(unsigned depth) {
  --numLeft;
  addOneOf(depth);
  ValueId value = visible.back();
  if (magnitudes[value] <= kMaxMagnitude)
    return;
  bounded(value, kSmall);
  llvm::erase(visible, value);
}

void ProgramGenerator::addOneOf(unsigned depth) {
  using Adder = void (ProgramGenerator::*)();
  // Some stand here more than once: they come more often.
  static constexpr Adder adders[] = {
      &ProgramGenerator::addUnary,        &ProgramGenerator::addBinary,
      &ProgramGenerator::addBinary,       &ProgramGenerator::addBinary,
      &ProgramGenerator::addSelect,       &ProgramGenerator::addBroadcast,
      &ProgramGenerator::addTranspose,    &ProgramGenerator::addReduction,
      &ProgramGenerator::addReduction,    &ProgramGenerator::addContraction,
      &ProgramGenerator::addContraction,  &ProgramGenerator::addSlice,
      &ProgramGenerator::addInsertSlice,  &ProgramGenerator::addPad,
      &ProgramGenerator::addConcat,       &ProgramGenerator::addReshape,
      &ProgramGenerator::addFactory,      &ProgramGenerator::addLookup,
      &ProgramGenerator::addScalarUse,    &ProgramGenerator::addMovement,
      &ProgramGenerator::addDynamicSlice, &ProgramGenerator::addScatter,
      &ProgramGenerator::addSort,         &ProgramGenerator::addScan,
      &ProgramGenerator::addPositions,    &ProgramGenerator::addConstraint};
  size_t number = chance.pick(std::size(adders) + 3);
  if (number < std::size(adders))
    return (this->*adders[number])();
  if (depth >= 2)
    return addBinary();
  switch (chance.pick(4)) {
  case 0:
    return addFor(depth);
  case 1:
    return addWhile(depth);
  case 2:
    return addCall(depth);
  default:
    addIf(depth);
  }
}

void ProgramGenerator::addConstraint() {
  ValueId a = any();
  Mesh mesh = llvm::cantFail(Mesh::parse(program.mesh));
  RandomType type = getType(a);
  Layout layout = llvm::cantFail(Layout::parse(mesh, makeLayout(type)));
  // In the IR's spelling; partial only where the program says so.
  std::string axes;
  for (const DimList &dims : layout.getAxes()) {
    std::string names;
    for (unsigned dim : dims)
      names += (names.empty() ? "" : " + ") + mesh.getName(dim).str();
    axes += (axes.empty() ? "" : ", ") +
            (names.empty() ? std::string("unsharded") : names);
  }
  emit("$r = dtensor.constrain $0 : " + type.str() +
           " to #dtensor.layout<@mesh, [" + axes + "]>",
       {a}, type, magnitudes[a]);
}

std::string ProgramGenerator::makeLayout(const RandomType &type) {
  Mesh mesh = llvm::cantFail(Mesh::parse(program.mesh));
  Layout layout(type.shape.size());
  SmallVector<unsigned> dims = makeRange<unsigned>(mesh.getNumDimensions());
  if (chance.isOneIn(2))
    std::reverse(dims.begin(), dims.end());
  SmallVector<PartialDim> partial;
  for (unsigned dim : dims) {
    if (chance.isOneIn(10)) {
      partial.push_back({dim, Combiner::Add});
    } else if (!type.shape.empty() && !chance.isOneIn(3)) {
      unsigned axis = chance.pick(type.shape.size());
      DimList list(layout.getAxis(axis));
      list.push_back(dim);
      layout.setAxis(axis, list);
    }
  }
  llvm::sort(partial, [](const PartialDim &a, const PartialDim &b) {
    return a.dim < b.dim;
  });
  layout.setPartial(partial);
  return layout.str(mesh);
}

void ProgramGenerator::addLayouts() {
  for (ValueId argument : program.body.arguments)
    if (!chance.isOneIn(3))
      program.argumentLayouts[argument] = makeLayout(getType(argument));
  for (unsigned i = 0; i < program.results.size(); ++i)
    if (chance.isOneIn(3))
      program.resultLayouts[i] = makeLayout(getType(program.results[i]));
}

RandomProgram ProgramGenerator::run() {
  constexpr std::array<int64_t, 12> all = {12, 7, 5,  4, 6, 3,
                                           8,  2, 13, 1, 9, 0};
  for (unsigned i = 0; i < 3; ++i)
    extents.push_back(
        all[std::min(chance.pick(all.size()), chance.pick(all.size()))]);
  constexpr std::array<const char *, 6> meshes = {
      "x=2", "x=3", "x=4", "x=2,y=2", "x=2,y=3", "x=2,y=2,z=2"};
  program.mesh = chance.of(meshes);
  block = &program.body;
  for (size_t i = 0, e = 2 + chance.pick(4); i < e; ++i) {
    RandomType type{{}, chance.isOneIn(2) ? "f32" : "i32"};
    for (size_t rank = i == 0 ? 2 : chance.pick(kMaxRank + 1); rank > 0; --rank)
      type.shape.push_back(chance.of(extents));
    ValueId value = addValue(type, 3);
    program.body.arguments.push_back(value);
    visible.push_back(value);
  }
  while (numLeft > 0)
    addStatement(/*depth=*/0);
  for (size_t i = 0, e = 1 + chance.pick(3); i < e; ++i)
    program.results.push_back(any());
  program.results.push_back(visible.back());
  addLayouts();
  program.dropUnused();
  return std::move(program);
}

RandomProgram makeRandomProgram(uint64_t seed, unsigned numStatements) {
  return ProgramGenerator(seed, numStatements).run();
}

} // namespace dtensor
