//===- MatrixOpsTest.cpp - Transforms and triangular matrices -------------===//
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

static constexpr double kTolerance = 1e-11;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Expected values are from SciPy.
TEST(MatrixOps, Transforms) {
  Interpreted program = interpret("tensor<2x5xcomplex<f64>>, "
                                  "tensor<2x5xcomplex<f64>>, "
                                  "tensor<1xcomplex<f64>>, "
                                  "tensor<0x3xcomplex<f64>>",
                                  R"mlir(
    %a = arith.constant dense<[[(1.0, 2.0), (0.0, 0.0), (3.0, 0.0), (0.0, -1.0),
        (2.0, 0.0)], [(1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0),
        (1.0, 0.0)]]> : tensor<2x5xcomplex<f64>>
    %0 = linalg_ext.fft ins(%a : tensor<2x5xcomplex<f64>>)
        outs(%a : tensor<2x5xcomplex<f64>>) axis = 1 -> tensor<2x5xcomplex<f64>>
    %1 = linalg_ext.fft ins(%a : tensor<2x5xcomplex<f64>>)
        outs(%a : tensor<2x5xcomplex<f64>>) axis = 0 inverse
        -> tensor<2x5xcomplex<f64>>
    %b = arith.constant dense<[(3.0, 4.0)]> : tensor<1xcomplex<f64>>
    %2 = linalg_ext.fft ins(%b : tensor<1xcomplex<f64>>)
        outs(%b : tensor<1xcomplex<f64>>) axis = 0 -> tensor<1xcomplex<f64>>
    %c = tensor.empty() : tensor<0x3xcomplex<f64>>
    %3 = linalg_ext.fft ins(%c : tensor<0x3xcomplex<f64>>)
        outs(%c : tensor<0x3xcomplex<f64>>) axis = 1 -> tensor<0x3xcomplex<f64>>
    return %0, %1, %2, %3 : tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>,
        tensor<1xcomplex<f64>>, tensor<0x3xcomplex<f64>>)mlir");
  expectNear(program.results.at(0),
             {6,
              1,
              -0.2212317420825,
              2.947774270088,
              -0.6420395219202,
              5.719723059095,
              1.26007351067,
              -2.337757047845,
              -1.396802246667,
              2.670259718662,
              5,
              0,
              0,
              0,
              0,
              0,
              0,
              0,
              0,
              0},
             kTolerance);
  expectNear(program.results.at(1), {1, 1, 0.5,  0, 2, 0, 0.5,  -0.5, 1.5, 0,
                                     0, 1, -0.5, 0, 1, 0, -0.5, -0.5, 0.5, 0},
             kTolerance);
  expectNear(program.results.at(2), {3, 4});
  expectNear(program.results.at(3), {});
}

TEST(MatrixOps, TransformsRealNumbers) {
  Interpreted program = interpret("tensor<4xcomplex<f64>>, tensor<5xf64>, "
                                  "tensor<4xf64>",
                                  R"mlir(
    %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
    %d = tensor.empty() : tensor<4xcomplex<f64>>
    %0 = linalg_ext.fft ins(%a : tensor<6xf64>) outs(%d : tensor<4xcomplex<f64>>)
        axis = 0 -> tensor<4xcomplex<f64>>
    // Imaginary parts at 0, and at the half of 4, are ignored.
    %b = arith.constant dense<[(1.0, 9.0), (2.0, 1.0), (3.0, -1.0)]>
        : tensor<3xcomplex<f64>>
    %e = tensor.empty() : tensor<5xf64>
    %1 = linalg_ext.fft ins(%b : tensor<3xcomplex<f64>>) outs(%e : tensor<5xf64>)
        axis = 0 inverse -> tensor<5xf64>
    %f = tensor.empty() : tensor<4xf64>
    %2 = linalg_ext.fft ins(%b : tensor<3xcomplex<f64>>) outs(%f : tensor<4xf64>)
        axis = 0 inverse -> tensor<4xf64>
    return %0, %1, %2 : tensor<4xcomplex<f64>>, tensor<5xf64>,
        tensor<4xf64>)mlir");
  expectNear(program.results.at(0),
             {21, 0, -3, 5.196152422707, -3, 1.732050807569, -3, 0},
             kTolerance);
  expectNear(program.results.at(1),
             {2.2, -0.6689153033511, -0.6919299096851, 0.539143505185,
              -0.3782982921489},
             kTolerance);
  expectNear(program.results.at(2), {2, -1, 0, 0}, kTolerance);
}

