//===- Calls.cpp - Functions that the user has defined --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../LayoutText.h"
#include "../PrimitiveInfo.h"
#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace dtensor::recording {
using namespace prim;

using Types = std::vector<TensorType>;

/// The types of the results are given by who records it.
static bool inferResults(Inference &inference) {
  for (const TensorType &result : inference.attributes.get<Types>("results"))
    inference.give(result);
  return true;
}

static std::string quote(llvm::StringRef text) {
  std::string quoted;
  llvm::raw_string_ostream os(quoted);
  os << '"';
  llvm::printEscapedString(text, os);
  os << '"';
  return quoted;
}

static void printCustomCall(Printer &printer, const Node &node) {
  printer.begin(node) << "stablehlo.custom_call @"
                      << quote(node.attributes.text("callee")) << '('
                      << printer.join(node.operands)
                      << ") {dtensor.sharding_rule = "
                      << quote(node.attributes.text("rule"))
                      << "} : " << printer.signature(node) << '\n';
}

//===----------------------------------------------------------------------===//
// Functions on components
//===----------------------------------------------------------------------===//

/// `a, b` and `tensor<..>, tensor<..>` of values with these names and types.
static std::string joinTypes(llvm::ArrayRef<TensorType> types) {
  return llvm::join(
      llvm::map_range(types, [](const TensorType &it) { return it.mlir(); }),
      ", ");
}

/// Layouts as a list of attributes.
static std::string printLayouts(llvm::ArrayRef<llvm::StringRef> layouts) {
  return "[" +
         llvm::join(llvm::map_range(layouts, printLayoutAttribute), ", ") + "]";
}

/// Prints an empty tensor for a component of `whole`.
static std::string printEmpty(Printer &printer, const TensorType &component,
                              const TensorType &whole, llvm::StringRef layout) {
  llvm::SmallVector<std::string> specs = getAxisSpecs(layout);
  llvm::SmallVector<std::string> extents;
  for (auto [axis, extent] : llvm::enumerate(component.shape)) {
    if (extent != TensorType::kOpen)
      continue;
    extents.push_back(printer.fresh());
    llvm::SmallVector<llvm::StringRef> dims;
    llvm::StringRef(specs[axis]).split(dims, '+');
    printer.line() << extents.back() << " = comm.shard_extent @mesh ["
                   << llvm::join(dims, ", ") << "] of " << whole.shape[axis]
                   << '\n';
  }
  std::string empty = printer.fresh();
  printer.line() << empty << " = tensor.empty(" << llvm::join(extents, ", ")
                 << ") : " << component.mlir() << '\n';
  return empty;
}

static void printLocalMap(Printer &printer, const Node &node) {
  size_t numOperands = node.operands.size();
  llvm::SmallVector<llvm::StringRef> layouts;
  node.attributes.text("layouts").split(layouts, '|', /*MaxSplit=*/-1,
                                        /*KeepEmpty=*/true);
  llvm::ArrayRef<llvm::StringRef> all(layouts);
  const Types &components = node.attributes.get<Types>("components");
  llvm::ArrayRef<TensorType> types(components);
  printer.begin(node) << "dtensor.local_map (" << printer.join(node.operands)
                      << (numOperands ? " : " : "")
                      << printer.joinTypes(node.operands) << ") in "
                      << printLayouts(all.take_front(numOperands)) << " out "
                      << printLayouts(all.drop_front(numOperands)) << " {\n";
  llvm::SmallVector<std::string> arguments, dests;
  printer.line() << "^bb0(";
  for (size_t i = 0; i < numOperands; ++i) {
    arguments.push_back(printer.fresh());
    printer.os << (i ? ", " : "") << arguments[i] << ": " << types[i].mlir();
  }
  printer.os << "):\n";
  printer.indent(1);
  llvm::ArrayRef<TensorType> results = types.drop_front(numOperands);
  for (auto [i, result] : llvm::enumerate(results))
    dests.push_back(printEmpty(printer, result,
                               printer.graph.getType(node.results[i]),
                               all[numOperands + i]));
  llvm::SmallVector<int64_t> unsignedOperands;
  for (auto [i, type] : llvm::enumerate(types))
    if (isA(type.dtype, kUnsigned))
      unsignedOperands.push_back(i);
  std::string made = printer.fresh();
  printer.line() << made;
  if (results.size() > 1)
    printer.os << ':' << results.size();
  printer.os << " = linalg_ext.custom_call "
             << quote(node.attributes.text("callee"));
  if (numOperands)
    printer.os << " ins(" << llvm::join(arguments, ", ") << " : "
               << joinTypes(types.take_front(numOperands)) << ")";
  printer.os << " outs(" << llvm::join(dests, ", ") << " : "
             << joinTypes(results) << ")";
  if (!unsignedOperands.empty())
    printer.os << " unsigned_operands = " << listOf(unsignedOperands);
  printer.os << " -> " << joinTypes(results) << '\n';
  llvm::SmallVector<std::string> yielded;
  for (size_t i = 0; i < results.size(); ++i)
    yielded.push_back(results.size() > 1 ? made + "#" + std::to_string(i)
                                         : made);
  printer.line() << "dtensor.local_yield " << llvm::join(yielded, ", ") << " : "
                 << joinTypes(results) << '\n';
  printer.indent(-1);
  printer.line() << "} -> " << printer.joinTypes(node.results) << '\n';
}

static void refuseDerivative(Pullback &p) {
  p.graph.fail("'" + p.node.attributes.text("callee") +
               "' has no derivative, since it is a function of the user; where "
               "none is wanted, give its results to stop_gradient");
}

llvm::ArrayRef<PrimitiveInfo> getCallPrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::customCall, "stablehlo.custom_call", inferResults,
       printCustomCall, refuseDerivative},
      {Primitive::localMap, "dtensor.local_map", inferResults, printLocalMap,
       refuseDerivative},
  };
  return rows;
}

Values prim::customCall(Graph &graph, llvm::StringRef callee,
                        llvm::StringRef rule, llvm::ArrayRef<Value> operands,
                        llvm::ArrayRef<TensorType> results) {
  Values values =
      graph.record(Primitive::customCall, operands,
                   {{"callee", callee.str()},
                    {"rule", rule.str()},
                    {"results", Types(results.begin(), results.end())}});
  values.resize(results.size());
  return values;
}

Values prim::localMap(Graph &graph, llvm::StringRef callee,
                      llvm::ArrayRef<Value> operands,
                      llvm::ArrayRef<TensorType> results,
                      llvm::ArrayRef<std::string> layouts,
                      llvm::ArrayRef<TensorType> components) {
  Values values = graph.record(
      Primitive::localMap, operands,
      {{"callee", callee.str()},
       {"results", Types(results.begin(), results.end())},
       {"layouts", llvm::join(layouts, "|")},
       {"components", Types(components.begin(), components.end())}});
  values.resize(results.size());
  return values;
}

} // namespace dtensor::recording
