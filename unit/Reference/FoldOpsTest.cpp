//===- FoldOpsTest.cpp - Sorts, reductions and scans ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterpretText.h"
#include "gtest/gtest.h"

#include <limits>

using namespace dtensor::reference;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Equal elements keep their order; a second tensor shows this.
TEST(FoldOps, SortsTogether) {
  Interpreted program = interpret(
      "tensor<5x1xf32>, tensor<5x1xi64>, tensor<2x1xf32>, tensor<2x1xi64>, "
      "tensor<3xi8>, tensor<0xf32>",
      R"mlir(
    %x = arith.constant dense<[[2.0], [1.0], [2.0], [-0.0], [1.0]]>
        : tensor<5x1xf32>
    %n = arith.constant dense<[[0], [1], [2], [3], [4]]> : tensor<5x1xi64>
    %0:2 = linalg_ext.sort ins(%x, %n : tensor<5x1xf32>, tensor<5x1xi64>)
        outs(%x, %n : tensor<5x1xf32>, tensor<5x1xi64>) axis = 0 {
    ^bb0(%a: f32, %b: f32, %i: i64, %j: i64):
      %p = arith.cmpf olt, %a, %b : f32
      linalg_ext.yield %p : i1
    } -> tensor<5x1xf32>, tensor<5x1xi64>
    %d = tensor.empty() : tensor<2x1xf32>
    %e = tensor.empty() : tensor<2x1xi64>
    %1:2 = linalg_ext.sort ins(%x, %n : tensor<5x1xf32>, tensor<5x1xi64>)
        outs(%d, %e : tensor<2x1xf32>, tensor<2x1xi64>) axis = 0 {
    ^bb0(%a: f32, %b: f32, %i: i64, %j: i64):
      %p = arith.cmpf ogt, %a, %b : f32
      linalg_ext.yield %p : i1
    } -> tensor<2x1xf32>, tensor<2x1xi64>
    // More positions are requested than there are, so the rest keeps its
    // values.
    %y = arith.constant dense<[9, -1]> : tensor<2xi8>
    %f = arith.constant dense<7> : tensor<3xi8>
    %2 = linalg_ext.sort ins(%y : tensor<2xi8>) outs(%f : tensor<3xi8>) axis = 0 {
    ^bb0(%a: i8, %b: i8):
      %p = arith.cmpi ult, %a, %b : i8
      linalg_ext.yield %p : i1
    } -> tensor<3xi8>
    %z = tensor.empty() : tensor<0xf32>
    %3 = linalg_ext.sort ins(%z : tensor<0xf32>) outs(%z : tensor<0xf32>) axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %p = arith.cmpf olt, %a, %b : f32
      linalg_ext.yield %p : i1
    } -> tensor<0xf32>
    return %0#0, %0#1, %1#0, %1#1, %2, %3 : tensor<5x1xf32>, tensor<5x1xi64>,
        tensor<2x1xf32>, tensor<2x1xi64>, tensor<3xi8>, tensor<0xf32>)mlir");
  expectNear(program.results.at(0), {0, 1, 1, 2, 2});
  expectNear(program.results.at(1), {3, 1, 4, 0, 2});
  expectNear(program.results.at(2), {2, 2});
  expectNear(program.results.at(3), {0, 2});
  expectNear(program.results.at(4), {9, -1, 7});
  expectNear(program.results.at(5), {});
}

