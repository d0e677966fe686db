//===- RandomSimplification.cpp - Simpler random programs -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace dtensor {

size_t RandomProgram::getSize() const {
  size_t size = body.arguments.size() + results.size() +
                argumentLayouts.size() + resultLayouts.size();
  walkBackwards(body, [&](const RandomStatement &statement) {
    size += 4 + 2 * statement.results.size() + 4 * statement.bodies.size();
  });
  return size;
}

//===----------------------------------------------------------------------===//
// Statements on which no result depends
//===----------------------------------------------------------------------===//

/// Erases the elements of `values` for which `isDropped` is true.
static void eraseAt(llvm::SmallVector<ValueId> &values,
                    llvm::ArrayRef<bool> isDropped) {
  llvm::SmallVector<ValueId> kept;
  for (auto [value, drops] : llvm::zip_equal(values, isDropped))
    if (!drops)
      kept.push_back(value);
  values = std::move(kept);
}

/// Whether each of `values` is unused.
static llvm::SmallVector<bool> findUnused(llvm::ArrayRef<ValueId> values,
                                          const std::set<ValueId> &used) {
  llvm::SmallVector<bool> isUnused;
  for (ValueId value : values)
    isUnused.push_back(!used.count(value));
  return isUnused;
}

/// Drops statements whose results are not in `used`, and adds the operands of
/// the others to `used`.
static void dropUnused(RandomBlock &block, std::set<ValueId> &used) {
  std::vector<RandomStatement> kept;
  for (RandomStatement &statement : llvm::reverse(block.statements)) {
    llvm::SmallVector<bool> isUnused = findUnused(statement.results, used);
    if (!llvm::is_contained(isUnused, false))
      continue;
    // A loop may need a value for its next iteration that is not used after the
    // last.
    if (statement.flow == Flow::Branch || statement.flow == Flow::Call) {
      eraseAt(statement.results, isUnused);
      for (RandomBlock &body : statement.bodies)
        eraseAt(body.yielded, isUnused);
    }
    for (RandomBlock &body : llvm::reverse(statement.bodies)) {
      used.insert(body.yielded.begin(), body.yielded.end());
      dropUnused(body, used);
    }
    if (statement.flow == Flow::Call) {
      RandomBlock &body = statement.bodies.front();
      llvm::SmallVector<bool> isUnread = findUnused(body.arguments, used);
      eraseAt(body.arguments, isUnread);
      eraseAt(statement.operands, isUnread);
    }
    used.insert(statement.operands.begin(), statement.operands.end());
    kept.push_back(std::move(statement));
  }
  std::reverse(kept.begin(), kept.end());
  block.statements = std::move(kept);
}

void RandomProgram::dropUnused() {
  std::set<ValueId> used(results.begin(), results.end());
  dtensor::dropUnused(body, used);
  llvm::erase_if(body.arguments,
                 [&](ValueId value) { return !used.count(value); });
  std::erase_if(argumentLayouts,
                [&](const auto &entry) { return !used.count(entry.first); });
}

//===----------------------------------------------------------------------===//
// One step
//===----------------------------------------------------------------------===//

static void replaceUses(RandomProgram &program, ValueId from, ValueId to) {
  auto replace = [&](ValueId &value) {
    if (value == from)
      value = to;
  };
  llvm::for_each(program.results, replace);
  walkBackwards(program.body, [&](RandomStatement &statement) {
    llvm::for_each(statement.operands, replace);
    for (RandomBlock &body : statement.bodies)
      llvm::for_each(body.yielded, replace);
  });
}

static void replaceUses(RandomProgram &program, llvm::ArrayRef<ValueId> from,
                        llvm::ArrayRef<ValueId> to) {
  for (auto [one, other] : llvm::zip(from, to))
    replaceUses(program, one, other);
}

/// Replaces the statement whose first result is `result` by the statements of a
/// body: one iteration of a loop, or one branch.
static void inlineBody(RandomProgram &program, RandomBlock &block,
                       ValueId result, size_t number) {
  for (size_t i = 0; i < block.statements.size(); ++i) {
    RandomStatement &statement = block.statements[i];
    if (statement.results.front() != result) {
      for (RandomBlock &body : statement.bodies)
        inlineBody(program, body, result, number);
      continue;
    }
    RandomStatement old = std::move(statement);
    RandomBlock body = std::move(old.bodies[number]);
    std::vector<RandomStatement> inlined;
    if (body.counter)
      inlined.push_back(
          {"$r = arith.constant 0 : index", {}, {*body.counter}, {}});
    inlined.insert(inlined.end(), body.statements.begin(),
                   body.statements.end());
    block.statements.erase(block.statements.begin() + i);
    block.statements.insert(block.statements.begin() + i, inlined.begin(),
                            inlined.end());
    replaceUses(program, body.arguments, old.operands);
    // An argument may be yielded unchanged.
    for (ValueId &value : body.yielded)
      for (auto [argument, operand] : llvm::zip(body.arguments, old.operands))
        if (value == argument) {
          value = operand;
          break;
        }
    replaceUses(program, old.results, body.yielded);
    return;
  }
}

