//===- SingularValuesTest.cpp - gesdd and gesvd ---------------------------===//
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

TEST(SingularValues, Gesdd) {
  Interpreted program =
      interpret("tensor<5x2xf64>, tensor<2xf64>, tensor<5x2xf64>, "
                "tensor<2x2xf64>, tensor<i32>",
                R"mlir(
    %s0 = arith.constant dense<[[1.0, 2.0], [3.0, -4.0], [5.0, 6.0], [-7.0, 8.0], [2.0, 1.0]]> : tensor<5x2xf64>
    %d0 = tensor.empty() : tensor<5x2xf64>
    %d1 = tensor.empty() : tensor<2xf64>
    %d2 = tensor.empty() : tensor<5x2xf64>
    %d3 = tensor.empty() : tensor<2x2xf64>
    %d4 = tensor.empty() : tensor<i32>
    %0:5 = linalg_ext.lapack "gesdd" ins(%s0 : tensor<5x2xf64>)
        outs(%d0, %d1, %d2, %d3, %d4 : tensor<5x2xf64>, tensor<2xf64>, tensor<5x2xf64>, tensor<2x2xf64>, tensor<i32>) batch = 0 options = [83]
        -> tensor<5x2xf64>, tensor<2xf64>, tensor<5x2xf64>, tensor<2x2xf64>, tensor<i32>
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<5x2xf64>, tensor<2xf64>, tensor<5x2xf64>, tensor<2x2xf64>, tensor<i32>)mlir");
  expectNear(program.results.at(0), {1, 2, 3, -4, 5, 6, -7, 8, 2, 1},
             kTolerance);
  expectNear(program.results.at(1), {11.92862921552, 8.167484621265},
             kTolerance);
  expectNear(program.results.at(2),
             {0.09760513047127, 0.2337360274778, -0.4176813731591,
              0.05136898708033, 0.2038269465272, 0.9087444992476,
              0.8798569687615, -0.2065061825678, -0.01793876842933,
              0.2725203263496},
             kTolerance);
  expectNear(
      program.results.at(3),
      {-0.5307550817592, 0.8475252463418, 0.8475252463418, 0.5307550817592},
      kTolerance);
  expectNear(program.results.at(4), {0}, kTolerance);
}

TEST(SingularValues, GesddOfAWideMatrix) {
  Interpreted program = interpret(
      "tensor<2x4xcomplex<f64>>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, "
      "tensor<4x4xcomplex<f64>>, tensor<i32>",
      R"mlir(
    %s0 = arith.constant dense<[[(1.0, 0.0), (0.0, 2.0), (3.0, 0.0), (1.0, -1.0)], [(0.0, 0.0), (1.0, 1.0), (2.0, 0.0), (5.0, 0.0)]]> : tensor<2x4xcomplex<f64>>
    %d0 = tensor.empty() : tensor<2x4xcomplex<f64>>
    %d1 = tensor.empty() : tensor<2xf64>
    %d2 = tensor.empty() : tensor<2x2xcomplex<f64>>
    %d3 = tensor.empty() : tensor<4x4xcomplex<f64>>
    %d4 = tensor.empty() : tensor<i32>
    %0:5 = linalg_ext.lapack "gesdd" ins(%s0 : tensor<2x4xcomplex<f64>>)
        outs(%d0, %d1, %d2, %d3, %d4 : tensor<2x4xcomplex<f64>>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>) batch = 0 options = [65]
        -> tensor<2x4xcomplex<f64>>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<2x4xcomplex<f64>>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {1, 0, 0, 2, 3, 0, 1, -1, 0, 0, 1, 1, 2, 0, 5, 0}, kTolerance);
  expectNear(program.results.at(1), {6.229384228398, 2.86265124229},
             kTolerance);
  expectNear(program.results.at(2),
             {-0.5049610676633, 0, 0.8631421204786, 0, -0.8410380828275,
              -0.1940857114217, -0.4920296184997, -0.1135452965769},
             kTolerance);
  expectNear(program.results.at(3), {-0.0810611529405,  0,
                                     -0.166167915848,   -0.265977253286,
                                     -0.5132063220745,  0.062312968443,
                                     -0.756118311073,   0.236843574048,
                                     0.3015184342847,   0,
                                     -0.2115433784355,  0.4708222570473,
                                     0.5607973128966,   0.0793287669133,
                                     -0.5578765406094,  -0.1031965170015,
                                     -0.7121968866482,  0.008296932779733,
                                     -0.02496289806998, -0.384105753322,
                                     0.5647176908477,   0.005393094650234,
                                     -0.1440733460607,  0.0696713331903,
                                     -0.1752605874492,  -0.6037434929773,
                                     -0.6838442641001,  0.1393440785553,
                                     -0.1006975078415,  -0.2878793872836,
                                     0.1491790402456,   -0.04948591361763},
             kTolerance);
  expectNear(program.results.at(4), {0}, kTolerance);
}

