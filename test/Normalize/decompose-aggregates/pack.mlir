// RUN: dtensor-opt %s -dtensor-decompose-aggregates | FileCheck %s

// CHECK-LABEL: func @pack
// CHECK: tensor.pad
// CHECK: tensor.expand_shape
// CHECK: linalg.transpose
// CHECK-NOT: linalg.pack
func.func @pack(%a: tensor<13x8xf32>, %d: tensor<4x4x4x2xf32>) -> tensor<4x4x4x2xf32> {
  %z = arith.constant 0.0 : f32
  %0 = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %d : tensor<13x8xf32> -> tensor<4x4x4x2xf32>
  return %0 : tensor<4x4x4x2xf32>
}

// CHECK-LABEL: func @unpack_nothing
// CHECK-NEXT: return %arg1
func.func @unpack_nothing(%a: tensor<4x0x4x2xf32>, %d: tensor<13x0xf32>) -> tensor<13x0xf32> {
  %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %d : tensor<4x0x4x2xf32> -> tensor<13x0xf32>
  return %0 : tensor<13x0xf32>
}

// CHECK-LABEL: func @unpack(
// CHECK: linalg.transpose
// CHECK: tensor.collapse_shape
// CHECK: tensor.extract_slice
// CHECK-NOT: linalg.unpack
func.func @unpack(%a: tensor<4x4x4x2xf32>, %d: tensor<13x8xf32>) -> tensor<13x8xf32> {
  %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %d : tensor<4x4x4x2xf32> -> tensor<13x8xf32>
  return %0 : tensor<13x8xf32>
}
