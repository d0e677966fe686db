//===- FactoryOpsTest.cpp - Positions and random bits ---------------------===//
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

TEST(FactoryOps, CountsPositions) {
  Interpreted program = interpret("tensor<2x3xi32>, tensor<3xi8>, "
                                  "tensor<2x1xcomplex<f32>>, tensor<0xi32>",
                                  R"mlir(
    %a = tensor.empty() : tensor<2x3xi32>
    %0 = linalg_ext.iota axis = 1 outs(%a : tensor<2x3xi32>) -> tensor<2x3xi32>
    %b = tensor.empty() : tensor<3xi8>
    %1 = linalg_ext.iota axis = 0 outs(%b : tensor<3xi8>)
        part [127] of [200] -> tensor<3xi8>
    %c = tensor.empty() : tensor<2x1xcomplex<f32>>
    %2 = linalg_ext.iota axis = 0 outs(%c : tensor<2x1xcomplex<f32>>)
        -> tensor<2x1xcomplex<f32>>
    %d = tensor.empty() : tensor<0xi32>
    %3 = linalg_ext.iota axis = 0 outs(%d : tensor<0xi32>) -> tensor<0xi32>
    return %0, %1, %2, %3 : tensor<2x3xi32>, tensor<3xi8>,
        tensor<2x1xcomplex<f32>>, tensor<0xi32>)mlir");
  expectNear(program.results.at(0), {0, 1, 2, 0, 1, 2});
  // Integers wrap.
  expectNear(program.results.at(1), {127, -128, -127});
  expectNear(program.results.at(2), {0, 0, 1, 0});
  expectNear(program.results.at(3), {});
}

int64_t join(uint32_t low, uint32_t high) {
  return static_cast<int64_t>(low | uint64_t(high) << 32);
}

// The known answers of the paper's own code, Random123, for the digits of pi:
// counter 243f6a88 85a308d3 (13198a2e 03707344), key 13198a2e 03707344
// (a4093822 299f31d0).
TEST(FactoryOps, MakesKnownBits) {
  Interpreted program =
      interpret("tensor<1xi64>, tensor<1xi64>, tensor<2xi64>", R"mlir(
    %zeros = arith.constant dense<0> : tensor<2xi64>
    %a = tensor.empty() : tensor<1xi64>
    %0 = linalg_ext.random threefry2x32 ins(%zeros : tensor<2xi64>)
        outs(%a : tensor<1xi64>) -> tensor<1xi64>
    %pi = arith.constant dense<[0x0370734413198A2E, 0x85A308D3243F6A88]>
        : tensor<2xi64>
    %1 = linalg_ext.random threefry2x32 ins(%pi : tensor<2xi64>)
        outs(%a : tensor<1xi64>) -> tensor<1xi64>
    %more = arith.constant dense<[0x299F31D0A4093822, 0x85A308D3243F6A88,
                                  0x0370734413198A2E]> : tensor<3xi64>
    %b = tensor.empty() : tensor<2xi64>
    %2 = linalg_ext.random philox4x32 ins(%more : tensor<3xi64>)
        outs(%b : tensor<2xi64>) -> tensor<2xi64>
    return %0, %1, %2 : tensor<1xi64>, tensor<1xi64>, tensor<2xi64>)mlir");
  using Integers = std::vector<int64_t>;
  EXPECT_EQ(program.integers.at(0), Integers{join(0x6b200159, 0x99ba4efe)});
  EXPECT_EQ(program.integers.at(1), Integers{join(0xc4923a9c, 0x483df7a0)});
  EXPECT_EQ(program.integers.at(2), (Integers{join(0xd16cfe09, 0x94fdcceb),
                                              join(0x5001e420, 0x24126ea1)}));
}

