//===- ScanPrinter.cpp - Text of a loop over rows -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace dtensor::recording {

namespace {
/// Text of a loop over rows: a counter, what is carried, and a value for each
/// result that is joined, into which each step writes its row.
class ScanPrinter {
public:
  ScanPrinter(Printer &printer, const Node &node)
      : printer(printer), node(node),
        body(printer.graph.getRegion(node.regions[0])),
        length(node.attributes.integer("length")),
        numCarried(node.attributes.integer("carried")) {}
  void print();

private:
  std::string emit(const llvm::Twine &text) {
    std::string name = printer.fresh();
    printer.line() << name << " = " << text.str() << '\n';
    return name;
  }
  std::string number(int64_t value) {
    return emit("stablehlo.constant dense<" + llvm::Twine(value) +
                "> : tensor<i64>");
  }
  /// `row, 0, 0`, the corner of a row.
  std::string cornerOf(int64_t rank) {
    std::string text = position;
    for (int64_t axis = 1; axis < rank; ++axis)
      text += ", " + zero;
    return text;
  }
  static std::string cornerTypes(int64_t rank) {
    std::string text;
    for (int64_t axis = 0; axis < rank; ++axis)
      text += ", tensor<i64>";
    return text;
  }
  void readRow(uint32_t rows, uint32_t argument);
  std::string writeRow(uint32_t row, const std::string &rows,
                       const TensorType &type);

  Printer &printer;
  const Node &node;
  const Region &body;
  int64_t length, numCarried;
  std::string zero, position;
};
} // namespace

void ScanPrinter::readRow(uint32_t rows, uint32_t argument) {
  const TensorType &type = printer.graph.getType(rows);
  const TensorType &row = printer.graph.getType(argument);
  Shape sizes(type.shape);
  sizes[0] = 1;
  std::string part = TensorType{type.dtype, sizes}.mlir();
  std::string slice =
      emit("stablehlo.dynamic_slice " + printer.name(rows) + ", " +
           cornerOf(type.rank()) + ", sizes = " + listOf(sizes) + " : (" +
           type.mlir() + cornerTypes(type.rank()) + ") -> " + part);
  printer.setName(argument, emit("stablehlo.reshape " + slice + " : (" + part +
                                 ") -> " + row.mlir()));
}

std::string ScanPrinter::writeRow(uint32_t row, const std::string &rows,
                                  const TensorType &type) {
  Shape sizes(type.shape);
  sizes[0] = 1;
  std::string part = TensorType{type.dtype, sizes}.mlir();
  std::string slice = emit("stablehlo.reshape " + printer.name(row) + " : (" +
                           printer.graph.getType(row).mlir() + ") -> " + part);
  return emit("stablehlo.dynamic_update_slice " + rows + ", " + slice + ", " +
              cornerOf(type.rank()) + " : (" + type.mlir() + ", " + part +
              cornerTypes(type.rank()) + ") -> " + type.mlir());
}

void ScanPrinter::print() {
  const Graph &graph = printer.graph;
  llvm::ArrayRef<uint32_t> operands(node.operands), results(node.results);
  std::string bound = number(length), one = number(1);
  zero = number(0);
  llvm::SmallVector<std::string> initial{zero}, names, types{"tensor<i64>"};
  for (uint32_t operand : operands.take_front(numCarried)) {
    initial.push_back(printer.name(operand).str());
    types.push_back(graph.getType(operand).mlir());
  }
  for (uint32_t result : results.drop_front(numCarried)) {
    const TensorType &type = graph.getType(result);
    types.push_back(type.mlir());
    // All rows are written, so the initial ones are of no account.
    initial.push_back(
        emit("stablehlo.constant " + Literal::splat(type, 0).mlir()));
  }
  std::string loop = printer.fresh();
  printer.line() << loop << ':' << initial.size() << " = stablehlo.while(";
  for (auto [index, value] : llvm::enumerate(initial)) {
    names.push_back(printer.fresh());
    printer.os << (index ? ", " : "") << names.back() << " = " << value;
  }
  printer.os << ") : " << llvm::join(types, ", ") << '\n';
  printer.line() << "cond {\n";
  printer.indent(1);
  std::string more =
      emit("stablehlo.compare LT, " + names[0] + ", " + bound +
           ", SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>");
  printer.line() << "stablehlo.return " << more << " : tensor<i1>\n";
  printer.indent(-1);
  printer.line() << "}\n";
  printer.line() << "do {\n";
  printer.indent(1);

  position = names[0];
  if (node.attributes.flag("reversed")) {
    std::string last = number(length - 1);
    position =
        emit("stablehlo.subtract " + last + ", " + names[0] + " : tensor<i64>");
  }
  printer.setName(body.arguments[0], position);
  for (int64_t index = 0; index < numCarried; ++index)
    printer.setName(body.arguments[1 + index], names[1 + index]);
  for (auto [index, rows] : llvm::enumerate(operands.drop_front(numCarried)))
    readRow(rows, body.arguments[1 + numCarried + index]);
  printer.body(node.regions[0]);
  llvm::SmallVector<std::string> next{
      emit("stablehlo.add " + names[0] + ", " + one + " : tensor<i64>")};
  for (auto [index, value] : llvm::enumerate(body.results)) {
    if (static_cast<int64_t>(index) < numCarried)
      next.push_back(printer.name(value).str());
    else
      next.push_back(
          writeRow(value, names[1 + index], graph.getType(results[index])));
  }
  printer.line() << "stablehlo.return " << llvm::join(next, ", ") << " : "
                 << llvm::join(types, ", ") << '\n';
  printer.indent(-1);
  printer.line() << "}\n";
  for (auto [index, result] : llvm::enumerate(results))
    printer.setName(result, loop + "#" + std::to_string(index + 1));
}

/// A loop without steps, whose body could read no row.
static void printNoSteps(Printer &printer, const Node &node) {
  int64_t numCarried = node.attributes.integer("carried");
  for (auto [index, result] : llvm::enumerate(node.results)) {
    if (static_cast<int64_t>(index) < numCarried) {
      printer.setName(result, printer.operand(node, index).str());
      continue;
    }
    std::string name = printer.fresh();
    printer.line() << name << " = stablehlo.constant "
                   << Literal::splat(printer.graph.getType(result), 0).mlir()
                   << '\n';
    printer.setName(result, name);
  }
}

void printScan(Printer &printer, const Node &node) {
  if (node.attributes.integer("length") == 0)
    return printNoSteps(printer, node);
  ScanPrinter(printer, node).print();
}

} // namespace dtensor::recording
