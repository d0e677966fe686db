// A step of gradient descent on a line of 8 weights. Samples are divided among
// devices; the weights are replicated, and their memory is updated.
dtensor.mesh @mesh <x=2>
func.func @main(
    %w: tensor<8xf32> {dtensor.donated = 0 : i64},
    %samples: tensor<32x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %targets: tensor<32xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}, tensor<f32>) {
  %zeros = arith.constant dense<0.0> : tensor<32xf32>
  %no_slope = arith.constant dense<0.0> : tensor<8xf32>
  %no_loss = arith.constant dense<0.0> : tensor<f32>
  %rate = arith.constant dense<-0.02> : tensor<8xf32>
  %found = linalg.matvec ins(%samples, %w : tensor<32x8xf32>, tensor<8xf32>) outs(%zeros : tensor<32xf32>) -> tensor<32xf32>
  %error = arith.subf %found, %targets : tensor<32xf32>
  %slope = linalg.vecmat ins(%error, %samples : tensor<32xf32>, tensor<32x8xf32>) outs(%no_slope : tensor<8xf32>) -> tensor<8xf32>
  %change = arith.mulf %rate, %slope : tensor<8xf32>
  %next = arith.addf %w, %change : tensor<8xf32>
  %loss = linalg.dot ins(%error, %error : tensor<32xf32>, tensor<32xf32>) outs(%no_loss : tensor<f32>) -> tensor<f32>
  return %next, %loss : tensor<8xf32>, tensor<f32>
}
