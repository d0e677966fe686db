// One argument comes from a file, and the other one is random.
dtensor.mesh @mesh <x=6>
func.func @main(%a: tensor<7x7xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %b: tensor<7x7xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) -> (tensor<7x7xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  %0 = linalg.matmul ins(%a, %b : tensor<7x7xf32>, tensor<7x7xf32>) outs(%a : tensor<7x7xf32>) -> tensor<7x7xf32>
  return %0 : tensor<7x7xf32>
}
