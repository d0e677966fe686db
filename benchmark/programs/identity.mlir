// A value in another layout: a relayout, a gather, a slice.
func.func @main(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  return %x : tensor<4096x4096xf32>
}
