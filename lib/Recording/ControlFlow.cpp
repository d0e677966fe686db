//===- ControlFlow.cpp - Branches, loops and composites -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Recording/ControlFlow.h"

#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace dtensor::recording {

static bool areValid(llvm::ArrayRef<Value> values) {
  return llvm::all_of(values, [](Value value) { return bool(value); });
}

/// As many invalid values as anybody may read.
static Values failed(size_t count = 0) {
  return Values(std::max<size_t>(count, 8));
}

/// Records a body whose arguments have these types.
static uint32_t
recordBody(Graph &graph, llvm::ArrayRef<TensorType> types,
           llvm::function_ref<Values(llvm::ArrayRef<Value>)> body) {
  uint32_t region = graph.openRegion();
  Values arguments;
  for (const TensorType &type : types)
    arguments.push_back(graph.addArgument(type));
  Values results = body(arguments);
  graph.closeRegionsAbove(region);
  graph.closeRegion(results);
  return region;
}

static llvm::SmallVector<TensorType> getTypes(llvm::ArrayRef<Value> values) {
  return llvm::map_to_vector(values, [](Value value) { return value.type(); });
}

Values cond(Value predicate, llvm::function_ref<Values()> onTrue,
            llvm::function_ref<Values()> onFalse) {
  if (!predicate)
    return failed();
  Graph &graph = *predicate.getGraph();
  uint32_t first = recordBody(graph, {}, [&](auto) { return onTrue(); });
  uint32_t second = recordBody(graph, {}, [&](auto) { return onFalse(); });
  return graph.record(Primitive::cond, {predicate}, {}, {first, second});
}

Values whileLoop(Graph &graph, llvm::ArrayRef<Value> initial,
                 llvm::function_ref<Value(llvm::ArrayRef<Value>)> predicate,
                 llvm::function_ref<Values(llvm::ArrayRef<Value>)> body) {
  if (!areValid(initial))
    return failed(initial.size());
  llvm::SmallVector<TensorType> types = getTypes(initial);
  uint32_t first = recordBody(graph, types, [&](llvm::ArrayRef<Value> values) {
    return Values{predicate(values)};
  });
  uint32_t second = recordBody(graph, types, body);
  return graph.record(Primitive::whileLoop, initial, {}, {first, second});
}

Values foriLoop(Graph &graph, int64_t lower, int64_t upper,
                llvm::ArrayRef<Value> initial,
                llvm::function_ref<Values(Value, llvm::ArrayRef<Value>)> body) {
  return scan(
      graph, std::max<int64_t>(upper - lower, 0), initial, {},
      [&](Value index, llvm::ArrayRef<Value> values, llvm::ArrayRef<Value>) {
        Value number = lower ? index + prim::fullLike(index, lower) : index;
        return ScanStep(body(number, values), {});
      });
}

Values scan(Graph &graph, int64_t length, llvm::ArrayRef<Value> initial,
            llvm::ArrayRef<Value> xs,
            llvm::function_ref<ScanStep(Value, llvm::ArrayRef<Value>,
                                        llvm::ArrayRef<Value>)>
                body,
            bool reversed) {
  if (!areValid(initial) || !areValid(xs))
    return failed(initial.size());
  llvm::SmallVector<TensorType> types{{DType::int64, {}}};
  llvm::append_range(types, getTypes(initial));
  for (Value x : xs) {
    TensorType row = x.type();
    if (row.rank() == 0 || row.shape[0] != length) {
      graph.fail("scan: required " + llvm::Twine(length) + " rows, found " +
                 row.str());
      return failed(initial.size());
    }
    row.shape.erase(row.shape.begin());
    types.push_back(std::move(row));
  }
  int64_t numCarried = initial.size();
  uint32_t region = recordBody(graph, types, [&](llvm::ArrayRef<Value> values) {
    auto [carried, joined] = body(values[0], values.slice(1, numCarried),
                                  values.drop_front(1 + numCarried));
    if (static_cast<int64_t>(carried.size()) != numCarried)
      graph.fail("scan: required " + llvm::Twine(numCarried) +
                 " values for the next step, found " +
                 llvm::Twine(carried.size()));
    llvm::append_range(carried, joined);
    return carried;
  });
  Values operands(initial);
  llvm::append_range(operands, xs);
  Values results = graph.record(
      Primitive::scan, operands,
      {{"length", length}, {"carried", numCarried}, {"reversed", reversed}},
      {region});
  return results;
}

Values composite(llvm::StringRef name, llvm::ArrayRef<Value> operands,
                 llvm::function_ref<Values(llvm::ArrayRef<Value>)> body) {
  if (!areValid(operands) || operands.empty())
    return failed();
  Graph &graph = *operands[0].getGraph();
  uint32_t region = recordBody(graph, getTypes(operands), body);
  return graph.record(Primitive::composite, operands, {{"name", name.str()}},
                      {region});
}

} // namespace dtensor::recording
