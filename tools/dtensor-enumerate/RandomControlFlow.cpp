//===- RandomControlFlow.cpp - Loops, branches and calls by chance --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramGenerator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::SmallVector;

namespace dtensor {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// `value` with its numbers reduced to small ones. Small numbers stay. None is
/// a bound to which larger values are clamped, since in the end all values
/// would be equal to it.
ValueId ProgramGenerator::small(ValueId value) {
  if (magnitudes[value] <= kSmall)
    return value;
  RandomType type = getType(value);
  std::string t = type.str();
  return emit("%d$u = arith.constant dense<" + printNumber(type, kSmall + 1) +
                  "> : " + t + "\n    $r = arith." +
                  (type.isFloat() ? "remf" : "remsi") + " $0, %d$u : " + t,
              {value}, type, kSmall);
}

/// The sum of all elements. It is exact and the same on all devices.
ValueId ProgramGenerator::sum(ValueId value) {
  value = bounded(value, 256);
  RandomType type = getType(value), scalar{{}, type.element};
  if (type == scalar)
    return value;
  SmallVector<int64_t> axes = makeRange<int64_t>(type.shape.size());
  return emit("%i$u = arith.constant dense<" + printNumber(type, 0) +
                  "> : " + scalar.str() + "\n    $r = linalg.reduce { " +
                  op(type, "add") + " } ins($0 : " + type.str() +
                  ") outs(%i$u : " + scalar.str() +
                  ") dimensions = " + printList(axes),
              {value}, scalar,
              magnitudes[value] * std::max<int64_t>(1, type.getNumElements()));
}

/// An existing value of `type`, preferably one that a loop carries, or else a
/// new one.
ValueId ProgramGenerator::pickForwarded(const RandomType &type) {
  SmallVector<ValueId> candidates = llvm::filter_to_vector(
      carried, [&](ValueId value) { return getType(value) == type; });
  return candidates.empty() || chance.isOneIn(3) ? like(type)
                                                 : chance.of(candidates);
}

SmallVector<ValueId> ProgramGenerator::pickCarried() {
  SmallVector<ValueId> values;
  for (size_t i = 0, e = 1 + chance.pick(6); i < e; ++i) {
    // The value has the type of another one, so that they can be exchanged, or
    // is even the same.
    ValueId value = values.empty() || chance.isOneIn(3)
                        ? any()
                        : like(getType(chance.of(values)));
    values.push_back(small(value));
  }
  return values;
}

SmallVector<ValueId>
ProgramGenerator::addArguments(llvm::ArrayRef<ValueId> values) {
  return llvm::map_to_vector(values, [&](ValueId value) {
    return addValue(getType(value), magnitudes[value]);
  });
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

RandomBlock ProgramGenerator::makeBody(unsigned depth,
                                       llvm::ArrayRef<ValueId> arguments,
                                       llvm::ArrayRef<RandomType> yielded,
                                       std::optional<ValueId> bodyCounter,
                                       bool isFunction) {
  RandomBlock body;
  body.isFunction = isFunction;
  body.counter = bodyCounter;
  body.arguments.assign(arguments.begin(), arguments.end());
  llvm::SaveAndRestore outerVisible(visible);
  llvm::SaveAndRestore outerCarried(carried);
  llvm::SaveAndRestore outerCounter(counter);
  llvm::SaveAndRestore outerBlock(block, &body);
  if (isFunction) {
    visible.clear();
    counter.reset();
  }
  // A branch sees the values that the loop around it carries.
  if (!arguments.empty())
    carried.assign(arguments.begin(), arguments.end());
  if (bodyCounter)
    counter = bodyCounter;
  size_t numVisible = visible.size();
  visible.append(arguments.begin(), arguments.end());
  // A branch may only forward values.
  for (size_t i = 0, e = chance.pick(5) + !arguments.empty(); i < e; ++i)
    addStatement(depth + 1);
  for (auto [i, type] : llvm::enumerate(yielded)) {
    bool canStay = i < arguments.size() && getType(arguments[i]) == type;
    std::optional<ValueId> value;
    if (canStay && chance.isOneIn(6)) {
      value = arguments[i];
    } else if (!chance.isOneIn(3)) {
      // The value that the body computed last, or any other.
      SmallVector<ValueId> computed = llvm::filter_to_vector(
          llvm::ArrayRef(visible).drop_front(numVisible + arguments.size()),
          [&](ValueId each) { return getType(each) == type; });
      if (!computed.empty())
        value = chance.isOneIn(2) ? computed.back() : chance.of(computed);
    }
    if (!value)
      value = pickForwarded(type);
    body.yielded.push_back(small(*value));
  }
  return body;
}

void ProgramGenerator::emitFlow(Flow flow, std::string text,
                                llvm::ArrayRef<ValueId> operands,
                                llvm::ArrayRef<RandomType> types,
                                std::vector<RandomBlock> bodies) {
  RandomStatement statement{std::move(text),
                            SmallVector<ValueId>(operands),
                            {},
                            std::move(bodies),
                            flow};
  for (const RandomType &type : types)
    statement.results.push_back(addValue(type, kSmall));
  visible.append(statement.results);
  block->statements.push_back(std::move(statement));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kBounds =
    "%z$u = arith.constant 0 : index\n    %o$u = arith.constant 1 : index\n"
    "    %n$u = arith.constant ";

/// A body that yields values of the types of its arguments, which are those of
/// `inits`.
RandomBlock ProgramGenerator::makeIteration(unsigned depth,
                                            llvm::ArrayRef<ValueId> inits,
                                            llvm::ArrayRef<RandomType> types) {
  SmallVector<ValueId> arguments = addArguments(inits);
  ValueId turns = addValue({{}, "index"}, 0);
  for (ValueId argument : arguments)
    magnitudes[argument] = kSmall;
  return makeBody(depth, arguments, types, turns);
}

void ProgramGenerator::addFor(unsigned depth) {
  SmallVector<ValueId> inits = pickCarried();
  auto types =
      llvm::map_to_vector(inits, [&](ValueId init) { return getType(init); });
  std::vector<RandomBlock> bodies = {makeIteration(depth, inits, types)};
  emitFlow(Flow::Loop,
           kBounds.str() + std::to_string(chance.pick(6)) +
               " : index\n    $r = scf.for $k0 = %z$u to %n$u step %o$u "
               "iter_args($c0) -> ($t) {\n$b0  scf.yield $y0 : $t\n  }",
           inits, types, std::move(bodies));
}

/// A loop that ends after some iterations, or when a sum gets too large, on
/// which all devices must agree.
void ProgramGenerator::addWhile(unsigned depth) {
  SmallVector<ValueId> inits = pickCarried();
  auto types =
      llvm::map_to_vector(inits, [&](ValueId init) { return getType(init); });
  std::vector<RandomBlock> bodies = {makeIteration(depth, inits, types)};
  RandomBlock condition;
  condition.arguments = addArguments(bodies.front().arguments);
  {
    llvm::SaveAndRestore outerVisible(visible);
    llvm::SaveAndRestore outerBlock(block, &condition);
    condition.yielded = {sum(chance.of(condition.arguments))};
  }
  RandomType type = getType(condition.yielded.front());
  bodies.push_back(std::move(condition));
  std::string e = type.element;
  emitFlow(
      Flow::Loop,
      kBounds.str() + std::to_string(chance.pick(6)) +
          " : index\n    %l$u = arith.constant " +
          printNumber(type, static_cast<int64_t>(chance.pick(1000)) - 100) +
          " : " + e +
          "\n    %w$u, $r = scf.while (%c$u = %z$u, $c1) : (index, $t) -> "
          "(index, $t) {\n$b1      %x$u = tensor.extract $y1[] : " +
          type.str() + "\n      %p$u = arith.cmp" +
          (type.isFloat() ? "f ole" : "i sle") + ", %x$u, %l$u : " + e +
          "\n      %q$u = arith.cmpi ult, %c$u, %n$u : index\n      %b$u = "
          "arith.andi %p$u, %q$u : i1\n      scf.condition(%b$u) %c$u, $n1 : "
          "index, $t\n    } do {\n    ^bb0($k0: index, $a0):\n$b0      "
          "%g$u = arith.addi $k0, %o$u : index\n      scf.yield %g$u, $y0 : "
          "index, $t\n    }",
      inits, types, std::move(bodies));
}

/// A function that is called once, or again with its own results. Each call may
/// have other layouts.
void ProgramGenerator::addCall(unsigned depth) {
  SmallVector<ValueId> operands = pickCarried();
  SmallVector<ValueId> arguments = addArguments(operands);
  for (ValueId argument : arguments)
    magnitudes[argument] = kSmall;
  auto types = llvm::map_to_vector(
      operands, [&](ValueId operand) { return getType(operand); });
  bool isTwice = chance.isOneIn(2);
  if (!isTwice)
    types.truncate(1 + chance.pick(types.size()));
  std::vector<RandomBlock> bodies = {
      makeBody(depth, arguments, types, {}, /*isFunction=*/true)};
  if (isTwice)
    emitFlow(Flow::Loop,
             "$q = func.call @f$u($o) : ($p) -> ($t)\n    $r = func.call "
             "@f$u($q) : ($t) -> ($t)",
             operands, types, std::move(bodies));
  else
    emitFlow(Flow::Call, "$r = func.call @f$u($o) : ($p) -> ($t)", operands,
             types, std::move(bodies));
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// A value by which all devices make the same decision: a sum, or the number of
/// iterations.
ValueId ProgramGenerator::pickDecider() {
  if (!counter || chance.isOneIn(3))
    return sum(any());
  addCounter();
  return visible.back();
}

/// Types for which branches have values to forward.
SmallVector<RandomType> ProgramGenerator::pickBranchTypes() {
  SmallVector<RandomType> types;
  for (size_t i = 0, e = 1 + chance.pick(3); i < e; ++i)
    types.push_back(getType(
        carried.empty() || chance.isOneIn(4) ? any() : chance.of(carried)));
  return types;
}

void ProgramGenerator::addIf(unsigned depth) {
  ValueId value = pickDecider();
  RandomType type = getType(value);
  SmallVector<RandomType> types = pickBranchTypes();
  std::vector<RandomBlock> bodies;
  for (size_t i = 0; i < 2; ++i)
    bodies.push_back(makeBody(depth, {}, types));
  emitFlow(Flow::Branch,
           "%x$u = tensor.extract $0[] : " + type.str() +
               "\n    %z$u = arith.constant " + printNumber(type, 0) + " : " +
               type.element + "\n    %p$u = arith.cmp" +
               (type.isFloat() ? "f ogt" : "i sgt") +
               ", %x$u, %z$u : " + type.element +
               "\n    $r = scf.if %p$u -> ($t) {\n$b0  scf.yield $y0 : $t\n  "
               "} else {\n$b1  scf.yield $y1 : $t\n  }",
           value, types, std::move(bodies));
}

void ProgramGenerator::addSwitch(unsigned depth) {
  ValueId value = pickDecider();
  RandomType type = getType(value);
  SmallVector<RandomType> types = pickBranchTypes();
  size_t numCases = 1 + chance.pick(3);
  std::string text = "%x$u = tensor.extract $0[] : " + type.str() + "\n    ";
  text += type.isFloat()
              ? "%k$u = arith.fptosi %x$u : " + type.element + " to i32\n    "
              : "%z$u = arith.constant 0 : i32\n    %k$u = "
                "arith.addi %x$u, %z$u : i32\n    ";
  text += "%n$u = arith.constant " + std::to_string(numCases + 1) +
          " : i32\n    %m$u = arith.remui %k$u, %n$u : i32\n    %i$u = "
          "arith.index_cast %m$u : i32 to index\n    $r = scf.index_switch "
          "%i$u -> $t\n";
  std::vector<RandomBlock> bodies;
  for (size_t i = 0; i <= numCases; ++i) {
    std::string number = std::to_string(i);
    bodies.push_back(makeBody(depth, {}, types));
    text += (i < numCases ? "  case " + number : "  default") + " {\n$b" +
            number + "    scf.yield $y" + number + " : $t\n  }" +
            (i < numCases ? "\n" : "");
  }
  emitFlow(Flow::Branch, std::move(text), value, types, std::move(bodies));
}

void ProgramGenerator::addControlFlow(unsigned depth) {
  using Adder = void (ProgramGenerator::*)(unsigned);
  static constexpr Adder adders[] = {
      &ProgramGenerator::addFor, &ProgramGenerator::addWhile,
      &ProgramGenerator::addIf, &ProgramGenerator::addSwitch,
      &ProgramGenerator::addCall};
  // In a loop, branches on carried values come more often; elsewhere, loops.
  if (chance.isOneIn(3)) {
    if (carried.empty())
      return addFor(depth);
    return addSwitch(depth);
  }
  (this->*adders[chance.pick(std::size(adders))])(depth);
}

//===----------------------------------------------------------------------===//
// Iterations
//===----------------------------------------------------------------------===//

/// The number of iterations of the loop around, as a tensor.
void ProgramGenerator::addCounter() {
  if (!counter)
    return addBinary();
  emit("%c$u = arith.index_cast $0 : index to i32\n    $r = "
       "tensor.from_elements %c$u : tensor<i32>",
       {*counter}, {{}, "i32"}, 6);
}

/// Writes or reads a row at the loop's counter.
void ProgramGenerator::addUpdateAtCounter() {
  ValueId a = any();
  RandomType type = getType(a), row = type;
  if (!counter || type.getNumElements() == 0 || type.shape.empty())
    return addInsertSlice();
  unsigned axis = chance.pick(type.shape.size());
  row.shape[axis] = 1;
  std::string starts;
  for (unsigned i = 0; i < type.shape.size(); ++i)
    starts += std::string(i ? ", " : "") + (i == axis ? "$1" : "%z$u");
  std::string zero = "%z$u = arith.constant 0 : index\n    ";
  // Starts beyond the end are clamped.
  if (chance.isOneIn(3)) {
    emit(zero + empty(row) +
             "$r = linalg_ext.dynamic_slice ins($0 : " + type.str() + ") at [" +
             starts + "] sizes = " + printList(row.shape) +
             " outs(%e$u : " + row.str() + ") -> " + row.str(),
         {a, *counter}, row, magnitudes[a]);
    return;
  }
  ValueId update = like(row);
  emit(zero + "$r = linalg_ext.dynamic_update_slice ins($2 : " + row.str() +
           ") at [" + starts + "] outs($0 : " + type.str() + ") -> " +
           type.str(),
       {a, *counter, update}, type,
       std::max(magnitudes[a], magnitudes[update]));
}

/// Writes one element: at the loop's counter, or anywhere.
void ProgramGenerator::addElementAtCounter() {
  ValueId a = any();
  RandomType type = getType(a);
  if (type.getNumElements() == 0)
    return;
  std::string places, names;
  SmallVector<ValueId> operands = {a, sum(any())};
  RandomType scalar = getType(operands[1]);
  if (scalar.element != type.element)
    return;
  if (counter)
    operands.push_back(*counter);
  for (auto [axis, extent] : llvm::enumerate(type.shape)) {
    std::string i = std::to_string(axis) + "$u";
    places += "%e" + i + " = arith.constant " +
              std::to_string(counter ? extent : chance.pick(extent)) +
              " : index\n    ";
    if (counter)
      places += "%i" + i + " = arith.remui $2, %e" + i + " : index\n    ";
    names += (axis ? ", " : "") + std::string(counter ? "%i" : "%e") + i;
  }
  emit(places + "%x$u = tensor.extract $1[] : " + scalar.str() +
           "\n    $r = tensor.insert %x$u into $0[" + names +
           "] : " + type.str(),
       operands, type, std::max(magnitudes[a], magnitudes[operands[1]]));
}

} // namespace dtensor