// NaN is greater than any number, zeros are equal.
TEST(FoldOps, TakesTheGreatest) {
  Interpreted program =
      interpret("tensor<4xf32>, tensor<4xi32>, tensor<5xf32>, tensor<5xi32>, "
                "tensor<2xi8>, tensor<2xi64>, tensor<2xi8>, tensor<2xi64>",
                R"mlir(
    %x = arith.constant dense<[0.0, 0x7FC00000, -0.0, 0x7F800000, 0x7FC00000]>
        : tensor<5xf32>
    %d = tensor.empty() : tensor<4xf32>
    %e = tensor.empty() : tensor<4xi32>
    %0:2 = linalg_ext.top_k ins(%x : tensor<5xf32>)
        outs(%d, %e : tensor<4xf32>, tensor<4xi32>) axis = 0
        -> tensor<4xf32>, tensor<4xi32>
    %f = tensor.empty() : tensor<5xf32>
    %g = tensor.empty() : tensor<5xi32>
    %1:2 = linalg_ext.top_k ins(%x : tensor<5xf32>)
        outs(%f, %g : tensor<5xf32>, tensor<5xi32>) axis = 0 smallest
        -> tensor<5xf32>, tensor<5xi32>
    %y = arith.constant dense<[3, -1, 3]> : tensor<3xi8>
    %h = tensor.empty() : tensor<2xi8>
    %i = tensor.empty() : tensor<2xi64>
    %2:2 = linalg_ext.top_k ins(%y : tensor<3xi8>)
        outs(%h, %i : tensor<2xi8>, tensor<2xi64>) axis = 0
        -> tensor<2xi8>, tensor<2xi64>
    %3:2 = linalg_ext.top_k ins(%y : tensor<3xi8>)
        outs(%h, %i : tensor<2xi8>, tensor<2xi64>) axis = 0 unsigned
        -> tensor<2xi8>, tensor<2xi64>
    return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1 : tensor<4xf32>,
        tensor<4xi32>, tensor<5xf32>, tensor<5xi32>, tensor<2xi8>,
        tensor<2xi64>, tensor<2xi8>, tensor<2xi64>)mlir");
  expectNear(program.results.at(0), {kNan, kNan, kInfinity, 0});
  expectNear(program.results.at(1), {1, 4, 3, 0});
  expectNear(program.results.at(2), {0, 0, kInfinity, kNan, kNan});
  expectNear(program.results.at(3), {0, 2, 3, 1, 4});
  expectNear(program.results.at(4), {3, 3});
  expectNear(program.results.at(5), {0, 2});
  expectNear(program.results.at(6), {-1, 3});
  expectNear(program.results.at(7), {1, 0});
}

// The body has two tensors, no identity, and a result that depends on the
// order.
TEST(FoldOps, ReducesInOrder) {
  Interpreted program =
      interpret("tensor<2xi64>, tensor<2xi64>, tensor<i64>, tensor<2xi64>",
                R"mlir(
    %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
    %c = arith.constant dense<[9, 8]> : tensor<2xi64>
    %0:2 = linalg_ext.reduce ins(%x, %x : tensor<2x3xi64>, tensor<2x3xi64>)
        outs(%c, %c : tensor<2xi64>, tensor<2xi64>) dimensions = [1] {
    ^bb0(%a: i64, %b: i64, %m: i64, %n: i64):
      %ten = arith.constant 10 : i64
      %s = arith.muli %a, %ten : i64
      %t = arith.addi %s, %m : i64
      linalg_ext.yield %t, %n : i64, i64
    } -> tensor<2xi64>, tensor<2xi64>
    %d = arith.constant dense<9> : tensor<i64>
    %1 = linalg_ext.reduce ins(%x : tensor<2x3xi64>) outs(%d : tensor<i64>)
        dimensions = [1, 0] peeled {
    ^bb0(%a: i64, %m: i64):
      %ten = arith.constant 10 : i64
      %s = arith.muli %a, %ten : i64
      %t = arith.addi %s, %m : i64
      linalg_ext.yield %t : i64
    } -> tensor<i64>
    %e = tensor.empty() : tensor<2x0xi64>
    %2 = linalg_ext.reduce ins(%e : tensor<2x0xi64>) outs(%c : tensor<2xi64>)
        dimensions = [1] peeled {
    ^bb0(%a: i64, %m: i64):
      linalg_ext.yield %m : i64
    } -> tensor<2xi64>
    return %0#0, %0#1, %1, %2 : tensor<2xi64>, tensor<2xi64>, tensor<i64>,
        tensor<2xi64>)mlir");
  expectNear(program.results.at(0), {9123, 8456});
  expectNear(program.results.at(1), {3, 6});
  expectNear(program.results.at(2), {123456});
  expectNear(program.results.at(3), {9, 8});
}

