//===- ControlFlow.cpp - Branches, loops and composites -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Recording/ControlFlow.h"
#include "../Composites.h"
#include "../PrimitiveInfo.h"
#include "../Reverse.h"
#include "ScanPrinter.h"
#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace dtensor::recording {
using namespace prim;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static llvm::ArrayRef<uint32_t> getReturned(const Inference &inference,
                                            unsigned body) {
  return inference.graph.getRegion(inference.regions[body]).results;
}

/// Whether a body returns values of these types, which `source` has.
static bool checkReturned(Inference &inference, llvm::StringRef body,
                          llvm::ArrayRef<uint32_t> returned,
                          llvm::ArrayRef<TensorType> required,
                          llvm::StringRef source) {
  if (inference.graph.hasFailed())
    return false;
  if (returned.size() != required.size())
    return inference.fail(body + " returns " + llvm::Twine(returned.size()) +
                          " values, " + source + " " +
                          llvm::Twine(required.size()));
  for (auto [index, value] : llvm::enumerate(returned)) {
    const TensorType &found = inference.graph.getType(value);
    if (found != required[index])
      return inference.fail(body + ", value " + llvm::Twine(index) +
                            ": required " + required[index].str() + " as of " +
                            source + ", found " + found.str());
  }
  return true;
}

static llvm::SmallVector<TensorType> getTypes(const Graph &graph,
                                              llvm::ArrayRef<uint32_t> values) {
  return llvm::map_to_vector(
      values, [&](uint32_t value) { return graph.getType(value); });
}

static bool inferCond(Inference &inference) {
  if (!inference.checkType(0, {DType::boolean, {}}))
    return false;
  llvm::SmallVector<TensorType> types =
      getTypes(inference.graph, getReturned(inference, 0));
  if (!checkReturned(inference, "the second branch", getReturned(inference, 1),
                     types, "the first"))
    return false;
  llvm::for_each(types, [&](TensorType &type) { inference.give(type); });
  return true;
}

static bool inferWhile(Inference &inference) {
  llvm::SmallVector<TensorType> types;
  for (Value operand : inference.operands)
    types.push_back(operand.type());
  if (!checkReturned(inference, "the condition", getReturned(inference, 0),
                     {{DType::boolean, {}}}, "a condition") ||
      !checkReturned(inference, "the body", getReturned(inference, 1), types,
                     "the initial values"))
    return false;
  llvm::for_each(types, [&](TensorType &type) { inference.give(type); });
  return true;
}

static bool inferScan(Inference &inference) {
  int64_t numCarried = inference.attributes.integer("carried");
  int64_t length = inference.attributes.integer("length");
  llvm::ArrayRef<uint32_t> returned = getReturned(inference, 0);
  llvm::SmallVector<TensorType> types;
  for (Value operand : inference.operands.take_front(numCarried))
    types.push_back(operand.type());
  if (!checkReturned(inference, "the body", returned.take_front(numCarried),
                     types, "the initial values"))
    return false;
  for (TensorType &row :
       getTypes(inference.graph, returned.drop_front(numCarried))) {
    row.shape.insert(row.shape.begin(), length);
    types.push_back(std::move(row));
  }
  llvm::for_each(types, [&](TensorType &type) { inference.give(type); });
  return true;
}

