//===- ReducedGraphTest.cpp -----------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducedGraph.h"
#include "ProgramGraph.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

TEST(ReducedGraphTest, ElementwiseOpsUniteTheirValues) {
  Program program(R"(
    dtensor.mesh @mesh <x=2>
    func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>,
        %c: tensor<8x4xf32>) -> tensor<4x4xf32> {
      %0 = arith.addf %a, %b : tensor<4x8xf32>
      %1 = math.tanh %0 : tensor<4x8xf32>
      %e = tensor.empty() : tensor<4x4xf32>
      %2 = linalg.matmul ins(%1, %c : tensor<4x8xf32>, tensor<8x4xf32>)
          outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
      return %2 : tensor<4x4xf32>
    })");
  LayoutGraph graph = program.buildGraph();
  ReducedGraph reduced(graph);
  auto getNode = [&](mlir::Value value) {
    return reduced.getNode(*graph.getSlot(value));
  };
  mlir::Value a = program.main.getArgument(0), b = program.main.getArgument(1),
              c = program.main.getArgument(2);
  EXPECT_EQ(getNode(a), getNode(b));
  EXPECT_EQ(getNode(a), getNode(program.getResult(1)));
  EXPECT_NE(getNode(a), getNode(c));
  EXPECT_NE(getNode(a), getNode(program.getResult(3)));
  // Any layout of an empty tensor is free.
  EXPECT_FALSE(getNode(program.getResult(2)));
  // Of all ops, only the product has a sharding of its own.
  EXPECT_EQ(reduced.getNumNodes() - reduced.getNumValues(), 1u);
}

TEST(ReducedGraphTest, AnAnnotationKeepsAValueApart) {
  Program program(R"(
    dtensor.mesh @mesh <x=2>
    func.func @main(%a: tensor<4x8xf32>
          {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
        %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %0 = arith.addf %a, %b : tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    })");
  LayoutGraph graph = program.buildGraph();
  ReducedGraph reduced(graph);
  EXPECT_NE(reduced.getNode(*graph.getSlot(program.main.getArgument(0))),
            reduced.getNode(*graph.getSlot(program.main.getArgument(1))));
}

/// Layers of a product and a function, with a weight each.
std::string writeLayers(unsigned count) {
  std::string arguments = "%h0: tensor<4x8xf32>", body;
  for (unsigned i = 0; i < count; ++i) {
    std::string n = std::to_string(i), next = std::to_string(i + 1);
    arguments += ", %w" + n + ": tensor<8x8xf32>";
    body += "%e" + n + " = tensor.empty() : tensor<4x8xf32>\n%p" + n +
            " = linalg.matmul ins(%h" + n + ", %w" + n +
            " : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e" + n +
            " : tensor<4x8xf32>) -> tensor<4x8xf32>\n%h" + next +
            " = math.tanh %p" + n + " : tensor<4x8xf32>\n";
  }
  return "dtensor.mesh @mesh <x=2>\nfunc.func @main(" + arguments +
         ") -> tensor<4x8xf32> {\n" + body + "return %h" +
         std::to_string(count) + " : tensor<4x8xf32>\n}";
}

TEST(ReducedGraphTest, FewLayersAreKeptApartAndManyAreOne) {
  Program few(writeLayers(4));
  LayoutGraph fewGraph = few.buildGraph();
  ReducedGraph ofFew(fewGraph);
  // A value and a weight for each layer, the input and the function's result.
  EXPECT_GE(ofFew.getNumValues(), 9u);

  Program many(writeLayers(200)), more(writeLayers(400));
  LayoutGraph manyGraph = many.buildGraph(), moreGraph = more.buildGraph();
  ReducedGraph ofMany(manyGraph), ofMore(moreGraph);
  EXPECT_EQ(ofMany.getNumNodes(), ofMore.getNumNodes());
  EXPECT_LT(ofMany.getNumNodes(), 60u);
  auto getSlot = [&](unsigned argument) {
    return *manyGraph.getSlot(many.main.getArgument(argument));
  };
  EXPECT_EQ(ofMany.getNode(getSlot(100)), ofMany.getNode(getSlot(101)));
  EXPECT_NE(ofMany.getPart(getSlot(100)), ofMany.getPart(getSlot(101)));
}

} // namespace
