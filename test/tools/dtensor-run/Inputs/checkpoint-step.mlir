// The rows are uneven: 3 devices have 3, 3 and 1 of them. The sum is partial.
dtensor.mesh @mesh <x=3>
func.func @main(
    %a: tensor<7x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<7x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
        tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>}) {
  %e0 = tensor.empty() : tensor<7x4xf32>
  %twice = linalg.add ins(%a, %a : tensor<7x4xf32>, tensor<7x4xf32>) outs(%e0 : tensor<7x4xf32>) -> tensor<7x4xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce { arith.addf } ins(%a : tensor<7x4xf32>) outs(%f : tensor<4xf32>) dimensions = [0]
  return %twice, %sum : tensor<7x4xf32>, tensor<4xf32>
}
