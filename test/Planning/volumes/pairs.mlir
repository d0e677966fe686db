// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-run %s --random-inputs=1 --check

// All pairs (i, j) of particles, summed over j. Sharded on j, as what comes
// first suggests, the sums would be scattered back; on i every device needs
// all particles once, and nothing else.

// CHECK: @main: 1 all_gather, 72 bytes
// CHECK-NEXT: @main: 72 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.all_gather ins(%arg0 : tensor<2x3xf32>) outs(%{{[^ ]+}} : tensor<8x3xf32>)

dtensor.mesh @mesh <x=4>

func.func @main(%p: tensor<8x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<8x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  %e = tensor.empty() : tensor<8x8x3xf32>
  %zero = arith.constant dense<0.0> : tensor<8x3xf32>
  %j = linalg.broadcast ins(%p : tensor<8x3xf32>) outs(%e : tensor<8x8x3xf32>) dimensions = [0]
  %i = linalg.broadcast ins(%p : tensor<8x3xf32>) outs(%e : tensor<8x8x3xf32>) dimensions = [1]
  %d = arith.subf %j, %i : tensor<8x8x3xf32>
  %t = math.tanh %d : tensor<8x8x3xf32>
  %s = linalg.reduce {arith.addf} ins(%t : tensor<8x8x3xf32>) outs(%zero : tensor<8x3xf32>) dimensions = [1]
  return %s : tensor<8x3xf32>
}
