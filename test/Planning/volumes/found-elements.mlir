// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-run %s --entry main --random-inputs=1 --check
// RUN: dtensor-run %s --entry difference --random-inputs=1 --check

dtensor.mesh @mesh <x=8>

#rows = #dtensor.layout<@mesh, [x, unsharded]>

// Each element of the diagonal is on one device. The others have zeros in its
// place, so a sum of the elements can be combined behind: one number, and not 64.

// CHECK-DAG: @main: 1 all_reduce, 7 bytes
func.func @main(%a: tensor<64x64xf32> {dtensor.layout = #rows}, %at: tensor<64x2xi32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<64xf32>
  %d = linalg_ext.gather ins(%a, %at : tensor<64x64xf32>, tensor<64x2xi32>) outs(%e : tensor<64xf32>)
      {start_axes = array<i64: 0, 1>, collapsed_axes = array<i64: 0, 1>, offset_axes = array<i64>, index_vector_axis = 1, slice_sizes = array<i64: 1, 1>} -> tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%d : tensor<64xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}

// A maximum needs the elements themselves.

// CHECK-DAG: @largest: 1 all_reduce, 448 bytes
func.func @largest(%a: tensor<64x64xf32> {dtensor.layout = #rows}, %at: tensor<64x2xi32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<64xf32>
  %d = linalg_ext.gather ins(%a, %at : tensor<64x64xf32>, tensor<64x2xi32>) outs(%e : tensor<64xf32>)
      {start_axes = array<i64: 0, 1>, collapsed_axes = array<i64: 0, 1>, offset_axes = array<i64>, index_vector_axis = 1, slice_sizes = array<i64: 1, 1>} -> tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.reduce { arith.maximumf } ins(%d : tensor<64xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}

// Integers may be combined by their bits, so theirs are no sums.

// CHECK-DAG: @integers: 1 all_reduce, 448 bytes
func.func @integers(%a: tensor<64x64xi32> {dtensor.layout = #rows}, %at: tensor<64x2xi32>) -> tensor<i32> {
  %e = tensor.empty() : tensor<64xi32>
  %d = linalg_ext.gather ins(%a, %at : tensor<64x64xi32>, tensor<64x2xi32>) outs(%e : tensor<64xi32>)
      {start_axes = array<i64: 0, 1>, collapsed_axes = array<i64: 0, 1>, offset_axes = array<i64>, index_vector_axis = 1, slice_sizes = array<i64: 1, 1>} -> tensor<64xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %s = linalg.reduce { arith.addi } ins(%d : tensor<64xi32>) outs(%zero : tensor<i32>) dimensions = [0]
  return %s : tensor<i32>
}

// The difference of found elements is combined once.

// CHECK-DAG: @difference: 1 all_reduce, 448 bytes
func.func @difference(%a: tensor<64x64xf32> {dtensor.layout = #rows}, %at: tensor<64x2xi32>, %from: tensor<64x2xi32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %d = linalg_ext.gather ins(%a, %at : tensor<64x64xf32>, tensor<64x2xi32>) outs(%e : tensor<64xf32>)
      {start_axes = array<i64: 0, 1>, collapsed_axes = array<i64: 0, 1>, offset_axes = array<i64>, index_vector_axis = 1, slice_sizes = array<i64: 1, 1>} -> tensor<64xf32>
  %f = linalg_ext.gather ins(%a, %from : tensor<64x64xf32>, tensor<64x2xi32>) outs(%e : tensor<64xf32>)
      {start_axes = array<i64: 0, 1>, collapsed_axes = array<i64: 0, 1>, offset_axes = array<i64>, index_vector_axis = 1, slice_sizes = array<i64: 1, 1>} -> tensor<64xf32>
  %s = arith.subf %d, %f : tensor<64xf32>
  return %s : tensor<64xf32>
}