/// Makes a loop carry one value less, which keeps its initial value.
static void carryLess(RandomProgram &program, ValueId result, size_t position) {
  walkBackwards(program.body, [&](RandomStatement &statement) {
    if (statement.results.front() != result)
      return;
    ValueId operand = statement.operands[position];
    replaceUses(program, statement.results[position], operand);
    statement.results.erase(statement.results.begin() + position);
    statement.operands.erase(statement.operands.begin() + position);
    RandomBlock &first = statement.bodies.front();
    first.yielded.erase(first.yielded.begin() + position);
    for (RandomBlock &body : statement.bodies) {
      replaceUses(program, body.arguments[position], operand);
      body.arguments.erase(body.arguments.begin() + position);
    }
    // This name is unused now.
    result = std::numeric_limits<ValueId>::max();
  });
}

//===----------------------------------------------------------------------===//
// All steps
//===----------------------------------------------------------------------===//

std::vector<RandomProgram> RandomProgram::simplify() const {
  std::vector<RandomProgram> simpler;
  auto add = [&](llvm::function_ref<void(RandomProgram &)> change) {
    RandomProgram program = *this;
    change(program);
    program.dropUnused();
    if (program.getSize() < getSize())
      simpler.push_back(std::move(program));
  };
  // Keep one result alone.
  for (size_t kept = 0; results.size() > 1 && kept < results.size(); ++kept)
    add([&](RandomProgram &program) {
      program.results = {results[kept]};
      program.resultLayouts.clear();
      if (auto it = resultLayouts.find(kept); it != resultLayouts.end())
        program.resultLayouts[0] = it->second;
    });
  // Or remove one result: values may have to be read together.
  for (size_t left = 0; results.size() > 1 && left < results.size(); ++left)
    add([&](RandomProgram &program) {
      program.results.erase(program.results.begin() + left);
      program.resultLayouts.clear();
    });
  // Replace the results of a statement by arguments.
  std::vector<llvm::SmallVector<ValueId>> computed;
  walkBackwards(body, [&](const RandomStatement &statement) {
    if (types[statement.results.front()].isIndex())
      return;
    computed.push_back(statement.results);
    if (statement.results.size() > 1)
      for (ValueId result : statement.results)
        computed.push_back({result});
  });
  // The middle comes first, since it removes most.
  if (!computed.empty())
    std::rotate(computed.begin(), computed.begin() + computed.size() / 2,
                computed.end());
  for (llvm::ArrayRef<ValueId> values : computed)
    add([&](RandomProgram &program) {
      for (ValueId value : values) {
        ValueId argument = program.types.size();
        program.types.push_back(types[value]);
        program.body.arguments.push_back(argument);
        replaceUses(program, value, argument);
      }
    });
  // Replace a loop by one iteration, or a branch by one of its bodies.
  walkBackwards(body, [&](const RandomStatement &statement) {
    size_t count = statement.flow == Flow::Branch ? statement.bodies.size() : 1;
    for (size_t number = 0; statement.flow != Flow::None && number < count;
         ++number)
      add([&](RandomProgram &program) {
        inlineBody(program, program.body, statement.results.front(), number);
      });
  });
  // Make loops carry less.
  walkBackwards(body, [&](const RandomStatement &statement) {
    if (statement.flow == Flow::Loop && statement.results.size() > 1)
      for (size_t position : llvm::seq(statement.results.size()))
        add([&](RandomProgram &program) {
          carryLess(program, statement.results.front(), position);
        });
  });
  // Replace the results of a statement by its operands, or by the values that a
  // branch yields.
  walkBackwards(body, [&](const RandomStatement &statement) {
    for (auto [position, result] : llvm::enumerate(statement.results)) {
      llvm::SmallVector<ValueId> inputs(statement.operands);
      for (const RandomBlock &each : statement.bodies)
        if (position < each.yielded.size())
          inputs.push_back(each.yielded[position]);
      for (ValueId input : inputs)
        if (types[input] == types[result])
          add([&](RandomProgram &program) {
            replaceUses(program, result, input);
          });
    }
  });
  for (const auto &[value, layout] : argumentLayouts)
    add([&, value = value](RandomProgram &program) {
      program.argumentLayouts.erase(value);
    });
  for (const auto &[position, layout] : resultLayouts)
    add([&, position = position](RandomProgram &program) {
      program.resultLayouts.erase(position);
    });
  for (ValueId first : body.arguments)
    for (ValueId second : body.arguments)
      if (first < second && types[first] == types[second])
        add([&](RandomProgram &program) {
          replaceUses(program, second, first);
        });
  return simpler;
}

} // namespace dtensor
