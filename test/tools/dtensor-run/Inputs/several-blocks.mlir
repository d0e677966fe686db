func.func @main(%a: tensor<4xf32>, %p: i1) -> tensor<4xf32> {
  cf.cond_br %p, ^then(%a : tensor<4xf32>), ^else
^then(%x: tensor<4xf32>):
  return %x : tensor<4xf32>
^else:
  %y = math.tanh %a : tensor<4xf32>
  return %y : tensor<4xf32>
}
