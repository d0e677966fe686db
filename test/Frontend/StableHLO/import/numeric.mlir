// RUN: dtensor-run %s --mesh x=3 --layout arg0=x,unsharded --random-inputs=1 --check
// What one device makes of it, three make of it too.
func.func @main(%a: tensor<7x6xf32>, %i: tensor<2x1xi32>, %k: tensor<i32>) -> (tensor<7x6xf32>, tensor<2x6xf32>, tensor<6x6xf32>, tensor<3x6xf32>) {
  %r = stablehlo.reverse %a, dims = [0] : tensor<7x6xf32>
  %g = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>} : (tensor<7x6xf32>, tensor<2x1xi32>) -> tensor<2x6xf32>
  %d = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<7x6xf32>, tensor<7x6xf32>) -> tensor<6x6xf32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.dynamic_slice %a, %k, %z, sizes = [3, 6] : (tensor<7x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
  return %r, %g, %d, %s : tensor<7x6xf32>, tensor<2x6xf32>, tensor<6x6xf32>, tensor<3x6xf32>
}
