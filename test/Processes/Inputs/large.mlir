// A result of 256 KiB, half of it on each device.
dtensor.mesh @mesh <x=2>
func.func @main(%a: tensor<64x1024xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> tensor<64x1024xf32> {
  %0 = math.absf %a : tensor<64x1024xf32>
  return %0 : tensor<64x1024xf32>
}