// The triangle that is not read contains NaNs.
TEST(MatrixOps, FactorizesHermitianMatrices) {
  Interpreted program =
      interpret("tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>", R"mlir(
    %a = arith.constant dense<[
        [(4.0, 0.0), (0x7FF8000000000000, 0.0), (0x7FF8000000000000, 0.0)],
        [(2.0, 1.0), (10.0, 0.0), (0x7FF8000000000000, 0.0)],
        [(0.0, -1.0), (1.0, -2.0), (9.0, 0.0)]]> : tensor<3x3xcomplex<f64>>
    %0 = linalg_ext.cholesky ins(%a : tensor<3x3xcomplex<f64>>)
        outs(%a : tensor<3x3xcomplex<f64>>) lower -> tensor<3x3xcomplex<f64>>
    %b = arith.constant dense<[
        [(4.0, 0.0), (2.0, -1.0), (0.0, 1.0)],
        [(0x7FF8000000000000, 0.0), (10.0, 0.0), (1.0, 2.0)],
        [(0x7FF8000000000000, 0.0), (0x7FF8000000000000, 0.0), (9.0, 0.0)]]>
        : tensor<3x3xcomplex<f64>>
    %1 = linalg_ext.cholesky ins(%b : tensor<3x3xcomplex<f64>>)
        outs(%b : tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    return %0, %1 : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>)mlir");
  expectNear(program.results.at(0),
             {2, 0, 0, 0, 0, 0, 1, 0.5, 2.95803989155, 0, 0, 0, 0, -0.5,
              0.4225771273643, -0.5070925528371, 2.88345031417, 0},
             kTolerance);
  expectNear(program.results.at(1),
             {2, 0, 1, -0.5, 0, 0.5, 0, 0, 2.95803989155, 0, 0.4225771273643,
              0.5070925528371, 0, 0, 0, 0, 2.88345031417, 0},
             kTolerance);
}

// Only the second matrix is not positive definite, from its second column on.
TEST(MatrixOps, SaysWhatIsNotPositiveDefinite) {
  Interpreted program = interpret("tensor<2x3x3xf32>, tensor<0x0xf32>", R"mlir(
    %a = arith.constant dense<[[[4.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 0.0, 1.0]],
        [[4.0, 0.0, 0.0], [2.0, 1.0, 0.0], [6.0, 0.0, 9.0]]]> : tensor<2x3x3xf32>
    %0 = linalg_ext.cholesky ins(%a : tensor<2x3x3xf32>)
        outs(%a : tensor<2x3x3xf32>) lower -> tensor<2x3x3xf32>
    %b = tensor.empty() : tensor<0x0xf32>
    %1 = linalg_ext.cholesky ins(%b : tensor<0x0xf32>) outs(%b : tensor<0x0xf32>)
        -> tensor<0x0xf32>
    return %0, %1 : tensor<2x3x3xf32>, tensor<0x0xf32>)mlir");
  expectNear(program.results.at(0),
             {2, 0, 0, 1, 1, 0, 0, 0, 1, 2, 0, 0, 1, kNan, 0, 3, kNan, kNan});
  expectNear(program.results.at(1), {});
}

// Solves with [2 1; 3 4] in each form; only one triangle is read.
TEST(MatrixOps, SolvesTriangularSystems) {
  auto solve = [](const std::string &flags) {
    Interpreted program = interpret("tensor<2x2xf64>", R"mlir(
    %a = arith.constant dense<[[2.0, 1.0], [3.0, 4.0]]> : tensor<2x2xf64>
    %b = arith.constant dense<[[2.0, 4.0], [7.0, 16.0]]> : tensor<2x2xf64>
    %0 = linalg_ext.triangular_solve ins(%a, %b : tensor<2x2xf64>, tensor<2x2xf64>)
        outs(%b : tensor<2x2xf64>) )mlir" + flags +
                                                           R"mlir(
        -> tensor<2x2xf64>
    return %0 : tensor<2x2xf64>)mlir");
    return program.results.at(0);
  };
  expectNear(solve("lower"), {1, 2, 1, 2.5});
  expectNear(solve(""), {0.125, 0, 1.75, 4});
  expectNear(solve("lower unit_diagonal"), {2, 4, 1, 4});
  // [2 3; 0 4] * x = b.
  expectNear(solve("lower transpose"), {-1.625, -4, 1.75, 4});
  // x * [2 1; 0 4] = b, x * [2 0; 3 4] = b, and x * [2 0; 1 4] = b.
  expectNear(solve("right"), {1, 0.75, 3.5, 3.125});
  expectNear(solve("right lower"), {-0.5, 1, -2.5, 4});
  expectNear(solve("right adjoint"), {0.5, 1, 1.5, 4});
}

TEST(MatrixOps, SolvesComplexSystems) {
  Interpreted program =
      interpret("tensor<1x1x1xcomplex<f32>>, tensor<1x1x1xcomplex<f32>>, "
                "tensor<1x1x0xcomplex<f32>>",
                R"mlir(
    %a = arith.constant dense<(0.0, 2.0)> : tensor<1x1x1xcomplex<f32>>
    %b = arith.constant dense<(4.0, 6.0)> : tensor<1x1x1xcomplex<f32>>
    %0 = linalg_ext.triangular_solve
        ins(%a, %b : tensor<1x1x1xcomplex<f32>>, tensor<1x1x1xcomplex<f32>>)
        outs(%b : tensor<1x1x1xcomplex<f32>>) lower
        -> tensor<1x1x1xcomplex<f32>>
    %1 = linalg_ext.triangular_solve
        ins(%a, %b : tensor<1x1x1xcomplex<f32>>, tensor<1x1x1xcomplex<f32>>)
        outs(%b : tensor<1x1x1xcomplex<f32>>) lower adjoint
        -> tensor<1x1x1xcomplex<f32>>
    %c = tensor.empty() : tensor<1x1x0xcomplex<f32>>
    %2 = linalg_ext.triangular_solve
        ins(%a, %c : tensor<1x1x1xcomplex<f32>>, tensor<1x1x0xcomplex<f32>>)
        outs(%c : tensor<1x1x0xcomplex<f32>>) -> tensor<1x1x0xcomplex<f32>>
    return %0, %1, %2 : tensor<1x1x1xcomplex<f32>>, tensor<1x1x1xcomplex<f32>>,
        tensor<1x1x0xcomplex<f32>>)mlir");
  expectNear(program.results.at(0), {3, -2});
  expectNear(program.results.at(1), {-3, 2});
  expectNear(program.results.at(2), {});
}

} // namespace
