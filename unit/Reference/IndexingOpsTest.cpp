//===- IndexingOpsTest.cpp - Positions that are data ----------------------===//
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

TEST(IndexingOps, GathersRowsInside) {
  Interpreted program = interpret("tensor<4x2xi32>, tensor<2x2xi32>, "
                                  "tensor<0x2xi32>",
                                  R"mlir(
    %t = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
    // Positions are clamped: a slice is moved so that it is inside.
    %at = arith.constant dense<[[1], [-5], [7], [2]]> : tensor<4x1xi64>
    %d = tensor.empty() : tensor<4x2xi32>
    %0 = linalg_ext.gather ins(%t, %at : tensor<3x2xi32>, tensor<4x1xi64>)
        outs(%d : tensor<4x2xi32>) {start_axes = array<i64: 0>,
        collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>,
        index_vector_axis = 1, slice_sizes = array<i64: 1, 2>}
        -> tensor<4x2xi32>
    // There is no axis of vectors: two rows from one position, and -1 for all.
    %one = arith.constant dense<2> : tensor<i8>
    %e = tensor.empty() : tensor<2x2xi32>
    %1 = linalg_ext.gather ins(%t, %one : tensor<3x2xi32>, tensor<i8>)
        outs(%e : tensor<2x2xi32>) {start_axes = array<i64: 0>,
        offset_axes = array<i64: 0, 1>, index_vector_axis = 0,
        slice_sizes = array<i64: 2, -1>} -> tensor<2x2xi32>
    %none = tensor.empty() : tensor<0x1xi64>
    %f = tensor.empty() : tensor<0x2xi32>
    %2 = linalg_ext.gather ins(%t, %none : tensor<3x2xi32>, tensor<0x1xi64>)
        outs(%f : tensor<0x2xi32>) {start_axes = array<i64: 0>,
        collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>,
        index_vector_axis = 1, slice_sizes = array<i64: 1, 2>}
        -> tensor<0x2xi32>
    return %0, %1, %2 : tensor<4x2xi32>, tensor<2x2xi32>, tensor<0x2xi32>)mlir");
  expectNear(program.results.at(0), {3, 4, 1, 2, 5, 6, 5, 6});
  expectNear(program.results.at(1), {3, 4, 5, 6});
  expectNear(program.results.at(2), {});
}

// Vectors lie along the first axis and list the axes in another order. A batch
// axis belongs to the indices, and axes of the result are interleaved.
TEST(IndexingOps, GathersWithBatches) {
  Interpreted program = interpret("tensor<3xi32>, tensor<2x2xi32>", R"mlir(
    %t = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %at = arith.constant dense<[[0, 2, 9], [1, 0, 1]]> : tensor<2x3xi32>
    %d = tensor.empty() : tensor<3xi32>
    %0 = linalg_ext.gather ins(%t, %at : tensor<2x3xi32>, tensor<2x3xi32>)
        outs(%d : tensor<3xi32>) {start_axes = array<i64: 1, 0>,
        collapsed_axes = array<i64: 0, 1>, index_vector_axis = 0,
        slice_sizes = array<i64: 1, 1>} -> tensor<3xi32>
    %where = arith.constant dense<[[1], [0]]> : tensor<2x1xi64>
    %e = tensor.empty() : tensor<2x2xi32>
    %1 = linalg_ext.gather ins(%t, %where : tensor<2x3xi32>, tensor<2x1xi64>)
        outs(%e : tensor<2x2xi32>) {start_axes = array<i64: 1>,
        operand_batch_axes = array<i64: 0>, indices_batch_axes = array<i64: 0>,
        offset_axes = array<i64: 0>, index_vector_axis = 1,
        slice_sizes = array<i64: 1, 2>} -> tensor<2x2xi32>
    return %0, %1 : tensor<3xi32>, tensor<2x2xi32>)mlir");
  // The positions are (1, 0), (0, 2) and (1, 9), which is clamped to (1, 2).
  expectNear(program.results.at(0), {4, 3, 6});
  expectNear(program.results.at(1), {2, 4, 3, 5});
}

TEST(IndexingOps, GathersFromAPart) {
  Interpreted program = interpret("tensor<3xi32>", R"mlir(
    %c2 = arith.constant 2 : index
    %t = arith.constant dense<[7, 8]> : tensor<2xi32>
    %at = arith.constant dense<[[9], [2], [3]]> : tensor<3x1xi64>
    %d = tensor.empty() : tensor<3xi32>
    %0 = linalg_ext.gather ins(%t, %at : tensor<2xi32>, tensor<3x1xi64>)
        outs(%d : tensor<3xi32>) part [%c2] of [5] {start_axes = array<i64: 0>,
        collapsed_axes = array<i64: 0>, index_vector_axis = 1,
        slice_sizes = array<i64: 1>} -> tensor<3xi32>
    return %0 : tensor<3xi32>)mlir");
  // 9 is clamped to 4, which is not in the part.
  expectNear(program.results.at(0), {0, 7, 8});
}

