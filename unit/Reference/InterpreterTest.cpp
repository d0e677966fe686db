//===- InterpreterTest.cpp - The results of interpreted programs ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterpretText.h"

using namespace dtensor;
using namespace dtensor::reference;
using namespace mlir;

namespace {

class InterpreterTest : public InterpretText {};

TEST_F(InterpreterTest, RoundsEachSumOfABody) {
  // In f32 the ones after 2^24 are lost one by one, in order.
  EXPECT_EQ(get<float>(R"(
    func.func @main() -> tensor<f32> {
      %a = arith.constant dense<[16777216.0, 1.0, 1.0, 1.0]> : tensor<4xf32>
      %zero = arith.constant dense<0.0> : tensor<f32>
      %sum = linalg.reduce { arith.addf } ins(%a : tensor<4xf32>)
          outs(%zero : tensor<f32>) dimensions = [0]
      return %sum : tensor<f32>
    })"),
            std::vector<float>({16777216.0f}));
}

TEST_F(InterpreterTest, RoundsSumsOfHalvesAtTheirEnd) {
  // 256 + 1 is 256 in bf16. The bits are those of 258 and of 256.
  EXPECT_EQ(get<uint16_t>(R"(
    func.func @main() -> tensor<bf16> {
      %a = arith.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
      %zero = arith.constant dense<0.0> : tensor<bf16>
      %sum = linalg.reduce { arith.addf } ins(%a : tensor<3xbf16>)
          outs(%zero : tensor<bf16>) dimensions = [0]
      return %sum : tensor<bf16>
    })"),
            std::vector<uint16_t>({0x4381}));
  EXPECT_EQ(get<uint16_t>(R"(
    func.func @main() -> tensor<bf16> {
      %a = arith.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
      %zero = arith.constant dense<0.0> : tensor<bf16>
      %sum = linalg.reduce ins(%a : tensor<3xbf16>)
          outs(%zero : tensor<bf16>) dimensions = [0]
          (%x: bf16, %s: bf16) {
        %wide = arith.extf %x : bf16 to f32
        %so_far = arith.extf %s : bf16 to f32
        %next = arith.addf %so_far, %wide : f32
        %rounded = arith.truncf %next : f32 to bf16
        linalg.yield %rounded : bf16
      }
      return %sum : tensor<bf16>
    })"),
            std::vector<uint16_t>({0x4380}));
}

TEST_F(InterpreterTest, GathersAndScattersSlices) {
  EXPECT_EQ(get<int32_t>(R"(
    func.func @main() -> tensor<2x2xi32> {
      %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
      %i = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>
      %r = tensor.gather %a[%i] gather_dims([1])
          : (tensor<2x3xi32>, tensor<2x1xindex>) -> tensor<2x2xi32>
      return %r : tensor<2x2xi32>
    })"),
            std::vector<int32_t>({3, 6, 1, 4}));
  EXPECT_EQ(get<int32_t>(R"(
    func.func @main() -> tensor<4xi32> {
      %a = arith.constant dense<[[7], [8]]> : tensor<2x1xi32>
      %b = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
      %i = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>
      %r = tensor.scatter %a into %b[%i] scatter_dims([0]) unique
          : (tensor<2x1xi32>, tensor<4xi32>, tensor<2x1xindex>)
          -> tensor<4xi32>
      return %r : tensor<4xi32>
    })"),
            std::vector<int32_t>({8, 2, 7, 4}));
}

TEST_F(InterpreterTest, ValuesNeverChange) {
  // Two values swap in a loop, one of them is updated, and the first is read
  // after it.
  EXPECT_EQ(get<int32_t>(R"(
    func.func @main() -> tensor<6xi32> {
      %a = arith.constant dense<[1, 2]> : tensor<2xi32>
      %b = arith.constant dense<[3, 4]> : tensor<2xi32>
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %3 = arith.constant 3 : index
      %ten = arith.constant 10 : i32
      %x, %y = scf.for %i = %0 to %3 step %1 iter_args(%p = %a, %q = %b)
          -> (tensor<2xi32>, tensor<2xi32>) {
        %n = tensor.insert %ten into %p[%0] : tensor<2xi32>
        scf.yield %q, %n : tensor<2xi32>, tensor<2xi32>
      }
      %all = tensor.concat dim(0) %x, %y, %a
          : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6xi32>
      return %all : tensor<6xi32>
    })"),
            std::vector<int32_t>({10, 4, 10, 2, 1, 2}));
}

TEST_F(InterpreterTest, EvaluatesStridesAndWindows) {
  // Every second element of 0 .. 6, in windows of two.
  EXPECT_EQ(get<int64_t>(R"(
    #in = affine_map<(i, j) -> (i * 2 + j)>
    #window = affine_map<(i, j) -> (j)>
    #out = affine_map<(i, j) -> (i)>
    func.func @main() -> tensor<3xi64> {
      %a = arith.constant dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi64>
      %w = tensor.empty() : tensor<2xi64>
      %zero = arith.constant dense<0> : tensor<3xi64>
      %sum = linalg.generic {indexing_maps = [#in, #window, #out],
          iterator_types = ["parallel", "reduction"]}
          ins(%a, %w : tensor<7xi64>, tensor<2xi64>)
          outs(%zero : tensor<3xi64>) {
      ^bb0(%x: i64, %y: i64, %s: i64):
        %t = arith.addi %s, %x : i64
        linalg.yield %t : i64
      } -> tensor<3xi64>
      return %sum : tensor<3xi64>
    })"),
            std::vector<int64_t>({1, 5, 9}));
}

TEST_F(InterpreterTest, EvaluatesCallsAndBranches) {
  EXPECT_EQ(get<int32_t>(R"(
    func.func private @double(%a: i32) -> i32 {
      %b = arith.addi %a, %a : i32
      return %b : i32
    }
    func.func @main() -> tensor<3xi32> {
      %true = arith.constant true
      %two = arith.constant 2 : index
      %a = arith.constant 7 : i32
      %b = func.call @double(%a) : (i32) -> i32
      %c = func.call @double(%b) : (i32) -> i32
      %d = scf.if %true -> i32 {
        scf.yield %c : i32
      } else {
        scf.yield %a : i32
      }
      %e = scf.index_switch %two -> i32
      case 1 {
        scf.yield %a : i32
      }
      case 2 {
        scf.yield %b : i32
      }
      default {
        scf.yield %c : i32
      }
      %all = tensor.from_elements %b, %d, %e : tensor<3xi32>
      return %all : tensor<3xi32>
    })"),
            std::vector<int32_t>({14, 28, 14}));
}

TEST_F(InterpreterTest, ShowsTheValuesOfTheFunction) {
  std::vector<std::string> seen;
  options.observer = [&](Value value, const Tensor &tensor) {
    seen.push_back(
        value.getDefiningOp()->getName().getStringRef().str() + " " +
        formatTensorType(tensor->getShape(), tensor->getElementType()));
    return llvm::Error::success();
  };
  EXPECT_EQ(get<float>(R"(
    func.func @main() -> tensor<1xf32> {
      %n = arith.constant 0 : index
      %a = tensor.generate { ^bb0(%i: index):
        %b = arith.constant 2.5 : f32
        %c = arith.addf %b, %b : f32
        tensor.yield %c : f32 } : tensor<1xf32>
      return %a : tensor<1xf32>
    })"),
            std::vector<float>({5}));
  EXPECT_EQ(seen, std::vector<std::string>(
                      {"arith.constant i64", "tensor.generate 1xf32"}));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST_F(InterpreterTest, DivisionByZero) {
  EXPECT_EQ(getError(R"(func.func @main() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 0 : i32
  %c = arith.divsi %a, %b : i32
  return %c : i32
})"),
            "test:4:8: division by zero in arith.divsi");
}

TEST_F(InterpreterTest, PositionOutside) {
  EXPECT_EQ(getError(R"(func.func @main() -> i32 {
  %a = arith.constant dense<1> : tensor<2x3xi32>
  %b = arith.constant 1 : index
  %c = arith.constant 3 : index
  %d = tensor.extract %a[%b, %c] : tensor<2x3xi32>
  return %d : i32
})"),
            "test:5:8: 'tensor.extract' required a position within extents "
            "[2, 3], found [1, 3]");
}

TEST_F(InterpreterTest, UnknownOp) {
  EXPECT_EQ(getError(R"(func.func @main() -> index {
  %a = vector.vscale
  return %a : index
})"),
            "test:2:8: 'vector.vscale' has no evaluation in the reference "
            "interpreter");
}

TEST_F(InterpreterTest, Recursion) {
  EXPECT_EQ(getError(R"(func.func @main() -> i32 {
  %a = call @next() : () -> i32
  return %a : i32
}
func.func @next() -> i32 {
  %a = call @main() : () -> i32
  return %a : i32
})"),
            "test:1:1: 'func.func' calls itself: recursion is not supported");
}

TEST_F(InterpreterTest, UnmetAssertion) {
  EXPECT_EQ(getError(R"(func.func @main() {
  %a = arith.constant false
  cf.assert %a, "never"
  return
})"),
            "test:3:3: never");
}

TEST_F(InterpreterTest, TooMuchWork) {
  options.workLimit = 1000;
  options.limitHint = "; give more";
  EXPECT_EQ(getError(R"(func.func @main() -> i32 {
  %a = arith.constant 1 : i32
  %b = scf.while (%c = %a) : (i32) -> i32 {
    %true = arith.constant true
    scf.condition(%true) %c : i32
  } do {
  ^bb0(%d: i32):
    scf.yield %d : i32
  }
  return %b : i32
})"),
            "the program needs more than 1000 scalar operations, which is the "
            "limit of the reference interpreter; give more");
}

} // namespace
