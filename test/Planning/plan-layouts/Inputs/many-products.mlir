// Each product contracts another divided operand.
dtensor.mesh @mesh <x=4>
#columns = #dtensor.layout<@mesh, [unsharded, x]>
func.func @main(%x0: tensor<8x16xf32> {dtensor.layout = #columns},
    %x1: tensor<8x16xf32> {dtensor.layout = #columns},
    %x2: tensor<8x16xf32> {dtensor.layout = #columns},
    %x3: tensor<8x16xf32> {dtensor.layout = #columns},
    %x4: tensor<8x16xf32> {dtensor.layout = #columns},
    %x5: tensor<8x16xf32> {dtensor.layout = #columns},
    %x6: tensor<8x16xf32> {dtensor.layout = #columns},
    %x7: tensor<8x16xf32> {dtensor.layout = #columns},
    %x8: tensor<8x16xf32> {dtensor.layout = #columns},
    %w: tensor<16x16xf32>)
    -> (tensor<8x16xf32>,
    tensor<8x16xf32>,
    tensor<8x16xf32>,
    tensor<8x16xf32>,
    tensor<8x16xf32>,
    tensor<8x16xf32>,
    tensor<8x16xf32>,
    tensor<8x16xf32>,
    tensor<8x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<8x16xf32>
  %y0 = linalg.matmul ins(%x0, %w : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y1 = linalg.matmul ins(%x1, %w : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y2 = linalg.matmul ins(%x2, %w : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y3 = linalg.matmul ins(%x3, %w : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y4 = linalg.matmul ins(%x4, %w : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y5 = linalg.matmul ins(%x5, %w : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y6 = linalg.matmul ins(%x6, %w : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y7 = linalg.matmul ins(%x7, %w : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y8 = linalg.matmul ins(%x8, %w : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8 :
      tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}
