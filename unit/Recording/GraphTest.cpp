//===- GraphTest.cpp - Recorded programs as data and as text --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Recording/Graph.h"
#include "dtensor/Recording/ControlFlow.h"
#include "dtensor/Recording/Functions.h"
#include "dtensor/Recording/Gradient.h"
#include "dtensor/Recording/Ops.h"
#include "dtensor/Recording/Print.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

using namespace dtensor::recording;

namespace {

testing::AssertionResult contains(llvm::StringRef text, llvm::StringRef part) {
  if (text.contains(part))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << text.str();
}

/// x @ y + 1, as a program.
Graph recordProduct(Shape shape) {
  Graph graph;
  Value x = graph.addArgument({DType::float32, shape});
  Value y = graph.addArgument({DType::float32, shape});
  graph.setResults({prim::matmul(x, y) + 1});
  return graph;
}

std::string messageOf(Graph &graph) {
  return llvm::toString(graph.takeError());
}

TEST(Graph, IsAKey) {
  Graph graph = recordProduct({2, 2});
  EXPECT_EQ(graph, recordProduct({2, 2}));
  EXPECT_EQ(hash_value(graph), hash_value(recordProduct({2, 2})));
  EXPECT_FALSE(graph == recordProduct({3, 3}));
  EXPECT_NE(hash_value(graph), hash_value(recordProduct({3, 3})));
}

TEST(Graph, PrintsLayoutsAndDonors) {
  PrintOptions options;
  options.mesh = "x=2";
  options.argumentLayouts = {"x,unsharded"};
  options.resultLayouts = {"unsharded,x"};
  options.donated = {false, true};
  std::string text = toText(recordProduct({2, 2}), options);
  EXPECT_TRUE(contains(text, "dtensor.mesh @mesh <x=2>"));
  EXPECT_TRUE(contains(text, "%arg0: tensor<2x2xf32> {dtensor.layout = "
                             "#dtensor.layout<@mesh, [x, unsharded]>}"));
  EXPECT_TRUE(contains(text, "%arg1: tensor<2x2xf32> {dtensor.donated}"));
  EXPECT_TRUE(contains(text, "-> (tensor<2x2xf32> {dtensor.layout = "
                             "#dtensor.layout<@mesh, [unsharded, x]>}"));
  EXPECT_TRUE(contains(text, "stablehlo.dot_general %arg0, %arg1, "
                             "contracting_dims = [1] x [0] : "
                             "(tensor<2x2xf32>, tensor<2x2xf32>) -> "
                             "tensor<2x2xf32>"));
}

TEST(Graph, KeepsTheFirstFailure) {
  Graph graph;
  Value x = graph.addArgument({DType::float32, {2}});
  Value y = graph.addArgument({DType::int32, {2}});
  Value z = prim::exp(x + y);
  EXPECT_FALSE(z);
  prim::reshape(x, {3});
  EXPECT_EQ(messageOf(graph), "stablehlo.add: operand 1: required float32[2], "
                              "found int32[2]");
  EXPECT_TRUE(prim::exp(x));
  EXPECT_EQ(messageOf(graph), "");
}

TEST(Graph, RefusesValuesFromInsideOfABody) {
  Graph graph;
  Value x = graph.addArgument({DType::boolean, {}});
  Value inside;
  cond(
      x, [&] { return Values{inside = prim::bitNot(x)}; },
      [&] { return Values{x}; });
  prim::bitNot(inside);
  EXPECT_TRUE(contains(messageOf(graph), "return it from there"));
}

TEST(Graph, RefusesBodiesThatReturnOtherTypes) {
  Graph graph;
  Value x = graph.addArgument({DType::float32, {}});
  foriLoop(graph, 0, 3, {x}, [](Value, llvm::ArrayRef<Value> values) {
    return Values{prim::convert(values[0], DType::float64)};
  });
  EXPECT_EQ(messageOf(graph),
            "stablehlo.while: the body, value 0: required float32[] as of the "
            "initial values, found float64[]");
}

TEST(Graph, NamesLoopsWithoutDerivative) {
  Graph graph;
  Value x = graph.addArgument({DType::float32, {}});
  Value y = whileLoop(
      graph, {x},
      [](llvm::ArrayRef<Value> values) {
        return prim::compare(prim::Comparison::LT, values[0],
                             prim::fullLike(values[0], 10));
      },
      [](llvm::ArrayRef<Value> values) { return Values{values[0] * 2}; })[0];
  gradient(y, {x});
  EXPECT_TRUE(contains(messageOf(graph), "use fori_loop"));
}

TEST(Graph, NamesFunctionsWithoutDerivative) {
  auto messageFor = [](llvm::StringRef name, std::vector<Keyword> keywords) {
    Graph graph;
    Value x = graph.addArgument({DType::float32, {3, 2}});
    Argument result = llvm::cantFail(call(graph, name, {x}, keywords));
    Value y = getArrays(result)[0];
    vjp({y}, {prim::onesLike(y)}, {x});
    return messageOf(graph);
  };
  EXPECT_EQ(messageFor("linalg.qr", {{"mode", "complete"}}),
            "qr with mode='complete' has no derivative here; use the reduced "
            "form");
  EXPECT_EQ(messageFor("digamma", {}), "");
  EXPECT_EQ(messageFor("linalg.svd", {}),
            "svd with full_matrices=True has no derivative here; use the "
            "reduced form");
  EXPECT_EQ(messageFor("linalg.svd", {{"full_matrices", false}}), "");
  EXPECT_EQ(messageFor("linalg.qr", {{"mode", "complete"}}),
            "qr with mode='complete' has no derivative here; use the reduced "
            "form");
  // It is not an error where nothing depends on it.
  EXPECT_EQ(messageFor("floor", {}), "");
}

TEST(Graph, RefusesLossesAndValuesThatAreNoFloats) {
  Graph graph;
  Value x = graph.addArgument({DType::float32, {2}});
  gradient(x, {x});
  EXPECT_EQ(messageOf(graph),
            "gradient: required a scalar float, found float32[2]");
  Value i = graph.addArgument({DType::int32, {}});
  gradient(prim::sum(x, {0}), {i});
  EXPECT_EQ(messageOf(graph),
            "gradient: value 0: required float or complex, found int32[]");
}

TEST(Literal, PrintsExactly) {
  auto text = [](DType dtype, double value) {
    return Literal::splat({dtype, {}}, value).mlir();
  };
  EXPECT_EQ(text(DType::float32, 1.5), "dense<1.500000e+00> : tensor<f32>");
  EXPECT_EQ(text(DType::float64, 0.1),
            "dense<0x3FB999999999999A> : tensor<f64>");
  EXPECT_EQ(text(DType::uint8, 255), "dense<255> : tensor<ui8>");
  EXPECT_EQ(text(DType::int8, -1), "dense<-1> : tensor<i8>");
  EXPECT_EQ(text(DType::boolean, 1), "dense<true> : tensor<i1>");
}

} // namespace
