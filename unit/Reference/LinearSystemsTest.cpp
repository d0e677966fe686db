//===- LinearSystemsTest.cpp - potrf, getrf and gtsv ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterpretText.h"
#include "gtest/gtest.h"

using namespace dtensor::reference;

// Expected values are from SciPy.
static constexpr double kTolerance = 1e-11;

namespace {

TEST(LinearSystems, PotrfOfTheUpperTriangle) {
  Interpreted program = interpret("tensor<3x3xf64>, tensor<i32>", R"mlir(
    %s0 = arith.constant dense<[[4.0, 2.0, -2.0], [77.0, 10.0, 1.0], [77.0, 77.0, 9.0]]> : tensor<3x3xf64>
    %d0 = tensor.empty() : tensor<3x3xf64>
    %d1 = tensor.empty() : tensor<i32>
    %0:2 = linalg_ext.lapack "potrf" ins(%s0 : tensor<3x3xf64>)
        outs(%d0, %d1 : tensor<3x3xf64>, tensor<i32>) batch = 0 options = [85]
        -> tensor<3x3xf64>, tensor<i32>
    return %0#0, %0#1 : tensor<3x3xf64>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {2, 1, -1, 77, 3, 0.6666666666667, 77, 77, 2.748737083745},
             kTolerance);
  expectNear(program.results.at(1), {0}, kTolerance);
}

TEST(LinearSystems, PotrfOfComplexNumbers) {
  Interpreted program =
      interpret("tensor<3x3xcomplex<f64>>, tensor<i32>", R"mlir(
    %s0 = arith.constant dense<[[(4.0, 0.0), (2.0, -1.0), (0.0, 1.0)], [(2.0, 1.0), (10.0, 0.0), (1.0, 2.0)], [(-0.0, -1.0), (1.0, -2.0), (9.0, 0.0)]]> : tensor<3x3xcomplex<f64>>
    %d0 = tensor.empty() : tensor<3x3xcomplex<f64>>
    %d1 = tensor.empty() : tensor<i32>
    %0:2 = linalg_ext.lapack "potrf" ins(%s0 : tensor<3x3xcomplex<f64>>)
        outs(%d0, %d1 : tensor<3x3xcomplex<f64>>, tensor<i32>) batch = 0 options = [76]
        -> tensor<3x3xcomplex<f64>>, tensor<i32>
    return %0#0, %0#1 : tensor<3x3xcomplex<f64>>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {2, 0, 2, -1, 0, 1, 1, 0.5, 2.95803989155, 0, 1, 2, 0, -0.5,
              0.4225771273643, -0.5070925528371, 2.88345031417, 0},
             kTolerance);
  expectNear(program.results.at(1), {0}, kTolerance);
}

TEST(LinearSystems, PotrfSaysWhatIsNotPositive) {
  Interpreted program = interpret("tensor<2x2xf64>, tensor<i32>", R"mlir(
    %s0 = arith.constant dense<[[1.0, 0.0], [0.0, -1.0]]> : tensor<2x2xf64>
    %d0 = tensor.empty() : tensor<2x2xf64>
    %d1 = tensor.empty() : tensor<i32>
    %0:2 = linalg_ext.lapack "potrf" ins(%s0 : tensor<2x2xf64>)
        outs(%d0, %d1 : tensor<2x2xf64>, tensor<i32>) batch = 0 options = [76]
        -> tensor<2x2xf64>, tensor<i32>
    return %0#0, %0#1 : tensor<2x2xf64>, tensor<i32>)mlir");
  expectNear(program.results.at(0), {1, 0, 0, -1}, kTolerance);
  expectNear(program.results.at(1), {2}, kTolerance);
}

TEST(LinearSystems, Getrf) {
  Interpreted program =
      interpret("tensor<3x3xf64>, tensor<3xi32>, tensor<i32>", R"mlir(
    %s0 = arith.constant dense<[[4.0, 1.0, -2.0], [2.0, -3.0, 1.0], [1.0, 5.0, 6.0]]> : tensor<3x3xf64>
    %d0 = tensor.empty() : tensor<3x3xf64>
    %d1 = tensor.empty() : tensor<3xi32>
    %d2 = tensor.empty() : tensor<i32>
    %0:3 = linalg_ext.lapack "getrf" ins(%s0 : tensor<3x3xf64>)
        outs(%d0, %d1, %d2 : tensor<3x3xf64>, tensor<3xi32>, tensor<i32>) batch = 0
        -> tensor<3x3xf64>, tensor<3xi32>, tensor<i32>
    return %0#0, %0#1, %0#2 : tensor<3x3xf64>, tensor<3xi32>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {4, 1, -2, 0.25, 4.75, 6.5, 0.5, -0.7368421052632, 6.789473684211},
             kTolerance);
  expectNear(program.results.at(1), {1, 3, 3}, kTolerance);
  expectNear(program.results.at(2), {0}, kTolerance);
}

TEST(LinearSystems, GetrfOfComplexNumbers) {
  Interpreted program =
      interpret("tensor<3x3xcomplex<f64>>, tensor<3xi32>, tensor<i32>", R"mlir(
    %s0 = arith.constant dense<[[(4.0, 1.0), (1.0, 0.0), (-0.0, -2.0)], [(2.0, 0.0), (-3.0, 2.0), (1.0, 0.0)], [(1.0, -1.0), (5.0, 0.0), (6.0, 0.0)]]> : tensor<3x3xcomplex<f64>>
    %d0 = tensor.empty() : tensor<3x3xcomplex<f64>>
    %d1 = tensor.empty() : tensor<3xi32>
    %d2 = tensor.empty() : tensor<i32>
    %0:3 = linalg_ext.lapack "getrf" ins(%s0 : tensor<3x3xcomplex<f64>>)
        outs(%d0, %d1, %d2 : tensor<3x3xcomplex<f64>>, tensor<3xi32>, tensor<i32>) batch = 0
        -> tensor<3x3xcomplex<f64>>, tensor<3xi32>, tensor<i32>
    return %0#0, %0#1, %0#2 : tensor<3x3xcomplex<f64>>, tensor<3xi32>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {4, 1, 1, 0, 0, -2, 0.4705882352941, -0.1176470588235,
              -3.470588235294, 2.117647058824, 1.235294117647, 0.9411764705882,
              0.1764705882353, -0.2941176470588, -0.9750889679715,
              -0.6797153024911, 7.153024911032, 2.110320284698},
             kTolerance);
  expectNear(program.results.at(1), {1, 2, 3}, kTolerance);
  expectNear(program.results.at(2), {0}, kTolerance);
}

