// The three ops of batch normalization. Expected values are NumPy's.
func.func @main(%a: tensor<4x6x5xf32>, %s: tensor<6xf32>, %o: tensor<6xf32>, %m: tensor<6xf32>, %v: tensor<6xf32>, %g: tensor<4x6x5xf32>) -> (tensor<4x6x5xf32>, tensor<6xf32>, tensor<6xf32>, tensor<4x6x5xf32>, tensor<4x6x5xf32>, tensor<6xf32>, tensor<6xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a, %s, %o) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<4x6x5xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<4x6x5xf32>, tensor<6xf32>, tensor<6xf32>)
  %1 = "stablehlo.batch_norm_inference"(%a, %s, %o, %m, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<4x6x5xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<4x6x5xf32>
  %2:3 = "stablehlo.batch_norm_grad"(%a, %s, %m, %v, %g) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<4x6x5xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<4x6x5xf32>) -> (tensor<4x6x5xf32>, tensor<6xf32>, tensor<6xf32>)
  return %0#0, %0#1, %0#2, %1, %2#0, %2#1, %2#2 : tensor<4x6x5xf32>, tensor<6xf32>, tensor<6xf32>, tensor<4x6x5xf32>, tensor<4x6x5xf32>, tensor<6xf32>, tensor<6xf32>
}
