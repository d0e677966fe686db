// RUN: dtensor-run %s --mesh x=4 --layout arg0=x --layout result0=x,unsharded --random-inputs=1 --check --report 2>&1 | FileCheck %s

// Windows of 4 positions, which start at each position of a padded sequence, as
// `x[i + j]` of JAX and NumPy reads them. Negative positions would count from the
// end; there are none. Devices need the 3 positions before their own: 12 bytes.

// CHECK: bytes received by the most loaded: 12,
func.func @main(%x: tensor<32xf32>) -> tensor<32x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %x, %zero, low = [3], high = [0], interior = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<35xf32>
  %i = stablehlo.iota dim = 0 : tensor<32x4xi32>
  %j = stablehlo.iota dim = 1 : tensor<32x4xi32>
  %at = stablehlo.add %i, %j : tensor<32x4xi32>
  %none = stablehlo.constant dense<0> : tensor<32x4xi32>
  %extent = stablehlo.constant dense<35> : tensor<32x4xi32>
  %isNegative = stablehlo.compare LT, %at, %none, SIGNED : (tensor<32x4xi32>, tensor<32x4xi32>) -> tensor<32x4xi1>
  %fromEnd = stablehlo.add %at, %extent : tensor<32x4xi32>
  %chosen = stablehlo.select %isNegative, %fromEnd, %at : tensor<32x4xi1>, tensor<32x4xi32>
  %indices = stablehlo.reshape %chosen : (tensor<32x4xi32>) -> tensor<32x4x1xi32>
  %r = "stablehlo.gather"(%p, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1>}> : (tensor<35xf32>, tensor<32x4x1xi32>) -> tensor<32x4xf32>
  return %r : tensor<32x4xf32>
}