TEST(LinearSystems, GetrfOfASingularMatrix) {
  Interpreted program =
      interpret("tensor<2x3xf64>, tensor<2xi32>, tensor<i32>", R"mlir(
    %s0 = arith.constant dense<[[0.0, 0.0, 1.0], [0.0, 0.0, 2.0]]> : tensor<2x3xf64>
    %d0 = tensor.empty() : tensor<2x3xf64>
    %d1 = tensor.empty() : tensor<2xi32>
    %d2 = tensor.empty() : tensor<i32>
    %0:3 = linalg_ext.lapack "getrf" ins(%s0 : tensor<2x3xf64>)
        outs(%d0, %d1, %d2 : tensor<2x3xf64>, tensor<2xi32>, tensor<i32>) batch = 0
        -> tensor<2x3xf64>, tensor<2xi32>, tensor<i32>
    return %0#0, %0#1, %0#2 : tensor<2x3xf64>, tensor<2xi32>, tensor<i32>)mlir");
  expectNear(program.results.at(0), {0, 0, 1, 0, 0, 2}, kTolerance);
  expectNear(program.results.at(1), {1, 2}, kTolerance);
  expectNear(program.results.at(2), {1}, kTolerance);
}

TEST(LinearSystems, Gtsv) {
  Interpreted program = interpret("tensor<4xf64>, tensor<4xf64>, "
                                  "tensor<4xf64>, tensor<4x2xf64>, tensor<i32>",
                                  R"mlir(
    %s0 = arith.constant dense<[77.0, 3.0, 1.0, 2.0]> : tensor<4xf64>
    %s1 = arith.constant dense<[1.0, -2.0, 4.0, 1.0]> : tensor<4xf64>
    %s2 = arith.constant dense<[2.0, 1.0, 5.0, 77.0]> : tensor<4xf64>
    %s3 = arith.constant dense<[[1.0, 0.0], [2.0, 1.0], [0.0, 3.0], [1.0, 1.0]]> : tensor<4x2xf64>
    %d0 = tensor.empty() : tensor<4xf64>
    %d1 = tensor.empty() : tensor<4xf64>
    %d2 = tensor.empty() : tensor<4xf64>
    %d3 = tensor.empty() : tensor<4x2xf64>
    %d4 = tensor.empty() : tensor<i32>
    %0:5 = linalg_ext.lapack "gtsv" ins(%s0, %s1, %s2, %s3 : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x2xf64>)
        outs(%d0, %d1, %d2, %d3, %d4 : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x2xf64>, tensor<i32>) batch = 0
        -> tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x2xf64>, tensor<i32>
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x2xf64>, tensor<i32>)mlir");
  expectNear(program.results.at(0), {77, 1, 0, 2}, kTolerance);
  expectNear(program.results.at(1), {3, 2.666666666667, 4.125, -1.424242424242},
             kTolerance);
  expectNear(program.results.at(2), {-2, -0.3333333333333, 5, 77}, kTolerance);
  expectNear(program.results.at(3),
             {0.531914893617, 0.1702127659574, 0.2340425531915,
              -0.08510638297872, 0.8723404255319, 0.3191489361702,
              -0.7446808510638, 0.3617021276596},
             kTolerance);
  expectNear(program.results.at(4), {0}, kTolerance);
}

} // namespace
