//===- MovementOpsTest.cpp - Elements that move as they are ---------------===//
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

TEST(MovementOps, ReverseAndRoll) {
  Interpreted program =
      interpret("tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, "
                "tensor<3x2xf32>, tensor<0x2xf32>",
                R"mlir(
    %a = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]>
        : tensor<3x2xf32>
    %0 = linalg_ext.reverse ins(%a : tensor<3x2xf32>)
        outs(%a : tensor<3x2xf32>) axes = [0] -> tensor<3x2xf32>
    %1 = linalg_ext.reverse ins(%a : tensor<3x2xf32>)
        outs(%a : tensor<3x2xf32>) axes = [1, 0] -> tensor<3x2xf32>
    %2 = linalg_ext.roll ins(%a : tensor<3x2xf32>) outs(%a : tensor<3x2xf32>)
        shifts = [-1, 3] axes = [0, 1] -> tensor<3x2xf32>
    %3 = linalg_ext.roll ins(%a : tensor<3x2xf32>) outs(%a : tensor<3x2xf32>)
        shifts = [3, 4] axes = [0, 0] -> tensor<3x2xf32>
    %e = tensor.empty() : tensor<0x2xf32>
    %4 = linalg_ext.roll ins(%e : tensor<0x2xf32>) outs(%e : tensor<0x2xf32>)
        shifts = [3] axes = [0] -> tensor<0x2xf32>
    return %0, %1, %2, %3, %4 : tensor<3x2xf32>, tensor<3x2xf32>,
        tensor<3x2xf32>, tensor<3x2xf32>, tensor<0x2xf32>)mlir");
  expectNear(program.results.at(0), {5, 6, 3, 4, 1, 2});
  expectNear(program.results.at(1), {6, 5, 4, 3, 2, 1});
  expectNear(program.results.at(2), {4, 3, 6, 5, 2, 1});
  // An axis that is named twice is rolled by the sum, here 7.
  expectNear(program.results.at(3), {5, 6, 1, 2, 3, 4});
  expectNear(program.results.at(4), {});
}

} // namespace
