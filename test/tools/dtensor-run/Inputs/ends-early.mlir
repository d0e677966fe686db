func.func @main(%a: tensor<2x1xf32>) -> tensor<1x1xf32> {
  %0 = tosa.reduce_max %a {
