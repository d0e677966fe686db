// RUN: dtensor-opt %s | dtensor-opt | FileCheck %s
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | FileCheck %s

// CHECK-LABEL: func @iota
func.func @iota(%e: tensor<4x3xi32>, %start: index) -> (tensor<4x3xi32>, tensor<4x3xi32>) {
  // CHECK: linalg_ext.iota axis = 1 outs(%{{.*}} : tensor<4x3xi32>) -> tensor<4x3xi32>
  %0 = linalg_ext.iota axis = 1 outs(%e : tensor<4x3xi32>) -> tensor<4x3xi32>
  // CHECK: linalg_ext.iota axis = 0 outs(%{{.*}} : tensor<4x3xi32>) part [%{{.*}}, 0] of [16, ?] -> tensor<4x3xi32>
  %1 = linalg_ext.iota axis = 0 outs(%e : tensor<4x3xi32>) part [%start, 0] of [16, ?] -> tensor<4x3xi32>
  return %0, %1 : tensor<4x3xi32>, tensor<4x3xi32>
}

// CHECK-LABEL: func @reverse
func.func @reverse(%a: tensor<4x?xf32>, %e: tensor<4x?xf32>) -> tensor<4x?xf32> {
  // CHECK: linalg_ext.reverse ins(%{{.*}} : tensor<4x?xf32>) outs(%{{.*}} : tensor<4x?xf32>) axes = [0, 1] -> tensor<4x?xf32>
  %0 = linalg_ext.reverse ins(%a : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) axes = [0, 1] -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// CHECK-LABEL: func @buffers
func.func @buffers(%a: memref<4xf32>, %b: memref<4xf32>) {
  // CHECK: linalg_ext.reverse ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<4xf32>) axes = [0]{{$}}
  linalg_ext.reverse ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) axes = [0]
  return
}

// CHECK-LABEL: func @indexing
func.func @indexing(%table: tensor<100x8xf32>, %at: tensor<5xi64>, %rows: tensor<5x8xf32>, %i: index) -> (tensor<5x8xf32>, tensor<100x8xf32>, tensor<2x8xf32>, tensor<100x8xf32>) {
  %e = tensor.empty() : tensor<5x8xf32>
  // CHECK: linalg_ext.gather ins(%{{.*}}, %{{.*}} : tensor<100x8xf32>, tensor<5xi64>) outs(%{{.*}} : tensor<5x8xf32>) part [%{{.*}}, 0] of [200, ?] {collapsed_axes = array<i64: 0>, index_vector_axis = 1 : i64, offset_axes = array<i64: 1>, slice_sizes = array<i64: 1, 8>, start_axes = array<i64: 0>} -> tensor<5x8xf32>
  %0 = linalg_ext.gather ins(%table, %at : tensor<100x8xf32>, tensor<5xi64>) outs(%e : tensor<5x8xf32>) part [%i, 0] of [200, ?]
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 8>} -> tensor<5x8xf32>
  // CHECK: linalg_ext.scatter ins(%{{.*}}, %{{.*}} : tensor<5xi64>, tensor<5x8xf32>) outs(%{{.*}} : tensor<100x8xf32>) attributes {index_vector_axis = 1 : i64, inserted_axes = array<i64: 0>, start_axes = array<i64: 0>, window_axes = array<i64: 1>} {
  // CHECK: linalg_ext.yield %{{.*}} : f32
  // CHECK: } -> tensor<100x8xf32>
  %1 = linalg_ext.scatter ins(%at, %rows : tensor<5xi64>, tensor<5x8xf32>) outs(%table : tensor<100x8xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    linalg_ext.yield %update : f32
  } -> tensor<100x8xf32>
  // CHECK: linalg_ext.scatter ins(%{{.*}}, %{{.*}} : tensor<5xi64>, tensor<5x8xf32>) reads(%{{.*}}, %{{.*}} : tensor<100x8xf32>, tensor<100x8xf32>) outs(%{{.*}} : tensor<100x8xf32>) attributes
  %read = linalg_ext.scatter ins(%at, %rows : tensor<5xi64>, tensor<5x8xf32>) reads(%table, %table : tensor<100x8xf32>, tensor<100x8xf32>) outs(%table : tensor<100x8xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32, %there: f32, %same: f32):
    linalg_ext.yield %there : f32
  } -> tensor<100x8xf32>
  %s = tensor.empty() : tensor<2x8xf32>
  // CHECK: linalg_ext.dynamic_slice ins(%{{.*}} : tensor<100x8xf32>) at[%{{.*}}, %{{.*}}] sizes = [2, 8] outs(%{{.*}} : tensor<2x8xf32>) -> tensor<2x8xf32>
  %2 = linalg_ext.dynamic_slice ins(%table : tensor<100x8xf32>) at [%i, %i] sizes = [2, 8] outs(%s : tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK: linalg_ext.dynamic_update_slice ins(%{{.*}} : tensor<2x8xf32>) at[%{{.*}}, %{{.*}}] outs(%{{.*}} : tensor<100x8xf32>) part [%{{.*}}, 0] of [200, ?] -> tensor<100x8xf32>
  %3 = linalg_ext.dynamic_update_slice ins(%s : tensor<2x8xf32>) at [%i, %i] outs(%table : tensor<100x8xf32>) part [%i, 0] of [200, ?] -> tensor<100x8xf32>
  return %0, %1, %2, %3 : tensor<5x8xf32>, tensor<100x8xf32>, tensor<2x8xf32>, tensor<100x8xf32>
}

// CHECK-LABEL: func @random
func.func @random(%s: tensor<3xi64>, %a: tensor<4xi32>) -> (tensor<4xi32>, tensor<3xi64>, tensor<4xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  // CHECK: linalg_ext.random philox4x32 ins(%{{.*}} : tensor<3xi64>) outs(%{{.*}} : tensor<4xi32>) part [4] of [16] -> tensor<4xi32>
  %0 = linalg_ext.random philox4x32 ins(%s : tensor<3xi64>) outs(%e : tensor<4xi32>) part [4] of [16] -> tensor<4xi32>
  %d = tensor.empty() : tensor<3xi64>
  // CHECK: linalg_ext.advance_random philox4x32 ins(%{{.*}} : tensor<3xi64>) outs(%{{.*}} : tensor<3xi64>) past tensor<16xi32> -> tensor<3xi64>
  %1 = linalg_ext.advance_random philox4x32 ins(%s : tensor<3xi64>) outs(%d : tensor<3xi64>) past tensor<16xi32> -> tensor<3xi64>
  // CHECK: linalg_ext.roll ins(%{{.*}} : tensor<4xi32>) outs(%{{.*}} : tensor<4xi32>) shifts = [-1] axes = [0] -> tensor<4xi32>
  %2 = linalg_ext.roll ins(%a : tensor<4xi32>) outs(%e : tensor<4xi32>) shifts = [-1] axes = [0] -> tensor<4xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<3xi64>, tensor<4xi32>
}
