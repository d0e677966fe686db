// The product of the guide, on 6 devices: rows of `a` are divided along y, and
// what is summed is divided along x.
dtensor.mesh @mesh <x=3, y=2>
func.func @main(
    %a: tensor<2x3xi32> {dtensor.layout = #dtensor.layout<@mesh, [y, x]>},
    %b: tensor<3x2xi32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<2x2xi32> {dtensor.layout = #dtensor.layout<@mesh, [y, unsharded]>}) {
  %zero = arith.constant dense<0> : tensor<2x2xi32>
  %c = linalg.matmul ins(%a, %b : tensor<2x3xi32>, tensor<3x2xi32>) outs(%zero : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %c : tensor<2x2xi32>
}