TEST(SingularValues, Gesvd) {
  Interpreted program =
      interpret("tensor<3x3xf64>, tensor<3xf64>, tensor<3x3xf64>, "
                "tensor<3x3xf64>, tensor<i32>",
                R"mlir(
    %s0 = arith.constant dense<[[4.0, 1.0, -2.0], [2.0, -3.0, 1.0], [1.0, 5.0, 6.0]]> : tensor<3x3xf64>
    %d0 = tensor.empty() : tensor<3x3xf64>
    %d1 = tensor.empty() : tensor<3xf64>
    %d2 = tensor.empty() : tensor<3x3xf64>
    %d3 = tensor.empty() : tensor<3x3xf64>
    %d4 = tensor.empty() : tensor<i32>
    %0:5 = linalg_ext.lapack "gesvd" ins(%s0 : tensor<3x3xf64>)
        outs(%d0, %d1, %d2, %d3, %d4 : tensor<3x3xf64>, tensor<3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<i32>) batch = 0 options = [65]
        -> tensor<3x3xf64>, tensor<3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<i32>
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<3x3xf64>, tensor<3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<i32>)mlir");
  expectNear(program.results.at(0), {4, 1, -2, 2, -3, 1, 1, 5, 6}, kTolerance);
  expectNear(program.results.at(1),
             {7.954454450117, 4.635310546704, 3.498649816233}, kTolerance);
  expectNear(program.results.at(2),
             {-0.08027464736359, -0.954910375134, 0.2858358907695,
              -0.1449876310096, -0.2725253767687, -0.9511616612707,
              0.9861716726031, -0.1177968356045, -0.1165733145994},
             kTolerance);
  expectNear(program.results.at(3),
             {0.04715569414369, 0.6644763184989, 0.7458200605133,
              -0.9670310207944, -0.1566925053957, 0.2007447722212,
              -0.2502545610596, 0.7306973935269, -0.6351802687126},
             kTolerance);
  expectNear(program.results.at(4), {0}, kTolerance);
}

TEST(SingularValues, GesddOfOneNumber) {
  Interpreted program =
      interpret("tensor<1x1xf64>, tensor<1xf64>, tensor<1x1xf64>, "
                "tensor<1x1xf64>, tensor<i32>",
                R"mlir(
    %s0 = arith.constant dense<[[-2.0]]> : tensor<1x1xf64>
    %d0 = tensor.empty() : tensor<1x1xf64>
    %d1 = tensor.empty() : tensor<1xf64>
    %d2 = tensor.empty() : tensor<1x1xf64>
    %d3 = tensor.empty() : tensor<1x1xf64>
    %d4 = tensor.empty() : tensor<i32>
    %0:5 = linalg_ext.lapack "gesdd" ins(%s0 : tensor<1x1xf64>)
        outs(%d0, %d1, %d2, %d3, %d4 : tensor<1x1xf64>, tensor<1xf64>, tensor<1x1xf64>, tensor<1x1xf64>, tensor<i32>) batch = 0 options = [65]
        -> tensor<1x1xf64>, tensor<1xf64>, tensor<1x1xf64>, tensor<1x1xf64>, tensor<i32>
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<1x1xf64>, tensor<1xf64>, tensor<1x1xf64>, tensor<1x1xf64>, tensor<i32>)mlir");
  expectNear(program.results.at(0), {-2}, kTolerance);
  expectNear(program.results.at(1), {2}, kTolerance);
  expectNear(program.results.at(2), {-1}, kTolerance);
  expectNear(program.results.at(3), {1}, kTolerance);
  expectNear(program.results.at(4), {0}, kTolerance);
}

} // namespace
