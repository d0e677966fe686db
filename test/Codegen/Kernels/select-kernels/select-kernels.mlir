// RUN: dtensor-opt %s --dtensor-select-kernels | FileCheck %s

// Zeros are not written.
// CHECK-LABEL: @overwrites
// CHECK: %[[EMPTY:.+]] = tensor.empty() : tensor<4x8xf32>
// CHECK: linalg.matmul {dtensor.kernel = "overwrites"} {{.*}} outs(%[[EMPTY]]
func.func @overwrites(%a: tensor<4x6xf32>, %b: tensor<6x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = linalg.matmul ins(%a, %b : tensor<4x6xf32>, tensor<6x8xf32>) outs(%z : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: @accumulates
// CHECK-SAME: %[[C:[^:]+]]: tensor<4x8xf32>)
// CHECK: linalg.matmul {dtensor.kernel = "accumulates"} {{.*}} outs(%[[C]]
func.func @accumulates(%a: tensor<4x6xf32>, %b: tensor<6x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x6xf32>, tensor<6x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// There is no kernel of integers, and none of a matrix and a vector.
// CHECK-LABEL: @generated
// CHECK-NOT: dtensor.kernel
// CHECK: return
func.func @generated(%a: tensor<4x6xi32>, %b: tensor<6x8xi32>, %c: tensor<4x8xi32>, %m: tensor<4x6xf32>, %v: tensor<6xf32>, %w: tensor<4xf32>) -> (tensor<4x8xi32>, tensor<4xf32>) {
  %r = linalg.matmul ins(%a, %b : tensor<4x6xi32>, tensor<6x8xi32>) outs(%c : tensor<4x8xi32>) -> tensor<4x8xi32>
  %s = linalg.matvec ins(%m, %v : tensor<4x6xf32>, tensor<6xf32>) outs(%w : tensor<4xf32>) -> tensor<4xf32>
  return %r, %s : tensor<4x8xi32>, tensor<4xf32>
}

// A sum of nothing is zero; nothing would be called to write it.
// CHECK-LABEL: @sum_of_nothing
// CHECK: linalg.fill
// CHECK-NOT: dtensor.kernel
// CHECK: return
func.func @sum_of_nothing(%a: tensor<4x0xf32>, %b: tensor<0x6xf32>)
    -> tensor<4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x0xf32>, tensor<0x6xf32>)
      outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// Large products of complex numbers are calls, with either form of zeros.
// CHECK-LABEL: @complex
// CHECK-NOT: linalg.fill
// CHECK: linalg.matmul {dtensor.kernel = "overwrites"}
// CHECK: %[[EMPTY:.+]] = tensor.empty()
// CHECK: linalg.matmul {dtensor.kernel = "overwrites"} {{.*}} outs(%[[EMPTY]]
// CHECK: linalg.matmul {dtensor.kernel = "accumulates"}
func.func @complex(%a: tensor<16x16xcomplex<f32>>, %b: tensor<16x32xcomplex<f32>>)
    -> (tensor<16x32xcomplex<f32>>, tensor<16x32xcomplex<f32>>, tensor<16x32xcomplex<f32>>) {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %e = tensor.empty() : tensor<16x32xcomplex<f32>>
  %z = linalg.fill ins(%zero : complex<f32>) outs(%e : tensor<16x32xcomplex<f32>>)
      -> tensor<16x32xcomplex<f32>>
  %r = linalg.matmul ins(%a, %b : tensor<16x16xcomplex<f32>>, tensor<16x32xcomplex<f32>>)
      outs(%z : tensor<16x32xcomplex<f32>>) -> tensor<16x32xcomplex<f32>>
  %zeros = arith.constant dense<(0.0, 0.0)> : tensor<16x32xcomplex<f32>>
  %s = linalg.matmul ins(%a, %b : tensor<16x16xcomplex<f32>>, tensor<16x32xcomplex<f32>>)
      outs(%zeros : tensor<16x32xcomplex<f32>>) -> tensor<16x32xcomplex<f32>>
  %ones = arith.constant dense<(0.0, 1.0)> : tensor<16x32xcomplex<f32>>
  %t = linalg.matmul ins(%a, %b : tensor<16x16xcomplex<f32>>, tensor<16x32xcomplex<f32>>)
      outs(%ones : tensor<16x32xcomplex<f32>>) -> tensor<16x32xcomplex<f32>>
  return %r, %s, %t : tensor<16x32xcomplex<f32>>, tensor<16x32xcomplex<f32>>,
      tensor<16x32xcomplex<f32>>
}

// Small ones are not, and no row times a matrix.
// CHECK-LABEL: @few_complex_numbers
// CHECK-NOT: dtensor.kernel
// CHECK: return
func.func @few_complex_numbers(%a: tensor<2x2xcomplex<f64>>, %v: tensor<1x90xcomplex<f64>>,
    %m: tensor<90x90xcomplex<f64>>, %e: tensor<2x2xcomplex<f64>>, %f: tensor<1x90xcomplex<f64>>)
    -> (tensor<2x2xcomplex<f64>>, tensor<1x90xcomplex<f64>>) {
  %r = linalg.matmul ins(%a, %a : tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>)
      outs(%e : tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  %s = linalg.matmul ins(%v, %m : tensor<1x90xcomplex<f64>>, tensor<90x90xcomplex<f64>>)
      outs(%f : tensor<1x90xcomplex<f64>>) -> tensor<1x90xcomplex<f64>>
  return %r, %s : tensor<2x2xcomplex<f64>>, tensor<1x90xcomplex<f64>>
}

// Many small products are not calls; a few are, and columns without a tile.
// CHECK-LABEL: @batches
// CHECK-NOT: dtensor.kernel
// CHECK: linalg.batch_matmul {dtensor.kernel = "accumulates"}{{.*}}tensor<4x16x16xf32>
// CHECK: linalg.batch_matmul {dtensor.kernel = "accumulates"}{{.*}}tensor<99x16x3xf32>
func.func @batches(%a: tensor<99x16x16xf32>, %b: tensor<4x16x16xf32>, %v: tensor<99x16x3xf32>)
    -> (tensor<99x16x16xf32>, tensor<4x16x16xf32>, tensor<99x16x3xf32>) {
  %r = linalg.batch_matmul ins(%a, %a : tensor<99x16x16xf32>, tensor<99x16x16xf32>)
      outs(%a : tensor<99x16x16xf32>) -> tensor<99x16x16xf32>
  %s = linalg.batch_matmul ins(%b, %b : tensor<4x16x16xf32>, tensor<4x16x16xf32>)
      outs(%b : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %t = linalg.batch_matmul ins(%a, %v : tensor<99x16x16xf32>, tensor<99x16x3xf32>)
      outs(%v : tensor<99x16x3xf32>) -> tensor<99x16x3xf32>
  return %r, %s, %t : tensor<99x16x16xf32>, tensor<4x16x16xf32>, tensor<99x16x3xf32>
}
