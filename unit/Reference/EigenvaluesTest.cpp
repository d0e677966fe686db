//===- EigenvaluesTest.cpp - Eigenvalues and Schur's form -----------------===//
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

TEST(Eigenvalues, Syevd) {
  Interpreted program =
      interpret("tensor<3x3xf64>, tensor<3xf64>, tensor<i32>", R"mlir(
    %s0 = arith.constant dense<[[4.0, 2.0, -2.0], [2.0, 10.0, 1.0], [-2.0, 1.0, 9.0]]> : tensor<3x3xf64>
    %d0 = tensor.empty() : tensor<3x3xf64>
    %d1 = tensor.empty() : tensor<3xf64>
    %d2 = tensor.empty() : tensor<i32>
    %0:3 = linalg_ext.lapack "syevd" ins(%s0 : tensor<3x3xf64>)
        outs(%d0, %d1, %d2 : tensor<3x3xf64>, tensor<3xf64>, tensor<i32>) batch = 0 options = [86, 76]
        -> tensor<3x3xf64>, tensor<3xf64>, tensor<i32>
    return %0#0, %0#1, %0#2 : tensor<3x3xf64>, tensor<3xf64>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {0.8996106963004, 0.3989825943278, 0.177520377775,
              -0.2885891178093, 0.2380776758858, 0.9273809041202,
              0.3277452000929, -0.8855122301066, 0.3293192586955},
             kTolerance);
  expectNear(program.results.at(1),
             {2.629775478578, 9.632275302061, 10.73794921936}, kTolerance);
  expectNear(program.results.at(2), {0}, kTolerance);
}

TEST(Eigenvalues, SyevdOfComplexNumbers) {
  Interpreted program =
      interpret("tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<i32>", R"mlir(
    %s0 = arith.constant dense<[[(4.0, 0.0), (2.0, -1.0), (0.0, 1.0)], [(2.0, 1.0), (10.0, 0.0), (1.0, 2.0)], [(-0.0, -1.0), (1.0, -2.0), (9.0, 0.0)]]> : tensor<3x3xcomplex<f64>>
    %d0 = tensor.empty() : tensor<3x3xcomplex<f64>>
    %d1 = tensor.empty() : tensor<3xf64>
    %d2 = tensor.empty() : tensor<i32>
    %0:3 = linalg_ext.lapack "syevd" ins(%s0 : tensor<3x3xcomplex<f64>>)
        outs(%d0, %d1, %d2 : tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<i32>) batch = 0 options = [86, 85]
        -> tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<i32>
    return %0#0, %0#1, %0#2 : tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {-0.6743915429701, 0.6503184001142, 0.2339620963669,
              0.02821263222228, 0.1542436953893, 0.2072599636271,
              0.3131226286291, -0.04814628571184, 0.1451936804058,
              0.5243494571784, 0.2843818113217, 0.7230073180327,
              -0.1480478971681, 0, -0.8052591053652, 0, 0.5741424852513, 0},
             kTolerance);
  expectNear(program.results.at(1),
             {3.142784369744, 7.48234534842, 12.37487028184}, kTolerance);
  expectNear(program.results.at(2), {0}, kTolerance);
}

TEST(Eigenvalues, Geev) {
  Interpreted program =
      interpret("tensor<4xf64>, tensor<4xf64>, tensor<4x4xcomplex<f64>>, "
                "tensor<4x4xcomplex<f64>>, tensor<i32>",
                R"mlir(
    %s0 = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [-2.0, 0.0, 1.0, 0.0], [0.0, 0.0, 3.0, 5.0], [1.0, 0.0, 0.0, 1.0]]> : tensor<4x4xf64>
    %d0 = tensor.empty() : tensor<4xf64>
    %d1 = tensor.empty() : tensor<4xf64>
    %d2 = tensor.empty() : tensor<4x4xcomplex<f64>>
    %d3 = tensor.empty() : tensor<4x4xcomplex<f64>>
    %d4 = tensor.empty() : tensor<i32>
    %0:5 = linalg_ext.lapack "geev" ins(%s0 : tensor<4x4xf64>)
        outs(%d0, %d1, %d2, %d3, %d4 : tensor<4xf64>, tensor<4xf64>, tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>) batch = 0 options = [86, 86]
        -> tensor<4xf64>, tensor<4xf64>, tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4xf64>, tensor<4xf64>, tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {3.187894715, 0.3384348499955, 0.3384348499955, 0.1352355850087},
             kTolerance);
  expectNear(program.results.at(1), {0, 1.484930583018, -1.484930583018, 0},
             kTolerance);
  expectNear(program.results.at(2), {0.2328616248529,  0,
                                     -0.7223300583604, 0,
                                     -0.7223300583604, 0,
                                     0.05922717411168, 0,
                                     0.07304558201287, 0,
                                     -0.1053915323603, -0.4624201957777,
                                     -0.1053915323603, 0.4624201957777,
                                     0.437955543342,   0,
                                     0.3887580446997,  0,
                                     0.1041203301621,  0.1156495204356,
                                     0.1041203301621,  -0.1156495204356,
                                     -0.1528766348291, 0,
                                     0.8884295072208,  0,
                                     -0.4552447296691, 0.1477696031368,
                                     -0.4552447296691, -0.1477696031368,
                                     0.8839207082234,  0},
             kTolerance);
  expectNear(program.results.at(3), {0.07922990485866,  0,
                                     0.1023217807209,   -0.4489512279936,
                                     0.1023217807209,   0.4489512279936,
                                     -0.3943920971915,  0,
                                     0.2525765949689,   0,
                                     0.7012906652406,   0,
                                     0.7012906652406,   0,
                                     -0.05333584598652, 0,
                                     0.9636474019514,   0,
                                     0.4419847625358,   0.1434655004132,
                                     0.4419847625358,   -0.1434655004132,
                                     -0.7959970987169,  0,
                                     0.03621285079006,  0,
                                     -0.277881509994,   0.0548947829979,
                                     -0.277881509994,   -0.0548947829979,
                                     0.4560688325681,   0},
             kTolerance);
  expectNear(program.results.at(4), {0}, kTolerance);
}

