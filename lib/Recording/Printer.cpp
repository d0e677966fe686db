//===- Printer.cpp - Text of a recorded program ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutText.h"
#include "PrimitiveInfo.h"
#include "dtensor/Recording/Print.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace dtensor::recording {

Printer::Printer(const Graph &graph, llvm::raw_ostream &os)
    : os(os), graph(graph), names(graph.getNumValues()) {}

std::string Printer::join(llvm::ArrayRef<uint32_t> values) const {
  return llvm::join(
      llvm::map_range(values, [&](uint32_t value) { return names[value]; }),
      ", ");
}

std::string Printer::joinTypes(llvm::ArrayRef<uint32_t> values) const {
  return llvm::join(
      llvm::map_range(
          values, [&](uint32_t value) { return graph.getType(value).mlir(); }),
      ", ");
}

std::string Printer::signature(const Node &node) const {
  std::string results = joinTypes(node.results);
  if (node.results.size() != 1)
    results = "(" + results + ")";
  return "(" + joinTypes(node.operands) + ") -> " + results;
}

llvm::raw_ostream &Printer::line() { return os.indent(2 * depth); }

std::string Printer::fresh() { return "%t" + std::to_string(numFresh++); }

llvm::raw_ostream &Printer::begin(const Node &node) {
  if (node.results.empty())
    return line();
  std::string name = "%" + std::to_string(node.results[0]);
  line() << name;
  if (node.results.size() == 1) {
    setName(node.results[0], name);
  } else {
    os << ':' << node.results.size();
    for (auto [index, result] : llvm::enumerate(node.results))
      setName(result, name + "#" + std::to_string(index));
  }
  return os << " = ";
}

void Printer::body(uint32_t region) {
  for (uint32_t index : graph.getRegion(region).nodes) {
    const Node &node = graph.getNode(index);
    getInfo(node.primitive).print(*this, node);
  }
}

std::string joinIntegers(llvm::ArrayRef<int64_t> values) {
  return llvm::join(
      llvm::map_range(values, [](int64_t it) { return std::to_string(it); }),
      ", ");
}

std::string listOf(llvm::ArrayRef<int64_t> values) {
  return "[" + joinIntegers(values) + "]";
}

/// ` {dtensor.layout = ..., dtensor.donated}` of an argument or a result.
static std::string getAttributes(const std::vector<std::string> &layouts,
                                 const std::vector<bool> &donated,
                                 size_t index) {
  llvm::SmallVector<std::string> attributes;
  if (index < layouts.size() && !layouts[index].empty())
    attributes.push_back("dtensor.layout = " +
                         printLayoutAttribute(layouts[index]));
  if (index < donated.size() && donated[index])
    attributes.push_back("dtensor.donated");
  return attributes.empty() ? "" : " {" + llvm::join(attributes, ", ") + "}";
}

void print(const Graph &graph, llvm::raw_ostream &os,
           const PrintOptions &options) {
  Printer printer(graph, os);
  const Region &body = graph.getRegion(0);
  os << "module {\n";
  if (!options.mesh.empty())
    os << "  dtensor.mesh @mesh <" << options.mesh << ">\n";
  os << "  func.func @" << options.name << '(';
  for (auto [index, argument] : llvm::enumerate(body.arguments)) {
    std::string name = "%arg" + std::to_string(index);
    os << (index ? ", " : "") << name << ": " << graph.getType(argument).mlir()
       << getAttributes(options.argumentLayouts, options.donated, index);
    printer.setName(argument, std::move(name));
  }
  os << ") -> (";
  for (auto [index, result] : llvm::enumerate(body.results))
    os << (index ? ", " : "") << graph.getType(result).mlir()
       << getAttributes(options.resultLayouts, {}, index);
  os << ") {\n";
  printer.body(0);
  os << "    return " << printer.join(body.results)
     << (body.results.empty() ? "" : " : ") << printer.joinTypes(body.results)
     << "\n  }\n}\n";
}

std::string toText(const Graph &graph, const PrintOptions &options) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(graph, os, options);
  return text;
}

} // namespace dtensor::recording
