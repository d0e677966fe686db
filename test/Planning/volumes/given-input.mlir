// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-run %s --random-inputs=1 --check

// A result of two positions by a kernel of five, in parts: a device with three
// of them reads five of the seven positions of the input. Nobody asked for that
// to be divided, so nothing is received but the parts of the result.

// CHECK: @main: 1 all_reduce, 168 bytes
// CHECK-NEXT: @main: 168 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.fetch ins(%arg0 : tensor<7x7x13xf32>) outs(%{{[^ ]+}} : tensor<7x?x13xf32>)
// IR: comm.all_reduce ins(%{{[^ ]+}} : tensor<7x2x3xf32>) outs(%{{[^ ]+}} : tensor<7x2x3xf32>)

dtensor.mesh @mesh <x=2>

func.func @main(%in: tensor<7x7x13xf32>, %kernel: tensor<5x13x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded, unsharded]>},
    %init: tensor<7x2x3xf32>) -> tensor<7x2x3xf32> {
  %out = linalg.conv_1d_nwc_wcf {strides = dense<[2]> : tensor<1xi64>, dilations = dense<[1]> : tensor<1xi64>}
      ins(%in, %kernel : tensor<7x7x13xf32>, tensor<5x13x3xf32>) outs(%init : tensor<7x2x3xf32>) -> tensor<7x2x3xf32>
  return %out : tensor<7x2x3xf32>
}
