// Three steps of x + relu(x * w), each with a product whose sum is reduced.
dtensor.mesh @mesh <x=2>
#rows = #dtensor.layout<@mesh, [x, unsharded]>
#columns = #dtensor.layout<@mesh, [unsharded, x]>
func.func @main(%x: tensor<256x256xf32> {dtensor.layout = #columns},
                %w: tensor<256x256xf32> {dtensor.layout = #rows})
    -> (tensor<256x256xf32> {dtensor.layout = #columns}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %x) -> (tensor<256x256xf32>) {
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
    %p = linalg.matmul ins(%v, %w : tensor<256x256xf32>, tensor<256x256xf32>)
                       outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
    %h = math.tanh %p : tensor<256x256xf32>
    %s = arith.addf %v, %h : tensor<256x256xf32>
    scf.yield %s : tensor<256x256xf32>
  }
  return %r : tensor<256x256xf32>
}