// Updates are applied in order, so that the last one stays. Those outside of
// the destination are dropped, element by element.
TEST(IndexingOps, ScattersInOrder) {
  Interpreted program = interpret("tensor<4xi32>, tensor<4xi32>, tensor<3xi32>",
                                  R"mlir(
    %t = arith.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
    %at = arith.constant dense<[[1], [4], [1], [-1]]> : tensor<4x1xi64>
    %u = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %0 = linalg_ext.scatter ins(%at, %u : tensor<4x1xi64>, tensor<4xi32>)
        outs(%t : tensor<4xi32>) attributes {start_axes = array<i64: 0>,
        inserted_axes = array<i64: 0>, index_vector_axis = 1} {
    ^bb0(%old: i32, %new: i32):
      linalg_ext.yield %new : i32
    } -> tensor<4xi32>
    // Windows of two at -1, 1 and 3: half of the first and of the last is
    // outside.
    %from = arith.constant dense<[[-1], [1], [3]]> : tensor<3x1xi64>
    %w = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
    %1 = linalg_ext.scatter ins(%from, %w : tensor<3x1xi64>, tensor<3x2xi32>)
        outs(%t : tensor<4xi32>) attributes {start_axes = array<i64: 0>,
        window_axes = array<i64: 1>, index_vector_axis = 1} {
    ^bb0(%old: i32, %new: i32):
      %s = arith.subi %old, %new : i32
      linalg_ext.yield %s : i32
    } -> tensor<4xi32>
    // The part has positions 1 to 3 of 5.
    %p = arith.constant dense<0> : tensor<3xi32>
    %2 = linalg_ext.scatter ins(%at, %u : tensor<4x1xi64>, tensor<4xi32>)
        outs(%p : tensor<3xi32>) part [1] of [5]
        attributes {start_axes = array<i64: 0>,
        inserted_axes = array<i64: 0>, index_vector_axis = 1} {
    ^bb0(%old: i32, %new: i32):
      %ten = arith.constant 10 : i32
      %s = arith.muli %old, %ten : i32
      %r = arith.addi %s, %new : i32
      linalg_ext.yield %r : i32
    } -> tensor<3xi32>
    return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<3xi32>)mlir");
  expectNear(program.results.at(0), {10, 3, 30, 40});
  expectNear(program.results.at(1), {8, 17, 26, 35});
  expectNear(program.results.at(2), {13, 0, 0});
}

// There are two destinations of one update, and reads see the earlier values.
TEST(IndexingOps, ScattersWithReads) {
  Interpreted program = interpret("tensor<2xi32>, tensor<2xi32>", R"mlir(
    %t = arith.constant dense<[1, 2]> : tensor<2xi32>
    %r = arith.constant dense<[100, 200]> : tensor<2xi32>
    %at = arith.constant dense<[[1], [1]]> : tensor<2x1xi64>
    %u = arith.constant dense<[3, 4]> : tensor<2xi32>
    %0:2 = linalg_ext.scatter ins(%at, %u : tensor<2x1xi64>, tensor<2xi32>)
        reads(%r : tensor<2xi32>) outs(%t, %r : tensor<2xi32>, tensor<2xi32>)
        attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>,
        index_vector_axis = 1} {
    ^bb0(%a: i32, %b: i32, %new: i32, %read: i32):
      %s = arith.addi %a, %new : i32
      %p = arith.addi %b, %read : i32
      linalg_ext.yield %s, %p : i32, i32
    } -> tensor<2xi32>, tensor<2xi32>
    return %0#0, %0#1 : tensor<2xi32>, tensor<2xi32>)mlir");
  expectNear(program.results.at(0), {1, 9});
  expectNear(program.results.at(1), {100, 600});
}

TEST(IndexingOps, SlicesAreMovedInside) {
  Interpreted program = interpret(
      "tensor<2x2xi32>, tensor<1x3xi32>, tensor<2x3xi32>, tensor<2xi32>, "
      "tensor<0xi32>",
      R"mlir(
    %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %low = arith.constant -4 : index
    %high = arith.constant 9 : index
    %d = tensor.empty() : tensor<2x2xi32>
    %0 = linalg_ext.dynamic_slice ins(%a : tensor<2x3xi32>) at [%low, %high]
        sizes = [2, 2] outs(%d : tensor<2x2xi32>) -> tensor<2x2xi32>
    %e = tensor.empty() : tensor<1x3xi32>
    %1 = linalg_ext.dynamic_slice ins(%a : tensor<2x3xi32>) at [%high, %high]
        sizes = [1, -1] outs(%e : tensor<1x3xi32>) -> tensor<1x3xi32>
    %u = arith.constant dense<[[0, 9]]> : tensor<1x2xi32>
    %2 = linalg_ext.dynamic_update_slice ins(%u : tensor<1x2xi32>)
        at [%low, %high] outs(%a : tensor<2x3xi32>) -> tensor<2x3xi32>
    // The part has positions 3 and 4 of 5; the slice would begin at 9.
    %p = arith.constant dense<[7, 7]> : tensor<2xi32>
    %v = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
    %3 = linalg_ext.dynamic_update_slice ins(%v : tensor<3xi32>) at [%high]
        outs(%p : tensor<2xi32>) part [3] of [5] -> tensor<2xi32>
    %z = tensor.empty() : tensor<0xi32>
    %4 = linalg_ext.dynamic_slice ins(%v : tensor<3xi32>) at [%high]
        sizes = [0] outs(%z : tensor<0xi32>) -> tensor<0xi32>
    return %0, %1, %2, %3, %4 : tensor<2x2xi32>, tensor<1x3xi32>,
        tensor<2x3xi32>, tensor<2xi32>, tensor<0xi32>)mlir");
  expectNear(program.results.at(0), {2, 3, 5, 6});
  expectNear(program.results.at(1), {4, 5, 6});
  expectNear(program.results.at(2), {1, 0, 9, 4, 5, 6});
  expectNear(program.results.at(3), {2, 3});
  expectNear(program.results.at(4), {});
}

} // namespace
