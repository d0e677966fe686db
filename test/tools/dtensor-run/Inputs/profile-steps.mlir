// Three steps of x + tanh(x * w), each with a product whose sum is reduced.
dtensor.mesh @mesh <x=2>
#rows = #dtensor.layout<@mesh, [x, unsharded]>
#all = #dtensor.layout<@mesh, [unsharded, unsharded]>
func.func @main(%x: tensor<16x256xf32> {dtensor.layout = #all},
                %w: tensor<256x256xf32> {dtensor.layout = #rows})
    -> (tensor<16x256xf32> {dtensor.layout = #all}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x256xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %x) -> (tensor<16x256xf32>) {
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
    %p = linalg.matmul ins(%v, %w : tensor<16x256xf32>, tensor<256x256xf32>)
                       outs(%f : tensor<16x256xf32>) -> tensor<16x256xf32>
    %h = math.tanh %p : tensor<16x256xf32>
    %s = arith.addf %v, %h : tensor<16x256xf32>
    scf.yield %s : tensor<16x256xf32>
  }
  return %r : tensor<16x256xf32>
}
