// RUN: grep -v -e "^//" -e "^$" %s > %t.source
// RUN: dtensor-opt %s | grep -v "^$" | diff %t.source -
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | grep -v "^$" | diff %t.source -

// Elementwise ops, in the custom form where there is one: what is printed is
// what was read, and the generic form says the same.

module {
  func.func @elementwise(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xcomplex<f32>>, %arg2: tensor<2x3xui8>, %arg3: tensor<2x3xi1>, %arg4: tensor<f32>, %arg5: tensor<i1>, %arg6: tensor<?x3xf32>) {
    %0 = stablehlo.cbrt %arg0 : tensor<2x3xf32>
    %1 = stablehlo.cosine %arg0 : tensor<2x3xf32>
    %2 = stablehlo.exponential %arg0 : tensor<2x3xf32>
    %3 = stablehlo.exponential_minus_one %arg0 : tensor<2x3xf32>
    %4 = stablehlo.log %arg0 : tensor<2x3xf32>
    %5 = stablehlo.log_plus_one %arg0 : tensor<2x3xf32>
    %6 = stablehlo.logistic %arg0 : tensor<2x3xf32>
    %7 = stablehlo.rsqrt %arg0 : tensor<2x3xf32>
    %8 = stablehlo.sine %arg0 : tensor<2x3xf32>
    %9 = stablehlo.sqrt %arg0 : tensor<2x3xf32>
    %10 = stablehlo.tan %arg0 : tensor<2x3xf32>
    %11 = stablehlo.tanh %arg0 : tensor<2x3xf32>
    %12 = stablehlo.ceil %arg0 : tensor<2x3xf32>
    %13 = stablehlo.floor %arg0 : tensor<2x3xf32>
    %14 = stablehlo.round_nearest_afz %arg0 : tensor<2x3xf32>
    %15 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
    %16 = stablehlo.negate %arg0 : tensor<2x3xf32>
    %17 = stablehlo.sign %arg0 : tensor<2x3xf32>
    %18 = stablehlo.abs %arg0 : tensor<2x3xf32>
    %19 = stablehlo.not %arg2 : tensor<2x3xui8>
    %20 = stablehlo.popcnt %arg2 : tensor<2x3xui8>
    %21 = stablehlo.count_leading_zeros %arg2 : tensor<2x3xui8>
    %22 = stablehlo.add %arg0, %arg0 : tensor<2x3xf32>
    %23 = stablehlo.multiply %arg0, %arg0 : tensor<2x3xf32>
    %24 = stablehlo.subtract %arg0, %arg0 : tensor<2x3xf32>
    %25 = stablehlo.divide %arg0, %arg0 : tensor<2x3xf32>
    %26 = stablehlo.remainder %arg0, %arg0 : tensor<2x3xf32>
    %27 = stablehlo.power %arg0, %arg0 : tensor<2x3xf32>
    %28 = stablehlo.atan2 %arg0, %arg0 : tensor<2x3xf32>
    %29 = stablehlo.maximum %arg0, %arg0 : tensor<2x3xf32>
    %30 = stablehlo.minimum %arg0, %arg0 : tensor<2x3xf32>
    %31 = stablehlo.and %arg2, %arg2 : tensor<2x3xui8>
    %32 = stablehlo.or %arg2, %arg2 : tensor<2x3xui8>
    %33 = stablehlo.xor %arg2, %arg2 : tensor<2x3xui8>
    %34 = stablehlo.shift_left %arg2, %arg2 : tensor<2x3xui8>
    %35 = stablehlo.shift_right_arithmetic %arg2, %arg2 : tensor<2x3xui8>
    %36 = stablehlo.shift_right_logical %arg2, %arg2 : tensor<2x3xui8>
    %37 = stablehlo.abs %arg1 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %38 = stablehlo.add %arg6, %arg0 : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
    %39 = stablehlo.real %arg1 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %40 = stablehlo.imag %arg1 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %41 = stablehlo.real %arg0 : tensor<2x3xf32>
    %42 = stablehlo.is_finite %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi1>
    %43 = stablehlo.convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    %44 = stablehlo.convert %arg0 : tensor<2x3xf32>
    %45 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2x3xf32>
    %46 = stablehlo.complex %arg0, %arg0 : tensor<2x3xcomplex<f32>>
    %47 = stablehlo.compare EQ, %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %48 = stablehlo.compare LT, %arg0, %arg0, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %49 = stablehlo.compare GE, %arg2, %arg2, UNSIGNED : (tensor<2x3xui8>, tensor<2x3xui8>) -> tensor<2x3xi1>
    %50 = stablehlo.clamp %arg0, %arg0, %arg0 : tensor<2x3xf32>
    %51 = stablehlo.clamp %arg4, %arg0, %arg4 : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %52 = stablehlo.select %arg3, %arg0, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %53 = stablehlo.select %arg5, %arg0, %arg0 : tensor<i1>, tensor<2x3xf32>
    %54 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2x3xf32>
    %55 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
    return
  }
}
