//===- RandomProgram.cpp - Programs by chance -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using llvm::StringRef;

namespace dtensor {

std::string RandomType::str() const {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + element + ">";
}

int64_t RandomType::getNumElements() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string getName(ValueId value) {
  return "%v" + std::to_string(value);
}

static std::string printBlock(const RandomBlock &block);

static std::string printStatement(const RandomStatement &statement) {
  std::string result;
  StringRef text = statement.text;
  while (true) {
    auto [before, after] = text.split('$');
    result += before;
    if (before.size() == text.size())
      return result + "\n";
    char what = after.front();
    text = after.drop_front();
    unsigned number = 0;
    if (llvm::isDigit(what)) {
      result += getName(statement.operands[what - '0']);
      continue;
    }
    if (what == 'r') {
      result += getName(statement.result);
      continue;
    }
    if (what == 'u') {
      result += "_" + std::to_string(statement.result);
      continue;
    }
    number = text.front() - '0';
    text = text.drop_front();
    const RandomBlock &body = statement.bodies[number];
    result += what == 'b'   ? printBlock(body)
              : what == 'a' ? getName(body.arguments.front())
                            : getName(body.yielded);
  }
}

static std::string printBlock(const RandomBlock &block) {
  std::string text;
  for (const RandomStatement &statement : block.statements)
    text += "  " + printStatement(statement);
  return text;
}

/// The functions that `block` calls, in `program`.
static std::string printFunctions(const RandomProgram &program,
                                  const RandomBlock &block) {
  std::string text;
  for (const RandomStatement &statement : block.statements)
    for (const RandomBlock &body : statement.bodies) {
      text += printFunctions(program, body);
      if (!body.isFunction)
        continue;
      std::string arguments =
          llvm::join(llvm::map_range(body.arguments,
                                     [&](ValueId value) {
                                       return getName(value) + ": " +
                                              program.types[value].str();
                                     }),
                     ", ");
      std::string type = program.types[body.yielded].str();
      text += "func.func private @f_" + std::to_string(statement.result) + "(" +
              arguments + ") -> " + type + " {\n" + printBlock(body) +
              "  return " + getName(body.yielded) + " : " + type + "\n}\n";
    }
  return text;
}

std::string RandomProgram::str() const {
  auto join = [&](auto &&values, auto &&print) {
    return llvm::join(llvm::map_range(values, print), ", ");
  };
  auto printType = [&](ValueId value) { return types[value].str(); };
  std::string resultTypes = join(results, printType);
  return "dtensor.mesh @mesh <" + mesh + ">\n" + printFunctions(*this, body) +
         "func.func @main(" +
         join(body.arguments,
              [&](ValueId value) {
                return getName(value) + ": " + printType(value);
              }) +
         ") -> (" + resultTypes + ") {\n" + printBlock(body) + "  return " +
         join(results, getName) + " : " + resultTypes + "\n}\n";
}

LayoutRequest RandomProgram::getRequest() const {
  LayoutRequest request;
  request.mesh = llvm::cantFail(Mesh::parse(mesh));
  for (auto [position, value] : llvm::enumerate(body.arguments))
    if (auto it = argumentLayouts.find(value); it != argumentLayouts.end())
      request.arguments[position] = it->second;
  request.results = resultLayouts;
  return request;
}

//===----------------------------------------------------------------------===//
// Simpler programs
//===----------------------------------------------------------------------===//

/// Calls `visit` with each statement and the block it stands in, from the last
/// to the first, outer ones before inner ones.
template <typename BlockT, typename VisitT>
static void walkBackwards(BlockT &block, VisitT &&visit) {
  for (auto &statement : llvm::reverse(block.statements)) {
    visit(statement);
    for (auto &body : llvm::reverse(statement.bodies))
      walkBackwards(body, visit);
  }
}

static size_t countStatements(const RandomBlock &block) {
  size_t count = 0;
  walkBackwards(block, [&](const RandomStatement &) { ++count; });
  return count;
}

size_t RandomProgram::getSize() const {
  return 4 * countStatements(body) + body.arguments.size() + results.size() +
         argumentLayouts.size() + resultLayouts.size();
}

/// Drops what nobody in `used` needs, and adds what the rest needs.
static void dropUnused(RandomBlock &block, std::set<ValueId> &used) {
  std::vector<RandomStatement> kept;
  for (RandomStatement &statement : llvm::reverse(block.statements)) {
    if (!used.count(statement.result))
      continue;
    used.insert(statement.operands.begin(), statement.operands.end());
    for (RandomBlock &body : llvm::reverse(statement.bodies)) {
      used.insert(body.yielded);
      dropUnused(body, used);
    }
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

static void replaceUses(RandomProgram &program, ValueId from, ValueId to) {
  auto replace = [&](ValueId &value) {
    if (value == from)
      value = to;
  };
  llvm::for_each(program.results, replace);
  walkBackwards(program.body, [&](RandomStatement &statement) {
    llvm::for_each(statement.operands, replace);
    for (RandomBlock &body : statement.bodies)
      replace(body.yielded);
  });
}

std::vector<RandomProgram> RandomProgram::simplify() const {
  std::vector<RandomProgram> simpler;
  auto add = [&](llvm::function_ref<void(RandomProgram &)> change) {
    RandomProgram program = *this;
    change(program);
    program.dropUnused();
    if (program.getSize() < getSize())
      simpler.push_back(std::move(program));
  };
  // One result alone.
  for (size_t kept = 0; results.size() > 1 && kept < results.size(); ++kept)
    add([&](RandomProgram &program) {
      program.results = {results[kept]};
      program.resultLayouts.clear();
      if (auto it = resultLayouts.find(kept); it != resultLayouts.end())
        program.resultLayouts[0] = it->second;
    });
  // An argument in the place of what a statement computes.
  std::vector<ValueId> computed;
  walkBackwards(body, [&](const RandomStatement &statement) {
    computed.push_back(statement.result);
  });
  // The middle first: it cuts most.
  if (!computed.empty())
    std::rotate(computed.begin(), computed.begin() + computed.size() / 2,
                computed.end());
  for (ValueId value : computed)
    add([&](RandomProgram &program) {
      ValueId argument = program.types.size();
      program.types.push_back(types[value]);
      program.body.arguments.push_back(argument);
      replaceUses(program, value, argument);
    });
  // What a statement reads in the place of what it computes.
  walkBackwards(body, [&](const RandomStatement &statement) {
    for (ValueId operand : statement.operands)
      if (types[operand] == types[statement.result])
        add([&](RandomProgram &program) {
          replaceUses(program, statement.result, operand);
        });
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
