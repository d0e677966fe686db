// A contraction of groups of rows, one over groups of terms, and loops over slices, forwards and backwards. Expected values are NumPy's.
func.func @main(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %c: tensor<11x4xf32>, %s: tensor<3xi32>, %x: tensor<6x4xf32>, %h: tensor<4xf32>)
    -> (tensor<11x7xf32>, tensor<3x5x4xf32>, tensor<6x4xf32>, tensor<4xf32>, tensor<6x4xf32>, tensor<4xf32>) {
  %0 = "chlo.ragged_dot"(%a, %b, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  %1 = "chlo.ragged_dot"(%a, %c, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>} : (tensor<11x5xf32>, tensor<11x4xf32>, tensor<3xi32>) -> tensor<3x5x4xf32>
  %2:2 = chlo.scan(%x) inits(%h) dimension=0 {
  ^bb0(%u: tensor<4xf32>, %v: tensor<4xf32>):
    %t = stablehlo.tanh %v : tensor<4xf32>
    %w = stablehlo.add %t, %u : tensor<4xf32>
    %d = stablehlo.add %w, %w : tensor<4xf32>
    stablehlo.return %d, %w : tensor<4xf32>, tensor<4xf32>
  } : (tensor<6x4xf32>, tensor<4xf32>) -> (tensor<6x4xf32>, tensor<4xf32>)
  %3:2 = chlo.scan(%x) inits(%h) dimension=0 attributes {is_reverse = true} {
  ^bb0(%u: tensor<4xf32>, %v: tensor<4xf32>):
    %k = stablehlo.constant dense<0.5> : tensor<4xf32>
    %t = stablehlo.multiply %v, %k : tensor<4xf32>
    %w = stablehlo.add %t, %u : tensor<4xf32>
    stablehlo.return %w, %w : tensor<4xf32>, tensor<4xf32>
  } : (tensor<6x4xf32>, tensor<4xf32>) -> (tensor<6x4xf32>, tensor<4xf32>)
  return %0, %1, %2#0, %2#1, %3#0, %3#1 : tensor<11x7xf32>, tensor<3x5x4xf32>, tensor<6x4xf32>, tensor<4xf32>, tensor<6x4xf32>, tensor<4xf32>
}
