// Windows with padding, strides and dilations, and the gradient of a pooling.
// Expected values are of loops in Python.
func.func @main(%x: tensor<6x9xf32>, %dy: tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<4x16xf32>, tensor<6x9xf32>, tensor<6x9xf32>) {
  %i0 = arith.constant dense<0xFF800000> : tensor<6x5xf32>
  %0 = linalg_ext.reduce_window ins(%x : tensor<6x9xf32>) outs(%i0 : tensor<6x5xf32>) window = [1, 3] strides = [1, 2] low = [0, 1] high = [0, 1] {
  ^bb0(%a: f32, %b: f32):
    %m = arith.maximumf %a, %b : f32
    linalg_ext.yield %m : f32
  } -> tensor<6x5xf32>
  %i1 = arith.constant dense<0.0> : tensor<4x16xf32>
  %1 = linalg_ext.reduce_window ins(%x : tensor<6x9xf32>) outs(%i1 : tensor<4x16xf32>) window = [2, 2] base_dilations = [1, 2] dilations = [2, 1] low = [1, 1] high = [-1, -1] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg_ext.yield %s : f32
  } -> tensor<4x16xf32>
  %i2 = arith.constant dense<1.0> : tensor<6x9xf32>
  %2 = linalg_ext.reduce_window ins(%x : tensor<6x9xf32>) outs(%i2 : tensor<6x9xf32>) window = [3, 1] low = [2, 0] {
  ^bb0(%a: f32, %b: f32):
    %half = arith.constant 0.5 : f32
    %t = arith.mulf %a, %half : f32
    %s = arith.addf %t, %b : f32
    linalg_ext.yield %s : f32
  } -> tensor<6x9xf32>
  %i3 = arith.constant dense<0.0> : tensor<6x9xf32>
  %3 = linalg_ext.select_and_scatter ins(%x, %dy : tensor<6x9xf32>, tensor<6x5xf32>) outs(%i3 : tensor<6x9xf32>) window = [1, 3] strides = [1, 2] low = [0, 1] high = [0, 1] select {
  ^bb0(%a: f32, %b: f32):
    %p = arith.cmpf oge, %a, %b : f32
    linalg_ext.yield %p : i1
  } scatter {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg_ext.yield %s : f32
  } -> tensor<6x9xf32>
  return %0, %1, %2, %3 : tensor<6x5xf32>, tensor<4x16xf32>, tensor<6x9xf32>, tensor<6x9xf32>
}