static bool inferComposite(Inference &inference) {
  if (inference.graph.hasFailed())
    return false;
  for (TensorType &type : getTypes(inference.graph, getReturned(inference, 0)))
    inference.give(std::move(type));
  return true;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printReturn(Printer &printer, llvm::ArrayRef<uint32_t> values) {
  printer.line() << "stablehlo.return " << printer.join(values)
                 << (values.empty() ? "" : " : ") << printer.joinTypes(values)
                 << '\n';
}

static void printCond(Printer &printer, const Node &node) {
  printer.begin(node) << "\"stablehlo.if\"(" << printer.operand(node, 0)
                      << ") (";
  for (uint32_t region : node.regions) {
    printer.os << (region == node.regions[0] ? "{\n" : ", {\n");
    printer.indent(1);
    printer.body(region);
    printReturn(printer, printer.graph.getRegion(region).results);
    printer.indent(-1);
    printer.line() << '}';
  }
  printer.os << ") : (tensor<i1>) -> (" << printer.joinTypes(node.results)
             << ")\n";
}

static void printWhile(Printer &printer, const Node &node) {
  llvm::raw_ostream &os = printer.begin(node) << "stablehlo.while(";
  const Graph &graph = printer.graph;
  for (unsigned index = 0; index < node.operands.size(); ++index) {
    std::string name = printer.fresh();
    os << (index ? ", " : "") << name << " = " << printer.operand(node, index);
    for (uint32_t region : node.regions)
      printer.setName(graph.getRegion(region).arguments[index], name);
  }
  os << ") : " << printer.joinTypes(node.operands) << '\n';
  for (auto [word, region] :
       llvm::zip(llvm::ArrayRef<llvm::StringRef>{"cond", "do"}, node.regions)) {
    printer.line() << word << " {\n";
    printer.indent(1);
    printer.body(region);
    printReturn(printer, graph.getRegion(region).results);
    printer.indent(-1);
    printer.line() << "}\n";
  }
}

static void printComposite(Printer &printer, const Node &node) {
  const Region &region = printer.graph.getRegion(node.regions[0]);
  for (auto [argument, operand] : llvm::zip(region.arguments, node.operands))
    printer.setName(argument, printer.name(operand).str());
  printer.body(node.regions[0]);
  for (auto [result, value] : llvm::zip(node.results, region.results))
    printer.setName(result, printer.name(value).str());
}

//===----------------------------------------------------------------------===//
// Derivatives
//===----------------------------------------------------------------------===//

/// The values outside of the node's bodies whose derivatives are wanted.
static llvm::SmallVector<uint32_t> getActiveCaptures(Pullback &p) {
  llvm::SmallVector<uint32_t> active;
  for (uint32_t region : p.node.regions)
    for (uint32_t value : p.graph.getCaptures(region))
      if (p.isActive(value) && isA(p.graph.getType(value).dtype, kInexact) &&
          !llvm::is_contained(active, value))
        active.push_back(value);
  return active;
}

/// The same branch again, which returns derivatives by what it uses.
static void deriveCond(Pullback &p) {
  llvm::SmallVector<uint32_t> active = getActiveCaptures(p);
  Values wanted = p.graph.getValues(active);
  auto branch = [&](uint32_t region) {
    return [&, region]() {
      Values results,
          gradients = pullBackRegion(p.graph, region, {}, p.cotangents, wanted);
      for (auto [gradient, value] : llvm::zip(gradients, wanted))
        results.push_back(gradient ? gradient : zerosLike(value));
      return results;
    };
  };
  Values gradients =
      cond(p.x(), branch(p.node.regions[0]), branch(p.node.regions[1]));
  for (auto [value, gradient] : llvm::zip(active, gradients))
    p.captured.push_back({value, gradient});
}

static void deriveWhile(Pullback &p) {
  p.graph.fail("stablehlo.while has no derivative, since the number of its "
               "iterations is not known; use fori_loop with constant bounds, "
               "or scan");
}

/// A scan in the other direction. Its steps compute those of the scan again,
/// from the values with which each began.
static void deriveScan(Pullback &p) {
  Graph &graph = p.graph;
  int64_t numCarried = p.node.attributes.integer("carried");
  int64_t length = p.node.attributes.integer("length");
  uint32_t region = p.node.regions[0];
  uint32_t index = graph.getDefiner(p.node.results[0]);
  llvm::SmallVector<uint32_t> active = getActiveCaptures(p);
  size_t numResults = p.results.size();

  // The scan joins the values with which its steps begin.
  llvm::SmallVector<uint32_t> begun;
  llvm::SmallVector<TensorType> begunTypes;
  for (int64_t carry = 0; carry < numCarried; ++carry) {
    begun.push_back(graph.getRegion(region).arguments[1 + carry]);
    TensorType type = graph.getType(begun.back());
    type.shape.insert(type.shape.begin(), length);
    begunTypes.push_back(std::move(type));
  }
  Values starts = graph.addResults(index, begunTypes, begun);

  auto isInexact = [](Value value) { return isA(value.dtype(), kInexact); };
  // Carried back: the derivatives by the carried values, and by what the body
  // uses. Rows: cotangents of the joined results.
  Values initial, rows(starts);
  llvm::SmallVector<int64_t> carriedBack, joined, rowsBack;
  for (int64_t carry = 0; carry < numCarried; ++carry)
    if (isInexact(p.y(carry))) {
      carriedBack.push_back(carry);
      initial.push_back(p.ct(carry));
    }
  for (uint32_t value : active)
    initial.push_back(zerosLike(graph.getValue(value)));
  Values xs(llvm::drop_begin(p.operands, numCarried));
  llvm::append_range(rows, xs);
  for (size_t result = numCarried; result < numResults; ++result)
    if (p.cotangents[result]) {
      joined.push_back(result);
      rows.push_back(p.cotangents[result]);
    }
  for (size_t x = 0; x < xs.size(); ++x)
    if (p.wanted[numCarried + x] && isInexact(xs[x]))
      rowsBack.push_back(x);

  Values wantedCaptures = graph.getValues(active);
  auto step = [&](Value number, llvm::ArrayRef<Value> carried,
                  llvm::ArrayRef<Value> row) -> ScanStep {
    Values arguments{number};
    llvm::append_range(arguments, row.take_front(numCarried + xs.size()));
    Values cotangents(graph.getRegion(region).results.size());
    for (auto [position, carry] : llvm::enumerate(carriedBack))
      cotangents[carry] = carried[position];
    for (auto [position, result] : llvm::enumerate(joined))
      cotangents[result] = row[numCarried + xs.size() + position];
    Values wanted;
    for (int64_t carry : carriedBack)
      wanted.push_back(arguments[1 + carry]);
    for (int64_t x : rowsBack)
      wanted.push_back(arguments[1 + numCarried + x]);
    llvm::append_range(wanted, wantedCaptures);
    Values gradients =
        pullBackRegion(graph, region, arguments, cotangents, wanted);
    for (auto [gradient, value] : llvm::zip(gradients, wanted))
      if (!gradient)
        gradient = zerosLike(value);
    llvm::ArrayRef<Value> all(gradients);
    Values next(all.take_front(carriedBack.size()));
    for (size_t capture = 0; capture < active.size(); ++capture)
      next.push_back(carried[carriedBack.size() + capture] +
                     all[carriedBack.size() + rowsBack.size() + capture]);
    return {next, Values(all.slice(carriedBack.size(), rowsBack.size()))};
  };
  Values results = scan(graph, length, initial, rows, step,
                        !p.node.attributes.flag("reversed"));
  if (graph.hasFailed())
    return;
  for (auto [position, carry] : llvm::enumerate(carriedBack))
    p.give(carry, results[position]);
  for (auto [position, value] : llvm::enumerate(active))
    p.captured.push_back({value, results[carriedBack.size() + position]});
  for (auto [position, x] : llvm::enumerate(rowsBack))
    p.give(numCarried + x, results[initial.size() + position]);
}

static void deriveComposite(Pullback &p) {
  llvm::StringRef name = p.node.attributes.text("name");
  if (Derive derive = getCompositeDerivative(name))
    return derive(p);
  p.graph.fail(name + " has no derivative here; use the reduced form");
}

llvm::ArrayRef<PrimitiveInfo> getControlFlowPrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::cond, "stablehlo.if", inferCond, printCond, deriveCond},
      {Primitive::whileLoop, "stablehlo.while", inferWhile, printWhile,
       deriveWhile},
      {Primitive::scan, "stablehlo.while", inferScan, printScan, deriveScan},
      {Primitive::composite, "composite", inferComposite, printComposite,
       deriveComposite},
  };
  return rows;
}

} // namespace dtensor::recording