// Pairs of 32 bits lie along the first axis of even extent, or else along the
// longest one. A part has the bits of its positions in the whole tensor.
TEST(FactoryOps, SharesBlocks) {
  Interpreted program = interpret(
      "tensor<6xi64>, tensor<3x2xi32>, tensor<3x1xi32>, tensor<1x1xi32>, "
      "tensor<i32>, tensor<5xi32>, tensor<3xi64>, tensor<2xi8>",
      R"mlir(
    %s = arith.constant dense<[7, 11]> : tensor<2xi64>
    %a = tensor.empty() : tensor<6xi64>
    %0 = linalg_ext.random threefry2x32 ins(%s : tensor<2xi64>)
        outs(%a : tensor<6xi64>) -> tensor<6xi64>
    %b = tensor.empty() : tensor<3x2xi32>
    %1 = linalg_ext.random threefry2x32 ins(%s : tensor<2xi64>)
        outs(%b : tensor<3x2xi32>) -> tensor<3x2xi32>
    %c = tensor.empty() : tensor<3x1xi32>
    %2 = linalg_ext.random threefry2x32 ins(%s : tensor<2xi64>)
        outs(%c : tensor<3x1xi32>) -> tensor<3x1xi32>
    %d = tensor.empty() : tensor<1x1xi32>
    %3 = linalg_ext.random threefry2x32 ins(%s : tensor<2xi64>)
        outs(%d : tensor<1x1xi32>) part [2, 1] of [3, 2] -> tensor<1x1xi32>
    %e = tensor.empty() : tensor<i32>
    %4 = linalg_ext.random threefry2x32 ins(%s : tensor<2xi64>)
        outs(%e : tensor<i32>) -> tensor<i32>
    %f = tensor.empty() : tensor<5xi32>
    %5 = linalg_ext.random philox4x32 ins(%s : tensor<2xi64>)
        outs(%f : tensor<5xi32>) -> tensor<5xi32>
    %g = tensor.empty() : tensor<3xi64>
    %6 = linalg_ext.random philox4x32 ins(%s : tensor<2xi64>)
        outs(%g : tensor<3xi64>) -> tensor<3xi64>
    %h = tensor.empty() : tensor<2xi8>
    %7 = linalg_ext.random threefry2x32 ins(%s : tensor<2xi64>)
        outs(%h : tensor<2xi8>) -> tensor<2xi8>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<6xi64>, tensor<3x2xi32>,
        tensor<3x1xi32>, tensor<1x1xi32>, tensor<i32>, tensor<5xi32>,
        tensor<3xi64>, tensor<2xi8>)mlir");
  std::vector<int64_t> words;
  for (int64_t block : program.integers[0]) {
    words.push_back(static_cast<int32_t>(block));
    words.push_back(static_cast<int32_t>(block >> 32));
  }
  // The axis of two: block n has both words of row n.
  EXPECT_EQ(program.integers[1], std::vector(words.begin(), words.begin() + 6));
  // There are three rows, and the last pair has only its first word.
  EXPECT_EQ(program.integers[2], std::vector(words.begin(), words.begin() + 3));
  EXPECT_EQ(program.integers[3], std::vector{program.integers[1][5]});
  EXPECT_EQ(program.integers[4], std::vector{words[0]});
  // Two words of philox4x32 are 64 bits.
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(program.integers[5][i],
              static_cast<int32_t>(program.integers[6][i / 2] >> 32 * (i % 2)));
  EXPECT_EQ(program.integers[7],
            (std::vector<int64_t>{static_cast<int8_t>(words[0]),
                                  static_cast<int8_t>(words[1])}));
}

TEST(FactoryOps, AdvancesPastTheBlocks) {
  Interpreted program =
      interpret("tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<3xi64>, "
                "tensor<3xi64>, tensor<2xi64>",
                R"mlir(
    %s = arith.constant dense<[7, -2]> : tensor<2xi64>
    %0 = linalg_ext.advance_random threefry2x32 ins(%s : tensor<2xi64>)
        outs(%s : tensor<2xi64>) past tensor<3x5xi64> -> tensor<2xi64>
    %1 = linalg_ext.advance_random threefry2x32 ins(%s : tensor<2xi64>)
        outs(%s : tensor<2xi64>) past tensor<3x5xi32> -> tensor<2xi64>
    %2 = linalg_ext.advance_random threefry2x32 ins(%s : tensor<2xi64>)
        outs(%s : tensor<2xi64>) past tensor<i16> -> tensor<2xi64>
    %t = arith.constant dense<[7, -2, 5]> : tensor<3xi64>
    %3 = linalg_ext.advance_random philox4x32 ins(%t : tensor<3xi64>)
        outs(%t : tensor<3xi64>) past tensor<3x5xi32> -> tensor<3xi64>
    %4 = linalg_ext.advance_random philox4x32 ins(%t : tensor<3xi64>)
        outs(%t : tensor<3xi64>) past tensor<1xi64> -> tensor<3xi64>
    %5 = linalg_ext.advance_random threefry2x32 ins(%s : tensor<2xi64>)
        outs(%s : tensor<2xi64>) past tensor<0x5xi32> -> tensor<2xi64>
    return %0, %1, %2, %3, %4, %5 : tensor<2xi64>, tensor<2xi64>,
        tensor<2xi64>, tensor<3xi64>, tensor<3xi64>, tensor<2xi64>)mlir");
  expectNear(program.results.at(0), {7, 13});
  expectNear(program.results.at(1), {7, 7});
  expectNear(program.results.at(2), {7, -1});
  expectNear(program.results.at(3), {7, 2, 6});
  expectNear(program.results.at(4), {7, -1, 5});
  expectNear(program.results.at(5), {7, -2});
}

} // namespace
