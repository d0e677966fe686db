// Printed by JAX 0.10.2: benchmark/jax_peer.py --print stencil 1
module @jit_stencil attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2048x2048xf32>) -> (tensor<2048x2048xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<2048x2048xf32>
    cond {
      %c_1 = stablehlo.constant dense<50> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg_0) : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %2, %1 : tensor<i32>, tensor<2048x2048xf32>
    }
    return %0#1 : tensor<2048x2048xf32>
  }
  func.func private @closed_call(%arg0: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = call @_pad(%arg0, %c) : (tensor<2048x2048xf32>, tensor<i32>) -> tensor<2050x2050xf32>
    %1 = stablehlo.slice %0 [0:2048, 1:2049] : (tensor<2050x2050xf32>) -> tensor<2048x2048xf32>
    %2 = stablehlo.slice %0 [2:2050, 1:2049] : (tensor<2050x2050xf32>) -> tensor<2048x2048xf32>
    %3 = stablehlo.add %1, %2 : tensor<2048x2048xf32>
    %4 = stablehlo.slice %0 [1:2049, 0:2048] : (tensor<2050x2050xf32>) -> tensor<2048x2048xf32>
    %5 = stablehlo.add %3, %4 : tensor<2048x2048xf32>
    %6 = stablehlo.slice %0 [1:2049, 2:2050] : (tensor<2050x2050xf32>) -> tensor<2048x2048xf32>
    %7 = stablehlo.add %5, %6 : tensor<2048x2048xf32>
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2048x2048xf32>
    %9 = stablehlo.multiply %8, %arg0 : tensor<2048x2048xf32>
    %10 = stablehlo.subtract %7, %9 : tensor<2048x2048xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2048x2048xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<2048x2048xf32>
    %13 = stablehlo.add %arg0, %12 : tensor<2048x2048xf32>
    return %13 : tensor<2048x2048xf32>
  }
  func.func private @_pad(%arg0: tensor<2048x2048xf32>, %arg1: tensor<i32>) -> tensor<2050x2050xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<2048x2048xf32>, tensor<f32>) -> tensor<2050x2050xf32>
    return %1 : tensor<2050x2050xf32>
  }
}
