// A sum over all devices.
dtensor.mesh @mesh <x=6>
func.func @main(%a: tensor<12x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> (tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<12x4xf32>) outs(%f : tensor<4xf32>) dimensions = [0]
  return %0 : tensor<4xf32>
}
