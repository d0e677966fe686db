//===- WindowOpsTest.cpp - Windows that may overlap -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterpretText.h"
#include "gtest/gtest.h"

using namespace dtensor::reference;

namespace {

/// Windows over 1 to 5 that concatenate the digits of their elements.
std::vector<double> reduceWindows(const std::string &windows, int count) {
  std::string type = "tensor<" + std::to_string(count) + "xi64>";
  Interpreted program = interpret(type, R"mlir(
    %x = arith.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi64>
    %d = arith.constant dense<7> : )mlir" + type +
                                            R"mlir(
    %0 = linalg_ext.reduce_window ins(%x : tensor<5xi64>)
        outs(%d : )mlir" + type + ") " + windows +
                                            R"mlir( {
    ^bb0(%acc: i64, %e: i64):
      %ten = arith.constant 10 : i64
      %s = arith.muli %acc, %ten : i64
      %t = arith.addi %s, %e : i64
      linalg_ext.yield %t : i64
    } -> )mlir" + type + "\nreturn %0 : " + type);
  return program.results.at(0);
}

TEST(WindowOps, ReduceWindows) {
  expectNear(reduceWindows("window = [3]", 3), {7123, 7234, 7345});
  expectNear(reduceWindows("window = [2] strides = [2]", 2), {712, 734});
  // Elements outside are ignored.
  expectNear(
      reduceWindows("window = [3] strides = [2] low = [1] high = [2]", 3),
      {712, 7234, 745});
  expectNear(reduceWindows("window = [2] dilations = [3]", 2), {714, 725});
  expectNear(reduceWindows("window = [2] base_dilations = [2] low = [1]", 9),
             {71, 71, 72, 72, 73, 73, 74, 74, 75});
  // The windows of 1 . 2 . 3 . 4 . 5, without its first and its last three.
  expectNear(reduceWindows("window = [3] base_dilations = [2] low = [-1] "
                           "high = [-3]",
                           3),
             {72, 723, 73});
  // A window without elements.
  expectNear(
      reduceWindows("window = [1] strides = [4] low = [4] high = [3]", 3),
      {7, 71, 75});
  expectNear(reduceWindows("window = [6]", 0), {});
}

TEST(WindowOps, ReduceWindowsOfTwo) {
  Interpreted program = interpret("tensor<1x2xf32>, tensor<1x2xi64>", R"mlir(
    %x = arith.constant dense<[[3.0, 1.0, 4.0], [1.0, 5.0, 4.0]]>
        : tensor<2x3xf32>
    %n = arith.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
    %d = arith.constant dense<0.0> : tensor<1x2xf32>
    %e = arith.constant dense<-1> : tensor<1x2xi64>
    %0:2 = linalg_ext.reduce_window ins(%x, %n : tensor<2x3xf32>, tensor<2x3xi64>)
        outs(%d, %e : tensor<1x2xf32>, tensor<1x2xi64>) window = [2, 2] {
    ^bb0(%av: f32, %ai: i64, %xv: f32, %xi: i64):
      %p = arith.cmpf oge, %av, %xv : f32
      %v = arith.select %p, %av, %xv : f32
      %i = arith.select %p, %ai, %xi : i64
      linalg_ext.yield %v, %i : f32, i64
    } -> tensor<1x2xf32>, tensor<1x2xi64>
    return %0#0, %0#1 : tensor<1x2xf32>, tensor<1x2xi64>)mlir");
  expectNear(program.results.at(0), {5, 5});
  expectNear(program.results.at(1), {4, 4});
}

// The first of equal elements is selected. Windows overlap, and one of them has
// no elements.
TEST(WindowOps, SelectsAndScatters) {
  Interpreted program = interpret("tensor<4xi64>, tensor<3xf32>", R"mlir(
    %x = arith.constant dense<[5, 5, 1, 2]> : tensor<4xi64>
    %dy = arith.constant dense<[1, 2, 3]> : tensor<3xi64>
    %d = arith.constant dense<[7, 8, 9, 0]> : tensor<4xi64>
    %0 = linalg_ext.select_and_scatter ins(%x, %dy : tensor<4xi64>, tensor<3xi64>)
        outs(%d : tensor<4xi64>) window = [2] select {
    ^bb0(%a: i64, %b: i64):
      %p = arith.cmpi sge, %a, %b : i64
      linalg_ext.yield %p : i1
    } scatter {
    ^bb0(%a: i64, %b: i64):
      %ten = arith.constant 10 : i64
      %s = arith.muli %a, %ten : i64
      %t = arith.addi %s, %b : i64
      linalg_ext.yield %t : i64
    } -> tensor<4xi64>
    %y = arith.constant dense<[1.0, 3.0, 2.0]> : tensor<3xf32>
    %dz = arith.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
    %z = arith.constant dense<0.0> : tensor<3xf32>
    %1 = linalg_ext.select_and_scatter ins(%y, %dz : tensor<3xf32>, tensor<3xf32>)
        outs(%z : tensor<3xf32>) window = [2] strides = [2] low = [2] high = [1]
        select {
    ^bb0(%a: f32, %b: f32):
      %p = arith.cmpf oge, %a, %b : f32
      linalg_ext.yield %p : i1
    } scatter {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      linalg_ext.yield %s : f32
    } -> tensor<3xf32>
    return %0, %1 : tensor<4xi64>, tensor<3xf32>)mlir");
  // Position 0 of [5, 5], 1 of [5, 1], and 3 of [1, 2] are selected.
  expectNear(program.results.at(0), {71, 82, 9, 3});
  expectNear(program.results.at(1), {0, 2, 4});
}

} // namespace
