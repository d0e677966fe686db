//===- ReflectionsTest.cpp - Factorizations by reflections ----------------===//
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

TEST(Reflections, Geqrf) {
  Interpreted program = interpret("tensor<5x2xf64>, tensor<2xf64>", R"mlir(
    %s0 = arith.constant dense<[[1.0, 2.0], [3.0, -4.0], [5.0, 6.0], [-7.0, 8.0], [2.0, 1.0]]> : tensor<5x2xf64>
    %d0 = tensor.empty() : tensor<5x2xf64>
    %d1 = tensor.empty() : tensor<2xf64>
    %0:2 = linalg_ext.lapack "geqrf" ins(%s0 : tensor<5x2xf64>)
        outs(%d0, %d1 : tensor<5x2xf64>, tensor<2xf64>) batch = 0
        -> tensor<5x2xf64>, tensor<2xf64>
    return %0#0, %0#1 : tensor<5x2xf64>, tensor<2xf64>)mlir");
  expectNear(program.results.at(0),
             {-9.380831519647, 3.624412178045, 0.2889941903327, 10.38574197463,
              0.4816569838878, -0.4873717351029, -0.6743197774429,
              -0.4961540482118, 0.1926627935551, -0.09434721426688},
             kTolerance);
  expectNear(program.results.at(1), {1.106600358178, 1.339942425535},
             kTolerance);
}

TEST(Reflections, GeqrfOfAWideMatrix) {
  Interpreted program =
      interpret("tensor<2x4xcomplex<f64>>, tensor<2xcomplex<f64>>", R"mlir(
    %s0 = arith.constant dense<[[(1.0, 0.0), (0.0, 2.0), (3.0, 0.0), (1.0, -1.0)], [(0.0, 0.0), (1.0, 1.0), (2.0, 0.0), (5.0, 0.0)]]> : tensor<2x4xcomplex<f64>>
    %d0 = tensor.empty() : tensor<2x4xcomplex<f64>>
    %d1 = tensor.empty() : tensor<2xcomplex<f64>>
    %0:2 = linalg_ext.lapack "geqrf" ins(%s0 : tensor<2x4xcomplex<f64>>)
        outs(%d0, %d1 : tensor<2x4xcomplex<f64>>, tensor<2xcomplex<f64>>) batch = 0
        -> tensor<2x4xcomplex<f64>>, tensor<2xcomplex<f64>>
    return %0#0, %0#1 : tensor<2x4xcomplex<f64>>, tensor<2xcomplex<f64>>)mlir");
  expectNear(program.results.at(0),
             {1, 0, 0, 2, 3, 0, 1, -1, 0, 0, -1.414213562373, 0,
              -1.414213562373, 1.414213562373, -3.535533905933, 3.535533905933},
             kTolerance);
  expectNear(program.results.at(1), {0, 0, 1.707106781187, 0.7071067811865},
             kTolerance);
}

TEST(Reflections, Geqp3) {
  Interpreted program =
      interpret("tensor<3x3xf64>, tensor<3xi32>, tensor<3xf64>", R"mlir(
    %s0 = arith.constant dense<[[4.0, 1.0, -2.0], [2.0, -3.0, 1.0], [1.0, 5.0, 6.0]]> : tensor<3x3xf64>
    %s1 = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
    %d0 = tensor.empty() : tensor<3x3xf64>
    %d1 = tensor.empty() : tensor<3xi32>
    %d2 = tensor.empty() : tensor<3xf64>
    %0:3 = linalg_ext.lapack "geqp3" ins(%s0, %s1 : tensor<3x3xf64>, tensor<3xi32>)
        outs(%d0, %d1, %d2 : tensor<3x3xf64>, tensor<3xi32>, tensor<3xf64>) batch = 0
        -> tensor<3x3xf64>, tensor<3xi32>, tensor<3xf64>
    return %0#0, %0#1, %0#2 : tensor<3x3xf64>, tensor<3xi32>, tensor<3xf64>)mlir");
  expectNear(program.results.at(0),
             {6.403124237433, 0, 3.904344047215, -0.1190033577685,
              -4.582575694956, -0.654653670708, -0.7140201466107,
              0.5462962240178, 4.396308239012},
             kTolerance);
  expectNear(program.results.at(1), {3, 1, 2}, kTolerance);
  expectNear(program.results.at(2), {1.312347523777, 1.540310427125, 0},
             kTolerance);
}

TEST(Reflections, Geqp3WithAColumnThatComesFirst) {
  Interpreted program =
      interpret("tensor<3x3xf64>, tensor<3xi32>, tensor<3xf64>", R"mlir(
    %s0 = arith.constant dense<[[4.0, 1.0, -2.0], [2.0, -3.0, 1.0], [1.0, 5.0, 6.0]]> : tensor<3x3xf64>
    %s1 = arith.constant dense<[0, 0, 1]> : tensor<3xi32>
    %d0 = tensor.empty() : tensor<3x3xf64>
    %d1 = tensor.empty() : tensor<3xi32>
    %d2 = tensor.empty() : tensor<3xf64>
    %0:3 = linalg_ext.lapack "geqp3" ins(%s0, %s1 : tensor<3x3xf64>, tensor<3xi32>)
        outs(%d0, %d1, %d2 : tensor<3x3xf64>, tensor<3xi32>, tensor<3xf64>) batch = 0
        -> tensor<3x3xf64>, tensor<3xi32>, tensor<3xf64>
    return %0#0, %0#1, %0#2 : tensor<3x3xf64>, tensor<3xi32>, tensor<3xf64>)mlir");
  expectNear(program.results.at(0),
             {6.403124237433, 0, 3.904344047215, -0.1190033577685,
              -4.582575694956, -0.654653670708, -0.7140201466107,
              0.5462962240178, 4.396308239012},
             kTolerance);
  expectNear(program.results.at(1), {3, 1, 2}, kTolerance);
  expectNear(program.results.at(2), {1.312347523777, 1.540310427125, 0},
             kTolerance);
}

TEST(Reflections, Orgqr) {
  Interpreted program = interpret("tensor<5x2xf64>", R"mlir(
    %s0 = arith.constant dense<[[-9.38083151964686, 3.624412178045377], [0.28899419033265034, 10.385741974632163], [0.4816569838877505, -0.48737173510290044], [-0.6743197774428508, -0.49615404821182985], [0.19266279355510021, -0.09434721426687685]]> : tensor<5x2xf64>
    %s1 = arith.constant dense<[1.1066003581778052, 1.3399424255352081]> : tensor<2xf64>
    %d0 = tensor.empty() : tensor<5x2xf64>
    %0 = linalg_ext.lapack "orgqr" ins(%s0, %s1 : tensor<5x2xf64>, tensor<2xf64>)
        outs(%d0 : tensor<5x2xf64>) batch = 0
        -> tensor<5x2xf64>
    return %0 : tensor<5x2xf64>)mlir");
  expectNear(program.results.at(0),
             {-0.1066003581778, 0.2297730525361, -0.3198010745334,
              -0.2735393482573, -0.533001790889, 0.7637218603343,
              0.7462025072446, 0.5098773451516, -0.2132007163556,
              0.1706885533125},
             kTolerance);
}

TEST(Reflections, OrmqrFromTheRight) {
  Interpreted program = interpret("tensor<2x3xcomplex<f64>>", R"mlir(
    %s0 = arith.constant dense<[[(-4.795831523312719, 0.0), (-0.6255432421712244, -1.668115312456598)], [(0.22447894041408994, -0.02552105958591006), (5.985489700644529, 0.0)], [(0.09947894041408994, -0.125), (-0.4771651309734921, -0.08865133181627563)]]> : tensor<3x2xcomplex<f64>>
    %s1 = arith.constant dense<[(1.834057656228299, 0.20851441405707477), (1.5692888076506641, -0.27851168600868875)]> : tensor<2xcomplex<f64>>
    %s2 = arith.constant dense<[[(1.0, 0.0), (0.0, 2.0), (0.0, 0.0)], [(0.0, 1.0), (1.0, 0.0), (1.0, 0.0)]]> : tensor<2x3xcomplex<f64>>
    %d0 = tensor.empty() : tensor<2x3xcomplex<f64>>
    %0 = linalg_ext.lapack "ormqr" ins(%s0, %s1, %s2 : tensor<3x2xcomplex<f64>>, tensor<2xcomplex<f64>>, tensor<2x3xcomplex<f64>>)
        outs(%d0 : tensor<2x3xcomplex<f64>>) batch = 0 options = [82, 67]
        -> tensor<2x3xcomplex<f64>>
    return %0 : tensor<2x3xcomplex<f64>>)mlir");
  expectNear(program.results.at(0),
             {-1.342533723031, 0.4845442788926, 0.01880780057356,
              -1.089591571719, -0.2811538521717, 1.302385898727,
              -0.4724148263119, -0.4547255712654, 0.08590961823515,
              -0.3451078598366, 1.538706594889, -0.2755920973772},
             kTolerance);
}

TEST(Reflections, OrmqrFromTheLeft) {
  Interpreted program = interpret("tensor<5x2xf64>", R"mlir(
    %s0 = arith.constant dense<[[-9.38083151964686, 3.624412178045377], [0.28899419033265034, 10.385741974632163], [0.4816569838877505, -0.48737173510290044], [-0.6743197774428508, -0.49615404821182985], [0.19266279355510021, -0.09434721426687685]]> : tensor<5x2xf64>
    %s1 = arith.constant dense<[1.1066003581778052, 1.3399424255352081]> : tensor<2xf64>
    %s2 = arith.constant dense<[[1.0, 0.0], [2.0, 1.0], [0.0, 3.0], [1.0, 1.0], [1.0, -1.0]]> : tensor<5x2xf64>
    %d0 = tensor.empty() : tensor<5x2xf64>
    %0 = linalg_ext.lapack "ormqr" ins(%s0, %s1, %s2 : tensor<5x2xf64>, tensor<2xf64>, tensor<5x2xf64>)
        outs(%d0 : tensor<5x2xf64>) batch = 0 options = [76, 78]
        -> tensor<5x2xf64>
    return %0 : tensor<5x2xf64>)mlir");
  expectNear(program.results.at(0),
             {0.5614233219233, -1.434192424179, -0.01539326912267,
              1.743132514344, 0.709229722008, 1.745026858877, 2.232800860613,
              1.392753515976, 1.093691190023, -1.385532400703},
             kTolerance);
}

TEST(Reflections, SytrdOfTheUpperTriangle) {
  Interpreted program = interpret("tensor<3x3xf64>, tensor<3xf64>, "
                                  "tensor<2xf64>, tensor<2xf64>, tensor<i32>",
                                  R"mlir(
    %s0 = arith.constant dense<[[4.0, 2.0, -2.0], [2.0, 10.0, 1.0], [-2.0, 1.0, 9.0]]> : tensor<3x3xf64>
    %d0 = tensor.empty() : tensor<3x3xf64>
    %d1 = tensor.empty() : tensor<3xf64>
    %d2 = tensor.empty() : tensor<2xf64>
    %d3 = tensor.empty() : tensor<2xf64>
    %d4 = tensor.empty() : tensor<i32>
    %0:5 = linalg_ext.lapack "sytrd" ins(%s0 : tensor<3x3xf64>)
        outs(%d0, %d1, %d2, %d3, %d4 : tensor<3x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>) batch = 0 options = [85]
        -> tensor<3x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<3x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {10.4, -1.2, -0.6180339887499, 2, 3.6, -2.2360679775, -2, 1, 9},
             kTolerance);
  expectNear(program.results.at(1), {10.4, 3.6, 9}, kTolerance);
  expectNear(program.results.at(2), {-1.2, -2.2360679775}, kTolerance);
  expectNear(program.results.at(3), {0, 1.4472135955}, kTolerance);
  expectNear(program.results.at(4), {0}, kTolerance);
}

TEST(Reflections, SytrdOfComplexNumbers) {
  Interpreted program =
      interpret("tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<2xf64>, "
                "tensor<2xcomplex<f64>>, tensor<i32>",
                R"mlir(
    %s0 = arith.constant dense<[[(4.0, 0.0), (2.0, -1.0), (0.0, 1.0)], [(2.0, 1.0), (10.0, 0.0), (1.0, 2.0)], [(-0.0, -1.0), (1.0, -2.0), (9.0, 0.0)]]> : tensor<3x3xcomplex<f64>>
    %d0 = tensor.empty() : tensor<3x3xcomplex<f64>>
    %d1 = tensor.empty() : tensor<3xf64>
    %d2 = tensor.empty() : tensor<2xf64>
    %d3 = tensor.empty() : tensor<2xcomplex<f64>>
    %d4 = tensor.empty() : tensor<i32>
    %0:5 = linalg_ext.lapack "sytrd" ins(%s0 : tensor<3x3xcomplex<f64>>)
        outs(%d0, %d1, %d2, %d3, %d4 : tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<2xf64>, tensor<2xcomplex<f64>>, tensor<i32>) batch = 0 options = [76]
        -> tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<2xf64>, tensor<2xcomplex<f64>>, tensor<i32>
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<2xf64>, tensor<2xcomplex<f64>>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {4, 0, 2, -1, 0, 1, -2.449489742783, 0, 10.83333333333, 0, 1, 2,
              -0.04808164115469, -0.213938769134, 1.86338998125, 0,
              8.166666666667, 0},
             kTolerance);
  expectNear(program.results.at(1), {4, 10.83333333333, 8.166666666667},
             kTolerance);
  expectNear(program.results.at(2), {-2.449489742783, 1.86338998125},
             kTolerance);
  expectNear(
      program.results.at(3),
      {1.816496580928, 0.4082482904639, 1.965798811108, -0.2592926078042},
      kTolerance);
  expectNear(program.results.at(4), {0}, kTolerance);
}

TEST(Reflections, Gehrd) {
  Interpreted program =
      interpret("tensor<4x4xf64>, tensor<3xf64>, tensor<i32>", R"mlir(
    %s0 = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [0.0, 5.0, 6.0, 7.0], [0.0, 8.0, 9.0, 1.0], [0.0, 2.0, 3.0, 4.0]]> : tensor<4x4xf64>
    %d0 = tensor.empty() : tensor<4x4xf64>
    %d1 = tensor.empty() : tensor<3xf64>
    %d2 = tensor.empty() : tensor<i32>
    %0:3 = linalg_ext.lapack "gehrd" ins(%s0 : tensor<4x4xf64>)
        outs(%d0, %d1, %d2 : tensor<4x4xf64>, tensor<3xf64>, tensor<i32>) batch = 0 options = [2, 4]
        -> tensor<4x4xf64>, tensor<3xf64>, tensor<i32>
    return %0#0, %0#1, %0#2 : tensor<4x4xf64>, tensor<3xf64>, tensor<i32>)mlir");
  expectNear(program.results.at(0),
             {1, 2, -3.880570000581, 3.152963125472, 0, 5, -7.518604376126,
              5.335783750799, 0, -8.246211251235, 9.647058823529,
              0.4117647058824, 0, 0.1231056256177, -1.588235294118,
              3.352941176471},
             kTolerance);
  expectNear(program.results.at(1), {0, 1.970142500145, 0}, kTolerance);
  expectNear(program.results.at(2), {0}, kTolerance);
}

} // namespace
