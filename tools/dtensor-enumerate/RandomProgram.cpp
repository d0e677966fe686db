//===- RandomProgram.cpp - Programs by chance -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace dtensor {

std::string RandomType::str() const {
  if (isIndex())
    return element;
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

namespace {
class ProgramPrinter {
public:
  explicit ProgramPrinter(const RandomProgram &program) : program(program) {}

  std::string printTypes(llvm::ArrayRef<ValueId> values) const {
    return join(values, [&](ValueId value) { return getType(value); });
  }

  /// Names and types.
  std::string printArguments(llvm::ArrayRef<ValueId> values) const {
    return join(values, [&](ValueId value) {
      return getName(value) + ": " + getType(value);
    });
  }

  std::string printBlock(const RandomBlock &block) const {
    std::string text;
    for (const RandomStatement &statement : block.statements)
      text += "  " + printStatement(statement);
    return text;
  }

  /// The functions that `block` calls.
  std::string printFunctions(const RandomBlock &block) const;

  static std::string printNames(llvm::ArrayRef<ValueId> values) {
    return join(values, getName);
  }

private:
  template <typename PrintT>
  static std::string join(llvm::ArrayRef<ValueId> values, PrintT &&print) {
    return llvm::join(llvm::map_range(values, print), ", ");
  }

  std::string getType(ValueId value) const {
    return program.types[value].str();
  }

  std::string printStatement(const RandomStatement &statement) const;
  std::string printField(const RandomStatement &statement, char what) const;
  std::string printField(const RandomStatement &statement,
                         const RandomBlock &body, char what) const;

  const RandomProgram &program;
};
} // namespace

std::string
ProgramPrinter::printStatement(const RandomStatement &statement) const {
  std::string result;
  StringRef text = statement.text;
  while (true) {
    auto [before, after] = text.split('$');
    result += before;
    if (before.size() == text.size())
      return result + "\n";
    char what = after.front();
    text = after.drop_front();
    if (!StringRef("bkycan").contains(what)) {
      result += printField(statement, what);
      continue;
    }
    result += printField(statement, statement.bodies[text.front() - '0'], what);
    text = text.drop_front();
  }
}

std::string ProgramPrinter::printField(const RandomStatement &statement,
                                       char what) const {
  switch (what) {
  case 'r':
    return printNames(statement.results);
  case 't':
    return printTypes(statement.results);
  case 'q':
    return join(statement.results,
                [](ValueId value) { return "%q" + std::to_string(value); });
  case 'u':
    return "_" + std::to_string(statement.results.front());
  case 'o':
    return printNames(statement.operands);
  case 'p':
    return printTypes(statement.operands);
  default:
    return getName(statement.operands[what - '0']);
  }
}

std::string ProgramPrinter::printField(const RandomStatement &statement,
                                       const RandomBlock &body,
                                       char what) const {
  switch (what) {
  case 'b':
    return printBlock(body);
  case 'k':
    return getName(*body.counter);
  case 'y':
    return printNames(body.yielded);
  case 'a':
    return printArguments(body.arguments);
  case 'n':
    return printNames(body.arguments);
  default:
    return llvm::join(
        llvm::map_range(llvm::zip(body.arguments, statement.operands),
                        [](auto pair) {
                          return getName(std::get<0>(pair)) + " = " +
                                 getName(std::get<1>(pair));
                        }),
        ", ");
  }
}

std::string ProgramPrinter::printFunctions(const RandomBlock &block) const {
  std::string text;
  for (const RandomStatement &statement : block.statements)
    for (const RandomBlock &body : statement.bodies) {
      text += printFunctions(body);
      if (!body.isFunction)
        continue;
      std::string types = printTypes(body.yielded);
      text += "func.func private @f" + printField(statement, 'u') + "(" +
              printArguments(body.arguments) + ") -> (" + types + ") {\n" +
              printBlock(body) + "  return " + printNames(body.yielded) +
              " : " + types + "\n}\n";
    }
  return text;
}

std::string RandomProgram::str() const {
  ProgramPrinter printer(*this);
  std::string resultTypes = printer.printTypes(results);
  return "dtensor.mesh @mesh <" + mesh + ">\n" + printer.printFunctions(body) +
         "func.func @main(" + printer.printArguments(body.arguments) +
         ") -> (" + resultTypes + ") {\n" + printer.printBlock(body) +
         "  return " + printer.printNames(results) + " : " + resultTypes +
         "\n}\n";
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

} // namespace dtensor
