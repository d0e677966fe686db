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

/// A value of `type`: an existing one, or else a new one.
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
  // Positions are global: those of `linalg.index`.
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
  // Some are listed more than once, so that they are chosen more often.
  static constexpr Adder adders[] = {&ProgramGenerator::addUnary,
                                     &ProgramGenerator::addBinary,
                                     &ProgramGenerator::addBinary,
                                     &ProgramGenerator::addBinary,
                                     &ProgramGenerator::addSelect,
                                     &ProgramGenerator::addBroadcast,
                                     &ProgramGenerator::addTranspose,
                                     &ProgramGenerator::addReduction,
                                     &ProgramGenerator::addReduction,
                                     &ProgramGenerator::addContraction,
                                     &ProgramGenerator::addContraction,
                                     &ProgramGenerator::addSlice,
                                     &ProgramGenerator::addInsertSlice,
                                     &ProgramGenerator::addPad,
                                     &ProgramGenerator::addConcat,
                                     &ProgramGenerator::addReshape,
                                     &ProgramGenerator::addFactory,
                                     &ProgramGenerator::addLookup,
                                     &ProgramGenerator::addScalarUse,
                                     &ProgramGenerator::addMovement,
                                     &ProgramGenerator::addDynamicSlice,
                                     &ProgramGenerator::addScatter,
                                     &ProgramGenerator::addSort,
                                     &ProgramGenerator::addScan,
                                     &ProgramGenerator::addPositions,
                                     &ProgramGenerator::addConstraint,
                                     &ProgramGenerator::addCounter,
                                     &ProgramGenerator::addUpdateAtCounter,
                                     &ProgramGenerator::addElementAtCounter};
  if (depth < (isFlow ? 3 : 2) && chance.isOneIn(isFlow ? 3 : 10))
    return addControlFlow(depth);
  (this->*adders[chance.pick(std::size(adders))])();
}

void ProgramGenerator::addConstraint() {
  ValueId a = any();
  Mesh mesh = llvm::cantFail(Mesh::parse(program.mesh));
  RandomType type = getType(a);
  Layout layout = llvm::cantFail(Layout::parse(mesh, makeLayout(type)));
  // The layout is in the IR's spelling. It is partial only where the program
  // asks for it.
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
  for (unsigned i = 0; i < (isFlow ? 2 : 3); ++i)
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
    // Values of one type can be exchanged.
    if (isFlow && i > 0 && chance.isOneIn(2))
      type = getType(chance.of(visible));
    ValueId value = addValue(type, 3);
    program.body.arguments.push_back(value);
    visible.push_back(value);
  }
  while (numLeft > 0)
    addStatement(/*depth=*/0);
  for (size_t i = 0, e = 1 + chance.pick(isFlow ? 5 : 3); i < e; ++i)
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
