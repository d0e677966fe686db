// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-run %s --random-inputs=1 --check

// A kernel as long as the axis that it slides along, which is sharded on both
// mesh dimensions. With the batch on both of them instead only the input moves;
// with one of them left, products would still be summed up along it.

// CHECK: @main: 1 all_to_all, 400 bytes
// CHECK-NEXT: @main: 400 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.all_to_all ins(%arg0 : tensor<12x1x10xf32>) outs(%{{[^ ]+}} : tensor<2x6x10xf32>)

dtensor.mesh @mesh <x=2, y=3>

func.func @main(%in: tensor<12x6x10xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, y + x, unsharded]>},
    %kernel: tensor<6x10x40xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded, unsharded]>}) -> tensor<12x1x40xf32> {
  %init = arith.constant dense<0.0> : tensor<12x1x40xf32>
  %out = linalg.conv_1d_nwc_wcf ins(%in, %kernel : tensor<12x6x10xf32>, tensor<6x10x40xf32>)
      outs(%init : tensor<12x1x40xf32>) -> tensor<12x1x40xf32>
  return %out : tensor<12x1x40xf32>
}