TEST(Eigenvalues, GeevOfComplexNumbers) {
  Interpreted program =
      interpret("tensor<3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, "
                "tensor<3x3xcomplex<f64>>, tensor<i32>",
                R"mlir(
    %s0 = arith.constant dense<[[(4.0, 1.0), (1.0, 0.0), (-0.0, -2.0)], [(2.0, 0.0), (-3.0, 2.0), (1.0, 0.0)], [(1.0, -1.0), (5.0, 0.0), (6.0, 0.0)]]> : tensor<3x3xcomplex<f64>>
    %d0 = tensor.empty() : tensor<3xcomplex<f64>>
    %d1 = tensor.empty() : tensor<3x3xcomplex<f64>>
    %d2 = tensor.empty() : tensor<3x3xcomplex<f64>>
    %d3 = tensor.empty() : tensor<i32>
    %0:4 = linalg_ext.lapack "geev" ins(%s0 : tensor<3x3xcomplex<f64>>)
        outs(%d0, %d1, %d2, %d3 : tensor<3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>) batch = 0 options = [86, 86]
        -> tensor<3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>
    return %0#0, %0#1, %0#2, %0#3 : tensor<3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {6.868171865386, -0.9926508879874, 3.808139247789, 2.337636417874,
              -3.676311113175, 1.655014470113},
             kTolerance);
  expectNear(program.results.at(1),
             {0.4519155748136, -0.1375787895632, 0.8506915639108, 0,
              -0.2308946504924, 0.02262355460619, 0.3976650834514,
              -0.1345387547751, -0.09146020708914, -0.2477050365897,
              0.9670295459857, 0, 0.7749878674988, 0, -0.3113999261298,
              -0.3311060169563, -0.08462363564518, 0.06219752914638},
             kTolerance);
  expectNear(program.results.at(2),
             {0.3206206992289, -0.3811950502618, 0.8039229524909, 0,
              -0.08760825331442, -0.1185908133313, 0.1600066135881,
              -0.02873340373001, 0.1534725489342, -0.03021013816521,
              0.8896706667162, 0, 0.8517423178404, 0, -0.552783378291,
              -0.1538569056595, -0.4264776523368, -0.06974187971917},
             kTolerance);
  expectNear(program.results.at(3), {0}, kTolerance);
}

TEST(Eigenvalues, Gees) {
  Interpreted program =
      interpret("tensor<3x3xf64>, tensor<3x3xf64>, tensor<3xf64>, "
                "tensor<3xf64>, tensor<i32>, tensor<i32>",
                R"mlir(
    %s0 = arith.constant dense<[[4.0, 1.0, -2.0], [2.0, 12.0, 1.0], [1.0, 0.0, 26.0]]> : tensor<3x3xf64>
    %d0 = tensor.empty() : tensor<3x3xf64>
    %d1 = tensor.empty() : tensor<3x3xf64>
    %d2 = tensor.empty() : tensor<3xf64>
    %d3 = tensor.empty() : tensor<3xf64>
    %d4 = tensor.empty() : tensor<i32>
    %d5 = tensor.empty() : tensor<i32>
    %0:6 = linalg_ext.lapack "gees" ins(%s0 : tensor<3x3xf64>)
        outs(%d0, %d1, %d2, %d3, %d4, %d5 : tensor<3x3xf64>, tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<i32>, tensor<i32>) batch = 0 options = [86, 78]
        -> tensor<3x3xf64>, tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<i32>, tensor<i32>
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<3x3xf64>, tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<i32>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {3.850423523643, 0.9431535199307, 3.163929265861, 0,
              12.23815361192, 0.3162483809746, 0, 0, 25.91142286444},
             kTolerance);
  expectNear(program.results.at(1),
             {-0.9714798493494, 0.2326390167587, 0.04589106873449,
              0.2330304808064, 0.9724638362952, 0.003298804815416,
              0.04385997404449, -0.01389874021703, 0.9989410031114},
             kTolerance);
  expectNear(program.results.at(2),
             {3.850423523643, 12.23815361192, 25.91142286444}, kTolerance);
  expectNear(program.results.at(3), {0, 0, 0}, kTolerance);
  expectNear(program.results.at(4), {0}, kTolerance);
  expectNear(program.results.at(5), {0}, kTolerance);
}

} // namespace
