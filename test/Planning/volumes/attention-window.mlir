// RUN: dtensor-run %s --mesh x=4 --layout arg0=x,unsharded --layout arg1=x,unsharded --layout result0=x,unsharded --random-inputs=1 --check --report 2>&1 | FileCheck %s
// RUN: dtensor-run %s --mesh x=2,y=2 --layout arg0=x,y --layout arg1=x,y --random-inputs=1 --check

// Each query looks at its own position and the three before. The keys are
// slices of one padding, stacked on a new axis. A device receives the three keys
// before its own: 3 * 8 * 4 bytes, not 1 + 2 + 3 of them.

// CHECK: bytes received by the most loaded: 96,
func.func @main(%q: tensor<64x8xf32>, %k: tensor<64x8xf32>) -> tensor<64x4xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %k, %z, low = [3, 0], high = [0, 0], interior = [0, 0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<67x8xf32>
  %0 = stablehlo.slice %p [0:64, 0:8] : (tensor<67x8xf32>) -> tensor<64x8xf32>
  %1 = stablehlo.slice %p [1:65, 0:8] : (tensor<67x8xf32>) -> tensor<64x8xf32>
  %2 = stablehlo.slice %p [2:66, 0:8] : (tensor<67x8xf32>) -> tensor<64x8xf32>
  %3 = stablehlo.slice %p [3:67, 0:8] : (tensor<67x8xf32>) -> tensor<64x8xf32>
  %4 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<64x8xf32>) -> tensor<64x1x8xf32>
  %5 = stablehlo.broadcast_in_dim %1, dims = [0, 2] : (tensor<64x8xf32>) -> tensor<64x1x8xf32>
  %6 = stablehlo.broadcast_in_dim %2, dims = [0, 2] : (tensor<64x8xf32>) -> tensor<64x1x8xf32>
  %7 = stablehlo.broadcast_in_dim %3, dims = [0, 2] : (tensor<64x8xf32>) -> tensor<64x1x8xf32>
  %8 = stablehlo.concatenate %4, %5, %6, %7, dim = 1 : (tensor<64x1x8xf32>, tensor<64x1x8xf32>, tensor<64x1x8xf32>, tensor<64x1x8xf32>) -> tensor<64x4x8xf32>
  %9 = stablehlo.dot_general %q, %8, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (tensor<64x8xf32>, tensor<64x4x8xf32>) -> tensor<64x4xf32>
  return %9 : tensor<64x4xf32>
}
