//===- HeldBytesTest.cpp --------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeldBytes.h"
#include "ProgramGraph.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

constexpr llvm::StringRef kChain = R"(
  func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = math.tanh %a : tensor<8xf32>
    %1 = math.exp %0 : tensor<8xf32>
    %2 = math.sin %1 : tensor<8xf32>
    return %2 : tensor<8xf32>
  })";

bool overlap(const HeldBytes::Use &a, const HeldBytes::Use &b) {
  return a.begin < b.end && b.begin < a.end;
}

TEST(HeldBytesTest, ValuesAreHeldUntilTheirLastUse) {
  Program program(kChain);
  HeldBytes held(program.main);
  held.add(program.main.getArgument(0), 0, 0);
  for (unsigned op = 0; op < 3; ++op)
    held.add(program.getResult(op), op + 1, 0);
  std::map<unsigned, HeldBytes::Use> uses = held.finish();
  for (const auto &[node, use] : uses)
    EXPECT_EQ(use.bytes, 32);
  EXPECT_TRUE(overlap(uses[1], uses[2]));
  EXPECT_FALSE(overlap(uses[1], uses[3]));
  // An argument is the caller's, and is there all the time.
  EXPECT_TRUE(overlap(uses[0], uses[3]));
}

TEST(HeldBytesTest, ValuesOfANodeCountAsMuchAsIsHeldAtOnce) {
  Program program(kChain);
  HeldBytes held(program.main);
  for (unsigned op = 0; op < 3; ++op)
    held.add(program.getResult(op), 0, 0);
  // Two of the three at any time.
  EXPECT_EQ(held.finish()[0].bytes, 64);
}

TEST(HeldBytesTest, PartsThatTakeTurnsCountAsOne) {
  Program program(kChain);
  HeldBytes held(program.main);
  held.add(program.getResult(0), 0, 0);
  held.add(program.getResult(2), 0, 1);
  EXPECT_EQ(held.finish()[0].bytes, 32);
}

TEST(HeldBytesTest, AViewHoldsNothing) {
  Program program(R"(
    func.func @main(%a: tensor<8xf32>) -> tensor<2x4xf32> {
      %0 = math.tanh %a : tensor<8xf32>
      %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 4]
          : tensor<8xf32> into tensor<2x4xf32>
      %2 = math.exp %1 : tensor<2x4xf32>
      return %2 : tensor<2x4xf32>
    })");
  HeldBytes held(program.main);
  EXPECT_EQ(held.getValues().size(), 3u);
  EXPECT_FALSE(llvm::is_contained(held.getValues(), program.getResult(1)));
}

TEST(HeldBytesTest, ALoopHoldsWhatItReadsUntilItEnds) {
  Program program(R"(
    func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
      %0 = math.tanh %a : tensor<8xf32>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c9 = arith.constant 9 : index
      %1 = scf.for %i = %c0 to %c9 step %c1 iter_args(%x = %a) -> (tensor<8xf32>) {
        %2 = arith.addf %x, %0 : tensor<8xf32>
        %3 = math.exp %2 : tensor<8xf32>
        scf.yield %3 : tensor<8xf32>
      }
      return %1 : tensor<8xf32>
    })");
  HeldBytes held(program.main);
  mlir::Operation *loop = program.getResult(4).getDefiningOp();
  held.add(program.getResult(0), 0, 0);
  held.add(std::next(loop->getRegion(0).front().begin())->getResult(0), 1, 0);
  std::map<unsigned, HeldBytes::Use> uses = held.finish();
  EXPECT_TRUE(overlap(uses[0], uses[1]));
}

} // namespace
