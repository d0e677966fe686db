// RUN: dtensor-run %s --random-inputs=1 --check
// The loop hands a gathered tensor on to its next turn.
dtensor.mesh @mesh <x=2, y=1>
func.func @main(%a: tensor<7x7xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
                %v: tensor<7xf32> {dtensor.layout = #dtensor.layout<@mesh, [y]>}) -> tensor<7xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %v) -> tensor<7xf32> {
    %e = tensor.empty() : tensor<7xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
    %y = linalg.matvec ins(%a, %x : tensor<7x7xf32>, tensor<7xf32>) outs(%f : tensor<7xf32>) -> tensor<7xf32>
    scf.yield %y : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}
