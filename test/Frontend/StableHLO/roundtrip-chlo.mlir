// RUN: grep -v -e "^//" -e "^$" %s > %t.source
// RUN: dtensor-opt %s | grep -v "^$" | diff %t.source -
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | grep -v "^$" | diff %t.source -

// Functions that JAX leaves whole, in the custom form where there is one: what is printed is
// what was read, and the generic form says the same.

module {
  func.func @chlo(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi8>, %arg2: tensor<11x5xf32>, %arg3: tensor<3x5x7xf32>, %arg4: tensor<3xi64>, %arg5: tensor<4xi32>, %arg6: tensor<i32>) {
    %0 = chlo.acos %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %1 = chlo.acosh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %2 = chlo.asin %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %3 = chlo.asinh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %4 = chlo.atan %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %5 = chlo.atanh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %6 = chlo.cosh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %7 = chlo.sinh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %8 = chlo.tan %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %9 = chlo.bessel_i1e %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %10 = chlo.digamma %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %11 = chlo.erf %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %12 = chlo.erf_inv %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %13 = chlo.erfc %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %14 = chlo.lgamma %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %15 = chlo.conj %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %16 = chlo.square %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %17 = chlo.is_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xi1>
    %18 = chlo.is_neg_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xi1>
    %19 = chlo.is_pos_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xi1>
    %20 = chlo.next_after %arg0, %arg0 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
    %21 = chlo.polygamma %arg0, %arg0 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
    %22 = chlo.zeta %arg0, %arg0 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
    %23 = chlo.mulhi %arg1, %arg1 : tensor<2x3xi8>, tensor<2x3xi8> -> tensor<2x3xi8>
    %24 = chlo.constant dense<1> : tensor<2xi8>
    %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    %values_0, %indices_1 = chlo.top_k(%arg0, k = 2, is_stable = false) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    %25 = "chlo.ragged_dot"(%arg2, %arg3, %arg4) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
    %outputs, %carries = chlo.scan(%arg5) inits(%arg6) dimension=0 attributes {is_associative = true, is_reverse = true} {
    ^bb0(%arg7: tensor<i32>, %arg8: tensor<i32>):
      %26 = stablehlo.add %arg7, %arg8 : tensor<i32>
      stablehlo.return %26, %26 : tensor<i32>, tensor<i32>
    } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
    return
  }
  func.func @broadcasts(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi8>, %arg2: tensor<3xf32>) {
    %0 = chlo.broadcast_add %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = chlo.broadcast_and %arg1, %arg1 : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
    %2 = chlo.broadcast_atan2 %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %3 = chlo.broadcast_divide %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %4 = chlo.broadcast_maximum %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %5 = chlo.broadcast_minimum %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %6 = chlo.broadcast_multiply %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %7 = chlo.broadcast_next_after %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %8 = chlo.broadcast_or %arg1, %arg1 : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
    %9 = chlo.broadcast_polygamma %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %10 = chlo.broadcast_power %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %11 = chlo.broadcast_remainder %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %12 = chlo.broadcast_shift_left %arg1, %arg1 : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
    %13 = chlo.broadcast_shift_right_arithmetic %arg1, %arg1 : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
    %14 = chlo.broadcast_shift_right_logical %arg1, %arg1 : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
    %15 = chlo.broadcast_subtract %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %16 = chlo.broadcast_xor %arg1, %arg1 : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
    %17 = chlo.broadcast_zeta %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %18 = chlo.broadcast_add %arg2, %arg0 {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %19 = chlo.broadcast_complex %arg0, %arg2 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>
    %20 = chlo.broadcast_compare %arg0, %arg2 {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
    %21 = chlo.broadcast_select %20, %arg0, %arg2 : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %22 = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
