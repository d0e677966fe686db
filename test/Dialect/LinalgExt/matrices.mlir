// RUN: dtensor-opt %s | dtensor-opt | FileCheck %s
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | FileCheck %s

// CHECK-LABEL: func @fft
func.func @fft(%a: tensor<?x8xf32>, %d: tensor<?x5xcomplex<f32>>, %e: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // CHECK: linalg_ext.fft ins(%{{.*}} : tensor<?x8xf32>) outs(%{{.*}} : tensor<?x5xcomplex<f32>>) axis = 1 -> tensor<?x5xcomplex<f32>>
  %0 = linalg_ext.fft ins(%a : tensor<?x8xf32>) outs(%d : tensor<?x5xcomplex<f32>>) axis = 1 -> tensor<?x5xcomplex<f32>>
  // CHECK: linalg_ext.fft ins(%{{.*}} : tensor<?x5xcomplex<f32>>) outs(%{{.*}} : tensor<?x8xf32>) axis = 1 inverse -> tensor<?x8xf32>
  %1 = linalg_ext.fft ins(%0 : tensor<?x5xcomplex<f32>>) outs(%e : tensor<?x8xf32>) axis = 1 inverse -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// CHECK-LABEL: func @factors
func.func @factors(%a: tensor<5x3x3xcomplex<f64>>, %b: tensor<5x3x7xcomplex<f64>>, %c: tensor<5x7x3xcomplex<f64>>) -> tensor<5x7x3xcomplex<f64>> {
  // CHECK: linalg_ext.cholesky ins(%{{.*}} : tensor<5x3x3xcomplex<f64>>) outs(%{{.*}} : tensor<5x3x3xcomplex<f64>>) lower -> tensor<5x3x3xcomplex<f64>>
  %0 = linalg_ext.cholesky ins(%a : tensor<5x3x3xcomplex<f64>>) outs(%a : tensor<5x3x3xcomplex<f64>>) lower -> tensor<5x3x3xcomplex<f64>>
  // CHECK: linalg_ext.triangular_solve ins(%{{.*}}, %{{.*}} : tensor<5x3x3xcomplex<f64>>, tensor<5x3x7xcomplex<f64>>) outs(%{{.*}} : tensor<5x3x7xcomplex<f64>>) lower unit_diagonal transpose -> tensor<5x3x7xcomplex<f64>>
  %1 = linalg_ext.triangular_solve ins(%0, %b : tensor<5x3x3xcomplex<f64>>, tensor<5x3x7xcomplex<f64>>) outs(%b : tensor<5x3x7xcomplex<f64>>) lower unit_diagonal transpose -> tensor<5x3x7xcomplex<f64>>
  // CHECK: linalg_ext.triangular_solve ins(%{{.*}}, %{{.*}} : tensor<5x3x3xcomplex<f64>>, tensor<5x7x3xcomplex<f64>>) outs(%{{.*}} : tensor<5x7x3xcomplex<f64>>) right adjoint -> tensor<5x7x3xcomplex<f64>>
  %2 = linalg_ext.triangular_solve ins(%0, %c : tensor<5x3x3xcomplex<f64>>, tensor<5x7x3xcomplex<f64>>) outs(%c : tensor<5x7x3xcomplex<f64>>) right adjoint -> tensor<5x7x3xcomplex<f64>>
  return %2 : tensor<5x7x3xcomplex<f64>>
}

// CHECK-LABEL: func @lapack
func.func @lapack(%a: tensor<5x4x4xf64>, %p: tensor<5x4xi32>, %i: tensor<5xi32>) -> tensor<5x4x4xf64> {
  // CHECK: linalg_ext.lapack "getrf" ins(%{{.*}} : tensor<5x4x4xf64>) outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<5x4x4xf64>, tensor<5x4xi32>, tensor<5xi32>) batch = 1 -> tensor<5x4x4xf64>, tensor<5x4xi32>, tensor<5xi32>
  %0:3 = linalg_ext.lapack "getrf" ins(%a : tensor<5x4x4xf64>) outs(%a, %p, %i : tensor<5x4x4xf64>, tensor<5x4xi32>, tensor<5xi32>) batch = 1 -> tensor<5x4x4xf64>, tensor<5x4xi32>, tensor<5xi32>
  // CHECK: linalg_ext.lapack "potrf" ins(%{{.*}} : tensor<5x4x4xf64>) outs(%{{.*}}, %{{.*}} : tensor<5x4x4xf64>, tensor<5xi32>) batch = 1 options = [76] -> tensor<5x4x4xf64>, tensor<5xi32>
  %1:2 = linalg_ext.lapack "potrf" ins(%0#0 : tensor<5x4x4xf64>) outs(%a, %i : tensor<5x4x4xf64>, tensor<5xi32>) batch = 1 options = [76] -> tensor<5x4x4xf64>, tensor<5xi32>
  return %1#0 : tensor<5x4x4xf64>
}
