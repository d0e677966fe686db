// Its arguments are the results of checkpoint-step.mlir, in other layouts.
dtensor.mesh @mesh <x=2>
func.func @main(
    %out0: tensor<7x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %out1: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<7x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
        tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %e = tensor.empty() : tensor<7x4xf32>
  %twice = linalg.add ins(%out0, %out0 : tensor<7x4xf32>, tensor<7x4xf32>) outs(%e : tensor<7x4xf32>) -> tensor<7x4xf32>
  return %twice, %out1 : tensor<7x4xf32>, tensor<4xf32>
}
