// RUN: dtensor-opt %s --dtensor-partition --dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s --dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-opt %s --dtensor-partition=search=false --dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: dtensor-run %s --random-inputs=1 --check

dtensor.mesh @mesh <x=8>

// Each turn makes a vector, sharded as the rows of the matrix, and needs all of
// it, normalised. It is gathered right away: the norm is computed of the whole
// by everybody, and no turn has a sum over devices.

// CHECK: @main: 10 all_gather, 2240 bytes
// CHECK-NEXT: @main: 2240 bytes in all

// IR-LABEL: func.func @main(
// IR: scf.for
// IR: comm.all_gather ins(%{{[^ ]+}} : tensor<8xf32>) outs(%{{[^ ]+}} : tensor<64xf32>)
// IR: scf.yield

// STEPS: all_reduce

func.func @main(%a: tensor<64x64xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %start: tensor<64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>})
    -> (tensor<64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %last = scf.for %i = %c0 to %c10 step %c1 iter_args(%v = %start) -> tensor<64xf32> {
    %y = linalg.matvec ins(%a, %v : tensor<64x64xf32>, tensor<64xf32>) outs(%zeros : tensor<64xf32>) -> tensor<64xf32>
    %empty = tensor.empty() : tensor<64xf32>
    %squares = linalg.mul ins(%y, %y : tensor<64xf32>, tensor<64xf32>) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
    %sum = linalg.reduce { arith.addf } ins(%squares : tensor<64xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    %norm = math.sqrt %sum : tensor<f32>
    %norms = linalg.broadcast ins(%norm : tensor<f32>) outs(%empty : tensor<64xf32>) dimensions = [0]
    %next = linalg.div ins(%y, %norms : tensor<64xf32>, tensor<64xf32>) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  return %last : tensor<64xf32>
}