// 256 + 1 is 256 in bf16.
TEST(FoldOps, RoundsAtTheEnd) {
  Interpreted program = interpret("tensor<bf16>, tensor<3xbf16>", R"mlir(
    %x = arith.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
    %d = arith.constant dense<0.0> : tensor<bf16>
    %0 = linalg_ext.reduce ins(%x : tensor<3xbf16>) outs(%d : tensor<bf16>)
        dimensions = [0] {
    ^bb0(%a: bf16, %b: bf16):
      %s = arith.addf %a, %b : bf16
      linalg_ext.yield %s : bf16
    } -> tensor<bf16>
    %1 = linalg_ext.scan ins(%x : tensor<3xbf16>) outs(%x : tensor<3xbf16>)
        axis = 0 {
    ^bb0(%a: bf16, %b: bf16):
      %s = arith.addf %a, %b : bf16
      linalg_ext.yield %s : bf16
    } -> tensor<3xbf16>
    return %0, %1 : tensor<bf16>, tensor<3xbf16>)mlir");
  expectNear(program.results.at(0), {258});
  expectNear(program.results.at(1), {256, 256, 258});
}

TEST(FoldOps, Scans) {
  // The scans of [[1, 2, 3], [4, 5, 6]] start from [9, 8].
  auto scan = [](const std::string &form, const std::string &rest) {
    Interpreted program = interpret("tensor<2x3xi64>", R"mlir(
    %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
    %i = arith.constant dense<[9, 8]> : tensor<2xi64>
    %yes = arith.constant true
    %no = arith.constant false
    %0 = linalg_ext.scan ins(%x : tensor<2x3xi64>) )mlir" + form +
                                                           R"mlir(
        outs(%x : tensor<2x3xi64>) axis = 1 )mlir" + rest +
                                                           R"mlir( {
    ^bb0(%a: i64, %m: i64):
      %ten = arith.constant 10 : i64
      %s = arith.muli %a, %ten : i64
      %t = arith.addi %s, %m : i64
      linalg_ext.yield %t : i64
    } -> tensor<2x3xi64>
    return %0 : tensor<2x3xi64>)mlir");
    return program.results.at(0);
  };
  std::string init = "init(%i : tensor<2xi64>)";
  expectNear(scan("", ""), {1, 12, 123, 4, 45, 456});
  expectNear(scan("", "reverse"), {321, 32, 3, 654, 65, 6});
  expectNear(scan(init, ""), {91, 912, 9123, 84, 845, 8456});
  expectNear(scan(init, "exclusive"), {9, 91, 912, 8, 84, 845});
  expectNear(scan(init, "exclusive reverse"), {932, 93, 9, 865, 86, 8});
  expectNear(scan(init + " if %yes", ""), {91, 912, 9123, 84, 845, 8456});
  expectNear(scan(init + " if %no", ""), {1, 12, 123, 4, 45, 456});
}

// There is nothing to scan, along the axis or beside it.
TEST(FoldOps, ScansNothing) {
  Interpreted program = interpret("tensor<0x3xf32>, tensor<3x0xf32>", R"mlir(
    %a = tensor.empty() : tensor<0x3xf32>
    %0 = linalg_ext.scan ins(%a : tensor<0x3xf32>) outs(%a : tensor<0x3xf32>)
        axis = 0 {
    ^bb0(%x: f32, %y: f32):
      linalg_ext.yield %y : f32
    } -> tensor<0x3xf32>
    %b = tensor.empty() : tensor<3x0xf32>
    %1 = linalg_ext.scan ins(%b : tensor<3x0xf32>) outs(%b : tensor<3x0xf32>)
        axis = 0 {
    ^bb0(%x: f32, %y: f32):
      linalg_ext.yield %y : f32
    } -> tensor<3x0xf32>
    return %0, %1 : tensor<0x3xf32>, tensor<3x0xf32>)mlir");
}

} // namespace
