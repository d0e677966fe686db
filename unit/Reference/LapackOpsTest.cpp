//===- LapackOpsTest.cpp - Matrices that no routine takes -----------------===//
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

TEST(LapackOps, SaysThatAMatrixIsNotFinite) {
  for (const char *routine : {"gesdd", "gesvd"}) {
    std::string types =
        "tensor<2x1x1xf64>, tensor<2x1xf64>, tensor<2x1x1xf64>, "
        "tensor<2x1x1xf64>, tensor<2xi32>";
    Interpreted program = interpret(types, std::string(R"mlir(
    %a = arith.constant dense<[[[0x7FF8000000000000]], [[3.0]]]>
        : tensor<2x1x1xf64>
    %s = tensor.empty() : tensor<2x1xf64>
    %i = tensor.empty() : tensor<2xi32>
    %0:5 = linalg_ext.lapack ")mlir") + routine +
                                               R"mlir("
        ins(%a : tensor<2x1x1xf64>) outs(%a, %s, %a, %a, %i : )mlir" +
                                               types + R"mlir()
        batch = 1 options = [83] -> )mlir" + types +
                                               "return %0#0, %0#1, %0#2, %0#3, "
                                               "%0#4 : " +
                                               types);
    expectNear(program.results.at(1), {0, 3});
    expectNear(program.results.at(2), {0, 1});
    expectNear(program.results.at(3), {0, 1});
    expectNear(program.results.at(4), {-4, 0});
  }
}

TEST(LapackOps, TakesNothing) {
  Interpreted program = interpret(
      "tensor<2x0x0xf32>, tensor<2x0xf32>, tensor<2xi32>, tensor<0x2x2xf64>, "
      "tensor<0x2xi32>, tensor<0xi32>",
      R"mlir(
    %a = tensor.empty() : tensor<2x0x0xf32>
    %w = tensor.empty() : tensor<2x0xf32>
    %i = tensor.empty() : tensor<2xi32>
    %0:3 = linalg_ext.lapack "syevd" ins(%a : tensor<2x0x0xf32>)
        outs(%a, %w, %i : tensor<2x0x0xf32>, tensor<2x0xf32>, tensor<2xi32>)
        batch = 1 options = [86, 76]
        -> tensor<2x0x0xf32>, tensor<2x0xf32>, tensor<2xi32>
    %b = tensor.empty() : tensor<0x2x2xf64>
    %p = tensor.empty() : tensor<0x2xi32>
    %j = tensor.empty() : tensor<0xi32>
    %1:3 = linalg_ext.lapack "getrf" ins(%b : tensor<0x2x2xf64>)
        outs(%b, %p, %j : tensor<0x2x2xf64>, tensor<0x2xi32>, tensor<0xi32>)
        batch = 1 -> tensor<0x2x2xf64>, tensor<0x2xi32>, tensor<0xi32>
    return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2 : tensor<2x0x0xf32>,
        tensor<2x0xf32>, tensor<2xi32>, tensor<0x2x2xf64>, tensor<0x2xi32>,
        tensor<0xi32>)mlir");
  expectNear(program.results.at(2), {0, 0});
}

TEST(LapackOps, SaysWhatIsRequired) {
  EXPECT_NE(getError("tensor<2x3xf32>, tensor<i32>", R"mlir(
    %a = tensor.empty() : tensor<2x3xf32>
    %i = tensor.empty() : tensor<i32>
    %0:2 = linalg_ext.lapack "potrf" ins(%a : tensor<2x3xf32>)
        outs(%a, %i : tensor<2x3xf32>, tensor<i32>) batch = 0 options = [76]
        -> tensor<2x3xf32>, tensor<i32>
    return %0#0, %0#1 : tensor<2x3xf32>, tensor<i32>)mlir")
                .find("required for 'potrf': a square matrix; found 2 x 3"),
            std::string::npos);
  EXPECT_NE(
      getError("tensor<2x2xf32>, tensor<i32>", R"mlir(
    %a = tensor.empty() : tensor<2x2xf32>
    %i = tensor.empty() : tensor<i32>
    %0:2 = linalg_ext.lapack "potrf" ins(%a : tensor<2x2xf32>)
        outs(%a, %i : tensor<2x2xf32>, tensor<i32>) batch = 0 options = [88]
        -> tensor<2x2xf32>, tensor<i32>
    return %0#0, %0#1 : tensor<2x2xf32>, tensor<i32>)mlir")
          .find("required for 'potrf': 'L' or 'U' as option 0; found 'X'"),
      std::string::npos);
  EXPECT_NE(
      getError("tensor<2x2xf32>, tensor<3xi32>, tensor<i32>", R"mlir(
    %a = tensor.empty() : tensor<2x2xf32>
    %p = tensor.empty() : tensor<3xi32>
    %i = tensor.empty() : tensor<i32>
    %0:3 = linalg_ext.lapack "getrf" ins(%a : tensor<2x2xf32>)
        outs(%a, %p, %i : tensor<2x2xf32>, tensor<3xi32>, tensor<i32>) batch = 0
        -> tensor<2x2xf32>, tensor<3xi32>, tensor<i32>
    return %0#0, %0#1, %0#2 : tensor<2x2xf32>, tensor<3xi32>, tensor<i32>)mlir")
          .find("as destination 1 2 x 1 elements that are integers; found "
                "3 x 1 of i32"),
      std::string::npos);
}

} // namespace
