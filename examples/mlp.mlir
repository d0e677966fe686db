// A perceptron whose hidden features lie on two devices.
dtensor.mesh @mesh <x=2>
func.func @main(%in: tensor<8x16xf32>,
    %up: tensor<16x32xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %down: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %h0 = arith.constant dense<0.0> : tensor<8x32xf32>
  %o0 = arith.constant dense<0.0> : tensor<8x16xf32>
  %h = linalg.matmul ins(%in, %up : tensor<8x16xf32>, tensor<16x32xf32>) outs(%h0 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %a = math.tanh %h : tensor<8x32xf32>
  %out = linalg.matmul ins(%a, %down : tensor<8x32xf32>, tensor<32x16xf32>) outs(%o0 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %out : tensor<8x16xf32>
}
