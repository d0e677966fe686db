// The product of DTensor's tutorial on 6 devices: rows of a on y, and columns of
// a and rows of b on x, so that every device multiplies a part and the parts are
// added along x.
dtensor.mesh @mesh <x=3, y=2>
func.func @main(
    %a: tensor<2x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [y, x]>},
    %b: tensor<3x2xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %c = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %c : tensor<2x2xf32>
}
