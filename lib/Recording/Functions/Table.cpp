//===- Table.cpp - All functions, and calls of them -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "llvm/ADT/STLExtras.h"

namespace dtensor::recording {

llvm::ArrayRef<FunctionGroup> getFunctionGroups() {
  static const FunctionGroup groups[] = {
      {"Creation functions", getCreationFunctions()},
      {"Data type functions", getTypeFunctions()},
      {"Elementwise functions of one array", getUnaryFunctions()},
      {"Elementwise functions of several arrays", getBinaryFunctions()},
      {"Fourier transforms", getFourierFunctions()},
      {"Indexing functions", getIndexingFunctions()},
      {"Products", getLinearAlgebraFunctions()},
      {"Convolutions", getConvolutionFunctions()},
      {"Linear algebra", getMatrixFunctions()},
      {"Manipulation functions", getManipulationFunctions()},
      {"Searching and sorting functions", getSearchingFunctions()},
      {"Set functions", getSetFunctions()},
      {"Statistical functions", getStatisticalFunctions()},
      {"Utility functions", getUtilityFunctions()},
      {"Functions beside the standard", getFurtherFunctions()},
  };
  return groups;
}

namespace {
struct TableEntry {
  const FunctionInfo *info;
  Signature signature;
};
} // namespace

/// Null if there is no function of this name.
static const TableEntry *findEntry(llvm::StringRef name) {
  static const auto *entries = [] {
    auto *map = new llvm::StringMap<TableEntry>();
    for (const FunctionGroup &group : getFunctionGroups())
      for (const FunctionInfo &info : group.functions)
        (*map)[info.name] = {&info, parseSignature(info.signature)};
    return map;
  }();
  auto it = entries->find(name);
  return it == entries->end() ? nullptr : &it->second;
}

const FunctionInfo *findFunction(llvm::StringRef name) {
  const TableEntry *entry = findEntry(name);
  return entry ? entry->info : nullptr;
}

llvm::Expected<Argument> call(Graph &graph, llvm::StringRef name,
                              llvm::ArrayRef<Argument> positional,
                              llvm::ArrayRef<Keyword> keywords) {
  const TableEntry *entry = findEntry(name);
  if (!entry)
    return llvm::createStringError("there is no function '" + name + "'");
  if (llvm::Error error = graph.takeError())
    return error;
  uint32_t region = graph.getOpenRegion();
  Call call(graph, *entry->info);
  Argument result;
  if (call.bind(entry->signature, positional, keywords))
    result = entry->info->implementation(call);
  if (llvm::Error error = graph.takeError()) {
    graph.closeRegionsAbove(region);
    std::string message = llvm::toString(std::move(error));
    // Messages of primitives do not name the function.
    if (!llvm::StringRef(message).starts_with((name + ":").str()))
      message = (name + ": " + message).str();
    return llvm::createStringError(message);
  }
  return result;
}

Values getArrays(const Argument &result) {
  Values values;
  if (const auto *value = result.getIf<Value>())
    values.push_back(*value);
  if (const auto *list = result.getIf<Argument::List>())
    for (const Argument &element : *list)
      llvm::append_range(values, getArrays(element));
  return values;
}

} // namespace dtensor::recording
