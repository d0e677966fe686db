// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-opt %s -dtensor-partition=search=false -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: dtensor-run %s --random-inputs=1 --check

// Activations that come sharded on features, between weights that every device
// has. Op by op, each product is a sum over devices; brought to the batch once,
// and back, nothing else moves.

// CHECK: @main: 2 all_to_all, 192 bytes
// CHECK-NEXT: @main: 192 bytes in all
// STEPS: all_reduce, {{.*}} bytes

// IR-LABEL: func.func @main(
// IR: comm.all_to_all ins(%arg0 : tensor<8x4xf32>) outs(%{{[^ ]+}} : tensor<2x16xf32>)
// IR: comm.all_to_all ins(%{{[^ ]+}} : tensor<2x16xf32>) outs(%{{[^ ]+}} : tensor<8x4xf32>)

dtensor.mesh @mesh <x=4>

func.func @main(%x: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %up: tensor<16x32xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
    %down: tensor<32x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>})
    -> (tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  %h0 = arith.constant dense<0.0> : tensor<8x32xf32>
  %o0 = arith.constant dense<0.0> : tensor<8x16xf32>
  %h = linalg.matmul ins(%x, %up : tensor<8x16xf32>, tensor<16x32xf32>) outs(%h0 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %t = math.tanh %h : tensor<8x32xf32>
  %y = linalg.matmul ins(%t, %down : tensor<8x32xf32>, tensor<32x16xf32>) outs(%o0 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
