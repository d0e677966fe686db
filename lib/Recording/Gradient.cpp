//===- Gradient.cpp - Derivatives of recorded programs --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Recording/Gradient.h"

#include "Reverse.h"
#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/STLExtras.h"

namespace dtensor::recording {

Values vjp(llvm::ArrayRef<Value> results, llvm::ArrayRef<Value> cotangents,
           llvm::ArrayRef<Value> values) {
  auto isValid = [](Value value) { return bool(value); };
  if (values.empty() || !llvm::all_of(results, isValid) ||
      !llvm::all_of(cotangents, isValid) || !llvm::all_of(values, isValid))
    return Values(values.size());
  Graph &graph = *values[0].getGraph();
  for (auto [result, cotangent] : llvm::zip(results, cotangents))
    if (result.type() != cotangent.type()) {
      graph.fail("gradient: required a cotangent of type " +
                 result.type().str() + ", found " + cotangent.type().str());
      return Values(values.size());
    }
  for (auto [index, value] : llvm::enumerate(values))
    if (!isA(value.dtype(), kInexact)) {
      graph.fail("gradient: value " + llvm::Twine(index) +
                 ": required float or complex, found " + value.type().str());
      return Values(values.size());
    }
  // The ops of all open bodies, in the order in which they run.
  std::vector<uint32_t> nodes;
  for (uint32_t node = 0; node < graph.getNumNodes(); ++node)
    if (graph.isOpen(graph.getNode(node).region))
      nodes.push_back(node);
  Values gradients = pullBack(graph, nodes, results, cotangents, values);
  for (auto [gradient, value] : llvm::zip(gradients, values))
    if (!gradient)
      gradient = prim::zerosLike(value);
  return gradients;
}

Values gradient(Value loss, llvm::ArrayRef<Value> values) {
  if (!loss)
    return Values(values.size());
  if (loss.rank() != 0 || !isA(loss.dtype(), kFloat)) {
    loss.getGraph()->fail("gradient: required a scalar float, found " +
                          loss.type().str());
    return Values(values.size());
  }
  return vjp({loss}, {prim::onesLike(loss)}, values);
}

} // namespace dtensor::recording
