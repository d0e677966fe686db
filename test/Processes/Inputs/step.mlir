// A sum over devices of what each computes.
dtensor.mesh @mesh <x=2>
func.func @main(%a: tensor<4x2xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> (tensor<2xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %0 = math.exp %a : tensor<4x2xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<4x2xf32>) outs(%zero : tensor<2xf32>) dimensions = [0]
  return %1 : tensor<2xf32>
}
