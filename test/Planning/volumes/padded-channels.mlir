// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-run %s --random-inputs=1 --check

// A convolution between sharded channels gathers its input: 3/4 of 2x8x8x8
// floats, none of the padding around them. As a sum over devices it would be
// 3/4 of 2x8x8x8 for the result and the kernel besides.

// CHECK: @main: 1 fetch, 3072 bytes
// CHECK-NEXT: @main: 3072 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.fetch ins(%arg0 : tensor<2x8x8x2xf32>) outs(%{{[^ ]+}} : tensor<2x10x10x8xf32>)

dtensor.mesh @mesh <x=4>

func.func @main(%in: tensor<2x8x8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded, unsharded, x]>},
    %kernel: tensor<3x3x8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded, unsharded, x]>})
    -> (tensor<2x8x8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded, unsharded, x]>}) {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<2x8x8x8xf32> to tensor<2x10x10x8xf32>
  %init = arith.constant dense<0.0> : tensor<2x8x8x8xf32>
  %out = linalg.conv_2d_nhwc_hwcf ins(%padded, %kernel : tensor<2x10x10x8xf32>, tensor<3x3x8x8xf32>)
      outs(%init : tensor<2x8x8x8xf32>) -> tensor<2x8x8x8xf32>
  return %out : tensor<2x8x8x8xf32>
}
