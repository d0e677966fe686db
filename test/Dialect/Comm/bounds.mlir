// RUN: dtensor-opt %s --pass-pipeline="builtin.module(func.func(affine-simplify-min-max))" | FileCheck %s
// RUN: dtensor-opt %s --int-range-optimizations | FileCheck %s --check-prefix=RANGE

// What is known of the extents: uneven ones stay dynamic, but are bounded.
dtensor.mesh @mesh <x=4, y=2>

// 18 positions over 4x2 devices: at most 3 each, and the last part starts at 17.
// CHECK-LABEL: func @static
func.func @static() -> (index, index, index, index, index, index) {
  // CHECK-DAG: %[[EXTENT:.*]] = comm.shard_extent
  // CHECK-DAG: %[[OFFSET:.*]] = comm.shard_offset
  // CHECK-DAG: %[[COORDINATE:.*]] = comm.coordinate
  // CHECK-DAG: %[[SMALLER:.*]] = affine.min #{{.*}}()[%[[EXTENT]]]
  // CHECK-DAG: %[[BEFORE:.*]] = affine.min #{{.*}}()[%[[OFFSET]]]
  // CHECK-DAG: %[[FEWER:.*]] = affine.min #{{.*}}()[%[[COORDINATE]]]
  // CHECK: return %[[EXTENT]], %[[SMALLER]], %[[OFFSET]], %[[BEFORE]], %[[COORDINATE]], %[[FEWER]]
  %extent = comm.shard_extent @mesh [x, y] of 18
  %0 = affine.min affine_map<()[s0] -> (s0, 3)>()[%extent]
  %1 = affine.min affine_map<()[s0] -> (s0, 2)>()[%extent]
  %offset = comm.shard_offset @mesh [x, y] of 18
  %2 = affine.min affine_map<()[s0] -> (s0, 17)>()[%offset]
  %3 = affine.min affine_map<()[s0] -> (s0, 16)>()[%offset]
  %coordinate = comm.coordinate @mesh x
  %4 = affine.min affine_map<()[s0] -> (s0, 3)>()[%coordinate]
  %5 = affine.min affine_map<()[s0] -> (s0, 2)>()[%coordinate]
  return %0, %1, %2, %3, %4, %5 : index, index, index, index, index, index
}

// A part of a dynamic extent is bounded by what bounds the extent.
// CHECK-LABEL: func @dynamic
func.func @dynamic(%n: index) -> (index, index) {
  // CHECK-DAG: %[[N:.*]] = affine.min
  // CHECK-DAG: %[[EXTENT:.*]] = comm.shard_extent @mesh [x] of %[[N]]
  // CHECK-DAG: %[[SMALLER:.*]] = affine.min #{{.*}}()[%[[EXTENT]]]
  // CHECK: return %[[EXTENT]], %[[SMALLER]]
  %some = affine.min affine_map<()[s0] -> (s0, 10)>()[%n]
  %extent = comm.shard_extent @mesh [x] of %some
  %0 = affine.min affine_map<()[s0] -> (s0, 3)>()[%extent]
  %1 = affine.min affine_map<()[s0] -> (s0, 2)>()[%extent]
  return %0, %1 : index, index
}

// RANGE-LABEL: func @ranges
func.func @ranges(%n: index) -> (i1, i1, i1, i1) {
  // RANGE-DAG: %[[TRUE:.*]] = arith.constant true
  // RANGE-DAG: %[[COMPARED:.*]] = arith.cmpi slt
  // RANGE: return %[[TRUE]], %[[COMPARED]], %[[TRUE]], %[[TRUE]]
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %extent = comm.shard_extent @mesh [x, y] of 18
  %0 = arith.cmpi slt, %extent, %c4 : index
  %1 = arith.cmpi slt, %extent, %c3 : index
  %coordinate = comm.coordinate @mesh x
  %2 = arith.cmpi slt, %coordinate, %c4 : index
  %offset = comm.shard_offset @mesh [x] of %n
  %3 = arith.cmpi sge, %offset, %c0 : index
  return %0, %1, %2, %3 : i1, i1, i1, i1
}
